/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A start that fails and does not say why.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: adversary @: its start failed and gave no reason
 */
#include <rmr/adversary.h>

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host, (void)view;
  return false;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

RMR_ADVERSARY(start_silent) = {
  RMR_ADVERSARY_HEAD,
  .name = "start_silent",
  .start = start,
  .choose = choose,
};
