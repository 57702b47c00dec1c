/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * random: every ready process is equally likely at every step, independently of the past.
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self;
  return view->ready[rmr_random_below(&host->rng, view->n_ready)];
}

RMR_ADVERSARY(random) = {
  RMR_ADVERSARY_HEAD,
  .name = "random",
  .about = "uniform over the ready processes, at every step anew",
  .choose = choose,
};
