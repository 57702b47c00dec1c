/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/pgf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "plots/axes.h"
#include "plots/latex.h"
#include "plots/looks.h"
#include "results/analysis/claim.h"

bool pgf_draws(const struct figure *f)
{
  return f->paper && (f->type == FIGURE_GROWTH || f->type == FIGURE_NORMALISED);
}

static void write_text(FILE *out, const char *text)
{
  latex_text(out, text, strlen(text));
}

/* --- figures ------------------------------------------------------------------------------------------------------ */

/* By the shape and the dash of a look, so that the picture looks much as that of gnuplot does: only the fifth mark is a
 * pentagon, and gnuplot's is a triangle on its point. */
static const char *const open_marks[] = {"o", "square", "triangle", "diamond", "pentagon"};
static const char *const filled_marks[] = {"*", "square*", "triangle*", "diamond*", "pentagon*"};
static const char *const dashes[] = {"solid", "densely dashed", "dotted", "dash dot", "loosely dashed"};
enum { MARKS = sizeof open_marks / sizeof *open_marks, DASHES = sizeof dashes / sizeof *dashes };

/* `zero`: on log paper the place of 0, which has none by itself; 0: nothing is there. */
struct picture {
  const struct figure *figure;
  double zero;
};

static bool is_logarithmic_x(const struct figure *f)
{
  return f->type == FIGURE_NORMALISED || f->axes != AXES_LINEAR;
}

static bool is_logarithmic_y(const struct figure *f)
{
  return f->type == FIGURE_GROWTH && f->axes == AXES_LOG && axis_of_values(&f->series).log;
}

/* Where a value is drawn: on log paper a zero has a place of its own. NAN: it has none. */
static double place_of(const struct picture *of, size_t k, size_t p)
{
  const struct figure *f = of->figure;
  const double value = f->series.series[k].point[p].value;
  if (f->type == FIGURE_NORMALISED) return figure_quotient(f, k, p);
  return value == 0 && of->zero > 0 ? of->zero : isfinite(value) ? value : NAN;
}

static bool is_unbounded(const struct figure *f, const struct series_point *p)
{
  return f->type == FIGURE_GROWTH && p->value == INFINITY;
}

static bool has_unbounded(const struct figure *f, const struct series *s)
{
  for (size_t p = 0; p < s->n; p++)
    if (is_unbounded(f, &s->point[p])) return true;
  return false;
}

static bool any_point(const struct series *s, const struct series_point *p)
{
  (void)s;
  (void)p;
  return true;
}

static bool is_cut_short(const struct series *s, const struct series_point *p)
{
  (void)s;
  return p->cut_short;
}

static bool has_fewer(const struct series *s, const struct series_point *p)
{
  (void)s;
  return p->fewer;
}

typedef bool point_test(const struct series *s, const struct series_point *p);

/* Those of a series that have a place and pass the test: how many there are; and with `out`, where they are. */
static size_t write_those(FILE *out, const struct picture *of, size_t k, point_test *test)
{
  const struct series *s = &of->figure->series.series[k];
  size_t n = 0;
  for (size_t p = 0; p < s->n; p++) {
    const double place = place_of(of, k, p);
    if (isnan(place) || !test(s, &s->point[p])) continue;
    if (out != NULL) fprintf(out, " (%.15g,%.10g)", s->point[p].x, place);
    n++;
  }
  return n;
}

static void write_points(FILE *out, const struct picture *of, size_t k, point_test *test)
{
  fputs("coordinates {", out);
  write_those(out, of, k, test);
  fputs(" };\n", out);
}

/* The line, with open marks unless all values are exact; and where some are, filled marks over theirs. */
static void write_series(FILE *out, const struct picture *of, size_t k, const struct look *look)
{
  const struct series *s = &of->figure->series.series[k];
  char *entry = key_entry(s->name);
  const size_t exact = write_those(NULL, of, k, figure_is_exact), drawn = write_those(NULL, of, k, any_point);
  const size_t shape = look->shape % MARKS;
  fprintf(out, "  \\addplot[%s, mark=%s, mark options=solid] ", dashes[look->dash % DASHES],
          exact == drawn ? filled_marks[shape] : open_marks[shape]);
  write_points(out, of, k, any_point);
  fputs("  \\addlegendentry{", out);
  write_text(out, entry);
  fputs(has_unbounded(of->figure, s) ? " ($\\infty$: unbounded)}\n" : "}\n", out);
  if (exact > 0 && exact < drawn) {
    fprintf(out, "  \\addplot[only marks, mark=%s, forget plot] ", filled_marks[shape]);
    write_points(out, of, k, figure_is_exact);
  }
  free(entry);
}

/* The points of all series that have a sign, with an entry in the key. */
static void write_signs(FILE *out, const struct picture *of, point_test *test, const char *sign, const char *name)
{
  size_t n = 0;
  for (size_t k = 0; k < of->figure->series.n; k++) n += write_those(NULL, of, k, test);
  if (n == 0) return;
  fprintf(out, "  \\addplot[only marks, %s] coordinates {", sign);
  for (size_t k = 0; k < of->figure->series.n; k++) write_those(out, of, k, test);
  fprintf(out, " };\n  \\addlegendentry{%s}\n", name);
}

/* The sign of infinity at the top, for each series a little to the right of that of the series before. */
static void write_unbounded(FILE *out, const struct figure *f)
{
  size_t before = 0;
  for (size_t k = 0; k < f->series.n; k++) {
    const struct series *s = &f->series.series[k];
    for (size_t p = 0; p < s->n; p++)
      if (is_unbounded(f, &s->point[p]))
        fprintf(out, "  \\node[anchor=north, xshift=%zuem] at ({axis cs:%.15g,1} |- {rel axis cs:0,1}) {$\\infty$};\n",
                before, s->point[p].x);
    before += has_unbounded(f, s);
  }
}

static void write_label(FILE *out, const char *axis, const char *label)
{
  fprintf(out, "    %slabel={", axis);
  write_text(out, label);
  fputs("},\n", out);
}

static void write_list(FILE *out, const char *key, const double *value, size_t n)
{
  fprintf(out, "    %s={", key);
  for (size_t k = 0; k < n; k++) fprintf(out, "%s%.15g", k > 0 ? "," : "", value[k]);
  fputs("},\n", out);
}

/* Ticks where the values are, or at some of them, as powers of two are not what a logarithmic axis would choose. */
static void write_ticks(FILE *out, const struct series_list *list)
{
  enum { TICKS = 8 };
  const struct series *longest = list->n > 0 ? &list->series[0] : NULL;
  for (size_t k = 1; k < list->n; k++)
    if (list->series[k].n > longest->n) longest = &list->series[k];
  if (longest == NULL || longest->n == 0) return;
  double tick[TICKS];
  size_t n = 0;
  const size_t stride = (longest->n + TICKS - 1) / TICKS;
  for (size_t p = 0; p < longest->n; p += stride) tick[n++] = longest->point[p].x;
  write_list(out, "xtick", tick, n);
  write_list(out, "xticklabels", tick, n);
}

/* Powers of ten; where there are few of them, also 2 and 5; and 0. */
static void write_decades(FILE *out, const struct picture *of)
{
  const struct figure *f = of->figure;
  enum { FEW = 100, TICKS = 64 };
  double low = INFINITY, high = 0, tick[TICKS] = {0}, label[TICKS];
  size_t n = 0;
  for (size_t k = 0; k < f->series.n; k++)
    for (size_t p = 0; p < f->series.series[k].n; p++) {
      const double value = f->series.series[k].point[p].value;
      if (!isfinite(value) || value <= 0) continue;
      low = fmin(low, value);
      high = fmax(high, value);
    }
  if (high == 0) return;
  for (double ten = pow(10, floor(log10(low))); ten <= high && n + 3 < TICKS; ten *= 10) {
    static const double steps[] = {1, 2, 5};
    for (size_t k = 0; k < (high / low <= FEW ? 3 : 1); k++) tick[n++] = steps[k] * ten;
  }
  memcpy(label, tick, sizeof label);
  if (of->zero > 0) {
    tick[n] = of->zero;
    label[n++] = 0;
  }
  write_list(out, "ytick", tick, n);
  write_list(out, "yticklabels", label, n);
}

/* "RMRs per passage / N"; where series have divisors of their own: "/ f(N)". */
static void write_y_label(FILE *out, const struct figure *f)
{
  const bool ratio = f->type == FIGURE_NORMALISED && f->series.n > 0;
  const char *by = ratio ? f->divisor[0].text : "";
  for (size_t k = 1; ratio && k < f->series.n; k++)
    if (strcmp(f->divisor[k].text, by) != 0) by = "f(N)";
  char *label =
    ratio ? mem_format(strpbrk(by, "+-*/ ") != NULL ? "%s / (%s)" : "%s / %s", f->quantity, by) : mem_text(f->quantity);
  write_label(out, "y", label);
  free(label);
}

void pgf_write_figure(const struct figure *f, FILE *out)
{
  const struct picture of = {f, is_logarithmic_y(f) ? axis_of_values(&f->series).zero : 0};
  struct look *look = mem_new(f->series.n, sizeof *look);
  looks_for_paper(&f->series, look);
  fputs("% Needs \\usepackage{pgfplots} and \\pgfplotsset{compat=1.17}. ", out);
  write_text(out, f->title);
  fputs("\n% ", out);
  write_text(out, f->caption);
  fputs("\n\\begin{tikzpicture}\n  \\begin{axis}[\n", out);
  fprintf(out, "    xmode=%s, ymode=%s,\n", is_logarithmic_x(f) ? "log" : "normal",
          is_logarithmic_y(f) ? "log" : "normal");
  if (is_logarithmic_x(f)) write_ticks(out, &f->series);
  if (is_logarithmic_y(f)) write_decades(out, &of);
  write_label(out, "x", f->series.n > 0 ? f->series.series[0].x_name : "N");
  write_y_label(out, f);
  if (!is_logarithmic_y(f)) fputs("    ymin=0,\n", out);
  fputs("    legend pos=outer north east, legend cell align=left,\n  ]\n", out);
  for (size_t k = 0; k < f->series.n; k++) write_series(out, &of, k, &look[k]);
  write_signs(out, &of, is_cut_short, "mark=x, red, thick, mark size=3pt", FIGURE_CUT_SHORT_NAME);
  write_signs(out, &of, has_fewer, "mark=+, thick, mark size=3pt", FIGURE_FEWER_NAME);
  write_unbounded(out, f);
  fputs("  \\end{axis}\n\\end{tikzpicture}\n", out);
  free(look);
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

/* "(N^3+5)/6" and "O(N^2)" are set as mathematics, all else as it is. */
static void write_growth(FILE *out, const char *text)
{
  if (text[strspn(text, "0123456789NO()+-/^. ")] != '\0' || strchr(text, 'N') == NULL) {
    write_text(out, text);
    return;
  }
  fputc('$', out);
  for (const char *at = text; *at != '\0';) {
    const size_t power = at[0] == '^' ? strspn(at + 1, "0123456789.") : 0;
    if (power > 0)
      fprintf(out, "^{%.*s}", (int)power, at + 1);
    else
      fputc(*at, out);
    at += 1 + power;
  }
  fputc('$', out);
}

static void write_cell(FILE *out, const json_t *cell)
{
  static const char *const signs[N_AGREEMENTS] = {[AGREEMENT_AGREES] = "",
                                                  [AGREEMENT_PROVED] = "",
                                                  [AGREEMENT_DISAGREES] = " ($\\neq$ ",
                                                  [AGREEMENT_NOT_DECIDED] = " (? ",
                                                  [AGREEMENT_NOTHING_SAID] = ""};
  const enum agreement a = cell_agreement(cell);
  const char *growth = text_of(cell, "growth");
  const bool known = json_array_size(json_object_get(cell, "evidence")) > 0;
  if (known)
    write_growth(out, growth[0] != '\0' ? growth : text_of(cell, "value"));
  else
    fputs("--", out);
  if (!known || signs[a][0] == '\0') return;
  fputs(signs[a], out);
  write_growth(out, text_of(cell, "said"));
  fputc(')', out);
}

void pgf_write_table(const json_t *table, FILE *out)
{
  const json_t *columns = json_object_get(table, "columns"), *rows = json_object_get(table, "rows");
  fputs("% Needs \\usepackage{booktabs}. ", out);
  write_text(out, text_of(table, "title"));
  fputs("\n% A result that disagrees with the claim has it behind $\\neq$, one that is not decided behind a ?.\n", out);
  fputs("\\begin{tabular}{l", out);
  for (size_t c = 0; c < json_array_size(columns); c++) fputc('l', out);
  fputs("}\n  \\toprule\n  algorithm", out);
  for (size_t c = 0; c < json_array_size(columns); c++) {
    fputs(" & ", out);
    write_text(out, json_string_value(json_array_get(columns, c)));
  }
  fputs(" \\\\\n  \\midrule\n", out);
  for (size_t r = 0; r < json_array_size(rows); r++) {
    const json_t *row = json_array_get(rows, r), *cells = json_object_get(row, "cells");
    fputs("  ", out);
    write_text(out, text_of(row, "label"));
    for (size_t c = 0; c < json_array_size(cells); c++) {
      fputs(" & ", out);
      write_cell(out, json_array_get(cells, c));
    }
    fputs(" \\\\\n", out);
  }
  fputs("  \\bottomrule\n\\end{tabular}\n", out);
}
