/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * figure_series.c: figures of series: one or, where there are too many series, one for each algorithm; divided by
 * something, and labelled, as the entry says.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "plots/caption.h"
#include "plots/classes.h"
#include "plots/figure_plan.h"
#include "plots/plain_names.h"
#include "results/analysis/sample.h"
#include "results/metric_name.h"
#include "results/selection.h"

static bool is_fit_of(const json_t *fit, const struct series *s)
{
  const char *metric = text_of(fit, "metric");
  const json_t *scope = json_object_get(fit, "scope");
  if (metric[0] != '\0' && strcmp(metric, s->metric) != 0) return false;
  if (json_is_object(scope)) return json_equal(scope, s->fields);
  return strcmp(text_of(fit, "series"), s->name) == 0;
}

/* The entry for a series in fits.json: the one with its metric and scope, or where an entry has no scope with its name.
 * NULL: there is none. */
static const json_t *fit_of(const json_t *fits, const struct series *s)
{
  const json_t *list = json_object_get(fits, "series");
  for (size_t k = 0; k < json_array_size(list); k++)
    if (is_fit_of(json_array_get(list, k), s)) return json_array_get(list, k);
  return NULL;
}

/* divide_by of the config; else the class of the fit, or of its first runner-up where it is undecided; else N. */
static const char *divisor_text(const struct figure_plan *plan, const struct series *s)
{
  if (plan->divide_by[0] != '\0') return plan->divide_by;
  const json_t *fit = fit_of(plan->fits, s);
  const char *name = text_of(fit, "class");
  if (name[0] == '\0') name = text_of(json_array_get(json_object_get(fit, "runners_up"), 0), "class");
  struct formula parsed;
  struct error ignored = {0};
  return name[0] != '\0' && formula_parse(name, &parsed, &ignored) ? name : "N";
}

static bool set_divisors(const struct figure_plan *plan, struct figure *f, struct error *e)
{
  f->divisor = mem_new(f->series.n, sizeof *f->divisor);
  bool ok = true;
  for (size_t k = 0; ok && k < f->series.n; k++) {
    f->divisor[k].text = mem_text(divisor_text(plan, &f->series.series[k]));
    ok = formula_parse(f->divisor[k].text, &f->divisor[k].formula, e);
  }
  return ok;
}

static char *usual_title(const struct figure *f, const char *x_name)
{
  if (f->type == FIGURE_GROWTH) return mem_format("%s against %s", f->quantity, x_name);
  for (size_t k = 1; k < f->series.n; k++)
    if (strcmp(f->divisor[k].text, f->divisor[0].text) != 0)
      return mem_format("%s divided by f(N): flat means Θ(f)", f->quantity);
  const char *by = growth_class_shown(f->divisor[0].text);
  return mem_format("%s divided by %s: flat means Θ(%s)", f->quantity, by, by);
}

/* Of very many points those that lie closer together than anybody could see are left out. False: there are none. */
static bool thin_out(struct series *s)
{
  enum { POINTS_ALL = 256 };
  size_t *place = mem_new(s->n, sizeof *place);
  const size_t stay = sample_places(s->n, POINTS_ALL, place);
  const bool thinned = stay < s->n;
  for (size_t k = 0; k < stay; k++) s->point[k] = s->point[place[k]];
  s->n = stay;
  free(place);
  return thinned;
}

/* Tells in the caption if points are left out. */
static void thin_out_all(struct figure *f)
{
  size_t thinned = 0;
  for (size_t k = 0; k < f->series.n; k++) thinned += thin_out(&f->series.series[k]);
  if (thinned > 0) mem_append(&f->caption, " Of the longest series not all points are drawn; records.csv has them.");
}

/* The words of the entry for a series, in place of its name. */
static void set_label(const struct figure_plan *plan, struct series *s)
{
  for (size_t k = 0; k < json_array_size(plan->labels); k++) {
    const json_t *one = json_array_get(plan->labels, k);
    if (!selection_allows_series(json_object_get(one, "series"), s)) continue;
    free(s->name);
    s->name = mem_text(text_of(one, "label"));
    return;
  }
}

/* One figure of the given series, which it takes over. */
static bool add_series_figure(const struct results *r, const struct figure_plan *plan, const char *part,
                              struct series_list list, struct figure_list *out, struct error *e)
{
  struct figure *f = figure_add(out, plan, part);
  f->series = list;
  f->quantity = metric_words(plan->metric);
  plain_names(r, &f->series);
  for (size_t k = 0; k < f->series.n; k++) set_label(plan, &f->series.series[k]);
  f->caption = caption_of_series(r, &f->series, plan->type == FIGURE_GROWTH && plan->axes == AXES_LOG);
  thin_out_all(f);
  if (plan->type == FIGURE_NORMALISED && !set_divisors(plan, f, e)) return false;
  char *title = plan->title[0] != '\0' ? mem_text(plan->title) : usual_title(f, list.series[0].x_name);
  f->title = part[0] != '\0' ? mem_format("%s: %s", title, part) : mem_text(title);
  free(title);
  return true;
}

/* Moves the series of an algorithm, from the first that is left on, at most FIGURE_MOST, into a list of their own. */
static struct series_list take_some(struct series_list *list, const char *algorithm)
{
  struct series_list out = {.series = mem_new(FIGURE_MOST, sizeof *out.series)};
  size_t left = 0;
  for (size_t k = 0; k < list->n; k++) {
    const bool taken = out.n < FIGURE_MOST && strcmp(list->series[k].algorithm, algorithm) == 0;
    if (taken)
      out.series[out.n++] = list->series[k];
    else
      list->series[left++] = list->series[k];
  }
  list->n = left;
  return out;
}

/* Splits a figure that has too much: the figures of one algorithm after the other. Series keep their names, which are
 * those of the report's tables. */
static bool plan_split(const struct results *r, const struct figure_plan *plan, struct series_list *list,
                       struct figure_list *out, struct error *e)
{
  bool ok = true;
  while (list->n > 0) {
    char *algorithm = mem_text(list->series[0].algorithm);
    struct series_list some = take_some(list, algorithm);
    if (ok && !figure_plan_full(plan, out))
      ok = add_series_figure(r, plan, algorithm, some, out, e);
    else
      series_list_free(&some);
    free(algorithm);
  }
  return ok;
}

/* Whether one series is to stand for all adversaries: as the entry says, or where else there would be too many. A mean
 * is none of a worst case. */
static bool is_envelope(const struct figure_plan *plan, const struct series_list *list)
{
  struct metric_name name;
  struct error ignored = {0};
  const bool largest =
    metric_name_parse(plan->metric, &name, &ignored) && !metric_is_average(&name) && !metric_is_least(&name);
  if (!largest || plan->envelope == ENVELOPE_NONE) return false;
  return plan->envelope == ENVELOPE_ALL || list->n > FIGURE_MOST;
}

static const char *fewer_words(const struct figure *f)
{
  for (size_t k = 0; k < f->series.n; k++)
    if (figure_any_fewer(&f->series.series[k])) return " At a + there are fewer of them, and the line may be too low.";
  return "";
}

bool figure_plan_series(const struct results *r, const struct figure_plan *plan, struct figure_list *out,
                        struct error *e)
{
  struct series_list list;
  results_series(r, plan->metric, plan->x_name, &list);
  const bool envelope = is_envelope(plan, &list);
  const size_t each = list.n, first = out->n;
  if (envelope) {
    series_list_free(&list);
    results_envelopes(r, plan->metric, plan->x_name, &list);
  }
  const bool merged = list.n < each;
  bool ok = true;
  if (list.n > 0 && list.n <= FIGURE_MOST) {
    ok = add_series_figure(r, plan, "", list, out, e);
  } else {
    ok = plan_split(r, plan, &list, out, e);
    series_list_free(&list);
  }
  for (size_t k = first; ok && merged && k < out->n; k++)
    mem_append(&out->figure[k].caption, " Each line is the largest over all adversaries.%s",
               fewer_words(&out->figure[k]));
  return ok;
}
