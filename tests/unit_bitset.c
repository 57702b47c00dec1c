/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_bitset.c: one bit for each product state (explore/graph/bitset.h). Every shipped algorithm's states are found
 * with a visited set, and each must have a number of its own; and found once more without one, they must be as many, by
 * as many steps.
 *
 * ctest: slow threads
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explore/engines/breadth.h"
#include "explore/graph/bitset.h"
#include "model/names.h"

#include <cmocka.h> /* last: its fail() is not ours */

extern const struct rmr_algorithm rmr_algorithm_alternation;

static const struct explore_limits limits = {.memory = (size_t)1 << 26, .threads = 2};

/* With sanitizers, of which each makes this ten times as long, one algorithm of so many is looked at. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { EVERY = 3 };
#else
enum { EVERY = 1 };
#endif

static bool is_asked(const struct rmr_algorithm *const *a)
{
  return (a - rmr_algorithms) % EVERY == 0;
}

static void make_faulty(struct space *s, const struct rmr_algorithm *a, uint32_t n, uint32_t passages,
                        const struct sessions *rule, uint32_t second, struct faults faults)
{
  struct error e = {0};
  const struct space_spec spec = {
    .setup = {.algorithm = a, .n = n, .passages = passages, .sessions = rule, .faults = faults},
    .cap = 8,
    .observer.pair_first = second != 0 ? 1 : 0,
    .observer.pair_second = second};
  if (!space_create(s, &spec, &e)) fail_msg("%s", e.text);
}

static void make(struct space *s, const struct rmr_algorithm *a, uint32_t n, uint32_t passages,
                 const struct sessions *rule, uint32_t second)
{
  make_faulty(s, a, n, passages, rule, second, (struct faults){0});
}

/* Returns how many states have a number, 0 if there are no numbers. */
static uint64_t count_numbers(const struct space *s, const struct visited *visited)
{
  struct bitset d;
  uint64_t n = 0;
  if (!bitset_create(&d, s)) return 0;
  assert_true(bitset_open(&d));
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    for (uint64_t k = 0; k < visited->part[p].capacity; k++) {
      const uint64_t *state = visited->part[p].slot + k * s->words;
      if (state[0] == 0) continue;
      const uint64_t number = bitset_number(&d, s, state);
      assert_true(number < d.size);
      assert_true(bitset_part(&d, number) < VISITED_PARTS);
      assert_true(bitset_insert(&d, number));
      assert_false(bitset_insert(&d, number));
      n++;
    }
  bitset_free(&d);
  return n;
}

static bool agree(const struct space *s)
{
  struct breadth kept, counted;
  breadth_search(s, &limits, WATCH_PROPERTY, true, &kept);
  breadth_search(s, &limits, WATCH_PROPERTY, false, &counted);
  assert_int_equal(kept.violated, counted.violated);
  assert_int_equal(kept.complete, counted.complete);
  const uint64_t n = count_numbers(s, &kept.visited);
  assert_true(n == 0 || n == visited_states(&kept.visited));
  if (kept.complete) {
    assert_int_equal(kept.states, visited_states(&kept.visited));
    assert_int_equal(kept.states, counted.states);
    assert_int_equal(kept.transitions, counted.transitions);
    assert_memory_equal(kept.taken, counted.taken, s->n_moves);
  }
  const bool dense = counted.complete && visited_bytes(&counted.visited) == 0;
  breadth_free(&kept);
  breadth_free(&counted);
  return dense;
}

static void test_every_algorithm(void **state)
{
  (void)state;
  static const struct sessions rules[] = {{.rule = SESSIONS_DISTINCT}, {.rule = SESSIONS_ANY, .any = 2}};
  size_t dense = 0, all = 0;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++)
    for (size_t r = 0; is_asked(a) && r < ((*a)->group ? 2 : 1); r++)
      for (uint32_t second = 0; second <= 2; second += 2) {
        struct space s;
        make(&s, *a, 2, 2, &rules[r], second);
        dense += agree(&s);
        all++;
        space_free(&s);
      }
  assert_true(dense > all / 3);
}

/* So many crashes, and all leases that there can be. */
static struct faults faults_of(const struct rmr_algorithm *a, const char *crashes, bool leases)
{
  struct faults faults = {0};
  struct error e = {0};
  if (leases) faults_parse(crashes, "all", 0, a, &faults, &e); /* or there are none */
  if (faults.leases == 0) assert_true(faults_parse(crashes, "none", 0, a, &faults, &e));
  return faults;
}

/* A dead process tells nothing any more, and may have left anything in its registers. Each algorithm is asked with and
 * without a pair that is observed: one of the two where leases run out, which changes with the algorithm. */
static void test_every_algorithm_with_crashes(void **state)
{
  (void)state;
  static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  size_t dense = 0, all = 0;
  uint32_t turn = 0;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++) {
    if (!is_asked(a)) continue;
    turn++;
    for (uint32_t second = 0; second <= 2; second += 2) {
      struct space s;
      const bool leases = (turn + second / 2) % 2 == 0;
      make_faulty(&s, *a, 2, 2, &distinct, second, faults_of(*a, leases ? "stop:2" : "stop:1", leases));
      dense += agree(&s);
      all++;
      space_free(&s);
    }
  }
  assert_true(all >= 40 / EVERY);
  assert_true(dense > all / 3);
}

/* Where new processes come, or local states name the keeper of a lease, the dead processes do not determine what is
 * left: there are no numbers. */
static void test_who_is_dead_does_not_tell(void **state)
{
  static const struct {
    const char *algorithm, *faults;
    bool stops;
  } known[] = {{"burns_lynch", "stop:1,at:5", true},
               {"burns_lynch", "stop:1,new:1", false},
               {"burns_lynch_rate", "stop:1", false}};
  (void)state;
  struct error e = {0};
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    struct space s;
    const struct rmr_algorithm *a = algorithm_find(known[k].algorithm, &e);
    make_faulty(&s, a, 2, 1, &distinct, 0, faults_of(a, known[k].faults, true));
    assert_int_equal(s.env.stops, known[k].stops);
    assert_int_equal(agree(&s), known[k].stops);
    space_free(&s);
  }
}

static void test_many_states_with_crashes(void **state)
{
  (void)state;
  struct error e = {0};
  struct space s;
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  const struct rmr_algorithm *a = algorithm_find("burns_lynch", &e);
  make_faulty(&s, a, 5, 0, &distinct, 0, faults_of(a, "stop:2", true));
  assert_true(agree(&s));
  space_free(&s);
}

/* The change from the visited set to bits comes in the middle. */
static void test_many_states(void **state)
{
  (void)state;
  struct error e = {0};
  struct space s;
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  make(&s, algorithm_find("burns_lamport", &e), 6, 0, &distinct, 0);
  assert_true(agree(&s));
  space_free(&s);
}

static void test_registers_that_need_no_digit(void **state)
{
  (void)state;
  struct error e = {0};
  struct space s;
  struct bitset d;
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  make(&s, algorithm_find("burns_lamport", &e), 3, 0, &distinct, 0);
  assert_true(bitset_create(&d, &s));
  for (uint32_t var = 0; var < s.automata.n_registers; var++) assert_int_equal(d.value[var], 0);
  bitset_free(&d);
  space_free(&s);
  make(&s, algorithm_find("dijkstra", &e), 3, 0, &distinct, 0);
  assert_true(bitset_create(&d, &s));
  const struct system_group *group = s.automata.system->group; /* b, c, k */
  for (uint32_t p = 0; p < 3; p++) {
    assert_int_equal(d.value[group[0].first + p], 0);     /* b[p] is false from line 1 to the exit */
    assert_int_not_equal(d.value[group[1].first + p], 0); /* c[p] may be either when P_p looks at k again */
  }
  assert_int_not_equal(d.value[group[2].first], 0); /* everybody writes k */
  bitset_free(&d);
  space_free(&s);
}

static bool first_state(void *self, const uint64_t *state)
{
  *(uint64_t *)self = *state;
  return false;
}

static void test_copies_make_no_difference(void **state)
{
  (void)state;
  struct error e = {0};
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  const struct space_spec spec = {
    .setup = {.algorithm = algorithm_find("burns_lamport", &e), .n = 2, .passages = 1, .sessions = &distinct},
    .cap = 1,
    .observer.process = 2,
    .observer.cost = COST_RMR};
  struct space s;
  struct bitset d;
  uint64_t at = 0;
  assert_true(space_create(&s, &spec, &e));
  assert_true(bitset_create(&d, &s));
  space_initial(&s, first_state, &at);
  const uint64_t number = bitset_number(&d, &s, &at);
  assert_true(s.layout.valid[0].width == 1);
  field_set(&at, &s.layout.valid[0], 1);
  assert_int_equal(bitset_number(&d, &s, &at), number);
  bitset_free(&d);
  space_free(&s);
}

/* A state is inserted with the hash that was kept beside it, and sought with one that is made anew. Did they differ in
 * a bit that decides on the slot, it would be there twice; in a large visited set that shows. */
static void test_states_are_found_again(void **state)
{
  (void)state;
  struct error e = {0};
  struct space s;
  struct breadth found;
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  make(&s, algorithm_find("burns_lamport", &e), 6, 0, &distinct, 0);
  breadth_search(&s, &limits, WATCH_NOTHING, true, &found);
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    for (uint64_t k = 0; k < found.visited.part[p].capacity; k++) {
      const uint64_t *at = found.visited.part[p].slot + k * s.words;
      if (at[0] == 0) continue;
      const uint64_t hash = visited_hash(at, s.words);
      assert_int_equal(hash << VISITED_HASH_BITS, 0);
      assert_int_equal(visited_lookup(&found.visited, at, hash, s.words), visited_id(p, k));
    }
  breadth_free(&found);
  space_free(&s);
}

static uint32_t a_crowd(struct rmr_size s)
{
  return 20000 * s.n;
}

static void test_too_many_registers(void **state)
{
  (void)state;
  struct error e = {0};
  struct space s;
  struct rmr_algorithm a = rmr_algorithm_alternation;
  struct rmr_shared registers = a.shared[0];
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  registers.cells = a_crowd;
  a.shared = &registers;
  const struct space_spec spec = {.setup = {.algorithm = &a, .n = 2, .passages = 1, .sessions = &distinct}, .cap = 1};
  assert_false(space_create(&s, &spec, &e));
  assert_non_null(strstr(e.text, "40000 registers"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_every_algorithm),
    cmocka_unit_test(test_many_states),
    cmocka_unit_test(test_every_algorithm_with_crashes),
    cmocka_unit_test(test_many_states_with_crashes),
    cmocka_unit_test(test_who_is_dead_does_not_tell),
    cmocka_unit_test(test_registers_that_need_no_digit),
    cmocka_unit_test(test_copies_make_no_difference),
    cmocka_unit_test(test_too_many_registers),
    cmocka_unit_test(test_states_are_found_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
