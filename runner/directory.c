/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/directory.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "results/write.h"
#include "runner/record.h"

/* config.json of an earlier run; NULL without an error where there is none. */
static json_t *earlier_config(const char *path, struct error *e)
{
  char *file = mem_format("%s/config.json", path);
  char *text = file_exists(file) ? file_read(file, CONFIG_MOST_BYTES * 4, NULL, e) : NULL;
  json_t *config = text != NULL ? json_loads(text, JSON_REJECT_DUPLICATES, NULL) : NULL;
  if (text != NULL && !json_is_string(json_object_get(config, "fingerprint"))) {
    fail_at(e, EXIT_USAGE, file, 0, 0,
            "was not written by rmrlab and would be overwritten; expected an empty directory, "
            "or the results of an earlier run. Choose another with -o");
    json_decref(config);
    config = NULL;
  }
  free(text);
  free(file);
  return config;
}

static bool same_config(const char *path, const json_t *earlier, const struct config *config, struct error *e)
{
  if (strcmp(json_string_value(json_object_get(earlier, "fingerprint")), config->fingerprint) == 0) return true;
  char keys[300];
  config_difference(earlier, config->json, keys, sizeof keys);
  return fail_at(e, EXIT_USAGE, path, 0, 0,
                 "holds the records of another config (they differ in: %s). Remove it, or choose another with -o",
                 keys);
}

/* The journal may be continued; `earlier` is NULL where there is no config.json. */
static bool may_continue(const char *path, const json_t *earlier, const struct config *config, size_t n_tasks,
                         bool resume, const struct journal *journal, struct error *e)
{
  if (journal->n == 0) return true;
  if (earlier == NULL)
    return fail_at(e, EXIT_USAGE, path, 0, 0,
                   "has records but no config.json to tell whose they are; expected both, or "
                   "an empty directory");
  if (!same_config(path, earlier, config, e)) return false;
  if (resume || journal->n >= n_tasks) return true;
  return fail_at(e, EXIT_USAGE, path, 0, 0,
                 "holds %zu of the %zu records of this config. Add --resume to do the rest, or choose another with -o",
                 journal->n, n_tasks);
}

bool directory_open(const char *path, const struct config *config, size_t n_tasks, bool resume, struct journal *journal,
                    struct error *e)
{
  json_t *earlier = earlier_config(path, e);
  bool ok = e->code == EXIT_OK && file_make_directory(path, e) && journal_open(journal, path, e);
  if (ok && !may_continue(path, earlier, config, n_tasks, resume, journal, e)) {
    struct error ignored = {0};
    journal_close(journal, &ignored);
    ok = false;
  }
  json_decref(earlier);
  if (!ok) return false;
  json_t *algorithms = record_algorithms(config);
  ok = results_write_json(path, "config.json", config->json, e) &&
       results_write_json(path, "algorithms.json", algorithms, e);
  json_decref(algorithms);
  if (!ok) {
    struct error ignored = {0};
    journal_close(journal, &ignored);
  }
  return ok;
}
