/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ends the run at once. That is its right: nothing was measured, and the result says so.
 *
 * run: -a bakery -n 2 -s @
 * exit: 0
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host, (void)view;
  return RMR_STOP;
}

RMR_ADVERSARY(stops) = {
  RMR_ADVERSARY_HEAD,
  .name = "stops",
  .choose = choose,
};
