/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * by_hand.h: locks against which `rmr bench` measures native passages: two of them as a programmer writes them in C11,
 * with atomics in their default order, and nothing around them.
 */
#ifndef BENCH_BY_HAND_H
#define BENCH_BY_HAND_H

#include <stdint.h>

/* One thread makes so many passages. Returns how many critical sections there were. */
typedef uint64_t by_hand_fn(uint64_t passages);
by_hand_fn by_hand_tas, by_hand_mcs;

#endif
