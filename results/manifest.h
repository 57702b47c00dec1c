/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * manifest.h: which files of a directory are rmrlab's. DIR/rmrlab.files lists them, one name per line, with its
 * checksum (results/seal.h): those that it has made, and those that it is about to make, as a name is listed before its
 * file is there. The rules:
 *
 *   - A directory with a list is rmrlab's to write into. Of one without it only what is new or empty is; a user who
 *     wants it to write beside other files makes an empty list: touch DIR/rmrlab.files.
 *   - A file that is there and is not listed is somebody else's. It is never overwritten, cut or removed; where it
 *     stands in the way, that is an error.
 *   - What is listed and is no longer made is stale, and goes.
 *
 * Names are file names, or one of the folders below and a file name; a list with other lines is not believed. All of
 * this needs the lock of the directory (results/lock.h).
 */
#ifndef RESULTS_MANIFEST_H
#define RESULTS_MANIFEST_H

#include <stdio.h>

#include "base/error.h"

#define MANIFEST_NAME "rmrlab.files"

/* What a run itself writes into the directory; all else is made of its records. failures.jsonl is there where tasks
 * failed, interrupted.* where one was interrupted. */
#define MANIFEST_RUN                                                                                                  \
  "algorithms.json", "config.json", "failures.jsonl", "interrupted.costs", "interrupted.jsonl", "interrupted.search", \
    "records.jsonl"

/* What is always made of the records, in the directory itself. */
#define MANIFEST_MADE "records.csv", "fits.json", "verdicts.json", "findings.json", "report.html"

/* The folders of a result directory; "" is the directory itself. */
#define MANIFEST_TOP       ""
#define MANIFEST_EXTRAP    "extrap/"
#define MANIFEST_PLOTS     "plots/"
#define MANIFEST_TRACES    "traces/"
#define MANIFEST_WITNESSES "witnesses/"

/* May rmrlab write into the directory? False, with an error that tells the ways out: it has files and no list. */
bool manifest_may_write(const char *directory, struct error *e);

struct manifest_entry {
  char *name; /* with its folder */
  bool kept;  /* meant to be there */
};

/* The list while names are added for one folder. */
struct manifest {
  char *directory;
  const char *folder;
  FILE *out;        /* the file, for more lines; NULL: nothing was added yet */
  bool untidy;      /* the file is not as it would be written: out of order, or with a torn last line */
  size_t n, listed; /* the first `listed` entries stood in the file, and are sorted */
  struct manifest_entry *entry;
};

/* Reads the list; none is an empty one. On failure there is nothing to finish. */
bool manifest_begin(struct manifest *m, const char *directory, const char *folder, struct error *e);

/* "growth-rmr.max.svg" of the folder is rmrlab's from now on. False: it is somebody else's, or nothing could be
 * written. */
bool manifest_add(struct manifest *m, const char *name, struct error *e);

/* Whether all of these could be added. */
bool manifest_may_have(const struct manifest *m, const char *const *names, size_t n, struct error *e);

/* The end, on every path. With `replace` the files of the folder that are listed and were not added are removed, and so
 * is the folder if it is empty then. `ok`: all went well so far; if not, nothing is removed. Returns ok, unless the
 * list cannot be written. */
bool manifest_end(struct manifest *m, bool replace, bool ok, struct error *e);

/* Removes what writers that were killed have left of files of the directory (base/file.h). */
void manifest_sweep(const char *directory);

#endif
