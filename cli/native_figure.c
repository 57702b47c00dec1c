/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/native_figure.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "plots/alone.h"
#include "results/load.h"

enum { FEWEST_RANKED = 3 };

double native_rank_correlation(const struct measured *all, size_t count, uint32_t n)
{
  double *rmr = mem_new(count, sizeof *rmr), *time = mem_new(count, sizeof *time),
         *work = mem_new(2 * count, sizeof *work);
  size_t ranked = 0;
  for (size_t k = 0; k < count; k++)
    if (all[k].n == n && isfinite(all[k].rmr) && all[k].native.time.n != 0) {
      rmr[ranked] = all[k].rmr;
      time[ranked++] = native_mean_time(&all[k].native, all[k].n);
    }
  const double r = ranked >= FEWEST_RANKED ? gsl_stats_spearman(rmr, 1, time, 1, ranked, work) : NAN;
  free(rmr), free(time), free(work);
  return r;
}

/* --- points ------------------------------------------------------------------------------------------------------- */

/* The point of a row in a figure. */
struct coordinates {
  double x, y;
};

static struct coordinates rate_of(const struct measured *m)
{
  return (struct coordinates){m->n, m->rate};
}

static struct coordinates time_of(const struct measured *m)
{
  return (struct coordinates){m->rmr, native_mean_time(&m->native, m->n)};
}

/* A figure: the points that it shows, and its words. */
struct native_figure {
  struct coordinates (*of)(const struct measured *row);
  const char *x_name, *metric, *title;
  bool unguided;
};

/* The series of one algorithm: its rows stand together, one for each number of threads. One that is given twice, or was
 * stuck, is left out. */
static struct series series_of(const struct native_figure *figure, const struct measured *row, size_t n)
{
  struct series s = series_plain(row->algorithm, figure->metric, figure->x_name, KIND_SAMPLE);
  free(s.algorithm);
  s.algorithm = mem_text(row->algorithm);
  for (size_t k = 0; k < n; k++) {
    const struct coordinates at = figure->of(&row[k]);
    bool there = row[k].native.stuck || !(at.x > 0) || !(at.y > 0);
    for (size_t p = 0; p < s.n; p++) there = there || s.point[p].x == at.x;
    if (!there) series_add_point(&s, at.x, at.y);
  }
  series_put_in_order(&s);
  return s;
}

/* How many rows from this one on are of one algorithm. */
static size_t rows_of_one(const struct measured *row, size_t count)
{
  size_t n = 1;
  while (n < count && strcmp(row[n].algorithm, row[0].algorithm) == 0) n++;
  return n;
}

static bool draw(const struct native_figure *figure, const struct measured *all, size_t count, const char *caption,
                 const char *path, struct error *e)
{
  struct series_list list = {.series = mem_new(count, sizeof *list.series)};
  for (size_t k = 0, n; k < count; k += n) {
    n = rows_of_one(&all[k], count - k);
    struct series s = series_of(figure, &all[k], n);
    if (s.n > 0 && list.n < ALONE_MOST)
      list.series[list.n++] = s;
    else
      series_free(&s);
  }
  const struct alone alone = {
    .list = &list, .metric = figure->metric, .title = figure->title, .caption = caption, .unguided = figure->unguided};
  const bool ok =
    list.n > 0 ? alone_draw(&alone, path, e) : fail(e, EXIT_INCOMPLETE, "nothing to draw: no passage was completed");
  series_list_free(&list);
  return ok;
}

/* --- figures ------------------------------------------------------------------------------------------------------ */

bool native_draw_rates(const struct measured *all, size_t count, const char *how, const char *path, struct error *e)
{
  static const struct native_figure rates = {rate_of, "threads", "passages per second",
                                             "Passages per second on real threads", false};
  return draw(&rates, all, count, how, path, e);
}

/* "Rank correlation 0.82 with 2 threads, 0.61 with 4. " */
static char *correlations(const struct measured *all, size_t count)
{
  char *text = mem_text("");
  for (size_t k = 0; k < count; k++) {
    size_t first = 0;
    while (all[first].n != all[k].n) first++;
    const double r = native_rank_correlation(all, count, all[k].n);
    if (first != k || !isfinite(r)) continue;
    if (text[0] == '\0')
      mem_append(&text, "Rank correlation %.2f with %u threads", r, all[k].n);
    else
      mem_append(&text, ", %.2f with %u", r, all[k].n);
  }
  if (text[0] != '\0') mem_append(&text, ". ");
  return text;
}

bool native_draw_times(const struct measured *all, size_t count, const char *how, const char *path, struct error *e)
{
  static const struct native_figure times = {time_of, "RMRs per passage, simulated", "nanoseconds per passage",
                                             "Do RMRs predict time?", true};
  char *ranks = correlations(all, count);
  char *caption = mem_format("%s%s A mark for each number of threads.", ranks, how);
  const bool ok = draw(&times, all, count, caption, path, e);
  free(ranks);
  free(caption);
  return ok;
}
