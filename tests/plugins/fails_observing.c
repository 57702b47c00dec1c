/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reports a failure from `observe`, also when it is only the one that another adversary names.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: adversary @: P2 is in the CS
 * run: -a bakery -n 2 -s replay:file=%.schedule,then=@
 * exit: 64
 * says: rmr simulate: adversary @: P2 is in the CS
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  (void)self, (void)view;
  if (event->process == 2 && event->to == RMR_CS) host->fail(host, "P2 is in the CS");
}

RMR_ADVERSARY(fails_observing) = {
  RMR_ADVERSARY_HEAD,
  .name = "fails_observing",
  .choose = choose,
  .observe = observe,
};
