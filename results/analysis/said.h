/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * said.h: what is said in a cell of a table of claims, and of which runs. A config says it of the runs of its row. What
 * an algorithm's file says is said of runs in which nothing goes wrong, and with a clock where the algorithm needs one.
 * Of RMRs and registers it is said for the default parameters; of the number of registers, besides, for one passage
 * each and all sessions distinct, and of RMRs for one passage each where the file says so. Other runs may bear that
 * out, but cannot refute it.
 */
#ifndef RESULTS_ANALYSIS_SAID_H
#define RESULTS_ANALYSIS_SAID_H

#include "results/columns.h"
#include "results/load.h"

/* What may go wrong in the runs that a row is about, and the clock that ticks there; "none": nothing, none. */
const char *row_faults(const json_t *row);
const char *row_time(const json_t *row);

/* Whether what the algorithm's own file says is of such runs: nothing goes wrong in them, and a clock ticks where the
 * algorithm needs one. */
bool row_is_plain(const struct results *r, const json_t *row);

/* What the config says, or else the algorithm's file, in the words of a clause; "" is nothing. The caller frees it. */
char *said_of(const struct results *r, const json_t *row, const struct column *column);

/* Whether the config leaves it to the file. */
bool said_by_file(const json_t *row, const struct column *column);

/* Whether the file speaks of the algorithm with these parameters, "NAME:key=value": where there are any, they are not
 * the default ones. */
bool said_of_parameters(const char *algorithm);

/* Why the file, whose claims these are, does not say of such a run what it says in this column: in the words of a cell.
 * NULL: it does. */
const char *said_of_others(const json_t *claims, const struct column *column, const struct record *r);

/* The runs of which it says it, for a scope, where these are not all. */
const char *said_scope(const struct column *column);

#endif
