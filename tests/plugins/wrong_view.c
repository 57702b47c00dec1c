/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Built when the view had other fields.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: events of 64 and views of 8 bytes, expected 64 and 72; build it again
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

RMR_ADVERSARY(wrong_view) = {
  .abi = RMR_ABI,
  .size = sizeof(struct rmr_adversary),
  .event_size = sizeof(struct rmr_event),
  .view_size = 8,
  .name = "wrong_view",
  .choose = choose,
};
