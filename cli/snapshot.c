/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * snapshot.c: `rmr forks --schedule`: a picture of the graph in the midst of a recorded run.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "cli/cmd_forks.h"
#include "cli/replaying.h"
#include "model/arbitration/draw.h"
#include "sim/moment.h"
#include "sim/run.h"
#include "sim/schedule.h"

/* The run, stopped at the instant. */
struct stopped {
  const struct schedule *schedule;
  const struct run *run;
  struct graph graph;
  uint64_t step;
};

static enum draw_doing doing(uint8_t section)
{
  switch ((enum rmr_section)section) {
  case RMR_RECOVER:
  case RMR_DOORWAY:
  case RMR_WAITING: return DRAW_HUNGRY;
  case RMR_CS: return DRAW_EATS;
  case RMR_EXIT: return DRAW_LEAVES;
  case RMR_REMAINDER:
  case RMR_N_SECTIONS: break;
  }
  return DRAW_THINKS;
}

/* Which of the two neighbours a < b it is. */
static uint8_t side(uint32_t who, uint32_t a)
{
  return who == 0 ? DRAW_NEITHER : who == a ? DRAW_A : DRAW_B;
}

static struct draw_between between(const struct rmr_algorithm *algorithm, const struct rmr_moment *now, struct fork f)
{
  struct rmr_between is = {0};
  if (algorithm->between != NULL) is = algorithm->between(now, f.a + 1, f.b + 1);
  return (struct draw_between){.owner = is.owned ? side(is.owner, f.a + 1) : DRAW_BOTH,
                               .ready = side(is.ready, f.a + 1),
                               .arrow = side(is.arrow, f.a + 1)};
}

static void draw(void *self, FILE *out)
{
  const struct stopped *stopped = self;
  const struct sim *sim = run_sim(stopped->run);
  const struct graph *graph = &stopped->graph;
  enum draw_doing *all = mem_new(graph->n, sizeof *all);
  struct draw_between *forks = mem_new(graph->n_forks, sizeof *forks);
  struct moment moment;
  moment_init(&moment, sim);
  for (uint32_t i = 0; i < graph->n; i++) all[i] = doing(sim_view(sim)->process[i + 1].section);
  for (uint32_t k = 0; k < graph->n_forks; k++)
    forks[k] = between(stopped->schedule->algorithm, &moment.now, graph->fork[k]);
  char *title = mem_format("%s, after %" PRIu64 " of %zu steps", stopped->schedule->text, stopped->step,
                           stopped->schedule->n_steps);
  const struct snapshot snapshot = {.title = title, .doing = all, .between = forks};
  draw_snapshot(graph, &snapshot, out);
  free(title);
  moment_fini(&moment);
  free(forks);
  free(all);
}

/* A run in which everybody has made all passages is over, whatever the schedule goes on with. */
static bool is_there(const struct stopped *stopped, const struct instant *instant, struct error *e)
{
  const uint64_t made = sim_view(run_sim(stopped->run))->step;
  return made == stopped->step || fail_at(e, EXIT_USAGE, instant->schedule, 0, 0, "is over after %" PRIu64 " steps: %s",
                                          made, run_end_name(run_ended(stopped->run)));
}

/* Whether the whole run comes out as it is recorded. */
static bool is_as_recorded(const struct schedule *schedule, const struct instant *instant, struct error *e)
{
  struct run *run = replay_run(&(struct replaying){.schedule = schedule, .file = instant->schedule, .repeat = 1}, e);
  const bool ok = run != NULL;
  run_free(run);
  return ok;
}

/* Makes the steps up to the instant. */
static bool print_at(const struct schedule *schedule, const struct instant *instant, enum form form, struct error *e)
{
  const struct rmr_neighbours *graph = neighbours_of(schedule->algorithm, schedule->parameters);
  struct stopped stopped = {.schedule = schedule, .step = instant->at_step ? instant->step : schedule->n_steps};
  char *adversary = mem_format("replay:file=%s", instant->schedule);
  const struct run_spec spec = {.setup = schedule_system(schedule),
                                .adversary = adversary,
                                .stall = UINT64_MAX, /* a schedule ends by itself */
                                .max_steps = stopped.step};
  struct run *run = run_create(&spec, e);
  stopped.run = run;
  const bool ok = run != NULL && (stopped.step == 0 || run_go(run, e)) && is_there(&stopped, instant, e) &&
                  graph_parse(graph->text, NULL, schedule->n, &stopped.graph, e) &&
                  picture_print(draw, &stopped, form, e);
  graph_free(&stopped.graph);
  run_free(run);
  free(adversary);
  return ok;
}

bool snapshot_print(const struct instant *instant, enum form form, struct error *e)
{
  struct schedule *schedule = mem_new(1, sizeof *schedule);
  bool ok = schedule_read(instant->schedule, NULL, schedule, e);
  if (ok && !neighbours_has(schedule->algorithm))
    ok = fail_at(e, EXIT_USAGE, instant->schedule, 0, 0,
                 "is a schedule of %s, which has no graph; expected one of an algorithm that has, such as philosophers",
                 schedule->text);
  if (ok && instant->at_step && instant->step > schedule->n_steps)
    ok = fail_at(e, EXIT_USAGE, instant->schedule, 0, 0, "has %zu steps; expected a step from 0 to %zu, not %" PRIu64,
                 schedule->n_steps, schedule->n_steps, instant->step);
  ok = ok && is_as_recorded(schedule, instant, e) && print_at(schedule, instant, form, e);
  schedule_free(schedule);
  free(schedule);
  return ok;
}
