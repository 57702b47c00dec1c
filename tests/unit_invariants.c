/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_invariants.c: an invariant is looked at in every state of a run and of an exploration, which shows the shortest
 * way to a state where it is false. A look at the possible changes of the last step alone misses nothing: a look at
 * everything beside it shows that, on the algorithms as they are, and with one mistake at each of their lines in turn,
 * which trips every invariant.
 */
#include "client.h"
#include "explore/explore.h"
#include "language/machine.h"
#include "model/choice.h"

/* --- a toy -------------------------------------------------------------------------------------------------------- */

static struct client *replayed(const char *steps, uint32_t passages)
{
  char path[] = "/tmp/rmr-invariants-XXXXXX", adversary[64];
  const int file = mkstemp(path);
  assert_true(file >= 0);
  dprintf(file, "rmr-schedule 1\nalgorithm glb\nn 2\n%s\n", steps);
  close(file);
  snprintf(adversary, sizeof adversary, "replay:file=%s", path);
  struct client *c = client_run(
    &(struct request){.algorithm = &rmr_algorithm_tally, .n = 2, .adversary = adversary, .passages = passages}, NULL,
    NULL);
  remove(path);
  return c;
}

static void expect(const struct violation *v, uint64_t step, uint32_t process, const char *text)
{
  assert_string_equal(v->property, "invariants");
  assert_int_equal(v->step, step);
  assert_int_equal(v->process, process);
  assert_string_equal(v->text, text);
}

static void test_broken(void **state)
{
  (void)state;
  struct client *c = replayed("P1 x2\nP2 x2\nP1 x1\nP1 x1\nP2 x1", 2);
  const struct monitor *monitor = run_monitor(c->run);
  assert_int_equal(monitor->n_violations, 3);
  expect(&monitor->violation[0], 3, 2, "down does not hold: a flag is down");
  assert_string_equal(monitor->violation[1].property, "P1");
  expect(&monitor->violation[2], 4, 2, "unseen does not hold: nobody has seen a flag up");
  client_close(c);
}

/* Of who has made all its passages nothing is left to be seen. */
static void test_kept(void **state)
{
  (void)state;
  struct client *c = replayed("P1 x3\nP2 x3", 1);
  assert_int_equal(run_monitor(c->run)->n_violations, 0);
  client_close(c);
}

static bool never(const struct rmr_moment *now)
{
  return now->written == 0;
}

static void test_before_the_first_step(void **state)
{
  (void)state;
  static const struct rmr_invariant invariants[] = {{"none", "never", never}, {.name = NULL}};
  struct rmr_algorithm a = rmr_algorithm_tally;
  a.invariants = invariants;
  struct client *c = client_run(&(struct request){.algorithm = &a, .n = 2}, NULL, NULL);
  assert_int_equal(run_monitor(c->run)->n_violations, 1);
  expect(&run_monitor(c->run)->violation[0], 0, 0, "none does not hold: never");
  client_close(c);
}

/* A change that happens by itself is followed by a look at everything. */
static uint32_t changes_seen;

static bool counts_changes(const struct rmr_moment *now)
{
  changes_seen += now->moved == 0;
  return true;
}

static void test_changes(void **state)
{
  (void)state;
  static const struct rmr_invariant invariants[] = {{"all", "always", counts_changes}, {.name = NULL}};
  struct rmr_algorithm a = rmr_algorithm_lease;
  a.invariants = invariants;
  changes_seen = 0;
  struct client *c = client_open(&(struct request){.algorithm = &a, .n = 2});
  struct monitor monitor;
  monitor_init(&monitor, c->sim);
  monitor_begin(&monitor, c->sim);
  for (uint32_t k = 0; k < 2; k++) {
    const struct rmr_event event = client_step(c, 1);
    monitor_state(&monitor, c->sim, &event);
  }
  assert_int_equal(changes_seen, 1);
  const struct rmr_event expires = sim_change(c->sim, sim_first_change(c->sim));
  monitor_state(&monitor, c->sim, &expires);
  assert_int_equal(changes_seen, 2);
  monitor_fini(&monitor);
  client_close(c);
}

/* --- over all schedules ------------------------------------------------------------------------------------------- */

static void explore_it(uint32_t n, uint32_t passages, bool p1, bool others, struct explored *found)
{
  struct error e = {0};
  const struct explore_spec spec = {.setup = {.algorithm = &rmr_algorithm_tally, .n = n, .passages = passages},
                                    .check = {[PROPERTY_INVARIANTS] = true, [1] = p1, [6] = others},
                                    .limits = {.memory = (size_t)1 << 26, .threads = 2}};
  if (!explore(&spec, found, &e)) fail_msg("%s", e.text);
  assert_true(found->complete);
  assert_int_equal(found->n_invariants, 3);
  assert_int_equal(found->invariant[0].verdict, VERDICT_HOLDS);
  assert_int_equal(found->invariant[1].verdict, VERDICT_FAILS);
  assert_int_equal(found->invariant[2].verdict, VERDICT_FAILS);
  assert_true(explored_invariants(found) == &found->invariant[1]);
}

/* The step of a replayed witness at which the invariant breaks; 0: it does not. */
static uint64_t breaks_at(const struct schedule *witness, const char *name)
{
  struct error e = {0};
  struct client c = {.system = NULL};
  const struct system_spec spec = schedule_system(witness);
  assert_non_null(client_sim(&c, &spec, &e));
  struct monitor monitor;
  uint64_t step = 0;
  monitor_init(&monitor, c.sim);
  monitor_begin(&monitor, c.sim);
  for (size_t k = 0; k < witness->n_steps; k++) {
    const struct rmr_event event = client_any_step(&c, (uint32_t)witness->step[k].action);
    monitor_state(&monitor, c.sim, &event);
  }
  for (uint32_t v = 0; v < monitor.n_violations; v++)
    if (strncmp(monitor.violation[v].text, name, strlen(name)) == 0) step = monitor.violation[v].step;
  monitor_fini(&monitor);
  sim_free(c.sim);
  system_free(c.system);
  return step;
}

/* The shortest schedules into a broken state, whatever else is asked and however states are kept. The brute force finds
 * as many states (unit_brute.c). */
static void test_explored(void **state)
{
  (void)state;
  for (uint32_t k = 0; k < 8; k++)
    for (uint32_t n = 2; n <= 3; n++) {
      struct explored found;
      explore_it(n, k / 4, k % 2 != 0, k % 4 >= 2, &found);
      assert_int_equal(found.invariant[1].witness.schedule.n_steps, n);
      assert_int_equal(breaks_at(&found.invariant[1].witness.schedule, "down"), n);
      assert_int_equal(found.invariant[2].witness.schedule.n_steps, 3);
      assert_int_equal(breaks_at(&found.invariant[2].witness.schedule, "unseen"), 3);
      assert_int_equal(found.states, n == 2 ? (k < 4 ? 15 : 22) : k < 4 ? 63 : 109);
      explored_free(&found);
    }
}

/* An invariant that was not asked for is not looked at, and then a process that has seen a flag is like one that has
 * not. */
static void test_merged(void **state)
{
  (void)state;
  struct error e = {0};
  struct explored found;
  const struct explore_spec spec = {.setup = {.algorithm = &rmr_algorithm_tally, .n = 2},
                                    .check = {[1] = true},
                                    .limits = {.memory = (size_t)1 << 26, .threads = 1}};
  assert_true(explore(&spec, &found, &e));
  assert_int_equal(found.n_invariants, 0);
  assert_null(explored_invariants(&found));
  assert_true(found.states < 15);
  explored_free(&found);
}

/* --- looking at what the last step can have changed --------------------------------------------------------------- */

/* At one line there is a mistake: its write is left out, or the initial value; it finds 0, whatever is there;
 * or it does not wait. */
enum mistake { LEFT_OUT, INITIAL, BLIND, HASTY, N_MISTAKES };

static const struct rmr_algorithm *original;
static uint16_t wrong; /* the line; 0: there is no mistake */
static enum mistake mistake;

/* To the next line, without a look at what was found. */
static void hurry(void *state)
{
  uint16_t pc = 0;
  memcpy(&pc, (const unsigned char *)state + original->pc, original->pc_size);
  pc++;
  memcpy((unsigned char *)state + original->pc, &pc, original->pc_size);
}

static struct rmr_op wrong_step(void *state, const struct rmr_in *in)
{
  struct rmr_in found = *in, asked = *in;
  asked.given = false; /* then the answer is the access that is pending */
  const bool here = wrong != 0 && in->given && original->step(state, &asked).line == wrong;
  if (here && mistake == BLIND) found.value = 0;
  struct rmr_op op = original->step(state, &found);
  if (here && mistake == HASTY && op.line == wrong) {
    hurry(state);
    found.given = false;
    op = original->step(state, &found);
  }
  if (op.line != wrong || !rmr_kind_writes(op.kind) || mistake > INITIAL) return op;
  op.kind = mistake == LEFT_OUT ? RMR_FETCH_ADD : RMR_SWAP;
  op.value = 0;
  return op;
}

#define LOOK_AT_ALL(k)                              \
  static bool all_##k(const struct rmr_moment *now) \
  {                                                 \
    struct rmr_moment whole = *now;                 \
    whole.moved = 0;                                \
    return original->invariants[k].holds(&whole);   \
  }
LOOK_AT_ALL(0)
LOOK_AT_ALL(1)
LOOK_AT_ALL(2)
LOOK_AT_ALL(3)
LOOK_AT_ALL(4)

/* When each invariant was first broken; UINT64_MAX: never. */
static void run_it(const struct algorithm_choice *choice, uint32_t n, uint64_t seed, bool whole, uint64_t *broken)
{
  static bool (*const all[])(const struct rmr_moment *) = {all_0, all_1, all_2, all_3, all_4};
  struct rmr_algorithm a = *original;
  struct rmr_invariant invariants[6] = {{.name = NULL}};
  struct error e = {0};
  uint32_t count = 0;
  for (; original->invariants[count].name != NULL; count++) {
    assert_true(count < 5);
    invariants[count] = original->invariants[count];
    if (whole) invariants[count].holds = all[count];
    broken[count] = UINT64_MAX;
  }
  a.invariants = invariants;
  a.step = wrong_step;
  struct run_spec spec = {.setup = {.n = n, .seed = seed}, .adversary = "random", .max_steps = 2000};
  algorithm_ask(choice, &spec.setup);
  spec.setup.algorithm = &a;
  struct run *run = run_create(&spec, &e);
  assert_non_null(run);
  if (!run_go(run, &e) && wrong == 0) fail_msg("%s", e.text);
  const struct monitor *monitor = run_monitor(run);
  for (uint32_t v = 0; v < monitor->n_violations; v++)
    for (uint32_t k = 0; k < count; k++) {
      const size_t length = strlen(invariants[k].name);
      const char *text = monitor->violation[v].text;
      if (strncmp(text, invariants[k].name, length) == 0 && text[length] == ' ') broken[k] = monitor->violation[v].step;
    }
  run_free(run);
}

/* owns: a step changes in shared memory only the process's own registers, or its forks'; else a wrong value may break
 * an invariant that is not looked at, and is seen later. */
static void try_algorithm(const char *text, uint32_t n, bool owns)
{
  struct error e = {0};
  struct algorithm_choice *choice = algorithm_choose(text, NULL, &e);
  if (choice == NULL) fail_msg("%s", e.text);
  original = choice->algorithm;
  uint32_t tripped[5] = {0};
  for (uint32_t k = 0; k < N_MISTAKES * original->n_lines; k++)
    for (uint64_t seed = 1; seed <= 4; seed++) {
      uint64_t some[5], all[5];
      mistake = k % N_MISTAKES;
      if (mistake == HASTY && owns) continue; /* its lines are those of parts, too */
      wrong = (uint16_t)(k / N_MISTAKES);
      run_it(choice, n, seed, false, some);
      run_it(choice, n, seed, true, all);
      for (uint32_t i = 0; original->invariants[i].name != NULL; i++) {
        const char *name = original->invariants[i].name;
        if (mistake == INITIAL && !owns ? some[i] < all[i] : some[i] != all[i])
          fail_msg("%s, line %s, mistake %u, seed %lu: %s is broken at %ld, and seen at %ld", text,
                   wrong != 0 ? rmr_line_of(original, wrong)->label : "-", mistake, (unsigned long)seed, name,
                   (long)all[i], (long)some[i]);
        tripped[i] += all[i] != UINT64_MAX;
        if (wrong == 0 && tripped[i] != 0) fail_msg("%s: %s is broken at %ld", text, name, (long)all[i]);
      }
    }
  for (uint32_t k = 0; original->invariants[k].name != NULL; k++)
    if (tripped[k] == 0) fail_msg("%s: nothing trips %s", text, original->invariants[k].name);
  algorithm_release(choice);
}

/* The philosophers on the machine, whose local states can be written here; the local `other`, and line 1.2. */
struct table {
  struct machine *machine;
  uint8_t other;
  uint16_t waits;
};

static struct table set_table(void)
{
  struct error e = {0};
  struct table t = {.machine = machine_of(algorithm_named("philosophers"), &e)};
  assert_non_null(t.machine);
  for (uint32_t k = 0; k < t.machine->tree->n_locals; k++)
    if (strcmp(t.machine->tree->local[k].name, "other") == 0) t.other = t.machine->tree->local[k].slot;
  for (uint32_t row = 0; row < t.machine->algorithm.n_rows; row++)
    if (strcmp(t.machine->algorithm.lines[row].label, "1.2") == 0) t.waits = t.machine->algorithm.lines[row].line;
  assert_true(t.other != 0 && t.waits != 0);
  return t;
}

/* P0 and C0 of the fork of P_i and P_j after a step of one of them, as the paper words them, for every value of the
 * fork and whoever waits for it. */
static void try_fork(const struct table *t, uint32_t i, uint32_t j, rmr_word value, bool i_waits, bool j_waits,
                     uint32_t moved)
{
  static _Alignas(16) const unsigned char parameters[4096];
  static _Alignas(16) unsigned char state[4][sizeof(struct machine_state) + MOST_SLOTS * sizeof(int64_t)];
  enum { N = 3, READY = 1, OWNER = 1 /* from this bit on */ };
  const struct rmr_invariant *invariants = t->machine->algorithm.invariants;
  const uint32_t fork = (i - 1) * N + j - 1, base[] = {0, N * N};
  rmr_word memory[N * N] = {0};
  struct rmr_seen seen[N + 1] = {{.state = NULL}, {.state = state[1]}, {.state = state[2]}, {.state = state[3]}};
  const struct rmr_seen *process[] = {NULL, &seen[1], &seen[2], &seen[3]}, before = {.state = state[0]};
  memory[fork] = value;
  memset(state, 0, sizeof state);
  for (uint32_t p = 1; p <= N; p++) {
    const bool waits = p == i ? i_waits : p == j && j_waits;
    if (waits) seen[p].pending.line = t->waits;
    if (waits) ((struct machine_state *)(void *)state[p])->slot[t->other] = p == i ? j : i;
  }
  const struct rmr_moment now = {
    .size = {.n = N, .parameters = parameters, .self = t->machine},
    .process = process,
    .memory = memory,
    .base = base,
    .moved = moved,
    .written = fork,
    .before = &before,
  };
  const rmr_word owner = value >> OWNER;
  const bool word = (value & READY) != 0;
  assert_int_equal(invariants[0].holds(&now), owner != 0 || !(word || i_waits || j_waits));
  assert_int_equal(invariants[1].holds(&now), word || ((!i_waits || owner == 1) && (!j_waits || owner == 2)));
}

static void test_forks(void **state)
{
  const struct table t = set_table();
  (void)state;
  for (uint32_t i = 1; i <= 2; i++)
    for (uint32_t j = i + 1; j <= 3; j++)
      for (uint32_t k = 0; k < 6 * 2 * 2 * 2; k++)
        try_fork(&t, i, j, k % 6, k / 6 % 2 != 0, k / 12 % 2 != 0, k / 24 != 0 ? i : j);
  machine_free(t.machine);
}

static void test_philosophers(void **state)
{
  (void)state;
  try_algorithm("philosophers:graph=complete:4,order=rank", 4, true);
  try_algorithm("philosophers:graph=ring:5,order=left", 5, true);
}

static void test_philosophers_rw(void **state)
{
  (void)state;
  try_algorithm("philosophers_rw:graph=complete:4,order=rank", 4, true);
  try_algorithm("philosophers_rw:graph=star:5", 5, true);
}

static void test_two_stage(void **state)
{
  (void)state;
  try_algorithm("two_stage:graph=complete:4", 4, false);
  try_algorithm("two_stage:graph=ring:5", 5, false);
}

static void test_two_stage_arbitrated(void **state)
{
  (void)state;
  try_algorithm("two_stage_arbitrated:graph=complete:4,order=rank", 4, true);
  try_algorithm("two_stage_arbitrated:graph=ring:5,order=rank", 5, true);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_broken),
    cmocka_unit_test(test_kept),
    cmocka_unit_test(test_before_the_first_step),
    cmocka_unit_test(test_changes),
    cmocka_unit_test(test_explored),
    cmocka_unit_test(test_merged),
    cmocka_unit_test(test_forks),
    cmocka_unit_test(test_philosophers),
    cmocka_unit_test(test_philosophers_rw),
    cmocka_unit_test(test_two_stage),
    cmocka_unit_test(test_two_stage_arbitrated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
