/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one primitive: the step, the section in which it leaves its process, the facts that are visible before it, and
 * that the state is all there is to a simulation.
 */
#include "explore/explore.h"
#include "sim/state.h"

#include "shadow.h"

/* --- sections and passages ---------------------------------------------------------------------------------------- */

struct stage {
  const char *label;
  uint8_t from, to;
};

static void walk(struct client *c, uint32_t p, const struct stage *stage, size_t n)
{
  for (size_t k = 0; k < n; k++) {
    const struct rmr_event event = client_step(c, p);
    assert_string_equal(label_of(sim_system(c->sim)->algorithm, &event), stage[k].label);
    assert_int_equal(event.from, stage[k].from);
    assert_int_equal(event.to, stage[k].to);
    assert_int_equal(client_process(c, p)->section, stage[k].to);
  }
}

static void test_sections_of_a_passage(void **state)
{
  static const unsigned char nothing[RMR_MAX_STATE];
  (void)state;
  static const struct stage measure[] = {
    {"3", RMR_REMAINDER, RMR_DOORWAY}, {"4", RMR_DOORWAY, RMR_DOORWAY},  {"5b", RMR_DOORWAY, RMR_DOORWAY},
    {"6", RMR_DOORWAY, RMR_WAITING},   {"8a", RMR_WAITING, RMR_WAITING}, {"9a", RMR_WAITING, RMR_WAITING},
    {"9c", RMR_WAITING, RMR_CS},       {"12", RMR_CS, RMR_EXIT},         {"13", RMR_EXIT, RMR_REMAINDER},
  };
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("glb"), .n = 1, .passages = 2});
  for (int passage = 0; passage < 2; passage++) {
    assert_int_equal(client_process(c, 1)->section, RMR_REMAINDER);
    assert_int_equal(client_process(c, 1)->rmr, 0);
    assert_int_equal(client_process(c, 1)->steps, 0);
    assert_int_equal(client_process(c, 1)->passages, passage);
    assert_int_equal(client_process(c, 1)->status, RMR_READY);
    assert_memory_not_equal(c->sim->local + c->sim->stride, nothing, c->sim->stride);
    walk(c, 1, measure, sizeof measure / sizeof *measure);
  }
  assert_int_equal(client_process(c, 1)->passages, 2);
  assert_int_equal(client_process(c, 1)->status, RMR_DONE);
  assert_memory_equal(c->sim->local + c->sim->stride, nothing, c->sim->stride); /* it is at no line */
  assert_int_equal(sim_view(c->sim)->n_ready, 0);
  client_close(c);
}

/* In the CS from the step that completes the entry; a CS that is a step of its own is left by that step, for
 * nothing. */
static void test_critical_section_of_its_own(void **state)
{
  (void)state;
  static const struct stage chapel[] = {{"1", RMR_REMAINDER, RMR_CS}, {"CS", RMR_CS, RMR_REMAINDER}};
  static const struct stage mixer[] = {
    {"1", RMR_REMAINDER, RMR_DOORWAY}, {"2", RMR_DOORWAY, RMR_WAITING}, {"3a", RMR_WAITING, RMR_WAITING},
    {"4", RMR_WAITING, RMR_CS},        {"CS", RMR_CS, RMR_CS},          {"5", RMR_CS, RMR_EXIT},
    {"6", RMR_EXIT, RMR_REMAINDER}};
  struct client *c = client_open(&(struct request){.algorithm = &rmr_algorithm_chapel, .n = 2});
  walk(c, 2, chapel, 2);
  assert_int_equal(client_process(c, 2)->status, RMR_DONE);
  client_close(c);
  c = client_open(&(struct request){.algorithm = &rmr_algorithm_mixer, .n = 2});
  walk(c, 1, mixer, 7);
  client_close(c);
}

static void test_no_doorway_goes_straight_to_waiting(void **state)
{
  (void)state;
  static const struct stage measure[] = {
    {"1", RMR_REMAINDER, RMR_WAITING}, {"10", RMR_WAITING, RMR_CS}, {"12", RMR_CS, RMR_REMAINDER}};
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("burns_lamport"), .n = 2});
  walk(c, 1, measure, 3);
  client_close(c);
}

static void test_sessions_of_passages(void **state)
{
  (void)state;
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("glb"), .n = 3, .sessions = "7,1,7"});
  const uint32_t expected[] = {7, 1, 7};
  for (uint32_t p = 1; p <= 3; p++) {
    assert_int_equal(client_process(c, p)->session, expected[p - 1]);
    const struct rmr_event first = client_step(c, p), second = client_step(c, p);
    assert_int_equal(first.session, expected[p - 1]);
    assert_int_equal(second.after, expected[p - 1]); /* Session[i] := mysession */
  }
  assert_true(system_conflict(sim_system(c->sim), 1, 7, 2, 1));
  assert_false(system_conflict(sim_system(c->sim), 1, 7, 2, 7));
  client_close(c);

  c = client_open(&(struct request){.algorithm = algorithm_named("glb"), .n = 1, .sessions = "any:3", .passages = 99});
  uint32_t seen[4] = {0};
  for (int passage = 0; passage < 99; passage++) {
    const uint32_t asked = client_process(c, 1)->session;
    seen[asked]++;
    client_step(c, 1);
    assert_int_equal(client_step(c, 1).after, asked);
    for (int k = 2; k < 9; k++) assert_int_equal(client_step(c, 1).session, asked);
  }
  for (int session = 1; session <= 3; session++) assert_in_range(seen[session], 20, 50);
  client_close(c);
}

static void test_every_two_conflict_without_sessions(void **state)
{
  (void)state;
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("bakery"), .n = 2, .sessions = "same"});
  assert_true(system_conflict(sim_system(c->sim), 1, 1, 2, 1));
  client_close(c);
}

/* --- visible facts ------------------------------------------------------------------------------------------------ */

/* Of every process the pending access is what its next step makes; a step changes one register at most, and moves
 * nobody else. */
static void watch_steps(const struct rmr_algorithm *a, uint32_t n, uint64_t seed)
{
  struct client *c =
    client_open(&(struct request){.algorithm = a, .n = n, .sessions = "any:2", .passages = 3, .seed = seed});
  const struct rmr_view *view = sim_view(c->sim);
  const uint32_t registers = sim_system(c->sim)->n_registers;
  rmr_word *before = mem_new(registers, sizeof *before);
  struct rmr_op *pending = mem_new(n + 1, sizeof *pending);
  uint32_t p;
  for (uint64_t step = 1; step < 2000 && (p = client_pick(c, &seed)) != 0; step++) {
    memcpy(before, view->memory, registers * sizeof *before);
    for (uint32_t q = 1; q <= n; q++) pending[q] = view->process[q].pending;
    const struct rmr_event event = client_step(c, p);
    assert_int_equal(event.step, step);
    assert_int_equal(view->step, step);
    assert_int_equal(event.process, p);
    assert_int_equal(event.line, pending[p].line);
    assert_int_equal(event.kind, pending[p].kind);
    assert_int_equal(event.var, pending[p].var);
    assert_non_null(rmr_line_of(a, event.line));
    for (uint32_t q = 1; q <= n; q++)
      if (q != p) assert_true(same_op(&pending[q], &view->process[q].pending));
    for (uint32_t var = 0; var < registers; var++)
      if (var != event.var || !rmr_kind_writes(event.kind)) assert_int_equal(view->memory[var], before[var]);
    if (rmr_kind_accesses(event.kind)) {
      assert_int_equal(event.before, before[event.var]);
      assert_int_equal(event.after, view->memory[event.var]);
    }
  }
  free(before);
  free(pending);
  client_close(c);
}

static void test_one_visible_access_per_step(void **state)
{
  (void)state;
  for (int k = 0; rmr_algorithms[k] != NULL; k++)
    for (uint32_t n = 1; n <= 4; n++) watch_steps(rmr_algorithms[k], n, n);
  watch_steps(&rmr_algorithm_mixer, 3, 9);
}

/* Looking again gives the same operation, changes nothing, and works on a copy of the state at another place. */
static void peek_all(const struct rmr_algorithm *a, uint64_t seed)
{
  struct client *c =
    client_open(&(struct request){.algorithm = a, .n = 3, .sessions = "any:2", .passages = 3, .seed = seed});
  struct shadow s;
  shadow_init(&s, c->sim);
  unsigned char *copy = mem_new(1, s.stride);
  uint32_t p;
  for (int k = 0; k < 1500 && (p = client_pick(c, &seed)) != 0; k++) {
    memcpy(copy, shadow_state(&s, p), s.stride);
    const struct rmr_op *pending = &client_process(c, p)->pending;
    const struct rmr_op here = shadow_peek(&s, p, shadow_state(&s, p)), there = shadow_peek(&s, p, copy);
    assert_true(same_op(&here, pending) && same_op(&there, pending));
    assert_memory_equal(copy, shadow_state(&s, p), s.stride);
    const struct rmr_event event = client_step(c, p);
    shadow_step(&s, &event);
    assert_true(same_op(&s.pending[p], &client_process(c, p)->pending));
  }
  free(copy);
  shadow_free(&s);
  client_close(c);
}

static void test_peek_is_pure(void **state)
{
  (void)state;
  for (int k = 0; rmr_algorithms[k] != NULL; k++) peek_all(rmr_algorithms[k], (uint64_t)k);
  peek_all(&rmr_algorithm_mixer, 1);
  peek_all(&rmr_algorithm_chapel, 1);
}

/* The next ready process above p in a circle, for sets of any density around the words of the set. */
static void test_next_ready(void **state)
{
  (void)state;
  uint64_t rng = 1;
  for (uint32_t n = 1; n <= 200; n++)
    for (int k = 0; k < 20; k++) {
      uint64_t set[4] = {0};
      for (uint32_t p = 1; p <= n; p++)
        if (rng_below(&rng, 1 + (uint32_t)k * 5) == 0) set[(p - 1) / 64] |= UINT64_C(1) << (p - 1) % 64;
      const struct rmr_view view = {.n = n, .ready_set = set};
      for (uint32_t p = 0; p <= n; p++) {
        uint32_t expected = 0;
        for (uint32_t step = 1; step <= n && expected == 0; step++) {
          const uint32_t q = (p + step - 1) % n; /* process q+1 */
          if (set[q / 64] >> q % 64 & 1) expected = q + 1;
        }
        assert_int_equal(rmr_next_ready(&view, p), expected);
      }
    }
}

/* --- the state is all there is ------------------------------------------------------------------------------------ */

static void walk_at_random(struct client *c, uint64_t *rng, int steps, struct events *out)
{
  uint32_t p;
  for (int k = 0; k < steps && (p = client_pick(c, rng)) != 0; k++) {
    const struct rmr_event event = client_step(c, p);
    if (out != NULL) events_keep(out, &event);
  }
}

static void test_save_load_replay(void **state)
{
  (void)state;
  for (int k = 0; rmr_algorithms[k] != NULL; k++)
    for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++) {
      struct client *c = client_open(&(struct request){
        .algorithm = rmr_algorithms[k], .n = 4, .memory = m, .sessions = "any:3", .passages = 50, .seed = 3});
      uint64_t rng = (uint64_t)k;
      walk_at_random(c, &rng, 150, NULL);
      void *saved = mem_new(1, sim_state_size(c->sim)), *again = mem_new(1, sim_state_size(c->sim));
      sim_state_save(c->sim, saved);
      struct events first = {0}, second = {0};
      uint64_t same = rng;
      walk_at_random(c, &rng, 150, &first);
      sim_state_save(c->sim, again);
      const bool stuck = client_may_be_stuck(rmr_algorithms[k]) && first.n < 150; /* a deadlock, perhaps at once */
      if (!stuck) assert_memory_not_equal(saved, again, sim_state_size(c->sim));
      sim_state_load(c->sim, saved);
      walk_at_random(c, &same, 150, &second);
      assert_int_equal(first.n, stuck ? second.n : 150);
      assert_same_events(&first, &second);
      sim_state_save(c->sim, saved);
      assert_memory_equal(saved, again, sim_state_size(c->sim));
      events_free(&first);
      events_free(&second);
      free(saved);
      free(again);
      client_close(c);
    }
}

static void test_reset_begins_anew(void **state)
{
  (void)state;
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("bwbgme"), .n = 3, .passages = 2});
  void *fresh = mem_new(1, sim_state_size(c->sim)), *reset = mem_new(1, sim_state_size(c->sim));
  sim_state_save(c->sim, fresh);
  uint64_t rng = 1;
  walk_at_random(c, &rng, 77, NULL);
  sim_reset(c->sim);
  sim_state_save(c->sim, reset);
  assert_memory_equal(fresh, reset, sim_state_size(c->sim));
  assert_int_equal(sim_view(c->sim)->step, 0);
  free(fresh);
  free(reset);
  client_close(c);
}

/* Two engines that take turns make the same steps as each of them alone. */
static void test_two_engines_side_by_side(void **state)
{
  (void)state;
  const struct request glb = {.algorithm = algorithm_named("glb"), .n = 3, .passages = 9},
                       naive = {.algorithm = algorithm_named("bw_naive"), .n = 5, .memory = MEMORY_DSM, .passages = 9};
  struct client *a = client_open(&glb), *b = client_open(&naive);
  struct events together_a = {0}, together_b = {0}, alone_a = {0}, alone_b = {0};
  uint64_t rng_a = 1, rng_b = 2;
  for (int k = 0; k < 100; k++) {
    walk_at_random(a, &rng_a, 1, &together_a);
    walk_at_random(b, &rng_b, 2, &together_b);
  }
  client_close(a);
  client_close(b);
  rng_a = 1, rng_b = 2;
  a = client_open(&glb);
  walk_at_random(a, &rng_a, 100, &alone_a);
  client_close(a);
  b = client_open(&naive);
  walk_at_random(b, &rng_b, 200, &alone_b);
  client_close(b);
  assert_same_events(&together_a, &alone_a);
  assert_same_events(&together_b, &alone_b);
  events_free(&together_a);
  events_free(&together_b);
  events_free(&alone_a);
  events_free(&alone_b);
}

/* --- limits and faults -------------------------------------------------------------------------------------------- */

static void test_step_limits_are_exact(void **state)
{
  (void)state;
  static const uint64_t limits[] = {1, 2, 8191, 8192, 8193, 20000};
  for (size_t k = 0; k < sizeof limits / sizeof *limits; k++) {
    struct client *c = client_run(
      &(struct request){.algorithm = algorithm_named("bakery"), .n = 3, .passages = ENDLESS, .max_steps = limits[k]},
      NULL, NULL);
    assert_int_equal(run_ended(c->run), RUN_STEP_LIMIT);
    assert_int_equal(run_ledger(c->run)->total_steps, limits[k]);
    assert_int_equal(sim_view(run_sim(c->run))->step, limits[k]);
    client_close(c);
  }
}

/* A run that ends with the last step it may make has been completed. */
static void test_limit_at_the_very_end(void **state)
{
  (void)state;
  struct client *c =
    client_run(&(struct request){.algorithm = algorithm_named("glb"), .n = 1, .max_steps = 9}, NULL, NULL);
  assert_int_equal(run_ended(c->run), RUN_COMPLETED);
  assert_int_equal(run_ledger(c->run)->total_steps, 9);
  client_close(c);
}

static void refuse(const struct request *r, const char *words)
{
  struct error e = {0};
  struct client *c = mem_new(1, sizeof *c);
  const struct system_spec setup = client_setup(c, r);
  assert_null(system_create(&setup, &e));
  assert_int_equal(e.code, EXIT_USAGE);
  if (strstr(e.text, words) == NULL) fail_msg("'%s' does not say '%s'", e.text, words);
  client_close(c);
}

static void test_number_of_processes(void **state)
{
  (void)state;
  const struct rmr_algorithm *bakery = algorithm_named("bakery");
  struct client *c = client_run(&(struct request){.algorithm = bakery, .n = 4096, .max_steps = 20000}, NULL, NULL);
  assert_int_equal(run_ledger(c->run)->total_steps, 20000);
  client_close(c);
  c = client_run(&(struct request){.algorithm = algorithm_named("ticket"), .n = 4096}, NULL, NULL);
  assert_int_equal(run_ended(c->run), RUN_COMPLETED);
  assert_int_equal(run_ledger(c->run)->passages, 4096);
  client_close(c);
  refuse(&(struct request){.algorithm = bakery, .n = 4097}, "N = 4097: expected 1 to 4096 processes");
  refuse(&(struct request){.algorithm = bakery, .n = 0}, "N = 0");
  refuse(&(struct request){.algorithm = bakery, .n = 3, .sessions = "1,2"}, "2 sessions are listed for N = 3");
}

static void test_bad_sessions_are_refused(void **state)
{
  (void)state;
  static const char *const bad[] = {"", "distinc", "any:", "any:0", "any:65536", "1,,2", "1,2,", "0,1", "1;2", "-1"};
  struct sessions sessions;
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    struct error e = {0};
    assert_false(sessions_parse(bad[k], &sessions, &e));
    assert_non_null(strstr(e.text, "expected distinct, same, any:K"));
  }
}

static void test_value_out_of_range_faults(void **state)
{
  (void)state;
  struct error e = {0};
  struct client *c = client_prepare(&(struct request){.algorithm = &rmr_algorithm_leaky, .n = 3});
  assert_false(run_go(c->run, &e));
  assert_int_equal(e.code, EXIT_SAFETY);
  assert_non_null(strstr(e.text, "leaky, N = 3: P3 at line 1 writes 2 to Bit[3], outside its declared range"));
  client_close(c);
}

/* In a run and in the tables of the explorer; the first passage is over when it shows. */
static void test_a_step_function_that_ends(void **state)
{
  (void)state;
  static const char words[] =
    "quitter: P1 leaves the step function; expected a loop around the passage that never ends";
  struct error e = {0};
  struct client *c = client_prepare(&(struct request){.algorithm = &rmr_algorithm_quitter, .n = 1, .passages = 2});
  assert_false(run_go(c->run, &e));
  assert_int_equal(e.code, EXIT_USAGE);
  assert_string_equal(e.text, words);
  assert_int_equal(run_ledger(c->run)->passages, 1);
  client_close(c);
  struct sessions rule;
  struct explored found;
  assert_true(sessions_parse("distinct", &rule, &e));
  const struct explore_spec spec = {.setup = {.algorithm = &rmr_algorithm_quitter, .n = 1, .sessions = &rule},
                                    .check = {[1] = true},
                                    .limits = {.memory = (size_t)1 << 24, .threads = 1}};
  e = (struct error){0};
  assert_false(explore(&spec, &found, &e));
  assert_string_equal(e.text, words);
}

static void test_value_below_range_faults(void **state)
{
  (void)state;
  struct error e = {0};
  struct rmr_shared positive = rmr_algorithm_leaky.shared[0];
  positive.min = positive.initial = 1;
  positive.max = NULL;
  struct rmr_algorithm algorithm = rmr_algorithm_leaky;
  algorithm.shared = &positive;
  struct client *c = client_prepare(&(struct request){.algorithm = &algorithm, .n = 1});
  assert_false(run_go(c->run, &e));
  assert_non_null(strstr(e.text, "leaky, N = 1: P1 at line 3 writes 0 to Bit[1], outside its declared range"));
  client_close(c);
}

/* Writes one value after the other, the last one for ever. */
struct writing {
  uint32_t var;
  rmr_word value;
};

static const struct writing *writings;
static uint8_t n_writings;

static struct rmr_op write_them(void *state, const struct rmr_in *in)
{
  uint8_t *k = state;
  if (in->given && *k < n_writings) ++*k;
  struct rmr_op op = write_to(writings[*k - 1].var, writings[*k - 1].value);
  op.line = 1;
  op.section = RMR_WAITING;
  return op;
}

static uint32_t two_cells(struct rmr_size s)
{
  (void)s;
  return 2;
}

static rmr_word up_to_three(struct rmr_size s)
{
  (void)s;
  return 3;
}

static rmr_word up_to_hundred(struct rmr_size s)
{
  (void)s;
  return 100;
}

/* The last of so many values is said to be outside the range, or (NULL) none is, and the largest ones are these. */
static void write_all(const struct writing *all, uint8_t n, const char *outside, rmr_word wide, rmr_word plain)
{
  static const struct rmr_field narrow[] = {{.name = "x", .width = 8, .max = rmr_bit}, {.name = NULL}};
  static const struct rmr_field broad[] = {{.name = "x", .width = 8, .max = up_to_hundred}, {.name = NULL}};
  static const struct rmr_shared shared[] = {
    {.name = "Narrow", .fields = narrow, .multi_writer = true},
    {.name = "Wide", .cells = two_cells, .fields = broad, .multi_writer = true},
    {.name = "Small", .max = up_to_three, .multi_writer = true},
    {.name = "Plain", .cells = two_cells, .max = up_to_hundred, .multi_writer = true}};
  struct rmr_algorithm a = rmr_algorithm_tally;
  a.shared = shared;
  a.n_shared = sizeof shared / sizeof *shared;
  a.step = write_them;
  a.invariants = NULL;
  writings = all;
  n_writings = n;
  struct error e = {0};
  rmr_word largest = -1;
  struct client *c = mem_new(1, sizeof *c);
  const struct run_spec spec = {
    .setup = client_setup(c, &(struct request){.algorithm = &a, .n = 1, .passages = ENDLESS}), .max_steps = n};
  c->run = run_create(&spec, &e);
  assert_non_null(c->run);
  assert_int_equal(run_go(c->run, &e), outside == NULL);
  if (outside != NULL && strstr(e.text, outside) == NULL) fail_msg("'%s' does not say '%s'", e.text, outside);
  assert_true(sim_largest(run_sim(c->run), "Wide.x", &largest, &e));
  assert_int_equal(largest, wide);
  assert_true(sim_largest(run_sim(c->run), "Plain", &largest, &e));
  assert_int_equal(largest, plain);
  client_close(c);
}

#define WRITE_ALL(outside, wide, plain, ...)       \
  write_all((const struct writing[]){__VA_ARGS__}, \
            sizeof((const struct writing[]){__VA_ARGS__}) / sizeof(struct writing), outside, wide, plain)

/* A value that has been in a register need not be looked at again, but in those of another group it must. */
static void test_values_of_other_groups(void **state)
{
  (void)state;
  enum {
    NARROW = 0 << RMR_CELL_BITS,
    WIDE = 1 << RMR_CELL_BITS,
    SMALL = 2 << RMR_CELL_BITS,
    PLAIN = 3 << RMR_CELL_BITS
  };
  WRITE_ALL(NULL, 9, 9, {NARROW, 1}, {WIDE, 7}, {WIDE, 9}, {WIDE + 1, 7}, {WIDE, 0}, {PLAIN, 9}, {SMALL, 3},
            {PLAIN + 1, 2});
  WRITE_ALL(NULL, 100, 100, {WIDE, 63}, {WIDE, 64}, {WIDE, 100}, {WIDE, 99}, {PLAIN, 64}, {PLAIN, 100}, {PLAIN, 0});
  WRITE_ALL("to Narrow, outside", 7, 0, {WIDE, 7}, {NARROW, 1}, {NARROW, 7});
  WRITE_ALL("to Small, outside", 0, 7, {PLAIN, 7}, {SMALL, 3}, {SMALL, 7});
  WRITE_ALL("to Wide[2], outside", 101, 0, {WIDE, 64}, {WIDE, 100}, {WIDE + 1, 101});
  WRITE_ALL("to Wide[1], outside", 64, 0, {WIDE, 64}, {WIDE, 256});
  WRITE_ALL("to Plain[2], outside", 0, 101, {PLAIN, 100}, {PLAIN + 1, 101});
  WRITE_ALL("to Plain[1], outside", 0, 3, {PLAIN, 3}, {PLAIN, -1});
}

static void test_largest_value(void **state)
{
  (void)state;
  struct error e = {0};
  rmr_word largest = -1;
  struct client *c = client_run(
    &(struct request){.algorithm = algorithm_named("bwbgme"), .n = 4, .adversary = "round_robin"}, NULL, NULL);
  assert_true(sim_largest(run_sim(c->run), "Token.session", &largest, &e));
  assert_int_equal(largest, 4);
  assert_true(sim_largest(run_sim(c->run), "Choosing", &largest, &e));
  assert_int_equal(largest, 1);
  assert_true(
    sim_largest(run_sim(c->run), "GlobalColor", &largest, &e)); /* white from the start, black at most later */
  assert_int_equal(largest, 2);
  assert_false(sim_largest(run_sim(c->run), "Token.numbr", &largest, &e));
  assert_non_null(strstr(e.text, "did you mean 'Token.number'?"));
  client_close(c);
}

/* The field of a record with this name. */
static const struct rmr_field *field_named(const struct rmr_shared *shared, const char *name)
{
  const struct rmr_field *f = shared->fields;
  while (f->name != NULL && strcmp(f->name, name) != 0) f++;
  assert_non_null(f->name);
  return f;
}

static void test_names(void **state)
{
  (void)state;
  char text[128];
  struct error e = {0};
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("bwbgme"), .n = 4});
  assert_string_equal(system_register_name(sim_system(c->sim), 0, text, sizeof text), "GlobalColor");
  assert_string_equal(system_register_name(sim_system(c->sim), 4, text, sizeof text), "Token[4]");
  assert_string_equal(system_register_name(sim_system(c->sim), 5, text, sizeof text), "Choosing[1]");
  assert_string_equal(system_value_text(sim_system(c->sim), 0, 1, text, sizeof text), "black");
  const struct rmr_shared *token = system_shared(sim_system(c->sim), 1);
  const rmr_word packed = (rmr_word)3 << field_named(token, "session")->shift |
                          (rmr_word)2 << field_named(token, "color")->shift |
                          (rmr_word)7 << field_named(token, "number")->shift;
  assert_string_equal(system_value_text(sim_system(c->sim), 1, packed, text, sizeof text),
                      "(session 3, color white, number 7)");
  assert_string_equal(system_value_text(sim_system(c->sim), 5, 1, text, sizeof text), "true");
  assert_int_equal(algorithm_label(algorithm_named("glb"), "8b", &e), 7);
  assert_int_equal(algorithm_label(algorithm_named("glb"), "8", &e), 0);
  assert_non_null(strstr(e.text, "did you mean '8a'?"));
  client_close(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_sections_of_a_passage),
    cmocka_unit_test(test_critical_section_of_its_own),
    cmocka_unit_test(test_no_doorway_goes_straight_to_waiting),
    cmocka_unit_test(test_sessions_of_passages),
    cmocka_unit_test(test_every_two_conflict_without_sessions),
    cmocka_unit_test(test_one_visible_access_per_step),
    cmocka_unit_test(test_peek_is_pure),
    cmocka_unit_test(test_next_ready),
    cmocka_unit_test(test_save_load_replay),
    cmocka_unit_test(test_reset_begins_anew),
    cmocka_unit_test(test_two_engines_side_by_side),
    cmocka_unit_test(test_step_limits_are_exact),
    cmocka_unit_test(test_limit_at_the_very_end),
    cmocka_unit_test(test_number_of_processes),
    cmocka_unit_test(test_bad_sessions_are_refused),
    cmocka_unit_test(test_value_out_of_range_faults),
    cmocka_unit_test(test_value_below_range_faults),
    cmocka_unit_test(test_a_step_function_that_ends),
    cmocka_unit_test(test_values_of_other_groups),
    cmocka_unit_test(test_largest_value),
    cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
