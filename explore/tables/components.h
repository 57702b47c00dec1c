/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * components.h: the strongly connected components of one process's automaton, by Tarjan's algorithm (depth.h, where
 * those of the state graph are found).
 */
#ifndef EXPLORE_TABLES_COMPONENTS_H
#define EXPLORE_TABLES_COMPONENTS_H

#include "explore/tables/automaton.h"

/* The steps of the process that are followed. */
enum components_over { COMPONENTS_OVER_ALL, COMPONENTS_OVER_READS, COMPONENTS_WITHOUT_ENTERING };

/* Whether a step between two local states completes the entry. */
static inline bool automaton_enters(const struct automaton_local *from, const struct automaton_local *to)
{
  return to->section == RMR_CS && from->section != RMR_CS;
}

/* [local]: the number of its component, from 0 on. No step that is followed leads to a component of a higher number.
 * The caller frees it. */
uint32_t *components_of(const struct automata *a, uint32_t p, enum components_over over);

#endif
