/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parse_expr.c: operators, by precedence: or; and; not; comparisons; union and minus; + and -; * div mod; 2^.
 */
#include "language/parser.h"

struct expr *new_expr(struct parser *p, enum expr_kind kind, const struct token *at, const struct type *type)
{
  struct expr *x = pool_new(p->pool, 1, sizeof *x);
  x->kind = kind;
  x->at = at;
  x->type = type;
  p->n_expressions++;
  return x;
}

struct expr *expr_copy(struct parser *p, const struct expr *x)
{
  if (x == NULL) return NULL;
  struct expr *copy = new_expr(p, x->kind, x->at, x->type);
  *copy = *x;
  copy->next = NULL;
  copy->index = expr_copy(p, x->index);
  copy->column = expr_copy(p, x->column);
  copy->right = expr_copy(p, x->right);
  copy->third = expr_copy(p, x->third);
  struct expr **last = &copy->left;
  for (const struct expr *part = x->left; part != NULL; part = part->next, last = &(*last)->next)
    *last = expr_copy(p, part);
  return copy;
}

/* The kinds of operands that an operator takes. */
enum sides { SIDES_NUMBERS, SIDES_TRUTH, SIDES_SETS, SIDES_ALIKE, SIDES_ORDERED };

struct level {
  const char *sign;
  enum expr_kind kind;
  enum sides sides;
  bool turned;
};

static bool fit_sides(struct parser *p, enum sides sides, struct expr *left, struct expr *right)
{
  static const struct type set = {.kind = TYPE_SET};
  switch (sides) {
  case SIDES_NUMBERS: return fit_number(p, left) && fit_number(p, right);
  case SIDES_TRUTH: return fit(p, left, &type_boolean) && fit(p, right, &type_boolean);
  case SIDES_SETS: return fit(p, left, &set) && fit(p, right, left->type);
  case SIDES_ALIKE: return fit_pair(p, left, right);
  default: break;
  }
  if (!fit_pair(p, left, right)) return false;
  return left->kind == EXPR_TUPLE || (fit_number(p, left) && fit_number(p, right));
}

static struct expr *pair(struct parser *p, const struct level *l, const struct token *at, struct expr *left,
                         struct expr *right)
{
  if (left == NULL || right == NULL || !fit_sides(p, l->sides, left, right)) return NULL;
  if ((l->kind == EXPR_DIVIDE || l->kind == EXPR_MODULO) && !is_divisor(p, right)) return NULL;
  const bool numbers = l->sides == SIDES_NUMBERS;
  struct expr *x = new_expr(p, l->kind, at,
                            numbers                  ? &type_number
                            : l->sides == SIDES_SETS ? left->type
                                                     : &type_boolean);
  x->left = left;
  x->right = right;
  x->turned = l->turned;
  return x;
}

/* operand sign operand sign ..., from left to right. */
static struct expr *parse_level(struct parser *p, const struct level *level, struct expr *(*operand)(struct parser *))
{
  struct expr *x = operand(p);
  for (uint32_t n = 1; x != NULL; n++) {
    const struct level *l = level;
    while (l->sign != NULL && !sees(p, l->sign)) l++;
    if (l->sign == NULL) return x;
    if (n == MOST_OPERANDS) return wrong(p, p->token, "more than %d operands in a row", MOST_OPERANDS), NULL;
    const struct token *at = p->token++;
    x = pair(p, l, at, x, operand(p));
  }
  return NULL;
}

/* 2^e */
static struct expr *parse_power(struct parser *p)
{
  struct expr *base = parse_primary(p);
  const struct token *at = p->token;
  if (base == NULL || !takes(p, "^")) return base;
  if (base->kind != EXPR_NUMBER || base->number != 2) return wrong(p, base->at, "only powers of 2"), NULL;
  struct expr *x = new_expr(p, EXPR_POWER, at, &type_number);
  x->left = parse_primary(p);
  return x->left != NULL && fit_number(p, x->left) && is_small(p, x) ? x : NULL;
}

static struct expr *parse_unary(struct parser *p)
{
  const struct token *at = p->token;
  if (!takes(p, "-")) return parse_power(p);
  struct expr *x = new_expr(p, EXPR_NEGATE, at, &type_number);
  if (!enters(p)) return NULL;
  x->left = parse_unary(p);
  p->depth--;
  return x->left != NULL && fit_number(p, x->left) ? x : NULL;
}

bool expr_any(const struct expr *x, bool is(const struct expr *))
{
  if (x == NULL) return false;
  bool any = is(x);
  for (const struct expr *part = x->left; part != NULL && !any; part = part->next) any = expr_any(part, is);
  return any || expr_any(x->right, is) || expr_any(x->third, is) || expr_any(x->index, is) || expr_any(x->column, is);
}

static bool is_of_time(const struct expr *x)
{
  return x->kind == EXPR_NOW || x->type->kind == TYPE_TIME;
}

bool mentions_time(const struct expr *x)
{
  return expr_any(x, is_of_time);
}

static struct expr *parse_product(struct parser *p)
{
  static const struct level level[] = {{"*", EXPR_MULTIPLY, SIDES_NUMBERS, false},
                                       {"div", EXPR_DIVIDE, SIDES_NUMBERS, false},
                                       {"mod", EXPR_MODULO, SIDES_NUMBERS, false},
                                       {NULL, 0, 0, false}};
  return parse_level(p, level, parse_unary);
}

static struct expr *parse_sum(struct parser *p)
{
  static const struct level level[] = {
    {"+", EXPR_ADD, SIDES_NUMBERS, false}, {"-", EXPR_SUBTRACT, SIDES_NUMBERS, false}, {NULL, 0, 0, false}};
  return parse_level(p, level, parse_product);
}

static struct expr *parse_sets(struct parser *p)
{
  static const struct level level[] = {
    {"union", EXPR_UNION, SIDES_SETS, false}, {"minus", EXPR_MINUS, SIDES_SETS, false}, {NULL, 0, 0, false}};
  return parse_level(p, level, parse_sum);
}

/* a..b, {a, b} or a set. */
struct expr *parse_list(struct parser *p)
{
  struct expr *x = parse_sets(p);
  const struct token *at = p->token;
  if (x == NULL) return NULL;
  if (takes(p, "..")) {
    struct expr *span = new_expr(p, EXPR_SPAN, at, &type_list);
    span->left = x;
    span->right = parse_sum(p);
    return span->right != NULL && fit_number(p, x) && fit_number(p, span->right) && is_short(p, span) ? span : NULL;
  }
  if (x->kind == EXPR_LIST || x->type->kind == TYPE_SET) return x;
  wrong(p, x->at, "expected a range a..b, a list {a, b} or a set");
  return NULL;
}

/* a in LIST; `out`: not in. */
static struct expr *parse_in(struct parser *p, struct expr *x, bool out)
{
  const struct token *at = p->token++;
  struct expr *list = parse_list(p), *in;
  if (list == NULL) return NULL;
  if (list->type->kind == TYPE_SET) {
    in = new_expr(p, EXPR_HAS, at, &type_boolean);
    if (!fit_member(p, x, list->type)) return NULL;
  } else {
    in = new_expr(p, EXPR_IN, at, &type_boolean);
    if (list->kind == EXPR_SPAN && !fit_number(p, x)) return NULL;
    for (struct expr *part = list->left; list->kind == EXPR_LIST && part != NULL; part = part->next)
      if (!fit_pair(p, x, part)) return NULL;
  }
  in->left = x;
  in->right = list;
  if (!out) return in;
  struct expr *not = new_expr(p, EXPR_NOT, at, &type_boolean);
  not ->left = in;
  return not ;
}

static struct expr *parse_comparison(struct parser *p)
{
  static const struct level signs[] = {{"=", EXPR_EQUAL, SIDES_ALIKE, false},
                                       {"!=", EXPR_DIFFERENT, SIDES_ALIKE, false},
                                       {"<", EXPR_LESS, SIDES_ORDERED, false},
                                       {"<=", EXPR_AT_MOST, SIDES_ORDERED, false},
                                       {">", EXPR_LESS, SIDES_ORDERED, true},
                                       {">=", EXPR_AT_MOST, SIDES_ORDERED, true},
                                       {NULL, 0, 0, false}};
  struct expr *x = parse_sets(p);
  if (x == NULL) return NULL;
  if (sees(p, "in")) return parse_in(p, x, false);
  if (sees(p, "not") && strcmp(p->token[1].word, "in") == 0) {
    p->token++;
    return parse_in(p, x, true);
  }
  for (const struct level *l = signs; l->sign != NULL; l++) {
    const struct token *at = p->token;
    if (takes(p, l->sign)) return pair(p, l, at, x, parse_sets(p));
  }
  return x;
}

static struct expr *parse_not(struct parser *p)
{
  const struct token *at = p->token;
  if (!takes(p, "not")) return parse_comparison(p);
  struct expr *x = new_expr(p, EXPR_NOT, at, &type_boolean);
  if (!enters(p)) return NULL;
  x->left = parse_not(p);
  p->depth--;
  return x->left != NULL && fit(p, x->left, &type_boolean) ? x : NULL;
}

static struct expr *parse_and(struct parser *p)
{
  static const struct level level[] = {{"and", EXPR_AND, SIDES_TRUTH, false}, {NULL, 0, 0, false}};
  return parse_level(p, level, parse_not);
}

struct expr *parse_expr(struct parser *p)
{
  static const struct level level[] = {{"or", EXPR_OR, SIDES_TRUTH, false}, {NULL, 0, 0, false}};
  if (p->n_expressions > MOST_EXPRESSIONS) return wrong(p, p->token, "the text is too long, with its procedures"), NULL;
  if (!enters(p)) return NULL;
  struct expr *x = parse_level(p, level, parse_and);
  p->depth--;
  return x;
}

struct expr *parse_condition(struct parser *p)
{
  struct expr *x = parse_expr(p);
  return x != NULL && fit(p, x, &type_boolean) ? x : NULL;
}

struct expr *parse_constant(struct parser *p, const char *what)
{
  const char *before = p->constant;
  p->constant = what;
  struct expr *x = parse_sum(p);
  p->constant = before;
  return x != NULL && fit_number(p, x) && is_small(p, x) ? x : NULL;
}
