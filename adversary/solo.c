/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * solo: one process at a time to completion: P1 makes all its passages, then P2, and so on. A process that has to wait
 * is left for the next ready one above it, in a circle. This shows the cost of a passage without contention.
 */
#include <rmr/adversary.h>

struct solo {
  uint32_t current;
};

/* Where there is time, somebody may be in a delay while others wait; a process that reads in vain again and again,
 * because its register lies elsewhere, is not to keep the clock from ticking. */
static bool waits_in_time(const struct rmr_host *host, const struct rmr_view *view, uint32_t p)
{
  struct rmr_ticks ticks;
  return view->process[p].blocked != 0 && host->time(host, 0, &ticks);
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct solo *my = self;
  if (!rmr_is_ready(view, my->current) || waits_in_time(host, view, my->current))
    my->current = rmr_next_ready(view, my->current);
  return my->current;
}

RMR_ADVERSARY(solo) = {
  RMR_ADVERSARY_HEAD,
  .name = "solo",
  .about = "one process at a time, to completion",
  .state_size = sizeof(struct solo),
  .choose = choose,
};
