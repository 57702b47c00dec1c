/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unfinished.h: what an interrupted exploration has found. DIR/interrupted.jsonl has a line for each that was
 * interrupted: a record like those of records.jsonl, whose values are lower bounds and whose `end` is "interrupted".
 * Its task is not done: --resume does it from the beginning, and when all are done the file goes.
 *
 * A search is kept in DIR/interrupted.search (explore/search/checkpoint.h) while it is made, so that --resume goes on
 * with it where it was, and DIR/interrupted.costs has the costs that were found before it, where a task asks for
 * several. There is one search at a time.
 */
#ifndef EXPERIMENTS_RUNNER_UNFINISHED_H
#define EXPERIMENTS_RUNNER_UNFINISHED_H

#include "base/error.h"

#define UNFINISHED_NAME   "interrupted.jsonl"
#define UNFINISHED_SEARCH "interrupted.search"
#define UNFINISHED_COSTS  "interrupted.costs"

/* Adds a line, with its newline; the file is whole at any time. */
bool unfinished_keep(const char *directory, const char *line, struct error *e);

bool unfinished_has(const char *directory);  /* is there any? */
void unfinished_drop(const char *directory); /* all tasks are done */

char *unfinished_search(const char *directory);       /* where a search is kept; the caller frees it */
char *unfinished_costs(const char *directory);        /* and costs                                   */
void unfinished_forget_search(const char *directory); /* it is done, or not to be gone on with */

#endif
