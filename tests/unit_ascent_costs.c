/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_ascent_costs.c: the bounds of trees at every N (prove/ascent.h), beside the matches of single trees, and
 * beside what comes out over all schedules (proving.h).
 *
 * ctest: slow numbers
 */
#include "prove/ascent.h"

#include "model/choice.h"
#include "proving.h"
#include "trees.h"

enum { FEW = 3 };

/* RMRs, and own steps of an exit, and of an entry that nobody disturbs; once: more if it begins in the middle. */
struct bounds {
  uint64_t rmrs, exit, entry, once;
};

static void prove_all(const struct prove_spec *spec, struct proved *proved)
{
  struct error e = {0};
  if (!prove(spec, proved, &e)) fail_msg("%s", e.text);
  for (int k = PROVE_P1; k <= PROVE_P4; k++) {
    assert_int_equal(proved->property[k].verdict, PROVE_HOLDS);
    assert_true((proved->property[k].basis & PROVE_BY_MATCHES));
  }
}

static struct bounds bounds_at(const struct proved *proved, uint32_t n)
{
  return (struct bounds){prove_bound(&proved->cost, n), prove_steps(&proved->property[PROVE_P3], n),
                         prove_steps(&proved->property[PROVE_P4], n), 0};
}

static void assert_each(struct bounds bounds, struct bounds each, uint32_t levels)
{
  assert_int_equal(bounds.rmrs, each.rmrs * levels);
  assert_int_equal(bounds.exit, each.exit * levels);
  assert_int_equal(bounds.entry, each.entry * levels + each.once);
}

/* The bound of every N is that of the matches of each. */
static void compare_larger(const struct machine *m, const void *parameters, enum memory memory, struct bounds each)
{
  static const struct {
    uint32_t n, levels;
  } sizes[] = {{3, 2}, {5, 3}, {8, 3}};
  struct prove_spec spec = {.machine = m,
                            .parameters = parameters,
                            .memory = memory,
                            .check = {true, true, true},
                            .cost = true,
                            .any_form = true,
                            .limits.memory = MEMORY};
  struct proved every, one;
  prove_all(&spec, &every);
  assert_int_equal(bounds_at(&every, 1).rmrs, REACH_NO_BOUND);
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    assert_each(bounds_at(&every, sizes[k].n), each, sizes[k].levels);
    spec.n = sizes[k].n;
    prove_all(&spec, &one);
    assert_each(bounds_at(&one, sizes[k].n), each, sizes[k].levels);
    proved_free(&one);
  }
  proved_free(&every);
}

static const struct {
  const char *part, *by;
  struct bounds each; /* in cc */
} right[] = {
  {LOWER, LOWER, {7, 1, 3, 0}},
  {UP LEVEL END, "      level := 0\n" WHILE(LEVEL), {7, 1, 3, 0}},
  {"Turn[node(level)] != i", "not (i = Turn[node(level)])", {7, 1, 3, 0}},
  {"Turn[1..2^levels(N) - 1] : process arbitrary", "Turn[0..2^levels(N)] : process or nil", {7, 1, 3, 0}},
  {CLAIM, "  2     who := fetch_and_store(Turn[node(level)], i)\n", {7, 1, 3, 0}},
  {UP LEVEL END, WAYS(RIVAL, RAISE_AGAIN, ""), {8, 1, 4, 0}},
  {UP LEVEL END, MANY_WAYS("", "", ""), {7, 1, 5, 0}},
  {CLAIM, "  2a    who := Turn[node(level)]\n  2b    Turn[node(level)] := i\n", {8, 1, 4, 0}},
  {CLAIM, CLAIM "        seen := side(level)\n  2b    Flag[node(level), seen] := true\n", {10, 1, 4, 0}},
};

static void test_right(void **state)
{
  (void)state;
  struct counts counts = {.endless = true};
  for (size_t k = 0; k < sizeof right / sizeof *right; k++) {
    struct machine *m = changed(right[k].part, right[k].by);
    compare_larger(m, NULL, MEMORY_CC, right[k].each);
    compare(m, 0, MEMORY_CC, FEW, &counts);
    compare(m, 0, MEMORY_CC_KEEP, FEW, &counts);
    machine_free(m);
  }
  struct machine *heaps[] = {changed_heap("", ""), changed_heap("Turn[1..2^levels(N) - 1]", "Turn[0..N - 1]")};
  for (size_t k = 0; k < 2; k++) {
    compare_larger(heaps[k], NULL, MEMORY_CC, (struct bounds){7, 1, 3, 0});
    compare(heaps[k], 0, MEMORY_CC, FEW, &counts);
    compare(heaps[k], 0, MEMORY_CC_KEEP, FEW, &counts);
    machine_free(heaps[k]);
  }
  tell("trees", &counts);
  assert_int_equal(counts.proved[PROVE_P1], 2 + sizeof right / sizeof *right);
  assert_int_equal(counts.bounds, 2 * counts.proved[PROVE_P1]);
  assert_int_equal(counts.compared, 2 * counts.bounds);
  assert_int_equal(counts.tight, counts.compared);
  assert_int_equal(counts.proved[PROVE_P3], counts.proved[PROVE_P1]);
  assert_int_equal(counts.proved[PROVE_P4], counts.proved[PROVE_P1]);
  assert_int_equal(counts.tight_exits, 2 * counts.proved[PROVE_P3]);
  assert_int_equal(counts.tight_entries, 2 * counts.proved[PROVE_P4]);
}

/* Shipped ones: the size of the tree that shows all, and the cost of each level. */
static void test_shipped(void **state)
{
  (void)state;
  struct counts counts = {.endless = true};
  static const struct {
    const char *algorithm;
    enum memory memory;
    uint32_t n;
    struct bounds each;
  } cases[] = {{"dekker", MEMORY_CC, 8, {13, 2, 2, 2}},
               {"kessels", MEMORY_CC, 8, {8, 1, 4, 0}},
               {"kessels:padded=1", MEMORY_CC, 8, {8, 1, 4, 0}},
               {"recoverable_peterson", MEMORY_CC, 16, {13, 1, 6, 0}},
               {"recoverable_peterson:stages=3", MEMORY_CC, 16, {10, 1, 5, 0}},
               {"recoverable_peterson", MEMORY_CC_KEEP, 16, {12, 1, 6, 0}},
               {"yang_anderson", MEMORY_CC_KEEP, 16, {11, 3, 4, 2}},
               {"yang_anderson", MEMORY_DSM, 16, {10, 3, 4, 2}}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct error e = {0};
    struct ascent ascent;
    const char *why;
    struct algorithm_choice *choice = algorithm_choose(cases[k].algorithm, NULL, &e);
    assert_non_null(choice);
    struct machine *m = machine_of(choice->algorithm, &e);
    assert_true(ascent_find(m, choice->parameters, &ascent, &why));
    assert_int_equal(ascent.n, cases[k].n);
    compare_larger(m, choice->parameters, cases[k].memory, cases[k].each);
    compare(m, 0, cases[k].memory, FEW, &counts);
    machine_free(m);
    algorithm_release(choice);
  }
  tell("shipped", &counts);
  assert_int_equal(counts.tight_exits, 2 * counts.proved[PROVE_P3]);
  assert_int_equal(counts.tight_entries, 2 * counts.proved[PROVE_P4]);
  assert_int_equal(counts.tight, counts.compared);
  assert_int_equal(counts.compared, 2 * sizeof cases / sizeof *cases);
}

/* Steps without an access are steps. No match has them, so they are counted in another way. */
static void test_skips(void **state)
{
  (void)state;
  struct counts counts = {.endless = true};
  struct machine *cases[] = {changed(CLAIM, CLAIM "  2b    skip\n"), changed(LOWER, "  4     skip\n" LOWER)};
  for (size_t k = 0; k < 2; k++) {
    for (uint32_t n = 2; n <= FEW; n++) compare(cases[k], n, MEMORY_CC, n, &counts);
    machine_free(cases[k]);
  }
  assert_int_equal(counts.proved[PROVE_P3], 4);
  assert_int_equal(counts.proved[PROVE_P4], 4);
  assert_int_equal(counts.tight_exits, 4);
  assert_int_equal(counts.compared, 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_right), cmocka_unit_test(test_shipped),
                                     cmocka_unit_test(test_skips)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
