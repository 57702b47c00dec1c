/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * plain_names.h: names of series for a figure, where something is named by a path. An algorithm's title stands in place
 * of its file, "./mine.alg:slots=2, random" is "Ticket lock:slots=2, random"; of an adversary the folder is left out,
 * "./far/dear.lua" is "dear.lua". Where two series of the figure would have one name, all keep theirs. Tables and files
 * have the paths.
 */
#ifndef PLOTS_PLAIN_NAMES_H
#define PLOTS_PLAIN_NAMES_H

#include "results/load.h"
#include "results/series.h"

void plain_names(const struct results *r, struct series_list *list);

/* The name of an algorithm alone; `algorithms` is algorithms.json, or NULL. A title that two of them have names
 * neither. The caller frees it. */
char *plain_algorithm(const json_t *algorithms, const char *algorithm);

#endif
