/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bursty: a uniformly chosen ready process takes a burst of steps, as a core does between two preemptions. Burst
 * lengths are geometric with the given mean; a burst ends early when its process parks or is done.
 */
#include <rmr/adversary.h>

struct bursty {
  double mean;
  uint32_t current;
};

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  struct bursty *my = self;
  const bool over = !rmr_is_ready(view, my->current) || rmr_random_unit(&host->rng) * my->mean < 1.0;
  if (over) my->current = view->ready[rmr_random_below(&host->rng, view->n_ready)];
  return my->current;
}

static const struct rmr_option options[] = {
  {"mean", RMR_NUMBER, offsetof(struct bursty, mean), "16", 1, 1e9, "mean number of steps in a burst"},
  {.key = NULL},
};

RMR_ADVERSARY(bursty) = {
  RMR_ADVERSARY_HEAD,
  .name = "bursty",
  .about = "a random process takes a burst of steps, then another",
  .options = options,
  .state_size = sizeof(struct bursty),
  .choose = choose,
};
