/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unread.h: registers of several writers that no member reads before it writes them itself. Their values, and the
 * copies of them, make no difference to any step, so two states that differ in nothing else are one. In the filter lock
 * TURN[k] is read at level k only, behind an own write: of all levels only those matter where members wait.
 *
 * At each access it is known of each array which of its registers are read there or further on, before they are
 * written: those that a slot is the index of, as it is now, or all of them. So a slot that gets another value leaves
 * all of them, unless none is read through it.
 *
 * Scenes by value are reduced so. There each register may hold a value that only members write, and the states would be
 * exponential in the size of an array. So are those of one process and of costs at a larger N (proof_skips_unread).
 */
#ifndef PROVE_UNREAD_H
#define PROVE_UNREAD_H

#include "prove/scene.h"

/* Finds what is read behind each node. */
void unread_find(struct scene *scene);
void unread_free(struct scene *scene);

/* Forgets the registers that the state's members do not read. */
void unread_forget(const struct scene *scene, int32_t *state);

#endif
