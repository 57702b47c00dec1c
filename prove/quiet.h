/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * quiet.h: an entry is *quiet* while no conflicting process is active: every other one is in its remainder, or its
 * passage is for the same session. P4 bounds the own steps of a process in quiet entries (ALONE in
 * explore/graph/region.h).
 *
 * A scene that watches this (struct scene, `quiet`) has all states of the others, and beside them quiet ones. The
 * observed member may become quiet with any own step of its entry, if no other member disturbs it then. From there on
 * it makes steps of its entry only; another member moves only if its session is the same; and a register that a process
 * which is no member writes alone reads as what one may hold that does not disturb (`written_quiet`). A register of
 * several writers has one value from the first look at it on, unless there are sessions: then others may still write.
 * Where the entry ends there are no more steps.
 *
 * Without sessions all others rest. Then that first look can find what a process *left* that was the last one to change
 * the register, and rests (struct scene, `left`): of each process alone it is known what that may be.
 */
#ifndef PROVE_QUIET_H
#define PROVE_QUIET_H

#include "prove/abstract_way.h"

/* The beginning of a way of the member's step: is it quiet from now on, and may the member move? */
void quiet_begin(struct walk *w);

/* Counts the step, which is on this account; or, in a loop over processes, an own one on that of the process that the
 * loop has come to (struct scene, `by_scan`). A step has one account in all scenes. */
void quiet_charge(struct walk *w, enum account account);

/* Whether it is quiet from a step on that does not count. A later step will do: until then the others may rest, too. */
bool quiet_begins_early(const struct walk *w);

/* The value that a register of the group that has no cell reads as. */
struct abstract quiet_anything(struct walk *w, uint32_t group);

/* Whether a register of the group, which is no process's, reads now as a value that some process left there; and that
 * value, if no member was the last one to change it. */
bool quiet_is_left(const struct walk *w, uint32_t group);
struct abstract quiet_left(struct walk *w, uint32_t group);

/* A register of several writers is known to hold the value from now on; whether one is. */
void quiet_know(struct walk *w, int cell, struct abstract value);
bool quiet_knows(const struct walk *w, int cell);

/* Notes the present values of the member's registers, if it does not disturb processes of its session; and the values
 * that it has left in others, if it rests. */
void quiet_note(struct walk *w);

#endif
