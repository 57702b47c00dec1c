/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pgf.h: figures and tables of claims as LaTeX that a paper takes in, NAME-pgf.tex and NAME-table.tex: a picture that
 * pgfplots draws in the fonts of the paper, with its numbers in it, and a table with the rules of booktabs.
 */
#ifndef PLOTS_PGF_H
#define PLOTS_PGF_H

#include "plots/figure.h"

#define PGF_FIGURE "-pgf.tex" /* behind the name of a figure, or of a table */
#define PGF_TABLE  "-table.tex"

/* Whether a figure is one that pgfplots draws: growth or a ratio, in the style of a paper. */
bool pgf_draws(const struct figure *figure);

void pgf_write_figure(const struct figure *figure, FILE *out);

/* A table of tables.json. */
void pgf_write_table(const json_t *table, FILE *out);

#endif
