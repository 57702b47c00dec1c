/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An adversary where an algorithm is expected.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: '@' is not an algorithm: it exports no symbol `rmr_algorithm`; it is an adversary
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

RMR_ADVERSARY(no_algorithm) = {
  RMR_ADVERSARY_HEAD,
  .name = "no_algorithm",
  .choose = choose,
};
