/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * changing: another adversary, under which what happens by itself happens by chance: the changes that an algorithm
 * declares (struct rmr_change), as the signal to go away of abortable_queue. Where it declares none it is the other
 * adversary alone.
 *
 *   rate    before each step, with this probability, one of the changes that can happen does
 *   then    who chooses the steps
 *
 * All choices are uniform, and drawn from the run's seed. When nobody can move, one of the changes happens at once.
 */
#include <rmr/adversary.h>

struct changing {
  double rate;
  uint32_t then;
  uint32_t changes; /* so far */
};

/* One of those that can happen now; RMR_STOP: there is none. */
static rmr_action draw(struct rmr_host *host)
{
  rmr_action action, drawn = RMR_STOP;
  uint32_t n = 0;
  for (uint32_t k = 0; (action = host->changes(host, 0, k)) != RMR_STOP; k++)
    if (rmr_action_kind(action) == RMR_CHANGE && rmr_random_below(&host->rng, ++n) == 0) drawn = action;
  return drawn;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct changing *my = self;
  rmr_action action = RMR_STOP;
  if (view->n_ready == 0 || (my->rate > 0 && rmr_random_unit(&host->rng) < my->rate)) action = draw(host);
  if (action == RMR_STOP) return host->delegate(host, my->then, view);
  my->changes++;
  return action;
}

static const char *const measures[] = {"changes", NULL};

static double measure(const void *self, uint32_t which)
{
  const struct changing *my = self;
  (void)which;
  return my->changes;
}

static const struct rmr_option options[] = {
  {"rate", RMR_NUMBER, offsetof(struct changing, rate), "0.05", 0, 1, "probability of a change before each step"},
  {"then", RMR_ADVERSARY_NAME, offsetof(struct changing, then), "random", 0, 0,
   "the adversary that chooses the steps (takes the rest of the text)"},
  {.key = NULL},
};

RMR_ADVERSARY(changing) = {
  RMR_ADVERSARY_HEAD,   .flags = RMR_MAY_REREAD | RMR_MAY_CHANGE,
  .name = "changing",   .about = "another adversary, with random changes that the algorithm declares",
  .options = options,   .state_size = sizeof(struct changing),
  .measures = measures, .choose = choose,
  .measure = measure,
};
