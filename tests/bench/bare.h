/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bare.h: what `rmr bench` measures the engine against: two algorithms under a random schedule, each written out by
 * hand as one loop, with nothing in it but the accesses, the parking, the copies and one counter of RMRs.
 */
#ifndef BENCH_BARE_H
#define BENCH_BARE_H

#include <stdint.h>

struct bare_result {
  uint64_t steps, rmr;
};

/* n processes make `steps` steps; the choices are those of the adversary `random` with this state of the generator, so
 * the engine must count the very same RMRs. */
typedef struct bare_result bare_fn(uint32_t n, uint64_t steps, uint64_t rng);
bare_fn bare_bakery, bare_burns_lamport;

#endif
