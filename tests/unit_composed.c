/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Algorithms that are made of parts, and renaming: the lines of the parts in the tables of their users; P1 in all
 * states that any schedule leads to, for two and three processes; the cost of a passage that nobody disturbs; the
 * claims of the papers about trees and splitters; and the monitor of names.
 */
#include <inttypes.h>

#include "explore/explore.h"
#include "results/formula.h"

#include "shadow.h"

extern const struct rmr_algorithm rmr_algorithm_namesake;

/* --- parts in tables ---------------------------------------------------------------------------------------------- */

struct labelled {
  const char *label;
  uint8_t section;
};

static void assert_rows(const char *name, const struct labelled *row, size_t n)
{
  const struct rmr_algorithm *a = algorithm_named(name);
  assert_int_equal(a->n_lines, n + 1);
  for (uint16_t line = 1; line <= n; line++) {
    assert_string_equal(rmr_line_of(a, line)->label, row[line - 1].label);
    assert_int_equal(rmr_line_of(a, line)->section, row[line - 1].section);
  }
}

/* A part without a prefix gives its user its own labels: those of the paper's Figure 5 here. */
static void test_lines_of_a_part(void **state)
{
  (void)state;
  static const struct labelled burns_lamport[] = {{"1", RMR_WAITING}, {"3", RMR_WAITING},  {"4", RMR_WAITING},
                                                  {"5", RMR_WAITING}, {"10", RMR_WAITING}, {"12", RMR_EXIT}};
  static const struct labelled aravind[] = {{"1", RMR_DOORWAY},    {"2", RMR_DOORWAY},   {"3", RMR_DOORWAY},
                                            {"4", RMR_DOORWAY},    {"5", RMR_WAITING},   {"6.1", RMR_WAITING},
                                            {"6.3", RMR_WAITING},  {"6.4", RMR_WAITING}, {"6.5", RMR_WAITING},
                                            {"6.10", RMR_WAITING}, {"7", RMR_WAITING},   {"8", RMR_EXIT}};
  assert_rows("burns_lamport", burns_lamport, 6);
  assert_rows("aravind", aravind, 12);
}

/* A part in two places: each step shows the line of the place, in the section of the place. */
static void test_a_part_in_two_places(void **state)
{
  (void)state;
  static const char *const labels[] = {"1.1", "1.2", "1.3", "1.4", "2",   "3a", "4a", "4b", "4c",    "6.12", "6.13",
                                       "7",   "8.1", "8.2", "8.3", "8.4", "9a", "9b", "10", "13.12", "13.13"};
  const struct rmr_algorithm *a = algorithm_named("keane_moir");
  struct client *c = client_open(&(struct request){.algorithm = a, .n = 2, .passages = 2});
  for (int passage = 0; passage < 2; passage++)
    for (size_t k = 0; k < sizeof labels / sizeof *labels; k++) {
      const struct rmr_event event = client_step(c, 1);
      if (passage == 1 && k == 6) assert_string_equal(label_of(a, &event), "3b"); /* the session is still open */
      if (passage == 1 && k >= 6) break;
      assert_string_equal(label_of(a, &event), labels[k]);
      assert_int_equal(event.to, k < 11 ? RMR_WAITING : k == 11 ? RMR_CS : k < 20 ? RMR_EXIT : RMR_REMAINDER);
    }
  client_close(c);
}

/* A part within a part, in a loop: the levels of the tree, one after the other, and back. */
static void test_a_part_within_a_part(void **state)
{
  (void)state;
  char path[512] = "", name[64];
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("yang_anderson"), .n = 8});
  while (client_process(c, 6)->status == RMR_READY) {
    const struct rmr_event event = client_step(c, 6);
    snprintf(path + strlen(path), sizeof path - strlen(path), "%s:%s ",
             label_of(algorithm_named("yang_anderson"), &event),
             system_register_name(sim_system(c->sim), event.var, name, sizeof name));
  }
  assert_string_equal(path, "1:C[6][1] 2:T[6] 3:P[0][6] 4:C[6][0] 1:C[3][0] 2:T[3] 3:P[1][6] 4:C[3][1] "
                            "1:C[1][1] 2:T[1] 3:P[2][6] 4:C[1][0] "
                            "12:C[1][1] 13:T[1] 12:C[3][0] 13:T[3] 12:C[6][1] 13:T[6] ");
  client_close(c);
}

/* --- P1 everywhere
 * --------------------------------------------------------------------------------------------------- */

/* Whether P1 holds for passages without end, registers up to 3; and how many states there are. */
static bool p1_holds(const struct rmr_algorithm *a, uint32_t n, const char *sessions, uint64_t *states)
{
  struct error e = {0};
  struct sessions rule;
  struct explored found;
  assert_true(sessions_parse(sessions, &rule, &e));
  const struct explore_spec spec = {.setup = {.algorithm = a, .n = n, .sessions = &rule},
                                    .check = {[1] = true},
                                    .cap = 3,
                                    .limits = {.memory = (size_t)1 << 30, .threads = 2}};
  if (!explore(&spec, &found, &e)) fail_msg("%s", e.text);
  assert_true(found.complete);
  *states = found.states;
  const bool holds = found.property[1].verdict == VERDICT_HOLDS;
  explored_free(&found);
  return holds;
}

static void assert_p1(const char *name, uint32_t n, const char *sessions, bool expected, uint64_t least)
{
  uint64_t states;
  if (p1_holds(algorithm_named(name), n, sessions, &states) != expected)
    fail_msg("%s, N = %u: P1 %s", name, n, expected ? "fails" : "holds");
  if (states < least) fail_msg("%s, N = %u: only %" PRIu64 " states", name, n, states);
}

static void test_p1_of_two(void **state)
{
  (void)state;
  static const char *const names[] = {"burns_lamport",      "yang_anderson",       "yang_anderson_one_p",
                                      "yang_anderson_fast", "lycklama_hadzilacos", "aravind"};
  static const char *const groups[] = {"burns_lamport_gme", "hadzilacos_standin",        "jpt_standin",
                                       "joung_standin",     "takamura_igarashi_standin", "keane_moir"};
  static const char *const renaming[] = {"splitter", "grid_renaming", "grid_renaming_diagonal", "grid_renaming_long",
                                         "grid_renaming_long_diagonal"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) assert_p1(names[k], 2, "distinct", true, 14);
  for (size_t k = 0; k < sizeof groups / sizeof *groups; k++) assert_p1(groups[k], 2, "any:2", true, 200);
  for (size_t k = 0; k < sizeof renaming / sizeof *renaming; k++) assert_p1(renaming[k], 2, "distinct", true, 70);
}

/* Those with fewer than a million states. */
static void test_p1_of_three(void **state)
{
  (void)state;
  assert_p1("burns_lamport", 3, "distinct", true, 100);
  assert_p1("aravind", 3, "distinct", true, 500000);
  assert_p1("burns_lamport_gme", 3, "any:2", true, 9000);
  assert_p1("joung_standin", 3, "any:2", true, 90000);
  assert_p1("splitter", 3, "distinct", true, 500);
  assert_p1("grid_renaming", 3, "distinct", true, 20000);
  assert_p1("grid_renaming_diagonal", 3, "distinct", true, 20000);
  assert_p1("grid_renaming_long", 3, "distinct", true, 100000);
}

/* One P[i] for all levels: two processes, which have one level, do not show what is wrong. */
static void test_p_needs_a_register_for_each_level(void **state)
{
  (void)state;
  assert_p1("yang_anderson", 3, "distinct", true, 600000);
  assert_p1("yang_anderson_one_p", 3, "distinct", false, 1000);
}

static void test_a_wrong_one_is_found(void **state)
{
  (void)state;
  uint64_t states;
  assert_false(p1_holds(&rmr_algorithm_namesake, 2, "distinct", &states));
}

/* --- claims of the papers ----------------------------------------------------------------------------------------- */

/* The cost of the first passage of P_N when nobody else does anything, counted by hand on the figure, N from 2 on. */
static const struct {
  const char *name, *cc, *dsm;
} alone[] = {
  {"yang_anderson", "6ceil(lg N)", "5ceil(lg N)"},
  {"yang_anderson_fast", "15", "12"},
  {"lycklama_hadzilacos", "5N+4", "5N-5"},
  {"aravind", "2N+5", "2N-2"},
  {"burns_lamport_gme", "N+3", "N-1"},
  {"hadzilacos_standin", "4N", "3N-3"},
  {"jpt_standin", "2N+3", "3N-3"},
  {"joung_standin", "N+3", "3N+2"},
  {"takamura_igarashi_standin", "3N+8", "4N-1"},
  {"keane_moir", "11ceil(lg N)+9", "10ceil(lg N)+7"},
  {"splitter", "4", "4"},
  {"grid_renaming", "4", "4"},
  {"grid_renaming_diagonal", "4", "4"},
  {"grid_renaming_long", "N+4", "N+1"},
  {"grid_renaming_long_diagonal", "N+4", "N+1"},
};

static uint64_t formula_at(const char *text, uint32_t n)
{
  struct formula f;
  struct error e = {0};
  if (!formula_parse(text, &f, &e)) fail_msg("%s: %s", text, e.text);
  return (uint64_t)formula_value(&f, n, 0);
}

static uint64_t cost_alone(const char *name, uint32_t n, enum memory memory)
{
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named(name), .n = n, .memory = memory});
  uint64_t cost = 0;
  while (client_process(c, n)->status == RMR_READY) cost += client_step(c, n).cause != RMR_FREE;
  assert_int_equal(client_process(c, n)->passages, 1);
  client_close(c);
  return cost;
}

static void test_passage_alone(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof alone / sizeof *alone; k++)
    for (uint32_t n = 2; n <= 17; n++) {
      const uint64_t cc = cost_alone(alone[k].name, n, MEMORY_CC), dsm = cost_alone(alone[k].name, n, MEMORY_DSM);
      if (cc != formula_at(alone[k].cc, n) || dsm != formula_at(alone[k].dsm, n))
        fail_msg("%s, N = %u: %u in cc, %u in dsm", alone[k].name, n, (unsigned)cc, (unsigned)dsm);
    }
}

static struct client *run_under(const char *name, uint32_t n, enum memory memory, uint64_t seed, uint32_t passages)
{
  return client_run(&(struct request){.algorithm = algorithm_named(name),
                                      .n = n,
                                      .memory = memory,
                                      .adversary = client_adversaries[seed % N_CLIENT_ADVERSARIES],
                                      .passages = passages,
                                      .seed = seed,
                                      .max_steps = 300000},
                    NULL, NULL);
}

/* The tree spins at home: under any schedule, a level costs at most 10 in dsm, 7 on the way up and 3 on the way down,
 * and at most 13 in cc, where a spin is paid for when it is broken off. (Both are exact for N = 2, and twice of them
 * for N = 3.) */
static void test_tree_is_logarithmic(void **state)
{
  (void)state;
  for (uint64_t seed = 0; seed < 72; seed++) {
    const uint32_t n = 2 + (uint32_t)(seed * 7 % 63);
    const uint64_t levels = formula_at("ceil(lg N)", n);
    struct client *c = run_under("yang_anderson", n, MEMORY_DSM, seed, 4);
    assert_int_equal(run_ended(c->run), RUN_COMPLETED);
    assert_in_range(ledger_max_passage(run_ledger(c->run), 0), 5 * levels, 10 * levels);
    client_close(c);
    c = run_under("yang_anderson", n, MEMORY_CC, seed, 4);
    assert_in_range(ledger_max_passage(run_ledger(c->run), 0), 6 * levels, 13 * levels);
    client_close(c);
  }
}

/* Where P1 and P5 are claimed, nobody is ever caught. */
static void test_right_ones_are_never_caught(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof alone / sizeof *alone; k++)
    for (uint64_t seed = 0; seed < 36; seed++) {
      struct client *c = client_run(&(struct request){.algorithm = algorithm_named(alone[k].name),
                                                      .n = 2 + (uint32_t)seed % 7,
                                                      .adversary = client_adversaries[seed % N_CLIENT_ADVERSARIES],
                                                      .sessions = seed % 3 ? "distinct" : "any:2",
                                                      .passages = 12,
                                                      .seed = seed,
                                                      .max_steps = 3000},
                                    NULL, NULL);
      const struct monitor *monitor = run_monitor(c->run);
      if (monitor->n_violations != 0) fail_msg("%s: %s", alone[k].name, monitor->violation[0].text);
      assert_true(run_ended(c->run) == RUN_COMPLETED || run_ended(c->run) == RUN_STEP_LIMIT);
      client_close(c);
    }
}

/* A process that leaves alone opens the session of the first in the queue to all that queue for it: here all others at
 * once. */
static void test_last_to_leave_lets_a_session_in(void **state)
{
  (void)state;
  const struct rmr_algorithm *a = algorithm_named("keane_moir");
  struct client *c = client_open(&(struct request){.algorithm = a, .n = 5, .sessions = "1,2,2,2,2"});
  while (client_process(c, 1)->section != RMR_CS) client_step(c, 1);
  for (uint32_t p = 2; p <= 5; p++)
    while (client_process(c, p)->status == RMR_READY) client_step(c, p);
  while (client_process(c, 1)->status == RMR_READY) client_step(c, 1);
  for (uint32_t p = 2; p <= 5; p++) {
    assert_int_equal(client_process(c, p)->section, RMR_WAITING);
    assert_int_equal(client_process(c, p)->status, RMR_READY);
    client_step(c, p);
    assert_int_equal(client_process(c, p)->section, RMR_CS);
  }
  client_close(c);
}

/* --- renaming
 * -------------------------------------------------------------------------------------------------------- */

/* The ways of the processes that went through a splitter: their last line tells. */
struct ways {
  uint32_t stopped, right, down;
};

static void count_ways(void *self, const struct rmr_event *event)
{
  struct ways *ways = self;
  if (event->to != RMR_CS || event->from == RMR_CS) return;
  ways->right += event->line == 2;
  ways->stopped += event->line == 4 && event->before == event->process;
  ways->down += event->line == 4 && event->before != event->process;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
  return a > b ? a : b;
}

/* Of n at most one stops, at most n-1 move right, at most n-1 move down; and each of the three happens. */
static void test_splitter(void **state)
{
  (void)state;
  for (uint32_t n = 1; n <= 4; n++) {
    struct ways most = {0, 0, 0};
    for (uint64_t seed = 0; seed < 3000; seed++) {
      struct ways ways = {0, 0, 0};
      client_close(client_run(
        &(struct request){.algorithm = algorithm_named("splitter"), .n = n, .adversary = "random", .seed = seed},
        count_ways, &ways));
      assert_int_equal(ways.stopped + ways.right + ways.down, n);
      most =
        (struct ways){larger(most.stopped, ways.stopped), larger(most.right, ways.right), larger(most.down, ways.down)};
    }
    assert_int_equal(most.stopped, 1);
    assert_int_equal(most.right, n - 1);
    assert_int_equal(most.down, n - 1);
  }
}

/* The names that `some` of n processes get in their first passages, none of which leaves its CS. */
static void get_names(const char *name, uint32_t n, uint32_t some, uint64_t seed, uint32_t *out)
{
  const struct rmr_algorithm *a = algorithm_named(name);
  struct client *c = client_open(&(struct request){.algorithm = a, .n = n});
  struct shadow s;
  shadow_init(&s, c->sim);
  for (uint32_t inside = 0; inside < some;) {
    const uint32_t p = 1 + rng_below(&seed, some);
    if (client_process(c, p)->section == RMR_CS) continue;
    const struct rmr_event event = client_step(c, p);
    shadow_step(&s, &event);
    if (event.to != RMR_CS) continue;
    assert_in_range(client_process(c, p)->steps, 1, 4 * (some < n ? some : n - 1));
    out[inside++] = a->name_held(shadow_state(&s, p), (struct rmr_size){.n = n});
  }
  shadow_free(&s);
  client_close(c);
}

/* Names are different and within n(n+1)/2; along the diagonals those of a few are within what these few need. Nobody
 * goes through more splitters than there are processes that take part, nor more than N-1. */
static void test_names(void **state)
{
  (void)state;
  for (uint64_t seed = 0; seed < 2000; seed++) {
    const uint32_t n = 2 + (uint32_t)seed % 7, some = 1 + (uint32_t)(seed / 7) % n;
    const bool diagonal = seed % 2;
    const uint32_t k = diagonal && some > 1 ? some : n;
    uint32_t names[8];
    get_names(diagonal ? "grid_renaming_diagonal" : "grid_renaming", n, some, seed, names);
    for (uint32_t p = 0; p < some; p++) {
      assert_in_range(names[p], 1, k * (k + 1) / 2);
      for (uint32_t q = 0; q < p; q++) assert_int_not_equal(names[p], names[q]);
    }
  }
}

/* One-shot: a process with a name has it in all its passages, and gets it free of charge. */
static void test_a_name_is_kept(void **state)
{
  (void)state;
  struct client *c =
    client_open(&(struct request){.algorithm = algorithm_named("grid_renaming"), .n = 3, .passages = 3});
  struct shadow s;
  shadow_init(&s, c->sim);
  uint64_t seed = 5;
  uint32_t name[4] = {0}, p;
  while ((p = client_pick(c, &seed)) != 0) {
    const struct rmr_event event = client_step(c, p);
    shadow_step(&s, &event);
    if (event.to != RMR_CS) continue;
    const uint32_t held = algorithm_named("grid_renaming")->name_held(shadow_state(&s, p), (struct rmr_size){.n = 3});
    if (client_process(c, p)->passages == 0)
      name[p] = held;
    else
      assert_int_equal(event.passage_rmr, 0);
    assert_int_equal(held, name[p]);
  }
  shadow_free(&s);
  client_close(c);
}

/* The toy, N = 3, stepped by hand: "31" is a step of P3, then one of P1. */
static struct monitor watched(const char *steps)
{
  struct monitor monitor;
  struct client *c = client_open(&(struct request){.algorithm = &rmr_algorithm_namesake, .n = 3, .passages = 9});
  monitor_init(&monitor, c->sim);
  for (; *steps != '\0'; steps++) {
    const struct rmr_event event = client_step(c, (uint32_t)(*steps - '0'));
    if (event.from != event.to) monitor_section(&monitor, c->sim, &event);
  }
  client_close(c);
  return monitor;
}

static void test_monitor_of_names(void **state)
{
  (void)state;
  struct monitor same = watched("32"), none = watched("13"), left = watched("332211");
  assert_int_equal(same.p1_count, 1);
  assert_int_equal(same.violation[0].step, 2);
  assert_int_equal(same.violation[0].other, 3);
  assert_string_equal(same.violation[0].text, "P1: P2 takes the name 3, which P3 holds");
  assert_int_equal(none.p1_count, 1);
  assert_int_equal(none.violation[0].other, 0);
  assert_string_equal(none.violation[0].text, "P1: P3 takes the name 4, but the names are 1 to 3");
  assert_int_equal(left.n_violations, 0); /* one after the other they get 3, 3 and 3 */
  monitor_fini(&same);
  monitor_fini(&none);
  monitor_fini(&left);
}

/* --- sizes
 * ----------------------------------------------------------------------------------------------------------- */

static void refuse(const char *name, uint32_t n, const char *words)
{
  struct error e = {0};
  const struct system_spec setup = {.algorithm = algorithm_named(name), .n = n, .passages = 1};
  struct client *c = mem_new(1, sizeof *c);
  assert_null(client_sim(c, &setup, &e));
  client_close(c);
  assert_int_equal(e.code, EXIT_USAGE);
  if (strstr(e.text, words) == NULL) fail_msg("'%s' does not say '%s'", e.text, words);
}

/* N² or N³ registers, or a local state that grows with N: an N too large is told, not tried. */
static void test_too_many_processes(void **state)
{
  (void)state;
  refuse("hadzilacos_standin", 4096,
         "hadzilacos_standin keeps 1 byte for each process in a local state of at most 4096");
  refuse("hadzilacos_standin", 4000, "hadzilacos_standin with N = 4000 has too many registers");
  refuse("grid_renaming_long", 4096, "grid_renaming_long with N = 4096 has too many registers");
  refuse("jpt_standin", 507, "expected N up to 506");
  struct client *c = client_run(
    &(struct request){.algorithm = algorithm_named("jpt_standin"), .n = 506, .adversary = "random", .max_steps = 20000},
    NULL, NULL);
  assert_int_equal(run_ledger(c->run)->total_steps, 20000);
  client_close(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_lines_of_a_part),
    cmocka_unit_test(test_a_part_in_two_places),
    cmocka_unit_test(test_a_part_within_a_part),
    cmocka_unit_test(test_p1_of_two),
    cmocka_unit_test(test_p1_of_three),
    cmocka_unit_test(test_p_needs_a_register_for_each_level),
    cmocka_unit_test(test_a_wrong_one_is_found),
    cmocka_unit_test(test_passage_alone),
    cmocka_unit_test(test_tree_is_logarithmic),
    cmocka_unit_test(test_right_ones_are_never_caught),
    cmocka_unit_test(test_last_to_leave_lets_a_session_in),
    cmocka_unit_test(test_splitter),
    cmocka_unit_test(test_names),
    cmocka_unit_test(test_a_name_is_kept),
    cmocka_unit_test(test_monitor_of_names),
    cmocka_unit_test(test_too_many_processes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
