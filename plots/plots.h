/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * plots.h: draws the figures of a result directory into DIR/plots.
 *
 * The figures are those of the list "plots" of config.json; without it, the growth of rmr.max and the RMRs per line.
 * Each figure is NAME.dat (numbers), NAME.gp (script), and, where gnuplot is installed, NAME.svg, NAME.png and
 * NAME.pdf. A figure for a paper also has NAME-pgf.tex, which pgfplots draws, and a table of claims is
 * NAME-table.tex (pgf.h). The script names its files relatively: `cd DIR/plots && gnuplot NAME.gp` draws the figure
 * again after an edit.
 *
 * They are made in DIR/plots/.making and renamed when they are whole: no half picture is ever visible, and none is
 * beside numbers that it does not show.
 */
#ifndef PLOTS_PLOTS_H
#define PLOTS_PLOTS_H

#include <stdbool.h>
#include <stddef.h>

#include "plots/figure.h"

struct plots_outcome {
  size_t figures;         /* scripts written */
  bool drawn;             /* false: gnuplot is not installed, only .gp and .dat were written */
  size_t failed;          /* figures without all pictures */
  struct error complaint; /* about the first of them */
};

/* Draws the planned figures. A missing or failing gnuplot is no error here: see the outcome. */
bool figures_draw(const struct results *r, const struct figure_list *list, struct plots_outcome *outcome,
                  struct error *e);

/* The same from the files of a directory alone; outcome may be NULL. */
bool plots_draw(const char *directory, struct plots_outcome *outcome, struct error *e);

/* The numbers and the script of one figure, NAME.dat and NAME.gp of a directory. */
bool figure_write(const struct results *r, const struct figure *figure, const char *directory, struct error *e);

#endif
