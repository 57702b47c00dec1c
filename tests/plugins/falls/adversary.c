/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An adversary that misbehaves in one hook (deed.h), if it lives that long: HOOK is load, start, choose, observe,
 * measure or unload.
 */
#include <rmr/adversary.h>

#include "deed.h"

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host, (void)view;
  meet(IN_start);
  return true;
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  if (view->step == 10) meet(IN_choose);
  return rmr_next_ready(view, 0);
}

static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  (void)self, (void)host, (void)view, (void)event;
  meet(IN_observe);
}

static const char *const measures[] = {"nothing", NULL};

static double measure(const void *self, uint32_t which)
{
  (void)self, (void)which;
  meet(IN_measure);
  return 0;
}

RMR_ADVERSARY(falls) = {
  RMR_ADVERSARY_HEAD, .name = "falls",      .start = start,     .choose = choose,
  .observe = observe, .measures = measures, .measure = measure,
};
