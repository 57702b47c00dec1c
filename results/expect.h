/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * expect.h: the syntax of an `expect` clause of a config, its author's claim about a series (or a property). The
 * validator of configs and the analysis share it. Whether the claim holds is decided elsewhere:
 * results/analysis/judge.h for growth, the explorer for the words about properties.
 *
 * "unbounded" and "grows" differ: a value has no bound at a fixed N, or no constant bounds the values as N grows.
 *
 * A comparison is with a formula, or with another metric of the same run: "= paths.max".
 *
 * "holds" may name a bound: "holds for 2 passages" is about the runs in which each process makes at most two. A lock
 * may starve a process in infinite runs and none in short ones, so a result for short ones does not confirm a bare
 * "holds".
 *
 * "holds" may also demand an extent of the exploration: "holds (complete)", over runs without end; "holds (N <= 3)", at
 * least at every N up to 3; "holds (complete, N <= 3)".
 */
#ifndef RESULTS_EXPECT_H
#define RESULTS_EXPECT_H

#include <stdint.h>

#include "base/error.h"
#include "results/formula.h"

/* X(kind, syntax). The order matters: a longer sign precedes its prefix. */
#define EXPECT_KINDS(X)            \
  X(EXPECT_O, "O(f)")              \
  X(EXPECT_OMEGA, "Omega(f)")      \
  X(EXPECT_THETA, "Theta(f)")      \
  X(EXPECT_EQUAL, "= f")           \
  X(EXPECT_AT_MOST, "<= f")        \
  X(EXPECT_AT_LEAST, ">= f")       \
  X(EXPECT_LESS, "< f")            \
  X(EXPECT_MORE, "> f")            \
  X(EXPECT_UNBOUNDED, "unbounded") \
  X(EXPECT_GROWS, "grows")         \
  X(EXPECT_HOLDS, "holds")         \
  X(EXPECT_FAILS, "fails")

enum expect_kind {
#define X(kind, text) kind,
  EXPECT_KINDS(X)
#undef X
};

struct expect {
  enum expect_kind kind;
  struct formula formula; /* empty for the words, and where there is a metric */
  char metric[96];        /* of a comparison: another metric of the same runs, as in "= paths.max"; else "" */
  uint32_t passages;      /* of "holds for 2 passages", per process; 0: "holds", for any number of them */
  bool complete;          /* of "holds (complete)" */
  uint32_t up_to;         /* of "holds (N <= 3)"; 0: it names no N */
  char text[128];         /* as written, without spaces around it */
};

/* Reads a clause. An error names the column and what was expected. */
bool expect_parse(const char *text, struct expect *out, struct error *e);

/* True for O, Omega and Theta; for the comparisons with a value at each N; for holds and fails. */
bool expect_is_growth(enum expect_kind kind);
bool expect_is_pointwise(enum expect_kind kind);
bool expect_is_property(enum expect_kind kind);

#endif
