/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/fences/skipped.h"

#include <stdlib.h>

#include "base/mem.h"
#include "sim/run.h"

/* The place behind the last step of a process. */
struct place {
  uint16_t line; /* of its write; 0: it was none */
  bool cs_ends;  /* a fence at the end of the critical section would be here */
  bool waits;    /* a write of the process is not in memory */
};

struct skipping {
  const struct sim *sim;
  struct order_spec *skipped;
  struct place *behind; /* [1..n] */
};

static struct place place_behind(const struct sim *sim, const struct rmr_event *event)
{
  const uint8_t done = rmr_line_of(sim_system(sim)->algorithm, event->line)->section;
  const uint8_t next = sim_view(sim)->process[event->process].pending.section;
  const bool enters = event->to == RMR_CS && event->from != RMR_CS;
  return (struct place){.line = event->kind == RMR_WRITE ? event->line : 0,
                        .cs_ends = (enters && next == RMR_EXIT) || (done == RMR_CS && next != RMR_CS)};
}

static void see(void *self, const struct rmr_event *event)
{
  struct skipping *s = self;
  const uint32_t p = event->process;
  if (event->action == RMR_STEP) {
    const struct place behind = s->behind[p];
    if (behind.waits && behind.line != 0) order_fence(s->skipped, behind.line);
    if (behind.waits && behind.cs_ends) s->skipped->fence_cs = true;
    s->behind[p] = place_behind(s->sim, event);
  }
  for (uint32_t q = 1; q <= sim_view(s->sim)->n; q++) s->behind[q].waits = sim_has_writes(s->sim, q);
}

bool skipped_by(const struct schedule *schedule, struct order_spec *skipped, struct error *e)
{
  const struct run_spec spec = {.setup = schedule_system(schedule),
                                .schedule = schedule,
                                .repeat = schedule->n_loop != 0 ? 2 : 1,
                                .stall = UINT64_MAX};
  struct run *run = run_create(&spec, e);
  if (run == NULL) return false;
  struct skipping s = {.sim = run_sim(run), .skipped = skipped, .behind = mem_new(schedule->n + 1, sizeof *s.behind)};
  run_observe(run, (struct run_observer){see, &s});
  const bool ok = run_go(run, e);
  run_free(run);
  free(s.behind);
  return ok;
}
