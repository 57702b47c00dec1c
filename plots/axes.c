/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/axes.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

#include "plots/gnuplot.h"
#include "plots/text_width.h"

/* ---- ranges ---- */

static void widen(struct axis *a, double value)
{
  if (!isfinite(value)) return;
  a->low = fmin(a->low, value);
  a->high = fmax(a->high, value);
}

struct axis axis_of_x(const struct series_list *list)
{
  struct axis a = {.low = INFINITY, .high = -INFINITY};
  for (size_t k = 0; k < list->n; k++)
    for (size_t p = 0; p < list->series[k].n; p++) widen(&a, list->series[k].point[p].x);
  a.log = a.low > 0;
  const bool single = a.low == a.high;
  if (a.log) {
    const double room = single ? 2 : pow(a.high / a.low, 0.04);
    return (struct axis){.low = a.low / room, .high = a.high * room, .log = true};
  }
  const double room = single ? 1 : 0.04 * (a.high - a.low);
  return (struct axis){.low = a.low - room, .high = a.high + room};
}

/* Over the positive values; *zeros tells whether there are others. */
static struct axis span_of_values(const struct series_list *list, bool *zeros, bool *negative)
{
  struct axis a = {.low = INFINITY, .high = -INFINITY};
  *zeros = *negative = false;
  for (size_t k = 0; k < list->n; k++)
    for (size_t p = 0; p < list->series[k].n; p++) {
      const struct series_point *point = &list->series[k].point[p];
      const double values[] = {point->value, point->mean, point->low, point->high};
      for (size_t v = 0; v < 4; v++) {
        if (values[v] > 0) widen(&a, values[v]);
        if (values[v] == 0) *zeros = true;
        if (values[v] < 0) *negative = true;
      }
    }
  return a;
}

struct axis axis_of_x_linear(const struct series_list *list)
{
  struct axis a = {.low = 0, .high = 0};
  for (size_t k = 0; k < list->n; k++)
    for (size_t p = 0; p < list->series[k].n; p++) widen(&a, list->series[k].point[p].x);
  if (a.low == a.high) a.high = a.low + 1;
  return (struct axis){.low = a.low, .high = a.high + 0.04 * (a.high - a.low)};
}

struct axis axis_of_values_linear(const struct series_list *list)
{
  struct axis a = {.low = 0, .high = 0};
  for (size_t k = 0; k < list->n; k++)
    for (size_t p = 0; p < list->series[k].n; p++) {
      widen(&a, list->series[k].point[p].value);
      widen(&a, list->series[k].point[p].high);
    }
  if (a.low == a.high) a.high = a.low + 1;
  const double room = 0.08 * (a.high - a.low);
  return (struct axis){.low = a.low < 0 ? a.low - room : 0, .high = a.high + room};
}

/* A zero gets a place of its own under the least positive value, with a tick that says 0. */
struct axis axis_of_values(const struct series_list *list)
{
  bool zeros, negative;
  struct axis a = span_of_values(list, &zeros, &negative);
  if (negative || a.high < a.low) return axis_of_values_linear(list);
  a.log = true;
  if (zeros) a.zero = a.low / 2.5;
  const double least = 6; /* times; a flat series must look flat, and guides need some room */
  if (a.high / a.low < least) {
    const double room = sqrt(least * a.low / a.high);
    a.low /= room;
    a.high *= room;
  }
  a.high *= 1.4;
  a.low = zeros ? fmin(a.zero, a.low) / 1.5 : a.low / 1.4;
  return a;
}

double axis_fraction(const struct axis *axis, double value)
{
  if (!axis->log) return (value - axis->low) / (axis->high - axis->low);
  return log(value / axis->low) / log(axis->high / axis->low);
}

/* ---- ticks ---- */

struct ticks {
  FILE *gp; /* NULL: they are only measured */
  bool any;
  size_t widest; /* characters */
};

static void tick(struct ticks *t, double at)
{
  static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const int power = (int)lround(log10(fabs(at)));
  char text[40];
  if (at >= 1e6 && power < 100 && fabs(at / pow(10, power) - 1) < 1e-9)
    snprintf(text, sizeof text, "10%s%s", power >= 10 ? raised[power / 10] : "", raised[power % 10]);
  else
    snprintf(text, sizeof text, "%.15g", at);
  if (text_width(text) > t->widest) t->widest = text_width(text);
  if (t->gp != NULL) fprintf(t->gp, "%s'%s' %.15g", t->any ? ", " : "", text, at);
  t->any = true;
}

static void powers_of_two(struct ticks *t, const struct axis *axis)
{
  const int first = (int)ceil(log2(axis->low) - 1e-9), last = (int)floor(log2(axis->high) + 1e-9);
  const int every = 1 + (last - first) / 14;
  for (int k = first; k <= last; k += every) tick(t, exp2(k));
}

enum { TICK_ROOM = 25 }; /* pixels from one tick to the next */

/* Every x at which there is a point, if they are at most so many and none would touch its neighbour. */
static bool own_ticks(const struct axis *axis, const struct series_list *list, double pixels, double *x, size_t *n,
                      size_t most)
{
  *n = 0;
  for (size_t k = 0; k < list->n; k++)
    for (size_t p = 0; p < list->series[k].n; p++) {
      size_t to = 0;
      const double value = list->series[k].point[p].x;
      while (to < *n && x[to] < value) to++;
      if (to < *n && x[to] == value) continue;
      if (*n == most) return false;
      memmove(x + to + 1, x + to, (*n - to) * sizeof *x);
      x[to] = value;
      (*n)++;
    }
  for (size_t k = 1; k < *n; k++)
    if (pixels * (axis_fraction(axis, x[k]) - axis_fraction(axis, x[k - 1])) < TICK_ROOM) return false;
  return true;
}

/* On a page, a reader is told where an axis is logarithmic. */
static void write_label(FILE *gp, const struct axis *axis, const char *text, const struct layout *layout)
{
  char *label = mem_format("%s%s", text, axis->log && !layout->page.paper ? ", log scale" : "");
  gnuplot_quote(gp, label);
  free(label);
}

static char *x_label(const char *name, bool paper)
{
  const char *dot = strchr(name, '.');
  if (paper) return mem_text(dot != NULL ? dot + 1 : name);
  return mem_format("%s%s", name, strcmp(name, "N") == 0 ? "" : " (N in the formulas)");
}

void axis_write_x(FILE *gp, const struct axis *axis, const struct series_list *list, const struct layout *layout)
{
  enum { MOST = 16 };
  double x[MOST + 1];
  size_t n;
  struct ticks t = {.gp = gp};
  char *label = x_label(list->series[0].x_name, layout->page.paper);
  fputs("set xlabel ", gp);
  write_label(gp, axis, label, layout);
  fputs(" noenhanced\n", gp);
  free(label);
  fprintf(gp, "set xrange [%.6g:%.6g]\n", axis->low, axis->high);
  if (axis->log) fputs("set logscale x 2\n", gp);
  const bool own = own_ticks(axis, list, layout->page.width - layout->left - layout->right, x, &n, MOST);
  if (!own && (!axis->log || axis->high / axis->low < 8)) return; /* gnuplot's own choice */
  fputs("set xtics (", gp);
  if (own)
    for (size_t k = 0; k < n; k++) tick(&t, x[k]);
  else
    powers_of_two(&t, axis);
  fputs(")\n", gp);
}

/* Those of log paper. */
static void y_ticks(struct ticks *t, const struct axis *axis)
{
  const double decades = log10(axis->high / axis->low);
  static const double steps[] = {1, 2, 5};
  for (int power = (int)floor(log10(axis->low)); pow(10, power) <= axis->high; power++)
    for (size_t k = 0; k < (decades > 3.5 ? 1 : 3); k++) {
      const double at = steps[k] * pow(10, power);
      if (at >= (axis->zero > 0 ? axis->zero * 1.6 : axis->low) && at <= axis->high) tick(t, at);
    }
}

static void write_y_ticks(FILE *gp, const struct axis *axis)
{
  struct ticks t = {.gp = gp};
  fputs("set logscale y 10\nset ytics (", gp);
  if (axis->zero > 0) {
    fprintf(gp, "'0' %.6g", axis->zero);
    t.any = true;
  }
  y_ticks(&t, axis);
  fputs(")\n", gp);
}

/* Those that gnuplot chooses: they are a tenth of the range apart, or more, and from a million on it writes 1e+06. */
static size_t widest_linear(const struct axis *axis)
{
  const double most = fmax(fabs(axis->high), fabs(axis->low)), apart = (axis->high - axis->low) / 10;
  const int whole = most >= 1e6 ? 7 : most >= 1 ? (int)log10(most) + 1 : 1;
  const int places = apart > 0 && apart < 1 ? (int)fmin(-floor(log10(apart)), 6) : 0;
  return (size_t)(whole + places + (axis->low < 0));
}

void axis_write_y(FILE *gp, const struct axis *axis, const char *label, const struct layout *layout)
{
  const double middle = 9; /* of its letters */
  fprintf(gp, "set yrange [%.6g:%.6g]\n", axis->low, axis->high);
  if (axis->log) write_y_ticks(gp, axis);
  fputs(layout->page.paper ? "set label " : "set ylabel ", gp);
  write_label(gp, axis, label, layout);
  if (layout->page.paper)
    fprintf(gp, " at screen %.5f, graph 0.5 center rotate noenhanced\n", middle / layout->page.width);
  else
    fputs(" noenhanced\n", gp);
}

void axis_write_shown(FILE *gp, const struct axis *y)
{
  if (y->zero > 0)
    fprintf(gp, "shown(v) = v == 0 ? %.6g : v  # log paper has no 0\n", y->zero);
  else
    fputs("shown(v) = v\n", gp);
}

/* ---- the space around ---- */

enum { PAGE_LINE = 126, COLUMN_LINE = 56 /* characters */, KEY_HEAD = 44, KEY_TAIL = 35 };

/* On a page, and in a column. */
static const struct frame {
  double width, top, plot, x_axis, left, right, before_key, key_row, below;
} frames[] = {{FIGURE_WIDTH, 66, 400, 66, 96, 74, 0, 22, 18}, {COLUMN_WIDTH, 22, 220, 58, 66, 20, 5, 16, 4}};

double layout_right(bool paper)
{
  return frames[paper].right;
}

double axis_room(const struct axis *axis, bool paper)
{
  /* of a page gnuplot's guess, in SVG the largest, counts: where it sees no room, it leaves the label out */
  const double label = paper ? 32 : 39, digit = paper ? 8.3 : 9.1;
  struct ticks t = {.widest = axis->log ? 0 : widest_linear(axis)};
  if (axis->log) y_ticks(&t, axis);
  return fmax(label + digit * (double)t.widest - frames[paper].left, 0);
}

char *key_entry(const char *name)
{
  return text_cut(name, KEY_HEAD, KEY_TAIL);
}

/* The bytes of `text` that fit on a line; breaks at a space. */
static size_t line_bytes(const char *text, size_t most)
{
  size_t at = 0, fits = 0;
  for (size_t width = 0; text[at] != '\0' && width <= most; at++) {
    if (text[at] == ' ') fits = at;
    width += ((unsigned char)text[at] & 0xc0) != 0x80;
  }
  return text[at] == '\0' || fits == 0 ? at : fits;
}

static size_t line_width(bool paper)
{
  return paper ? COLUMN_LINE : PAGE_LINE;
}

size_t paragraph_rows(const char *text, bool paper)
{
  size_t rows = 0;
  for (; *text != '\0'; rows++) {
    text += line_bytes(text, line_width(paper));
    if (*text == ' ') text++;
  }
  return rows;
}

void paragraph_write(FILE *gp, const char *text, double top, const struct page *page, const char *colour)
{
  for (double y = top; *text != '\0'; y += PARAGRAPH_ROW) {
    char line[4 * PAGE_LINE + 8];
    const size_t length = line_bytes(text, line_width(page->paper));
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    fputs("set label ", gp);
    gnuplot_quote(gp, line);
    fprintf(gp, " at screen 0.015, screen %.5f left noenhanced font ',11' tc rgb '%s'\n", 1 - y / page->height, colour);
    text += length;
    if (*text == ' ') text++;
  }
}

void caption_write(FILE *gp, const char *caption, const struct page *page)
{
  const double rows = (double)paragraph_rows(caption, page->paper);
  paragraph_write(gp, caption, page->height - 12 - PARAGRAPH_ROW * (rows - 1), page, "#555555");
}

struct layout layout_of(const struct layout_wish *w)
{
  const struct frame *f = &frames[w->paper];
  struct layout l = {
    .page = {f->width, 0, w->paper, w->screen}, .left = f->left + w->left, .right = f->right + w->right};
  const double wanted = (f->width - f->left - f->right) / ((double)w->widest * 8 + 56);
  const size_t columns = wanted < 1 ? 1 : (size_t)wanted, rows = (w->key_entries + columns - 1) / columns;
  const size_t lines = w->paper ? 0 : paragraph_rows(w->caption, false);
  l.key_rows = (unsigned)rows;
  l.key_left = w->screen || (w->paper && (double)w->widest * 9 + 56 > f->width);
  l.plot_top = f->top + w->lower;
  l.plot_bottom = l.plot_top + f->plot + w->higher;
  l.key_top = l.plot_bottom + f->x_axis + (rows > 0 ? f->before_key : 0);
  l.page.height = l.key_top + (double)rows * f->key_row + (double)(lines * PARAGRAPH_ROW) + f->below;
  return l;
}

void layout_write(FILE *gp, const struct layout *l, const char *caption)
{
  const struct page *page = &l->page;
  fprintf(gp, "set tmargin at screen %.5f\nset bmargin at screen %.5f\n", 1 - l->plot_top / page->height,
          1 - l->plot_bottom / page->height);
  fprintf(gp, "set lmargin at screen %.5f\nset rmargin at screen %.5f\n", l->left / page->width,
          1 - l->right / page->width);
  fprintf(gp, "set key at screen %s, screen %.5f %s top vertical maxrows %u Left reverse noenhanced samplen 2.5%s\n",
          l->key_left ? "0.01" : "0.5", 1 - l->key_top / page->height, l->key_left ? "left" : "center", l->key_rows,
          page->screen ? " font ',11'" : "");
  if (page->paper)
    fputs("set key spacing 0.8\n", gp); /* of SVG's rows, which are higher than others; see gnuplot_end */
  if (!page->paper) caption_write(gp, caption, page);
}
