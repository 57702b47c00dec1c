/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * gallery.c: the worst cases of all algorithms on one log-log paper. Colour and shape tell how steep a curve is, not
 * whose it is; the names stand at the right ends of the curves, moved apart where they would overlap. An unbounded
 * curve has no place on the paper: its names stand above it, and its values, which depend on how long one looked, are
 * in the .dat only.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "plots/axes.h"
#include "plots/curves.h"
#include "plots/ends.h"
#include "plots/gnuplot.h"
#include "plots/guides.h"
#include "plots/text_width.h"

enum {
  HIGHER = 250,     /* than other plots, in pixels */
  LABELS = 240,     /* to the right of the plot */
  LABEL_WIDTH = 42, /* characters */
  HIGHER_SCREEN = 160,
  LABELS_SCREEN = 112,
  LABEL_SCREEN = 20,
  SCREEN_KEY = 10, /* characters for which the key of a screen has room, as its letters are counted */
  TAIL_SCREEN = 8  /* of them at the end of a name that is cut */
};

struct steepness_look {
  const char *words;
  size_t colour, shape;
};

static const struct steepness_look looks[N_STEEPNESSES] = {
#define X(id, words, colour, shape) {words, colour, shape},
  STEEPNESSES(X)
#undef X
};

/* ---- the curves that are drawn ---- */

static bool has_bounded(const struct curves *c)
{
  for (size_t k = 0; k < c->n; k++)
    if (c->curve[k].steepness != STEEP_UNBOUNDED) return true;
  return false;
}

/* The curves, or those that are bounded, as series for the axes and guides; only the points belong to the curves. */
static struct series_list lines_of(const struct curves *c, bool all)
{
  static char over[] = "N";
  struct series_list list = {.series = mem_new(c->n, sizeof *list.series)};
  for (size_t k = 0; k < c->n; k++)
    if (all || c->curve[k].steepness != STEEP_UNBOUNDED)
      list.series[list.n++] = (struct series){.x_name = over, .n = c->curve[k].n, .point = c->curve[k].point};
  return list;
}

static bool has_any(const struct curves *c, enum steepness s)
{
  for (size_t k = 0; k < c->n; k++)
    if (c->curve[k].steepness == s) return true;
  return false;
}

/* Marks that are exact, or that are not, among the curves with a place on the paper. */
static bool has_marks(const struct curves *c, bool exact)
{
  for (size_t k = 0; k < c->n; k++)
    for (size_t p = 0; p < c->curve[k].n; p++)
      if (c->curve[k].steepness != STEEP_UNBOUNDED && c->curve[k].point[p].complete == exact) return true;
  return false;
}

static bool is_dashed(const struct curve *c)
{
  return !c->decided && c->steepness != STEEP_UNTOLD;
}

static bool has_dashed(const struct curves *c)
{
  for (size_t k = 0; k < c->n; k++)
    if (is_dashed(&c->curve[k])) return true;
  return false;
}

/* ---- the numbers ---- */

static void write_data(const struct curves *c, FILE *dat)
{
  for (size_t k = 0; k < c->n; k++) {
    const struct curve *one = &c->curve[k];
    char *what = mem_format("%s%s%s", one->names, one->growth[0] != '\0' ? "  " : "", one->growth);
    fputs(k > 0 ? "\n\n" : "", dat);
    gnuplot_comment(dat, what);
    gnuplot_comment(dat, "N value exact unbounded");
    free(what);
    for (size_t p = 0; p < one->n; p++) {
      const struct series_point *q = &one->point[p];
      fprintf(dat, "%.15g ", q->x);
      fprintf(dat, isfinite(q->value) ? "%.15g" : "NaN", q->value);
      fprintf(dat, " %d %d\n", q->complete, q->value == INFINITY);
    }
  }
}

/* ---- labels ---- */

/* N as far as anything is known, values as far as they are bounded. */
struct axes {
  struct axis x, y;
  struct guides guides;
};

/* On a screen the matrix beside the picture has the growth, and long names are cut. */
static char *label_of(const struct curve *one, bool screen)
{
  if (!screen) return mem_format("%s%s%s", one->names, one->growth[0] != '\0' ? "  " : "", one->growth);
  char *names = mem_text(one->names), *rest = NULL, *label = mem_text("");
  for (char *name = strtok_r(names, " ", &rest); name != NULL; name = strtok_r(NULL, " ", &rest)) {
    char *cut = text_cut(name, LABEL_SCREEN - TAIL_SCREEN - 1, TAIL_SCREEN);
    mem_append(&label, "%s%s", label[0] != '\0' ? " " : "", cut);
    free(cut);
  }
  free(names);
  return label;
}

static void write_labels(FILE *gp, const struct curves *c, const struct axes *a, const struct layout *l)
{
  const bool screen = l->page.screen;
  struct end *end = mem_new(c->n, sizeof *end);
  size_t n = 0;
  for (size_t k = 0; k < c->n; k++) {
    const struct curve *one = &c->curve[k];
    if (one->steepness == STEEP_UNBOUNDED) continue;
    const struct series_point *last = &one->point[one->n - 1];
    end[n++] = (struct end){.text = label_of(one, screen),
                            .colour = gnuplot_colour(looks[one->steepness].colour),
                            .x = axis_fraction(&a->x, last->x),
                            .y = axis_fraction(&a->y, last->value == 0 && a->y.zero > 0 ? a->y.zero : last->value)};
  }
  ends_write(gp, end, n,
             &(struct ends_look){
               .width = screen ? LABEL_SCREEN : LABEL_WIDTH, .letters = 10, .pixels = l->plot_bottom - l->plot_top});
  for (size_t k = 0; k < n; k++) free(end[k].text);
  free(end);
}

/* ---- the rail of the unbounded ---- */

/* " (sessions same, any:2)": the rules of sessions that make the algorithm unbounded, where others do not. The caller
 * frees it. */
static char *guilty_sessions(const struct results *r, const struct series *s)
{
  char *text = mem_text("");
  struct lookup all = {0}, guilty = {0};
  for (size_t k = 0; k < r->n; k++) {
    const struct record *one = &r->record[k];
    const double value = record_metric(one, s->metric);
    if (strcmp(one->algorithm, s->algorithm) != 0 || strcmp(one->memory, s->memory) != 0 ||
        strcmp(record_faults(one), s->faults) != 0 || strcmp(record_time(one), s->time) != 0 ||
        strcmp(record_order(one), s->order) != 0 || isnan(value))
      continue;
    lookup_add_text(&all, one->sessions);
    if (value == INFINITY) lookup_add_text(&guilty, one->sessions);
  }
  for (size_t k = 0; k < all.n; k++) {
    const char *sessions = lookup_text(&all, k);
    if (lookup_find_text(&guilty, sessions) == guilty.n) continue;
    mem_append(&text, "%s%s", text[0] != '\0' ? ", " : " (sessions ", sessions);
  }
  const bool others = guilty.n < all.n;
  lookup_free(&all);
  lookup_free(&guilty);
  if (others && text[0] != '\0')
    mem_append(&text, ")");
  else
    text[0] = '\0';
  return text;
}

/* "∞  without bound over all schedules: tas, ttas, bwbgme (sessions same)"; "" where all are bounded. On a screen the
 * evidence in the matrix has the sessions. */
static char *rail_text(const struct results *r, const struct curves *c, bool screen)
{
  char *text = mem_text("");
  for (size_t k = 0; k < c->n; k++) {
    if (c->curve[k].steepness != STEEP_UNBOUNDED) continue;
    char *sessions = screen ? mem_text("") : guilty_sessions(r, c->curve[k].first);
    const char *before = screen ? "∞  without bound: " : "∞  without bound over all schedules: ";
    mem_append(&text, "%s%s%s", text[0] != '\0' ? ", " : before, c->curve[k].names, sessions);
    free(sessions);
  }
  return text;
}

/* A sign at the top of each N at which an exact value has no bound. */
static void write_infinities(FILE *gp, const struct curves *c, const struct axis *x)
{
  double last = -INFINITY;
  for (bool more = true; more;) {
    double next = INFINITY;
    for (size_t k = 0; k < c->n; k++)
      for (size_t p = 0; p < c->curve[k].n; p++)
        if (c->curve[k].point[p].value == INFINITY && c->curve[k].point[p].x > last)
          next = fmin(next, c->curve[k].point[p].x);
    more = isfinite(next);
    if (more)
      fprintf(gp, "set label '∞' at graph %.4f, graph 0.985 center noenhanced font ',16' tc rgb '#000000'\n",
              axis_fraction(x, next));
    last = next;
  }
}

/* ---- the script ---- */

static void write_curve(FILE *gp, const struct curve *c, size_t k)
{
  const struct steepness_look *look = &looks[c->steepness];
  fprintf(gp, "  DATA index %zu using 1:(shown($2)) with lines lw 1.1%s lc rgb '%s' notitle, \\\n", k,
          is_dashed(c) ? " dt (10,6)" : "", gnuplot_colour(look->colour));
  for (int exact = 0; exact < 2; exact++)
    fprintf(
      gp,
      "  DATA index %zu using 1:($3 == %d ? shown($2) : NaN) with points pt %d ps %s lw 1.1 lc rgb '%s' notitle, \\\n",
      k, exact, gnuplot_point(look->shape, exact), exact ? "0.8" : "0.6", gnuplot_colour(look->colour));
}

static size_t key_entries(const struct curves *c)
{
  size_t n = has_marks(c, true) + has_marks(c, false) + has_dashed(c);
  for (enum steepness s = 0; s < STEEP_UNBOUNDED; s++) n += has_any(c, s);
  return n;
}

/* On a screen: the words before the colon. */
static char *key_words(enum steepness s, bool screen)
{
  const char *words = looks[s].words;
  return screen ? mem_format("%.*s", (int)strcspn(words, ":"), words) : mem_text(words);
}

static void write_key(FILE *gp, const struct curves *c, bool screen)
{
  const char *comma = "";
  for (enum steepness s = 0; s < STEEP_UNBOUNDED; s++) {
    if (!has_any(c, s)) continue;
    char *words = key_words(s, screen);
    fprintf(gp, "%s  keyentry with linespoints pt %d ps 0.8 lw 1.6 lc rgb '%s' title '%s'", comma,
            gnuplot_point(looks[s].shape, true), gnuplot_colour(looks[s].colour), words);
    free(words);
    comma = ", \\\n";
  }
  if (has_marks(c, true))
    fprintf(gp, "%s  keyentry with points pt 7 ps 0.8 lc rgb '#555555' title 'filled: exact'", comma);
  if (has_marks(c, false))
    fputs(", \\\n  keyentry with points pt 6 ps 0.8 lw 1.4 lc rgb '#555555' title 'open: lower bound'", gp);
  if (has_dashed(c))
    fputs(", \\\n  keyentry with lines dt (10,6) lw 1.1 lc rgb '#555555' title 'dashed: by slope'", gp);
  if (!has_bounded(c)) fputs("  NaN notitle", gp); /* gnuplot wants something to plot */
  fputc('\n', gp);
}

static size_t widest_look(void)
{
  size_t widest = 0;
  for (enum steepness s = 0; s < STEEP_UNBOUNDED; s++)
    if (text_width(looks[s].words) > widest) widest = text_width(looks[s].words);
  return widest;
}

static struct axes axes_of(const struct curves *c)
{
  struct series_list all = lines_of(c, true), bounded = lines_of(c, false);
  struct axes a = {.x = axis_of_x(&all), .y = axis_of_values(&bounded)};
  a.guides = guides_main(&bounded, &a.x, &a.y);
  free(all.series);
  free(bounded.series);
  return a;
}

static void write_axes(FILE *gp, const struct axes *a, const struct figure *figure, const struct curves *c,
                       const struct layout *l)
{
  struct series_list all = lines_of(c, true);
  axis_write_x(gp, &a->x, &all, l);
  axis_write_y(gp, &a->y, figure->quantity, l);
  free(all.series);
  fputs("set samples 300\n", gp);
  guides_write_labels_inside(gp, &a->guides, &a->x, &a->y, l);
  axis_write_shown(gp, &a->y);
}

static void write_script(FILE *gp, const struct results *r, const struct figure *figure, const struct curves *c)
{
  const bool screen = figure->screen;
  char *rail = rail_text(r, c, screen);
  const double rail_height = (double)paragraph_rows(rail, figure->paper) * PARAGRAPH_ROW;
  const struct axes axes = axes_of(c);
  const struct layout l = layout_of(&(struct layout_wish){.paper = figure->paper,
                                                          .screen = screen,
                                                          .key_entries = key_entries(c),
                                                          .widest = screen ? SCREEN_KEY : widest_look(),
                                                          .lower = rail_height,
                                                          .higher = screen ? HIGHER_SCREEN : HIGHER,
                                                          .right = screen ? LABELS_SCREEN : LABELS,
                                                          .caption = figure->caption});
  gnuplot_begin(gp, figure->name, figure->title, &l.page);
  layout_write(gp, &l, figure->caption);
  paragraph_write(gp, rail, l.plot_top - 8 - rail_height, &l.page, "#000000");
  free(rail);
  write_infinities(gp, c, &axes.x);
  write_axes(gp, &axes, figure, c, &l);
  write_labels(gp, c, &axes, &l);
  fprintf(gp, "DATA = '%s.dat'\nplot \\\n", figure->name);
  guides_write_plots(gp, &axes.guides);
  for (size_t k = 0; k < c->n; k++)
    if (c->curve[k].steepness != STEEP_UNBOUNDED) write_curve(gp, &c->curve[k], k);
  write_key(gp, c, screen);
  gnuplot_end(gp, figure->name, &l.page);
}

void figure_write_gallery(const struct results *r, const struct figure *figure, FILE *dat, FILE *gp)
{
  struct curves curves;
  curves_of(&figure->series, r->algorithms, figure->known, &curves);
  write_data(&curves, dat);
  const struct figure narrow = figure_on_screen(figure);
  write_script(gp, r, figure, &curves);
  if (figure->screened) write_script(gp, r, &narrow, &curves);
  curves_free(&curves);
}
