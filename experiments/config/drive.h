/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * drive.h: the mode of a task: how its steps are chosen. A config names one mode or several; keys and metrics belong to
 * some of them.
 */
#ifndef EXPERIMENTS_CONFIG_DRIVE_H
#define EXPERIMENTS_CONFIG_DRIVE_H

#include <jansson.h>

/* Bits, so that a set of modes is one number. */
enum drive {
  DRIVE_SIMULATE = 1, /* an adversary */
  DRIVE_EXPLORE = 2,  /* all schedules */
  DRIVE_BOTH = 3,
  DRIVE_COUNT = 4,  /* no steps: counts what is known without any */
  DRIVE_ALL = 7,    /* of these */
  DRIVE_SEARCH = 8, /* a search for an adversary */
  DRIVE_RUNS = 11,  /* those in which processes take steps */
  DRIVE_PROVE = 16  /* a proof for one N, or for every N */
};

extern const char *const drive_names[]; /* bit by bit; NULL behind the last one */

enum { DRIVES_SIZE = 80 };

/* "simulate", "explore or search"; returns out. */
const char *drives_text(unsigned drives, const char *between, char out[DRIVES_SIZE]);

/* The modes of a config's "drive", a text or a list of texts; unknown ones are left out. Missing: simulate. */
unsigned drives_of(const json_t *value);

#endif
