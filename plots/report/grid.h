/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * grid.h: a table of the report. It is kept until all its rows are known: an empty one is not printed, values of its
 * first columns that all rows share are printed once above it, and a long one is folded.
 */
#ifndef PLOTS_REPORT_GRID_H
#define PLOTS_REPORT_GRID_H

#include <stdio.h>

struct grid;

/* A column for each of the NULL-terminated heads. The first `scopes` of them are the scope of a row: those that are
 * the same in all rows are not printed as columns. The texts must outlive the table. */
struct grid *grid_new(const char *caption, const char *const *heads, size_t scopes);

void grid_row(struct grid *t);

/* The next cell of the row, of a class of the style sheet ("" for none). Write its HTML before the next cell begins. */
FILE *grid_cell(struct grid *t, const char *class);
void grid_text(struct grid *t, const char *class, const char *text);

/* Prints the table, if it has rows. No row can be added after that. */
void grid_print(struct grid *t, FILE *out);
void grid_free(struct grid *t);

/* Both. */
void grid_end(struct grid *t, FILE *out);

/* The same, where only ROWS_MOST of `n` rows are in the table: `file` has all. */
void grid_end_cut(struct grid *t, FILE *out, size_t n, const char *file);

#endif
