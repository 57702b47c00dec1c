/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/looks.h"

#include <string.h>

#include "plots/gnuplot.h"

enum { SHAPES = 5 }; /* of gnuplot_point */

/* The place of an algorithm; of a series that has none, its own. */
static size_t place_of(const json_t *algorithms, const struct series *s, size_t k)
{
  size_t place = 0;
  const char *name;
  json_t *value;
  json_object_foreach((json_t *)algorithms, name, value)
  {
    if (strcmp(name, s->algorithm) == 0) return place;
    place++;
  }
  return k;
}

/* Whether two series were measured in the same setting. */
static bool are_in_one_setting(const struct series *a, const struct series *b)
{
  const char *const of_a[] = {a->memory, a->sessions, a->faults, a->time, a->order};
  const char *const of_b[] = {b->memory, b->sessions, b->faults, b->time, b->order};
  for (size_t k = 0; k < sizeof of_a / sizeof *of_a; k++)
    if (strcmp(of_a[k], of_b[k]) != 0) return false;
  return true;
}

/* Whether two series differ in the algorithm only. */
static bool are_alike(const struct series *a, const struct series *b)
{
  return are_in_one_setting(a, b) && strcmp(a->adversary, b->adversary) == 0 && a->kind == b->kind;
}

size_t looks_twin(const struct series_list *list, size_t k)
{
  const struct series *s = &list->series[k];
  size_t others = 0, twin = k;
  for (size_t j = 0; j < list->n; j++) {
    if (j == k || strcmp(list->series[j].name, s->name) != 0) continue;
    others++;
    twin = j;
  }
  const struct series *t = &list->series[twin];
  const bool one_exact = (s->kind == KIND_EXACT) != (t->kind == KIND_EXACT);
  return others == 1 && one_exact && strcmp(s->algorithm, t->algorithm) == 0 && are_in_one_setting(s, t) ? twin : k;
}

bool looks_is_entry(const struct series_list *list, size_t k)
{
  return looks_twin(list, k) >= k;
}

/* How many there are in front of series k that are not alike, each counted once. */
static size_t manner_of(const struct series_list *list, size_t k)
{
  size_t different = 0;
  for (size_t a = 0; a < list->n; a++) {
    bool first = true;
    for (size_t b = 0; b < a; b++) first = first && !are_alike(&list->series[b], &list->series[a]);
    if (are_alike(&list->series[a], &list->series[k])) return different;
    different += first;
  }
  return different;
}

/* The k-th pair of mark and dash: at first each mark has its own dash. */
static struct look look_of(const char *colour, size_t k)
{
  return (struct look){colour, k % SHAPES, (k + k / SHAPES) % SHAPES};
}

static bool is_taken(const struct look *look, size_t n, const struct look *one)
{
  for (size_t k = 0; k < n; k++)
    if (strcmp(look[k].colour, one->colour) == 0 && look[k].shape == one->shape && look[k].dash == one->dash)
      return true;
  return false;
}

static bool are_of_one_algorithm(const struct series_list *list)
{
  for (size_t k = 1; k < list->n; k++)
    if (strcmp(list->series[k].algorithm, list->series[0].algorithm) != 0) return false;
  return true;
}

/* The place of an algorithm among those of the figure. */
static size_t place_here(const struct series_list *list, size_t k)
{
  size_t place = 0;
  for (size_t a = 0; a < list->n; a++) {
    bool first = true;
    if (strcmp(list->series[a].algorithm, list->series[k].algorithm) == 0) return place;
    for (size_t b = 0; b < a; b++) first = first && strcmp(list->series[b].algorithm, list->series[a].algorithm) != 0;
    place += first;
  }
  return place;
}

/* Whether two algorithms of the figure would have one colour by their places among all of the report. */
static bool colours_meet(const json_t *algorithms, const struct series_list *list)
{
  for (size_t k = 1; k < list->n; k++)
    for (size_t j = 0; j < k; j++) {
      const struct series *a = &list->series[j], *b = &list->series[k];
      if (strcmp(a->algorithm, b->algorithm) != 0 &&
          strcmp(gnuplot_colour(place_of(algorithms, a, j)), gnuplot_colour(place_of(algorithms, b, k))) == 0)
        return true;
    }
  return false;
}

void looks_of(const json_t *algorithms, const struct series_list *list, struct look *out)
{
  const bool one = list->n > 1 && are_of_one_algorithm(list), meet = colours_meet(algorithms, list);
  for (size_t k = 0; k < list->n; k++) {
    const struct series *s = &list->series[k];
    const bool known = algorithms != NULL && s->algorithm[0] != '\0' && !one;
    const char *colour = gnuplot_colour(!known ? k : meet ? place_here(list, k) : place_of(algorithms, s, k));
    size_t way = known ? manner_of(list, k) : k;
    out[k] = look_of(colour, way);
    for (size_t tried = 1; tried < SHAPES * SHAPES && is_taken(out, k, &out[k]); tried++)
      out[k] = look_of(colour, ++way);
    if (!looks_is_entry(list, k)) out[k] = out[looks_twin(list, k)];
  }
}

void looks_for_paper(const struct series_list *list, struct look *look)
{
  size_t entries = 0;
  for (size_t k = 0; k < list->n; k++) {
    if (!looks_is_entry(list, k)) {
      look[k] = look[looks_twin(list, k)];
      continue;
    }
    look[k] = look_of(look[k].colour, entries++);
  }
}

const char *look_dash(const struct look *look)
{
  static const char *const dashes[SHAPES] = {"", " dt (10,5)", " dt (2,4)", " dt (10,4,2,4)", " dt (16,6)"};
  return dashes[look->dash % SHAPES];
}
