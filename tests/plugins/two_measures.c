/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Has two measures of one name.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: two of its measures are called 'height'
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

static double measure(const void *self, uint32_t which)
{
  (void)self;
  return which;
}

static const char *const measures[] = {"width", "height", "height", NULL};

RMR_ADVERSARY(two_measures) = {
  RMR_ADVERSARY_HEAD, .name = "two_measures", .measures = measures, .measure = measure, .choose = choose,
};
