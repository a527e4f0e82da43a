// The ratings of all game variants of an experiment in which different players met.
#ifndef HARROW_RATING_LIST_H
#define HARROW_RATING_LIST_H

#include "analysis/ratings.h"
#include "analysis/stats.h"

// The players of one game variant, in the order in which the cells name them.
typedef struct VariantRatings {
    const char *game;   // as of the labels
    const char **names; // by player; the texts are those of the labels
    Ratings ratings;
    int64_t unfinished, unfinished_pairs; // games and pairs that are in no rating
} VariantRatings;

typedef struct RatingList {
    VariantRatings *variants;
    size_t count;
} RatingList;

// Rates the players of each variant from the 3 × 3 tables of its paired cells; cells of one variant
// stand together. False when memory is short. The caller releases the list, also after a failure,
// before the labels.
bool rating_list_init(RatingList *self, const CellLabel labels[], const CellStats stats[],
                      size_t count);
void rating_list_release(RatingList *self);

// Writes the list "ratings" of stats.json: keys in a fixed order, Elo, what does not exist as null.
void rating_list_write(const RatingList *self, JsonWriter *json);

// Whether people are told of a variant: three players or more met. Of two the score says all.
bool variant_ratings_told(const VariantRatings *self);
// The players by group, then from the best to the worst: indices for the caller to free; NULL when
// memory is short.
size_t *variant_ratings_order(const VariantRatings *self);

// Prints what a person reads, behind a blank line: a table with a line a player, the best first,
// and a legend; only the variants that people are told of, nothing if there is none. At most
// 100 columns. False when memory is short.
bool rating_list_print(const RatingList *self, FILE *stream);

#endif
