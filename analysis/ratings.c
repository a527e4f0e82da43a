#include "analysis/ratings.h"

#include "analysis/elo.h"
#include "analysis/matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Estimates are in units of the natural log-odds, of which one is so many Elo.
#define ELO_OF_UNIT (400 / M_LN10)

// Steps of Newton's method that are taken unseen, and that end it.
#define SHORT 1e-5
#define SHORTEST 1e-11

// At an advantage of FAR units all but one in 10^8 games are won by who moves first.
enum { MOST_STEPS = 100, MOST_HALVINGS = 40, FAR = 20, BISECTIONS = 200 };

// The parameters of a fit: a value for each rated player, then the advantage.
typedef struct Fit {
    const RatingMatch *matches;
    size_t match_count;
    const int32_t *slots; // by player: the index of the parameter; −1 for who is not rated
    size_t rated;
    size_t n;                   // rated + 1
    const int32_t *groups;      // by slot
    const double *group_shares; // by slot: 1/the rated players of the group
    bool free;                  // the advantage is estimated too, else it stays what it is
    double *values, *trial, *gradient, *step;
    double *information; // the matrix, or its inverse
    double log_likelihood;
} Fit;

// A match of the fit at some parameters.
typedef struct MatchFit {
    size_t slots[2];
    MatchSums sums;
    double expected[2]; // the score of players[g] when moving first
} MatchFit;

static double logistic(double x) {
    return 1 / (1 + exp(-x));
}

// ln(logistic(x)).
static double log_logistic(double x) {
    return x > 0 ? -log1p(exp(-x)) : x - log1p(exp(x));
}

static bool match_fit(const Fit *self, size_t index, const double values[], MatchFit *fit) {
    const RatingMatch *match = &self->matches[index];
    const int32_t zero = self->slots[match->players[0]], one = self->slots[match->players[1]];
    if (zero < 0 || one < 0) return false;
    *fit = (MatchFit){.slots = {(size_t)zero, (size_t)one}, .sums = match_sums(match)};
    const double difference = values[zero] - values[one], advantage = values[self->rated];
    fit->expected[0] = logistic(advantage + difference);
    fit->expected[1] = logistic(advantage - difference);
    return true;
}

static double log_likelihood(const Fit *self, const double values[]) {
    double sum = 0;
    MatchFit fit;
    for (size_t i = 0; i < self->match_count; i++) {
        if (!match_fit(self, i, values, &fit)) continue;
        const double difference = values[fit.slots[0]] - values[fit.slots[1]];
        for (int game = 0; game < 2; game++) {
            const double x = values[self->rated] + (game == 0 ? difference : -difference);
            const double won = (double)fit.sums.half_points[game] / 2;
            sum += won * log_logistic(x) + ((double)fit.sums.pairs - won) * log_logistic(-x);
        }
    }
    return sum;
}

static void add_entry(Fit *self, size_t row, size_t column, double amount) {
    self->information[row * self->n + column] += amount;
    if (row != column) self->information[column * self->n + row] += amount;
}

static void add_match(Fit *self, const MatchFit *fit) {
    const size_t zero = fit->slots[0], one = fit->slots[1], advantage = self->rated;
    const double pairs = (double)fit->sums.pairs;
    double beyond[2], weight[2];
    for (int game = 0; game < 2; game++) {
        beyond[game] = (double)fit->sums.half_points[game] / 2 - pairs * fit->expected[game];
        weight[game] = pairs * fit->expected[game] * (1 - fit->expected[game]);
    }
    self->gradient[zero] += beyond[0] - beyond[1];
    self->gradient[one] -= beyond[0] - beyond[1];
    add_entry(self, zero, zero, weight[0] + weight[1]);
    add_entry(self, one, one, weight[0] + weight[1]);
    add_entry(self, zero, one, -weight[0] - weight[1]);
    if (!self->free) return;
    self->gradient[advantage] += beyond[0] + beyond[1];
    add_entry(self, advantage, advantage, weight[0] + weight[1]);
    add_entry(self, zero, advantage, weight[0] - weight[1]);
    add_entry(self, one, advantage, weight[1] - weight[0]);
}

// The sum of a group's ratings has no information; so much is added that it can be inverted, and
// sign −1 takes it away from the inverse.
static void add_sums(Fit *self, double sign) {
    for (size_t row = 0; row < self->rated; row++)
        for (size_t column = 0; column < self->rated; column++)
            if (self->groups[row] == self->groups[column])
                self->information[row * self->n + column] += sign * self->group_shares[row];
}

// The gradient and the inverse information at the values.
static bool find_slopes(Fit *self) {
    MatchFit fit;
    memset(self->gradient, 0, self->n * sizeof *self->gradient);
    memset(self->information, 0, self->n * self->n * sizeof *self->information);
    for (size_t i = 0; i < self->match_count; i++)
        if (match_fit(self, i, self->values, &fit)) add_match(self, &fit);
    if (!self->free) self->information[self->n * self->n - 1] = 1;
    add_sums(self, 1);
    return matrix_invert(self->information, self->n);
}

// Goes along the step, or half of it, and so on, as far as the likelihood grows.
static bool go(Fit *self) {
    double share = 1;
    for (int i = 0; i < MOST_HALVINGS; i++, share /= 2) {
        for (size_t k = 0; k < self->n; k++)
            self->trial[k] = self->values[k] + share * self->step[k];
        const double likelihood = log_likelihood(self, self->trial);
        if (!(likelihood > self->log_likelihood)) continue;
        self->log_likelihood = likelihood;
        memcpy(self->values, self->trial, self->n * sizeof *self->values);
        return true;
    }
    return false;
}

// The step of Newton's method; returns the largest part of it.
static double find_step(Fit *self) {
    double largest = 0;
    for (size_t row = 0; row < self->n; row++) {
        self->step[row] = 0;
        for (size_t k = 0; k < self->n; k++)
            self->step[row] += self->information[row * self->n + k] * self->gradient[k];
        largest = fmax(largest, fabs(self->step[row]));
    }
    return largest;
}

// Takes a step that is too short for the likelihood to tell whether it grows.
static void go_the_last_way(Fit *self) {
    for (size_t i = 0; i < self->n; i++) self->values[i] += self->step[i];
    self->log_likelihood = log_likelihood(self, self->values);
}

// Newton's method from the advantage given and equal players on. The likelihood is concave, and
// has its maximum between linked players.
static void maximize(Fit *self, double advantage) {
    memset(self->values, 0, self->n * sizeof *self->values);
    self->values[self->rated] = advantage;
    self->log_likelihood = log_likelihood(self, self->values);
    for (int i = 0; i < MOST_STEPS && find_slopes(self); i++) {
        const double length = find_step(self);
        if (length < SHORT)
            go_the_last_way(self);
        else if (!go(self))
            break;
        if (length < SHORTEST) break;
    }
}

// ---- Errors ----

// Adds the outer product of what one pair adds to the gradient, times its number.
static void add_outer(double *matrix, size_t n, const size_t slots[3], const double parts[3],
                      double times) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) matrix[slots[i] * n + slots[j]] += times * parts[i] * parts[j];
}

// The pairs of a match if all ended in the same way, else 0.
static int64_t uniform_pairs(const RatingMatch *match, int64_t pairs) {
    for (int row = 0; row < VERDICT_COUNT; row++)
        for (int column = 0; column < VERDICT_COUNT; column++)
            if (match->pairs[row][column] == pairs) return pairs;
    return 0;
}

// What such pairs vary by cannot be seen in them. As in the published interval of a score it counts
// as if the two games of a pair always ended alike: as twice their information.
static void add_uniform(const Fit *self, const MatchFit *fit, double *matrix) {
    const size_t slots[3] = {fit->slots[0], fit->slots[1], self->rated};
    for (int game = 0; game < 2; game++) {
        const double parts[3] = {game == 0 ? 1 : -1, game == 0 ? -1 : 1, self->free ? 1 : 0};
        const double variance = fit->expected[game] * (1 - fit->expected[game]);
        add_outer(matrix, self->n, slots, parts, 2 * (double)fit->sums.pairs * variance);
    }
}

static void add_pairs(const Fit *self, const RatingMatch *match, const MatchFit *fit,
                      double *matrix) {
    const size_t slots[3] = {fit->slots[0], fit->slots[1], self->rated};
    for (int row = 0; row < VERDICT_COUNT; row++)
        for (int column = 0; column < VERDICT_COUNT; column++) {
            const double zero = (VERDICT_LOSS - row) / 2.0 - fit->expected[0],
                         one = column / 2.0 - fit->expected[1];
            const double parts[3] = {zero - one, one - zero, self->free ? zero + one : 0};
            add_outer(matrix, self->n, slots, parts, (double)match->pairs[row][column]);
        }
}

// The covariance of the parameters clustered by pairs. `room` has space for two matrices and a
// row, and the first of them is the result.
static void find_covariance(const Fit *self, double *room) {
    double *matrix = room + self->n * self->n;
    MatchFit fit;
    memset(matrix, 0, self->n * self->n * sizeof *matrix);
    for (size_t i = 0; i < self->match_count; i++)
        if (!match_fit(self, i, self->values, &fit))
            continue;
        else if (uniform_pairs(&self->matches[i], fit.sums.pairs) > 0)
            add_uniform(self, &fit, matrix);
        else
            add_pairs(self, &self->matches[i], &fit, matrix);
    matrix_sandwich(self->information, matrix, room, matrix + self->n * self->n, self->n);
}

// The error of a variance; NaN where it is none but for rounding.
static double error_of(double variance) {
    return variance > 1e-20 ? sqrt(variance) : NAN;
}

// In Elo; what is zero but for rounding is zero.
static double elo_of(double value) {
    return fabs(value) < 1e-11 ? 0.0 : value * ELO_OF_UNIT;
}

static Interval estimate(double value, double error, int64_t units) {
    const double reach = units < 2 ? NAN : student_quantile(units - 1) * error;
    return (Interval){elo_of(value), elo_of(value - reach), elo_of(value + reach)};
}

// The pairs of each player with rated ones, and of all.
static int64_t count_pairs(const Fit *self, int64_t pairs[]) {
    int64_t all = 0;
    MatchFit fit;
    for (size_t i = 0; i < self->match_count; i++) {
        if (!match_fit(self, i, self->values, &fit)) continue;
        pairs[fit.slots[0]] += fit.sums.pairs;
        pairs[fit.slots[1]] += fit.sums.pairs;
        all += fit.sums.pairs;
    }
    return all;
}

static void take_ratings(Ratings *self, const Fit *fit, const double *covariance,
                         const int64_t pairs[]) {
    for (size_t i = 0; i < self->player_count; i++) {
        if (fit->slots[i] < 0) continue;
        const size_t slot = (size_t)fit->slots[i];
        const double error = error_of(covariance[slot * fit->n + slot]);
        PlayerRating *player = &self->players[i];
        player->rating = estimate(fit->values[slot], error, pairs[slot]);
        player->error = error * ELO_OF_UNIT;
        player->model_error = error_of(fit->information[slot * fit->n + slot]) * ELO_OF_UNIT;
    }
}

static double superiority(const Fit *fit, const double *covariance, size_t one, size_t other) {
    const size_t n = fit->n;
    if (fit->groups[one] != fit->groups[other]) return NAN;
    const double error = error_of(covariance[one * n + one] + covariance[other * n + other] -
                                  2 * covariance[one * n + other]);
    return erfc((fit->values[other] - fit->values[one]) / error * M_SQRT1_2) / 2;
}

static void take_superiority(Ratings *self, const Fit *fit, const double *covariance) {
    for (size_t i = 0; i < self->player_count; i++)
        for (size_t j = 0; j < self->player_count; j++) {
            if (i == j || fit->slots[i] < 0 || fit->slots[j] < 0) continue;
            self->superiority[i * self->player_count + j] =
                superiority(fit, covariance, (size_t)fit->slots[i], (size_t)fit->slots[j]);
        }
}

static void take_advantage(Ratings *self, const Fit *fit, const double *covariance) {
    const size_t last = fit->n * fit->n - 1;
    if (!fit->free) return;
    const double error = error_of(covariance[last]);
    self->advantage.value = estimate(fit->values[fit->rated], error, self->pairs);
    self->advantage.error = error * ELO_OF_UNIT;
    self->advantage.model_error = error_of(fit->information[last]) * ELO_OF_UNIT;
    self->advantage.fitted = true;
}

// ---- What has no finite estimate ----

// The bound of an advantage that all games speak for, or all against: the Elo of the bound of the
// first player's score, which is 1 or 0.
static void bound_advantage(Ratings *self, const Fit *fit) {
    int64_t points = 0;
    MatchFit match;
    for (size_t i = 0; i < fit->match_count; i++)
        if (match_fit(fit, i, fit->values, &match))
            points += match.sums.half_points[0] + match.sums.half_points[1];
    if (points != 0 && points != 4 * self->pairs) return;
    const Interval score = interval_of_mean(points != 0, 0, self->pairs);
    self->advantage.value = elo_of_interval(score);
}

// Twice the difference of the log-likelihoods with and without an advantage. One beyond bounds is
// put far away.
static void test_advantage(Ratings *self, Fit *fit, bool finite, int sign) {
    fit->free = false;
    maximize(fit, 0);
    const double without = fit->log_likelihood;
    fit->free = finite;
    maximize(fit, finite ? 0 : sign * FAR);
    self->advantage.ratio = fmax(0, 2 * (fit->log_likelihood - without));
    self->advantage.p = erfc(sqrt(self->advantage.ratio / 2));
    if (finite) return;
    maximize(fit, 0);
    bound_advantage(self, fit);
}

// The pairs of a player who is not rated with rated players, and the points in them that a rating
// would lead to on average.
static double points_at(const Fit *fit, size_t player, double value, int64_t *pairs,
                        int64_t *half_points) {
    double points = 0;
    *pairs = *half_points = 0;
    for (size_t i = 0; i < fit->match_count; i++) {
        const RatingMatch *match = &fit->matches[i];
        const int seat = match->players[0] != (int32_t)player;
        const int32_t other = fit->slots[match->players[1 - seat]];
        if (match->players[seat] != (int32_t)player || other < 0) continue;
        const MatchSums sums = match_sums(match);
        const double difference = value - fit->values[other], advantage = fit->values[fit->rated];
        *pairs += sums.pairs;
        *half_points += sums.half_points[seat] + 2 * sums.pairs - sums.half_points[1 - seat];
        points += (double)sums.pairs *
                  (logistic(difference + advantage) + logistic(difference - advantage));
    }
    return points;
}

// The value at which a player would have so many points.
static double value_of_points(const Fit *fit, size_t player, double points) {
    int64_t pairs, half_points;
    double low = -1000, high = 1000;
    for (int i = 0; i < BISECTIONS; i++) {
        const double middle = (low + high) / 2;
        if (points_at(fit, player, middle, &pairs, &half_points) < points)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

static void bound_rating(Ratings *self, const Fit *fit, size_t player) {
    int64_t pairs, half_points;
    points_at(fit, player, 0, &pairs, &half_points);
    if (pairs < 2 || (half_points != 0 && half_points != 4 * pairs)) return;
    const bool won = half_points != 0;
    const Interval score = interval_of_mean(won, 0, pairs);
    const double bound = won ? score.low : score.high;
    const double value = value_of_points(fit, player, 2 * (double)pairs * bound);
    Interval *rating = &self->players[player].rating;
    *(won ? &rating->low : &rating->high) = elo_of(value);
}

// ---- The whole ----

// Leaves all as it is where nobody is rated.
static void estimate_all(Ratings *self, Fit *fit, bool finite, int sign, double *room,
                         int64_t pairs[]) {
    if (fit->rated == 0) return;
    self->pairs = count_pairs(fit, pairs);
    test_advantage(self, fit, finite, sign);
    if (!find_slopes(fit)) return;
    add_sums(fit, -1);
    find_covariance(fit, room);
    take_ratings(self, fit, room, pairs);
    take_superiority(self, fit, room);
    take_advantage(self, fit, room);
    for (size_t i = 0; i < self->player_count; i++)
        if (fit->slots[i] < 0) bound_rating(self, fit, i);
}

static bool fit_all(Ratings *self, Fit *fit, bool finite, int sign) {
    const size_t n = fit->n;
    double *room = malloc((3 * n * n + 5 * n) * sizeof *room);
    int64_t *pairs = calloc(n, sizeof *pairs);
    const bool good = room && pairs;
    if (good) {
        fit->information = room;
        fit->values = room + 3 * n * n + n;
        fit->trial = fit->values + n;
        fit->gradient = fit->trial + n;
        fit->step = fit->gradient + n;
        estimate_all(self, fit, finite, sign, room + n * n, pairs);
    }
    free(room);
    free(pairs);
    return good;
}

// Numbers the rated players and lists their groups.
static void assign_slots(const Ratings *self, int32_t slots[], int32_t groups[], double shares[],
                         Fit *fit) {
    fit->rated = 0;
    for (size_t i = 0; i < self->player_count; i++) {
        const Encounter *place = &self->players[i].place;
        slots[i] = place->linked ? (int32_t)fit->rated : -1;
        if (place->linked) groups[fit->rated++] = place->group;
    }
    for (size_t i = 0; i < fit->rated; i++) {
        size_t same = 0;
        for (size_t j = 0; j < fit->rated; j++) same += groups[i] == groups[j];
        shares[i] = 1 / (double)same;
    }
    fit->n = fit->rated + 1;
}

static bool fit_places(Ratings *self, const RatingMatch matches[], size_t match_count, bool finite,
                       int sign) {
    int32_t *slots = malloc((2 * self->player_count + 1) * sizeof *slots);
    double *shares = malloc((self->player_count + 1) * sizeof *shares);
    Fit fit = {.matches = matches, .match_count = match_count, .slots = slots};
    bool good = slots && shares;
    if (good) {
        fit.groups = slots + self->player_count;
        fit.group_shares = shares;
        assign_slots(self, slots, slots + self->player_count, shares, &fit);
        good = fit_all(self, &fit, finite, sign);
    }
    free(slots);
    free(shares);
    return good;
}

static void count_scores(Ratings *self, const RatingMatch matches[], size_t match_count) {
    for (size_t i = 0; i < match_count; i++) {
        const MatchSums sums = match_sums(&matches[i]);
        for (int seat = 0; seat < 2; seat++) {
            PlayerRating *player = &self->players[matches[i].players[seat]];
            player->games += 2 * sums.pairs;
            player->score +=
                (double)(sums.half_points[seat] + 2 * sums.pairs - sums.half_points[1 - seat]) / 2;
        }
    }
    for (size_t i = 0; i < self->player_count; i++)
        self->players[i].score /= (double)self->players[i].games; // NaN where there are none
}

static void clear(Ratings *self, const Encounter places[]) {
    const Interval none = interval_none();
    for (size_t i = 0; i < self->player_count; i++) {
        self->players[i] =
            (PlayerRating){.place = places[i], .rating = none, .error = NAN, .model_error = NAN};
        if (places[i].group >= self->group_count) self->group_count = places[i].group + 1;
    }
    for (size_t i = 0; i < self->player_count * self->player_count; i++) self->superiority[i] = NAN;
    self->advantage =
        (Advantage){.value = none, .error = NAN, .model_error = NAN, .ratio = NAN, .p = NAN};
}

bool ratings_init(Ratings *self, const RatingMatch matches[], size_t match_count,
                  size_t player_count) {
    bool finite;
    int sign;
    *self = (Ratings){.player_count = player_count,
                      .players = calloc(player_count + 1, sizeof *self->players),
                      .superiority =
                          calloc(player_count * player_count + 1, sizeof *self->superiority)};
    Encounter *places = calloc(player_count + 1, sizeof *places);
    bool good = self->players && self->superiority && places &&
                encounters_find(matches, match_count, player_count, places) &&
                encounters_advantage(matches, match_count, player_count, places, &finite, &sign);
    if (good) {
        clear(self, places);
        count_scores(self, matches, match_count);
        good = fit_places(self, matches, match_count, finite, sign);
    }
    free(places);
    return good;
}

void ratings_release(Ratings *self) {
    free(self->players);
    free(self->superiority);
}
