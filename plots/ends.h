/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ends.h: names at the right ends of lines, moved apart where they would overlap, with a thin line from each end to its
 * name.
 */
#ifndef PLOTS_ENDS_H
#define PLOTS_ENDS_H

#include <stdbool.h>
#include <stdio.h>

#include "results/series.h"

enum { ENDS_WIDTH = 32 }; /* characters of the longest name that fits at an end */

struct end {
  char *text;
  const char *colour; /* of the line */
  double x, y;        /* its end, as fractions of the axes */
};

struct ends_look {
  size_t width;  /* characters of a row; longer names go on in the next */
  int letters;   /* their size */
  double pixels; /* height of the plot */
};

/* The last point of a series that can be drawn, or NULL. */
const struct series_point *ends_last(const struct series *s);

/* Whether the names of all series fit at the ends: each line has an end, and no name is too long. Else they are in
 * the key. */
bool ends_fit(const struct series_list *list, bool paper);

/* Whether the name of series k stands at its end, where all names do: of two lines that are one entry (plots/looks.h)
 * the one that reaches further has it. */
bool ends_has_name(const struct series_list *list, size_t k);

/* The additional space that the names need at the right of a plot, in pixels; and the size of their letters. */
double ends_room(const struct series_list *list, bool paper);
int ends_letters(bool paper);

/* Sorts the ends from the bottom up, and writes them. */
void ends_write(FILE *gp, struct end *end, size_t n, const struct ends_look *look);

#endif
