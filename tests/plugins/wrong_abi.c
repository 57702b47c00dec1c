/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Built for another version of the interface.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: built for plug-in interface 14, this is interface 15; build it again
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

RMR_ADVERSARY(wrong_abi) = {
  .abi = RMR_ABI - 1,
  .size = sizeof(struct rmr_adversary),
  .name = "wrong_abi",
  .choose = choose,
};
