/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * agree.h: one question, asked of the explorer and of brute force (brute.h), and the two answers compared. A difference
 * fails the test that asked, and is told with the system in which it was found.
 */
#ifndef TESTS_AGREE_H
#define TESTS_AGREE_H

#include "brute.h"
#include "explore/explore.h"

/* So many processes with so many passages each (0: without end), which ask for `sessions`, and nobody crashes.
 * Registers without a largest value go up to `cap`. */
struct brute_system agree_system(const struct rmr_algorithm *algorithm, uint32_t n, uint32_t passages,
                                 const char *sessions, rmr_word cap);

/* The same system for the explorer. `rule` is kept by reference. */
struct explore_spec agree_spec(const struct brute_system *s, const char *sessions, struct sessions *rule);

/* States, steps, verdicts, bounds and largest values. The explorer does not count states when a range is left. */
void agree_on_properties(const struct brute_system *s, const char *sessions, const struct brute_properties *brute);

/* The answer to the question, or BRUTE_UNBOUNDED. */
uint64_t agree_brute_cost(const struct brute_system *s, const struct brute_question *q);
uint64_t agree_explorer_cost(const struct brute_system *s, const char *sessions, const struct brute_question *q);

void agree_on_cost(const struct brute_system *s, const char *sessions, const struct brute_question *q);

/* Every other cost, those of a line for every line, if the others make one passage or go on without end. */
void agree_on_other_costs(const struct brute_system *s, const char *sessions, uint32_t observed);

#endif
