/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/lanes.h"

#include <stdlib.h>

#include "base/mem.h"
#include "sim/state.h"
#include "sim/step.h"

struct lane {
  uint64_t since, parked; /* where the open bar began, and where it was parked; parked 0: it is not */
  uint8_t section;
};

struct last_write {
  uint64_t step;
  uint32_t process; /* 0: nobody wrote it */
};

struct lanes {
  const struct sim *sim;
  struct lane *lane;       /* [p] */
  bool *held, *fed;        /* [var * n + p - 1]: it holds a valid copy; it has read what was written last */
  struct last_write *last; /* [var] */
  struct lanes_drawn drawn;
};

struct lanes *lanes_create(const struct sim *sim)
{
  const struct system *system = sim_system(sim);
  struct lanes *lanes = mem_new(1, sizeof *lanes);
  *lanes = (struct lanes){.sim = sim, .lane = mem_new(system->n + 1, sizeof *lanes->lane)};
  lanes->held = mem_new((size_t)system->n_registers * system->n, sizeof *lanes->held);
  lanes->last = mem_new(system->n_registers, sizeof *lanes->last);
  lanes->fed = mem_new((size_t)system->n_registers * system->n, sizeof *lanes->fed);
  return lanes;
}

void lanes_free(struct lanes *lanes)
{
  if (lanes == NULL) return;
  free(lanes->lane);
  free(lanes->held);
  free(lanes->fed);
  free(lanes->last);
  free(lanes->drawn.bar);
  free(lanes->drawn.mark);
  free(lanes->drawn.arrow);
  free(lanes);
}

static void add_bar(struct lanes_drawn *d, struct lane_bar bar)
{
  d->bar = mem_another(d->bar, d->n_bars, sizeof bar);
  d->bar[d->n_bars++] = bar;
}

static void add_mark(struct lanes_drawn *d, struct lane_mark mark)
{
  d->mark = mem_another(d->mark, d->n_marks, sizeof mark);
  d->mark[d->n_marks++] = mark;
}

static void add_arrow(struct lanes_drawn *d, struct lane_arrow arrow)
{
  d->arrow = mem_another(d->arrow, d->n_arrows, sizeof arrow);
  d->arrow[d->n_arrows++] = arrow;
}

static void enter_section(struct lanes *lanes, uint32_t p, uint8_t section, uint64_t step)
{
  struct lane *lane = &lanes->lane[p];
  if (lane->section == section) return;
  if (lane->section != RMR_REMAINDER) add_bar(&lanes->drawn, (struct lane_bar){lane->since, step, p, lane->section});
  lane->section = section;
  lane->since = step;
}

static void wake(struct lanes *lanes, uint32_t p, uint64_t step)
{
  struct lane *lane = &lanes->lane[p];
  if (lane->parked != 0) add_bar(&lanes->drawn, (struct lane_bar){lane->parked, step, p, RMR_REMAINDER});
  lane->parked = 0;
}

/* Whose copies the write took away. */
static void see_copies(struct lanes *lanes, const struct rmr_event *event)
{
  const uint32_t n = sim_system(lanes->sim)->n;
  if (!memory_has_caches(sim_system(lanes->sim)->memory)) return;
  for (uint32_t q = 1; q <= n; q++) {
    bool *held = &lanes->held[(size_t)event->var * n + q - 1];
    const bool holds = sim_holds(lanes->sim, q, event->var);
    if (*held && !holds && q != event->process)
      add_arrow(&lanes->drawn, (struct lane_arrow){event->step, event->step, event->process, q});
    *held = holds;
  }
}

static void see_value(struct lanes *lanes, const struct rmr_event *event)
{
  struct last_write *last = &lanes->last[event->var];
  const uint32_t n = sim_system(lanes->sim)->n;
  bool *fed = &lanes->fed[(size_t)event->var * n];
  if (rmr_kind_reads(event->kind) && last->process != 0 && last->process != event->process && !fed[event->process - 1])
    add_arrow(&lanes->drawn, (struct lane_arrow){last->step, event->step, last->process, event->process});
  fed[event->process - 1] = true;
  for (uint32_t q = 1; rmr_kind_writes(event->kind) && q <= n; q++) fed[q - 1] = q == event->process;
  if (rmr_kind_writes(event->kind)) *last = (struct last_write){event->step, event->process};
}

/* A crash, or a new process. */
static void see_moved(struct lanes *lanes, const struct rmr_event *event)
{
  const struct system *system = sim_system(lanes->sim);
  const struct befallen whom = action_befallen(event->action, event->var, system->n);
  for (uint32_t p = whom.first; p <= whom.last; p++) {
    if (action_table[event->action].ends)
      add_mark(&lanes->drawn, (struct lane_mark){event->step, p, 0, RMR_FREE, MARK_CRASH});
    wake(lanes, p, event->step);
    enter_section(lanes, p, lanes->sim->process[p].section, event->step);
    for (uint32_t var = 0; var < system->n_registers; var++) lanes->held[(size_t)var * system->n + p - 1] = false;
  }
}

/* A write that comes to memory: to the others it is made now. */
static void see_commit(struct lanes *lanes, const struct rmr_event *event)
{
  struct rmr_event write = *event;
  add_mark(&lanes->drawn, (struct lane_mark){event->step, event->var, 0, RMR_FREE, MARK_COMMIT});
  if (event->committed == RMR_NOWHERE) return;
  write.process = event->var;
  write.var = event->committed;
  write.kind = RMR_WRITE;
  see_copies(lanes, &write);
  see_value(lanes, &write);
}

static void see_step(struct lanes *lanes, const struct rmr_event *event)
{
  const uint32_t p = event->process;
  add_mark(&lanes->drawn, (struct lane_mark){event->step, p, event->line, event->cause, MARK_STEP});
  if (rmr_kind_accesses(event->kind) && !event->buffered) {
    see_copies(lanes, event);
    see_value(lanes, event);
  }
  /* the first access of a passage is made in the section of its line, not in the remainder */
  if (event->from == RMR_REMAINDER)
    enter_section(lanes, p, rmr_line_of(sim_system(lanes->sim)->algorithm, event->line)->section, event->step - 1);
  enter_section(lanes, p, event->to, event->step);
  if (event->parked) lanes->lane[p].parked = event->step;
}

void lanes_see(struct lanes *lanes, const struct rmr_event *event)
{
  const struct rmr_view *view = sim_view(lanes->sim);
  if (event->action == RMR_STEP)
    see_step(lanes, event);
  else if (event->action == RMR_COMMIT)
    see_commit(lanes, event);
  else
    see_moved(lanes, event);
  for (uint32_t k = 0; k < event->woken; k++) wake(lanes, view->woken[k], event->step);
}

void lanes_close(struct lanes *lanes, uint64_t steps)
{
  for (uint32_t p = 1; p <= sim_system(lanes->sim)->n; p++) {
    wake(lanes, p, steps + 1);
    enter_section(lanes, p, RMR_REMAINDER, steps + 1);
  }
}

const struct lanes_drawn *lanes_drawn(const struct lanes *lanes)
{
  return &lanes->drawn;
}
