/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A measure whose name has two lines.
 *
 * run: -a bakery -n 2 -s @
 * exit: 64
 * says: rmr simulate: @: one of its texts is not UTF-8 without control or invisible characters
 */
#include <rmr/adversary.h>

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

static const char *const measures[] = {"hei\nght", NULL};

static double measure(const void *self, uint32_t which)
{
  (void)self, (void)which;
  return 1;
}

RMR_ADVERSARY(measure_lines) = {
  RMR_ADVERSARY_HEAD, .name = "measure_lines", .measures = measures, .choose = choose, .measure = measure,
};
