/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/thread_pool.h"
#include "explore/answer/confirm.h"
#include "explore/search/begin.h"
#include "explore/search/checkpoint.h"
#include "explore/search/found.h"
#include "explore/search/joint.h"

enum {
  SMALLEST = 3,          /* processes, with which a search begins */
  QUANTUM = 2000000,     /* most steps of a climber between two checks of the clock */
  FIRST_PASS = 16000000, /* steps, but at most ... */
  FIRST_PART = 16,       /* ... such a part of the effort */
  LONGER = 4,            /* each pass is so many times as long as the one before */
  ROUNDS = 40,           /* of a level in a pass, between which the clock is looked at */
  ROUNDS_APART = 4,      /* after which the worst climber goes where the best is */
  KEEP_SECONDS = 5,      /* a search is kept so often, and ... */
  KEEP_PART = 20,        /* ... at most such a part of the time goes into it */
};

/* --- methods ------------------------------------------------------------------------------------------------------ */

static const char *const method_names[] = {"climb", "grow", "help"}; /* bit by bit */
enum { N_METHODS = sizeof method_names / sizeof *method_names };

bool search_methods_parse(const char *text, unsigned *methods, struct error *e)
{
  *methods = strcmp(text, "all") == 0 ? SEARCH_ALL : 0;
  if (*methods != 0 || strcmp(text, "draw") == 0) return true;
  for (const char *at = text;; at++) {
    const size_t length = strcspn(at, "+");
    unsigned k = 0;
    while (k < N_METHODS && (strlen(method_names[k]) != length || strncmp(at, method_names[k], length) != 0)) k++;
    if (k == N_METHODS)
      return fail(e, EXIT_USAGE, "methods '%s': expected all, draw, or climb, grow, help with + between them", text);
    *methods |= 1u << k;
    at += length;
    if (*at == '\0') return true;
  }
}

/* --- levels ------------------------------------------------------------------------------------------------------- */

static bool open_level(struct search_run *run, uint32_t n, struct error *e)
{
  struct level *level = &run->level[n];
  level->goal = run->spec->goal;
  level->goal.setup.n = n;
  for (uint32_t k = 0; k < CLIMBERS; k++) {
    struct world *world = world_create(&level->goal, e);
    if (world == NULL) return false;
    climber_create(&level->climber[k], world);
    level->climber[k].never_repairs = (run->spec->methods & SEARCH_HELP) == 0;
    if (run->spec->limits.memory != 0) climber_limit(&level->climber[k], run->spec->limits.memory / CLIMBERS / run->n);
  }
  candidate_create(&level->best, level->climber[0].world);
  return true;
}

static void close_level(struct level *level)
{
  for (uint32_t k = 0; k < CLIMBERS; k++) {
    struct world *world = level->climber[k].world;
    climber_free(&level->climber[k]);
    world_free(world);
  }
  candidate_free(&level->best);
}

/* Smaller systems are of use only where they are alike, and as far as there are any. */
static bool open_levels(struct search_run *run, struct error *e)
{
  const struct sessions *sessions = run->spec->goal.setup.sessions;
  struct error ignored = {0};
  run->level = mem_new(run->n + 1, sizeof *run->level);
  run->smallest = run->n;
  if (!open_level(run, run->n, e)) return false;
  if ((sessions != NULL && sessions->rule == SESSIONS_LIST) || (run->spec->methods & SEARCH_GROW) == 0) return true;
  while (run->smallest > SMALLEST && open_level(run, run->smallest - 1, &ignored)) run->smallest--;
  return true;
}

static void close_levels(struct search_run *run)
{
  for (uint32_t n = 1; n <= run->n; n++) close_level(&run->level[n]);
  free(run->level);
}

/* --- a round ------------------------------------------------------------------------------------------------------ */

/* Now and then, and when the search is over. */
static void keep_it(struct search_run *run)
{
  const double begun = clock_seconds();
  if (run->spec->limits.keep == NULL || (!run->over && begun < run->keep_at)) return;
  run->over |= !checkpoint_write(run, run->e);
  const double took = clock_seconds() - begun;
  run->keep_at = begun + fmax(KEEP_SECONDS, took * KEEP_PART);
}

/* Whether the algorithm has done what it must not do, so that climbers make no step any more (is_broken). */
static bool has_fallen(const struct level *level)
{
  bool fallen = false;
  for (uint32_t k = 0; k < CLIMBERS; k++) fallen |= level->climber[k].world->sim->fault.raised;
  return fallen;
}

/* The clock is that of rank 0; an interrupt is one of all ranks. */
static void look_at_clock(struct search_run *run)
{
  const struct search_limits *limits = &run->spec->limits;
  run->over |= limits->effort != 0 && run->effort >= limits->effort;
  run->over |= ranks_leads(limits->ranks) && limits->seconds > 0 && clock_seconds() >= run->start + limits->seconds;
  run->over |= limits->interrupt != NULL && atomic_load(limits->interrupt);
  run->over |= has_fallen(run->at);
  run->over = ranks_most(limits->ranks, run->over) != 0;
  keep_it(run);
  heartbeat_beat(limits->heart);
  if (limits->tell == NULL) return;
  const struct search_progress now = {run->at->goal.setup.n, run->pass, run->effort, run->level[run->n].best.paid};
  limits->tell(limits->listener, &now);
}

/* The best of all climbers if it is better than the best so far. */
static void note_best(struct search_run *run)
{
  struct level *level = run->at;
  struct joint_table table;
  uint64_t n = level->best.n, paid = level->best.paid;
  uint32_t best = CLIMBERS;
  joint_look(run, level, &table);
  for (uint32_t k = 0; k < CLIMBERS; k++) {
    if (n != 0 && table.paid[k] <= paid) continue;
    best = k;
    n = table.n[k];
    paid = table.paid[k];
  }
  if (best == CLIMBERS) return;
  const struct climber *c = &level->climber[best];
  if (joint_is_mine(run, best)) candidate_copy(&level->best, &c->best, c->world);
  joint_share(run, best, &level->best, c->world);
}

/* Adds the steps that the climbers have made since the last call. */
static void count_effort(struct search_run *run)
{
  uint64_t made = 0;
  for (uint32_t k = 0; k < CLIMBERS; k++) {
    made += run->at->climber[k].world->made;
    run->at->climber[k].world->made = 0;
  }
  run->effort += ranks_sum(run->spec->limits.ranks, made);
}

static void climb(void *self, uint32_t item, uint32_t thread)
{
  struct search_run *run = self;
  (void)thread;
  if (!joint_is_mine(run, item)) return;
  if (run->spec->methods & SEARCH_CLIMB)
    climber_go(&run->at->climber[item], run->quantum);
  else
    climber_draw(&run->at->climber[item], run->quantum);
}

static void meet(struct search_run *run)
{
  struct climber *climber = run->at->climber;
  struct joint_table table;
  uint32_t best = 0, worst = 0;
  joint_look(run, run->at, &table);
  for (uint32_t k = 1; k < CLIMBERS; k++) {
    if (table.paid[k] > table.paid[best]) best = k;
    if (table.paid[k] <= table.paid[worst]) worst = k;
  }
  if (table.paid[worst] >= table.paid[best]) return;
  joint_share(run, best, &climber[best].best, climber[best].world);
  if (joint_is_mine(run, worst)) climber_begin(&climber[worst], &climber[best].best, false, 0);
}

/* Until the part of the pass that is this level's has been done. */
static void go(struct search_run *run)
{
  run->quantum = run->share / CLIMBERS / ROUNDS + 1;
  if (run->quantum > QUANTUM) run->quantum = QUANTUM;
  while (!run->over && run->effort < run->end) {
    thread_pool_run(run->pool, climb, run, CLIMBERS);
    note_best(run);
    if (++run->round % ROUNDS_APART == 0) meet(run);
    count_effort(run);
    look_at_clock(run);
  }
}

/* --- a pass ------------------------------------------------------------------------------------------------------- */

/* Steps that can still be made; by the clock, which is that of rank 0, as many as can be expected. */
static double steps_left(const struct search_run *run)
{
  const struct search_limits *limits = &run->spec->limits;
  const double now = clock_seconds(), end = run->start + limits->seconds;
  double left = HUGE_VAL;
  if (limits->effort != 0) left = limits->effort > run->effort ? (double)(limits->effort - run->effort) : 0;
  if (limits->seconds > 0 && now > run->start)
    left = fmin(left, (double)(run->effort - run->known) * fmax(end - now, 0) / (now - run->start));
  if (ranks_several(limits->ranks)) limits->ranks->share(limits->ranks, 0, &left, sizeof left);
  return left;
}

/* The last pass takes what is left. */
static void begin_pass(struct search_run *run)
{
  const double left = steps_left(run), longer = (double)run->length * LONGER;
  run->last = run->pass++ != 0 && left < longer * (1 + LONGER);
  run->length = run->pass == 1 ? run->first_pass : (uint64_t)fmin(run->last ? left : longer, 1e18) + 1;
}

/* The share of a level in the steps of its pass, by the cube of its size; in the last pass, in the steps that are left.
 * So that pass comes up to the N that was asked for also when the machine has become slower on the way. */
static uint64_t share_of_level(const struct search_run *run)
{
  const double n = run->at->goal.setup.n;
  double sum = 0;
  for (uint32_t size = run->last ? (uint32_t)n : run->smallest; size <= run->n; size++)
    sum += (double)size * size * size;
  return (uint64_t)((run->last ? fmin(steps_left(run), 1e18) : (double)run->length) * n * n * n / sum);
}

static void begin_level(struct search_run *run)
{
  run->share = share_of_level(run);
  thread_pool_run(run->pool, search_begin, run, CLIMBERS);
  note_best(run);
  count_effort(run);
  run->end = run->effort + run->share;
  run->round = 0;
  look_at_clock(run);
}

/* The rest of a pass, when the climbers are at a level. */
static void end_pass(struct search_run *run)
{
  for (go(run); !run->over && run->at < &run->level[run->n]; go(run)) {
    run->at++;
    begin_level(run);
  }
}

static void pass(struct search_run *run)
{
  begin_pass(run);
  run->at = &run->level[run->smallest];
  begin_level(run);
  end_pass(run);
}

/* There was no time to come up to the N that was asked for. */
static void begin_at_last(struct search_run *run)
{
  run->at = &run->level[run->n];
  search_begin(run, 0, 0);
  note_best(run);
  count_effort(run);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

/* The algorithm does what it must not do, in some schedule, at some rank. */
static bool is_broken(const struct search_run *run, struct error *e)
{
  bool broken = false;
  for (uint32_t n = run->smallest; n <= run->n; n++)
    for (uint32_t k = 0; k < CLIMBERS && !broken; k++) broken = world_is_broken(run->level[n].climber[k].world, e);
  return !ranks_agree(run->spec->limits.ranks, !broken, e);
}

/* The passes, from the first one on, or from where a search was that has been kept. */
static bool make_passes(struct search_run *run)
{
  if (run->spec->limits.resume) {
    if (!checkpoint_read(run, run->e)) return false;
    run->known = run->effort;
    look_at_clock(run);
    end_pass(run);
  }
  while (!run->over && !is_broken(run, run->e)) pass(run);
  return run->e->code == EXIT_OK;
}

/* Every reported cost is confirmed by its schedule. */
static bool is_confirmed(const struct search_spec *spec, const struct searched *found, struct error *e)
{
  const struct confirm_claim claim = {.what = "the cost of a passage",
                                      .process = found->process,
                                      .cost = spec->goal.cost,
                                      .lines = spec->goal.lines,
                                      .paid = found->worst};
  return !found->witness.found || confirm(&found->witness.schedule, &claim, e);
}

bool search(const struct search_spec *spec, struct searched *out, struct error *e)
{
  struct search_run run = {.spec = spec, .e = e, .n = spec->goal.setup.n, .start = clock_seconds()};
  *out = (struct searched){0};
  if (!order_leaves_commits(&spec->goal.setup.order, e)) return false;
  run.keep_at = run.start;
  run.first_pass = FIRST_PASS;
  if (spec->limits.effort != 0 && spec->limits.effort / FIRST_PART < FIRST_PASS)
    run.first_pass = spec->limits.effort / FIRST_PART + 1;
  bool ok = ranks_agree(spec->limits.ranks, open_levels(&run, e), e);
  if (ok) {
    run.pool = thread_pool_create(spec->limits.threads);
    ok = make_passes(&run);
    if (ok && run.level[run.n].best.n == 0) begin_at_last(&run);
    thread_pool_free(run.pool);
  }
  ok = ok && !is_broken(&run, e);
  const struct level *top = &run.level[run.n];
  if (ok) {
    out->effort = run.effort;
    const bool interrupted = spec->limits.interrupt != NULL && atomic_load(spec->limits.interrupt);
    out->interrupted = ranks_most(spec->limits.ranks, interrupted) != 0;
    out->process = top->best.observed;
    out->worst = top->best.paid;
    if (top->best.n != 0) candidate_as_witness(&top->best, top->climber[0].world, &out->witness);
  }
  close_levels(&run);
  return ok && is_confirmed(spec, out, e);
}

void searched_free(struct searched *searched)
{
  witness_free(&searched->witness);
}
