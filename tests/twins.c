/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/twins.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { MOST_VALUES = 512, MOST_NOTES = 64 };

static const rmr_word clocks[] = {0, 5, 6, 9, 20};

/* A pair of local states, and how it was reached. */
struct pair {
  uint32_t process;
  rmr_word found; /* by the access before it */
  uint64_t before;
  struct rmr_op a, b;
};

struct walk {
  struct twins *t;
  struct pair *pair;
  unsigned char *states; /* of a, then of b, for each pair */
  size_t size_a, size_b;
  uint64_t capacity;
  uint64_t *table; /* 1 + pair */
  uint64_t n_table;
  rmr_word value[RMR_MAX_GROUPS][MOST_VALUES]; /* that registers of the group may hold, as a packs them */
  uint32_t n_values[RMR_MAX_GROUPS];
  uint32_t other[RMR_MAX_GROUPS]; /* the group of b with the name of a's */
  uint32_t *session;
  uint16_t noted[MOST_NOTES];
  uint32_t n_noted;
};

static struct rmr_size size_of(const struct twins *t, const struct rmr_algorithm *a, const void *with, uint32_t group)
{
  return (struct rmr_size){.n = t->n,
                           .sessions = t->sessions,
                           .passages = 2 * t->n,
                           .parameters = with,
                           .self = a->self,
                           .shared = &a->shared[group]};
}

static bool differ(struct twins *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool differ(struct twins *t, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(t->difference, sizeof t->difference, format, arguments);
  va_end(arguments);
  return false;
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

/* A value of a's register as b packs it: by the names of fields. */
static rmr_word translated(const struct rmr_shared *a, const struct rmr_shared *b, rmr_word value)
{
  if (a->fields == NULL || b->fields == NULL) return value;
  rmr_word out = 0;
  for (const struct rmr_field *f = a->fields; f->name != NULL; f++)
    for (const struct rmr_field *g = b->fields; g->name != NULL; g++)
      if (strcmp(f->name, g->name) == 0) out |= rmr_field_of(f, value) << g->shift;
  return out;
}

static uint32_t cells_of(const struct rmr_shared *s, struct rmr_size size)
{
  return s->cells != NULL ? s->cells(size) : 1;
}

static rmr_word first_of(const struct rmr_shared *s, uint32_t cell, struct rmr_size size)
{
  return s->initial_of != NULL ? s->initial_of(cell, size) : s->initial;
}

static void add_value(struct walk *w, uint32_t group, rmr_word value)
{
  for (uint32_t k = 0; k < w->n_values[group]; k++)
    if (w->value[group][k] == value) return;
  const struct rmr_shared *s = &w->t->a->shared[group];
  const struct rmr_size size = size_of(w->t, w->t->a, w->t->with_a, group);
  const bool open = s->fields == NULL && (s->max == NULL || s->max(size) > w->t->most_value) && !s->time;
  if (w->n_values[group] == MOST_VALUES || (open && value > w->t->most_value)) {
    w->t->cut = true;
    return;
  }
  for (const struct rmr_field *f = s->fields; f != NULL && f->name != NULL; f++)
    if (f->max == NULL && !f->time && rmr_field_of(f, value) > w->t->most_value) {
      w->t->cut = true;
      return;
    }
  w->value[group][w->n_values[group]++] = value;
}

static bool same_field(struct twins *t, const char *name, const struct rmr_field *f, const struct rmr_shared *b,
                       struct rmr_size size_a, struct rmr_size size_b)
{
  const struct rmr_field *g = b->fields;
  while (g->name != NULL && strcmp(g->name, f->name) != 0) g++;
  if (g->name == NULL) return differ(t, "%s.%s is in one of them only", name, f->name);
  const rmr_word most_a = f->max != NULL ? f->max(size_a) : -1, most_b = g->max != NULL ? g->max(size_b) : -1;
  if (f->min != g->min) return differ(t, "%s.%s: at least %" PRId64 ", %" PRId64, name, f->name, f->min, g->min);
  if (most_a != most_b) return differ(t, "%s.%s: at most %" PRId64 ", %" PRId64, name, f->name, most_a, most_b);
  if (f->time != g->time) return differ(t, "%s.%s is a time in one of them", name, f->name);
  return !f->time || f->horizon(size_a) == g->horizon(size_b) || differ(t, "%s.%s: horizons differ", name, f->name);
}

static bool same_register(struct twins *t, const struct rmr_shared *a, const struct rmr_shared *b,
                          struct rmr_size size_a, struct rmr_size size_b)
{
  const uint32_t n = cells_of(a, size_a);
  if (n != cells_of(b, size_b)) return differ(t, "%s: %u and %u registers", a->name, n, cells_of(b, size_b));
  for (uint32_t cell = 0; cell < n; cell++) {
    const uint32_t home_a = a->home != NULL ? a->home(cell, size_a) : 0,
                   home_b = b->home != NULL ? b->home(cell, size_b) : 0;
    if (home_a != home_b) return differ(t, "%s, cell %u: in the memory of P%u, P%u", a->name, cell, home_a, home_b);
    const rmr_word first_a = translated(a, b, first_of(a, cell, size_a)), first_b = first_of(b, cell, size_b);
    if (first_a != first_b)
      return differ(t, "%s, cell %u: first %" PRId64 ", %" PRId64, a->name, cell, first_a, first_b);
  }
  if (a->multi_writer != b->multi_writer || a->arbitrary != b->arbitrary || a->epoch != b->epoch ||
      a->lease != b->lease || a->time != b->time)
    return differ(t, "%s: writers %d %d, arbitrary %d %d, epoch %d %d, lease %d %d, time %d %d", a->name,
                  a->multi_writer, b->multi_writer, a->arbitrary, b->arbitrary, a->epoch, b->epoch, a->lease, b->lease,
                  a->time, b->time);
  if ((a->responsible != NULL) != (b->responsible != NULL) || (a->keeps != NULL) != (b->keeps != NULL) ||
      (a->holder != NULL) != (b->holder != NULL) || (a->update != NULL) != (b->update != NULL))
    return differ(t, "%s: responsible, while, held by or update in one of them only", a->name);
  if ((a->fields == NULL) != (b->fields == NULL)) return differ(t, "%s is a record in one of them only", a->name);
  for (const struct rmr_field *f = a->fields; f != NULL && f->name != NULL; f++)
    if (!same_field(t, a->name, f, b, size_a, size_b)) return false;
  if (a->fields != NULL) return true;
  const rmr_word most_a = a->max != NULL ? a->max(size_a) : -1, most_b = b->max != NULL ? b->max(size_b) : -1;
  if (most_a != most_b || a->min != b->min)
    return differ(t, "%s: %" PRId64 "..%" PRId64 ", %" PRId64 "..%" PRId64, a->name, a->min, most_a, b->min, most_b);
  return true;
}

static bool same_registers(struct walk *w)
{
  struct twins *t = w->t;
  if (t->a->n_shared != t->b->n_shared)
    return differ(t, "%u and %u groups of registers", t->a->n_shared, t->b->n_shared);
  for (uint32_t k = 0; k < t->a->n_shared; k++) {
    const struct rmr_shared *a = &t->a->shared[k];
    uint32_t j = 0;
    while (j < t->b->n_shared && strcmp(t->b->shared[j].name, a->name) != 0) j++;
    if (j == t->b->n_shared) return differ(t, "'%s' is in one of them only", a->name);
    w->other[k] = j;
    const struct rmr_size size_a = size_of(t, t->a, t->with_a, k), size_b = size_of(t, t->b, t->with_b, j);
    if (!same_register(t, a, &t->b->shared[j], size_a, size_b)) return false;
    for (uint32_t cell = 0; cell < cells_of(a, size_a); cell++) add_value(w, k, first_of(a, cell, size_a));
    const rmr_word most = a->max != NULL ? a->max(size_a) : 0;
    for (rmr_word v = a->min; a->arbitrary && v <= most; v++) add_value(w, k, v);
    if (a->lease) add_value(w, k, first_of(a, 0, size_a));
  }
  return true;
}

/* --- operations --------------------------------------------------------------------------------------------------- */

static const char *label(const struct rmr_algorithm *a, uint16_t line)
{
  const struct rmr_line *row = rmr_line_of(a, line);
  return row != NULL ? row->label : "?";
}

/* Whether the note is new: each is told once for each line. */
static bool is_new(struct walk *w, uint16_t note)
{
  for (uint32_t k = 0; k < w->n_noted; k++)
    if (w->noted[k] == note) return false;
  if (w->n_noted == MOST_NOTES) return false;
  w->noted[w->n_noted++] = note;
  return true;
}

static bool same_value(const struct rmr_shared *a, const struct rmr_shared *b, const struct rmr_op *x,
                       const struct rmr_op *y)
{
  switch (x->kind) {
  case RMR_WRITE:
  case RMR_SWAP: return translated(a, b, x->value) == y->value;
  case RMR_CAS:
    return translated(a, b, rmr_cas_expected(x)) == rmr_cas_expected(y) &&
           translated(a, b, rmr_cas_desired(x)) == rmr_cas_desired(y);
  case RMR_FETCH_ADD: return x->value == y->value;
  default: return true;
  }
}

static bool is_stray(const struct twins *t, const struct rmr_algorithm *a, const void *with, const struct rmr_op *op)
{
  const uint32_t g = op->var >> RMR_CELL_BITS;
  if (!rmr_kind_accesses(op->kind)) return false;
  return g >= a->n_shared || (op->var & ((1u << RMR_CELL_BITS) - 1)) >= cells_of(&a->shared[g], size_of(t, a, with, g));
}

static bool same_operation(struct walk *w, uint32_t p, const struct rmr_op *x, const struct rmr_op *y)
{
  struct twins *t = w->t;
  const char *at_a = label(t->a, x->line), *at_b = label(t->b, y->line);
  const bool reads = (x->kind == RMR_READ || x->kind == RMR_SPIN) && (y->kind == RMR_READ || y->kind == RMR_SPIN);
  if (reads && x->kind != y->kind && t->out != NULL && is_new(w, x->line))
    fprintf(t->out, "note: line %s waits in %s only\n", at_a, x->kind == RMR_SPIN ? "the first" : "the second");
  if (strcmp(at_a, at_b) != 0 && t->out != NULL && is_new(w, (uint16_t)(x->line + RMR_MAX_LINES)))
    fprintf(t->out, "note: line %s is line %s\n", at_a, at_b);
  if (x->kind != y->kind && !reads)
    return differ(t, "P%u: kinds %u at line %s, %u at line %s", p, x->kind, at_a, y->kind, at_b);
  if (x->section != y->section)
    return differ(t, "P%u: sections %u at line %s, %u at line %s", p, x->section, at_a, y->section, at_b);
  if (x->kind == RMR_DELAY && x->value != y->value)
    return differ(t, "P%u: delays %" PRId64 " at line %s, %" PRId64, p, x->value, at_a, y->value);
  if (!rmr_kind_accesses(x->kind) || (is_stray(t, t->a, t->with_a, x) && is_stray(t, t->b, t->with_b, y))) return true;
  const uint32_t group_a = x->var >> RMR_CELL_BITS, group_b = y->var >> RMR_CELL_BITS;
  const uint32_t cell_a = x->var & ((1u << RMR_CELL_BITS) - 1), cell_b = y->var & ((1u << RMR_CELL_BITS) - 1);
  if (group_a >= t->a->n_shared || group_b >= t->b->n_shared)
    return group_a >= t->a->n_shared && group_b >= t->b->n_shared
             ? true
             : differ(t, "P%u: line %s goes astray in one of them", p, at_a);
  if (w->other[group_a] != group_b || cell_a != cell_b)
    return differ(t, "P%u: %s cell %u at line %s, %s cell %u at line %s", p, t->a->shared[group_a].name, cell_a, at_a,
                  t->b->shared[group_b].name, cell_b, at_b);
  if (!same_value(&t->a->shared[group_a], &t->b->shared[group_b], x, y))
    return differ(t, "P%u: %s cell %u, values %" PRId64 " at line %s, %" PRId64 " at line %s", p,
                  t->a->shared[group_a].name, cell_a, x->value, at_a, y->value, at_b);
  return true;
}

/* Notes the values that the registers of a group may hold after this operation. */
static void note_result(struct walk *w, const struct rmr_op *op)
{
  if (!rmr_kind_writes(op->kind)) return;
  const uint32_t g = op->var >> RMR_CELL_BITS;
  if (is_stray(w->t, w->t->a, w->t->with_a, op)) return;
  const struct rmr_shared *s = &w->t->a->shared[g];
  const struct rmr_size size = size_of(w->t, w->t->a, w->t->with_a, g);
  if (op->kind == RMR_WRITE || op->kind == RMR_SWAP) add_value(w, g, op->value);
  if (op->kind == RMR_CAS) add_value(w, g, rmr_cas_desired(op));
  if (op->kind == RMR_TAS) add_value(w, g, 1);
  const uint32_t n = w->n_values[g];
  for (uint32_t k = 0; k < n && op->kind == RMR_FETCH_ADD; k++) add_value(w, g, w->value[g][k] + op->value);
  for (uint32_t k = 0; k < n && op->kind == RMR_UPDATE; k++)
    add_value(w, g, s->update(w->value[g][k], op->value, size));
}

/* --- states ------------------------------------------------------------------------------------------------------- */

static unsigned char *state_a(const struct walk *w, uint64_t k)
{
  return w->states + k * (w->size_a + w->size_b);
}

static uint64_t hash_of(const unsigned char *at, size_t size, uint32_t p)
{
  uint64_t h = 1469598103934665603u ^ p;
  for (size_t k = 0; k < size; k++) h = (h ^ at[k]) * 1099511628211u;
  return h ^ h >> 29;
}

/* The name that is held, and for which registers the process is responsible. */
static bool same_claims(struct walk *w, const struct pair *pair, const void *a, const void *b)
{
  struct twins *t = w->t;
  if ((t->a->name_held != NULL) != (t->b->name_held != NULL)) return differ(t, "only one of them holds names");
  if (t->a->name_held != NULL && pair->a.section == RMR_CS) {
    const uint32_t x = t->a->name_held(a, size_of(t, t->a, t->with_a, 0)),
                   y = t->b->name_held(b, size_of(t, t->b, t->with_b, 0));
    if (x != y) return differ(t, "P%u holds name %u, %u at line %s", pair->process, x, y, label(t->a, pair->a.line));
  }
  for (uint32_t g = 0; g < t->a->n_shared; g++) {
    const struct rmr_shared *s = &t->a->shared[g], *r = &t->b->shared[w->other[g]];
    const struct rmr_size size_a = size_of(t, t->a, t->with_a, g), size_b = size_of(t, t->b, t->with_b, w->other[g]);
    for (uint32_t cell = 0; s->keeps != NULL && cell < cells_of(s, size_a); cell++)
      if (s->keeps(a, cell, size_a) != r->keeps(b, cell, size_b))
        return differ(t, "P%u is responsible for %s cell %u in one of them, at line %s", pair->process, s->name, cell,
                      label(t->a, pair->a.line));
  }
  return true;
}

/* The pair at the end of the list, if it is a new one. */
static bool add_pair(struct walk *w)
{
  struct twins *t = w->t;
  const struct pair *pair = &w->pair[t->pairs];
  const size_t size = w->size_a + w->size_b;
  uint64_t at = hash_of(state_a(w, t->pairs), size, pair->process) & (w->n_table - 1);
  for (; w->table[at] != 0; at = (at + 1) & (w->n_table - 1)) {
    const uint64_t k = w->table[at] - 1;
    if (w->pair[k].process == pair->process && memcmp(state_a(w, k), state_a(w, t->pairs), size) == 0) return true;
  }
  const unsigned char *a = state_a(w, t->pairs);
  if (!same_operation(w, pair->process, &pair->a, &pair->b) || !same_claims(w, pair, a, a + w->size_a)) return false;
  w->table[at] = ++t->pairs;
  note_result(w, &pair->a);
  if (t->pairs == t->most_pairs) t->cut = true;
  return true;
}

static bool step_both(struct walk *w, uint64_t from, uint32_t p, rmr_word value, uint32_t session, rmr_word now)
{
  struct twins *t = w->t;
  unsigned char *a = state_a(w, t->pairs);
  const bool begins = from == UINT64_MAX;
  if (begins)
    memset(a, 0, w->size_a + w->size_b);
  else
    memcpy(a, state_a(w, from), w->size_a + w->size_b);
  w->session[p] = session;
  struct rmr_in in = {.i = p,
                      .n = t->n,
                      .id = p,
                      .value = value,
                      .given = !begins,
                      .sessions = w->session,
                      .now = now,
                      .n_sessions = t->sessions,
                      .parameters = t->with_a,
                      .self = t->a->self};
  struct pair *pair = &w->pair[t->pairs];
  *pair = (struct pair){.process = p, .found = value, .before = from};
  pair->a = t->a->step(a, &in);
  const uint32_t group = begins ? RMR_MAX_GROUPS : w->pair[from].a.var >> RMR_CELL_BITS;
  if (group < t->a->n_shared && group < RMR_MAX_GROUPS)
    in.value = translated(&t->a->shared[group], &t->b->shared[w->other[group]], value);
  in.parameters = t->with_b;
  in.self = t->b->self;
  pair->b = t->b->step(a + w->size_a, &in);
  return add_pair(w);
}

static bool step_all_ways(struct walk *w, uint64_t from, uint32_t p, rmr_word value)
{
  struct twins *t = w->t;
  bool timed = t->a->times != NULL;
  for (uint32_t g = 0; g < t->a->n_shared; g++) {
    timed |= t->a->shared[g].time;
    for (const struct rmr_field *f = t->a->shared[g].fields; f != NULL && f->name != NULL; f++) timed |= f->time;
  }
  for (uint32_t s = 1; s <= (t->a->group ? t->sessions : 1); s++)
    for (size_t c = 0; c < (timed ? sizeof clocks / sizeof *clocks : 1); c++) {
      if (t->pairs == t->most_pairs) return true;
      if (!step_both(w, from, p, value, t->a->group ? s : p, clocks[c])) return false;
    }
  return true;
}

/* All pairs, again and again as long as registers may hold new values. */
static bool walk_all(struct walk *w)
{
  struct twins *t = w->t;
  uint32_t known[RMR_MAX_GROUPS] = {0};
  for (uint32_t p = 1; p <= t->n; p++)
    if (!step_all_ways(w, UINT64_MAX, p, 0)) return false;
  for (bool again = true; again;) {
    again = false;
    for (uint64_t k = 0; k < t->pairs && t->pairs < t->most_pairs; k++) {
      const struct rmr_op op = w->pair[k].a;
      const uint32_t p = w->pair[k].process, g = op.var >> RMR_CELL_BITS;
      if (is_stray(t, t->a, t->with_a, &op)) continue; /* a value that cannot be has been found */
      if (!rmr_kind_reads(op.kind)) {
        if (!step_all_ways(w, k, p, 0)) return false;
        continue;
      }
      for (uint32_t v = 0; g < t->a->n_shared && v < w->n_values[g]; v++)
        if (!step_all_ways(w, k, p, w->value[g][v])) return false;
    }
    for (uint32_t g = 0; g < t->a->n_shared; g++) {
      again |= w->n_values[g] != known[g] && t->pairs < t->most_pairs;
      known[g] = w->n_values[g];
    }
  }
  return true;
}

/* The way to the pair at which they differ: lines, and what was found there. */
static void tell_way(const struct walk *w)
{
  struct twins *t = w->t;
  char way[600] = "";
  uint64_t at = w->pair[t->pairs].before;
  rmr_word found = w->pair[t->pairs].found;
  for (uint32_t k = 0; k < 14 && at != UINT64_MAX; k++) {
    char one[64 + sizeof way];
    snprintf(one, sizeof one, " %s=%" PRId64 "%.500s", label(t->a, w->pair[at].a.line), found, way);
    snprintf(way, sizeof way, "%.590s", one);
    found = w->pair[at].found;
    at = w->pair[at].before;
  }
  const size_t n = strlen(t->difference);
  snprintf(t->difference + n, sizeof t->difference - n, "; behind%s", way);
}

static bool same_words(struct twins *t)
{
  const struct rmr_claims *x = &t->a->claims, *y = &t->b->claims;
  const char *const pairs[][3] = {{"title", t->a->title, t->b->title},   {"source", t->a->source, t->b->source},
                                  {"note", t->a->note, t->b->note},      {"primitives", x->primitives, y->primitives},
                                  {"rmr cc", x->rmr_cc, y->rmr_cc},      {"rmr dsm", x->rmr_dsm, y->rmr_dsm},
                                  {"space", x->space, y->space},         {"wrong", x->wrong, y->wrong},
                                  {"survives", x->survives, y->survives}};
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
    if (strcmp(pairs[k][1] != NULL ? pairs[k][1] : "", pairs[k][2] != NULL ? pairs[k][2] : "") != 0 && t->out != NULL)
      fprintf(t->out, "note: %s: '%s' is '%s'\n", pairs[k][0], pairs[k][1] != NULL ? pairs[k][1] : "(none)",
              pairs[k][2] != NULL ? pairs[k][2] : "(none)");
  for (size_t k = 0; k < RMR_N_CITED; k++)
    if ((x->cited[k] == NULL) != (y->cited[k] == NULL) ||
        (x->cited[k] != NULL && strcmp(x->cited[k], y->cited[k]) != 0))
      return differ(t, "the citations of claim %zu differ", k);
  if (memcmp(x->p, y->p, sizeof x->p) != 0 || x->bounded != y->bounded || x->timed != y->timed ||
      x->one_shot != y->one_shot)
    return differ(t, "the claims differ");
  if (t->a->group != t->b->group || t->a->remembers != t->b->remembers || t->a->identities != t->b->identities)
    return differ(t, "sessions %d %d, remembers %d %d, identities %d %d", t->a->group, t->b->group, t->a->remembers,
                  t->b->remembers, t->a->identities, t->b->identities);
  if ((t->a->period != NULL) != (t->b->period != NULL) || (t->a->times != NULL) != (t->b->times != NULL))
    return differ(t, "a period or local times in one of them only");
  const struct rmr_size a = size_of(t, t->a, t->with_a, 0), b = size_of(t, t->b, t->with_b, 0);
  const uint32_t watch_a = t->a->watch != NULL ? t->a->watch(a) : 3, watch_b = t->b->watch != NULL ? t->b->watch(b) : 3;
  if (t->out != NULL && watch_a != watch_b && t->a->watch != NULL)
    fprintf(t->out, "note: watches %u, %u\n", watch_a, watch_b);
  return true;
}

bool twins_agree(struct twins *t)
{
  struct walk *w = mem_new(1, sizeof *w);
  w->t = t;
  w->size_a = (rmr_state_size(t->a, t->n) + 15) / 16 * 16;
  w->size_b = (rmr_state_size(t->b, t->n) + 15) / 16 * 16;
  w->pair = mem_new(t->most_pairs + 1, sizeof *w->pair);
  w->states = mem_new(t->most_pairs + 1, w->size_a + w->size_b);
  w->session = mem_new(t->n + 1, sizeof *w->session);
  for (w->n_table = 1024; w->n_table < 2 * t->most_pairs; w->n_table *= 2) {
  }
  w->table = mem_new(w->n_table, sizeof *w->table);
  bool ok = same_words(t) && same_registers(w);
  if (ok && !walk_all(w)) {
    tell_way(w);
    ok = false;
  }
  free(w->pair);
  free(w->states);
  free(w->session);
  free(w->table);
  free(w);
  return ok;
}
