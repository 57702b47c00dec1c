/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * witness_files.h: the schedules in records that show results of explorations and searches, and the files in
 * DIR/witnesses made from them: NAME.schedule to replay, and NAME.html to step through.
 */
#ifndef RESULTS_WITNESS_FILES_H
#define RESULTS_WITNESS_FILES_H

#include "results/load.h"

/* A census may find violations in thousands of systems; at most this many schedules become files. */
enum { WITNESSES_MOST = 200 };

/* A schedule that shows the result of an exploration for a property, as the text of a file; NULL: there is none. A
 * new reference. */
json_t *results_witness(const struct results *r, const struct record *record, const char *property);

/* "00017-bwbgme-n2-P2": the file name of a record's witness, without ending. `what` is the property, or "rmr" and
 * the like for the worst-case cost of a passage. The caller frees it. */
char *witness_name(const struct record *record, const char *what);

#endif
