/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * promela.h: the automata as a Promela model, so that SPIN can check the same system by another method.
 *
 * The model is made so that its reachable states are those of the explorer without cache bits, one to one:
 *
 *   - a process is a proctype with one instance, and its local state is the program counter: a control state for each
 *     row of the automaton, and nothing else;
 *   - a step is one transition: a statement, or a d_step if it has several effects;
 *   - a step that changes nothing, such as a failed wait, is left out. Promela expresses it by a statement that cannot
 *     be executed yet;
 *   - beside the registers there are only counters: of processes in the critical section, and of processes that have
 *     left their initial local state. They are functions of the local states, so they add no states. P1 is an assertion
 *     about them, checked by each process that enters;
 *   - a process with one control state makes all events (promela_events.c) but crashes; a crash is a transition of the
 *     process that dies;
 *   - done processes, and dead ones, stand at an end label and do not terminate: SPIN would count a state before and
 *     one after.
 *
 * A register holds the value itself where that is one number; a composite register holds the rank of its value in
 * ascending order, and its declaration lists the values.
 *
 * SPIN begins in one state. Where there are several (sessions of any:K, arbitrary registers), the model begins in the
 * first, and may go from one initial state to another before any process has made a step. That adds transitions, but no
 * states.
 */
#ifndef EXPLORE_EXPORT_PROMELA_H
#define EXPLORE_EXPORT_PROMELA_H

#include <stdio.h>

#include "explore/tables/automaton.h"

/* SPIN has no more than 255 processes, and takes minutes to translate one of 10,000 local states. */
enum { PROMELA_MAX_N = 255, PROMELA_MAX_LOCALS = 10000, PROMELA_MAX_CAP = 1000 };

/* Writes the model. The caller checks `out` for errors. */
void promela_write(const struct automata *a, FILE *out);

#endif
