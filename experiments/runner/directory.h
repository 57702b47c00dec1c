/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * directory.h: whose a result directory is. One directory belongs to one config; what happens when `rmr run` meets a
 * directory that is not new is decided here and nowhere else:
 *
 *   there is                                        without --resume      with --resume
 *   nothing, or no records                          begin                 begin
 *   records of this config, all of them             nothing to run        nothing to run
 *   records of this config, some of them            refuse                go on
 *   records of another config, or of another version  refuse              refuse
 *   a record or a config.json that was altered      refuse                refuse
 *   files, but no list of rmrlab's (manifest.h)     refuse                refuse
 *
 * Every record is verified, in a complete directory too (results/seal.h, experiments/runner/known.h), before anything
 * is written. On refusal the directory is as it was, but for its list. Where there is nothing to run, fits, plots and
 * report are made again, which is quick, so a changed title or `expect` counts; what an earlier config made of its
 * records goes.
 */
#ifndef EXPERIMENTS_RUNNER_DIRECTORY_H
#define EXPERIMENTS_RUNNER_DIRECTORY_H

#include "experiments/runner/plan.h"
#include "results/journal.h"

/* Makes the directory if need be, locks it, opens its journal, writes config.json and algorithms.json. The journal is
 * for journal_close, the lock for directory_unlock (results/lock.h), when nothing more is written. On failure there is
 * neither. */
bool directory_open(const char *path, const struct plan *plan, bool resume, int *lock, struct journal *journal,
                    struct error *e);

/* Puts the names of what a run itself writes on the list of a directory that is locked. With `begin` these are all that
 * stay in the directory itself: the rest was made of records that are not there. */
bool directory_own(const char *path, bool begin, struct error *e);

#endif
