/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * load.h: the reader of result directories (docs/records.md defines the format). Figures, fits and reports start here;
 * they need nothing but the files.
 *
 * Order: records are sorted by the index of their task, whatever order the journal has, so that all output is the same
 * for any number of workers. A last line torn by a kill is ignored; any other altered line, or one that contradicts
 * another one or config.json, is an error with file and line. So is an altered JSON file (results/seal.h).
 */
#ifndef RESULTS_LOAD_H
#define RESULTS_LOAD_H

#include <jansson.h>

#include "base/error.h"
#include "results/record.h"
#include "results/series.h"

struct results {
  char *directory;    /* as given */
  json_t *config;     /* config.json; these are NULL where the file is missing */
  json_t *algorithms; /* algorithms.json */
  size_t n;
  struct record *record;
  struct record_store *store; /* the data that the records point to; NULL: there are no records */
};

/* A directory with at least records.jsonl. On failure *out is empty. */
bool results_load(const char *directory, struct results *out, struct error *e);
void results_free(struct results *r);

/* Reads an object from a JSON file that results_write_json wrote; *out is NULL, without error, where there is no
 * such file. */
bool results_read_json(const char *directory, const char *name, json_t **out, struct error *e);

/* The text under a key of an object, or "". */
const char *text_of(const json_t *object, const char *key);

/* Whether a text is in a JSON list. */
bool list_has_text(const json_t *list, const char *text);

/* The position of that text among n words; n: it is none of them. */
size_t text_among(const json_t *object, const char *key, const char *const *words, size_t n);

/* Algorithm, N, memory, adversary, sessions, passages, start, seed, kind: one line for people, the words of
 * scope_of_record (results/scope.h). The caller frees it. */
char *record_scope(const struct record *r);

/* The whole line of a record, read from its file again: for rarely used data. A new reference; NULL: the file has
 * changed. */
json_t *results_line(const struct results *r, const struct record *record);

/* The entries of vectors[name] (entry j-1 belongs to P_j), *n of them; the caller frees them. NULL: no such vector. */
double *results_vector(const struct results *r, size_t record, const char *name, size_t *n);

/* The names of the metrics in order of first appearance; the caller frees the array, the names belong to the
 * records. */
const char **results_metrics(const struct results *r, size_t *n);

/* "x" of the config; where it has none, "passages" if they vary and N does not, else "N". */
const char *results_x_name(const struct results *r);

/* Whether each record has a value of this argument; whether one has the metric. */
bool results_have_x(const struct results *r, const char *x_name);
bool results_have_metric(const struct results *r, const char *metric);

/* "glb, random", "glb, all schedules", "glb, random, faults stop:1": the algorithm of a record, its adversary and
 * its faults, without the part on the axis. The caller frees it. */
char *results_name(const struct results *r, const struct record *record);

/* The records as series, one for each combination of facets (results/facets.h) other than N that has the metric. With
 * another x_name than N (results/axis.h), N is in this list, and the axis is not. In the order
 * of their first task. */
void results_series(const struct results *r, const char *metric, const char *x_name, struct series_list *out);

/* The same for several metrics in one list, with the selected series of each (results/selection.h); names include
 * the metric where there are two. A series has the name that it would have among all, so that its name does not
 * depend on the selection. Several wishes for one metric are merged. */
struct wish;
void results_series_of(const struct results *r, const struct wish *wish, size_t n, const char *x_name,
                       struct series_list *out);

/* Worst cases: one series for each combination of the other facets, whose points are the largest value over all
 * adversaries, searches, sessions and numbers of passages. Over N. Those of simulations and searches are lower bounds,
 * also where a run was cut short; they are one series. `scope` lists the values tried. */
void results_worst(const struct results *r, const char *metric, struct series_list *out);

/* As results_series, but one series for all adversaries: the largest at each x. Those of simulations are lower
 * bounds. */
void results_envelopes(const struct results *r, const char *metric, const char *x_name, struct series_list *out);

/* All values of a metric of one algorithm in one setting: a series of explorations and one of simulations, over all
 * adversaries, sessions, passages and memories. Means are averaged; of other metrics the largest value counts, or
 * the smallest. Over N. */
void results_pooled(const struct results *r, const char *metric, struct series_list *out);

/* The series of a result directory, of a .jsonl file of records, or of a CSV with the columns series, N and value in
 * any order (beside them complete and metric count). From records: the metrics named under "fits" in the config.json
 * beside them, or all metrics where it names none. In a CSV several rows of one series with one N are repetitions; kind
 * is "". */
bool series_load(const char *path, struct series_list *out, struct error *e);
void series_list_free(struct series_list *list);

#endif
