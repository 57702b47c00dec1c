/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/world.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { MOST_ASKS = 64, ALONE = 8 };

/* The data of a place beside the state of the simulator. */
struct mark {
  uint64_t now, paid, steps;
  bool ended;
};

/* Whether a crash of the observed process ends its passage, and another one begins. */
static bool cuts(const struct world *w)
{
  return w->sim->recovers && !cost_counts_through(w->goal->cost);
}

/* Adds to the costs of the observed process. */
static void pay(struct world *w, uint64_t more)
{
  w->now += more;
  if (w->now > w->paid) w->paid = w->now;
}

static void open_sessions(struct world *w, struct system_spec *setup)
{
  if (setup->sessions == NULL || setup->sessions->rule != SESSIONS_ANY || setup->sessions->any < 2) return;
  w->open.n_asks = setup->passages != 0 && setup->passages < MOST_ASKS ? setup->passages : MOST_ASKS;
  w->asks = mem_new(setup->n + 1, sizeof *w->asks);
  for (uint32_t p = 1; p <= setup->n; p++) {
    w->asks[p] = (struct system_asks){w->open.n_asks, mem_new(w->open.n_asks, sizeof(uint32_t))};
    for (uint32_t k = 0; k < w->open.n_asks; k++) w->asks[p].session[k] = 1;
  }
  setup->asks = w->asks;
}

static void open_registers(struct world *w)
{
  const struct system *system = w->system;
  w->initial = mem_new(system->n_registers, sizeof *w->initial);
  for (uint32_t var = 0; var < system->n_registers; var++)
    if (system_shared(system, var)->arbitrary)
      w->initial[w->open.n_initial++] = (struct system_initial){var, system_initial_value(system, var)};
}

/* Fills `commit`. */
static void number_commits(struct world *w)
{
  if (!order_buffers(&w->system->spec.order)) return;
  w->commits = w->system->n_registers + 2; /* all, one for each register, the data of a critical section */
  w->commit = mem_new((size_t)w->system->n * w->commits, sizeof *w->commit);
  memset(w->commit, 0xff, (size_t)w->system->n * w->commits * sizeof *w->commit);
  for (uint32_t k = 0; k < w->n_changes; k++) {
    const rmr_action change = system_change(w->system, k);
    if (rmr_action_kind(change) != RMR_COMMIT) continue;
    w->commit[(size_t)(rmr_action_who(change) - 1) * w->commits + rmr_action_choice(change)] = k;
  }
}

struct world *world_create(const struct search_goal *goal, struct error *e)
{
  struct world *w = mem_new(1, sizeof *w);
  struct system_spec setup = goal->setup;
  w->goal = goal;
  open_sessions(w, &setup);
  if ((w->system = system_create(&setup, e)) != NULL) {
    open_registers(w);
    w->system->spec.initial = w->initial;
    w->system->spec.n_initial = w->open.n_initial;
    w->n_changes = system_n_changes(w->system);
    number_commits(w);
    w->sim = sim_create(w->system, e);
    w->ahead = w->sim != NULL ? sim_create(w->system, e) : NULL;
  }
  if (w->ahead != NULL) return w;
  world_free(w);
  return NULL;
}

void world_free(struct world *w)
{
  if (w == NULL) return;
  sim_free(w->ahead);
  sim_free(w->sim);
  system_free(w->system);
  for (uint32_t p = 1; w->asks != NULL && p <= w->goal->setup.n; p++) free(w->asks[p].session);
  free(w->asks);
  free(w->commit);
  free(w->initial);
  free(w);
}

void world_begin(struct world *w, uint32_t observed)
{
  sim_reset(w->sim);
  w->observed = observed;
  w->now = w->paid = w->steps = 0;
  w->ended = false;
}

size_t world_size(const struct world *w)
{
  return sizeof(struct mark) + sim_state_size(w->sim);
}

void world_save(const struct world *w, void *to)
{
  const struct mark mark = {w->now, w->paid, w->steps, w->ended};
  memcpy(to, &mark, sizeof mark);
  sim_state_save(w->sim, (unsigned char *)to + sizeof mark);
}

void world_load(struct world *w, const void *from)
{
  struct mark mark;
  memcpy(&mark, from, sizeof mark);
  w->now = mark.now;
  w->paid = mark.paid;
  w->steps = mark.steps;
  w->ended = mark.ended;
  sim_state_load(w->sim, (const unsigned char *)from + sizeof mark);
}

bool world_is_alike(const struct world *w, const void *saved, int64_t *more, int64_t *longer)
{
  struct mark mark;
  memcpy(&mark, saved, sizeof mark);
  *more = (int64_t)(w->now - mark.now);
  *longer = (int64_t)(w->steps - mark.steps);
  if (cuts(w) && (*more != 0 || w->paid != mark.paid)) return false; /* the most of several is no sum */
  return w->ended == mark.ended && sim_state_alike(w->sim, (const unsigned char *)saved + sizeof mark);
}

void world_add(void *saved, int64_t more, int64_t longer)
{
  struct mark mark;
  memcpy(&mark, saved, sizeof mark);
  mark.now += (uint64_t)more;
  mark.paid += (uint64_t)more;
  mark.steps += (uint64_t)longer;
  memcpy(saved, &mark, sizeof mark);
}

static void enter(struct world *w, const struct rmr_event *event, uint8_t section)
{
  w->steps++;
  w->made++;
  const struct cost_payer payer = {w->observed, world_process(w, w->observed)->session, section};
  pay(w, cost_of_event(w->system, w->goal->cost, w->goal->lines, payer, event));
  if (event->process == w->observed) w->ended = event->to == RMR_REMAINDER && event->from != RMR_REMAINDER;
}

void world_step(struct world *w, uint32_t p)
{
  struct sim *sim = w->sim;
  if (sim->process[p].status == RMR_PARKED) sim_unpark(sim, p);
  const uint8_t section = world_process(w, w->observed)->section;
  struct rmr_event event;
  sim_step(sim, p, w->system->memory, &event);
  enter(w, &event, section);
}

bool world_change(struct world *w, uint32_t k)
{
  const rmr_action change = system_change(w->system, k);
  if (!sim_may_change(w->sim, change)) return false;
  const uint32_t who = rmr_action_who(change);
  if (action_ends(rmr_action_kind(change), who, w->observed)) {
    w->ended = !w->sim->recovers;
    if (cuts(w)) w->now = 0;
  }
  sim_change(w->sim, change);
  w->steps++;
  w->made++;
  return true;
}

uint32_t world_oldest(const struct world *w, uint32_t p)
{
  return world_commit(w, sim_some_commit(w->sim, p, 0));
}

void world_look(struct world *w, uint32_t p)
{
  struct rmr_event ahead;
  if (w->ahead->process[p].status == RMR_READY) sim_step(w->ahead, p, w->system->memory, &ahead);
  while (sim_has_writes(w->ahead, p)) sim_change(w->ahead, sim_some_commit(w->ahead, p, 0));
  w->made++;
}

bool world_would_wait(struct world *w)
{
  const uint32_t v = w->observed;
  if (world_process(w, v)->section >= RMR_CS) return false;
  struct sim *sim = w->ahead;
  sim_state_copy(sim, w->sim);
  const struct rmr_process *me = &sim->process[v];
  for (uint32_t k = 0; k < ALONE * (w->system->n + 2) && (me->status == RMR_READY || me->status == RMR_DRAINING); k++) {
    world_look(w, v);
    if (me->section == RMR_CS || me->section == RMR_REMAINDER) return false;
  }
  return true;
}

bool world_is_broken(const struct world *w, struct error *e)
{
  return w->sim->fault.raised && !sim_refuse(w->sim, e);
}
