/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "experiments/config/cross_checks.h"
#include "experiments/config/metric.h"
#include "model/loader.h"
#include "results/expect.h"
#include "results/selection.h"
#include "sim/scheduler.h"

/* The adversary's struct by the name before the colon; NULL for plug-ins, which are not loaded here. */
static const struct rmr_adversary *adversary_named(const char *text)
{
  char name[256] = "";
  struct error ignored = {0};
  snprintf(name, sizeof name, "%.*s", (int)plug_in_name(text), text);
  return plug_in_is(name) ? NULL : adversary_find(name, &ignored);
}

/* A simulation of the algorithm under one of the adversaries. */
static bool simulation_has(const struct consistency *a, const struct metric *metric,
                           const struct rmr_algorithm *algorithm, uint32_t n, struct error *e)
{
  const json_t *adversaries = json_object_get(a->config, "adversaries");
  for (size_t i = 0; i < json_array_size(adversaries); i++) {
    const struct rmr_adversary *adversary = adversary_named(json_string_value(json_array_get(adversaries, i)));
    if (metric_applies(metric, algorithm, n, adversary, e)) return true;
  }
  return false;
}

/* METRIC_LAST for "P_N"; METRIC_ANYBODY for "all". */
static uint32_t process_named(const char *text)
{
  if (strcmp(text, "P_N") == 0) return METRIC_LAST;
  return strcmp(text, "all") == 0 ? METRIC_ANYBODY : (uint32_t)strtoul(text + 2, NULL, 10);
}

/* Nobody else's cost is known than that of the observed process. */
static bool exploration_has(const struct consistency *a, const struct metric *metric,
                            const struct rmr_algorithm *algorithm, uint32_t n, struct error *e)
{
  const char *observe = json_string_value(json_object_get(a->config, "observe"));
  const bool all = strcmp(observe, "all") == 0;
  const bool same = metric->name.process == METRIC_ANYBODY || metric->name.process == process_named(observe);
  if (!all && (!same || metric->name.split != METRIC_NUMBER))
    return fail(e, EXIT_USAGE,
                "\"%s\" asks for processes other than \"observe\": \"%s\"; expected \"observe\": "
                "\"all\"",
                metric->name.text, observe);
  return metric_applies(metric, algorithm, n, NULL, e);
}

/* Nobody's cost is known but that of the process that was found to pay most, or is observed. */
static bool search_has(const struct consistency *a, const struct metric *metric, const struct rmr_algorithm *algorithm,
                       uint32_t n, struct error *e)
{
  const char *observe = json_string_value(json_object_get(a->config, "observe"));
  const bool same = metric->name.process == METRIC_ANYBODY || metric->name.process == process_named(observe);
  if (!same || metric->name.split != METRIC_NUMBER)
    return fail(e, EXIT_USAGE,
                "\"%s\" asks for processes that a search does not report; expected \"observe\" to name the process",
                metric->name.text);
  return metric_applies(metric, algorithm, n, NULL, e);
}

static bool drives_know(const struct consistency *a, const struct metric *metric, struct error *e)
{
  if ((metric->kind->drives & a->drives) != 0) return true;
  if (a->drives == DRIVE_SEARCH)
    return fail(e, EXIT_USAGE, "a search does not measure \"%s\"; expected one that it does, such as \"rmr.max\"",
                metric->name.text);
  if (a->drives == DRIVE_COUNT)
    return fail(e, EXIT_USAGE, "counting does not give \"%s\"; expected one that it does, such as \"paths.max\"",
                metric->name.text);
  if (a->drives == DRIVE_PROVE)
    return fail(e, EXIT_USAGE, "a proof does not give \"%s\"; expected one that it does, such as \"bound.own\"",
                metric->name.text);
  if (metric->kind->drives == DRIVE_PROVE)
    return fail(e, EXIT_USAGE, "only a proof gives \"%s\"; expected \"drive\": \"prove\"", metric->name.text);
  return (a->drives & DRIVE_SIMULATE) == 0
           ? fail(e, EXIT_USAGE,
                  "an exploration does not measure \"%s\"; expected one that it does, such as "
                  "\"rmr.max\"",
                  metric->name.text)
           : fail(e, EXIT_USAGE, "only an exploration measures \"%s\"; expected \"drive\": \"explore\"",
                  metric->name.text);
}

/* A line, a register, a measure must exist for at least one of the algorithms and adversaries, else it is a slip of
 * the pen. */
static bool metric_agrees(const struct consistency *a, const char *text, const struct place *place, bool key)
{
  struct metric metric;
  struct error first = {0};
  if (!metric_parse(text, &metric, &first) || !drives_know(a, &metric, &first))
    return source_pass_on(a->source, place, key, &first, a->e);
  const unsigned drives = metric.kind->drives & a->drives;
  for (size_t k = 0; k < a->whole->n_algorithms; k++) {
    const struct rmr_algorithm *algorithm = a->whole->algorithm[k]->algorithm;
    const uint32_t n = consistency_n(a, k, true);
    if (a->whole->algorithm[k]->fallen != NULL) return true; /* nobody knows */
    if ((drives & DRIVE_SIMULATE) && simulation_has(a, &metric, algorithm, n, &first)) return true;
    if ((drives & DRIVE_COUNT) && metric_applies(&metric, algorithm, n, NULL, &first)) return true;
    if ((drives & DRIVE_EXPLORE) && exploration_has(a, &metric, algorithm, n, &first)) return true;
    if ((drives & DRIVE_PROVE) && metric_applies(&metric, algorithm, n, NULL, &first)) return true;
    if ((drives & DRIVE_SEARCH) && search_has(a, &metric, algorithm, n, &first)) return true;
  }
  return source_pass_on(a->source, place, key, &first, a->e);
}

static bool metric_list_agrees(const struct consistency *a, const char *key)
{
  const json_t *list = json_object_get(a->config, key);
  const struct place up = PLACE_KEY(&a->root, key);
  for (size_t k = 0; k < json_array_size(list); k++) {
    const json_t *one = json_array_get(list, k);
    const struct place item = PLACE_ITEM(&up, k), inside = PLACE_KEY(&item, "metric");
    if (!metric_agrees(a, consistency_name(one), json_is_object(one) ? &inside : &item, false)) return false;
  }
  return true;
}

/* Whether the metrics with which clauses compare agree with the rest. */
static bool compared_agree(const struct consistency *a, const json_t *clauses, const struct place *place)
{
  const json_t *said;
  for (size_t k = 0; (said = clause_at(clauses, k)) != NULL; k++) {
    struct expect clause;
    struct error ignored = {0};
    const struct place item = PLACE_ITEM(place, k), *one = json_is_array(clauses) ? &item : place;
    const struct place inside = PLACE_KEY(one, "clause");
    if (!expect_parse(clause_text(said), &clause, &ignored) || clause.metric[0] == '\0') continue;
    if (!metric_agrees(a, clause.metric, json_is_object(said) ? &inside : one, false)) return false;
  }
  return true;
}

bool consistency_of_metrics(const struct consistency *a)
{
  if (!metric_list_agrees(a, "metrics") || !metric_list_agrees(a, "fits")) return false;
  const json_t *plots = json_object_get(a->config, "plots");
  const struct place list = PLACE_KEY(&a->root, "plots");
  for (size_t k = 0; k < json_array_size(plots); k++) {
    const struct place plot = PLACE_ITEM(&list, k), at = PLACE_KEY(&plot, "metric");
    if (!metric_agrees(a, json_string_value(json_object_get(json_array_get(plots, k), "metric")), &at, false))
      return false;
  }
  const struct place expect = PLACE_KEY(&a->root, "expect");
  const char *key;
  json_t *clause;
  json_object_foreach(json_object_get(a->config, "expect"), key, clause)
  {
    const struct place at = PLACE_KEY(&expect, key);
    if (!check_is_property(key) && !metric_agrees(a, key, &at, true)) return false;
    if (!compared_agree(a, clause, &at)) return false;
  }
  return true;
}
