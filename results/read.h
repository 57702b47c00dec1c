/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * read.h: the shared parts of the reader. Only results/ includes this.
 */
#ifndef RESULTS_READ_H
#define RESULTS_READ_H

#include "base/lookup.h"
#include "results/load.h"

/* The place of an error. */
struct journal_place {
  const char *path;
  int line;
};

/* The shared data of the records of one file, and the file. */
struct record_store {
  struct lookup texts, forms;
  struct record_form **form; /* [forms.n] */
  struct pool pool;          /* the data of each record */
  struct compound key;       /* room for a key */
  json_t *parameters;        /* by their text */
  const char *odd;           /* an invalid text; NULL: there was none */
  int file;                  /* for the data not kept */
};

/* The record that is the value of a line. */
bool record_read(const json_t *json, struct record_store *store, struct record *r, const struct journal_place *at,
                 struct error *e);

/* A number, or INFINITY for the word that an exploration writes instead; else NAN. */
double record_value(const json_t *value);

void record_store_free(struct record_store *store);

/* Reads the records of one file into *out, whose config is set or NULL and which has no records, and sorts them. On
 * failure *out holds the records read so far. */
bool records_read(const char *path, struct results *out, struct error *e);

/* Reads an object from a JSON file that results_write_json wrote; *out is NULL, without error, where there is no
 * such file. */
bool json_read(const char *path, json_t **out, struct error *e);

/* The series of a CSV file. */
bool csv_series_load(const char *path, struct series_list *out, struct error *e);

/* A new series at the end of the list, zeroed. */
struct series *series_list_add(struct series_list *list);

#endif
