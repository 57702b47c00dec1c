/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An option without a default, of which nothing is said.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: adversary @ needs the option target=...
 * run: -a bakery -n 2 -s @:target=1
 * exit: 0
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

static const struct rmr_option options[] = {
  {"target", RMR_INTEGER, 0, NULL, 0, 0, NULL},
  {.key = NULL},
};

RMR_ADVERSARY(option_plain) = {
  RMR_ADVERSARY_HEAD, .name = "option_plain", .options = options, .state_size = 8, .choose = choose,
};
