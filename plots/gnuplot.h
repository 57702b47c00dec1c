/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * gnuplot.h: the small part of gnuplot's language that all our scripts share.
 *
 * Texts go into scripts by one function, and every terminal is told `noenhanced`, so that an underscore stays an
 * underscore.
 */
#ifndef PLOTS_GNUPLOT_H
#define PLOTS_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A text as a string of gnuplot's that shows as it is: in single quotes, inside which nothing is interpreted; a text
 * with a single quote in it, which gnuplot does not read everywhere as it says, in double quotes, and in these no
 * character that it would interpret stands for itself. Control characters become spaces; what is not UTF-8 or has no
 * place in an XML file becomes U+FFFD. gnuplot writes `]]>` into an SVG as it is, where it is an error: a space without
 * width parts it. */
void gnuplot_quote(FILE *gp, const char *text);

/* The text as a line that gnuplot leaves out, in scripts and in data. */
void gnuplot_comment(FILE *out, const char *text);

/* The colour and shape of the k-th series (from 0): the palette of Okabe and Ito without its yellow, which paper
 * swallows. After the palette's end the colours come again with other shapes. */
const char *gnuplot_colour(size_t k);
int gnuplot_point(size_t k, bool filled);

/* What is drawn on, in pixels: a page of the report, with letters of 13 pixels; or the column of a paper, where 13
 * pixels are 8 pt. */
enum { FIGURE_WIDTH = 900, COLUMN_WIDTH = 371 };
struct page {
  double width, height;
  bool paper;
};

/* The figure on three media, and for a paper on a fourth: NAME-latex.tex, whose letters are set by LaTeX. */
void gnuplot_begin(FILE *gp, const char *name, const char *title, const struct page *page);
void gnuplot_end(FILE *gp, const char *name, const struct page *page);

#endif
