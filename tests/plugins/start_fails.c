/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A start that fails with a reason.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: adversary @: 3 processes are needed, there are 2
 * run: -a bakery -n 3 -s @
 * exit: 0
 */
#include <rmr/adversary.h>

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self;
  return view->n >= 3 || host->fail(host, "3 processes are needed, there are %u", view->n);
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

RMR_ADVERSARY(start_fails) = {
  RMR_ADVERSARY_HEAD,
  .name = "start_fails",
  .start = start,
  .choose = choose,
};
