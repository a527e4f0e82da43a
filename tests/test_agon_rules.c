// Proof that the fast Agon obeys the rules: it must agree with the plain implementation ply by ply,
// with fixtures computed elsewhere, and with the values that are known.
//
// Environment: see tests/twin.h.
#include "core/perft.h"
#include "tests/twin.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    DEFAULT_GAMES = 1500,
    MISSPELT_POSITIONS = 400,
    FORMS_OF_ONE = 100,
    SLOW_CHECKS_EVERY = 7, // plies
    CENTRE = 6,            // row and diagonal of the throne
    OUTER_RING = 5,
    AXES = 3,
    PIECES = PLAIN_AGON_GUARDS + 1, // of each side
    MANY_PLIES = 100,               // most games are stopped after so many
    PERFT_PLIES = 1500,             // leaves that are counted in the middle of a game
};

static const char start_text[] = "Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l";

// ---- The plain Agon as a twin's

static void agon_init(Plain *self) {
    plain_agon_init(&self->agon);
}

static void agon_copy(Plain *self, const Plain *from) {
    plain_agon_copy(&self->agon, &from->agon);
}

static void agon_release(Plain *self) {
    plain_agon_release(&self->agon);
}

static bool agon_parse(Plain *self, const char *text) {
    return plain_agon_parse(&self->agon, text);
}

static void agon_format(const Plain *self, char *text) {
    plain_agon_format(&self->agon, text);
}

static void agon_moves(const Plain *self, Words *words) {
    PlainAgonMoves moves;
    plain_agon_moves(&self->agon, &moves);
    words->count = moves.count;
    for (int i = 0; i < moves.count; i++) strcpy(words->text[i], moves.text[i]);
}

static void agon_play(Plain *self, const char *move) {
    plain_agon_play(&self->agon, move);
}

static const char *agon_result(const Plain *self) {
    return plain_agon_result(&self->agon);
}

static const char *agon_end(const Plain *self) {
    return plain_agon_end(&self->agon);
}

static Side agon_side(const Plain *self) {
    return self->agon.side == PLAIN_AGON_LIGHT ? SIDE_FIRST : SIDE_SECOND;
}

static Score agon_score(const Plain *self) {
    (void)self;
    return (Score){{0, 0}};
}

static const PlainRules agon = {
    .spec = "agon",
    .letters = "abcdefghijkl0123456789- Q!",
    .init = agon_init,
    .copy = agon_copy,
    .release = agon_release,
    .parse = agon_parse,
    .format = agon_format,
    .moves = agon_moves,
    .play = agon_play,
    .result = agon_result,
    .end = agon_end,
    .side = agon_side,
    .score = agon_score,
};

// ---- What happens in a game, seen on the plain board

typedef struct Hex {
    int row;
    int diagonal;
} Hex;

static const Hex axes[AXES] = {{0, 1}, {1, 0}, {1, 1}};

static int ring_of(Hex hex) {
    const int row = hex.row - CENTRE, diagonal = hex.diagonal - CENTRE;
    int ring = abs(row);
    if (abs(diagonal) > ring) ring = abs(diagonal);
    if (abs(row - diagonal) > ring) ring = abs(row - diagonal);
    return ring;
}

static Hex hex_beside(Hex hex, int axis, int steps) {
    return (Hex){hex.row + steps * axes[axis].row, hex.diagonal + steps * axes[axis].diagonal};
}

// Nobody's and empty beyond the edge.
static PlainAgonCell cell_of(const PlainAgon *board, Hex hex) {
    if (ring_of(hex) > OUTER_RING) return (PlainAgonCell){PLAIN_AGON_NOBODY, false, false};
    return board->cell[hex.row][hex.diagonal];
}

static PlainAgonColor other(PlainAgonColor color) {
    return color == PLAIN_AGON_LIGHT ? PLAIN_AGON_DARK : PLAIN_AGON_LIGHT;
}

static Hex read_hex(const char **text) {
    char *end = NULL;
    const int row = (*text)[0] - 'a' + 1;
    const Hex hex = {row, (int)strtol(*text + 1, &end, 10)};
    *text = end;
    return hex;
}

static void read_move(const char *move, Hex *from, Hex *to) {
    *from = read_hex(&move);
    move++;
    *to = read_hex(&move);
}

typedef enum Event {
    ENTHRONED,
    FORFEIT,
    FORFEIT_AROUND_ENEMY,
    STUCK,
    REPETITION,
    CAPTURE,
    CAPTURE_OF_TWO,
    CAPTURE_OF_THREE,
    CAPTURE_OF_QUEEN,
    CAPTURE_BY_RETURN,
    CAPTURE_WITH_CAPTIVE,
    CAPTURE_AGAIN,
    RETURN_OF_QUEEN,
    RETURN_TO_THRONE,
    RETURN_FROM_THRONE,
    RETURN_BETWEEN,
    QUEEN_BEFORE_GUARD,
    CHOICE_OF_GUARDS,
    STEP_TO_THRONE,
    STEP_REFUSED,
    STEP_REFUSED_CAPTURE,
    STEP_REFUSED_BY_CAPTIVE,
    MARKS_ON_BOTH,
    PLAYOUT_DRAWN,
    PLAYOUT_DRAWN_WITH_PAST,
    EVENTS
} Event;

// Rates of one in so many games, well below what is seen.
static Tally tallies[EVENTS] = {
    [ENTHRONED] = {"enthroned", 10, 0},
    [FORFEIT] = {"forfeit", 60, 0},
    [FORFEIT_AROUND_ENEMY] = {"around the enemy queen", 500, 0},
    [STUCK] = {"stuck", 120, 0},
    [REPETITION] = {"repetition", 10, 0},
    [CAPTURE] = {"captures", 10, 0},
    [CAPTURE_OF_TWO] = {"of two", 20, 0},
    [CAPTURE_OF_THREE] = {"of three or more", 200, 0},
    [CAPTURE_OF_QUEEN] = {"of a queen", 10, 0},
    [CAPTURE_BY_RETURN] = {"by a return", 12, 0},
    [CAPTURE_WITH_CAPTIVE] = {"with a captured piece", 100, 0},
    [CAPTURE_AGAIN] = {"of a captured piece", 40, 0},
    [RETURN_OF_QUEEN] = {"queen's returns", 10, 0},
    [RETURN_TO_THRONE] = {"to the throne", 60, 0},
    [RETURN_FROM_THRONE] = {"from the throne", 10, 0},
    [RETURN_BETWEEN] = {"returns between enemies", 40, 0},
    [QUEEN_BEFORE_GUARD] = {"queen before guard", 10, 0},
    [CHOICE_OF_GUARDS] = {"choices of guards", 10, 0},
    [STEP_TO_THRONE] = {"steps to the throne", 10, 0},
    [STEP_REFUSED] = {"steps refused", 10, 0},
    [STEP_REFUSED_CAPTURE] = {"that would capture", 10, 0},
    [STEP_REFUSED_BY_CAPTIVE] = {"for a captured piece", 10, 0},
    [MARKS_ON_BOTH] = {"marks on both sides", 10, 0},
    [PLAYOUT_DRAWN] = {"playouts drawn", 20, 0},
    [PLAYOUT_DRAWN_WITH_PAST] = {"for a position before", 20, 0},
};

static void happened(Event event, bool so) {
    tallies[event].count += so;
}

static int count_captured(const PlainAgon *board, PlainAgonColor color, bool queen) {
    int count = 0;
    for (int row = 1; row <= PLAIN_AGON_LINES; row++)
        for (int diagonal = 1; diagonal <= PLAIN_AGON_LINES; diagonal++) {
            const PlainAgonCell cell = board->cell[row][diagonal];
            count += cell.owner == color && cell.captured && cell.queen == queen;
        }
    return count;
}

static bool holds_pair(const PlainAgon *board, Hex hex, PlainAgonColor color, bool with_captive) {
    for (int axis = 0; axis < AXES; axis++) {
        const PlainAgonCell a = cell_of(board, hex_beside(hex, axis, 1));
        const PlainAgonCell b = cell_of(board, hex_beside(hex, axis, -1));
        if (a.owner != color || b.owner != color) continue;
        if (!with_captive || a.captured || b.captured) return true;
    }
    return false;
}

// How many enemies a piece that came here would hold together with another of its side.
static int count_held(const PlainAgon *board, Hex hex) {
    int count = 0;
    for (int axis = 0; axis < AXES; axis++)
        for (int sign = -1; sign <= 1; sign += 2)
            if (cell_of(board, hex_beside(hex, axis, sign)).owner == other(board->side) &&
                cell_of(board, hex_beside(hex, axis, 2 * sign)).owner == board->side)
                count++;
    return count;
}

// Steps that only the enemies on both sides forbid.
static void watch_refused_steps(const PlainAgon *board) {
    const PlainAgonColor enemy = other(board->side);
    for (int row = 1; row <= PLAIN_AGON_LINES; row++)
        for (int diagonal = 1; diagonal <= PLAIN_AGON_LINES; diagonal++) {
            const Hex from = {row, diagonal};
            if (cell_of(board, from).owner != board->side) continue;
            for (int way = 0; way < 2 * AXES; way++) {
                const Hex to = hex_beside(from, way / 2, way % 2 == 0 ? 1 : -1);
                if (ring_of(to) > ring_of(from) || cell_of(board, to).owner != PLAIN_AGON_NOBODY)
                    continue;
                const bool refused = holds_pair(board, to, enemy, false);
                happened(STEP_REFUSED, refused);
                happened(STEP_REFUSED_CAPTURE, refused && count_held(board, to) > 0);
                happened(STEP_REFUSED_BY_CAPTIVE, holds_pair(board, to, enemy, true));
            }
        }
}

static void watch_position(const PlainAgon *board) {
    const int guards = count_captured(board, board->side, false);
    const int queens = count_captured(board, board->side, true);
    const PlainAgonColor enemy = other(board->side);
    happened(QUEEN_BEFORE_GUARD, queens > 0 && guards > 0);
    happened(CHOICE_OF_GUARDS, queens == 0 && guards > 1);
    happened(MARKS_ON_BOTH,
             guards + queens > 0 &&
                 count_captured(board, enemy, false) + count_captured(board, enemy, true) > 0);
    if (guards + queens == 0) watch_refused_steps(board);
}

// The enemies that the piece which has come here holds with others of its side.
static void watch_captors(const PlainAgon *before, const PlainAgon *after, Hex to) {
    for (int way = 0; way < 2 * AXES; way++) {
        const int sign = way % 2 == 0 ? 1 : -1;
        const Hex next = hex_beside(to, way / 2, sign);
        const PlainAgonCell behind = cell_of(after, hex_beside(to, way / 2, 2 * sign));
        if (cell_of(after, next).owner != after->side || behind.owner != before->side) continue;
        happened(CAPTURE_WITH_CAPTIVE, behind.captured);
        happened(CAPTURE_AGAIN, cell_of(before, next).captured);
    }
}

static void watch_ply(const PlainAgon *before, const PlainAgon *after, const char *move) {
    Hex from, to;
    read_move(move, &from, &to);
    const PlainAgonColor enemy = after->side;
    const PlainAgonCell piece = cell_of(before, from);
    const int queens = count_captured(after, enemy, true) - count_captured(before, enemy, true);
    const int captured =
        queens + count_captured(after, enemy, false) - count_captured(before, enemy, false);
    happened(CAPTURE, captured > 0);
    happened(CAPTURE_OF_TWO, captured == 2);
    happened(CAPTURE_OF_THREE, captured > 2);
    happened(CAPTURE_OF_QUEEN, queens > 0);
    happened(CAPTURE_BY_RETURN, captured > 0 && piece.captured);
    happened(RETURN_OF_QUEEN, piece.captured && piece.queen);
    happened(RETURN_TO_THRONE, piece.captured && ring_of(to) == 0);
    happened(RETURN_FROM_THRONE, piece.captured && ring_of(from) == 0);
    happened(RETURN_BETWEEN, piece.captured && holds_pair(after, to, enemy, false));
    happened(STEP_TO_THRONE, !piece.captured && ring_of(to) == 0);
    watch_captors(before, after, to);
}

static void watch_end(const PlainAgon *board) {
    const char *end = plain_agon_end(board);
    const PlainAgonCell throne = board->cell[CENTRE][CENTRE];
    happened(ENTHRONED, strcmp(end, "enthroned") == 0);
    happened(FORFEIT, strcmp(end, "forfeit") == 0);
    happened(FORFEIT_AROUND_ENEMY, strcmp(end, "forfeit") == 0 && throne.owner == board->side);
    happened(STUCK, strcmp(end, "stuck") == 0);
    happened(REPETITION, strcmp(end, "repetition") == 0);
}

// ---- Positions that hardly any game reaches

// An empty cell of the rings up to `ring`, or some rings more when those are full.
static Hex random_hex(Rng *rng, const PlainAgon *board, int ring) {
    for (int tries = 0;; tries++) {
        const int width = 2 * OUTER_RING + 1;
        const Hex hex = {1 + random_int(rng, width), 1 + random_int(rng, width)};
        if (ring_of(hex) > ring + tries / 500 || ring_of(hex) > OUTER_RING) continue;
        if (cell_of(board, hex).owner == PLAIN_AGON_NOBODY) return hex;
    }
}

static Hex random_guard_hex(Rng *rng, const PlainAgon *board, int ring) {
    Hex hex;
    do {
        hex = random_hex(rng, board, ring);
    } while (ring_of(hex) == 0);
    return hex;
}

static void put_piece(PlainAgon *board, Hex hex, PlainAgonColor owner, bool queen, bool captured) {
    board->cell[hex.row][hex.diagonal] = (PlainAgonCell){owner, queen, captured};
}

// The nearer to the throne, the fewer the plies. Marks come seldom, so that there are steps too.
static void scatter(Rng *rng, PlainAgon *board, PlainAgonColor owner) {
    const int ring = 1 + random_int(rng, OUTER_RING);
    const int odds = one_in(rng, 3) ? 2 : 40;
    put_piece(board, random_hex(rng, board, random_int(rng, ring + 1)), owner, true,
              one_in(rng, odds));
    for (int i = 0; i < PLAIN_AGON_GUARDS; i++)
        put_piece(board, random_guard_hex(rng, board, ring), owner, false, one_in(rng, odds));
}

// All guards but one around the throne, the last one next to it, and a queen of either side there
// or not. One place around the throne may be the enemy's.
static void fortify(Rng *rng, PlainAgon *board, PlainAgonColor owner) {
    const Hex throne = {CENTRE, CENTRE};
    const bool besieged = one_in(rng, 2); // and the besiegers are to move
    if (besieged) {
        board->side = owner;
        put_piece(board, throne, other(owner), true, false);
    } else if (!one_in(rng, 3)) {
        put_piece(board, throne, owner, true, false);
    }
    for (int i = 0; i < PLAIN_AGON_GUARDS; i++) {
        const bool last = i == PLAIN_AGON_GUARDS - 1;
        put_piece(board, random_guard_hex(rng, board, last ? 2 : 1), owner, false,
                  !besieged && one_in(rng, 40));
        if (i == PLAIN_AGON_GUARDS - 2 && !besieged && one_in(rng, 2))
            put_piece(board, random_guard_hex(rng, board, 1), other(owner), false, false);
    }
}

// Three pairs of an enemy and a piece of the mover around an empty cell, for one that comes there.
static void beset(Rng *rng, PlainAgon *board) {
    const Hex middle = random_guard_hex(rng, board, 3);
    for (int axis = 0; axis < AXES; axis++) {
        const int sign = one_in(rng, 2) ? 1 : -1;
        const Hex next = hex_beside(middle, axis, sign),
                  behind = hex_beside(middle, axis, 2 * sign);
        if (ring_of(next) == 0 || ring_of(behind) == 0) continue;
        put_piece(board, next, other(board->side), false, false);
        put_piece(board, behind, board->side, false, false);
    }
    if (one_in(rng, 2)) put_piece(board, random_hex(rng, board, 5), board->side, true, true);
}

static int count_pieces(const PlainAgon *board, PlainAgonColor owner, bool queens) {
    int count = 0;
    for (int row = 1; row <= PLAIN_AGON_LINES; row++)
        for (int diagonal = 1; diagonal <= PLAIN_AGON_LINES; diagonal++) {
            const PlainAgonCell cell = board->cell[row][diagonal];
            count += cell.owner == owner && cell.queen == queens;
        }
    return count;
}

// Puts what a side lacks.
static void complete(Rng *rng, PlainAgon *board, PlainAgonColor owner) {
    const int ring = 2 + random_int(rng, 4);
    if (count_pieces(board, owner, true) == 0)
        put_piece(board, random_hex(rng, board, one_in(rng, 2) ? 0 : ring), owner, true,
                  one_in(rng, 4));
    while (count_pieces(board, owner, false) < PLAIN_AGON_GUARDS)
        put_piece(board, random_guard_hex(rng, board, ring), owner, false, one_in(rng, 40));
}

static void random_board(Rng *rng, PlainAgon *board) {
    *board = (PlainAgon){.side = one_in(rng, 2) ? PLAIN_AGON_LIGHT : PLAIN_AGON_DARK};
    const PlainAgonColor owner = one_in(rng, 2) ? PLAIN_AGON_LIGHT : PLAIN_AGON_DARK;
    if (one_in(rng, 2)) {
        scatter(rng, board, owner);
        scatter(rng, board, other(owner));
        return;
    }
    if (one_in(rng, 3))
        beset(rng, board);
    else
        fortify(rng, board, owner);
    complete(rng, board, owner);
    complete(rng, board, other(owner));
}

static Twin random_twin(const char *source, uint64_t number, Rng *rng) {
    Twin twin;
    char text[TWIN_TEXT_SIZE];
    if (one_in(rng, 8)) return twin_from(&agon, source, number, NULL);
    do {
        PlainAgon board;
        random_board(rng, &board);
        plain_agon_format(&board, text);
    } while (!twin_read(&twin, &agon, source, number, text));
    return twin;
}

// ---- Random games

typedef enum Policy { UNIFORM, RETREAT, CAPTURING, INWARD, POLICIES } Policy;

typedef struct Player {
    Policy policy;
    char back[PLAIN_AGON_MOVE_SIZE]; // the reverse of the last ply
} Player;

// The greater, the better it suits the policy.
static int value_of(const Player *player, const PlainAgon *board, const char *move) {
    Hex from, to;
    read_move(move, &from, &to);
    switch (player->policy) {
    case RETREAT:
        return strcmp(player->back, move) == 0;
    case CAPTURING:
        return count_held(board, to);
    case INWARD:
        return ring_of(from) - ring_of(to);
    default:
        return 0;
    }
}

// The best move, or one time out of four any.
static const char *choose_move(const Player *player, const PlainAgon *board, const Words *words,
                               Rng *rng) {
    const int first = random_int(rng, words->count);
    const char *best = words->text[first];
    if (player->policy == UNIFORM || one_in(rng, 4)) return best;
    for (int i = 1; i < words->count; i++) {
        const char *move = words->text[(first + i) % words->count];
        if (value_of(player, board, move) > value_of(player, board, best)) best = move;
    }
    return best;
}

static void note_way_back(Player *player, const char *move) {
    const char *hyphen = strchr(move, '-');
    sprintf(player->back, "%s-%.*s", hyphen + 1, (int)(hyphen - move), move);
}

// Did the position where a draw came about occur before a number of plies were played?
static bool occurred_before(const PlainAgon *self, int plies) {
    for (int i = 0; i <= plies; i++)
        if (strcmp(self->past[i], self->past[self->count - 1]) == 0) return true;
    return false;
}

static void compare_playout(const Twin *twin, Rng *rng, int32_t limit) {
    Twin end = twin_playout(twin, rng, limit);
    const bool drawn = strcmp(plain_agon_end(&end.plain.agon), "repetition") == 0;
    happened(PLAYOUT_DRAWN, drawn);
    happened(PLAYOUT_DRAWN_WITH_PAST,
             drawn && occurred_before(&end.plain.agon, twin->line.count - 1));
    twin_release(&end);
}

// Short ones more often where a third occurrence is near.
static void compare_playouts(const Twin *twin, Rng *rng) {
    const bool near = plain_agon_occurrences(&twin->plain.agon) == HISTORY_DRAW - 1;
    if (near && one_in(rng, 2))
        for (int i = 0; i < 4; i++) compare_playout(twin, rng, 2);
    if (one_in(rng, 100)) compare_playout(twin, rng, one_in(rng, 12) ? 3000 : random_int(rng, 40));
}

// Two or three plies deep, with all that was before.
static void compare_perft(const Twin *twin) {
    const uint64_t leaves = plain_perft(&agon, &twin->plain, 2);
    twin_check_perft(twin, 2, leaves);
    if (leaves < PERFT_PLIES / 20) twin_check_perft(twin, 3, plain_perft(&agon, &twin->plain, 3));
}

static void compare_game(uint64_t number, Sightings *sightings) {
    Rng rng = test_rng("agon games", number);
    Twin twin = random_twin("random game", number, &rng);
    Player players[SIDE_COUNT] = {
        {.policy = (Policy)random_int(&rng, POLICIES)},
        {.policy = (Policy)random_int(&rng, POLICIES)},
    };
    char last[PLAIN_AGON_MOVE_SIZE] = "a1-a2";
    const bool to_the_end = one_in(&rng, 20);
    for (;;) {
        Words words;
        twin_compare(&twin, &words);
        sightings_note(sightings, &twin);
        if (twin.line.count % SLOW_CHECKS_EVERY == 0 || words.count == 0) {
            twin_compare_texts(&twin, &words, &rng);
            if (one_in(&rng, 4)) twin_compare_children(&twin, &words);
        }
        if (words.count == 0 || (twin.line.count == MANY_PLIES && !to_the_end)) break;
        watch_position(&twin.plain.agon);
        compare_playouts(&twin, &rng);
        if (one_in(&rng, 150) && words.count * words.count < PERFT_PLIES) compare_perft(&twin);
        Player *player = &players[agon_side(&twin.plain)];
        const PlainAgon before = twin.plain.agon; // of its past nothing is asked
        strcpy(last, choose_move(player, &before, &words, &rng));
        note_way_back(player, last);
        twin_play(&twin, last);
        watch_ply(&before, &twin.plain.agon, last);
    }
    watch_end(&twin.plain.agon);
    if (plain_agon_is_over(&twin.plain.agon)) twin_compare_end(&twin, last);
    sightings_compare(sightings, &twin);
    twin_release(&twin);
}

static void test_random_games(void **state) {
    (void)state;
    Sightings sightings = {0};
    const uint64_t games = wanted_games(DEFAULT_GAMES);
    for (uint64_t number = 0; number < games; number++) compare_game(number, &sightings);
    free(sightings.list);
    tallies_check(tallies, EVENTS, games);
}

// ---- Fixtures

static void check_position_line(const cJSON *line, const char *file, uint64_t number) {
    twin_check_position_line(&agon, line, file, number);
}

static void test_fixture_positions(void **state) {
    (void)state;
    assert_int_equal(for_each_line("agon-positions.jsonl", "agon", check_position_line), 57);
}

// A draw by repetition reads back as a game that goes on.
static void check_game_line(const cJSON *line, const char *file, uint64_t number) {
    Twin twin = twin_check_game_line(&agon, line, file, number);
    Twin final = twin_from(&agon, file, number, text_of(line, "final"));
    const bool drawn = strcmp(text_of(line, "result"), "1/2-1/2") == 0;
    expect_text(&final, "result when read again", drawn ? "*" : text_of(line, "result"),
                result_name(line_outcome(&final.line).result));
    twin_release(&final);
    twin_release(&twin);
}

static void test_fixture_games(void **state) {
    (void)state;
    assert_int_equal(for_each_line("agon-games.jsonl", "agon", check_game_line), 23);
}

static void check_invalid_line(const cJSON *line, const char *file, uint64_t number) {
    (void)file;
    (void)number;
    check_refused(&agon, text_of(line, "position"), "");
}

static void test_fixture_invalid_positions(void **state) {
    (void)state;
    assert_int_equal(for_each_line("invalid-positions.jsonl", "agon", check_invalid_line), 8);
}

// ---- Position strings

static void test_refused_positions(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"", ""},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11", ""},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 ", "SIDE"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11  l", " "},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l ", " "},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l\n", ""},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 L", "L"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 ld", "ld"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11\tl", "Qk11"},
        {" Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "' Ga5"},
        {"Ga5, Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "' Ge1"},
        {"Ga5,,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "',Ge1"},
        {"Ga05,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "Ga05"},
        {"Ga0,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "Ga0"},
        {"Ga7,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "Ga7"},
        {"Gk5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "Gk5"},
        {"Gf12,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "Gf12"},
        {"Gf100,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "Gf100"},
        {"Gl9,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "Gl9"},
        {"G`1,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "G`1"},
        {"Ga5!!,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "Ga5!!"},
        {"!Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "!Ga5"},
        {"ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "ga5"},
        {"a5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "a5"},
        {"G,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "G"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1,/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "'/Ga3"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11, l", "' l'"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11/ l", "'/ l'"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11/Ga1 l", "'/Ga1"},
        {"Ga5,Ga5!,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "Ga5!"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qa5 l", "Qa5"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Gk8,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "7 guards"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11,Qk10 l", "2 queens"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Gk8/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "0 queens"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Qk11 l", "5 guards"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qf6/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qf6! l", "Qf6!"},
        {"Ga5,Ge1,Ge10,Gf6!,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "Gf6!"},
        {"Ga5,Ge1,Ge10,Gi11,Gj5,Gk9,Qa1/Ga3,Gb7,Gc1,Gf6,Gg2,Gk7,Qk11 l", "Gf6"},
        {"Ge5!,Ge6,Gf5,Gf7,Gg6,Gg7,Qa1/Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11 l", "'l'"},
        {"Ga3,Gb7,Gc1,Gg11,Gg2,Gk7,Qk11/Ge5,Ge6,Gf5,Gf7,Gg6,Gg7,Qf6 d", "'d'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_refused(&agon, cases[i][0], cases[i][1]);
}

static void test_misspelt_positions(void **state) {
    (void)state;
    static const char *const words[] = {
        "Ga1", "Qf6", "Gf6", "Gk11", "Qa1!", "Ge5", "Gg7!", "Ga12", "Gl1", "Ga0", "Gb01",
        "l",   "d",   "x",   "",     "!",    "G",   "Q",    "Gb2,", ",",   "/",   NULL,
    };
    static const Misspelling misspelling = {"abcdefghijklQG0123456789!,/ ld-\t\x80", words};
    int accepted = 0;
    for (uint64_t number = 0; number < MISSPELT_POSITIONS; number++) {
        Rng rng = test_rng("agon misspelt", number);
        char text[TWIN_TEXT_SIZE];
        Twin twin = random_twin("misspelt", number, &rng);
        twin_format(&twin, text);
        twin_release(&twin);
        accepted += twin_compare_misspelt(&agon, &misspelling, number, text, FORMS_OF_ONE);
    }
    // Both ways of answering must have been put to the test.
    assert_in_range(accepted, MISSPELT_POSITIONS * FORMS_OF_ONE / 20,
                    MISSPELT_POSITIONS * FORMS_OF_ONE / 2);
}

static void test_refused_specs(void **state) {
    (void)state;
    static const char *const specs[] = {"Agon", "agon:", "agon:size=11", "agon ", "ago", "agon,"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        Variant variant;
        Status status = {0};
        if (variant_parse(&variant, specs[i], &status)) fail_msg("accepted: \"%s\"", specs[i]);
        assert_int_equal(status.code, EXIT_INPUT);
    }
}

// ---- Rules one by one

static const char cycle[] = "a1-a2 k11-k10 a2-a1 k10-k11";

// The start is the first occurrence. A line begun anew, or from the final position, knows of none.
static void test_repetition(void **state) {
    (void)state;
    Twin twin = twin_from(&agon, "repetition", 0, NULL);
    Status status = {0};
    for (int i = 0; i < 2; i++) {
        twin_compare_all(&twin, 0);
        expect_text(&twin, "end before the third time", "", end_name(line_outcome(&twin.line).end));
        twin_play_text(&twin, cycle);
    }
    twin_compare_all(&twin, 0);
    twin_compare_end(&twin, "a1-a2");
    expect_text(&twin, "end", "repetition", end_name(line_outcome(&twin.line).end));
    Line line = twin.line;
    line_restart(&line, &twin.line.start);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(line_outcome(&line).end, END_NONE);
        assert_true(line_play_text(&line, cycle, &status));
    }
    assert_int_equal(line_outcome(&line).end, END_REPETITION);
    assert_false(line_play_text(&line, "a1-a2", &status));
    twin.line = line;
    twin_release(&twin);
}

// Takes the first such piece of the board elsewhere.
static void move_one(PlainAgon *board, PlainAgonColor color, bool queen, Hex to) {
    for (int row = 1; row <= PLAIN_AGON_LINES; row++)
        for (int diagonal = 1; diagonal <= PLAIN_AGON_LINES; diagonal++) {
            PlainAgonCell *cell = &board->cell[row][diagonal];
            if (cell->owner != color || cell->queen != queen) continue;
            cell->owner = PLAIN_AGON_NOBODY;
            cell->queen = false;
            put_piece(board, to, color, queen, false);
            return;
        }
}

// The side to move and the mark of each piece belong to a position.
static void test_keys_of_marks(void **state) {
    (void)state;
    Sightings sightings = {0};
    Twin start = twin_from(&agon, "marks", 0, NULL);
    for (int side = 0; side < SIDE_COUNT; side++) {
        for (unsigned marks = 0; marks < 1u << 2 * PIECES; marks++) {
            PlainAgon board = start.plain.agon; // of its past nothing is asked
            char text[TWIN_TEXT_SIZE];
            unsigned piece = 0;
            for (int row = 1; row <= PLAIN_AGON_LINES; row++)
                for (int diagonal = 1; diagonal <= PLAIN_AGON_LINES; diagonal++)
                    if (board.cell[row][diagonal].owner != PLAIN_AGON_NOBODY)
                        board.cell[row][diagonal].captured = marks >> piece++ & 1;
            board.side = side == SIDE_FIRST ? PLAIN_AGON_LIGHT : PLAIN_AGON_DARK;
            plain_agon_format(&board, text);
            Twin twin = twin_from(&agon, "marks", marks, text);
            sightings_note(&sightings, &twin);
            twin_release(&twin);
        }
    }
    sightings_compare(&sightings, &start);
    free(sightings.list);
    twin_release(&start);
}

// Each piece of one side alone on each cell, and so all parts of a key.
static void test_keys_of_places(void **state) {
    (void)state;
    Sightings sightings = {0};
    Twin start = twin_from(&agon, "places", 0, NULL);
    for (int cell = 0; cell < PLAIN_AGON_LINES * PLAIN_AGON_LINES; cell++) {
        for (int color = PLAIN_AGON_LIGHT; color <= PLAIN_AGON_DARK; color++) {
            for (int queen = 0; queen < 2; queen++) {
                PlainAgon board = start.plain.agon;
                const Hex hex = {1 + cell / PLAIN_AGON_LINES, 1 + cell % PLAIN_AGON_LINES};
                const bool empty = cell_of(&board, hex).owner == PLAIN_AGON_NOBODY;
                if (ring_of(hex) > OUTER_RING || !empty || (ring_of(hex) == 0 && queen == 0))
                    continue;
                char text[TWIN_TEXT_SIZE];
                move_one(&board, (PlainAgonColor)color, queen != 0, hex);
                plain_agon_format(&board, text);
                Twin twin = twin_from(&agon, "places", (uint64_t)cell, text);
                sightings_note(&sightings, &twin);
                twin_release(&twin);
            }
        }
    }
    assert_int_equal(sightings.count, 2 * (76 + 77));
    sightings_compare(&sightings, &start);
    free(sightings.list);
    twin_release(&start);
}

// ---- Playouts

static void check_uniform(const char *position, const char *moves, int32_t plies) {
    Twin twin = twin_from(&agon, "uniform", (uint64_t)plies, position);
    twin_play_text(&twin, moves);
    twin_check_uniform(&twin, plies);
    twin_release(&twin);
}

static void test_playouts_are_uniform(void **state) {
    (void)state;
    check_uniform(start_text, "", 0);
    check_uniform(start_text, "", 1);
    check_uniform(start_text, "", 2);
    // Two guards that may return; a queen before a guard; from the throne; one guard.
    check_uniform("Ga2!,Ga3,Ga4,Gd7!,Gf5,Gj5,Qa1/Gd6,Ge5,Gk10,Gk7,Gk8,Gk9,Qk11 l", "", 1);
    check_uniform("Ga2,Ga3!,Ge5,Gj5,Gj6,Gj7,Qa1!/Gf5,Gf7,Gk10,Gk7,Gk8,Gk9,Qk11 l", "", 1);
    check_uniform("Ga2,Ga3,Ge5,Gj5,Gj6,Gj7,Qf6!/Gf5,Gf7,Gk10,Gk7,Gk8,Gk9,Qk11 l", "", 1);
    check_uniform("Ga2,Ga3!,Ge5,Gj5,Gj6,Gj7,Qf6/Gf5,Gf7,Gk10,Gk7,Gk8,Gk9,Qk11 l", "", 2);
    // Steps to the throne, on either side; steps between enemies, which are none.
    check_uniform("Ga3,Ga4,Gf4,Gg6,Gj6,Gj7,Qe6/Gf5,Gk10,Gk6,Gk7,Gk8,Gk9,Qg7 l", "", 1);
    check_uniform("Ga3,Ga4,Gf4,Gg6,Gj6,Gj7,Qe6/Gf5,Gk10,Gk6,Gk7,Gk8,Gk9,Qg7 d", "", 1);
    check_uniform("Ga3,Ga4,Gf4,Gg6,Gj6,Gj7,Qe6/Gf5,Gf7!,Gk10,Gk7,Gk8,Gk9,Qk11 l", "", 2);
    // Marks on both sides.
    check_uniform("Ga2,Ga3!,Gf4,Gj5,Gj6,Gj7,Qa1/Gf5,Gf7!,Gk10,Gk7,Gk8,Gk9,Qk11 l", "", 2);
    // Ends within reach, of which one is a third occurrence that the past brings.
    check_uniform("Ge5,Ge6,Gf5,Gf7,Gg6,Gh7,Qf6/Ga1,Ga3,Ga5,Gb1,Gb5,Gc1,Qk11 l", "", 2);
    check_uniform(start_text, "a1-a2 k11-k10 a2-a1 k10-k11 a1-a2 k11-k10 a2-a1", 2);
}

// A quarter of random games are draws, and they last about 490 plies.
static void test_random_games_of_core(void **state) {
    (void)state;
    enum { GAMES = 2000 };
    Twin twin = twin_from(&agon, "length", 0, NULL);
    Rng rng = test_rng("length", 0);
    History history;
    Status status = {0};
    int64_t plies = 0, draws = 0;
    const int32_t limit = twin.line.variant.game->default_ply_limit;
    history_init(&history, twin.line.variant.game);
    assert_true(line_copy_history(&twin.line, &history, limit, &status));
    for (int i = 0; i < GAMES; i++) {
        Position position = twin.line.start;
        const Playout playout = twin.line.variant.game->playout(&position, &rng, limit, &history);
        plies += playout.plies;
        draws += playout.result == RESULT_DRAW;
    }
    history_release(&history);
    twin_release(&twin);
    printf("           mean %" PRId64 " plies, %" PRId64 " of %d drawn\n", plies / GAMES, draws,
           GAMES);
    assert_in_range(plies / GAMES, 460, 520);
    assert_in_range(draws, GAMES / 5, 3 * GAMES / 10);
}

// ---- Perft

static void test_perft_of_the_start(void **state) {
    (void)state;
    static const uint64_t expected[] = {1, 27, 713, 18417, 466557, 11661989};
    Twin twin = twin_from(&agon, "published perft", 0, NULL);
    for (int depth = 0; depth <= 5; depth++) twin_check_perft(&twin, depth, expected[depth]);
    twin_release(&twin);
}

// How many sequences there would be if nothing could recur.
static uint64_t perft_without_past(const Game *game, const Position *position, int depth) {
    Move moves[GAME_MAX_MOVES];
    const int count = game->moves(position, moves);
    if (depth == 1) return (uint64_t)count;
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        Position next = *position;
        game->play(&next, moves[i]);
        leaves += perft_without_past(game, &next, depth - 1);
    }
    return leaves;
}

static void check_divided_perft(const Twin *self, int depth, uint64_t expected) {
    Move moves[GAME_MAX_MOVES];
    uint64_t counts[GAME_MAX_MOVES], sum = 0;
    Status status = {0};
    const int count = line_moves(&self->line, moves);
    assert_true(perft_divide(&self->line, depth, moves, count, counts, 2, NULL, &status));
    for (int i = 0; i < count; i++) sum += counts[i];
    expect_number(self, "sum of a divided perft", (int64_t)expected, (int64_t)sum);
}

// Positions with few plies, where third occurrences are within reach; the plain implementation
// counted so many. A count must not be shared
// where the past of a position matters.
static void test_perft_through_recurrence(void **state) {
    (void)state;
    static const struct {
        const char *position;
        uint64_t expected[10];
    } cases[] = {
        {"Gd6,Ge6,Ge7,Gf7,Gg5,Gg7,Qh6/Gd5,Ge5,Gf4,Gf5,Gg8,Gh8,Qh7 l",
         {1, 2, 6, 21, 100, 605, 5452, 46102, 431415, 3953085}},
        {"Gd4,Gd6,Gg6,Gg7,Gh6,Gh7,Qe7/Ge4,Ge5,Ge6,Gf4,Gf5,Gf7,Qf6 d",
         {1, 4, 9, 47, 254, 1688, 11416, 79314, 725284, 5696781}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Twin twin = twin_from(&agon, "recurrence", i, cases[i].position);
        for (int depth = 1; depth <= (is_long_test() ? 10 : 9); depth++)
            twin_check_perft(&twin, depth, cases[i].expected[depth - 1]);
        assert_true(perft_may_share(&twin.line, 6));
        assert_false(perft_may_share(&twin.line, 9));
        check_divided_perft(&twin, 9, cases[i].expected[8]);
        const uint64_t endless = perft_without_past(twin.line.variant.game, &twin.line.position, 9);
        assert_true(endless > cases[i].expected[8]);
        twin_release(&twin);
    }
}

// The same with a past: two plies each way, so often that the next one can be the third time.
static void test_perft_with_a_past(void **state) {
    (void)state;
    Twin twin = twin_from(&agon, "past", 0, NULL);
    for (int i = 0; i < 7; i++) {
        static const char *const moves[] = {"a1-a2", "k11-k10", "a2-a1", "k10-k11"};
        for (int depth = 1; depth <= 3; depth++) {
            const uint64_t expected = plain_perft(&agon, &twin.plain, depth);
            twin_check_perft(&twin, depth, expected);
            check_divided_perft(&twin, depth, expected);
        }
        twin_play(&twin, moves[i % 4]);
    }
    // One ply away from a draw, which has no continuation.
    const uint64_t endless = perft_without_past(twin.line.variant.game, &twin.line.position, 3);
    const uint64_t expected = plain_perft(&agon, &twin.plain, 3);
    assert_true(endless > expected);
    assert_false(perft_may_share(&twin.line, 3));
    twin_check_perft(&twin, 4, plain_perft(&agon, &twin.plain, 4));
    twin_release(&twin);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_perft_of_the_start),
        cmocka_unit_test(test_perft_through_recurrence),
        cmocka_unit_test(test_perft_with_a_past),
        cmocka_unit_test(test_fixture_positions),
        cmocka_unit_test(test_fixture_games),
        cmocka_unit_test(test_fixture_invalid_positions),
        cmocka_unit_test(test_refused_positions),
        cmocka_unit_test(test_refused_specs),
        cmocka_unit_test(test_misspelt_positions),
        cmocka_unit_test(test_repetition),
        cmocka_unit_test(test_keys_of_marks),
        cmocka_unit_test(test_keys_of_places),
        cmocka_unit_test(test_random_games),
        cmocka_unit_test(test_playouts_are_uniform),
        cmocka_unit_test(test_random_games_of_core),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
