/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * pages.h: large blocks of memory, in whole pages and zeroed, from the operating system. (WebAssembly has none to ask:
 * web/wasm_pages.c.)
 */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

enum { PAGES_LARGE = 1 << 21 }; /* the size of a large page */

/* Sizes are multiples of 4,096. NULL: there is not so much. */
void *pages_new(size_t bytes);
void *pages_resize(void *block, size_t from, size_t to); /* NULL: the block is as before */
void pages_free(void *block, size_t bytes);

#endif
