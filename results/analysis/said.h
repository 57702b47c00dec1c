/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * said.h: the claim in a cell of a table of claims, and the runs that it covers. A claim of a config covers the runs of
 * its row. A claim of an algorithm's file covers runs without faults, with a clock where the algorithm needs one.
 * Claims about RMRs and registers are for the default parameters; about the number of registers, also for one passage
 * each and all sessions distinct, and about RMRs for one passage each where the file says so. Other runs may confirm a
 * claim, but cannot refute it.
 */
#ifndef RESULTS_ANALYSIS_SAID_H
#define RESULTS_ANALYSIS_SAID_H

#include "results/columns.h"
#include "results/load.h"

/* The faults and the clock of the runs of a row, "none": there are none; the order of writes, "sc": they do not
 * wait. */
const char *row_faults(const json_t *row);
const char *row_time(const json_t *row);
const char *row_order(const json_t *row);

/* Whether claims of the algorithm's own file cover such runs: there are no faults, and there is a clock where the
 * algorithm needs one. */
bool row_is_plain(const struct results *r, const json_t *row);

/* The claim of the config, or else of the algorithm's file, in the words of a clause; "": none. The caller frees it. */
char *said_of(const struct results *r, const json_t *row, const struct column *column);

/* Where it is said: paper, theorem or table, page; "": the row does not tell. */
const char *said_in(const struct results *r, const json_t *row, const struct column *column);

/* Whether the claim is that of the file. */
bool said_by_file(const json_t *row, const struct column *column);

/* Whether the file's claims cover the algorithm with these parameters, "NAME:key=value": any listed parameters are
 * not the default ones. */
bool said_of_parameters(const char *algorithm);

/* Why the file, whose claims these are, makes no claim for such a run in this column: in the words of a cell. NULL:
 * it does. */
const char *said_of_others(const json_t *claims, const struct column *column, const struct record *r);

/* The runs that the file's claim covers, for a scope, where these are not all. */
const char *said_scope(const struct column *column);

#endif
