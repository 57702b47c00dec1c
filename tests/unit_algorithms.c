/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every registered algorithm against its own words (its table of lines, its registers, its claims of space), against
 * the rules of algo.h, and against what the papers say of it. A new algorithm is tested by being registered.
 */
#include <ctype.h>

#include "results/formula.h"

#include "here.h"
#include "shadow.h"

static void for_all(void (*check)(const struct rmr_algorithm *))
{
  for (int k = 0; rmr_algorithms[k] != NULL; k++) check(rmr_algorithms[k]);
}

/* --- its words ---------------------------------------------------------------------------------------------------- */

static void check_registration(const struct rmr_algorithm *a)
{
  assert_int_equal(a->abi, RMR_ABI);
  assert_int_equal(a->size, sizeof *a);
  for (const char *c = a->name; *c != '\0'; c++) assert_true(islower(*c) || isdigit(*c) || *c == '_');
  const char *const words[] = {a->title, a->source, a->claims.primitives, a->claims.space};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (words[k] == NULL || *words[k] == '\0' || a->note == NULL)
      fail_msg("%s: .title, .source, .note, .claims.primitives and .claims.space are required", a->name);
  assert_in_range(a->state_size, 1, RMR_MAX_STATE);
  assert_in_range(a->n_shared, 1, RMR_MAX_GROUPS);
  assert_in_range(a->n_lines, 2, RMR_MAX_LINES);
  for (int p = 1; p <= 7; p++) assert_in_range(a->claims.p[p], RMR_UNSAID, RMR_NO);
  struct error e = {0};
  assert_ptr_equal(algorithm_find(a->name, &e), a);
}

/* The rows that make an access are numbered 1, 2, ... in the order of the print; their labels are unique; sections come
 * in order. Rows without an access are of the print as well; some have no label. */
static void check_lines(const struct rmr_algorithm *a)
{
  uint16_t expected = 1;
  uint8_t section = RMR_RECOVER;
  bool entry = false;
  for (uint32_t row = 0; row < a->n_rows; row++) {
    const struct rmr_line *line = &a->lines[row];
    assert_true(strlen(line->text) > 0);
    if (line->line == 0) continue;
    assert_true(strlen(line->label) > 0);
    assert_int_equal(line->line, expected++);
    assert_in_range(line->section, section, RMR_EXIT);
    section = line->section;
    entry = entry || section == RMR_DOORWAY || section == RMR_WAITING;
    assert_ptr_equal(rmr_line_of(a, line->line), line);
    struct error e = {0};
    assert_int_equal(algorithm_label(a, line->label, &e), line->line);
  }
  assert_int_equal(expected, a->n_lines);
  assert_true(entry);
  assert_null(rmr_line_of(a, 0));
  assert_null(rmr_line_of(a, (uint16_t)a->n_lines));
}

/* The value of a formula at N. */
static uint64_t formula_at(const char *text, uint32_t n)
{
  struct formula f;
  struct error e = {0};
  if (!formula_parse(text, &f, &e)) fail_msg("%s: %s", text, e.text);
  return (uint64_t)formula_value(&f, n, 0);
}

static void check_registers(const struct rmr_algorithm *a)
{
  for (uint32_t n = 1; n <= 9; n++) {
    struct client *c = client_open(&(struct request){.algorithm = a, .n = n});
    char name[128], other[128];
    const struct rmr_size size = sim_system(c->sim)->size;
    /* one process alone may have a register that it needs for others only */
    if (n > 1 && sim_system(c->sim)->n_registers != formula_at(a->claims.space, n))
      fail_msg("%s: %u registers at N = %u, but .claims.space is %s", a->name, sim_system(c->sim)->n_registers, n,
               a->claims.space);
    for (uint32_t v = 0; v < sim_system(c->sim)->n_registers; v++)
      for (uint32_t w = 0; w < v; w++)
        assert_string_not_equal(system_register_name(sim_system(c->sim), v, name, sizeof name),
                                system_register_name(sim_system(c->sim), w, other, sizeof other));
    for (uint32_t g = 0; g < a->n_shared; g++) {
      const struct rmr_shared *shared = &a->shared[g];
      for (uint32_t cell = 0; cell < algorithm_cells(shared, size); cell++) {
        const rmr_word initial = shared->initial_of != NULL ? shared->initial_of(cell, size) : shared->initial;
        if (shared->home != NULL) assert_in_range(shared->home(cell, size), 0, n);
        if (shared->max != NULL) assert_in_range(initial, shared->min, shared->max(size));
      }
      if (!shared->multi_writer && algorithm_cells(shared, size) != n)
        fail_msg("%s: %s is not one for each process; expected .multi_writer", a->name, shared->name);
    }
    client_close(c);
  }
}

static void test_registration(void **state)
{
  (void)state;
  for_all(check_registration);
}

static void test_lines(void **state)
{
  (void)state;
  for_all(check_lines);
}

static void test_registers(void **state)
{
  (void)state;
  for_all(check_registers);
}

/* --- the rules of algo.h ------------------------------------------------------------------------------------------ */

/* Random runs of every N to 5, with `each` called after every step of every run. Returns how many passages ended with
 * another local state than the process had before its first step. */
struct watched {
  const struct rmr_algorithm *a;
  struct client *c;
  struct shadow *s;
  const struct rmr_event *event;
};

static uint32_t watch(const struct rmr_algorithm *a, const char *sessions, void (*each)(const struct watched *))
{
  uint32_t changed = 0;
  for (uint64_t seed = 0; seed < 20; seed++) {
    const uint32_t n = 1 + (uint32_t)seed % 5;
    struct client *c =
      client_open(&(struct request){.algorithm = a, .n = n, .sessions = sessions, .passages = ENDLESS, .seed = seed});
    struct shadow s;
    shadow_init(&s, c->sim);
    unsigned char *initial = mem_new(n + 1, s.stride);
    memcpy(initial, s.local, (n + 1) * s.stride);
    uint64_t rng = seed;
    uint32_t p = 1;
    for (int k = 0; k < 1500; k++) {
      if (k % (1 + seed % 4) == 0 || !rmr_is_ready(sim_view(c->sim), p)) p = client_pick(c, &rng);
      if (p == 0 && (a->claims.wrong != NULL || a->claims.timed)) break; /* there is no time here */
      assert_int_not_equal(p, 0);
      const struct rmr_event event = client_step(c, p);
      shadow_step(&s, &event);
      each(&(struct watched){a, c, &s, &event});
      changed += event.to == RMR_REMAINDER && memcmp(shadow_state(&s, p), initial + p * s.stride, s.size) != 0;
    }
    free(initial);
    shadow_free(&s);
    client_close(c);
  }
  return changed;
}

static uint32_t group_of(const struct watched *w, uint32_t *cell)
{
  uint32_t g = w->a->n_shared - 1;
  while (sim_view(w->c->sim)->base[g] > w->event->var) g--;
  *cell = w->event->var - sim_view(w->c->sim)->base[g];
  return g;
}

static void check_writer(const struct watched *w)
{
  uint32_t cell = 0;
  const struct rmr_shared *shared = &w->a->shared[group_of(w, &cell)];
  if (rmr_kind_writes(w->event->kind) && !shared->multi_writer && w->event->process != cell + 1)
    fail_msg("%s: P%u writes to %s[%u]; expected .multi_writer", w->a->name, w->event->process, shared->name, cell + 1);
}

static void check_range(const struct watched *w)
{
  uint32_t cell = 0;
  const struct rmr_size size = sim_system(w->c->sim)->size;
  const struct rmr_shared *shared = &w->a->shared[group_of(w, &cell)];
  if (!rmr_kind_accesses(w->event->kind)) return;
  if (shared->max != NULL) assert_in_range(w->event->after, shared->min, shared->max(size));
  for (const struct rmr_field *f = shared->fields; f != NULL && f->name != NULL; f++)
    if (f->max != NULL) assert_in_range(rmr_field_of(f, w->event->after), 0, f->max(size));
  assert_true(w->event->after >= 0);
}

/* The bytes behind the local state are as they were; lines are of the table. */
static void check_guard(const struct watched *w)
{
  const unsigned char *local = shadow_state(w->s, w->event->process);
  for (size_t k = w->s->size; k < w->s->stride; k++) assert_int_equal(local[k], 0xa5);
  assert_non_null(rmr_line_of(w->a, w->s->pending[w->event->process].line));
}

static void test_single_writers(void **state)
{
  (void)state;
  for (int k = 0; rmr_algorithms[k] != NULL; k++) watch(rmr_algorithms[k], "any:3", check_writer);
}

static void test_ranges(void **state)
{
  (void)state;
  for (int k = 0; rmr_algorithms[k] != NULL; k++) watch(rmr_algorithms[k], "any:3", check_range);
}

static void test_states_keep_to_their_size(void **state)
{
  (void)state;
  for (int k = 0; rmr_algorithms[k] != NULL; k++) watch(rmr_algorithms[k], "any:3", check_guard);
}

static void check_nothing(const struct watched *w)
{
  (void)w;
}

/* At the beginning of each passage the local state is the same, as each asks for one session: all other locals are dead
 * and cleared. Not so where an algorithm says that it remembers something; then it does so. */
static void test_dead_locals_are_cleared(void **state)
{
  (void)state;
  for (int k = 0; rmr_algorithms[k] != NULL; k++)
    if ((watch(rmr_algorithms[k], "distinct", check_nothing) > 0) != rmr_algorithms[k]->remembers)
      fail_msg("%s: %s", rmr_algorithms[k]->name,
               rmr_algorithms[k]->remembers ? "remembers nothing" : "a local is left set at the end of a passage");
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

/* Where the algorithm needs time, so much of it that its parameters are right. */
static struct time_spec time_for(const struct rmr_algorithm *a)
{
  return a->claims.timed ? (struct time_spec){.slow = 1, .cs = 1} : (struct time_spec){0};
}

static void run_to_its_end(const struct request *r)
{
  struct client *c = client_run(r, NULL, NULL);
  if (run_ended(c->run) != RUN_COMPLETED)
    fail_msg("%s, N = %u, %s, memory %d: %s", r->algorithm->name, r->n, r->adversary, (int)r->memory,
             run_end_name(run_ended(c->run)));
  assert_int_equal(run_monitor(c->run)->n_violations, 0);
  assert_int_equal(run_ledger(c->run)->passages, r->n * r->passages);
  client_close(c);
}

/* Under schedulers that forget nobody, everybody makes his passages. */
static void test_passages_end(void **state)
{
  (void)state;
  static const char *const fair[] = {"random", "round_robin", "solo", "bursty", "timed"};
  for (int k = 0; rmr_algorithms[k] != NULL; k++)
    for (uint32_t n = 1; n <= 8 && rmr_algorithms[k]->claims.wrong == NULL; n++)
      for (uint32_t s = 0; s < sizeof fair / sizeof *fair; s++)
        run_to_its_end(&(struct request){.algorithm = rmr_algorithms[k],
                                         .n = n,
                                         .memory = (enum memory)((n + s) % N_MEMORIES),
                                         .adversary = fair[s],
                                         .passages = 3,
                                         .seed = n,
                                         .time = time_for(rmr_algorithms[k]),
                                         .max_steps = 1000000});
}

/* P1, and P5 where it is claimed, under schedulers of every kind. */
static void test_right_ones_are_never_caught(void **state)
{
  (void)state;
  for (int k = 0; rmr_algorithms[k] != NULL; k++)
    for (uint64_t seed = 0; seed < 42 && rmr_algorithms[k]->claims.wrong == NULL; seed++) {
      struct client *c = client_run(&(struct request){.algorithm = rmr_algorithms[k],
                                                      .n = 2 + (uint32_t)seed % 7,
                                                      .adversary = seed % 2 ? client_adversaries[seed % 9] : "random",
                                                      .sessions = seed % 3 ? "distinct" : "any:2",
                                                      .passages = ENDLESS,
                                                      .seed = seed,
                                                      .time = time_for(rmr_algorithms[k]),
                                                      .max_steps = 3000},
                                    NULL, NULL);
      const struct monitor *monitor = run_monitor(c->run);
      if (monitor->n_violations != 0) fail_msg("%s: %s", rmr_algorithms[k]->name, monitor->violation[0].text);
      assert_int_equal(run_ended(c->run), RUN_STEP_LIMIT);
      client_close(c);
    }
}

/* The cost of the first passage of P_N when nobody else does anything, counted by hand on the figure. */
static const struct {
  const char *name, *cc, *dsm;
} alone[] = {
  {"dijkstra", "N+8", "N+4"}, /* k names P_1 at first */
  {"burns_lynch", "N+2", "2N-2"},
  {"peterson", "3N-2", "N(N-1)"},
  {"block_woo", "N+3", "N+1"},
  {"lamport_fast", "7", "5"},
  {"burns_1981", "N+4", "N+2"},
  {"eisenberg_mcguire", "N+5", "3N+2"},
  {"kessels", "5 ceil(lg N)", "5 ceil(lg N)"},
  {"peterson_fischer", "N+2ceil(lg N)", "3N-3"},
  {"szymanski_bits", "2N+7", "3N-3"},
  {"szymanski_bits_reordered", "2N+7", "3N-3"},
  {"anderson_kim", "22", "19"},
  {"merritt_taubenfeld", "8", "8"},
  {"lamport_three_bit", "2N+6", "2N-2"},
  {"szymanski", "N+5", "3N-3"},
  {"szymanski_early", "N+5", "3N-3"},
  {"szymanski_no_wait", "N+5", "3N-3"},
  {"szymanski_three_bit", "3N+7", "6N-6"},
  {"szymanski_three_bit_repaired", "3N+7", "6N-6"},
  {"szymanski_four_bit", "4N+9", "9N-9"},
  {"szymanski_four_bit_repaired", "4N+9", "9N-9"},
  {"hesselink_2013", "4N+5", "4N-4"},
  {"hesselink_2015", "4N+5", "4N-4"},
  {"bw_bakery", "2N+7", "4N-2"},
  {"bounded_bakery", "2N+6", "3N-1"},
  {"rooms", "2N+7", "2N+9"},
  {"two_rooms", "8", "9"},
  {"tas", "2", "2"},
  {"ttas", "3", "3"},
  {"ticket", "3", "3"},
  {"anderson", "4", "4"},
  {"graunke_thakkar", "4", "2"},
  {"mcs", "4", "2"},
  {"clh", "4", "2"},
  {"abortable_queue", "4", "4"},
};

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
    for (uint32_t n = 2; n <= 9; n++) {
      if (cost_alone(alone[k].name, n, MEMORY_CC) != formula_at(alone[k].cc, n) ||
          cost_alone(alone[k].name, n, MEMORY_DSM) != formula_at(alone[k].dsm, n))
        fail_msg("%s, N = %u: %u in cc, %u in dsm", alone[k].name, n, (unsigned)cost_alone(alone[k].name, n, MEMORY_CC),
                 (unsigned)cost_alone(alone[k].name, n, MEMORY_DSM));
    }
}

/* --- claims of the papers ----------------------------------------------------------------------------------------- */

/* Appendix II: in its one passage P_N executes line 4 N(N-1)/2 times, and is blocked by each P_j exactly j times. */
static void test_burns_lamport_schedule(void **state)
{
  (void)state;
  const struct rmr_algorithm *a = algorithm_named("burns_lamport");
  struct error e = {0};
  const uint16_t line4 = algorithm_label(a, "4", &e);
  for (uint32_t n = 2; n <= 24; n++) {
    struct client *c = client_run(&(struct request){.algorithm = a, .n = n, .adversary = "burns_lamport"}, NULL, NULL);
    const struct ledger *l = run_ledger(c->run);
    assert_int_equal(run_ended(c->run), RUN_COMPLETED);
    assert_int_equal(ledger_steps(l, n, line4), n * (n - 1) / 2);
    assert_int_equal(ledger_blocks(l, n), n * (n - 1) / 2);
    for (uint32_t j = 1; j < n; j++) assert_int_equal(l->blocked_on[j - 1], j); /* register Competing[j] */
    assert_int_equal(l->blocked_on[n - 1], 0);
    client_close(c);
  }
}

/* One-shot, cold caches, memory cc: the cost of P_N under the paper's schedule. No schedule does worse at N = 2 and 3;
 * one does at N = 4 (unit_worst.c). */
static void test_burns_lamport_worst_passage(void **state)
{
  (void)state;
  static const uint64_t worst[] = {[2] = 6, [3] = 15, [4] = 28};
  for (uint32_t n = 2; n <= 4; n++) {
    struct client *c =
      client_run(&(struct request){.algorithm = algorithm_named("burns_lamport"), .n = n, .adversary = "burns_lamport"},
                 NULL, NULL);
    assert_int_equal(ledger_max_passage(run_ledger(c->run), 0), worst[n]);
    assert_int_equal(ledger_max_passage(run_ledger(c->run), n), worst[n]);
    client_close(c);
  }
}

/* Theorem 16: no number above N+1. */
static void test_bwbgme_numbers_are_bounded(void **state)
{
  (void)state;
  struct error e = {0};
  for (uint64_t seed = 0; seed < 120; seed++) {
    const uint32_t n = 2 + (uint32_t)seed % 5;
    rmr_word largest = 0;
    struct client *c =
      client_run(&(struct request){.algorithm = algorithm_named(seed % 2 ? "bwbgme" : "bwbgme_repaired"),
                                   .n = n,
                                   .sessions = seed % 3 ? "any:2" : "distinct",
                                   .adversary = client_adversaries[seed % N_CLIENT_ADVERSARIES],
                                   .passages = 30,
                                   .seed = seed,
                                   .max_steps = 6000},
                 NULL, NULL);
    assert_true(sim_largest(run_sim(c->run), "Token.number", &largest, &e));
    assert_in_range(largest, 1, n + 1);
    client_close(c);
  }
}

/* Unbounded registers grow where somebody is always in the bakery: two who take turns. */
static void test_glb_tokens_grow(void **state)
{
  (void)state;
  struct error e = {0};
  rmr_word largest = 0;
  struct client *c = client_run(
    &(struct request){.algorithm = algorithm_named("glb"), .n = 3, .adversary = "round_robin", .passages = 100}, NULL,
    NULL);
  assert_true(sim_largest(run_sim(c->run), "Token", &largest, &e));
  assert_true(largest > 50);
  client_close(c);
}

/* Section 4: the scenario in which the naive generalisation breaks mutual exclusion, as shipped. */
static void test_bw_naive_is_wrong(void **state)
{
  (void)state;
  char *schedule = here("../experiments/bw_naive.schedule"), *adversary = mem_format("replay:file=%s", schedule);
  free(schedule);
  struct client *c = client_run(
    &(struct request){.algorithm = algorithm_named("bw_naive"), .n = 4, .sessions = "1,1,1,2", .adversary = adversary},
    NULL, NULL);
  const struct monitor *monitor = run_monitor(c->run);
  assert_int_equal(monitor->n_violations, 1);
  assert_string_equal(monitor->violation[0].property, "P1");
  assert_int_equal(monitor->violation[0].process, 4);
  assert_int_equal(monitor->violation[0].other, 2);
  assert_int_equal(monitor->violation[0].step, sim_view(run_sim(c->run))->step); /* the last step */
  free(adversary);
  client_close(c);
}

/* Figure 1 read to the letter: P2 is between the two reads of p7 for j = 3 when P3 comes in and opens door 2. P2
 * follows through it and enters, as P1, the only lower one, has passed p2 but not yet set w; and then P1 finds nobody
 * announced and enters as well. */
static void test_szymanski_three_bit_is_wrong(void **state)
{
  (void)state;
  static const char steps[] = "2222222223222223333333111133322222" /* P2 p1 .. P2 p9a */
                              "11111121111111333311";              /* P1 p3a .. P1 p4 */
  struct client *c = client_open(&(struct request){.algorithm = algorithm_named("szymanski_three_bit"), .n = 3});
  for (const char *p = steps; *p != '\0'; p++) {
    assert_int_not_equal(client_process(c, 1)->section, RMR_CS);
    client_step(c, (uint32_t)(*p - '0'));
  }
  assert_int_equal(client_process(c, 1)->section, RMR_CS);
  assert_int_equal(client_process(c, 2)->section, RMR_CS);
  client_close(c);
}

/* No colour ever has more than N numbers in use. */
static void test_bw_bakery_numbers_are_bounded(void **state)
{
  (void)state;
  struct error e = {0};
  for (uint64_t seed = 0; seed < 60; seed++) {
    const uint32_t n = 2 + (uint32_t)seed % 5;
    rmr_word largest = 0;
    struct client *c = client_run(&(struct request){.algorithm = algorithm_named("bw_bakery"),
                                                    .n = n,
                                                    .adversary = client_adversaries[seed % N_CLIENT_ADVERSARIES],
                                                    .passages = 30,
                                                    .seed = seed,
                                                    .max_steps = 6000},
                                  NULL, NULL);
    assert_true(sim_largest(run_sim(c->run), "ticket.number", &largest, &e));
    assert_in_range(largest, 1, n);
    client_close(c);
  }
}

/* Tokens that go round the ring come to the last one, and never beyond. */
static void test_bounded_bakery_tokens(void **state)
{
  (void)state;
  struct error e = {0};
  for (uint32_t n = 1; n <= 6; n++) {
    rmr_word largest = 0;
    struct client *c = client_run(
      &(struct request){
        .algorithm = algorithm_named("bounded_bakery"), .n = n, .adversary = "round_robin", .passages = 40},
      NULL, NULL);
    assert_int_equal(run_ended(c->run), RUN_COMPLETED);
    assert_true(sim_largest(run_sim(c->run), "token", &largest, &e));
    assert_int_equal(largest, 2 * n - 1);
    client_close(c);
  }
}

/* All join before the first leaves; every handing over takes the copies of all that still wait. */
static void test_ticket_lock(void **state)
{
  (void)state;
  for (uint32_t n = 1; n <= 64; n++) {
    struct client *c = client_run(
      &(struct request){.algorithm = algorithm_named("ticket"), .n = n, .adversary = "round_robin"}, NULL, NULL);
    for (uint32_t p = 1; p <= n; p++) assert_int_equal(run_ledger(c->run)->max_passage[p], p + 2);
    client_close(c);
  }
}

static uint64_t costliest(const char *name, uint32_t n, enum memory memory, const char *adversary, uint64_t seed)
{
  struct client *c = client_run(&(struct request){.algorithm = algorithm_named(name),
                                                  .n = n,
                                                  .memory = memory,
                                                  .adversary = adversary,
                                                  .passages = 5,
                                                  .seed = seed,
                                                  .max_steps = 200000},
                                NULL, NULL);
  const uint64_t most = ledger_max_passage(run_ledger(c->run), 0);
  client_close(c);
  return most;
}

/* The list-based lock needs a constant number of RMRs with caches and without; the other queues need caches. */
static void test_queue_locks(void **state)
{
  (void)state;
  static const char *const others[] = {"clh", "anderson", "graunke_thakkar"};
  for (uint32_t n = 4; n <= 64; n++) {
    assert_int_equal(costliest("mcs", n, MEMORY_CC, "round_robin", 1), 8);
    assert_int_equal(costliest("mcs", n, MEMORY_DSM, "round_robin", 1), 3);
    for (int k = 0; k < 3; k++) {
      assert_int_equal(costliest(others[k], n, MEMORY_CC, "round_robin", 1), 5);
      assert_true(costliest(others[k], n, MEMORY_DSM, "round_robin", 1) > n);
    }
  }
}

/* The same against every adversary: in the worst case the list's exit finds one that has joined and not said so yet. */
static void test_queue_locks_at_worst(void **state)
{
  (void)state;
  static const char *const others[] = {"clh", "anderson", "graunke_thakkar"};
  for (uint64_t seed = 0; seed < 54; seed++) {
    const char *adversary = client_adversaries[seed % N_CLIENT_ADVERSARIES];
    const uint32_t n = 2 + (uint32_t)seed % 11;
    assert_in_range(costliest("mcs", n, MEMORY_CC, adversary, seed), 4, 10);
    assert_in_range(costliest("mcs", n, MEMORY_DSM, adversary, seed), 2, 4);
    for (int k = 0; k < 3; k++) assert_in_range(costliest(others[k], n, MEMORY_CC, adversary, seed), 3, 5);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_registration),
    cmocka_unit_test(test_lines),
    cmocka_unit_test(test_registers),
    cmocka_unit_test(test_single_writers),
    cmocka_unit_test(test_ranges),
    cmocka_unit_test(test_states_keep_to_their_size),
    cmocka_unit_test(test_dead_locals_are_cleared),
    cmocka_unit_test(test_passages_end),
    cmocka_unit_test(test_right_ones_are_never_caught),
    cmocka_unit_test(test_passage_alone),
    cmocka_unit_test(test_burns_lamport_schedule),
    cmocka_unit_test(test_burns_lamport_worst_passage),
    cmocka_unit_test(test_bwbgme_numbers_are_bounded),
    cmocka_unit_test(test_glb_tokens_grow),
    cmocka_unit_test(test_bw_naive_is_wrong),
    cmocka_unit_test(test_szymanski_three_bit_is_wrong),
    cmocka_unit_test(test_bw_bakery_numbers_are_bounded),
    cmocka_unit_test(test_bounded_bakery_tokens),
    cmocka_unit_test(test_ticket_lock),
    cmocka_unit_test(test_queue_locks),
    cmocka_unit_test(test_queue_locks_at_worst),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
