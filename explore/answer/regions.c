/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/mem.h"
#include "base/thread_pool.h"
#include "explore/answer/named_path.h"
#include "explore/answer/properties.h"
#include "explore/engines/engine.h"
#include "explore/engines/grace_period.h"
#include "explore/tables/components.h"

/* The tasks are done in waves, so that the results of one wave can settle tasks of the next without a search. */
enum wave {
  WAVE_STUCK, /* P6, where it settles P2 */
  WAVE_MAIN,
  WAVE_AFTER, /* P6, where P2 settles it; P7 */
  N_WAVES
};

/* One region to search, and the result. */
struct task {
  enum property_id property;
  struct region region;
  enum wave wave;
  bool unasked; /* it may settle others, but nobody asked for its property */
  bool done;
  bool settled; /* it holds, as is known without a search */
  bool holds, complete;
  bool rests; /* see struct explored_property */
  bool cut;   /* see struct explored_property */
  bool left;  /* there was no room for it beside the others: it is done again, alone */
  uint64_t most;
  struct witness witness;
};

struct tasks {
  const struct explore_spec *spec;
  const struct space *space;
  const struct visited *visited;
  struct cycles cycles; /* n = 0: nobody asks for a fair component, or there is no room for them */
  struct task *task;
  uint32_t n;
  enum wave wave;   /* that is being done */
  bool together;    /* several are being done at the same time */
  bool enters_once; /* no cycle of a process's own steps completes an entry, and an entry is left in no other way */
};

/* A state of the region that has no better way out than the worst that there is. */
static bool is_lost(void *self, uint32_t id)
{
  const struct depth *depth = self;
  return *visited_map_at(&depth->value, id) == (DEPTH_LEFT | depth->way);
}

/* The way to what breaks the property; of the response, where it holds, the longest wait. */
static bool find_path(const struct tasks *tasks, const struct task *task, const struct explore_limits *limits,
                      struct depth *found, struct path *path)
{
  const struct space *space = tasks->space;
  const struct visited *visited = tasks->visited;
  const struct region *region = &task->region;
  const bool longest = region->kind == REGION_WANTED && task->holds && task->complete;
  uint64_t unpaid = 0;
  return (found->positive_cycle && path_positive_cycle(space, visited, limits, region, found, path)) ||
         (found->fair && path_fair(space, visited, limits, region, found, path)) ||
         (found->way != REGION_WAY_OUT && path_to(space, visited, limits, is_lost, found, path)) ||
         (longest && path_longest(space, visited, limits, region, found, path, &unpaid) && unpaid == 0);
}

static void show(const struct tasks *tasks, struct task *task, const struct explore_limits *limits, struct depth *found,
                 struct path *path)
{
  if (tasks->space->symmetry != NULL && found->fair) {
    struct visited *own = mem_new(1, sizeof *own); /* too large for the stack beside another one */
    if (named_fair_path(tasks->space, tasks->visited, limits, &task->region, found, own, path))
      witness_of_run(&task->witness, tasks->space, own, path);
    visited_free(own);
    free(own);
  } else if (find_path(tasks, task, limits, found, path)) {
    witness_create(&task->witness, tasks->space, tasks->visited, path);
  }
}

static void do_task(void *self, uint32_t item, uint32_t thread)
{
  const struct tasks *tasks = self;
  struct task *task = &tasks->task[item];
  if (task->wave != tasks->wave) return;
  task->left = false;
  struct explore_limits limits = tasks->spec->limits;
  if (tasks->together) limits.threads = 1;
  if (thread != 0) limits.tell = NULL;
  task->done = task->holds = true;
  task->complete = task->settled;
  if (task->settled || limits_interrupted(&limits)) return; /* a task that has not begun does not begin any more */
  const struct engine_query query = {ENGINE_REGION, .visited = tasks->visited, .region = &task->region};
  struct engine_result found;
  engine_run(tasks->space, &limits, &query, &found);
  struct depth *depth = &found.depth;
  task->holds = !depth->positive_cycle && !depth->fair && depth->way == REGION_WAY_OUT;
  task->rests = depth->way == REGION_WAY_REST;
  task->complete = depth->complete;
  task->most = depth->most;
  struct path path = {0};
  if (!task->unasked) show(tasks, task, &limits, depth, &path);
  task->cut = !task->holds && !task->witness.found &&
              (depth->out_of_memory || path.cut || budget_over(tasks->space->budget) || limits_interrupted(&limits));
  task->left = tasks->together && (depth->out_of_memory || (!task->holds && !task->witness.found));
  path_free(&path);
  engine_result_free(&found);
}

/* --- tasks that settle others ------------------------------------------------------------------------------------- */

/* Whether all tasks of this region, of a process or, for 0, of any, have found that nothing can stay in it for ever. */
static bool nothing_stays(const struct tasks *tasks, enum region_kind kind, uint32_t process)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < tasks->n; k++) {
    const struct task *task = &tasks->task[k];
    if (task->region.kind != kind || task->region.ways || (process != 0 && task->region.process != process)) continue;
    if (!task->done || !task->holds || !task->complete) return false;
    n++;
  }
  return n != 0;
}

/* A fair run in which nobody enters (P6) keeps a process in its entry for ever (P2). Conversely, where nobody can enter
 * again and again, a fair run that keeps a process in its entry for ever is one in which, after a while, nobody enters.
 * And a process that cannot stay in a region for ever, or has an exit of no more than so many own steps, has a way out
 * of it (P7). */
static bool is_settled(const struct tasks *tasks, const struct task *task)
{
  const struct region *region = &task->region;
  if (region->ways && (region->highest != 0 || nothing_stays(tasks, region->kind, region->process))) return true;
  if (region->kind == REGION_ENTRY) return tasks->enters_once && nothing_stays(tasks, REGION_STUCK, 0);
  return region->kind == REGION_STUCK && !tasks->space->env.any && nothing_stays(tasks, REGION_ENTRY, 0);
}

static bool enters_once(const struct space *space)
{
  bool once = !space->env.any;
  for (uint32_t p = 1; p <= space->n && once; p++) {
    const struct automaton *m = &space->automata.process[p];
    uint32_t *component = components_of(&space->automata, p, COMPONENTS_OVER_ALL);
    for (uint32_t l = 0; l < m->n_locals; l++)
      for (uint32_t k = 0; k < automaton_values(&space->automata, &m->local[l]) * space->choices; k++) {
        const uint32_t to = m->next[m->local[l].first_next + k];
        if (!automaton_goes_on(to)) continue;
        if (automaton_enters(&m->local[l], &m->local[to]))
          once &= component[to] != component[l];
        else
          once &= !rmr_section_is_entry(m->local[l].section) || rmr_section_is_entry(m->local[to].section);
      }
    free(component);
  }
  return once;
}

enum { MANY_STEPS = 64 }; /* of an exit: longer ones are not looked for beforehand */

/* The most own steps of an exit, as far as the automaton of the process tells; 0: it has more than MANY_STEPS. Where
 * there are events, it does not tell. */
static uint32_t longest_exit(const struct space *space, uint32_t p)
{
  const struct automata *a = &space->automata;
  const struct automaton *m = &a->process[p];
  uint32_t longest = 0, *steps = mem_new(m->n_locals, sizeof *steps); /* of an exit, from the local state on */
  bool more = !space->env.any;
  while (more && longest <= MANY_STEPS) {
    more = false;
    for (uint32_t l = 0; l < m->n_locals; l++) {
      if (space->label[p][l].line_section != RMR_EXIT) continue;
      uint32_t most = 1;
      for (uint32_t k = 0; k < automaton_values(a, &m->local[l]) * space->choices; k++) {
        const uint32_t to = m->next[m->local[l].first_next + k];
        if (automaton_goes_on(to) && steps[to] >= most) most = steps[to] + 1;
      }
      more |= most != steps[l];
      steps[l] = most;
      if (most > longest) longest = most;
    }
  }
  free(steps);
  return longest <= MANY_STEPS ? longest : 0;
}

/* --- wave by wave ------------------------------------------------------------------------------------------------- */

/* So many as have room for their numbers, and for as much again. The result of a task must not depend on the tasks
 * beside it: one that runs out of memory beside others is done again, alone. */
static void do_wave(struct tasks *tasks, enum wave wave)
{
  const struct explore_limits *limits = &tasks->spec->limits;
  const size_t each = 2 * visited_map_bytes(tasks->visited), taken = budget_taken(tasks->space->budget);
  const size_t room = taken < limits->memory ? (limits->memory - taken) / (each + 1) : 0;
  uint32_t open = 0;
  tasks->wave = wave;
  for (uint32_t k = 0; k < tasks->n; k++) {
    struct task *task = &tasks->task[k];
    if (task->wave != wave) continue;
    task->settled = is_settled(tasks, task);
    open += !task->settled;
  }
  uint32_t threads = limits->threads < open ? limits->threads : open;
  if (threads > room) threads = (uint32_t)room;
  if (threads == 0) threads = 1;
  tasks->together = threads > 1;
  struct thread_pool *pool = thread_pool_create(threads);
  thread_pool_run(pool, do_task, tasks, tasks->n);
  thread_pool_free(pool);
  tasks->together = false;
  for (uint32_t k = 0; k < tasks->n; k++)
    if (tasks->task[k].left) do_task(tasks, k, 0);
}

/* The regions of each property. */
static const struct {
  enum property_id property;
  enum region_kind kind;
  bool recovers; /* only where processes recover */
} regions[] = {
  {PROPERTY_P2, REGION_ENTRY, false},     {PROPERTY_P3, REGION_EXIT, false},  {PROPERTY_P3, REGION_RECOVER, true},
  {PROPERTY_P4, REGION_ALONE, false},     {PROPERTY_P6, REGION_STUCK, false}, {PROPERTY_RESPONSE, REGION_WANTED, false},
  {PROPERTY_BCSR, REGION_REENTRY, false}, {PROPERTY_P7, REGION_ENTRY, false}, {PROPERTY_P7, REGION_EXIT, false}};

enum { N_REGIONS = sizeof regions / sizeof *regions };

static bool is_asked(const struct tasks *tasks, enum property_id property)
{
  return tasks->spec->check[property] && explore_applies(&tasks->spec->setup, property);
}

static enum wave wave_of(const struct tasks *tasks, enum property_id property)
{
  const bool about_entries = is_asked(tasks, PROPERTY_P2) || is_asked(tasks, PROPERTY_P7);
  if (property == PROPERTY_P6 && about_entries) return tasks->enters_once ? WAVE_STUCK : WAVE_AFTER;
  return property == PROPERTY_P7 ? WAVE_AFTER : WAVE_MAIN;
}

static void add_tasks(struct tasks *tasks, enum property_id property, enum region_kind kind)
{
  const bool of_a_process = kind != REGION_STUCK && kind != REGION_WANTED;
  const bool stays = property == PROPERTY_P2 || property == PROPERTY_P6;
  const enum wave wave = wave_of(tasks, property);
  const bool asked = is_asked(tasks, property);
  const struct space *space = tasks->space;
  const bool renamed = space->symmetry != NULL || space->spec.apart != 0;
  if (!asked && (wave != WAVE_STUCK || renamed)) return;
  if (renamed && of_a_process != (space->spec.apart != 0)) return;
  for (uint32_t p = 1; p <= (of_a_process ? space->n : 1); p++) {
    if (of_a_process && space->spec.apart != 0 && p != space->spec.apart) continue;
    tasks->task[tasks->n++] =
      (struct task){.property = property,
                    .region = {.kind = kind,
                               .process = of_a_process            ? p
                                          : kind == REGION_WANTED ? tasks->space->env.tick
                                                                  : 0,
                               .highest = kind == REGION_EXIT ? longest_exit(tasks->space, p) : 0,
                               .ways = property == PROPERTY_P7,
                               .cycles = stays && tasks->cycles.n != 0 ? &tasks->cycles : NULL},
                    .wave = wave,
                    .unasked = !asked};
  }
}

/* A failure that longer runs do not leave open is told before one that they do. */
static void take_failure(struct task *task, struct explored_property *property)
{
  if (property->verdict == VERDICT_FAILS && (task->rests || !property->rests)) {
    witness_free(&task->witness);
    return;
  }
  witness_free(&property->witness);
  property->verdict = VERDICT_FAILS;
  property->rests = task->rests;
  property->cut = task->cut;
  property->process = task->region.kind != REGION_WANTED ? task->region.process : 0;
  property->witness = task->witness;
}

/* The result of a task for its property. The first process for which it fails is named. */
static void take(struct task *task, struct explored_property *property)
{
  if (property->verdict == VERDICT_NOT_CHECKED) {
    property->verdict = VERDICT_HOLDS;
    property->complete = true;
  }
  property->complete &= task->complete;
  property->recovers |= task->region.kind == REGION_RECOVER;
  property->unfinished |= !task->complete && task->holds;
  if (task->most > property->bound) property->bound = task->most;
  if (task->holds && task->witness.found) property->witness = task->witness; /* its property has no other task */
  if (!task->holds) take_failure(task, property);
}

/* How soon an entry can follow another, and is that soon enough? */
static void check_rate(const struct explore_spec *spec, const struct space *space, const struct visited *visited,
                       struct explored_property *property)
{
  struct gap gap;
  gap_search(space, visited, &spec->limits, &gap);
  const bool fails = gap.least < spec->rate;
  *property = (struct explored_property){.verdict = fails          ? VERDICT_FAILS
                                                    : gap.complete ? VERDICT_HOLDS
                                                                   : VERDICT_NOT_DECIDED,
                                         .complete = gap.complete,
                                         .unfinished = !gap.complete && !fails,
                                         .bound = gap.least};
  if (gap.least != GAP_NONE) witness_create(&property->witness, space, visited, &gap.path);
  path_free(&gap.path);
}

void search_regions(const struct explore_spec *spec, const struct space *space, const struct visited *visited,
                    struct explored *out)
{
  struct tasks tasks = {.spec = spec, .space = space, .visited = visited, .enters_once = enters_once(space)};
  const bool fair = is_asked(&tasks, PROPERTY_P2) || is_asked(&tasks, PROPERTY_P6) || is_asked(&tasks, PROPERTY_P7);
  if (fair && budget_fits(space->budget, 2 * cycles_bytes(space))) cycles_create(&tasks.cycles, space);
  tasks.task = mem_new((size_t)N_REGIONS * space->n, sizeof *tasks.task);
  for (uint32_t k = 0; k < N_REGIONS; k++)
    if (!regions[k].recovers || faults_recover(&spec->setup.faults))
      add_tasks(&tasks, regions[k].property, regions[k].kind);
  for (enum wave wave = 0; wave < N_WAVES; wave++) do_wave(&tasks, wave);
  if (space->env.tick != 0 && spec->check[PROPERTY_RATE])
    check_rate(spec, space, visited, &out->property[PROPERTY_RATE]);
  for (uint32_t k = 0; k < tasks.n; k++)
    if (!tasks.task[k].unasked) take(&tasks.task[k], &out->property[tasks.task[k].property]);
  cycles_free(&tasks.cycles, space);
  free(tasks.task);
}
