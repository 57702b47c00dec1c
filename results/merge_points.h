/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * merge_points.h: from the records of a series to its points: those at one x are merged. For group.c alone.
 */
#ifndef RESULTS_MERGE_POINTS_H
#define RESULTS_MERGE_POINTS_H

#include "results/axis.h"
#include "results/series.h"

struct merging {
  const char *metric;
  const struct results_axis *axis;
  bool lower_bounds;    /* each value shows a lower bound of the worst case */
  bool all_adversaries; /* points may be of different numbers of adversaries, which are counted */
};

/* Fills the points of a series, whose kind is known, from its records; puts these in the order of x. */
void points_merge(struct series *s, const struct record **member, size_t n, const struct merging *how);

#endif
