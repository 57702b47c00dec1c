/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * comparison.h: the parts of `rmr compare`: the compared items, the runs made for that, and the data from result
 * directories.
 */
#ifndef CLI_COMPARISON_H
#define CLI_COMPARISON_H

#include <stdio.h>

#include "base/error.h"
#include "results/analysis/compare.h"
#include "results/load.h"

/* The kinds of compared items. An ambiguous name is of the kind that all items share. */
enum compared { COMPARED_ALGORITHMS, COMPARED_ADVERSARIES, COMPARED_MEMORIES, COMPARED_DIRECTORIES, N_COMPARED };

/* "algorithms"; also the key of their list in configs. */
extern const char *const compared_names[N_COMPARED];

struct compare_options {
  const char **contender; /* as given */
  size_t n_contenders;
  enum compared kind;
  const char **metric;
  size_t n_metrics;
  const char *algorithm, *n, *adversary, *memory, *passages, *sessions, *picture; /* NULL: not given */
  uint64_t seed;
  bool seeded, explore, changed, json;
};

enum { COMPARE_MOST_COLUMNS = 8 };

/* The common kind of all contenders. */
bool compared_kind(const struct compare_options *o, enum compared *out, struct error *e);

/* Runs or explores the contenders, in a temporary directory, and calls `show` with the records. Returns the result
 * of `show`, or another exit code after an error message. */
typedef int show_fn(const struct compare_options *o, const struct results *r);
int compare_runs(const struct compare_options *o, show_fn *show);

/* The wanted series of a directory, which is contender `column`, over `x`: into the comparison, and at the end of a
 * list, where their names include the directory. */
void compare_series(const struct compare_options *o, size_t column, const struct results *r, const char *x,
                    struct comparison *c, struct series_list *all);

/* The rows, or those that differ, with what they share above. Below: which values are bounds and, of directories, how
 * many differ. */
void compare_table_print(const struct comparison *c, bool changed);
void compare_table_foot(const struct comparison *c, bool directories);

/* Adds the verdicts of a directory's explorations on properties to `entries`, an object. compare_verdicts_end takes
 * it, and returns a list of those on which directories disagree, {"property", "scope", "verdicts": a text for each,
 * or null}. */
void compare_verdicts(const struct compare_options *o, size_t column, const struct results *r, json_t *entries);
json_t *compare_verdicts_end(json_t *entries);
void compare_verdicts_print(const struct compare_options *o, const json_t *differing, FILE *out);

#endif
