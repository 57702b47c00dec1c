/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_levels.c: bounds of passages through N-1 levels (prove/levels.h), of texts that differ from the filter lock in
 * one thing. A text that breaks a condition of Lemma 8c or 8d (docs/every-n-trees.md) is refused for it. The bound of
 * any other one is compared with what comes out over all schedules (proving.h); and so are those of the filter lock
 * with one change of its graph, or two.
 *
 * ctest: fast numbers
 */
#include "prove/levels.h"

#include "changing.h"
#include "proving.h"

enum { MOST_TEXT = 4096, FEW = 3 };

static const char filter[] = "algorithm filter \"Levels\"\nsource \"tests/unit_levels.c\"\nnote \"\"\n"
                             "shared Q[1..N] : 0..max(1, N - 1)\n"
                             "shared TURN[1..N - 1] : process arbitrary\n"
                             "shared other : 0..1\n"
                             "process i\n"
                             "  local k : 1..N + 1\n"
                             "  local j : 1..N + 1\n"
                             "  local seen : 0..N\n"
                             "  local who : process\n"
                             "  waiting\n"
                             "      for k := 1 to N - 1 do\n"
                             "  2     Q[i] := k\n"
                             "  3     TURN[k] := i\n"
                             "  4     wait until (forall j in 1..N, j != i : Q[j] < k) or TURN[k] != i\n"
                             "      end for\n"
                             "      critical section\n"
                             "  exit\n"
                             "  6   Q[i] := 0\n";

/* The text with one part replaced. */
static struct machine *changed(const char *part, const char *by)
{
  char text[MOST_TEXT];
  struct error e = {0};
  const char *at = strstr(filter, part);
  assert_non_null(at);
  snprintf(text, sizeof text, "%.*s%s%s", (int)(at - filter), filter, by, at + strlen(part));
  struct machine *m = machine_read("levels", text, strlen(text), NULL, &e);
  if (m == NULL) fail_msg("%s: %s", by, e.text);
  return m;
}

/* Whether the cost is bounded; else *why says why not. */
static bool is_bounded(const struct machine *m, enum memory memory, struct prove_cost *cost, const char **why)
{
  struct levels l;
  *cost = (struct prove_cost){.verdict = PROVE_NOT_ASKED};
  const bool bounded = levels_find(&l, m) && levels_cost(&l, memory, cost);
  *why = l.why;
  levels_free(&l);
  return bounded;
}

static void assert_refused(const struct machine *m, enum memory memory, const char *expected)
{
  struct prove_cost cost;
  const char *why;
  if (is_bounded(m, memory, &cost, &why)) fail_msg("not refused: %s", expected);
  assert_non_null(why);
  if (strcmp(why, expected) != 0) fail_msg("%s, and not: %s", why, expected);
  assert_int_equal(cost.verdict, PROVE_NOT_ASKED);
}

/* Whether P1 holds by levels; else *why says why not. */
static bool is_exclusive(const struct machine *m, const char **why)
{
  struct levels l;
  const bool holds = levels_find(&l, m) && levels_exclude(&l);
  *why = l.why;
  levels_free(&l);
  return holds;
}

/* --- refusals ----------------------------------------------------------------------------------------------------- */

#define LOOP        "      for k := 1 to N - 1 do\n"
#define PLACE       "  2     Q[i] := k\n"
#define CLAIM       "  3     TURN[k] := i\n"
#define WAIT        "  4     wait until (forall j in 1..N, j != i : Q[j] < k) or TURN[k] != i\n"
#define END         "      end for\n"
#define LEAVE       "  6   Q[i] := 0\n"
#define LEAVE_AGAIN "  7   Q[i] := 0\n"
#define LEVEL       PLACE CLAIM WAIT

/* The same with other names for the loops. */
#define WHILE(level) "  while k <= N - 1 do\n" level "  k := k + 1\n  end while\n"
#define SCAN                                   \
  "  seen := 0\n"                              \
  "  repeat\n"                                 \
  "    for j := 1 to N do\n"                   \
  "  4a  if j != i then seen := Q[j] end if\n" \
  "      if seen >= k then break end if\n"     \
  "    end for\n"                              \
  "  4b  who := TURN[k]\n"                     \
  "  until who != i or seen < k\n"
#define GOES_ON            \
  "  j := 1\n"             \
  "  repeat\n"             \
  "  4a  seen := Q[j]\n"   \
  "      j := j + 1\n"     \
  "  4b  who := TURN[k]\n" \
  "  until who != i or j > N\n"
/* The first question is about no look, and lets everybody pass. */
#define LEFT_OVER                                                           \
  "        who := 1\n"                                                      \
  "        goto ASK\n"                                                      \
  "  SCAN: for j := 1 to N do\n"                                            \
  "  4a    if j != i then if not (Q[j] < k) then goto LOOK end if end if\n" \
  "        end for\n"                                                       \
  "        goto OUT\n"                                                      \
  "  LOOK:\n"                                                               \
  "  4b    who := TURN[k]\n"                                                \
  "  ASK:  if who = i then goto SCAN end if\n"                              \
  "  OUT:  seen := 0\n"
/* The scan begins with whatever the register holds. */
#define FROM_ANYWHERE                           \
  "  3b    j := fetch_and_store(other, 1)\n"    \
  "        while j <= N do\n"                   \
  "          if j = i then goto UP end if\n"    \
  "  4a      if Q[j] < k then goto UP end if\n" \
  "          goto LOOK\n"                       \
  "  UP:     j := j + 1\n"                      \
  "  LOOK:\n"                                   \
  "  4b      who := TURN[k]\n"                  \
  "          if who != i then break end if\n"   \
  "        end while\n"

static const struct {
  const char *part, *by, *why;
} wrong[] = {
  {CLAIM, CLAIM "        if k = 3 then k := 1 end if\n", "they are not gone through one by one"},
  {CLAIM, CLAIM "        k := k + 1\n", "they are not gone through one by one"},
  {LOOP, "      for k := N - 1 downto 1 do\n", "they are not gone through one by one"},
  {LOOP, "      for k := 2 to N - 1 do\n", "the first one is not known to be 1"},
  {LOOP, "      for k := 1 to max(1, N - 2) do\n", "they are not known to end with level N-1"},
  {LOOP, "      for k := 1 to max(2, N - 1) do\n", "they are not known to end with level N-1"},
  {LOOP LEVEL END, "      k := 1\n      if i != 1 then\n" WHILE(LEVEL) "      end if\n",
   "the first one does not begin as the others do"},
  {LOOP, "  1   other := 0\n" LOOP, "there are accesses before the first one"},
  {END, END "  5   other := 0\n", "there are accesses before or behind them in an entry"},
  {CLAIM, CLAIM "        if N = 2 then break end if\n", "one is left in another way than to the next one"},
  {LEAVE, LEAVE "  7   TURN[k] := i\n", "their registers are accessed elsewhere as well"},
  {CLAIM, "  3     TURN[k] := 1\n", "other names than one's own, or several, are written to their registers"},
  {CLAIM, CLAIM "  3b    TURN[k] := i\n", "other names than one's own, or several, are written to their registers"},
  {CLAIM, "  3     who := fetch_and_store(TURN[k], i)\n", "their registers are not only read and written"},
  {" or TURN[k] != i", " or TURN[k] != i or other = 1", "one waits with other accesses than two reads"},
  {WAIT, "  4     repeat other := 1 until TURN[k] != i or Q[1] < k\n", "one waits with other accesses than two reads"},
  {"(forall j in 1..N, j != i : Q[j] < k) or ", "", "none waits for its register and the places of others"},
  {"Q[1..N] ", "Q[0..N] ", "what is looked at has not one register for each process"},
  {"0..max(1, N - 1)", "0..1", "a place is not known to have room for each level"},
  {"0..max(1, N - 1)", "0..max(N - 1, 1)", "a place is not known to have room for each level"},
  {"0..max(1, N - 1)", "process or nil", "a place is not known to have room for each level"},
  {LEAVE, LEAVE "  7   Q[1] := 0\n", "not only its owner writes a place"},
  {LEAVE, "  6   seen := fetch_and_store(Q[i], 0)\n", "not only its owner writes a place"},
  {CLAIM, "        if k > 1 then\n" CLAIM "        end if\n",
   "a level may be passed without one's own name in its register"},
  {CLAIM WAIT, WAIT CLAIM, "a level may wait before one's own name is in its register"},
  {"TURN[k] != i", "TURN[k] != 1", "it is not asked whether another name is there"},
  {"TURN[k] != i", "TURN[k] = i", "a level may wait on when another name is there"},
  {WAIT, LEFT_OVER, "what is asked behind a look may be about something else"},
  {"(forall j in 1..N, j != i : Q[j] < k)", "Q[1] < k", "the places of others are not looked at one by one"},
  {WAIT, GOES_ON, "a wait does not begin with the first one of the others"},
  {"TURN[k] != i", "(k > 1 and TURN[k] != i)", "a place may be looked at again before the level's register is"},
  {", j != i", "", "one's own place is looked at as well"},
  {LEAVE, "  5   while other = 1 do skip end while\n" LEAVE,
   "there is a loop in which an access is made again and again"},
};

static void test_wrong(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    struct machine *m = changed(wrong[k].part, wrong[k].by);
    assert_refused(m, MEMORY_CC, wrong[k].why);
    machine_free(m);
  }
}

/* Steps that have no outcome, at some N. */
static const struct {
  const char *part, *by, *why;
} astray[] = {
  {LEAVE, "  5   seen := other\n      seen := 1 div seen\n" LEAVE,
   "a division may be by 0, or a local array or record has no room"},
  {LEAVE, LEAVE "      seen := 0\n      while seen = 0 do seen := 0 end while\n",
   "a loop without an access that may not end"},
  {LEAVE, LEAVE "      j := 1\n      while j > 0 do j := j + 1 end while\n",
   "a loop without an access that may not end"},
  {PLACE, "  1     Q[i] := 7\n" PLACE,
   "something else than a level, or than a number of its range, is written to a register"},
  {LEAVE, LEAVE "  7   other := i\n",
   "something else than a level, or than a number of its range, is written to a register"},
  {LEAVE, LEAVE "  7   seen := fetch_and_add(other, 1)\n", "registers are not only read and written"},
  {LEAVE, LEAVE "      j := N + 1\n  7   seen := Q[j]\n", "a place is read whose process may not be there"},
  {"forall j in 1..N,", "forall j in 0..N,", "a place may be looked at that is not there"},
};

static void test_astray(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof astray / sizeof *astray; k++) {
    struct machine *m = changed(astray[k].part, astray[k].by);
    struct levels l;
    if (!levels_find(&l, m)) fail_msg("%s: %s", astray[k].by, l.why);
    if (levels_have_outcomes(&l)) fail_msg("not refused: %s", astray[k].by);
    assert_string_equal(l.why, astray[k].why);
    levels_free(&l);
    machine_free(m);
  }
}

/* Levels that may not hold a process back. */
static const char not_asked[] = "it is not asked whether a place is below the level",
                  not_all[] = "it is not known that the places of all others are looked at",
                  not_said[] = "one's own name may be written before the level is said",
                  passed[] = "a place may be passed over that is not below the level",
                  other_value[] = "something else than the level is written to a place",
                  left[] = "a level may be left in another way than behind a look at its register or at all places";

static const struct {
  const char *part, *by, *why;
} open_levels[] = {
  {PLACE, "  2     Q[i] := 1\n", other_value},
  {PLACE, "  1     Q[i] := 0\n" PLACE, other_value},
  {PLACE CLAIM, CLAIM PLACE, not_said},
  {PLACE, "        if i = 1 then\n" PLACE "        end if\n", not_said},
  {"forall j in 1..N", "forall j in 2..N", not_all},
  {"forall j in 1..N", "forall j in 1..N - 1", not_all},
  {WAIT, FROM_ANYWHERE, not_all},
  {"Q[j] < k", "Q[j] <= k", not_asked},
  {"Q[j] < k", "Q[j] < 2", not_asked},
  {"Q[j] < k", "(k = 2 or Q[j] < k)", passed},
  {" or TURN[k] != i", " or k = 2 or TURN[k] != i", left},
  {WAIT, "  1b    who := TURN[k]\n        if who = i then\n" WAIT "        end if\n", left},
};

static void assert_open(const struct machine *m, const char *expected)
{
  const char *why;
  if (is_exclusive(m, &why)) fail_msg("not refused: %s", expected);
  assert_string_equal(why, expected);
}

static void test_open(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof open_levels / sizeof *open_levels; k++) {
    struct machine *m = changed(open_levels[k].part, open_levels[k].by);
    assert_open(m, open_levels[k].why);
    machine_free(m);
  }
}

/* A value that was read is changed before it is compared; and a wait begins in the middle of the others. */
static void test_open_graphs(void **state)
{
  (void)state;
  struct levels l;
  const char *why;
  struct machine *m = changed(LEAVE, LEAVE);
  assert_true(levels_find(&l, m));
  struct node *node = m->graph.node, *claim = &node[l.claim];
  for (uint32_t k = 0; k < m->graph.n_nodes; k++) {
    const uint8_t slot = node[k].slot;
    if (!l.body[k] || node[k].kind != NODE_SET || slot == l.level || slot == l.other) continue;
    node[k].slot = node[l.see].slot;
    assert_open(m, not_asked);
    node[k].slot = slot;
  }
  const uint32_t next = claim->next;
  claim->next = part_skip(&l.graph, node[l.next].next);
  assert_open(m, passed);
  claim->next = next;
  assert_true(is_exclusive(m, &why));
  levels_free(&l);
  machine_free(m);
}

/* The access of a line. */
static struct node *access_of(struct machine *m, uint32_t line)
{
  return &m->graph.node[m->graph.at_line[line]];
}

/* Graphs that no text has at this place. */
static void test_wrong_graphs(void **state)
{
  (void)state;
  static const char beside[] = "sessions, names, time, changes and graphs are not followed beside them";
  struct machine *m = changed(LEAVE, LEAVE);
  struct node *place = access_of(m, 1), *leave = access_of(m, 5);
  struct node *guard = &m->graph.node[m->graph.node[m->graph.begin].next];
  const struct node before = *place, last = *leave;
  const uint32_t behind = guard->other;
  assert_refused(m, MEMORY_DSM, "without caches each look costs");
  m->tree->uses_now = true;
  assert_refused(m, MEMORY_CC, beside);
  m->tree->uses_now = false;
  m->tree->n_changes = 1;
  assert_refused(m, MEMORY_CC, beside);
  m->tree->n_changes = 0;
  m->algorithm.group = true;
  assert_refused(m, MEMORY_CC, beside);
  m->algorithm.group = false;
  struct type *type = &m->tree->group[place->group].type;
  const struct type of_places = *type;
  type->low = type->high;
  assert_refused(m, MEMORY_CC, "a place is not known to have room for each level");
  *type = of_places;
  leave->access = RMR_DELAY;
  assert_refused(m, MEMORY_CC, "time is not followed");
  *leave = last;
  place->section = RMR_EXIT;
  assert_refused(m, MEMORY_CC, "one is not in an entry");
  *place = before;
  place->next = m->graph.node[m->graph.begin].next;
  assert_refused(m, MEMORY_CC, "one is left in another way than to the next one");
  *place = before;
  leave->next = m->graph.at_line[2];
  assert_refused(m, MEMORY_CC, "one begins in another way than behind the one before");
  *leave = last;
  guard->other = m->graph.begin;
  assert_refused(m, MEMORY_CC, "a passage ends without an access in an exit");
  guard->other = behind;
  struct prove_cost cost;
  const char *why;
  assert_true(is_bounded(m, MEMORY_CC, &cost, &why));
  machine_free(m);
}

/* A text without levels is refused for what it was before. */
static void test_none(void **state)
{
  (void)state;
  struct error e = {0};
  struct prove_cost cost;
  const char *why = "";
  struct machine *m = machine_of(algorithm_named("bakery"), &e);
  assert_false(is_bounded(m, MEMORY_CC, &cost, &why));
  assert_null(why);
  machine_free(m);
}

/* --- bounds ------------------------------------------------------------------------------------------------------- */

static const struct {
  const char *part, *by;
  uint64_t power[PROVE_MOST_POWERS]; /* in cc */
} right[] = {
  {LEAVE, LEAVE, {1, 4, 3, 1}},
  {"for k := 1 to N - 1", "for k := 1 to max(1, N - 1)", {1, 4, 3, 1}},
  {"0..max(1, N - 1)", "0..N", {1, 4, 3, 1}},
  {"0..max(1, N - 1)", "natural", {1, 4, 3, 1}},
  {"TURN[k] != i", "not (i = TURN[k])", {1, 4, 3, 1}},
  {LOOP LEVEL END, "      k := 1\n" WHILE(LEVEL), {1, 4, 3, 1}},
  {WAIT, SCAN, {1, 4, 3, 1}},
  {LEAVE, LEAVE LEAVE_AGAIN, {2, 4, 4, 1}},
  {LEAVE, "  if i = 1 then\n" LEAVE LEAVE_AGAIN "  else\n  8 other := 0\n  end if\n", {2, 4, 4, 1}},
  {PLACE, "  1     Q[i] := 0\n" PLACE, {1, 5, 3, 2}},
  {PLACE, "  1     other := 1\n" PLACE, {1, 5, 3, 1}},
  {WAIT, WAIT "  5     if other = 1 then other := 0 end if\n", {1, 6, 3, 1}},
  {WAIT, WAIT "  5     seen := Q[1]\n", {1, 5, 3, 1}},
  {"Q[j] < k", "Q[j] <= k", {1, 4, 3, 1}}, /* a deadlock */
};

static void test_right(void **state)
{
  (void)state;
  struct counts counts = {.endless = true};
  for (size_t k = 0; k < sizeof right / sizeof *right; k++) {
    struct machine *m = changed(right[k].part, right[k].by);
    for (enum memory memory = MEMORY_CC; memory < MEMORY_DSM; memory++) {
      struct prove_cost cost;
      const char *why = NULL;
      if (!is_bounded(m, memory, &cost, &why)) fail_msg("%s: %s", right[k].by, why);
      for (uint32_t power = 0; power < PROVE_MOST_POWERS; power++) {
        const bool keeps = power == 1 && memory_writer_holds(memory);
        assert_int_equal(cost.power[power].most, right[k].power[power] - keeps);
        assert_paid_by_lines(&m->algorithm, &cost.power[power]);
      }
      compare(m, 0, memory, FEW, &counts);
    }
    machine_free(m);
  }
  tell("levels", &counts);
  assert_int_equal(counts.bounds, 3 * sizeof right / sizeof *right);
  assert_int_equal(counts.compared, 2 * counts.bounds);
  assert_true(counts.proved[PROVE_P1] > 6 && counts.proved[PROVE_P3] == counts.bounds / 3); /* asked in cc */
}

static struct machine *peterson(void)
{
  struct error e = {0};
  struct machine *m = machine_of(algorithm_named("peterson"), &e);
  assert_non_null(m);
  return m;
}

/* At a single N the account with each other process is the same. */
static void test_at_one_n(void **state)
{
  (void)state;
  struct machine *m = peterson();
  struct prove_spec spec = {.machine = m, .cost = true, .any_form = true, .limits.memory = MEMORY};
  for (enum memory memory = MEMORY_CC; memory <= MEMORY_CC_KEEP; memory++) {
    struct proved every;
    struct error e = {0};
    spec.memory = memory;
    spec.n = 0;
    assert_true(prove(&spec, &every, &e));
    assert_int_equal(prove_bound(&every.cost, 1), REACH_NO_BOUND);
    for (spec.n = 2; spec.n <= 6; spec.n++) {
      struct proved one;
      assert_true(prove(&spec, &one, &e));
      const uint64_t bound = prove_bound(&every.cost, spec.n), here = prove_bound(&one.cost, spec.n);
      if (spec.n < 4) assert_in_range(here, 1, bound - 1);
      if (spec.n >= 4) assert_int_equal(here, bound);
      proved_free(&one);
    }
    proved_free(&every);
  }
  machine_free(m);
}

/* All pairs of the changes of two nodes, or of one. */
static void compare_changed(uint32_t a, uint32_t b, struct counts *counts)
{
  for (uint32_t j = 0, more = 1; more; j++)
    for (uint32_t k = 0, again = 1; again; k++) {
      struct machine *m = peterson();
      bool same_a, same_b = false;
      more = change_node(&m->graph.node[a], j, &same_a);
      again = more && (a == b ? k == 0 : change_node(&m->graph.node[b], k, &same_b));
      if (again && !same_a && !same_b) compare(m, 0, MEMORY_CC, FEW, counts);
      machine_free(m);
    }
}

/* The filter lock with one change of its graph, or two. */
static void test_changed(void **state)
{
  (void)state;
  struct counts counts = {.endless = true};
  struct machine *m = peterson();
  const uint32_t n = m->graph.n_nodes;
  machine_free(m);
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = a; b < n; b++) compare_changed(a, b, &counts);
  tell("the filter lock with changes", &counts);
  assert_true(counts.bounds > 3 && counts.not_followed > 3 && counts.proved[PROVE_P1] > 3);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_wrong),       cmocka_unit_test(test_astray),       cmocka_unit_test(test_open),
    cmocka_unit_test(test_open_graphs), cmocka_unit_test(test_wrong_graphs), cmocka_unit_test(test_none),
    cmocka_unit_test(test_right),       cmocka_unit_test(test_at_one_n),     cmocka_unit_test(test_changed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
