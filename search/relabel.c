/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/relabel.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* The cell of a group that has so many, when processes change their numbers. UINT32_MAX: there is none. */
static uint32_t other_cell(const struct relabel *r, uint32_t cell, uint32_t cells)
{
  const uint32_t n = r->from->n, m = r->to->n;
  const uint32_t a = cell % n, b = cell / n;
  if (cells == n + 1) return cell == 0 ? 0 : r->who[cell] != 0 ? r->who[cell] : UINT32_MAX;
  if (cells == n || cells == 2 * n) return r->who[a + 1] != 0 ? b * m + r->who[a + 1] - 1 : UINT32_MAX;
  if (cells == n * n)
    return r->who[a + 1] != 0 && r->who[b + 1] != 0 ? (r->who[b + 1] - 1) * m + r->who[a + 1] - 1 : UINT32_MAX;
  return cell;
}

static bool relabel_goal(const struct relabel *r, uint64_t *goal)
{
  struct rmr_op op;
  memcpy(&op.var, goal, sizeof *goal);
  if (op.var >= r->from->n_registers) return true;
  const uint32_t g = r->from->group_of[op.var];
  const struct system_group *from = &r->from->group[g], *to = &r->to->group[g];
  const uint32_t cell = other_cell(r, op.var - from->first, from->n);
  if (cell >= to->n) return false;
  op.var = to->first + cell;
  memcpy(goal, &op.var, sizeof *goal);
  return true;
}

bool relabel_move(const struct relabel *r, struct move *move)
{
  if (move->who > r->from->n) { /* a change is of a register, or a process, of this system */
    move->who += r->to->n - r->from->n;
    return r->to->n == r->from->n;
  }
  if (r->who[move->who] == 0) return false;
  if (move->goal >= N_EXTENTS && !relabel_goal(r, &move->goal)) move->goal = TO_COUNT;
  move->who = r->who[move->who];
  return true;
}

static void add(struct draft *to, const struct relabel *r, struct move move)
{
  if (relabel_move(r, &move)) draft_append(to, &move);
}

void draft_grow(struct draft *to, const struct world *world, const struct draft *from, const struct system *smaller,
                uint32_t place, uint32_t twin, bool before)
{
  uint32_t *who = mem_new(smaller->n + 1, sizeof *who), *other = mem_new(smaller->n + 1, sizeof *other);
  for (uint32_t p = 1; p <= smaller->n; p++) who[p] = other[p] = p < place ? p : p + 1;
  other[twin] = place;
  other[0] = 0;
  const struct relabel same = {smaller, world->system, who}, twins = {smaller, world->system, other};
  to->n = 0;
  to->observed = who[from->observed];
  for (size_t k = 0; k < from->n; k++) {
    const bool both = twin != 0 && from->move[k].who == twin;
    if (both && before) add(to, &twins, from->move[k]);
    add(to, &same, from->move[k]);
    if (both && !before) add(to, &twins, from->move[k]);
  }
  free(who);
  free(other);
}
