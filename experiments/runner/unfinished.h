/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unfinished.h: the results of interrupted explorations. DIR/interrupted.jsonl has a line for each that was
 * interrupted: a record like those of records.jsonl, whose values are lower bounds and whose `end` is "interrupted".
 * Its task is not done: --resume does it from the beginning, and when all are done the file is removed.
 *
 * A running search has its checkpoint in DIR/interrupted.search (explore/search/checkpoint.h), so that --resume
 * continues it, and DIR/interrupted.costs has the costs found before it, where a task asks for several. There is one
 * search at a time.
 */
#ifndef EXPERIMENTS_RUNNER_UNFINISHED_H
#define EXPERIMENTS_RUNNER_UNFINISHED_H

#include "results/manifest.h" /* their names */

/* Adds a line, with its newline; the file is whole at any time. */
bool unfinished_keep(const char *directory, const char *line, struct error *e);

bool unfinished_has(const char *directory);  /* whether there is any */
void unfinished_drop(const char *directory); /* all tasks are done */

char *unfinished_search(const char *directory);       /* the path of the checkpoint; the caller frees it */
char *unfinished_costs(const char *directory);        /* and of the costs                            */
void unfinished_forget_search(const char *directory); /* it is done, or will not be resumed */

#endif
