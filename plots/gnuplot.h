/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * gnuplot.h: the small part of gnuplot's language that all scripts share.
 *
 * One function writes texts into scripts, and every terminal has `noenhanced`, so that an underscore stays an
 * underscore.
 */
#ifndef PLOTS_GNUPLOT_H
#define PLOTS_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A text as a literal gnuplot string. It is in single quotes, which interpret nothing. A text with a single quote,
 * which gnuplot does not read everywhere as documented, is in double quotes, with all special characters escaped.
 * Control characters become spaces; bytes that are not UTF-8 or not allowed in an XML file become U+FFFD. gnuplot
 * writes `]]>` into an SVG unchanged, where it is an error: a zero-width space splits it. */
void gnuplot_quote(FILE *gp, const char *text);

/* The text as a comment line for gnuplot, in scripts and in data. */
void gnuplot_comment(FILE *out, const char *text);

/* The colour and shape of the k-th series (from 0): the palette of Okabe and Ito without its yellow, which is
 * invisible on paper. After the palette's end the colours repeat with other shapes. */
const char *gnuplot_colour(size_t k);
int gnuplot_point(size_t k, bool filled);

/* The drawing area, in pixels: a page of the report, with letters of 13 pixels; or the column of a paper, where 13
 * pixels are 8 pt. */
enum { FIGURE_WIDTH = 900, COLUMN_WIDTH = 371 };
struct page {
  double width, height;
  bool paper, screen; /* screen: a column for the first screen of a report, of which paper holds as well */
};

/* The figure on three media, and for a paper on a fourth: NAME-latex.tex, where LaTeX sets the texts. For a screen on
 * one: NAME-screen.svg. */
void gnuplot_begin(FILE *gp, const char *name, const char *title, const struct page *page);
void gnuplot_end(FILE *gp, const char *name, const struct page *page);

#endif
