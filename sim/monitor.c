/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/monitor.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "sim/state.h"

void monitor_init(struct monitor *monitor, const struct sim *sim)
{
  const struct rmr_algorithm *a = sim->algorithm;
  bool has_doorway = false;
  for (uint32_t row = 0; row < a->n_rows; row++)
    if (a->lines[row].line != 0 && a->lines[row].section == RMR_DOORWAY) has_doorway = true;
  *monitor = (struct monitor){.n = sim->n, .watch_fcfs = has_doorway && a->claims.p[5] == RMR_YES};
  monitor->in_cs_of_session = mem_new(sim->size_of.sessions + 1, sizeof *monitor->in_cs_of_session);
  monitor->doorway_begun = mem_new(sim->n + 1, sizeof *monitor->doorway_begun);
  monitor->doorway_ended = mem_new(sim->n + 1, sizeof *monitor->doorway_ended);
}

void monitor_fini(struct monitor *monitor)
{
  free(monitor->in_cs_of_session);
  free(monitor->doorway_begun);
  free(monitor->doorway_ended);
  *monitor = (struct monitor){0};
}

/* Keeps the first violation of each property; `number` is 1 or 5. */
static void record(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event, int number,
                   uint32_t other)
{
  uint64_t *count = number == 1 ? &monitor->p1_count : &monitor->p5_count;
  if ((*count)++ != 0) return;
  struct violation *v = &monitor->violation[monitor->n_violations++];
  *v = (struct violation){.step = event->step, .process = event->process, .other = other};
  snprintf(v->property, sizeof v->property, "P%d", number);
  const uint32_t sp = event->session, sq = sim->process[other].session;
  if (number == 1)
    snprintf(v->text, sizeof v->text, "P1: P%u (session %u) enters the CS while P%u (session %u) is there",
             event->process, sp, other, sq);
  else
    snprintf(v->text, sizeof v->text,
             "P5: P%u (session %u) enters the CS before P%u (session %u), which had completed its doorway first",
             event->process, sp, other, sq);
}

static void check_exclusion(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event)
{
  const uint32_t friends = sim->algorithm->group ? monitor->in_cs_of_session[event->session] : 0;
  if (monitor->in_cs == friends) return;
  for (uint32_t q = 1; q <= sim->n; q++)
    if (q != event->process && sim->process[q].section == RMR_CS &&
        sim_conflict(sim, event->session, sim->process[q].session)) {
      record(monitor, sim, event, 1, q);
      return;
    }
}

static void check_order(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event)
{
  const uint64_t begun = monitor->doorway_begun[event->process];
  for (uint32_t q = 1; q <= sim->n; q++)
    if (monitor->doorway_ended[q] != 0 && monitor->doorway_ended[q] < begun &&
        sim_conflict(sim, event->session, sim->process[q].session)) {
      record(monitor, sim, event, 5, q);
      return;
    }
}

void monitor_section(struct monitor *monitor, const struct sim *sim, const struct rmr_event *event)
{
  const uint32_t p = event->process;
  if (event->from == RMR_REMAINDER) monitor->doorway_begun[p] = event->step;
  if (event->from == RMR_CS) {
    monitor->in_cs--;
    monitor->in_cs_of_session[event->session]--;
  }
  if (event->to == RMR_WAITING && monitor->doorway_ended[p] == 0) monitor->doorway_ended[p] = event->step;
  if (event->to == RMR_CS) {
    monitor->doorway_ended[p] = 0;
    check_exclusion(monitor, sim, event);
    if (monitor->watch_fcfs) check_order(monitor, sim, event);
    monitor->in_cs++;
    monitor->in_cs_of_session[event->session]++;
  }
}
