/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tickets.h: locks in which a process takes a ticket from a counter, and waits at the register that the ticket picks,
 * modulo their number, as in Anderson's array queue lock. Which two tickets share a register only N determines. So the
 * text is followed with a node of a queue (scene.h) for each ticket: of a process with ticket t, `mine` is the node of
 * t, and `next` that of t + 1. The counter is a tail of nodes, and to take a ticket is to swap `next` into it.
 *
 * In front of that comes an access more, which closes the new node. It costs nothing, as it is not in the text.
 *
 * docs/every-n-views.md (Lemma 5c) says when each run of the text is one of that text. The conditions that the graph
 * can show are checked here: all uses of the counter and of the array, and that a passage takes one ticket. Those that
 * runs must show are checked of views (tickets_hold.c): that tickets end in their order, that a process accesses the
 * register of the next ticket only if its own one is the smallest, and that the register of a ticket is closed when its
 * passage ends.
 */
#ifndef PROVE_TICKETS_H
#define PROVE_TICKETS_H

#include "prove/tickets_terms.h"

struct tickets {
  struct machine *machine; /* the text with nodes: a copy, which shares what is the same */
  struct tree tree;
  struct pool pool;
  const struct machine *of; /* the text itself */
  struct ticket_terms terms;
  uint32_t counter, places; /* groups */
  uint8_t mine, next;       /* slots */
  int64_t opens, closed;    /* the first value of the place of ticket 0, and of all others */
  uint32_t closes, takes;   /* nodes of the graph: the access that is added, and the one that takes a ticket */
  bool *to_next;            /* [node]: an access to the register of the next ticket */
  bool *has_none;           /* [node]: the process has no ticket there */
};

/* Whether the node is the access that is added; tickets: NULL, where there are none. */
static inline bool tickets_is_added(const struct tickets *tickets, uint32_t node)
{
  return tickets != NULL && node == tickets->closes;
}

/* NULL: if *e is filled, there is such a counter, but it is not known to be used so. */
struct tickets *tickets_find(const struct machine *machine, const void *parameters, struct error *e);
void tickets_free(struct tickets *tickets); /* NULL: nothing */

#endif
