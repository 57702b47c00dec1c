/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * likeness.h: processes of which one stands for the others in every question: nothing but their names tells them apart
 * (tables/symmetry.h). An answer about the first of a block is true of each, and its schedules show it when the
 * names in them are exchanged.
 */
#ifndef EXPLORE_ANSWER_LIKENESS_H
#define EXPLORE_ANSWER_LIKENESS_H

#include "explore/answer/witness.h"

/* The new value of an initial choice when P_q and the first of its block exchange their names. */
struct likeness_initial {
  uint32_t q;
  struct system_initial from, to;
  bool from_declared, to_declared; /* it is the declared one, which a schedule does not list */
};

struct likeness {
  uint32_t n;
  uint32_t *block; /* [1..n]: the first process that is like this one */
  struct likeness_initial *initial;
  size_t n_initial;
};

/* From a space in which all processes can be told apart by what they do, and no others. NULL: no two are alike. */
struct likeness *likeness_create(const struct space *space);
void likeness_free(struct likeness *likeness); /* NULL is fine */

/* Whether P_p is the first of its block. Where nothing is known, as for NULL, each process is. */
static inline bool likeness_is_first(const struct likeness *l, uint32_t p)
{
  return l == NULL || l->block[p] == p;
}

/* Whether what is asked about the pair is answered by an earlier one. */
bool likeness_answers_pair(const struct likeness *likeness, uint32_t first, uint32_t second);

/* The witness for P_q, from that for the first of its block. */
void likeness_rename(const struct likeness *likeness, uint32_t q, const struct witness *from, struct witness *to);

#endif
