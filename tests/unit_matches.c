/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_matches.c: P1 and RMRs of tournaments match by match (prove/match.h): proofs at several N, and
 * wrong ones beside what comes out over all schedules: each with one change of a step or of a constant, and trees in
 * which two processes of a side are inside together.
 *
 * ctest: slow numbers
 */
#include <inttypes.h>

#include "explore/explore.h"
#include "prove/prove.h"

#include "changing.h"
#include "client.h"

enum { MEMORY = 256 << 20 };

static const char *const tournaments[] = {"kessels", "recoverable_peterson", "dekker", "yang_anderson"};
enum { N_TOURNAMENTS = sizeof tournaments / sizeof *tournaments, LITTLE = 4 << 20 };

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT};

/* Whether P1 is proved match by match. */
static bool is_proved(const struct machine *m, uint32_t n, size_t memory)
{
  const struct prove_spec spec = {.machine = m, .n = n, .check = {true}, .limits.memory = memory};
  struct proved proved;
  struct error e = {0};
  const bool ok = prove(&spec, &proved, &e);
  const struct prove_answer *p1 = &proved.property[PROVE_P1];
  const bool found = ok && p1->verdict == PROVE_HOLDS && (p1->basis & PROVE_BY_MATCHES);
  assert_true(!ok || (p1->basis & PROVE_BY_MATCHES) == 0 || p1->verdict == PROVE_HOLDS);
  proved_free(&proved);
  return found;
}

/* Whether two processes can be in the critical section, and what a passage costs at most; passages: of each, 0: without
 * end. False: there are too many states. */
static bool explored_at(const struct machine *m, uint32_t n, uint32_t passages, enum memory memory, bool *fails,
                        uint64_t *worst)
{
  struct error e = {0};
  struct explored found;
  struct explore_spec spec = {
    .setup = {.algorithm = &m->algorithm, .n = n, .passages = passages, .memory = memory, .sessions = &distinct},
    .cost = COST_RMR,
    .limits = {.memory = MEMORY, .threads = 1}};
  spec.check[1] = true;
  if (!explore(&spec, &found, &e)) return false;
  *fails = found.property[1].verdict == VERDICT_FAILS;
  *worst = 0;
  for (uint32_t k = 0; k < found.n_costs; k++)
    if (found.cost[k].unbounded || found.cost[k].worst > *worst)
      *worst = found.cost[k].unbounded ? UINT64_MAX : found.cost[k].worst;
  explored_free(&found);
  return true;
}

/* The most that a passage costs, match by match; REACH_NO_BOUND: that is not known so. */
static uint64_t bound_of(const struct machine *m, uint32_t n, enum memory memory, size_t bytes)
{
  const struct prove_spec spec = {.machine = m, .n = n, .memory = memory, .cost = true, .limits.memory = bytes};
  struct proved proved;
  struct error e = {0};
  const bool ok =
    prove(&spec, &proved, &e) && proved.cost.verdict == PROVE_HOLDS && (proved.cost.basis & PROVE_BY_MATCHES);
  uint64_t lines = 0;
  for (uint32_t k = 0; k < RMR_MAX_LINES; k++) lines += proved.cost.own.by_line[k];
  if (ok) assert_int_equal(lines, proved.cost.own.most);
  const uint64_t bound = ok ? prove_bound(&proved.cost, n) : REACH_NO_BOUND;
  proved_free(&proved);
  return bound;
}

/* Peterson's algorithm for two, as the node of a tree. How a process comes to a node, and in which order it leaves. */
#define TREE(name, title, before, behind, exit)                                                                        \
  "algorithm " name " \"" title "\"\nsource \"tests/unit_matches.c\"\nnote \"\"\n"                                     \
  "function levels(n) = max(1, lg(n))\n"                                                                               \
  "function at(p, level) = (2^levels(N) + p - 1) div 2^level\n"                                                        \
  "function node(p, level) = at(p, level + 1)\n"                                                                       \
  "function side(p, level) = at(p, level) mod 2\n"                                                                     \
  "shared Flag[1..2^levels(N) - 1, 0..1] : boolean\n"                                                                  \
  "shared Turn[1..2^levels(N) - 1] : 0..1\n"                                                                           \
  "process i\n"                                                                                                        \
  "  local level : -1..levels(N)\n"                                                                                    \
  "  waiting\n"                                                                                                        \
  "      for level := 0 to levels(N) - 1 do\n" before "  1     Flag[node(i, level), side(i, level)] := true\n"         \
  "  2     Turn[node(i, level)] := side(i, level)\n"                                                                   \
  "  3     wait until not Flag[node(i, level), 1 - side(i, level)] or Turn[node(i, level)] != side(i, level)\n" behind \
  "      end for\n"                                                                                                    \
  "      critical section\n"                                                                                           \
  "  exit\n"                                                                                                           \
  "      for level := " exit " do\n"                                                                                   \
  "  5     Flag[node(i, level), side(i, level)] := false\n"                                                            \
  "      end for\n"

#define FROM_ROOT "levels(N) - 1 downto 0"
#define LET_GO \
  "        if level > 0 then\n  4     Flag[node(i, level - 1), side(i, level - 1)] := false\n        end if\n"
#define STRAYS "        if i = 1 and level = 0 then\n  4     Turn[1] := 1\n        end if\n"
#define WAVES  "        if i = 1 and level = 0 then\n  4     Flag[1, 1] := false\n        end if\n"

static const char honest[] = TREE("honest", "A tree", "", "", FROM_ROOT);
/* Two processes of one side are inside together: */
static const char from_leaf[] = TREE("from_leaf", "A tree that is left from the leaf", "", "", "0 to levels(N) - 1");
static const char lets_go[] = TREE("lets_go", "A node is left when the next one is won", "", LET_GO, FROM_ROOT);
/* A process that is not inside writes: */
static const char strays[] = TREE("strays", "A turn is written from elsewhere", STRAYS, "", FROM_ROOT);
static const char waves[] = TREE("waves", "A flag is lowered from elsewhere", "", WAVES, FROM_ROOT);

/* --- right ones --------------------------------------------------------------------------------------------------- */

static struct machine *machine_in(const char *text)
{
  struct error e = {0};
  struct machine *m = machine_read("tree", text, strlen(text), NULL, &e);
  if (m == NULL) fail_msg("%s", e.text);
  return m;
}

static void test_proved(void **state)
{
  (void)state;
  static const uint32_t sizes[] = {3, 4, 5, 8, 13};
  for (size_t a = 0; a < N_TOURNAMENTS; a++) {
    struct error e = {0};
    struct machine *m = machine_of(algorithm_named(tournaments[a]), &e);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
      if (!is_proved(m, sizes[k], MEMORY)) fail_msg("%s is not proved at N = %u", tournaments[a], sizes[k]);
    machine_free(m);
  }
}

/* Bounds are what a passage costs. */
static void test_costs(void **state)
{
  (void)state;
  for (size_t a = 0; a < N_TOURNAMENTS; a++)
    for (uint32_t n = 3; n <= (strcmp(tournaments[a], "yang_anderson") == 0 ? 3 : 4); n++)
      for (int memory = 0; memory < 2; memory++) {
        struct error e = {0};
        struct machine *m = machine_of(algorithm_named(tournaments[a]), &e);
        const enum memory of = memory == 0 ? MEMORY_CC : MEMORY_CC_KEEP;
        bool fails;
        uint64_t worst;
        assert_true(explored_at(m, n, 0, of, &fails, &worst) && !fails);
        assert_int_equal(bound_of(m, n, of, MEMORY), worst);
        machine_free(m);
      }
}

/* --- wrong ones --------------------------------------------------------------------------------------------------- */

static void test_trees(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    bool fails;
  } cases[] = {{honest, false}, {from_leaf, true}, {lets_go, true}, {strays, true}, {waves, true}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    for (uint32_t n = 3; n <= 4; n++) {
      struct machine *m = machine_in(cases[k].text);
      bool fails;
      uint64_t worst;
      assert_int_equal(is_proved(m, n, MEMORY), !cases[k].fails);
      assert_true(explored_at(m, n, 2, MEMORY_CC, &fails, &worst) && fails == cases[k].fails);
      machine_free(m);
    }
}

/* Numbers have names of each process's own: a larger one of another process must not be taken for impossible. */
static void test_numbers(void **state)
{
  (void)state;
  static const char text[] = "algorithm tree \"A tree with numbers\"\nsource \"tests/unit_matches.c\"\nnote \"\"\n"
                             "function levels(n) = max(1, lg(n))\n"
                             "function at(p, level) = (2^levels(N) + p - 1) div 2^level\n"
                             "function node(level) = at(i, level) div 2\n"
                             "function side(level) = at(i, level) mod 2\n"
                             "shared Flag[1..2^levels(N) - 1, 0..1] : boolean\n"
                             "shared Turn[1..2^levels(N) - 1] : process arbitrary\n"
                             "shared M[1..2^levels(N) - 1, 0..1] : natural\n"
                             "process i\n  private c : natural\n  local level : -1..levels(N)\n  local y : natural\n"
                             "  waiting\n"
                             "      c := c + 1\n"
                             "      for level := 0 to levels(N) - 1 do\n"
                             "  1     Flag[node(level), side(level)] := true\n"
                             "  2     M[node(level), side(level)] := c\n"
                             "  3     Turn[node(level)] := i\n"
                             "  4     y := M[node(level), 1 - side(level)]\n"
                             "        if not (y > c and c > 1) then\n"
                             "  5       wait until not Flag[node(level), 1 - side(level)] or Turn[node(level)] != i\n"
                             "        end if\n"
                             "      end for\n"
                             "      critical section\n"
                             "  exit\n"
                             "      for level := levels(N) - 1 downto 0 do\n"
                             "  6     Flag[node(level), side(level)] := false\n"
                             "      end for\n";
  struct machine *m = machine_in(text);
  bool fails;
  uint64_t worst;
  assert_false(is_proved(m, 3, LITTLE));
  assert_true(explored_at(m, 2, 4, MEMORY_CC, &fails, &worst) && fails);
  machine_free(m);
}

/* One of so many changes is tried. */
enum { EVERY = 3 };

/* The results of changes. */
struct counts {
  size_t changed, proved, compared, fail, bounds, reached, every, every_compared;
};

/* A proof for every N (prove/ascent.h) is true at 3, and so is its bound; at 4, which takes long, every other one is
 * looked at. */
static void compare_every(const char *name, const struct machine *m, struct counts *c)
{
  const struct prove_spec spec = {
    .machine = m, .check = {true}, .cost = true, .any_form = true, .limits.memory = LITTLE};
  struct proved proved;
  struct error e = {0};
  bool fails = false;
  uint64_t worst = 0;
  const bool every = prove(&spec, &proved, &e) && proved.property[PROVE_P1].verdict == PROVE_HOLDS;
  for (uint32_t n = 3; every && n <= 3 + c->every % 2; n++) {
    if (!explored_at(m, n, n == 3 ? 0 : 1, MEMORY_CC, &fails, &worst)) continue;
    if (fails) fail_msg("%s is proved for every N, and fails at N = %u", name, n);
    if (worst > prove_bound(&proved.cost, n)) fail_msg("%s: a passage costs %" PRIu64 " at N = %u", name, worst, n);
    c->every_compared++;
  }
  c->every += every;
  proved_free(&proved);
}

static void compare(const char *name, const struct machine *m, struct counts *c)
{
  const bool proved = is_proved(m, 3, LITTLE);
  bool fails = false;
  uint64_t worst = 0;
  const bool known = explored_at(m, 3, proved ? 0 : 1, MEMORY_CC, &fails, &worst);
  c->changed++;
  compare_every(name, m, c);
  c->proved += proved;
  c->compared += proved && known;
  c->fail += fails;
  if (!proved) return;
  if (fails) fail_msg("%s is proved, and fails", name);
  const uint64_t bound = bound_of(m, 3, MEMORY_CC, LITTLE);
  if (bound < worst) fail_msg("%s: a passage costs %" PRIu64 ", more than %" PRIu64, name, worst, bound);
  c->bounds += bound != REACH_NO_BOUND;
  c->reached += known && bound == worst && worst != UINT64_MAX;
}

static void test_changed(void **state)
{
  (void)state;
  struct counts c = {0};
  uint32_t turn = 0;
  for (size_t a = 0; a < N_TOURNAMENTS; a++)
    for (uint32_t node = 0, k = 0, more = 1; more;) {
      struct error e = {0};
      struct machine *m = machine_of(algorithm_named(tournaments[a]), &e);
      bool same;
      more = node < m->graph.n_nodes;
      if (more && change_node(&m->graph.node[node], k, &same)) {
        if (!same && turn++ % EVERY == 0) compare(tournaments[a], m, &c);
        k++;
      } else {
        node++;
        k = 0;
      }
      machine_free(m);
    }
  print_message("%zu changed: %zu proved, %zu of them compared; %zu fail; %zu bounds, of which %zu are reached; "
                "%zu proved for every N, %zu comparisons\n",
                c.changed, c.proved, c.compared, c.fail, c.bounds, c.reached, c.every, c.every_compared);
  assert_true(c.every > 10 && c.every_compared > c.every);
  assert_true(c.proved > 20 && c.compared == c.proved && c.fail > 15 && c.bounds > 15 && c.reached > 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_proved), cmocka_unit_test(test_costs),
                                     cmocka_unit_test(test_trees), cmocka_unit_test(test_numbers),
                                     cmocka_unit_test(test_changed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
