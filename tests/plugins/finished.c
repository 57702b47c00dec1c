/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Goes on with P1 when P1 has made all its passages.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: adversary @ chose P1 at step 11, which has made all its passages
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host, (void)view;
  return 1;
}

RMR_ADVERSARY(finished) = {
  RMR_ADVERSARY_HEAD,
  .name = "finished",
  .choose = choose,
};
