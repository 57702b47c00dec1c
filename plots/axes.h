/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * axes.h: computes ranges, ticks and the space around a plot of series, so that a single point, a constant and a zero
 * on log paper are readable, and equal data give equal pictures.
 */
#ifndef PLOTS_AXES_H
#define PLOTS_AXES_H

#include <stdbool.h>
#include <stdio.h>

#include "plots/figure.h"
#include "plots/gnuplot.h"

struct axis {
  double low, high; /* the drawn range */
  bool log;
  double zero; /* on log paper, the position of 0; 0: there is none to draw */
};

/* The x axis of all points: log paper, except where an x is not positive. */
struct axis axis_of_x(const struct series_list *list);

/* The same, linear, with 0 at its beginning. */
struct axis axis_of_x_linear(const struct series_list *list);
struct axis axis_of_values_linear(const struct series_list *list);

/* The y axis of all values (with mean and band): log paper where all are positive or 0 and one is not 0. */
struct axis axis_of_values(const struct series_list *list);

/* Pixels that the widest tick needs beyond those that a layout has. */
double axis_room(const struct axis *axis, bool paper);

/* The function shown(v) of the script: the position of v. */
void axis_write_shown(FILE *gp, const struct axis *y);

/* The position of a value between the ends of the axis: 0 to 1. */
double axis_fraction(const struct axis *axis, double value);

/* The positions of plot, key and caption, in pixels from the top; and the space at the sides of the plot. */
struct layout {
  struct page page;
  double plot_top, plot_bottom, key_top, left, right;
  unsigned key_rows;
  bool key_left; /* it begins at the left edge, as SVG takes a centred one of this width to be wider than the page */
};

/* The input of a layout: key entries, characters of the longest, the difference of the plot's height from others,
 * and space at its sides. A figure for a paper has no title, and its picture has no caption. */
struct layout_wish {
  bool paper, screen;
  size_t key_entries, widest;
  double lower, higher, left, right;
  const char *caption;
};

struct layout layout_of(const struct layout_wish *wish);

/* The space at the right of each plot. */
double layout_right(bool paper);

/* Writes the label; and ticks at powers of two, or at the x themselves where they are few and have room. Formulas,
 * guides and fits are in N whatever x is, which a page says; for a paper "algorithm.slots" is "slots". */
void axis_write_x(FILE *gp, const struct axis *axis, const struct series_list *list, const struct layout *layout);

/* In a column the label has a fixed place: gnuplot leaves it out if it takes the ticks to be too wide for it. */
void axis_write_y(FILE *gp, const struct axis *axis, const char *label, const struct layout *layout);

/* The margins, the key and the caption. */
void layout_write(FILE *gp, const struct layout *layout, const char *caption);

/* The caption alone, in lines at the bottom of a picture. */
void caption_write(FILE *gp, const char *caption, const struct page *page);

/* Any text in lines across the page, the first of them `top` pixels below the upper edge, in a colour such as
 * '#000000'. */
enum { PARAGRAPH_ROW = 17 };
size_t paragraph_rows(const char *text, bool paper);
void paragraph_write(FILE *gp, const char *text, double top, const struct page *page, const char *colour);

/* A name cut to fit in the key: gnuplot leaves out a key that is too wide. The caller frees it. */
char *key_entry(const char *name);

#endif
