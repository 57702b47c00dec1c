/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_scopes.c: two ways to one number, for scopes that nobody has chosen. Each is asked of every drive that accepts
 * it, and the answers must agree:
 *
 *   explore    costs, properties and invariants, which it confirms by playing its witnesses; with another number of
 *              threads the same; each engine for a cost by itself the same
 *   replay     each witness, written to a file and read again, makes the same steps; its cost, and P1 and CSR
 *              where they fail, are seen by the ledger and the monitors as well
 *   search     finds no more than the exact worst case, and breaks nothing that holds
 *   simulate   under five adversaries: the same, where each process makes one passage; its recordings replay
 *   brute force, where the states are few: the same states, steps, verdicts, bounds and costs
 *   SPIN       (now and then, where it is installed): the same states and the same word on P1
 *
 * Each scope is asked in a process of its own, so that a crash is one more thing to be told. The first scopes are those
 * in which two drives once said different things.
 *
 *   unit_scopes [--seed S] [--scopes N] [--seconds T] [--first K]
 *
 * A reported scope can be asked again: `--seed S --first K --scopes 1`.
 *
 * ctest: slow long
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "agree.h"
#include "base/mem.h"
#include "cli/replaying.h"
#include "client.h"
#include "explore/answer/words.h"
#include "explore/graph/reduction.h"
#include "explore/search/search.h"
#include "scopes.h"
#include "sim/run.h"

static const struct scope corpus[] = {
  /* a search added RMRs across crashes */
  {"recoverable_owner", 1, 0, MEMORY_CC, "any:2", "system:3", "none", "rmr", 745},
  {"recoverable_queue", 2, 1, MEMORY_CC, "distinct", "system:2", "none", "rmr", 1},
  /* registers in schedules were named without the newcomers */
  {"grid_stamped", 2, 1, MEMORY_CC, "distinct", "stop:1,new:1 leases:all", "none", "rmr", 5},
  {"grid_burns_lynch", 2, 1, MEMORY_CC, "distinct", "stop:1,new:1 leases:all", "none", "rmr", 5},
  {"grid_szymanski", 2, 1, MEMORY_CC, "distinct", "stop:1,new:1 leases:all", "none", "rmr", 5},
  /* something was owed in renaming */
  {"grid_renaming_long_diagonal", 2, 1, MEMORY_DSM, "same", "restart:2", "none", "rmr", 1},
  /* leases that run out at readers, where there is one process */
  {"bakery", 1, 1, MEMORY_CC, "distinct", "stop:1 leases:all,at:reader", "none", "rmr", 1},
  {"burns_lynch", 1, 1, MEMORY_CC, "distinct", "stop:1 leases:all,at:reader", "none", "rmr", 1},
  /* a restart in the midst of a wait */
  {"szymanski_bits_reordered", 1, 1, MEMORY_CC, "distinct", "restart:2", "none", "rmr", 1},
  /* a violation on a step that the reduction leaves out */
  {"lamport_fast", 2, 0, MEMORY_CC, "distinct", "stop:1 leases:all expire:2", "none", "rmr", 1},
  {"aravind", 2, 1, MEMORY_CC, "distinct", "leases:all expire:4", "none", "rmr", 1},
  /* a loop in which a lease had to run out, and did not */
  {"abortable_queue:aborts=3", 2, 1, MEMORY_CC_WRITEBACK, "any:2", "stop:1 leases:all", "none", "rmr@T2", 1},
  /* ticket 4 */
  {"bw_bakery", 2, 1, MEMORY_CC, "distinct", "stop:2 leases:all,at:reader", "none", "rmr", 1},
  /* the search for a witness came to the limit of memory, and nobody knew afterwards */
  {"anderson_kim", 2, 2, MEMORY_DSM, "any:2", "restart:1", "none", "rmr", 1},
  /* the ledger counted entries while a process was away from the lock that it had gone away from */
  {"abortable_queue", 3, 0, MEMORY_CC_KEEP, "distinct", "none", "none", "bypass", 13179125},
  /* a search went on for ever where all its climbers had left the range of a register */
  {"two_rooms", 2, 1, MEMORY_CC, "distinct", "restart:2", "none", "rmr@1.6", 1415069},
};

enum { N_CORPUS = sizeof corpus / sizeof *corpus, SECONDS_EACH = 600, EXPLORE_SECONDS = 4, MOST_BRUTE = 3000 };

/* --- the disagreements on one scope ------------------------------------------------------------------------------- */

struct inquiry {
  const struct scope *scope;
  struct asked asked;
  struct explored found;
  bool explored; /* found is an answer */
  bool outside;  /* a register left its range: the others may say so, too */
  char directory[64];
  uint32_t wrongs, files;
};

static void wrong(struct inquiry *q, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void wrong(struct inquiry *q, const char *format, ...)
{
  char command[512];
  va_list args;
  va_start(args, format);
  if (q->wrongs++ == 0) printf("rmr explore %s\n", scope_command(q->scope, command, sizeof command));
  printf("    ");
  vprintf(format, args);
  printf("\n");
  va_end(args);
}

static atomic_bool late;

static void on_alarm(int signal)
{
  (void)signal;
  atomic_store(&late, true);
}

/* The part that is answered until then counts. */
static struct explore_limits limits_of(uint32_t threads)
{
  atomic_store(&late, false);
  alarm(EXPLORE_SECONDS);
  return (struct explore_limits){.memory = (size_t)48 << 20, .threads = threads, .interrupt = &late};
}

/* Whether an error is one that a scope may meet. */
static bool may_be(struct inquiry *q, const char *who, const struct error *e)
{
  if (e->code == EXIT_INTERNAL) wrong(q, "%s: an error of our own: %s", who, e->text);
  if (e->code == EXIT_SAFETY && q->explored && q->found.complete) wrong(q, "%s only: %s", who, e->text);
  return false;
}

/* --- explore ------------------------------------------------------------------------------------------------------ */

static struct explore_spec spec_of(const struct inquiry *q, uint32_t threads)
{
  struct explore_spec spec = {
    .setup = q->asked.setup, .cost = q->asked.cost, .lines = q->asked.lines, .limits = limits_of(threads)};
  for (uint32_t k = 0; k < PROPERTY_RATE; k++) spec.check[k] = true;
  return spec;
}

static void ask_explorer(struct inquiry *q)
{
  const struct explore_spec spec = spec_of(q, 1 + q->scope->seed % 2);
  struct error e = {0};
  q->explored = explore(&spec, &q->found, &e);
  q->outside = e.code == EXIT_SAFETY;
  if (!q->explored) may_be(q, "explore", &e);
  for (uint32_t k = 1; q->explored && k < N_PROPERTIES; k++)
    if (q->found.property[k].verdict == VERDICT_FAILS && !q->found.property[k].witness.found)
      wrong(q, "%s fails without a witness", property_key(k));
}

/* The same on another number of threads, if nothing was cut short. */
static void ask_again(struct inquiry *q)
{
  const struct explore_spec spec = spec_of(q, 2 - q->scope->seed % 2);
  struct explored again;
  struct error e = {0};
  if (!explore(&spec, &again, &e)) return;
  for (uint32_t k = 1; again.complete && k < N_PROPERTIES; k++)
    if (again.property[k].verdict != q->found.property[k].verdict ||
        again.property[k].bound != q->found.property[k].bound)
      wrong(q, "%s differs by the number of threads", property_key(k));
  for (uint32_t k = 0; k < again.n_costs; k++) {
    const struct explored_cost *a = &again.cost[k], *b = &q->found.cost[k];
    if (a->complete && b->complete && (a->unbounded != b->unbounded || (!a->unbounded && a->worst != b->worst)))
      wrong(q, "the cost of P%" PRIu32 " differs by the number of threads", k + 1);
  }
  if (again.complete && again.states != q->found.states) wrong(q, "the states differ by the number of threads");
  explored_free(&again);
}

static bool open_space(const struct inquiry *q, uint32_t observed, bool minimise, bool reduced, struct space *space)
{
  struct error e = {0};
  const struct space_spec spec = {.setup = q->asked.setup,
                                  .cap = q->found.cap,
                                  .observer.process = observed,
                                  .observer.cost = q->asked.cost,
                                  .observer.lines = q->asked.lines,
                                  .minimise = minimise,
                                  .memory = (size_t)48 << 20,
                                  .interrupt = &late};
  if (!space_create(space, &spec, &e)) return false;
  if (reduced) reduction_prepare(space);
  return true;
}

static void compare_cost(struct inquiry *q, const char *who, uint32_t p, uint64_t most, bool unbounded)
{
  const struct explored_cost *c = &q->found.cost[p - 1];
  if (c->unbounded != unbounded || (!unbounded && c->worst != most))
    wrong(q, "P%" PRIu32 " pays %" PRIu64 "%s by %s, but %" PRIu64 "%s", p, most, unbounded ? " (unbounded)" : "", who,
          c->worst, c->unbounded ? " (unbounded)" : "");
}

/* The cost of one process by each engine, with all that it may leave out and without. */
static void ask_engines(struct inquiry *q)
{
  const uint32_t p = 1 + (uint32_t)q->scope->seed % q->asked.setup.n;
  const struct explore_limits limits = limits_of(2);
  const struct region everywhere = {.kind = REGION_ALL};
  if (!q->found.cost[p - 1].complete || q->found.cost[p - 1].capped) return;
  for (uint32_t how = 0; how < 3; how++) {
    struct space space;
    struct breadth states;
    struct depth depth;
    if (!open_space(q, p, how != 0, how == 2, &space)) continue;
    breadth_search(&space, &limits, WATCH_NOTHING, true, &states);
    if (states.complete) {
      depth_search(&space, &states.visited, &everywhere, &limits, &depth);
      if (depth.complete || depth.positive_cycle)
        compare_cost(q,
                     how == 0   ? "depth"
                     : how == 1 ? "depth, merged"
                                : "depth, reduced",
                     p, depth.most, depth.positive_cycle);
      depth_free(&depth);
    }
    breadth_free(&states);
    struct sweep_result sweep;
    if (engine_may_sweep(&space, &limits) && sweep_product_states(&space) < UINT64_C(1) << 22) {
      sweep_search(&space, &limits, &sweep);
      if (sweep.complete) compare_cost(q, how == 2 ? "sweep, reduced" : "sweep", p, sweep.most, false);
      sweep_free(&sweep);
    }
    space_free(&space);
  }
}

/* --- replay ------------------------------------------------------------------------------------------------------- */

static char *new_file(struct inquiry *q)
{
  return mem_format("%s/%" PRIu32 ".schedule", q->directory, ++q->files);
}

/* The file's run, step by step as it says; NULL: it goes otherwise, which is told. */
static struct run *replay_file(struct inquiry *q, const char *what, const char *file, struct schedule *s)
{
  struct error e = {0};
  if (!schedule_read(file, NULL, s, &e)) {
    wrong(q, "the schedule of %s cannot be read: %s", what, e.text);
    return NULL;
  }
  struct run *run = replay_run(&(struct replaying){.schedule = s, .file = file, .repeat = 1}, &e);
  if (run == NULL) {
    wrong(q, "the schedule of %s does not replay: %s", what, e.text);
    schedule_free(s);
  }
  return run;
}

static bool saw(const struct run *run, const char *property)
{
  const struct monitor *m = run_monitor(run);
  for (uint32_t k = 0; k < m->n_violations; k++)
    if (strcmp(m->violation[k].property, property) == 0) return true;
  return false;
}

/* The ledger's value for the cost; UINT64_MAX: it does not count that. */
static uint64_t ledger_cost(const struct run *run, enum cost_id cost, uint32_t p)
{
  const struct ledger *l = run_ledger(run);
  switch (cost) {
  case COST_RMR: return ledger_max_passage(l, p);
  case COST_STEPS: return ledger_max_steps(l, p);
  case COST_SUPER: return ledger_max_super(l, p);
  case COST_BYPASS: return ledger_max_bypass(l, p);
  case COST_TICKS: return ledger_max_ticks(l, p);
  case COST_MEALS: return ledger_max_meals(l, p);
  case COST_NONE:
  case COST_LINE:
  case COST_RMR_AT_LINE:
  case COST_FENCES:
  case COST_RMR_AND_FENCES: break;
  }
  return UINT64_MAX;
}

static struct run *replay_witness(struct inquiry *q, const char *what, const struct witness *w, struct schedule *s)
{
  struct error e = {0};
  char *file = new_file(q);
  struct run *run = NULL;
  if (!schedule_write(file, &w->schedule, NULL, &e))
    wrong(q, "the witness of %s cannot be written: %s", what, e.text);
  else
    run = replay_file(q, what, file, s);
  free(file);
  return run;
}

static void replay_costs(struct inquiry *q)
{
  for (uint32_t k = 0; k < q->found.n_costs; k++) {
    const struct explored_cost *c = &q->found.cost[k];
    struct schedule s;
    if (!c->witness.found) continue;
    struct run *run = replay_witness(q, "a cost", &c->witness, &s);
    if (run == NULL) continue;
    const uint64_t counted = ledger_cost(run, q->asked.cost, c->process);
    if (!c->unbounded && counted != UINT64_MAX && counted != c->worst)
      wrong(q, "the witness of %" PRIu64 " for P%" PRIu32 " costs %" PRIu64, c->worst, c->process, counted);
    run_free(run);
    schedule_free(&s);
  }
}

static void replay_properties(struct inquiry *q)
{
  static const struct {
    uint32_t property;
    const char *name;
  } watched[] = {{1, "P1"}, {PROPERTY_CSR, "CSR"}};
  for (uint32_t k = 1; k < N_PROPERTIES; k++) {
    const struct explored_property *p = &q->found.property[k];
    struct schedule s;
    if (!p->witness.found) continue;
    struct run *run = replay_witness(q, property_key(k), &p->witness, &s);
    if (run == NULL) continue;
    for (size_t j = 0; j < sizeof watched / sizeof *watched; j++)
      if (watched[j].property == k && !saw(run, watched[j].name))
        wrong(q, "the witness of %s shows no violation", watched[j].name);
    run_free(run);
    schedule_free(&s);
  }
}

/* --- search ------------------------------------------------------------------------------------------------------- */

/* Whether so much is more than the exact worst case of P_p, or (0) of everybody. */
static bool exceeds(const struct inquiry *q, uint32_t p, uint64_t paid, uint64_t *exact)
{
  *exact = 0;
  for (uint32_t k = 0; k < q->found.n_costs; k++) {
    const struct explored_cost *c = &q->found.cost[k];
    if (p != 0 && c->process != p) continue;
    if (!c->complete || c->capped || c->unbounded) return false;
    if (c->worst > *exact) *exact = c->worst;
  }
  return q->found.n_costs != 0 && paid > *exact;
}

static void ask_search(struct inquiry *q)
{
  struct error e = {0};
  struct searched found;
  uint64_t exact;
  const struct search_spec spec = {.goal = {.setup = q->asked.setup, .cost = q->asked.cost, .lines = q->asked.lines},
                                   .seed = q->scope->seed,
                                   .methods = SEARCH_ALL,
                                   .limits = {.effort = 30000, .threads = 1}};
  if (q->asked.cost == COST_TICKS || q->asked.cost == COST_MEALS || time_passes(&q->asked.setup.time)) return;
  if (!search(&spec, &found, &e)) {
    may_be(q, "search", &e);
    return;
  }
  if (q->explored && exceeds(q, found.process, found.worst, &exact))
    wrong(q, "search: P%" PRIu32 " pays %" PRIu64 ", but at most %" PRIu64, found.process, found.worst, exact);
  struct schedule s;
  struct run *run = found.witness.found ? replay_witness(q, "a search", &found.witness, &s) : NULL;
  if (run != NULL) {
    const uint64_t counted = ledger_cost(run, q->asked.cost, found.process);
    if (counted != UINT64_MAX && counted != found.worst)
      wrong(q, "search: P%" PRIu32 " pays %" PRIu64 ", but its schedule costs %" PRIu64, found.process, found.worst,
            counted);
    run_free(run);
    schedule_free(&s);
  }
  searched_free(&found);
}

/* --- simulate ----------------------------------------------------------------------------------------------------- */

static bool holds(const struct inquiry *q, uint32_t property)
{
  const struct explored_property *p = &q->found.property[property];
  return q->explored && p->verdict == VERDICT_HOLDS && p->complete && !p->capped;
}

static void judge_run(struct inquiry *q, const char *adversary, const struct run *run)
{
  static const struct {
    uint32_t property;
    const char *name;
  } watched[] = {{1, "P1"}, {5, "P5"}, {PROPERTY_CSR, "CSR"}};
  uint64_t exact;
  for (size_t k = 0; k < sizeof watched / sizeof *watched; k++)
    if (holds(q, watched[k].property) && saw(run, watched[k].name))
      wrong(q, "%s: breaks %s, which holds", adversary, watched[k].name);
  if (run_ended(run) == RUN_DEADLOCK && holds(q, 6)) wrong(q, "%s: a deadlock, and P6 holds", adversary);
  if (!q->explored || q->asked.setup.passages != 1 || q->asked.setup.faults.limit[LIMIT_ARRIVALS] != 0) return;
  for (uint32_t p = 1; p <= q->asked.setup.n; p++) {
    const uint64_t paid = ledger_cost(run, q->asked.cost, p);
    if (paid != UINT64_MAX && exceeds(q, p, paid, &exact))
      wrong(q, "%s: P%" PRIu32 " pays %" PRIu64 ", but at most %" PRIu64, adversary, p, paid, exact);
  }
}

static void simulate(struct inquiry *q, const char *adversary)
{
  struct error e = {0};
  const struct run_spec spec = {.setup = q->asked.setup, .adversary = adversary, .max_steps = 2000};
  struct run *run = run_create(&spec, &e);
  if (run == NULL) {
    may_be(q, adversary, &e);
    return;
  }
  char *file = new_file(q);
  struct trace *trace = trace_open(file, TRACE_NATIVE, run, &e);
  const bool went = trace != NULL && run_go(run, &e);
  if (went) judge_run(q, adversary, run);
  if (!went) may_be(q, adversary, &e);
  if (went && trace_close(trace, &e)) {
    struct schedule s;
    struct run *again = replay_file(q, adversary, file, &s);
    if (again != NULL) {
      run_free(again);
      schedule_free(&s);
    }
  } else if (trace != NULL && !went) {
    trace_abandon(trace);
  }
  run_free(run);
  free(file);
}

static void ask_simulator(struct inquiry *q)
{
  static const char *const adversaries[] = {"random", "greedy", "pct", "worst_crash:effort=300",
                                            "crashing:rate=0.05,expire=0.1,new=0.2,then=random"};
  for (size_t k = 0; k < sizeof adversaries / sizeof *adversaries; k++) simulate(q, adversaries[k]);
  const struct rmr_algorithm *a = q->asked.setup.algorithm;
  uint32_t row = (uint32_t)q->scope->seed % a->n_rows;
  while (a->lines[row].line == 0) row = (row + 1) % a->n_rows;
  char *at = mem_format("crashing:at=%s,expire=0.1,new=0.2,then=random", a->lines[row].label);
  simulate(q, at);
  free(at);
}

/* --- brute force -------------------------------------------------------------------------------------------------- */

/* Only scopes that it knows: no clock here, no parameters. A difference fails a test, which ends this process. */
static void ask_brute_force(const struct inquiry *q)
{
  static const enum brute_recovery recoveries[] = {[FAULTS_NONE] = BRUTE_STOP,
                                                   [FAULTS_STOP] = BRUTE_STOP,
                                                   [FAULTS_RECOVER] = BRUTE_RECOVER,
                                                   [FAULTS_SYSTEM] = BRUTE_SYSTEM,
                                                   [FAULTS_RESTART] = BRUTE_RECOVER};
  const struct system_spec *setup = &q->asked.setup;
  const struct faults *f = &setup->faults;
  /* where sessions make no difference the explorer knows that, and brute force does not */
  if (!setup->algorithm->group && strncmp(q->scope->sessions, "any", 3) == 0) return;
  if (strchr(q->scope->algorithm, ':') != NULL || time_passes(&setup->time) || setup->algorithm->name_held != NULL)
    return;
  if (!q->explored || !q->found.complete || q->found.states > MOST_BRUTE || setup->memory > MEMORY_DSM) return;
  const char *at = f->at != 0 ? rmr_line_of(setup->algorithm, f->at)->label : NULL;
  struct brute_system s = agree_system(setup->algorithm, setup->n, setup->passages, q->scope->sessions, q->found.cap);
  s.crashes = f->limit[LIMIT_CRASHES];
  s.leases = f->leases;
  s.expiries = f->limit[LIMIT_EXPIRIES];
  s.arrivals = f->limit[LIMIT_ARRIVALS];
  s.at_readers = f->at_readers;
  s.crash_at = at;
  s.recovery = recoveries[f->kind];
  struct brute_properties brute;
  s.most = 2 * MOST_BRUTE;
  brute_properties(&s, &brute);
  s.most = 0;
  if (!brute.size.complete || brute.size.outside) return;
  agree_on_properties(&s, q->scope->sessions, &brute);
  struct brute_question cost = {.memory = (enum brute_memory)setup->memory,
                                .observed = 1 + (uint32_t)q->scope->seed % setup->n};
  switch (q->asked.cost) {
  case COST_RMR: cost.cost = BRUTE_RMR; break;
  case COST_STEPS: cost.cost = BRUTE_STEPS; break;
  case COST_BYPASS: cost.cost = BRUTE_BYPASS; break;
  case COST_SUPER: cost.cost = BRUTE_SUPER; break;
  default: return;
  }
  const uint64_t by_brute = agree_brute_cost(&s, &cost);
  const struct explored_cost *c = &q->found.cost[cost.observed - 1];
  if (!c->capped && by_brute != (c->unbounded ? BRUTE_UNBOUNDED : c->worst))
    fail_msg("P%u pays %lld by brute force, %lld explored", cost.observed, (long long)by_brute, (long long)c->worst);
}

/* --- SPIN --------------------------------------------------------------------------------------------------------- */

/* One line that a command prints; false: it fails, or prints none. */
static bool first_line(const char *command, char *out, int size)
{
  FILE *in = popen(command, "r");
  const bool got = in != NULL && fgets(out, size, in) != NULL;
  return (in != NULL && pclose(in) == 0) & got;
}

/* The commands are those that the head of the model names. A model that was refused, or is too large, is let be. */
static void ask_spin(struct inquiry *q)
{
  char command[1024], answer[256] = "", options[512];
  if (!q->explored || !q->found.complete || q->found.states > 20000 || q->found.property[1].capped ||
      q->found.property[1].verdict == VERDICT_NOT_CHECKED)
    return;
  scope_command(q->scope, options, sizeof options);
  char *cost = strstr(options, " --cost "), *behind = cost != NULL ? strchr(cost + 8, ' ') : NULL;
  if (cost != NULL) memmove(cost, behind != NULL ? behind : "", behind != NULL ? strlen(behind) + 1 : 1);
  snprintf(
    command, sizeof command,
    "cd %s && %s/rmr export --format promela %s -o m.pml 2> /dev/null && [ $(wc -l < m.pml) -lt 20000 ] && "
    "spin -a -o2 m.pml > spin.log 2>&1 && cc -w -O0 $(sed -n 's/^ \\*     cc //p' m.pml | "
    "sed 's/MODEL.pml/m.pml/') > cc.log 2>&1 && $(sed -n 's/^ \\*     \\.\\/pan/.\\/pan/p' m.pml) > pan.log 2>&1; "
    "[ -f pan.log ] && grep -m1 'errors:' pan.log",
    q->directory, getcwd((char[512]){0}, 512), options);
  if (!first_line(command, answer, sizeof answer)) return;
  const bool spin_fails = strstr(answer, "errors: 0") == NULL, fails = q->found.property[1].verdict == VERDICT_FAILS;
  if (spin_fails != fails) wrong(q, "P1 %s, and SPIN says: %s", fails ? "fails" : "does not fail", answer);
}

/* --- one scope ---------------------------------------------------------------------------------------------------- */

/* Whether what was told is in order. */
static bool inquire(const struct scope *scope, uint64_t number)
{
  struct inquiry q = {.scope = scope};
  struct error e = {0};
  snprintf(q.directory, sizeof q.directory, "/tmp/rmr-scopes-XXXXXX");
  if (mkdtemp(q.directory) == NULL) abort();
  if (scope_open(scope, &q.asked, &e)) {
    ask_explorer(&q);
    if (q.explored && q.found.complete && number % 3 == 0) ask_again(&q);
    if (q.explored && q.found.states < 100000) ask_engines(&q);
    if (q.explored) replay_costs(&q);
    if (q.explored) replay_properties(&q);
    ask_search(&q);
    ask_simulator(&q);
    if (number % 50 == 0) ask_spin(&q);
    fflush(stdout);
    ask_brute_force(&q);
    if (q.explored) explored_free(&q.found);
  } else if (e.code == EXIT_INTERNAL) {
    wrong(&q, "an error of our own: %s", e.text);
  }
  scope_close(&q.asked);
  char *clear = mem_format("rm -rf %s", q.directory);
  const bool cleared = system(clear) == 0;
  free(clear);
  return cleared && q.wrongs == 0;
}

/* In a process of its own. False: something is wrong, and was told. */
static bool inquire_apart(const struct scope *scope, uint64_t seed, uint64_t number)
{
  char command[512];
  fflush(stdout);
  const pid_t child = fork();
  if (child < 0) abort();
  if (child == 0) {
    signal(SIGALRM, on_alarm);
    const bool well = inquire(scope, number);
    fflush(stdout);
    _exit(well ? 0 : 1);
  }
  int status = 0;
  for (int waited = 0; waitpid(child, &status, WNOHANG) == 0; waited++) {
    nanosleep(&(struct timespec){.tv_nsec = waited < 100 ? 1000000 : 20000000}, NULL);
    if (waited == SECONDS_EACH * 50) kill(child, SIGKILL);
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  printf("scope %" PRIu64 " of seed %" PRIu64 ": rmr explore %s: ", number, seed,
         scope_command(scope, command, sizeof command));
  if (WIFSIGNALED(status))
    printf("signal %d\n", WTERMSIG(status));
  else
    printf("see above\n");
  return false;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

static uint64_t number_of(const char *text)
{
  char *end;
  errno = 0;
  const uint64_t number = strtoull(text, &end, 10);
  if (*end == '\0' && end != text && errno == 0) return number;
  fprintf(stderr, "unit_scopes: '%s': expected a number\n", text);
  exit(64);
}

int main(int argc, char **argv)
{
#ifdef __SANITIZE_ADDRESS__
  uint64_t scopes = 40;
#else
  uint64_t scopes = 120;
#endif
  uint64_t seed = 1, seconds = 0, first = 0, well = 0, k = 0;
  for (int a = 1; a + 1 < argc; a += 2) {
    if (strcmp(argv[a], "--seed") == 0) seed = number_of(argv[a + 1]);
    if (strcmp(argv[a], "--scopes") == 0) scopes = number_of(argv[a + 1]);
    if (strcmp(argv[a], "--seconds") == 0) seconds = number_of(argv[a + 1]);
    if (strcmp(argv[a], "--first") == 0) first = number_of(argv[a + 1]);
  }
  const time_t end = time(NULL) + (time_t)seconds;
  for (k = first; seconds != 0 ? time(NULL) < end : k < first + scopes; k++) {
    struct scope drawn;
    scope_draw(seed, k, &drawn);
    well += inquire_apart(k < N_CORPUS ? &corpus[k] : &drawn, seed, k);
  }
  printf("seed %" PRIu64 ": %" PRIu64 " scopes, of which in %" PRIu64 " all drives agree\n", seed, k - first, well);
  return well == k - first ? 0 : 1;
}
