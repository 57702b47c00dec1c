/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * manifest.h: the files of a directory that belong to rmrlab. DIR/rmrlab.files lists them, one name per line, with its
 * checksum (results/seal.h): files that it has made or is about to make, as a name is listed before its file exists.
 * The rules:
 *
 *   - rmrlab may write into a directory with a list. Without a list the directory must be new or empty; a user who
 *     wants it to write beside other files makes an empty list: touch DIR/rmrlab.files.
 *   - An existing file that is not listed belongs to the user. It is never overwritten, cut or removed; where it is in
 *     the way, that is an error.
 *   - A listed file that is no longer made is stale, and is removed.
 *
 * Names are file names, or one of the folders below and a file name; a list with other lines is invalid. All of this
 * needs the lock of the directory (results/lock.h).
 */
#ifndef RESULTS_MANIFEST_H
#define RESULTS_MANIFEST_H

#include <stdio.h>

#include "base/error.h"

#define MANIFEST_NAME "rmrlab.files"

/* The remains of interrupted tasks (experiments/runner/unfinished.h). */
#define UNFINISHED_NAME   "interrupted.jsonl"
#define UNFINISHED_SEARCH "interrupted.search"
#define UNFINISHED_COSTS  "interrupted.costs"

/* The files that a run itself writes into the directory; all others are made from its records. failures.jsonl exists
 * where tasks failed. */
#define MANIFEST_RUN                                                                                        \
  "algorithms.json", "config.json", "failures.jsonl", UNFINISHED_COSTS, UNFINISHED_NAME, UNFINISHED_SEARCH, \
    "records.jsonl"

/* The files always made from the records, in the directory itself. */
#define MANIFEST_MADE "records.csv", "fits.json", "verdicts.json", "findings.json", "matrix.json", "report.html"

/* The folders of a result directory; "" is the directory itself. */
#define MANIFEST_TOP       ""
#define MANIFEST_EXTRAP    "extrap/"
#define MANIFEST_PLOTS     "plots/"
#define MANIFEST_TRACES    "traces/"
#define MANIFEST_WITNESSES "witnesses/"

/* Whether rmrlab may write into the directory. False, with an error that lists the remedies: it has files and no
 * list. */
bool manifest_may_write(const char *directory, struct error *e);

struct manifest_entry {
  char *name; /* with its folder */
  bool kept;  /* meant to be there */
};

/* The list while names are added for one folder. */
struct manifest {
  char *directory;
  const char *folder;
  FILE *out;        /* the file, for more lines; NULL: no name was added yet */
  bool untidy;      /* the file is not in canonical form: out of order, or with a torn last line */
  size_t n, listed; /* the first `listed` entries are from the file, and are sorted */
  struct manifest_entry *entry;
};

/* Reads the list; a missing one is empty. After a failure do not call manifest_end. */
bool manifest_begin(struct manifest *m, const char *directory, const char *folder, struct error *e);

/* "growth-rmr.max.svg" of the folder belongs to rmrlab from now on. False: it belongs to the user, or the list could
 * not be written. */
bool manifest_add(struct manifest *m, const char *name, struct error *e);

/* Whether all of these can be added. */
bool manifest_may_have(const struct manifest *m, const char *const *names, size_t n, struct error *e);

/* Ends the list; call it on every path. With `replace` the files of the folder that are listed but were not added
 * are removed, and so is the folder if it is empty then. `ok`: no error so far; otherwise nothing is removed.
 * Returns ok, or false if the list cannot be written. */
bool manifest_end(struct manifest *m, bool replace, bool ok, struct error *e);

/* Ends a list that was only looked at: nothing is written. */
void manifest_leave(struct manifest *m);

/* Removes temporary files that killed writers left in the directory (base/file.h). */
void manifest_sweep(const char *directory);

#endif
