// The memory of a tree search: a pool of nodes, the part of it that is kept between plies, and what
// its simulators count beside it.
#ifndef HARROW_MCTS_TREE_H
#define HARROW_MCTS_TREE_H

#include "search/mcts.h"

// Allocates a pool of at most `bytes`, and at least tree_least_bytes, that is searched by
// `simulators` threads. The tree is all zero before; when false is returned, it is still to be
// released.
bool tree_init(Tree *self, const MctsOptions *options, size_t bytes, int simulators);
size_t tree_least_bytes(const MctsOptions *options);
void tree_release(Tree *self);

// Forgets all nodes.
void tree_clear(Tree *self);

// Makes the line's position the root: by what is left of the last tree where it was made for that
// (reuse) and the line goes on from there, else anew. `contempt`, 0..½, is what a draw is worth
// less to who is to move.
void tree_enter(Tree *self, const Game *game, const Line *line, double contempt);

// What a simulator counts beside the tree, in bytes.
size_t simulator_bytes(const MctsOptions *options, const Game *game);
bool simulator_init(Simulator *self);
void simulator_release(Simulator *self);

// Forgets all counts.
void simulator_clear(Simulator *self);

#endif
