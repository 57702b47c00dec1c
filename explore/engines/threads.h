/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * threads.h: fairness in a component of states that are taken up to renaming (tables/symmetry.h).
 *
 * There a step may lead to other names, so "P_2 makes steps in the component" means nothing. The step continues a
 * *thread*: a process in a state, then the process that it is called in the next, and so on. A step renames all
 * processes, one to one. So the pairs of a state and a process fall into classes, in which each pair is reached from
 * each: a run that goes through the component again and again, along all its steps, leads a process through its whole
 * class. It is fair if and only if for each process outside its remainder some pair of its class makes a step (Emerson
 * and Sistla, "Utilizing symmetry when model-checking under fairness assumptions", ACM TOPLAS 19(4), 1997).
 */
#ifndef EXPLORE_ENGINES_THREADS_H
#define EXPLORE_ENGINES_THREADS_H

#include "explore/engines/descent.h"

/* Whether all processes can stay in the component for ever that consists of the open states from the root on. */
bool threads_are_fair(struct descent *descent, const struct descent_frame *root);

#endif
