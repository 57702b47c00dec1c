/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * times.c: whether a text uses times as it may. A time is what `now` shows, or what stands in a register, field or
 * local of the type `time`. An exploration keeps ages in place of times (explore/tables/ticks.h), and a clock that
 * shows the same at each step, or a time of the same phase where the text counts periods. So no answer may depend on
 * more:
 *
 *   a difference of two times       `now - t`, in a comparison with a number
 *   two times, compared             `now >= t + lease`; by a period `t div period < now div period`
 *   a time that is 0, or not        0 stands for one that is too old
 *   the phase of the clock          `now mod period`, which is a number like any other
 *   a time that is kept             `stamp := now`, or 0
 *
 * A text has one period: a constant, of numbers, parameters and N.
 */
#include "language/parser.h"

/* What the value of an expression is. */
enum use {
  USE_WRONG,      /* it is refused */
  USE_NUMBER,     /* no time takes part */
  USE_DIFFERENCE, /* it is that of two times */
  USE_TIME,       /* a time, plus or minus a number */
  USE_PERIODS,    /* a time divided by the period */
};

struct times {
  struct tree *tree;
  struct error *e;
};

static enum use use_of(struct times *t, const struct expr *x);

static enum use wrong_use(struct times *t, const struct expr *x)
{
  if (t->e->code == EXIT_OK)
    refuse(&t->tree->source, x->at, t->e,
           "a time may only be compared, kept as a time, or be taken modulo the period: see docs/time.md");
  return USE_WRONG;
}

/* --- periods ------------------------------------------------------------------------------------------------------ */

static bool varies(const struct expr *x)
{
  return x->kind != EXPR_NUMBER && x->kind != EXPR_N && x->kind != EXPR_PARAMETER &&
         (x->kind < EXPR_ADD || x->kind > EXPR_SMALLER);
}

static bool same(const struct expr *a, const struct expr *b)
{
  if (a == NULL || b == NULL) return a == b;
  return a->kind == b->kind && a->number == b->number && same(a->left, b->left) && same(a->right, b->right);
}

static bool is_period(struct times *t, const struct expr *x)
{
  if (expr_any(x, varies))
    return refuse(&t->tree->source, x->at, t->e, "a period of a clock is made of numbers, parameters and N");
  if (t->tree->period != NULL && !same(t->tree->period, x))
    return refuse(&t->tree->source, x->at, t->e, "this is another period than that in line %u; a text has one",
                  t->tree->period->at->line);
  t->tree->period = x;
  return true;
}

/* --- expressions -------------------------------------------------------------------------------------------------- */

static bool is_zero(const struct expr *x)
{
  return x->kind == EXPR_NUMBER && x->number == 0;
}

static bool is_kept(const struct expr *x)
{
  return x->kind != EXPR_NOW && x->type->kind == TYPE_TIME;
}

static bool parts_are_numbers(struct times *t, const struct expr *x);

/* Whether no time takes part in the value of an expression; NULL: there is none. */
static bool is_number(struct times *t, const struct expr *x)
{
  if (x == NULL) return true;
  const enum use use = use_of(t, x);
  return use == USE_NUMBER || (use != USE_WRONG && wrong_use(t, x));
}

/* Whether the value may be put into a place of this type; a record part by part. */
static bool may_stand(struct times *t, const struct expr *x, const struct type *type)
{
  if (type->kind == TYPE_TIME) return is_zero(x) || use_of(t, x) == USE_TIME || wrong_use(t, x);
  if (x->kind != EXPR_RECORD || type->kind != TYPE_RECORD) return is_number(t, x);
  bool ok = true;
  const struct expr *part = x->left;
  for (uint32_t k = 0; ok && k < type->n_fields && part != NULL; k++, part = part->next)
    ok = may_stand(t, part, &type->field[k].type);
  return ok;
}

/* A part of a sum or a difference; both are no times, or see below. */
static enum use use_of_sum(struct times *t, const struct expr *x)
{
  const enum use a = use_of(t, x->left), b = use_of(t, x->right);
  const bool minus = x->kind == EXPR_SUBTRACT;
  if (a == USE_WRONG || b == USE_WRONG) return USE_WRONG;
  if (a <= USE_DIFFERENCE && b <= USE_DIFFERENCE) return a > b ? a : b;
  if (b <= USE_DIFFERENCE) return a;
  if (minus) return a == b ? USE_DIFFERENCE : wrong_use(t, x);
  return a <= USE_DIFFERENCE ? b : wrong_use(t, x);
}

static enum use use_of_product(struct times *t, const struct expr *x)
{
  const enum use a = use_of(t, x->left), b = use_of(t, x->right);
  if (a == USE_WRONG || b == USE_WRONG) return USE_WRONG;
  if (a <= USE_DIFFERENCE && b <= USE_DIFFERENCE) return a > b ? a : b;
  if (a == USE_PERIODS && b == USE_NUMBER && t->tree->period != NULL && same(x->right, t->tree->period))
    return USE_TIME;
  if (b == USE_PERIODS && a == USE_NUMBER && t->tree->period != NULL && same(x->left, t->tree->period)) return USE_TIME;
  return wrong_use(t, x);
}

static enum use use_of_quotient(struct times *t, const struct expr *x)
{
  const enum use a = use_of(t, x->left), b = use_of(t, x->right);
  if (a == USE_WRONG || b == USE_WRONG) return USE_WRONG;
  if (a <= USE_DIFFERENCE && b <= USE_DIFFERENCE) return a > b ? a : b;
  if (a != USE_TIME || b != USE_NUMBER || (x->kind == EXPR_MODULO && expr_any(x->left, is_kept)))
    return wrong_use(t, x);
  if (!is_period(t, x->right)) return USE_WRONG;
  return x->kind == EXPR_MODULO ? USE_NUMBER : USE_PERIODS;
}

/* The larger or the smaller of two, one of two, or of many. */
static enum use use_of_one(struct times *t, const struct expr *x, const struct expr *one, const struct expr *other)
{
  const enum use a = use_of(t, one), b = other != NULL ? use_of(t, other) : a;
  if (a == USE_WRONG || b == USE_WRONG) return USE_WRONG;
  if (a <= USE_DIFFERENCE && b <= USE_DIFFERENCE) return a > b ? a : b;
  return a == b ? a : wrong_use(t, x);
}

static enum use use_of_comparison(struct times *t, const struct expr *x)
{
  const bool equality = x->kind == EXPR_EQUAL || x->kind == EXPR_DIFFERENT;
  const struct type *left = x->left->type, *right = x->right->type;
  if (x->left->kind == EXPR_RECORD)
    return may_stand(t, x->left, right) && is_number(t, x->right) ? USE_NUMBER : USE_WRONG;
  if (x->right->kind == EXPR_RECORD)
    return may_stand(t, x->right, left) && is_number(t, x->left) ? USE_NUMBER : USE_WRONG;
  const enum use a = use_of(t, x->left), b = use_of(t, x->right);
  if (a == USE_WRONG || b == USE_WRONG) return USE_WRONG;
  if (a == b || (a <= USE_DIFFERENCE && b <= USE_DIFFERENCE)) return USE_NUMBER;
  if (equality && ((a == USE_TIME && is_zero(x->right)) || (b == USE_TIME && is_zero(x->left)))) return USE_NUMBER;
  return wrong_use(t, x);
}

static enum use use_of_place(struct times *t, const struct expr *x)
{
  if (!parts_are_numbers(t, x)) return USE_WRONG;
  return x->type->kind == TYPE_TIME ? USE_TIME : USE_NUMBER;
}

/* A read-modify-write of a register: what it writes is kept there. */
static enum use use_of_atomic(struct times *t, const struct expr *x)
{
  const struct type *type = &t->tree->group[x->group].type;
  if (!is_number(t, x->index) || !is_number(t, x->column)) return USE_WRONG;
  for (const struct expr *value = x->right; value != NULL; value = value == x->right ? x->third : NULL)
    if (!may_stand(t, value, type)) return USE_WRONG;
  return x->type->kind == TYPE_TIME ? USE_TIME : USE_NUMBER;
}

static bool parts_are_numbers(struct times *t, const struct expr *x)
{
  for (const struct expr *part = x->left; part != NULL; part = part->next)
    if (!is_number(t, part)) return false;
  return is_number(t, x->right) && is_number(t, x->third) && is_number(t, x->index) && is_number(t, x->column);
}

static enum use use_of(struct times *t, const struct expr *x)
{
  switch (x->kind) {
  case EXPR_NOW: return USE_TIME;
  case EXPR_LOCAL:
  case EXPR_ELEMENT:
  case EXPR_SHARED:
  case EXPR_FIELD: return use_of_place(t, x);
  case EXPR_ATOMIC: return use_of_atomic(t, x);
  case EXPR_RECORD: return may_stand(t, x, x->type) ? USE_NUMBER : USE_WRONG;
  case EXPR_ADD:
  case EXPR_SUBTRACT: return use_of_sum(t, x);
  case EXPR_MULTIPLY: return use_of_product(t, x);
  case EXPR_DIVIDE:
  case EXPR_MODULO: return use_of_quotient(t, x);
  case EXPR_LARGER:
  case EXPR_SMALLER: return use_of_one(t, x, x->left, x->right);
  case EXPR_CHOOSE: return is_number(t, x->third) ? use_of_one(t, x, x->left, x->right) : USE_WRONG;
  case EXPR_EQUAL:
  case EXPR_DIFFERENT:
  case EXPR_LESS:
  case EXPR_AT_MOST: return use_of_comparison(t, x);
  case EXPR_MAX:
  case EXPR_MIN:
    for (const struct expr *part = x->left; part != NULL; part = part->next)
      if (!is_number(t, part)) return USE_WRONG;
    return is_number(t, x->third) && is_number(t, x->index) ? use_of_one(t, x, x->right, NULL) : USE_WRONG;
  default: return parts_are_numbers(t, x) ? USE_NUMBER : USE_WRONG;
  }
}

/* --- statements --------------------------------------------------------------------------------------------------- */

static bool statement_fits(struct times *t, const struct statement *s)
{
  if (s->target != NULL && s->value != NULL && s->kind == STATEMENT_ASSIGN)
    return parts_are_numbers(t, s->target) && may_stand(t, s->value, s->target->type);
  if (s->kind == STATEMENT_EVALUATE) return use_of(t, s->value) != USE_WRONG;
  return is_number(t, s->value) && is_number(t, s->from) && is_number(t, s->to);
}

static bool statements_fit(struct times *t, const struct statement *s)
{
  for (; s != NULL; s = s->next)
    if (!statement_fits(t, s) || !statements_fit(t, s->body) || !statements_fit(t, s->otherwise)) return false;
  return true;
}

bool check_times(struct parser *p)
{
  struct times t = {.tree = p->tree, .e = p->e};
  return statements_fit(&t, p->tree->body);
}
