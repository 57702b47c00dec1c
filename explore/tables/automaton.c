/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/automaton.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/mem.h"
#include "model/sessions.h"
#include "sim/step.h"

/* While the tables grow, each local state has a row of its own; at the end the rows are laid one behind the other. */
struct space_row {
  uint32_t *next, *written;
  uint32_t n; /* values that have been tried */
};

/* What an entry of a row takes, with what a space makes of it; and what all of them may always take. */
enum { ENTRY_BYTES = 32, SMALL_TABLES = 256 << 20 };

struct builder {
  struct automata *a;
  struct space_row **row;               /* [p][local] */
  const struct automata_change *change; /* NULL: none */
  struct table_limits limits;
  uint64_t entries; /* of all rows: numbers of 32 bits */
  uint32_t ended;   /* whose step function came to its END; 0: nobody's */
  bool changed;
  struct error *e;
};

/* What makes two local states one, beside the algorithm's bytes. */
struct identity {
  uint32_t session, passages;
  uint8_t section, done;
};

/* --- numbering --------------------------------------------------------------------------------------------------------- */

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
  const uint32_t size = rmr_state_size(a->algorithm, a->n);
  return l->session == id->session && l->passages == id->passages && l->section == id->section && l->done == id->done &&
         memcmp(m->state + (size_t)local * size, state, size) == 0;
}

static uint64_t hash_of(const struct automata *a, const void *state, const struct identity *id)
{
  return XXH3_64bits_withSeed(state, rmr_state_size(a->algorithm, a->n),
                              (uint64_t)id->session << 32 ^ (uint64_t)id->passages << 8 ^ id->section);
}

static void rehash(const struct automata *a, struct automaton *m)
{
  m->n_slots = m->n_slots * 2 + 256;
  m->slots = mem_grow(m->slots, m->n_slots, sizeof *m->slots);
  memset(m->slots, 0xff, m->n_slots * sizeof *m->slots);
  for (uint32_t l = 0; l < m->n_locals; l++) {
    const struct automaton_local *local = &m->local[l];
    const struct identity id = {local->session, local->passages, local->section, local->done};
    uint64_t slot = hash_of(a, m->state + (size_t)l * rmr_state_size(a->algorithm, a->n), &id) % m->n_slots;
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
  const uint32_t size = rmr_state_size(a->algorithm, a->n);
  if (m->n_locals * 2 >= m->n_slots) rehash(a, m);
  uint64_t slot = hash_of(a, state, id) % m->n_slots;
  for (; m->slots[slot] != UINT32_MAX; slot = slot + 1 < m->n_slots ? slot + 1 : 0)
    if (same(a, m, m->slots[slot], state, id)) return m->slots[slot];
  if (m->n_locals == m->capacity) {
    m->capacity = m->capacity * 2 + 64;
    m->local = mem_grow(m->local, m->capacity, sizeof *m->local);
    m->state = mem_grow(m->state, m->capacity, size);
    b->row[p] = mem_grow(b->row[p], m->capacity, sizeof **b->row);
  }
  const uint32_t l = m->n_locals++;
  m->slots[slot] = l;
  m->local[l] = (struct automaton_local){
    .op = op, .session = id->session, .passages = id->passages, .section = id->section, .done = id->done};
  memcpy(m->state + (size_t)l * size, state, size);
  b->row[p][l] = (struct space_row){0};
  if (op.line == 0) b->ended = p;
  b->changed = true;
  return l;
}

/* --- what somebody changes ------------------------------------------------------------------------------------------------ */

static struct rmr_op access_of(const struct builder *b, struct rmr_op op)
{
  return b->change != NULL ? b->change->access(b->change->self, b->a, op) : op;
}

static rmr_word reply_of(const struct builder *b, const struct rmr_op *op)
{
  return b->change != NULL ? b->change->reply(b->change->self, b->a, op) : 0;
}

/* --- one step ------------------------------------------------------------------------------------------------------------ */

static uint32_t session_of_choice(const struct automata *a, uint32_t p, uint32_t choice)
{
  return a->setup.sessions->rule == SESSIONS_ANY ? choice + 1 : session_of(a->setup.sessions, 0, p, 1);
}

/* The local state after the access of `local` found `value` in the register. */
static uint32_t successor(struct builder *b, uint32_t p, uint32_t local, rmr_word value, uint32_t choice)
{
  struct automata *a = b->a;
  const struct automaton_local from = a->process[p].local[local];
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  uint32_t sessions[SYSTEM_MAX_N + 1];
  memcpy(state, a->process[p].state + (size_t)local * rmr_state_size(a->algorithm, a->n),
         rmr_state_size(a->algorithm, a->n));
  sessions[p] = session_of_choice(a, p, choice);
  const struct rmr_in in = {.i = p, .n = a->n, .value = value, .given = true, .base = a->base, .sessions = sessions};
  const struct rmr_op op = access_of(b, a->algorithm->step(state, &in));
  struct identity id = {from.session, from.passages, sim_section_after(from.op.section, op.section), false};
  if (id.section == RMR_REMAINDER && from.section != RMR_REMAINDER) {
    id.session = sessions[p];
    if (a->passages[p] != 0) id.done = ++id.passages == a->passages[p];
  }
  if (id.done) { /* nothing of it matters any more: all such states are one */
    memset(state, 0, rmr_state_size(a->algorithm, a->n));
    id.session = 0;
  }
  return local_number(b, p, state, &id, op);
}

/* Whether a value may stand in a register: 0, or what a write of it leads to instead of a local state. */
static uint32_t misfit(const struct automata *a, uint32_t var, rmr_word value)
{
  uint32_t g = 0;
  while (var >= a->base[g + 1]) g++;
  const struct rmr_shared *shared = &a->algorithm->shared[g];
  const struct rmr_field whole = {.max = shared->max};
  for (const struct rmr_field *f = shared->fields != NULL ? shared->fields : &whole;; f++) {
    const rmr_word part = shared->fields != NULL ? rmr_field_of(f, value) : value;
    if (f->max != NULL && part > f->max(a->size_of)) return AUTOMATON_OUTSIDE;
    if (f->max == NULL && part > a->cap) return AUTOMATON_CAPPED;
    if (shared->fields == NULL || f[1].name == NULL) return part < 0 || value < shared->min ? AUTOMATON_OUTSIDE : 0;
  }
}

/* Whether rows may have so many entries more. */
static bool has_room(const struct builder *b, uint64_t entries)
{
  const struct automata *a = b->a;
  const uint64_t all = b->entries + entries, bytes = all * ENTRY_BYTES;
  if (b->limits.interrupt != NULL && atomic_load(b->limits.interrupt))
    return fail(b->e, EXIT_INCOMPLETE, "%s, N = %u: interrupted before the search began", a->algorithm->name, a->n);
  if (all <= UINT32_MAX && (b->limits.bytes == 0 || bytes <= SMALL_TABLES || bytes <= b->limits.bytes)) return true;
  return fail(b->e, EXIT_INCOMPLETE,
              "%s, N = %u: the tables of what a process does next do not fit into the memory; fewer passages, fewer "
              "sessions or a smaller cap help",
              a->algorithm->name, a->n);
}

/* Tries the values that the row of a local state does not have yet. False: there is no room for them. */
static bool fill_row(struct builder *b, uint32_t p, uint32_t local)
{
  struct automata *a = b->a;
  const struct automaton_local from = a->process[p].local[local];
  const bool accesses = from.op.kind != RMR_LOCAL, writes = rmr_kind_writes(from.op.kind);
  const uint32_t values = automaton_values(a, &from);
  struct space_row row = b->row[p][local];
  if (row.n >= values) return true;
  const uint64_t entries = (uint64_t)(values - row.n) * (a->choices + 1);
  if (!has_room(b, entries)) return false;
  b->entries += entries;
  row.next = mem_grow(row.next, (size_t)values * a->choices, sizeof *row.next);
  row.written = mem_grow(row.written, values, sizeof *row.written);
  for (; row.n < values; row.n++) {
    const rmr_word before = accesses ? a->values[from.op.var].value[row.n] : reply_of(b, &from.op),
                   after = writes ? sim_result(&from.op, before) : before;
    const uint32_t outside = writes ? misfit(a, from.op.var, after) : 0;
    row.written[row.n] = writes && outside == 0 ? value_number(b, from.op.var, after) : row.n;
    for (uint32_t c = 0; c < a->choices; c++)
      row.next[(size_t)row.n * a->choices + c] = outside != 0 ? outside : successor(b, p, local, before, c);
  }
  b->row[p][local] = row;
  b->changed = true;
  return true;
}

/* --- all of it ------------------------------------------------------------------------------------------------------------ */

static void lay_out_registers(struct automata *a)
{
  uint32_t total = 0, sessions = 1;
  for (uint32_t p = 1; p <= a->n; p++)
    for (uint32_t c = 0; c < a->choices; c++)
      if (session_of_choice(a, p, c) > sessions) sessions = session_of_choice(a, p, c);
  a->size_of = (struct rmr_size){a->n, sessions};
  for (uint32_t g = 0; g < a->algorithm->n_shared; g++) {
    a->base[g] = total;
    total += a->algorithm->shared[g].cells(a->n);
  }
  a->base[a->algorithm->n_shared] = a->n_registers = total;
  a->home = mem_new(total, sizeof *a->home);
  a->values = mem_new(total, sizeof *a->values);
}

/* Initial values: the declared one, and for an arbitrary register all of its range. */
static void number_initial_values(struct builder *b)
{
  struct automata *a = b->a;
  for (uint32_t g = 0; g < a->algorithm->n_shared; g++) {
    const struct rmr_shared *shared = &a->algorithm->shared[g];
    for (uint32_t var = a->base[g]; var < a->base[g + 1]; var++) {
      if (shared->home != NULL) a->home[var] = shared->home(var - a->base[g], a->n);
      value_number(b, var, shared->initial);
      for (rmr_word v = shared->min; shared->arbitrary && v <= shared->max(a->size_of); v++) value_number(b, var, v);
      a->values[var].n_initial = a->values[var].n; /* numbers 0 .. n-1 */
    }
  }
}

static void number_initial_locals(struct builder *b, uint32_t p)
{
  struct automata *a = b->a;
  struct automaton *m = &a->process[p];
  m->initial = mem_new(a->choices, sizeof *m->initial);
  for (uint32_t c = 0; c < a->choices; c++) {
    _Alignas(16) unsigned char state[RMR_MAX_STATE] = {0};
    uint32_t sessions[SYSTEM_MAX_N + 1];
    sessions[p] = session_of_choice(a, p, c);
    const struct rmr_in in = {.i = p, .n = a->n, .base = a->base, .sessions = sessions};
    const struct rmr_op op = access_of(b, a->algorithm->step(state, &in));
    m->initial[c] = local_number(b, p, state, &(struct identity){.session = sessions[p], .section = RMR_REMAINDER}, op);
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
  m->next = mem_new(next, sizeof *m->next);
  m->written = mem_new(written, sizeof *m->written);
  for (uint32_t l = 0; l < m->n_locals; l++) {
    struct space_row *row = &b->row[p][l];
    if (row->n != 0) {
      memcpy(m->next + m->local[l].first_next, row->next, (size_t)row->n * a->choices * sizeof *m->next);
      memcpy(m->written + m->local[l].first_value, row->written, row->n * sizeof *m->written);
    }
    free(row->next);
    free(row->written);
  }
  free(m->slots);
  m->slots = NULL;
}

static bool small_enough(const struct builder *b)
{
  const struct automata *a = b->a;
  for (uint32_t p = 1; p <= a->n; p++)
    if (a->process[p].n_locals > b->limits.locals)
      return fail(b->e, EXIT_INCOMPLETE,
                  "%s, N = %u: P%u has more than %u local states; fewer passages or a smaller cap help",
                  a->algorithm->name, a->n, p, b->limits.locals);
  return true;
}

static bool close_tables(struct builder *b)
{
  struct automata *a = b->a;
  do {
    b->changed = false;
    for (uint32_t p = 1; p <= a->n; p++)
      for (uint32_t l = 0; l < a->process[p].n_locals; l++) {
        if (!fill_row(b, p, l)) return false;
        if (b->ended != 0) return sim_refuse_end(a->algorithm, b->ended, b->e);
        if ((l & 1023) == 0 && !small_enough(b)) return false;
      }
  } while (b->changed);
  return true;
}

bool automata_create(struct automata *a, const struct system_spec *setup, const uint32_t *passages, rmr_word cap,
                     const struct automata_change *change, struct table_limits limits, struct error *e)
{
  *a =
    (struct automata){.setup = *setup, .algorithm = setup->algorithm, .n = setup->n, .cap = cap, .passages = passages};
  a->choices = setup->sessions->rule == SESSIONS_ANY && setup->algorithm->group ? setup->sessions->any : 1;
  lay_out_registers(a);
  a->process = mem_new(a->n + 1, sizeof *a->process);
  struct builder b = {.a = a, .change = change, .limits = limits, .e = e, .row = mem_new(a->n + 1, sizeof *b.row)};
  number_initial_values(&b);
  for (uint32_t p = 1; p <= a->n; p++) number_initial_locals(&b, p);
  const bool ok = close_tables(&b);
  for (uint32_t p = 1; p <= a->n; p++) {
    flatten(&b, p);
    free(b.row[p]);
  }
  free(b.row);
  if (!ok)
    automata_free(a);
  else if (change != NULL)
    change->close(change->self, a);
  return ok;
}

void automata_free(struct automata *a)
{
  for (uint32_t p = 1; a->process != NULL && p <= a->n; p++) {
    struct automaton *m = &a->process[p];
    free(m->local);
    free(m->state);
    free(m->next);
    free(m->written);
    free(m->initial);
    free(m->slots);
  }
  for (uint32_t var = 0; a->values != NULL && var < a->n_registers; var++) free(a->values[var].value);
  free(a->process);
  free(a->values);
  free(a->home);
  *a = (struct automata){0};
}
