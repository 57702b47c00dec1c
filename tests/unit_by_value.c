/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_by_value.c: copies of registers of several writers, which the value that a read finds tells to be valid
 * (prove/by_value.h). In each small text here processes wait for the others to change a register. Where another one
 * may write the awaited value again, or touch the register and leave it as it was, a passage has no bound. Bounds are
 * compared with what comes out over all schedules (proving.h), and so are those of texts with a mistake.
 *
 * ctest: fast numbers
 */
#include "proving.h"

#define HEAD(name) "algorithm " name " \"Waits for a change\"\nsource \"tests/unit_by_value.c\"\nnote \"\"\n"

/* Everybody waits while the register has its own name. */
static const char stares[] = HEAD("stares") "shared last : process or nil\n"
                                            "process i\n"
                                            "  waiting\n"
                                            "  1   last := i\n"
                                            "  2   wait until last != i\n"
                                            "      critical section\n"
                                            "  exit\n"
                                            "  3   last := nil\n";

/* A copy from before the own write is gone in cc, and there again in cc-keep. */
static const char looks[] = HEAD("looks") "shared last : process or nil\n"
                                          "process i\n"
                                          "  local seen : process or nil\n"
                                          "  waiting\n"
                                          "  1   seen := last\n"
                                          "  2   last := i\n"
                                          "  3   wait until last != i\n"
                                          "      critical section\n"
                                          "  exit\n"
                                          "  4   last := nil\n";

/* Everybody comes back to the first register, and has written the other one through another value of k in between. */
static const char returns[] = HEAD("returns") "shared last[1..2] : process or nil\n"
                                              "process i\n"
                                              "  local k : 1..2\n"
                                              "  waiting\n"
                                              "      k := 1\n"
                                              "  1   last[k] := i\n"
                                              "      k := 2\n"
                                              "  2   last[k] := i\n"
                                              "      k := 1\n"
                                              "  3   wait until last[k] != i\n"
                                              "      critical section\n"
                                              "  exit\n"
                                              "  4   last[k] := nil\n";

/* The first process waits for what the others do. */
#define WAITS(name, type, value, others)   \
  HEAD(name)                               \
  "shared last : " type "\n"               \
  "process i\n"                            \
  "  local seen : " type "\n"              \
  "  waiting\n"                            \
  "      if i = 1 then\n"                  \
  "  1     last := " value "\n"            \
  "  2     wait until last != " value "\n" \
  "      else\n" others "      end if\n"   \
  "      critical section\n"               \
  "  exit\n"                               \
  "  5   skip\n"

#define NAMES(name, others)   WAITS(name, "process or nil", "i", others)
#define NUMBERS(name, others) WAITS(name, "0..2", "2", others)

/* They write other values. */
static const char names[] = NAMES("names", "  3   last := i\n"), numbers[] = NUMBERS("numbers", "  3   last := 1\n");

/* They write the same one, put back what they have read, or leave it as it was, which takes copies away. */
static const char same_name[] = NAMES("same_name", "  3   last := 1\n");
static const char same_number[] = NUMBERS("same_number", "  3   last := 2\n");
static const char put_back[] = NAMES("put_back", "  3   seen := last\n  4   last := seen\n");
static const char put_number[] = NUMBERS("put_number", "  3   seen := last\n  4   last := seen\n");
static const char swaps[] = NAMES("swaps", "  3   seen := fetch_and_store(last, nil)\n  4   last := seen\n");
static const char touches[] = NAMES("touches", "  3   seen := compare_and_swap(last, nil, nil)\n");
static const char adds[] = NUMBERS("adds", "  3   seen := fetch_and_add(last, 0)\n");

/* All but the first process wait for the first value to change, which is never written, or in each exit. */
#define OPENS(name, exit)                               \
  HEAD(name)                                            \
  "shared last : process or nil\n"                      \
  "process i\n"                                         \
  "  waiting\n"                                         \
  "  1   if i > 1 then wait until last != nil end if\n" \
  "  2   last := i\n"                                   \
  "      critical section\n"                            \
  "  exit\n"                                            \
  "  3   last := " exit "\n"

static const char opens_once[] = OPENS("opens_once", "i"), opens_again[] = OPENS("opens_again", "nil");

static struct machine *machine_in(const char *text)
{
  struct error e = {0};
  struct machine *m = machine_read("by_value", text, strlen(text), NULL, &e);
  if (m == NULL) fail_msg("%s", e.text);
  return m;
}

static struct prove_cost cost_of(const struct machine *m, uint32_t n, enum memory memory)
{
  const struct prove_spec spec = {.machine = m, .n = n, .memory = memory, .cost = true, .limits.memory = MEMORY / 8};
  struct proved proved;
  struct error e = {0};
  if (!prove(&spec, &proved, &e)) fail_msg("%s: %s", m->algorithm.name, e.text);
  const struct prove_cost cost = proved.cost;
  proved_free(&proved);
  return cost;
}

/* --- small texts -------------------------------------------------------------------------------------------------- */

enum { CASES_N = 3 }; /* 0: every N; 2 and 3 */
static const uint32_t at[CASES_N] = {0, 2, 3};

static const struct {
  const char *text;
  bool bounded[CASES_N];
} small[] = {
  {stares, {true, true, true}},         {looks, {true, true, true}},          {names, {true, true, true}},
  {numbers, {false, true, true}}, /* at every N all are taken to write the same numbers */
  {same_name, {false, false, false}},   {same_number, {false, false, false}}, {put_back, {false, false, false}},
  {put_number, {false, false, false}},  {swaps, {false, false, false}},       {touches, {false, false, false}},
  {returns, {true, true, true}},        {adds, {false, false, false}},        {opens_once, {true, true, true}},
  {opens_again, {false, false, false}},
};

/* Whether the most that a passage costs at N = 3 has no bound. */
static bool is_unbounded(const struct machine *m, enum memory memory)
{
  bool fails[COMPARED];
  uint64_t steps[COMPARED], worst;
  assert_true(explored_at(&m->algorithm, 3, true, memory, fails, steps, &worst));
  return worst == UINT64_MAX;
}

static void test_small(void **state)
{
  (void)state;
  static const enum memory memories[] = {MEMORY_CC, MEMORY_CC_KEEP, MEMORY_CC_WRITEBACK};
  struct counts counts = {.endless = true};
  for (size_t k = 0; k < sizeof small / sizeof *small; k++) {
    struct machine *m = machine_in(small[k].text);
    for (size_t a = 0; a < CASES_N; a++)
      for (size_t b = 0; b < sizeof memories / sizeof *memories; b++) {
        const struct prove_cost cost = cost_of(m, at[a], memories[b]);
        if ((cost.verdict == PROVE_HOLDS) != small[k].bounded[a])
          fail_msg("%s, n = %u: %d", m->algorithm.name, at[a], cost.verdict);
        compare(m, at[a], memories[b], 3, &counts);
      }
    assert_int_equal(is_unbounded(m, MEMORY_CC), !small[k].bounded[2]);
    machine_free(m);
  }
  tell("small", &counts);
  assert_int_equal(counts.bounds_by_value, 51);
  assert_int_equal(counts.tight, 66);
}

/* Without copies each look costs: nothing is bounded. */
static void test_dsm(void **state)
{
  (void)state;
  struct machine *m = machine_in(stares);
  assert_int_equal(cost_of(m, 0, MEMORY_DSM).verdict, PROVE_NOT_PROVED);
  assert_int_equal(cost_of(m, 2, MEMORY_DSM).verdict, PROVE_NOT_PROVED);
  machine_free(m);
}

/* The filter lock has N-1 levels. Only those where members wait matter, so the states do not grow exponentially. */
static void test_levels(void **state)
{
  (void)state;
  enum { N = 8, OTHERS = N - 1, MOST_STATES = 4000 };
  struct error e = {0};
  struct machine *m = machine_of(algorithm_named("peterson"), &e);
  const struct prove_cost cost = cost_of(m, N, MEMORY_CC);
  assert_int_equal(prove_bound(&cost, N), 1 + 4 * OTHERS + OTHERS * OTHERS * (N + 2));
  assert_in_range(cost.states, 1, MOST_STATES);
  machine_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_small), cmocka_unit_test(test_dsm),
                                     cmocka_unit_test(test_levels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
