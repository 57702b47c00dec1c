/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/climb_terms.h"

#include "language/evaluate.h"
#include "language/operations.h"

enum { MOST_PLUS = 1 << 20 }; /* larger constants are of no use, and their sums would not stay numbers */

static struct climb_term term(enum climb_term_kind kind, int64_t plus)
{
  const bool small = plus >= -MOST_PLUS && plus <= MOST_PLUS;
  return small ? (struct climb_term){.kind = (uint8_t)kind, .plus = plus} : (struct climb_term){.kind = CLIMB_UNKNOWN};
}

static struct climb_term of_form(struct climb_term t, bool heap)
{
  t.heap = heap;
  return t;
}

static struct climb_term unknown(void)
{
  return term(CLIMB_UNKNOWN, 0);
}

static bool is_number(struct climb_term t)
{
  return t.kind == CLIMB_NUMBER;
}

bool climb_term_is_name(struct climb_term t)
{
  return t.kind == CLIMB_NAME || t.kind == CLIMB_OWN || climb_term_is(t, CLIMB_NUMBER, 0);
}

bool climb_term_is_data(struct climb_term t)
{
  return t.kind == CLIMB_DATA || is_number(t);
}

struct climb_term climb_term_joined(struct climb_term a, struct climb_term b)
{
  if (a.kind == CLIMB_UNSET || (a.kind == b.kind && a.heap == b.heap && a.plus == b.plus)) return b;
  if (b.kind == CLIMB_UNSET) return a;
  if (climb_term_is_data(a) && climb_term_is_data(b)) return term(CLIMB_DATA, 0);
  return climb_term_is_name(a) && climb_term_is_name(b) ? term(CLIMB_NAME, 0) : unknown();
}

/* --- operations --------------------------------------------------------------------------------------------------- */

/* N and 2^L have the same logarithm, rounded up. As i is 1 to 2^L, that of 2^L + i is L + 1. */
static struct climb_term logarithm(struct climb_term a)
{
  if (climb_term_is(a, CLIMB_LEAVES, 0)) return term(CLIMB_TOP, 0);
  return climb_term_is(a, CLIMB_LEAF, 0) ? of_form(term(CLIMB_TOP, 1), a.heap) : unknown();
}

static struct climb_term power(struct climb_term a)
{
  if (climb_term_is(a, CLIMB_TOP, 0) && !a.heap) return term(CLIMB_LEAVES, 0);
  if (climb_term_is(a, CLIMB_NUMBER, 0)) return term(CLIMB_NUMBER, 1);
  return a.kind == CLIMB_LEVEL ? term(CLIMB_WIDTH, a.plus) : unknown();
}

static struct climb_term sum(struct climb_term a, struct climb_term b)
{
  const bool shifts = a.kind == CLIMB_TOP || a.kind == CLIMB_LEAVES || a.kind == CLIMB_LEVEL || a.kind == CLIMB_LEAF;
  if (shifts && is_number(b)) return of_form(term((enum climb_term_kind)a.kind, a.plus + b.plus), a.heap);
  return a.kind == CLIMB_LEAVES && b.kind == CLIMB_OWN ? of_form(term(CLIMB_LEAF, a.plus), a.heap) : unknown();
}

static struct climb_term quotient(struct climb_term a, struct climb_term b)
{
  if (climb_term_is(b, CLIMB_NUMBER, 1)) return a;
  if (climb_term_is(a, CLIMB_LEAF, -1) && b.kind == CLIMB_WIDTH) return of_form(term(CLIMB_PATH, b.plus), a.heap);
  return a.kind == CLIMB_PATH && climb_term_is(b, CLIMB_NUMBER, 2) ? of_form(term(CLIMB_PATH, a.plus + 1), a.heap)
                                                                   : unknown();
}

/* Whether one is at most the other one plus so much. */
static struct climb_term order(struct climb_term a, struct climb_term b, int64_t more)
{
  if (a.kind == CLIMB_LEVEL && b.kind == CLIMB_TOP) return of_form(term(CLIMB_AT_MOST, b.plus - a.plus + more), b.heap);
  return is_number(a) && b.kind == CLIMB_LEVEL ? term(CLIMB_AT_LEAST, a.plus - b.plus - more) : unknown();
}

/* Where no operand is plain. */
static struct climb_term of_two(const struct climb_terms *of, uint8_t kind, struct climb_term a, struct climb_term b)
{
  const bool compares = kind == EXPR_EQUAL || kind == EXPR_DIFFERENT;
  if (compares && climb_term_is_name(a) && climb_term_is_name(b)) return term(CLIMB_DATA, 0);
  if (compares && climb_term_is(a, CLIMB_LEAVES, 0) && is_number(b) && b.plus < 2)
    return term(CLIMB_NUMBER, kind == EXPR_DIFFERENT); /* N >= 2 */
  switch (kind) {
  case EXPR_ADD: return sum(a, b).kind != CLIMB_UNKNOWN ? sum(a, b) : sum(b, a);
  case EXPR_SUBTRACT: return is_number(b) ? sum(a, term(CLIMB_NUMBER, -b.plus)) : unknown();
  case EXPR_DIVIDE: return quotient(a, b);
  case EXPR_MODULO:
    return climb_term_is(a, CLIMB_PATH, -of->first) && a.heap == of->heap && climb_term_is(b, CLIMB_NUMBER, 2)
             ? term(CLIMB_DATA, 0)
             : unknown();
  case EXPR_LARGER:
    if (is_number(b)) return of_two(of, kind, b, a);
    return is_number(a) && b.kind == CLIMB_TOP && a.plus <= b.plus + 1 ? b : unknown();
  case EXPR_AT_MOST: return order(a, b, 0);
  case EXPR_LESS: return order(a, b, -1);
  default: return unknown();
  }
}

static struct climb_term operation(const struct climb_terms *of, uint8_t kind, const struct climb_term *operand,
                                   uint32_t n)
{
  bool data = true, numbers = true;
  for (uint32_t k = 0; k < n; k++) {
    if (operand[k].kind == CLIMB_UNSET) return operand[k];
    data &= climb_term_is_data(operand[k]);
    numbers &= is_number(operand[k]);
  }
  const bool plain = kind >= EXPR_AND && kind <= EXPR_DIFFERENT; /* as in tickets_terms.c */
  if (kind == EXPR_CHOOSE && n == 3) {
    if (is_number(operand[0])) return operand[operand[0].plus != 0 ? 1 : 2];
    return climb_term_is_data(operand[0]) ? climb_term_joined(operand[1], operand[2]) : unknown();
  }
  if (numbers && n == 2 && plain) return term(CLIMB_NUMBER, operate(kind, operand[0].plus, operand[1].plus, 0, 0));
  if (n == 1 && kind == EXPR_LG && !data) return logarithm(operand[0]);
  if (n == 1 && kind == EXPR_POWER) return power(operand[0]);
  if (data) return term(CLIMB_DATA, 0);
  return n == 2 ? of_two(of, kind, operand[0], operand[1]) : unknown();
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static struct climb_term of_leaf(const struct climb_terms *of, uint8_t kind, int64_t number)
{
  switch (kind) {
  case EXPR_NUMBER: return term(CLIMB_NUMBER, number);
  case EXPR_N: return of_form(term(CLIMB_LEAVES, 0), true);
  case EXPR_I: return term(CLIMB_OWN, 0);
  case EXPR_PARAMETER: return term(CLIMB_NUMBER, parameter_value(of->parameters, (uint32_t)number, of->tree));
  default: return unknown();
  }
}

struct climb_term climb_term_of_expression(const struct climb_terms *of, const struct expr *x)
{
  if (x == NULL) return unknown();
  const uint32_t n = operands_of((uint8_t)x->kind);
  if (n == 0) return of_leaf(of, (uint8_t)x->kind, x->number);
  const bool chooses = x->kind == EXPR_CHOOSE;
  const struct expr *part[3] = {chooses ? x->third : x->left, chooses ? x->left : x->right, chooses ? x->right : NULL};
  struct climb_term operand[3];
  for (uint32_t k = 0; k < n; k++) operand[k] = climb_term_of_expression(of, part[k]);
  return operation(of, (uint8_t)x->kind, operand, n);
}

struct climb_term climb_term_of_value(const struct climb_terms *of, const struct value *v)
{
  struct climb_term stack[MOST_STACK + 1] = {{.kind = CLIMB_UNKNOWN}};
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
