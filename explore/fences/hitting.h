/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * hitting.h: minimal hitting sets: the smallest sets, by inclusion, that have an element in common with each set of a
 * growing family (C. Berge, *Hypergraphs*, 1989, chapter 2: the transversals of a hypergraph, one edge after the
 * other). Sets are words, bit per element.
 */
#ifndef EXPLORE_FENCES_HITTING_H
#define EXPLORE_FENCES_HITTING_H

#include <stdbool.h>
#include <stdint.h>

struct hitting {
  uint64_t *set; /* the minimal ones, sorted by number of elements, then by value; at first the empty set alone */
  uint32_t n;
};

void hitting_create(struct hitting *hitting);
void hitting_free(struct hitting *hitting);

/* From now on every set must hit this one, too. The empty one cannot be hit: then there are no sets. */
void hitting_add(struct hitting *hitting, uint64_t family_member);

#endif
