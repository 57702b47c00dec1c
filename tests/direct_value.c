/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * direct_value.c: expressions, from left to right. An evaluation remembers the values that it has read, and does not
 * read them again. Each element of a comprehension is evaluated with the values known before the comprehension, and its
 * own reads are forgotten behind it.
 */
#include <string.h>

#include "tests/direct_run.h"

_Noreturn void run_stop(struct run *run, enum direct_stop why)
{
  run->found = (struct direct_access){.stop = why, .of = run->statement};
  longjmp(run->stop, 1);
}

int64_t run_access(struct run *run, struct direct_access access)
{
  run->critical = false;
  run->counted = 0;
  if (run->used < run->d->n_replies) return run->d->reply[run->used++];
  if (run->used == run->capacity) run_stop(run, DIRECT_LONG);
  run->found = access;
  run->found.of = run->statement;
  longjmp(run->stop, 1);
}

void run_count(struct run *run, uint32_t most)
{
  if (++run->counted > most) run_stop(run, DIRECT_LOOP);
}

/* --- locals ------------------------------------------------------------------------------------------------------- */

int64_t run_get(struct run *run, uint32_t local)
{
  if (!run->written[local]) run_stop(run, DIRECT_UNWRITTEN);
  return run->local[local];
}

void run_set(struct run *run, uint32_t local, int64_t value)
{
  run->local[local] = value;
  run->written[local] = true;
}

int64_t *run_element(struct run *run, uint32_t local, int64_t index)
{
  const struct tree *t = run->d->tree;
  const struct local *of = &t->local[local];
  uint32_t which = 0;
  for (uint32_t k = 0; k < local; k++) which += t->local[k].array;
  const int64_t low = direct_constant(run->d, of->low), high = direct_constant(run->d, of->high);
  if (index < low || index > high || index - low >= RUN_ELEMENTS || which >= RUN_ARRAYS) run_stop(run, DIRECT_ASTRAY);
  return &run->element[which][index - low];
}

/* They have no value; elements are 0. */
void run_forget(struct run *run, uint32_t first, uint32_t n)
{
  uint32_t which = 0;
  for (uint32_t k = 0; k < first + n; k++) {
    if (k >= first) run->written[k] = false;
    if (k >= first && run->d->tree->local[k].array && which < RUN_ARRAYS)
      memset(run->element[which], 0, sizeof run->element[which]);
    which += run->d->tree->local[k].array;
  }
}

/* --- registers ---------------------------------------------------------------------------------------------------- */

static void remember(struct run *run, struct remembered what)
{
  if (run->n_memory < RUN_MEMORY) run->memory[run->n_memory++] = what;
}

static int64_t read_register(struct run *run, const struct expr *x)
{
  struct remembered what = {.group = x->group};
  if (x->index != NULL) what.index = run_value(run, x->index);
  if (x->column != NULL) what.column = run_value(run, x->column);
  for (uint32_t k = run->n_memory; k-- > 0 && !x->again;) {
    const struct remembered *m = &run->memory[k];
    if (m->group == what.group && m->index == what.index && m->column == what.column) return m->value;
  }
  what.value =
    run_access(run, (struct direct_access){.kind = RMR_READ, .group = x->group, .index = {what.index, what.column}});
  remember(run, what);
  return what.value;
}

static int64_t operate_on(struct run *run, const struct expr *x)
{
  struct direct_access a = {.kind = x->atomic, .group = x->group, .function = (uint32_t)x->number};
  if (x->index != NULL) a.index[0] = run_value(run, x->index);
  if (x->column != NULL) a.index[1] = run_value(run, x->column);
  if (x->third != NULL) a.old = run_value(run, x->third);
  if (x->right != NULL) a.value = run_value(run, x->right);
  if (x->atomic == RMR_TAS) a.value = 1;
  return run_access(run, a);
}

/* --- lists -------------------------------------------------------------------------------------------------------- */

static bool goes_down(const struct expr *span)
{
  const struct expr *a = span->left, *b = span->right;
  return b->kind == EXPR_NUMBER && (a->kind == EXPR_N || (a->kind == EXPR_NUMBER && a->number > b->number));
}

static void add_element(struct elements *all, int64_t value)
{
  if (all->n < RUN_LIST) all->value[all->n++] = value;
}

void run_elements(struct run *run, const struct expr *list, struct elements *out)
{
  out->n = 0;
  if (list->kind == EXPR_SPAN) {
    const int64_t from = run_value(run, list->left), to = run_value(run, list->right);
    const int64_t by = goes_down(list) ? -1 : 1;
    for (int64_t j = from; by < 0 ? j >= to : j <= to; j += by) add_element(out, j);
  } else if (list->kind == EXPR_LIST) {
    for (const struct expr *part = list->left; part != NULL; part = part->next) add_element(out, run_value(run, part));
  } else {
    const int64_t set = run_value(run, list);
    for (uint32_t k = 0; k < 63; k++)
      if ((set >> k & 1) != 0) add_element(out, k);
  }
}

struct gathered {
  int64_t value;
  bool any, decided;
};

static void gather(struct run *run, const struct expr *x, struct gathered *all)
{
  if (x->third != NULL && run_value(run, x->third) == 0) return;
  const int64_t v = run_value(run, x->right);
  if (x->kind == EXPR_FORALL || x->kind == EXPR_EXISTS || x->kind == EXPR_WHICH) {
    all->decided = (v != 0) == (x->kind != EXPR_FORALL);
    if (all->decided) all->value = v != 0;
  } else if (x->kind == EXPR_SUM) {
    all->value += v;
  } else if (!all->any || (x->kind == EXPR_MAX ? v > all->value : v < all->value)) {
    all->value = v;
  }
  all->any = true;
}

static int64_t comprehension(struct run *run, const struct expr *x)
{
  struct elements all;
  struct gathered found = {.value = x->kind == EXPR_FORALL};
  run_elements(run, x->left, &all);
  struct remembered before[RUN_MEMORY];
  const uint32_t n = run->n_memory;
  memcpy(before, run->memory, n * sizeof *before);
  for (uint32_t k = 0; k < all.n && !found.decided; k++) {
    run_set(run, x->local, all.value[k]);
    gather(run, x, &found);
    if (x->kind == EXPR_WHICH && found.decided) found.value = all.value[k];
    memcpy(run->memory, before, n * sizeof *before);
    run->n_memory = n;
  }
  return x->kind == EXPR_WHICH && !found.decided ? run_value(run, x->index) : found.value;
}

/* --- comparisons -------------------------------------------------------------------------------------------------- */

static uint32_t parts_of(struct run *run, const struct expr *x, int64_t *out)
{
  uint32_t n = 0;
  if (x->kind != EXPR_TUPLE) {
    out[0] = run_value(run, x);
    return 1;
  }
  for (const struct expr *part = x->left; part != NULL; part = part->next)
    if (n < 8) out[n++] = run_value(run, part);
  return n;
}

/* All of the left side is looked at, then all of the right side. */
static int64_t comparison(struct run *run, const struct expr *x)
{
  int64_t a[8] = {0}, b[8] = {0};
  const uint32_t n = parts_of(run, x->left, a);
  parts_of(run, x->right, b);
  int order = 0;
  for (uint32_t k = 0; k < n && order == 0; k++) order = (a[k] > b[k]) - (a[k] < b[k]);
  if (x->turned) order = -order;
  switch (x->kind) {
  case EXPR_EQUAL: return order == 0;
  case EXPR_DIFFERENT: return order != 0;
  case EXPR_LESS: return order < 0;
  default: return order <= 0;
  }
}

static int64_t membership(struct run *run, const struct expr *x)
{
  const int64_t what = run_value(run, x->left);
  int64_t in = 0;
  if (x->right->kind == EXPR_SPAN) {
    const int64_t low = run_value(run, x->right->left), high = run_value(run, x->right->right);
    return low <= what && what <= high;
  }
  for (const struct expr *part = x->right->left; part != NULL; part = part->next) in |= run_value(run, part) == what;
  return in;
}

/* --- the rest ----------------------------------------------------------------------------------------------------- */

/* A part that its field has no room for is cut, and makes the record negative. */
static int64_t packed(struct run *run, const struct expr *x)
{
  bool fits = true;
  int64_t word = 0;
  uint32_t k = 0;
  for (const struct expr *part = x->left; part != NULL; part = part->next, k++) {
    const struct field *f = &x->type->field[k];
    const int64_t value = run_value(run, part);
    fits &= value >= 0 && value < INT64_C(1) << f->width;
    word |= (value & ((INT64_C(1) << f->width) - 1)) << f->shift;
  }
  return fits ? word : word | INT64_MIN;
}

static int64_t bit(int64_t element)
{
  return element >= 0 && element < 63 ? INT64_C(1) << element : 0;
}

static int64_t set_of(struct run *run, const struct expr *x)
{
  int64_t set = 0;
  for (const struct expr *part = x->left; part != NULL; part = part->next) set |= bit(run_value(run, part));
  return set;
}

static int64_t of_one(const struct expr *x, int64_t a)
{
  int64_t k = 0;
  switch (x->kind) {
  case EXPR_NOT: return a == 0;
  case EXPR_NEGATE: return -a;
  case EXPR_LG:
    while (bit(k) < a) k++;
    return k;
  case EXPR_FIRST:
    while (k < 63 && (a >> k & 1) == 0) k++;
    return a != 0 ? k : 0;
  case EXPR_POWER: return bit(a);
  default: return a >> x->shift & ((INT64_C(1) << x->width) - 1); /* FIELD */
  }
}

static int64_t of_two(struct run *run, const struct expr *x, int64_t a, int64_t b)
{
  if (b == 0 && (x->kind == EXPR_DIVIDE || x->kind == EXPR_MODULO)) run_stop(run, DIRECT_ASTRAY);
  switch (x->kind) {
  case EXPR_ADD: return a + b;
  case EXPR_SUBTRACT: return a - b;
  case EXPR_MULTIPLY: return a * b;
  case EXPR_DIVIDE: return a / b;
  case EXPR_MODULO: return a % b;
  case EXPR_LARGER: return a > b ? a : b;
  case EXPR_SMALLER: return a < b ? a : b;
  case EXPR_UNION: return a | b;
  case EXPR_MINUS: return a & ~b;
  default: return (bit(a) & b) != 0; /* HAS */
  }
}

static int64_t decision(struct run *run, const struct expr *x)
{
  const bool left = run_value(run, x->left) != 0;
  if (left == (x->kind == EXPR_OR)) return left;
  return run_value(run, x->right) != 0;
}

int64_t run_value(struct run *run, const struct expr *x)
{
  switch (x->kind) {
  case EXPR_NUMBER: return x->number;
  case EXPR_I:
  case EXPR_ME: return run->d->i;
  case EXPR_N: return run->d->n;
  case EXPR_NOW: return run->d->now;
  case EXPR_SESSIONS: return run->d->sessions;
  case EXPR_VALUE: return run->value;
  case EXPR_ARGUMENT: return run->argument;
  case EXPR_INDEX: return run->index[x->number];
  case EXPR_PARAMETER: return run->d->tree->parameter[x->number].fallback;
  case EXPR_LOCAL: return run_get(run, x->local);
  case EXPR_ELEMENT: return *run_element(run, x->local, run_value(run, x->index));
  case EXPR_SHARED: return read_register(run, x);
  case EXPR_ATOMIC: return operate_on(run, x);
  case EXPR_AND:
  case EXPR_OR: return decision(run, x);
  case EXPR_CHOOSE: return run_value(run, run_value(run, x->third) != 0 ? x->left : x->right);
  case EXPR_EQUAL:
  case EXPR_DIFFERENT:
  case EXPR_LESS:
  case EXPR_AT_MOST: return comparison(run, x);
  case EXPR_IN: return membership(run, x);
  case EXPR_RECORD: return packed(run, x);
  case EXPR_MEMBERS: return set_of(run, x);
  case EXPR_MAX:
  case EXPR_MIN:
  case EXPR_SUM:
  case EXPR_FORALL:
  case EXPR_EXISTS:
  case EXPR_WHICH: return comprehension(run, x);
  case EXPR_NOT:
  case EXPR_NEGATE:
  case EXPR_LG:
  case EXPR_FIRST:
  case EXPR_POWER:
  case EXPR_FIELD: return of_one(x, run_value(run, x->left));
  default: break;
  }
  const int64_t left = run_value(run, x->left);
  return of_two(run, x, left, run_value(run, x->right));
}

int64_t run_evaluate(struct run *run, const struct statement *s, const struct expr *x)
{
  run_count(run, 400000);
  run->statement = s;
  run->n_memory = 0;
  return run_value(run, x);
}

bool run_test(struct run *run, const struct statement *s, const struct expr *x)
{
  return run_evaluate(run, s, x) != 0;
}

/* --- without a process -------------------------------------------------------------------------------------------- */

int64_t direct_constant(const struct direct *d, const struct expr *x)
{
  if (x->kind == EXPR_NUMBER) return x->number;
  struct direct copy = *d;
  struct run run = {.d = &copy};
  return setjmp(run.stop) == 0 ? run_value(&run, x) : 0;
}

int64_t direct_update(const struct direct *d, uint32_t group, uint32_t function, int64_t value, int64_t argument)
{
  struct direct copy = *d;
  struct run run = {.d = &copy, .value = value, .argument = argument};
  return setjmp(run.stop) == 0 ? run_value(&run, d->tree->group[group].update[function]) : 0;
}
