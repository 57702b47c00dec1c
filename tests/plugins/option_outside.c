/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An option that would be stored behind the state.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: option 'depth' lies outside the state of 4 bytes
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

static const struct rmr_option options[] = {
  {"depth", RMR_INTEGER, 0, "1", 0, 0, "eight bytes"},
  {.key = NULL},
};

RMR_ADVERSARY(option_outside) = {
  RMR_ADVERSARY_HEAD, .name = "option_outside", .options = options, .state_size = 4, .choose = choose,
};
