#include "analysis/encounters.h"

#include <stdlib.h>
#include <string.h>

MatchSums match_sums(const RatingMatch *match) {
    MatchSums sums = {0};
    for (int row = 0; row < VERDICT_COUNT; row++)
        for (int column = 0; column < VERDICT_COUNT; column++) {
            const int64_t pairs = match->pairs[row][column];
            sums.pairs += pairs;
            sums.half_points[0] += pairs * (VERDICT_LOSS - row);
            sums.half_points[1] += pairs * column;
        }
    return sums;
}

// reaches[i·n + j]: i took points from j, or from one who did, and so on; symmetric where it is of
// those who met.
typedef struct Relation {
    size_t n;
    unsigned char *reaches;
} Relation;

static bool relation_init(Relation *self, size_t n) {
    *self = (Relation){n, calloc(n * n + 1, 1)};
    for (size_t i = 0; self->reaches && i < n; i++) self->reaches[i * n + i] = 1;
    return self->reaches;
}

static bool reaches(const Relation *self, size_t from, size_t to) {
    return self->reaches[from * self->n + to];
}

// Warshall's algorithm.
static void relation_close(Relation *self) {
    for (size_t through = 0; through < self->n; through++)
        for (size_t from = 0; from < self->n; from++) {
            if (!reaches(self, from, through)) continue;
            for (size_t to = 0; to < self->n; to++)
                self->reaches[from * self->n + to] |= self->reaches[through * self->n + to];
        }
}

static void relate(Relation *met, Relation *beat, const RatingMatch *match) {
    const size_t n = met->n, zero = (size_t)match->players[0], one = (size_t)match->players[1];
    const MatchSums sums = match_sums(match);
    if (sums.pairs == 0) return;
    // Of 4 half points a pair, those that player 0 has.
    const int64_t points = sums.half_points[0] + 2 * sums.pairs - sums.half_points[1];
    met->reaches[zero * n + one] = met->reaches[one * n + zero] = 1;
    if (points > 0) beat->reaches[zero * n + one] = 1;
    if (points < 4 * sums.pairs) beat->reaches[one * n + zero] = 1;
}

static void number_groups(const Relation *met, Encounter encounters[]) {
    int32_t groups = 0;
    for (size_t i = 0; i < met->n; i++) {
        size_t first = 0;
        while (!reaches(met, i, first)) first++;
        encounters[i] = (Encounter){.group = first == i ? groups++ : encounters[first].group};
    }
}

static bool are_tied(const Relation *beat, size_t one, size_t other) {
    return reaches(beat, one, other) && reaches(beat, other, one);
}

static size_t tied_with(const Relation *beat, size_t player) {
    size_t count = 0;
    for (size_t i = 0; i < beat->n; i++) count += are_tied(beat, player, i);
    return count;
}

// The first player of the largest tied set of a group; n if no two are tied.
static size_t best_tied(const Relation *beat, const Encounter encounters[], int32_t group) {
    size_t best = beat->n, most = 1;
    for (size_t i = 0; i < beat->n; i++) {
        if (encounters[i].group != group) continue;
        const size_t count = tied_with(beat, i);
        if (count > most) best = i, most = count;
    }
    return best;
}

static void link_groups(const Relation *beat, Encounter encounters[]) {
    int32_t group = 0;
    for (size_t i = 0; i < beat->n; i++) {
        if (encounters[i].group != group) continue; // its group was seen to
        const size_t best = best_tied(beat, encounters, group++);
        for (size_t j = 0; best < beat->n && j < beat->n; j++)
            encounters[j].linked = encounters[j].linked || are_tied(beat, best, j);
    }
}

bool encounters_find(const RatingMatch matches[], size_t match_count, size_t player_count,
                     Encounter encounters[]) {
    Relation met = {0}, beat = {0};
    const bool good = relation_init(&met, player_count) && relation_init(&beat, player_count);
    if (good) {
        for (size_t i = 0; i < match_count; i++) relate(&met, &beat, &matches[i]);
        relation_close(&met);
        relation_close(&beat);
        number_groups(&met, encounters);
        link_groups(&beat, encounters);
    }
    free(met.reaches);
    free(beat.reaches);
    return good;
}

// Raises level[better] to level[worse] + step, and tells whether it was lower.
static bool raise_level(int64_t level[], int32_t better, int32_t worse, int step) {
    if (level[better] >= level[worse] + step) return false;
    level[better] = level[worse] + step;
    return true;
}

// Points in a game say that the difference and the advantage together are not against them: who
// took some moving second is better by the advantage at least, who took some moving first is
// worse by that at most.
static bool raise_levels(const RatingMatch *match, int advantage, int64_t level[]) {
    const MatchSums sums = match_sums(match);
    bool raised = false;
    for (int game = 0; game < 2; game++) {
        const int32_t first = match->players[game], second = match->players[1 - game];
        if (sums.half_points[game] > 0) raised |= raise_level(level, first, second, -advantage);
        if (sums.half_points[game] < 2 * sums.pairs)
            raised |= raise_level(level, second, first, advantage);
    }
    return raised;
}

static bool is_fitted(const RatingMatch *match, const Encounter encounters[]) {
    return encounters[match->players[0]].linked && encounters[match->players[1]].linked;
}

// Whether there are levels of the players with which an advantage of ±1 contradicts no game, so
// that any multiple of both does not either (Bellman and Ford's longest paths).
static bool is_unbounded(const RatingMatch matches[], size_t match_count, size_t player_count,
                         const Encounter encounters[], int advantage, int64_t level[]) {
    bool raised = true;
    memset(level, 0, player_count * sizeof *level);
    for (size_t round = 0; raised && round <= player_count; round++) {
        raised = false;
        for (size_t i = 0; i < match_count; i++)
            if (is_fitted(&matches[i], encounters))
                raised |= raise_levels(&matches[i], advantage, level);
    }
    return !raised;
}

bool encounters_advantage(const RatingMatch matches[], size_t match_count, size_t player_count,
                          const Encounter encounters[], bool *finite, int *sign) {
    int64_t *level = malloc((player_count + 1) * sizeof *level);
    if (!level) return false;
    const bool up = is_unbounded(matches, match_count, player_count, encounters, 1, level),
               down = is_unbounded(matches, match_count, player_count, encounters, -1, level);
    *finite = !up && !down;
    *sign = up - down;
    free(level);
    return true;
}
