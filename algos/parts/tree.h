/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An arbitration tree: levels 0 to L-1, L = ceil(lg N), of 2^(L-1), ..., 2, 1 nodes, in each of which two sides meet. A
 * process goes from its leaf to the root, so that a side is never used by two at once. Nodes are numbered from the root
 * on, 1 to 2^L - 1; the sides of node k are 2k and 2k + 1.
 *
 * Where N is no power of two, the last leaves are nobody's, and at some nodes nobody ever comes from the other side:
 * yet each process goes through L nodes. A tree of N leaves would have fewer nodes, and for some processes a shorter
 * way (kessels.c). For such N, costs and numbers of registers depend on which of the two is meant.
 *
 * One process alone goes through one node all the same (L is at least 1): a passage makes at least one access.
 */
#ifndef ALGOS_PARTS_TREE_H
#define ALGOS_PARTS_TREE_H

#include <rmr/algo.h>

static inline uint32_t tree_levels(uint32_t n)
{
  uint32_t levels = 1;
  while (UINT32_C(1) << levels < n) levels++;
  return levels;
}

/* The number of the side from which P_i comes to its node of a level. */
static inline uint32_t tree_side(uint32_t i, uint32_t n, uint32_t level)
{
  return ((UINT32_C(1) << tree_levels(n)) + i - 1) >> level;
}

/* --- how many registers ------------------------------------------------------------------------------------------- */

static inline uint32_t tree_nodes(struct rmr_size s)
{
  return (UINT32_C(1) << tree_levels(s.n)) - 1;
}

static inline uint32_t tree_sides(struct rmr_size s)
{
  return 2 * tree_nodes(s);
}

/* One for each process at each level, level by level; and who has them at home. */
static inline uint32_t tree_spins(struct rmr_size s)
{
  return tree_levels(s.n) * s.n;
}

static inline uint32_t tree_spins_home(uint32_t cell, struct rmr_size s)
{
  return cell % s.n + 1;
}

#endif
