/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Chooses somebody who does not exist.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: adversary @ chose process 99 at step 1; there are P1 to P2
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host, (void)view;
  return 99;
}

RMR_ADVERSARY(out_of_range) = {
  RMR_ADVERSARY_HEAD,
  .name = "out_of_range",
  .choose = choose,
};
