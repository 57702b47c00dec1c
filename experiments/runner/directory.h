/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * directory.h: the ownership of a result directory. One directory belongs to one config; only this file decides how
 * `rmr run` treats a directory that is not new:
 *
 *   there is                                        without --resume      with --resume
 *   nothing, or no records                          begin                 begin
 *   records of this config, all of them             nothing to run        nothing to run
 *   records of this config, some of them            refuse                go on
 *   records of this config with another `exclude`   refuse                keep those of the plan, and go on
 *   records of another config, or of another version  refuse              refuse
 *   a record or a config.json that was altered      refuse                refuse
 *   files, but no list of rmrlab's (manifest.h)     refuse                refuse
 *
 * Every record is verified, in a complete directory too (results/seal.h, experiments/runner/known.h), before anything
 * is written. On refusal the directory is as it was, but for its list. Where there is nothing to run, fits, plots and
 * report are made again, which is quick, so a changed title or `expect` takes effect; output of an earlier config is
 * removed.
 */
#ifndef EXPERIMENTS_RUNNER_DIRECTORY_H
#define EXPERIMENTS_RUNNER_DIRECTORY_H

#include "experiments/runner/plan.h"
#include "results/journal.h"

/* Makes the directory if necessary, locks it, opens its journal, writes config.json and algorithms.json. After the
 * last write call journal_close and directory_unlock (results/lock.h). On failure there is neither journal nor lock.
 * *dropped: the number of records that the config's `exclude` has left out (experiments/runner/adopt.h). */
bool directory_open(const char *path, const struct plan *plan, bool resume, int *lock, struct journal *journal,
                    size_t *dropped, struct error *e);

/* Lists the files that a run itself writes in a locked directory. With `begin` only these stay in the directory
 * itself: the rest was made from missing records. */
bool directory_own(const char *path, bool begin, struct error *e);

#endif
