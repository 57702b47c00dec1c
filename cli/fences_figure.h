/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fences_figure.h: the figure of `rmr fences`: the RMRs of a passage against its fences, a mark for each minimal set,
 * and the sets that are cheapest by some weight of a fence (the Pareto front) joined by a line.
 */
#ifndef CLI_FENCES_FIGURE_H
#define CLI_FENCES_FIGURE_H

#include "explore/fences/fences.h"

/* To FILE.svg, .png or .pdf; `question` becomes the caption. False: *e says why there is none. */
bool fences_draw(const struct fences *fences, const struct system_spec *setup, const char *question, const char *path,
                 struct error *e);

#endif
