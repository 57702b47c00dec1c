/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * moment.h: the state of a run between two steps as the algorithm sees it (struct rmr_moment): for its invariants, and
 * for pictures.
 */
#ifndef SIM_MOMENT_H
#define SIM_MOMENT_H

#include "sim/sim.h"

struct moment {
  struct rmr_moment now;
  struct rmr_seen *seen; /* [1..n] */
  const struct rmr_seen **process;
  unsigned char *nothing; /* the local state of a process that has made all its passages */
};

/* The present state; `moved` is 0. */
void moment_init(struct moment *moment, const struct sim *sim);
void moment_fini(struct moment *moment);

/* After an action of P_p. */
void moment_see(struct moment *moment, const struct sim *sim, uint32_t p);

#endif
