/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/schema.h"

#include <inttypes.h>
#include <string.h>

#include "experiments/config/config.h"
#include "experiments/config/fields.h"
#include "experiments/config/metric.h"
#include "results/columns.h"

/* --- JSON Schema -------------------------------------------------------------------------------------------------- */

static json_t *object_schema(const struct config_field *fields);

/* One of the choices; where there is a check as well, other texts may pass it. */
static json_t *text_schema(const struct config_field *field)
{
  json_t *text = json_pack("{s:s}", "type", "string");
  if (field->choices == NULL) return text;
  json_t *choices = json_array();
  for (const char *const *choice = field->choices; *choice != NULL; choice++)
    json_array_append_new(choices, json_string(*choice));
  if (field->check != NULL) return json_pack("{s:[{s:o}, o]}", "anyOf", "enum", choices, text);
  json_object_set_new(text, "enum", choices);
  return text;
}

static json_t *list_of(json_t *items, bool filled)
{
  json_t *out = json_pack("{s:s, s:o}", "type", "array", "items", items);
  if (filled) json_object_set_new(out, "minItems", json_integer(1));
  return out;
}

static json_t *count_schema(const struct config_field *field)
{
  json_t *out =
    json_pack("{s:s, s:I}", "type", "integer", "minimum", (json_int_t)(field->zero != NULL ? 0 : field->low));
  if (field->high != INT64_MAX) json_object_set_new(out, "maximum", json_integer(field->high));
  return out;
}

/* A number, a shorthand text, or a range. */
static json_t *one_of_counts(const struct config_field *field)
{
  char pattern[64] = "^[0-9][0-9.+*,]*$";
  if (field->zero != NULL) snprintf(pattern, sizeof pattern, "^(%s|[0-9])[0-9a-z.+*,]*$", field->zero);
  json_t *shorthand = json_pack("{s:s, s:s}", "type", "string", "pattern", pattern);
  return json_pack("{s:[o, o, o]}", "anyOf", count_schema(field), shorthand, object_schema(range_fields));
}

static json_t *counts_schema(const struct config_field *field)
{
  return json_pack("{s:[o, o]}", "anyOf", one_of_counts(field), list_of(one_of_counts(field), true));
}

/* The columns that have names of their own; others are metrics. */
static json_t *says_schema(void)
{
  json_t *properties = json_object();
  for (const char *const *name = column_names; *name != NULL; name++)
    json_object_set_new(properties, *name, json_pack("{s:s}", "type", "string"));
  return json_pack("{s:s, s:o, s:{s:s}}", "type", "object", "properties", properties, "additionalProperties", "type",
                   "string");
}

/* A text or such an object, or a list of these. */
static json_t *one_or_list(json_t *object)
{
  json_t *one = json_pack("{s:[{s:s}, o]}", "anyOf", "type", "string", object);
  return json_pack("{s:[O, o]}", "anyOf", one, list_of(one, false));
}

static json_t *shape(const struct config_field *field)
{
  switch (field->type) {
  case FIELD_TEXT: return text_schema(field);
  case FIELD_TEXTS:
    return json_pack("{s:[o, o]}", "anyOf", text_schema(field), list_of(text_schema(field), field->filled));
  case FIELD_COUNT: return count_schema(field);
  case FIELD_COUNTS: return counts_schema(field);
  case FIELD_OBJECT: return object_schema(field->members);
  case FIELD_OBJECTS: return list_of(object_schema(field->members), false);
  case FIELD_SAYS: return says_schema();
  case FIELD_FITS: return one_or_list(object_schema(field->members));
  case FIELD_CLAUSES:
    return json_pack("{s:s, s:o}", "type", "object", "additionalProperties",
                     one_or_list(object_schema(field->members)));
  }
  return NULL;
}

static json_t *field_schema(const struct config_field *field)
{
  json_t *out = shape(field);
  json_object_set_new(out, "description", json_string(field->help));
  if (field->fallback != NULL) json_object_set_new(out, "default", json_loads(field->fallback, JSON_DECODE_ANY, NULL));
  json_object_set_new(out, "examples", json_pack("[o]", json_loads(field->example, JSON_DECODE_ANY, NULL)));
  return out;
}

static json_t *object_schema(const struct config_field *fields)
{
  json_t *properties = json_object(), *required = json_array();
  for (const struct config_field *field = fields; field->key != NULL; field++) {
    json_object_set_new(properties, field->key, field_schema(field));
    if (field->required) json_array_append_new(required, json_string(field->key));
  }
  json_t *out = json_pack("{s:s, s:o, s:b}", "type", "object", "properties", properties, "additionalProperties", false);
  if (json_array_size(required) > 0) json_object_set(out, "required", required);
  json_decref(required);
  return out;
}

json_t *schema_json(void)
{
  json_t *out =
    json_pack("{s:s, s:s}", "$schema", "http://json-schema.org/draft-07/schema#", "title", "rmrlab experiment config");
  json_t *object = object_schema(config_fields), *properties = json_object_get(object, "properties");
  for (const char *const *key = config_additions; *key != NULL; key++)
    json_object_set_new(properties, *key, json_pack("{s:s}", "description", "added by `rmr run`"));
  json_object_update(out, object);
  json_decref(object);
  return out;
}

/* --- Markdown ----------------------------------------------------------------------------------------------------- */

/* The type of a value by the table, in a few words: "whole number, 1 to 4096". */
static void print_type(FILE *out, const struct config_field *field)
{
  static const char *const words[] = {
    [FIELD_TEXT] = "text",
    [FIELD_TEXTS] = "text or list of texts",
    [FIELD_COUNT] = "whole number",
    [FIELD_COUNTS] = "numbers",
    [FIELD_OBJECT] = "object",
    [FIELD_OBJECTS] = "list of objects",
    [FIELD_FITS] = "text, object, or list of these",
    [FIELD_SAYS] = "object of columns and texts",
    [FIELD_CLAUSES] = "object of clauses",
  };
  fputs(words[field->type], out);
  for (size_t k = 0; field->choices != NULL && field->choices[k] != NULL; k++)
    fprintf(out, "%s`%s`", k == 0 ? ": " : ", ", field->choices[k]);
  if (field->type != FIELD_COUNT && field->type != FIELD_COUNTS) return;
  if (field->high == INT64_MAX)
    fprintf(out, ", %" PRId64 " or more", field->low);
  else
    fprintf(out, ", %" PRId64 " to %" PRId64, field->low, field->high);
  if (field->zero != NULL) fprintf(out, ", or `\"%s\"`", field->zero);
}

static void print_fields(FILE *out, const struct config_field *fields, const char *heading)
{
  fprintf(out, "### %s\n\n", heading);
  for (const struct config_field *field = fields; field->key != NULL; field++) {
    fprintf(out, "- **`%s`** (", field->key);
    print_type(out, field);
    if (field->required)
      fputs("; required", out);
    else if (field->fallback != NULL)
      fprintf(out, "; default `%s`", field->fallback);
    if (field->explored != NULL) fprintf(out, ", of explorations `%s`", field->explored);
    if (field->counted != NULL) fprintf(out, ", of counts `%s`", field->counted);
    if (field->proved != NULL) fprintf(out, ", of proofs `%s`", field->proved);
    char drives[DRIVES_SIZE];
    if (field->drive != 0) fprintf(out, "; `%s` only", drives_text(field->drive, "`, `", drives));
    fprintf(out, "): %s\n  Example: `\"%s\": %s`\n", field->help, field->key, field->example);
  }
  fputc('\n', out);
}

/* Those of one key, unless another has the same. */
static void print_part(FILE *out, const struct config_field *field, const struct config_field *part)
{
  char heading[64];
  const struct config_field *first = config_fields;
  while (first->members == NULL || field_find(first->members, part->key) == NULL ||
         field_find(first->members, part->key)->members != part->members)
    first++;
  if (part->members == NULL || first != field) return;
  snprintf(heading, sizeof heading, "Keys of `%s` in `%s`", part->key, field->key);
  print_fields(out, part->members, heading);
}

static void print_parts(FILE *out)
{
  for (const struct config_field *field = config_fields; field->key != NULL; field++) {
    if (field->members == NULL) continue;
    char heading[64];
    snprintf(heading, sizeof heading, "Keys of each object in `%s`", field->key);
    print_fields(out, field->members, heading);
    for (const struct config_field *part = field->members; part->key != NULL; part++) print_part(out, field, part);
  }
}

static void print_metrics(FILE *out)
{
  fputs("### Metrics\n\n| metric | drive | of a process | what | example |\n|---|---|---|---|---|\n", out);
  for (enum metric_id id = 0; id < N_METRICS; id++) {
    char drives[DRIVES_SIZE];
    fprintf(out, "| `%s` | %s | %s | %s | `%s` |\n", metric_forms[id].pattern,
            drives_text(metric_kinds[id].drives, ", ", drives), metric_forms[id].reach != REACH_RUN ? "yes" : "no",
            metric_kinds[id].help, metric_forms[id].example);
  }
}

void schema_reference(FILE *out)
{
  print_fields(out, config_fields, "Keys of a config");
  print_fields(out, range_fields, "Keys of a range of numbers");
  print_parts(out);
  print_metrics(out);
}
