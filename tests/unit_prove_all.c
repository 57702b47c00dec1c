/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_prove_all.c: proofs for every N (prove/prove.h) of all texts, and of hundreds of wrong ones: a step
 * left out, a branch the other way round, another comparison, another constant. Beside them stand the results of
 * explorations (proving.h).
 *
 * ctest: slow numbers long
 */
#include "changing.h"
#include "proving.h"

/* One of so many changes is tried: fewer where there are many. All of them take nine minutes, and the thresholds below
 * are for these. */
enum { EVERY = 10, EVERY_OF_MANY = 20 };

/* --- algorithms as they are --------------------------------------------------------------------------------------- */

/* Algorithms that take long. */
static bool is_large(const char *name)
{
  static const char *const large[] = {
    "hesselink_2013",      "hesselink_2015",    "szymanski_four_bit",        "lamport_three_bit",
    "lycklama_hadzilacos", "recoverable_epoch", "takamura_igarashi_standin", "bw_naive",
    "jpt_standin"};
  for (size_t k = 0; k < sizeof large / sizeof *large; k++)
    if (strncmp(name, large[k], strlen(large[k])) == 0) return true;
  return false;
}

static void test_as_they_are(void **state)
{
  (void)state;
  struct counts counts = {0};
  uint32_t turn = 0; /* of the three further questions, every other algorithm is asked one */
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++) {
    struct error e = {0};
    struct machine *m = (*a)->text != NULL && !is_large((*a)->name) ? machine_of(*a, &e) : NULL;
    if (m == NULL) continue;
    compare(m, 0, MEMORY_CC, 3, &counts);
    switch (turn++ % 6) {
    case 0: compare(m, 2, MEMORY_CC_KEEP, 2, &counts); break;
    case 2: compare(m, 0, MEMORY_DSM, 2, &counts); break;
    case 4: compare(m, 3, MEMORY_CC, 3, &counts); break;
    default: break;
    }
    machine_free(m);
  }
  tell("as they are", &counts);
  assert_true(counts.proved[PROVE_P1] > 30 && counts.proved[PROVE_P5] > 7 && counts.bounds > 8 && counts.tight > 0);
}

/* --- wrong ones --------------------------------------------------------------------------------------------------- */

/* Changes of an algorithm, one at a time: those of the sample, or every so many of them. */
static void compare_changed(const char *name, uint32_t of, uint32_t every, struct counts *counts)
{
  const struct rmr_algorithm *honest = algorithm_named(name);
  uint32_t n = 0;
  for (uint32_t node = 0, k = 0, more = 1; more;) {
    struct error e = {0};
    struct machine *m = machine_of(honest, &e);
    bool same;
    more = node < m->graph.n_nodes;
    if (more && change_node(&m->graph.node[node], k, &same)) {
      if (!same && n++ % every == 0) compare(m, of, MEMORY_CC, 3, counts);
      k++;
    } else {
      node++;
      k = 0;
    }
    machine_free(m);
  }
}

static void test_wrong_ones(void **state)
{
  (void)state;
  static const char *const names[] = {"bakery",
                                      "burns_lamport",
                                      "burns_1981",
                                      "burns_lynch",
                                      "dijkstra",
                                      "knuth",
                                      "de_bruijn",
                                      "tas",
                                      "lamport_fast",
                                      "eisenberg_mcguire",
                                      "szymanski_no_wait",
                                      "ttas",
                                      "ticket",
                                      "mcs",
                                      "recoverable_owner",
                                      "burns_lamport_gme",
                                      "clh"};
  struct counts counts = {0};
  for (size_t a = 0; a < sizeof names / sizeof *names; a++) compare_changed(names[a], 0, EVERY_OF_MANY, &counts);
  compare_changed("glb", 0, 2 * EVERY_OF_MANY, &counts);
  tell("wrong ones", &counts);
  assert_true(counts.proved[PROVE_P1] > 10 && counts.by_views > 1 && counts.not_proved[PROVE_P1] > 8 &&
              counts.proved[PROVE_P4] > 8 && counts.not_proved[PROVE_P4] > 8 && counts.compared > 40);
}

/* Bounds that rest on the values that reads find (prove/by_value.h), at one N. */
static void test_wrong_by_value(void **state)
{
  (void)state;
  struct counts counts = {.endless = true, .memory = 4 << 20, .explored = 16 << 20};
  for (uint32_t n = 2; n <= 3; n++) compare_changed("peterson", n, 1, &counts);
  tell("wrong ones by value", &counts);
  assert_true(counts.bounds_by_value > 0 && counts.compared > 0);
}

/* --- graphs ------------------------------------------------------------------------------------------------------- */

static const char *const on_graphs[] = {"philosophers", "philosophers_rw", "two_stage_arbitrated"};

/* The machine on this graph, with these orders, where the usual ones are meant. */
static void put_on(struct machine *m, const char *graph, const char *order)
{
  for (struct rmr_option *o = m->options; o->key != NULL; o++) {
    if (o->type == RMR_GRAPH) o->fallback = graph;
    if (o->type == RMR_ORDER) o->fallback = order;
  }
}

/* Proofs for every graph and all orders, beside some of them; and for one graph, where its N is followed. */
static void test_graphs(void **state)
{
  (void)state;
  static const char *const graphs[][2] = {{"complete", "rank"}, {"path", "left"}, {"star", "random:7"}};
  struct counts counts = {0};
  for (size_t a = 0; a < sizeof on_graphs / sizeof *on_graphs; a++)
    for (size_t g = 0; g < sizeof graphs / sizeof *graphs; g++) {
      struct error e = {0};
      struct machine *m = machine_of(algorithm_named(on_graphs[a]), &e);
      assert_non_null(m);
      put_on(m, graphs[g][0], graphs[g][1]);
      compare(m, 0, MEMORY_CC, 4, &counts);
      compare(m, 3, MEMORY_CC_KEEP, 3, &counts);
      machine_free(m);
    }
  tell("on graphs", &counts);
  assert_int_equal(counts.not_followed, 0);
  assert_true(counts.bounds >= 18 && counts.tight >= 10);
}

/* Wrong ones, with which a register of two is written by a third, a fork is not waited for, or a neighbour left out. */
static void test_wrong_on_graphs(void **state)
{
  (void)state;
  struct counts counts = {0};
  compare_changed("philosophers", 0, EVERY, &counts);
  compare_changed("philosophers_rw", 0, EVERY, &counts);
  compare_changed("two_stage_arbitrated", 0, 3 * EVERY, &counts);
  tell("wrong ones on graphs", &counts);
  assert_true(counts.proved[PROVE_P1] > 4 && counts.not_proved[PROVE_P1] > 0 && counts.bounds > 4 &&
              counts.compared > 10);
}

/* --- the cost of two others together ------------------------------------------------------------------------------ */

/* Bounds that rest on three members, which need more memory than the others, beside passages without end at N = 3. */
static void test_two_others(void **state)
{
  (void)state;
  struct counts counts = {.endless = true, .memory = 4 * (size_t)MEMORY};
  static const char *const names[] = {"bakery", "recoverable_bakery"};
  for (size_t a = 0; a < sizeof names / sizeof *names; a++) {
    struct error e = {0};
    struct machine *m = machine_of(algorithm_named(names[a]), &e);
    assert_non_null(m);
    for (uint32_t n = 0; n <= 3; n += 3) compare(m, n, MEMORY_CC, 3, &counts);
    machine_free(m);
  }
  assert_int_equal(counts.two, 4);
  assert_int_equal(counts.tight, 6); /* at N = 2 and 3, and where N = 3 is all that is asked */
  compare_changed("recoverable_bakery", 0, EVERY, &counts);
  tell("two others", &counts);
  assert_true(counts.two > 4 && counts.compared > 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_they_are),     cmocka_unit_test(test_wrong_ones),
                                     cmocka_unit_test(test_wrong_by_value),  cmocka_unit_test(test_graphs),
                                     cmocka_unit_test(test_wrong_on_graphs), cmocka_unit_test(test_two_others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
