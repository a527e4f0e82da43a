// Durations for people.
#ifndef HARROW_DURATION_H
#define HARROW_DURATION_H

// Writes seconds ≥ 0 as "1:02:03" or "2:03"; "?" for what nobody will wait for. Returns text.
char *duration_format(double seconds, char text[32]);

#endif
