// Benchmarks: how fast the parts are on this machine, and signatures of what they compute.
#ifndef HARROW_BENCH_H
#define HARROW_BENCH_H

#include "core/game.h"

#include <stdint.h>

typedef enum BenchSection {
    BENCH_PLAYOUTS,  // uniform playouts from the start to the final result
    BENCH_PERFT,     // perft without hash from a position in the middle of a game
    BENCH_MCTS,      // searches from the start and from that position
    BENCH_ALPHABETA, // the same
    BENCH_RECORDS,   // records of different games: line, compression, tally
    BENCH_SECTION_COUNT
} BenchSection;

// One measurement of one thread. Rates that do not apply are NaN.
typedef struct BenchEntry {
    char game[SPEC_MAX_LENGTH];
    const char *player; // spec, or NULL
    double seconds;
    double plies_per_second;
    double games_per_second;
    double leaves_per_second;
    double simulations_per_second;
    double nodes_per_second;    // a node = a ply made
    double playouts_per_second; // of uniform playouts alone, from the positions searched
    double bytes_per_game;      // of its compressed record
    bool has_signature;
    uint64_t signature; // changes only when what is computed does
} BenchEntry;

// "playouts", "perft", …
const char *bench_section_name(BenchSection section);

// Measures one section of one game spec for about so many seconds. Deterministic but for the
// times. False with the status when memory is short.
bool bench_measure(BenchSection section, const char *spec, double seconds, BenchEntry *entry,
                   Status *status);

#endif
