#include "analysis/rating_list.h"
#include "analysis/table_number.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_WIDTH = 100 };

enum {
    RATING_GAME,
    RATING_PLAYER,
    RATING_GROUP,
    RATING_VALUE,
    RATING_BOUNDS,
    RATING_BETTER,
    RATING_GAMES,
    RATING_SCORE,
    RATING_COUNT
};

static const TextColumn RATING_COLUMNS[RATING_COUNT] = {
    [RATING_GAME] = {"variant", true, 20},  [RATING_PLAYER] = {"player", true, 12},
    [RATING_GROUP] = {"group", false, 0},   [RATING_VALUE] = {"rating", false, 0},
    [RATING_BOUNDS] = {"[95 %]", false, 0}, [RATING_BETTER] = {"better %", false, 0},
    [RATING_GAMES] = {"games", false, 0},   [RATING_SCORE] = {"score %", false, 0},
};

enum {
    ADVANTAGE_GAME,
    ADVANTAGE_VALUE,
    ADVANTAGE_BOUNDS,
    ADVANTAGE_P,
    ADVANTAGE_PAIRS,
    ADVANTAGE_OPEN,
    ADVANTAGE_COUNT
};

static const TextColumn ADVANTAGE_COLUMNS[ADVANTAGE_COUNT] = {
    [ADVANTAGE_GAME] = {"variant", true, 20},  [ADVANTAGE_VALUE] = {"first move", false, 0},
    [ADVANTAGE_BOUNDS] = {"[95 %]", false, 0}, [ADVANTAGE_P] = {"p", false, 0},
    [ADVANTAGE_PAIRS] = {"pairs", false, 0},   [ADVANTAGE_OPEN] = {"open", false, 0},
};

static uint32_t bit(unsigned column) {
    return (uint32_t)1 << column;
}

static void set_game(TextTable *table, size_t row, const VariantRatings *variant) {
    char game[CELL_GAME_TEXT_SIZE];
    cell_label_game(&(CellLabel){.game = variant->game}, game);
    text_table_set(table, row, 0, "%s", game);
}

static void set_player(TextTable *table, size_t row, const VariantRatings *variant,
                       const PlayerRating *player, const PlayerRating *next) {
    const Ratings *ratings = &variant->ratings;
    const size_t index = (size_t)(player - ratings->players);
    char text[NUMBER_TEXT_SIZE];
    const double better =
        next ? ratings
                   ->superiority[index * ratings->player_count + (size_t)(next - ratings->players)]
             : NAN;
    set_game(table, row, variant);
    text_table_set(table, row, RATING_PLAYER, "%s", variant->names[index]);
    text_table_set(table, row, RATING_GROUP, "%d", player->place.group + 1);
    text_table_set_interval(table, row, RATING_VALUE, player->rating, 1, 0);
    text_table_set(table, row, RATING_BETTER, "%s", number_text(text, 100 * better, 1));
    text_table_set(table, row, RATING_GAMES, "%" PRId64, player->games);
    text_table_set(table, row, RATING_SCORE, "%s", number_text(text, 100 * player->score, 1));
}

// Adds the lines of a variant; returns the row behind them, 0 when memory is short.
static size_t set_players(TextTable *table, size_t row, const VariantRatings *variant) {
    const PlayerRating *players = variant->ratings.players;
    const size_t count = variant->ratings.player_count;
    size_t *order = variant_ratings_order(variant);
    if (!order) return 0;
    for (size_t i = 0; i < count; i++)
        set_player(table, row++, variant, &players[order[i]],
                   i + 1 < count ? &players[order[i + 1]] : NULL);
    free(order);
    return row;
}

static void set_advantage(TextTable *table, size_t row, const VariantRatings *variant) {
    const Ratings *ratings = &variant->ratings;
    char text[NUMBER_TEXT_SIZE];
    set_game(table, row, variant);
    text_table_set_interval(table, row, ADVANTAGE_VALUE, ratings->advantage.value, 1, 0);
    text_table_set(table, row, ADVANTAGE_P, "%s", probability_text(text, ratings->advantage.p));
    text_table_set(table, row, ADVANTAGE_PAIRS, "%" PRId64, ratings->pairs);
    text_table_set(table, row, ADVANTAGE_OPEN, "%" PRId64, variant->unfinished_pairs);
}

// What the tables tell of all variants.
typedef struct Told {
    size_t variants, players;
    bool groups, open, unrated, unbounded, unfitted;
    const VariantRatings *first;
} Told;

static Told find_told(const RatingList *self) {
    Told told = {0};
    for (size_t i = 0; i < self->count; i++) {
        const VariantRatings *variant = &self->variants[i];
        const Ratings *ratings = &variant->ratings;
        if (!variant_ratings_told(variant)) continue;
        if (told.variants++ == 0) told.first = variant;
        told.players += ratings->player_count;
        told.groups = told.groups || ratings->group_count > 1;
        told.open = told.open || variant->unfinished_pairs > 0;
        told.unfitted = told.unfitted || (ratings->pairs > 0 && !ratings->advantage.fitted);
        for (size_t j = 0; j < ratings->player_count; j++) {
            const Interval rating = ratings->players[j].rating;
            told.unrated = told.unrated || isnan(rating.value);
            told.unbounded = told.unbounded || (!isnan(rating.value) && isnan(rating.low));
        }
    }
    return told;
}

static void print_heading(const Told *told, FILE *stream) {
    char game[CELL_GAME_TEXT_SIZE];
    cell_label_game(&(CellLabel){.game = told->first->game}, game);
    fputs("\nRatings in ", stream);
    text_print_cut(stream, told->variants == 1 ? game : "each variant", 60);
    fputs("\n\n", stream);
}

static void print_legend(const Told *told, FILE *stream) {
    fputs("rating: in Elo by the model of Bradley and Terry with an advantage of the first move; "
          "the mean\n"
          "is 0. Intervals are over pairs of games. better: probability to be better than the next "
          "one below.\n"
          "first move: what it is worth in Elo; p: how often chance alone would give as much if it "
          "were 0.\n",
          stream);
    if (told->unrated)
        fputs("rating –: who finished no pair, or won or lost all, has no finite rating, at most a "
              "bound.\n",
              stream);
    if (told->unbounded) fputs("[95 %] –: a single pair of games gives no bounds.\n", stream);
    if (told->unfitted)
        fputs("first move –: no finite value agrees best with these games; ratings are without "
              "it.\n",
              stream);
    if (told->groups)
        fputs("group: who met, also by way of others; ratings of two groups cannot be compared.\n",
              stream);
    if (told->open) fputs("open: pairs with an unfinished game, which are in no rating.\n", stream);
}

static bool print_players(const RatingList *self, const Told *told, FILE *stream) {
    TextTable table;
    if (!text_table_init(&table, RATING_COLUMNS, RATING_COUNT, told->players)) return false;
    uint32_t shown = (bit(RATING_COUNT) - 1) & ~bit(RATING_GROUP) & ~bit(RATING_GAME);
    bool good = true;
    size_t row = 0;
    if (told->variants > 1) shown |= bit(RATING_GAME);
    if (told->groups) shown |= bit(RATING_GROUP);
    for (size_t i = 0; good && i < self->count; i++) {
        if (!variant_ratings_told(&self->variants[i])) continue;
        row = set_players(&table, row, &self->variants[i]);
        good = row > 0;
    }
    if (good) text_table_print(&table, stream, shown, TABLE_WIDTH);
    text_table_release(&table);
    return good;
}

static bool print_advantages(const RatingList *self, const Told *told, FILE *stream) {
    TextTable table;
    if (!text_table_init(&table, ADVANTAGE_COLUMNS, ADVANTAGE_COUNT, told->variants)) return false;
    uint32_t shown = (bit(ADVANTAGE_COUNT) - 1) & ~bit(ADVANTAGE_GAME) & ~bit(ADVANTAGE_OPEN);
    size_t row = 0;
    if (told->variants > 1) shown |= bit(ADVANTAGE_GAME);
    if (told->open) shown |= bit(ADVANTAGE_OPEN);
    for (size_t i = 0; i < self->count; i++)
        if (variant_ratings_told(&self->variants[i]))
            set_advantage(&table, row++, &self->variants[i]);
    fputc('\n', stream);
    text_table_print(&table, stream, shown, TABLE_WIDTH);
    text_table_release(&table);
    return true;
}

bool rating_list_print(const RatingList *self, FILE *stream) {
    const Told told = find_told(self);
    if (told.variants == 0) return true;
    print_heading(&told, stream);
    if (!print_players(self, &told, stream) || !print_advantages(self, &told, stream)) return false;
    print_legend(&told, stream);
    return true;
}
