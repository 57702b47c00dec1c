/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/lines.h"
#include "base/mem.h"
#include "results/belong.h"
#include "results/read.h"
#include "results/scope.h"
#include "results/seal.h"

/* Far above any sane file: see LONGEST_RECORD. */
#define LARGEST_FILE ((size_t)4 << 30)

static void add_record(struct results *out, const struct record *record)
{
  out->record = mem_another(out->record, out->n, sizeof *out->record);
  out->record[out->n++] = *record;
}

/* One line into *out. */
static bool read_line(const struct lines *line, struct belong *belong, struct results *out, struct error *e)
{
  const struct journal_place at = {line->path, line->number};
  const size_t length = line->length - 1; /* without the newline */
  json_error_t why;
  if (!seal_check_line(line->text, length, at.path, at.line, e)) return false;
  json_t *json = json_loadb(line->text, length, JSON_REJECT_DUPLICATES, &why);
  if (json == NULL) return fail_at(e, EXIT_USAGE, at.path, at.line, why.column, "%s", why.text);
  struct record record;
  const bool ok = record_read(json, out->store, &record, &at, e) && record_belongs(belong, json, out->config, &at, e);
  json_decref(json);
  if (!ok) return false;
  record.offset = line->offset;
  record.length = line->length;
  record.line = line->number;
  record.sum = seal_of(line->text, length);
  add_record(out, &record);
  return true;
}

/* A line without a newline was torn, and is passed over. */
static bool read_lines(struct lines *lines, struct results *out, struct error *e)
{
  struct belong belong = {0};
  while (lines_next(lines, LONGEST_RECORD, e)) {
    if (lines->length == 0) return true;
    if (lines->text[lines->length - 1] != '\n')
      return seal_may_be_torn(lines->text, lines->length) ||
             fail_at(e, EXIT_USAGE, lines->path, lines->number, 0, "the record was altered: no newline ends it");
    if (!read_line(lines, &belong, out, e)) return false;
  }
  return false;
}

static bool contradicts(const struct record *first, const struct record *again, const char *path, struct error *e)
{
  return fail_at(e, EXIT_USAGE, path, again->line, 0, "contradicts line %d, which is of the same task", first->line);
}

/* Of equal records the first stays. */
static bool drop_copies(const char *path, struct results *r, struct error *e)
{
  struct lookup ids = {0};
  size_t stay = 0, first;
  bool ok = true;
  for (size_t k = 0; ok && k < r->n; k++) {
    if (lookup_is_new(&ids, r->record[k].id, strlen(r->record[k].id), &first))
      r->record[stay++] = r->record[k];
    else
      ok = r->record[first].sum == r->record[k].sum || contradicts(&r->record[first], &r->record[k], path, e);
  }
  lookup_free(&ids);
  r->n = stay;
  return ok;
}

static int by_index(const void *a, const void *b)
{
  const struct record *x = a, *y = b;
  if (x->index != y->index) return x->index < y->index ? -1 : 1;
  return x->line - y->line;
}

/* In the order of their tasks, one for each. */
static bool tidy(const char *path, struct results *r, struct error *e)
{
  if (!drop_copies(path, r, e)) return false;
  bool in_order = true, ok = true;
  for (size_t k = 1; in_order && k < r->n; k++) in_order = by_index(&r->record[k - 1], &r->record[k]) < 0;
  if (!in_order) qsort(r->record, r->n, sizeof *r->record, by_index);
  for (size_t k = 1; ok && k < r->n; k++)
    ok = r->record[k - 1].index != r->record[k].index || contradicts(&r->record[k - 1], &r->record[k], path, e);
  return ok;
}

bool records_read(const char *path, struct results *out, struct error *e)
{
  struct lines lines;
  if (!lines_open(&lines, path, e)) return false;
  out->store = mem_new(1, sizeof *out->store);
  out->store->file = fcntl(fileno(lines.in), F_DUPFD_CLOEXEC, 0);
  const bool ok =
    (out->store->file >= 0 || fail_at(e, EXIT_INTERNAL, path, 0, 0, "cannot be kept open: %s", strerror(errno))) &&
    read_lines(&lines, out, e);
  lines_close(&lines);
  return ok && tidy(path, out, e);
}

bool json_read(const char *path, json_t **out, struct error *e)
{
  *out = NULL;
  if (file_is_directory(path)) return fail_at(e, EXIT_USAGE, path, 0, 0, "is a directory; expected a file");
  if (!file_exists(path)) return true;
  size_t length;
  char *text = file_read(path, LARGEST_FILE, &length, e);
  json_error_t why;
  if (text != NULL && seal_check_file(text, length, path, e)) {
    *out = json_loadb(text, length, JSON_REJECT_DUPLICATES, &why);
    if (*out == NULL) fail_at(e, EXIT_USAGE, path, why.line, why.column, "%s", why.text);
  }
  free(text);
  json_object_del(*out, "checksum"); /* of the file, and no part of what it says */
  return *out != NULL;
}

bool results_read_json(const char *directory, const char *name, json_t **out, struct error *e)
{
  char *path = mem_format("%s/%s", directory, name);
  const bool ok = json_read(path, out, e);
  free(path);
  return ok;
}

bool results_load(const char *directory, struct results *out, struct error *e)
{
  *out = (struct results){.directory = mem_text(directory)};
  char *path = mem_format("%s/records.jsonl", directory);
  const bool ok = results_read_json(directory, "config.json", &out->config, e) &&
                  results_read_json(directory, "algorithms.json", &out->algorithms, e) && records_read(path, out, e);
  free(path);
  if (!ok) results_free(out);
  return ok;
}

void results_free(struct results *r)
{
  free(r->record);
  record_store_free(r->store);
  free(r->directory);
  json_decref(r->config);
  json_decref(r->algorithms);
  *r = (struct results){0};
}

const char *text_of(const json_t *object, const char *key)
{
  const char *text = json_string_value(json_object_get(object, key));
  return text != NULL ? text : "";
}

size_t text_among(const json_t *object, const char *key, const char *const *words, size_t n)
{
  size_t k = 0;
  while (k < n && strcmp(text_of(object, key), words[k]) != 0) k++;
  return k;
}

char *record_scope(const struct record *r)
{
  json_t *scope = scope_of_record(r);
  char *words = scope_words(scope);
  json_decref(scope);
  return words;
}

json_t *results_line(const struct results *r, const struct record *record)
{
  char *line = mem_new(record->length, 1);
  const ssize_t got = pread(r->store->file, line, record->length, (off_t)record->offset);
  json_t *json = got == (ssize_t)record->length ? json_loadb(line, record->length, 0, NULL) : NULL;
  free(line);
  return json;
}

double *results_vector(const struct results *r, size_t record, const char *name, size_t *n)
{
  if (!record_has_vector(&r->record[record], name)) return NULL;
  json_t *line = results_line(r, &r->record[record]);
  const json_t *vector = json_object_get(json_object_get(line, "vectors"), name);
  double *out = NULL;
  if (json_is_array(vector)) {
    *n = json_array_size(vector);
    out = mem_new(*n, sizeof *out);
    for (size_t k = 0; k < *n; k++) out[k] = record_value(json_array_get(vector, k));
  }
  json_decref(line);
  return out;
}
