// The memory of a tree search: one pool of nodes, and the part of it that is kept between plies.
#ifndef HARROW_MCTS_TREE_H
#define HARROW_MCTS_TREE_H

#include "search/mcts.h"

// Allocates the pool within the memory that the options allow, and what the variants need beside.
bool mcts_tree_init(Mcts *self);
void mcts_tree_release(Mcts *self);

// Forgets the tree and all counts.
void mcts_tree_clear(Mcts *self);

// Makes the line's position the root: by what is left of the last tree where the options say so and
// the line goes on from there, else anew.
void mcts_tree_enter(Mcts *self, const Line *line);

#endif
