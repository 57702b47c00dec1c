/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * record.h: one finished task in memory. There may be a million of them, so a record consists of numbers and shared
 * texts. Rarely used data (the lines of a listing, vectors, registers, witnesses) stay in the file; a record has its
 * place in the file, and results_line (results/load.h) reads it again.
 *
 * A missing text is "", a missing number 0.
 */
#ifndef RESULTS_RECORD_H
#define RESULTS_RECORD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "results/series.h"

/* The names of metrics and vectors; records with the same names share it. */
struct record_form {
  size_t n_metrics, n_vectors;
  const char **metric, **vector;
  bool *lower; /* [n_metrics + n_vectors]: the value is a lower bound only, or the values are */
};

struct record_violation {
  const char *property, *text;
  json_int_t step;
};

/* The result of an exploration or of a proof for a property. The texts are for people. */
enum record_finding { RECORD_NOT_CHECKED, RECORD_NOT_DECIDED, RECORD_HOLDS, RECORD_FAILS, RECORD_PROVED };

struct record_verdict {
  enum record_finding finding;
  bool complete;       /* memory sufficed to explore everything, or to find a failure */
  bool capped;         /* HOLDS: up to the cap on unbounded registers */
  json_int_t passages; /* of each process, and longer runs are open; 0: without end, or FAILS for good */
  const char *text;    /* "holds (bounded by 2 passages each)"; "not proved, 45 states" */
  const char *detail;  /* "P2 can starve"; of a proof that is not decided: the reason */
  bool witness;        /* there is a schedule that shows it (results_witness) */
};

struct record_judgement {
  const char *property; /* "P1" */
  struct record_verdict verdict;
};

struct record {
  const char *id, *version, *end;
  const char *drive, *algorithm, *memory, *adversary, *sessions, *faults, *time, *order, *start;
  enum value_kind kind;
  json_int_t index, n, passages, repetition, observed; /* n 0, of proofs: every N; passages 0: without end */
  json_int_t seed, states;
  const json_t *parameters; /* of the algorithm; NULL: it has none */
  const struct record_form *form;
  const double *value; /* of each metric: NAN: no number, INFINITY: unbounded */
  size_t n_violations, n_judged;
  const struct record_violation *violation;
  const struct record_judgement *judged;
  size_t offset, length; /* of its line in the file */
  uint64_t sum;          /* its checksum (results/seal.h) */
  int line;
  bool seeded, gave_up; /* seeded: it has a seed */
  bool listed;          /* it has lines of a listing */
};

/* The value of a metric, NAN where the record has none, INFINITY where an exploration found it unbounded. */
double record_metric(const struct record *r, const char *metric);

bool record_is_simulation(const struct record *r); /* an adversary made it */
bool record_is_counted(const struct record *r);    /* its values were counted, and nothing was run */
bool record_is_proof(const struct record *r);

/* Whether it has a vector of that name (results_vector, results/load.h). */
bool record_has_vector(const struct record *r, const char *name);

bool record_is_exploration(const struct record *r);
bool record_is_search(const struct record *r);

/* Of an exploration or a search the process of whose passages alone the costs are; 0: of all, as in a simulation. */
json_int_t record_observed(const struct record *r);

/* Its faults, as configs spell them; "none": there are none. */
const char *record_faults(const struct record *r);

/* Its clock, "none" where there is none. */
const char *record_time(const struct record *r);

/* Its order of writes, "sc" where they do not wait. */
const char *record_order(const struct record *r);

/* Whether that value is final: not the value so far of a run that was cut short, by its limits or by those of its
 * adversary, nor a lower bound. */
bool record_metric_complete(const struct record *r, const char *metric);

/* Whether the run made all its passages; not cut off by a limit or by its adversary, nor stuck. Of passages without end
 * it made some, until a limit or the adversary ended it. */
bool record_complete(const struct record *r);

/* Whether the adversary ended the run, as a schedule does at its end. */
bool record_stopped(const struct record *r);

/* False: it is neither an exploration nor a proof, or the property was not checked. *out is then RECORD_NOT_CHECKED. */
bool record_verdict(const struct record *r, const char *property, struct record_verdict *out);

/* Whether the run ended in a deadlock. */
bool record_deadlocked(const struct record *r);

/* The adversary of a simulation met a limit of its own. The run went on to its end, but its passages may have cost
 * more. */
bool record_gave_up(const struct record *r);

/* How the record violates the property ("P1"), in words owned by the record; NULL: it does not. */
const char *record_broken(const struct record *r, const char *property);

#endif
