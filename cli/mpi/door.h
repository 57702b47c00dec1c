/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * door.h: the ranks (base/ranks.h) of a job that `mpirun` or `srun` has started. This room is the only one that knows
 * MPI. A rank that waits for others sleeps between two looks, as ranks may be more than cores, and a core that looks
 * all the time is one that does not work.
 */
#ifndef CLI_MPI_DOOR_H
#define CLI_MPI_DOOR_H

#include "base/ranks.h"

/* Before anything else that starts threads. NULL: MPI does not start, and has said why. */
struct ranks *door_open(int *argc, char ***argv);

/* When the process ends with this status. All ranks come here, unless the status is EXIT_INTERNAL, which ends all of
 * them; other ranks than 0 do not return, as the exit code of the job is that of rank 0. */
void door_close(int status, void *ranks);

#endif
