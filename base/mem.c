/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void mem_ended(size_t count, size_t size)
{
  fprintf(stderr, "rmr: out of memory (%zu x %zu bytes)\n", count, size);
  exit(EXIT_INTERNAL);
}

void mem_return(void)
{
  (void)malloc_trim(0);
}

void *mem_new(size_t count, size_t size)
{
  void *block = calloc(count != 0 ? count : 1, size != 0 ? size : 1);
  if (block == NULL) mem_ended(count, size);
  return block;
}

void *mem_aligned(size_t count, size_t size, size_t alignment)
{
  if (size != 0 && count > (SIZE_MAX - alignment) / size) mem_ended(count, size);
  const size_t bytes = (count * size + alignment) / alignment * alignment;
  void *block = aligned_alloc(alignment, bytes);
  if (block == NULL) mem_ended(count, size);
  return memset(block, 0, bytes);
}

void *mem_grow(void *old, size_t count, size_t size)
{
  if (size != 0 && count > SIZE_MAX / size) mem_ended(count, size);
  void *block = realloc(old, count * size != 0 ? count * size : 1);
  if (block == NULL) mem_ended(count, size);
  return block;
}

char *mem_text(const char *text)
{
  const size_t size = strlen(text) + 1;
  return memcpy(mem_new(size, 1), text, size);
}

char *mem_format(const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  const int length = vsnprintf(NULL, 0, format, args);
  va_end(args);
  char *out = mem_new((size_t)length + 1, 1);
  vsnprintf(out, (size_t)length + 1, format, again);
  va_end(again);
  return out;
}
