/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/relabel.h"

#include <string.h>

/* The cell of a group that has so many, when processes change their numbers. UINT32_MAX: there is none. */
static uint32_t other_cell(const struct relabel *r, uint32_t cell, uint32_t cells)
{
  const uint32_t n = r->from->n, m = r->to->system->n;
  const uint32_t a = cell % n, b = cell / n;
  if (cells == n + 1) return cell == 0 ? 0 : r->who[cell] != 0 ? r->who[cell] : UINT32_MAX;
  if (cells == n || cells == 2 * n) return r->who[a + 1] != 0 ? b * m + r->who[a + 1] - 1 : UINT32_MAX;
  if (cells == n * n)
    return r->who[a + 1] != 0 && r->who[b + 1] != 0 ? (r->who[b + 1] - 1) * m + r->who[a + 1] - 1 : UINT32_MAX;
  return cell;
}

/* The register that takes the place of this one. UINT32_MAX: there is none. */
static uint32_t other_register(const struct relabel *r, uint32_t var)
{
  const uint32_t g = r->from->group_of[var];
  const struct system_group *from = &r->from->group[g], *to = &r->to->system->group[g];
  const uint32_t cell = other_cell(r, var - from->first, from->n);
  return cell < to->n ? to->first + cell : UINT32_MAX;
}

static bool relabel_goal(const struct relabel *r, uint64_t *goal)
{
  struct rmr_op op;
  memcpy(&op.var, goal, sizeof *goal);
  if (op.var >= r->from->n_registers) return true;
  op.var = other_register(r, op.var);
  memcpy(goal, &op.var, sizeof *goal);
  return op.var != UINT32_MAX;
}

static bool relabel_commit(const struct relabel *r, rmr_action commit, struct move *move)
{
  const uint32_t p = r->who[rmr_action_who(commit)], choice = rmr_action_choice(commit);
  uint32_t other = choice;
  if (choice == 1 + r->from->n_registers)
    other = 1 + r->to->system->n_registers; /* the data of the critical section */
  else if (choice != 0)
    other = other_register(r, choice - 1) + 1;
  if (p == 0 || (other == 0 && choice != 0)) return false;
  const uint32_t k = world_commit(r->to, rmr_action_of(RMR_COMMIT, p, other));
  move->who = r->to->system->n + 1 + k;
  return k != UINT32_MAX;
}

bool relabel_move(const struct relabel *r, struct move *move)
{
  const uint32_t n = r->from->n, m = r->to->system->n;
  if (move->who > n) {
    const rmr_action change = system_change(r->from, move->who - n - 1);
    if (rmr_action_kind(change) == RMR_COMMIT) return relabel_commit(r, change, move);
    move->who += m - n; /* any other is of a register, or a process, of this system */
    return m == n;
  }
  if (r->who[move->who] == 0) return false;
  if (move->goal >= N_EXTENTS && !relabel_goal(r, &move->goal)) move->goal = TO_COUNT;
  move->who = r->who[move->who];
  return true;
}
