/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/abreast.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { OPEN_VALUES = 6, MOST_LATE = 20 };

static bool differ(struct abreast *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool differ(struct abreast *a, const char *format, ...)
{
  char why[400];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(why, sizeof why, format, arguments);
  va_end(arguments);
  const struct rmr_line *row = rmr_line_of(&a->machine->algorithm, a->op.line);
  snprintf(a->difference, sizeof a->difference, "N = %u, P%u, step %" PRIu64 ", line %s: %s", a->n, a->i, a->steps,
           row != NULL ? row->label : "?", why);
  return false;
}

static struct rmr_size size_of(const struct abreast *a, uint32_t group)
{
  return (struct rmr_size){.n = a->n,
                           .sessions = a->sessions,
                           .passages = 2 * a->n,
                           .parameters = a->parameter,
                           .self = a->machine->algorithm.self,
                           .shared = &a->machine->shared[group]};
}

/* --- replies ------------------------------------------------------------------------------------------------------ */

static uint32_t values_of(const struct abreast *a, const struct type *t)
{
  switch (t->kind) {
  case TYPE_BOOLEAN: return 2;
  case TYPE_RANGE: {
    const int64_t n = direct_constant(&a->direct, t->high) - direct_constant(&a->direct, t->low) + 1;
    return n < 1 ? 1 : n < OPEN_VALUES ? (uint32_t)n : OPEN_VALUES;
  }
  case TYPE_PROCESS: return a->n + t->nil;
  case TYPE_SESSION: return a->sessions + 1;
  case TYPE_ENUM: return (uint32_t)(t->last - t->first + 1);
  case TYPE_SET: return 16;
  case TYPE_RECORD: {
    uint32_t n = 1;
    for (uint32_t k = 0; k < t->n_fields; k++) n *= values_of(a, &t->field[k].type);
    return n;
  }
  default: return OPEN_VALUES;
  }
}

static int64_t value_of(const struct abreast *a, const struct type *t, uint32_t k)
{
  if (t->kind == TYPE_RANGE) return direct_constant(&a->direct, t->low) + k;
  if (t->kind == TYPE_PROCESS) return (int64_t)k + !t->nil;
  if (t->kind == TYPE_ENUM) return t->first + k;
  if (t->kind != TYPE_RECORD) return k;
  int64_t word = 0;
  for (uint32_t f = 0; f < t->n_fields; f++) {
    const uint32_t n = values_of(a, &t->field[f].type);
    word |= value_of(a, &t->field[f].type, k % n) << t->field[f].shift;
    k /= n;
  }
  return word;
}

uint32_t abreast_replies(const struct abreast *a)
{
  if (!rmr_kind_reads(a->op.kind)) return 1;
  return values_of(a, &a->machine->tree->group[a->op.var >> RMR_CELL_BITS].type);
}

rmr_word abreast_reply(const struct abreast *a, uint32_t k)
{
  if (!rmr_kind_reads(a->op.kind)) return 0;
  return value_of(a, &a->machine->tree->group[a->op.var >> RMR_CELL_BITS].type, k);
}

/* --- comparison --------------------------------------------------------------------------------------------------- */

/* The cell of an index as the text counts; -1: there is none. */
static int64_t cell_of(const struct abreast *a, const struct direct_access *d)
{
  const struct group *g = &a->machine->tree->group[d->group];
  int64_t cell = 0;
  for (uint32_t k = 0; k < g->n_dimensions; k++) {
    const int64_t low = direct_constant(&a->direct, g->dimension[k].low),
                  high = direct_constant(&a->direct, g->dimension[k].high);
    if (d->index[k] < low || d->index[k] > high) return -1;
    cell = cell * (high - low + 1) + d->index[k] - low;
  }
  return cell;
}

static bool same_update(struct abreast *a, const struct direct_access *d)
{
  const struct rmr_size size = size_of(a, d->group);
  for (uint32_t k = 0; k < values_of(a, &a->machine->tree->group[d->group].type); k++) {
    const int64_t before = value_of(a, &a->machine->tree->group[d->group].type, k);
    const int64_t x = size.shared->update(before, a->op.value, size),
                  y = direct_update(&a->direct, d->group, d->function, before, d->value);
    if (x != y) return differ(a, "%" PRId64 " becomes %" PRId64 "; directly %" PRId64, before, x, y);
  }
  return true;
}

static bool same_values(struct abreast *a, const struct direct_access *d)
{
  rmr_word value = d->value;
  if (d->kind == RMR_READ) return true;
  if (d->kind == RMR_UPDATE) return same_update(a, d);
  if (d->kind == RMR_CAS) value = compare_and_swap(a->op.var, (int32_t)d->old, (int32_t)d->value).value;
  return a->op.value == value || d->kind == RMR_LOCAL ||
         differ(a, "value %" PRId64 "; directly %" PRId64, a->op.value, value);
}

/* The number of registers of a group. */
static uint32_t cells_of(const struct abreast *a, uint32_t group)
{
  const struct rmr_shared *s = &a->machine->shared[group];
  return s->cells != NULL ? s->cells(size_of(a, group)) : 1;
}

/* Whether the machine has gone astray, as engines see it: there is no such register. */
static bool is_stray(const struct abreast *a)
{
  const uint32_t group = a->op.var >> RMR_CELL_BITS, cell = a->op.var & ((1u << RMR_CELL_BITS) - 1);
  return rmr_kind_accesses(a->op.kind) && (group >= a->machine->algorithm.n_shared || cell >= cells_of(a, group));
}

static bool is_stray_directly(const struct abreast *a, const struct direct_access *d)
{
  return d->stop == DIRECT_ASTRAY || d->stop == DIRECT_LOOP ||
         (d->stop == DIRECT_ACCESS && rmr_kind_accesses(d->kind) && cell_of(a, d) < 0);
}

/* Where the text goes astray, both do, and nothing follows. The machine looks at elements of local arrays at the end of
 * an evaluation, and may make the accesses behind such an element before. */
static bool same_stop(struct abreast *a, const struct direct_access *d)
{
  const bool loops = a->op.var == RMR_ASTRAY_LOOP << RMR_CELL_BITS;
  if (!is_stray(a) && d->stop == DIRECT_ASTRAY && a->late++ < MOST_LATE) return true;
  a->over = true;
  if (d->stop == DIRECT_LONG) return true;
  if (d->stop == DIRECT_UNWRITTEN) return differ(a, "a local is read that has no value");
  if (is_stray(a) && is_stray_directly(a, d) && loops == (d->stop == DIRECT_LOOP)) return true;
  return differ(a, "%s; directly stop %u, kind %u", is_stray(a) ? "astray" : "an access", d->stop, d->kind);
}

static bool same(struct abreast *a)
{
  const struct direct_access d = direct_ask(&a->direct);
  const uint8_t kind = a->op.kind == RMR_SPIN ? RMR_READ : a->op.kind;
  const uint32_t group = a->op.var >> RMR_CELL_BITS, cell = a->op.var & ((1u << RMR_CELL_BITS) - 1);
  if (d.stop != DIRECT_ACCESS || is_stray(a) || is_stray_directly(a, &d)) return same_stop(a, &d);
  if (kind != d.kind) return differ(a, "kind %u; directly %u", kind, d.kind);
  if (a->op.section != d.section) return differ(a, "section %u; directly %u", a->op.section, d.section);
  if (!rmr_kind_accesses(kind)) return same_values(a, &d);
  if (group != d.group)
    return differ(a, "%s; directly %s", a->machine->shared[group].name, a->machine->shared[d.group].name);
  if (cell != (uint32_t)cell_of(a, &d))
    return differ(a, "%s: cell %u; directly %" PRId64, a->machine->shared[group].name, cell, cell_of(a, &d));
  return same_values(a, &d);
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static bool step(struct abreast *a, rmr_word value, bool given)
{
  const struct rmr_algorithm *algorithm = &a->machine->algorithm;
  struct rmr_in in = {.i = a->i,
                      .n = a->n,
                      .id = a->i,
                      .value = value,
                      .given = given,
                      .sessions = a->session,
                      .n_sessions = a->sessions,
                      .parameters = a->parameter,
                      .now = a->direct.now,
                      .self = algorithm->self};
  a->op = algorithm->step(a->state, &in);
  in.given = false;
  const struct rmr_op again = algorithm->step(a->state, &in);
  if (again.value != a->op.value || again.var != a->op.var || again.line != a->op.line || again.kind != a->op.kind)
    return differ(a, "asked again, the access is another one");
  return same(a) && !a->over;
}

bool abreast_begin(struct abreast *a, const struct machine *machine, uint32_t n, uint32_t i, uint64_t seed)
{
  const struct tree *t = machine->tree;
  *a = (struct abreast){.machine = machine, .n = n, .i = i, .sessions = 3, .rng = seed};
  if (rmr_state_size(&machine->algorithm, n) > sizeof a->state) return differ(a, "the state is too large");
  for (uint32_t p = 0; p < sizeof a->session / sizeof *a->session; p++) a->session[p] = 1 + p % 3;
  for (uint32_t k = 0; k < t->n_parameters; k++) a->parameter[k] = t->parameter[k].fallback;
  a->direct = (struct direct){.tree = t, .i = i, .n = n, .sessions = a->sessions, .session = a->session[i], .now = 40};
  return step(a, 0, false);
}

bool abreast_step(struct abreast *a, rmr_word value)
{
  if (!direct_reply(&a->direct, value)) {
    a->over = true;
    return false;
  }
  a->steps++;
  return step(a, value, true);
}
