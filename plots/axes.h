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

struct axis {
  double low, high; /* what is drawn */
  bool log;
  double zero; /* on log paper, where 0 is drawn; 0: there is none to draw */
};

/* The x axis of all points: log paper, except where an x is not positive. */
struct axis axis_of_x(const struct series_list *list);

/* The y axis of all values (with mean and band): log paper where all are positive or 0 and one is not 0. */
struct axis axis_of_values(const struct series_list *list);

/* The label; and ticks at powers of two, or at the x themselves where they are few or lie close. Formulas, guides and
 * fits are of N whatever x is. */
void axis_write_x(FILE *gp, const struct axis *axis, const struct series_list *list);
void axis_write_y(FILE *gp, const struct axis *axis);

/* Where a value lies between the ends of the axis: 0 to 1. */
double axis_fraction(const struct axis *axis, double value);

/* Where plot, key and caption lie, in pixels from the top; and the space to the right of the plot. */
struct layout {
  double height, plot_top, plot_bottom, key_top, right;
  unsigned key_rows;
};

/* widest: characters of the longest key entry. */
struct layout layout_of(size_t key_entries, size_t widest, const char *caption);

/* The same around a plot of another size: so much lower, so much higher, and with so much space at its right. */
struct layout layout_with(double lower, double higher, double right, size_t key_entries, size_t widest,
                          const char *caption);

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
