/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * wasm_pages.c: base/pages.h where memory only grows, and malloc is the one to ask.
 */
#include "base/pages.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 64 };

void *pages_new(size_t bytes)
{
  void *block = aligned_alloc(LINE_BYTES, bytes);
  return block != NULL ? memset(block, 0, bytes) : NULL;
}

void *pages_resize(void *block, size_t from, size_t to)
{
  void *moved = pages_new(to);
  if (moved == NULL) return NULL;
  memcpy(moved, block, from < to ? from : to);
  free(block);
  return moved;
}

void pages_free(void *block, size_t bytes)
{
  (void)bytes;
  free(block);
}
