/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/relabel.h"

#include <string.h>

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
