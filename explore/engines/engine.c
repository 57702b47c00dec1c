/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/engine.h"

/* With so many product states it is worth trying to do without a visited set. */
#define MANY_PRODUCT_STATES (UINT64_C(1) << 20)

/* Bytes in which a sweep has room for its beginnings, whatever the number of product states. */
#define ROOMY ((size_t)1 << 28)

/* --- the needs of each engine ------------------------------------------------------------------------------------- */

static bool always(const struct space *space, const struct explore_limits *limits)
{
  (void)space;
  (void)limits;
  return true;
}

/* No configuration is likely to be come back to (where passages are without end, or a wait goes round several
 * registers, one can), there are no faults and no renamings, of which a sweep knows nothing, and a byte for each
 * product state that is looked at at a time takes at most half of the memory. */
bool engine_may_sweep(const struct space *space, const struct explore_limits *limits)
{
  if (space->spec.setup.passages == 0 || space->may_access == NULL || space->env.any || space->roams ||
      space->spec.observer.cost == COST_STEPS || space->symmetry != NULL)
    return false;
  const uint64_t bytes = sweep_largest(space);
  return bytes != 0 && bytes <= limits->memory / 2;
}

/* In little memory a few states among many product states may fit where the room for the product states of a class does
 * not. */
static bool sweepable_and_large(const struct space *space, const struct explore_limits *limits)
{
  const uint64_t product_states = sweep_product_states(space);
  return product_states >= MANY_PRODUCT_STATES && (product_states <= limits->memory / 2 || limits->memory >= ROOMY) &&
         engine_may_sweep(space, limits);
}

static bool sweepable_and_small(const struct space *space, const struct explore_limits *limits)
{
  return engine_may_sweep(space, limits) && !sweepable_and_large(space, limits);
}

/* --- how each is run: false if it has no answer ------------------------------------------------------------------- */

/* Whether some move that was made left the declared range of a register, or its group: then there is no answer. */
static bool is_outside(const struct space *space, const uint8_t *taken)
{
  for (uint32_t m = 0; m < space->n_moves; m++)
    if (taken[m] && (space->flags[m] & (MOVE_OUTSIDE | MOVE_STRAY))) return true;
  return false;
}

static void take_breadth(struct engine_result *out)
{
  out->complete = out->breadth.complete;
  out->states = out->breadth.states;
  out->transitions = out->breadth.transitions;
  out->taken = out->breadth.taken;
}

static bool run_states(const struct space *space, const struct explore_limits *limits, const struct engine_query *query,
                       struct engine_result *out)
{
  breadth_search(space, limits, query->watch ? WATCH_PROPERTY : WATCH_NOTHING, false, &out->breadth);
  if (out->breadth.bits) out->engine = ENGINE_BITS;
  take_breadth(out);
  return true;
}

static bool run_graph(const struct space *space, const struct explore_limits *limits, const struct engine_query *query,
                      struct engine_result *out)
{
  breadth_search(space, limits, query->watch ? WATCH_PROPERTY : WATCH_NOTHING, true, &out->breadth);
  take_breadth(out);
  return true;
}

static void search_found(const struct space *space, const struct explore_limits *limits, struct engine_result *out)
{
  const struct region everywhere = {.kind = REGION_ALL, .partial = out->breadth.out_of_memory};
  if (is_outside(space, out->taken)) return;
  depth_search(space, &out->breadth.visited, &everywhere, limits, &out->depth);
  out->positive_cycle = out->depth.positive_cycle;
  out->complete = (out->breadth.complete && out->depth.complete) || out->positive_cycle;
  out->most = out->depth.most;
}

static bool run_region(const struct space *space, const struct explore_limits *limits, const struct engine_query *query,
                       struct engine_result *out)
{
  depth_search(space, query->visited, query->region, limits, &out->depth);
  out->complete = out->depth.complete;
  out->positive_cycle = out->depth.positive_cycle;
  out->most = out->depth.most;
  return true;
}

/* All states breadth first, and one depth-first search through them. */
static bool run_depth(const struct space *space, const struct explore_limits *limits, const struct engine_query *query,
                      struct engine_result *out)
{
  (void)run_graph(space, limits, query, out);
  search_found(space, limits, out);
  return true;
}

/* The same, unless the states do not fit into the memory. */
static bool run_depth_if_it_fits(const struct space *space, const struct explore_limits *limits,
                                 const struct engine_query *query, struct engine_result *out)
{
  (void)run_graph(space, limits, query, out);
  if (out->breadth.out_of_memory) return false;
  search_found(space, limits, out);
  return true;
}

static void take_sweep(struct engine_result *out)
{
  out->complete = out->sweep.complete;
  out->most = out->sweep.most;
  out->states = out->sweep.configurations;
  out->transitions = out->sweep.transitions;
  out->taken = out->sweep.taken;
}

static bool run_sweep(const struct space *space, const struct explore_limits *limits, const struct engine_query *query,
                      struct engine_result *out)
{
  (void)query;
  sweep_search(space, limits, &out->sweep);
  take_sweep(out);
  return out->sweep.complete || (out->sweep.path.n != 0 && out->sweep.most > 0);
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

/* Of a question's rows the first that fits is run; if it has no answer, the next. */
static const struct row {
  enum engine_question question;
  enum engine_kind engine;
  bool (*fits)(const struct space *, const struct explore_limits *);
  bool (*run)(const struct space *, const struct explore_limits *, const struct engine_query *, struct engine_result *);
} table[] = {
  {ENGINE_STATES, ENGINE_BREADTH, always, run_states}, /* goes over to ENGINE_BITS where these take less memory */
  {ENGINE_GRAPH, ENGINE_BREADTH, always, run_graph},
  {ENGINE_REGION, ENGINE_DEPTH, always, run_region},
  {ENGINE_COST, ENGINE_SWEEP, sweepable_and_large, run_sweep},
  {ENGINE_COST, ENGINE_DEPTH, sweepable_and_small, run_depth_if_it_fits},
  {ENGINE_COST, ENGINE_SWEEP, sweepable_and_small, run_sweep},
  {ENGINE_COST, ENGINE_DEPTH, always, run_depth},
};

static const struct {
  const char *name, *states_are;
} words[N_ENGINES] = {
  [ENGINE_BREADTH] = {"breadth", "global states: the local state of each process and the value of each register"},
  [ENGINE_BITS] = {"bits", "global states: the local state of each process and the value of each register"},
  [ENGINE_DEPTH] = {"depth", "global states with the copies of the observed process, without those that partial-order "
                             "reduction leaves out"},
  [ENGINE_SWEEP] = {"sweep", "configurations: global states without copies, without those that partial-order reduction "
                             "leaves out"},
};

void engine_run(const struct space *space, const struct explore_limits *limits, const struct engine_query *query,
                struct engine_result *out)
{
  bool answered = false;
  *out = (struct engine_result){0};
  for (size_t k = 0; k < sizeof table / sizeof *table && !answered; k++) {
    if (table[k].question != query->question || !table[k].fits(space, limits)) continue;
    engine_result_free(out); /* makes room */
    out->engine = table[k].engine;
    answered = table[k].run(space, limits, query, out);
  }
}

void engine_result_free(struct engine_result *result)
{
  if (result->engine == ENGINE_DEPTH) depth_free(&result->depth);
  if (result->engine == ENGINE_SWEEP)
    sweep_free(&result->sweep);
  else
    breadth_free(&result->breadth);
  *result = (struct engine_result){0};
}

const char *engine_name(enum engine_kind engine)
{
  return words[engine].name;
}

const char *engine_states_are(enum engine_kind engine)
{
  return words[engine].states_are;
}
