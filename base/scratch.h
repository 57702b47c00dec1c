/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scratch.h: blocks of memory that wait on a disk. The file has no name, so it disappears with the program, however
 * that ends. A block comes back unchanged, or there is an error: a checksum in memory verifies it.
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

/* A file in the directory, which may grow to `limit` bytes; 0: no limit. NULL, with an error: it cannot be created. */
struct scratch *scratch_open(const char *directory, uint64_t limit, struct error *e);
void scratch_close(struct scratch *scratch);

/* Puts a block away. Returns its place; SCRATCH_NOWHERE: the limit is reached, or the disk is full. */
uint32_t scratch_put(struct scratch *scratch, const void *block);

/* Gets it. False: the disk fails, or returns other data. */
bool scratch_get(struct scratch *scratch, uint32_t where, void *block);
void scratch_drop(struct scratch *scratch, uint32_t where); /* its place may be used again */

void scratch_clear(struct scratch *scratch); /* drops all blocks, for another use; only while no thread puts or gets */

/* The most bytes that the file ever had. */
uint64_t scratch_most(const struct scratch *scratch);

/* Whether a put or a get has failed since all were dropped; and the first failure, for people; empty: there was
 * none. */
bool scratch_failed(const struct scratch *scratch);
const char *scratch_complaint(const struct scratch *scratch);

#endif
