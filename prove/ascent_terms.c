/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/ascent_terms.h"

#include "language/evaluate.h"
#include "language/operations.h"

enum { MOST_PLUS = 1 << 20 }; /* larger constants are of no use, and their sums would not stay numbers */

static struct ascent_term term(enum ascent_term_kind kind, int64_t plus)
{
  const bool small = plus >= -MOST_PLUS && plus <= MOST_PLUS;
  return small ? (struct ascent_term){.kind = (uint8_t)kind, .plus = plus}
               : (struct ascent_term){.kind = ASCENT_UNKNOWN};
}

static struct ascent_term of_form(struct ascent_term t, bool heap)
{
  t.heap = heap;
  return t;
}

static struct ascent_term unknown(void)
{
  return term(ASCENT_UNKNOWN, 0);
}

static bool is_number(struct ascent_term t)
{
  return t.kind == ASCENT_NUMBER;
}

bool ascent_term_is_name(struct ascent_term t)
{
  return t.kind == ASCENT_NAME || t.kind == ASCENT_OWN || ascent_term_is(t, ASCENT_NUMBER, 0);
}

bool ascent_term_is_data(struct ascent_term t)
{
  return t.kind == ASCENT_DATA || is_number(t);
}

struct ascent_term ascent_term_joined(struct ascent_term a, struct ascent_term b)
{
  if (a.kind == ASCENT_UNSET || (a.kind == b.kind && a.heap == b.heap && a.plus == b.plus)) return b;
  if (b.kind == ASCENT_UNSET) return a;
  if (ascent_term_is_data(a) && ascent_term_is_data(b)) return term(ASCENT_DATA, 0);
  return ascent_term_is_name(a) && ascent_term_is_name(b) ? term(ASCENT_NAME, 0) : unknown();
}

/* --- operations --------------------------------------------------------------------------------------------------- */

/* N and 2^L have the same logarithm, rounded up. As i is 1 to 2^L, that of 2^L + i is L + 1. */
static struct ascent_term logarithm(struct ascent_term a)
{
  if (ascent_term_is(a, ASCENT_LEAVES, 0)) return term(ASCENT_TOP, 0);
  return ascent_term_is(a, ASCENT_LEAF, 0) ? of_form(term(ASCENT_TOP, 1), a.heap) : unknown();
}

/* 2^x is 0 where x is negative: such a width would not be the same at the lowest level as at others. */
static struct ascent_term power(const struct ascent_terms *of, struct ascent_term a)
{
  if (ascent_term_is(a, ASCENT_TOP, 0) && !a.heap) return term(ASCENT_LEAVES, 0);
  if (ascent_term_is(a, ASCENT_NUMBER, 0)) return term(ASCENT_NUMBER, 1);
  return a.kind == ASCENT_LEVEL && of->first + a.plus >= 0 ? term(ASCENT_WIDTH, a.plus) : unknown();
}

static struct ascent_term sum(struct ascent_term a, struct ascent_term b)
{
  const bool shifts =
    a.kind == ASCENT_TOP || a.kind == ASCENT_LEAVES || a.kind == ASCENT_LEVEL || a.kind == ASCENT_LEAF;
  if (shifts && is_number(b)) return of_form(term((enum ascent_term_kind)a.kind, a.plus + b.plus), a.heap);
  return a.kind == ASCENT_LEAVES && b.kind == ASCENT_OWN ? of_form(term(ASCENT_LEAF, a.plus), a.heap) : unknown();
}

static struct ascent_term quotient(struct ascent_term a, struct ascent_term b)
{
  if (ascent_term_is(b, ASCENT_NUMBER, 1)) return a;
  if (ascent_term_is(a, ASCENT_LEAF, -1) && b.kind == ASCENT_WIDTH) return of_form(term(ASCENT_PATH, b.plus), a.heap);
  return a.kind == ASCENT_PATH && ascent_term_is(b, ASCENT_NUMBER, 2) ? of_form(term(ASCENT_PATH, a.plus + 1), a.heap)
                                                                      : unknown();
}

/* Whether one is at most the other one plus so much. */
static struct ascent_term order(struct ascent_term a, struct ascent_term b, int64_t more)
{
  if (a.kind == ASCENT_LEVEL && b.kind == ASCENT_TOP)
    return of_form(term(ASCENT_AT_MOST, b.plus - a.plus + more), b.heap);
  return is_number(a) && b.kind == ASCENT_LEVEL ? term(ASCENT_AT_LEAST, a.plus - b.plus - more) : unknown();
}

/* Where no operand is plain. */
static struct ascent_term of_two(const struct ascent_terms *of, uint8_t kind, struct ascent_term a,
                                 struct ascent_term b)
{
  const bool compares = kind == EXPR_EQUAL || kind == EXPR_DIFFERENT;
  if (compares && ascent_term_is_name(a) && ascent_term_is_name(b)) return term(ASCENT_DATA, 0);
  if (compares && ascent_term_is(a, ASCENT_LEAVES, 0) && is_number(b) && b.plus < 2)
    return term(ASCENT_NUMBER, kind == EXPR_DIFFERENT); /* N >= 2 */
  switch (kind) {
  case EXPR_ADD: return sum(a, b).kind != ASCENT_UNKNOWN ? sum(a, b) : sum(b, a);
  case EXPR_SUBTRACT: return is_number(b) ? sum(a, term(ASCENT_NUMBER, -b.plus)) : unknown();
  case EXPR_DIVIDE: return quotient(a, b);
  case EXPR_MODULO:
    return ascent_term_is(a, ASCENT_PATH, -of->first) && a.heap == of->heap && ascent_term_is(b, ASCENT_NUMBER, 2)
             ? term(ASCENT_DATA, 0)
             : unknown();
  case EXPR_LARGER:
    if (is_number(b)) return of_two(of, kind, b, a);
    return is_number(a) && b.kind == ASCENT_TOP && a.plus <= b.plus + 1 ? b : unknown();
  case EXPR_AT_MOST: return order(a, b, 0);
  case EXPR_LESS: return order(a, b, -1);
  default: return unknown();
  }
}

static struct ascent_term operation(const struct ascent_terms *of, uint8_t kind, const struct ascent_term *operand,
                                    uint32_t n)
{
  bool data = true, numbers = true;
  for (uint32_t k = 0; k < n; k++) {
    if (operand[k].kind == ASCENT_UNSET) return operand[k];
    data &= ascent_term_is_data(operand[k]);
    numbers &= is_number(operand[k]);
  }
  const bool plain = kind >= EXPR_AND && kind <= EXPR_DIFFERENT; /* as in tickets_terms.c */
  if (kind == EXPR_CHOOSE && n == 3) {
    if (is_number(operand[0])) return operand[operand[0].plus != 0 ? 1 : 2];
    return ascent_term_is_data(operand[0]) ? ascent_term_joined(operand[1], operand[2]) : unknown();
  }
  if (numbers && n == 2 && plain) return term(ASCENT_NUMBER, operate(kind, operand[0].plus, operand[1].plus, 0, 0));
  if (n == 1 && kind == EXPR_LG && !data) return logarithm(operand[0]);
  if (n == 1 && kind == EXPR_POWER) return power(of, operand[0]);
  if (data) return term(ASCENT_DATA, 0);
  return n == 2 ? of_two(of, kind, operand[0], operand[1]) : unknown();
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static struct ascent_term of_leaf(const struct ascent_terms *of, uint8_t kind, int64_t number)
{
  switch (kind) {
  case EXPR_NUMBER: return term(ASCENT_NUMBER, number);
  case EXPR_N: return of_form(term(ASCENT_LEAVES, 0), true);
  case EXPR_I: return term(ASCENT_OWN, 0);
  case EXPR_PARAMETER: return term(ASCENT_NUMBER, parameter_value(of->parameters, (uint32_t)number, of->tree));
  default: return unknown();
  }
}

struct ascent_term ascent_term_of_expression(const struct ascent_terms *of, const struct expr *x)
{
  if (x == NULL) return unknown();
  const uint32_t n = operands_of((uint8_t)x->kind);
  if (n == 0) return of_leaf(of, (uint8_t)x->kind, x->number);
  const bool chooses = x->kind == EXPR_CHOOSE;
  const struct expr *part[3] = {chooses ? x->third : x->left, chooses ? x->left : x->right, chooses ? x->right : NULL};
  struct ascent_term operand[3];
  for (uint32_t k = 0; k < n; k++) operand[k] = ascent_term_of_expression(of, part[k]);
  return operation(of, (uint8_t)x->kind, operand, n);
}

struct ascent_term ascent_term_of_value(const struct ascent_terms *of, const struct value *v)
{
  struct ascent_term stack[MOST_STACK + 1] = {{.kind = ASCENT_UNKNOWN}};
  uint32_t n = 0;
  for (uint32_t k = 0; k < v->n; k++) {
    const struct code *c = &v->code[k];
    n -= c->operands;
    if (c->operands != 0)
      stack[n] = operation(of, c->kind, &stack[n], c->operands);
    else
      stack[n] = c->kind == EXPR_LOCAL ? of->slot[c->slot] : of_leaf(of, c->kind, c->number);
    n++;
  }
  return stack[0];
}
