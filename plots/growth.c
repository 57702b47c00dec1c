/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * growth.c: value against N on log-log paper. A point is the merged value, a line the mean of the passages, the band
 * their 10th to 90th percentile; a series that has no mean gets a thin line through its points. Filled marks are exact
 * values, open ones lower bounds or samples.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plots/axes.h"
#include "plots/gnuplot.h"
#include "plots/guides.h"
#include "plots/text.h"

struct marks {
  bool mean, band, incomplete; /* is there one anywhere in the figure? */
};

static bool has_mean(const struct series *s)
{
  bool all = s->n > 0;
  for (size_t p = 0; p < s->n; p++) all = all && !isnan(s->point[p].mean);
  return all;
}

/* More bands than these make mud. The numbers stay in the .dat. */
enum { BANDS_MOST = 3 };

static bool has_band(const struct series *s, size_t n_series)
{
  bool all = s->n > 0 && n_series <= BANDS_MOST;
  for (size_t p = 0; p < s->n; p++) all = all && !isnan(s->point[p].low) && !isnan(s->point[p].high);
  return all;
}

static struct marks find_marks(const struct series_list *list)
{
  struct marks m = {0};
  for (size_t k = 0; k < list->n; k++) {
    m.mean = m.mean || has_mean(&list->series[k]);
    m.band = m.band || has_band(&list->series[k], list->n);
    for (size_t p = 0; p < list->series[k].n; p++) m.incomplete = m.incomplete || !list->series[k].point[p].complete;
  }
  return m;
}

/* One block for each series. */
static void write_points(const struct series_list *list, FILE *dat)
{
  for (size_t k = 0; k < list->n; k++) {
    const struct series *s = &list->series[k];
    fprintf(dat, "%s# %s\n# %s\n# %s value mean low high repetitions complete\n", k > 0 ? "\n\n" : "", s->name,
            s->scope, s->x_name);
    for (size_t p = 0; p < s->n; p++) {
      const struct series_point *q = &s->point[p];
      const double columns[] = {q->x, q->value, q->mean, q->low, q->high};
      for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++)
        if (isnan(columns[c]))
          fputs("NaN ", dat);
        else
          fprintf(dat, "%.15g ", columns[c]);
      fprintf(dat, "%u %d\n", q->repetitions, q->complete);
    }
  }
}

static void write_series(FILE *gp, const struct series *s, size_t k, bool band)
{
  const char *colour = gnuplot_colour(k);
  if (band)
    fprintf(gp,
            "  DATA index %zu using 1:(shown($4)):(shown($5)) with filledcurves fs transparent solid 0.15 noborder lc "
            "rgb '%s' notitle, \\\n",
            k, colour);
  if (has_mean(s))
    fprintf(gp, "  DATA index %zu using 1:(shown($3)) with lines lw 1.6 lc rgb '%s' notitle, \\\n", k, colour);
  else
    fprintf(gp, "  DATA index %zu using 1:(shown($2)) with lines lw 0.7 lc rgb '%s' notitle, \\\n", k, colour);
  fprintf(gp, "  DATA index %zu using 1:(shown($2)) with points pt %d ps 0.8 lw 1.4 lc rgb '%s' notitle, \\\n", k,
          gnuplot_point(k, figure_is_filled(s)), colour);
}

static void write_key(FILE *gp, const struct series_list *list, const struct marks *m)
{
  for (size_t k = 0; k < list->n; k++) {
    fprintf(gp, "%s  keyentry with points pt %d ps 0.8 lw 1.4 lc rgb '%s' title ", k > 0 ? ", \\\n" : "",
            gnuplot_point(k, figure_is_filled(&list->series[k])), gnuplot_colour(k));
    char *entry = key_entry(list->series[k].name);
    gnuplot_quote(gp, entry);
    free(entry);
  }
  if (m->mean) fputs(", \\\n  keyentry with lines lw 1.6 lc rgb '#555555' title 'mean'", gp);
  if (m->band)
    fputs(", \\\n  keyentry with filledcurves fs solid 0.3 noborder lc rgb '#777777' title '10th to 90th percentile'",
          gp);
  if (m->incomplete)
    fputs(", \\\n  DATA using 1:($7 == 0 ? shown($2) : NaN) with points " FIGURE_CUT_SHORT " title 'run cut short'",
          gp);
  fputc('\n', gp);
}

static size_t widest_entry(const struct series_list *list, const struct marks *m)
{
  size_t widest = m->band ? strlen("10th to 90th percentile") : strlen("run cut short");
  for (size_t k = 0; k < list->n; k++) {
    char *entry = key_entry(list->series[k].name);
    if (text_width(entry) > widest) widest = text_width(entry);
    free(entry);
  }
  return widest;
}

void figure_write_growth(const struct results *r, const struct figure *figure, FILE *dat, FILE *gp)
{
  (void)r;
  const struct series_list *list = &figure->series;
  const struct marks marks = find_marks(list);
  const struct axis x = axis_of_x(list), y = axis_of_values(list);
  const struct guides guides = guides_of(list, &x, &y);
  const struct layout layout =
    layout_of(list->n + marks.mean + marks.band + marks.incomplete, widest_entry(list, &marks), figure->caption);
  write_points(list, dat);
  gnuplot_begin(gp, figure->name, figure->title, layout.height);
  layout_write(gp, &layout, figure->caption);
  axis_write_x(gp, &x, list);
  axis_write_y(gp, &y);
  fprintf(gp, "set xlabel '%s' noenhanced\nset ylabel ", list->series[0].x_name);
  gnuplot_quote(gp, figure->quantity);
  fprintf(gp, " noenhanced\nset samples 300\n");
  guides_write_labels(gp, &guides, &x, &y);
  if (y.zero > 0)
    fprintf(gp, "shown(v) = v == 0 ? %.6g : v  # log paper has no 0\n", y.zero);
  else
    fprintf(gp, "shown(v) = v\n");
  fprintf(gp, "DATA = '%s.dat'\nplot \\\n", figure->name);
  guides_write_plots(gp, &guides);
  for (size_t k = 0; k < list->n; k++) write_series(gp, &list->series[k], k, has_band(&list->series[k], list->n));
  write_key(gp, list, &marks);
  gnuplot_end(gp, figure->name, layout.height);
}
