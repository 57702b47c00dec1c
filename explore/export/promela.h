/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * promela.h: the automata as a Promela model, so that SPIN can look at what the explorer looks at, by another way.
 *
 * The model is made so that its reachable states are those of the explorer without cache bits, one to one:
 *
 *   - a process is a proctype with one instance, and its local state is the program counter: a control state for each
 *     row of the automaton, and nothing else;
 *   - a step is one transition: a statement, or a d_step where there is more to do than one thing;
 *   - a step that changes nothing, such as a wait that fails, is left out. Promela's own way to say so is a statement
 *     that cannot be executed yet;
 *   - beside the registers there are only counters: of those in the critical section, and of those who have left where
 *     they began. They are functions of the local states, so they tell no more states apart. P1 is an assertion about
 *     them, looked at by whoever enters;
 *   - what happens by itself (promela_events.c) is done by a process with one control state, but for a crash, which is
 *     a transition of the process that dies;
 *   - done processes, and dead ones, stand at an end label and do not terminate: SPIN would count a state before and
 *     one after.
 *
 * A register holds the value itself where that is one number; a composite register holds the number of its value in
 * ascending order, and the declaration tells which is which.
 *
 * SPIN begins in one state. Where there are several (sessions of any:K, arbitrary registers), the model begins in the
 * first, and may go from one initial state to another before anybody has made a step. That adds transitions, but no
 * states.
 */
#ifndef EXPLORE_EXPORT_PROMELA_H
#define EXPLORE_EXPORT_PROMELA_H

#include <stdio.h>

#include "explore/tables/automaton.h"

/* SPIN has no more than 255 processes, and takes minutes to translate one of 10,000 local states. */
enum { PROMELA_MAX_N = 255, PROMELA_MAX_LOCALS = 10000, PROMELA_MAX_CAP = 1000 };

/* Writes the model. Errors of `out` are for the caller to find. */
void promela_write(const struct automata *a, FILE *out);

#endif
