/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * found.h: the result of a search as an ordinary schedule: the candidate, step by step, with its initial choices.
 */
#ifndef EXPLORE_SEARCH_FOUND_H
#define EXPLORE_SEARCH_FOUND_H

#include "explore/answer/witness.h"
#include "explore/search/candidate.h"

/* The candidate is of this world. */
void candidate_as_witness(const struct candidate *candidate, const struct world *world, struct witness *witness);

#endif
