/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * read.h: the parts of the reader that its own files share. Only results/ includes this.
 */
#ifndef RESULTS_READ_H
#define RESULTS_READ_H

#include "base/lookup.h"
#include "results/load.h"

/* Where a complaint points to. */
struct journal_place {
  const char *path;
  int line;
};

/* What the records of one file share, and the file. */
struct record_store {
  struct lookup texts, forms;
  struct record_form **form; /* [forms.n] */
  struct pool pool;          /* what each record has of its own */
  struct compound key;       /* room for a key */
  json_t *parameters;        /* by their text */
  const char *odd;           /* a text that is none; NULL: there was no such */
  int file;                  /* for what was not kept */
};

/* The record that is the value of a line. */
bool record_read(const json_t *json, struct record_store *store, struct record *r, const struct journal_place *at,
                 struct error *e);

/* Whether a text stands in a list of JSON. */
bool list_has_text(const json_t *list, const char *text);

/* A number, or INFINITY for the word that an exploration puts in the place of one; else NAN. */
double record_value(const json_t *value);

void record_store_free(struct record_store *store);

/* Reads the records of one file into *out, which has its config already or has none, and no records, and puts them in
 * order. On failure *out holds what was read so far. */
bool records_read(const char *path, struct results *out, struct error *e);

/* An object from a JSON file that results_write_json wrote; *out is NULL, and that is no error, where there is no
 * such file. */
bool json_read(const char *path, json_t **out, struct error *e);

/* The series of a CSV file. */
bool csv_series_load(const char *path, struct series_list *out, struct error *e);

/* A new series at the end of the list, zeroed. */
struct series *series_list_add(struct series_list *list);

#endif
