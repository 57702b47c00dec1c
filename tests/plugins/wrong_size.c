/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The struct of other headers: it has a field more.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: struct rmr_adversary has 112 bytes, expected 104; build it again with these headers
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

RMR_ADVERSARY(wrong_size) = {
  .abi = RMR_ABI,
  .size = sizeof(struct rmr_adversary) + 8,
  .name = "wrong_size",
  .choose = choose,
};
