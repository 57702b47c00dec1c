/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ascent.h: an arbitration tree at every N. A process climbs through L = ceil(lg N) levels, from its leaf to the root,
 * has the critical section, and goes down again. At each level it does the same, with the registers of its node there,
 * and it takes nothing along but the number of the level. Names of processes are stored, compared for equality, and
 * taken as indices, and nothing else is done with them.
 *
 * Then a match (match.h) at a high level is one at a lower level, where each side has more names than a state can hold.
 * So the matches of one tree show those of all, and each N has what they have at each of its levels. All of that is
 * read off the graph, and checked. docs/every-n-trees.md, Lemma 14, has the argument.
 */
#ifndef PROVE_ASCENT_H
#define PROVE_ASCENT_H

#include "prove/lone.h"

/* How the registers of a group are found: by the node; or by the level and a process. */
struct ascent_group {
  bool accessed, of_process;
  uint8_t level_at; /* of_process: which index is the level */
  int64_t lowest;   /* of_process: its value at the lowest level */
};

enum { ASCENT_MOST_WAYS = 3 };

struct ascent {
  struct ascent_group group[RMR_MAX_GROUPS];
  uint32_t start[ASCENT_MOST_WAYS]; /* the nodes with which a level may begin on the way up */
  uint32_t n_starts;
  uint32_t n; /* of the tree whose matches show those of all */
};

/* False: it is none, and *why says why if the text has levels of a tree; else it is NULL. */
bool ascent_find(const struct machine *machine, const void *parameters, struct ascent *out, const char **why);

/* Of the automata of all processes of the tree with n leaves: whether each register is accessed by the processes that
 * come to its node, and by no others; whether all begin each level in the same ways; and whether each process can go
 * through the critical section. */
bool ascent_shows(const struct ascent *ascent, const struct lone_all *all);

#endif
