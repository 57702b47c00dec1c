/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * figure_plan.h: one entry of "plots", while its figures are planned (figure.c; those of series: figure_series.c). Only
 * these two include this.
 */
#ifndef PLOTS_FIGURE_PLAN_H
#define PLOTS_FIGURE_PLAN_H

#include "plots/figure.h"

/* Which figures have one series for all adversaries. */
enum envelope { ENVELOPE_ALL, ENVELOPE_NONE, ENVELOPE_FULL /* those that would have too many series */ };

/* One entry of "plots". */
struct figure_plan {
  enum figure_type type;
  const char *metric, *divide_by, *title, *name; /* "" where the entry has none */
  enum figure_spread spread;
  enum figure_axes axes;
  bool paper;
  enum envelope envelope;
  const json_t *labels;
  const char *x_name; /* the variable of its series */
  size_t first;       /* number of its first figure */
  const json_t *filter;
  const json_t *fits; /* fits.json */
};

/* Whether the entry has all the figures that it may have; then the one that was to come is left out. */
bool figure_plan_full(const struct figure_plan *plan, struct figure_list *out);

/* Another figure of the entry; part: what of the records it shows, for its name. */
struct figure *figure_add(struct figure_list *list, const struct figure_plan *plan, const char *part);

/* The figures of its series: growth and normalised. */
bool figure_plan_series(const struct results *r, const struct figure_plan *plan, struct figure_list *out,
                        struct error *e);

#endif
