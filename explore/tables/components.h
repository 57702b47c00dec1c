/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * components.h: the strongly connected components of one process's automaton, by Tarjan's algorithm (depth.h, where
 * those of the state graph are found).
 */
#ifndef EXPLORE_TABLES_COMPONENTS_H
#define EXPLORE_TABLES_COMPONENTS_H

#include "explore/tables/automaton.h"

/* [local]: the number of its component, from 0 on. reads_only: steps that write are left out. The caller frees it. */
uint32_t *components_of(const struct automata *a, uint32_t p, bool reads_only);

#endif
