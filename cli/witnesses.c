/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/witnesses.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/lookup.h"
#include "base/mem.h"
#include "cli/replaying.h"
#include "model/loader.h"
#include "results/manifest.h"
#include "results/witness_files.h"

/* Those that are made files, each once: first those that tables and findings name, then those of the records in their
 * order. */
struct witnesses {
  struct lookup names;
  json_t *all; /* [{"name", "text": a description, "schedule"}] */
};

static void add(struct witnesses *w, const char *name, const char *text, const char *schedule)
{
  size_t at;
  if (json_array_size(w->all) == WITNESSES_MOST || !lookup_is_new(&w->names, name, strlen(name), &at)) return;
  json_array_append_new(w->all, json_pack("{s:s, s:s, s:s}", "name", name, "text", text, "schedule", schedule));
}

/* --- which there are ---------------------------------------------------------------------------------------------- */

/* "P2 fails: P1 can starve", as `rmr explore --witness` has it. */
static void gather_broken(struct witnesses *w, const struct results *r, const struct record *record,
                          const char *property)
{
  struct record_verdict verdict;
  if (!record_verdict(record, property, &verdict) || verdict.finding != RECORD_FAILS || !verdict.witness) return;
  json_t *schedule = results_witness(r, record, property);
  if (schedule == NULL) return;
  char *name = witness_name(record, property),
       *text = mem_format("%s fails%s%s", property, verdict.detail[0] != '\0' ? ": " : "", verdict.detail);
  add(w, name, text, json_string_value(schedule));
  free(name);
  free(text);
  json_decref(schedule);
}

static void gather_cell(struct witnesses *w, const struct results *r, const json_t *cell)
{
  const json_t *witness = json_object_get(cell, "witness");
  size_t k = 0;
  if (witness == NULL) return;
  while (k < r->n && strcmp(r->record[k].id, text_of(witness, "record")) != 0) k++;
  if (k < r->n) gather_broken(w, r, &r->record[k], text_of(cell, "column"));
  add(w, text_of(witness, "name"), text_of(witness, "text"), text_of(witness, "schedule")); /* else, of a cost */
}

static void gather_table(struct witnesses *w, const struct results *r, const json_t *table)
{
  const json_t *rows = json_object_get(table, "rows");
  for (size_t k = 0; k < json_array_size(rows); k++) {
    const json_t *cells = json_object_get(json_array_get(rows, k), "cells");
    for (size_t c = 0; c < json_array_size(cells); c++) gather_cell(w, r, json_array_get(cells, c));
  }
}

static void gather(struct witnesses *w, const struct evaluation *v)
{
  const struct results *r = &v->results;
  const json_t *tables = json_object_get(v->tables, "tables"), *findings = json_object_get(v->findings, "findings");
  w->all = json_array();
  for (size_t k = 0; k < json_array_size(tables); k++) gather_table(w, r, json_array_get(tables, k));
  for (size_t k = 0; k < json_array_size(findings); k++)
    gather_cell(w, r, json_object_get(json_array_get(findings, k), "cell"));
  for (size_t k = 0; k < r->n && json_array_size(w->all) < WITNESSES_MOST; k++)
    for (size_t p = 0; p < r->record[k].n_judged; p++)
      gather_broken(w, r, &r->record[k], r->record[k].judged[p].property);
}

/* --- as files ----------------------------------------------------------------------------------------------------- */

/* The schedule with a comment behind its first line. */
static bool write_schedule(const json_t *one, const char *path, struct error *e)
{
  const char *text = text_of(one, "schedule");
  const size_t first = strcspn(text, "\n");
  struct file_writer out;
  if (!file_open(&out, path, e)) return false;
  fprintf(out.out, "%.*s\n# %s%s", (int)first, text, text_of(one, "text"), text + first);
  return file_commit(&out, e);
}

/* Whether its algorithm is a plug-in, or is told by a file that lies elsewhere. Its header says so; reading the
 * schedule would load them. */
static bool needs_files(const char *schedule)
{
  static const char key[] = "\nalgorithm ";
  const char *line = strstr(schedule, key);
  if (line == NULL) return false;
  char *algorithm = mem_format("%.*s", (int)strcspn(line + strlen(key), "\n"), line + strlen(key));
  const bool needs = plug_in_is(algorithm) || strstr(algorithm, "=file:") != NULL;
  free(algorithm);
  return needs;
}

/* Named from its folder, so that the page does not depend on where that lies. */
static bool make_page(struct manifest *m, const char *file, const char *page, const char *folder,
                      const struct schedule *s, struct error *e)
{
  if (!manifest_add(m, page, e)) return false;
  char *path = mem_format("%s/%s", folder, page);
  const struct replaying what = {
    .schedule = s, .file = file, .directory = folder, .repeat = 1, .trace = path, .format = TRACE_PAGE};
  struct run *run = replay_run(&what, e);
  const bool ok = run != NULL;
  run_free(run);
  free(path);
  return ok;
}

static bool write_one(struct manifest *m, const json_t *one, const char *folder, struct error *e)
{
  char *file = mem_format("%s.schedule", text_of(one, "name")), *page = mem_format("%s.html", text_of(one, "name")),
       *path = mem_format("%s/%s", folder, file);
  bool ok = manifest_add(m, file, e) && write_schedule(one, path, e);
  if (ok && !needs_files(text_of(one, "schedule"))) {
    struct schedule *s = mem_new(1, sizeof *s);
    ok = schedule_read(path, NULL, s, e) && make_page(m, file, page, folder, s, e);
    schedule_free(s);
    free(s);
  }
  free(path);
  free(page);
  free(file);
  return ok;
}

bool witnesses_write(const struct evaluation *v, struct error *e)
{
  struct witnesses w = {0};
  struct manifest m;
  if (!manifest_begin(&m, v->results.directory, MANIFEST_WITNESSES, e)) return false;
  gather(&w, v);
  char *folder = mem_format("%s/witnesses", v->results.directory);
  bool ok = json_array_size(w.all) == 0 || file_make_directory(folder, e);
  for (size_t k = 0; ok && k < json_array_size(w.all); k++) ok = write_one(&m, json_array_get(w.all, k), folder, e);
  ok = manifest_end(&m, true, ok, e);
  free(folder);
  json_decref(w.all);
  lookup_free(&w.names);
  return ok;
}
