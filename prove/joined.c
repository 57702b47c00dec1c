/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * joined.c: the proofs for each N of a range, as one answer: the properties that hold for all of them, and the largest
 * bounds.
 */
#include <stdlib.h>
#include <string.h>

#include "prove/prove.h"

static void join_part(uint64_t *all, uint64_t more)
{
  if (more > *all) *all = more;
}

static void join_answer(struct prove_answer *all, struct prove_answer *more)
{
  if (more->verdict > all->verdict) {
    free(all->run.step);
    const uint32_t states = all->states;
    *all = *more;
    all->states = states;
    more->run.step = NULL;
  }
  join_part(&all->bound, more->bound);
  join_part(&all->below, more->below);
  join_part(&all->above, more->above);
  if (more->states > all->states) all->states = more->states;
  const bool holds = all->verdict == PROVE_HOLDS;
  all->by_accounts |= holds && more->by_accounts;
  all->basis = holds ? all->basis | more->basis : 0;
}

static void join_paid(struct reach_paid *all, const struct reach_paid *more)
{
  if (more->most > all->most) *all = *more;
}

/* One that is just twice that of one other has no lines. */
static void join_two(struct prove_cost *all, const struct prove_cost *more)
{
  const uint64_t twice = 2 * prove_with_one(all);
  uint64_t of_lines = 0;
  join_paid(&all->two, &more->two);
  for (uint32_t k = 0; k < RMR_MAX_LINES; k++) of_lines += all->two.by_line[k];
  if (of_lines != all->two.most && all->two.most < twice) all->two.most = twice;
}

void prove_run_move(struct prove_run *from, struct prove_run *to)
{
  free(to->step);
  *to = *from;
  from->step = NULL;
}

static void join_cost(struct prove_cost *all, const struct prove_cost *more)
{
  if (more->verdict > all->verdict) {
    all->verdict = more->verdict;
    memcpy(all->why, more->why, sizeof all->why);
  }
  join_paid(&all->own, &more->own);
  join_paid(&all->below, &more->below);
  join_paid(&all->above, &more->above);
  join_two(all, more);
  if (more->states > all->states) all->states = more->states;
  const bool holds = all->verdict == PROVE_HOLDS;
  all->basis = holds ? all->basis | more->basis : 0;
  all->certified = holds && more->certified; /* a certificate is of one N */
}

void proved_join(struct proved *all, struct proved *more)
{
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) join_answer(&all->property[k], &more->property[k]);
  if (more->cost.verdict > all->cost.verdict) prove_run_move(&more->cost_run, &all->cost_run);
  join_cost(&all->cost, &more->cost);
  all->unbounded |= more->unbounded;
  all->nodes |= more->nodes;
  all->tickets |= more->tickets;
  all->interrupted |= more->interrupted;
  proved_free(more);
}

void proved_leave_open(struct proved *all)
{
  static const char why[] = "interrupted";
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) {
    struct prove_answer *p = &all->property[k];
    if (p->verdict != PROVE_HOLDS) continue;
    *p = (struct prove_answer){.verdict = PROVE_NOT_DECIDED, .states = p->states};
    memcpy(p->why, why, sizeof why);
  }
  if (all->cost.verdict != PROVE_HOLDS) return;
  all->cost.verdict = PROVE_NOT_DECIDED;
  all->cost.basis = 0;
  memcpy(all->cost.why, why, sizeof why);
}

void proved_free(struct proved *proved)
{
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) free(proved->property[k].run.step);
  free(proved->cost_run.step);
  *proved = (struct proved){.interrupted = false};
}
