/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * mem.h: allocation that does not return NULL. Running out of memory for small things ends the program with exit 75 and
 * one line on stderr; large blocks, whose size a user chooses, come from a budget (budget.h), which can refuse.
 */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>
#include <stdio.h>

void *mem_new(size_t count, size_t size);                       /* zeroed; count * size may be 0 */
void *mem_aligned(size_t count, size_t size, size_t alignment); /* the same, at a multiple of a power of two */
_Noreturn void mem_ended(size_t count, size_t size);  /* reports that there is no memory for that, and ends the
                                                         program */
void mem_return(void);                                /* returns freed memory to the system */
void *mem_grow(void *old, size_t count, size_t size); /* realloc; new bytes are not cleared */

/* Room for another object behind n, of a block that has had them one by one: it doubles. */
void *mem_another(void *old, size_t n, size_t size);
FILE *mem_stream(char **text, size_t *length); /* as open_memstream */
void mem_stream_end(FILE *stream);             /* closes it: only then all of the text is there */
char *mem_text(const char *text);              /* a copy */
char *mem_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
void mem_append(char **text, const char *format, ...) __attribute__((format(printf, 2, 3))); /* *text is owned */

#endif
