/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/arbitration/draw.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static const char red[] = "#c0392b", blue[] = "#2166ac", grey[] = "#777777";

/* --- where they sit ----------------------------------------------------------------------------------------------- */

/* In inches. */
struct point {
  double x, y;
};

enum { CUBE_BITS = 4 }; /* larger cubes are drawn around a table */

/* Where the bits of a number lead in the picture of a cube. No line runs through a third vertex. */
static struct point in_cube(uint32_t i)
{
  static const struct point way[CUBE_BITS] = {{1.8, 0}, {0, -1.8}, {0.75, 0.65}, {4.2, 0.45}};
  struct point at = {0};
  for (int k = 0; k < CUBE_BITS; k++)
    if ((i >> k & 1) != 0) {
      at.x += way[k].x;
      at.y += way[k].y;
    }
  return at;
}

/* The k-th of n around a table, clockwise from the top. */
static struct point around(uint32_t k, uint32_t n)
{
  const double radius = n < 6 ? 1.4 : 0.26 * n, angle = 2 * pi * k / n;
  return (struct point){radius * sin(angle), radius * cos(angle)};
}

static bool is_round(const struct graph *graph)
{
  return graph->shape == GRAPH_ROUND || (graph->shape == GRAPH_CUBE && graph->n > 1u << CUBE_BITS);
}

static struct point seat(const struct graph *graph, uint32_t i)
{
  if (is_round(graph)) return around(i, graph->n);
  if (graph->shape == GRAPH_CUBE) return in_cube(i);
  if (graph->shape == GRAPH_ROWS) return (struct point){1.5 * (i % graph->columns), -1.5 * (i / graph->columns)};
  return i == 0 ? (struct point){0} : around(i - 1, graph->n - 1);
}

/* --- the common part of all pictures ------------------------------------------------------------------------------ */

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

static void begin(const char *title, FILE *out)
{
  fputs("digraph forks {\n"
        "  layout=neato; splines=line; outputorder=edgesfirst; bgcolor=white; pad=0.2;\n"
        "  fontname=\"Helvetica\"; fontsize=14; labelloc=t; label=",
        out);
  put_quoted(title, out);
  fprintf(out,
          ";\n"
          "  node [shape=circle, style=filled, fillcolor=white, fontname=\"Helvetica\", fontsize=12, fixedsize=true, "
          "width=0.5];\n"
          "  edge [color=\"%s\", arrowsize=0.8];\n",
          grey);
}

/* Lines below the picture; each ends with \l in the language of Graphviz. */
static void end(const struct graph *graph, const char *legend, FILE *out)
{
  struct point low = seat(graph, 0), high = low;
  for (uint32_t i = 1; i < graph->n; i++) {
    const struct point at = seat(graph, i);
    low = (struct point){fmin(low.x, at.x), fmin(low.y, at.y)};
    high = (struct point){fmax(high.x, at.x), fmax(high.y, at.y)};
  }
  fprintf(out, "  legend [shape=plaintext, fixedsize=false, fontsize=10, pos=\"%.3f,%.3f!\", label=\"%s\"];\n}\n",
          (low.x + high.x) / 2, low.y - 0.75, legend);
}

/* Whether the numbers at the forks can be read. */
static bool has_room(const struct graph *graph)
{
  enum { MOST_AROUND = 16, MOST_FORKS = 512 };
  return graph->n_forks <= MOST_FORKS && (!is_round(graph) || graph->n <= MOST_AROUND);
}

/* On the fork of the two, so far from the first. */
static void put_number(const struct graph *graph, uint32_t from, uint32_t to, double part, uint32_t number, FILE *out)
{
  const struct point a = seat(graph, from), b = seat(graph, to);
  char text[16];
  const int digits = snprintf(text, sizeof text, "%u", number);
  fprintf(out,
          "  n%u_%u [shape=plaintext, margin=0, width=%.2f, height=0.16, fontsize=10, pos=\"%.3f,%.3f!\", label=%s];\n",
          from + 1, to + 1, 0.08 + 0.085 * digits, a.x + part * (b.x - a.x), a.y + part * (b.y - a.y), text);
}

/* --- a system ----------------------------------------------------------------------------------------------------- */

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

/* In the middle; across a table nearer to one of the two, as all middles lie close together. */
static void put_rank(const struct graph *graph, struct fork f, uint32_t rank, FILE *out)
{
  const bool swap = 2 * (f.b - f.a) > graph->n;
  const uint32_t from = swap ? f.b : f.a, to = swap ? f.a : f.b, apart = swap ? graph->n - (f.b - f.a) : f.b - f.a;
  put_number(graph, from, to, is_round(graph) && apart > 1 ? 0.36 : 0.5, rank, out);
}

/* Near each of the two. */
static void put_places(const struct graph *graph, const struct orders *orders, struct fork f, FILE *out)
{
  const struct point a = seat(graph, f.a), b = seat(graph, f.b);
  const double length = hypot(b.x - a.x, b.y - a.y), away = fmin(0.4, fmax(0.5, 0.07 * graph->n) / length);
  put_number(graph, f.a, f.b, away, orders_place(orders, f.a, f.b), out);
  put_number(graph, f.b, f.a, away, orders_place(orders, f.b, f.a), out);
}

static void draw_fork(const struct graph *graph, const struct orders *orders, const struct picture *d, uint32_t k,
                      FILE *out)
{
  const struct fork f = graph->fork[k];
  bool forth = false;
  const bool marked = on_path(d, f, &forth), blocking = marked && !d->closed;
  const bool from_a = blocking ? forth : orders_place(orders, f.a, f.b) == 1;
  const bool from_b = blocking ? !forth : orders_place(orders, f.b, f.a) == 1;
  fprintf(out, "  P%u -> P%u [dir=%s", f.a + 1, f.b + 1, direction(from_a, from_b));
  if (marked) fprintf(out, ", color=\"%s\", penwidth=2.5", d->closed ? red : blue);
  fputs("];\n", out);
  if (has_room(graph) && d->rank != NULL)
    put_rank(graph, f, d->rank[k] + 1, out);
  else if (has_room(graph))
    put_places(graph, orders, f, out);
}

static bool is_on_path(const struct picture *d, uint32_t i)
{
  for (uint32_t k = 0; k < d->n_path; k++)
    if (d->path[k] == i) return true;
  return false;
}

static void draw_philosopher(const struct graph *graph, const struct picture *d, uint32_t i, FILE *out)
{
  const struct point at = seat(graph, i);
  fprintf(out, "  P%u [pos=\"%.3f,%.3f!\"", i + 1, at.x, at.y);
  if (is_on_path(d, i)) fprintf(out, ", color=\"%s\", penwidth=2.5", d->closed ? red : blue);
  if (!d->closed && d->n_path > 0 && d->path[d->n_path - 1] == i) fputs(", fillcolor=\"#d1e5f0\"", out);
  fputs("];\n", out);
}

void draw_forks(const struct graph *graph, const struct orders *orders, const struct picture *picture, FILE *out)
{
  char legend[400];
  begin(picture->title, out);
  for (uint32_t i = 0; i < graph->n; i++) draw_philosopher(graph, picture, i, out);
  for (uint32_t k = 0; k < graph->n_forks; k++) draw_fork(graph, orders, picture, k, out);
  snprintf(legend, sizeof legend, "%s: points to the neighbour at the first fork\\l%s%s",
           picture->n_path == 0 ? "arrow" : "grey arrow",
           !has_room(graph)        ? ""
           : picture->rank != NULL ? "number: rank of the fork\\l"
                                   : "number: position of the fork in the order of the philosopher beside it\\l",
           picture->n_path == 0 ? ""
           : picture->closed    ? "red: a cycle with danger of deadlock\\l"
                                : "blue: a blocking path; each waits for the next, and the last one eats\\l");
  end(graph, legend, out);
}

/* --- a snapshot --------------------------------------------------------------------------------------------------- */

/* A fork lies beside its owner, or in the middle. It is red where somebody waits for it. */
static void put_fork(const struct graph *graph, struct fork f, struct draw_between is, FILE *out)
{
  const struct point a = seat(graph, f.a), b = seat(graph, f.b);
  const double beside = 0.52 / hypot(b.x - a.x, b.y - a.y);
  const double part = is.owner == DRAW_A ? beside : is.owner == DRAW_B ? 1 - beside : 0.5;
  const char *const colour = is.ready != DRAW_NEITHER ? red : "#333333";
  fprintf(out,
          "  f%u_%u [shape=diamond, width=0.2, height=0.2, label=\"\", color=\"%s\", fillcolor=\"%s\", "
          "pos=\"%.3f,%.3f!\"];\n",
          f.a + 1, f.b + 1, colour, is.owner == DRAW_NEITHER ? "white" : colour, a.x + part * (b.x - a.x),
          a.y + part * (b.y - a.y));
}

/* From who waits to whom it waits for. */
static void put_between(const struct graph *graph, struct fork f, struct draw_between is, FILE *out)
{
  const uint8_t from = is.arrow != DRAW_NEITHER ? is.arrow : is.ready;
  fprintf(out, "  P%u -> P%u [dir=%s", f.a + 1, f.b + 1, direction((from & DRAW_A) != 0, (from & DRAW_B) != 0));
  if (from != DRAW_NEITHER) fprintf(out, ", color=\"%s\", penwidth=1.5", is.arrow != DRAW_NEITHER ? blue : red);
  fputs("];\n", out);
  if (is.owner != DRAW_BOTH) put_fork(graph, f, is, out);
}

void draw_snapshot(const struct graph *graph, const struct snapshot *snapshot, FILE *out)
{
  static const char *const fill[DRAW_DOINGS] = {
    [DRAW_THINKS] = "white", [DRAW_HUNGRY] = "#fff3bf", [DRAW_EATS] = "#8fd19e", [DRAW_LEAVES] = "#dddddd"};
  bool owned = false, arrows = false;
  begin(snapshot->title, out);
  for (uint32_t i = 0; i < graph->n; i++) {
    const struct point at = seat(graph, i);
    fprintf(out, "  P%u [fillcolor=\"%s\", pos=\"%.3f,%.3f!\"];\n", i + 1, fill[snapshot->doing[i]], at.x, at.y);
  }
  for (uint32_t k = 0; k < graph->n_forks; k++) {
    put_between(graph, graph->fork[k], snapshot->between[k], out);
    owned |= snapshot->between[k].owner != DRAW_BOTH;
    arrows |= snapshot->between[k].arrow != DRAW_NEITHER;
  }
  char legend[400];
  snprintf(legend, sizeof legend, "green: eats; yellow: is hungry; grey: leaves\\l%s%s",
           owned ? "diamond: a fork, beside its owner; white: it is free\\lred: the other one waits for its owner\\l"
                 : "",
           arrows ? "blue: the fork is directed; the one at its tail waits for the one at its head\\l" : "");
  end(graph, legend, out);
}
