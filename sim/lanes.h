/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lanes.h: the content of a picture of a run, collected from its events. Each process has a lane with its sections as
 * bars, its steps as marks, and the time that it is parked. Arrows lead from a write to the first read of it by each
 * process, and to the copies that it invalidates.
 */
#ifndef SIM_LANES_H
#define SIM_LANES_H

#include "sim/sim.h"

struct lane_bar {
  uint64_t from, to; /* it begins with the end of one step and ends with that of another */
  uint32_t process;
  uint8_t section; /* RMR_REMAINDER: it is parked */
};

enum lane_mark_kind { MARK_STEP, MARK_COMMIT, MARK_CRASH };

struct lane_mark {
  uint64_t step;
  uint32_t process;
  uint16_t line; /* of a step */
  uint8_t cause;
  enum lane_mark_kind kind;
};

struct lane_arrow {
  uint64_t from, to; /* steps; equal: a copy that the write invalidates */
  uint32_t writer, other;
};

/* All that there is to draw. */
struct lanes_drawn {
  struct lane_bar *bar;
  struct lane_mark *mark;
  struct lane_arrow *arrow;
  size_t n_bars, n_marks, n_arrows;
};

struct lanes;

struct lanes *lanes_create(const struct sim *sim);
void lanes_free(struct lanes *lanes); /* NULL is fine */

/* After an action. */
void lanes_see(struct lanes *lanes, const struct rmr_event *event);

/* After the last action: ends open bars. */
void lanes_close(struct lanes *lanes, uint64_t steps);

const struct lanes_drawn *lanes_drawn(const struct lanes *lanes);

#endif
