/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * dependent_registers.h: registers whose value follows from the local state of the only process that writes them. Where
 * that is so, and what was there at first is known, a state is told without the register, as long as that process
 * lives: one that is dead tells nothing, and its leases may run out.
 */
#ifndef EXPLORE_TABLES_DEPENDENT_REGISTERS_H
#define EXPLORE_TABLES_DEPENDENT_REGISTERS_H

#include "explore/tables/automaton.h"

#define TOLD_NOWHERE UINT32_MAX

/* What the register holds while its writer is in each of its local states: [local], the number of the value;
 * TOLD_NOWHERE: the writer does not come there. The caller frees it. NULL: it may hold one value or another; or nobody
 * writes it, then *writer is 0. */
uint32_t *dependent_values(const struct automata *a, uint32_t var, uint32_t *writer);

/* Whether the value of a register is told; of one that nobody writes by nothing, as long as it is known. */
bool is_dependent(const struct automata *a, uint32_t var);

#endif
