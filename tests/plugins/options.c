/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Its options are sound; the texts behind the colon are not.
 *
 * run: -a bakery -n 2 -s @:depht=3
 * exit: 64
 * says: rmr simulate: adversary @ has no option 'depht'; did you mean 'depth'?
 * run: -a bakery -n 2 -s @:colour=3
 * exit: 64
 * says: rmr simulate: adversary @ has no option 'colour'; it has depth, any, chance
 * run: -a bakery -n 2 -s @:depth=11
 * exit: 64
 * says: rmr simulate: adversary @: depth is 11; expected 1 to 10
 * run: -a bakery -n 2 -s @:depth=0
 * exit: 64
 * says: rmr simulate: adversary @: depth is 0; expected 1 to 10
 * run: -a bakery -n 2 -s @:depth=three
 * exit: 64
 * says: rmr simulate: adversary @: depth is 'three'; expected a whole number
 * run: -a bakery -n 2 -s @:depth=1.5
 * exit: 64
 * says: rmr simulate: adversary @: depth is '1.5'; expected a whole number
 * run: -a bakery -n 2 -s @:depth=
 * exit: 64
 * says: rmr simulate: adversary @: depth is ''; expected a whole number
 * run: -a bakery -n 2 -s @:chance=often
 * exit: 64
 * says: rmr simulate: adversary @: chance is 'often'; expected a number
 * run: -a bakery -n 2 -s @:chance=nan
 * exit: 64
 * says: rmr simulate: adversary @: chance is 'nan'; expected a number
 * run: -a bakery -n 2 -s @:any=9999999999999999999
 * exit: 64
 * says: rmr simulate: adversary @: any is '9999999999999999999'; expected a whole number
 * run: -a bakery -n 2 -s @:depth
 * exit: 64
 * says: rmr simulate: adversary @: 'depth': expected key=value
 * run: -a bakery -n 2 -s @:depth=2,chance
 * exit: 64
 * says: rmr simulate: adversary @: 'chance': expected key=value
 * run: -a bakery -n 2 -s @:any=9223372036854775807
 * exit: 0
 */
#include <rmr/adversary.h>

struct options {
  int64_t depth, any;
  double chance;
};

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  const struct options *my = self;
  (void)view;
  return my->any == 0 || my->any == INT64_MAX || host->fail(host, "any lost its last digits");
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return rmr_next_ready(view, 0);
}

static const struct rmr_option options[] = {
  {"depth", RMR_INTEGER, offsetof(struct options, depth), "1", 1, 10, "a bounded whole number"},
  {"any", RMR_INTEGER, offsetof(struct options, any), "0", 0, 0, "an unbounded one"},
  {"chance", RMR_NUMBER, offsetof(struct options, chance), "0.5", 0, 1, "a real number"},
  {.key = NULL},
};

RMR_ADVERSARY(options) = {
  RMR_ADVERSARY_HEAD, .name = "options", .options = options, .state_size = sizeof(struct options),
  .start = start,     .choose = choose,
};
