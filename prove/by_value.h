/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * by_value.h: copies of registers of several writers. Another process may have written such a register since it was
 * read, so no copy of it is known to be valid. But the value that a read finds may be one that only members write
 * there. Then a member wrote it, and nobody else has written since; or nobody has ever written. So a copy that was made
 * behind the last write of a member is valid.
 *
 * In a scene by value the word of such a cell is a value that only members write, or a first one that nobody else
 * writes. Any other is CELL_ANY: the next read may find it all the same, as others may write it again. A read that
 * finds the word costs nothing if the observed member has a copy; one that finds what others wrote always costs.
 *
 * An access that leaves a register as it was, such as a compare-and-swap that fails, takes copies away as well. So the
 * writes of a process are all values that its writes and read-modify-writes may leave there.
 */
#ifndef PROVE_BY_VALUE_H
#define PROVE_BY_VALUE_H

#include "prove/abstract_way.h"

/* The moving member leaves the value in a register of the group. */
void by_value_note(struct walk *w, uint32_t group, struct abstract a);

/* Whether copies of the cell are followed by value. Only its account needs them. */
bool by_value_follows(const struct scene *scene, int cell);

/* The word of a cell that holds the value. */
int32_t by_value_word(const struct walk *w, int cell, struct abstract a);

/* Anything that processes beside the members write to a register of the group. */
struct abstract by_value_of_others(struct walk *w, uint32_t group);

#endif
