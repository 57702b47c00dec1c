/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * latency.h: a histogram of times in classes whose width is at most a sixteenth of the time: sixteen for each power of
 * two. So a quantile is right to within 7 %, whatever its size, and adding a time takes a few instructions. Times are
 * in nanoseconds.
 */
#ifndef SIM_NATIVE_LATENCY_H
#define SIM_NATIVE_LATENCY_H

#include <stdint.h>

enum { LATENCY_FINE = 4, LATENCY_CLASSES = (64 - LATENCY_FINE + 1) << LATENCY_FINE };

struct latency {
  uint64_t n, largest;
  uint64_t of[LATENCY_CLASSES];
};

/* The class of a time; times below 2^LATENCY_FINE have one each. */
static inline uint32_t latency_class(uint64_t time)
{
  if (time >> LATENCY_FINE == 0) return (uint32_t)time;
  const uint32_t top = 63 - (uint32_t)__builtin_clzll(time), shift = top - LATENCY_FINE;
  return ((shift + 1) << LATENCY_FINE) + (uint32_t)(time >> shift & ((1u << LATENCY_FINE) - 1));
}

/* A time that stands for so many. */
static inline void latency_add(struct latency *latency, uint64_t time, uint32_t weight)
{
  latency->n += weight;
  if (time > latency->largest) latency->largest = time;
  latency->of[latency_class(time)] += weight;
}

void latency_merge(struct latency *into, const struct latency *from);

/* The smallest time that a share q (0..1) of them does not exceed, but for the width of a class. NAN where there are
 * none. */
double latency_quantile(const struct latency *latency, double q);

#endif
