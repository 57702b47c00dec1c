/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * moment.h: the state of a run between two steps as an algorithm itself may look at it (struct rmr_moment): for its
 * invariants, and for pictures.
 */
#ifndef SIM_MOMENT_H
#define SIM_MOMENT_H

#include "sim/sim.h"

struct moment {
  struct rmr_moment now;
  struct rmr_seen *seen; /* [1..n] */
  const struct rmr_seen **process;
  unsigned char *nothing; /* the local state of who has made all its passages */
};

/* The present state; nobody is said to have moved. */
void moment_init(struct moment *moment, const struct sim *sim);
void moment_fini(struct moment *moment);

/* After an action of P_p. */
void moment_see(struct moment *moment, const struct sim *sim, uint32_t p);

#endif
