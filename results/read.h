/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * read.h: the parts of the reader that its own files share. Only results/ includes this.
 */
#ifndef RESULTS_READ_H
#define RESULTS_READ_H

#include "results/load.h"

/* Where a complaint points to. */
struct journal_place {
  const char *path;
  int line;
};

/* Adds the records of one file to *out and puts them in order. On failure *out holds what was read so far. */
bool records_read(const char *path, struct results *out, struct error *e);

/* An object from a JSON file; *out is NULL, and that is no error, where there is no such file. */
bool json_read(const char *path, json_t **out, struct error *e);

/* The series of a CSV file. */
bool csv_series_load(const char *path, struct series_list *out, struct error *e);

/* A new series at the end of the list, zeroed. */
struct series *series_list_add(struct series_list *list);

#endif
