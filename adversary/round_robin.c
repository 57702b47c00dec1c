/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * round_robin: the ready processes take steps in turn, P1 first; after P_i comes the next ready one above i, then from
 * P1 again.
 */
#include <rmr/adversary.h>

struct round_robin {
  uint32_t last; /* the last choice, 0 at first */
};

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct round_robin *my = self;
  (void)host;
  return my->last = rmr_next_ready(view, my->last);
}

RMR_ADVERSARY(round_robin) = {
  RMR_ADVERSARY_HEAD,
  .name = "round_robin",
  .about = "one step each, in the order of their numbers",
  .state_size = sizeof(struct round_robin),
  .choose = choose,
};
