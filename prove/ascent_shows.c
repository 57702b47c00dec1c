/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ascent_shows.c: whether what processes access in one tree is as the text has it at every N: then the matches that are
 * found there (match.c) are those of the nodes.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/ascent.h"

/* The processes that come to the node of a register, as bits. */
static uint64_t block_of(const struct ascent *ascent, const struct lone_all *all, size_t cell)
{
  const struct lone_name name = lone_name(all, cell);
  const struct ascent_group *as = &ascent->group[name.group];
  const uint32_t row = (uint32_t)abstract_unpack(name.row).is, column = (uint32_t)abstract_unpack(name.column).is;
  uint32_t size = ascent->n, first = 0;
  if (as->of_process) {
    size = 2u << ((as->level_at == 0 ? row : column) - (uint32_t)as->lowest);
    first = ((as->level_at == 0 ? column : row) - 1) / size * size;
  } else {
    uint32_t node = row;
    for (; node > 1; node /= 2) size /= 2;
    first = (row - ascent->n / size) * size;
  }
  return (UINT64_MAX >> (LONE_MOST_N - size)) << first;
}

static bool comes_back(const struct lone *l)
{
  bool *left = mem_new(l->n_states, sizeof *left), back = false;
  for (uint32_t s = 0; s < l->n_states; s++) left[s] = l->state[s].section == RMR_CS;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t s = 0; s < l->n_states; s++)
      for (uint32_t k = l->state[s].first; left[s] && k < l->state[s + 1].first; k++) {
        more |= !left[l->edge[k].to];
        left[l->edge[k].to] = true;
        back |= l->state[l->edge[k].to].section == RMR_REMAINDER;
      }
  }
  free(left);
  return back;
}

/* Whether all processes of its node access the register of a node, and some of each side that of a process. */
static bool is_shared(const struct ascent *ascent, const struct lone_all *all, size_t cell)
{
  const uint64_t by = all->cell[cell].accessed, block = block_of(ascent, all, cell);
  const uint32_t first = (uint32_t)__builtin_ctzll(block), half = (uint32_t)__builtin_popcountll(block) / 2;
  const uint64_t lower = (UINT64_MAX >> (LONE_MOST_N - half)) << first;
  if (by == 0 || !ascent->group[lone_name(all, cell).group].of_process) return by == 0 || by == block;
  return (by & ~block) == 0 && (by & lower) != 0 && (by & ~lower) != 0;
}

/* --- in which ways levels begin ----------------------------------------------------------------------------------- */

enum { MOST_LEVELS = 7 };

/* The ways in which a process begins each level, or gets there within it, as bits. */
static void find_ways(const struct ascent *ascent, const struct lone_all *all, const struct lone *l,
                      uint8_t ways[MOST_LEVELS])
{
  for (uint32_t s = 0; s < l->n_states; s++)
    for (uint32_t w = 0; w < ascent->n_starts; w++)
      for (uint32_t k = l->state[s].first; l->state[s].node == ascent->start[w] && k < l->state[s + 1].first; k++)
        if (l->edge[k].cell != LONE_NO_CELL)
          ways[__builtin_ctz((uint32_t)__builtin_popcountll(block_of(ascent, all, l->edge[k].cell)))] |= 1u << w;
}

/* Where there are several ways, the last level but one stands for those of other trees. A way up from it is one in
 * which the last one begins. So all processes must begin a level in the same ways, and the last one in no other way
 * than the one before. */
static bool begin_alike(const struct ascent *ascent, const struct lone_all *all)
{
  const uint32_t last = (uint32_t)__builtin_ctz(ascent->n);
  uint8_t ways[MOST_LEVELS] = {0};
  if (ascent->n_starts == 1) return true;
  find_ways(ascent, all, &all->lone[0], ways);
  for (uint32_t p = 1; p < all->n; p++) {
    uint8_t others[MOST_LEVELS] = {0};
    find_ways(ascent, all, &all->lone[p], others);
    if (memcmp(ways, others, sizeof ways) != 0) return false;
  }
  return (ways[last] & ~ways[last - 1]) == 0;
}

bool ascent_shows(const struct ascent *ascent, const struct lone_all *all)
{
  for (size_t k = 0; k < all->cells.n; k++)
    if (!is_shared(ascent, all, k)) return false;
  if (!begin_alike(ascent, all)) return false;
  for (uint32_t p = 0; p < all->n; p++)
    if (!comes_back(&all->lone[p])) return false;
  return true;
}
