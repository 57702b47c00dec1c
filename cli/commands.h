/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * commands.h: the command line of `rmr`, and of `rmr-mpi`, which has the same commands.
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "base/ranks.h"

/* Before anything else is opened. */
void open_standard_streams(void);

/* Finds the subcommand and runs it; the exit code of the process. ranks: NULL, or those of rmr-mpi. */
int run_rmr(int argc, char **argv, struct ranks *ranks);

#endif
