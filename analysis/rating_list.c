#include "analysis/rating_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_TOLD = 3 };

static bool is_match(const CellLabel *label, const CellStats *stats) {
    return stats->paired && cell_label_is_match(label);
}

// The index of a name, which is added where it is new.
static int32_t player_index(VariantRatings *self, size_t *count, const char *name) {
    size_t i = 0;
    while (i < *count && strcmp(self->names[i], name) != 0) i++;
    if (i == *count) self->names[(*count)++] = name;
    return (int32_t)i;
}

static void take_match(VariantRatings *self, const CellLabel *label, const CellStats *stats,
                       size_t *players, RatingMatch *match) {
    for (int seat = 0; seat < 2; seat++)
        match->players[seat] = player_index(self, players, label->players[seat]);
    memcpy(match->pairs, stats->pairs, sizeof match->pairs);
    self->unfinished += stats->unfinished;
    self->unfinished_pairs += stats->unfinished_pairs;
}

static bool rate_variant(VariantRatings *self, const CellLabel labels[], const CellStats stats[],
                         size_t count) {
    *self = (VariantRatings){.game = labels[0].game};
    self->names = calloc(2 * count, sizeof *self->names);
    RatingMatch *matches = calloc(count, sizeof *matches);
    size_t match_count = 0, players = 0;
    bool good = self->names && matches;
    for (size_t i = 0; good && i < count; i++)
        if (is_match(&labels[i], &stats[i]))
            take_match(self, &labels[i], &stats[i], &players, &matches[match_count++]);
    good = good && ratings_init(&self->ratings, matches, match_count, players);
    free(matches);
    return good;
}

// How many cells from the first one on are of its variant, and how many of those are matches.
static size_t cells_of_variant(const CellLabel labels[], const CellStats stats[], size_t count,
                               size_t *matches) {
    size_t i = 0;
    *matches = 0;
    for (; i < count && strcmp(labels[i].game, labels[0].game) == 0; i++)
        *matches += is_match(&labels[i], &stats[i]);
    return i;
}

bool rating_list_init(RatingList *self, const CellLabel labels[], const CellStats stats[],
                      size_t count) {
    *self = (RatingList){.variants = calloc(count + 1, sizeof *self->variants)};
    bool good = self->variants;
    for (size_t i = 0, cells, matches; good && i < count; i += cells) {
        cells = cells_of_variant(labels + i, stats + i, count - i, &matches);
        if (matches > 0)
            good = rate_variant(&self->variants[self->count++], labels + i, stats + i, cells);
    }
    return good;
}

void rating_list_release(RatingList *self) {
    for (size_t i = 0; i < self->count; i++) {
        free(self->variants[i].names);
        ratings_release(&self->variants[i].ratings);
    }
    free(self->variants);
}

bool variant_ratings_told(const VariantRatings *self) {
    return self->ratings.player_count >= LEAST_TOLD;
}

// Above the rated players (1), among them (0) or below them (−1).
static int level_of(const PlayerRating *player) {
    if (!isnan(player->rating.value)) return 0;
    if (!isnan(player->rating.low)) return 1;
    return isnan(player->rating.high) && player->score > 0.5 ? 1 : -1;
}

// By group, then from the best to the worst. Comes from one array, so that equal ones keep their
// order.
static int compare_players(const void *left, const void *right) {
    const PlayerRating *a = *(const PlayerRating *const *)left,
                       *b = *(const PlayerRating *const *)right;
    if (a->place.group != b->place.group) return a->place.group < b->place.group ? -1 : 1;
    if (level_of(a) != level_of(b)) return level_of(a) > level_of(b) ? -1 : 1;
    const double one = isnan(a->rating.value) ? a->score : a->rating.value,
                 other = isnan(b->rating.value) ? b->score : b->rating.value;
    if (one > other || one < other) return one > other ? -1 : 1;
    return a < b ? -1 : a > b;
}

size_t *variant_ratings_order(const VariantRatings *self) {
    const size_t count = self->ratings.player_count;
    const PlayerRating **order = calloc(count + 1, sizeof *order);
    size_t *indices = calloc(count + 1, sizeof *indices);
    if (order && indices) {
        for (size_t i = 0; i < count; i++) order[i] = &self->ratings.players[i];
        qsort(order, count, sizeof *order, compare_players);
        for (size_t i = 0; i < count; i++) indices[i] = (size_t)(order[i] - self->ratings.players);
    } else {
        free(indices);
        indices = NULL;
    }
    free(order);
    return indices;
}

static void write_advantage(const Advantage *self, JsonWriter *json) {
    json_key(json, "advantage");
    json_begin_object(json);
    json_put_number(json, "value", self->value.value);
    json_put_number(json, "low", self->value.low);
    json_put_number(json, "high", self->value.high);
    json_put_number(json, "se", self->error);
    json_put_number(json, "se_model", self->model_error);
    json_put_number(json, "lr", self->ratio);
    json_put_number(json, "p", self->p);
    json_end_object(json);
}

static void write_player(const PlayerRating *self, const char *name, JsonWriter *json) {
    json_begin_object(json);
    json_put_text(json, "name", name);
    json_put_integer(json, "group", self->place.group + 1);
    json_put_integer(json, "games", self->games);
    json_put_number(json, "score", self->score);
    json_put_number(json, "rating", self->rating.value);
    json_put_number(json, "low", self->rating.low);
    json_put_number(json, "high", self->rating.high);
    json_put_number(json, "se", self->error);
    json_put_number(json, "se_model", self->model_error);
    json_end_object(json);
}

static void write_superiority(const Ratings *self, JsonWriter *json) {
    json_key(json, "superiority");
    json_begin_array(json);
    for (size_t i = 0; i < self->player_count; i++) {
        json_begin_array(json);
        for (size_t j = 0; j < self->player_count; j++)
            json_number(json, self->superiority[i * self->player_count + j]);
        json_end_array(json);
    }
    json_end_array(json);
}

static void write_variant(const VariantRatings *self, JsonWriter *json) {
    const Ratings *ratings = &self->ratings;
    json_begin_object(json);
    json_put_text(json, "game", self->game);
    json_put_integer(json, "groups", ratings->group_count);
    json_put_integer(json, "pairs", ratings->pairs);
    json_put_integer(json, "unfinished", self->unfinished);
    json_put_integer(json, "unfinished_pairs", self->unfinished_pairs);
    write_advantage(&ratings->advantage, json);
    json_key(json, "players");
    json_begin_array(json);
    for (size_t i = 0; i < ratings->player_count; i++)
        write_player(&ratings->players[i], self->names[i], json);
    json_end_array(json);
    write_superiority(ratings, json);
    json_end_object(json);
}

void rating_list_write(const RatingList *self, JsonWriter *json) {
    json_begin_array(json);
    for (size_t i = 0; i < self->count; i++) write_variant(&self->variants[i], json);
    json_end_array(json);
}
