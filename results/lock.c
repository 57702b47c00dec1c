/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

bool directory_lock(const char *path, int *lock, struct error *e)
{
  *lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (*lock < 0) return fail_at(e, exit_of_errno(errno), path, 0, 0, "cannot be opened: %s", strerror(errno));
  if (flock(*lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return true;
  close(*lock);
  return fail_at(e, EXIT_USAGE, path, 0, 0,
                 "another rmr is writing into this directory; wait for it, or choose another directory");
}

void directory_unlock(int lock)
{
  close(lock);
}
