/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * print_listing.h: the printed algorithm, bare or annotated with the executions and RMRs of a run, and a run's numbers
 * as text or JSON.
 */
#ifndef CLI_PRINT_LISTING_H
#define CLI_PRINT_LISTING_H

#include <jansson.h>
#include <stdio.h>

#include "sim/run.h"

/* The rows of the algorithm's table; with a ledger, executions and RMRs per completed passage beside each line. */
void print_listing(const struct rmr_algorithm *algorithm, const struct ledger *ledger, FILE *out);

/* The name of a row's section, or "" where it has none. */
const char *listing_section(const struct rmr_line *row);

/* The description and results of a run, in words or as JSON. */
struct run_description {
  const char *adversary, *sessions; /* as given */
};
void print_run(const struct run *run, const struct run_description *about, FILE *out);
json_t *run_json(const struct run *run, const struct run_description *about);

/* The exit code for the run's end and its violations. */
enum exit_code run_exit_code(const struct run *run);

#endif
