/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tickets_terms.h: how a value of the text depends on the ticket of its process (tickets.h): it is a number that N and
 * the parameters determine; the ticket plus a constant, taken modulo the number of places or not; or something else.
 */
#ifndef PROVE_TICKETS_TERMS_H
#define PROVE_TICKETS_TERMS_H

#include "language/machine.h"

enum ticket_term_kind {
  TERM_OTHER,  /* it does not depend on a ticket */
  TERM_LINE,   /* each * N + fixed */
  TERM_TICKET, /* the ticket of this passage plus `fixed`; reduced: modulo the number of places */
  TERM_NONE,   /* it may be a ticket, or made of one, but it is not known of which passage, or how */
};

struct ticket_term {
  uint8_t kind;
  bool reduced;
  int64_t each, fixed;
};

/* Of what terms are made: the parameters, and the number of places. */
struct ticket_terms {
  const struct tree *tree;
  const void *parameters;
  struct ticket_term places;
};

/* Of a constant expression. */
struct ticket_term term_of_expression(const struct ticket_terms *terms, const struct expr *x);

/* Of a value of the graph; slot: the terms of the slots, where it is computed. */
struct ticket_term term_of_value(const struct ticket_terms *terms, const struct value *v,
                                 const struct ticket_term *slot);

/* Of a slot that has either. */
struct ticket_term term_joined(struct ticket_term a, struct ticket_term b);

static inline bool term_is_line(struct ticket_term t, int64_t each, int64_t fixed)
{
  return t.kind == TERM_LINE && t.each == each && t.fixed == fixed;
}

static inline bool term_is_same(struct ticket_term a, struct ticket_term b)
{
  return a.kind == b.kind && a.reduced == b.reduced && a.each == b.each && a.fixed == b.fixed;
}

#endif
