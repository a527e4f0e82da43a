// Words of a line of the Universal Game Interface, which blanks separate.
//
// The protocol is Kz04px's (github.com/kz04px/ugi), UCI for games of all kinds.
#ifndef HARROW_UGI_WORDS_H
#define HARROW_UGI_WORDS_H

#include <stdbool.h>

// Takes the next word off the front of a text, which is cut behind it; "" when there is none.
char *ugi_next(char **text);

// Takes what stands before a word, or all if the word is not there: the blanks around it are cut
// off. *text then begins behind the word. NULL when the word is not there.
char *ugi_until(char **text, const char *word);

// Takes a word off the front of a text if it is the first.
bool ugi_take(char **text, const char *word);

// A text without the blanks around it.
char *ugi_trim(char *text);

#endif
