/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * axes.h: ranges, ticks and the space around a plot of series, all computed here, so that a single point, a constant
 * and a zero on log paper come out readable, and equal data give equal pictures.
 */
#ifndef PLOTS_AXES_H
#define PLOTS_AXES_H

#include <stdbool.h>
#include <stdio.h>

#include "plots/figure.h"
#include "plots/gnuplot.h"

struct axis {
  double low, high; /* what is drawn */
  bool log;
  double zero; /* on log paper, where 0 is drawn; 0: there is none to draw */
};

/* The x axis of all points: log paper, except where an x is not positive. */
struct axis axis_of_x(const struct series_list *list);

/* The same, linear, with 0 at its beginning. */
struct axis axis_of_x_linear(const struct series_list *list);
struct axis axis_of_values_linear(const struct series_list *list);

/* The y axis of all values (with mean and band): log paper where all are positive or 0 and one is not 0. */
struct axis axis_of_values(const struct series_list *list);

void axis_write_y(FILE *gp, const struct axis *axis, const char *label);

/* The function shown(v) of the script: where v is drawn. */
void axis_write_shown(FILE *gp, const struct axis *y);

/* Where a value lies between the ends of the axis: 0 to 1. */
double axis_fraction(const struct axis *axis, double value);

/* Where plot, key and caption lie, in pixels from the top; and the space at the sides of the plot. */
struct layout {
  struct page page;
  double plot_top, plot_bottom, key_top, left, right;
  unsigned key_rows;
};

/* What the layout is for: key entries, characters of the longest, a plot that is so much lower or higher than others,
 * and space at its right. For a paper there is no title, and the caption is no part of the picture. */
struct layout_wish {
  bool paper;
  size_t key_entries, widest;
  double lower, higher, right;
  const char *caption;
};

struct layout layout_of(const struct layout_wish *wish);

/* The label; and ticks at powers of two, or at the x themselves where they are few and have room. Formulas, guides and
 * fits are of N whatever x is, which a page says; for a paper "algorithm.slots" is "slots". */
void axis_write_x(FILE *gp, const struct axis *axis, const struct series_list *list, const struct layout *layout);

/* The margins, the key and the caption. */
void layout_write(FILE *gp, const struct layout *layout, const char *caption);

/* The caption alone, in lines at the bottom of a picture of so many pixels. */
void caption_write(FILE *gp, const char *caption, double height);

/* Any text in lines of the same width, the first of them `top` pixels below the upper edge, in a colour such as
 * '#000000'. */
enum { PARAGRAPH_ROW = 17 };
size_t paragraph_rows(const char *text);
void paragraph_write(FILE *gp, const char *text, double top, double height, const char *colour);

/* A name as the key has room for: gnuplot leaves a key out that is too wide. The caller frees it. */
char *key_entry(const char *name);

#endif
