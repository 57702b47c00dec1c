/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/directory.h"

#include <string.h>

#include "base/file.h"
#include "experiments/runner/adopt.h"
#include "experiments/runner/known.h"
#include "experiments/runner/traces.h"
#include "experiments/runner/unfinished.h"
#include "experiments/runner/write_record.h"
#include "results/load.h"
#include "results/lock.h"
#include "results/manifest.h"
#include "results/write.h"

/* --- the files that rmrlab owns ----------------------------------------------------------------------------------- */

static const char *const own_names[] = {MANIFEST_RUN};
enum { N_OWN_NAMES = sizeof own_names / sizeof *own_names };

bool directory_own(const char *path, bool begin, struct error *e)
{
  struct manifest m;
  static const char *const made[] = {MANIFEST_MADE};
  if (!manifest_begin(&m, path, MANIFEST_TOP, e)) return false;
  bool ok = manifest_may_have(&m, own_names, N_OWN_NAMES, e) &&
            manifest_may_have(&m, made, sizeof made / sizeof *made, e); /* before anything is changed */
  for (size_t k = 0; ok && k < N_OWN_NAMES; k++) ok = manifest_add(&m, own_names[k], e);
  return manifest_end(&m, begin, ok, e);
}

static bool empty_folder(const char *path, const char *folder, struct error *e)
{
  struct manifest m;
  return manifest_begin(&m, path, folder, e) && manifest_end(&m, true, true, e);
}

static bool own_traces(const char *path, const struct plan *plan, struct error *e)
{
  struct manifest m;
  return manifest_begin(&m, path, MANIFEST_TRACES, e) && manifest_end(&m, true, traces_announce(plan, &m, e), e);
}

/* --- may it be used? ---------------------------------------------------------------------------------------------- */

static bool is_same(const json_t *earlier, const struct config *config)
{
  return strcmp(text_of(earlier, "fingerprint"), config->fingerprint) == 0;
}

/* The records of one belong to the other: they differ in what they leave out. */
static bool is_akin(const json_t *earlier, const struct config *config)
{
  char keys[300];
  return !is_same(earlier, config) &&
         strcmp(config_difference(earlier, config->json, keys, sizeof keys), "exclude") == 0;
}

static bool same_config(const char *path, const json_t *earlier, const struct config *config, struct error *e)
{
  if (is_same(earlier, config)) return true;
  if (is_akin(earlier, config))
    return fail_at(e, EXIT_USAGE, path, 0, 0,
                   "holds records of this config with another \"exclude\". Add --resume to keep those that it still "
                   "asks for and to drop the others, or choose another with -o");
  char keys[300];
  config_difference(earlier, config->json, keys, sizeof keys);
  return fail_at(e, EXIT_USAGE, path, 0, 0,
                 "holds the records of another config (they differ in: %s). Remove it, or choose another with -o",
                 keys);
}

/* `earlier`: NULL where there is no config.json; the records tell by themselves whose they are. */
static bool may_continue(const char *path, const json_t *earlier, const struct plan *plan, bool resume,
                         const struct journal *journal, struct error *e)
{
  size_t there;
  const bool adopted = resume && earlier != NULL && is_akin(earlier, plan->config);
  if (earlier != NULL && journal->n > 0 && !adopted && !same_config(path, earlier, plan->config, e)) return false;
  if (!records_known(journal, plan, &there, e)) return false;
  if (resume || there == 0 || there == plan->n) return true;
  return fail_at(e, EXIT_USAGE, path, 0, 0,
                 "holds %zu of the %zu records of this config. Add --resume to do the rest, or choose another with -o",
                 there, plan->n);
}

/* --- opening ------------------------------------------------------------------------------------------------------ */

/* config.json: the config, and how many tasks it has, so that a reader of the records knows whether one is missing. The
 * caller owns it. */
static json_t *head_of(const struct plan *plan)
{
  json_t *head = json_copy(plan->config->json);
  json_object_set_new(head, "tasks", json_integer((json_int_t)plan->n));
  return head;
}

/* Removes files that an earlier config made, and those that a killed writer has left. */
static bool make_room(const char *path, const json_t *earlier, const json_t *head, const struct plan *plan,
                      const struct journal *journal, struct error *e)
{
  manifest_sweep(path);
  const bool same = journal->n > 0 && earlier != NULL && json_equal(earlier, head);
  return (same || (directory_own(path, true, e) && empty_folder(path, MANIFEST_EXTRAP, e) &&
                   empty_folder(path, MANIFEST_PLOTS, e))) &&
         own_traces(path, plan, e);
}

static bool write_head(const char *path, const json_t *head, const struct config *config, struct error *e)
{
  json_t *algorithms = record_algorithms(config);
  const bool ok =
    results_write_json(path, "config.json", head, e) && results_write_json(path, "algorithms.json", algorithms, e);
  json_decref(algorithms);
  return ok;
}

/* Where only `exclude` has changed, the records of the plan stay; in any case only those that have their traces. */
static bool take_over(const char *path, const json_t *earlier, const struct plan *plan, bool resume,
                      struct journal *journal, size_t *dropped, struct error *e)
{
  *dropped = 0;
  if (!resume || earlier == NULL || journal->n == 0) return true;
  const bool akin = is_akin(earlier, plan->config);
  const bool traced = is_same(earlier, plan->config) && json_array_size(config_list(plan->config, "traces")) != 0;
  size_t there;
  if (!akin && !traced) return true;
  if (!akin && !records_known(journal, plan, &there, e)) return false;
  if (!journal_adopt(journal, path, plan, dropped, e)) return false;
  if (akin) unfinished_drop(path); /* those have the old indices */
  return true;
}

static bool begin(const char *path, const json_t *earlier, const struct plan *plan, bool resume,
                  struct journal *journal, size_t *dropped, struct error *e)
{
  if (!journal_open(journal, path, e)) return false;
  json_t *head = head_of(plan);
  const bool ok = take_over(path, earlier, plan, resume, journal, dropped, e) &&
                  may_continue(path, earlier, plan, resume, journal, e) &&
                  make_room(path, earlier, head, plan, journal, e) && write_head(path, head, plan->config, e) &&
                  journal_cut(journal, e);
  if (ok && !(resume && earlier != NULL && json_equal(earlier, head))) unfinished_forget_search(path);
  json_decref(head);
  struct error ignored = {0};
  if (!ok && journal->fd >= 0) journal_close(journal, &ignored);
  return ok;
}

bool directory_open(const char *path, const struct plan *plan, bool resume, int *lock, struct journal *journal,
                    size_t *dropped, struct error *e)
{
  json_t *earlier = NULL;
  if (!file_make_directory(path, e) || !directory_lock(path, lock, e)) return false;
  const bool ok = manifest_may_write(path, e) && directory_own(path, false, e) &&
                  results_read_json(path, "config.json", &earlier, e) &&
                  begin(path, earlier, plan, resume, journal, dropped, e);
  json_decref(earlier);
  if (!ok) directory_unlock(*lock);
  return ok;
}
