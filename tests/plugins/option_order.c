/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The option that takes the rest of the text must be the last.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: option 'then' names an adversary and must be the last one
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

static const struct rmr_option options[] = {
  {"then", RMR_ADVERSARY_NAME, 0, "", 0, 0, "who goes on"},
  {"depth", RMR_INTEGER, 8, "1", 0, 0, "after it"},
  {.key = NULL},
};

RMR_ADVERSARY(option_order) = {
  RMR_ADVERSARY_HEAD, .name = "option_order", .options = options, .state_size = 16, .choose = choose,
};
