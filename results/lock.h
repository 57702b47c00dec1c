/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lock.h: one writer in a directory at a time. Whoever writes there holds its lock from before the first write until
 * after the last one. The lock is the kernel's, on the directory itself: there is no lock file that could be left
 * behind, it dies with the process, and no file that is replaced takes it away. Readers need none: every file is
 * replaced as a whole, and the journal only grows.
 */
#ifndef RESULTS_LOCK_H
#define RESULTS_LOCK_H

#include "base/error.h"

/* *lock is for directory_unlock. False: the directory cannot be opened, or another process (or another lock of this
 * one) holds it; nothing is waited for. On a file system without locks it is as if the lock had been got. */
bool directory_lock(const char *path, int *lock, struct error *e);
void directory_unlock(int lock);

#endif
