/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rng.h: random numbers for resampling and for tests. One 64-bit word is the whole state, the caller owns it, and equal
 * seeds give equal numbers on every machine. SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", OOPSLA 2014. (Adversaries and algorithms use the copy of include/rmr/, which is self-contained.)
 */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

/* The next 64 random bits. */
static inline uint64_t rng_next(uint64_t *rng)
{
  uint64_t z = (*rng += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* Uniform on 0 .. n-1, n >= 1; the bias is below n / 2^64. */
static inline uint32_t rng_below(uint64_t *rng, uint32_t n)
{
  __extension__ typedef unsigned __int128 product;
  return (uint32_t)((product)rng_next(rng) * n >> 64);
}

/* Uniform on low .. high, both included, low <= high. */
static inline int64_t rng_between(uint64_t *rng, int32_t low, int32_t high)
{
  return low + (int64_t)rng_below(rng, (uint32_t)((int64_t)high - low) + 1);
}

#endif
