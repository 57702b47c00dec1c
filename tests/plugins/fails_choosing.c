/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reports a failure and yet chooses a process: the run fails all the same.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: adversary @: lost at step 4
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self;
  if (view->step == 4) host->fail(host, "lost at step %llu", (unsigned long long)view->step);
  return view->ready[0];
}

RMR_ADVERSARY(fails_choosing) = {
  RMR_ADVERSARY_HEAD,
  .name = "fails_choosing",
  .choose = choose,
};
