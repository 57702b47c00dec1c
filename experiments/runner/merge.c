/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/lookup.h"
#include "base/mem.h"
#include "experiments/config/config.h"
#include "experiments/runner/directory.h"
#include "results/journal.h"
#include "results/load.h"
#include "results/lock.h"
#include "results/manifest.h"
#include "results/write.h"

#define LARGEST_TRACE ((size_t)1 << 32)

/* --- the shards --------------------------------------------------------------------------------------------------- */

/* Verifies a shard. *config is its config, a new reference; the first one is what the others are compared with. */
static bool know_shard(const char *path, json_t **config, struct error *e)
{
  struct results r;
  if (!results_load(path, &r, e)) return false;
  bool ok = r.config != NULL || fail_at(e, EXIT_USAGE, path, 0, 0, "has no config.json");
  if (ok && *config == NULL) {
    *config = json_incref(r.config);
  } else if (ok && !json_equal(*config, r.config)) {
    char keys[300];
    config_difference(*config, r.config, keys, sizeof keys);
    ok = fail_at(e, EXIT_USAGE, path, 0, 0, "holds records of another config than the first one (they differ in: %s)",
                 keys);
  }
  results_free(&r);
  return ok;
}

/* --- the records that are taken over ------------------------------------------------------------------------------ */

/* Which tasks the new directory has, and the checksums of their records. */
struct taken {
  struct lookup ids;
  uint64_t *sum; /* [of ids] */
};

static bool take_record(struct journal *to, const struct journal *from, size_t k, const char *path, struct taken *taken,
                        char **line, size_t *size, struct error *e)
{
  const struct journal_entry *entry = &from->entry[k];
  size_t at;
  if (!lookup_is_new(&taken->ids, entry->id, strlen(entry->id), &at))
    return taken->sum[at] == entry->sum ||
           fail_at(e, EXIT_USAGE, path, 0, 0, "the record of task #%llu is not that of another shard",
                   (unsigned long long)entry->index);
  taken->sum = mem_grow(taken->sum, at + 1, sizeof *taken->sum);
  taken->sum[at] = entry->sum;
  if (!journal_line(from, k, line, size, e)) return false;
  char *whole = mem_format("%s\n", *line);
  const bool ok = journal_append(to, entry->id, entry->index, whole, e);
  free(whole);
  return ok;
}

static bool take_records(struct journal *to, const char *path, struct taken *taken, struct error *e)
{
  struct journal from;
  char *line = NULL;
  size_t size = 0;
  if (!journal_open_to_read(&from, path, e)) return false;
  bool ok = true;
  for (size_t k = 0; ok && k < from.n; k++) ok = take_record(to, &from, k, path, taken, &line, &size, e);
  free(line);
  return journal_close(&from, e) && ok;
}

/* Those that rmrlab has made there, and that no other shard had. */
static bool take_traces(const char *to, const char *path, struct manifest *m, struct error *e)
{
  struct manifest shard;
  if (!manifest_begin(&shard, path, MANIFEST_TRACES, e)) return false;
  bool ok = true;
  for (size_t k = 0; ok && k < shard.n; k++) {
    const char *name = shard.entry[k].name;
    if (strncmp(name, MANIFEST_TRACES, strlen(MANIFEST_TRACES)) != 0) continue;
    char *from = mem_format("%s/%s", path, name), *into = mem_format("%s/%s", to, name),
         *folder = mem_format("%s/" MANIFEST_TRACES, to);
    if (file_exists(from) && !file_exists(into))
      ok = manifest_add(m, name + strlen(MANIFEST_TRACES), e) && file_make_directory(folder, e) &&
           file_copy(from, into, LARGEST_TRACE, e);
    free(from), free(into), free(folder);
  }
  manifest_leave(&shard);
  return ok;
}

static bool take_all_traces(const char *const *from, size_t n, const char *to, struct error *e)
{
  struct manifest m;
  if (!manifest_begin(&m, to, MANIFEST_TRACES, e)) return false;
  bool ok = true;
  for (size_t k = 0; ok && k < n; k++) ok = take_traces(to, from[k], &m, e);
  return manifest_end(&m, true, ok, e);
}

/* Config and algorithms are the same in all of them. */
static bool take_head(const char *from, const char *to, const json_t *config, struct error *e)
{
  json_t *algorithms = NULL;
  const bool ok = results_read_json(from, "algorithms.json", &algorithms, e) &&
                  (algorithms != NULL || fail_at(e, EXIT_USAGE, from, 0, 0, "has no algorithms.json")) &&
                  results_write_json(to, "config.json", config, e) &&
                  results_write_json(to, "algorithms.json", algorithms, e);
  json_decref(algorithms);
  return ok;
}

/* --- merging ------------------------------------------------------------------------------------------------------ */

static bool is_empty(const char *to, const struct journal *journal, struct error *e)
{
  return journal->n == 0 || fail_at(e, EXIT_USAGE, to, 0, 0, "has records; choose another directory with -o");
}

static bool fill(const char *const *from, size_t n, const char *to, const json_t *config, struct merged *out,
                 struct error *e)
{
  struct journal journal;
  struct taken taken = {0};
  struct error ignored = {0};
  if (!journal_open(&journal, to, e)) return false;
  const bool empty = is_empty(to, &journal, e);
  bool ok = empty && directory_own(to, true, e) && take_head(from[0], to, config, e) && journal_cut(&journal, e);
  for (size_t k = 0; ok && k < n; k++) ok = take_records(&journal, from[k], &taken, e);
  out->tasks = (size_t)json_integer_value(json_object_get(config, "tasks"));
  out->records = journal.n;
  ok = ok && journal_sort(&journal, e) && take_all_traces(from, n, to, e);
  if (!ok && empty) (void)journal_clear(&journal, &ignored); /* so that it may be tried again */
  lookup_free(&taken.ids);
  free(taken.sum);
  return journal_close(&journal, e) && ok;
}

bool merge_directories(const char *const *from, size_t n, const char *to, int *lock, struct merged *out,
                       struct error *e)
{
  json_t *config = NULL;
  bool ok = true;
  for (size_t k = 0; ok && k < n; k++) ok = know_shard(from[k], &config, e);
  ok = ok && file_make_directory(to, e) && directory_lock(to, lock, e);
  if (ok && !(manifest_may_write(to, e) && directory_own(to, false, e) && fill(from, n, to, config, out, e))) {
    directory_unlock(*lock);
    ok = false;
  }
  json_decref(config);
  return ok;
}
