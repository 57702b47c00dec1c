/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * growth.c: value against N on log-log paper. A point is the merged value, and the line goes through the points. Where
 * the config asks for it, a thin line is the mean of the passages, and the band their 10th to 90th percentile. Filled
 * marks are exact values, open ones lower bounds or samples.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "plots/axes.h"
#include "plots/ends.h"
#include "plots/gnuplot.h"
#include "plots/guides.h"
#include "plots/looks.h"
#include "plots/text_width.h"

struct marks {
  bool mean, band, incomplete, fewer, exact, open, unbounded; /* is there one anywhere in the figure? */
};

static size_t key_entries(const struct series_list *list, const struct marks *m, bool at_ends)
{
  size_t names = 0;
  for (size_t k = 0; k < list->n && !at_ends; k++) names += looks_is_entry(list, k);
  return names + m->mean + m->band + m->incomplete + m->fewer + m->unbounded + (m->exact ? 1u + m->open : 0);
}

static bool has_mean(const struct series *s, enum figure_spread spread)
{
  bool all = s->n > 0 && spread != SPREAD_NONE;
  for (size_t p = 0; p < s->n; p++) all = all && !isnan(s->point[p].mean);
  return all;
}

/* More bands than these make mud. The numbers stay in the .dat. */
enum { BANDS_MOST = 3 };

static bool has_band(const struct series *s, size_t n_series, enum figure_spread spread)
{
  bool all = s->n > 0 && n_series <= BANDS_MOST && spread == SPREAD_BAND;
  for (size_t p = 0; p < s->n; p++) all = all && !isnan(s->point[p].low) && !isnan(s->point[p].high);
  return all;
}

static void find_mark(const struct series *s, const struct series_point *p, struct marks *m)
{
  m->incomplete = m->incomplete || (p->cut_short && isfinite(p->value));
  m->unbounded = m->unbounded || p->value == INFINITY;
  m->exact = m->exact || (figure_is_exact(s, p) && isfinite(p->value));
  m->open = m->open || (!figure_is_exact(s, p) && isfinite(p->value));
}

static struct marks find_marks(const struct series_list *list, enum figure_spread spread)
{
  struct marks m = {0};
  for (size_t k = 0; k < list->n; k++) {
    m.mean = m.mean || has_mean(&list->series[k], spread);
    m.band = m.band || has_band(&list->series[k], list->n, spread);
    m.fewer = m.fewer || figure_any_fewer(&list->series[k]);
    for (size_t p = 0; p < list->series[k].n; p++) find_mark(&list->series[k], &list->series[k].point[p], &m);
  }
  return m;
}

/* One block for each series. */
static void write_points(const struct series_list *list, bool unbounded, bool fewer, FILE *dat)
{
  for (size_t k = 0; k < list->n; k++) {
    const struct series *s = &list->series[k];
    fputs(k > 0 ? "\n\n" : "", dat);
    gnuplot_comment(dat, s->name);
    gnuplot_comment(dat, s->scope);
    char *columns = mem_format("%s value mean low high repetitions complete%s%s", s->x_name,
                               unbounded ? " unbounded" : "", fewer ? " fewer" : "");
    gnuplot_comment(dat, columns);
    free(columns);
    for (size_t p = 0; p < s->n; p++) {
      const struct series_point *q = &s->point[p];
      const double value[] = {q->x, q->value, q->mean, q->low, q->high};
      for (size_t c = 0; c < sizeof value / sizeof value[0]; c++)
        if (!isfinite(value[c]))
          fputs("NaN ", dat);
        else
          fprintf(dat, "%.15g ", value[c]);
      fprintf(dat, "%u %d", q->repetitions, q->complete && !q->cut_short);
      if (unbounded) fprintf(dat, " %d", q->value == INFINITY);
      if (fewer) fprintf(dat, " %d", q->fewer);
      fputc('\n', dat);
    }
  }
}

static void write_marks(FILE *gp, size_t k, const struct look *look, const char *value, bool filled)
{
  fprintf(gp, "  DATA index %zu using 1:(%s) with points pt %d ps 0.8 lw 1.4 lc rgb '%s' notitle, \\\n", k, value,
          gnuplot_point(look->shape, filled), look->colour);
}

static void write_series(FILE *gp, const struct figure *figure, size_t k, const struct look *look)
{
  const struct series *s = &figure->series.series[k];
  const char *colour = look->colour;
  if (has_band(s, figure->series.n, figure->spread))
    fprintf(gp,
            "  DATA index %zu using 1:(shown($4)):(shown($5)) with filledcurves fs transparent solid 0.15 noborder lc "
            "rgb '%s' notitle, \\\n",
            k, colour);
  if (has_mean(s, figure->spread))
    fprintf(gp, "  DATA index %zu using 1:(shown($3)) with lines lw 0.7 lc rgb '%s' notitle, \\\n", k, colour);
  fprintf(gp, "  DATA index %zu using 1:(shown($2)) with lines lw 1.4%s lc rgb '%s' notitle, \\\n", k, look_dash(look),
          colour);
  bool open = false, filled = false;
  for (size_t p = 0; p < s->n; p++) *(figure_is_exact(s, &s->point[p]) ? &filled : &open) = true;
  if (open && filled) { /* an exact series with lower bounds in it */
    write_marks(gp, k, look, "$7 == 1 ? shown($2) : NaN", true);
    write_marks(gp, k, look, "$7 == 0 ? shown($2) : NaN", false);
  } else {
    write_marks(gp, k, look, "shown($2)", filled);
  }
}

static bool is_unbounded_at(const struct series *s, double x)
{
  for (size_t p = 0; p < s->n; p++)
    if (s->point[p].x == x) return s->point[p].value == INFINITY;
  return false;
}

/* The sign of infinity at the top; below it that of the next series which has one at the same place. */
static void write_unbounded(FILE *gp, const struct series_list *list, const struct look *look, const struct axis *y)
{
  for (size_t k = 0; k < list->n; k++)
    for (size_t p = 0; p < list->series[k].n; p++) {
      const double x = list->series[k].point[p].x;
      size_t above = 0;
      if (list->series[k].point[p].value != INFINITY) continue;
      for (size_t j = 0; j < k; j++) above += is_unbounded_at(&list->series[j], x);
      fprintf(gp, "set label '∞' at first %.15g, first %.6g center offset 0,%.1f front tc rgb '%s'\n", x,
              y->log ? y->high / 1.12 : 0.96 * y->high, -0.7 * (double)above, look[k].colour);
    }
}

/* Runs that did not come to their end; the first has a place in the key. */
static void write_crosses(FILE *gp, const struct series_list *list)
{
  bool any = false;
  for (size_t k = 0; k < list->n; k++) {
    bool cut = false;
    for (size_t p = 0; p < list->series[k].n; p++)
      cut = cut || (list->series[k].point[p].cut_short && isfinite(list->series[k].point[p].value));
    if (!cut) continue;
    fprintf(gp, ", \\\n  DATA index %zu using 1:($7 == 0 ? shown($2) : NaN) with points " FIGURE_CUT_SHORT " %s", k,
            any ? "notitle" : "title '" FIGURE_CUT_SHORT_NAME "'");
    any = true;
  }
}

/* Points where the largest is taken over fewer adversaries; the first has a place in the key. */
static void write_fewer(FILE *gp, const struct series_list *list, bool unbounded)
{
  bool any = false;
  for (size_t k = 0; k < list->n; k++) {
    if (!figure_any_fewer(&list->series[k])) continue;
    fprintf(gp, ", \\\n  DATA index %zu using 1:($%d == 1 ? shown($2) : NaN) with points " FIGURE_FEWER " %s", k,
            unbounded ? 9 : 8, any ? "notitle" : "title '" FIGURE_FEWER_NAME "'");
    any = true;
  }
}

static bool has_filled(const struct series *s)
{
  return figure_is_filled(s) && ends_last(s) != NULL;
}

/* The sign of a line that is drawn somewhere; of one that is unbounded everywhere, the part that is drawn. */
static void write_entry(FILE *gp, const struct series_list *list, size_t k, const struct look *look)
{
  const struct series *s = &list->series[k], *twin = &list->series[looks_twin(list, k)];
  if (ends_last(s) != NULL || ends_last(twin) != NULL)
    fprintf(gp, "  keyentry with linespoints pt %d ps 0.8 lw 1.4%s lc rgb '%s' title ",
            gnuplot_point(look->shape, has_filled(s) || has_filled(twin)), look_dash(look), look->colour);
  else
    fprintf(gp, "  keyentry with points pt '∞' lc rgb '%s' title ", look->colour);
  char *entry = key_entry(s->name);
  gnuplot_quote(gp, entry);
  free(entry);
}

/* The names of the series, unless they stand at the ends, and what the marks mean. */
static void write_key(FILE *gp, const struct series_list *list, const struct look *look, const struct marks *m,
                      bool at_ends)
{
  if (at_ends) fputs("  NaN notitle", gp); /* the next entry begins with a comma */
  for (size_t k = 0; k < list->n && !at_ends; k++) {
    if (!looks_is_entry(list, k)) continue;
    fputs(k > 0 ? ", \\\n" : "", gp); /* the first series is always an entry */
    write_entry(gp, list, k, &look[k]);
  }
  if (m->mean) fputs(", \\\n  keyentry with lines lw 0.7 lc rgb '#555555' title 'thin: mean'", gp);
  if (m->band)
    fputs(", \\\n  keyentry with filledcurves fs solid 0.3 noborder lc rgb '#777777' title '10th to 90th percentile'",
          gp);
  if (m->exact) fputs(", \\\n  keyentry with points pt 7 ps 0.8 lc rgb '#555555' title 'filled: exact'", gp);
  if (m->exact && m->open)
    fputs(", \\\n  keyentry with points pt 6 ps 0.8 lw 1.4 lc rgb '#555555' title 'open: lower bound'", gp);
  if (m->unbounded) fputs(", \\\n  keyentry title '∞: unbounded'", gp);
  write_crosses(gp, list);
  write_fewer(gp, list, m->unbounded);
  fputc('\n', gp);
}

static size_t widest_entry(const struct series_list *list, const struct marks *m, bool at_ends)
{
  size_t widest = m->band ? strlen("10th to 90th percentile") : strlen("open: lower bound");
  for (size_t k = 0; k < list->n && !at_ends; k++) {
    char *entry = key_entry(list->series[k].name);
    if (text_width(entry) > widest) widest = text_width(entry);
    free(entry);
  }
  return widest;
}

/* Names at the ends of the lines, as far as each line has an end. */
static void write_ends(FILE *gp, const struct figure *figure, const struct look *look, const struct axis *x,
                       const struct axis *y, double pixels)
{
  const struct series_list *list = &figure->series;
  struct end *end = mem_new(list->n, sizeof *end);
  size_t n = 0;
  for (size_t k = 0; k < list->n; k++) {
    if (!ends_has_name(list, k)) continue;
    const struct series_point *last = ends_last(&list->series[k]);
    const double value = last->value == 0 && y->zero > 0 ? y->zero : last->value;
    end[n++] = (struct end){list->series[k].name, look[k].colour, axis_fraction(x, last->x), axis_fraction(y, value)};
  }
  ends_write(gp, end, n, &(struct ends_look){ENDS_WIDTH, ends_letters(figure->paper), pixels});
  free(end);
}

static void write_axes(FILE *gp, const struct figure *figure, const struct axis *x, const struct axis *y,
                       const struct layout *layout)
{
  axis_write_x(gp, x, &figure->series, layout);
  axis_write_y(gp, y, figure->quantity, layout);
  fputs("set samples 300\n", gp);
  if (figure->unguided) {
    fputs("set xlabel ", gp);
    gnuplot_quote(gp, figure->series.series[0].x_name);
    fputs(" noenhanced\n", gp);
  }
  axis_write_shown(gp, y);
}

static void write_script(const struct figure *figure, const struct marks *marks, const struct look *look, FILE *gp)
{
  const struct series_list *list = &figure->series;
  const struct axis x = figure->axes == AXES_LINEAR ? axis_of_x_linear(list) : axis_of_x(list),
                    y = figure->axes == AXES_LOG ? axis_of_values(list) : axis_of_values_linear(list);
  const struct guides guides = figure->unguided ? (struct guides){0} : guides_of(list, &x, &y);
  const bool at_ends = ends_fit(list, figure->paper);
  const struct layout layout = layout_of(&(struct layout_wish){
    .paper = figure->paper,
    .screen = figure->screen,
    .key_entries = key_entries(list, marks, at_ends),
    .widest = widest_entry(list, marks, at_ends),
    .left = axis_room(&y, figure->paper),
    .right = at_ends ? ends_room(list, figure->paper) : guides_room(&guides, &x, &y, figure->paper),
    .caption = figure->caption});
  gnuplot_begin(gp, figure->name, figure->title, &layout.page);
  layout_write(gp, &layout, figure->caption);
  write_axes(gp, figure, &x, &y, &layout);
  if (at_ends)
    guides_write_labels_inside(gp, &guides, &x, &y, &layout);
  else
    guides_write_labels(gp, &guides, &x, &y, &layout);
  if (at_ends) write_ends(gp, figure, look, &x, &y, layout.plot_bottom - layout.plot_top);
  if (marks->unbounded) write_unbounded(gp, list, look, &y);
  fprintf(gp, "DATA = '%s.dat'\nplot \\\n", figure->name);
  guides_write_plots(gp, &guides);
  for (size_t k = 0; k < list->n; k++) write_series(gp, figure, k, &look[k]);
  write_key(gp, list, look, marks, at_ends);
  gnuplot_end(gp, figure->name, &layout.page);
}

void figure_write_growth(const struct results *r, const struct figure *figure, FILE *dat, FILE *gp)
{
  const struct series_list *list = &figure->series;
  const struct marks marks = find_marks(list, figure->spread);
  struct look *looks = mem_new(list->n, sizeof *looks);
  const struct figure narrow = figure_on_screen(figure);
  looks_of(r->algorithms, list, looks);
  if (figure->paper) looks_for_paper(list, looks);
  write_points(list, marks.unbounded, marks.fewer, dat);
  write_script(figure, &marks, looks, gp);
  if (figure->screened) {
    looks_of(r->algorithms, list, looks);
    write_script(&narrow, &marks, looks, gp);
  }
  free(looks);
}
