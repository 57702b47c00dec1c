/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cell_kinds.h: the cells of each kind of column (results/columns.h), and the tools to make them. A cell is an object
 * of tables.json: its value, how it is known, in which scope, whether it agrees with what is said, and its evidence.
 * Each piece of evidence keeps the record that it comes from, so that a reader of a cell can look at it.
 */
#ifndef RESULTS_ANALYSIS_CELL_KINDS_H
#define RESULTS_ANALYSIS_CELL_KINDS_H

#include "results/analysis/benches.h"
#include "results/analysis/claim.h"
#include "results/columns.h"

/* The records that speak of a cell; piece k of the evidence comes from record[k]. */
struct evidence {
  size_t n;
  const struct record **record;
};

void evidence_add(struct evidence *evidence, const struct record *record);

bool is_exploration_of(const struct record *record, const char *algorithm);

/* A cell without evidence. */
json_t *cell_new(const struct column *column, const char *said, const struct ruling *ruling);
void cell_add_evidence(json_t *cell, const struct record *record, const char *format, ...)
  __attribute__((format(printf, 3, 4)));

/* How a series grows, as "growth" (growth_text): "7N+3", "N^2", "6, 15"; the kind of these words, as "growth_is"; and
 * whether it is that of lower bounds, as "growth_of_bounds". Values are also there as numbers, as "values". */
void cell_set_growth(json_t *cell, const struct series *s, struct analyses *known);
void cell_set_formula(json_t *cell, const char *formula);
extern const char growth_is_formula[], growth_is_class[], growth_is_values[], growth_is_undecided[];

/* subject: the quantity or property of the witness, as in witness_name. Nothing is added where there is no schedule. */
void cell_set_witness(json_t *cell, const struct record *record, const char *subject, const char *text,
                      const json_t *schedule);

/* Of each point of a series over N the first record of the algorithm that has its value: of costs, which depend on the
 * memory, the first simulation. NULL: there is none. The caller frees the list. */
const struct record **first_of_each(const struct series *series, const struct results *results, const char *algorithm,
                                    const char *metric, const char *memory);

/* Judge the column's cell for an algorithm, and fill the ruling; `said`: the claim of the papers or the file. */
json_t *cell_of_property(const struct bench *bench, const char *algorithm, const struct column *column,
                         const char *said, struct ruling *ruling);
json_t *cell_of_rmr(const struct bench *bench, const char *algorithm, const struct column *column, const char *said,
                    struct ruling *ruling);
json_t *cell_of_space(const struct bench *bench, const char *algorithm, const struct column *column, const char *said,
                      struct ruling *ruling);
json_t *cell_of_registers(const struct bench *bench, const char *algorithm, const struct column *column,
                          const char *said, struct ruling *ruling);
json_t *cell_of_proofs(const struct bench *bench, const char *algorithm, const struct column *column,
                       struct ruling *ruling);
json_t *cell_of_metric(const struct bench *bench, const json_t *row, const struct column *column, const char *said,
                       struct ruling *ruling);

#endif
