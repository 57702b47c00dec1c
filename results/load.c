/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/load.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "results/read.h"
#include "results/scope.h"

enum { FORMAT = 2 }; /* of the lines of records.jsonl */

/* Far above any sane journal; it is there so that a wrong path does not eat the machine. */
#define LARGEST_JOURNAL ((size_t)4 << 30)

/* What a record must and may have: where the value goes, and how it is reached. One table for reading and
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
  TEXT(NULL, kind, true),
  TEXT(NULL, version, false),
  TEXT(NULL, end, true),
  NUMBER(NULL, index, true),
  TEXT("scope", drive, false),
  TEXT("scope", algorithm, true),
  TEXT("scope", memory, true),
  TEXT("scope", adversary, false),
  TEXT("scope", sessions, false),
  TEXT("scope", start, false),
  NUMBER("scope", n, true),
  NUMBER("scope", passages, true),
  NUMBER("scope", repetition, false),
  NUMBER("scope", observed, false),
};
#undef TEXT
#undef NUMBER

enum { N_FIELDS = sizeof fields / sizeof fields[0] };

static bool read_field(const struct field *f, struct record *r, const struct journal_place *at, struct error *e)
{
  const json_t *object = f->object == NULL ? r->json : json_object_get(r->json, f->object);
  const json_t *value = json_object_get(object, f->key);
  const bool absent = value == NULL || json_is_null(value);
  if (absent ? f->required : json_typeof(value) != f->type)
    return fail_at(e, EXIT_USAGE, at->path, at->line, 0, "expected \"%s\"%s%s to be %s", f->key,
                   f->object != NULL ? " in " : "", f->object != NULL ? f->object : "",
                   f->type == JSON_STRING ? "a text" : "an integer");
  char *const target = (char *)r + f->offset;
  if (f->type == JSON_STRING)
    *(const char **)(void *)target = absent ? "" : json_string_value(value);
  else
    *(json_int_t *)(void *)target = absent ? 0 : json_integer_value(value);
  return true;
}

/* Takes the reference to `json`. */
static bool read_record(json_t *json, struct record *r, const struct journal_place *at, struct error *e)
{
  *r = (struct record){.json = json};
  const json_t *format = json_object_get(json, "format");
  bool ok = json_is_object(json) && json_is_integer(format) && json_integer_value(format) == FORMAT;
  if (!ok)
    fail_at(e, EXIT_USAGE, at->path, at->line, 0, "is not a record of format %d, the only one this program reads",
            FORMAT);
  for (size_t k = 0; ok && k < N_FIELDS; k++) ok = read_field(&fields[k], r, at, e);
  if (!ok) json_decref(json);
  return ok;
}

/* One line into *out. `last`: it has no line end; if it is no whole record either, it was torn and is passed over. */
static bool read_line(const char *line, size_t length, bool last, struct results *out, const struct journal_place *at,
                      struct error *e)
{
  json_error_t why;
  json_t *json = json_loadb(line, length, JSON_REJECT_DUPLICATES, &why);
  if (json == NULL && last) return true;
  if (json == NULL) return fail_at(e, EXIT_USAGE, at->path, at->line, why.column, "%s", why.text);
  struct record record;
  if (!read_record(json, &record, at, e)) return false;
  if ((out->n & (out->n - 1)) == 0)
    out->record = mem_grow(out->record, out->n == 0 ? 1 : 2 * out->n, sizeof *out->record);
  out->record[out->n++] = record;
  return true;
}

static bool is_blank(const char *text, size_t length)
{
  return strspn(text, " \t\r\n") >= length;
}

static bool read_lines(const char *text, size_t length, const char *path, struct results *out, struct error *e)
{
  struct journal_place at = {path, 0};
  for (size_t from = 0; from < length;) {
    const char *end = memchr(text + from, '\n', length - from);
    const size_t size = end != NULL ? (size_t)(end - text) - from : length - from;
    at.line++;
    if (!is_blank(text + from, size) && !read_line(text + from, size, end == NULL, out, &at, e)) return false;
    from += size + (end != NULL);
    if (end != NULL) out->journal = from;
  }
  return true;
}

static int by_id(const void *a, const void *b)
{
  const struct record *const *x = a, *const *y = b;
  const int order = strcmp((*x)->id, (*y)->id);
  return order != 0 ? order : (*x > *y) - (*x < *y);
}

static int by_index(const void *a, const void *b)
{
  const struct record *x = a, *y = b;
  if (x->index != y->index) return x->index < y->index ? -1 : 1;
  return strcmp(x->id, y->id);
}

/* Of the records with one id the first of the file stays; those that stay are put in the order of their tasks. */
static void tidy(struct results *r)
{
  if (r->n == 0) return;
  struct record **order = mem_new(r->n, sizeof(struct record *));
  for (size_t k = 0; k < r->n; k++) order[k] = &r->record[k];
  qsort(order, r->n, sizeof(struct record *), by_id);
  for (size_t k = r->n - 1; k > 0; k--) {
    if (strcmp(order[k - 1]->id, order[k]->id) != 0) continue;
    json_decref(order[k]->json);
    order[k]->json = NULL;
  }
  free(order);
  size_t kept = 0;
  for (size_t k = 0; k < r->n; k++)
    if (r->record[k].json != NULL) r->record[kept++] = r->record[k];
  r->n = kept;
  qsort(r->record, r->n, sizeof *r->record, by_index);
}

bool records_read(const char *path, struct results *out, struct error *e)
{
  size_t length;
  char *text = file_read(path, LARGEST_JOURNAL, &length, e);
  if (text == NULL) return false;
  const bool ok = read_lines(text, length, path, out, e);
  free(text);
  if (ok) tidy(out);
  return ok;
}

bool json_read(const char *path, json_t **out, struct error *e)
{
  *out = NULL;
  if (!file_exists(path)) return true;
  json_error_t why;
  *out = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
  if (*out != NULL && json_is_object(*out)) return true;
  if (*out == NULL) return fail_at(e, EXIT_USAGE, path, why.line, why.column, "%s", why.text);
  json_decref(*out);
  *out = NULL;
  return fail_at(e, EXIT_USAGE, path, 1, 1, "expected an object");
}

bool results_load(const char *directory, struct results *out, struct error *e)
{
  *out = (struct results){.directory = mem_text(directory)};
  const struct {
    const char *name;
    json_t **into;
  } parts[] = {{"config.json", &out->config},
               {"algorithms.json", &out->algorithms},
               {"fits.json", &out->fits},
               {"verdicts.json", &out->verdicts},
               {"tables.json", &out->tables}};
  bool ok = true;
  for (size_t k = 0; ok && k < sizeof parts / sizeof parts[0]; k++) {
    char *path = mem_format("%s/%s", directory, parts[k].name);
    ok = json_read(path, parts[k].into, e);
    free(path);
  }
  char *path = mem_format("%s/records.jsonl", directory);
  ok = ok && records_read(path, out, e);
  free(path);
  if (!ok) results_free(out);
  return ok;
}

void results_free(struct results *r)
{
  for (size_t k = 0; k < r->n; k++) json_decref(r->record[k].json);
  free(r->record);
  free(r->directory);
  json_decref(r->config);
  json_decref(r->algorithms);
  json_decref(r->fits);
  json_decref(r->verdicts);
  json_decref(r->tables);
  *r = (struct results){0};
}

/* A number, or the word that an exploration puts in the place of one. */
static double value_of(const json_t *value)
{
  if (json_is_string(value) && strcmp(json_string_value(value), "unbounded") == 0) return INFINITY;
  return json_is_number(value) ? json_number_value(value) : NAN;
}

const char *text_of(const json_t *object, const char *key)
{
  const char *text = json_string_value(json_object_get(object, key));
  return text != NULL ? text : "";
}

double record_metric(const struct record *r, const char *metric)
{
  return value_of(json_object_get(json_object_get(r->json, "metrics"), metric));
}

bool record_is_exploration(const struct record *r)
{
  return strcmp(r->drive, "explore") == 0;
}

bool record_metric_complete(const struct record *r, const char *metric)
{
  const json_t *lower = json_object_get(r->json, "lower_bounds");
  if (!record_is_exploration(r)) return record_complete(r) && !record_gave_up(r);
  for (size_t k = 0; k < json_array_size(lower); k++) {
    const char *name = json_string_value(json_array_get(lower, k));
    if (name != NULL && strcmp(name, metric) == 0) return false;
  }
  return true;
}

bool record_gave_up(const struct record *r)
{
  return json_is_true(json_object_get(r->json, "gave_up"));
}

bool record_complete(const struct record *r)
{
  const bool meant = strcmp(r->end, "step limit") == 0 && r->passages == 0; /* what has no end is ended by the limit */
  return meant || strcmp(r->end, "completed") == 0 || strcmp(r->end, "stopped") == 0;
}

bool record_verdict(const struct record *r, const char *property, struct record_verdict *out)
{
  const json_t *v = json_object_get(json_object_get(r->json, "verdicts"), property),
               *bound = json_object_get(v, "bound");
  const json_t *witness = json_object_get(v, "witness");
  const char *word = text_of(v, "verdict");
  *out = (struct record_verdict){.complete = json_is_true(json_object_get(v, "complete")),
                                 .capped = json_object_get(bound, "cap") != NULL,
                                 .passages = json_integer_value(json_object_get(bound, "passages")),
                                 .process = json_integer_value(json_object_get(v, "process")),
                                 .text = text_of(v, "text"),
                                 .detail = text_of(v, "detail"),
                                 .witness = json_is_string(witness) ? witness : NULL};
  if (strcmp(word, "holds") == 0) out->finding = RECORD_HOLDS;
  if (strcmp(word, "fails") == 0) out->finding = RECORD_FAILS;
  return out->finding != RECORD_NOT_CHECKED;
}

const char *record_broken(const struct record *r, const char *property)
{
  if (strcmp(property, "P6") == 0 && !record_is_exploration(r)) return strcmp(r->end, "deadlock") == 0 ? r->end : NULL;
  const json_t *violations = json_object_get(r->json, "violations");
  for (size_t k = 0; k < json_array_size(violations); k++) {
    const json_t *one = json_array_get(violations, k);
    const char *name = json_string_value(json_object_get(one, "property"));
    if (name != NULL && strcmp(name, property) == 0) return json_string_value(json_object_get(one, "text"));
  }
  return NULL;
}

char *record_scope(const struct record *r)
{
  json_t *scope = scope_of_record(r);
  char *words = scope_words(scope);
  json_decref(scope);
  return words;
}

double *results_vector(const struct results *r, size_t record, const char *name, size_t *n)
{
  const json_t *vector = json_object_get(json_object_get(r->record[record].json, "vectors"), name);
  if (!json_is_array(vector)) return NULL;
  *n = json_array_size(vector);
  double *out = mem_new(*n, sizeof *out);
  for (size_t k = 0; k < *n; k++) out[k] = value_of(json_array_get(vector, k));
  return out;
}
