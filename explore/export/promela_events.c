/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * promela_events.c: events that happen by themselves. A crash is one way more out of the local states of its process;
 * it leads to one in which the process stays. So is a commit (promela_steps.c). Everything else is done by a process of
 * its own, which has one local state and so adds no states: the algorithm's changes, and leases that run out.
 *
 * How many crashes and expiries are left is part of the state, as it is for the explorer. The program counters show
 * which processes are dead; a variable shows it as well, so that others can look at it.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "explore/export/promela_internal.h"

/* Whether it is one way more out of the local states of its process. */
static bool is_of_process(const struct promela *m, uint32_t actor)
{
  const uint32_t kind = rmr_action_kind(m->a->event[actor].action);
  return kind == RMR_CRASH || kind == RMR_COMMIT;
}

/* Whether a lease runs out only while this process is dead, or only while it is alive. */
static bool is_looked_at(const struct promela *m, uint32_t p)
{
  for (uint32_t actor = m->a->n + 1; actor <= m->a->n_actors; actor++)
    if (!is_of_process(m, actor) && m->a->event[actor].process == p) return true;
  return false;
}

void promela_print_budgets(const struct promela *m)
{
  const struct faults *faults = &m->a->system->spec.faults;
  if (faults->limit[LIMIT_CRASHES] != 0)
    fprintf(m->out, "\n/* crashes that are left */\nbyte crashes = %u;\n", faults->limit[LIMIT_CRASHES]);
  if (faults->limit[LIMIT_EXPIRIES] != 0)
    fprintf(m->out, "\n/* leases that may still run out while their owners live */\nbyte expiries = %u;\n",
            faults->limit[LIMIT_EXPIRIES]);
  for (uint32_t p = 1; p <= m->a->n; p++)
    if (is_looked_at(m, p)) fprintf(m->out, "bit P%u_dead = 0;\n", p);
}

uint32_t promela_print_crash(const struct promela *m, uint32_t p, uint32_t local)
{
  const struct automata *a = m->a;
  uint32_t claim = m->watched ? m->n_claims - 1 : 0;
  while (claim != 0 && !promela_claims(m, p, local, claim)) claim--;
  uint32_t actor = a->n + 1;
  while (actor <= a->n_actors && a->event[actor].action != rmr_action_of(RMR_CRASH, p, 0)) actor++;
  if (actor > a->n_actors || a->process[actor].local[local].done) return 0;
  fputs("  :: d_step { crashes > 0 -> crashes--", m->out);
  if (is_looked_at(m, p)) fprintf(m->out, "; P%u_dead = 1", p);
  if (claim != 0) {
    fputs("; ", m->out);
    promela_print_counter(m, claim);
    fputs("--", m->out);
  }
  fputs(" }; goto ", m->out);
  promela_print_label(m, p, a->process[p].dead);
  putc('\n', m->out);
  return 1;
}

/* --- events of no process ----------------------------------------------------------------------------------------- */

/* A change of a register to one value, or out of its range. */
struct change {
  uint32_t to, set; /* as in automaton.next, and the number of the value that it gets */
  bool *when;       /* [rank] */
};

static void print_change(const struct promela *m, const struct automata_event *event, const struct change *c)
{
  const uint32_t var = rmr_action_who(event->action);
  const struct promela_variable *v = &m->variable[var];
  uint32_t marked = 0;
  for (uint32_t rank = 0; rank < v->n; rank++) marked += c->when[rank];
  fputs("  :: d_step { ", m->out);
  if (marked < v->n)
    promela_print_condition(m, var, c->when);
  else
    fputs("true", m->out);
  if (event->process != 0) fprintf(m->out, " && %sP%u_dead", event->in_life ? "!" : "", event->process);
  fputs(event->in_life ? " && expiries > 0 -> expiries--; " : " -> ", m->out);
  if (automaton_goes_on(c->to))
    fprintf(m->out, "%s = %" PRId64 " }; goto end_0\n", v->name, promela_code(m, var, v->rank[c->set]));
  else
    fputs("assert(false) }; goto end_0\n", m->out);
}

/* All changes that the actor makes, those to the same value together. */
static void print_changes(const struct promela *m, uint32_t actor)
{
  const struct automaton *automaton = &m->a->process[actor];
  const struct promela_variable *v = &m->variable[rmr_action_who(m->a->event[actor].action)];
  struct change *all = mem_new(v->n, sizeof *all);
  uint32_t local = 0, n = 0;
  while (local < automaton->n_locals && automaton->local[local].done) local++;
  for (uint32_t rank = 0; local < automaton->n_locals && rank < v->n; rank++) {
    const struct automaton_local *l = &automaton->local[local];
    const uint32_t value = v->number[rank], to = automaton->next[l->first_next + value * m->a->choices];
    const uint32_t set = automaton->written[l->first_value + value];
    if (to == AUTOMATON_ABSENT || (automaton_goes_on(to) && set == value)) continue;
    uint32_t k = 0;
    while (k < n && (automaton_goes_on(all[k].to) != automaton_goes_on(to) || all[k].set != set)) k++;
    if (k == n) all[n++] = (struct change){to, set, mem_new(v->n, sizeof(bool))};
    all[k].when[rank] = true;
  }
  for (uint32_t k = 0; k < n; k++) {
    print_change(m, &m->a->event[actor], &all[k]);
    free(all[k].when);
  }
  free(all);
}

void promela_print_environment(const struct promela *m)
{
  uint32_t n = 0;
  for (uint32_t actor = m->a->n + 1; actor <= m->a->n_actors; actor++) n += !is_of_process(m, actor);
  if (n == 0) return;
  fputs("\n/* the environment */\nactive proctype Environment()\n{\nend_0:\n  if\n  :: false\n", m->out);
  for (uint32_t actor = m->a->n + 1; actor <= m->a->n_actors; actor++)
    if (!is_of_process(m, actor)) print_changes(m, actor);
  fputs("  fi;\n}\n", m->out);
}
