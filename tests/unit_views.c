/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_views.c: views of two processes (prove/views.h) of locks that a third process breaks, or one that a step of it
 * gives away. A prover in which third processes do nothing is kept here: it takes such a lock for right, and the
 * comparison with what comes out over all schedules (proving.h) would catch it.
 *
 * ctest: fast numbers
 */
#include "prove/views_join.h"

/* The search without the steps of a third process. */
#define views_join(triple, pair, out) VIEWS_APART
#define views_search                  search_without_third
#include "prove/views.c"
#undef views_join
#undef views_search
bool views_search(const struct scene *like, const struct reach_limits *limits, struct views_graph *graph,
                  struct views_found *out, struct error *e);

#include "prove/views_paths.h"

#include "proving.h"

#define HEAD(name, title) "algorithm " name " \"" title "\"\nsource \"tests/unit_views.c\"\nnote \"\"\n"

/* The first process that comes opens the lock again and again, and takes it never. So two exclude, and three do not. */
static const char opened[] =
  HEAD("opened", "A lock that a third process opens") "shared spare, lock : boolean\n"
                                                      "process i\n"
                                                      "  waiting\n"
                                                      "  1   if not test_and_set(spare) then\n"
                                                      "  2     L: lock := false; goto L\n"
                                                      "      end if\n"
                                                      "  3   repeat until not test_and_set(lock)\n"
                                                      "      critical section\n"
                                                      "  exit\n"
                                                      "  4   lock := false\n";

/* The same, and the others wait each for a register of its own, which only the first process opens. */
static const char called[] =
  HEAD("called",
       "A lock that a third process opens for each one") "shared spare : boolean\n"
                                                         "shared last : process or nil\n"
                                                         "shared go[1..N] : boolean\n"
                                                         "process i\n"
                                                         "  local who : process or nil\n"
                                                         "  waiting\n"
                                                         "  1   if not test_and_set(spare) then\n"
                                                         "  2     L: who := last; if who = nil then goto L end if\n"
                                                         "  3     go[who] := true; goto L\n"
                                                         "      end if\n"
                                                         "  4   last := i\n"
                                                         "  5   wait until go[i]\n"
                                                         "      critical section\n"
                                                         "  exit\n"
                                                         "  6   go[i] := false\n";

/* CLH whose nodes wander wrongly: one that finds nobody behind it keeps its node, which may come to a third process. */
#define QUEUE(name, title, doorway, behind)                                              \
  HEAD(name, title)                                                                      \
  "shared locked[k in 0..N] : boolean\n"                                                 \
  "shared Tail : 0..N\n"                                                                 \
  "process i\n"                                                                          \
  "  private mynode : 0..N initially i\n"                                                \
  "  local predecessor, t : 0..N\n" doorway "  3   wait until not locked[predecessor]\n" \
  "      critical section\n"                                                             \
  "  exit\n"                                                                             \
  "  5   locked[mynode] := false\n" behind

#define LOCKED_FIRST                                     \
  "  doorway\n"                                          \
  "  1   locked[mynode] := true\n"                       \
  "  2   predecessor := fetch_and_store(Tail, mynode)\n" \
  "  waiting\n"

static const char kept[] = QUEUE("kept", "A node is kept", LOCKED_FIRST,
                                 "  6   t := Tail\n"
                                 "      if t != mynode then mynode := predecessor end if\n");

/* P1 fails with two: it comes before its node is locked; it takes the last node; it unlocks its own later. */
static const char late[] = QUEUE("late", "A node is locked late",
                                 "  doorway\n"
                                 "  1   predecessor := fetch_and_store(Tail, mynode)\n"
                                 "  waiting\n"
                                 "  2   locked[mynode] := true\n",
                                 "      mynode := predecessor\n");
static const char taken[] = QUEUE("taken", "The last node is taken", LOCKED_FIRST,
                                  "  6   t := Tail\n"
                                  "      mynode := t\n");
static const char again[] = QUEUE("again", "A node is unlocked again", LOCKED_FIRST,
                                  "  6   t := mynode\n"
                                  "      mynode := predecessor\n"
                                  "  7   locked[t] := false\n");

/* Right ones: nodes are unlocked that nobody waits for. */
static const char opens[] = QUEUE("opens", "The predecessor's node is unlocked", LOCKED_FIRST,
                                  "  6   locked[predecessor] := false\n"
                                  "      mynode := predecessor\n");

/* A doorway that ends at a register of another process: that one's scenes have the step, and a pair beside does not. */
static const char marked[] =
  HEAD("marked", "A lock whose doorway marks the first process") "shared spare, lock : boolean\n"
                                                                 "shared chief : process or nil\n"
                                                                 "shared mark[1..N] : boolean\n"
                                                                 "process i\n"
                                                                 "  local who : process or nil\n"
                                                                 "  doorway\n"
                                                                 "  1   if not test_and_set(spare) then\n"
                                                                 "  2     chief := i\n"
                                                                 "      end if\n"
                                                                 "  3   repeat who := chief until who != nil\n"
                                                                 "  4   mark[who] := true\n"
                                                                 "  waiting\n"
                                                                 "  5   repeat until not test_and_set(lock)\n"
                                                                 "      critical section\n"
                                                                 "  exit\n"
                                                                 "  6   lock := false\n";

/* No queue at all. */
static const char unfair[] =
  HEAD("unfair", "A lock that anybody may take") "shared seen, lock : boolean\n"
                                                 "process i\n"
                                                 "  doorway\n"
                                                 "  1   seen := true\n"
                                                 "  waiting\n"
                                                 "  2   repeat until not test_and_set(lock)\n"
                                                 "      critical section\n"
                                                 "  exit\n"
                                                 "  3   lock := false\n";

/* Nodes are followed by equality alone: no order, no constants, no truth. */
static const char ordered[] = QUEUE("ordered", "Nodes are ordered", LOCKED_FIRST,
                                    "      if mynode < predecessor then mynode := predecessor end if\n");
static const char constant[] = QUEUE("constant", "A node is a constant", LOCKED_FIRST, "      mynode := 0\n");

/* The first process that comes never enters, but calls the one of the others that came last, one at a time. So P1
 * holds; two are served in their order, and three are not. */
static const char ushered[] = HEAD(
  "ushered", "A lock with an usher, who calls the last one") "shared spare, busy : boolean\n"
                                                             "shared last : process or nil\n"
                                                             "shared go[1..N] : boolean\n"
                                                             "process i\n"
                                                             "  local who : process or nil\n"
                                                             "  doorway\n"
                                                             "  1   if not test_and_set(spare) then\n"
                                                             "  2     L: if busy then goto L end if\n"
                                                             "  3     who := last; if who = nil then goto L end if\n"
                                                             "  4     busy := true\n"
                                                             "  5     go[who] := true; goto L\n"
                                                             "      end if\n"
                                                             "  6   last := i\n"
                                                             "  waiting\n"
                                                             "  7   wait until go[i]\n"
                                                             "      critical section\n"
                                                             "  exit\n"
                                                             "  8   last := nil\n"
                                                             "  9   go[i] := false\n"
                                                             "  10  busy := false\n";

typedef bool search_fn(const struct scene *, const struct reach_limits *, struct views_graph *, struct views_found *,
                       struct error *);

/* with: the number of processes, and the other parts of views. */
static enum reach_end search_with(const struct machine *m, struct scene with, search_fn *search,
                                  struct views_graph *graph)
{
  static struct written written[N_WRITTEN]; /* nothing reads as anything here */
  struct abstract_records records = {0};
  const struct reach_limits limits = {.memory = MEMORY};
  struct scene like = with;
  like.machine = m;
  like.memory = MEMORY_CC;
  like.written = written;
  like.records = &records;
  struct views_found found;
  struct error e = {0};
  if (!search(&like, &limits, graph, &found, &e)) fail_msg("%s", e.text);
  lookup_free(&records.numbers);
  return found.end;
}

static enum reach_end search_of(const struct machine *m, uint32_t n, search_fn *search, struct views_graph *graph)
{
  return search_with(m, (struct scene){.n = n}, search, graph);
}

static enum reach_end end_of_search(const struct machine *m, uint32_t n, search_fn *search)
{
  return search_of(m, n, search, NULL);
}

static bool p1_fails(const struct machine *m, uint32_t n)
{
  bool fails[COMPARED];
  uint64_t steps[COMPARED], worst;
  assert_true(explored_at(&m->algorithm, n, true, MEMORY_CC, fails, steps, &worst));
  return fails[PROVE_P1];
}

static struct machine *machine_in(const char *text)
{
  struct error e = {0};
  struct machine *m = machine_read("third", text, strlen(text), NULL, &e);
  if (m == NULL) fail_msg("%s", e.text);
  return m;
}

static void test_third(void **state)
{
  (void)state;
  static const char *const texts[] = {opened, called};
  struct counts counts = {0};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    struct machine *m = machine_in(texts[k]);
    assert_false(p1_fails(m, 2));
    assert_true(p1_fails(m, 3));
    for (uint32_t n = 0; n <= 4; n += n == 0 ? 3 : 1) { /* every N, 3 and 4 */
      assert_int_equal(end_of_search(m, n, views_search), REACH_EXCLUSION);
      assert_int_equal(end_of_search(m, n, search_without_third), REACH_ALL);
    }
    assert_int_equal(end_of_search(m, 2, views_search), REACH_ALL);
    compare(m, 0, MEMORY_CC, 3, &counts);
    compare(m, 3, MEMORY_CC, 3, &counts);
    machine_free(m);
  }
  tell("third", &counts);
  assert_int_equal(counts.not_proved[PROVE_P1], 4);
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

/* Queues whose nodes wander, right and wrong, beside what comes out at N = 2 and 3. */
static void test_nodes(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    enum reach_end end;
    bool fails;
  } cases[] = {{opens, REACH_ALL, false},      {late, REACH_EXCLUSION, true}, {taken, REACH_EXCLUSION, true},
               {again, REACH_EXCLUSION, true}, {ordered, REACH_STUCK, false}, {constant, REACH_STUCK, false}};
  struct counts counts = {.endless = true, .memory = MEMORY};
  struct machine *third = machine_in(kept);
  assert_true(!p1_fails(third, 2) && p1_fails(third, 3));
  assert_int_equal(end_of_search(third, 0, views_search), REACH_EXCLUSION);
  assert_int_equal(end_of_search(third, 0, search_without_third), REACH_ALL);
  machine_free(third);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct machine *m = machine_in(cases[k].text);
    assert_int_equal(end_of_search(m, 0, views_search), cases[k].end);
    if (cases[k].fails) assert_true(p1_fails(m, 3));
    compare(m, 0, MEMORY_CC, 3, &counts);
    compare(m, 0, MEMORY_CC_KEEP, 3, &counts);
    machine_free(m);
  }
  tell("nodes", &counts);
  assert_int_equal(counts.by_views, 1);
  assert_int_equal(counts.bounds_by_views, 2);
  assert_int_equal(counts.tight, 4);
}

/* --- paths -------------------------------------------------------------------------------------------------------- */

static const struct reach_limits enough = {.memory = MEMORY};

/* Views that have who came before whom. Without it a process that stands between two others is forgotten. */
static void test_queue(void **state)
{
  (void)state;
  static const char *const names[] = {"clh", "mcs"};
  struct error e = {0};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    struct machine *m = machine_of(algorithm_named(names[k]), &e);
    struct views_graph plain = {.steps = NULL}, queue = {.steps = NULL};
    assert_int_equal(search_with(m, (struct scene){.n = 0}, views_search, &plain), REACH_ALL);
    assert_int_equal(search_with(m, (struct scene){.queue = true}, views_search, &queue), REACH_ALL);
    assert_int_equal(views_first_come(&plain, &enough, NULL), REACH_ORDER);
    assert_int_equal(views_first_come(&queue, &enough, NULL), REACH_ALL);
    views_graph_free(&plain);
    views_graph_free(&queue);
    machine_free(m);
  }
  struct machine *m = machine_in(marked), *o = machine_in(unfair);
  struct views_graph graph = {.steps = NULL};
  assert_int_equal(search_with(m, (struct scene){.n = 0}, views_search, NULL), REACH_ALL);
  assert_int_equal(search_with(m, (struct scene){.queue = true}, views_search, NULL), REACH_STUCK);
  assert_int_equal(search_with(o, (struct scene){.queue = true}, views_search, &graph), REACH_ALL);
  assert_int_equal(views_first_come(&graph, &enough, NULL), REACH_ORDER);
  views_graph_free(&graph);
  machine_free(m);
  machine_free(o);
}

static enum reach_end first_come_of(const struct machine *m, search_fn *search)
{
  struct views_graph graph = {.steps = NULL};
  assert_int_equal(search_of(m, 0, search, &graph), REACH_ALL);
  const enum reach_end end = views_first_come(&graph, &enough, NULL);
  views_graph_free(&graph);
  return end;
}

/* A later process is let in by a third one. */
static void test_order_of_three(void **state)
{
  (void)state;
  struct machine *m = machine_in(ushered);
  bool fails[COMPARED];
  uint64_t steps[COMPARED], worst;
  assert_true(explored_at(&m->algorithm, 2, false, MEMORY_CC, fails, steps, &worst) && !fails[PROVE_P5]);
  assert_true(explored_at(&m->algorithm, 3, false, MEMORY_CC, fails, steps, &worst) && fails[PROVE_P5]);
  assert_false(fails[PROVE_P1]);
  assert_int_equal(first_come_of(m, views_search), REACH_ORDER);
  assert_int_equal(first_come_of(m, search_without_third), REACH_ALL);
  struct counts counts = {0};
  compare(m, 0, MEMORY_CC, 3, &counts);
  tell("ushered", &counts);
  assert_int_equal(counts.proved[PROVE_P1], 1);
  assert_int_equal(counts.not_proved[PROVE_P5], 1);
  machine_free(m);
}

static struct views_cost cost_by(const struct machine *m, search_fn *search)
{
  struct views_graph graph = {.steps = NULL};
  struct views_cost cost;
  assert_int_equal(search_of(m, 0, search, &graph), REACH_ALL);
  assert_int_equal(views_cost(&graph, &enough, NULL, &cost), REACH_ALL);
  views_graph_free(&graph);
  return cost;
}

/* Each process that leaves takes the copies of all that wait for their tickets. */
static void test_cost_of_third(void **state)
{
  (void)state;
  struct error e = {0};
  struct machine *m = machine_of(algorithm_named("ticket"), &e);
  bool fails[COMPARED];
  uint64_t steps[COMPARED], worst;
  assert_true(explored_at(&m->algorithm, 3, true, MEMORY_CC, fails, steps, &worst));
  assert_true(cost_by(m, views_search).all.most == REACH_NO_BOUND);
  assert_true(cost_by(m, search_without_third).all.most < worst);
  machine_free(m);
}

static bool keeps_alike(const char *name)
{
  struct error e = {0};
  struct machine *m = machine_of(algorithm_named(name), &e);
  struct views_graph graph = {.steps = NULL};
  assert_int_equal(search_of(m, 4, views_search, &graph), REACH_ALL);
  const bool alike = views_keep_alike(&graph.scenes);
  views_graph_free(&graph);
  machine_free(m);
  return alike;
}

/* In a tree two processes keep the node where they meet, and there are no accounts: a register that is a third
 * process's for one pair may not be followed by another. */
static void test_kept_alike(void **state)
{
  (void)state;
  assert_true(keeps_alike("ticket"));
  assert_true(keeps_alike("peterson_fischer")); /* its registers are the processes' */
  assert_false(keeps_alike("kessels"));
}

/* At one N with the registers of all processes, beside what comes out. The last three are wrong. */
static void test_whole(void **state)
{
  (void)state;
  static const char *const names[] = {"szymanski",       "szymanski_early",    "szymanski_one_register",
                                      "graunke_thakkar", "block_woo",          "szymanski_no_wait",
                                      "szymanski_bits",  "szymanski_three_bit"};
  struct counts counts = {.endless = true, .memory = MEMORY};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    struct error e = {0};
    struct machine *m = machine_of(algorithm_named(names[k]), &e);
    compare(m, 3, MEMORY_CC, 3, &counts);
    if (k == 3) compare(m, 3, MEMORY_DSM, 3, &counts);
    machine_free(m);
  }
  tell("whole", &counts);
  assert_int_equal(counts.by_views, 5);
  assert_int_equal(counts.not_proved[PROVE_P1], 3);
  assert_true(counts.first_come == 1 && counts.bypass == 2 && counts.bounds_by_views == 1 && counts.tight == 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_third),         cmocka_unit_test(test_nodes),
                                     cmocka_unit_test(test_queue),         cmocka_unit_test(test_order_of_three),
                                     cmocka_unit_test(test_cost_of_third), cmocka_unit_test(test_kept_alike),
                                     cmocka_unit_test(test_whole)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
