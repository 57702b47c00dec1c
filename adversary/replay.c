/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * replay: the processes move in the order of a recorded schedule (sim/schedule.h has the format). At its end the run stops, or
 * another adversary takes over, which has been listening all the time. `rmr replay` compares every step as well.
 */
#include <rmr/adversary.h>

struct replay {
  uint64_t position;
  uint32_t schedule, then;
};

static uint32_t choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct replay *my = self;
  const uint32_t p = host->scheduled(host, my->schedule, my->position);
  if (p == RMR_STOP) return my->then != 0 ? host->delegate(host, my->then, view) : RMR_STOP;
  if (!rmr_is_ready(view, p)) {
    host->fail(host, "step %llu of the schedule is P%u, which %s here", (unsigned long long)my->position + 1, p,
               p > view->n                           ? "does not exist"
               : view->process[p].status == RMR_DONE ? "has made all its passages"
                                                     : "is parked");
    return RMR_STOP;
  }
  my->position++;
  return p;
}

static const struct rmr_option options[] = {
  {"file", RMR_SCHEDULE, offsetof(struct replay, schedule), NULL, 0, 0, "the schedule"},
  {"then", RMR_ADVERSARY_NAME, offsetof(struct replay, then), "", 0, 0,
   "who goes on after it (takes the rest of the text)"},
  {.key = NULL},
};

RMR_ADVERSARY(replay) = {
  RMR_ADVERSARY_HEAD,
  .name = "replay",
  .about = "a recorded schedule, then stop or another adversary",
  .options = options,
  .state_size = sizeof(struct replay),
  .choose = choose,
};
