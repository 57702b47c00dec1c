/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * moment.h: the state of a run between two steps as the algorithm sees it (struct rmr_moment): for its invariants, and
 * for pictures.
 */
#ifndef SIM_MOMENT_H
#define SIM_MOMENT_H

#include <string.h>

#include "sim/sim.h"

struct moment {
  struct rmr_moment now;
  struct rmr_seen *seen; /* [1..n] */
  const struct rmr_seen **process;
  struct rmr_seen before;     /* of the last that was seen, its earlier data; its state is `was` */
  unsigned char *was, *known; /* known: [p * stride], the local state of each process when it was last seen */
  uint32_t stride;
};

/* The present knowledge of P_p becomes the earlier one. */
static inline void moment_remember(struct moment *moment, uint32_t p)
{
  moment->before.pending = moment->seen[p].pending;
  moment->before.section = moment->seen[p].section;
  memcpy(moment->was, moment->known + (size_t)p * moment->stride, moment->stride);
}

/* P_p has been seen. */
static inline void moment_know(struct moment *moment, uint32_t p)
{
  memcpy(moment->known + (size_t)p * moment->stride, moment->seen[p].state, moment->stride);
}

/* The present state; `moved` is 0. */
void moment_init(struct moment *moment, const struct sim *sim);
void moment_fini(struct moment *moment);

/* After an action of P_p. */
void moment_see(struct moment *moment, const struct sim *sim, uint32_t p);

#endif
