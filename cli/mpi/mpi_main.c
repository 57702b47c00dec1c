/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mpi_main.c: the command `rmr-mpi`: `rmr`, whose ranks `mpirun` or `srun` has started. Rank 0 alone speaks.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/mpi/door.h"

static void be_silent(void)
{
  const int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0) return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

int main(int argc, char **argv)
{
  open_standard_streams();
  struct ranks *ranks = door_open(&argc, &argv);
  if (ranks == NULL) return EXIT_INTERNAL;
  if (ranks->rank != 0) be_silent();
  on_exit(door_close, ranks);
  return run_rmr(argc, argv, ranks);
}
