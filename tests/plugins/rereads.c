/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Brings P1 into the CS, lets P2 wait for it, and has it read again what it waits for, as it says that it may. The same
 * when another adversary hands over to it. It goes on until it is stopped, and P2 does not pay for it: 7 RMRs and no
 * more.
 *
 * run: -a bakery -n 2 -s @ --max-steps 100
 * exit: 30
 * says:
 * run: -a bakery -n 2 -s replay:file=%.schedule,then=@ --max-steps 100
 * exit: 30
 * says:
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self;
  if (view->process[2].rmr > 7) host->fail(host, "P2 has paid %u", view->process[2].rmr);
  return view->process[1].section == RMR_CS ? 2 : 1;
}

RMR_ADVERSARY(rereads) = {
  RMR_ADVERSARY_HEAD,
  .flags = RMR_MAY_REREAD,
  .name = "rereads",
  .choose = choose,
};
