/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lower_value.c: expressions. A condition is taken apart, so that only the registers that decide it are read.
 */
#include "language/lowering.h"

#include <string.h>

/* --- values that are being made ----------------------------------------------------------------------------------- */

void make_code(struct lowering *l, struct making *m, struct code code)
{
  code.operands = (uint8_t)operands_of(code.kind);
  if (m->n < MOST_CODE)
    m->code[m->n++] = code;
  else
    lower_stop(l, l->statement->at, "an expression that is too long");
}

void make_kind(struct lowering *l, struct making *m, enum expr_kind kind)
{
  make_code(l, m, (struct code){.kind = (uint8_t)kind});
}

void make_slot(struct lowering *l, struct making *m, uint8_t slot)
{
  make_code(l, m, (struct code){.kind = EXPR_LOCAL, .slot = slot});
}

void make_number(struct lowering *l, struct making *m, int64_t number)
{
  make_code(l, m, (struct code){.kind = EXPR_NUMBER, .number = number});
}

void make_copy(struct lowering *l, struct making *m, const struct value *v)
{
  for (uint32_t k = 0; k < v->n; k++) make_code(l, m, v->code[k]);
}

struct value make_end(struct lowering *l, const struct making *m)
{
  uint32_t depth = 0;
  for (uint32_t k = 0; k < m->n && l->ok; k++) {
    depth += 1 - operands_of(m->code[k].kind);
    if (depth > MOST_STACK) lower_stop(l, l->statement->at, "an expression that is too long");
  }
  struct code *code = pool_new(l->pool, m->n, sizeof *code);
  memcpy(code, m->code, m->n * sizeof *code);
  return (struct value){code, m->n};
}

bool lower_reads(const struct expr *x)
{
  if (x == NULL) return false;
  if (x->kind == EXPR_SHARED || x->kind == EXPR_ATOMIC || x->kind >= EXPR_MAX) return true;
  for (const struct expr *part = x->left; part != NULL; part = part->next)
    if (lower_reads(part)) return true;
  return lower_reads(x->right) || lower_reads(x->third) || lower_reads(x->index) || lower_reads(x->column);
}

void lower_begin(struct lowering *l)
{
  l->n_mentions = 0;
  l->reads = (struct reads){0};
  l->anew = 0;
  l->n_slots = l->first_slot;
}

struct value lower_value(struct lowering *l, const struct expr *x)
{
  struct making m = {.n = 0};
  if (x != NULL) make_value(l, x, &m);
  return make_end(l, &m);
}

/* --- conditions --------------------------------------------------------------------------------------------------- */

static void both(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no, struct reads *if_yes,
                 struct reads *if_no)
{
  const uint32_t between = lower_new_target(l);
  const bool is_and = x->kind == EXPR_AND;
  struct reads left_yes, left_no, *early = is_and ? if_no : if_yes;
  lower_condition(l, x->left, is_and ? between : yes, is_and ? no : between, &left_yes, &left_no);
  lower_place(l, between);
  l->reads = is_and ? left_yes : left_no;
  lower_condition(l, x->right, yes, no, if_yes, if_no);
  *early = reads_join(*early, is_and ? left_no : left_yes);
}

void lower_condition(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no, struct reads *if_yes,
                     struct reads *if_no)
{
  *if_yes = *if_no = l->reads;
  if (!l->ok) return;
  switch (x->kind) {
  case EXPR_AND:
  case EXPR_OR: both(l, x, yes, no, if_yes, if_no); break;
  case EXPR_NOT: lower_condition(l, x->left, no, yes, if_no, if_yes); break;
  case EXPR_FORALL:
  case EXPR_EXISTS: lower_quantified(l, x, yes, no, if_yes, if_no); break;
  default: lower_branch(l, lower_value(l, x), yes, no); *if_yes = *if_no = l->reads;
  }
}

void lower_test(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no)
{
  struct reads if_yes, if_no;
  lower_begin(l);
  lower_condition(l, x, yes, no, &if_yes, &if_no);
}

/* A condition with accesses, as 0 or 1. */
static uint8_t decided(struct lowering *l, const struct expr *x)
{
  const uint8_t slot = lower_slot(l);
  const uint32_t yes = lower_new_target(l), no = lower_new_target(l), behind = lower_new_target(l);
  struct reads if_yes, if_no;
  lower_condition(l, x, yes, no, &if_yes, &if_no);
  lower_place(l, yes);
  lower_set_number(l, slot, 1);
  lower_go(l, behind);
  lower_place(l, no);
  lower_set_number(l, slot, 0);
  lower_place(l, behind);
  l->reads = reads_join(if_yes, if_no);
  return slot;
}

int64_t lower_bound_of(const struct expr *x, bool largest)
{
  const int64_t unknown = largest ? INT64_MAX : INT64_MIN;
  int64_t a, b;
  switch (x->kind) {
  case EXPR_NUMBER: return x->number;
  case EXPR_I:
  case EXPR_N: return largest ? unknown : 1;
  case EXPR_LG: return largest ? unknown : 0;
  case EXPR_LARGER:
  case EXPR_SMALLER:
    a = lower_bound_of(x->left, largest), b = lower_bound_of(x->right, largest);
    return (x->kind == EXPR_LARGER) == (a > b) ? a : b;
  case EXPR_ADD:
  case EXPR_SUBTRACT:
    a = lower_bound_of(x->left, largest), b = lower_bound_of(x->right, largest != (x->kind == EXPR_SUBTRACT));
    if (a == INT64_MIN || a == INT64_MAX || b == INT64_MIN || b == INT64_MAX) return unknown;
    return x->kind == EXPR_ADD ? a + b : a - b;
  case EXPR_MULTIPLY:
    a = lower_bound_of(x->left, false), b = lower_bound_of(x->right, false);
    return largest || a < 0 || b < 0 || (b != 0 && a > INT32_MAX / b) ? unknown : a * b;
  case EXPR_POWER: return largest ? unknown : 0; /* of what is not 0 to 62 */
  default: return unknown;
  }
}

/* A division by a power alone is 0 where the power is. */
static bool may_divide_by_zero(const struct expr *x)
{
  return divides(x->kind) && x->right->kind != EXPR_POWER && lower_bound_of(x->right, false) <= 0;
}

bool lower_may_go_astray(const struct expr *x)
{
  if (x == NULL) return false;
  if (x->kind == EXPR_ELEMENT || may_divide_by_zero(x)) return true;
  for (const struct expr *part = x->left; part != NULL; part = part->next)
    if (lower_may_go_astray(part)) return true;
  return lower_may_go_astray(x->right) || lower_may_go_astray(x->third) || lower_may_go_astray(x->index) ||
         lower_may_go_astray(x->column);
}

/* if c then a else b, with accesses in a or b */
static uint8_t chosen(struct lowering *l, const struct expr *x)
{
  const uint8_t slot = lower_slot(l);
  const uint32_t yes = lower_new_target(l), no = lower_new_target(l), behind = lower_new_target(l);
  struct reads if_yes, if_no;
  lower_condition(l, x->third, yes, no, &if_yes, &if_no);
  lower_place(l, yes);
  l->reads = if_yes;
  lower_set(l, slot, lower_value(l, x->left));
  if_yes = l->reads;
  lower_go(l, behind);
  lower_place(l, no);
  l->reads = if_no;
  lower_set(l, slot, lower_value(l, x->right));
  lower_place(l, behind);
  l->reads = reads_join(if_yes, l->reads);
  return slot;
}

/* --- compositions ------------------------------------------------------------------------------------------------- */

static void make_record(struct lowering *l, const struct expr *x, struct making *m)
{
  uint32_t k = 0;
  make_number(l, m, 0);
  for (const struct expr *part = x->left; part != NULL; part = part->next, k++) {
    make_value(l, part, m);
    const struct field *f = &x->type->field[k];
    make_code(l, m, (struct code){.kind = EXPR_PUT, .shift = f->shift, .width = f->width});
  }
}

static void make_members(struct lowering *l, const struct expr *x, struct making *m)
{
  make_number(l, m, 0);
  for (const struct expr *part = x->left; part != NULL; part = part->next) {
    make_value(l, part, m);
    make_kind(l, m, EXPR_POWER);
    make_kind(l, m, EXPR_UNION);
  }
}

static void make_operation(struct lowering *l, const struct expr *x, struct making *m)
{
  make_value(l, x->left, m);
  if (operands_of((uint8_t)x->kind) == 2) make_value(l, x->right, m);
  const uint8_t shift = may_divide_by_zero(x) ? MAY_BE_BY_ZERO : x->shift;
  make_code(l, m, (struct code){.kind = (uint8_t)x->kind, .shift = shift, .width = x->width});
}

/* Where only the left side decides, the right one is neither read nor an error. */
static void make_decision(struct lowering *l, const struct expr *x, struct making *m)
{
  if (lower_reads(x->right) || lower_may_go_astray(x->right))
    make_slot(l, m, decided(l, x));
  else
    make_operation(l, x, m);
}

static void make_choice(struct lowering *l, const struct expr *x, struct making *m)
{
  if (lower_reads(x->left) || lower_reads(x->right) || lower_may_go_astray(x->left) || lower_may_go_astray(x->right)) {
    make_slot(l, m, chosen(l, x));
    return;
  }
  make_value(l, x->third, m);
  make_value(l, x->left, m);
  make_value(l, x->right, m);
  make_kind(l, m, EXPR_CHOOSE);
}

/* Why an expression cannot stand in a statement; NULL: it can. */
static const char *out_of_place(enum expr_kind kind)
{
  switch (kind) {
  case EXPR_PASSAGES:
  case EXPR_CRASHES:
  case EXPR_ARRIVALS:
  case EXPR_LAPSING: return "no process knows this: it can stand in ranges, bounds and attributes";
  case EXPR_NAME: return "this name is not declared";
  case EXPR_TUPLE:
  case EXPR_LIST:
  case EXPR_SPAN: return "a list of values stands where one value is expected";
  case EXPR_VALUE:
  case EXPR_ARGUMENT:
  case EXPR_INDEX:
  case EXPR_AT:
  case EXPR_INSIDE:
  case EXPR_OTHERS: return "this cannot stand in a statement";
  default: return NULL;
  }
}

void make_value(struct lowering *l, const struct expr *x, struct making *m)
{
  if (!l->ok) return;
  const char *why = out_of_place(x->kind);
  if (why != NULL) {
    lower_stop(l, x->at, why);
    return;
  }
  switch (x->kind) {
  case EXPR_NUMBER:
  case EXPR_PARAMETER: make_code(l, m, (struct code){.kind = (uint8_t)x->kind, .number = x->number}); break;
  case EXPR_I:
  case EXPR_N:
  case EXPR_ME:
  case EXPR_NOW:
  case EXPR_SESSIONS: make_kind(l, m, x->kind); break;
  case EXPR_LOCAL: make_slot(l, m, l->tree->local[x->local].slot); break;
  case EXPR_ELEMENT:
    make_value(l, x->index, m);
    make_code(l, m, (struct code){.kind = EXPR_ELEMENT, .slot = l->tree->local[x->local].slot});
    break;
  case EXPR_SHARED: make_slot(l, m, lower_read(l, x)); break;
  case EXPR_ATOMIC: make_slot(l, m, lower_atomic(l, x, true)); break;
  case EXPR_AND:
  case EXPR_OR: make_decision(l, x, m); break;
  case EXPR_CHOOSE: make_choice(l, x, m); break;
  case EXPR_EQUAL:
  case EXPR_DIFFERENT:
  case EXPR_LESS:
  case EXPR_AT_MOST: make_comparison(l, x, m); break;
  case EXPR_IN: make_membership(l, x, m); break;
  case EXPR_RECORD: make_record(l, x, m); break;
  case EXPR_MEMBERS: make_members(l, x, m); break;
  case EXPR_MAX:
  case EXPR_MIN:
  case EXPR_SUM: make_slot(l, m, lower_gathered(l, x)); break;
  case EXPR_WHICH: make_slot(l, m, lower_which(l, x)); break;
  case EXPR_FORALL:
  case EXPR_EXISTS: make_slot(l, m, decided(l, x)); break;
  default: make_operation(l, x, m);
  }
}
