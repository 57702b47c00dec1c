/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/walk.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "experiments/config/numbers.h"
#include "experiments/config/spot.h"
#include "results/columns.h"

enum { MOST_CHOICES = 64 };

const char *spot_found(const json_t *value, char out[80])
{
  switch (json_typeof(value)) {
  case JSON_STRING: snprintf(out, 80, "the text \"%.50s\"", json_string_value(value)); break;
  case JSON_INTEGER: snprintf(out, 80, "the number %" JSON_INTEGER_FORMAT, json_integer_value(value)); break;
  case JSON_REAL: snprintf(out, 80, "the number %g", json_real_value(value)); break;
  case JSON_OBJECT: snprintf(out, 80, "an object"); break;
  case JSON_ARRAY: snprintf(out, 80, "a list"); break;
  case JSON_TRUE:
  case JSON_FALSE:
  case JSON_NULL: snprintf(out, 80, "%s", json_is_null(value) ? "null" : json_is_true(value) ? "true" : "false"); break;
  }
  return out;
}

bool spot_wrong_type(const struct spot *spot, const json_t *value)
{
  char text[80];
  return source_fail(spot->source, spot->place, false, spot->e, "\"%s\" must be %s, not %s; for example \"%s\": %s",
                     spot->field->key, field_type_words[spot->field->type], spot_found(value, text), spot->field->key,
                     spot->field->example);
}

/* --- texts -------------------------------------------------------------------------------------------------------- */

/* One of the choices; or, where there is a check as well, anything that passes it. */
static bool check_choice(const struct spot *spot, const char *text)
{
  struct error ignored = {0};
  if (spot->field->check != NULL && spot->field->check(text, &ignored)) return true;
  char list[200] = "";
  size_t n = 0;
  for (; spot->field->choices[n] != NULL; n++) {
    if (strcmp(spot->field->choices[n], text) == 0) return true;
    const size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s\"%s\"", n > 0 ? ", " : "", spot->field->choices[n]);
  }
  const char *near = suggest(text, spot->field->choices, n);
  if (near != NULL)
    return source_fail(spot->source, spot->place, false, spot->e,
                       "\"%s\" is not a value of \"%s\"; did you mean \"%s\"? Expected %s", text, spot->field->key,
                       near, list);
  return source_fail(spot->source, spot->place, false, spot->e, "\"%s\" is not a value of \"%s\"; expected %s", text,
                     spot->field->key, list);
}

static bool walk_text(const struct spot *spot, const json_t *value)
{
  if (!json_is_string(value)) return spot_wrong_type(spot, value);
  const char *text = json_string_value(value);
  if (spot->field->choices != NULL) return check_choice(spot, text);
  struct error inner = {0};
  if (spot->field->check == NULL || spot->field->check(text, &inner)) return true;
  return source_pass_on(spot->source, spot->place, false, &inner, spot->e);
}

/* A text, or all that it stands for, appended to the list. */
static bool add_texts(const struct spot *spot, const json_t *value, json_t *out)
{
  if (!spot->field->spread || !json_is_string(value))
    return walk_text(spot, value) && json_array_append(out, (json_t *)value) == 0;
  char **texts = NULL;
  size_t n = 0;
  struct error inner = {0};
  bool ok = numbers_spread(json_string_value(value), &texts, &n, &inner) ||
            source_pass_on(spot->source, spot->place, false, &inner, spot->e);
  for (size_t k = 0; k < n; k++) {
    json_t *text = json_string(texts[k]);
    ok = ok && walk_text(spot, text);
    json_array_append_new(out, text);
    free(texts[k]);
  }
  free(texts);
  return ok;
}

static json_t *walk_texts(const struct spot *spot, const json_t *value)
{
  json_t *out = json_array();
  bool ok = json_is_string(value) || json_is_array(value) || spot_wrong_type(spot, value);
  if (ok && json_is_string(value)) ok = add_texts(spot, value, out);
  if (ok && json_is_array(value) && spot->field->filled && json_array_size(value) == 0)
    ok = source_fail(spot->source, spot->place, false, spot->e,
                     "\"%s\" is empty; expected at least one, for example %s", spot->field->key, spot->field->example);
  for (size_t k = 0; ok && k < json_array_size(value); k++) {
    struct spot item = *spot;
    const struct place place = PLACE_ITEM(spot->place, k);
    item.place = &place;
    ok = add_texts(&item, json_array_get(value, k), out);
  }
  if (!ok) json_decref(out);
  return ok ? out : NULL;
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static bool walk_count(const struct spot *spot, const json_t *value)
{
  if (!json_is_integer(value)) return spot_wrong_type(spot, value);
  const int64_t number = json_integer_value(value), low = spot->field->low, high = spot->field->high;
  if (number >= low && number <= high) return true;
  if (high == INT64_MAX)
    return source_fail(spot->source, spot->place, false, spot->e,
                       "\"%s\" is %" PRId64 "; expected a whole number from %" PRId64 " on", spot->field->key, number,
                       low);
  return source_fail(spot->source, spot->place, false, spot->e,
                     "\"%s\" is %" PRId64 "; expected a whole number from %" PRId64 " to %" PRId64, spot->field->key,
                     number, low, high);
}

/* An error of numbers.c, under the name of the key. */
static bool number_error(const struct spot *spot, const struct error *inner)
{
  if (inner->code == EXIT_OK) return true;
  return source_fail(spot->source, spot->place, false, spot->e, "\"%s\": %s", spot->field->key, inner->text);
}

static bool add_range(const struct spot *spot, const json_t *object, struct numbers *out)
{
  json_t *members = walk_object(spot->source, range_fields, spot->drives, object, spot->place, spot->e);
  if (members == NULL) return false;
  const json_t *step = json_object_get(members, "step"), *factor = json_object_get(members, "factor");
  const struct number_range range = {.from = json_integer_value(json_object_get(members, "from")),
                                     .to = json_integer_value(json_object_get(members, "to")),
                                     .step = factor != NULL ? 0
                                             : step != NULL ? json_integer_value(step)
                                                            : 1,
                                     .factor = json_integer_value(factor)};
  const struct number_rule rule = {spot->field->low, spot->field->high, spot->field->zero};
  struct error inner = {0};
  if (step != NULL && factor != NULL)
    fail(&inner, EXIT_USAGE, "a range has a \"step\" or a \"factor\"; expected one of them, not both");
  else
    numbers_add_range(out, &range, &rule, &inner);
  json_decref(members);
  return number_error(spot, &inner);
}

static bool add_numbers(const struct spot *spot, const json_t *value, struct numbers *out)
{
  if (json_is_object(value)) return add_range(spot, value, out);
  const struct number_rule rule = {spot->field->low, spot->field->high, spot->field->zero};
  struct error inner = {0};
  if (json_is_integer(value))
    numbers_add(out, json_integer_value(value), &rule, &inner);
  else if (json_is_string(value))
    numbers_add_text(out, json_string_value(value), &rule, &inner);
  else
    return spot_wrong_type(spot, value);
  return number_error(spot, &inner);
}

static json_t *walk_counts(const struct spot *spot, const json_t *value)
{
  struct numbers numbers = {0};
  bool ok = true;
  if (!json_is_array(value)) ok = add_numbers(spot, value, &numbers);
  for (size_t k = 0; ok && k < json_array_size(value); k++) {
    struct spot item = *spot;
    const struct place place = PLACE_ITEM(spot->place, k);
    item.place = &place;
    ok = add_numbers(&item, json_array_get(value, k), &numbers);
  }
  if (ok && numbers.n == 0)
    ok = source_fail(spot->source, spot->place, false, spot->e, "\"%s\" is empty; expected at least one number",
                     spot->field->key);
  json_t *out = ok ? json_array() : NULL;
  for (size_t k = 0; ok && k < numbers.n; k++) json_array_append_new(out, json_integer(numbers.value[k]));
  numbers_free(&numbers);
  return out;
}

/* --- fits --------------------------------------------------------------------------------------------------------- */

static json_t *walk_fit(const struct spot *spot, const json_t *value)
{
  if (json_is_object(value))
    return walk_object(spot->source, spot->field->members, spot->drives, value, spot->place, spot->e);
  return walk_text(spot, value) ? json_copy((json_t *)value) : NULL;
}

static json_t *walk_fits(const struct spot *spot, const json_t *value)
{
  const bool list = json_is_array(value);
  json_t *out = json_array();
  for (size_t k = 0; k < (list ? json_array_size(value) : 1); k++) {
    struct spot item = *spot;
    const struct place place = PLACE_ITEM(spot->place, k);
    if (list) item.place = &place;
    json_t *fit = walk_fit(&item, list ? json_array_get(value, k) : value);
    if (fit == NULL) return json_decref(out), NULL;
    json_array_append_new(out, fit);
  }
  return out;
}

/* --- says --------------------------------------------------------------------------------------------------------- */

static bool walk_said(const struct spot *spot, const char *key, const json_t *value)
{
  struct column column;
  struct error inner = {0};
  char text[80];
  if (!column_of(key, &column)) {
    const char *near = suggest(key, column_names, n_columns);
    return source_fail(spot->source, spot->place, true, spot->e, "\"%s\" is not a column%s%s%s", key,
                       near != NULL ? "; did you mean \"" : "; expected one such as \"RMR cc\", \"space\" or \"P2\"",
                       near != NULL ? near : "", near != NULL ? "\"?" : "");
  }
  if (!json_is_string(value))
    return source_fail(spot->source, spot->place, false, spot->e,
                       "the claim about \"%s\" must be a text such as \"yes\" or \"O(N)\", not %s", key,
                       spot_found(value, text));
  if (column_allows(&column, json_string_value(value), &inner)) return true;
  return source_pass_on(spot->source, spot->place, false, &inner, spot->e);
}

static json_t *walk_says(const struct spot *spot, const json_t *value)
{
  if (!json_is_object(value)) return spot_wrong_type(spot, value), NULL;
  const char *key;
  json_t *said;
  json_object_foreach((json_t *)value, key, said)
  {
    struct spot member = *spot;
    const struct place place = PLACE_KEY(spot->place, key);
    member.place = &place;
    if (!walk_said(&member, key, said)) return NULL;
  }
  return json_deep_copy(value);
}

/* --- objects ------------------------------------------------------------------------------------------------------ */

static json_t *walk_objects(const struct spot *spot, const json_t *value)
{
  if (!json_is_array(value)) return spot_wrong_type(spot, value), NULL;
  json_t *out = json_array();
  for (size_t k = 0; k < json_array_size(value); k++) {
    struct spot item = *spot;
    const struct place place = PLACE_ITEM(spot->place, k);
    item.place = &place;
    const json_t *object = json_array_get(value, k);
    json_t *done = json_is_object(object)
                     ? walk_object(spot->source, spot->field->members, spot->drives, object, &place, spot->e)
                     : (spot_wrong_type(&item, object), NULL);
    if (done == NULL) return json_decref(out), NULL;
    json_array_append_new(out, done);
  }
  return out;
}

static json_t *walk_value(const struct spot *spot, const json_t *value)
{
  switch (spot->field->type) {
  case FIELD_TEXT: return walk_text(spot, value) ? json_copy((json_t *)value) : NULL;
  case FIELD_TEXTS: return walk_texts(spot, value);
  case FIELD_COUNT: return walk_count(spot, value) ? json_copy((json_t *)value) : NULL;
  case FIELD_COUNTS: return walk_counts(spot, value);
  case FIELD_OBJECT:
    if (!json_is_object(value)) return spot_wrong_type(spot, value), NULL;
    return walk_object(spot->source, spot->field->members, spot->drives, value, spot->place, spot->e);
  case FIELD_OBJECTS: return walk_objects(spot, value);
  case FIELD_FITS: return walk_fits(spot, value);
  case FIELD_SAYS: return walk_says(spot, value);
  case FIELD_CLAUSES: return walk_clauses(spot, value);
  }
  return NULL;
}

static bool known_keys(const struct source *source, const struct config_field *fields, const json_t *object,
                       const struct place *place, struct error *e)
{
  const char *words[MOST_CHOICES];
  size_t n = 0;
  for (; fields[n].key != NULL && n < MOST_CHOICES; n++) words[n] = fields[n].key;
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)object, key, value)
  {
    if (field_find(fields, key) != NULL) continue;
    const struct place at = PLACE_KEY(place, key);
    const char *near = suggest(key, words, n);
    if (near != NULL)
      return source_fail(source, &at, true, e, "\"%s\" is not a key here; did you mean \"%s\"?", key, near);
    char list[400] = "";
    for (size_t k = 0; k < n; k++) {
      const size_t used = strlen(list);
      snprintf(list + used, sizeof list - used, "%s%s", k > 0 ? ", " : "", words[k]);
    }
    return source_fail(source, &at, true, e, "\"%s\" is not a key here; expected one of %s", key, list);
  }
  return true;
}

static bool goes_with(const struct spot *spot)
{
  if (spot->field->drive == 0 || (spot->field->drive & spot->drives) != 0) return true;
  char drives[DRIVES_SIZE];
  return source_fail(spot->source, spot->place, true, spot->e,
                     "\"%s\" goes with \"drive\": \"%s\" only; expected that drive or no \"%s\"", spot->field->key,
                     drives_text(spot->field->drive, "\" or \"", drives), spot->field->key);
}

/* JSON text, or NULL. */
static const char *default_of(const struct config_field *field, unsigned drives)
{
  if (field->drive != 0 && (field->drive & drives) == 0) return NULL;
  if (drives == DRIVE_COUNT && field->counted != NULL) return field->counted;
  if (drives == DRIVE_PROVE && field->proved != NULL) return field->proved;
  return (drives & DRIVE_SIMULATE) == 0 && field->explored != NULL ? field->explored : field->fallback;
}

/* The member's value, its default, or NULL where it has neither; *ok tells whether that is right. */
static json_t *walk_member(const struct spot *spot, const json_t *object, bool *ok)
{
  const struct config_field *field = spot->field;
  const json_t *value = json_object_get(object, field->key);
  if (value == NULL && field->required)
    *ok = source_fail(spot->source, spot->place->up, false, spot->e, "\"%s\" is missing; for example \"%s\": %s",
                      field->key, field->key, field->example);
  const char *fallback = default_of(field, spot->drives);
  if (value == NULL) return *ok && fallback != NULL ? json_loads(fallback, JSON_DECODE_ANY, NULL) : NULL;
  json_t *done = goes_with(spot) ? walk_value(spot, value) : NULL;
  *ok = done != NULL;
  return done;
}

json_t *walk_object(const struct source *source, const struct config_field *fields, unsigned drives,
                    const json_t *object, const struct place *place, struct error *e)
{
  if (!known_keys(source, fields, object, place, e)) return NULL;
  json_t *out = json_object();
  for (const struct config_field *field = fields; field->key != NULL; field++) {
    const struct place at = PLACE_KEY(place, field->key);
    const struct spot spot = {source, field, drives, &at, e};
    bool ok = true;
    json_t *value = walk_member(&spot, object, &ok);
    if (!ok) return json_decref(out), NULL;
    if (value != NULL) json_object_set_new(out, field->key, value);
  }
  return out;
}
