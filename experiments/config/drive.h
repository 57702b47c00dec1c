/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * drive.h: who chooses the next step. A config names one drive or several; keys and metrics know which of them they
 * belong to.
 */
#ifndef EXPERIMENTS_CONFIG_DRIVE_H
#define EXPERIMENTS_CONFIG_DRIVE_H

#include <jansson.h>

/* Bits, so that a set of them is one number. */
enum drive {
  DRIVE_SIMULATE = 1, /* an adversary */
  DRIVE_EXPLORE = 2,  /* everybody: all schedules */
  DRIVE_BOTH = 3,
  DRIVE_COUNT = 4, /* nobody: there are no steps, and what is known without any is counted */
  DRIVE_ALL = 7,   /* of these */
  DRIVE_SEARCH = 8 /* an adversary that is searched for */
};

enum { DRIVES_SIZE = 64 };

/* "simulate", "explore or search"; returns out. */
const char *drives_text(unsigned drives, const char *between, char out[DRIVES_SIZE]);

/* The drives of a config's "drive", a text or a list of texts; what it does not know it leaves out. Missing:
 * simulate. */
unsigned drives_of(const json_t *value);

#endif
