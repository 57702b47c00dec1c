/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * alike_slots.h: the slots of a symmetry (symmetry.h) by their content: shared by the proposal of an exchange (alike.c)
 * and its verification (alike_verify.c).
 */
#ifndef EXPLORE_TABLES_ALIKE_SLOTS_H
#define EXPLORE_TABLES_ALIKE_SLOTS_H

#include "explore/tables/space.h"
#include "explore/tables/symmetry.h"

/* P_r with the names of P_p and P_q exchanged. */
static inline uint32_t alike_exchanged(uint32_t r, uint32_t p, uint32_t q)
{
  return r == p ? q : r == q ? p : r;
}

/* The slot of a register's value. */
static inline uint32_t alike_value_slot(const struct symmetry *y, uint32_t var)
{
  return y->n + var;
}

/* The slot of a field for copies; SYMMETRY_MOST_SLOTS: the state has no such bit. */
static inline uint32_t alike_copy_slot(const struct space *s, const struct symmetry *y, const struct bit_field *field)
{
  for (uint32_t k = s->n + s->automata.n_registers; k < y->n_slots && field->width != 0; k++)
    if (y->field[k].word == field->word && y->field[k].shift == field->shift) return k;
  return SYMMETRY_MOST_SLOTS;
}

#endif
