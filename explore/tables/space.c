/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/space.h"

#include <stdlib.h>

#include "base/mem.h"
#include "explore/tables/bisimulation.h"
#include "explore/tables/may_access.h"
#include "explore/tables/space_moves.h"

enum { MOST_LOCALS = 1u << 22, SMALL_MOVES = 1 << 23 }; /* bytes of moves that are made in any case */

/* --- local states that are one ------------------------------------------------------------------------------------ */

/* Whose sections are asked for. Of a cost they are of interest only if entries of others are counted; of a pair, only
 * those of its two. */
static void minimise_locals(struct space *s)
{
  const struct space_spec *spec = &s->spec;
  if (spec->observer.cost == COST_MEALS) return; /* meals ask for all waits: everything */
  uint8_t *asked = mem_new(s->n + 1, sizeof *asked);
  for (uint32_t p = 1; p <= s->n; p++) {
    const bool in_pair = p == spec->observer.pair_first || p == spec->observer.pair_second;
    if (spec->observer.pair_first == 0 && spec->observer.cost == COST_NONE) asked[p] = ASKED_CS;
    if (spec->observer.cost == COST_BYPASS) asked[p] = p == spec->observer.process ? ASKED_SECTION : ASKED_CS;
    if (in_pair) asked[p] = ASKED_SECTION;
    if (p == spec->observer.process && cost_table[spec->observer.cost].at_line) asked[p] = ASKED_LINES;
  }
  automata_minimise(&s->automata, asked, spec->observer.lines.first, spec->observer.lines.last);
  free(asked);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

/* Whether there is room for the moves. */
static bool has_room(const struct space *s, struct error *e)
{
  size_t moves = 0;
  for (uint32_t p = 1; p <= s->n_actors; p++) moves += s->automata.process[p].n_next;
  const size_t bytes = moves * (3 * s->words * sizeof *s->add + sizeof *s->flags);
  if (bytes <= SMALL_MOVES || budget_fits(s->budget, bytes)) return true;
  return automata_refuse_size(&s->automata, e);
}

/* The view of each local state for invariants. */
static void make_seen(struct space *s)
{
  if (s->spec.invariants == 0) return;
  s->seen = mem_new(s->n + 1, sizeof *s->seen);
  for (uint32_t p = 1; p <= s->n; p++) {
    const struct automaton *m = &s->automata.process[p];
    s->seen[p] = budget_array(s->budget, m->n_locals, sizeof **s->seen);
    for (uint32_t l = 0; l < m->n_locals; l++) {
      s->seen[p][l].state = m->state + (size_t)l * s->automata.system->state_size;
      if (automaton_is_dead(&s->automata, m, l)) s->seen[p][l].section = RMR_N_SECTIONS;
      if (m->local[l].done) continue; /* it does nothing next */
      s->seen[p][l].pending = m->local[l].op;
      s->seen[p][l].section = m->local[l].section;
    }
  }
}

/* Which leases do not run out while a process is in a local state, where the local states tell it. */
static bool make_keeps(struct space *s, struct error *e)
{
  const struct system *system = s->automata.system;
  for (uint32_t var = 0; var < s->automata.n_registers; var++) {
    if (!system_is_lease(system, var) || system_shared(system, var)->keeps == NULL) continue;
    if (s->env.n_kept == sizeof s->env.kept / sizeof *s->env.kept)
      return fail(e, EXIT_INCOMPLETE, "%s, N = %u: more than %zu leases whose owner only local states determine",
                  system->algorithm->name, s->n, sizeof s->env.kept / sizeof *s->env.kept);
    s->env.kept[s->env.n_kept++] = var;
  }
  if (s->env.n_kept == 0) return true;
  s->env.keeps = mem_new(s->n + 1, sizeof *s->env.keeps);
  for (uint32_t p = 1; p <= s->n; p++) {
    const struct automaton *m = &s->automata.process[p];
    s->env.keeps[p] = budget_array(s->budget, m->n_locals, sizeof **s->env.keeps);
    for (uint32_t l = 0; l < m->n_locals; l++)
      for (uint32_t k = 0; k < s->env.n_kept && !automaton_is_dead(&s->automata, m, l); k++)
        if (system_keeps(system, s->env.kept[k], m->state + (size_t)l * system->state_size))
          s->env.keeps[p][l] |= UINT64_C(1) << k;
  }
  return true;
}

/* Rows, labels and moves. */
static bool make_steps(struct space *s, struct error *e)
{
  s->words = s->layout.words;
  s->choices = s->automata.choices;
  s->n_actors = s->automata.n_actors;
  s->row = mem_new(s->n_actors + 1, sizeof *s->row);
  s->label = mem_new(s->n_actors + 1, sizeof *s->label);
  struct may_access may_access = {0};
  const bool ok =
    (s->spec.observer.process == 0 || may_access_create(&may_access, &s->automata, s->spec.observer.process)) &&
    !automata_interrupted(&s->automata);
  const bool fits = ok && has_room(s, e);
  if (fits) space_make_moves(s, &may_access);
  if (fits) make_seen(s);
  may_access_free(&may_access);
  return fits || (!ok && automata_refuse_late(&s->automata, e));
}

/* The actors that crash each process. They are numbered consecutively. */
static void note_crashes(struct space *s)
{
  const struct automata *a = &s->automata;
  s->env.crashes = mem_new(a->n_actors + 1, sizeof *s->env.crashes);
  for (uint32_t actor = a->n + 1; actor <= a->n_actors; actor++) {
    const rmr_action action = a->event[actor].action;
    if (rmr_action_kind(action) != RMR_CRASH) continue;
    s->env.crashes[actor] = rmr_action_who(action) != 0 ? rmr_action_who(action) : SPACE_EVERYBODY;
    if (s->env.n_crashes++ == 0) s->env.first_crash = actor;
  }
}

bool space_create(struct space *s, const struct space_spec *spec, struct error *e)
{
  *s = (struct space){.spec = *spec, .n = spec->setup.n};
  s->passages = mem_new(s->n + 1, sizeof *s->passages);
  for (uint32_t p = 1; p <= s->n; p++) s->passages[p] = p == spec->observer.process ? 1 : spec->setup.passages;
  struct system_spec setup = spec->setup; /* whose registers may depend on the number of passages */
  setup.passages_of = s->passages;
  const enum cost_paid paid = cost_table[spec->observer.cost].paid;
  const bool copies = paid == PAID_RMR || paid == PAID_SUM;
  s->budget = budget_new(spec->memory);
  const struct table_limits limits = {
    .locals = MOST_LOCALS, .budget = s->budget, .interrupt = spec->interrupt, .heart = spec->heart};
  bool ok = automata_create(&s->automata, &setup, s->passages, spec->cap, spec->change, limits, e);
  s->env.tick = ok && ticks_pass(&s->automata.ticks) ? s->automata.n_actors : 0; /* it comes last */
  s->env.commits = ok && order_buffers(&spec->setup.order);
  s->env.any = ok && (faults_any(&spec->setup.faults) || s->env.tick != 0 || s->env.commits);
  s->env.recovers = faults_recover(&spec->setup.faults);
  s->env.per_reader = spec->setup.faults.at_readers;
  if (ok) note_crashes(s);
  /* processes that behave alike need not crash alike, nor be late alike */
  if (ok && spec->minimise && spec->invariants == 0 && !s->env.any) minimise_locals(s);
  const struct packing_watch watch = {copies ? spec->observer.process : 0, spec->observer.pair_first != 0, spec->owed};
  ok = ok && packing_create(&s->layout, &s->automata, watch, e);
  ok = ok && make_steps(s, e) && make_keeps(s, e);
  s->env.stops =
    ok && s->env.any && !s->env.commits && faults_stop(&spec->setup.faults) && s->env.tick == 0 && s->env.keeps == NULL;
  if (ok && spec->up_to_renaming) s->symmetry = symmetry_create(s);
  if (!ok) space_free(s);
  return ok;
}

void space_drop_may_access(struct space *s)
{
  for (uint32_t p = 1; s->may_access != NULL && p <= s->n_actors; p++)
    budget_drop(s->budget, s->may_access[p], s->automata.process[p].n_locals, sizeof **s->may_access);
  free(s->may_access);
  s->may_access = NULL;
}

void space_free(struct space *s)
{
  space_drop_may_access(s);
  symmetry_free(s->symmetry);
  for (uint32_t p = 1; s->row != NULL && p <= s->n_actors; p++) {
    budget_drop(s->budget, s->row[p], s->automata.process[p].n_locals, sizeof **s->row);
    budget_drop(s->budget, s->label[p], s->automata.process[p].n_locals, sizeof **s->label);
  }
  for (uint32_t p = 1; s->seen != NULL && p <= s->n; p++)
    budget_drop(s->budget, s->seen[p], s->automata.process[p].n_locals, sizeof **s->seen);
  free(s->row);
  free(s->label);
  free(s->seen);
  for (uint32_t p = 1; s->env.keeps != NULL && p <= s->n; p++)
    budget_drop(s->budget, s->env.keeps[p], s->automata.process[p].n_locals, sizeof **s->env.keeps);
  free(s->env.keeps);
  budget_drop(s->budget, s->add, (size_t)s->n_moves * s->words, sizeof *s->add);
  budget_drop(s->budget, s->keep, (size_t)s->n_moves * s->words, sizeof *s->keep);
  budget_drop(s->budget, s->put, (size_t)s->n_moves * s->words, sizeof *s->put);
  budget_drop(s->budget, s->flags, s->n_moves, sizeof *s->flags);
  free(s->first_move);
  free(s->env.crashes);
  packing_free(&s->layout);
  automata_free(&s->automata);
  free(s->passages);
  budget_free(s->budget);
  *s = (struct space){0};
}

/* Digit d of the odometer is the choice of P_d+1, and how far its clock is ahead, then the value of register d-n. */
bool space_initial(const struct space *s, bool visit(void *self, const uint64_t *state), void *self)
{
  const struct automata *a = &s->automata;
  const uint32_t digits = a->n + a->n_registers;
  uint32_t *digit = mem_new(digits, sizeof *digit);
  bool ok = true, more = true;
  while (ok && more) {
    uint64_t state[PACKING_MAX_WORDS] = {PACKING_OCCUPIED};
    for (uint32_t k = 0; k < N_LIMITS; k++)
      field_set(state, &s->layout.left[k], packing_left(&s->layout.left[k], a->system->spec.faults.limit[k]));
    for (uint32_t p = 1; p <= a->n; p++) field_set(state, &s->layout.local[p], a->process[p].initial[digit[p - 1]]);
    for (uint32_t var = 0; var < a->n_registers; var++)
      field_set(state, &s->layout.value[var], a->values[var].first_initial + digit[a->n + var]);
    if (s->symmetry != NULL) canonical_state(s->symmetry, state, NULL);
    ok = visit(self, state);
    more = false;
    for (uint32_t d = 0; d < digits && !more; d++) {
      const uint32_t most = d < a->n ? a->choices * a->skews : a->values[d - a->n].n_initial;
      digit[d] = digit[d] + 1 < most ? digit[d] + 1 : 0;
      more = digit[d] != 0;
    }
  }
  free(digit);
  return ok;
}

struct space_origin space_origin(const struct space *s, uint32_t move)
{
  uint32_t p = 1;
  while (move >= s->first_move[p + 1]) p++;
  uint32_t local = 0;
  for (uint32_t l = 0; l < s->automata.process[p].n_locals; l++)
    if (s->row[p][l].first != SPACE_DONE && s->row[p][l].first <= move) local = l;
  return (struct space_origin){p, local, (move - s->row[p][local].first) / s->choices};
}
