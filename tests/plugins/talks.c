/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Says something, which goes to stderr under its name.
 *
 * run: -a bakery -n 2 -s @
 * exit: 0
 * says: adversary @: 2 processes of bakery
 */
#include <rmr/adversary.h>

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self;
  host->log(host, "%u processes of %s", view->n, host->algorithm->name);
  return true;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

RMR_ADVERSARY(talks) = {
  RMR_ADVERSARY_HEAD,
  .name = "talks",
  .start = start,
  .choose = choose,
};
