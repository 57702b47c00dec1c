/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lock.h: one writer in a directory at a time. A writer holds its lock from before the first write until after the last
 * one. The lock is a kernel lock on the directory itself: no lock file can be left behind, it dies with the process,
 * and replacing a file does not release it. Readers need none: every file is replaced as a whole, and the journal only
 * grows.
 */
#ifndef RESULTS_LOCK_H
#define RESULTS_LOCK_H

#include "base/error.h"

/* *lock is for directory_unlock. False: the directory cannot be opened, or another process (or another lock of this
 * one) holds it; the call does not wait. On a file system without locks it succeeds. */
bool directory_lock(const char *path, int *lock, struct error *e);
void directory_unlock(int lock);

#endif
