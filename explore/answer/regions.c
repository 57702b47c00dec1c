/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "base/mem.h"
#include "base/thread_pool.h"
#include "explore/answer/properties.h"
#include "explore/engines/engine.h"
#include "explore/engines/grace_period.h"

/* One region to search, and what came of it. */
struct task {
  enum property_id property;
  struct region region;
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
  struct task *task;
  uint32_t n;
  bool together; /* several are being done at the same time */
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

static void do_task(void *self, uint32_t item, uint32_t thread)
{
  const struct tasks *tasks = self;
  struct task *task = &tasks->task[item];
  task->left = false;
  struct explore_limits limits = tasks->spec->limits;
  if (thread != 0) limits.tell = NULL;
  task->holds = true;
  task->complete = task->settled;
  if (task->settled || limits_interrupted(&limits)) return; /* what has not been begun is not begun any more */
  const struct engine_query query = {ENGINE_REGION, .visited = tasks->visited, .region = &task->region};
  struct engine_result found;
  engine_run(tasks->space, &limits, &query, &found);
  struct depth *depth = &found.depth;
  task->holds = !depth->positive_cycle && !depth->fair && depth->way == REGION_WAY_OUT;
  task->rests = depth->way == REGION_WAY_REST;
  task->complete = depth->complete;
  task->most = depth->most;
  struct path path = {0};
  if (find_path(tasks, task, &limits, depth, &path))
    witness_create(&task->witness, tasks->space, tasks->visited, &path);
  task->cut = !task->holds && !task->witness.found &&
              (depth->out_of_memory || path.cut || budget_over(tasks->space->budget) || limits_interrupted(&limits));
  task->left = tasks->together && (depth->out_of_memory || (!task->holds && !task->witness.found));
  path_free(&path);
  engine_result_free(&found);
}

/* So many as have room for their numbers, and for as much again. What a task finds must not depend on who else is at
 * work: those that come to the end of the memory beside others are done again, alone. */
static void do_tasks(struct tasks *tasks)
{
  const struct explore_limits *limits = &tasks->spec->limits;
  const size_t each = 2 * visited_map_bytes(tasks->visited), taken = budget_taken(tasks->space->budget);
  const size_t room = taken < limits->memory ? (limits->memory - taken) / (each + 1) : 0;
  uint32_t threads = limits->threads < tasks->n ? limits->threads : tasks->n;
  if (threads > room) threads = room > 0 ? (uint32_t)room : 1;
  tasks->together = threads > 1;
  struct thread_pool *pool = thread_pool_create(threads);
  thread_pool_run(pool, do_task, tasks, tasks->n);
  thread_pool_free(pool);
  tasks->together = false;
  for (uint32_t k = 0; k < tasks->n; k++)
    if (tasks->task[k].left) do_task(tasks, k, 0);
}

/* The regions of each property; of P7 below. */
static const struct {
  enum property_id property;
  enum region_kind kind;
  bool recovers; /* only where there is a line for that */
} regions[] = {
  {PROPERTY_P2, REGION_ENTRY, false},     {PROPERTY_P3, REGION_EXIT, false},  {PROPERTY_P3, REGION_RECOVER, true},
  {PROPERTY_P4, REGION_ALONE, false},     {PROPERTY_P6, REGION_STUCK, false}, {PROPERTY_RESPONSE, REGION_WANTED, false},
  {PROPERTY_BCSR, REGION_REENTRY, false}, {PROPERTY_P7, REGION_ENTRY, false}, {PROPERTY_P7, REGION_EXIT, false}};

enum { N_REGIONS = sizeof regions / sizeof *regions };

static void add_tasks(struct tasks *tasks, enum property_id property, enum region_kind kind)
{
  const bool of_a_process = kind != REGION_STUCK && kind != REGION_WANTED;
  if (!tasks->spec->check[property] || !explore_applies(&tasks->spec->setup, property)) return;
  for (uint32_t p = 1; p <= (of_a_process ? tasks->space->n : 1); p++)
    tasks->task[tasks->n++] = (struct task){.property = property,
                                            .region = {.kind = kind,
                                                       .process = of_a_process            ? p
                                                                  : kind == REGION_WANTED ? tasks->space->env.tick
                                                                                          : 0,
                                                       .ways = property == PROPERTY_P7}};
}

/* Whether a finished task has found that no process can stay in the region for ever. */
static bool is_settled(const struct tasks *done, const struct region *region)
{
  for (uint32_t k = 0; k < done->n; k++) {
    const struct task *task = &done->task[k];
    if (task->region.kind == region->kind && task->region.process == region->process)
      return task->holds && task->complete;
  }
  return false;
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

/* All regions of P7, or all but those. */
static void add_all(struct tasks *tasks, bool ways)
{
  for (uint32_t k = 0; k < N_REGIONS; k++)
    if ((regions[k].property == PROPERTY_P7) == ways &&
        (!regions[k].recovers || algorithm_has_recovery(tasks->spec->setup.algorithm)))
      add_tasks(tasks, regions[k].property, regions[k].kind);
}

void search_regions(const struct explore_spec *spec, const struct space *space, const struct visited *visited,
                    struct explored *out)
{
  struct tasks tasks = {.spec = spec, .space = space, .visited = visited};
  tasks.task = mem_new((size_t)N_REGIONS * space->n, sizeof *tasks.task);
  add_all(&tasks, false);
  do_tasks(&tasks);
  struct tasks ways = {.spec = spec, .space = space, .visited = visited, .task = tasks.task + tasks.n};
  add_all(&ways, true);
  for (uint32_t k = 0; k < ways.n; k++) ways.task[k].settled = is_settled(&tasks, &ways.task[k].region);
  do_tasks(&ways);
  if (space->env.tick != 0 && spec->check[PROPERTY_RATE])
    check_rate(spec, space, visited, &out->property[PROPERTY_RATE]);
  tasks.n += ways.n;
  for (uint32_t k = 0; k < tasks.n; k++) take(&tasks.task[k], &out->property[tasks.task[k].property]);
  free(tasks.task);
}
