/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/check.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "config/fields.h"
#include "config/metric.h"
#include "config/selections.h"
#include "explore/search/depth.h"
#include "model/loader.h"
#include "model/neighbours.h"
#include "results/columns.h"
#include "results/expect.h"
#include "results/formula.h"
#include "results/selection.h"
#include "search/search.h"
#include "sim/scheduler.h"

/* --- single texts ------------------------------------------------------------------------------------------------- */

bool check_name(const char *text, struct error *e)
{
  const size_t length = strlen(text);
  const char *allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  if (length >= 1 && length <= 100 && text[0] != '.' && strspn(text, allowed) == length) return true;
  return fail(e, EXIT_USAGE,
              "\"%.100s\" is not a name; expected 1 to 100 letters, digits, '-', '_' or '.', not beginning with '.'",
              text);
}

bool check_algorithm(const char *text, struct error *e)
{
  if (plug_in_is(text)) return true; /* relative to a directory that is not known here */
  struct algorithm_choice *choice = algorithm_choose(text, NULL, e);
  algorithm_release(choice);
  return choice != NULL;
}

bool check_axis(const char *text, struct error *e)
{
  static const char *const words[] = {"N", "passages", "algorithm", "adversary"};
  const size_t length = strcspn(text, ".");
  const bool option = strncmp(text, "algorithm.", 10) == 0 || strncmp(text, "adversary.", 10) == 0;
  if (strcmp(text, "N") == 0 || strcmp(text, "passages") == 0 || (option && text[10] != '\0')) return true;
  char name[64];
  snprintf(name, sizeof name, "%.*s", (int)length, text);
  const char *near = text[length] == '\0' ? suggest(name, words, 2) : suggest(name, words + 2, 2);
  if (near != NULL && strcmp(near, name) == 0) near = NULL; /* what is wrong is the key */
  return fail(e, EXIT_USAGE, "\"x\" is \"%.80s\"; expected N, passages, algorithm.KEY or adversary.KEY%s%s%s", text,
              near != NULL ? "; did you mean \"" : "", near != NULL ? near : "", near != NULL ? "\"?" : "");
}

/* Plug-ins are loaded when the tasks are planned, not while a text is being read. */
bool check_adversary(const char *text, struct error *e)
{
  return plug_in_among(text) || scheduler_check(text, NULL, e);
}

bool check_memory(const char *text, struct error *e)
{
  enum memory memory;
  return memory_parse(text, &memory, e);
}

bool check_sessions(const char *text, struct error *e)
{
  struct sessions sessions;
  return sessions_parse(text, &sessions, e);
}

bool check_faults(const char *text, struct error *e)
{
  struct fault_words words;
  return faults_split(text, &words, e);
}

bool check_time(const char *text, struct error *e)
{
  struct time_spec time;
  return time_parse(text, &time, e);
}

bool check_observed(const char *text, struct error *e)
{
  char name[96];
  struct metric metric;
  struct error inner = {0};
  if (strlen(text) < 32 && snprintf(name, sizeof name, "steps of %s", text) > 0 && metric_parse(name, &metric, &inner))
    return true;
  return fail(e, EXIT_USAGE, "\"%.40s\" is not a process; expected P_N, or P_1 to P_%d", text, SYSTEM_MAX_N);
}

bool check_observe(const char *text, struct error *e)
{
  struct error inner = {0};
  if (strcmp(text, "all") == 0 || check_observed(text, &inner)) return true;
  return fail(e, EXIT_USAGE, "\"%.40s\" is not a process; expected all, P_N, or P_1 to P_%d", text,
              DEPTH_MOST_PROCESSES);
}

bool check_metric(const char *text, struct error *e)
{
  struct metric metric;
  return metric_parse(text, &metric, e);
}

bool check_scalar_metric(const char *text, struct error *e)
{
  struct metric metric;
  if (!metric_parse(text, &metric, e)) return false;
  if (metric.name.split == METRIC_NUMBER) return true;
  return fail(e, EXIT_USAGE, "\"%s\" is one number per process; expected a metric with one number, such as \"%s\"",
              text, metric_forms[metric.name.id].example);
}

bool check_column(const char *text, struct error *e)
{
  struct column column;
  return (column_of(text, &column) && (column.kind != COLUMN_METRIC || check_scalar_metric(text, e))) ||
         fail(e, EXIT_USAGE, "\"%s\" is no column", text);
}

bool check_methods(const char *text, struct error *e)
{
  unsigned methods;
  return search_methods_parse(text, &methods, e);
}

bool check_formula(const char *text, struct error *e)
{
  struct formula formula;
  struct error inner = {0};
  if (!formula_parse(text, &formula, &inner)) return fail(e, inner.code, "\"%.80s\": %s", text, inner.text);
  if (!formula.uses_j) return true;
  return fail(e, EXIT_USAGE, "\"%s\" uses j; expected a formula in N", text);
}

bool check_is_property(const char *text)
{
  const struct column *column = column_find(text);
  return strcmp(text, "invariants") == 0 || (column != NULL && column->kind == COLUMN_PROPERTY);
}

/* --- agreement ---------------------------------------------------------------------------------------------------- */

struct agreement {
  const struct config *whole;
  const struct source *source;
  const json_t *config;
  unsigned drives;
  struct place root;
  struct error *e;
};

static bool contains(const json_t *list, const char *text)
{
  for (size_t k = 0; k < json_array_size(list); k++)
    if (strcmp(json_string_value(json_array_get(list, k)), text) == 0) return true;
  return false;
}

/* A text, or what an object is about. */
static const char *name_of(const json_t *item)
{
  return json_string_value(json_is_object(item) ? json_object_get(item, "metric") : item);
}

/* Tasks would be done twice, and series have two values at one point. */
static bool no_doubles(const struct agreement *a, const char *key)
{
  const json_t *list = json_object_get(a->config, key);
  const struct place up = PLACE_KEY(&a->root, key);
  for (size_t k = 1; k < json_array_size(list); k++)
    for (size_t i = 0; i < k; i++)
      if (json_equal(json_array_get(list, i), json_array_get(list, k))) {
        const struct place at = PLACE_ITEM(&up, k);
        return source_fail(a->source, &at, false, a->e, "\"%s\" is in \"%s\" already; expected each once",
                           name_of(json_array_get(list, k)), key);
      }
  return true;
}

/* The texts at `place` must be among those of the config's key. */
static bool all_among(const struct agreement *a, const json_t *texts, const struct place *place, const char *key)
{
  const json_t *list = json_object_get(a->config, key);
  if (texts != NULL && list == NULL)
    return source_fail(
      a->source, place, true, a->e,
      "an exploration takes all schedules, so there are no \"%s\" to choose from; expected no such key", key);
  for (size_t k = 0; k < json_array_size(texts); k++) {
    const char *text = json_string_value(json_array_get(texts, k));
    if (contains(list, text)) continue;
    const struct place at = PLACE_ITEM(place, k);
    const char *words[64];
    size_t n = 0;
    for (; n < json_array_size(list) && n < 64; n++) words[n] = json_string_value(json_array_get(list, n));
    const char *near = suggest(text, words, n);
    return source_fail(a->source, &at, false, a->e, "\"%s\" is not among the \"%s\" of this config%s%s%s", text, key,
                       near != NULL ? "; did you mean \"" : "; expected one of those", near != NULL ? near : "",
                       near != NULL ? "\"?" : "");
  }
  return true;
}

/* Keys of `exclude`, and of `series` of plots, fits and clauses; and the list of the config that they choose from. */
static bool selection_agrees(const struct agreement *a, const json_t *object, const struct place *place)
{
  static const struct {
    const char *key, *list;
  } pairs[] = {{"drive", "drive"},     {"algorithm", "algorithms"}, {"adversary", "adversaries"},
               {"memory", "memories"}, {"sessions", "sessions"},    {"faults", "faults"},
               {"time", "time"}};
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    const struct place at = PLACE_KEY(place, pairs[k].key);
    if (!all_among(a, json_object_get(object, pairs[k].key), &at, pairs[k].list)) return false;
  }
  return true;
}

static bool selection_of_agrees(void *self, const char *metric, const json_t *selection, const struct place *place)
{
  (void)metric;
  return selection_agrees(self, selection, place);
}

static bool selections_agree(const struct agreement *a)
{
  const struct place excludes = PLACE_KEY(&a->root, "exclude");
  const json_t *list = json_object_get(a->config, "exclude");
  for (size_t k = 0; k < json_array_size(list); k++) {
    const struct place at = PLACE_ITEM(&excludes, k);
    if (!selection_agrees(a, json_array_get(list, k), &at)) return false;
  }
  return selections_each(a->config, selection_of_agrees, (void *)a);
}

/* The smallest or the largest N of the config's k-th algorithm. */
static uint32_t extreme_of(const struct agreement *a, size_t k, bool largest)
{
  const json_t *numbers = json_object_get(a->config, "n");
  if (a->whole->processes[k] != 0) return a->whole->processes[k];
  json_int_t best = json_integer_value(json_array_get(numbers, 0));
  for (size_t i = 1; i < json_array_size(numbers); i++) {
    const json_int_t one = json_integer_value(json_array_get(numbers, i));
    if (largest ? one > best : one < best) best = one;
  }
  return (uint32_t)best;
}

/* Somebody must say how many processes there are: the config, or the graph of each algorithm. */
static bool n_is_there(const struct agreement *a)
{
  if (json_object_get(a->config, "n") != NULL) return true;
  for (size_t k = 0; k < a->whole->n_algorithms; k++) {
    const struct algorithm_choice *choice = a->whole->algorithm[k];
    const bool graph = neighbours_has(choice->algorithm);
    if (a->whole->processes[k] == 0)
      return source_fail(a->source, &a->root, false, a->e, "\"n\" is missing%s%s%s; for example \"n\": %s",
                         graph ? ", and there is no size to the graph of \"" : "", graph ? choice->text : "",
                         graph ? "\"" : "", field_find(config_fields, "n")->example);
  }
  return true;
}

/* The adversary's struct by the name before the colon; NULL for plug-ins, which are not loaded here. */
static const struct rmr_adversary *adversary_named(const char *text)
{
  char name[256] = "";
  struct error ignored = {0};
  snprintf(name, sizeof name, "%.*s", (int)plug_in_name(text), text);
  return plug_in_is(name) ? NULL : adversary_find(name, &ignored);
}

/* A simulation of the algorithm under one of the adversaries. */
static bool simulation_has(const struct agreement *a, const struct metric *metric,
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
static bool exploration_has(const struct agreement *a, const struct metric *metric,
                            const struct rmr_algorithm *algorithm, uint32_t n, struct error *e)
{
  const char *observe = json_string_value(json_object_get(a->config, "observe"));
  const bool all = strcmp(observe, "all") == 0;
  const bool same = metric->name.process == METRIC_ANYBODY || metric->name.process == process_named(observe);
  if (!all && (!same || metric->name.split != METRIC_NUMBER))
    return fail(e, EXIT_USAGE, "\"%s\" asks for others than \"observe\": \"%s\"; expected \"observe\": \"all\"",
                metric->name.text, observe);
  return metric_applies(metric, algorithm, n, NULL, e);
}

/* Nobody's cost is known but that of whoever was found to pay most, or is observed. */
static bool search_has(const struct agreement *a, const struct metric *metric, const struct rmr_algorithm *algorithm,
                       uint32_t n, struct error *e)
{
  const char *observe = json_string_value(json_object_get(a->config, "observe"));
  const bool same = metric->name.process == METRIC_ANYBODY || metric->name.process == process_named(observe);
  if (!same || metric->name.split != METRIC_NUMBER)
    return fail(e, EXIT_USAGE,
                "\"%s\" asks for others than a search tells of; expected \"observe\" to name the process",
                metric->name.text);
  return metric_applies(metric, algorithm, n, NULL, e);
}

static bool drives_know(const struct agreement *a, const struct metric *metric, struct error *e)
{
  if ((metric->kind->drives & a->drives) != 0) return true;
  if (a->drives == DRIVE_SEARCH)
    return fail(e, EXIT_USAGE, "\"%s\" is not known of searches; expected one that is, such as \"rmr.max\"",
                metric->name.text);
  if (a->drives == DRIVE_COUNT)
    return fail(e, EXIT_USAGE, "\"%s\" is not known by counting; expected one that is, such as \"paths.max\"",
                metric->name.text);
  return (a->drives & DRIVE_SIMULATE) == 0
           ? fail(e, EXIT_USAGE, "\"%s\" is not known of explorations; expected one that is, such as \"rmr.max\"",
                  metric->name.text)
           : fail(e, EXIT_USAGE, "\"%s\" is known of explorations only; expected \"drive\": \"explore\"",
                  metric->name.text);
}

/* A line, a register, a measure must exist for at least one of the algorithms and adversaries, else it is a slip of
 * the pen. */
static bool metric_agrees(const struct agreement *a, const char *text, const struct place *place, bool key)
{
  struct metric metric;
  struct error first = {0};
  if (!metric_parse(text, &metric, &first) || !drives_know(a, &metric, &first))
    return source_pass_on(a->source, place, key, &first, a->e);
  const unsigned drives = metric.kind->drives & a->drives;
  for (size_t k = 0; k < a->whole->n_algorithms; k++) {
    const struct rmr_algorithm *algorithm = a->whole->algorithm[k]->algorithm;
    const uint32_t n = extreme_of(a, k, true);
    if (a->whole->algorithm[k]->fallen != NULL) return true; /* nobody knows */
    if ((drives & DRIVE_SIMULATE) && simulation_has(a, &metric, algorithm, n, &first)) return true;
    if ((drives & DRIVE_COUNT) && metric_applies(&metric, algorithm, n, NULL, &first)) return true;
    if ((drives & DRIVE_EXPLORE) && exploration_has(a, &metric, algorithm, n, &first)) return true;
    if ((drives & DRIVE_SEARCH) && search_has(a, &metric, algorithm, n, &first)) return true;
  }
  return source_pass_on(a->source, place, key, &first, a->e);
}

static bool metric_list_agrees(const struct agreement *a, const char *key)
{
  const json_t *list = json_object_get(a->config, key);
  const struct place up = PLACE_KEY(&a->root, key);
  for (size_t k = 0; k < json_array_size(list); k++) {
    const json_t *one = json_array_get(list, k);
    const struct place item = PLACE_ITEM(&up, k), inside = PLACE_KEY(&item, "metric");
    if (!metric_agrees(a, name_of(one), json_is_object(one) ? &inside : &item, false)) return false;
  }
  return true;
}

/* What clauses compare with. */
static bool compared_agree(const struct agreement *a, const json_t *clauses, const struct place *place)
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

static bool metrics_agree(const struct agreement *a)
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

/* What only figures of series can look like. */
static bool looks_agree(const struct agreement *a, const json_t *plot, const char *type, const struct place *place)
{
  static const char *const keys[] = {"axes", "envelope", "style", "labels"};
  const bool growth = strcmp(type, "growth") == 0, normalised = strcmp(type, "normalised") == 0;
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
    const struct place key = PLACE_KEY(place, keys[k]);
    if (json_object_get(plot, keys[k]) == NULL || growth || (normalised && k > 0)) continue;
    return source_fail(a->source, &key, true, a->e, "\"%s\" goes with \"type\": \"growth\"%s only; expected no \"%s\"",
                       keys[k], k > 0 ? " or \"normalised\"" : "", keys[k]);
  }
  return true;
}

static bool plots_agree(const struct agreement *a)
{
  const json_t *plots = json_object_get(a->config, "plots");
  const char *x = json_string_value(json_object_get(a->config, "x"));
  const struct place list = PLACE_KEY(&a->root, "plots");
  for (size_t k = 0; k < json_array_size(plots); k++) {
    const json_t *plot = json_array_get(plots, k);
    const struct place at = PLACE_ITEM(&list, k);
    const char *type = json_string_value(json_object_get(plot, "type"));
    const bool normalised = strcmp(type, "normalised") == 0;
    const struct place key = PLACE_KEY(&at, "divide_by"), type_key = PLACE_KEY(&at, "type");
    if (!looks_agree(a, plot, type, &at)) return false;
    if (!normalised && json_object_get(plot, "divide_by") != NULL)
      return source_fail(
        a->source, &key, true, a->e,
        "\"divide_by\" goes with \"type\": \"normalised\" only; expected that type or no \"divide_by\"");
    if (x != NULL && strcmp(x, "N") != 0 && strcmp(type, "gallery") == 0)
      return source_fail(a->source, &type_key, false, a->e,
                         "a gallery shows worst cases against N; expected no \"x\": \"%s\"", x);
  }
  return true;
}

/* A number among the parameters of one of the algorithms, or a text that may end in one. */
static bool is_parameter(const struct config *config, const char *key)
{
  for (size_t k = 0; k < config->n_algorithms; k++) {
    const struct rmr_option *o = config->algorithm[k]->algorithm->parameters;
    for (; o != NULL && o->key != NULL; o++)
      if (strcmp(o->key, key) == 0 && (o->type <= RMR_NUMBER || o->type == RMR_GRAPH || o->type == RMR_ORDER))
        return true;
  }
  return false;
}

/* An option that one of the adversaries is given: "pct:depth=3". */
static bool is_option(const json_t *adversaries, const char *key)
{
  const size_t length = strlen(key);
  for (size_t k = 0; k < json_array_size(adversaries); k++) {
    const char *at = strchr(json_string_value(json_array_get(adversaries, k)), ':');
    for (; at != NULL; at = strpbrk(at + 1, ",:"))
      if (strncmp(at + 1, key, length) == 0 && at[1 + length] == '=') return true;
  }
  return false;
}

/* Series are to have points. */
static bool axis_exists(const struct agreement *a)
{
  const char *x = json_string_value(json_object_get(a->config, "x"));
  const struct place at = PLACE_KEY(&a->root, "x");
  if (x != NULL && strncmp(x, "algorithm.", 10) == 0 && !is_parameter(a->whole, x + 10))
    return source_fail(a->source, &at, false, a->e,
                       "no algorithm of this config has a parameter \"%s\" that is a number", x + 10);
  if (x != NULL && strncmp(x, "adversary.", 10) == 0 && !is_option(json_object_get(a->config, "adversaries"), x + 10))
    return source_fail(a->source, &at, false, a->e,
                       "no adversary of this config is given the option \"%s\"; expected one such as \"NAME:%s=1..3\"",
                       x + 10, x + 10);
  return true;
}

/* P_3 needs three processes at every N. */
static bool process_exists(const struct agreement *a, const char *key)
{
  const char *named = json_string_value(json_object_get(a->config, key));
  uint32_t least = UINT32_MAX;
  const struct place at = PLACE_KEY(&a->root, key);
  unsigned number = 0;
  for (size_t k = 0; k < a->whole->n_algorithms; k++)
    if (extreme_of(a, k, false) < least) least = extreme_of(a, k, false);
  if (named != NULL && sscanf(named, "P_%u", &number) == 1 && number > least)
    return source_fail(a->source, &at, false, a->e, "\"%s\" is %s, but N begins at %u; expected P_1 to P_%u, or P_N",
                       key, named, least, least);
  return true;
}

/* What is told in ticks is asked where none passes. */
static const char *timed_question(const json_t *config)
{
  const json_t *metrics = json_object_get(config, "metrics"), *time = json_object_get(config, "time");
  for (size_t k = 0; k < json_array_size(time); k++)
    if (strcmp(json_string_value(json_array_get(time, k)), "none") != 0) return NULL;
  for (size_t k = 0; k < json_array_size(metrics); k++) {
    struct metric metric;
    struct error ignored = {0};
    const char *name = json_string_value(json_array_get(metrics, k));
    if (metric_parse(name, &metric, &ignored) && metric_is_timed(&metric)) return name;
  }
  return contains(json_object_get(config, "check"), "response") ? "response" : NULL;
}

bool check_asks(const struct source *source, const json_t *config, struct error *e)
{
  const char *const timed = timed_question(config);
  const struct place whole = PLACE_ROOT, clock = PLACE_KEY(&whole, "time");
  if (timed != NULL)
    return source_fail(source, &clock, false, e,
                       "\"%s\" is told in ticks, and no clock ticks; expected \"time\" with one such as \"slow=1\"",
                       timed);
  const unsigned drives = drives_of(json_object_get(config, "drive"));
  const json_t *metrics = json_object_get(config, "metrics");
  bool any = (drives & (DRIVE_EXPLORE | DRIVE_SEARCH)) == 0 || json_array_size(json_object_get(config, "check")) > 0;
  for (size_t k = 0; !any && k < json_array_size(metrics); k++) {
    struct metric metric;
    struct error ignored = {0};
    any = metric_parse(json_string_value(json_array_get(metrics, k)), &metric, &ignored) &&
          (metric.kind->cost != COST_NONE || metric.name.id == METRIC_GAP_MIN);
  }
  const struct place root = PLACE_ROOT, at = PLACE_KEY(&root, "metrics");
  return any ||
         source_fail(source, &at, false, e,
                     "the explorations are asked for nothing; expected a metric such as \"rmr.max\", or \"check\": "
                     "[\"P1\"]");
}

bool check_agreement(const struct config *config, struct error *e)
{
  const struct agreement a = {.whole = config,
                              .source = &config->source,
                              .config = config->json,
                              .drives = drives_of(json_object_get(config->json, "drive")),
                              .root = PLACE_ROOT,
                              .e = e};
  static const char *const lists[] = {"drive", "algorithms", "adversaries", "memories", "sessions", "faults",
                                      "time",  "check",      "metrics",     "fits",     "traces"};
  for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
    if (!no_doubles(&a, lists[k])) return false;
  return n_is_there(&a) && axis_exists(&a) && process_exists(&a, "observed") && process_exists(&a, "observe") &&
         selections_agree(&a) && metrics_agree(&a) && plots_agree(&a) && check_tables(&config->source, config->json, e);
}
