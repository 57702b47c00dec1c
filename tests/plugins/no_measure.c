/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Promises a measure and has no hook that tells it.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: `measures` is given but the hook `measure` is missing
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

static const char *const measures[] = {"height", NULL};

RMR_ADVERSARY(no_measure) = {
  RMR_ADVERSARY_HEAD,
  .name = "no_measure",
  .measures = measures,
  .choose = choose,
};
