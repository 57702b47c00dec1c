/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/tickets_terms.h"

#include "language/evaluate.h"
#include "language/operations.h"

enum { MOST_TERM = 1 << 20 }; /* larger constants are of no use, and their sums would not stay numbers */

static struct ticket_term other(void)
{
  return (struct ticket_term){.kind = TERM_OTHER};
}

static struct ticket_term line(int64_t each, int64_t fixed)
{
  const bool small = each >= -MOST_TERM && each <= MOST_TERM && fixed >= -MOST_TERM && fixed <= MOST_TERM;
  return small ? (struct ticket_term){.kind = TERM_LINE, .each = each, .fixed = fixed} : other();
}

static bool is_number(struct ticket_term t)
{
  return t.kind == TERM_LINE && t.each == 0;
}

struct ticket_term term_joined(struct ticket_term a, struct ticket_term b)
{
  if (term_is_same(a, b)) return a;
  return (struct ticket_term){.kind = a.kind >= TERM_TICKET || b.kind >= TERM_TICKET ? TERM_NONE : TERM_OTHER};
}

/* A ticket is added to, and taken modulo the number of places. Nothing else is done with it. */
static struct ticket_term with_ticket(const struct ticket_terms *of, uint8_t kind, struct ticket_term a,
                                      struct ticket_term b)
{
  const struct ticket_term none = {.kind = TERM_NONE};
  if (kind == EXPR_ADD && b.kind == TERM_TICKET) return with_ticket(of, kind, b, a);
  if (a.kind != TERM_TICKET || b.kind != TERM_LINE) return none;
  if (kind == EXPR_ADD && b.each == 0 && b.fixed >= 0 && a.fixed + b.fixed <= MOST_TERM)
    return (struct ticket_term){.kind = TERM_TICKET, .fixed = a.fixed + b.fixed};
  const bool by_places = kind == EXPR_MODULO && of->places.kind == TERM_LINE && term_is_same(b, of->places);
  return by_places ? (struct ticket_term){.kind = TERM_TICKET, .reduced = true, .fixed = a.fixed} : none;
}

/* Two numbers are not compared by order: a tree may have them the other way round (struct expr, turned). */
static struct ticket_term of_lines(uint8_t kind, struct ticket_term a, struct ticket_term b)
{
  const bool plain = kind >= EXPR_AND && kind <= EXPR_DIFFERENT;
  if (plain && is_number(a) && is_number(b)) return line(0, operate(kind, a.fixed, b.fixed, 0, 0));
  if (kind == EXPR_ADD) return line(a.each + b.each, a.fixed + b.fixed);
  if (kind == EXPR_SUBTRACT) return line(a.each - b.each, a.fixed - b.fixed);
  if (kind == EXPR_MULTIPLY && is_number(a)) return line(a.fixed * b.each, a.fixed * b.fixed);
  if (kind == EXPR_MULTIPLY && is_number(b)) return line(b.fixed * a.each, b.fixed * a.fixed);
  return other();
}

static struct ticket_term operation(const struct ticket_terms *of, uint8_t kind, const struct ticket_term *operand,
                                    uint32_t n)
{
  bool tickets = false, lines = true;
  for (uint32_t k = 0; k < n; k++) {
    tickets |= operand[k].kind >= TERM_TICKET;
    lines &= operand[k].kind == TERM_LINE;
  }
  if (n == 3 && kind == EXPR_CHOOSE && is_number(operand[0])) return operand[operand[0].fixed != 0 ? 1 : 2];
  if (tickets) return n == 2 ? with_ticket(of, kind, operand[0], operand[1]) : (struct ticket_term){.kind = TERM_NONE};
  return lines && n == 2 ? of_lines(kind, operand[0], operand[1]) : other();
}

static struct ticket_term of_leaf(const struct ticket_terms *of, uint8_t kind, int64_t number)
{
  if (kind == EXPR_NUMBER) return line(0, number);
  if (kind == EXPR_N) return line(1, 0);
  if (kind == EXPR_PARAMETER) return line(0, parameter_value(of->parameters, (uint32_t)number, of->tree));
  return other();
}

struct ticket_term term_of_expression(const struct ticket_terms *of, const struct expr *x)
{
  if (x == NULL) return other();
  const uint32_t n = operands_of((uint8_t)x->kind);
  if (n == 0) return of_leaf(of, (uint8_t)x->kind, x->number);
  const bool chooses = x->kind == EXPR_CHOOSE;
  const struct expr *part[3] = {chooses ? x->third : x->left, chooses ? x->left : x->right, chooses ? x->right : NULL};
  struct ticket_term operand[3];
  for (uint32_t k = 0; k < n; k++) operand[k] = term_of_expression(of, part[k]);
  return operation(of, (uint8_t)x->kind, operand, n);
}

struct ticket_term term_of_value(const struct ticket_terms *of, const struct value *v, const struct ticket_term *slot)
{
  struct ticket_term stack[MOST_STACK + 1] = {{.kind = TERM_OTHER}};
  uint32_t n = 0;
  for (uint32_t k = 0; k < v->n; k++) {
    const struct code *c = &v->code[k];
    n -= c->operands;
    if (c->operands != 0)
      stack[n] = operation(of, c->kind, &stack[n], c->operands);
    else
      stack[n] = c->kind == EXPR_LOCAL ? slot[c->slot] : of_leaf(of, c->kind, c->number);
    n++;
  }
  return stack[0];
}
