/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * witness_files.h: the schedules in records that show what explorations and searches have found, and the files in
 * DIR/witnesses that are made of them: NAME.schedule to replay, and NAME.html to step through.
 */
#ifndef RESULTS_WITNESS_FILES_H
#define RESULTS_WITNESS_FILES_H

#include "results/load.h"

/* A census breaks a property in thousands of systems; so many schedules and no more become files. */
enum { WITNESSES_MOST = 200 };

/* A schedule that shows what an exploration says of a property, as the text of a file; NULL: there is none. A new
 * reference. */
json_t *results_witness(const struct results *r, const struct record *record, const char *property);

/* "00017-bwbgme-n2-P2": the name of the files of a record's witness, without their endings. `what` is the property, or
 * "rmr" and the like for the most that a passage costs. The caller frees it. */
char *witness_name(const struct record *record, const char *what);

#endif
