#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/base64.h"
#include "core/line.h"
#include "core/perft.h"
#include "core/record.h"
#include "core/rng.h"
#include "core/text_reader.h"
#include "core/text_stream.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Rng stream_of(const char *name) {
    return rng_init(seed_text(seed_init(1), name));
}

// ---- Random numbers

// Chi-square of `bound` equally likely numbers, against the quantile of one in a million:
// Wilson, Hilferty, "The distribution of chi-square", 1931; its normal quantile is 4.75.
static void assert_uniform(const uint32_t *counts, uint32_t bound, uint64_t total) {
    const double expected = (double)total / bound, degrees = bound - 1;
    double chi_square = 0;
    for (uint32_t i = 0; i < bound; i++) {
        const double difference = counts[i] - expected;
        chi_square += difference * difference / expected;
    }
    const double part = 2 / (9 * degrees);
    for (int sign = -1; sign <= 1; sign += 2) {
        const double root = 1 - part + sign * 4.75 * __builtin_sqrt(part);
        const double limit = degrees * root * root * root;
        if (sign * (chi_square - limit) > 0 && (sign > 0 || root > 0))
            fail_msg("bound %u: chi-square %g, limit %g", bound, chi_square, limit);
    }
}

static void below_is_uniform(void **state) {
    (void)state;
    static const uint32_t BOUNDS[] = {2, 3, 5, 6, 7, 10, 16, 64, 100, 255, 256, 257, 1000};
    static uint32_t counts[1000];
    Rng rng = stream_of("uniform");
    for (size_t i = 0; i < sizeof BOUNDS / sizeof *BOUNDS; i++) {
        memset(counts, 0, sizeof counts);
        for (int n = 0; n < 1000000; n++) counts[rng_below(&rng, BOUNDS[i])]++;
        assert_uniform(counts, BOUNDS[i], 1000000);
    }
}

// A bound of 3/4 of 2^32 without rejection would give the lower numbers twice as often.
static void below_has_no_bias_for_large_bounds(void **state) {
    (void)state;
    static const uint32_t BOUNDS[] = {0xc0000000, 0xaaaaaaab, 0x80000001, 0xffffffff};
    Rng rng = stream_of("large");
    for (size_t i = 0; i < sizeof BOUNDS / sizeof *BOUNDS; i++) {
        uint32_t counts[12] = {0}, residues[3] = {0};
        const uint32_t part = BOUNDS[i] / 12, usable = 12 * part;
        uint64_t total = 0, all = 0;
        for (int n = 0; n < 1000000; n++) {
            const uint32_t number = rng_below(&rng, BOUNDS[i]);
            assert_true(number < BOUNDS[i]);
            if (number < usable) counts[number / part]++, total++;
            if (number < BOUNDS[i] / 3 * 3) residues[number % 3]++, all++;
        }
        assert_uniform(counts, 12, total);
        assert_uniform(residues, 3, all);
    }
}

static void below_one_is_zero(void **state) {
    (void)state;
    Rng rng = stream_of("one");
    for (int i = 0; i < 1000; i++) assert_int_equal(rng_below(&rng, 1), 0);
}

// Two numbers of one stream, and the same numbers of two streams, are independent.
static void assert_independent(Rng one, Rng other) {
    uint32_t counts[64] = {0};
    for (int i = 0; i < 200000; i++) counts[8 * rng_below(&one, 8) + rng_below(&other, 8)]++;
    assert_uniform(counts, 64, 200000);
}

static void streams_are_independent(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 20; i++) {
        const Seed seed = seed_number(seed_init(3), i);
        Rng later = rng_init(seed);
        rng_next(&later);
        assert_independent(rng_init(seed), later);
        assert_independent(rng_init(seed), rng_init(seed_number(seed_init(3), i + 1)));
        assert_independent(rng_init(seed_text(seed, "first")), rng_init(seed_text(seed, "second")));
    }
}

static void every_bit_is_even(void **state) {
    (void)state;
    uint32_t ones[64] = {0};
    Rng rng = stream_of("bits");
    for (int i = 0; i < 100000; i++) {
        const uint64_t number = rng_next(&rng);
        for (int bit = 0; bit < 64; bit++) ones[bit] += (uint32_t)(number >> bit & 1);
    }
    for (int bit = 0; bit < 64; bit++)
        assert_uniform((uint32_t[]){ones[bit], 100000 - ones[bit]}, 2, 100000);
}

static void unit_is_uniform(void **state) {
    (void)state;
    uint32_t counts[50] = {0};
    Rng rng = stream_of("unit");
    for (int i = 0; i < 500000; i++) {
        const double number = rng_unit(&rng);
        assert_true(number >= 0 && number < 1);
        counts[(int)(50 * number)]++;
    }
    assert_uniform(counts, 50, 500000);
}

// ---- Pinned numbers: a record can be played again only while they stay

static void assert_pinned(const char *name, uint64_t found, uint64_t expected) {
    if (found != expected) fail_msg("%s is 0x%016" PRIx64 "u", name, found);
}

static void the_mixer_is_that_of_splitmix64(void **state) {
    (void)state;
    // The first outputs of SplitMix64 with seed 1234567, as published with its reference code.
    static const uint64_t KNOWN[] = {6457827717110365317u, 3203168211198807973u,
                                     9817491932198370423u, 4593380528125082431u,
                                     16408922859458223821u};
    Rng rng = {1234567, 0x9e3779b97f4a7c15u};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        assert_pinned("SplitMix64", rng_next(&rng), KNOWN[i]);
    assert_pinned("mix64(0)", mix64(0), 0);
}

static void streams_stay_as_they_are(void **state) {
    (void)state;
    static const uint64_t NEXT[] = {0x319de49fb9966710u, 0xab26e2a84bb6b1afu, 0x102867acab45eb73u};
    static const uint32_t BELOW[] = {80, 0, 63, 1, 23, 28, 13, 33};
    Seed seed = seed_init(42);
    assert_pinned("seed_init(42).low", seed.low, 0x73d4d7819629f04au);
    assert_pinned("seed_init(42).high", seed.high, 0x48619f24c5cfe2f0u);
    seed = seed_text(seed_number(seed, 7), "agros:size=8");
    assert_pinned("seed.low", seed.low, 0x15a1de9d2135cbf6u);
    assert_pinned("seed.high", seed.high, 0xe33982606a7e9d7fu);
    Rng rng = rng_init(seed);
    assert_pinned("gamma", rng.gamma, 0x5502d6aa959898f7u);
    for (size_t i = 0; i < sizeof NEXT / sizeof *NEXT; i++)
        assert_pinned("rng_next", rng_next(&rng), NEXT[i]);
    for (size_t i = 0; i < sizeof BELOW / sizeof *BELOW; i++)
        assert_pinned("rng_below", rng_below(&rng, 100), BELOW[i]);
    assert_true(rng_unit(&rng) == 0x1.acc12f7ee46fap-1);
}

// ---- Seeds

static bool same_seed(Seed a, Seed b) {
    return a.low == b.low && a.high == b.high;
}

static void seeds_absorb_in_order(void **state) {
    (void)state;
    const Seed root = seed_init(5);
    const Seed seeds[] = {
        root,
        seed_init(6),
        seed_number(root, 2),
        seed_number(root, 1),
        seed_number(seed_number(root, 2), 2),
        seed_number(seed_number(root, 2), 3),
        seed_number(seed_number(root, 3), 2),
        seed_text(root, ""),
        seed_text(seed_text(root, ""), ""),
        seed_text(root, "a"),
        seed_text(root, "b"),
        seed_text(root, "ab"),
        seed_text(seed_text(root, "a"), "b"),
        seed_text(seed_text(root, "b"), "a"),
        seed_text(seed_text(root, "ab"), ""),
        seed_text(seed_text(root, ""), "ab"),
        seed_text(root, "12345678"),
        seed_text(root, "123456789"),
        seed_text(seed_text(root, "12345678"), "9"),
        seed_text(root, "\x80"),
        seed_text(root, "\xff"),
    };
    enum { COUNT = sizeof seeds / sizeof *seeds };
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < COUNT; k++) assert_int_equal(same_seed(seeds[i], seeds[k]), i == k);
}

static int compare_numbers(const void *a, const void *b) {
    const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

// First numbers, states and gammas of many neighbouring seeds: no two alike, every gamma odd.
static void neighbouring_streams_differ(void **state) {
    (void)state;
    enum { COUNT = 200000 };
    static uint64_t first[COUNT], gammas[COUNT];
    for (uint64_t i = 0; i < COUNT; i++) {
        Rng rng = rng_init(seed_number(seed_init(i % 2), i / 2));
        gammas[i] = rng.gamma;
        assert_true(rng.gamma % 2 == 1);
        assert_true(__builtin_popcountll(rng.gamma ^ rng.gamma >> 1) >= 24);
        first[i] = rng_next(&rng);
    }
    qsort(first, COUNT, sizeof *first, compare_numbers);
    qsort(gammas, COUNT, sizeof *gammas, compare_numbers);
    for (size_t i = 1; i < COUNT; i++) {
        assert_true(first[i] != first[i - 1]);
        assert_true(gammas[i] != gammas[i - 1]);
    }
}

// ---- Lines of a file

typedef struct TestFile {
    char path[32];
} TestFile;

static TestFile write_file(const void *bytes, size_t size) {
    TestFile file = {"/tmp/harrow-test-XXXXXX"};
    const int descriptor = mkstemp(file.path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, bytes, size), (ssize_t)size);
    assert_int_equal(close(descriptor), 0);
    return file;
}

// Compresses a text as one gzip member; returns its size.
static size_t gzip(const char *text, size_t length, unsigned char *out, size_t capacity) {
    z_stream stream = {0};
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    unsigned char copy[4096];
    assert_true(length <= sizeof copy);
    memcpy(copy, text, length);
    stream.next_in = copy;
    stream.avail_in = (uInt)length;
    stream.next_out = out;
    stream.avail_out = (uInt)capacity;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    const size_t size = stream.total_out;
    deflateEnd(&stream);
    return size;
}

// Reads all lines into one text, each followed by a bar; a failure's message ends it.
static ReadResult read_lines(const char *path, char *found, size_t size, Status *status) {
    TextReader reader;
    ReadResult result;
    size_t used = 0;
    int64_t number = 0;
    found[0] = '\0';
    if (!text_reader_open(&reader, path, status)) return READ_FAILED;
    while ((result = text_reader_next(&reader, status)) == READ_LINE) {
        assert_int_equal(reader.number, ++number);
        assert_int_equal(strlen(reader.line), reader.length);
        used += (size_t)snprintf(found + used, size - used, "%s|", reader.line);
        assert_true(used < size);
    }
    text_reader_close(&reader);
    return result;
}

static void assert_lines(const void *bytes, size_t size, const char *expected) {
    char found[8192];
    Status status = {0};
    const TestFile file = write_file(bytes, size);
    if (read_lines(file.path, found, sizeof found, &status) != READ_END)
        fail_msg("%s", status.message);
    assert_string_equal(found, expected);
    unlink(file.path);
}

static void assert_read_fails(const void *bytes, size_t size, const char *lines, const char *says) {
    char found[8192];
    Status status = {0};
    const TestFile file = write_file(bytes, size);
    assert_int_equal(read_lines(file.path, found, sizeof found, &status), READ_FAILED);
    assert_string_equal(found, lines);
    assert_int_equal(status.code, EXIT_INPUT);
    assert_memory_equal(status.message, file.path, strlen(file.path));
    if (!strstr(status.message, says)) fail_msg("'%s' lacks '%s'", status.message, says);
    unlink(file.path);
}

#define TEXT(literal) literal, sizeof literal - 1

static void reads_plain_lines(void **state) {
    (void)state;
    assert_lines(TEXT(""), "");
    assert_lines(TEXT("\n"), "|");
    assert_lines(TEXT("a"), "a|");
    assert_lines(TEXT("a\n"), "a|");
    assert_lines(TEXT("a\n\nb"), "a||b|");
    assert_lines(TEXT("\n\n"), "||");
    assert_lines(TEXT("a\r\n\xff\t\n"), "a\r|\xff\t|");
    assert_lines(TEXT("\x1f"), "\x1f|");
    assert_lines(TEXT("\x1fx\n"), "\x1fx|");
}

static void reads_gzip(void **state) {
    (void)state;
    unsigned char bytes[1024];
    size_t size = gzip(TEXT("a\nb\n"), bytes, sizeof bytes);
    assert_lines(bytes, size, "a|b|");
    size += gzip(TEXT(""), bytes + size, sizeof bytes - size);
    size += gzip(TEXT("c"), bytes + size, sizeof bytes - size);
    assert_lines(bytes, size, "a|b|c|");
    // A line may go on in the next member.
    size += gzip(TEXT("d\ne"), bytes + size, sizeof bytes - size);
    assert_lines(bytes, size, "a|b|cd|e|");
    size = gzip(TEXT(""), bytes, sizeof bytes);
    assert_lines(bytes, size, "");
}

// Wherever a stream of two members is cut, but between them, that is told.
static void tells_of_every_cut(void **state) {
    (void)state;
    unsigned char bytes[1024];
    const size_t first = gzip(TEXT("first\nline\n"), bytes, sizeof bytes);
    const size_t size = first + gzip(TEXT("second\n"), bytes + first, sizeof bytes - first);
    for (size_t cut = 2; cut < size; cut++) {
        char found[64];
        Status status = {0};
        if (cut == first) continue;
        const TestFile file = write_file(bytes, cut);
        if (read_lines(file.path, found, sizeof found, &status) != READ_FAILED)
            fail_msg("cut at %zu of %zu: no failure", cut, size);
        assert_int_equal(status.code, EXIT_INPUT);
        assert_non_null(strstr(status.message, "the gzip stream is cut short"));
        unlink(file.path);
    }
}

// Any byte of a member that is changed: told, or it is one of the head that has no meaning.
static void tells_of_every_damage(void **state) {
    (void)state;
    enum { HEAD = 10 };
    unsigned char bytes[1024];
    const size_t size = gzip(TEXT("first\nline\n"), bytes, sizeof bytes);
    for (size_t at = HEAD; at < size; at++)
        for (unsigned bit = 0; bit < 8; bit++) {
            char found[64];
            Status status = {0};
            bytes[at] ^= (unsigned char)(1u << bit);
            const TestFile file = write_file(bytes, size);
            if (read_lines(file.path, found, sizeof found, &status) != READ_FAILED &&
                strcmp(found, "first|line|") != 0)
                fail_msg("bit %u of byte %zu: no failure", bit, at);
            bytes[at] ^= (unsigned char)(1u << bit);
            unlink(file.path);
        }
}

static void refuses_nul(void **state) {
    (void)state;
    unsigned char bytes[256];
    assert_read_fails(TEXT("\0"), "", "line 1: a NUL byte");
    assert_read_fails(TEXT("a\nb\0c\n"), "a|", "line 2: a NUL byte");
    assert_read_fails(TEXT("a\n\0"), "a|", "line 2: a NUL byte");
    const size_t size = gzip(TEXT("a\n\0\n"), bytes, sizeof bytes);
    assert_read_fails(bytes, size, "a|", "line 2: a NUL byte");
}

// Lines of 16 MiB and one byte more.
static void limits_the_line(void **state) {
    (void)state;
    const size_t most = 16 << 20;
    for (size_t extra = 0; extra < 2; extra++) {
        char *text = malloc(most + 2);
        Status status = {0};
        TextReader reader;
        assert_non_null(text);
        memset(text, 'x', most + 2);
        text[most + extra] = '\n';
        const TestFile file = write_file(text, most + 1 + extra);
        assert_true(text_reader_open(&reader, file.path, &status));
        assert_int_equal(text_reader_next(&reader, &status), extra ? READ_FAILED : READ_LINE);
        if (extra)
            assert_non_null(strstr(status.message, "line 1: longer than 16 MiB"));
        else {
            assert_int_equal(reader.length, most);
            assert_int_equal(text_reader_next(&reader, &status), READ_END);
        }
        text_reader_close(&reader);
        unlink(file.path);
        free(text);
    }
}

static void assert_no_open(const char *path, const char *says) {
    TextReader reader;
    Status status = {0};
    assert_false(text_reader_open(&reader, path, &status));
    assert_int_equal(status.code, EXIT_INPUT);
    assert_string_equal(status.message, says);
}

static void refuses_what_is_no_file(void **state) {
    (void)state;
    assert_no_open("/", "/: is a directory, a file expected");
    assert_no_open("/dev", "/dev: is a directory, a file expected");
    assert_no_open("/no/such/file", "/no/such/file: No such file or directory");
    assert_no_open("", ": No such file or directory");
}

// ---- Lines of play

static Line begin(const char *spec, const char *position) {
    Line line;
    Variant variant;
    Position start;
    Status status = {0};
    if (!variant_parse(&variant, spec, &status) ||
        !variant_position(&variant, &start, position, &status))
        fail_msg("%s: %s", spec, status.message);
    line_init(&line, &variant, &start);
    return line;
}

static char *moves_of(const Line *line) {
    Status status;
    char *text = line_text(line, &status);
    assert_non_null(text);
    return text;
}

static void assert_position(const Line *line, const char *expected) {
    char text[GAME_POSITION_TEXT_SIZE];
    line->variant.game->format(&line->position, text);
    assert_string_equal(text, expected);
}

static void plays_texts(void **state) {
    (void)state;
    Status status = {0};
    Line line = begin("agros:size=3,farmers=1", NULL);
    assert_true(line_play_text(&line, "", &status));
    assert_int_equal(line.count, 0);
    assert_true(line_play_text(&line, "a1", &status));
    assert_int_equal(line_side(&line), SIDE_SECOND);
    assert_true(line_play_text(&line, "c3 a1-b2", &status));
    assert_position(&line, "2,D1/1,L2,1/3 d 1 sow 0");
    char *moves = moves_of(&line);
    assert_string_equal(moves, "a1 c3 a1-b2");
    free(moves);
    line_release(&line);
}

static void names_the_ply_that_fails(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {"a1 a1", "ply 2: move 'a1' is not legal here: a1 is not empty"},
        {"a1 b1 pass pass pass", "ply 5: move 'pass' is not legal here: the game is over"},
        {"x", "ply 1: move 'x' is no move of agros"},
        {" ", "ply 1: move '' is no move of agros"},
        {"a1 ", "ply 2: move '' is no move of agros"},
        {"a1  b1", "ply 2: move '' is no move of agros"},
        {"a1\tb1", "ply 1: move 'a1?b1' is no move of agros"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Status status = {0};
        Line line = begin("agros:size=3,farmers=1", NULL);
        assert_false(line_play_text(&line, CASES[i][0], &status));
        assert_string_equal(status.message, CASES[i][1]);
        assert_int_equal(status.code, EXIT_INPUT);
        line_release(&line);
    }
}

static Move random_move(const Line *line, Rng *rng) {
    Move moves[GAME_MAX_MOVES];
    const int count = line_moves(line, moves);
    assert_true(count > 0);
    return moves[rng_below(rng, (uint32_t)count)];
}

static void play_to_the_end(Line *line, Rng *rng) {
    Status status = {0};
    while (line_outcome(line).result == RESULT_NONE)
        assert_true(line_play(line, random_move(line, rng), &status));
}

static void restarts(void **state) {
    (void)state;
    Rng rng = stream_of("restart");
    Line line = begin("agros:size=5,farmers=3", NULL);
    const Position start = line.start;
    for (int i = 0; i < 20; i++) {
        play_to_the_end(&line, &rng);
        assert_true(line.count > 6);
        line_restart(&line, &start);
        assert_int_equal(line.count, 0);
        assert_position(&line, "5/5/5/5/5 l 3 sow 0");
    }
    line_release(&line);
}

// The text of a random game, played again, gives the same positions.
static void written_lines_play_again(void **state) {
    (void)state;
    static const char *const SPECS[] = {"agros:size=3,farmers=1", "agros:size=6,farmers=5",
                                        "agros:size=16,farmers=15,rule=static"};
    Rng rng = stream_of("lines");
    for (size_t i = 0; i < sizeof SPECS / sizeof *SPECS; i++) {
        char position[GAME_POSITION_TEXT_SIZE];
        Status status = {0};
        Line line = begin(SPECS[i], NULL), again = begin(SPECS[i], NULL);
        play_to_the_end(&line, &rng);
        char *moves = moves_of(&line);
        if (!line_play_text(&again, moves, &status)) fail_msg("%s", status.message);
        assert_int_equal(again.count, line.count);
        line.variant.game->format(&line.position, position);
        assert_position(&again, position);
        free(moves);
        line_release(&line);
        line_release(&again);
    }
}

// ---- Records

// What record_write prints of a finished line.
static char *record_of(const Line *line, const char *position, Record *record) {
    char spec[SPEC_MAX_LENGTH];
    TextStream text;
    Status status;
    char *moves = moves_of(line);
    const Outcome outcome = line_outcome(line);
    variant_format(&line->variant, spec);
    *record = (Record){.id = INT64_C(1) << 53,
                       .cell = 99999,
                       .pair = position ? 3 : -1,
                       .game = spec,
                       .first = "a \"b\"\\",
                       .second = "é\n",
                       .position = position,
                       .opening = line->count / 2,
                       .moves = moves,
                       .plies = line->count,
                       .result = outcome.result,
                       .end = outcome.result == RESULT_NONE ? END_PLY_LIMIT : outcome.end,
                       .has_score = true,
                       .score = line->variant.game->score(&line->position)};
    assert_true(text_stream_open(&text, &status));
    record_write(record, text.stream);
    assert_true(text_stream_close(&text, &status));
    free(moves);
    record->moves = record->game = NULL; // gone with this function
    return text.text;
}

static cJSON *parse_record(const char *text, Record *record) {
    Status status = {0};
    cJSON *tree = json_parse(text, strlen(text), &status);
    if (!tree || !record_read(record, tree, &status)) fail_msg("%s: %s", text, status.message);
    return tree;
}

static char *write_record(const Record *record) {
    TextStream text;
    Status status;
    assert_true(text_stream_open(&text, &status));
    record_write(record, text.stream);
    assert_true(text_stream_close(&text, &status));
    return text.text;
}

static void check_round_trip(const Line *line, const char *position) {
    Record written, record;
    GameFacts facts = {.number = 77};
    Status status = {0};
    char *text = record_of(line, position, &written);
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    cJSON *tree = parse_record(text, &record);
    assert_int_equal(record.id, written.id);
    assert_int_equal(record.pair, written.pair);
    assert_string_equal(record.second, written.second);
    char *again = write_record(&record);
    assert_string_equal(again, text);
    if (!record_replay(&record, &facts, &status)) fail_msg("%s: %s", text, status.message);
    assert_int_equal(facts.number, 77);
    assert_int_equal(facts.plies, line->count);
    assert_int_equal(facts.result, written.result);
    assert_int_equal(facts.end, written.end);
    assert_int_equal(facts.margin, written.score.halves[0] - written.score.halves[1]);
    assert_true(facts.legal_plies >= facts.plies);
    assert_int_equal(facts.hash, record_hash(position, record.moves));
    assert_true(record_replay(&record, NULL, &status));
    free(again);
    free(text);
    cJSON_Delete(tree);
}

static void records_read_back_and_replay(void **state) {
    (void)state;
    static const char *const STARTS[][2] = {
        {"agros:size=3,farmers=1", NULL},
        {"agros:size=5,farmers=3,rule=static,komi=-6.5", NULL},
        {"agros:komi=0.5", "3/3/L3,d,D2 d 1 static 1"},
        {"agros", "8/6,D1,1/5,L1,2/4,D1,3/3,L1,4/2,D1,5/1,L1,6/8 l 3 sow 0"},
    };
    Rng rng = stream_of("records");
    for (size_t i = 0; i < sizeof STARTS / sizeof *STARTS; i++)
        for (int n = 0; n < 50; n++) {
            Line line = begin(STARTS[i][0], STARTS[i][1]);
            play_to_the_end(&line, &rng);
            check_round_trip(&line, STARTS[i][1]);
            line_release(&line);
        }
}

static void unfinished_records_replay(void **state) {
    (void)state;
    Rng rng = stream_of("unfinished");
    Status status = {0};
    for (int plies = 0; plies < 6; plies++) {
        Line line = begin("agros:size=4,farmers=3", NULL);
        for (int i = 0; i < plies; i++)
            assert_true(line_play(&line, random_move(&line, &rng), &status));
        check_round_trip(&line, NULL);
        line_release(&line);
    }
}

// The sum of the legal plies at each ply, counted by hand on a game of four plies.
static void counts_the_legal_plies(void **state) {
    (void)state;
    Record record;
    GameFacts facts;
    Status status = {0};
    cJSON *tree = parse_record("{\"id\":0,\"cell\":0,\"game\":\"agros:size=3,farmers=1\",\"first\":"
                               "\"a\",\"second\":\"b\",\"opening\":0,\"moves\":\"a1 c3 pass pass\","
                               "\"plies\":4,\"result\":\"1/2-1/2\",\"score\":[0,0],\"end\":"
                               "\"passes\",\"extra\":[1]}",
                               &record);
    assert_true(record_replay(&record, &facts, &status));
    assert_int_equal(facts.legal_plies, 9 + 8 + 4 + 4);
    cJSON_Delete(tree);
}

static void hashes_tell_games_apart(void **state) {
    (void)state;
    static const char *const GAMES[][2] = {
        {NULL, ""}, {NULL, "a1"}, {NULL, "a1 b1"}, {NULL, "b1 a1"},
        {"a1", ""}, {"a1", "a1"}, {"a", "1"},      {NULL, "a1b1"},
    };
    enum { COUNT = sizeof GAMES / sizeof *GAMES };
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < COUNT; k++)
            assert_int_equal(record_hash(GAMES[i][0], GAMES[i][1]) ==
                                 record_hash(GAMES[k][0], GAMES[k][1]),
                             i == k);
    assert_pinned("record_hash", record_hash(NULL, "a1 c3 pass pass"), 0xf11aaad6dd29d3aau);
}

static void ids_and_numbers_have_limits(void **state) {
    (void)state;
    static const char *const BAD[] = {
        "{}",
        "[]",
        "{\"id\":-1}",
        "{\"id\":0,\"cell\":0.5}",
        "{\"id\":0,\"cell\":0,\"game\":\"agros\",\"first\":\"a\",\"second\":\"b\",\"opening\":1,"
        "\"moves\":\"\",\"plies\":0,\"result\":\"*\",\"end\":\"ply-limit\"}",
        "{\"id\":0,\"cell\":0,\"game\":\"agros\",\"first\":\"a\",\"second\":\"b\",\"opening\":0,"
        "\"moves\":\"\",\"plies\":2147483648,\"result\":\"*\",\"end\":\"ply-limit\"}",
        "{\"id\":0,\"cell\":0,\"game\":\"agros\",\"first\":\"a\",\"second\":\"b\",\"opening\":0,"
        "\"moves\":\"\",\"plies\":0,\"result\":\"*\",\"end\":\"ply-limit\","
        "\"score\":{\"first\":0,\"second\":0}}",
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        Record record;
        Status status = {0};
        cJSON *tree = json_parse(BAD[i], strlen(BAD[i]), &status);
        assert_non_null(tree);
        if (record_read(&record, tree, &status)) fail_msg("accepted: %s", BAD[i]);
        assert_int_equal(status.code, EXIT_INPUT);
        assert_memory_equal(status.message, "record: ", 8);
        cJSON_Delete(tree);
    }
}

// ---- Perft

static uint64_t perft_of(const Line *line, int depth, PerftTable *table) {
    uint64_t count = 0;
    Status status = {0};
    assert_true(perft_count(line, depth, table, &count, &status));
    return count;
}

static void check_division(const Line *line, int depth) {
    Move moves[GAME_MAX_MOVES];
    uint64_t counts[GAME_MAX_MOVES], parallel[GAME_MAX_MOVES], total = 0;
    Status status = {0};
    const int count = line_moves(line, moves);
    PerftTable *table = perft_table_new(1);
    assert_non_null(table);
    assert_true(perft_divide(line, depth, moves, count, counts, 1, NULL, &status));
    assert_true(perft_divide(line, depth, moves, count, parallel, 3, table, &status));
    for (int i = 0; i < count; i++) {
        Line below;
        Position child = line->position;
        line->variant.game->play(&child, moves[i]);
        line_init(&below, &line->variant, &child);
        assert_int_equal(counts[i], perft_of(&below, depth - 1, NULL));
        assert_int_equal(counts[i], parallel[i]);
        total += counts[i];
    }
    assert_int_equal(total, perft_of(line, depth, NULL));
    assert_int_equal(total, perft_of(line, depth, table));
    perft_table_free(table);
}

static void divisions_add_up(void **state) {
    (void)state;
    Rng rng = stream_of("perft");
    Status status = {0};
    Line line = begin("agros:size=4,farmers=3", NULL);
    const Position start = line.start;
    for (int game = 0; game < 10; game++, line_restart(&line, &start))
        while (line_outcome(&line).result == RESULT_NONE) {
            for (int depth = 1; depth <= (line.count < 4 ? 2 : 3); depth++)
                check_division(&line, depth);
            assert_true(line_play(&line, random_move(&line, &rng), &status));
        }
    line_release(&line);
}

static void perft_ends_with_the_game(void **state) {
    (void)state;
    Line line = begin("agros", "3/3/L1,D1,1 l 1 sow 2");
    assert_int_equal(perft_of(&line, 0, NULL), 1);
    for (int depth = 1; depth < 5; depth++) assert_int_equal(perft_of(&line, depth, NULL), 0);
    line_release(&line);
}

// ---- Names

static void names_read_back(void **state) {
    (void)state;
    static const char *const RESULTS[RESULT_COUNT] = {"*", "1-0", "0-1", "1/2-1/2"};
    static const char *const ENDS[END_COUNT] = {
        "",          "passes", "enthroned",   "forfeit",      "stuck", "repetition", "majority",
        "ply-limit", "resign", "adjudicated", "illegal-move", "time",  "crash"};
    for (unsigned i = 0; i < RESULT_COUNT; i++) {
        assert_string_equal(result_name((Result)i), RESULTS[i]);
        assert_int_equal(result_parse(RESULTS[i]), i);
    }
    for (unsigned i = 0; i < END_COUNT; i++) {
        assert_string_equal(end_name((End)i), ENDS[i]);
        assert_int_equal(end_parse(ENDS[i]), i);
    }
    assert_string_equal(side_name(SIDE_FIRST), "first");
    assert_string_equal(side_name(SIDE_SECOND), "second");
}

static void other_names_are_unknown(void **state) {
    (void)state;
    static const char *const TEXTS[] = {"",     "1-1",    "1 - 0",   "1-0 ", "½-½", "1/2",
                                        "pass", "Passes", "passes ", "draw", "**"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        assert_int_equal(result_parse(TEXTS[i]), RESULT_COUNT);
        if (*TEXTS[i]) assert_int_equal(end_parse(TEXTS[i]), END_COUNT);
    }
}

static void values_are_from_a_side(void **state) {
    (void)state;
    assert_true(result_value(RESULT_FIRST, SIDE_FIRST) == 1);
    assert_true(result_value(RESULT_FIRST, SIDE_SECOND) == 0);
    assert_true(result_value(RESULT_SECOND, SIDE_FIRST) == 0);
    assert_true(result_value(RESULT_SECOND, SIDE_SECOND) == 1);
    for (int side = 0; side < SIDE_COUNT; side++) {
        assert_true(result_value(RESULT_DRAW, (Side)side) == 0.5);
        assert_true(result_value(RESULT_NONE, (Side)side) == 0.5);
    }
}

// ---- Bytes as text

static void base64_is_that_of_the_standard(void **state) {
    (void)state;
    // RFC 4648, section 10, and the two digits that are no letters.
    static const char *const CASES[][2] = {
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
        {"\xfb\xff\xbf", "+/+/"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const char *bytes = CASES[i][0], *text = CASES[i][1];
        char written[16];
        uint8_t read[16];
        base64_encode((const uint8_t *)bytes, strlen(bytes), written);
        assert_string_equal(written, text);
        assert_int_equal(base64_length(strlen(bytes)), strlen(text));
        assert_int_equal(base64_decode(text, read), strlen(bytes));
        assert_memory_equal(read, bytes, strlen(bytes));
        assert_int_equal(base64_decode(text, NULL), strlen(bytes));
    }
}

static void base64_has_one_spelling(void **state) {
    (void)state;
    static const char *const BAD[] = {"Z",    "Zg",   "Zg=",      "Z===",      "====",
                                      "Zh==", "Zm9=", "Zg==Zg==", "Zm 9",      "Zm9v\n",
                                      "Zm9-", "=Zg=", "Zg=a",     "\xc3\xa4=="};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        if (base64_decode(BAD[i], NULL) != BASE64_INVALID) fail_msg("'%s' was read", BAD[i]);
}

static void values_are_a_byte(void **state) {
    (void)state;
    assert_int_equal(record_value(0), 0);
    assert_int_equal(record_value(0.5), 127);
    assert_int_equal(record_value(1), 254);
    assert_int_equal(record_value(0.01), 3); // 2.54
    assert_int_equal(record_value(NAN), RECORD_NO_VALUE);
}

// ---- Failures

static void messages_are_one_printable_line(void **state) {
    (void)state;
    Status status = {0};
    assert_false(status_fail(&status, EXIT_INPUT, "a\nb\x1b[2J\x7f \xc2\x9b \xc2\xa0é"));
    assert_string_equal(status.message, "a?b?[2J? ?? \xc2\xa0é");
    assert_false(status_prefix(&status, "f\r: "));
    assert_string_equal(status.message, "f?: a?b?[2J? ?? \xc2\xa0é");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(below_is_uniform),
        cmocka_unit_test(below_has_no_bias_for_large_bounds),
        cmocka_unit_test(below_one_is_zero),
        cmocka_unit_test(streams_are_independent),
        cmocka_unit_test(every_bit_is_even),
        cmocka_unit_test(unit_is_uniform),
        cmocka_unit_test(the_mixer_is_that_of_splitmix64),
        cmocka_unit_test(streams_stay_as_they_are),
        cmocka_unit_test(seeds_absorb_in_order),
        cmocka_unit_test(neighbouring_streams_differ),
        cmocka_unit_test(reads_plain_lines),
        cmocka_unit_test(reads_gzip),
        cmocka_unit_test(tells_of_every_cut),
        cmocka_unit_test(tells_of_every_damage),
        cmocka_unit_test(refuses_nul),
        cmocka_unit_test(limits_the_line),
        cmocka_unit_test(refuses_what_is_no_file),
        cmocka_unit_test(plays_texts),
        cmocka_unit_test(names_the_ply_that_fails),
        cmocka_unit_test(restarts),
        cmocka_unit_test(written_lines_play_again),
        cmocka_unit_test(records_read_back_and_replay),
        cmocka_unit_test(unfinished_records_replay),
        cmocka_unit_test(counts_the_legal_plies),
        cmocka_unit_test(hashes_tell_games_apart),
        cmocka_unit_test(ids_and_numbers_have_limits),
        cmocka_unit_test(divisions_add_up),
        cmocka_unit_test(perft_ends_with_the_game),
        cmocka_unit_test(names_read_back),
        cmocka_unit_test(other_names_are_unknown),
        cmocka_unit_test(values_are_from_a_side),
        cmocka_unit_test(base64_is_that_of_the_standard),
        cmocka_unit_test(base64_has_one_spelling),
        cmocka_unit_test(values_are_a_byte),
        cmocka_unit_test(messages_are_one_printable_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
