/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * csv.c: series from a table with the columns series, N and value, in any order. A value is a number, or `inf` where
 * there is no bound. Where a column complete says false, the value is that of a run that was cut short, or a lower
 * bound. A column metric says how repetitions are pooled, if it has the name of a metric. Other columns are ignored.
 *
 * The form is that of RFC 4180: cells end at a comma or a line end, may stand in double quotes, and then may hold
 * commas, line ends and doubled quotes. A byte order mark, CRLF line ends and empty lines are accepted. A complaint
 * names the line and the column (in bytes, from 1) where the cell begins.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/lookup.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "base/text.h"
#include "results/metric_name.h"
#include "results/read.h"
#include "results/scope.h"

#define LARGEST_TABLE ((size_t)1 << 30)

struct reader {
  const char *path, *at, *line_start;
  int line;
};

struct cell {
  char *text; /* owned */
  int line, column;
};

struct row {
  size_t n;
  struct cell *cell;
};

enum wanted { SERIES, N, VALUE, COMPLETE, METRIC, N_WANTED }; /* the last two need not be there */
static const char *const wanted_names[N_WANTED] = {"series", "N", "value", "complete", "metric"};

static void row_free(struct row *row)
{
  for (size_t k = 0; k < row->n; k++) free(row->cell[k].text);
  free(row->cell);
  *row = (struct row){0};
}

static void next_line(struct reader *in)
{
  in->line++;
  in->line_start = in->at;
}

/* A quoted cell; in->at stands after the opening quote. Writes the text to out, which has room for the rest of the
 * file. */
static bool read_quoted(struct reader *in, char *out, const struct cell *cell, struct error *e)
{
  for (;;) {
    const char c = *in->at;
    if (c == '\0') return fail_at(e, EXIT_USAGE, in->path, cell->line, cell->column, "this quoted cell has no end");
    in->at++;
    if (c == '"' && *in->at != '"') break;
    if (c == '"') in->at++;
    if (c == '\n') next_line(in);
    *out++ = c;
  }
  *out = '\0';
  if (strchr(",\r\n", *in->at) != NULL) return true; /* the final NUL counts as an end, too */
  return fail_at(e, EXIT_USAGE, in->path, in->line, (int)(in->at - in->line_start) + 1,
                 "expected a comma or the end of the line after a quoted cell");
}

static bool read_cell(struct reader *in, struct row *row, struct error *e)
{
  row->cell = mem_another(row->cell, row->n, sizeof *row->cell);
  struct cell *cell = &row->cell[row->n++];
  *cell = (struct cell){.line = in->line, .column = (int)(in->at - in->line_start) + 1};
  if (*in->at != '"') {
    const size_t length = strcspn(in->at, ",\r\n");
    cell->text = mem_format("%.*s", (int)length, in->at);
    in->at += length;
    return true;
  }
  const char *from = ++in->at, *end = from;
  while (*end != '\0' && (*end != '"' || end[1] == '"')) end += *end == '"' ? 2 : 1;
  cell->text = mem_new((size_t)(end - from) + 1, 1);
  return read_quoted(in, cell->text, cell, e);
}

/* The next row that is not empty; row->n is 0 at the end of the file. */
static bool read_row(struct reader *in, struct row *row, struct error *e)
{
  *row = (struct row){0};
  while (*in->at == '\r' || *in->at == '\n')
    if (*in->at++ == '\n') next_line(in);
  if (*in->at == '\0') return true;
  for (;;) {
    if (!read_cell(in, row, e)) return false;
    if (*in->at != ',') return true;
    in->at++;
  }
}

static bool find_columns(const struct reader *in, const struct row *head, size_t column[N_WANTED], struct error *e)
{
  const char **names = mem_new(head->n, sizeof *names);
  for (size_t k = 0; k < head->n; k++) names[k] = head->cell[k].text;
  bool ok = true;
  for (enum wanted w = 0; ok && w < N_WANTED; w++) {
    size_t k = 0;
    while (k < head->n && strcmp(names[k], wanted_names[w]) != 0) k++;
    column[w] = k;
    ok = k < head->n || w >= COMPLETE;
    const char *near = ok ? NULL : suggest(wanted_names[w], names, head->n);
    for (size_t other = k + 1; ok && other < head->n; other++)
      if (strcmp(names[other], wanted_names[w]) == 0)
        ok = fail_at(e, EXIT_USAGE, in->path, in->line, head->cell[other].column, "a second column \"%s\"",
                     wanted_names[w]);
    if (!ok && k == head->n)
      fail_at(e, EXIT_USAGE, in->path, in->line, 1, "there is no column \"%s\"%s%s%s", wanted_names[w],
              near != NULL ? "; did you mean this by \"" : "", near != NULL ? near : "", near != NULL ? "\"?" : "");
  }
  free(names);
  return ok;
}

static bool read_number(const struct reader *in, const struct cell *cell, double *out, struct error *e)
{
  char *end;
  *out = strtod(cell->text, &end);
  if (end != cell->text && end[strspn(end, " \t")] == '\0' && isfinite(*out)) return true;
  return fail_at(e, EXIT_USAGE, in->path, cell->line, cell->column, "expected a number, not \"%.40s\"", cell->text);
}

/* No other spelling of strtod's is taken: a number that is too large for a double is a mistake, not without bound. */
static bool read_value(const struct reader *in, const struct cell *cell, double *out, struct error *e)
{
  *out = INFINITY;
  return strcmp(cell->text, "inf") == 0 || read_number(in, cell, out, e);
}

/* A spreadsheet, pandas or R may have written it. Another word is a mistake: a lower bound that passes for an exact
 * value would be worse. */
static bool read_complete(const struct reader *in, const struct cell *cell, bool *out, struct error *e)
{
  *out = strcasecmp(cell->text, "true") == 0 || strcmp(cell->text, "1") == 0;
  return *out || strcasecmp(cell->text, "false") == 0 || strcmp(cell->text, "0") == 0 ||
         fail_at(e, EXIT_USAGE, in->path, cell->line, cell->column, "expected true or false, not \"%.40s\"",
                 cell->text);
}

/* The series so far, found by their names. They share one scope: the file. */
struct table {
  struct series_list *list;
  struct lookup names;
  json_t *scope;
  char *scope_words;
};

static json_t *csv_scope(const char *path)
{
  const char *slash = strrchr(path, '/');
  return json_pack("{s:s}", "file", slash != NULL ? slash + 1 : path);
}

static struct series *series_named(struct table *t, const char *name)
{
  size_t number;
  if (!lookup_is_new(&t->names, name, strlen(name), &number)) return &t->list->series[number];
  struct series *s = series_list_add(t->list);
  *s = series_plain(name, "", "N", KIND_NONE);
  s->fields = json_incref(t->scope);
  free(s->scope);
  s->scope = mem_text(t->scope_words);
  return s;
}

/* A table of other things may have such a column, too; the first row of a series counts. */
static void set_metric(struct series *s, const char *metric)
{
  struct metric_name name;
  struct error ignored = {0};
  if (s->n != 0 || !metric_name_parse(metric, &name, &ignored)) return;
  free(s->metric);
  s->metric = mem_text(metric);
}

static bool add_row(const struct reader *in, const struct row *row, size_t n_columns, const size_t column[N_WANTED],
                    struct table *out, struct error *e)
{
  if (row->n != n_columns)
    return fail_at(e, EXIT_USAGE, in->path, row->cell[0].line, 1, "has %zu cells, the first line has %zu", row->n,
                   n_columns);
  double x, value;
  if (!read_number(in, &row->cell[column[N]], &x, e)) return false;
  if (!read_value(in, &row->cell[column[VALUE]], &value, e)) return false;
  const struct cell *name = &row->cell[column[SERIES]];
  if (!text_is_line(name->text))
    return fail_at(e, EXIT_USAGE, in->path, name->line, name->column,
                   "the series' name '%s' is not text in UTF-8 without control or invisible characters", name->text);
  bool complete = true;
  if (column[COMPLETE] < n_columns && !read_complete(in, &row->cell[column[COMPLETE]], &complete, e)) return false;
  struct series *s = series_named(out, name->text);
  if (column[METRIC] < n_columns) set_metric(s, row->cell[column[METRIC]].text);
  series_add_point(s, x, value);
  s->point[s->n - 1].complete = complete;
  return true;
}

static bool read_rows(struct reader *in, struct table *out, struct error *e)
{
  struct row row;
  size_t column[N_WANTED];
  bool ok = read_row(in, &row, e) && find_columns(in, &row, column, e);
  const size_t n_columns = row.n;
  row_free(&row);
  while (ok) {
    ok = read_row(in, &row, e);
    const bool end = row.n == 0;
    ok = ok && (end || add_row(in, &row, n_columns, column, out, e));
    row_free(&row);
    if (end) break;
  }
  return ok;
}

static bool read_table(struct reader *in, struct series_list *out, struct error *e)
{
  struct table t = {.list = out, .scope = csv_scope(in->path)};
  t.scope_words = scope_words(t.scope);
  const bool ok = read_rows(in, &t, e);
  for (size_t k = 0; ok && k < out->n; k++) series_put_in_order(&out->series[k]);
  lookup_free(&t.names);
  json_decref(t.scope);
  free(t.scope_words);
  return ok;
}

bool csv_series_load(const char *path, struct series_list *out, struct error *e)
{
  size_t length;
  char *text = file_read(path, LARGEST_TABLE, &length, e);
  if (text == NULL) return false;
  const size_t mark = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  struct reader in = {.path = path, .at = text + mark, .line_start = text + mark, .line = 1};
  bool ok = strlen(text) == length || fail_at(e, EXIT_USAGE, path, 0, 0, "is not a text file");
  ok = ok && read_table(&in, out, e);
  free(text);
  if (!ok) series_list_free(out);
  return ok;
}
