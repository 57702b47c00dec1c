/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lanes.h: what a picture of a run shows, collected from its events: for each process a lane with its sections as bars,
 * its steps as marks, the time that it is parked; between them arrows, from a write to the first read of each process
 * that it feeds, and to the copies that it takes away.
 */
#ifndef SIM_LANES_H
#define SIM_LANES_H

#include "sim/sim.h"

struct lane_bar {
  uint64_t from, to; /* it begins with the end of one step and ends with that of another */
  uint32_t process;
  uint8_t section; /* RMR_REMAINDER: it is parked */
};

struct lane_mark {
  uint64_t step;
  uint32_t process;
  uint16_t line; /* 0: a crash */
  uint8_t cause;
};

struct lane_arrow {
  uint64_t from, to; /* steps; the same: a copy that the write takes away */
  uint32_t writer, other;
};

struct lanes;

struct lanes *lanes_create(const struct sim *sim);
void lanes_free(struct lanes *lanes); /* NULL is fine */

/* After an action. */
void lanes_see(struct lanes *lanes, const struct rmr_event *event);

/* After the last one: what is open ends. */
void lanes_close(struct lanes *lanes, uint64_t steps);

const struct lane_bar *lanes_bars(const struct lanes *lanes, size_t *n);
const struct lane_mark *lanes_marks(const struct lanes *lanes, size_t *n);
const struct lane_arrow *lanes_arrows(const struct lanes *lanes, size_t *n);

#endif
