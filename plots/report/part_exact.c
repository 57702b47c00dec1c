/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part_exact.c: results of explorations, for all schedules: a table of values, with a column for each N, and a table of
 * verdicts. Under each value stands how many states were looked at for it, so that nobody takes a lower bound for more.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "plots/report/grid.h"
#include "plots/report/html.h"
#include "plots/report/parts.h"
#include "results/analysis/property_evidence.h"
#include "results/metric_name.h"
#include "results/witness_files.h"

/* The N of the explorations, ascending. */
struct columns {
  size_t n;
  json_int_t *N;
};

static void add_column(struct columns *c, json_int_t N)
{
  size_t k = 0;
  while (k < c->n && c->N[k] < N) k++;
  if (k < c->n && c->N[k] == N) return;
  c->N = mem_another(c->N, c->n, sizeof *c->N);
  memmove(c->N + k + 1, c->N + k, (c->n - k) * sizeof *c->N);
  c->N[k] = N;
  c->n++;
}

static void find_columns(const struct results *r, struct columns *out)
{
  *out = (struct columns){0};
  for (size_t k = 0; k < r->n; k++)
    if (record_is_exploration(&r->record[k])) add_column(out, r->record[k].n);
}

/* The explorations of one row differ in N only; of verdicts also in the memory model, on which none depends. */
struct row {
  size_t n;
  const struct record **record; /* in their order */
};

struct rows {
  struct lookup keys;
  struct row *row; /* [keys.n], in the order of their first explorations */
};

static void find_rows(const struct results *r, bool memory, struct rows *out)
{
  struct compound key = {0};
  *out = (struct rows){0};
  for (size_t k = 0; k < r->n; k++) {
    const struct record *one = &r->record[k];
    size_t at;
    if (!record_is_exploration(one)) continue;
    compound_begin(&key);
    compound_add_text(&key, one->algorithm);
    compound_add_text(&key, one->sessions);
    compound_add_number(&key, one->passages);
    compound_add_text(&key, one->faults);
    compound_add_text(&key, one->time);
    compound_add_text(&key, one->order);
    if (memory) compound_add_text(&key, one->memory);
    if (lookup_is_new(&out->keys, key.bytes, key.length, &at)) {
      out->row = mem_grow(out->row, out->keys.n, sizeof *out->row);
      out->row[at] = (struct row){0};
    }
    struct row *row = &out->row[at];
    row->record = mem_another(row->record, row->n, sizeof(struct record *));
    row->record[row->n++] = one;
  }
  compound_free(&key);
}

static void rows_free(struct rows *rows)
{
  for (size_t k = 0; k < rows->keys.n; k++) free(rows->row[k].record);
  free(rows->row);
  lookup_free(&rows->keys);
}

static void passages_cell(struct grid *t, const struct record *r)
{
  if (r->passages == 0)
    grid_text(t, "", "endless");
  else
    fprintf(grid_cell(t, "number"), "%" JSON_INTEGER_FORMAT, r->passages);
}

/* ---- values ---- */

static void value_cell(struct grid *t, const struct record *r, const char *metric)
{
  const double value = r != NULL ? record_metric(r, metric) : NAN;
  if (isnan(value)) {
    grid_text(t, "number", "–");
    return;
  }
  FILE *out = grid_cell(t, "number");
  if (isinf(value))
    fputs("unbounded", out);
  else
    fprintf(out, "%s%.15g", record_metric_complete(r, metric) ? "" : "≥ ", value);
  fprintf(out, "<br><span class=\"scope\">%" JSON_INTEGER_FORMAT "</span>", r->states);
}

/* The exploration of this row with so many processes; NULL: there is none. */
static const struct record *of_column(const struct row *row, json_int_t N)
{
  for (size_t k = 0; k < row->n; k++)
    if (row->record[k]->n == N) return row->record[k];
  return NULL;
}

/* "exact", or what else the values of the row are. */
static const char *row_scope(const struct row *row, const struct columns *c, const char *metric)
{
  size_t exact = 0, all = 0;
  for (size_t k = 0; k < c->n; k++) {
    const struct record *one = of_column(row, c->N[k]);
    if (one == NULL || isnan(record_metric(one, metric))) continue;
    all++;
    exact += record_metric_complete(one, metric);
  }
  return exact == all ? "exact" : exact == 0 ? "lower bounds" : "exact but for ≥";
}

/* The rule of sessions, and under it what may go wrong. */
static void sessions_cell(struct grid *t, const struct record *r)
{
  FILE *out = grid_cell(t, "");
  html_print(out, "%s", r->sessions);
  if (r->faults[0] != '\0') html_print(out, "<br>faults: %s", r->faults);
  if (r->time[0] != '\0') html_print(out, "<br>time: %s", r->time);
  if (r->order[0] != '\0') html_print(out, "<br>order: %s", r->order);
}

static void value_row(struct grid *t, const struct section *s, const struct row *row, const struct columns *c,
                      const char *metric)
{
  const struct record *r = row->record[0];
  grid_row(t);
  grid_text(t, "", r->algorithm);
  grid_text(t, "", r->memory);
  sessions_cell(t, r);
  passages_cell(t, r);
  grid_text(t, "", text_of(s->results->config, "observe"));
  grid_text(t, "", metric);
  grid_text(t, "", row_scope(row, c, metric));
  for (size_t k = 0; k < c->n; k++) value_cell(t, of_column(row, c->N[k]), metric);
}

static bool is_count(const char *metric)
{
  struct metric_name name;
  struct error ignored = {0};
  return metric_name_parse(metric, &name, &ignored) &&
         (name.id == METRIC_STATES || name.id == METRIC_TRANSITIONS || name.id == METRIC_SPACE);
}

enum { SCOPES = 7 }; /* the columns that tell what a value is true for */

/* The heads of the columns. */
static const char **value_heads(const struct columns *c)
{
  static const char *const left[SCOPES] = {"algorithm", "memory",   "sessions", "passages",
                                           "observed",  "quantity", "scope"};
  const char **heads = mem_new(SCOPES + c->n + 1, sizeof *heads);
  memcpy(heads, left, sizeof left);
  for (size_t k = 0; k < c->n; k++) heads[SCOPES + k] = mem_format("N = %" JSON_INTEGER_FORMAT, c->N[k]);
  return heads;
}

static void value_heads_free(const char **heads, const struct columns *c)
{
  for (size_t k = 0; k < c->n; k++) free((char *)heads[SCOPES + k]);
  free(heads);
}

static const char values_caption[] =
  "The worst case over all schedules, from cold caches: the most that one passage of the observed process (“all”: "
  "of the process that pays most) can cost, while the others make the given number of passages each. Below each "
  "value: the number of states explored. ≥: a lower bound, because memory ran out or a register reached its cap.";

static void write_values(FILE *out, const struct section *s, const struct columns *c)
{
  size_t n_metrics;
  const char **metric = results_metrics(s->results, &n_metrics);
  struct rows rows;
  find_rows(s->results, true, &rows);
  const char **heads = value_heads(c);
  struct grid *t = grid_new(values_caption, heads, SCOPES);
  for (size_t k = 0; k < rows.keys.n && k < ROWS_MOST; k++)
    for (size_t m = 0; m < n_metrics; m++)
      if (!is_count(metric[m]) && !isnan(record_metric(rows.row[k].record[0], metric[m])))
        value_row(t, s, &rows.row[k], c, metric[m]);
  grid_end_cut(t, out, rows.keys.n, "records.csv");
  value_heads_free(heads, c);
  rows_free(&rows);
  free(metric);
}

/* ---- verdicts ---- */

/* The exploration that stands for all N of a row: the first that fails, or else the one of the largest N. */
struct row_verdict {
  const struct record *record; /* NULL: none looked at the property */
  struct record_verdict verdict;
  json_int_t least; /* the smallest N that was looked at */
};

static struct row_verdict row_verdict(const struct row *row, const char *property)
{
  struct row_verdict shown = {0};
  for (size_t k = 0; k < row->n; k++) {
    const struct record *one = row->record[k];
    struct record_verdict verdict;
    if (!record_verdict(one, property, &verdict)) continue;
    if (shown.record == NULL || one->n < shown.least) shown.least = one->n;
    const bool failed = shown.record != NULL && shown.verdict.finding == RECORD_FAILS;
    const bool worse = verdict.finding == RECORD_FAILS || (shown.record != NULL && one->n > shown.record->n);
    if (shown.record != NULL && (failed || !worse)) continue;
    shown.record = one;
    shown.verdict = verdict;
  }
  return shown;
}

/* Green is only what its scope bears out: memory that ended leaves a property open, and so do short runs where only
 * endless ones can break it. */
static const char *badge_of(const struct record_verdict *v, const char *property)
{
  if (v->finding == RECORD_FAILS) return v->passages == 0 ? "fails" : "undecided";
  const bool open = v->passages != 0 && property_needs_no_end(property_of(property));
  return v->complete && !open ? "holds" : "undecided";
}

static void verdict_cell(struct grid *t, const struct section *s, const struct row *row, const char *property)
{
  const struct row_verdict shown = row_verdict(row, property);
  const struct record_verdict *v = &shown.verdict;
  if (shown.record == NULL) {
    grid_text(t, "", "not checked");
    return;
  }
  FILE *out = grid_cell(t, "");
  html_print(out, "<span class=\"badge %s\">%s</span><br><span class=\"scope\">", badge_of(v, property), v->text);
  if (v->finding == RECORD_FAILS || shown.least == shown.record->n)
    fprintf(out, "N = %" JSON_INTEGER_FORMAT, shown.record->n);
  else
    fprintf(out, "N = %" JSON_INTEGER_FORMAT "..%" JSON_INTEGER_FORMAT, shown.least, shown.record->n);
  html_print(out, "%s%s</span>", v->detail[0] != '\0' ? ": " : "", v->detail);
  if (v->finding != RECORD_FAILS) return;
  char *name = witness_name(shown.record, property);
  witness_link(out, s, name);
  free(name);
}

static bool are_judged(const struct results *r, const char *property)
{
  struct record_verdict verdict;
  for (size_t k = 0; k < r->n; k++)
    if (record_verdict(&r->record[k], property, &verdict)) return true;
  return false;
}

static void write_verdicts(FILE *out, const struct section *s)
{
  const struct results *r = s->results;
  enum { VERDICT_SCOPES = 3 };
  const char *heads[VERDICT_SCOPES + N_PROPERTIES + 1] = {"algorithm", "sessions", "passages"};
  size_t n = VERDICT_SCOPES;
  for (uint32_t k = 1; k < N_PROPERTIES; k++)
    if (property_table[k].claimed != CLAIMED_NOT && are_judged(r, property_key(k))) heads[n++] = property_key(k);
  if (are_judged(r, property_key(PROPERTY_INVARIANTS))) heads[n++] = property_key(PROPERTY_INVARIANTS);
  struct grid *t = grid_new(
    "Properties over all schedules. An exploration with bounded passages does not cover longer runs. So it leaves "
    "open whether in infinite runs some process starves (P2), all are stuck (P6) or some process is lost (P7). "
    "Schedules that show a failure are in the records. Properties that were not checked have no column.",
    heads, VERDICT_SCOPES);
  struct rows rows;
  find_rows(r, false, &rows);
  for (size_t k = 0; k < rows.keys.n && k < ROWS_MOST; k++) {
    const struct record *first = rows.row[k].record[0];
    grid_row(t);
    grid_text(t, "", first->algorithm);
    sessions_cell(t, first);
    passages_cell(t, first);
    for (size_t p = VERDICT_SCOPES; heads[p] != NULL; p++) verdict_cell(t, s, &rows.row[k], heads[p]);
  }
  grid_end_cut(t, out, rows.keys.n, "records.jsonl");
  rows_free(&rows);
}

void part_exact(FILE *out, const struct section *s)
{
  struct columns columns;
  bool checked = false;
  find_columns(s->results, &columns);
  for (size_t k = 0; k < s->results->n; k++) checked = checked || s->results->record[k].n_judged > 0;
  if (columns.n > 0) {
    part_heading(out, s, "exact", "Exact values");
    write_values(out, s, &columns);
    if (checked) write_verdicts(out, s);
    if (checked) witnesses_left_out(out, s);
  }
  free(columns.N);
}
