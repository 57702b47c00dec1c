/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * constants.c: errors in numbers that show before N is known: constants that leave 64 bits, divisions by 0, ranges
 * without a value, lists that are too long to be gone through, and numbers outside of the range of what they are
 * assigned to.
 */
#include <inttypes.h>

#include "language/parser.h"

/* The result of folding a constant expression. OPEN: it does not consist of numbers alone. */
enum closed { CLOSED, OPEN, TOO_LARGE };

static enum closed combined(enum expr_kind kind, int64_t a, int64_t b, int64_t *out)
{
  switch (kind) {
  case EXPR_ADD: return __builtin_add_overflow(a, b, out) ? TOO_LARGE : CLOSED;
  case EXPR_SUBTRACT: return __builtin_sub_overflow(a, b, out) ? TOO_LARGE : CLOSED;
  case EXPR_MULTIPLY: return __builtin_mul_overflow(a, b, out) ? TOO_LARGE : CLOSED;
  case EXPR_NEGATE: return __builtin_sub_overflow(0, a, out) ? TOO_LARGE : CLOSED;
  case EXPR_POWER:
    if (a > LARGEST_POWER) return TOO_LARGE;
    *out = a >= 0 ? INT64_C(1) << a : 0;
    return CLOSED;
  default: return OPEN;
  }
}

static enum closed closed(const struct expr *x, int64_t *out)
{
  int64_t a = 0, b = 0;
  if (x->kind == EXPR_NUMBER) return *out = x->number, CLOSED;
  if (x->kind != EXPR_ADD && x->kind != EXPR_SUBTRACT && x->kind != EXPR_MULTIPLY && x->kind != EXPR_NEGATE &&
      x->kind != EXPR_POWER)
    return OPEN;
  const enum closed left = closed(x->left, &a), right = x->right != NULL ? closed(x->right, &b) : CLOSED;
  if (left == TOO_LARGE || right == TOO_LARGE) return TOO_LARGE;
  return left == OPEN || right == OPEN ? OPEN : combined(x->kind, a, b, out);
}

bool is_small(struct parser *p, const struct expr *x)
{
  int64_t value;
  return closed(x, &value) != TOO_LARGE || wrong(p, x->at, "a number above 2^%d", LARGEST_POWER);
}

bool is_divisor(struct parser *p, const struct expr *x)
{
  int64_t value;
  return closed(x, &value) != CLOSED || value != 0 || wrong(p, x->at, "a division by 0");
}

bool is_range(struct parser *p, const struct expr *low, const struct expr *high)
{
  int64_t from, to;
  if (closed(low, &from) != CLOSED || closed(high, &to) != CLOSED || from <= to) return true;
  return wrong(p, low->at, "%" PRId64 "..%" PRId64 " has no value: the smallest comes first", from, to);
}

bool is_set(struct parser *p, const struct type *set)
{
  int64_t from, to;
  const bool below = closed(set->low, &from) == CLOSED && from < 0,
             above = closed(set->high, &to) == CLOSED && to > LARGEST_POWER;
  return (!below && !above) || wrong(p, set->low->at, "a set has elements from 0 to %d", LARGEST_POWER);
}

bool is_short(struct parser *p, const struct expr *span)
{
  int64_t from, to, size;
  if (closed(span->left, &from) != CLOSED || closed(span->right, &to) != CLOSED) return true;
  const bool large = __builtin_sub_overflow(to, from, &size) || size >= MOST_ELEMENTS || size <= -MOST_ELEMENTS;
  return !large || wrong(p, span->left->at, "a list of more than %d values", MOST_ELEMENTS);
}

bool in_range(struct parser *p, const struct expr *x, const struct type *type)
{
  int64_t value, low, high;
  if (closed(x, &value) != CLOSED) return true;
  if (type->kind == TYPE_PROCESS && !type->nil && value == 0)
    return wrong(p, x->at, "no process has the number 0; expected 'process or nil' where it is declared");
  if (type->kind != TYPE_RANGE) return true;
  if (closed(type->low, &low) == CLOSED && value < low)
    return wrong(p, x->at, "%" PRId64 " is below the range, which begins at %" PRId64, value, low);
  if (closed(type->high, &high) == CLOSED && value > high)
    return wrong(p, x->at, "%" PRId64 " is above the range, which ends at %" PRId64, value, high);
  return true;
}
