/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * callbacks_register.c: the declaration of a register, as engines ask for it: size, range, home, lease, updates.
 */
#include "language/callbacks.h"

/* --- values that depend on the size ------------------------------------------------------------------------------- */

static const struct machine_group *of_group(struct rmr_size size)
{
  return size.shared->self;
}

static uint32_t cells(struct rmr_size size)
{
  const struct machine_group *g = of_group(size);
  uint64_t n = extent(g->machine->tree, &g->group->dimension[0], size);
  if (g->group->n_dimensions == 2) n *= extent(g->machine->tree, &g->group->dimension[1], size);
  return n < 1u << RMR_CELL_BITS ? (uint32_t)n : 1u << RMR_CELL_BITS;
}

static uint32_t columns(struct rmr_size size)
{
  const struct machine_group *g = of_group(size);
  return extent(g->machine->tree, &g->group->dimension[1], size);
}

/* The largest value of a type. */
static rmr_word most(const struct tree *tree, const struct type *t, struct rmr_size size)
{
  switch (t->kind) {
  case TYPE_BOOLEAN: return 1;
  case TYPE_RANGE: return constant(tree, t->high, size);
  case TYPE_PROCESS: return tree->uses_identity ? rmr_largest_id(size) : size.n;
  case TYPE_SESSION: return size.sessions;
  case TYPE_ENUM: return t->last;
  default: {
    const int64_t high = constant(tree, t->high, size); /* SET */
    return high >= 0 && high < 62 ? (INT64_C(2) << high) - 1 : INT64_MAX;
  }
  }
}

static rmr_word largest(struct rmr_size size)
{
  const struct machine_group *g = of_group(size);
  return most(g->machine->tree, &g->group->type, size);
}

/* One function for each field, as a field has no place for its own data. */
static rmr_word largest_of_field(struct rmr_size size, uint32_t k)
{
  const struct machine_group *g = of_group(size);
  return most(g->machine->tree, &g->group->type.field[k].type, size);
}

static rmr_word horizon(struct rmr_size size, const struct type *t)
{
  return constant(of_group(size)->machine->tree, t->horizon, size);
}

#define FIELD_FUNCTIONS(k)                                            \
  static rmr_word largest_##k(struct rmr_size size)                   \
  {                                                                   \
    return largest_of_field(size, k);                                 \
  }                                                                   \
  static rmr_word horizon_##k(struct rmr_size size)                   \
  {                                                                   \
    return horizon(size, &of_group(size)->group->type.field[k].type); \
  }
FIELD_FUNCTIONS(0)
FIELD_FUNCTIONS(1)
FIELD_FUNCTIONS(2)
FIELD_FUNCTIONS(3)
FIELD_FUNCTIONS(4)
FIELD_FUNCTIONS(5)
FIELD_FUNCTIONS(6)
FIELD_FUNCTIONS(7)

static rmr_word (*const largest_field[])(struct rmr_size) = {largest_0, largest_1, largest_2, largest_3,
                                                             largest_4, largest_5, largest_6, largest_7};
static rmr_word (*const horizon_field[])(struct rmr_size) = {horizon_0, horizon_1, horizon_2, horizon_3,
                                                             horizon_4, horizon_5, horizon_6, horizon_7};

static rmr_word horizon_of_register(struct rmr_size size)
{
  return horizon(size, &of_group(size)->group->type);
}

static void set_indices(struct surroundings_of_value *in, const struct group *g, uint32_t cell)
{
  const uint32_t row = g->n_dimensions == 2 ? extent(in->tree, &g->dimension[1], in->size) : 1;
  for (uint32_t k = 0; k < g->n_dimensions; k++)
    in->index[k] =
      constant(in->tree, g->dimension[k].low, in->size) + (k == 0 ? cell / (row != 0 ? row : 1) : cell % row);
}

static rmr_word of_cell(const struct expr *x, uint32_t cell, rmr_word value, struct rmr_size size)
{
  const struct machine_group *g = of_group(size);
  struct surroundings_of_value in = around(g->machine, size);
  set_indices(&in, g->group, cell);
  in.value = value;
  return tree_value(x, &in);
}

static rmr_word first_value(uint32_t cell, struct rmr_size size)
{
  return of_cell(of_group(size)->group->initial, cell, 0, size);
}

static uint32_t home_by_expression(uint32_t cell, struct rmr_size size)
{
  const rmr_word who = of_cell(of_group(size)->group->home_of, cell, 0, size);
  return who >= 1 && who <= size.n ? (uint32_t)who : 0;
}

static uint32_t home_by_row(uint32_t cell, struct rmr_size size)
{
  const uint32_t n = columns(size);
  return n != 0 ? cell / n + 1 : 0;
}

static uint32_t responsible(uint32_t cell, rmr_word value, struct rmr_size size)
{
  return process_or_none(of_cell(of_group(size)->group->responsible, cell, value, size), size);
}

static bool keeps(const void *state, uint32_t cell, struct rmr_size size)
{
  const struct machine_group *g = of_group(size);
  struct surroundings_of_value in = around(g->machine, size);
  set_indices(&in, g->group, cell);
  in.slot = ((const struct machine_state *)state)->slot;
  return tree_value(g->group->keeps, &in) != 0;
}

/* One process; none behind `after` if that is not it. */
static uint32_t holder(uint32_t after, uint32_t cell, rmr_word value, rmr_word argument, struct rmr_size size)
{
  const uint32_t who = process_or_none(of_cell(of_group(size)->group->holder, cell, value, size), size);
  (void)argument;
  return who > after ? who : 0;
}

static rmr_word updated(rmr_word value, rmr_word argument, struct rmr_size size)
{
  const struct machine_group *g = of_group(size);
  struct surroundings_of_value in = around(g->machine, size);
  const uint32_t which = g->group->n_updates > 1 ? (uint32_t)(argument & 3) : 0;
  in.value = value;
  in.argument = g->group->n_updates > 1 ? argument >> 2 : argument;
  return which < g->group->n_updates ? tree_value(g->group->update[which], &in) : INT64_MIN;
}

/* --- made --------------------------------------------------------------------------------------------------------- */

bool group_is_of_processes(const struct group *g)
{
  return g->n_dimensions == 1 && g->dimension[0].low->kind == EXPR_NUMBER && g->dimension[0].low->number == 1 &&
         g->dimension[0].high->kind == EXPR_N;
}

static bool begins_at_0(const struct dimension *d)
{
  return d->low->number == 0;
}

static bool begins_at_number(const struct type *t)
{
  return t->kind != TYPE_RANGE || t->low->kind == EXPR_NUMBER;
}

static bool check_bounds(const struct tree *t, const struct group *g, struct error *e)
{
  for (uint32_t k = 0; k < g->n_dimensions; k++) {
    const struct expr *low = g->dimension[k].low;
    if (low->kind != EXPR_NUMBER || low->number < 0 || low->number > 1)
      return refuse(&t->source, low->at, e, "arrays begin at 0 or at 1");
  }
  if (g->home == HOME_OWNER && !group_is_of_processes(g) && g->n_dimensions != 2)
    return refuse(&t->source, g->at, e, "only an array [1..N] or [1..N, ...] has owners");
  if (!begins_at_number(&g->type))
    return refuse(&t->source, g->type.low->at, e, "the smallest value of a register is a number from 0 on");
  for (uint32_t k = 0; k < g->type.n_fields; k++)
    if (!begins_at_number(&g->type.field[k].type))
      return refuse(&t->source, g->type.field[k].type.low->at, e,
                    "the smallest value of a field is a number from 0 on");
  return true;
}

/* The smallest value of a type that is no record. */
static int64_t least_value(const struct type *t)
{
  switch (t->kind) {
  case TYPE_RANGE: return t->low->number;
  case TYPE_ENUM: return t->first;
  case TYPE_PROCESS: return t->nil ? 0 : 1;
  default: return 0;
  }
}

/* That with which a register begins where the text does not say it. */
static rmr_word first_word(const struct type *t)
{
  rmr_word word = least_value(t);
  for (uint32_t k = 0; k < t->n_fields; k++) word |= least_value(&t->field[k].type) << t->field[k].shift;
  return word;
}

static void make_fields(struct machine *m, uint32_t which)
{
  static const char *const truth[] = {"false", "true", NULL};
  const struct type *t = &m->tree->group[which].type;
  for (uint8_t k = 0; t->kind == TYPE_SET && t->names[k] != NULL; k++) /* a bit for each name */
    m->fields[which][k] =
      (struct rmr_field){.name = t->names[k], .shift = k, .width = 1, .max = rmr_bit, .names = truth};
  for (uint32_t k = 0; k < t->n_fields; k++) {
    const struct type *f = &t->field[k].type;
    m->fields[which][k] =
      (struct rmr_field){.name = t->field[k].name,
                         .shift = t->field[k].shift,
                         .width = t->field[k].width,
                         .max = f->kind == TYPE_NATURAL || f->kind == TYPE_TIME ? NULL : largest_field[k],
                         .names = f->names,
                         .time = f->kind == TYPE_TIME,
                         .horizon = f->kind == TYPE_TIME ? horizon_field[k] : NULL,
                         .min = least_value(f)};
  }
}

bool make_register(struct machine *m, uint32_t which, struct error *e)
{
  struct group *g = &m->tree->group[which];
  const struct type *t = &g->type;
  if (!check_bounds(m->tree, g, e)) return false;
  const bool owned = group_is_of_processes(g);
  if (g->home == HOME_DERIVED) g->home = owned && !g->multi_writer ? HOME_OWNER : HOME_NOBODY;
  m->group[which] = (struct machine_group){m, g};
  struct rmr_shared *out = &m->shared[which];
  *out = (struct rmr_shared){.name = g->name,
                             .self = &m->group[which],
                             .initial = first_word(t),
                             .min = least_value(t),
                             .cells = owned                  ? rmr_per_process
                                      : g->n_dimensions != 0 ? cells
                                                             : NULL,
                             .columns = g->n_dimensions == 2 ? columns : NULL,
                             .from_zero = g->n_dimensions != 0 && begins_at_0(&g->dimension[0]),
                             .columns_from_zero = g->n_dimensions == 2 && begins_at_0(&g->dimension[1]),
                             .home = g->home == HOME_EXPR     ? home_by_expression
                                     : g->home == HOME_NOBODY ? NULL
                                     : g->n_dimensions == 2   ? home_by_row
                                                              : rmr_owner,
                             .arbitrary = g->arbitrary,
                             .multi_writer = g->multi_writer || !owned,
                             .epoch = g->epoch,
                             .lease = g->lease,
                             .names = t->names,
                             .initial_of = g->initial != NULL ? first_value : NULL,
                             .responsible = g->responsible != NULL ? responsible : NULL,
                             .keeps = g->keeps != NULL ? keeps : NULL,
                             .holder = g->holder != NULL ? holder : NULL,
                             .update = g->n_updates != 0 ? updated : NULL,
                             .time = t->kind == TYPE_TIME,
                             .horizon = t->kind == TYPE_TIME ? horizon_of_register : NULL};
  const bool names = t->kind == TYPE_SET && t->names != NULL;
  if (names) out->names = NULL;
  if (t->kind == TYPE_RECORD || names) {
    make_fields(m, which);
    out->fields = m->fields[which];
  } else if (t->kind != TYPE_NATURAL && t->kind != TYPE_TIME) {
    out->max = largest;
  }
  return true;
}
