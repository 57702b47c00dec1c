/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bare.h: loops against which `rmr bench` measures the engine: three algorithms under a random schedule, each written
 * out by hand as one loop, with nothing in it but the accesses, the parking, the copies and one counter of RMRs.
 */
#ifndef BENCH_BARE_H
#define BENCH_BARE_H

#include <rmr/adversary.h>
#include <stdint.h>

struct bare_result {
  uint64_t steps, rmr;
};

/* The processes of glb ask for one of so many sessions. */
enum { BARE_SESSIONS = 4 };

/* n processes make `steps` steps; the choices are those of the adversary `random` with this seed, and so are the
 * sessions, so the engine must count the very same RMRs. */
typedef struct bare_result bare_fn(uint32_t n, uint64_t steps, uint64_t seed);
bare_fn bare_bakery, bare_burns_lamport, bare_glb;

/* The state of the adversary's generator before its first choice. */
static inline uint64_t bare_rng(uint64_t seed)
{
  rmr_random(&seed);
  return seed;
}

#endif
