/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * dependent_registers.h: registers whose value follows from the local state of the only process that writes them. Where
 * the initial value is known as well, such a register is functionally dependent: a state needs no number for it, as
 * long as that process lives. A dead process determines nothing, and its leases may run out.
 */
#ifndef EXPLORE_TABLES_DEPENDENT_REGISTERS_H
#define EXPLORE_TABLES_DEPENDENT_REGISTERS_H

#include "explore/tables/automaton.h"

#define TOLD_NOWHERE UINT32_MAX

/* The value of the register for each local state of its writer: [local], the number of the value; TOLD_NOWHERE: the
 * writer never reaches that local state. The caller frees it. NULL: the value is not determined; or no process
 * writes the register, then *writer is 0. */
uint32_t *dependent_values(const struct automata *a, uint32_t var, uint32_t *writer);

/* Whether a register is functionally dependent. One that no process writes is, if its initial value is known. */
bool is_dependent(const struct automata *a, uint32_t var);

#endif
