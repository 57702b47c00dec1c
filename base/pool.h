/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pool.h: memory in small pieces that is freed all at once. Pieces never move.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stddef.h>

struct pool_block;

/* Zeroed: an empty one. */
struct pool {
  struct pool_block *last;
};

void *pool_new(struct pool *pool, size_t count, size_t size);         /* zeroed, fit for numbers and pointers */
char *pool_copy(struct pool *pool, const void *bytes, size_t length); /* with a final NUL; not aligned */
void pool_free(struct pool *pool);

#endif
