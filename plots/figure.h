/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * figure.h: the figures of a result directory. The plan is made from the files alone and before anything is drawn, so
 * that the drawing and the report agree on names, titles and captions without communication.
 *
 * A figure holds at most FIGURE_MOST series: more are split by algorithm, and if still too many, in sequence. A gallery
 * holds all algorithms, and there is one for each memory model. An entry of "plots" gives at most FIGURES_MOST figures,
 * and of series with very many points only some are drawn: unreadable figures are not made.
 */
#ifndef PLOTS_FIGURE_H
#define PLOTS_FIGURE_H

#include <stdio.h>

#include "results/analysis/evaluation.h"
#include "results/formula.h"

enum { FIGURE_MOST = 12, FIGURES_MOST = 100 };

#define FIGURE_TYPES(TYPE)                                                                 \
  TYPE(GROWTH, "growth")         /* value against N on log-log paper, with guide lines  */ \
  TYPE(NORMALISED, "normalised") /* value / f(N): flat means Theta(f)                   */ \
  TYPE(LINES, "lines")           /* RMRs of each line of the listing, for one task      */ \
  TYPE(GALLERY, "gallery")       /* worst cases of all algorithms, coloured by growth   */

enum figure_type {
#define TYPE(id, name) FIGURE_##id,
  FIGURE_TYPES(TYPE)
#undef TYPE
    FIGURE_N_TYPES
};

/* The spread that GROWTH shows beside the values, which are mostly worst-case passages: nothing; the mean of the
 * passages; the mean and the percentiles between which most of them lie. */
#define FIGURE_SPREADS(SPREAD) \
  SPREAD(NONE, "none")         \
  SPREAD(MEAN, "mean")         \
  SPREAD(BAND, "band")

enum figure_spread {
#define SPREAD(id, name) SPREAD_##id,
  FIGURE_SPREADS(SPREAD)
#undef SPREAD
    N_FIGURE_SPREADS
};

/* The axes of GROWTH. */
#define FIGURE_AXES(AXES)  \
  AXES(LOG, "log")         \
  AXES(SEMILOG, "semilog") \
  AXES(LINEAR, "linear")

enum figure_axes {
#define AXES(id, name) AXES_##id,
  FIGURE_AXES(AXES)
#undef AXES
    N_FIGURE_AXES
};

/* The divisor of the values of a series. */
struct divisor {
  char *text; /* as in the config or the fit */
  struct formula formula;
};

struct figure {
  enum figure_type type;
  char *name; /* of its files, without suffix: letters, digits, . _ - */
  char *title;
  char *caption;             /* the common scope, and the key to its marks */
  char *quantity;            /* the quantity on the vertical axis */
  struct series_list series; /* GROWTH, NORMALISED; GALLERY: the worst cases */
  enum figure_spread spread; /* GROWTH */
  enum figure_axes axes;     /* GROWTH */
  bool unguided;             /* GROWTH: x is not N but a measured quantity, too: there are no guide curves */
  bool paper;                /* for a column, of a paper (GROWTH, NORMALISED) or of a screen; else for a page */
  bool screened;             /* it is the picture on the first screen of a report, and drawn for that as well */
  bool screen;               /* that drawing */
  struct divisor *divisor;   /* NORMALISED: one for each series */
  struct analyses *known;    /* GALLERY: the analyses of its curves */
  struct record task;        /* LINES; its parts belong to the results */
};

struct figure_list {
  size_t n;
  struct figure *figure;
  size_t left_out;      /* figures beyond the limit */
  const json_t *tables; /* of claims (tables.json), which become tables for LaTeX; NULL: there are none */
};

/* The evaluation must outlive the list. */
bool figures_plan(const struct evaluation *v, struct figure_list *out, struct error *e);
void figure_list_free(struct figure_list *list);

/* The quantity of a metric, as the title of an axis: "RMRs per passage". The caller frees it. */
char *metric_words(const char *metric);

/* The task whose listing represents the algorithm of these records: the one with the largest N, of these the largest
 * rmr.max, of these the first. NULL where there are explorations only: they have no listing. */
const struct record *figure_task(const struct results *part);

/* The look of a point for a run that was cut short. */
#define FIGURE_CUT_SHORT "pt 2 ps 1.3 lw 1.6 lc rgb '#cc0000'"

/* Exact values have filled marks, all others open ones: samples, and in a series of exact values the lower bounds. */
bool figure_is_filled(const struct series *s);
bool figure_is_exact(const struct series *s, const struct series_point *p);

/* The look of a point with fewer adversaries than others of its line. */
#define FIGURE_FEWER "pt 1 ps 1.5 lw 1.6 lc rgb '#222222'"

/* Their names in the key. */
#define FIGURE_CUT_SHORT_NAME "run cut short"
#define FIGURE_FEWER_NAME     "fewer adversaries"

/* In a normalised figure the p-th value of the k-th series by its divisor; NAN: it has no place, as it is unbounded, or
 * its divisor is not positive. */
double figure_quotient(const struct figure *f, size_t k, size_t p);

/* Whether a series has a point with the mark. */
bool figure_any_fewer(const struct series *s);

/* The same figure as it is drawn for a screen. Its parts belong to the figure. */
struct figure figure_on_screen(const struct figure *f);

/* Writes the numbers and the script of a figure. One function for each type. */
typedef void figure_writer(const struct results *r, const struct figure *figure, FILE *dat, FILE *gp);
figure_writer figure_write_growth, figure_write_normalised, figure_write_lines, figure_write_gallery;

#endif
