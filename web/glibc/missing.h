/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * missing.h: functions that the rest of the code takes from glibc and emscripten's library lacks. It is included before
 * everything else (-include).
 */
#ifndef WEB_GLIBC_MISSING_H
#define WEB_GLIBC_MISSING_H

#include <sched.h>
#include <stddef.h>

/* One core, and no thread that a signal could be sent to. */
#undef CPU_COUNT
#define CPU_COUNT(set) 1

int malloc_trim(size_t pad);
void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *argument);

#endif
