/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views.h: mutual exclusion by views of two processes, where two among anything (scene.h) are not enough. A *view* is
 * what a state shows of two processes: their local states, the registers [i] of each, and all registers that are no
 * process's, exactly. The set of views that is found contains those of all initial states, and is closed:
 *
 *   - if one of the two makes a step that concerns nobody else's registers, it leads to a view;
 *   - a third process makes a step beside both, and each of the two accesses a register of a third one, only where all
 *     three pairs show views.
 *
 * At one N, views can have the registers of all processes instead (struct scene, `whole`). Then a third process is
 * asked for only if it writes.
 *
 * So it contains each view of each reachable state, and if none has both processes in the critical section, P1 holds.
 * As places name identities (abstract.h), one such set is that of every N. docs/every-n-views.md has the argument.
 */
#ifndef PROVE_VIEWS_H
#define PROVE_VIEWS_H

#include "prove/views_graph.h"

struct views_found {
  enum reach_end end; /* ALL: P1 holds. EXCLUSION: a view has both in the critical section */
  uint32_t n_views;
  const char *stuck; /* of STUCK */
  uint16_t line;     /* of STUCK: the line that cannot be followed; 0: none */
};

/* like: a scene without members, that knows what is ever written. graph: gets the views and the steps between them if
 * all were found, and there is memory for the steps, else remains as it is; NULL: they are not kept. False: *e says
 * why there are no views. */
bool views_search(const struct scene *like, const struct reach_limits *limits, struct views_graph *graph,
                  struct views_found *out, struct error *e);

#endif
