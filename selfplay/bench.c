#include "selfplay/bench.h"
#include "analysis/tally.h"
#include "core/member.h"
#include "core/perft.h"
#include "core/record.h"
#include "core/text_stream.h"
#include "search/limits.h"
#include "search/player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MIDDLE_PLIES = 30, PLAYOUTS_A_ROUND = 256, SEARCHES = 4, PERFT_LEAVES = 200000 };

static const char *const NAMES[BENCH_SECTION_COUNT] = {"playouts", "perft", "mcts", "alphabeta",
                                                       "records"};
static const char MCTS_SPEC[] = "mcts:base=plain,simulations=10000",
                  TUNED_SPEC[] = "mcts:simulations=1000", ALPHABETA_SPEC[] = "alphabeta:depth=4";

const char *bench_section_name(BenchSection section) {
    return NAMES[section];
}

// The rounds of one measurement: each does the same work, the first gives the signature.
typedef struct Rounds {
    int64_t begun;
    double seconds; // to spend at least, and then spent
    int64_t count;
} Rounds;

static Rounds rounds_begin(double seconds) {
    return (Rounds){clock_now(), seconds, 0};
}

// True until the time is spent; counts the round just done.
static bool rounds_go_on(Rounds *self) {
    self->count++;
    const double spent = (double)(clock_now() - self->begun) / 1e9;
    if (spent < self->seconds) return true;
    self->seconds = spent;
    return false;
}

static Rng bench_rng(const char *spec) {
    return rng_init(seed_text(seed_init(1), spec));
}

// A position some random plies into a game.
static Position middle(const Game *game, Position position, const char *spec) {
    Rng rng = bench_rng(spec);
    for (int i = 0; i < MIDDLE_PLIES; i++) {
        Move moves[GAME_MAX_MOVES];
        const int count = game->moves(&position, moves);
        Position next = position;
        if (count == 0) break;
        game->play(&next, moves[rng_below(&rng, (uint32_t)count)]);
        if (game->outcome(&next).result != RESULT_NONE) break;
        position = next;
    }
    return position;
}

// One uniform playout of a position without a past.
static Playout play_out(const Position *from, Rng *rng, History *history, Status *status) {
    const Game *game = history->game;
    Position position = *from;
    if (!history_start(history, from, game->default_ply_limit, status))
        return (Playout){.plies = -1};
    return game->playout(&position, rng, game->default_ply_limit, history);
}

static bool measure_playouts(const Variant *variant, const Position *start, BenchEntry *entry,
                             Status *status) {
    History history;
    history_init(&history, variant->game);
    Rounds rounds = rounds_begin(entry->seconds);
    int64_t plies = 0;
    do {
        Rng rng = bench_rng(entry->game);
        Seed seed = seed_init(0);
        for (int i = 0; i < PLAYOUTS_A_ROUND; i++) {
            const Playout playout = play_out(start, &rng, &history, status);
            if (playout.plies < 0) return false;
            plies += playout.plies;
            seed = seed_number(seed, (uint64_t)playout.plies << 32 ^ (uint32_t)playout.margin);
        }
        entry->signature = seed.low;
    } while (rounds_go_on(&rounds));
    entry->has_signature = true;
    entry->plies_per_second = (double)plies / rounds.seconds;
    entry->games_per_second = (double)(rounds.count * PLAYOUTS_A_ROUND) / rounds.seconds;
    entry->seconds = rounds.seconds;
    history_release(&history);
    return true;
}

// At the first depth that has many leaves.
static bool measure_perft(const Variant *variant, const Position *start, BenchEntry *entry,
                          Status *status) {
    Line line;
    const Position position = middle(variant->game, *start, entry->game);
    line_init(&line, variant, &position);
    int depth = 1;
    bool good = perft_count(&line, depth, NULL, &entry->signature, status);
    while (good && entry->signature > 0 && entry->signature < PERFT_LEAVES)
        good = perft_count(&line, ++depth, NULL, &entry->signature, status);
    Rounds rounds = rounds_begin(entry->seconds);
    do good = good && perft_count(&line, depth, NULL, &entry->signature, status);
    while (rounds_go_on(&rounds) && good);
    line_release(&line);
    entry->has_signature = true;
    entry->leaves_per_second = (double)entry->signature * (double)rounds.count / rounds.seconds;
    entry->seconds = rounds.seconds;
    return good;
}

// Some searches from the start and, for the other half, from the middle of a game.
static bool search_round(Player *player, const Variant *variant, const Position *start,
                         BenchEntry *entry, uint64_t *work, Status *status) {
    Rng rng = bench_rng(entry->game);
    Seed seed = seed_init(0);
    bool good = true;
    const Position later = middle(variant->game, *start, entry->game);
    for (int i = 0; good && i < SEARCHES; i++) {
        Line line;
        Decision decision;
        line_init(&line, variant, i % 2 ? &later : start);
        player->begin(player);
        good = player->choose(player, &line, &rng, NULL, &decision, status);
        line_release(&line);
        if (!good) break;
        seed = seed_number(seed_number(seed, decision.work), decision.move);
        *work += decision.work;
    }
    entry->signature = seed.low;
    return good;
}

// What a tree search over uniform playouts can reach at best: playouts without a tree.
static bool rate_playouts(const Variant *variant, const Position *start, BenchEntry *entry,
                          Status *status) {
    bool good = true;
    History history;
    history_init(&history, variant->game);
    const Position later = middle(variant->game, *start, entry->game);
    Rng rng = bench_rng(entry->game);
    Rounds rounds = rounds_begin(entry->seconds);
    do
        for (int i = 0; good && i < PLAYOUTS_A_ROUND; i++)
            good = play_out(i % 2 ? &later : start, &rng, &history, status).plies >= 0;
    while (rounds_go_on(&rounds) && good);
    history_release(&history);
    entry->playouts_per_second = (double)(rounds.count * PLAYOUTS_A_ROUND) / rounds.seconds;
    return good;
}

static bool measure_search(const Variant *variant, const Position *start, BenchEntry *entry,
                           double *rate, Status *status) {
    PlayerSpec spec;
    if (!player_parse(&spec, entry->player, status)) return false;
    Player *player = player_create(&spec, variant, status);
    if (!player) return false;
    Rounds rounds = rounds_begin(entry->seconds);
    uint64_t work = 0;
    bool good = true;
    do good = search_round(player, variant, start, entry, &work, status);
    while (rounds_go_on(&rounds) && good);
    player->release(player);
    entry->has_signature = true;
    *rate = (double)work / rounds.seconds;
    entry->seconds = rounds.seconds;
    return good;
}

// Takes another player's searches into the signature, without measuring them.
static bool sign(const char *spec, const Variant *variant, const Position *start, BenchEntry *entry,
                 Status *status) {
    PlayerSpec parsed;
    Player *player;
    BenchEntry other = *entry;
    uint64_t work = 0;
    if (!player_parse(&parsed, spec, status) || !(player = player_create(&parsed, variant, status)))
        return false;
    const bool good = search_round(player, variant, start, &other, &work, status);
    player->release(player);
    entry->signature = seed_number(seed_init(entry->signature), other.signature).low;
    return good;
}

// The moves of one random game as a record has them; the caller frees them.
static char *random_game(const Variant *variant, const Position *start, const char *spec, Rng *rng,
                         Record *record) {
    Status status;
    Line line;
    Move moves[GAME_MAX_MOVES];
    line_init(&line, variant, start);
    for (int count;
         line.count < variant->game->default_ply_limit && (count = line_moves(&line, moves)) > 0;)
        if (!line_play(&line, moves[rng_below(rng, (uint32_t)count)], &status)) break;
    char *text = line_text(&line, &status);
    const Outcome outcome = line_outcome(&line);
    *record = (Record){.pair = -1,
                       .game = spec,
                       .first = "random",
                       .second = "random",
                       .moves = text,
                       .plies = line.count,
                       .result = outcome.result,
                       .end = outcome.end,
                       .has_score = variant->game->has_score};
    if (record->has_score) record->score = variant->game->score(&line.position);
    line_release(&line);
    return text;
}

// Different games, as many as a member has: zlib and the table of hashes are quick with repeats.
typedef struct RandomGames {
    char *moves[MEMBER_GAMES];
    Record records[MEMBER_GAMES];
    int64_t plies; // of all
} RandomGames;

static bool random_games_init(RandomGames *self, const Variant *variant, const Position *start,
                              const char *spec) {
    const Seed seed = seed_text(seed_init(1), spec);
    memset(self, 0, sizeof *self);
    for (int i = 0; i < MEMBER_GAMES; i++) {
        Rng rng = rng_init(seed_number(seed, (uint64_t)i));
        self->moves[i] = random_game(variant, start, spec, &rng, &self->records[i]);
        if (!self->moves[i]) return false;
        self->plies += self->records[i].plies;
    }
    return true;
}

static void random_games_release(RandomGames *self) {
    for (int i = 0; i < MEMBER_GAMES; i++) free(self->moves[i]);
}

// Everything beside the playing that a game costs, but for the disk. The number goes into the hash,
// so that games of a later round are new to the tally.
static bool record_round(const Record *record, Tally *tally, MemberText *member, int64_t number) {
    TextStream text;
    Status status;
    if (!text_stream_open(&text, &status)) return false;
    record_write(record, text.stream);
    bool good = text_stream_close(&text, &status) && member_add(member, text.text, text.size);
    const uint64_t hash = record_hash(NULL, record->moves);
    const GameFacts facts = {.number = number,
                             .result = record->result,
                             .end = record->end,
                             .plies = record->plies,
                             .hash = seed_number(seed_init(hash), (uint64_t)number).low};
    good = good && tally_add(tally, &facts);
    free(text.text);
    return good;
}

// Until the time is spent; false when memory is short.
static bool measure_members(RandomGames *games, BenchEntry *entry) {
    Tally tally;
    MemberText member = {0};
    size_t size = 0;
    bool good = true;
    tally_init(&tally, false);
    Rounds rounds = rounds_begin(entry->seconds);
    do {
        for (int i = 0; good && i < MEMBER_GAMES; i++) {
            games->records[i].id = rounds.count * MEMBER_GAMES + i;
            good = record_round(&games->records[i], &tally, &member, games->records[i].id);
        }
        unsigned char *bytes = good ? member_compress(&member, 1, &size) : NULL;
        good = bytes != NULL;
        free(bytes);
        member_clear(&member);
    } while (rounds_go_on(&rounds) && good);
    entry->games_per_second = (double)(rounds.count * MEMBER_GAMES) / rounds.seconds;
    entry->plies_per_second = entry->games_per_second * (double)games->plies / MEMBER_GAMES;
    entry->bytes_per_game = (double)size / MEMBER_GAMES;
    entry->seconds = rounds.seconds;
    member_release(&member);
    tally_release(&tally);
    return good;
}

static bool measure_records(const Variant *variant, const Position *start, BenchEntry *entry,
                            Status *status) {
    RandomGames *games = malloc(sizeof *games);
    const bool good = games && random_games_init(games, variant, start, entry->game) &&
                      measure_members(games, entry);
    if (games) random_games_release(games);
    free(games);
    return good || status_fail(status, EXIT_RESOURCE, "out of memory");
}

bool bench_measure(BenchSection section, const char *spec, double seconds, BenchEntry *entry,
                   Status *status) {
    Variant variant;
    Position start;
    *entry = (BenchEntry){.seconds = seconds,
                          .plies_per_second = NAN,
                          .games_per_second = NAN,
                          .leaves_per_second = NAN,
                          .simulations_per_second = NAN,
                          .nodes_per_second = NAN,
                          .playouts_per_second = NAN,
                          .bytes_per_game = NAN};
    if (!variant_parse(&variant, spec, status) || !variant_position(&variant, &start, NULL, status))
        return false;
    variant_format(&variant, entry->game);
    switch (section) {
    case BENCH_PLAYOUTS:
        return measure_playouts(&variant, &start, entry, status);
    case BENCH_PERFT:
        return measure_perft(&variant, &start, entry, status);
    case BENCH_MCTS:
        entry->player = MCTS_SPEC;
        return rate_playouts(&variant, &start, entry, status) &&
               measure_search(&variant, &start, entry, &entry->simulations_per_second, status) &&
               sign(TUNED_SPEC, &variant, &start, entry, status);
    case BENCH_ALPHABETA:
        entry->player = ALPHABETA_SPEC;
        return measure_search(&variant, &start, entry, &entry->nodes_per_second, status);
    case BENCH_RECORDS:
        return measure_records(&variant, &start, entry, status);
    default:
        return status_fail(status, EXIT_INPUT, "unknown section");
    }
}
