/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * guides.h: the dashed lines of a figure of growth. They start at one point just under the data's beginning, one for
 * each class whose slope is near the slopes of the data, and end at the frame, with their label.
 */
#ifndef PLOTS_GUIDES_H
#define PLOTS_GUIDES_H

#include <stdio.h>

#include "plots/axes.h"
#include "plots/classes.h"

enum { GUIDES_MOST = 5 };

struct guides {
  size_t n;
  const struct growth_class *growth[GUIDES_MOST];
  double factor[GUIDES_MOST]; /* the line is factor * class(x) */
};

/* Empty where the paper is not log-log, or where no series has two x. */
struct guides guides_of(const struct series_list *list, const struct axis *x, const struct axis *y);

/* lg N, N and N² from the same beginning, whatever the slopes of the data. */
struct guides guides_main(const struct series_list *list, const struct axis *x, const struct axis *y);

/* Pixels that labels outside the frame need at its right beyond those that a layout has. */
double guides_room(const struct guides *g, const struct axis *x, const struct axis *y, bool paper);

void guides_write_labels(FILE *gp, const struct guides *g, const struct axis *x, const struct axis *y,
                         const struct layout *layout);

/* The same inside the frame, where its right edge has other labels. */
void guides_write_labels_inside(FILE *gp, const struct guides *g, const struct axis *x, const struct axis *y,
                                const struct layout *layout);

/* The plot clauses, each followed by a comma and a line end. */
void guides_write_plots(FILE *gp, const struct guides *g);

#endif
