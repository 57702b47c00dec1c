/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * gnuplot.h: gnuplot at the other end of a pipe, and the small part of its language that all our scripts share.
 *
 * Texts go into scripts in single quotes, inside which gnuplot interprets nothing (in double quotes it would run what
 * stands between backquotes), and every terminal is told `noenhanced`, so that an underscore stays an underscore.
 */
#ifndef PLOTS_GNUPLOT_H
#define PLOTS_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

/* Whether a gnuplot is in the PATH. */
bool gnuplot_found(void);

/* Runs the scripts names[k].gp in `directory`, by one gnuplot, with LC_ALL=C. A complaint of gnuplot's becomes the
 * error. */
bool gnuplot_run(const char *directory, const char *const *names, size_t n, struct error *e);

/* 'text', with quotes doubled and control characters made spaces. */
void gnuplot_quote(FILE *gp, const char *text);

/* The colour and shape of the k-th series (from 0): the palette of Okabe and Ito without its yellow, which paper
 * swallows. After the palette's end the colours come again with other shapes. */
const char *gnuplot_colour(size_t k);
int gnuplot_point(size_t k, bool filled);

/* The figure on three media. `height` is in pixels of a width of FIGURE_WIDTH. */
enum { FIGURE_WIDTH = 900 };
void gnuplot_begin(FILE *gp, const char *name, const char *title, double height);
void gnuplot_end(FILE *gp, const char *name, double height);

#endif
