/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Brings P1 into the CS and then lets P2 wait for it, for ever. In `cc` P2 parks; in `dsm` it spins on and on.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: adversary @ chose P2 at step 18, which is parked: it waits on values that it has in its cache
 * run: -a bakery -n 2 -s replay:file=%.schedule,then=@
 * exit: 64
 * says: rmr simulate: adversary @ chose P2 at step 18, which is parked: it waits on values that it has in its cache
 * run: -a bakery -n 2 -s @ -m dsm
 * exit: 30
 * says: rmr simulate: gave up: under @ no passage began or ended in 50000000 steps
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return view->process[1].section == RMR_CS ? 2 : 1;
}

RMR_ADVERSARY(waits) = {
  RMR_ADVERSARY_HEAD,
  .name = "waits",
  .choose = choose,
};
