/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nameless.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: the adversary has no name
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

RMR_ADVERSARY(no_name) = {
  RMR_ADVERSARY_HEAD,
  .choose = choose,
};
