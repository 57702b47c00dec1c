/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer/confirm.h"

#include <inttypes.h>

#include "explore/answer/judge_run.h"
#include "explore/answer/words.h"
#include "sim/step.h"

enum { ROUNDS = 3, MOST_JUDGED = 32 };

/* The cost of a passage of one process, by its events. */
struct bill {
  const struct confirm_claim *claim;
  const struct sim *sim;
  uint8_t section;    /* of the process, before the action */
  uint64_t now, most; /* paid in its passage so far; in the one that has cost most */
  uint64_t all;       /* in all */
  uint64_t at_loop;   /* in all, when its last round began */
};

struct confirming {
  const struct schedule *schedule;
  struct bill bill;
  struct judge judge;
  uint64_t made; /* actions */
  bool judges;
};

/* --- its cost ----------------------------------------------------------------------------------------------------- */

static void end_passage(struct bill *bill)
{
  if (bill->now > bill->most) bill->most = bill->now;
  bill->now = 0;
}

static void charge(struct bill *bill, const struct rmr_event *event)
{
  const uint32_t p = bill->claim->process;
  const struct cost_payer payer = {p, bill->sim->process[p].session, bill->section};
  const uint64_t more = cost_of_event(bill->sim->system, bill->claim->cost, bill->claim->lines, payer, event);
  bill->now += more;
  bill->all += more;
  const bool crashed = action_ends(event->action, event->var, p),
             ended = event->action == RMR_STEP && event->process == p && event->to == RMR_REMAINDER;
  if (ended || (crashed && !cost_counts_through(bill->claim->cost))) end_passage(bill);
  bill->section = bill->sim->process[p].section;
}

static void see(void *self, const struct rmr_event *event)
{
  struct confirming *c = self;
  const uint64_t before = c->schedule->n_steps - c->schedule->n_loop;
  c->made++;
  if (c->bill.claim->cost != COST_NONE) charge(&c->bill, event);
  if (c->judges) judge_see(&c->judge, event);
  if (c->judges && c->schedule->n_loop != 0 && c->made == before) judge_loop(&c->judge);
  if (c->made == c->schedule->n_steps + (ROUNDS - 2) * c->schedule->n_loop) c->bill.at_loop = c->bill.all;
}

/* --- its claim ---------------------------------------------------------------------------------------------------- */

/* Whether P7 speaks of the process: it is in its entry, or its next line belongs to its exit. */
static bool is_on_its_way(const struct sim *sim, uint32_t p)
{
  const struct rmr_process *me = &sim->process[p];
  const bool lives = me->status != RMR_DONE && me->status != RMR_DEAD;
  return lives && (rmr_section_is_entry(me->section) || me->pending.section == RMR_EXIT);
}

/* Whether the process comes from its entry to the CS, or back to its remainder, when it alone moves, or when all move
 * in turn. Writes that wait are committed before each step. */
static bool finds_a_way(const struct sim *from, uint32_t p, struct error *e)
{
  const uint64_t most = 64 * (uint64_t)(from->n + 2) * (from->n + 2);
  struct sim *sim = sim_create(from->system, e);
  bool out = false;
  for (int alone = 1; sim != NULL && alone >= 0; alone--) {
    sim_state_copy(sim, from);
    for (uint64_t k = 0; k < most && !out && !sim->fault.raised; k++) {
      const uint32_t q = alone ? p : (uint32_t)(k % sim->n) + 1;
      while (sim_has_writes(sim, q)) sim_change(sim, sim_some_commit(sim, q, 0));
      if (sim->process[q].status != RMR_READY) continue;
      if (sim->clock != NULL) sim->in.now = sim_local_time(sim, q);
      struct rmr_event event;
      sim_step(sim, q, sim->system->memory, &event);
      out = q == p && event.from != event.to &&
            (event.to == RMR_REMAINDER || (event.to == RMR_CS && rmr_section_is_entry(event.from)));
    }
  }
  sim_free(sim);
  return out;
}

/* NULL: the property is broken as the claim says. */
static const char *objection_to_property(const struct confirm_claim *claim, const struct judge *j, struct error *e)
{
  const judge_set p = claim->process != 0 ? UINT32_C(1) << (claim->process - 1) : 0,
                  other = claim->other != 0 ? UINT32_C(1) << (claim->other - 1) : 0;
  switch (claim->property) {
  case PROPERTY_P2:
    return !j->looping || (j->entry & p) == 0 ? "the process leaves its entry"
           : !judge_is_fair(j)                ? "the loop is not fair"
                                              : NULL;
  case PROPERTY_P3: return j->looping && ((j->exit | j->recover) & j->moved & p) != 0 ? NULL : "its exit ends";
  case PROPERTY_P4:
    return j->looping && (j->alone & j->moved & p) != 0 ? NULL : "its entry ends, or a process conflicts with it";
  case PROPERTY_P5: return (j->overtaken & p) != 0 && (j->overtook & other) != 0 ? NULL : "no process is overtaken";
  case PROPERTY_P6:
    return !j->looping || !j->wanted ? "no process wants to enter"
           : j->entered              ? "a process enters"
           : !judge_is_fair(j)       ? "the loop is not fair"
                                     : NULL;
  case PROPERTY_P7:
    return !is_on_its_way(j->sim, claim->process)   ? "the process is not on its way"
           : finds_a_way(j->sim, claim->process, e) ? "there is a way out"
                                                    : NULL;
  case PROPERTY_BCSR: return j->looping && (j->forsaken & j->moved & p) != 0 ? NULL : "it comes back";
  case PROPERTY_RESPONSE: return j->looping && j->wanted && !j->entered && j->ticked ? NULL : "a process enters";
  case PROPERTY_RATE: return j->gap == claim->ticks ? NULL : "the distance of the entries differs";
  default: break;
  }
  const bool shown = claim->property == PROPERTY_INVARIANTS || (j->broken >> claim->property & 1) != 0;
  return shown ? NULL : "no state breaks it";
}

static bool still_holds(const struct monitor *monitor, const struct rmr_invariant *invariant)
{
  for (uint32_t k = 0; k < monitor->n_invariants; k++)
    if (monitor->invariant[k] == invariant) return true;
  return false;
}

static const char *objection_to_invariants(const struct confirm_claim *claim, const struct run *run)
{
  const struct rmr_invariant *all = sim_system(run_sim(run))->algorithm->invariants;
  for (uint32_t k = 0; claim->invariants >> k != 0; k++)
    if ((claim->invariants >> k & 1) != 0 && still_holds(run_monitor(run), &all[k])) return "it holds";
  return NULL;
}

static const char *objection_to_cost(const struct bill *bill, const struct run *run, char out[64])
{
  const struct confirm_claim *claim = bill->claim;
  uint64_t paid = bill->now > bill->most ? bill->now : bill->most;
  if (claim->cost == COST_NONE) return NULL;
  if (claim->cost == COST_MEALS) {
    paid = ledger_max_meals(run_ledger(run), claim->process);
    if (claim->unbounded) return NULL; /* the ledger does not say how many are of the last round */
  }
  if (claim->unbounded) return bill->all > bill->at_loop ? NULL : "its loop costs nothing";
  snprintf(out, 64, "it costs %" PRIu64 ", not %" PRIu64, paid, claim->paid);
  return paid == claim->paid ? NULL : out;
}

/* --- playing ------------------------------------------------------------------------------------------------------ */

/* The objection to the schedule; NULL: there is none. The reason may be *e, if it is filled. */
static const char *play(struct confirming *c, struct run *run, char out[64], struct error *e)
{
  const struct confirm_claim *claim = c->bill.claim;
  const uint64_t all = c->schedule->n_steps + (ROUNDS - 1) * c->schedule->n_loop;
  const char *objection = NULL;
  run_observe(run, (struct run_observer){see, c});
  if (!run_go(run, e) || c->made != all) return "it cannot be played to its end";
  if (claim->property != 0) objection = objection_to_property(claim, &c->judge, e);
  if (objection == NULL && claim->invariants != 0) objection = objection_to_invariants(claim, run);
  return objection != NULL ? objection : objection_to_cost(&c->bill, run, out);
}

bool confirm(const struct schedule *schedule, const struct confirm_claim *claim, struct error *e)
{
  struct error why = {0};
  char cost[64];
  const struct run_spec spec = {.setup = schedule_system(schedule),
                                .schedule = schedule,
                                .repeat = schedule->n_loop != 0 ? ROUNDS : 1,
                                .stall = UINT64_MAX};
  struct run *run = run_create(&spec, &why);
  const char *objection = "there is no such system";
  if (run != NULL) {
    struct confirming c = {.schedule = schedule, .judges = claim->property != 0 && schedule->n <= MOST_JUDGED};
    c.bill = (struct bill){.claim = claim, .sim = run_sim(run), .section = RMR_REMAINDER};
    if (c.judges) judge_begin(&c.judge, run_sim(run));
    c.judge.familiar = claim->familiar;
    if (c.judges && schedule->n_loop == schedule->n_steps && schedule->n_loop != 0) judge_loop(&c.judge);
    objection = play(&c, run, cost, &why);
    if (c.judges) judge_free(&c.judge);
  }
  run_free(run);
  return objection == NULL ||
         fail(e, EXIT_INTERNAL, "%s, N = %" PRIu32 ": the schedule that was found for %s does not show it: %s%s%s",
              schedule->algorithm->name, schedule->n, claim->what, objection, why.text[0] != '\0' ? ": " : "",
              why.text);
}

/* --- all that an exploration says --------------------------------------------------------------------------------- */

static bool refuse_unshown(const struct explore_spec *spec, const char *what, struct error *e)
{
  return fail(e, EXIT_INTERNAL, "%s, N = %" PRIu32 ": %s fails, and there is no schedule that shows it",
              spec->setup.algorithm->name, spec->setup.n, what);
}

static bool confirm_property(const struct explore_spec *spec, const struct explored *explored, uint32_t k,
                             struct error *e)
{
  const struct explored_property *p = &explored->property[k];
  const bool fails = p->verdict == VERDICT_FAILS;
  const struct confirm_claim claim = {.what = property_key(k),
                                      .property = fails || k == PROPERTY_RATE ? k : 0,
                                      .process = p->process,
                                      .other = p->other,
                                      .familiar = explored->familiar,
                                      .ticks = (uint32_t)p->bound};
  if (fails && !p->witness.found) return refuse_unshown(spec, claim.what, e);
  return !p->witness.found || confirm(&p->witness.schedule, &claim, e);
}

static bool confirm_invariant(const struct explore_spec *spec, const struct explored_property *p, uint32_t k,
                              struct error *e)
{
  const char *name = spec->setup.algorithm->invariants[k].name;
  const struct confirm_claim claim = {.what = name, .invariants = UINT32_C(1) << k};
  if (p->verdict != VERDICT_FAILS) return true;
  return p->witness.found ? confirm(&p->witness.schedule, &claim, e) : refuse_unshown(spec, name, e);
}

bool confirm_answers(const struct explore_spec *spec, const struct explored *explored, struct error *e)
{
  bool ok = true;
  if (spec->change != NULL) return true;
  for (uint32_t k = 1; ok && k < N_PROPERTIES; k++) ok = confirm_property(spec, explored, k, e);
  for (uint32_t k = 0; ok && k < explored->n_invariants; k++)
    ok = confirm_invariant(spec, &explored->invariant[k], k, e);
  for (uint32_t k = 0; ok && k < explored->n_costs; k++) {
    const struct explored_cost *c = &explored->cost[k];
    const struct confirm_claim claim = {.what = "the cost of a passage",
                                        .process = c->process,
                                        .cost = spec->cost,
                                        .lines = spec->lines,
                                        .paid = c->worst,
                                        .unbounded = c->unbounded};
    ok = !c->witness.found || confirm(&c->witness.schedule, &claim, e);
  }
  return ok;
}
