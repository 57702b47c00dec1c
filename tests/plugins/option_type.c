/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An option of a type that there is not.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: option 'depth' has the unknown type 9
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

static const struct rmr_option options[] = {
  {"depth", 9, 0, "1", 0, 0, "of type 9"},
  {.key = NULL},
};

RMR_ADVERSARY(option_type) = {
  RMR_ADVERSARY_HEAD, .name = "option_type", .options = options, .state_size = 8, .choose = choose,
};
