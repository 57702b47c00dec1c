/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * guarded.h: an algorithm of a shared object that is written in C, with each operation that its step function returns
 * looked at. The macros of algo.h and the compiler of texts make none that is malformed; a step function written by
 * hand can. It may name a line, a kind or a section that there is not, or write to a register of another process in a
 * group without .multi_writer, on which buffers and leases rely. Such an operation goes astray, as one that names no
 * register does (system_is_stray), so nobody else need look.
 */
#ifndef MODEL_GUARDED_H
#define MODEL_GUARDED_H

#include <rmr/types.h>

#include "base/error.h"

struct guarded {
  struct rmr_algorithm algorithm; /* the one to run: as `plain`, with a step function that looks */
  const struct rmr_algorithm *plain;
  uint8_t section[RMR_MAX_LINES]; /* [line] */
};

/* The algorithm must have passed algorithm_check (loader.h). */
void guarded_create(struct guarded *guarded, const struct rmr_algorithm *plain);

/* The `self` of any algorithm, as its callbacks expect it: that of the shared object where it is guarded. */
const void *guarded_self(const struct rmr_algorithm *algorithm);

/* Whether the operation, as the step function returned it, is one that was refused here; then *e says why. */
bool guarded_refuses(const struct rmr_algorithm *algorithm, uint32_t n, uint32_t p, const struct rmr_op *op,
                     struct error *e);

#endif
