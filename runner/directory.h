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
 *   a config.json that is not rmrlab's              refuse                refuse
 *
 * Where there is nothing to run, fits, plots and report are made again, which is quick, so a changed title or
 * `expect` counts.
 */
#ifndef RUNNER_DIRECTORY_H
#define RUNNER_DIRECTORY_H

#include "config/config.h"
#include "results/journal.h"

/* Makes the directory if need be, opens its journal, writes config.json and algorithms.json. Nothing is written on
 * refusal. */
bool directory_open(const char *path, const struct config *config, size_t n_tasks, bool resume, struct journal *journal,
                    struct error *e);

#endif
