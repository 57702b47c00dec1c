/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scratch.h: blocks of memory that wait on a disk. The file has no name, so nothing of it is left when the program has
 * ended, however it did. A block comes back as it was put away, or there is an error: what is read is compared with a
 * checksum, which stays in memory.
 *
 * Several threads may put and get.
 */
#ifndef BASE_SCRATCH_H
#define BASE_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct scratch;

enum { SCRATCH_BLOCK = 1 << 14 }; /* bytes of a block */
#define SCRATCH_NOWHERE UINT32_MAX

/* A file in the directory, which may grow to so many bytes; 0: as many as there are. NULL, with an error: none can be
 * made there. */
struct scratch *scratch_open(const char *directory, uint64_t limit, struct error *e);
void scratch_close(struct scratch *scratch);

/* Puts a block away. Returns where it is; SCRATCH_NOWHERE: the limit is reached, or the disk is full. */
uint32_t scratch_put(struct scratch *scratch, const void *block);

/* Gets it. False: the disk fails, or what it returns is not what was put there. */
bool scratch_get(struct scratch *scratch, uint32_t where, void *block);
void scratch_drop(struct scratch *scratch, uint32_t where); /* its place may be used again */

void scratch_clear(struct scratch *scratch); /* all blocks are dropped; for somebody else's, when nobody puts or gets */

/* The most bytes that the file ever had. */
uint64_t scratch_most(const struct scratch *scratch);

/* Whether a block was not put, or not got, since all were dropped; and what went wrong first of all, for people; empty:
 * nothing did. */
bool scratch_failed(const struct scratch *scratch);
const char *scratch_complaint(const struct scratch *scratch);

#endif
