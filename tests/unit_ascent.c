/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_ascent.c: trees at every N (prove/ascent.h), of texts that differ from one of Peterson's algorithm in one thing.
 * A text that breaks a condition of Lemma 14 (docs/every-n-trees.md) is refused for it.
 *
 * ctest: fast
 */
#include "prove/ascent.h"

#include "prove/proof.h"

#include "client.h"
#include "trees.h"

enum { MEMORY = 256 << 20 };

static void assert_refused(const struct machine *m, const char *expected)
{
  struct ascent ascent;
  const char *why;
  if (ascent_find(m, NULL, &ascent, &why)) fail_msg("not refused: %s", expected);
  if (why == NULL) fail_msg("no tree, and not: %s", expected);
  if (strcmp(why, expected) != 0) fail_msg("%s, and not: %s", why, expected);
}

static const char loops[] = "a loop is not known to go through levels from the first one to the last one, or back",
                  apart[] = "a level begins or ends in another way than behind the one before, or with the next one",
                  indices[] = "an index is neither the node at this level, nor this level and the name of a process",
                  arrays[] = "an array has not one register for each node, or for each level and process",
                  questions[] = "a question is about names or levels, other than whether two names are equal",
                  written[] = "something else than names, or than numbers, is written to a register",
                  differently[] = "registers of different nodes, or of different processes, begin differently",
                  passed[] = "a level may be passed without an access",
                  values[] = "a register holds other values than names, or numbers of a constant range",
                  astray[] = "a division may be by 0, or a local array or record has no room",
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
  {UP LEVEL END, WAYS(RIVAL, RAISE_AGAIN, "  4   other := 1\n"), "not all ways up lead to the same place"},
  {UP LEVEL END, WAYS(RIVAL, "        if side(level) = 0 then\n" RAISE_AGAIN "        end if\n", ""),
   "of several ways in which a level begins, one is no access"},
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
  {CLAIM, "        if 1 div (9 - level) = 1 then\n" CLAIM "        end if\n", astray},
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
  m = changed_heap(UP LEVEL END, WAYS(RIVAL, RAISE_AGAIN, ""));
  assert_refused(m, "the levels of a heap begin in several ways");
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

/* Graphs that no text has at this place. */
static void test_wrong_graphs(void **state)
{
  (void)state;
  static const char beside[] = "sessions, names, time, changes and graphs are not followed beside levels",
                    sections[] = "the way up is not the entry, or the way down is not the exit";
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
  raise->section = RMR_EXIT;
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

#define FOUR "  4b  if Flag[node(level), side(level)] then goto from_four end if\n"

/* A text without levels, or with more ways up than are followed, is refused for what it was before. */
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
  struct ascent ascent;
  const char *why = "";
  struct machine *m = changed(UP LEVEL END, MANY_WAYS("", "", ""));
  assert_true(ascent_find(m, NULL, &ascent, &why));
  assert_int_equal(ascent.n_starts, 3);
  machine_free(m);
  m =
    changed(UP LEVEL END, MANY_WAYS(BEGIN("four", "1d"), FOUR, FROM("from_four", "four"))); /* more than are followed */
  assert_false(ascent_find(m, NULL, &ascent, &why));
  assert_null(why);
  machine_free(m);
}

/* A tree in form; but its matches do not show that P1 holds. */
static void test_not_shown(void **state)
{
  (void)state;
  static const struct {
    const char *part, *by;
    bool both; /* two have won a match */
  } cases[] = {
    {WAIT, "", false}, /* nobody looks at the other one's flag */
    {"Turn[node(level)] != i", "Turn[node(level)] = i", true},
    {WAIT, WAIT "        if side(level) = 0 then\n  4       Last[node(level)] := i\n        end if\n",
     false},                  /* one side */
    {WAIT, WAIT NOTE, false}, /* nobody else accesses it */
    {UP LEVEL END, WAYS("        if side(level) = 1 then goto rest end if\n", RAISE_AGAIN, ""),
     false}, /* how a level begins goes by the side below */
    {WAIT, WAIT "        while side(level) = 0 do\n  4       Flag[node(level), 0] := true\n        end while\n", false},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct machine *m = changed(cases[k].part, cases[k].by);
    const struct prove_spec spec = {.machine = m, .check = {true}, .limits.memory = MEMORY};
    struct proved proved;
    struct error e = {0};
    assert_false(prove(&spec, &proved, &e));
    assert_non_null(
      strstr(e.text, cases[k].both ? " P1 is not proved match by match" : " not all processes of a node"));
    proved_free(&proved);
    machine_free(m);
  }
}

/* With two ways up the last match of a tree does not show those of larger trees. */
static void test_too_small(void **state)
{
  (void)state;
  struct machine *m = changed(UP LEVEL END, WAYS(RIVAL, RAISE_AGAIN, ""));
  struct ascent ascent;
  const char *why;
  assert_true(ascent_find(m, NULL, &ascent, &why));
  assert_int_equal(ascent.n_starts, 2);
  const uint32_t n = ascent.n;
  for (ascent.n = 4; ascent.n <= n; ascent.n *= 2) {
    const struct prove_spec spec = {.machine = m, .n = ascent.n, .check = {true}, .limits.memory = MEMORY};
    struct proved proved;
    struct error e = {0};
    const bool shows = proof_make((struct proof){.spec = &spec, .ascent = &ascent}, &proved, &e);
    assert_int_equal(shows, ascent.n > 4);
    assert_true(shows || strstr(e.text, " not all processes of a node") != NULL);
    proved_free(&proved);
  }
  machine_free(m);
}

/* Raises the flag when it has been told so often. */
struct impatient {
  uint32_t told, most;
  atomic_bool interrupt;
};

static void lose_patience(void *self, const struct reach_progress *now)
{
  struct impatient *i = self;
  (void)now;
  if (++i->told == i->most) i->interrupt = true;
}

static void prove_impatiently(const struct machine *m, bool all, struct impatient *i, struct proved *proved)
{
  const struct prove_spec spec = {
    .machine = m,
    .check = {true, all, all},
    .cost = true,
    .any_form = true,
    .limits = {.memory = MEMORY, .tell = lose_patience, .listener = i, .interrupt = &i->interrupt}};
  struct error e = {0};
  if (!prove(&spec, proved, &e)) fail_msg("%s", e.text);
}

/* A bound on RMRs remains where the search for the steps of an exit is interrupted. */
static void test_interrupted(void **state)
{
  (void)state;
  struct machine *m = changed("", "");
  struct impatient patient = {.most = 0}, impatient = {.most = 0};
  struct proved proved;
  prove_impatiently(m, false, &patient, &proved);
  proved_free(&proved);
  impatient.most = patient.told + 1;
  prove_impatiently(m, true, &impatient, &proved);
  assert_true(proved.interrupted);
  assert_int_equal(proved.property[PROVE_P1].verdict, PROVE_HOLDS);
  assert_int_equal(proved.cost.verdict, PROVE_HOLDS);
  for (int k = PROVE_P3; k <= PROVE_P4; k++) {
    assert_int_equal(proved.property[k].verdict, PROVE_NOT_DECIDED);
    assert_string_equal(proved.property[k].why, "the search was interrupted");
  }
  proved_free(&proved);
  machine_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_wrong),      cmocka_unit_test(test_wrong_graphs),
                                     cmocka_unit_test(test_size),       cmocka_unit_test(test_none),
                                     cmocka_unit_test(test_not_shown),  cmocka_unit_test(test_too_small),
                                     cmocka_unit_test(test_interrupted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
