/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * properties.c: P1 to P7, over all schedules.
 *
 *   P1  no state in which two conflicting processes are in the critical section
 *   P2  no fair component in which a process stays in its entry
 *   P3  no cycle of steps of a process in its exit, or in Recover; its longest exit, or way through Recover
 *   P4  no cycle of steps of a process in its entry while no conflicting one is active; its longest such entry
 *   P5  for each ordered pair: no state in which the second has entered though the first, which conflicts with it, had
 *       finished its doorway before the second began, and still waits
 *   P6  no fair component in which somebody wants to enter and nobody does
 *   response  where there is time: no cycle with a tick while somebody is in its entry and nobody enters; most ticks
 *   rate  where there is time: no entry fewer ticks after another than is asked for; fewest ticks
 *   P7  no state in which a process is in its entry, or in its exit, and no steps of whomever lead it out
 *
 * and where processes recover from crashes:
 *
 *   CSR   no state in which somebody is in the critical section before one that has crashed there is there again
 *   BCSR  no cycle of steps of a process that has crashed there and is not there again; its longest way back
 *
 * Invariants of the algorithm are looked at in each state that the search in breadth finds.
 *
 * Fair: every process that is not in its remainder makes steps. P1 and P5 are looked for in breadth, so that their
 * witnesses are the shortest; the others are searches through a region each, and go side by side. P7 comes last: where
 * there is no way out, everybody can go on inside for ever, so there is one wherever P2 and P3 are known to hold.
 */
#include <stdlib.h>

#include "base/mem.h"
#include "base/thread_pool.h"
#include "explore/answer/answer.h"
#include "explore/answer/words.h"
#include "explore/search/patience.h"
#include "explore/search/spread.h"

/* One region to search, and what came of it. */
struct task {
  uint32_t property;
  struct region region;
  bool settled; /* it holds, as is known without a search */
  bool holds, complete;
  bool rests; /* see struct explored_property */
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

static void do_task(void *self, uint32_t item, uint32_t thread)
{
  const struct tasks *tasks = self;
  struct task *task = &tasks->task[item];
  task->left = false;
  struct explore_means means = tasks->spec->means;
  if (thread != 0) means.tell = NULL;
  task->holds = true;
  task->complete = task->settled;
  if (task->settled || means_interrupted(&means)) return; /* what has not been begun is not begun any more */
  struct depth depth;
  depth_search(tasks->space, tasks->visited, &task->region, &means, &depth);
  const bool lost = depth.way != REGION_WAY_OUT;
  task->holds = !depth.endless && !depth.fair && !lost;
  task->rests = depth.way == REGION_WAY_REST;
  task->complete = depth.complete;
  task->most = depth.most;
  struct path path = {0};
  const bool longest = task->region.kind == REGION_WANTED && task->holds && task->complete;
  uint64_t unpaid = 0;
  if ((depth.endless && path_endless(tasks->space, tasks->visited, &means, &task->region, &depth, &path)) ||
      (depth.fair && path_fair(tasks->space, tasks->visited, &means, &task->region, &depth, &path)) ||
      (lost && path_to(tasks->space, tasks->visited, &means, is_lost, &depth, &path)) ||
      (longest && path_heaviest(tasks->space, tasks->visited, &means, &task->region, &depth, &path, &unpaid) &&
       unpaid == 0))
    witness_create(&task->witness, tasks->space, tasks->visited, &path);
  task->left = tasks->together && (depth.out_of_memory || (!task->holds && !task->witness.found));
  path_free(&path);
  depth_free(&depth);
}

/* So many as have room for their numbers, and for as much again. What a task finds must not depend on who else is at
 * work: those that come to the end of the memory beside others are done again, alone. */
static void do_tasks(struct tasks *tasks)
{
  const struct explore_means *means = &tasks->spec->means;
  const size_t each = 2 * visited_map_bytes(tasks->visited), taken = budget_taken(tasks->space->budget);
  const size_t room = taken < means->memory ? (means->memory - taken) / (each + 1) : 0;
  uint32_t threads = means->threads < tasks->n ? means->threads : tasks->n;
  if (threads > room) threads = room > 0 ? (uint32_t)room : 1;
  tasks->together = threads > 1;
  struct thread_pool *pool = thread_pool_create(threads);
  thread_pool_run(pool, do_task, tasks, tasks->n);
  thread_pool_free(pool);
  tasks->together = false;
  for (uint32_t k = 0; k < tasks->n; k++)
    if (tasks->task[k].left) do_task(tasks, k, 0);
}

static void add_tasks(struct tasks *tasks, uint32_t property, enum region_kind kind)
{
  const bool of_a_process = kind != REGION_STUCK && kind != REGION_WANTED;
  if (!tasks->spec->check[property]) return;
  for (uint32_t p = 1; p <= (of_a_process ? tasks->space->n : 1); p++)
    tasks->task[tasks->n++] = (struct task){.property = property,
                                            .region = {.kind = kind,
                                                       .process = of_a_process            ? p
                                                                  : kind == REGION_WANTED ? tasks->space->tick
                                                                                          : 0,
                                                       .ways = property == 7}};
}

/* Whether one of the tasks that are done has found that nobody can stay in the region for ever. */
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
  property->process = task->region.kind != REGION_WANTED ? task->region.process : 0;
  property->witness = task->witness;
}

/* What a task says of its property. The first process for which it fails is named. */
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
  gap_search(space, visited, &spec->means, &gap);
  const bool fails = gap.least < spec->rate;
  *property = (struct explored_property){.verdict = fails          ? VERDICT_FAILS
                                                    : gap.complete ? VERDICT_HOLDS
                                                                   : VERDICT_NOT_CHECKED,
                                         .complete = gap.complete,
                                         .unfinished = !gap.complete && !fails,
                                         .bound = gap.least};
  if (gap.least != GAP_NONE) witness_create(&property->witness, space, visited, &gap.path);
  path_free(&gap.path);
}

static void search_regions(const struct explore_spec *spec, const struct space *space, const struct visited *visited,
                           struct explored *out)
{
  struct tasks tasks = {.spec = spec, .space = space, .visited = visited};
  tasks.task = mem_new(7 * space->n + 2, sizeof *tasks.task);
  add_tasks(&tasks, 2, REGION_ENTRY);
  add_tasks(&tasks, 3, REGION_EXIT);
  if (algorithm_has_recovery(spec->setup.algorithm)) add_tasks(&tasks, 3, REGION_RECOVER);
  add_tasks(&tasks, 4, REGION_ALONE);
  add_tasks(&tasks, 6, REGION_STUCK);
  if (space->tick != 0) add_tasks(&tasks, EXPLORE_RESPONSE, REGION_WANTED);
  if (space->recovers) add_tasks(&tasks, EXPLORE_BCSR, REGION_REENTRY);
  do_tasks(&tasks);
  struct tasks ways = {.spec = spec, .space = space, .visited = visited, .task = tasks.task + tasks.n};
  add_tasks(&ways, 7, REGION_ENTRY);
  add_tasks(&ways, 7, REGION_EXIT);
  for (uint32_t k = 0; k < ways.n; k++) ways.task[k].settled = is_settled(&tasks, &ways.task[k].region);
  do_tasks(&ways);
  if (space->tick != 0 && spec->check[EXPLORE_RATE]) check_rate(spec, space, visited, &out->property[EXPLORE_RATE]);
  tasks.n += ways.n;
  for (uint32_t k = 0; k < tasks.n; k++) take(&tasks.task[k], &out->property[tasks.task[k].property]);
  for (uint32_t k = 1; k <= EXPLORE_PROPERTIES; k++)
    if (out->property[k].unfinished && out->property[k].verdict == VERDICT_HOLDS)
      out->property[k].verdict = VERDICT_NOT_CHECKED;
  free(tasks.task);
}

/* --- states that are wrong in themselves -------------------------------------------------------------------------- */

struct sight {
  const struct space *space;
  const struct visited *visited;
};

static bool is_broken(void *self, uint32_t id)
{
  const struct sight *sight = self;
  return violated_in(sight->space, visited_state(sight->visited, id)) != VIOLATED_NONE;
}

/* In a dead state, for ever: everybody who is outside the remainder makes a step that changes nothing. */
static void stand_still(const struct space *space, struct spread *found)
{
  struct path *path = &found->path;
  const uint32_t id = path_end(path);
  for (uint32_t p = 1; p <= space->n; p++)
    if (space_label_of(space, visited_state(&found->visited, id), p)->section != RMR_REMAINDER)
      path_append(path, p, id);
}

/* On several ranks. */
static void show_spread(const struct space *space, const struct explore_means *means, struct spread_watch watch,
                        struct explored_property *property)
{
  struct spread found;
  spread_search(space, means, watch, true, &found);
  if (found.path.state != NULL && watch.dead) stand_still(space, &found);
  if (found.path.state != NULL) witness_create(&property->witness, space, &found.visited, &found.path);
  spread_free(&found);
}

/* The search is made anew, as it did not keep its states. */
static void show_broken(const struct space *space, const struct explore_means *means,
                        struct explored_property *property)
{
  if (ranks_several(means->ranks)) {
    show_spread(space, means, (struct spread_watch){WATCH_PROPERTY, false}, property);
    return;
  }
  struct breadth found;
  breadth_search(space, means, true, true, &found);
  struct sight sight = {space, &found.visited};
  struct path path;
  if (path_to(space, &found.visited, means, is_broken, &sight, &path))
    witness_create(&property->witness, space, &found.visited, &path);
  path_free(&path);
  breadth_free(&found);
}

/* First come, first served for one pair. False: an error, or it could not be begun (EXIT_INCOMPLETE). */
static bool check_pair(const struct explore_spec *spec, uint32_t first, uint32_t second, struct explored *out,
                       struct error *e)
{
  struct explored_property *property = &out->property[5];
  const struct space_spec space_spec = {.setup = spec->setup,
                                        .change = spec->change,
                                        .cap = spec->cap,
                                        .pair_first = first,
                                        .pair_second = second,
                                        .merge = true,
                                        .memory = spec->means.memory,
                                        .interrupt = spec->means.interrupt,
                                        .heart = spec->means.heart};
  struct space space;
  struct engine_result found;
  means_tell(&spec->means, "tables");
  if (!ranks_agree(spec->means.ranks, space_create(&space, &space_spec, e), e)) return false;
  engine_run(&space, &spec->means, ENGINE_STATES, true, &found);
  bool capped = false;
  const bool ok = explore_ranges(&space, found.taken, &capped, e);
  property->capped |= capped;
  if (found.breadth.violated == VIOLATED_P5) {
    property->verdict = VERDICT_FAILS;
    property->process = first;
    property->other = second;
    show_broken(&space, &spec->means, property);
  } else {
    property->complete &= found.complete;
    property->unfinished |= found.breadth.interrupted;
    if (!found.complete && (property->states == 0 || found.states < property->states)) property->states = found.states;
  }
  out->refused |= budget_refused(space.budget);
  engine_result_free(&found);
  space_free(&space);
  return ok;
}

/* What was answered before stands when there is no time or no room for a pair: then nothing is known. */
static bool check_order(const struct explore_spec *spec, struct explored *out, struct error *e)
{
  struct explored_property *property = &out->property[5];
  *property = (struct explored_property){.verdict = VERDICT_HOLDS, .complete = true};
  for (uint32_t first = 1; first <= spec->setup.n; first++)
    for (uint32_t second = 1; second <= spec->setup.n && !property->unfinished; second++) {
      struct error why = {0};
      if (first == second) continue;
      if (!means_interrupted_anywhere(&spec->means) && check_pair(spec, first, second, out, &why)) {
        if (property->verdict == VERDICT_FAILS) return true;
        continue;
      }
      if (why.code != EXIT_OK && why.code != EXIT_INCOMPLETE) return fail(e, why.code, "%s", why.text);
      property->unfinished = true;
    }
  if (property->unfinished) property->verdict = VERDICT_NOT_CHECKED;
  return true;
}

/* --- invariants --------------------------------------------------------------------------------------------------- */

static uint32_t declared(const struct rmr_algorithm *a)
{
  uint32_t n = 0;
  while (a->invariants != NULL && a->invariants[n].name != NULL) n++;
  return n;
}

struct look {
  struct unpacked room;
  const struct visited *visited;
  uint32_t invariant;
};

static bool is_not_so(void *self, uint32_t id)
{
  struct look *look = self;
  return invariants_broken(&look->room, visited_state(look->visited, id), look->invariant) != 0;
}

/* The fewest steps to a state in which the invariant does not hold. Found in breadth anew, and no further than that. */
static void show_not_so(struct space *space, const struct explore_means *means, uint32_t which,
                        struct explored_property *property)
{
  struct breadth found;
  const uint32_t asked = space->spec.invariants;
  space->spec.invariants = which;
  if (ranks_several(means->ranks)) {
    show_spread(space, means, (struct spread_watch){WATCH_INVARIANTS, false}, property);
    space->spec.invariants = asked;
    return;
  }
  breadth_search(space, means, WATCH_INVARIANTS, true, &found);
  space->spec.invariants = asked;
  struct look look = {.visited = &found.visited, .invariant = which};
  struct path path;
  unpacked_create(&look.room, space);
  if (path_to(space, &found.visited, means, is_not_so, &look, &path))
    witness_create(&property->witness, space, &found.visited, &path);
  path_free(&path);
  unpacked_free(&look.room);
  breadth_free(&found);
}

static void check_invariants(struct space *space, const struct explore_means *means, uint32_t broken,
                             struct explored *out)
{
  for (uint32_t k = 0; k < out->n_invariants; k++) {
    struct explored_property *property = &out->invariant[k];
    property->verdict = (broken >> k & 1) != 0 ? VERDICT_FAILS : VERDICT_HOLDS;
    if (property->verdict == VERDICT_FAILS) show_not_so(space, means, UINT32_C(1) << k, property);
  }
}

const struct explored_property *explored_invariants(const struct explored *explored)
{
  for (uint32_t k = 0; k < explored->n_invariants; k++)
    if (explored->invariant[k].verdict == VERDICT_FAILS) return &explored->invariant[k];
  return explored->n_invariants != 0 ? &explored->invariant[0] : NULL;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static void note_value(const struct automata *a, uint32_t var, rmr_word value, rmr_word *largest)
{
  const uint32_t g = a->system->group_of[var];
  const struct rmr_field *fields = a->system->group[g].fields;
  rmr_word *of_group = largest + (size_t)g * RMR_MAX_FIELDS;
  for (uint32_t f = 0; fields[f].name != NULL; f++)
    if (!fields[f].time && !a->system->algorithm->shared[g].time && system_part(&fields[f], value) > of_group[f])
      of_group[f] = system_part(&fields[f], value);
}

/* Epochs rise as often as all may crash: nothing keeps them from doing so one time after the other. */
static void note_epochs(const struct space *space, const struct breadth *found, rmr_word *largest)
{
  const struct automata *a = &space->automata;
  bool crashed = false;
  for (uint32_t actor = a->n + 1; actor <= a->n_actors; actor++)
    crashed |= space->crashes[actor] == SPACE_EVERYBODY && found->taken[space->first_move[actor]];
  for (uint32_t var = 0; crashed && var < a->n_registers; var++)
    for (uint32_t k = 0; system_shared(a->system, var)->epoch && k < a->values[var].n; k++)
      note_value(a, var, a->values[var].value[k], largest);
}

/* The largest value of each register group: what was there at first, and what the moves that were made have written. */
static rmr_word *largest_values(const struct space *space, const struct breadth *found)
{
  const struct automata *a = &space->automata;
  const size_t n = (size_t)a->system->algorithm->n_shared * RMR_MAX_FIELDS;
  rmr_word *largest = mem_new(n, sizeof *largest);
  for (size_t k = 0; k < n; k++) largest[k] = -1;
  for (uint32_t var = 0; var < a->n_registers; var++)
    for (uint32_t k = 0; k < a->values[var].n_initial; k++) note_value(a, var, a->values[var].value[k], largest);
  for (uint32_t m = 0; m < space->n_moves; m++) {
    if (!found->taken[m] || (space->flags[m] & MOVE_NONE)) continue;
    const struct space_origin origin = space_origin(space, m);
    const struct automaton *p = &a->process[origin.process];
    const struct automaton_local *l = &p->local[origin.local];
    if (!rmr_kind_writes(l->op.kind)) continue;
    note_value(a, l->op.var, a->values[l->op.var].value[p->written[l->first_value + origin.value]], largest);
  }
  note_epochs(space, found, largest);
  return largest;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

/* P1, with a search that ends where it is broken. */
static void check_exclusion(const struct space *space, const struct explore_means *means, const struct breadth *found,
                            struct explored_property *property)
{
  *property = (struct explored_property){.verdict = VERDICT_HOLDS, .complete = found->complete};
  if (found->violated != VIOLATED_P1) return;
  property->verdict = VERDICT_FAILS;
  show_broken(space, means, property);
}

/* P6, as far as several ranks look at it: a dead state breaks it. Where there is none, processes may still go round in
 * circles. */
static void check_dead(const struct space *space, const struct explore_means *means, bool dead,
                       struct explored_property *property)
{
  *property = (struct explored_property){.verdict = dead ? VERDICT_FAILS : VERDICT_NOT_CHECKED, .complete = true};
  if (dead) show_spread(space, means, (struct spread_watch){WATCH_NOTHING, true}, property);
}

/* CSR. */
static void check_reentry(struct space *space, const struct explore_means *means, uint32_t broken,
                          struct explored_property *property)
{
  if ((broken & INVARIANT_REENTRY) == 0) return;
  property->verdict = VERDICT_FAILS;
  show_not_so(space, means, INVARIANT_REENTRY, property);
}

bool explore_asks_properties(const struct explore_spec *spec)
{
  bool any = spec->invariants && declared(spec->setup.algorithm) != 0;
  for (uint32_t k = 1; k <= EXPLORE_PROPERTIES; k++) any |= spec->check[k];
  return any;
}

/* What needs a search in depth is not spread over ranks. */
static bool may_be_spread(const struct explore_spec *spec, struct error *e)
{
  for (uint32_t k = 1; k <= EXPLORE_PROPERTIES; k++)
    if (spec->check[k] && k != 1 && k != 5 && k != 6 && k != EXPLORE_CSR)
      return fail(e, EXIT_USAGE,
                  "%s is not found out on several ranks, but rmr, P1, P5, CSR, invariants and of P6 dead states are; "
                  "start one rank, or ask with --check for some of these",
                  explored_property_name(k));
  if (!spec->check[6] || (!faults_any(&spec->setup.faults) && !time_passes(&spec->setup.time))) return true;
  return fail(e, EXIT_USAGE, "P6 with faults or time is not found out on several ranks; start one");
}

bool explore_properties(const struct explore_spec *spec, struct explored *out, struct error *e)
{
  out->n_invariants = spec->invariants ? declared(spec->setup.algorithm) : 0;
  const bool recovers = faults_recover(&spec->setup.faults);
  const bool csr = recovers && spec->check[EXPLORE_CSR], bcsr = recovers && spec->check[EXPLORE_BCSR];
  const bool spread = ranks_several(spec->means.ranks), dead = spread && spec->check[6];
  if (spread && !may_be_spread(spec, e)) return false;
  const bool others = spec->check[2] || spec->check[3] || spec->check[4] || (spec->check[6] && !dead) ||
                      spec->check[7] || bcsr ||
                      (time_passes(&spec->setup.time) && (spec->check[EXPLORE_RESPONSE] || spec->check[EXPLORE_RATE]));
  const struct space_spec space_spec = {.setup = spec->setup,
                                        .change = spec->change,
                                        .cap = spec->cap,
                                        .merge = !others && !dead,
                                        .invariants =
                                          ((UINT32_C(1) << out->n_invariants) - 1) | (csr ? INVARIANT_REENTRY : 0),
                                        .owed = csr || bcsr,
                                        .memory = spec->means.memory,
                                        .interrupt = spec->means.interrupt,
                                        .heart = spec->means.heart};
  struct space space;
  struct engine_result found;
  bool capped = false;
  means_tell(&spec->means, "tables");
  if (!ranks_agree(spec->means.ranks, space_create(&space, &space_spec, e), e)) return false;
  engine_run(&space, &spec->means, others ? ENGINE_GRAPH : ENGINE_STATES, spec->check[1], &found);
  if (spec->check[1]) check_exclusion(&space, &spec->means, &found.breadth, &out->property[1]);
  if (found.breadth.violated != VIOLATED_NONE &&
      (others || csr || dead || out->n_invariants != 0)) { /* these need all states */
    engine_result_free(&found);
    engine_run(&space, &spec->means, others ? ENGINE_GRAPH : ENGINE_STATES, false, &found);
  }
  bool ok = explore_ranges(&space, found.taken, &capped, e);
  if (dead) check_dead(&space, &spec->means, found.dead, &out->property[6]);
  if (ok && others) search_regions(spec, &space, &found.breadth.visited, out);
  out->engine = found.engine;
  out->states = found.states;
  out->transitions = found.transitions;
  out->largest = largest_values(&space, &found.breadth);
  if (csr) out->property[EXPLORE_CSR] = (struct explored_property){.complete = true, .verdict = VERDICT_HOLDS};
  for (uint32_t k = 1; k <= EXPLORE_PROPERTIES; k++) {
    out->property[k].capped = capped;
    out->property[k].complete &= found.complete;
    out->property[k].states = found.states;
  }
  const uint32_t broken = found.breadth.broken;
  for (uint32_t k = 0; k < out->n_invariants; k++)
    out->invariant[k] =
      (struct explored_property){.capped = capped, .complete = found.complete, .states = found.states};
  out->refused |= budget_refused(space.budget);
  engine_result_free(&found); /* makes room */
  if (ok) check_invariants(&space, &spec->means, broken, out);
  if (ok && csr) check_reentry(&space, &spec->means, broken, &out->property[EXPLORE_CSR]);
  space_free(&space);
  if (ok && spec->check[5] && algorithm_has_doorway(spec->setup.algorithm)) ok = check_order(spec, out, e);
  return ok;
}
