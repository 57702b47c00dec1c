/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/property.h"
#include "base/text.h"
#include "results/read.h"
#include "results/seal.h"

/* The fields that a record must and may have: where the value goes, and how it is reached. One table for reading and
 * complaining. */
struct field {
  const char *object, *key; /* object NULL: the record itself */
  json_type type;
  bool required;
  size_t offset;
};

#define TEXT(object, key, required)                                   \
  {                                                                   \
    object, #key, JSON_STRING, required, offsetof(struct record, key) \
  }
#define NUMBER(object, key, required)                                  \
  {                                                                    \
    object, #key, JSON_INTEGER, required, offsetof(struct record, key) \
  }
static const struct field fields[] = {
  TEXT(NULL, id, true),
  TEXT(NULL, version, false),
  TEXT(NULL, end, true),
  NUMBER(NULL, index, true),
  TEXT("scope", drive, false),
  TEXT("scope", algorithm, true),
  TEXT("scope", memory, true),
  TEXT("scope", adversary, false),
  TEXT("scope", sessions, false),
  TEXT("scope", faults, false),
  TEXT("scope", time, false),
  TEXT("scope", order, false),
  TEXT("scope", start, false),
  NUMBER("scope", n, true),
  NUMBER("scope", passages, true),
  NUMBER("scope", repetition, false),
  NUMBER("scope", observed, false),
  NUMBER("scope", seed, false),
  NUMBER(NULL, states, false),
};
#undef TEXT
#undef NUMBER

enum { N_FIELDS = sizeof fields / sizeof fields[0] };

static const char *kept(struct record_store *store, const char *text)
{
  size_t number;
  const bool new = lookup_is_new(&store->texts, text, strlen(text), &number);
  const char *copy = lookup_text(&store->texts, number);
  if (new && !text_is_line(copy)) store->odd = copy;
  return copy;
}

/* Counting knows of no memories and passages, and proofs of passages without end only. The drive stands before them in
 * the table. */
static bool matters_not(const struct field *f, const struct record *r)
{
  if (f->offset == offsetof(struct record, passages)) return record_is_counted(r) || record_is_proof(r);
  return f->offset == offsetof(struct record, memory) && record_is_counted(r);
}

/* The text that stands for one that is missing. An adversary that was searched for is called so. */
static const char *stands_for(const struct field *f, const struct record *r)
{
  if (f->offset == offsetof(struct record, sessions)) return record_is_proof(r) ? "any" : "";
  if (f->offset != offsetof(struct record, adversary)) return "";
  return record_is_search(r) ? "search" : record_is_proof(r) ? "proof" : "";
}

static bool read_field(const struct field *f, const json_t *json, struct record_store *store, struct record *r,
                       const struct journal_place *at, struct error *e)
{
  const json_t *object = f->object == NULL ? json : json_object_get(json, f->object);
  const json_t *value = json_object_get(object, f->key);
  const bool absent = value == NULL || json_is_null(value);
  if (absent ? f->required && !matters_not(f, r) : json_typeof(value) != f->type)
    return fail_at(e, EXIT_USAGE, at->path, at->line, 0, "expected \"%s\"%s%s to be %s", f->key,
                   f->object != NULL ? " in " : "", f->object != NULL ? f->object : "",
                   f->type == JSON_STRING ? "a text" : "an integer");
  char *const target = (char *)r + f->offset;
  if (f->type == JSON_INTEGER)
    *(json_int_t *)(void *)target = absent ? 0 : json_integer_value(value);
  else if (f->offset == offsetof(struct record, id)) /* no other record has it */
    r->id = pool_copy(&store->pool, json_string_value(value), json_string_length(value));
  else
    *(const char **)(void *)target = kept(store, !absent ? json_string_value(value) : stands_for(f, r));
  return true;
}

/* --- metrics ------------------------------------------------------------------------------------------------------ */

double record_value(const json_t *value)
{
  if (json_is_string(value) && strcmp(json_string_value(value), "unbounded") == 0) return INFINITY;
  return json_is_number(value) ? json_number_value(value) : NAN;
}

bool list_has_text(const json_t *list, const char *text)
{
  for (size_t k = 0; k < json_array_size(list); k++) {
    const char *one = json_string_value(json_array_get(list, k));
    if (one != NULL && strcmp(one, text) == 0) return true;
  }
  return false;
}

static struct record_form *new_form(struct record_store *store, const json_t *metrics, const json_t *vectors,
                                    const json_t *lower)
{
  struct record_form *form = pool_new(&store->pool, 1, sizeof *form);
  const size_t n_metrics = json_object_size(metrics), n_vectors = json_object_size(vectors);
  form->metric = pool_new(&store->pool, n_metrics, sizeof *form->metric);
  form->vector = pool_new(&store->pool, n_vectors, sizeof *form->vector);
  form->lower = pool_new(&store->pool, n_metrics + n_vectors, sizeof *form->lower);
  const char *name;
  json_t *value;
  json_object_foreach((json_t *)metrics, name, value)
  {
    form->lower[form->n_metrics] = list_has_text(lower, name);
    form->metric[form->n_metrics++] = kept(store, name);
  }
  json_object_foreach((json_t *)vectors, name, value)
  {
    form->lower[form->n_metrics + form->n_vectors] = list_has_text(lower, name);
    form->vector[form->n_vectors++] = kept(store, name);
  }
  return form;
}

static void read_form(const json_t *json, struct record_store *store, struct record *r)
{
  const json_t *metrics = json_object_get(json, "metrics"), *vectors = json_object_get(json, "vectors"),
               *lower = json_object_get(json, "lower_bounds");
  const char *name;
  json_t *value;
  size_t number;
  compound_begin(&store->key);
  json_object_foreach((json_t *)metrics, name, value)
  {
    compound_add_text(&store->key, name);
    compound_add_number(&store->key, list_has_text(lower, name));
  }
  compound_add_text(&store->key, "");
  json_object_foreach((json_t *)vectors, name, value)
  {
    compound_add_text(&store->key, name);
    compound_add_number(&store->key, list_has_text(lower, name));
  }
  if (lookup_is_new(&store->forms, store->key.bytes, store->key.length, &number)) {
    store->form = mem_grow(store->form, store->forms.n, sizeof *store->form);
    store->form[number] = new_form(store, metrics, vectors, lower);
  }
  r->form = store->form[number];
  double *values = pool_new(&store->pool, r->form->n_metrics, sizeof *values);
  size_t k = 0;
  json_object_foreach((json_t *)metrics, name, value) values[k++] = record_value(value);
  r->value = values;
}

/* --- properties --------------------------------------------------------------------------------------------------- */

/* Of a proof: "proved", "not proved" or "not decided". */
static struct record_verdict proof_of(const json_t *v, struct record_store *store)
{
  const char *word = text_of(v, "verdict");
  char text[80];
  snprintf(text, sizeof text, "%.40s, %" JSON_INTEGER_FORMAT " states", word,
           json_integer_value(json_object_get(v, "states")));
  const bool proved = strcmp(word, "proved") == 0;
  return (struct record_verdict){.finding = proved ? RECORD_PROVED : RECORD_NOT_DECIDED,
                                 .complete = proved,
                                 .text = kept(store, text),
                                 .detail = kept(store, text_of(v, "why"))};
}

static struct record_verdict verdict_of(const json_t *v, struct record_store *store)
{
  const json_t *bound = json_object_get(v, "bound");
  static const char *const words[] = {[RECORD_NOT_CHECKED] = "",
                                      [RECORD_NOT_DECIDED] = "not decided",
                                      [RECORD_HOLDS] = "holds",
                                      [RECORD_FAILS] = "fails"};
  const size_t word = text_among(v, "verdict", words, RECORD_FAILS + 1);
  return (struct record_verdict){.finding = word <= RECORD_FAILS ? (enum record_finding)word : RECORD_NOT_CHECKED,
                                 .complete = json_is_true(json_object_get(v, "complete")),
                                 .capped = json_object_get(bound, "cap") != NULL,
                                 .passages = json_integer_value(json_object_get(bound, "passages")),
                                 .text = kept(store, text_of(v, "text")),
                                 .detail = kept(store, text_of(v, "detail")),
                                 .witness = json_is_string(json_object_get(v, "witness"))};
}

static void read_verdicts(const json_t *json, struct record_store *store, struct record *r)
{
  const json_t *verdicts = json_object_get(json, "verdicts");
  struct record_judgement *judged = pool_new(&store->pool, json_object_size(verdicts), sizeof *judged);
  const char *property;
  json_t *value;
  json_object_foreach((json_t *)verdicts, property, value) judged[r->n_judged++] = (struct record_judgement){
    kept(store, property), record_is_proof(r) ? proof_of(value, store) : verdict_of(value, store)};
  r->judged = judged;
}

static void read_violations(const json_t *json, struct record_store *store, struct record *r)
{
  const json_t *list = json_object_get(json, "violations");
  struct record_violation *violation = pool_new(&store->pool, json_array_size(list), sizeof *violation);
  for (size_t k = 0; k < json_array_size(list); k++) {
    const json_t *one = json_array_get(list, k);
    violation[r->n_violations++] = (struct record_violation){.property = kept(store, text_of(one, "property")),
                                                             .text = kept(store, text_of(one, "text")),
                                                             .step = json_integer_value(json_object_get(one, "step"))};
  }
  r->violation = violation;
}

/* --- one record --------------------------------------------------------------------------------------------------- */

/* One copy for all records with equal parameters. */
static const json_t *kept_parameters(struct record_store *store, const json_t *parameters)
{
  if (!json_is_object(parameters)) return NULL;
  char *text = json_dumps(parameters, JSON_COMPACT);
  if (store->parameters == NULL) store->parameters = json_object();
  json_t *known = json_object_get(store->parameters, text);
  if (known == NULL) json_object_set_new(store->parameters, text, known = json_deep_copy(parameters));
  free(text);
  return known;
}

bool record_read(const json_t *json, struct record_store *store, struct record *r, const struct journal_place *at,
                 struct error *e)
{
  *r = (struct record){0};
  const json_t *format = json_object_get(json, "format"), *scope = json_object_get(json, "scope");
  if (!json_is_object(json) || !json_is_integer(format) || json_integer_value(format) != RECORD_FORMAT)
    return fail_at(e, EXIT_USAGE, at->path, at->line, 0,
                   "is not a record of format %d, the only one this program reads", RECORD_FORMAT);
  for (size_t k = 0; k < N_FIELDS; k++)
    if (!read_field(&fields[k], json, store, r, at, e)) return false;
  r->kind = (enum value_kind)text_among(json, "kind", value_kind_names, N_VALUE_KINDS);
  if (r->kind == KIND_NONE || r->kind == N_VALUE_KINDS)
    return fail_at(e, EXIT_USAGE, at->path, at->line, 0,
                   "expected \"kind\" to be \"exact\", \"lower bound\" or \"sample\"");
  r->seeded = json_is_integer(json_object_get(scope, "seed"));
  r->gave_up = json_is_true(json_object_get(json, "gave_up"));
  r->listed = json_array_size(json_object_get(json, "lines")) > 0;
  r->parameters = kept_parameters(store, json_object_get(scope, "parameters"));
  read_form(json, store, r);
  read_verdicts(json, store, r);
  read_violations(json, store, r);
  return store->odd == NULL || fail_at(e, EXIT_USAGE, at->path, at->line, 0,
                                       "'%s' is not text in UTF-8 without control or invisible characters", store->odd);
}

void record_store_free(struct record_store *store)
{
  if (store == NULL) return;
  lookup_free(&store->texts);
  lookup_free(&store->forms);
  pool_free(&store->pool);
  compound_free(&store->key);
  json_decref(store->parameters);
  free(store->form);
  if (store->file >= 0) close(store->file);
  free(store);
}

/* --- its contents ------------------------------------------------------------------------------------------------- */

/* The place of a metric; SIZE_MAX: it has none of that name. */
static size_t place_of(const struct record *r, const char *metric)
{
  for (size_t k = 0; k < r->form->n_metrics; k++)
    if (strcmp(r->form->metric[k], metric) == 0) return k;
  return SIZE_MAX;
}

double record_metric(const struct record *r, const char *metric)
{
  const size_t place = place_of(r, metric);
  return place != SIZE_MAX ? r->value[place] : NAN;
}

const char *record_faults(const struct record *r)
{
  return r->faults[0] != '\0' ? r->faults : "none";
}

const char *record_time(const struct record *r)
{
  return r->time[0] != '\0' ? r->time : "none";
}

const char *record_order(const struct record *r)
{
  return r->order[0] != '\0' ? r->order : "sc";
}

bool record_is_exploration(const struct record *r)
{
  return strcmp(r->drive, "explore") == 0;
}

bool record_is_search(const struct record *r)
{
  return strcmp(r->drive, "search") == 0;
}

json_int_t record_observed(const struct record *r)
{
  return record_is_exploration(r) || record_is_search(r) ? r->observed : 0;
}

bool record_is_counted(const struct record *r)
{
  return strcmp(r->drive, "count") == 0;
}

bool record_is_proof(const struct record *r)
{
  return strcmp(r->drive, "prove") == 0;
}

bool record_is_simulation(const struct record *r)
{
  return !record_is_exploration(r) && !record_is_counted(r) && !record_is_proof(r);
}

bool record_metric_complete(const struct record *r, const char *metric)
{
  if (!record_is_exploration(r)) return record_complete(r) && !record_gave_up(r);
  const size_t place = place_of(r, metric);
  if (place != SIZE_MAX) return !r->form->lower[place];
  size_t k = 0;
  while (k < r->form->n_vectors && strcmp(r->form->vector[k], metric) != 0) k++;
  return k == r->form->n_vectors || !r->form->lower[r->form->n_metrics + k];
}

bool record_has_vector(const struct record *r, const char *name)
{
  for (size_t k = 0; k < r->form->n_vectors; k++)
    if (strcmp(r->form->vector[k], name) == 0) return true;
  return false;
}

bool record_gave_up(const struct record *r)
{
  return r->gave_up;
}

bool record_complete(const struct record *r)
{
  const bool some_end = strcmp(r->end, "step limit") == 0 || record_stopped(r); /* nothing else ends endless passages */
  return strcmp(r->end, "completed") == 0 || (some_end && r->passages == 0);
}

bool record_stopped(const struct record *r)
{
  return strcmp(r->end, "stopped") == 0;
}

bool record_deadlocked(const struct record *r)
{
  return strcmp(r->end, "deadlock") == 0;
}

bool record_verdict(const struct record *r, const char *property, struct record_verdict *out)
{
  *out = (struct record_verdict){.text = "", .detail = ""};
  for (size_t k = 0; k < r->n_judged; k++)
    if (strcmp(r->judged[k].property, property) == 0) *out = r->judged[k].verdict;
  return out->finding != RECORD_NOT_CHECKED;
}

const char *record_broken(const struct record *r, const char *property)
{
  if (property_of(property) == PROPERTY_P6 && !record_is_exploration(r)) return record_deadlocked(r) ? r->end : NULL;
  for (size_t k = 0; k < r->n_violations; k++)
    if (strcmp(r->violation[k].property, property) == 0) return r->violation[k].text;
  return NULL;
}
