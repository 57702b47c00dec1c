/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/space_moves.h"

#include <string.h>

#include "base/mem.h"
#include "explore/tables/components.h"

/* --- moves -------------------------------------------------------------------------------------------------------- */

static void put_bit(uint64_t *words, const struct bit_field *f)
{
  words[f->word] |= f->mask << f->shift;
}

static void drop_bit(uint64_t *words, const struct bit_field *f)
{
  words[f->word] &= ~(f->mask << f->shift);
}

/* The effect of a step of the observed process on its own copies. */
static void keep_own(struct space *s, const struct may_access *f, const struct automaton_local *l, uint32_t to,
                     uint32_t move)
{
  const enum memory memory = s->automata.system->memory;
  uint64_t *keep = s->keep + (size_t)move * s->words, *put = s->put + (size_t)move * s->words;
  const bool writes = rmr_kind_writes(l->op.kind); /* a write that is issued is none yet */
  for (uint32_t var = 0; var < f->n; var++) {
    if (!may_read(f, to, var)) drop_bit(keep, &s->layout.valid[var]);
    if (!may_write(f, to, var)) drop_bit(keep, &s->layout.owned[var]);
  }
  if (!rmr_kind_accesses(l->op.kind)) return;
  if (writes && !memory_writer_holds(memory))
    drop_bit(keep, &s->layout.valid[l->op.var]);
  else if (may_read(f, to, l->op.var))
    put_bit(put, &s->layout.valid[l->op.var]);
  if (writes && may_write(f, to, l->op.var)) put_bit(put, &s->layout.owned[l->op.var]);
}

/* A crash takes all copies of the observed process away. */
static void keep_nothing(struct space *s, uint32_t move)
{
  for (uint32_t var = 0; var < s->automata.n_registers; var++) {
    drop_bit(s->keep + (size_t)move * s->words, &s->layout.valid[var]);
    drop_bit(s->keep + (size_t)move * s->words, &s->layout.owned[var]);
  }
}

/* Whether the actor puts another process in the place of the observed one, whose passage is over. */
static bool replaces_observed(const struct space *s, uint32_t actor)
{
  return s->spec.observer.process != 0 &&
         s->automata.event[actor].action == rmr_action_of(RMR_NEW, s->spec.observer.process, 0);
}

/* The effect of a fault on the counters of faults left. */
static void count_fault(const struct space *s, uint32_t actor, uint64_t *add)
{
  const enum limit_id limit = s->automata.event[actor].limit;
  if (limit == LIMIT_NONE) return;
  const struct bit_field *left = &s->layout.left[limit];
  add[left->word] -= UINT64_C(1) << left->shift;
}

static bool is_commit(const struct space *s, uint32_t actor)
{
  return actor > s->n && rmr_action_kind(s->automata.event[actor].action) == RMR_COMMIT;
}

/* The effect of a step of another process on them. Events leave them unchanged, but for commits, which are writes. */
static void keep_others(struct space *s, uint32_t actor, const struct automaton_local *l, uint32_t move)
{
  uint64_t *keep = s->keep + (size_t)move * s->words;
  if (!rmr_kind_accesses(l->op.kind) || (actor > s->n && !is_commit(s, actor))) return;
  if (rmr_kind_writes(l->op.kind)) drop_bit(keep, &s->layout.valid[l->op.var]);
  drop_bit(keep, &s->layout.owned[l->op.var]);
}

/* Why there is no move to this local state; 0: there is one. */
static uint8_t why_none(uint32_t next)
{
  switch (next) {
  case AUTOMATON_OUTSIDE: return MOVE_OUTSIDE;
  case AUTOMATON_CAPPED: return MOVE_CAPPED;
  case AUTOMATON_ABSENT: return MOVE_ABSENT;
  case AUTOMATON_STRAY: return MOVE_STRAY;
  default: return 0;
  }
}

static uint8_t flags_of(const struct space *s, uint32_t p, const struct automaton_local *l, uint32_t value,
                        uint32_t choice)
{
  const struct automaton *m = &s->automata.process[p];
  const uint32_t *next = &m->next[l->first_next + value * s->choices];
  const uint8_t none = why_none(next[choice]);
  if (none != 0) return none;
  if (p > s->n && replaces_observed(s, p)) return MOVE_ABSENT;
  uint8_t flags = choice > 0 && next[choice] == next[0] ? MOVE_SAME : 0;
  if (p > s->n) return flags;
  if (automaton_enters(l, &m->local[next[choice]])) flags |= MOVE_ENTERS;
  if (l->section == RMR_REMAINDER || l->restarted) flags |= MOVE_BEGINS;
  return flags;
}

/* For whom leases have run out alone: for nobody when something is written to them; and nobody is dead. */
static void keep_expired(struct space *s, uint32_t actor, const struct automaton_local *l, uint32_t value,
                         uint32_t move)
{
  uint64_t *keep = s->keep + (size_t)move * s->words;
  const bool expires = actor > s->n && rmr_action_kind(s->automata.event[actor].action) == RMR_EXPIRE;
  if (rmr_kind_accesses(l->op.kind) && !expires &&
      system_overwrites(&l->op, s->automata.values[l->op.var].value[value]))
    drop_bit(keep, &s->layout.expired[l->op.var]);
  for (uint32_t var = 0; var < s->automata.n_registers && !s->env.recovers; var++)
    for (uint32_t p = 1; p <= s->n && s->layout.expired[var].width != 0; p++)
      if (space_crashes(s, actor, p))
        keep[s->layout.expired[var].word] &= ~(UINT64_C(1) << (s->layout.expired[var].shift + p - 1));
}

static void make_move(struct space *s, const struct may_access *f, uint32_t p, uint32_t local, uint32_t value,
                      uint32_t choice)
{
  const struct automaton *m = &s->automata.process[p];
  const struct automaton_local *l = &m->local[local];
  const uint32_t move = s->row[p][local].first + value * s->choices + choice;
  uint64_t *add = s->add + (size_t)move * s->words;
  s->flags[move] = flags_of(s, p, l, value, choice);
  memset(s->keep + (size_t)move * s->words, 0xff, s->words * sizeof *s->keep);
  if (s->flags[move] & MOVE_NONE) return;
  const uint32_t to = m->next[l->first_next + value * s->choices + choice];
  const struct bit_field *at = &s->layout.local[p];
  add[at->word] += ((uint64_t)to - local) << at->shift;
  if (rmr_kind_writes(l->op.kind)) {
    const struct bit_field *v = &s->layout.value[l->op.var];
    add[v->word] += ((uint64_t)m->written[l->first_value + value] - value) << v->shift;
  }
  if (p > s->n) count_fault(s, p, add);
  if (s->env.per_reader) keep_expired(s, p, l, value, move);
  if (s->flags[move] & MOVE_ENTERS) /* nothing is owed any more to who is there */
    s->keep[(size_t)move * s->words + s->layout.owed.word] &=
      ~((s->layout.owed.mask & UINT64_C(1) << (p - 1)) << s->layout.owed.shift);
  const bool own_commit = is_commit(s, p) && s->automata.event[p].process == s->spec.observer.process;
  if (p == s->spec.observer.process || own_commit)
    keep_own(s, f, l, to, move);
  else if (s->spec.observer.process != 0 && space_crashes(s, p, s->spec.observer.process))
    keep_nothing(s, move);
  else if (s->spec.observer.process != 0)
    keep_others(s, p, l, move);
}

/* --- rows and marks ----------------------------------------------------------------------------------------------- */

/* Whether an access is an RMR; spared: the copy is held that a read looks for, or owned what is written. */
static bool access_costs(enum memory memory, const struct rmr_op *op, bool spared, bool home)
{
  return rmr_kind_writes(op->kind) ? memory_write_costs(memory, spared, home) : memory_read_costs(memory, spared, home);
}

/* The weight of a step from a local state of the observed process. */
static void weigh_row(const struct space *s, const struct automaton_local *l, struct space_row *row)
{
  const struct space_spec *spec = &s->spec;
  const enum memory memory = s->automata.system->memory;
  const struct cost *cost = &cost_table[spec->observer.cost];
  row->weigh = SPACE_WEIGHT_NOTHING;
  if (cost->at_line && (l->added || !cost_is_at(spec->observer.lines, l->op.line))) return;
  if (cost->paid == PAID_STEP) row->weigh = SPACE_WEIGHT_ALWAYS;
  const bool fence = l->op.kind == RMR_FENCE || rmr_kind_is_atomic(l->op.kind);
  if (cost->paid == PAID_FENCE && fence) row->weigh = SPACE_WEIGHT_ALWAYS;
  if (cost->paid == PAID_SUM && fence) row->fence = (uint8_t)(1 + spec->observer.lines.fence_surcharge);
  const bool remote = cost->paid == PAID_RMR || cost->paid == PAID_SUM;
  if (remote && l->issues &&
      memory_write_costs(memory, false, s->automata.system->home[l->op.var] == spec->observer.process))
    row->weigh = SPACE_WEIGHT_ALWAYS;
  if (!remote || !rmr_kind_accesses(l->op.kind)) return;
  const struct bit_field *spared =
    rmr_kind_writes(l->op.kind) ? &s->layout.owned[l->op.var] : &s->layout.valid[l->op.var];
  const bool home = s->automata.system->home[l->op.var] == spec->observer.process;
  if (!access_costs(memory, &l->op, false, home)) return;
  row->weigh = SPACE_WEIGHT_ALWAYS;
  if (spared->width != 0 && !access_costs(memory, &l->op, true, home)) {
    row->weigh = SPACE_WEIGHT_UNLESS;
    row->unless_word = spared->word;
    row->unless = spared->mask << spared->shift;
  }
}

static bool settled(const struct space *s, const struct may_access *f, uint32_t local)
{
  if (s->env.recovers) return false; /* after a crash it reads again */
  if (s->env.commits) return false;  /* it waits for commits */
  if (cost_counts_others(s->spec.observer.cost) || s->automata.system->memory == MEMORY_CC_WRITEBACK) return false;
  for (uint32_t var = 0; var < f->n; var++)
    if (may_read(f, local, var)) return false;
  return true;
}

/* The name that a process of a renaming algorithm holds in a local state. */
static uint32_t name_at(const struct automata *a, uint32_t p, uint32_t local)
{
  const struct automaton *m = &a->process[p];
  const struct rmr_algorithm *algorithm = a->system->algorithm;
  if (algorithm->name_held == NULL || m->local[local].section != RMR_CS) return 0;
  return algorithm->name_held(m->state + (size_t)local * a->system->state_size, a->system->size);
}

/* Where its critical section is not over. */
static uint32_t occupies(const struct automata *a, uint32_t p, uint32_t local)
{
  const struct automaton *m = &a->process[p];
  if (!order_buffers(&a->system->spec.order)) return 0;
  const uint32_t session = buffer_occupies(a->system, m->state + (size_t)local * a->system->state_size);
  return m->local[local].section == RMR_CS ? buffer_session_too(session, m->local[local].session) : session;
}

/* Where it is told whether a read finds a lease run out for this reader alone. */
static void find_expired(const struct space *s, uint32_t p, const struct rmr_op *op, struct space_row *row)
{
  const struct bit_field *f = &s->layout.expired[op->var];
  if (p > s->n || rmr_kind_writes(op->kind) || f->width == 0) return;
  row->looks = true;
  row->expired_word = f->word;
  row->expired_shift = (uint8_t)(f->shift + p - 1);
}

static uint32_t make_rows(struct space *s, uint32_t p, const struct may_access *f, uint32_t moves)
{
  const struct automaton *m = &s->automata.process[p];
  s->row[p] = budget_array(s->budget, m->n_locals, sizeof **s->row);
  s->label[p] = budget_array(s->budget, m->n_locals, sizeof **s->label);
  for (uint32_t k = 0; k < m->n_locals; k++) {
    const struct automaton_local *l = &m->local[k];
    struct space_row *row = &s->row[p][k];
    row->first = l->done || l->waits ? SPACE_DONE : moves;
    row->access = !rmr_kind_accesses(l->op.kind) ? SPACE_NO_ACCESS : l->op.var << 1 | rmr_kind_writes(l->op.kind);
    if (!l->done && rmr_kind_accesses(l->op.kind)) {
      const struct bit_field *v = &s->layout.value[l->op.var];
      row->word = v->word, row->shift = v->shift, row->mask = v->mask;
      find_expired(s, p, &l->op, row);
    }
    if (p == s->spec.observer.process) weigh_row(s, l, row);
    s->label[p][k] =
      (struct space_label){.session = l->session,
                           .name = name_at(&s->automata, p, k),
                           .section = l->section,
                           .line_section = l->done ? RMR_REMAINDER : l->op.section,
                           .alone = p == s->spec.observer.process && s->env.tick == 0 && settled(s, f, k),
                           .done = l->done,
                           .dead = p <= s->n && automaton_is_dead(&s->automata, m, k),
                           .buffers = l->buffers,
                           .occupies = p <= s->n ? occupies(&s->automata, p, k) : 0,
                           .inherited = l->inherited};
    moves += automaton_values(&s->automata, l) * s->choices;
  }
  return moves;
}

static void note_mortals(struct space *s)
{
  for (uint32_t actor = s->env.first_crash; actor < s->env.first_crash + s->env.n_crashes; actor++)
    for (uint32_t l = 0; s->env.crashes[actor] != SPACE_EVERYBODY && l < s->automata.process[actor].n_locals; l++)
      s->row[s->env.crashes[actor]][l].mortal = s->row[actor][l].first != SPACE_DONE;
}

void space_make_moves(struct space *s, const struct may_access *f)
{
  s->first_move = mem_new(s->n_actors + 2, sizeof *s->first_move);
  for (uint32_t p = 1; p <= s->n_actors; p++) {
    s->first_move[p] = s->n_moves;
    s->n_moves = make_rows(s, p, f, s->n_moves);
  }
  s->first_move[s->n_actors + 1] = s->n_moves;
  note_mortals(s);
  s->add = budget_array(s->budget, (size_t)s->n_moves * s->words, sizeof *s->add);
  s->keep = budget_array(s->budget, (size_t)s->n_moves * s->words, sizeof *s->keep);
  s->put = budget_array(s->budget, (size_t)s->n_moves * s->words, sizeof *s->put);
  s->flags = budget_array(s->budget, s->n_moves, sizeof *s->flags);
  for (uint32_t p = 1; p <= s->n_actors; p++)
    for (uint32_t l = 0; l < s->automata.process[p].n_locals; l++)
      for (uint32_t v = 0; v < automaton_values(&s->automata, &s->automata.process[p].local[l]); v++)
        for (uint32_t c = 0; c < s->choices; c++) make_move(s, f, p, l, v, c);
}
