/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tickets_hold.h: the conditions that the views of a text with a node for each ticket must show (tickets.h, Lemma 5c),
 * of each step of a process. As a process has a ticket behind its doorway, and not before, the order in which processes
 * came (views_queue.h) is the order of tickets.
 *
 *   - A passage ends only if its process came before all others that are there. The process then has no ticket, and the
 *     register of the one that it had is closed.
 *   - The register of the next ticket is accessed only by a process that came before all others that are there.
 */
#ifndef PROVE_TICKETS_HOLD_H
#define PROVE_TICKETS_HOLD_H

#include "prove/tickets.h"
#include "prove/views_graph.h"

/* graph: with the order in which processes came. False: *e says where not. */
bool tickets_hold(const struct tickets *tickets, const struct views_graph *graph, struct error *e);

#endif
