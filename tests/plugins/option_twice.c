/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two options of one name.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: two options are called 'depth'
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

static const struct rmr_option options[] = {
  {"depth", RMR_INTEGER, 0, "1", 0, 0, "how deep"},
  {"depth", RMR_INTEGER, 8, "1", 0, 0, "how deep again"},
  {.key = NULL},
};

RMR_ADVERSARY(option_twice) = {
  RMR_ADVERSARY_HEAD, .name = "option_twice", .options = options, .state_size = 16, .choose = choose,
};
