/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/load.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/lines.h"
#include "base/mem.h"
#include "results/read.h"
#include "results/scope.h"

/* Far above any sane record; it is there so that a wrong path does not eat the machine. */
#define LONGEST_RECORD ((size_t)1 << 30)

static void add_record(struct results *out, const struct record *record)
{
  if ((out->n & (out->n - 1)) == 0)
    out->record = mem_grow(out->record, out->n == 0 ? 1 : 2 * out->n, sizeof *out->record);
  out->record[out->n++] = *record;
}

/* One line into *out. What has no line end and is no whole record either was torn, and is passed over. */
static bool read_line(const struct lines *line, struct results *out, struct error *e)
{
  const struct journal_place at = {line->path, line->number};
  const bool last = line->text[line->length - 1] != '\n';
  json_error_t why;
  json_t *json = json_loadb(line->text, line->length, JSON_REJECT_DUPLICATES, &why);
  if (json == NULL && last) return true;
  if (json == NULL) return fail_at(e, EXIT_USAGE, at.path, at.line, why.column, "%s", why.text);
  struct record record;
  const bool ok = record_read(json, out->store, &record, &at, e);
  json_decref(json);
  if (!ok) return false;
  record.offset = line->offset;
  record.length = line->length;
  add_record(out, &record);
  return true;
}

static bool read_lines(struct lines *lines, struct results *out, struct error *e)
{
  while (lines_next(lines, LONGEST_RECORD, e)) {
    if (lines->length == 0) return true;
    const bool blank = strspn(lines->text, " \t\r\n") >= lines->length;
    if (!blank && !read_line(lines, out, e)) return false;
    if (lines->text[lines->length - 1] == '\n') out->journal = lines->offset + lines->length;
  }
  return false;
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
  struct lookup ids = {0};
  size_t stay = 0;
  bool in_order = true;
  for (size_t k = 0; k < r->n; k++) {
    if (!lookup_is_new_text(&ids, r->record[k].id)) continue;
    r->record[stay++] = r->record[k];
    in_order = in_order && (stay < 2 || by_index(&r->record[stay - 2], &r->record[stay - 1]) < 0);
  }
  lookup_free(&ids);
  r->n = stay;
  if (!in_order) qsort(r->record, r->n, sizeof *r->record, by_index);
}

bool records_read(const char *path, struct results *out, struct error *e)
{
  struct lines lines;
  if (!lines_open(&lines, path, e)) return false;
  out->store = mem_new(1, sizeof *out->store);
  out->store->file = dup(fileno(lines.in));
  const bool ok = read_lines(&lines, out, e);
  lines_close(&lines);
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
  free(r->record);
  record_store_free(r->store);
  free(r->directory);
  json_decref(r->config);
  json_decref(r->algorithms);
  json_decref(r->fits);
  json_decref(r->verdicts);
  json_decref(r->tables);
  *r = (struct results){0};
}

const char *text_of(const json_t *object, const char *key)
{
  const char *text = json_string_value(json_object_get(object, key));
  return text != NULL ? text : "";
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

json_t *results_witness(const struct results *r, const struct record *record, const char *property)
{
  json_t *line = results_line(r, record);
  json_t *witness = json_object_get(json_object_get(json_object_get(line, "verdicts"), property), "witness");
  json_t *text = json_is_string(witness) ? json_incref(witness) : NULL;
  json_decref(line);
  return text;
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
