/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * run.c: the loop. Choose, step, enter in the ledger; on a change of section, look at the properties; tell the
 * listeners. The loop is compiled once for each memory model and for each audience of a step (nobody, the invariants
 * alone, or everybody), so that both are constants in it. The most common runs have a loop of their own (loop.h).
 * Everything that need not happen at every step (limits, interrupts, progress) happens between slices of a few
 * thousand.
 */
#include "sim/running.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "sim/step.h"
#include "sim/watch_invariants.h"

/* Steps between two looks at the clock, so to speak. A plug-in may think long about each, and its watchdog
 * (cli/watchdog.h) must not take that for silence; a script or a program may take seconds. */
enum { SLICE = 8192, PLUG_IN_SLICE = 64, FOREIGN_SLICE = 1 };

extern const struct rmr_adversary rmr_adversary_random;

static const char *const end_names[] = {
#define END(name, text) text,
  RUN_ENDS(END)
#undef END
};

const char *run_end_name(enum run_end end)
{
  return end_names[end];
}

static bool make_scheduler(struct run *run, struct error *e)
{
  const struct run_spec *spec = &run->spec;
  run->scheduler = spec->schedule != NULL
                     ? scheduler_of_schedule(spec->schedule, spec->repeat, run->sim, e)
                     : scheduler_create(spec->adversary, spec->directory, run->sim, spec->setup.seed, e);
  return run->scheduler != NULL;
}

/* The loop that is made for the algorithm, if the run needs nothing that it leaves out (loop.h); else NULL. */
static loop_fn *find_loop(const struct run *run)
{
  const struct sim *sim = run->sim;
  const struct loop_of *at = rmr_loops;
  if (run->spec.setup.memory != MEMORY_CC || run->scheduler->adversary.choose != rmr_adversary_random.choose ||
      run->listening || sim->clock != NULL || system_n_changes(run->system) != 0)
    return NULL;
  while (at->algorithm != NULL && at->algorithm != run->system->algorithm) at++;
  return at->go_on;
}

struct run *run_create(const struct run_spec *spec, struct error *e)
{
  struct run *run = mem_new(1, sizeof *run);
  run->spec = *spec;
  if (run->spec.stall == 0) run->spec.stall = RUN_STALL;
  run->spec.adversary = run->adversary = mem_text(spec->adversary != NULL ? spec->adversary : "random");
  const bool ok = (run->system = system_create(&spec->setup, e)) != NULL &&
                  (run->sim = sim_create(run->system, e)) != NULL &&
                  ledger_init(&run->ledger, run->sim, spec->observed, e) && make_scheduler(run, e);
  if (!ok) {
    run_free(run);
    return NULL;
  }
  scheduler_heed(run->scheduler, spec->interrupt);
  monitor_init(&run->monitor, run->sim);
  run->listening = scheduler_listens(run->scheduler);
  run->loop = find_loop(run);
  run->look = mem_new(run->sim->n + 1, sizeof *run->look);
  return run;
}

void run_observe(struct run *run, struct run_observer observer)
{
  assert(run->n_observers < RUN_MAX_OBSERVERS);
  run->observer[run->n_observers++] = observer;
  run->listening = true;
  run->loop = NULL;
}

void run_forget(struct run *run)
{
  run->n_observers = 0;
  run->spec.interrupt = NULL;
  run->spec.progress = NULL;
  scheduler_heed(run->scheduler, NULL);
}

void run_free(struct run *run)
{
  if (run == NULL) return;
  scheduler_free(run->scheduler);
  monitor_fini(&run->monitor);
  ledger_fini(&run->ledger);
  sim_free(run->sim);
  system_free(run->system);
  free(run->look);
  free(run->adversary);
  free(run);
}

__attribute__((noinline)) void run_settle(struct run *run, uint32_t p)
{
  struct rmr_event event;
  sim_settle(run->sim, p, &event);
  if (event.from == RMR_CS && event.to != RMR_CS) ledger_meal(&run->ledger, run->sim, &event);
  ledger_event(&run->ledger, run->sim, &event);
  if (event.from != event.to) monitor_section(&run->monitor, run->sim, &event);
  if (event.from != event.to && run->sim->clock != NULL) ledger_moment(&run->ledger, run->sim, &event);
  if (run->loop == NULL) monitor_state(&run->monitor, run->sim, &event);
  if ((event.from == RMR_REMAINDER) != (event.to == RMR_REMAINDER)) run->last_passage = event.step;
  if (!run->listening) return;
  scheduler_observe(run->scheduler, &event);
  for (int k = 0; k < run->n_observers; k++) run->observer[k].observe(run->observer[k].self, &event);
}

__attribute__((noinline)) void run_break(struct run *run, uint32_t p)
{
  struct moment *moment = &run->monitor.moment;
  for (uint32_t q = 1; q <= run->sim->n; q++) moment_see(moment, run->sim, q);
  moment->now.moved = 0;
  monitor_look(&run->monitor, run->sim->view.step, p);
  run->loop = NULL;
}

/* Now, or when some time has passed. */
static bool somebody_can_move(const struct sim *sim)
{
  if (sim->buffers && sim->n_done != sim->n && sim_usual_commit(sim, 0) != RMR_STOP) return true;
  return sim->view.n_ready != 0 || sim_ticks_to_wake(sim) != 0;
}

/* Whether there is anything to choose. */
static bool something_can_happen(const struct run *run)
{
  const struct sim *sim = run->sim;
  if (somebody_can_move(sim) || (scheduler_may_reread(run->scheduler) && sim->n_done != sim->n)) return true;
  if (!scheduler_may_change(run->scheduler)) return false;
  return sim->n_done != sim->n ? sim_first_change(sim) != RMR_STOP : sim_may_arrive(sim);
}

/* How the run ends where nobody can move. */
static enum run_end end_of_rest(const struct sim *sim)
{
  if (sim->n_done == sim->n) return RUN_COMPLETED;
  return sim_awaited(sim) != RMR_STOP ? RUN_PENDING : RUN_DEADLOCK;
}

static bool refuse_choice(const struct run *run, rmr_action action, struct error *e)
{
  if (run->scheduler->error.code == EXIT_OK) return scheduler_refuse(run->scheduler, action, e);
  *e = run->scheduler->error;
  return false;
}

__attribute__((noinline)) bool run_goes_on(struct run *run, struct error *e)
{
  if (run->sim->fault.raised) return sim_refuse(run->sim, e);
  if (something_can_happen(run)) return true;
  run->end = end_of_rest(run->sim);
  return false;
}

static bool is_interrupted(const struct run *run)
{
  return run->spec.interrupt != NULL && atomic_load(run->spec.interrupt);
}

/* Notes, before a crash of P_p or (p = 0) of all processes, the passages that it ends. */
static void look_before_crash(struct run *run, uint32_t p)
{
  const struct sim *sim = run->sim;
  for (uint32_t q = p != 0 ? p : 1; q <= (p != 0 ? p : sim->n); q++)
    if (sim->process[q].section != RMR_REMAINDER) {
      ledger_crash(&run->ledger, sim, q);
      monitor_crash(&run->monitor, sim, q);
    }
  run->last_passage = sim->view.step + 1;
}

static void make_change(struct run *run, rmr_action change)
{
  if (rmr_action_kind(change) == RMR_CRASH) look_before_crash(run, rmr_action_who(change));
  const struct rmr_event event = sim_change(run->sim, change);
  monitor_state(&run->monitor, run->sim, &event);
  scheduler_observe(run->scheduler, &event);
  for (int k = 0; k < run->n_observers; k++) run->observer[k].observe(run->observer[k].self, &event);
}

/* A step of a ready process, where nothing need be quick. */
static void make_step(struct run *run, uint32_t p)
{
  struct sim *sim = run->sim;
  const struct rmr_op op = sim->process[p].pending;
  if (sim->clock != NULL) sim->in.now = sim_local_time(sim, p);
  const uint8_t cause = sim_access_in_order(sim, p, run->spec.setup.memory);
  ledger_step(&run->ledger, p, sim->last.added ? LEDGER_NO_LINE : op.line, op.var, cause);
  if (op.kind == RMR_FENCE || rmr_kind_is_atomic(op.kind)) ledger_fence(&run->ledger, p);
  sim_look(sim, p);
  sim_compute(sim, p);
  run_settle(run, p);
}

/* An action other than a step of a ready process ends the slice: a change happens; a parked process reads again, if the
 * adversary may choose one; else the run ends. */
static __attribute__((noinline)) bool odd_choice(struct run *run, rmr_action action, struct error *e)
{
  struct sim *sim = run->sim;
  if (scheduler_may_do(run->scheduler, action) && sim_may_change(sim, action)) {
    make_change(run, action);
    return run_goes_on(run, e);
  }
  if (action <= sim->n && rmr_is_parked(&sim->view, (uint32_t)action) && scheduler_may_reread(run->scheduler)) {
    sim_unpark(sim, (uint32_t)action);
    make_step(run, (uint32_t)action);
    return run_goes_on(run, e);
  }
  run->end = is_interrupted(run) ? RUN_INTERRUPTED : somebody_can_move(sim) ? RUN_STOPPED : end_of_rest(sim);
  if (sim->fault.raised) return sim_refuse(run->sim, e);
  if (action != RMR_STOP || run->scheduler->error.code != EXIT_OK) refuse_choice(run, action, e);
  return false;
}

/* How many more steps make the slice: 0 when the run is to end, which is then noted. */
static uint64_t next_slice(struct run *run)
{
  const struct run_spec *spec = &run->spec;
  const uint64_t step = run->sim->view.step;
  uint64_t slice = scheduler_is_foreign(run->scheduler)  ? FOREIGN_SLICE
                   : scheduler_is_loaded(run->scheduler) ? PLUG_IN_SLICE
                                                         : SLICE;
  run->end = RUN_STEP_LIMIT;
  if (spec->max_steps != 0 && spec->max_steps - step < slice) slice = spec->max_steps - step;
  if (step - run->last_passage > spec->stall) {
    run->end = RUN_STALLED;
    slice = 0;
  }
  if (is_interrupted(run)) {
    run->end = RUN_INTERRUPTED;
    slice = 0;
  }
  return slice;
}

/* The listeners of a step that ends neither a section nor, in vain, the evaluation of a wait. */
enum audience { NOBODY, INVARIANTS, EVERYBODY };

/* Makes up to `slice` steps. True: the run goes on; false: it has ended, or *e is filled. */
static inline __attribute__((always_inline)) bool go_on(struct run *run, uint64_t slice, const enum memory memory,
                                                        const enum audience audience, struct error *e)
{
  struct sim *sim = run->sim;
  struct rmr_host *const host = &run->scheduler->host;
  rmr_action (*const choose)(void *, struct rmr_host *, const struct rmr_view *) = run->scheduler->adversary.choose;
  void *const state = run->scheduler->state;
  for (; slice > 0; slice--) {
    const rmr_action action = choose(state, host, &sim->view);
    const uint32_t p = (uint32_t)action;
    if (__builtin_expect(action > sim->n || sim->process[p].status != RMR_READY, 0)) return odd_choice(run, action, e);
    const struct rmr_op op = sim->process[p].pending;
    ledger_step(&run->ledger, p, op.line, op.var, sim_access(sim, p, memory));
    if (__builtin_expect(!(sim_compute(sim, p) | (audience == EVERYBODY)), 1)) {
      if (audience == INVARIANTS) look_after_step(&run->monitor, sim, p, &op);
      continue;
    }
    run_settle(run, p);
    /* Only what is settled here takes a process off the ready list. A run that is listened to ends at its fault. */
    if (sim->view.n_ready == 0 || sim->fault.raised) break;
  }
  return run_goes_on(run, e);
}

/* Whether the adversary has anything to choose from. */
static bool may_choose(const struct run *run)
{
  return run->sim->view.n_ready != 0 || scheduler_may_change(run->scheduler) || scheduler_may_reread(run->scheduler);
}

/* The same where there is time, leases run out for one reader alone, or writes wait in buffers. */
static bool go_on_with_care(struct run *run, uint64_t slice, struct error *e)
{
  struct sim *sim = run->sim;
  for (; slice > 0 && !sim->fault.raised; slice--) {
    const rmr_action usual = scheduler_usual_change(run->scheduler);
    if (usual != RMR_STOP) {
      make_change(run, usual);
      continue;
    }
    if (sim->buffers && !may_choose(run)) break; /* the last commit has made nobody ready */
    const rmr_action action = scheduler_choose(run->scheduler, &sim->view);
    const uint32_t p = (uint32_t)action;
    if (action > sim->n || sim->process[p].status != RMR_READY) return odd_choice(run, action, e);
    make_step(run, p);
    if (sim->view.n_ready == 0 && (!sim->buffers || sim->n_done == sim->n)) break;
  }
  return run_goes_on(run, e);
}

static bool slice_in_memory(struct run *run, uint64_t slice, struct error *e)
{
  if (run->loop != NULL) return run->loop(run, slice, e);
  if (run->sim->clock != NULL || run->sim->lapsed != NULL || run->sim->ordered) return go_on_with_care(run, slice, e);
  switch (run->spec.setup.memory) {
#define MEMORY(id, name, help)                                                                     \
  case MEMORY_##id:                                                                                \
    return run->listening                          ? go_on(run, slice, MEMORY_##id, EVERYBODY, e)  \
           : monitor_watches_states(&run->monitor) ? go_on(run, slice, MEMORY_##id, INVARIANTS, e) \
                                                   : go_on(run, slice, MEMORY_##id, NOBODY, e);
    MEMORIES(MEMORY)
#undef MEMORY
  case N_MEMORIES: break;
  }
  return false;
}

bool run_go(struct run *run, struct error *e)
{
  if (run->sim->fault.raised) return sim_refuse(run->sim, e); /* before the first step */
  monitor_begin(&run->monitor, run->sim);
  for (;;) {
    const uint64_t before = run->sim->view.step, slice = next_slice(run);
    const bool more = slice != 0 && slice_in_memory(run, slice, e);
    if (run->spec.progress != NULL) atomic_fetch_add(run->spec.progress, run->sim->view.step - before);
    if (!scheduler_failed(run->scheduler, e) && more)
      continue; /* a hook may call host->fail and yet choose a process */
    ledger_close(&run->ledger, run->sim);
#ifndef NDEBUG
    if (e->code == EXIT_OK) ledger_balance(&run->ledger, run->sim, e);
#endif
    return e->code == EXIT_OK;
  }
}

enum run_end run_ended(const struct run *run)
{
  return run->end;
}

bool run_gave_up(const struct run *run)
{
  return scheduler_gave_up(run->scheduler);
}

const struct sim *run_sim(const struct run *run)
{
  return run->sim;
}

const struct ledger *run_ledger(const struct run *run)
{
  return &run->ledger;
}

const struct monitor *run_monitor(const struct run *run)
{
  return &run->monitor;
}

const struct rmr_adversary *run_adversary(const struct run *run)
{
  return &run->scheduler->adversary;
}

double run_measure(const struct run *run, uint32_t which)
{
  return run->scheduler->adversary.measure(run->scheduler->state, which);
}

const char *run_specification(const struct run *run)
{
  return run->spec.adversary;
}
