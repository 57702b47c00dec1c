/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bisimulation.h: local states that behave alike become one, before the search.
 *
 * Two local states of a process are alike if they differ in nothing that is asked, make the same access, write the same
 * whatever they find, and if for each value that they find the local states that follow are alike again. Then whatever
 * the others do, one does what the other does; no answer depends on which of the two a process is in, and the states of
 * the search are fewer. A process that begins its doorway anew is such a twin of one that is in its remainder, where
 * only the critical section is of interest.
 *
 * The coarsest such partition is found by refinement, in O(E log V) for V local states and E entries of the table (A.
 * Valmari, "Fast brief practical DFA minimization", Inform. Process. Lett. 112(6), 2012, which is Hopcroft's algorithm
 * for partial functions). Where the local state tells the value of a register (dependent_registers.h), local states
 * that tell different values are kept apart: in a global state the register would tell them apart anyway, and it can be
 * left out of the number of a state only as long as it is told.
 */
#ifndef EXPLORE_TABLES_BISIMULATION_H
#define EXPLORE_TABLES_BISIMULATION_H

#include "explore/tables/automaton.h"

/* What is asked of a process beside its accesses, and whether it has made all its passages: bits. */
enum minimise_asked {
  ASKED_CS = 1,      /* whether it is in the critical section, for which session, and with which name */
  ASKED_SECTION = 2, /* its section, and its session */
  ASKED_LINES = 4,   /* whether its next line is one of automata_minimise's */
  MERGE_LINE = 8,    /* its next line */
};

/* asked: [1..n]; NULL: ASKED_CS of everybody, which is what P1 asks. first, last: the lines of ASKED_LINES. Of local
 * states that become one, the first stays, and numbers stay in order. Where passages choose their sessions, the session
 * and the remainder are always asked for, as a schedule lists what passages ask for. */
void automata_minimise(struct automata *a, const uint8_t *asked, uint16_t first, uint16_t last);

#endif
