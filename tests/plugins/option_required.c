/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An option without a default.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: adversary @ needs the option target=... (whom to hold up)
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
  {"target", RMR_INTEGER, 0, NULL, 0, 0, "whom to hold up"},
  {.key = NULL},
};

RMR_ADVERSARY(option_required) = {
  RMR_ADVERSARY_HEAD, .name = "option_required", .options = options, .state_size = 8, .choose = choose,
};
