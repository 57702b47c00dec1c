/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * finish.h: the end of `rmr run`: makes the evaluation, witnesses, figures and the report from the records, and prints
 * a summary on stdout.
 */
#ifndef CLI_FINISH_H
#define CLI_FINISH_H

#include "base/error.h"

/* Reads and writes below `directory`; messages name the command. `strict`: a clause that is undecided counts as one
 * that fails. *code: EXIT_EXPECT, EXIT_SAFETY, EXIT_DEADLOCK, EXIT_INCOMPLETE or EXIT_OK, according to the records;
 * instead of EXIT_OK, EXIT_INTERNAL where gnuplot failed. False: a file could not be read or written. */
bool finish_results(const char *command, const char *directory, bool strict, enum exit_code *code, struct error *e);

#endif
