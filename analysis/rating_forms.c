#include "analysis/rating_forms.h"

#include "analysis/csv.h"
#include "analysis/latex.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static void csv_number(FILE *stream, double value) {
    char text[32];
    putc(',', stream);
    if (!isnan(value)) fputs(format_number(value, text), stream);
}

static void csv_interval(FILE *stream, Interval interval) {
    csv_number(stream, interval.value);
    csv_number(stream, interval.low);
    csv_number(stream, interval.high);
}

void rating_csv_head(FILE *stream) {
    fputs("experiment,game,player,group,games,score,rating,rating_low,rating_high,rating_se,"
          "first_move,first_move_low,first_move_high,first_move_se,first_move_p,pairs,"
          "unfinished_pairs\n",
          stream);
}

static void csv_row(const VariantRatings *variant, size_t index, const char *experiment,
                    FILE *stream) {
    const PlayerRating *player = &variant->ratings.players[index];
    const Advantage *advantage = &variant->ratings.advantage;
    csv_text(stream, experiment);
    putc(',', stream);
    csv_text(stream, variant->game);
    putc(',', stream);
    csv_text(stream, variant->names[index]);
    fprintf(stream, ",%" PRId32 ",%" PRId64, player->place.group + 1, player->games);
    csv_number(stream, player->score);
    csv_interval(stream, player->rating);
    csv_number(stream, player->error);
    csv_interval(stream, advantage->value);
    csv_number(stream, advantage->error);
    csv_number(stream, advantage->p);
    fprintf(stream, ",%" PRId64 ",%" PRId64 "\n", variant->ratings.pairs,
            variant->unfinished_pairs);
}

bool rating_csv_rows(const RatingList *self, const char *experiment, FILE *stream) {
    for (size_t i = 0; i < self->count; i++) {
        const VariantRatings *variant = &self->variants[i];
        size_t *order = variant_ratings_order(variant);
        if (!order) return false;
        for (size_t j = 0; j < variant->ratings.player_count; j++)
            csv_row(variant, order[j], experiment, stream);
        free(order);
    }
    return true;
}

static void latex_row(const VariantRatings *variant, size_t index, FILE *stream) {
    const PlayerRating *player = &variant->ratings.players[index];
    char game[CELL_GAME_TEXT_SIZE];
    cell_label_game(&(CellLabel){.game = variant->game}, game);
    latex_text(stream, game);
    fputs(" & ", stream);
    latex_text(stream, variant->names[index]);
    latex_interval(stream, player->rating, 1, 0);
    fprintf(stream, " & %" PRId64 " & ", player->games);
    latex_number(stream, 100 * player->score, 1);
    fputs(" \\\\\n", stream);
}

bool rating_latex(const RatingList *self, FILE *stream) {
    fputs("% needs \\usepackage{booktabs}\n"
          "\\begin{tabular}{llrlrr}\n\\toprule\n"
          "Variant & Player & Elo & [95 \\%] & Games & Score \\% \\\\\n\\midrule\n",
          stream);
    for (size_t i = 0; i < self->count; i++) {
        const VariantRatings *variant = &self->variants[i];
        size_t *order = variant_ratings_order(variant);
        if (!order) return false;
        for (size_t j = 0; j < variant->ratings.player_count; j++)
            latex_row(variant, order[j], stream);
        free(order);
    }
    fputs("\\bottomrule\n\\end{tabular}\n", stream);
    return true;
}
