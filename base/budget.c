/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/budget.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/pages.h"
#include "base/platform.h"

enum { LINE_BYTES = 64, PAGE = 4096, MAPPED = 1 << 18, RESERVE = 1 << 20 };

struct budget {
  size_t limit; /* 0: none */
  atomic_size_t taken, most;
  atomic_bool refused;
  _Atomic(void *) reserve; /* given back with the first refusal: small blocks must not end the program then */
  pthread_mutex_t lock;
  pthread_cond_t copied;
  unsigned copying; /* blocks that are being copied; under the lock */
};

/* --- blocks ------------------------------------------------------------------------------------------------------- */

/* Small blocks begin at a cache line; the largest consist of large pages. */
static size_t rounded(size_t bytes)
{
  const size_t unit = bytes < MAPPED ? LINE_BYTES : bytes < 8 * (size_t)PAGES_LARGE ? PAGE : PAGES_LARGE;
  return bytes <= SIZE_MAX - unit ? (bytes + unit - 1) / unit * unit : 0;
}

/* bytes: rounded. */
static void *block_new(size_t bytes)
{
  if (bytes >= MAPPED) return pages_new(bytes);
  void *block = aligned_alloc(LINE_BYTES, bytes);
  if (block != NULL) memset(block, 0, bytes);
  return block;
}

static void block_free(void *block, size_t bytes)
{
  if (bytes >= MAPPED)
    pages_free(block, bytes);
  else
    free(block);
}

/* --- counting ----------------------------------------------------------------------------------------------------- */

static void count(struct budget *b, size_t bytes)
{
  if (b == NULL) return;
  const size_t now = atomic_fetch_add(&b->taken, bytes) + bytes;
  size_t most = atomic_load(&b->most);
  while (now > most && !atomic_compare_exchange_weak(&b->most, &most, now)) continue;
}

static void discount(struct budget *b, size_t bytes)
{
  if (b != NULL) atomic_fetch_sub(&b->taken, bytes);
}

static void refuse(struct budget *b)
{
  if (b == NULL) return;
  atomic_store(&b->refused, true);
  free(atomic_exchange(&b->reserve, NULL));
}

struct budget *budget_new(size_t limit)
{
  struct budget *b = mem_new(1, sizeof *b);
  b->limit = limit;
  platform_map_large_blocks();
  atomic_init(&b->reserve, malloc(RESERVE)); /* untouched, so it takes addresses only */
  pthread_mutex_init(&b->lock, NULL);
  pthread_cond_init(&b->copied, NULL);
  return b;
}

void budget_free(struct budget *b)
{
  if (b == NULL) return;
  pthread_cond_destroy(&b->copied);
  pthread_mutex_destroy(&b->lock);
  free(atomic_load(&b->reserve));
  free(b);
}

void budget_set_limit(struct budget *b, size_t limit)
{
  if (b != NULL) b->limit = limit;
}

size_t budget_taken(const struct budget *b)
{
  return b != NULL ? atomic_load(&b->taken) : 0;
}

size_t budget_most(const struct budget *b)
{
  return b != NULL ? atomic_load(&b->most) : 0;
}

bool budget_fits(const struct budget *b, size_t bytes)
{
  if (b == NULL || b->limit == 0) return true;
  const size_t taken = atomic_load(&b->taken);
  return taken <= b->limit && bytes <= b->limit - taken;
}

bool budget_refused(const struct budget *b)
{
  return b != NULL && atomic_load(&b->refused);
}

bool budget_over(const struct budget *b)
{
  return budget_refused(b) || !budget_fits(b, 0);
}

/* --- taking and giving -------------------------------------------------------------------------------------------- */

void *budget_take(struct budget *b, size_t bytes)
{
  const size_t size = rounded(bytes != 0 ? bytes : 1);
  void *block = size != 0 ? block_new(size) : NULL;
  if (block != NULL)
    count(b, size);
  else
    refuse(b);
  return block;
}

void budget_give(struct budget *b, void *block, size_t bytes)
{
  if (block == NULL) return;
  const size_t size = rounded(bytes != 0 ? bytes : 1);
  block_free(block, size);
  discount(b, size);
}

void *budget_resize(struct budget *b, void *block, size_t from, size_t to)
{
  const size_t before = block != NULL ? rounded(from != 0 ? from : 1) : 0, after = rounded(to != 0 ? to : 1);
  if (before >= MAPPED && after >= MAPPED) {
    void *moved = pages_resize(block, before, after);
    if (moved == NULL) {
      refuse(b);
      return NULL;
    }
    count(b, after);
    discount(b, before);
    return moved;
  }
  void *new = budget_take(b, to);
  if (new == NULL || block == NULL) return new;
  memcpy(new, block, from < to ? from : to);
  budget_give(b, block, from);
  return new;
}

/* --- arrays ------------------------------------------------------------------------------------------------------- */

void *budget_array(struct budget *b, size_t count, size_t size)
{
  void *array = count <= SIZE_MAX / size ? budget_take(b, count * size) : NULL;
  if (array == NULL) mem_ended(count, size);
  return array;
}

void *budget_array_resize(struct budget *b, void *array, size_t from, size_t to, size_t size)
{
  void *new = to <= SIZE_MAX / size ? budget_resize(b, array, from * size, to * size) : NULL;
  if (new == NULL) mem_ended(to, size);
  return new;
}

void budget_drop(struct budget *b, void *array, size_t count, size_t size)
{
  budget_give(b, array, count * size);
}

void *budget_grow(struct budget *b, void *array, size_t *capacity, size_t size)
{
  const size_t old = array != NULL ? *capacity : 0, more = old * size < MAPPED ? old : old / 2;
  void *new = budget_resize(b, array, old * size, (old + more + 16) * size);
  if (new != NULL) *capacity = old + more + 16;
  return new;
}

/* --- copies ------------------------------------------------------------------------------------------------------- */

static void end_copy(struct budget *b)
{
  if (b == NULL) return;
  pthread_mutex_lock(&b->lock);
  b->copying--;
  pthread_cond_broadcast(&b->copied);
  pthread_mutex_unlock(&b->lock);
}

void *budget_take_copy(struct budget *b, size_t bytes)
{
  if (b == NULL) return budget_take(b, bytes);
  pthread_mutex_lock(&b->lock);
  while (b->copying > 0 && !budget_fits(b, bytes)) pthread_cond_wait(&b->copied, &b->lock);
  b->copying++;
  void *block = budget_take(b, bytes); /* under the lock, so that the next caller sees it counted */
  pthread_mutex_unlock(&b->lock);
  if (block == NULL) end_copy(b);
  return block;
}

void budget_give_copied(struct budget *b, void *block, size_t bytes)
{
  budget_give(b, block, bytes);
  end_copy(b);
}
