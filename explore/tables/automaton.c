/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/automaton.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/mem.h"
#include "sim/step.h"

/* While the tables grow, each local state has a row of its own; at the end the rows are laid one behind the other. */
struct automaton_row {
  uint32_t *next, *written;
  uint32_t n;  /* values that have been tried */
  bool ticked; /* it is known what a tick leads to */
};

/* What an entry of a row takes, with what a space makes of it; a row; and what all of them may always take. */
enum { POLL_EVERY = 256, ENTRY_BYTES = 40, ROW_BYTES = 64, SMALL_TABLES = 1 << 24 };

struct builder {
  struct automata *a;
  struct automaton_row **row;           /* [p][local] */
  const struct automata_change *change; /* NULL: none */
  struct table_limits limits;
  uint64_t entries; /* of all rows: numbers of 32 bits */
  uint64_t rows;    /* of all processes */
  uint32_t ended;   /* whose step function came to its END; 0: nobody's */
  uint32_t mixed;   /* who changes a register that holds a time otherwise than by writing to it; 0: nobody */
  bool changed;
  struct error *e;
};

/* What makes two local states one, beside the algorithm's bytes. */
struct identity {
  uint32_t session, passages, before, inherited;
  uint8_t section;
  bool done, restarted;
  struct ticks_local timer;
};

static struct identity identity_of(const struct automaton *m, uint32_t local)
{
  const struct automaton_local *l = &m->local[local];
  struct identity id = {l->session, l->passages, l->before, l->inherited, l->section, l->done, l->restarted, {0}};
  if (m->timer != NULL) id.timer = m->timer[local];
  return id;
}

/* --- numbering ---------------------------------------------------------------------------------------------------- */

static uint32_t value_number(struct builder *b, uint32_t var, rmr_word value)
{
  struct register_values *v = &b->a->values[var];
  for (uint32_t k = 0; k < v->n; k++)
    if (v->value[k] == value) return k;
  if (v->n == v->capacity) {
    v->capacity = v->capacity * 2 + 4;
    v->value = mem_grow(v->value, v->capacity, sizeof *v->value);
  }
  v->value[v->n] = value;
  b->changed = true;
  return v->n++;
}

static bool same(const struct automata *a, const struct automaton *m, uint32_t local, const void *state,
                 const struct identity *id)
{
  const struct automaton_local *l = &m->local[local];
  const uint32_t size = a->system->state_size;
  return l->session == id->session && l->passages == id->passages && l->before == id->before &&
         l->inherited == id->inherited && l->section == id->section && l->done == id->done &&
         l->restarted == id->restarted && memcmp(m->state + (size_t)local * size, state, size) == 0 &&
         (m->timer == NULL || memcmp(&m->timer[local], &id->timer, sizeof id->timer) == 0);
}

static uint64_t hash_of(const struct automata *a, const void *state, const struct identity *id)
{
  const uint64_t of_timer = ticks_pass(&a->ticks) ? XXH3_64bits(&id->timer, sizeof id->timer) : 0;
  return XXH3_64bits_withSeed(state, a->system->state_size,
                              of_timer ^ (uint64_t)id->session << 32 ^ (uint64_t)id->before << 44 ^
                                (uint64_t)id->inherited << 24 ^ (uint64_t)id->passages << 8 ^ id->section);
}

static void rehash(const struct automata *a, struct automaton *m)
{
  const uint32_t old = m->n_slots;
  m->n_slots = old * 2 + 256;
  m->slots = budget_array_resize(a->budget, m->slots, old, m->n_slots, sizeof *m->slots);
  memset(m->slots, 0xff, m->n_slots * sizeof *m->slots);
  for (uint32_t l = 0; l < m->n_locals; l++) {
    const struct identity id = identity_of(m, l);
    uint64_t slot = hash_of(a, m->state + (size_t)l * a->system->state_size, &id) % m->n_slots;
    while (m->slots[slot] != UINT32_MAX) slot = slot + 1 < m->n_slots ? slot + 1 : 0;
    m->slots[slot] = l;
  }
}

/* The number of a local state of P_p, new or old. */
static uint32_t local_number(struct builder *b, uint32_t p, const void *state, const struct identity *id,
                             struct rmr_op op)
{
  struct automata *a = b->a;
  struct automaton *m = &a->process[p];
  const uint32_t size = a->system->state_size;
  if (m->n_locals * 2 >= m->n_slots) rehash(a, m);
  uint64_t slot = hash_of(a, state, id) % m->n_slots;
  for (; m->slots[slot] != UINT32_MAX; slot = slot + 1 < m->n_slots ? slot + 1 : 0)
    if (same(a, m, m->slots[slot], state, id)) return m->slots[slot];
  if (m->n_locals == m->capacity) {
    const uint32_t old = m->capacity;
    m->capacity = old * 2 + 64;
    m->local = budget_array_resize(a->budget, m->local, old, m->capacity, sizeof *m->local);
    m->state = budget_array_resize(a->budget, m->state, old, m->capacity, size);
    b->row[p] = budget_array_resize(a->budget, b->row[p], old, m->capacity, sizeof **b->row);
    if (ticks_pass(&a->ticks)) {
      m->timer = budget_array_resize(a->budget, m->timer, old, m->capacity, sizeof *m->timer);
      m->tick = budget_array_resize(a->budget, m->tick, old, m->capacity, sizeof *m->tick);
    }
  }
  const uint32_t l = m->n_locals++;
  b->rows++;
  m->slots[slot] = l;
  m->local[l] = (struct automaton_local){.op = op,
                                         .session = id->session,
                                         .passages = id->passages,
                                         .before = id->before,
                                         .inherited = id->inherited,
                                         .section = id->section,
                                         .done = id->done,
                                         .restarted = id->restarted,
                                         .restart = AUTOMATON_NO_LOCAL};
  memcpy(m->state + (size_t)l * size, state, size);
  if (m->timer != NULL) m->timer[l] = id->timer;
  m->local[l].waits = id->timer.wait != 0;
  b->row[p][l] = (struct automaton_row){0};
  if (op.line == 0) b->ended = p;
  b->changed = true;
  return l;
}

/* --- what somebody changes ---------------------------------------------------------------------------------------- */

static struct rmr_op access_of(const struct builder *b, struct rmr_op op)
{
  return b->change != NULL ? b->change->access(b->change->self, b->a, op) : op;
}

static rmr_word reply_of(const struct builder *b, const struct rmr_op *op)
{
  return b->change != NULL ? b->change->reply(b->change->self, b->a, op) : 0;
}

/* --- one step ----------------------------------------------------------------------------------------------------- */

static uint32_t session_of_choice(const struct automata *a, uint32_t p, uint32_t choice)
{
  return a->system->spec.sessions->rule == SESSIONS_ANY ? choice + 1 : session_of(a->system->spec.sessions, 0, p, 1);
}

static struct ticks_local timer_of(const struct automata *a, uint32_t p, uint32_t local)
{
  return ticks_pass(&a->ticks) ? a->process[p].timer[local] : (struct ticks_local){0};
}

/* A pending write as the table has it: with the age of what it writes, if that is a time. */
static struct rmr_op with_age(const struct automata *a, struct rmr_op op, const struct ticks_local *at)
{
  if ((op.kind == RMR_WRITE || op.kind == RMR_SWAP) && !system_is_stray(&op))
    op.value = ticks_stored(&a->ticks, a->system, op.var, op.value, at);
  return op;
}

/* Has P_p make its step from a local state after its access found `value`, on a copy of the algorithm's own state. */
static struct rmr_op step_from(const struct automata *a, uint32_t p, uint32_t local, rmr_word value, uint32_t choice,
                               void *state)
{
  const struct ticks_local at = timer_of(a, p, local);
  const struct rmr_op *found_by = &a->process[p].local[local].op;
  uint32_t sessions[SYSTEM_MAX_N + 1];
  memcpy(state, a->process[p].state + (size_t)local * a->system->state_size, a->system->state_size);
  sessions[p] = session_of_choice(a, p, choice);
  const struct rmr_in in = {
    .i = p,
    .n = a->n,
    .id = system_identity(a->system, p, a->process[p].local[local].before),
    .value = rmr_kind_accesses(found_by->kind) ? ticks_shown(&a->ticks, a->system, found_by->var, value, &at) : value,
    .given = true,
    .sessions = sessions,
    .parameters = a->system->spec.parameters,
    .now = ticks_now(&a->ticks, &at)};
  const struct rmr_op op = system_step(a->system, state, &in);
  ticks_settle(&a->ticks, a->system, state, &at);
  return with_age(a, op, &at);
}

bool automata_refuse_stray(const struct automata *a, uint32_t p, uint32_t local, uint32_t value, uint32_t choice,
                           struct error *e)
{
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  const struct rmr_op *op = &a->process[p].local[local].op;
  const uint32_t sessions[SYSTEM_MAX_N + 1] = {0};
  step_from(a, p, local, !rmr_kind_accesses(op->kind) ? 0 : a->values[op->var].value[value], choice, state);
  const struct rmr_in in = {.i = p,
                            .n = a->n,
                            .id = system_identity(a->system, p, a->process[p].local[local].before),
                            .sessions = sessions,
                            .parameters = a->system->spec.parameters};
  return system_refuse_stray(a->system, p, state, in, e);
}

/* The local state after the access of `local` found `value` in the register. */
static uint32_t successor(struct builder *b, uint32_t p, uint32_t local, rmr_word value, uint32_t choice)
{
  struct automata *a = b->a;
  const struct automaton_local from = a->process[p].local[local];
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  const struct rmr_op op = access_of(b, step_from(a, p, local, value, choice, state));
  struct identity id = identity_of(&a->process[p], local);
  id.restarted = false;
  id.section = system_section_after(a->system, from.op.section, op.section);
  if (p <= a->n && rmr_kind_writes(from.op.kind)) id.inherited &= ~(UINT32_C(1) << a->system->group_of[from.op.var]);
  if (system_is_stray(&op)) return AUTOMATON_STRAY;
  if (id.section == RMR_REMAINDER && from.section != RMR_REMAINDER) {
    id.session = session_of_choice(a, p, choice);
    if (a->passages[p] != 0) id.done = ++id.passages == a->passages[p];
  }
  if (id.done) { /* nothing of it matters any more: all such states are one */
    memset(state, 0, a->system->state_size);
    id.session = id.before = 0;
    id.timer = (struct ticks_local){0};
  } else if (ticks_pass(&a->ticks)) {
    ticks_start(&a->ticks, &op, from.section, id.section, &id.timer);
  }
  return local_number(b, p, state, &id, op);
}

/* What a write of a value leads to instead of a local state; 0: it may stand in the register. */
static uint32_t misfit(const struct automata *a, uint32_t var, rmr_word value)
{
  if (ticks_pass(&a->ticks)) value = ticks_without(a->system, var, value);
  switch (system_fit(a->system, var, value, a->cap)) {
  case REGISTER_CAPPED: return AUTOMATON_CAPPED;
  case REGISTER_OUTSIDE: return AUTOMATON_OUTSIDE;
  case REGISTER_FITS: break;
  }
  return 0;
}

bool automata_refuse_size(const struct automata *a, struct error *e)
{
  return fail(e, EXIT_INCOMPLETE,
              "%s, N = %u: the tables of what a process does next do not fit into the memory; fewer passages, fewer "
              "sessions or a smaller cap help",
              a->system->algorithm->name, a->n);
}

bool automata_refuse_late(const struct automata *a, struct error *e)
{
  return fail(e, EXIT_INCOMPLETE, "%s, N = %u: interrupted before the search began", a->system->algorithm->name, a->n);
}

/* Whether rows may have so many entries more. */
static bool has_room(const struct builder *b, uint64_t entries)
{
  const struct automata *a = b->a;
  const uint64_t all = b->entries + entries, bytes = all * ENTRY_BYTES + b->rows * ROW_BYTES;
  heartbeat_beat(b->limits.heart);
  if (automata_interrupted(a)) return automata_refuse_late(a, b->e);
  if (all <= UINT32_MAX && (bytes <= SMALL_TABLES || budget_fits(b->limits.budget, bytes))) return true;
  return automata_refuse_size(a, b->e);
}

/* What a change leads to; `before` stands in its register. */
static uint32_t change_to(const struct builder *b, rmr_action change, rmr_word before, rmr_word *after)
{
  *after = before;
  if (rmr_action_kind(change) == RMR_TICK) return 0;
  if (!system_may_change(b->a->system, change, before)) return AUTOMATON_ABSENT;
  *after = system_changed(b->a->system, change, before);
  return misfit(b->a, rmr_action_who(change), *after);
}

/* What a step leads to instead of a local state, or 0; *after: what the register holds then. */
static uint32_t step_to(const struct builder *b, const struct rmr_op *op, rmr_word before, rmr_word *after)
{
  *after = rmr_kind_writes(op->kind) ? sim_result(b->a->system, op, before) : before;
  return rmr_kind_writes(op->kind) ? misfit(b->a, op->var, *after) : 0;
}

/* Tries the values that the row of a local state does not have yet. False: there is no room for them. */
static bool fill_row(struct builder *b, uint32_t p, uint32_t local)
{
  struct automata *a = b->a;
  const struct automaton_local from = a->process[p].local[local];
  const bool accesses = rmr_kind_accesses(from.op.kind), writes = rmr_kind_writes(from.op.kind);
  const uint32_t values = automaton_values(a, &from);
  struct automaton_row row = b->row[p][local];
  if (row.n >= values) return true;
  const uint64_t entries = (uint64_t)(values - row.n) * (a->choices + 1);
  if (!has_room(b, entries)) return false;
  b->entries += entries;
  row.next = mem_grow(row.next, (size_t)values * a->choices, sizeof *row.next);
  row.written = mem_grow(row.written, values, sizeof *row.written);
  for (; row.n < values; row.n++) {
    if (row.n % POLL_EVERY == POLL_EVERY - 1 && automata_interrupted(a)) break;
    const rmr_word before = accesses ? a->values[from.op.var].value[row.n] : reply_of(b, &from.op);
    rmr_word after = before;
    const uint32_t instead =
      p > a->n ? change_to(b, automata_action(a, p), before, &after) : step_to(b, &from.op, before, &after);
    row.written[row.n] = writes && instead == 0 ? value_number(b, from.op.var, after) : row.n;
    for (uint32_t c = 0; c < a->choices; c++)
      row.next[(size_t)row.n * a->choices + c] = instead != 0 ? instead
                                                 : p > a->n   ? local
                                                              : successor(b, p, local, before, c);
  }
  b->row[p][local] = row;
  b->changed = true;
  return row.n == values || automata_refuse_late(a, b->e);
}

static bool small_enough(const struct builder *b)
{
  const struct automata *a = b->a;
  for (uint32_t p = 1; p <= a->n; p++)
    if (a->process[p].n_locals > b->limits.locals)
      return fail(b->e, EXIT_INCOMPLETE,
                  "%s, N = %u: P%u has more than %u local states; fewer passages or a smaller cap help",
                  a->system->algorithm->name, a->n, p, b->limits.locals);
  return true;
}

/* --- one tick ----------------------------------------------------------------------------------------------------- */

/* What a process is about to do in its remainder it decides when it does it: with the clock of then. */
static struct rmr_op ask_again(const struct automata *a, uint32_t p, void *state, const struct ticks_local *at)
{
  const uint32_t sessions[SYSTEM_MAX_N + 1] = {0};
  const struct rmr_in in = {.i = p,
                            .n = a->n,
                            .id = p, /* where there is time nobody comes later */
                            .sessions = sessions,
                            .parameters = a->system->spec.parameters,
                            .now = ticks_now(&a->ticks, at)};
  return with_age(a, system_step(a->system, state, &in), at);
}

/* The local state one tick later, or ABSENT: it is overdue. */
static uint32_t after_tick(struct builder *b, uint32_t p, uint32_t local)
{
  struct automata *a = b->a;
  const struct automaton_local from = a->process[p].local[local];
  const struct ticks_local before = timer_of(a, p, local);
  const bool rests = from.section == RMR_REMAINDER;
  struct identity id = identity_of(&a->process[p], local);
  struct rmr_op op = from.op;
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  if (from.done) return local;
  if (!rests && before.wait == 0 && before.due == 0) return AUTOMATON_ABSENT;
  memcpy(state, a->process[p].state + (size_t)local * a->system->state_size, a->system->state_size);
  ticks_count_down(&id.timer);
  id.timer.phase = (uint32_t)((before.phase + 1) % a->ticks.period);
  ticks_age(&a->ticks, a->system, state, &before, &id.timer);
  if (rests) {
    op = ask_again(a, p, state, &id.timer);
  } else if (rmr_kind_writes(op.kind) && !system_is_stray(&op)) {
    op.value = ticks_aged(&a->ticks, a->system, op.var, op.value);
    id.timer.aged += op.value != from.op.value && op.value != ask_again(a, p, state, &id.timer).value;
  }
  return local_number(b, p, state, &id, op);
}

/* What a tick leads to from all that is known so far. */
static bool tick_locals(struct builder *b, uint32_t p)
{
  for (uint32_t l = 0; l < b->a->process[p].n_locals; l++) {
    if ((l & 1023) == 0 && (!small_enough(b) || !has_room(b, 0))) return false;
    if (b->row[p][l].ticked) continue;
    const uint32_t to = after_tick(b, p, l);
    const struct rmr_op *op = &b->a->process[p].local[l].op;
    b->a->process[p].tick[l] = to;
    b->row[p][l].ticked = true;
    if (rmr_kind_writes(op->kind) && op->kind != RMR_WRITE && op->kind != RMR_SWAP && !system_is_stray(op) &&
        ticks_held(b->a->system, op->var))
      b->mixed = p;
  }
  return true;
}

static bool tick_values(struct builder *b)
{
  struct automata *a = b->a;
  for (uint32_t var = 0; var < a->n_registers; var++)
    for (uint32_t k = 0; k < a->values[var].n && ticks_held(a->system, var); k++) {
      if (k % POLL_EVERY == 0 && !has_room(b, a->values[var].n)) return false;
      value_number(b, var, ticks_aged(&a->ticks, a->system, var, a->values[var].value[k]));
    }
  return true;
}

/* When all is numbered. */
static void note_ticks(struct builder *b)
{
  struct automata *a = b->a;
  for (uint32_t var = 0; var < a->n_registers; var++) {
    if (!ticks_held(a->system, var)) continue;
    a->values[var].tick = mem_new(a->values[var].n, sizeof *a->values[var].tick);
    for (uint32_t k = 0; k < a->values[var].n; k++)
      a->values[var].tick[k] = value_number(b, var, ticks_aged(&a->ticks, a->system, var, a->values[var].value[k]));
  }
}

static bool close_ticks(struct builder *b)
{
  for (uint32_t p = 1; p <= b->a->n; p++)
    if (!tick_locals(b, p)) return false;
  if (b->mixed != 0)
    return fail(b->e, EXIT_USAGE,
                "%s, N = %u: P%u changes a register that holds a time otherwise than by writing to it; expected only "
                "reads, writes and swaps",
                b->a->system->algorithm->name, b->a->n, b->mixed);
  return tick_values(b);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

/* Initial values: the declared one, and for an arbitrary register all of its range. */
static bool number_initial_values(struct builder *b)
{
  struct automata *a = b->a;
  const struct ticks_local at = {0};
  for (uint32_t var = 0; var < a->n_registers; var++) {
    const struct rmr_shared *shared = system_shared(a->system, var);
    value_number(b, var, ticks_stored(&a->ticks, a->system, var, system_initial_value(a->system, var), &at));
    for (rmr_word v = shared->min; shared->arbitrary && v <= shared->max(a->system->size); v++) {
      if (v % POLL_EVERY == 0 && !has_room(b, a->values[var].n)) return false;
      value_number(b, var, ticks_stored(&a->ticks, a->system, var, v, &at));
    }
    a->values[var].n_initial = a->values[var].n;                             /* numbers 0 .. n-1 */
    for (uint32_t k = 1; shared->epoch && k <= a->system->size.crashes; k++) /* number k after the k-th crash */
      value_number(b, var, a->values[var].value[0] + k);
  }
  return true;
}

/* A change has one local state, in which it stays: its access is a write. So has a tick; it makes none. */
static void number_change(struct builder *b, uint32_t actor)
{
  const unsigned char nothing[RMR_MAX_STATE] = {0};
  const rmr_action action = automata_action(b->a, actor);
  const struct rmr_op op = rmr_action_kind(action) == RMR_TICK
                             ? (struct rmr_op){.kind = RMR_LOCAL, .line = 1}
                             : (struct rmr_op){.kind = RMR_WRITE, .var = rmr_action_who(action), .line = 1};
  struct automaton *m = &b->a->process[actor];
  m->initial = mem_new(b->a->choices, sizeof *m->initial);
  local_number(b, actor, nothing, &(struct identity){.section = RMR_REMAINDER}, op);
}

static bool is_change(const struct automata *a, uint32_t actor)
{
  if (actor <= a->n) return false;
  const uint32_t kind = rmr_action_kind(a->event[actor].action);
  return kind == RMR_CHANGE || kind == RMR_TICK;
}

/* Before its first line, asking for the session of `id`, with nothing in its local state. */
static struct rmr_op begin(const struct builder *b, uint32_t p, struct identity *id, void *state)
{
  struct automata *a = b->a;
  uint32_t sessions[SYSTEM_MAX_N + 1];
  memset(state, 0, a->system->state_size);
  sessions[p] = id->session;
  const struct rmr_in in = {.i = p,
                            .n = a->n,
                            .id = system_identity(a->system, p, id->before),
                            .sessions = sessions,
                            .parameters = a->system->spec.parameters,
                            .now = ticks_now(&a->ticks, &id->timer)};
  const struct rmr_op op = with_age(a, access_of(b, system_step(a->system, state, &in)), &id->timer);
  if (ticks_pass(&a->ticks)) ticks_start(&a->ticks, &op, RMR_REMAINDER, id->section, &id->timer);
  return op;
}

/* Where a process is that has crashed in a local state and starts again. In its remainder it has nothing to forget, but
 * for what it remembers from one passage to the next. */
static void number_restart(struct builder *b, uint32_t p, uint32_t local)
{
  const struct system *s = b->a->system;
  const struct automaton_local from = b->a->process[p].local[local];
  const bool rests = from.section == RMR_REMAINDER;
  if (from.done || from.restart != AUTOMATON_NO_LOCAL || (rests && !s->algorithm->remembers)) return;
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  struct identity id = {.session = from.session,
                        .passages = from.passages,
                        .section = rests ? RMR_REMAINDER : RMR_RECOVER,
                        .restarted = !rests,
                        .timer = timer_of(b->a, p, local)};
  const struct rmr_op op = begin(b, p, &id, state);
  const uint32_t to = local_number(b, p, state, &id, op);
  b->a->process[p].local[local].restart = to;
}

/* Where a process is that has crashed: of each identity all such states are one. They are numbered one after the
 * other. */
static void number_dead(struct builder *b, uint32_t p)
{
  const unsigned char nothing[RMR_MAX_STATE] = {0};
  struct identity id = {.passages = UINT32_MAX, .section = RMR_REMAINDER, .done = true};
  b->a->process[p].dead = AUTOMATON_NO_LOCAL;
  if (b->a->system->spec.faults.kind != FAULTS_STOP) return;
  b->a->process[p].dead = b->a->process[p].n_locals;
  for (; id.before < automata_identities(b->a); id.before++)
    local_number(b, p, nothing, &id, (struct rmr_op){.kind = RMR_LOCAL, .line = 1});
}

static void number_initial_locals(struct builder *b, uint32_t p)
{
  struct automata *a = b->a;
  struct automaton *m = &a->process[p];
  const uint32_t skews = a->skews;
  m->initial = mem_new((size_t)a->choices * skews, sizeof *m->initial);
  for (uint32_t k = 0; k < a->choices * skews; k++) {
    _Alignas(16) unsigned char state[RMR_MAX_STATE];
    struct identity id = {.session = session_of_choice(a, p, k / skews), .section = RMR_REMAINDER};
    if (ticks_pass(&a->ticks)) id.timer = ticks_begin(&a->ticks, a->system, k % skews);
    const struct rmr_op op = begin(b, p, &id, state);
    m->initial[k] = local_number(b, p, state, &id, op);
  }
}

/* The same of those that come later. Where nobody looks at identities they are all alike. */
static void number_heirs(struct builder *b, uint32_t p)
{
  struct automata *a = b->a;
  struct automaton *m = &a->process[p];
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  struct identity id = {.section = RMR_REMAINDER, .inherited = system_inherited(a->system)};
  if (a->system->spec.faults.arrivals == 0) return;
  m->heir = mem_new((size_t)automata_identities(a) * a->choices, sizeof *m->heir);
  for (; id.before < automata_identities(a); id.before++)
    for (uint32_t c = 0; c < a->choices; c++) {
      id.session = session_of_choice(a, p, c);
      const struct rmr_op op = begin(b, p, &id, state);
      m->heir[id.before * a->choices + c] = local_number(b, p, state, &id, op);
    }
}

/* Rows one behind the other. */
static void flatten(struct builder *b, uint32_t p)
{
  struct automata *a = b->a;
  struct automaton *m = &a->process[p];
  size_t next = 0, written = 0;
  for (uint32_t l = 0; l < m->n_locals; l++) {
    m->local[l].first_next = (uint32_t)next;
    m->local[l].first_value = (uint32_t)written;
    next += (size_t)b->row[p][l].n * a->choices;
    written += b->row[p][l].n;
  }
  m->n_next = next;
  m->n_written = written;
  m->next = budget_array(a->budget, next, sizeof *m->next);
  m->written = budget_array(a->budget, written, sizeof *m->written);
  for (uint32_t l = 0; l < m->n_locals; l++) {
    struct automaton_row *row = &b->row[p][l];
    if (row->n != 0) {
      memcpy(m->next + m->local[l].first_next, row->next, (size_t)row->n * a->choices * sizeof *m->next);
      memcpy(m->written + m->local[l].first_value, row->written, row->n * sizeof *m->written);
    }
    free(row->next);
    free(row->written);
  }
  budget_drop(a->budget, m->slots, m->n_slots, sizeof *m->slots);
  m->slots = NULL;
  budget_drop(a->budget, b->row[p], m->capacity, sizeof **b->row);
}

static bool close_tables(struct builder *b)
{
  struct automata *a = b->a;
  do {
    b->changed = false;
    for (uint32_t p = 1; p <= a->n_actors; p++)
      for (uint32_t l = 0; l < a->process[p].n_locals; l++) {
        if (p <= a->n && faults_recover(&a->system->spec.faults)) number_restart(b, p, l);
        if (!fill_row(b, p, l)) return false;
        if (b->ended != 0) return system_refuse_end(a->system, b->ended, b->e);
        if ((l & 1023) == 0 && !small_enough(b)) return false;
      }
    if (ticks_pass(&a->ticks) && !close_ticks(b)) return false;
  } while (b->changed);
  return true;
}

/* The first access of everybody is one of a register that there is. */
static bool starts_well(const struct builder *b)
{
  struct automata *a = b->a;
  uint32_t sessions[SYSTEM_MAX_N + 1] = {0};
  for (uint32_t p = 1; p <= a->n; p++) {
    _Alignas(16) unsigned char state[RMR_MAX_STATE] = {0};
    const struct rmr_in in = {
      .i = p, .n = a->n, .id = p, .sessions = sessions, .parameters = a->system->spec.parameters};
    if (!system_is_stray(&a->process[p].local[0].op)) continue;
    memcpy(state, a->process[p].state, a->system->state_size);
    return system_refuse_stray(a->system, p, state, in, b->e);
  }
  return true;
}

static bool build(struct builder *b)
{
  struct automata *a = b->a;
  bool ok = number_initial_values(b);
  for (uint32_t p = 1; p <= a->n; p++) number_initial_locals(b, p);
  for (uint32_t p = 1; p <= a->n; p++) number_dead(b, p);
  for (uint32_t p = 1; p <= a->n; p++) number_heirs(b, p);
  for (uint32_t actor = a->n + 1; actor <= a->n_actors; actor++)
    if (is_change(a, actor)) number_change(b, actor);
  ok = ok && starts_well(b) && close_tables(b);
  if (ok && ticks_pass(&a->ticks)) note_ticks(b);
  for (uint32_t p = 1; p <= a->n_actors; p++)
    if (p <= a->n || is_change(a, p)) flatten(b, p);
  for (uint32_t actor = a->n + 1; ok && actor <= a->n_actors; actor++)
    if (!is_change(a, actor)) automata_make_fault(a, actor);
  free(b->row);
  if (b->entries * ENTRY_BYTES > SMALL_TABLES / 4) mem_return(); /* what the rows have taken */
  return ok;
}

bool automata_create(struct automata *a, const struct system_spec *spec, const uint32_t *passages, rmr_word cap,
                     const struct automata_change *change, struct table_limits limits, struct error *e)
{
  *a = (struct automata){.cap = cap, .passages = passages, .budget = limits.budget, .interrupt = limits.interrupt};
  a->system = system_create(spec, e);
  if (a->system == NULL) return false;
  a->n = a->system->n;
  automata_list_events(a);
  a->n_registers = a->system->n_registers;
  a->choices =
    a->system->spec.sessions->rule == SESSIONS_ANY && a->system->algorithm->group ? a->system->spec.sessions->any : 1;
  if (!ticks_create(&a->ticks, a->system, e)) {
    automata_free(a);
    return false;
  }
  a->skews = a->ticks.skew + 1;
  a->process = mem_new(a->n_actors + 1, sizeof *a->process);
  a->values = mem_new(a->n_registers, sizeof *a->values);
  struct builder b = {
    .a = a, .change = change, .limits = limits, .e = e, .row = mem_new(a->n_actors + 1, sizeof *b.row)};
  heartbeat_rest(limits.heart, false);
  const bool ok = build(&b);
  heartbeat_rest(limits.heart, true);
  if (!ok)
    automata_free(a);
  else if (change != NULL)
    change->close(change->self, a);
  return ok;
}

void automata_free(struct automata *a)
{
  for (uint32_t p = 1; a->process != NULL && p <= a->n_actors; p++) {
    struct automaton *m = &a->process[p];
    budget_drop(a->budget, m->local, m->capacity, sizeof *m->local);
    budget_drop(a->budget, m->state, m->capacity, a->system->state_size);
    budget_drop(a->budget, m->timer, m->capacity, sizeof *m->timer);
    budget_drop(a->budget, m->tick, m->capacity, sizeof *m->tick);
    budget_drop(a->budget, m->next, m->n_next, sizeof *m->next);
    budget_drop(a->budget, m->written, m->n_written, sizeof *m->written);
    free(m->initial);
    free(m->heir);
  }
  for (uint32_t var = 0; a->values != NULL && var < a->n_registers; var++) {
    free(a->values[var].value);
    free(a->values[var].tick);
  }
  free(a->process);
  free(a->values);
  free(a->event);
  system_free(a->system);
  *a = (struct automata){0};
}
