/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A `choose` that does not return. The watchdog ends it after 20 seconds.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: adversary @ has not made a choice for 20 seconds; giving up
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  for (volatile bool for_ever = true; for_ever;) continue;
  return view->ready[0];
}

RMR_ADVERSARY(hangs) = {
  RMR_ADVERSARY_HEAD,
  .name = "hangs",
  .choose = choose,
};
