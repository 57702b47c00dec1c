/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_brute.c: the explorer against brute force (brute.h), two independent ways to the same numbers. First the brute
 * force itself is checked: on toys, where the answers are found with pencil and paper, and on numbers and verdicts that
 * are known. Then both are asked for worst cases of every shipped algorithm. unit_brute_faults.c goes on with crashes.
 *
 * ctest: slow numbers long
 */
#include "agree.h"
#include "client.h"

#define NO_END 0u

/* --- verdicts ----------------------------------------------------------------------------------------------------- */

/* One row: a system, and its true verdicts. Verdicts of P1 to P7: + holds, - fails, . does not apply; of P7 also r: it
 * fails, but perhaps not if somebody made a further passage. Those of the toys, their bounds and their numbers of
 * states are found by hand. 0 states: not checked. */
struct judged {
  const struct rmr_algorithm *toy; /* or NULL, and the name of a shipped one */
  const char *name;
  uint32_t n, passages;
  const char *sessions;
  rmr_word cap; /* 0: the registers are bounded, or do not grow beyond 16 in so many passages */
  const char *verdicts;
  uint64_t exit, entry, states;
};

static const struct judged toys[] = {
  {&rmr_algorithm_open_door, "", 2, NO_END, "distinct", 0, "-+++-++", 1, 2, 9},
  {&rmr_algorithm_open_door, "", 2, NO_END, "same", 0, "+++++++", 1, 2, 9},
  {&rmr_algorithm_open_door, "", 2, 1, "distinct", 0, "-+++-++", 1, 2, 16},
  {&rmr_algorithm_open_door, "", 2, NO_END, "1,1", 0, "+++++++", 1, 2, 9},
  {&rmr_algorithm_open_door, "", 2, NO_END, "any:2", 0, "-+++-++", 1, 2, 36},
  {&rmr_algorithm_open_door, "", 3, NO_END, "1,2,1", 0, "-+++-++", 1, 2, 27},
  {&rmr_algorithm_chapel, "", 2, NO_END, "distinct", 0, "-+++.++", 0, 1, 9},
  {&rmr_algorithm_embrace, "", 2, NO_END, "distinct", 0, "+-++.--", 1, 2, 15},
  {&rmr_algorithm_embrace, "", 2, 1, "distinct", 0, "+-++.--", 1, 2, 0},
  {&rmr_algorithm_queue_jumper, "", 2, NO_END, "distinct", 0, "+-++-++", 1, 2, 0},
  {&rmr_algorithm_lingerer, "", 2, NO_END, "distinct", 0, "+--+.++", BRUTE_UNBOUNDED, 1, 0},
  {&rmr_algorithm_lingerer, "", 2, 1, "distinct", 0, "++-+.++", BRUTE_UNBOUNDED, 1, 0},
  {&rmr_algorithm_alternation, "", 2, NO_END, "distinct", 0, "+-+-.-+", 1, BRUTE_UNBOUNDED, 12},
  {&rmr_algorithm_courtesy, "", 2, NO_END, "distinct", 0, "+-++.-+", 1, 3, 24},
  {&rmr_algorithm_relay, "", 3, NO_END, "distinct", 0, "--+-.-+", 1, BRUTE_UNBOUNDED, 0},
  {&rmr_algorithm_relay, "", 3, 2, "distinct", 0, "--+-.-r", 1, BRUTE_UNBOUNDED, 0},
  {&rmr_algorithm_oubliette, "", 2, NO_END, "distinct", 0, "-+-+.+-", BRUTE_UNBOUNDED, 1, 9},
  {NULL, "ticket", 2, 2, "distinct", 0, "+++++++", 1, 2, 0},
  {NULL, "ticket", 3, NO_END, "distinct", 4, "+++++++", 1, 2, 0},
  {&rmr_algorithm_mixer, "", 2, 1, "distinct", 0, "++++-++", 2, 4, 0},
};

/* The verdicts, but for those of bw_naive, were found by another checker before. Bounds and numbers of states are those
 * of the walk itself: it is the explorer that must find the same. GLB, the bakery and bw_naive are unbounded: a
 * property that holds does so up to the cap, and one that fails fails. Line 17 of bwbgme loses P2 and P4 as soon as two
 * passages may ask for the same session. bw_naive lets two sessions in with three processes already. */
static const struct judged shipped[] = {
  {NULL, "burns_lamport", 2, NO_END, "distinct", 0, "+-++.++", 1, 4, 17},
  {NULL, "burns_lamport", 3, NO_END, "distinct", 0, "+-++.++", 1, 5, 197},
  {NULL, "burns_lamport", 4, NO_END, "distinct", 0, "+-++.++", 1, 6, 2828},
  {NULL, "burns_lamport", 3, 1, "distinct", 0, "++++.++", 1, 5, 246},
  {NULL, "bakery", 2, NO_END, "distinct", 8, "+++++++", 1, 9, 1703},
  {NULL, "bakery", 3, 1, "distinct", 0, "+++++++", 1, 12, 9052},
  {NULL, "bakery", 3, NO_END, "distinct", 3, "+++++++", 1, 12, 25108},
  {NULL, "glb", 2, NO_END, "distinct", 6, "+++++++", 2, 11, 1991},
  {NULL, "glb", 2, NO_END, "same", 6, "+++++++", 2, 13, 2650},
  {NULL, "glb", 2, NO_END, "any:2", 6, "+++++++", 2, 13, 9284},
  {NULL, "glb", 3, 1, "distinct", 0, "+++++++", 2, 15, 23573},
  {NULL, "bwbgme", 2, NO_END, "distinct", 0, "+++++++", 4, 14, 2812},
  {NULL, "bwbgme", 2, NO_END, "same", 0, "+-+-+++", 1, BRUTE_UNBOUNDED, 560},
  {NULL, "bwbgme", 2, NO_END, "any:2", 0, "+-+-+++", 4, BRUTE_UNBOUNDED, 12700},
  {NULL, "bwbgme", 2, 2, "same", 0, "+++++++", 1, 18, 2314},
  {NULL, "bwbgme", 3, NO_END, "same", 0, "+-+-+++", 1, BRUTE_UNBOUNDED, 26244},
  {NULL, "bwbgme_repaired", 2, NO_END, "distinct", 0, "+++++++", 4, 14, 2812},
  {NULL, "bwbgme_repaired", 2, NO_END, "same", 0, "+++++++", 1, 15, 560},
  {NULL, "bwbgme_repaired", 2, NO_END, "any:2", 0, "+++++++", 4, 15, 12700},
  {NULL, "bwbgme_repaired", 3, NO_END, "same", 0, "+++++++", 1, 21, 26244},
  {NULL, "bwbgme_repaired", 3, 1, "distinct", 0, "+++++++", 5, 19, 53604},
  {NULL, "bw_naive", 2, NO_END, "distinct", 3, "+++++++", 3, 13, 3294},
  {NULL, "bw_naive", 2, NO_END, "any:2", 3, "+++++++", 3, 16, 0},
  {NULL, "bw_naive", 3, NO_END, "1,1,2", 1, "-+++-++", 3, 20, 321101},
};

static char sign_of(enum brute_verdict verdict)
{
  switch (verdict) {
  case BRUTE_HOLDS: return '+';
  case BRUTE_FAILS: return '-';
  case BRUTE_DOES_NOT_APPLY: return '.';
  }
  return '?';
}

static void check_row(const struct judged *row, const struct brute_properties *found)
{
  char verdicts[8] = {0};
  for (uint32_t k = 1; k <= 7; k++) verdicts[k - 1] = sign_of(found->p[k]);
  if (found->rests) verdicts[6] = 'r';
  assert_true(found->size.complete);
  if (row->cap == 0) assert_false(found->size.outside);
  assert_string_equal(verdicts, row->verdicts);
  assert_int_equal(found->exit[0], row->exit);
  assert_int_equal(found->entry[0], row->entry);
  if (row->states != 0) assert_int_equal(found->size.states, row->states);
}

/* Judges every row; notes in failed[1..7] which properties have been seen to fail. */
static void judge(const struct judged *rows, size_t n_rows, bool *failed)
{
  for (const struct judged *row = rows; row < rows + n_rows; row++) {
    const struct rmr_algorithm *a = row->toy != NULL ? row->toy : algorithm_named(row->name);
    const struct brute_system s = agree_system(a, row->n, row->passages, row->sessions, row->cap != 0 ? row->cap : 16);
    struct brute_properties found;
    brute_properties(&s, &found);
    check_row(row, &found);
    agree_on_properties(&s, row->sessions, &found);
    for (uint32_t k = 1; k <= 7; k++) failed[k] |= found.p[k] == BRUTE_FAILS;
  }
}

static void test_verdicts(void **state)
{
  bool failed[8] = {false};
  (void)state;
  judge(toys, sizeof toys / sizeof *toys, failed);
  for (uint32_t k = 1; k <= 7; k++) assert_true(failed[k]); /* every check has been seen to fail */
  judge(shipped, sizeof shipped / sizeof *shipped, failed);
}

static void test_largest_values(void **state)
{
  struct brute_properties found;
  (void)state;
  struct brute_system s = agree_system(algorithm_named("bwbgme_repaired"), 2, NO_END, "any:2", 16);
  brute_properties(&s, &found);
  assert_int_equal(found.largest[0][0], 2); /* GlobalColor: white             */
  assert_int_equal(found.largest[1][0], 2); /* Token.session                  */
  assert_int_equal(found.largest[1][1], 2); /* Token.color                    */
  assert_int_equal(found.largest[1][2], 3); /* Token.number: N + 1, Theorem 16 */
  assert_int_equal(found.largest[2][0], 1); /* Choosing                       */
  s = agree_system(algorithm_named("bakery"), 2, 2, "distinct", 16);
  brute_properties(&s, &found);
  assert_int_equal(found.largest[1][0], 4); /* four passages in all, each number at most one more */
}

/* A register that is initialised arbitrarily begins with every value of its range, and anybody with every session. */
static void test_initial_values(void **state)
{
  struct rmr_shared candle = rmr_algorithm_chapel.shared[0];
  struct rmr_algorithm chapel = rmr_algorithm_chapel;
  struct brute_properties found;
  (void)state;
  chapel.shared = &candle;
  struct brute_system s = agree_system(&chapel, 1, 1, "distinct", 16);
  brute_properties(&s, &found);
  assert_int_equal(found.size.states, 3); /* about to begin with Candle = 0, in the critical section, done */
  candle.arbitrary = true;
  brute_properties(&s, &found);
  assert_int_equal(found.size.states, 4); /* and about to begin with Candle = 1 */
  s = agree_system(&chapel, 1, 1, "any:3", 16);
  brute_properties(&s, &found);
  assert_int_equal(found.size.states, 10); /* each with three sessions, but for the last */
}

static void test_limits(void **state)
{
  struct brute_properties found;
  (void)state;
  struct brute_system s = agree_system(&rmr_algorithm_leaky, 2, 1, "distinct", 16);
  brute_properties(&s, &found);
  assert_true(found.size.complete && found.size.outside);
  assert_int_equal(found.size.states, 3); /* P2 never gets further than its first step */
  s = agree_system(algorithm_named("bakery"), 2, NO_END, "distinct", 4);
  brute_properties(&s, &found);
  assert_true(found.size.outside);
  assert_int_equal(found.largest[1][0], 4);
  s.most = 100;
  brute_properties(&s, &found);
  assert_false(found.size.complete);
  assert_false(brute_sessions(&s, "any:0") || brute_sessions(&s, "1") || brute_sessions(&s, "1,2,3"));
}

/* --- the worst case ----------------------------------------------------------------------------------------------- */

struct known {
  const char *name;
  uint32_t n, passages;
  const char *sessions;
  struct brute_question question;
  uint64_t cost;
};

/* Burns and Lamport's: Appendix II of the paper and the explorer's own test; the others were found by another checker
 * before. */
static const struct known known[] = {
  {"burns_lamport", 2, 1, "distinct", {.observed = 2}, 6},
  {"burns_lamport", 3, 1, "distinct", {.observed = 3}, 15},
  {"burns_lamport", 2, 2, "distinct", {.observed = 2}, 10},
  {"burns_lamport", 3, 2, "distinct", {.observed = 3}, 27},
  {"burns_lamport", 2, NO_END, "distinct", {.observed = 2}, BRUTE_UNBOUNDED},
  {"burns_lamport", 2, NO_END, "distinct", {.observed = 1}, 5},
  {"burns_lamport", 2, 1, "distinct", {.observed = 2, .cost = BRUTE_LINE, .label = "4"}, 1},
  {"burns_lamport", 3, 1, "distinct", {.observed = 3, .cost = BRUTE_LINE, .label = "4"}, 3},
  {"burns_lamport", 2, 1, "distinct", {.observed = 2, .memory = BRUTE_DSM}, BRUTE_UNBOUNDED},
  {"bwbgme", 2, 1, "same", {.observed = 1}, 14},
  {"bwbgme", 2, 2, "same", {.observed = 1}, 16},
  {"bwbgme", 2, 3, "same", {.observed = 1}, 18},
  {"bwbgme", 2, NO_END, "same", {.observed = 1}, BRUTE_UNBOUNDED},
  {"bwbgme_repaired", 2, 1, "same", {.observed = 1}, 14},
  {"bwbgme_repaired", 2, NO_END, "same", {.observed = 1}, 14},
  {"glb", 2, 1, "any:2", {.observed = 1}, 14},
  {"glb", 2, 2, "any:2", {.observed = 1}, 16},
  {"glb", 2, 3, "any:2", {.observed = 1}, 17},
};

static void test_known_costs(void **state)
{
  (void)state;
  for (const struct known *k = known; k < known + sizeof known / sizeof *known; k++) {
    const struct brute_system s = agree_system(algorithm_named(k->name), k->n, k->passages, k->sessions, 16);
    struct brute_question q = k->question;
    assert_int_equal(agree_brute_cost(&s, &q), k->cost);
    q.all_caches = true;
    assert_int_equal(agree_brute_cost(&s, &q), k->cost);
  }
}

/* --- against the explorer ----------------------------------------------------------------------------------------- */

/* Algorithms that take half of the time. */
static bool is_large(const struct rmr_algorithm *a)
{
  static const char *const large[] = {"anderson_kim", "grid_szymanski", "keane_moir", "yang_anderson_fast"};
  for (size_t k = 0; k < sizeof large / sizeof *large; k++)
    if (strcmp(a->name, large[k]) == 0) return true;
  return false;
}

/* Of the eight questions, four memories and two processes, each system is asked three, or two where they take long; and
 * every other system is asked for all other costs. */
static void test_two_processes(void **state)
{
  static const char *const sessions[] = {"distinct", "same", "any:2"};
  uint32_t turn = 0;
  (void)state;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++)
    for (uint32_t passages = client_is_bounded(*a) ? 0 : 1; passages <= 2; passages++)
      for (uint32_t k = 0; k < ((*a)->group ? 3 : 1); k++) {
        const struct brute_system s = agree_system(*a, 2, passages, sessions[k], 16);
        const uint32_t apart = is_large(*a) ? 5 : 3;
        for (uint32_t what = turn++ % apart; what < 8; what += apart)
          agree_on_cost(&s, sessions[k],
                        &(struct brute_question){.memory = what % 4, .observed = 1 + what / 4, .all_caches = true});
        if (turn % 2 == 0) agree_on_other_costs(&s, sessions[k], 1 + (passages + k) % 2);
      }
}

/* Every memory, each with another observed process. */
static void test_three_processes(void **state)
{
  static const struct {
    const char *name, *sessions;
    uint32_t passages;
  } small[] = {{"burns_lamport", "distinct", 1},
               {"burns_lamport", "distinct", 2},
               {"burns_lamport", "distinct", NO_END},
               {"bakery", "distinct", 1},
               {"glb", "1,1,2", 1},
               {"bwbgme", "distinct", 1},
               {"bwbgme_repaired", "same", NO_END}};
  (void)state;
  for (size_t k = 0; k < sizeof small / sizeof *small; k++) {
    const struct brute_system s =
      agree_system(algorithm_named(small[k].name), 3, small[k].passages, small[k].sessions, 16);
    for (uint32_t memory = BRUTE_CC; memory <= BRUTE_DSM; memory++)
      agree_on_cost(&s, small[k].sessions,
                    &(struct brute_question){.memory = memory, .observed = 1 + (k + memory) % 3});
  }
}

/* Nobody is lost, or somebody is: P7 asked alone, and with all the others, from which it may follow. */
static void agree_on_lost(const struct brute_system *s, const char *sessions)
{
  struct brute_properties brute;
  brute_properties(s, &brute);
  for (int alone = 0; alone <= 1; alone++) {
    struct sessions rule;
    struct explore_spec spec = agree_spec(s, sessions, &rule);
    struct error e = {0};
    struct explored found;
    for (uint32_t k = 1; k <= 7; k++) spec.check[k] = !alone || k == 7;
    if (!explore(&spec, &found, &e)) fail_msg("%s", e.text);
    const struct explored_property *p = &found.property[7];
    if (p->verdict != (brute.p[7] == BRUTE_FAILS ? VERDICT_FAILS : VERDICT_HOLDS) || p->rests != brute.rests)
      fail_msg("%s, N = %u, passages %u, sessions %s: not of one mind about P7%s", s->algorithm->name, s->n,
               s->passages, sessions, alone ? " alone" : "");
    assert_int_equal(p->witness.found, p->verdict == VERDICT_FAILS);
    explored_free(&found);
  }
}

static void test_lost(void **state)
{
  static const char *const sessions[] = {"distinct", "same", "any:2"};
  static const char *const three[] = {"tas",      "burns_lamport", "burns_lynch",  "dijkstra",  "szymanski",   "ticket",
                                      "anderson", "clh",           "philosophers", "two_stage", "lamport_fast"};
  (void)state;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++)
    for (uint32_t passages = client_is_bounded(*a) ? 0 : 1; passages <= 2; passages++)
      for (uint32_t k = 0; k < ((*a)->group ? 3 : 1); k++) {
        const struct brute_system s = agree_system(*a, 2, passages, sessions[k], 16);
        agree_on_lost(&s, sessions[k]);
      }
  for (size_t k = 0; k < sizeof three / sizeof *three; k++)
    for (uint32_t passages = client_is_bounded(algorithm_named(three[k])) ? 0 : 1; passages <= 1; passages++) {
      const struct brute_system s = agree_system(algorithm_named(three[k]), 3, passages, "distinct", 16);
      agree_on_lost(&s, "distinct");
    }
}

/* Changes that happen by themselves: a lock that may expire at any time keeps nobody out; gates that need not open
 * starve a waiting process. And their costs, in every memory: a copy stays valid, so a second look is free. */
static const struct judged changing[] = {
  {&rmr_algorithm_lease, NULL, 2, NO_END, "distinct", 0, "--++.++", 1, 2, 0},
  {&rmr_algorithm_lease, NULL, 3, 1, "distinct", 0, "-+++.++", 1, 2, 0},
  {&rmr_algorithm_gates, NULL, 2, NO_END, "distinct", 0, "--+-.-+", 1, BRUTE_UNBOUNDED, 0},
  {&rmr_algorithm_gates, NULL, 3, 1, "distinct", 0, "--+-.-+", 1, BRUTE_UNBOUNDED, 0},
};

static void test_changes(void **state)
{
  bool failed[8] = {false};
  (void)state;
  judge(changing, sizeof changing / sizeof *changing, failed);
  for (size_t k = 0; k < sizeof changing / sizeof *changing; k++) {
    const struct brute_system s = agree_system(changing[k].toy, changing[k].n, changing[k].passages, "distinct", 16);
    for (uint32_t what = 0; what < 8; what++)
      agree_on_cost(&s, "distinct",
                    &(struct brute_question){.memory = what % 4, .observed = 1 + what / 4, .all_caches = true});
    agree_on_other_costs(&s, "distinct", 1 + k % 2);
  }
}

/* Invariants: those of a toy, of which one holds; and those of papers. */
static const struct judged declaring[] = {
  {&rmr_algorithm_tally, NULL, 2, NO_END, "distinct", 0, "-+++.++", 1, 2, 15},
  {&rmr_algorithm_tally, NULL, 2, 1, "distinct", 0, "-+++.++", 1, 2, 22},
  {&rmr_algorithm_tally, NULL, 3, NO_END, "distinct", 0, "-+++.++", 1, 2, 63},
  {&rmr_algorithm_tally, NULL, 3, 1, "distinct", 0, "-+++.++", 1, 2, 109},
  {NULL, "philosophers", 3, NO_END, "distinct", 0, "++++.++", 2, 2, 127},
  {NULL, "philosophers", 3, 2, "distinct", 0, "++++.++", 2, 2, 1139},
  {NULL, "philosophers_rw", 3, NO_END, "distinct", 0, "++++.++", 2, 6, 1864},
  {NULL, "two_stage", 3, NO_END, "distinct", 0, "+++++++", 1, 2, 896},
  {NULL, "two_stage", 3, 1, "distinct", 0, "+++++++", 1, 2, 101},
  {NULL, "two_stage_arbitrated", 3, NO_END, "distinct", 0, "++-+.++", BRUTE_UNBOUNDED, 9, 2619},
  {NULL, "two_stage_arbitrated", 2, 2, "distinct", 0, "++-+.++", BRUTE_UNBOUNDED, 5, 377},
};

static void test_invariants(void **state)
{
  bool failed[8] = {false};
  struct brute_properties found;
  (void)state;
  judge(declaring, sizeof declaring / sizeof *declaring, failed);
  const struct brute_system s = agree_system(&rmr_algorithm_tally, 2, NO_END, "distinct", 16);
  brute_properties(&s, &found);
  assert_int_equal(found.n_invariants, 3);
  assert_true(found.invariant[0] && !found.invariant[1] && !found.invariant[2]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_verdicts),        cmocka_unit_test(test_largest_values),
    cmocka_unit_test(test_initial_values),  cmocka_unit_test(test_limits),
    cmocka_unit_test(test_known_costs),     cmocka_unit_test(test_two_processes),
    cmocka_unit_test(test_three_processes), cmocka_unit_test(test_lost),
    cmocka_unit_test(test_changes),         cmocka_unit_test(test_invariants),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
