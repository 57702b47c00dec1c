/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lower_loop.c: loops. Each has a node at its head, to which its end leads back, and one behind it, to which `break`
 * and its condition lead. A loop that may wait begins a round at its head.
 */
#include "language/lowering.h"

/* The surroundings of a loop, while it is lowered. */
struct outside {
  uint32_t leave, round, rounds, first;
};

static struct outside enter_loop(struct lowering *l, uint32_t behind)
{
  const struct outside outside = {l->leave, l->round, l->rounds, l->graph->n_nodes};
  l->leave = behind;
  return outside;
}

/* Behind a loop that may wait: its round is over, and that of the loop outside has begun. */
static void leave_loop(struct lowering *l, struct outside outside)
{
  for (uint32_t k = 0; k < l->n_targets; k++) { /* a goto out of it leads back: all of it belongs to that round */
    struct node *head = &l->graph->node[l->target[k].node];
    if (l->target[k].placed && head->first < outside.first && head->last > outside.first)
      head->last = l->graph->n_nodes;
  }
  if (l->round != outside.round && l->round != NO_NODE) l->graph->node[l->round].last = l->graph->n_nodes;
  lower_place(l, l->leave);
  if (l->round != outside.round) l->fresh = FRESH_NO;
  l->leave = outside.leave;
  l->round = outside.round;
  l->rounds = outside.rounds;
}

void lower_while(struct lowering *l, const struct statement *s)
{
  const uint32_t again = lower_new_target(l), body = lower_new_target(l), behind = lower_new_target(l);
  const struct outside outside = enter_loop(l, behind);
  lower_place_round(l, again);
  lower_test(l, s->value, body, behind);
  lower_place(l, body);
  lower_statements(l, s->body);
  lower_go(l, again);
  leave_loop(l, outside);
}

void lower_repeat(struct lowering *l, const struct statement *s)
{
  const uint32_t again = lower_new_target(l), behind = lower_new_target(l);
  const struct outside outside = enter_loop(l, behind);
  lower_place_round(l, again);
  lower_statements(l, s->body);
  l->statement = s;
  if (s->value != NULL && l->tail != NO_NODE)
    lower_test(l, s->value, behind, again);
  else
    lower_go(l, again);
  leave_loop(l, outside);
}

/* Whether a `for` is entered at least once, whatever N is. Where its last value reads registers, it is computed before
 * the first round, too. */
static bool is_entered(const struct statement *s)
{
  if (lower_reads(s->to)) return false;
  const int64_t from = lower_bound_of(s->from, !s->down), to = lower_bound_of(s->to, s->down);
  return s->down ? from != INT64_MIN && to != INT64_MAX && from >= to
                 : from != INT64_MAX && to != INT64_MIN && from <= to;
}

void lower_for(struct lowering *l, const struct statement *s)
{
  const uint8_t slot = l->tree->local[s->target->local].slot;
  const uint32_t again = lower_new_target(l), body = lower_new_target(l), behind = lower_new_target(l);
  const struct outside outside = enter_loop(l, behind);
  lower_begin(l);
  lower_set(l, slot, lower_value(l, s->from));
  if (l->fresh == FRESH_YES) l->fresh = FRESH_PERHAPS;
  if (is_entered(s)) lower_go(l, body);
  lower_place_head(l, again);
  lower_begin(l);
  const struct value last = lower_value(l, s->to);
  struct making m = {.n = 0};
  if (s->down) make_copy(l, &m, &last);
  make_slot(l, &m, slot);
  if (!s->down) make_copy(l, &m, &last);
  make_kind(l, &m, EXPR_AT_MOST);
  lower_branch(l, make_end(l, &m), body, behind);
  lower_place(l, body);
  lower_statements(l, s->body);
  if (l->tail != NO_NODE) {
    m.n = 0;
    make_slot(l, &m, slot);
    make_number(l, &m, 1);
    make_kind(l, &m, s->down ? EXPR_SUBTRACT : EXPR_ADD);
    lower_set(l, slot, make_end(l, &m));
  }
  lower_go(l, again);
  leave_loop(l, outside);
}

void lower_for_in(struct lowering *l, const struct statement *s)
{
  struct loop loop;
  lower_begin(l);
  if (lower_reads(s->value)) {
    lower_stop(l, s->value->at,
               "a 'for' goes through what is read, or is a max, min, sum or first: put that into a local before");
    return;
  }
  lower_begin_loop(l, s->value, l->tree->local[s->target->local].slot, l->tree->local[s->from->local].slot, true,
                   &loop);
  const struct outside outside = enter_loop(l, loop.end);
  lower_statements(l, s->body);
  lower_end_loop(l, &loop);
  leave_loop(l, outside);
}

void lower_wait(struct lowering *l, const struct statement *s)
{
  const uint32_t again = lower_new_target(l), behind = lower_new_target(l);
  const struct outside outside = enter_loop(l, behind);
  if (!lower_reads(s->value)) lower_stop(l, s->at, "a wait that reads no register");
  lower_place_round(l, again);
  lower_test(l, s->value, behind, again);
  leave_loop(l, outside);
}
