/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/platform.h"

void mem_ended(size_t count, size_t size)
{
  fprintf(stderr, "rmr: out of memory (%zu x %zu bytes)\n", count, size);
  exit(EXIT_INTERNAL);
}

void mem_return(void)
{
  platform_return_memory();
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

void *mem_another(void *old, size_t n, size_t size)
{
  const bool full = (n & (n - 1)) == 0; /* 0, 1, 2, 4, .. */
  return full ? mem_grow(old, n != 0 ? 2 * n : 1, size) : old;
}

FILE *mem_stream(char **text, size_t *length)
{
  FILE *out = open_memstream(text, length);
  if (out == NULL) mem_ended(1, BUFSIZ);
  return out;
}

void mem_stream_end(FILE *stream)
{
  if (fclose(stream) != 0) mem_ended(1, BUFSIZ);
}

char *mem_text(const char *text)
{
  const size_t size = strlen(text) + 1;
  return memcpy(mem_new(size, 1), text, size);
}

/* Behind the first `used` bytes of a text, which may be NULL where there are none. */
static char *format_behind(char *text, size_t used, const char *format, va_list args)
{
  va_list again;
  va_copy(again, args);
  const size_t size = (size_t)vsnprintf(NULL, 0, format, again) + 1;
  va_end(again);
  text = mem_grow(text, used + size, 1);
  vsnprintf(text + used, size, format, args);
  return text;
}

char *mem_format(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *out = format_behind(NULL, 0, format, args);
  va_end(args);
  return out;
}

void mem_append(char **text, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  *text = format_behind(*text, strlen(*text), format, args);
  va_end(args);
}
