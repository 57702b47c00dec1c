/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * match.h: mutual exclusion of a tournament at one N, match by match. Processes that share a node of an arbitration
 * tree come to it from two sides. If of each side at most one process is *inside* at a time, two roles play the match:
 * each is whichever process of its side is inside. If the two never have both *won* it, then at most one process of
 * both sides has won at a time, and that is what the match above asks of this side.
 *
 * Which processes meet, and where they are inside, is read off what each of them accesses. No part of it need be right
 * for the proof to be one: all that it rests on is checked. docs/every-n-trees.md has the argument.
 */
#ifndef PROVE_MATCH_H
#define PROVE_MATCH_H

#include "prove/ascent.h"
#include "prove/match_role.h"

/* A register of a match. */
struct match_cell {
  size_t cell;   /* of struct lone_all */
  int32_t first; /* its first value; CELL_ANY: it is not known */
};

/* Two roles, and the registers that only they write. The own registers of a process are known while it is inside. */
struct match {
  uint64_t side[2];
  struct role role[2];
  uint32_t n_cells, n_own; /* own ones: as many as any process has */
  struct match_cell cell[MATCH_MOST_CELLS];
  struct match_cell own[LONE_MOST_N][MATCH_MOST_OWN];
  uint32_t has_own[LONE_MOST_N];
  struct match_swap *swap;
  uint32_t n_swaps;
};

/* match_swap.c: two processes of a side that can change places: then each run of the match is one with the two renamed.
 * It says which state of each role, register and value comes of which. */
struct match_swap {
  uint32_t one, other;
  uint32_t *to[2]; /* of each role: [state] */
  int32_t cell[MATCH_MOST_CELLS];
};

/* Finds those of neighbours in a side, if there are registers of their own. */
void match_find_swaps(struct match *m, const struct lone_all *all);
void match_free_swaps(struct match *m);

/* A value of a register of the array `group`, after the swap. */
int32_t match_swapped(const struct lone_all *all, uint32_t group, int32_t value, const struct match_swap *swap);

/* The accesses of a process to registers of the match that are counted. */
enum match_counts {
  MATCH_NOTHING,
  MATCH_RMRS,
  MATCH_EXIT,  /* those of its exit                                                 */
  MATCH_ENTRY, /* those of its entry while nobody of the other side is in a passage */
};

/* match_search.c: whether steps of the section are counted, not RMRs. */
bool match_counts_section(enum match_counts counts, uint8_t section);

struct match_paid {
  struct reach_paid paid; /* at most */
  /* At most where it begins while the process has not accessed a register of the match, or has won it. An entry that
   * nobody disturbs may begin in the middle, but in one match only. */
  uint64_t outside;
};

/* match_search.c. EXCLUSION: both roles may have won. out: the most that is counted of a process in the observed role,
 * from where it comes inside, or its passage begins, to where it goes out, or its passage ends. *most_states: raised to
 * the states that there are. */
enum reach_end match_search(const struct match *m, const struct lone_all *all, const struct reach_limits *limits,
                            enum match_counts counts, uint32_t observed, struct match_paid *out, uint32_t *most_states);

struct matches_found {
  enum reach_end end;      /* ALL: P1 holds. STUCK: it is no tournament; else not proved so */
  uint32_t n_states;       /* of the largest match */
  struct reach_paid paid;  /* counted: by a passage of the process that pays most; REACH_NO_BOUND: none is known */
  struct reach_paid match; /* counted: in the match in which a process pays most */
  uint64_t outside;        /* counted: the most that struct match_paid has of a match */
};

/* like: as of lone_create(). ascent: matches are those of the nodes of this tree, or the end is STUCK; NULL: of any. */
void matches_search(const struct scene *like, const struct reach_limits *limits, enum match_counts counts,
                    const struct ascent *ascent, struct matches_found *out);

#endif
