/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * callbacks.h: the declarations of a text, as engines ask for them: those of registers (callbacks_register.c), and all
 * others (callbacks.c). Engines call a function and give it the size of the system; the text is behind `self`.
 */
#ifndef LANGUAGE_CALLBACKS_H
#define LANGUAGE_CALLBACKS_H

#include "language/evaluate.h"
#include "language/machine.h"

/* The surroundings of an expression of which the size of the system is known. */
static inline struct surroundings_of_value around(const struct machine *m, struct rmr_size size)
{
  return (struct surroundings_of_value){.tree = m->tree, .size = size, .graph = &m->graph};
}

/* The number of a process; 0 for all others. */
static inline uint32_t process_or_none(rmr_word who, struct rmr_size size)
{
  return who >= 1 && who <= (rmr_word)rmr_largest_id(size) ? (uint32_t)who : 0;
}

bool make_register(struct machine *m, uint32_t which, struct error *e);

#endif
