/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * print_answer.h: the question and the answer of `rmr explore`, as text, as JSON, as an exit code and as witness files.
 * Every number has its scope beside it.
 */
#ifndef CLI_PRINT_ANSWER_H
#define CLI_PRINT_ANSWER_H

#include <jansson.h>
#include <stdio.h>

#include "explore/explore.h"

struct question {
  struct system_spec setup;
  const char *sessions;     /* as given */
  uint32_t observed;        /* 0: all */
  bool rmr;                 /* asked: the most RMRs of a passage */
  bool asked[N_PROPERTIES]; /* the properties */
  enum cost_id cost;        /* another cost; COST_NONE: none */
  const char *cost_text;    /* as given */
  struct cost_lines lines;
  uint32_t rate;  /* asked for: the fewest ticks from an entry to the next */
  rmr_word cap;   /* 0: the usual one */
  uint64_t bytes; /* the user's limit; 0: not given */
};

struct answer {
  struct explored main, other; /* other: of the other cost */
  struct witness outside;      /* there is no answer, as a register leaves its range: the run to there */
  double seconds;
};

void answer_free(struct answer *answer);

/* Whether it may be asked for, and is told. One that needs a doorway is told as not checked where there is none. */
bool property_is_told(const struct question *question, enum property_id id);

/* The line with the algorithm and the scope. */
void print_title(const struct question *question, const char *schedules, FILE *out);

void print_answer(const struct question *question, const struct answer *answer, FILE *out);
json_t *answer_json(const struct question *question, const struct answer *answer); /* a new reference */
enum exit_code answer_exit_code(const struct answer *answer);

/* The witness of the greatest cost (or else of the first property that fails) to `path`; the others beside it, with
 * their subject before the extension: w.sched, w.P2.sched, w.cost1.sched. Each witness gets its path. */
bool write_witnesses(const struct question *question, struct answer *answer, const char *path, struct error *e);

/* Where there is no answer: the run to where a register leaves its range, to `path`. */
bool write_outside(struct answer *answer, const char *path, const struct error *why, struct error *e);

#endif
