/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * group.c: from records to series. Records that agree in every facet but the parameter are one series; those of one
 * value of the parameter are its repetitions and are merged. A worst case merges more: all adversaries, sessions and
 * passages, and simulations with searches.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "results/merge_points.h"
#include "results/read.h"
#include "results/scope.h"
#include "results/selection.h"

struct group {
  const char *metric;
  const struct record *first; /* of all, wished for or not */
  size_t n;
  const struct record **member; /* those that are wished for, in the order of their tasks */
  struct lookup lacking;        /* the x of others that are wished for, but lack the metric */
};

struct grouping {
  const char *x_name;
  struct results_axis axis; /* of that name: the parameter */
  bool worst;               /* the series are worst cases: sampled values are lower bounds of them */
  bool all_drives;          /* simulations and searches, also of one process alone, are one series: of lower bounds */
  bool merged[N_FACETS];    /* beside the parameter: facets in which the records of a series may differ */
  size_t n;
  struct group *group;
  struct lookup keys;  /* of the groups */
  struct compound key; /* room for one */
};

/* Whether this record's facet tells its series from no other. Each schedule that was seen, whatever found it, shows a
 * lower bound of the same worst case. */
static bool is_merged(const struct grouping *g, const struct record *r, enum facet f)
{
  const bool of_drive = f == FACET_DRIVE || f == FACET_KIND || f == FACET_OBSERVED;
  return g->merged[f] || (g->all_drives && of_drive && record_is_simulation(r));
}

/* The key of a group: all that its records share. */
static void make_key(struct grouping *g, const struct record *r, const char *metric)
{
  compound_begin(&g->key);
  compound_add_text(&g->key, metric);
  for (enum facet f = 0; f < N_FACETS; f++)
    if (f != g->axis.facet && is_merged(g, r, f))
      compound_add_text(&g->key, "");
    else if (f != g->axis.facet)
      facet_add_to(&g->key, r, f);
  char *rest = g->merged[g->axis.facet] ? NULL : axis_rest(&g->axis, r);
  compound_add_text(&g->key, rest != NULL ? rest : "");
  free(rest);
}

static void add_member(struct group *group, const struct record *r)
{
  group->member = mem_another(group->member, group->n, sizeof(struct record *));
  group->member[group->n++] = r;
}

static void add_record(struct grouping *g, const struct record *r, const char *metric, bool wished)
{
  size_t k;
  make_key(g, r, metric);
  if (lookup_is_new(&g->keys, g->key.bytes, g->key.length, &k)) {
    g->group = mem_another(g->group, g->n, sizeof *g->group);
    g->group[g->n++] = (struct group){.metric = metric, .first = r};
  }
  if (wished) add_member(&g->group[k], r);
}

/* A record without the metric; it lacks something where others of its group have it. */
static void note_lacking(struct grouping *g, const struct record *r, const char *metric)
{
  const double x = axis_value(&g->axis, r);
  make_key(g, r, metric);
  const size_t k = lookup_find(&g->keys, g->key.bytes, g->key.length);
  if (k < g->n) lookup_add(&g->group[k].lacking, &x, sizeof x);
}

/* A schedule that was seen, cut short or not, shows a lower bound: the worst case costs as much, or more. */
static bool is_lower_bound(const struct grouping *g, const struct group *group)
{
  return g->worst && record_is_simulation(group->member[0]);
}

/* The facets in which the series of the list differ. */
static void find_differences(const struct grouping *g, bool differs[N_FACETS], bool *metrics_differ)
{
  *metrics_differ = false;
  for (enum facet f = 0; f < N_FACETS; f++) {
    differs[f] = false;
    for (size_t k = 1; k < g->n && !g->merged[f] && !differs[f]; k++) {
      const struct record *first = g->group[0].first, *other = g->group[k].first;
      if (is_merged(g, first, f) && is_merged(g, other, f)) continue;
      differs[f] = f == g->axis.facet ? !axis_rest_equal(&g->axis, first, other) : !facet_equal(first, other, f);
    }
  }
  if (differs[FACET_KIND]) differs[FACET_DRIVE] = false; /* "exact" says it */
  for (size_t k = 1; k < g->n; k++)
    if (strcmp(g->group[0].metric, g->group[k].metric) != 0) *metrics_differ = true;
}

/* The record as names of series see it: without the part that the axis tells. */
static struct record named(const struct grouping *g, const struct record *r, char *rest)
{
  struct record out = *r;
  if (rest != NULL && g->axis.facet == FACET_ALGORITHM) out.algorithm = rest;
  if (rest != NULL && g->axis.facet == FACET_ADVERSARY) out.adversary = rest;
  if (is_merged(g, r, FACET_KIND)) out.kind = KIND_LOWER_BOUND;
  if (is_merged(g, r, FACET_OBSERVED)) out.observed = 0;
  return out;
}

static char *series_name(const struct record *first, const struct group *group, const bool differs[N_FACETS],
                         bool with_metric)
{
  char *facets = facets_joined(first, differs);
  const char *const plain = facets[0] != '\0' || with_metric ? facets : first->algorithm;
  char *name =
    mem_format("%s%s%s", plain, with_metric && plain[0] != '\0' ? ", " : "", with_metric ? group->metric : "");
  free(facets);
  return name;
}

/* The value of this facet, or a list where the records of the group have several. */
static json_t *choices(const struct group *group, enum facet f)
{
  json_t *list = json_array();
  struct lookup told = {0};
  struct compound key = {0};
  for (size_t k = 0; k < group->n; k++) {
    size_t number;
    if (k > 0 && facet_equal(group->member[k - 1], group->member[k], f)) continue;
    compound_begin(&key);
    facet_add_to(&key, group->member[k], f);
    if (lookup_is_new(&told, key.bytes, key.length, &number))
      json_array_append_new(list, facet_value(group->member[k], f));
  }
  lookup_free(&told);
  compound_free(&key);
  json_t *only = json_array_size(list) == 1 ? json_incref(json_array_get(list, 0)) : json_incref(list);
  json_decref(list);
  return only;
}

/* The same of the axis's facet, without the parameter. `first` is named(). */
static json_t *rest_choices(const struct grouping *g, const struct record *first, const struct group *group)
{
  if (!g->merged[g->axis.facet]) return facet_value(first, g->axis.facet);
  struct lookup told = {0};
  for (size_t k = 0; k < group->n; k++) {
    char *rest = axis_rest(&g->axis, group->member[k]);
    lookup_add_text(&told, rest);
    free(rest);
  }
  json_t *list = json_array();
  for (size_t k = 0; told.n > 1 && k < told.n; k++) json_array_append_new(list, json_string(lookup_text(&told, k)));
  lookup_free(&told);
  if (json_array_size(list) > 0) return list;
  json_decref(list);
  return facet_value(first, g->axis.facet);
}

static json_t *series_scope(const struct grouping *g, const struct record *first, const struct group *group)
{
  json_t *scope = json_object();
  for (enum facet f = 0; f < N_FACETS; f++) {
    if (f == g->axis.facet) {
      if (g->axis.key != NULL) json_object_set_new(scope, facet_key(f), rest_choices(g, first, group));
      continue;
    }
    const bool bound = f == FACET_KIND && is_lower_bound(g, group);
    if (f == FACET_OBSERVED && is_merged(g, first, f)) continue; /* any process, or one of them */
    json_t *value = bound ? json_string(value_kind_names[KIND_LOWER_BOUND]) : choices(group, f);
    if (facet_may_be_unsaid(f) && json_is_null(value))
      json_decref(value);
    else
      json_object_set_new(scope, facet_key(f), value);
  }
  return scope;
}

/* An exploration has exact values as far as its points are complete. */
static enum value_kind series_kind(const struct grouping *g, const struct group *group)
{
  bool exact = false;
  for (size_t k = 0; k < group->n && record_is_exploration(group->member[k]); k++)
    exact = exact || record_metric_complete(group->member[k], group->metric);
  return exact ? KIND_EXACT : is_lower_bound(g, group) ? KIND_LOWER_BOUND : group->member[0]->kind;
}

static bool has_point(const struct series *s, double x)
{
  size_t k = 0;
  while (k < s->n && s->point[k].x != x) k++;
  return k < s->n;
}

/* Of several runs at one x it suffices that one has the metric. */
static void count_missing(struct series *s, const struct lookup *lacking)
{
  for (size_t k = 0; k < lacking->n; k++) {
    double x;
    memcpy(&x, lookup_text(lacking, k), sizeof x);
    if (has_point(s, x)) continue;
    s->first_missing = s->n_missing++ == 0 ? x : fmin(x, s->first_missing);
  }
}

static void add_series(const struct grouping *g, const struct record *first, struct group *group, char *name,
                       struct series_list *out)
{
  struct series *s = series_list_add(out);
  *s = (struct series){
    .name = name,
    .metric = mem_text(group->metric),
    .x_name = mem_text(g->x_name),
    .fields = series_scope(g, first, group),
    .kind = series_kind(g, group),
    .algorithm = mem_text(first->algorithm),
    .adversary = mem_text(g->merged[FACET_ADVERSARY] ? "" : first->adversary),
    .memory = mem_text(first->memory),
    .sessions = mem_text(g->merged[FACET_SESSIONS] ? "" : first->sessions),
    .faults = mem_text(record_faults(first)),
    .time = mem_text(record_time(first)),
    .order = mem_text(record_order(first)),
  };
  s->scope = scope_words(s->fields);
  const struct merging merging = {.metric = group->metric,
                                  .axis = &g->axis,
                                  .lower_bounds = is_lower_bound(g, group),
                                  .all_adversaries = g->merged[FACET_ADVERSARY]};
  points_merge(s, group->member, group->n, &merging);
  count_missing(s, &group->lacking);
}

/* By one of the wishes from the m-th on. */
static bool is_wished(const struct wish *wish, size_t n, size_t m, const struct record *r)
{
  for (size_t k = m; k < n; k++)
    if (strcmp(wish[k].metric, wish[m].metric) == 0 && selection_allows(wish[k].selection, r)) return true;
  return false;
}

static bool is_repeated(const struct wish *wish, size_t m)
{
  for (size_t k = 0; k < m; k++)
    if (strcmp(wish[k].metric, wish[m].metric) == 0) return true;
  return false;
}

static void make_series(struct grouping *g, const struct results *r, const struct wish *wish, size_t n,
                        struct series_list *out)
{
  for (size_t m = 0; m < n; m++)
    for (size_t k = 0; k < r->n && !is_repeated(wish, m); k++)
      if (!isnan(record_metric(&r->record[k], wish[m].metric)) && !isnan(axis_value(&g->axis, &r->record[k])))
        add_record(g, &r->record[k], wish[m].metric, is_wished(wish, n, m, &r->record[k]));
  for (size_t m = 0; m < n; m++)
    for (size_t k = 0; k < r->n && !is_repeated(wish, m); k++)
      if (isnan(record_metric(&r->record[k], wish[m].metric)) && !isnan(axis_value(&g->axis, &r->record[k])) &&
          is_wished(wish, n, m, &r->record[k]))
        note_lacking(g, &r->record[k], wish[m].metric);
  bool differs[N_FACETS], metrics_differ;
  find_differences(g, differs, &metrics_differ);
  *out = (struct series_list){0};
  for (size_t k = 0; k < g->n; k++) {
    if (g->group[k].n == 0) {
      lookup_free(&g->group[k].lacking);
      continue;
    }
    char *rest = axis_rest(&g->axis, g->group[k].member[0]);
    const struct record first = named(g, g->group[k].member[0], rest);
    add_series(g, &first, &g->group[k], series_name(&first, &g->group[k], differs, metrics_differ), out);
    free(rest);
    free(g->group[k].member);
    lookup_free(&g->group[k].lacking);
  }
  free(g->group);
  lookup_free(&g->keys);
  compound_free(&g->key);
}

void results_series_of(const struct results *r, const struct wish *wish, size_t n, const char *x_name,
                       struct series_list *out)
{
  struct grouping g = {.x_name = x_name, .axis = axis_of(x_name)};
  make_series(&g, r, wish, n, out);
}

void results_worst(const struct results *r, const char *metric, struct series_list *out)
{
  struct grouping g = {.x_name = "N",
                       .axis = axis_of("N"),
                       .worst = true,
                       .all_drives = true,
                       .merged = {[FACET_ADVERSARY] = true, [FACET_SESSIONS] = true, [FACET_PASSAGES] = true}};
  make_series(&g, r, &(struct wish){metric, NULL}, 1, out);
}

void results_envelopes(const struct results *r, const char *metric, const char *x_name, struct series_list *out)
{
  struct grouping g = {.x_name = x_name, .axis = axis_of(x_name), .worst = true, .merged = {[FACET_ADVERSARY] = true}};
  make_series(&g, r, &(struct wish){metric, NULL}, 1, out);
}

void results_pooled(const struct results *r, const char *metric, struct series_list *out)
{
  struct grouping g = {
    .x_name = "N",
    .axis = axis_of("N"),
    .merged = {[FACET_ADVERSARY] = true, [FACET_SESSIONS] = true, [FACET_PASSAGES] = true, [FACET_MEMORY] = true}};
  make_series(&g, r, &(struct wish){metric, NULL}, 1, out);
}

void results_series(const struct results *r, const char *metric, const char *x_name, struct series_list *out)
{
  results_series_of(r, &(struct wish){metric, NULL}, 1, x_name, out);
}

char *results_name(const struct results *r, const struct record *record)
{
  static const bool wanted[N_FACETS] = {[FACET_ALGORITHM] = true,
                                        [FACET_ADVERSARY] = true,
                                        [FACET_FAULTS] = true,
                                        [FACET_TIME] = true,
                                        [FACET_ORDER] = true};
  struct grouping g = {.axis = axis_of(results_x_name(r))};
  char *rest = axis_rest(&g.axis, record);
  const struct record shown = named(&g, record, rest);
  char *name = facets_joined(&shown, wanted);
  free(rest);
  return name;
}

const char *results_x_name(const struct results *r)
{
  const char *chosen = json_string_value(json_object_get(r->config, "x"));
  if (chosen != NULL) return chosen;
  bool n_varies = false, passages_vary = false;
  for (size_t k = 1; k < r->n; k++) {
    n_varies = n_varies || r->record[k].n != r->record[0].n;
    passages_vary = passages_vary || r->record[k].passages != r->record[0].passages;
  }
  return passages_vary && !n_varies ? "passages" : "N";
}

bool results_have_x(const struct results *r, const char *x_name)
{
  const struct results_axis axis = axis_of(x_name);
  size_t k = 0;
  while (k < r->n && !isnan(axis_value(&axis, &r->record[k]))) k++;
  return k == r->n;
}

bool results_have_metric(const struct results *r, const char *metric)
{
  size_t k = 0;
  while (k < r->n && isnan(record_metric(&r->record[k], metric))) k++;
  return k < r->n;
}

const char **results_metrics(const struct results *r, size_t *n)
{
  const char **out = NULL;
  struct lookup seen = {0};
  const struct record_form *last = NULL;
  *n = 0;
  for (size_t k = 0; k < r->n; last = r->record[k++].form)
    for (size_t m = 0; r->record[k].form != last && m < r->record[k].form->n_metrics; m++) {
      const char *name = r->record[k].form->metric[m];
      if (!lookup_is_new_text(&seen, name)) continue;
      out = mem_another(out, *n, sizeof *out);
      out[(*n)++] = name;
    }
  lookup_free(&seen);
  return out;
}
