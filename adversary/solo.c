/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * solo: one process at a time to completion: P1 makes all its passages, then P2, and so on. A process that has to wait
 * is left for the next ready one above it, in a circle. What a passage costs without contention is what this shows.
 */
#include <rmr/adversary.h>

struct solo {
  uint32_t current;
};

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct solo *my = self;
  (void)host;
  if (!rmr_is_ready(view, my->current)) my->current = rmr_next_ready(view, my->current);
  return my->current;
}

RMR_ADVERSARY(solo) = {
  RMR_ADVERSARY_HEAD,
  .name = "solo",
  .about = "one process at a time, to completion",
  .state_size = sizeof(struct solo),
  .choose = choose,
};
