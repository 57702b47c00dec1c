/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * orders.h: where writes wait in buffers: the explorer beside a walk through all schedules that shares nothing with it
 * (brute_buffers.h), and `rmr fences` beside all subsets of some lines.
 */
#ifndef TESTS_ORDERS_H
#define TESTS_ORDERS_H

#include <stddef.h>
#include <stdint.h>

/* Every set of fences at some lines of an algorithm. */
struct family {
  const char *algorithm;
  const char *const *places; /* labels, and "cs" */
  uint32_t n_places, passages;
};

struct counts {
  size_t right, wrong, stuck, robust; /* verdicts: P1 and P6 hold; P1 fails; P6 fails; no new local states meet */
  size_t costs;
};

/* All subsets of n families, for two processes, under both orders: verdicts, costs, and the minimal sets. Returns how
 * many were compared. */
struct counts orders_compare(const struct family *family, size_t n);

#endif
