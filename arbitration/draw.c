/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "arbitration/draw.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* In inches. P1 sits at the top, the others follow clockwise; or in rows. */
static void place_of(const struct graph *graph, uint32_t i, double *x, double *y)
{
  if (graph->columns > 0) {
    *x = 1.2 * (i % graph->columns);
    *y = -1.2 * (i / graph->columns);
    return;
  }
  const double radius = graph->n < 6 ? 1.3 : 0.22 * graph->n, angle = 2 * pi * i / graph->n;
  *x = radius * sin(angle);
  *y = radius * cos(angle);
}

/* Does the path go along this fork? Written to *forth: from a to b. */
static bool on_path(const struct picture *d, struct fork f, bool *forth)
{
  for (uint32_t k = 0; k + (d->closed ? 0 : 1) < d->n_path; k++) {
    const uint32_t from = d->path[k], to = d->path[(k + 1) % d->n_path];
    if ((from != f.a || to != f.b) && (from != f.b || to != f.a)) continue;
    *forth = from == f.a;
    return true;
  }
  return false;
}

static const char *direction(bool from_a, bool from_b)
{
  if (from_a && from_b) return "both";
  if (from_a) return "forward";
  return from_b ? "back" : "none";
}

static void draw_fork(const struct graph *graph, const struct orders *orders, const struct picture *d, uint32_t k,
                      FILE *out)
{
  const struct fork f = graph->fork[k];
  const uint32_t place_a = orders_place(orders, f.a, f.b), place_b = orders_place(orders, f.b, f.a);
  bool forth = false;
  const bool marked = on_path(d, f, &forth);
  const bool from_a = marked && !d->closed ? forth : place_a == 1;
  const bool from_b = marked && !d->closed ? !forth : place_b == 1;
  fprintf(out, "  P%u -> P%u [dir=%s", f.a + 1, f.b + 1, direction(from_a, from_b));
  if (d->rank != NULL)
    fprintf(out, ", label=\"%u\"", d->rank[k] + 1);
  else
    fprintf(out, ", taillabel=\"%u\", headlabel=\"%u\"", place_a, place_b);
  if (marked) fprintf(out, ", color=\"%s\", penwidth=2.5", d->closed ? "#c0392b" : "#2166ac");
  fputs("];\n", out);
}

static bool is_on_path(const struct picture *d, uint32_t i)
{
  for (uint32_t k = 0; k < d->n_path; k++)
    if (d->path[k] == i) return true;
  return false;
}

static void draw_philosopher(const struct graph *graph, const struct picture *d, uint32_t i, FILE *out)
{
  double x, y;
  place_of(graph, i, &x, &y);
  fprintf(out, "  P%u [pos=\"%.3f,%.3f!\"", i + 1, x, y);
  if (is_on_path(d, i)) fprintf(out, ", color=\"%s\", penwidth=2.5", d->closed ? "#c0392b" : "#2166ac");
  if (!d->closed && d->n_path > 0 && d->path[d->n_path - 1] == i) fputs(", style=filled, fillcolor=\"#d1e5f0\"", out);
  fputs("];\n", out);
}

/* A text between quotes. */
static void put_quoted(const char *text, FILE *out)
{
  putc('"', out);
  for (; *text != '\0'; text++) {
    if (strchr("\"\\", *text) != NULL) putc('\\', out);
    putc(*text, out);
  }
  putc('"', out);
}

void draw_forks(const struct graph *graph, const struct orders *orders, const struct picture *picture, FILE *out)
{
  fputs("digraph forks {\n  layout=neato; splines=true; outputorder=edgesfirst; bgcolor=white;\n  label=", out);
  put_quoted(picture->title, out);
  fputs("; labelloc=t; fontname=\"Helvetica\"; fontsize=14;\n"
        "  node [shape=circle, style=filled, fillcolor=white, fontname=\"Helvetica\", fontsize=12, fixedsize=true, "
        "width=0.5];\n"
        "  edge [fontname=\"Helvetica\", fontsize=10, color=\"#777777\", arrowsize=0.8, labeldistance=1.3];\n",
        out);
  for (uint32_t i = 0; i < graph->n; i++) draw_philosopher(graph, picture, i, out);
  for (uint32_t k = 0; k < graph->n_forks; k++) draw_fork(graph, orders, picture, k, out);
  fputs("}\n", out);
}
