/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Says two lines in Latin-1, which come out as one in ASCII.
 *
 * run: -a bakery -n 2 -s @
 * exit: 0
 * says: adversary @: caf\xE9\nau lait
 */
#include <rmr/adversary.h>

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)view;
  host->log(host, "caf\xe9\n%s", "au lait");
  return true;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

RMR_ADVERSARY(talks_in_lines) = {
  RMR_ADVERSARY_HEAD,
  .name = "talks_in_lines",
  .start = start,
  .choose = choose,
};
