/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * grid.h: a table of the report. It is kept until all its rows are known: one without rows is not printed, what its
 * first columns say in all rows is said once above it, and a long one is folded.
 */
#ifndef PLOTS_REPORT_GRID_H
#define PLOTS_REPORT_GRID_H

#include <stdio.h>

struct grid;

/* A column for each of the NULL-terminated heads. The first `scopes` of them tell what a row is true for: those that
 * are the same in all rows are not printed as columns. The texts must outlive the table. */
struct grid *grid_new(const char *caption, const char *const *heads, size_t scopes);

void grid_row(struct grid *t);

/* The next cell of the row, of a class of the style sheet ("" for none); what is written until the next one is its
 * HTML. */
FILE *grid_cell(struct grid *t, const char *class);
void grid_text(struct grid *t, const char *class, const char *text);

/* Prints the table, if it has rows. Nothing can be added any more. */
void grid_print(struct grid *t, FILE *out);
void grid_free(struct grid *t);

/* Both. */
void grid_end(struct grid *t, FILE *out);

/* The same, where `n` rows were to be printed but only ROWS_MOST of them are in the table: `file` has all. */
void grid_end_cut(struct grid *t, FILE *out, size_t n, const char *file);

#endif
