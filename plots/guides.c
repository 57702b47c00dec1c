/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/guides.h"

#include <math.h>

#include "plots/text_width.h"

/* Log paper has a place for it. */
static bool is_shown(const struct series_point *p)
{
  return p->value > 0 && isfinite(p->value);
}

/* The flattest and the steepest way from the first positive point of a series to its last. */
static bool find_slopes(const struct series_list *list, double *flat, double *steep)
{
  *flat = INFINITY;
  *steep = -INFINITY;
  for (size_t k = 0; k < list->n; k++) {
    const struct series *s = &list->series[k];
    size_t first = 0, last = s->n;
    while (first < s->n && !is_shown(&s->point[first])) first++;
    while (last > first && !isfinite(s->point[last - 1].value)) last--;
    if (last < first + 2 || !is_shown(&s->point[last - 1])) continue;
    const struct series_point *a = &s->point[first], *b = &s->point[last - 1];
    const double slope = log(b->value / a->value) / log(b->x / a->x);
    *flat = fmin(*flat, slope);
    *steep = fmax(*steep, slope);
  }
  return *steep >= *flat;
}

/* The least x above 1 (where lg N is 0), and the least value there. */
static bool find_anchor(const struct series_list *list, double *x, double *y)
{
  *x = *y = INFINITY;
  for (size_t k = 0; k < list->n; k++)
    for (size_t p = 0; p < list->series[k].n; p++) {
      const struct series_point *point = &list->series[k].point[p];
      if (!is_shown(point) || point->x <= 1 || point->x > *x) continue;
      *y = point->x < *x ? point->value : fmin(*y, point->value);
      *x = point->x;
    }
  return isfinite(*x);
}

/* A logarithm is near everything that is flat or linear, and a guide only to what lies between. */
static bool is_of_use(const struct growth_class *c, double flat, double steep)
{
  if (!c->guide || c->slope < flat - 1.15 || c->slope > steep + 1.15) return false;
  return c != &growth_classes[GROWTH_LG] || (steep > 0.15 && steep < 0.8);
}

struct guides guides_of(const struct series_list *list, const struct axis *x, const struct axis *y)
{
  struct guides g = {0};
  double flat, steep, at_x, at_y;
  if (!x->log || !y->log || !find_slopes(list, &flat, &steep) || !find_anchor(list, &at_x, &at_y)) return g;
  for (const struct growth_class *c = growth_classes; c->name != NULL; c++) {
    if (!is_of_use(c, flat, steep) || g.n == GUIDES_MOST) continue;
    g.growth[g.n] = c;
    g.factor[g.n++] = at_y / 1.2 / c->at(at_x);
  }
  return g;
}

struct guides guides_main(const struct series_list *list, const struct axis *x, const struct axis *y)
{
  static const enum growth_class_id drawn[] = {GROWTH_LG, GROWTH_LINEAR, GROWTH_SQUARE};
  struct guides g = {0};
  double at_x, at_y;
  if (!x->log || !y->log || !find_anchor(list, &at_x, &at_y)) return g;
  for (; g.n < sizeof drawn / sizeof drawn[0]; g.n++) {
    g.growth[g.n] = &growth_classes[drawn[g.n]];
    g.factor[g.n] = at_y / 1.2 / g.growth[g.n]->at(at_x);
  }
  return g;
}

/* Where a guide comes to a value; false: nowhere in the frame. By bisection: classes are increasing. */
static bool comes_to(const struct guides *g, size_t k, const struct axis *x, double value, double *at)
{
  if (g->factor[k] * g->growth[k]->at(x->high) <= value) return false;
  double low = fmax(x->low, 1), high = x->high;
  for (int step = 0; step < 60; step++) {
    const double middle = sqrt(low * high);
    if (g->factor[k] * g->growth[k]->at(middle) > value)
      high = middle;
    else
      low = middle;
  }
  *at = high;
  return true;
}

/* Where a guide leaves the frame: the right edge, or the top edge at *x. */
static bool leaves_by_top(const struct guides *g, size_t k, const struct axis *x, const struct axis *y, double *at)
{
  return comes_to(g, k, x, y->high, at);
}

static double label_pixels(const struct guides *g, size_t k)
{
  return 7 * (double)(text_width(g->growth[k]->shown) + 2);
}

double guides_room(const struct guides *g, const struct axis *x, const struct axis *y, bool paper)
{
  double most = 0, at;
  for (size_t k = 0; k < g->n; k++)
    most = fmax(most, leaves_by_top(g, k, x, y, &at) ? label_pixels(g, k) / 2 : label_pixels(g, k) + 4);
  return fmax(most - layout_right(paper), 0);
}

/* Labels on the right edge climb and labels on the top edge go left from class to class; where two would touch, the
 * later one is moved on. */
void guides_write_labels(FILE *gp, const struct guides *g, const struct axis *x, const struct axis *y,
                         const struct layout *layout)
{
  const double row = fmax(13 / (layout->plot_bottom - layout->plot_top), 0.045);
  const double across = layout->page.width - layout->left - layout->right;
  double above = -1, left_of = 2, half = 0;
  for (size_t k = 0; k < g->n; k++) {
    double at;
    if (leaves_by_top(g, k, x, y, &at)) {
      left_of = fmin(axis_fraction(x, at), left_of - fmax((half + label_pixels(g, k) / 2) / across, 0.075));
      half = label_pixels(g, k) / 2;
      fprintf(gp, "set label '∝ %s' at graph %.4f, graph 1.025 center", g->growth[k]->shown, left_of);
    } else {
      above = fmax(axis_fraction(y, g->factor[k] * g->growth[k]->at(x->high)), above + row);
      fprintf(gp, "set label '∝ %s' at graph 1.01, graph %.4f left", g->growth[k]->shown, above);
    }
    fprintf(gp, " noenhanced font ',11' tc rgb '#777777'\n");
  }
}

/* Where a label ends, as parts of the frame. */
struct inside {
  double right, height;
  bool at_top;
};

/* At the right edge below the guide: under where it passes the beginning of the label. At the top edge to the left of
 * it; where that would touch the label of a flatter one, as far down as it must. */
static void place_inside(const struct guides *g, const struct axis *x, const struct axis *y, double across,
                         struct inside *label)
{
  const double end = 0.985, begin = 0.9;
  const double at_begin = x->low * pow(x->high / x->low, begin);
  double left = INFINITY, top = end;
  for (size_t k = 0; k < g->n; k++) {
    double at;
    label[k] = (struct inside){end, axis_fraction(y, g->factor[k] * g->growth[k]->at(at_begin)) - 0.014, false};
    if (!leaves_by_top(g, k, x, y, &at)) continue;
    if (axis_fraction(x, at) - 0.02 > left) top -= 0.07;
    comes_to(g, k, x, y->low * pow(y->high / y->low, top + 0.015), &at);
    label[k] = (struct inside){axis_fraction(x, at) - 0.02, top, true};
    left = label[k].right - label_pixels(g, k) / across;
  }
}

void guides_write_labels_inside(FILE *gp, const struct guides *g, const struct axis *x, const struct axis *y,
                                const struct layout *layout)
{
  const double row = 12 / (layout->plot_bottom - layout->plot_top);
  struct inside label[GUIDES_MOST];
  place_inside(g, x, y, layout->page.width - layout->left - layout->right, label);
  double above = INFINITY; /* at the right edge each leaves room for the one above it */
  for (size_t k = g->n; k-- > 0;) {
    if (label[k].at_top) continue;
    label[k].height = fmin(label[k].height, above - row);
    above = label[k].height;
  }
  for (size_t k = 0; k < g->n; k++)
    fprintf(gp, "set label '∝ %s' at graph %.4f, graph %.4f right noenhanced font ',11' tc rgb '#777777'\n",
            g->growth[k]->shown, label[k].right, label[k].height);
}

void guides_write_plots(FILE *gp, const struct guides *g)
{
  for (size_t k = 0; k < g->n; k++)
    fprintf(gp, "  %.8g*(%s) with lines dt (16,10) lw 0.9 lc rgb '#999999' notitle, \\\n", g->factor[k],
            g->growth[k]->gnuplot);
}
