#include "analysis/character.h"
#include "analysis/record_walk.h"
#include "core/agon_board.h"
#include "core/agros_board.h"
#include "core/awale_rules.h"

#include <math.h>
#include <string.h>

// The order of the games' kinds of plies; those of Agros are an AgrosKind.
enum { AGON_STEP_ONLY, AGON_CAPTURE, AGON_RETURN };
enum { AWALE_SOW_ONLY, AWALE_CAPTURE };

static const char *const AGROS_KINDS[CHARACTER_KINDS] = {"placing", "harvesting", "sowing",
                                                         "passing"};
static const char *const AGON_KINDS[CHARACTER_KINDS] = {"stepping", "capturing", "returning"};
static const char *const AWALE_KINDS[CHARACTER_KINDS] = {"only sowing", "capturing"};

static bool is_game(const Game *game, const char *name) {
    return strcmp(game->name, name) == 0;
}

void character_init(Character *self) {
    *self = (Character){0};
    histogram_init(&self->first_special);
}

void character_release(Character *self) {
    histogram_release(&self->first_special);
}

const char *character_kind_name(const Game *game, int kind) {
    if (kind >= CHARACTER_KINDS) return NULL;
    if (is_game(game, "agros")) return AGROS_KINDS[kind];
    return is_game(game, "agon") ? AGON_KINDS[kind] : AWALE_KINDS[kind];
}

int character_special_kind(const Game *game) {
    if (is_game(game, "agros")) return AGROS_SOWING;
    return is_game(game, "agon") ? (int)AGON_CAPTURE : (int)AWALE_CAPTURE;
}

static int agon_kind(const AgonPosition *before, const AgonPosition *after) {
    if (agon_must_return(before)) return AGON_RETURN;
    return after->captured != before->captured ? AGON_CAPTURE : AGON_STEP_ONLY;
}

static int awale_kind(const AwalePosition *before, const AwalePosition *after) {
    const unsigned side = (unsigned)before->side;
    // The stones that are swept at the end are no capture.
    const bool over = awale_outcome(after).end == END_STUCK;
    return !over && awale_store(after, side) > awale_store(before, side) ? AWALE_CAPTURE
                                                                         : AWALE_SOW_ONLY;
}

PlyNote character_note(const Game *game, const Position *position, Move move, int legal,
                       int first_value) {
    PlyNote note = {.legal = (uint8_t)(legal > 255 ? 255 : legal),
                    .first_value = (int16_t)first_value};
    if (is_game(game, "agros")) {
        note.kind = (uint8_t)agros_kind(move);
    } else {
        Position after = *position;
        game->play(&after, move);
        note.kind = (uint8_t)(is_game(game, "agon") ? agon_kind(&position->agon, &after.agon)
                                                    : awale_kind(&position->awale, &after.awale));
    }
    if (game->has_score) {
        const Score score = game->score(position);
        note.lead = score.halves[SIDE_FIRST] - score.halves[SIDE_SECOND];
    }
    return note;
}

// ---- Sums ----

static void add_units(Quantity *self, int64_t units) {
    self->games++;
    self->sum += units;
    self->squares += units * units;
}

static void add_share(Quantity *self, int64_t part, int64_t whole) {
    if (whole > 0) add_units(self, (2 * part * CHARACTER_UNIT + whole) / (2 * whole));
}

Interval quantity_mean(const Quantity *self) {
    if (self->games == 0) return interval_none();
    const double n = (double)self->games, mean = (double)self->sum / n;
    const double squares = (double)self->squares / n - mean * mean;
    Interval interval = {mean / CHARACTER_UNIT, NAN, NAN};
    if (self->games < 2) return interval;
    const double half = student_quantile(self->games - 1) * sqrt(fmax(squares, 0) / (n - 1));
    interval.low = (mean - half) / CHARACTER_UNIT;
    interval.high = (mean + half) / CHARACTER_UNIT;
    return interval;
}

// ---- What one game adds ----

static bool add_kinds(Character *self, const Game *game, const PlyNote *notes, int32_t count) {
    const int special = character_special_kind(game);
    int32_t first = -1, forced = 0;
    for (int32_t i = 0; i < count; i++) {
        self->kinds[(int64_t)i * CHARACTER_THIRDS / count][notes[i].kind]++;
        if (first < 0 && notes[i].kind == special) first = i;
        forced += notes[i].legal == 1;
    }
    add_share(&self->quantities[CHARACTER_FORCED], forced, count);
    if (first >= 0) return histogram_add(&self->first_special, first, 1);
    self->without_special++;
    return true;
}

static void add_board_leads(Character *self, const PlyNote *notes, int32_t count) {
    int64_t changes = 0;
    int leader = 0;
    for (int32_t i = 0; i < count; i++) {
        const int now = (notes[i].lead > 0) - (notes[i].lead < 0);
        if (now == 0) continue;
        changes += leader != 0 && now != leader;
        leader = now;
    }
    add_units(&self->quantities[CHARACTER_BOARD_LEADS], changes * CHARACTER_UNIT);
}

static void add_agros_end(Character *self, const AgrosPosition *end) {
    AgrosField fields[AGROS_CELLS];
    const int count = agros_fields(end, fields);
    const int cells = end->size * end->size;
    int empty = 0, controlled = 0, tallest = 0;
    for (int i = 0; i < count; i++) {
        empty += fields[i].count;
        if (fields[i].owner >= 0) controlled += fields[i].count;
    }
    for (int side = 0; side < SIDE_COUNT; side++)
        for (int i = 0; i < end->placed[side]; i++)
            if (end->harvest[side][i] > tallest) tallest = end->harvest[side][i];
    add_share(&self->quantities[CHARACTER_FILL], cells - empty, cells);
    add_share(&self->quantities[CHARACTER_CONTROLLED], controlled, empty);
    add_units(&self->quantities[CHARACTER_TALLEST], (int64_t)tallest * CHARACTER_UNIT);
}

static void add_end(Character *self, const Game *game, const PlyNote *notes, int32_t count,
                    const Position *end) {
    Quantity *fill = &self->quantities[CHARACTER_FILL];
    if (is_game(game, "agros")) {
        add_agros_end(self, &end->agros);
    } else if (is_game(game, "agon")) {
        int64_t captures = 0;
        for (int32_t i = 0; i < count; i++) captures += notes[i].kind == AGON_CAPTURE;
        add_units(fill, captures * CHARACTER_UNIT);
    } else {
        add_share(fill,
                  awale_store(&end->awale, SIDE_FIRST) + awale_store(&end->awale, SIDE_SECOND),
                  AWALE_STONES);
    }
}

// ---- What the players thought ----

// The winner's expectation at a ply, 0..WALK_FULL_VALUE, or WALK_NO_VALUE.
static int winner_value(const PlyNote *note, Result result) {
    if (note->first_value == WALK_NO_VALUE || result == RESULT_FIRST) return note->first_value;
    return WALK_FULL_VALUE - note->first_value;
}

// What a game's course says, over its plies with a value.
typedef struct Course {
    int32_t plies;
    int32_t changes;       // of who is ahead
    int32_t behind;        // plies at which the winner is
    double drama, highest; // sum and maximum of √(E(l) − E(w)) over those
    int64_t deficit;       // sum of E(l) − E(w) over those, in units of 1/WALK_FULL_VALUE
    int32_t decision;      // plies up to the last one at which the winner is not ahead
    int lowest;            // of the winner's values: the loser's largest one, from above
} Course;

static Course course_of(const PlyNote *notes, int32_t count, Result result) {
    Course course = {.lowest = WALK_FULL_VALUE};
    int leader = 0;
    for (int32_t i = 0; i < count; i++) {
        const int value = winner_value(&notes[i], result);
        if (value == WALK_NO_VALUE) continue;
        course.plies++;
        const int lead = 2 * value - WALK_FULL_VALUE, now = (lead > 0) - (lead < 0);
        if (now != 0) {
            course.changes += leader != 0 && now != leader;
            leader = now;
        }
        if (now <= 0) course.decision = course.plies;
        if (value < course.lowest) course.lowest = value;
        if (now >= 0) continue;
        const double severity = sqrt((double)-lead / WALK_FULL_VALUE);
        course.behind++;
        course.deficit -= lead;
        course.drama += severity;
        course.highest = fmax(course.highest, severity);
    }
    return course;
}

// Plies from the first one on at which the winner has more than the loser ever has.
static int32_t plies_decided(const PlyNote *notes, int32_t count, Result result, int lowest) {
    int32_t decided = 0;
    for (int32_t i = 0; i < count; i++) {
        const int value = winner_value(&notes[i], result);
        if (value == WALK_NO_VALUE) continue;
        if (decided > 0 || value > WALK_FULL_VALUE - lowest) decided++;
    }
    return decided;
}

static void add_course(Character *self, const PlyNote *notes, int32_t count, Result result) {
    if (result != RESULT_FIRST && result != RESULT_SECOND) return;
    Quantity *to = self->quantities;
    const Course course = course_of(notes, count, result);
    if (course.plies < 2) return;
    const double drama = course.behind ? course.drama / course.behind : 0;
    add_units(&to[CHARACTER_DRAMA], (int64_t)(drama * CHARACTER_UNIT + 0.5));
    add_units(&to[CHARACTER_DRAMA_MAX], (int64_t)(course.highest * CHARACTER_UNIT + 0.5));
    add_share(&to[CHARACTER_BEHIND], course.deficit, (int64_t)WALK_FULL_VALUE * course.plies);
    add_share(&to[CHARACTER_THRESHOLD], WALK_FULL_VALUE - course.lowest, WALK_FULL_VALUE);
    add_share(&to[CHARACTER_LEAD_CHANGES], course.changes, course.plies - 1);
    add_share(&to[CHARACTER_DECISION], course.decision, course.plies);
    add_share(&to[CHARACTER_DECISIVENESS], plies_decided(notes, count, result, course.lowest),
              course.plies);
}

bool character_add(Character *self, const Record *record, const Game *game, const PlyNote *notes,
                   int32_t count, const Position *end) {
    self->games++;
    if (count == 0) return true;
    if (game->has_score) add_board_leads(self, notes, count);
    add_end(self, game, notes, count, end);
    add_course(self, notes, count, record->result);
    return add_kinds(self, game, notes, count);
}

bool character_merge(Character *self, const Character *from) {
    self->games += from->games;
    self->without_special += from->without_special;
    for (int third = 0; third < CHARACTER_THIRDS; third++)
        for (int kind = 0; kind < CHARACTER_KINDS; kind++)
            self->kinds[third][kind] += from->kinds[third][kind];
    for (int i = 0; i < CHARACTER_QUANTITIES; i++) {
        self->quantities[i].games += from->quantities[i].games;
        self->quantities[i].sum += from->quantities[i].sum;
        self->quantities[i].squares += from->quantities[i].squares;
    }
    return histogram_merge(&self->first_special, &from->first_special);
}
