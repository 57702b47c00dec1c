/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * normalised.c: value / f(N) against N. A series that becomes flat grows as Theta(f); one that rises grows faster.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "plots/axes.h"
#include "plots/classes.h"
#include "plots/ends.h"
#include "plots/gnuplot.h"
#include "plots/looks.h"
#include "plots/text_width.h"

/* The divisor of all series, or NULL where they differ. */
static const char *common_divisor(const struct figure *f)
{
  for (size_t k = 1; k < f->series.n; k++)
    if (strcmp(f->divisor[k].text, f->divisor[0].text) != 0) return NULL;
  return growth_class_shown(f->divisor[0].text);
}

static struct axis axis_of_quotients(const struct figure *f)
{
  double high = 0, low = 0;
  for (size_t k = 0; k < f->series.n; k++)
    for (size_t p = 0; p < f->series.series[k].n; p++) {
      high = fmax(high, figure_quotient(f, k, p));
      low = fmin(low, figure_quotient(f, k, p));
    }
  if (high == 0 && low == 0) high = 1;
  return (struct axis){.low = low * 1.1, .high = high * 1.12};
}

/* The points of a series: those that are drawn, and among them those that get a sign. */
enum points { POINTS_DRAWN, POINTS_CUT_SHORT, POINTS_FEWER };

static bool has_some(const struct figure *f, size_t k, enum points of)
{
  const struct series *s = &f->series.series[k];
  for (size_t p = 0; p < s->n; p++) {
    const bool is = of == POINTS_DRAWN || (of == POINTS_FEWER ? s->point[p].fewer : s->point[p].cut_short);
    if (is && !isnan(figure_quotient(f, k, p))) return true;
  }
  return false;
}

static bool any_series(const struct figure *f, enum points of)
{
  for (size_t k = 0; k < f->series.n; k++)
    if (has_some(f, k, of)) return true;
  return false;
}

static void write_data(const struct figure *f, FILE *dat)
{
  const bool fewer = any_series(f, POINTS_FEWER);
  for (size_t k = 0; k < f->series.n; k++) {
    const struct series *s = &f->series.series[k];
    char *columns = mem_format("%s value/(%s) value complete%s", s->x_name, f->divisor[k].text, fewer ? " fewer" : "");
    fputs(k > 0 ? "\n\n" : "", dat);
    gnuplot_comment(dat, s->name);
    gnuplot_comment(dat, s->scope);
    gnuplot_comment(dat, columns);
    free(columns);
    for (size_t p = 0; p < s->n; p++) {
      const double q = figure_quotient(f, k, p);
      char shown[40];
      snprintf(shown, sizeof shown, isnan(q) ? "NaN" : "%.12g", q);
      fprintf(dat, "%.15g %s ", s->point[p].x, shown);
      fprintf(dat, isfinite(s->point[p].value) ? "%.15g" : "NaN", s->point[p].value);
      fprintf(dat, " %d", s->point[p].complete && !s->point[p].cut_short);
      if (fewer) fprintf(dat, " %d", s->point[p].fewer);
      fputc('\n', dat);
    }
  }
}

/* "glb" where all are divided by the same, else "glb, f = N lg N"; "glb: unbounded" where nothing is drawn. */
static char *divided_entry(const struct figure *f, size_t k)
{
  char *name = key_entry(f->series.series[k].name);
  if (!has_some(f, k, POINTS_DRAWN)) mem_append(&name, ": unbounded");
  if (common_divisor(f) != NULL) return name;
  char *entry = mem_format("%s, f = %s", name, growth_class_shown(f->divisor[k].text));
  free(name);
  return entry;
}

static size_t widest_entry(const struct figure *f)
{
  size_t widest = 16;
  for (size_t k = 0; k < f->series.n; k++) {
    char *entry = divided_entry(f, k);
    if (text_width(entry) > widest) widest = text_width(entry);
    free(entry);
  }
  return widest;
}

/* Its line carries marks of one kind, so a single lower bound makes all of them open. */
static bool all_exact(const struct series *s)
{
  bool all = figure_is_filled(s);
  for (size_t p = 0; p < s->n; p++) all = all && s->point[p].complete;
  return all;
}

/* The points of a kind, by their column in the data; the first series with some has a place in the key. */
static void write_signs(FILE *gp, const struct figure *f, enum points of, const char *condition, const char *sign,
                        const char *name)
{
  bool any = false;
  for (size_t k = 0; k < f->series.n; k++) {
    if (!has_some(f, k, of)) continue;
    fprintf(gp, ", \\\n  DATA index %zu using 1:(%s ? $2 : NaN) with points %s ", k, condition, sign);
    fprintf(gp, any ? "notitle" : "title '%s'", name);
    any = true;
  }
}

/* Twins have one look, and one entry unless their divisors differ. */
static bool has_entry(const struct figure *f, size_t k)
{
  const size_t twin = looks_twin(&f->series, k);
  return looks_is_entry(&f->series, k) || strcmp(f->divisor[k].text, f->divisor[twin].text) != 0;
}

static void write_series(const struct figure *f, size_t k, const struct look *look, bool entry, FILE *gp)
{
  fputs(", \\\n", gp);
  if (has_some(f, k, POINTS_DRAWN))
    fprintf(gp, "  DATA index %zu using 1:2 with linespoints pt %d ps 0.8 lw 1.4%s lc rgb '%s' ", k,
            gnuplot_point(look->shape, all_exact(&f->series.series[k])), look_dash(look), look->colour);
  else
    fprintf(gp, entry ? "  keyentry " : "  NaN ");
  fputs(entry ? "title " : "notitle", gp);
  if (!entry) return;
  char *text = divided_entry(f, k);
  gnuplot_quote(gp, text);
  free(text);
}

static void write_plots(const struct figure *f, const struct look *look, bool at_ends, FILE *gp)
{
  fprintf(gp, "DATA = '%s.dat'\nplot \\\n", f->name);
  fputs("  NaN notitle", gp); /* entries of the key alone are nothing to plot */
  for (size_t k = 0; k < f->series.n; k++) write_series(f, k, &look[k], has_entry(f, k) && !at_ends, gp);
  write_signs(gp, f, POINTS_CUT_SHORT, "$4 == 0", FIGURE_CUT_SHORT, FIGURE_CUT_SHORT_NAME);
  write_signs(gp, f, POINTS_FEWER, "$5 == 1", FIGURE_FEWER, FIGURE_FEWER_NAME);
  fputc('\n', gp);
}

static void write_ends(FILE *gp, const struct figure *f, const struct look *look, const struct axis *x,
                       const struct axis *y, double pixels)
{
  struct end *end = mem_new(f->series.n, sizeof *end);
  size_t n = 0;
  for (size_t k = 0; k < f->series.n; k++) {
    const struct series *s = &f->series.series[k];
    if (!ends_has_name(&f->series, k)) continue;
    size_t p = s->n;
    while (p > 0 && isnan(figure_quotient(f, k, p - 1))) p--;
    if (p == 0) continue;
    end[n++] = (struct end){s->name, look[k].colour, axis_fraction(x, s->point[p - 1].x),
                            axis_fraction(y, figure_quotient(f, k, p - 1))};
  }
  ends_write(gp, end, n, &(struct ends_look){ENDS_WIDTH, ends_letters(f->paper), pixels});
  free(end);
}

/* Series with different divisors have them in the key. */
static bool is_named_at_ends(const struct figure *f)
{
  return common_divisor(f) != NULL && ends_fit(&f->series, f->paper);
}

static void write_script(const struct figure *f, const struct look *look, FILE *gp)
{
  const char *common = common_divisor(f);
  const struct axis x = axis_of_x(&f->series), y = axis_of_quotients(f);
  const bool at_ends = is_named_at_ends(f);
  size_t entries = any_series(f, POINTS_CUT_SHORT) + any_series(f, POINTS_FEWER);
  for (size_t k = 0; k < f->series.n && !at_ends; k++) entries += has_entry(f, k);
  const struct layout layout = layout_of(&(struct layout_wish){.paper = f->paper,
                                                               .screen = f->screen,
                                                               .key_entries = entries,
                                                               .widest = at_ends ? 16 : widest_entry(f),
                                                               .left = axis_room(&y, f->paper),
                                                               .right = at_ends ? ends_room(&f->series, f->paper) : 0,
                                                               .caption = f->caption});
  char *label = mem_format(common != NULL && strpbrk(common, "+-*/ ") != NULL ? "%s / (%s)" : "%s / %s", f->quantity,
                           common != NULL ? common : "f(N)");
  gnuplot_begin(gp, f->name, f->title, &layout.page);
  layout_write(gp, &layout, f->caption);
  axis_write_x(gp, &x, &f->series, &layout);
  axis_write_y(gp, &y, label, &layout);
  if (at_ends) write_ends(gp, f, look, &x, &y, layout.plot_bottom - layout.plot_top);
  write_plots(f, look, at_ends, gp);
  gnuplot_end(gp, f->name, &layout.page);
  free(label);
}

void figure_write_normalised(const struct results *r, const struct figure *f, FILE *dat, FILE *gp)
{
  struct look *looks = mem_new(f->series.n, sizeof *looks);
  const struct figure narrow = figure_on_screen(f);
  looks_of(r->algorithms, &f->series, looks);
  if (f->paper) looks_for_paper(&f->series, looks);
  write_data(f, dat);
  write_script(f, looks, gp);
  if (f->screened) {
    looks_of(r->algorithms, &f->series, looks);
    write_script(&narrow, looks, gp);
  }
  free(looks);
}
