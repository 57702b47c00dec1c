/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Each block is twice as large as the one before, up to a size. Many pools hold little. */
enum { FIRST_BLOCK = 512, LARGEST_BLOCK = 64 * 1024, ALIGNMENT = 8 };

struct pool_block {
  struct pool_block *before;
  size_t used, size;
  char bytes[];
};

static size_t next_size(const struct pool_block *last)
{
  if (last == NULL) return FIRST_BLOCK;
  return last->size < LARGEST_BLOCK / 2 ? 2 * last->size : LARGEST_BLOCK;
}

static void *take(struct pool *pool, size_t size, size_t alignment)
{
  struct pool_block *last = pool->last;
  size_t from = last != NULL ? (last->used + alignment - 1) / alignment * alignment : 0;
  if (last == NULL || from > last->size || size > last->size - from) {
    const size_t next = next_size(last), room = size > next ? size : next;
    last = mem_new(1, sizeof *last + room);
    *last = (struct pool_block){.before = pool->last, .size = room};
    pool->last = last;
    from = 0;
  }
  last->used = from + size;
  return last->bytes + from;
}

void *pool_new(struct pool *pool, size_t count, size_t size)
{
  return take(pool, count * size, ALIGNMENT);
}

char *pool_copy(struct pool *pool, const void *bytes, size_t length)
{
  char *copy = take(pool, length + 1, 1);
  if (length > 0) memcpy(copy, bytes, length);
  copy[length] = '\0';
  return copy;
}

void pool_free(struct pool *pool)
{
  for (struct pool_block *block = pool->last, *before; block != NULL; block = before) {
    before = block->before;
    free(block);
  }
  *pool = (struct pool){0};
}
