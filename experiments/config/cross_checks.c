/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/cross_checks.h"

#include <stdio.h>
#include <string.h>

#include "base/property.h"
#include "base/suggest.h"
#include "experiments/config/fields.h"
#include "experiments/config/metric.h"
#include "experiments/config/selections.h"
#include "model/neighbours.h"
#include "results/config_axes.h"
#include "results/load.h"

/* A text, or what an object is about. */
const char *consistency_name(const json_t *item)
{
  return json_string_value(json_is_object(item) ? json_object_get(item, "metric") : item);
}

const char *consistency_nearest(const json_t *list, const char *text)
{
  const char *words[64];
  size_t n = 0;
  for (; n < json_array_size(list) && n < sizeof words / sizeof *words; n++)
    words[n] = json_string_value(json_array_get(list, n));
  return suggest(text, words, n);
}

/* Tasks would be done twice, and series have two values at one point. */
static bool no_doubles(const struct consistency *a, const char *key)
{
  const json_t *list = json_object_get(a->config, key);
  const struct place up = PLACE_KEY(&a->root, key);
  for (size_t k = 1; k < json_array_size(list); k++)
    for (size_t i = 0; i < k; i++)
      if (json_equal(json_array_get(list, i), json_array_get(list, k))) {
        const struct place at = PLACE_ITEM(&up, k);
        return source_fail(a->source, &at, false, a->e, "\"%s\" is in \"%s\" already; expected each once",
                           consistency_name(json_array_get(list, k)), key);
      }
  return true;
}

/* The texts at `place` must be among those of the config's key. */
static bool all_among(const struct consistency *a, const json_t *texts, const struct place *place, const char *key)
{
  const json_t *list = json_object_get(a->config, key);
  if (texts != NULL && list == NULL)
    return source_fail(a->source, place, true, a->e, "%s, so there are no \"%s\" to choose from; expected no such key",
                       a->drives == DRIVE_PROVE ? "a proof is of all of them" : "an exploration covers every schedule",
                       key);
  for (size_t k = 0; k < json_array_size(texts); k++) {
    const char *text = json_string_value(json_array_get(texts, k));
    if (list_has_text(list, text)) continue;
    const struct place at = PLACE_ITEM(place, k);
    const char *near = consistency_nearest(list, text);
    return source_fail(a->source, &at, false, a->e, "\"%s\" is not among the \"%s\" of this config%s%s%s", text, key,
                       near != NULL ? "; did you mean \"" : "; expected one of those", near != NULL ? near : "",
                       near != NULL ? "\"?" : "");
  }
  return true;
}

/* Keys of `exclude`, and of `series` of plots, fits and clauses; and the list of the config that they choose from. */
static bool selection_agrees(const struct consistency *a, const json_t *object, const struct place *place)
{
  for (enum config_axis k = 0; k < N_AXES; k++) {
    const char *key = config_axes[k].key;
    const struct place at = PLACE_KEY(place, key);
    if (config_axes[k].kind != AXIS_IS_TEXT) continue;
    if (!all_among(a, json_object_get(object, key), &at, config_axes[k].list)) return false;
  }
  return true;
}

static bool selection_of_agrees(void *self, const char *metric, const json_t *selection, const struct place *place)
{
  (void)metric;
  return selection_agrees(self, selection, place);
}

static bool selections_agree(const struct consistency *a)
{
  const struct place excludes = PLACE_KEY(&a->root, "exclude");
  const json_t *list = json_object_get(a->config, "exclude");
  for (size_t k = 0; k < json_array_size(list); k++) {
    const struct place at = PLACE_ITEM(&excludes, k);
    if (!selection_agrees(a, json_array_get(list, k), &at)) return false;
  }
  return selections_each(a->config, selection_of_agrees, (void *)a);
}

/* The smallest or the largest N of the config's k-th algorithm; 0: it has every N, and no other. */
uint32_t consistency_n(const struct consistency *a, size_t k, bool largest)
{
  const json_t *numbers = json_object_get(a->config, "n");
  if (a->whole->processes[k] != 0) return a->whole->processes[k];
  json_int_t best = 0;
  for (size_t i = 0; i < json_array_size(numbers); i++) {
    const json_int_t one = json_integer_value(json_array_get(numbers, i));
    if (one != 0 && (best == 0 || (largest ? one > best : one < best))) best = one;
  }
  return (uint32_t)best;
}

/* "any" is for proofs, and other drives have another N. */
static bool n_is_for_drives(const struct consistency *a)
{
  const json_t *numbers = json_object_get(a->config, "n");
  const struct place key = PLACE_KEY(&a->root, "n");
  bool other = false;
  for (size_t k = 0; k < json_array_size(numbers); k++) {
    const struct place at = PLACE_ITEM(&key, k);
    const bool every = json_integer_value(json_array_get(numbers, k)) == 0;
    other |= !every;
    if (every && (a->drives & DRIVE_PROVE) == 0)
      return source_fail(
        a->source, &at, false, a->e,
        "\"any\", or 0, goes with \"drive\": \"prove\" only; expected that drive or a number from 1 on");
  }
  return other || a->drives == DRIVE_PROVE ||
         source_fail(a->source, &key, false, a->e,
                     "\"n\" is \"any\" alone, which only proofs have; expected a number as well for the other drives");
}

/* Somebody must say how many processes there are: the config, or the graph of each algorithm. */
static bool n_is_there(const struct consistency *a)
{
  if (json_object_get(a->config, "n") != NULL) return n_is_for_drives(a);
  for (size_t k = 0; k < a->whole->n_algorithms; k++) {
    const struct algorithm_choice *choice = a->whole->algorithm[k];
    const bool graph = neighbours_has(choice->algorithm);
    if (a->whole->processes[k] == 0)
      return source_fail(a->source, &a->root, false, a->e, "\"n\" is missing%s%s%s; for example \"n\": %s",
                         graph ? ", and no size is given for the graph of \"" : "", graph ? choice->text : "",
                         graph ? "\"" : "", field_find(config_fields, "n")->example);
  }
  return true;
}

/* Whether only figures of series have the keys of their look. */
static bool looks_agree(const struct consistency *a, const json_t *plot, const char *type, const struct place *place)
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

static bool plots_agree(const struct consistency *a)
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
static bool axis_exists(const struct consistency *a)
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
static bool process_exists(const struct consistency *a, const char *key)
{
  const char *named = json_string_value(json_object_get(a->config, key));
  uint32_t least = UINT32_MAX;
  const struct place at = PLACE_KEY(&a->root, key);
  unsigned number = 0;
  for (size_t k = 0; k < a->whole->n_algorithms; k++)
    if (consistency_n(a, k, false) < least) least = consistency_n(a, k, false);
  if (named != NULL && sscanf(named, "P_%u", &number) == 1 && number > least)
    return source_fail(a->source, &at, false, a->e, "\"%s\" is %s, but N begins at %u; expected P_1 to P_%u, or P_N",
                       key, named, least, least);
  return true;
}

/* A question in ticks that is asked where none passes; NULL: there is none. */
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
  return list_has_text(json_object_get(config, "check"), "response") ? "response" : NULL;
}

/* Where all is proved, each property is one that is. */
static bool check_is_proved(const struct source *source, const json_t *config, struct error *e)
{
  const json_t *check = json_object_get(config, "check");
  const struct place root = PLACE_ROOT, key = PLACE_KEY(&root, "check");
  for (size_t k = 0; k < json_array_size(check); k++) {
    const char *name = json_string_value(json_array_get(check, k));
    const enum property_id id = property_of(name);
    if (id == PROPERTY_NONE || !property_table[id].proved)
      return source_fail(source, &key, false, e, "no proof is of %s; expected one of" PROPERTY_PROVED, name);
  }
  return true;
}

bool check_asks(const struct source *source, const json_t *config, struct error *e)
{
  const char *const timed = timed_question(config);
  const struct place whole = PLACE_ROOT, clock = PLACE_KEY(&whole, "time");
  if (timed != NULL)
    return source_fail(source, &clock, false, e,
                       "\"%s\" is measured in ticks, and no clock ticks; expected \"time\" with one such as "
                       "\"slow=1\"",
                       timed);
  const unsigned drives = drives_of(json_object_get(config, "drive"));
  const json_t *metrics = json_object_get(config, "metrics");
  if (drives == DRIVE_PROVE) return check_is_proved(source, config, e);
  bool any = (drives & (DRIVE_EXPLORE | DRIVE_SEARCH)) == 0 || json_array_size(json_object_get(config, "check")) > 0;
  for (size_t k = 0; !any && k < json_array_size(metrics); k++) {
    struct metric metric;
    struct error ignored = {0};
    any = metric_parse(json_string_value(json_array_get(metrics, k)), &metric, &ignored) &&
          (metric_cost(&metric) != COST_NONE || metric.name.id == METRIC_GAP_MIN);
  }
  const struct place root = PLACE_ROOT, at = PLACE_KEY(&root, "metrics");
  return any || source_fail(source, &at, false, e,
                            "the explorations have nothing to determine; expected a metric such as \"rmr.max\", or "
                            "\"check\": [\"P1\"]");
}

bool check_agreement(const struct config *config, struct error *e)
{
  const struct consistency a = {.whole = config,
                                .source = &config->source,
                                .config = config->json,
                                .drives = drives_of(json_object_get(config->json, "drive")),
                                .root = PLACE_ROOT,
                                .e = e};
  static const char *const lists[] = {"check", "metrics", "fits", "traces"};
  for (enum config_axis k = 0; k < N_AXES; k++)
    if (config_axes[k].kind == AXIS_IS_TEXT && !no_doubles(&a, config_axes[k].list)) return false;
  for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
    if (!no_doubles(&a, lists[k])) return false;
  return n_is_there(&a) && axis_exists(&a) && process_exists(&a, "observed") && process_exists(&a, "observe") &&
         selections_agree(&a) && consistency_of_metrics(&a) && plots_agree(&a) &&
         check_tables(&config->source, config->json, e);
}
