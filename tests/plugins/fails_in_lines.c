/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A reason of two lines in Latin-1.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: adversary @: caf\xE9\nau lait
 */
#include <rmr/adversary.h>

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)view;
  return host->fail(host, "caf\xe9\n%s", "au lait");
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

RMR_ADVERSARY(fails_in_lines) = {
  RMR_ADVERSARY_HEAD,
  .name = "fails_in_lines",
  .start = start,
  .choose = choose,
};
