/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_paths.h: facts about all paths through the views (views_graph.h): first come, first served (P5), how often
 * one process enters while another one waits (bypass), and the RMRs of a passage.
 *
 * A view has all that decides whether a process holds a valid copy of a register of the view: its own accesses, and the
 * writes of the other one and of third processes. So the path through the views of P_i and any one other process shows
 * all RMRs of a passage of P_i (`all`). Where a path has no end of them, as where each leaving process takes the copies
 * of all that wait, they go to accounts: a read of a register that is in no array of the processes, or is P_i's own, to
 * the process that took P_i's copy away, if P_i has had one in this passage; an access to a register of one other
 * process to that process; all others to P_i's own account. A path through the views of P_i and P_j shows P_i's own
 * account, and the one with P_j. That needs that all pairs have the same registers, but for those of the processes.
 */
#ifndef PROVE_VIEWS_PATHS_H
#define PROVE_VIEWS_PATHS_H

#include "prove/certificate.h"
#include "prove/views_graph.h"

/* Each gives the certificate, if there is one, the views with what they know of paths (check_paths.h).
 *
 * REACH_ALL: P5 holds. REACH_ORDER: a process enters before one that came first. */
enum reach_end views_first_come(const struct views_graph *graph, const struct reach_limits *limits,
                                struct certificate *certificate);

/* The most that one process enters while another waits; REACH_NO_BOUND: there is none. Returns REACH_ALL, or why it is
 * not known. */
enum reach_end views_bypass(const struct views_graph *graph, const struct reach_limits *limits,
                            struct certificate *certificate, uint64_t *most);

/* The most that a passage pays: in all; on its own account; and on that with a process of a smaller or larger
 * identity. */
struct views_cost {
  struct reach_paid all, own, below, above;
  uint32_t states; /* of the largest graph: views, with the copies of the process that pays */
};

/* The certificate gets what is paid in all. */
enum reach_end views_cost(const struct views_graph *graph, const struct reach_limits *limits,
                          struct certificate *certificate, struct views_cost *out);

#endif
