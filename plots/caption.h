/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * caption.h: the small print under a figure: the scope of its numbers, and the key to its marks. Only plots/ includes
 * this.
 */
#ifndef PLOTS_CAPTION_H
#define PLOTS_CAPTION_H

#include "plots/figure.h"

/* The caller frees them. */
char *caption_of_series(const struct results *r, const struct series_list *list, bool log_values);
char *caption_of_gallery(const struct results *r, const struct series_list *worst, const char *metric);
char *caption_of_task(const struct results *r, const struct record *task);

#endif
