/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An option that rings.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: '\x07' is not a name for an option
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

static const struct rmr_option options[] = {
  {"\a", RMR_INTEGER, 0, "1", 0, 0, "how loud"},
  {.key = NULL},
};

RMR_ADVERSARY(option_bell) = {
  RMR_ADVERSARY_HEAD, .name = "option_bell", .options = options, .state_size = 8, .choose = choose,
};
