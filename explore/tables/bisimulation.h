/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bisimulation.h: bisimulation minimisation: local states that behave alike become one, before the search.
 *
 * Two local states of a process are bisimilar if they agree in everything that is asked, make the same access, write
 * the same for each value found, and lead to bisimilar local states for each value found. Then they behave the same
 * whatever the other processes do. No answer depends on which of the two a process is in, and the search has fewer
 * states. For example, where only the critical section matters, a process that begins its doorway again is bisimilar to
 * one in its remainder.
 *
 * The coarsest such partition is found by refinement, in O(E log V) for V local states and E entries of the table (A.
 * Valmari, "Fast brief practical DFA minimization", Inform. Process. Lett. 112(6), 2012, which is Hopcroft's algorithm
 * for partial functions). Where a register is functionally dependent on the local state (dependent_registers.h), local
 * states with different values of it stay separate. In a global state the register would distinguish them anyway, and
 * the number of a state can omit it only as long as it is dependent.
 */
#ifndef EXPLORE_TABLES_BISIMULATION_H
#define EXPLORE_TABLES_BISIMULATION_H

#include "explore/tables/automaton.h"

/* The distinctions of a process that are asked for, beside its accesses and the end of its passages: bits. */
enum minimise_asked {
  ASKED_CS = 1,      /* whether it is in the critical section, for which session, and with which name */
  ASKED_SECTION = 2, /* its section, and its session */
  ASKED_LINES = 4,   /* whether its next line is one of automata_minimise's */
  MERGE_LINE = 8,    /* its next line */
};

/* asked: [1..n]; NULL: ASKED_CS for every process, as P1 needs. first, last: the lines of ASKED_LINES. Of merged
 * local states the first stays, and numbers stay in order. Where passages choose their sessions, the session and the
 * remainder are always asked for, as a schedule lists the sessions of passages. */
void automata_minimise(struct automata *a, const uint8_t *asked, uint16_t first, uint16_t last);

#endif
