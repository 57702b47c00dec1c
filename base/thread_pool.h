/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * thread_pool.h: threads that do the items of one job after another. The thread of an item is arbitrary, so the work of
 * an item must depend on its number only.
 */
#ifndef BASE_THREAD_POOL_H
#define BASE_THREAD_POOL_H

#include <stdint.h>

struct thread_pool;

/* threads 1: no thread is made. There are fewer threads if the system has no more. */
struct thread_pool *thread_pool_create(uint32_t threads);
void thread_pool_free(struct thread_pool *pool);
uint32_t thread_pool_size(const struct thread_pool *pool);

typedef void thread_pool_work(void *self, uint32_t item, uint32_t thread); /* thread: 0 .. thread_pool_size - 1 */

/* Does items 0 .. n-1; returns when all are done. */
void thread_pool_run(struct thread_pool *pool, thread_pool_work *work, void *self, uint32_t n);

#endif
