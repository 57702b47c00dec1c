/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * inputs.h: the files that determine a task's result, beside the program itself: its plug-ins, and the schedules that
 * its adversary replays. Their contents, by hash, are part of the task's identity, so they are checked again after the
 * task: a record is of the files in its id, or there is none.
 *
 * The tables of options (rmr/option.h) say which words of a specification are file names; a schedule may name a plug-in
 * in turn. Files that a plug-in loads by itself are unknown here.
 */
#ifndef EXPERIMENTS_RUNNER_INPUTS_H
#define EXPERIMENTS_RUNNER_INPUTS_H

#include <sys/stat.h>

#include "experiments/config/config.h"

struct input {
  char *name, *path; /* as given; and its path */
  char hash[FINGERPRINT_SIZE];
  struct stat found;     /* when it was hashed ... */
  struct timespec since; /* ... at this time */
};

struct inputs {
  size_t n;
  struct input *input;
};

/* The files that the specification of an algorithm or adversary names, relative to the config's directory. An
 * unreadable file is an error. An adversary is created in a child first (base/child.h), as that may load a plug-in. */
bool inputs_of_algorithm(const struct config *config, const char *specification, struct inputs *out, struct error *e);
bool inputs_of_adversary(const struct config *config, const char *specification, struct inputs *out, struct error *e);
void inputs_free(struct inputs *inputs);

/* Adds their contents by their names: {"x.schedule": "0f3c..."}. */
void inputs_tell(const struct inputs *inputs, json_t *object);

/* Whether all of them are unchanged. A file whose size and times have not changed, and are older than the hash, is
 * trusted; any other is hashed again. Threads may call this at the same time. */
bool inputs_unchanged(const struct inputs *inputs, struct error *e);

#endif
