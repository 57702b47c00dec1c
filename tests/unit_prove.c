/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_prove.c: proofs for every N (prove/prove.h) of a few algorithms, beside the results of explorations (proving.h);
 * and the values that are found to be written.
 */
#include "proving.h"

static void test_a_few(void **state)
{
  (void)state;
  static const char *const names[] = {"bakery",       "burns_lamport",     "dijkstra",         "knuth", "tas", "clh",
                                      "lamport_fast", "burns_lamport_gme", "szymanski_no_wait"};
  struct counts counts = {0};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    struct error e = {0};
    struct machine *m = machine_of(algorithm_named(names[k]), &e);
    assert_non_null(m);
    compare(m, 0, MEMORY_CC, 2, &counts);
    compare(m, 2, MEMORY_CC, 2, &counts);
    machine_free(m);
  }
  tell("a few", &counts);
  assert_true(counts.proved[PROVE_P1] > 14 && counts.not_proved[PROVE_P1] > 1 && counts.by_views > 5 &&
              counts.tight > 1 && counts.proved[PROVE_P4] > 12 && counts.tight_entries > 12);
}

/* --- facts that become known step by step ------------------------------------------------------------------------- */

/* A process has a role, and writes what is one more than that after it has read it. So a value is only known to be
 * written once the one below it is; and the highest one lets a process enter without looking. */
static const char ladder[] = "algorithm ladder \"A ladder\"\n"
                             "source \"tests/unit_prove.c\"\n"
                             "note \"\"\n"
                             "shared role[1..N] : 0..20 arbitrary\n"
                             "shared step[1..N] : 0..21\n"
                             "process i\n"
                             "  local j : 1..N\n"
                             "  local r, v : 0..21\n"
                             "  waiting\n"
                             "  1   L: r := role[i]\n"
                             "      for j := 1 to N do\n"
                             "        if j != i then\n"
                             "  2       v := step[j]\n"
                             "          if v = 21 then goto inside end if\n"
                             "  3       if v = r then step[i] := r + 1 end if\n"
                             "        end if\n"
                             "      end for\n"
                             "      goto L\n"
                             "      inside: critical section\n"
                             "  exit\n"
                             "  4   step[i] := 0\n";

static void test_ladder(void **state)
{
  (void)state;
  struct error e = {0};
  struct machine *m = machine_read("ladder", ladder, strlen(ladder), NULL, &e);
  if (m == NULL) fail_msg("%s", e.text);
  const struct prove_spec spec = {.machine = m, .check = {true}, .limits.memory = MEMORY / 32};
  struct proved proved;
  if (!prove(&spec, &proved, &e)) fail_msg("%s", e.text);
  assert_int_equal(proved.property[PROVE_P1].verdict, PROVE_NOT_PROVED);
  proved_free(&proved);
  machine_free(m);
}

/* An element of another process holds 0 before anything is written to it. Here all that is ever written comes from what
 * it held. Once it is 1, a process enters without looking. */
static const char notes[] = "algorithm notes \"Notes\"\n"
                            "source \"tests/unit_prove.c\"\n"
                            "note \"\"\n"
                            "shared x[1..N] : boolean\n"
                            "process i\n"
                            "  local j : 1..N\n"
                            "  local seen[1..N] : 0..1\n"
                            "  waiting\n"
                            "  1   L: x[i] := true\n"
                            "      for j := 1 to N do\n"
                            "        if j != i then\n"
                            "  2       if x[j] then seen[j] := max(seen[j], 1) end if\n"
                            "          if seen[j] = 1 then goto inside end if\n"
                            "        end if\n"
                            "      end for\n"
                            "      goto L\n"
                            "      inside: critical section\n"
                            "  exit\n"
                            "  3   x[i] := false\n";

/* A lock for each two processes, and what each process gives back for each other one. */
#define LOCKS(given)                                                                     \
  "algorithm locks \"Locks\"\nsource \"tests/unit_prove.c\"\nnote \"\"\n"                \
  "shared x[1..N, 1..N] : 0..1\n"                                                        \
  "process i\n  local j : 1..N\n  waiting\n"                                             \
  "      for j := 1 to N do\n        if j != i then\n"                                   \
  "  1       L: if fetch_and_store(x[min(i, j), max(i, j)], 1) = 1 then goto L end if\n" \
  "        end if\n      end for\n      critical section\n  exit\n"                      \
  "      for j := 1 to N do\n        if j != i then\n  2       x[" given "] := 0\n        end if\n      end for\n"

/* The verdict on P1. */
static enum prove_verdict proved_of(const char *name, const char *text)
{
  struct error e = {0};
  struct machine *m = machine_read(name, text, strlen(text), NULL, &e);
  if (m == NULL) fail_msg("%s", e.text);
  const struct prove_spec spec = {.machine = m, .check = {true}, .limits.memory = MEMORY / 32};
  struct proved proved;
  if (!prove(&spec, &proved, &e)) fail_msg("%s", e.text);
  const enum prove_verdict verdict = proved.property[PROVE_P1].verdict;
  proved_free(&proved);
  machine_free(m);
  return verdict;
}

/* The same with records, of which what was ever written is kept part by part: one that is marked lets a process in. */
#define SLIPS(mark)                                      \
  "algorithm slips \"Slips\"\n"                          \
  "source \"tests/unit_prove.c\"\n"                      \
  "note \"\"\n"                                          \
  "type slip = (mark: boolean, value: natural)\n"        \
  "shared x[1..N] : slip\n"                              \
  "process i\n"                                          \
  "  local j : 1..N\n"                                   \
  "  local v : slip\n"                                   \
  "  local seen[1..N] : slip\n"                          \
  "  waiting\n"                                          \
  "  1   L: x[i] := (" mark ", 1)\n"                     \
  "      for j := 1 to N do\n"                           \
  "        if j != i then\n"                             \
  "  2       v := x[j]\n"                                \
  "          if v.value != 0 then seen[j] := v end if\n" \
  "          if seen[j].mark then goto inside end if\n"  \
  "        end if\n"                                     \
  "      end for\n"                                      \
  "      goto L\n"                                       \
  "      inside: critical section\n"                     \
  "  exit\n"                                             \
  "  3   x[i] := (false, 0)\n"

static void test_elements(void **state)
{
  (void)state;
  assert_int_equal(proved_of("notes", notes), PROVE_NOT_PROVED);
  assert_int_equal(proved_of("slips", SLIPS("true")), PROVE_NOT_PROVED);
  assert_int_equal(proved_of("slips", SLIPS("false")), PROVE_HOLDS); /* nobody enters */
}

/* A private number that is counted up and never read from a register: from the third passage on this lock is open. */
#define COUNTS(open)                                                            \
  "algorithm counts \"Counts\"\nsource \"tests/unit_prove.c\"\nnote \"\"\n"     \
  "shared x : 0..1\n"                                                           \
  "process i\n  private count : natural\n  waiting\n"                           \
  "  1   L: if fetch_and_store(x, 1) = 1 and not " open " then goto L end if\n" \
  "      critical section\n  exit\n  2   x := 0\n      count := count + 1\n"

static void test_counts(void **state)
{
  (void)state;
  assert_int_equal(proved_of("counts", COUNTS("count > 1")), PROVE_NOT_PROVED);
  assert_int_equal(proved_of("counts", COUNTS("count < 0")), PROVE_HOLDS);
}

/* Registers of two have the values that the two wrote, but where a third one may write them. */
static void test_pairs(void **state)
{
  (void)state;
  assert_int_equal(proved_of("locks", LOCKS("min(i, j), max(i, j)")), PROVE_HOLDS);
  assert_int_equal(proved_of("locks", LOCKS("j, j mod N + 1")), PROVE_NOT_PROVED);
}

/* --- entries that nobody disturbs --------------------------------------------------------------------------------- */

/* A process leaves a mark when it leaves; one that finds two marks of others looks again. So P4 fails from N = 3 on,
 * and no pair shows it: a third one may rest with its mark. With `wipes` it takes its mark back, and P4 holds. Of the
 * processes that share a session, others may have begun, and marks are theirs while they are inside. */
static char *marks(bool wipes, bool sessions)
{
  return mem_format("algorithm marks \"Marks\"\n"
                    "source \"tests/unit_prove.c\"\n"
                    "note \"\"\n"
                    "shared mark[1..N] : boolean\n"
                    "shared wants[1..N] : %s\n"
                    "process i\n"
                    "  local j : 1..N\n"
                    "  local m : boolean\n"
                    "  local c : 0..2\n"
                    "  waiting\n"
                    "  1   wants[i] := %s\n"
                    "      L: c := 0\n"
                    "      for j := 1 to N do\n"
                    "        if j != i then\n"
                    "  2       m := mark[j]\n"
                    "          if m then c := min(2, c + 1) end if\n"
                    "        end if\n"
                    "      end for\n"
                    "      if c = 2 then goto L end if\n"
                    "  3   mark[i] := true\n"
                    "      critical section\n"
                    "  exit\n"
                    "  4   mark[i] := %s\n"
                    "  5   wants[i] := 0\n",
                    sessions ? "session" : "0..1", sessions ? "mysession" : "1", wipes ? "false" : "true");
}

static enum prove_verdict verdict_of_marks(bool wipes, bool sessions)
{
  struct error e = {0};
  char *text = marks(wipes, sessions);
  struct machine *m = machine_read("marks", text, strlen(text), NULL, &e);
  if (m == NULL) fail_msg("%s", e.text);
  const struct prove_spec spec = {.machine = m, .check = {[PROVE_P4] = true}, .limits.memory = MEMORY / 32};
  struct proved proved;
  if (!prove(&spec, &proved, &e)) fail_msg("%s", e.text);
  const enum prove_verdict verdict = proved.property[PROVE_P4].verdict;
  for (uint32_t n = 2; n <= 3; n++) {
    bool fails[COMPARED];
    uint64_t steps[COMPARED], worst;
    assert_true(explored_at(&m->algorithm, n, true, MEMORY_CC, fails, steps, &worst));
    assert_int_equal(fails[PROVE_P4], n == 3 && verdict != PROVE_HOLDS);
  }
  proved_free(&proved);
  machine_free(m);
  free(text);
  return verdict;
}

static void test_marks(void **state)
{
  (void)state;
  assert_int_equal(verdict_of_marks(true, false), PROVE_HOLDS);
  assert_int_equal(verdict_of_marks(false, false), PROVE_NOT_PROVED);
  assert_int_equal(verdict_of_marks(true, true), PROVE_NOT_PROVED); /* two companions are inside */
}

/* A step that reads a register of 21^4 values comes out in too many ways to be followed: that takes no time. */
static void test_many_ways(void **state)
{
  (void)state;
  static const char text[] = "algorithm wide \"A wide register\"\n"
                             "source \"tests/unit_prove.c\"\n"
                             "note \"\"\n"
                             "shared any : 0..20 arbitrary\n"
                             "shared x[1..N] : (a : 0..20, b : 0..20, c : 0..20, d : 0..20)\n"
                             "process i\n"
                             "  local v : (a : 0..20, b : 0..20, c : 0..20, d : 0..20)\n"
                             "  local w : 0..20\n"
                             "  waiting\n"
                             "  1   w := any\n"
                             "      v := (w, w, w, w)\n"
                             "  2   x[i] := v\n"
                             "  3   L: v := x[1]\n"
                             "      if v.a = v.b and v.c = v.d then goto L end if\n"
                             "      critical section\n"
                             "  exit\n"
                             "  4   x[i] := v\n";
  struct error e = {0};
  struct machine *m = machine_read("wide", text, strlen(text), NULL, &e);
  if (m == NULL) fail_msg("%s", e.text);
  const struct prove_spec spec = {.machine = m, .check = {true}, .limits.memory = MEMORY};
  struct proved proved;
  assert_false(prove(&spec, &proved, &e));
  assert_non_null(strstr(e.text, "in too many ways"));
  assert_int_equal(e.code, EXIT_INCOMPLETE);
  machine_free(m);
}

/* A text that names the number of sessions has not one meaning for all of them. */
static void test_sessions(void **state)
{
  (void)state;
  static const char *const shared[] = {"x : 0..sessions arbitrary", "x : 0..9 initially sessions",
                                       "x[1..sessions] : 0..1"};
  for (size_t k = 0; k < 3 * 2; k++) {
    struct error e = {0};
    char *text = mem_format("algorithm rooms \"Rooms\"\nsource \"tests/unit_prove.c\"\nnote \"\"\n"
                            "shared %s\nprocess i\n  waiting\n  1   await x%s = 0\n"
                            "      critical section\n  exit\n  2   x%s := 0\n",
                            shared[k / 2], k / 2 == 2 ? "[1]" : "", k / 2 == 2 ? "[1]" : "");
    struct machine *m = machine_read("rooms", text, strlen(text), NULL, &e);
    if (m == NULL) fail_msg("%s", e.text);
    const struct prove_spec spec = {.machine = m, .n = k % 2 == 0 ? 0 : 3, .check = {true}, .limits.memory = MEMORY};
    struct proved proved;
    if (prove(&spec, &proved, &e)) fail_msg("%s, n = %u: followed", shared[k / 2], spec.n);
    assert_int_equal(e.code, EXIT_INCOMPLETE);
    assert_null(proved.property[PROVE_P1].run.step);
    machine_free(m);
    free(text);
  }
}

/* --- ranges of N -------------------------------------------------------------------------------------------------- */

static struct proved joined_of(uint64_t one, uint64_t two)
{
  struct proved out = {.cost.verdict = PROVE_HOLDS, .property[PROVE_P1].verdict = PROVE_HOLDS};
  out.cost.below.most = out.cost.below.by_line[1] = (uint16_t)one;
  out.cost.two.most = two;
  if (two < 2 * one) out.cost.two.by_line[1] = (uint16_t)two;
  return out;
}

/* At N = 2 there are no two others: their account has no lines. */
static void test_joined(void **state)
{
  (void)state;
  struct proved all = {.interrupted = false}, of_2 = joined_of(4, 8), of_3 = joined_of(5, 7), of_4 = joined_of(5, 9);
  proved_join(&all, &of_2);
  assert_false(prove_uses_two(&all.cost));
  proved_join(&all, &of_3);
  assert_int_equal(all.cost.two.most, 10);
  assert_false(prove_uses_two(&all.cost));
  all = joined_of(4, 7);
  proved_join(&all, &of_4);
  assert_true(prove_uses_two(&all.cost));
  assert_int_equal(all.cost.two.most, 9);
  assert_int_equal(all.cost.two.by_line[1], 9);
  proved_leave_open(&all);
  assert_int_equal(all.cost.verdict, PROVE_NOT_DECIDED);
  assert_int_equal(all.property[PROVE_P1].verdict, PROVE_NOT_DECIDED);
  assert_int_equal(all.property[PROVE_P3].verdict, PROVE_NOT_ASKED);
  assert_string_equal(all.property[PROVE_P1].why, "interrupted");
}

/* Where only one N has accounts with others, both have them. */
static void test_entries_joined(void **state)
{
  (void)state;
  const struct prove_answer one = {.verdict = PROVE_HOLDS, .bound = 11, .basis = PROVE_BY_MATCHES},
                            with_others = {
                              .verdict = PROVE_HOLDS, .bound = 10, .below = 1, .above = 1, .by_accounts = true};
  for (int k = 0; k < 2; k++) {
    struct proved all = {.interrupted = false}, first = {.property[PROVE_P4] = k == 0 ? one : with_others},
                  second = {.property[PROVE_P4] = k == 0 ? with_others : one};
    proved_join(&all, &first);
    proved_join(&all, &second);
    assert_int_equal(prove_steps(&all.property[PROVE_P4], 3), 13);
  }
}

/* The answer for N = first..last. */
static struct proved range_of(const char *name, uint32_t first, uint32_t last, uint64_t memory)
{
  struct error e = {0};
  struct machine *m = machine_of(algorithm_named(name), &e);
  const struct prove_spec spec = {.machine = m,
                                  .check = {[PROVE_P1] = true, [PROVE_BYPASS] = true},
                                  .cost = true,
                                  .limits.memory = memory,
                                  .assume_ranges = true};
  struct proved out;
  if (!prove_range(&spec, (struct prove_range){first, last}, &out, &e)) fail_msg("%s: %s", name, e.text);
  machine_free(m);
  return out;
}

/* Of two others at N = 2, where there are none, no more is said. */
static void test_two_others(void **state)
{
  (void)state;
  struct proved out = range_of("bakery", 2, 3, MEMORY);
  assert_true(prove_uses_two(&out.cost));
  assert_int_equal(prove_bound(&out.cost, 2), 12);
  assert_int_equal(prove_bound(&out.cost, 3), 16);
  proved_free(&out);
}

/* A property that holds for every N is not asked of each. One that does not is asked: with few processes, with many,
 * and where too little memory is left for many. */
static void test_ranges(void **state)
{
  (void)state;
  struct proved out = range_of("burns_lynch", 5, 64, MEMORY);
  assert_int_equal(out.property[PROVE_P1].verdict, PROVE_HOLDS);
  assert_true(out.property[PROVE_P1].at_every_n);
  assert_int_equal(out.property[PROVE_BYPASS].verdict, PROVE_NOT_PROVED);
  assert_false(out.property[PROVE_BYPASS].at_every_n);
  proved_free(&out);
  out = range_of("burns_lynch", 2, 4, MEMORY);
  assert_int_equal(out.property[PROVE_P1].verdict, PROVE_HOLDS);
  assert_false(out.property[PROVE_P1].at_every_n);
  proved_free(&out);
  out = range_of("aravind", 8, 8, MEMORY / 32); /* is not followed at N = 8: the answers are those for every N */
  assert_true(out.property[PROVE_P1].at_every_n);
  assert_int_equal(out.cost.verdict, PROVE_NOT_PROVED);
  proved_free(&out);
  out = range_of("peterson", 5, 5, MEMORY / 32); /* is not followed for every N */
  assert_int_equal(out.cost.verdict, PROVE_HOLDS);
  assert_false(out.cost.at_every_n);
  proved_free(&out);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_few),          cmocka_unit_test(test_ladder),     cmocka_unit_test(test_elements),
    cmocka_unit_test(test_counts),         cmocka_unit_test(test_pairs),      cmocka_unit_test(test_marks),
    cmocka_unit_test(test_many_ways),      cmocka_unit_test(test_sessions),   cmocka_unit_test(test_joined),
    cmocka_unit_test(test_entries_joined), cmocka_unit_test(test_two_others), cmocka_unit_test(test_ranges)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
