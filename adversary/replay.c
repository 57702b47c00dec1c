/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * replay: makes the steps of a recorded schedule, in its order (sim/schedule.h has the format). Those behind its line
 * `loop` can be repeated. At its end the run stops, or another adversary takes over, which has been listening all the
 * time. `rmr replay` takes the header of the file too, and compares every step.
 *
 * A schedule may have a parked process read again (docs/model.md, "Waiting"): those that were found by looking at all
 * interleavings do.
 */
#include <rmr/adversary.h>

struct replay {
  uint64_t position; /* of the next step in the file */
  int64_t repeat, rounds;
  uint32_t schedule, then;
};

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  const struct replay *my = self;
  (void)view;
  if (my->repeat == 1 || host->repeatable(host, my->schedule) != 0) return true;
  return host->fail(host, "repeat=%lld, but the schedule has no line `loop`", (long long)my->repeat);
}

/* The next action; RMR_STOP when all have been done. */
static rmr_action next_step(struct replay *my, const struct rmr_host *host)
{
  const rmr_action next = host->scheduled(host, my->schedule, my->position);
  if (next != RMR_STOP || my->rounds + 1 >= my->repeat) return next;
  my->rounds++;
  my->position -= host->repeatable(host, my->schedule);
  return host->scheduled(host, my->schedule, my->position);
}

/* Nothing but a process that exists and is not done can be chosen; whether a change can happen the host finds out. */
static bool can_be_chosen(const struct rmr_view *view, rmr_action action)
{
  const uint32_t p = rmr_action_who(action);
  return rmr_action_kind(action) != RMR_STEP || rmr_is_ready(view, p) || rmr_is_parked(view, p);
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct replay *my = self;
  const rmr_action next = next_step(my, host);
  if (next == RMR_STOP) return my->then != 0 ? host->delegate(host, my->then, view) : RMR_STOP;
  if (!can_be_chosen(view, next)) {
    const uint32_t p = rmr_action_who(next);
    host->fail(host, "step %llu of the schedule is P%u, which %s here", (unsigned long long)my->position + 1, p,
               p > view->n ? "does not exist" : rmr_why_not(view->process[p].status));
    return RMR_STOP;
  }
  my->position++;
  return next;
}

static const struct rmr_option options[] = {
  {"file", RMR_SCHEDULE, offsetof(struct replay, schedule), NULL, 0, 0, "the schedule"},
  {"repeat", RMR_INTEGER, offsetof(struct replay, repeat), "1", 1, 1e9,
   "how often to make the steps behind the line `loop`"},
  {"then", RMR_ADVERSARY_NAME, offsetof(struct replay, then), "", 0, 0,
   "the adversary that continues after it (takes the rest of the text)"},
  {.key = NULL},
};

RMR_ADVERSARY(replay) = {
  RMR_ADVERSARY_HEAD, .flags = RMR_MAY_REREAD | RMR_MAY_CHANGE | RMR_MAY_TICK | RMR_MAY_COMMIT,
  .name = "replay",   .about = "a recorded schedule, then stop or another adversary",
  .options = options, .state_size = sizeof(struct replay),
  .start = start,     .choose = choose,
};
