/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_ascent.c: trees at every N (prove/ascent.h), of texts that differ from one of Peterson's algorithm in one thing.
 * A text that breaks a condition of Lemma 14 (docs/every-n.md) is refused for it. What is proved of any other one, for
 * every N, is compared with what comes out over all schedules (proving.h), and with the matches of larger trees.
 *
 * ctest: fast numbers
 */
#include "prove/ascent.h"

#include "model/choice.h"
#include "proving.h"

enum { MOST_TEXT = 4096, FEW = 3 };

static const char tree[] = "algorithm ascent \"A tree\"\nsource \"tests/unit_ascent.c\"\nnote \"\"\n"
                           "function levels(n) = max(1, lg(n))\n"
                           "function top(p) = levels(N)\n"
                           "function at(p, level) = (2^levels(N) + p - 1) div 2^level\n"
                           "function node(level) = at(i, level) div 2\n"
                           "function side(level) = at(i, level) mod 2\n"
                           "shared Flag[1..2^levels(N) - 1, 0..1] : boolean\n"
                           "shared Turn[1..2^levels(N) - 1] : process arbitrary\n"
                           "shared Seen[0..levels(N) - 1, p in 1..N] : 0..2\n"
                           "shared Last[1..2^levels(N) - 1] : process or nil\n"
                           "shared other : 0..1\n"
                           "process i\n"
                           "  local level : -2..levels(N) + 1\n"
                           "  local who : process or nil\n"
                           "  local seen : 0..2\n"
                           "  waiting\n"
                           "      for level := 0 to top(i) - 1 do\n"
                           "  1     Flag[node(level), side(level)] := true\n"
                           "  2     Turn[node(level)] := i\n"
                           "  3     wait until not Flag[node(level), 1 - side(level)] or Turn[node(level)] != i\n"
                           "      end for\n"
                           "      critical section\n"
                           "  exit\n"
                           "      for level := top(i) - 1 downto 0 do\n"
                           "  5     Flag[node(level), side(level)] := false\n"
                           "      end for\n";

static void replace(char text[MOST_TEXT], const char *part, const char *by)
{
  char before[MOST_TEXT];
  memcpy(before, text, MOST_TEXT);
  const char *at = strstr(before, part);
  assert_non_null(at);
  snprintf(text, MOST_TEXT, "%.*s%s%s", (int)(at - before), before, by, at + strlen(part));
}

static struct machine *machine_in(const char *text)
{
  struct error e = {0};
  struct machine *m = machine_read("ascent", text, strlen(text), NULL, &e);
  if (m == NULL) fail_msg("%s\n%s", text, e.text);
  return m;
}

/* The text with two parts replaced. */
static struct machine *changed_twice(const char *part, const char *by, const char *other, const char *by_other)
{
  char text[MOST_TEXT] = {0};
  memcpy(text, tree, sizeof tree);
  replace(text, part, by);
  replace(text, other, by_other);
  return machine_in(text);
}

static struct machine *changed(const char *part, const char *by)
{
  return changed_twice(part, by, "", "");
}

/* The same with N leaves. */
static struct machine *changed_heap(const char *part, const char *by)
{
  char text[MOST_TEXT] = {0};
  memcpy(text, tree, sizeof tree);
  replace(text, "top(p) = levels(N)", "top(p) = max(1, lg(N + p) - 1)");
  replace(text, "(2^levels(N) + p", "(N + p");
  replace(text, part, by);
  return machine_in(text);
}

static void assert_refused(const struct machine *m, const char *expected)
{
  struct ascent ascent;
  const char *why;
  if (ascent_find(m, NULL, &ascent, &why)) fail_msg("not refused: %s", expected);
  if (why == NULL) fail_msg("no tree, and not: %s", expected);
  if (strcmp(why, expected) != 0) fail_msg("%s, and not: %s", why, expected);
}

/* --- what is refused ---------------------------------------------------------------------------------------------- */

#define UP     "      for level := 0 to top(i) - 1 do\n"
#define RAISE  "  1     Flag[node(level), side(level)] := true\n"
#define CLAIM  "  2     Turn[node(level)] := i\n"
#define WAIT   "  3     wait until not Flag[node(level), 1 - side(level)] or Turn[node(level)] != i\n"
#define END    "      end for\n"
#define INSIDE "      critical section\n"
#define DOWN   "      for level := top(i) - 1 downto 0 do\n"
#define LOWER  "  5     Flag[node(level), side(level)] := false\n"
#define LEVEL  RAISE CLAIM WAIT
#define NOTE   "  4     Seen[level, i] := 1\n"

/* The way up with other names for its loop. */
#define WHILE(level) "  while level <= top(i) - 1 do\n" level "  level := level + 1\n  end while\n"

static const char loops[] = "a loop is not known to go through levels from the first one to the last one, or back",
                  apart[] = "a level begins or ends in another way than behind the one before, or with the next one",
                  indices[] = "an index is neither the node at this level, nor this level and the name of a process",
                  arrays[] = "an array has not one register for each node, or for each level and process",
                  questions[] = "a question is about names or levels, other than whether two names are equal",
                  written[] = "something else than names, or than numbers, is written to a register",
                  differently[] = "registers of different nodes, or of different processes, begin differently",
                  passed[] = "a level may be passed without an access",
                  values[] = "a register holds other values than names, or numbers of a constant range",
                  steps[] = "there are other steps than accesses at levels";

static const struct {
  const char *part, *by, *why;
} wrong[] = {
  {UP, "      for level := 0 to top(i) - 2 do\n", loops},
  {UP, "      for level := 0 to top(i) do\n", loops},
  {UP LEVEL END, "      level := 0\n      if i != 1 then\n" WHILE(LEVEL) "      end if\n",
   "the first level of a loop does not begin as the others do"},
  {UP, "      for level := 1 to top(i) do\n", "the way down does not begin with the last level of the way up"},
  {DOWN, "      for level := top(i) downto 0 do\n", "the way down does not begin with the last level of the way up"},
  {CLAIM, CLAIM "        if side(level) = 0 then break end if\n", apart},
  {LEVEL, "        if side(level) = 0 then\n" LEVEL "        end if\n", passed},
  {"Turn[1..2^levels(N) - 1] : process arbitrary", "Turn[1..2^levels(N) - 1] : natural", values},
  {"Turn[1..2^levels(N) - 1] : process arbitrary", "Turn[1..2^levels(N) - 1] : 0..N", values},
  {"process arbitrary", "process", differently},
  {"process arbitrary", "process or nil initially 1", differently},
  {"Flag[1..2^levels(N) - 1, 0..1] : boolean", "Flag[k in 1..2^levels(N) - 1, 0..1] : boolean initially k = 2",
   differently},
  {WAIT, WAIT "  4     other := 1\n", "a register is of no level"},
  {"(2^levels(N) + p", "(N + p", indices}, /* the nodes of a heap, and the levels of a full tree */
  {"top(p) = levels(N)", "top(p) = max(1, lg(N + p) - 1)", indices},
  {CLAIM, "  2     Turn[1] := i\n", indices},
  {CLAIM, "  2     Turn[at(i, level)] := i\n", indices},
  {CLAIM, "  2     Turn[at(i, level + 2)] := i\n", indices},
  {RAISE, "  1     Flag[node(level), level mod 2] := true\n", indices},
  {"at(i, level) mod 2", "at(i, level - 1) div 2 mod 2", indices}, /* 2^-1 is 0 at the lowest level */
  {WAIT, WAIT "  4     Seen[level, 1] := 1\n", indices},
  {WAIT, WAIT "  4     Seen[side(level), i] := 1\n", indices},
  {"Turn[1..2^levels(N) - 1]", "Turn[1..2^levels(N) - 2]", arrays},
  {"Turn[1..2^levels(N) - 1]", "Turn[1..63]", arrays},
  {"Turn[1..2^levels(N) - 1]", "Turn[1..N]", arrays},
  {"Flag[1..2^levels(N) - 1, 0..1]", "Flag[1..2^levels(N) - 1, 0..N]", arrays},
  {WAIT, WAIT "  4     Seen[level + 1, i] := 1\n", arrays},
  {WAIT, WAIT "  4     Seen[level - 1, i] := 1\n", arrays},
  {WAIT, WAIT "        skip\n", steps},
  {UP, "  0   other := 1\n" UP, steps},
  {INSIDE, "  4   other := 1\n" INSIDE, steps},
  {INSIDE, INSIDE "      if i = 1 then seen := 1 end if\n",
   "there is a question between the way up and the way down, or between passages"},
  {RAISE, "  1     Flag[node(level), side(level)] := (level = 0)\n", written},
  {CLAIM, "  2     Turn[node(level)] := 1\n", written},
  {CLAIM, "  2     who := fetch_and_store(Turn[node(level)], 1)\n", written},
  {CLAIM, "  2     who := compare_and_swap(Turn[node(level)], 1, i)\n", written},
  {WAIT, "        if level > 0 then\n" WAIT "        end if\n", questions},
  {"Turn[node(level)] != i", "Turn[node(level)] < i", questions},
  {"Turn[node(level)] != i", "Turn[node(level)] != 1", questions},
};

static void test_wrong(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    struct machine *m = changed(wrong[k].part, wrong[k].by);
    assert_refused(m, wrong[k].why);
    machine_free(m);
  }
  struct machine *m =
    changed_twice("Seen[0..levels(N) - 1", "Seen[0..levels(N)", WAIT, WAIT NOTE "  4a    Seen[level + 1, i] := 1\n");
  assert_refused(m, "an array has different indices in different places");
  machine_free(m);
  m = changed_heap("Turn[1..2^levels(N) - 1]", "Turn[1..N - 2]");
  assert_refused(m, arrays);
  machine_free(m);
  m = changed_heap("at(i, level) mod 2", "at(i, level - 1) div 2 mod 2");
  assert_refused(m, indices);
  machine_free(m);
  m = changed_heap(WAIT, WAIT NOTE); /* two sides of a node may come from different levels */
  assert_refused(m, arrays);
  machine_free(m);
  m = changed_twice("p in 1..N", "p in 0..N", WAIT, WAIT NOTE);
  assert_refused(m, arrays);
  machine_free(m);
  m = changed_twice("p in 1..N", "p in 1..2 * N", WAIT, WAIT NOTE);
  assert_refused(m, arrays);
  machine_free(m);
  m = changed_twice(UP, "      for level := 1 to top(i) do\n", DOWN, "      for level := top(i) downto 0 do\n");
  assert_refused(m, loops);
  machine_free(m);
  m = changed_twice(UP, "      who := nil\n" UP, RAISE,
                    "        if who = i then\n  0       Turn[node(level)] := i\n        end if\n" RAISE);
  assert_refused(m, "more than its number is taken along from one level to the next one");
  machine_free(m);
  m = changed_twice(LEVEL, NOTE, LOWER, "  5     Seen[level, i] := 0\n");
  assert_refused(m, "no register is of a node");
  machine_free(m);
  m = changed_twice("shared other", "shared Many[1..2^levels(N) - 1, 0..30] : process or nil\nshared other", WAIT,
                    WAIT "  4     who := Many[node(level), side(level)]\n");
  assert_refused(m, "a match may hold too many names at a time");
  machine_free(m);
  m = changed_twice("  local seen : 0..2\n", "  local seen : 0..2\n  local some[0..1] : 0..1\n", WAIT,
                    WAIT "        some[side(level)] := 1\n");
  assert_refused(m, "local arrays are not followed");
  machine_free(m);
}

/* Registers of a node that a parameter counts hold as many names as those that the text counts. */
static void test_size(void **state)
{
  (void)state;
#define READ       WAIT "  4     who := Many[node(level), side(level)]\n"
#define MANY(high) "shared Many[1..2^levels(N) - 1, 0.." high "] : process or nil\nshared other"
  const int64_t numbers[] = {1, 4, 9};
  const uint32_t sizes[] = {16, 32, 32};
  static const char *const declared[] = {MANY("1"), MANY("4"), MANY("9")};
  struct machine *m = changed_twice("shared other", "parameter more : 0..9 = 4 \"\"\n" MANY("more"), WAIT, READ);
  for (uint32_t k = 0; k < 3; k++) {
    struct ascent ascent, same;
    const char *why;
    struct machine *plain = changed_twice("shared other", declared[k], WAIT, READ);
    assert_true(ascent_find(m, &numbers[k], &ascent, &why));
    assert_true(ascent_find(plain, NULL, &same, &why));
    assert_int_equal(ascent.n, sizes[k]);
    assert_int_equal(same.n, sizes[k]);
    machine_free(plain);
  }
  machine_free(m);
}

/* What no text says at this place. */
static void test_wrong_graphs(void **state)
{
  (void)state;
  static const char beside[] = "sessions, names, time, changes and graphs are not followed beside levels",
                    sections[] = "the way up is not the waiting section, or the way down is not the exit";
  struct machine *m = changed("", "");
  struct ascent ascent;
  const char *why;
  struct node *raise = &m->graph.node[m->graph.at_line[1]], *lower = &m->graph.node[m->graph.at_line[5]];
  m->tree->uses_now = true;
  assert_refused(m, beside);
  m->tree->uses_now = false;
  m->algorithm.group = true;
  assert_refused(m, beside);
  m->algorithm.group = false;
  m->tree->n_changes = 1;
  assert_refused(m, beside);
  m->tree->n_changes = 0;
  struct group *flag = &m->tree->group[raise->group];
  flag->epoch = true;
  assert_refused(m, values);
  flag->epoch = false;
  flag->lease = true;
  assert_refused(m, values);
  flag->lease = false;
  flag->n_updates = 1;
  assert_refused(m, values);
  flag->n_updates = 0;
  struct node *claim = &m->graph.node[m->graph.at_line[2]];
  claim->access = RMR_FETCH_ADD;
  assert_refused(m, written);
  claim->access = RMR_TAS;
  assert_refused(m, written);
  claim->access = RMR_WRITE;
  raise->section = RMR_DOORWAY;
  assert_refused(m, sections);
  raise->section = RMR_WAITING;
  lower->section = RMR_WAITING;
  assert_refused(m, sections);
  lower->section = RMR_EXIT;
  lower->kind = NODE_GO;
  assert_refused(m, passed);
  lower->kind = NODE_ACCESS;
  assert_true(ascent_find(m, NULL, &ascent, &why));
  machine_free(m);
}

/* A text without levels is refused for what it was before. */
static void test_none(void **state)
{
  (void)state;
  static const char *const names[] = {"bakery", "peterson", "mcs", "peterson_fischer"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    struct error e = {0};
    struct ascent ascent;
    const char *why = "";
    struct machine *m = machine_of(algorithm_named(names[k]), &e);
    assert_false(ascent_find(m, NULL, &ascent, &why));
    assert_null(why);
    machine_free(m);
  }
}

/* A tree in form; but its matches do not show that P1 holds. */
static void test_not_shown(void **state)
{
  (void)state;
  static const struct {
    const char *part, *by;
  } cases[] = {
    {WAIT, ""},                                          /* P1 fails */
    {"Turn[node(level)] != i", "Turn[node(level)] = i"}, /* P1 fails */
    {WAIT,
     WAIT "        if side(level) = 0 then\n  4       Last[node(level)] := i\n        end if\n"}, /* of one side */
    {WAIT, WAIT NOTE}, /* nobody else accesses it */
    {WAIT, WAIT "        while side(level) = 0 do\n  4       Flag[node(level), 0] := true\n        end while\n"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct machine *m = changed(cases[k].part, cases[k].by);
    const struct prove_spec spec = {.machine = m, .check = {true}, .limits.memory = MEMORY};
    struct proved proved;
    struct error e = {0};
    assert_false(prove(&spec, &proved, &e));
    assert_non_null(strstr(e.text, "the tree: P1 is not proved match by match at N = "));
    proved_free(&proved);
    machine_free(m);
  }
}

/* --- what is proved ----------------------------------------------------------------------------------------------- */

static uint64_t bound_of(const struct prove_spec *spec, uint32_t n)
{
  struct proved proved;
  struct error e = {0};
  if (!prove(spec, &proved, &e)) fail_msg("%s", e.text);
  assert_int_equal(proved.property[PROVE_P1].verdict, PROVE_HOLDS);
  const uint64_t bound = prove_bound(&proved.cost, n);
  proved_free(&proved);
  return bound;
}

/* The bound of every N is that of the matches of each. */
static void compare_larger(const struct machine *m, const void *parameters, enum memory memory, uint64_t each)
{
  static const struct {
    uint32_t n, levels;
  } sizes[] = {{3, 2}, {5, 3}, {8, 3}};
  struct prove_spec spec = {.machine = m,
                            .parameters = parameters,
                            .memory = memory,
                            .check = {true},
                            .cost = true,
                            .any_form = true,
                            .limits.memory = MEMORY};
  assert_int_equal(bound_of(&spec, 1), REACH_NO_BOUND);
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    spec.n = 0;
    assert_int_equal(bound_of(&spec, sizes[k].n), each * sizes[k].levels);
    spec.n = sizes[k].n;
    assert_int_equal(bound_of(&spec, sizes[k].n), each * sizes[k].levels);
  }
}

static const struct {
  const char *part, *by;
  uint64_t each; /* in cc */
} right[] = {
  {LOWER, LOWER, 7},
  {UP LEVEL END, "      level := 0\n" WHILE(LEVEL), 7},
  {"Turn[node(level)] != i", "not (i = Turn[node(level)])", 7},
  {"Turn[1..2^levels(N) - 1] : process arbitrary", "Turn[0..2^levels(N)] : process or nil", 7},
  {CLAIM, "  2     who := fetch_and_store(Turn[node(level)], i)\n", 7},
  {CLAIM, "  2a    who := Turn[node(level)]\n  2b    Turn[node(level)] := i\n", 8},
  {CLAIM, CLAIM "        seen := side(level)\n  2b    Flag[node(level), seen] := true\n", 10},
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
    compare_larger(heaps[k], NULL, MEMORY_CC, 7);
    compare(heaps[k], 0, MEMORY_CC, FEW, &counts);
    compare(heaps[k], 0, MEMORY_CC_KEEP, FEW, &counts);
    machine_free(heaps[k]);
  }
  tell("trees", &counts);
  assert_int_equal(counts.proved[PROVE_P1], 2 + sizeof right / sizeof *right);
  assert_int_equal(counts.bounds, 2 * counts.proved[PROVE_P1]);
  assert_int_equal(counts.compared, 2 * counts.bounds);
  assert_int_equal(counts.tight, counts.compared);
}

/* Shipped ones: how large the tree is that shows all, and what each level costs. */
static void test_shipped(void **state)
{
  (void)state;
  struct counts counts = {.endless = true};
  static const struct {
    const char *algorithm;
    enum memory memory;
    uint32_t n;
    uint64_t each;
  } cases[] = {{"dekker", MEMORY_CC, 8, 13},
               {"kessels", MEMORY_CC, 8, 8},
               {"kessels:padded=1", MEMORY_CC, 8, 8},
               {"yang_anderson", MEMORY_CC_KEEP, 16, 11},
               {"yang_anderson", MEMORY_DSM, 16, 10}};
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
  assert_int_equal(counts.tight, counts.compared);
  assert_int_equal(counts.compared, 2 * sizeof cases / sizeof *cases);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_wrong),     cmocka_unit_test(test_wrong_graphs),
                                     cmocka_unit_test(test_size),      cmocka_unit_test(test_none),
                                     cmocka_unit_test(test_not_shown), cmocka_unit_test(test_right),
                                     cmocka_unit_test(test_shipped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
