/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * alone.h: one figure of series outside any result directory, as a picture in a file.
 */
#ifndef PLOTS_ALONE_H
#define PLOTS_ALONE_H

#include <jansson.h>

#include "base/error.h"
#include "results/series.h"

enum { ALONE_MOST = 12 }; /* most distinguishable series */

/* Whether the path ends like a picture that can be drawn; *e lists the endings. */
bool alone_name_check(const char *path, struct error *e);

/* The growth of a metric. */
struct alone {
  const struct series_list *list;
  const json_t *algorithms; /* determines the series' colours: algorithms.json, or NULL */
  const char *metric, *title;
  const char *caption; /* NULL: the scope that the series share, and the key to the marks */
  bool unguided;       /* as in struct figure */
};

/* Without gnuplot, or where it fails, there is no picture, and *e says so. */
bool alone_draw(const struct alone *alone, const char *path, struct error *e);

#endif
