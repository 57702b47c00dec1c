/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/pages.h"

#include <stdint.h>
#include <sys/mman.h>

#include "base/platform.h"

static void *map(size_t bytes)
{
  void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return block != MAP_FAILED ? block : NULL;
}

/* All pages at once: a page that is read before it is written would come in two times, and each time that the second
 * happens all cores that use the memory are told. */
static void *map_whole(size_t bytes)
{
  void *block = map(bytes);
  if (block != NULL) platform_populate(block, bytes);
  return block;
}

/* Large pages begin at multiples of their size. */
static void *map_large(size_t bytes)
{
  unsigned char *block = bytes <= SIZE_MAX - PAGES_LARGE ? map(bytes + PAGES_LARGE) : NULL;
  if (block == NULL) return NULL;
  const size_t before = (PAGES_LARGE - (uintptr_t)block % PAGES_LARGE) % PAGES_LARGE;
  if (before != 0) (void)munmap(block, before);
  (void)munmap(block + before + bytes, PAGES_LARGE - before);
  platform_prefer_large_pages(block + before, bytes);
  return block + before;
}

void *pages_new(size_t bytes)
{
  return bytes >= PAGES_LARGE ? map_large(bytes) : map_whole(bytes);
}

void *pages_resize(void *block, size_t from, size_t to)
{
  return platform_remap(block, from, to);
}

void pages_free(void *block, size_t bytes)
{
  (void)munmap(block, bytes);
}
