/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * load.h: the reader of result directories (docs/records.md is the format). What draws, fits or reports starts here; it
 * needs nothing but the files.
 *
 * Order: records are sorted by the index of their task, whatever order the journal has, so that everything made from
 * them is the same for any number of workers. Of several records with one id the first counts. A last line that was
 * torn by a kill is ignored; any other bad line is an error with file, line and column.
 */
#ifndef RESULTS_LOAD_H
#define RESULTS_LOAD_H

#include <jansson.h>

#include "base/error.h"
#include "results/series.h"

/* One finished task. The texts point into `json`, the whole line. A text that the record lacks is "", a number 0. */
struct record {
  json_t *json;
  const char *id, *kind, *version, *end;
  const char *drive, *algorithm, *memory, *adversary, *sessions, *start;
  json_int_t index, n, passages, repetition, observed; /* passages 0: without end */
};

struct results {
  char *directory;    /* as given */
  json_t *config;     /* config.json; these are NULL where the file is not there */
  json_t *algorithms; /* algorithms.json */
  json_t *fits;       /* fits.json */
  json_t *verdicts;   /* verdicts.json */
  json_t *tables;     /* tables.json */
  size_t n;
  struct record *record;
  size_t journal; /* bytes of records.jsonl up to and with its last whole line */
};

/* A directory with at least records.jsonl. On failure *out is empty. */
bool results_load(const char *directory, struct results *out, struct error *e);
void results_free(struct results *r);

/* The text under a key of an object, or "". */
const char *text_of(const json_t *object, const char *key);

/* The value of a metric, NAN where the record has none, INFINITY where an exploration found it unbounded. */
double record_metric(const struct record *r, const char *metric);

bool record_is_exploration(const struct record *r);

/* Whether that value is what it says: not the value so far of a run that was cut short, by its limits or
 * by those of its adversary, nor a lower bound. */
bool record_metric_complete(const struct record *r, const char *metric);

/* The run came to the end that its adversary or its passages meant it to have; not cut off by a limit, nor stuck. */
bool record_complete(const struct record *r);

/* What an exploration says of a property. The texts are for people. */
enum record_finding { RECORD_NOT_CHECKED, RECORD_HOLDS, RECORD_FAILS };

struct record_verdict {
  enum record_finding finding;
  bool complete;         /* memory did not end before all was looked at, or before it failed */
  bool capped;           /* HOLDS: as far as the largest value that is looked at of unbounded registers */
  json_int_t passages;   /* HOLDS: so many of each process; 0: without end */
  json_int_t process;    /* FAILS: of whom; 0: of nobody in particular */
  const char *text;      /* "holds (bounded by 2 passages each)" */
  const char *detail;    /* "P2 can starve" */
  const json_t *witness; /* a schedule file as a text; NULL: there is none */
};

/* False: it is no exploration, or the property was not checked. *out is then RECORD_NOT_CHECKED. */
bool record_verdict(const struct record *r, const char *property, struct record_verdict *out);

/* The adversary of a simulation met a limit of its own. The run went on to its end, but its passages may have cost
 * more. */
bool record_gave_up(const struct record *r);

/* How the record breaks the property ("P1"), in words that belong to it; NULL: it does not. */
const char *record_broken(const struct record *r, const char *property);

/* Algorithm, N, memory, adversary, sessions, passages, start, seed, kind: one line for people, the words of
 * scope_of_record (results/scope.h). The caller frees it. */
char *record_scope(const struct record *r);

/* The entries of vectors[name] (entry j-1 belongs to P_j), *n of them; the caller frees them. NULL: no such vector. */
double *results_vector(const struct results *r, size_t record, const char *name, size_t *n);

/* The names of the metrics in order of first appearance; the caller frees the array, the names belong to the
 * records. */
const char **results_metrics(const struct results *r, size_t *n);

/* "x" of the config; where it has none, "passages" if they vary and N does not, else "N". */
const char *results_x_name(const struct results *r);

/* The records as series, one for each (algorithm, memory, adversary, sessions, passages, start, drive, kind) that has
 * the metric. With another x_name than N (results/axis.h), N is one of this list, and what is on the axis is not. In
 * the order of their first task. */
void results_series(const struct results *r, const char *metric, const char *x_name, struct series_list *out);

/* The same for several metrics in one list; names tell the metric where there are two. */
void results_series_of(const struct results *r, const char *const *metrics, size_t n_metrics, const char *x_name,
                       struct series_list *out);

/* Worst cases: one series for each (algorithm, memory, start, drive), whose points are the largest value over all
 * adversaries, sessions and numbers of passages. Over N. Those of simulations are lower bounds, also where a run was
 * cut short. `scope` lists what was tried. */
void results_worst(const struct results *r, const char *metric, struct series_list *out);

/* The series of a result directory, of a .jsonl file of records, or of a CSV with the columns series, N and value in
 * any order (other columns are ignored). Records give the metrics named under "fits" in the config.json beside them, or
 * all of them where it names none. In a CSV several rows of one series with one N are repetitions; kind is "". */
bool series_load(const char *path, struct series_list *out, struct error *e);
void series_list_free(struct series_list *list);

#endif
