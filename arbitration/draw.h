/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * draw.h: philosophers and forks as a picture, in the language of Graphviz: philosophers as circles, forks as lines,
 * with the rank of each in the middle or, where there are no ranks, its place in the two orders at its ends. A first
 * fork is an arrow from whose it is; one that is first for both has two heads.
 */
#ifndef ARBITRATION_DRAW_H
#define ARBITRATION_DRAW_H

#include <stdio.h>

#include "arbitration/orders.h"

/* What stands out. */
struct picture {
  const char *title;
  const uint32_t *rank; /* of the forks, by number; NULL: places are shown */
  const uint32_t *path; /* philosophers one after the other, NULL: none */
  uint32_t n_path;
  bool closed; /* the path is a cycle of danger: red. Else it is a blocking path: blue */
};

void draw_forks(const struct graph *graph, const struct orders *orders, const struct picture *picture, FILE *out);

#endif
