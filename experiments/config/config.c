/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "experiments/config/check.h"
#include "experiments/config/choices.h"
#include "experiments/config/fields.h"
#include "experiments/config/override.h"
#include "experiments/config/walk.h"
#include "results/columns.h"
#include "results/expect.h"
#include "results/seal.h"
#include "results/selection.h"
#include "version.h"

/* --- the fingerprint ---------------------------------------------------------------------------------------------- */

/* The keys on which records depend. "metrics" is the list after everything that names a metric has added to it. */
static const char *const essential[] = {"drive",    "algorithms", "n",       "adversaries", "memories", "sessions",
                                        "passages", "faults",     "time",    "repetitions", "seed",     "max_steps",
                                        "observed", "exclude",    "metrics", "traces",      "observe",  "check",
                                        "budget",   "effort",     "methods", "order",       "version"};
enum { N_ESSENTIAL = sizeof essential / sizeof *essential };

void config_hash_print(uint64_t high, uint64_t low, char out[FINGERPRINT_SIZE])
{
  snprintf(out, FINGERPRINT_SIZE, "%016" PRIx64 "%016" PRIx64, high, low);
}

void config_hash(const json_t *value, char out[FINGERPRINT_SIZE])
{
  char *text = json_dumps(value, JSON_SORT_KEYS | JSON_COMPACT | JSON_ENCODE_ANY);
  const XXH128_hash_t hash = XXH3_128bits(text, strlen(text));
  config_hash_print(hash.high64, hash.low64, out);
  free(text);
}

static void take_fingerprint(struct config *config)
{
  json_t *parts = json_pack("{s:i}", "format", RECORD_FORMAT);
  json_object_set_new(config->json, "version", json_string(RMR_VERSION));
  for (size_t k = 0; k < N_ESSENTIAL; k++)
    json_object_set(parts, essential[k], json_object_get(config->json, essential[k]));
  config_hash(parts, config->fingerprint);
  json_decref(parts);
  json_object_set_new(config->json, "fingerprint", json_string(config->fingerprint));
}

char *config_difference(const json_t *a, const json_t *b, char *out, size_t size)
{
  out[0] = '\0';
  for (size_t k = 0; k < N_ESSENTIAL; k++) {
    const json_t *mine = json_object_get(a, essential[k]), *other = json_object_get(b, essential[k]);
    if (mine == other || json_equal(mine, other)) continue; /* neither has a key of the other drive */
    const size_t used = strlen(out);
    snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "", essential[k]);
  }
  return out;
}

/* --- metrics ------------------------------------------------------------------------------------------------------ */

/* Puts the name at the end of the list, unless it is there. */
static void want(json_t *list, const char *name)
{
  if (!list_has_text(list, name)) json_array_append_new(list, json_string(name));
}

/* Adds what the columns of tables speak of: a metric, or of properties the ones to check. Registers are looked at where
 * any is. */
static void want_of_columns(json_t *metrics, json_t *check, const json_t *table, unsigned drives)
{
  static const char *const bounds[] = {"bound.own", "bound.each", "bound.square", "bound.cube", "bound.level"};
  const json_t *names = json_object_get(table, "columns");
  for (size_t k = 0; k < json_array_size(names); k++) {
    struct column column;
    if (!column_of(json_string_value(json_array_get(names, k)), &column)) continue;
    const bool rmrs = column.kind == COLUMN_RMR && strcmp(column.metric, "rmr.max") == 0;
    if (metrics != NULL && column.kind == COLUMN_RMR) want(metrics, column.metric);
    for (int p = 0; check != NULL && column.kind == COLUMN_PROVED && p < N_PROPERTIES; p++)
      if (property_table[p].proved) want(check, property_key(p));
    for (size_t i = 0; metrics != NULL && i < sizeof bounds / sizeof *bounds; i++)
      if ((drives & DRIVE_PROVE) && (rmrs || column.kind == COLUMN_PROVED)) want(metrics, bounds[i]);
    if (metrics != NULL && column.kind == COLUMN_SPACE) want(metrics, "space");
    if (metrics != NULL && column.kind == COLUMN_METRIC) want(metrics, column.name);
    if (check != NULL && column.kind == COLUMN_PROPERTY) want(check, column.name);
    if (check != NULL && column.kind == COLUMN_BOUNDED && json_array_size(check) == 0) want(check, "P1");
  }
}

/* Adds the metrics that clauses compare with: "= paths.max". */
static void want_compared(json_t *metrics, const json_t *clauses)
{
  const json_t *said;
  for (size_t k = 0; (said = clause_at(clauses, k)) != NULL; k++) {
    struct expect clause;
    struct error ignored = {0};
    if (expect_parse(clause_text(said), &clause, &ignored) && clause.metric[0] != '\0') want(metrics, clause.metric);
  }
}

/* Adds what fits, plots, tables and clauses ask for; and beside rmr.max the mean and the band that plots draw with
 * it. */
static void complete_metrics(json_t *config)
{
  static const char *const companions[] = {"rmr.mean", "rmr.p10", "rmr.p90"};
  json_t *metrics = json_object_get(config, "metrics"), *value;
  size_t k;
  json_array_foreach(json_object_get(config, "fits"), k, value)
    want(metrics, json_string_value(json_is_object(value) ? json_object_get(value, "metric") : value));
  json_array_foreach(json_object_get(config, "plots"), k, value)
    want(metrics, json_string_value(json_object_get(value, "metric")));
  const unsigned drives = drives_of(json_object_get(config, "drive"));
  json_array_foreach(json_object_get(config, "tables"), k, value) want_of_columns(metrics, NULL, value, drives);
  const char *key;
  json_object_foreach(json_object_get(config, "expect"), key, value)
  {
    if (!check_is_property(key)) want(metrics, key);
    want_compared(metrics, value);
  }
  const size_t n = (drives & DRIVE_SIMULATE) != 0 ? json_array_size(metrics) : 0;
  for (k = 0; k < n; k++)
    for (size_t i = 0; strcmp(json_string_value(json_array_get(metrics, k)), "rmr.max") == 0 && i < 3; i++)
      want(metrics, companions[i]);
}

/* Adds the properties that clauses, metrics and tables ask for. */
static void complete_check(json_t *config)
{
  json_t *check = json_object_get(config, "check"), *clause, *table, *name;
  const char *key;
  size_t k;
  json_object_foreach(json_object_get(config, "expect"), key, clause)
  {
    if (check != NULL && check_is_property(key)) want(check, key);
  }
  json_array_foreach(json_object_get(config, "metrics"), k, name)
  {
    struct metric metric;
    struct error ignored = {0};
    if (check == NULL || !metric_parse(json_string_value(name), &metric, &ignored)) continue;
    if (metric.name.id == METRIC_FAILS) want(check, metric.name.argument);
    if (metric.name.id == METRIC_RESPONSE_MAX) want(check, "response");
  }
  json_array_foreach(json_object_get(config, "tables"), k, table) want_of_columns(NULL, check, table, 0);
}

static bool parse_metrics(struct config *config, struct error *e)
{
  const json_t *list = config_list(config, "metrics");
  config->metrics = mem_new(json_array_size(list), sizeof *config->metrics);
  for (; config->n_metrics < json_array_size(list); config->n_metrics++) {
    const char *name = json_string_value(json_array_get(list, config->n_metrics));
    if (!metric_parse(name, &config->metrics[config->n_metrics], e)) return false;
  }
  return true;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* "x/glb.json" is called glb unless it says otherwise. */
static bool complete_name(struct config *config, struct error *e)
{
  if (json_object_get(config->json, "name") != NULL) return true;
  const char *slash = strrchr(config->source.file, '/');
  char *name = mem_text(slash != NULL ? slash + 1 : config->source.file);
  char *dot = strrchr(name, '.');
  if (dot != NULL && strcmp(dot, ".json") == 0) *dot = '\0';
  struct error inner = {0};
  const struct place root = PLACE_ROOT;
  bool ok = check_name(name, &inner);
  if (!ok)
    source_fail(&config->source, &root, false, e,
                "\"name\" is missing, and the file's name will not do; for example "
                "\"name\": \"glb\"");
  if (ok) {
    json_t *named = json_pack("{s:s}", "name", name);
    json_object_update(named, config->json);
    json_decref(config->json);
    config->json = named;
  }
  free(name);
  return ok;
}

static json_t *parse_json(const struct source *source, size_t length, struct error *e)
{
  json_error_t why;
  if (text_nests_deeply(source->text, length))
    return fail_at(e, EXIT_USAGE, source->file, 0, 0, "brackets stand in brackets, more than %d deep", TEXT_DEEPEST),
           NULL;
  json_t *json = json_loadb(source->text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &why);
  if (json == NULL)
    return fail_at(e, EXIT_USAGE, source->file, why.line, why.column > 0 ? why.column : 1, "not valid JSON: %s",
                   why.text),
           NULL;
  if (json_is_object(json)) return json;
  json_decref(json);
  const struct place root = PLACE_ROOT;
  return source_fail(source, &root, false, e,
                     "a config must be an object {...}; for example "
                     "{\"algorithms\": [\"glb\"], \"n\": \"2..64*2\"}"),
         NULL;
}

/* jansson sees to UTF-8. Escaped control characters ("\n", "\u0007") would break lines, tables and figures, and
 * invisible characters would make two names look the same, or one like another. */
static bool is_text(const struct source *source, const json_t *value, const struct place *place, struct error *e)
{
  static const char *const words = "a text with control or invisible characters; expected one line of plain text";
  const char *key;
  json_t *part;
  size_t k;
  if (json_is_string(value) && !text_is_line(json_string_value(value)))
    return source_fail(source, place, false, e, "\"%.100s\" is %s", json_string_value(value), words);
  json_array_foreach(value, k, part)
  {
    const struct place item = PLACE_ITEM(place, k);
    if (!is_text(source, part, &item, e)) return false;
  }
  json_object_foreach((json_t *)value, key, part)
  {
    const struct place member = PLACE_KEY(place, key);
    if (!text_is_line(key)) return source_fail(source, place, false, e, "the key \"%.100s\" is %s", key, words);
    if (!is_text(source, part, &member, e)) return false;
  }
  return true;
}

static bool understand(struct config *config, json_t *json, struct error *e)
{
  const struct place root = PLACE_ROOT;
  if (!is_text(&config->source, json, &root, e)) return false;
  config->json = walk_object(&config->source, config_fields, drives_of(json_object_get(json, "drive")), json, &root, e);
  if (config->json == NULL || !complete_name(config, e)) return false;
  if (!choices_make(config, e) || !check_agreement(config, e)) return false;
  complete_metrics(config->json);
  complete_check(config->json);
  if (!check_asks(&config->source, config->json, e)) return false;
  if (!parse_metrics(config, e)) return false;
  take_fingerprint(config);
  return true;
}

const char *const config_additions[] = {"version", "fingerprint", "tasks", "checksum", NULL};

/* The config.json of a result directory is a config as well, but for what rmr has added. */
static void drop_additions(json_t *json)
{
  bool all = true;
  for (const char *const *key = config_additions; *key != NULL; key++) all &= json_object_get(json, *key) != NULL;
  for (const char *const *key = config_additions; all && *key != NULL; key++) json_object_del(json, *key);
}

bool config_parse(const char *text, size_t length, const char *file, const char *const *overrides, size_t n_overrides,
                  struct config *out, struct error *e)
{
  *out = (struct config){0};
  out->source.file = mem_text(file);
  out->source.text = mem_new(length + 1, 1);
  memcpy(out->source.text, text, length);
  const char *slash = strrchr(file, '/');
  out->directory = slash != NULL ? mem_format("%.*s", (int)(slash - file + 1), file) : mem_text(".");
  json_t *json = parse_json(&out->source, length, e);
  bool ok = json != NULL;
  if (ok) drop_additions(json);
  for (size_t k = 0; ok && k < n_overrides; k++) ok = override_apply(&out->source, overrides[k], json, e);
  ok = ok && understand(out, json, e);
  json_decref(json);
  if (!ok) config_free(out);
  return ok;
}

bool config_load(const char *path, const char *const *overrides, size_t n_overrides, struct config *out,
                 struct error *e)
{
  *out = (struct config){0};
  size_t length;
  char *text = file_read(path, CONFIG_MOST_BYTES, &length, e);
  if (text == NULL) return false;
  const bool ok = config_parse(text, length, path, overrides, n_overrides, out, e);
  free(text);
  return ok;
}

void config_free(struct config *config)
{
  source_free(&config->source);
  json_decref(config->json);
  free(config->directory);
  free(config->metrics);
  choices_free(config);
  *config = (struct config){0};
}

const char *config_text(const struct config *config, const char *key)
{
  const char *text = json_string_value(json_object_get(config->json, key));
  return text != NULL ? text : "";
}

const json_t *config_list(const struct config *config, const char *key)
{
  return json_object_get(config->json, key);
}
