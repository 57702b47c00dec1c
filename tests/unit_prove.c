/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_prove.c: what is proved for every N (prove/prove.h), beside what comes out at N = 2 and 3 over all schedules: a
 * property that is proved holds, and a bound is never exceeded. So for the algorithms as they are, and for thousands of
 * wrong ones: a step left out, a branch the other way round, another comparison, another constant. The explorer and the
 * prover get the same graph. At N = 2 and 3 the prover is asked twice, for this N and for every N.
 *
 * ctest: slow numbers
 */
#include <inttypes.h>

#include "explore/explore.h"
#include "prove/prove.h"

#include "client.h"

enum { MEMORY = 256 << 20 };

static const struct sessions distinct = {.rule = SESSIONS_DISTINCT}, any_of_two = {.rule = SESSIONS_ANY, .any = 2};

struct counts {
  size_t proved[N_PROVE_PROPERTIES], not_proved[N_PROVE_PROPERTIES], bounds, tight, compared, not_followed;
};

/* --- what comes out ----------------------------------------------------------------------------------------------- */

enum { COMPARED = 3 }; /* properties of the explorer, too */
static const uint32_t properties[COMPARED] = {1, 3, 5};

/* Whether the property fails, and the most that a passage costs; UINT64_MAX: it is not known. */
static bool explored_at(const struct rmr_algorithm *a, uint32_t n, enum memory memory, bool fails[COMPARED],
                        uint64_t *steps, uint64_t *worst)
{
  struct error e = {0};
  struct explored found;
  struct explore_spec spec = {.setup = {.algorithm = a,
                                        .n = n,
                                        .passages = n == 2 ? 0 : 1,
                                        .memory = memory,
                                        .sessions = a->group ? &any_of_two : &distinct},
                              .cost = COST_RMR,
                              .cap = 6,
                              .limits = {.memory = MEMORY, .threads = 1}};
  for (int k = 0; k < COMPARED; k++) spec.check[properties[k]] = true;
  if (!explore(&spec, &found, &e)) return false;
  for (int k = 0; k < COMPARED; k++) fails[k] = found.property[properties[k]].verdict == VERDICT_FAILS;
  *steps = fails[PROVE_P3] ? UINT64_MAX : found.property[3].bound;
  *worst = 0;
  for (uint32_t k = 0; k < found.n_costs; k++) {
    if (found.cost[k].unbounded) *worst = UINT64_MAX;
    if (*worst != UINT64_MAX && found.cost[k].worst > *worst) *worst = found.cost[k].worst;
  }
  explored_free(&found);
  return true;
}

/* --- the comparison ----------------------------------------------------------------------------------------------- */

static void compare_with(const struct machine *m, const struct proved *proved, uint32_t n,
                         const struct prove_spec *spec, struct counts *counts)
{
  bool fails[COMPARED];
  uint64_t steps, worst;
  if (!explored_at(&m->algorithm, n, spec->memory, fails, &steps, &worst)) return;
  counts->compared++;
  for (int k = 0; k < COMPARED; k++)
    if (proved->property[k].verdict == PROVE_HOLDS && fails[k])
      fail_msg("%s: property %d is proved for N = %u (0: every N), and fails at N = %u", m->algorithm.name, k, spec->n,
               n);
  if (proved->property[PROVE_P3].verdict == PROVE_HOLDS && steps > proved->property[PROVE_P3].bound)
    fail_msg("%s: an exit takes %" PRIu64 " steps at N = %u", m->algorithm.name, steps, n);
  const uint64_t bound = prove_bound(&proved->cost, n);
  if (worst > bound)
    fail_msg("%s: a passage costs %" PRIu64 " at N = %u, more than %" PRIu64, m->algorithm.name, worst, n, bound);
  counts->tight += proved->cost.verdict == PROVE_HOLDS && worst == bound;
}

static void compare(const struct machine *m, uint32_t of, enum memory memory, uint32_t most_n, struct counts *counts)
{
  const struct prove_spec spec = {
    .machine = m, .n = of, .memory = memory, .check = {true, true, true}, .cost = true, .limits.memory = MEMORY / 8};
  struct proved proved;
  struct error e = {0};
  if (!prove(&spec, &proved, &e)) {
    counts->not_followed++;
    proved_free(&proved);
    return;
  }
  bool any = proved.cost.verdict == PROVE_HOLDS;
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) {
    counts->proved[k] += proved.property[k].verdict == PROVE_HOLDS;
    counts->not_proved[k] += proved.property[k].verdict == PROVE_NOT_PROVED;
    any |= proved.property[k].verdict == PROVE_HOLDS;
  }
  counts->bounds += proved.cost.verdict == PROVE_HOLDS;
  for (uint32_t n = of != 0 ? of : 2; any && n <= (of != 0 ? of : most_n); n++)
    compare_with(m, &proved, n, &spec, counts);
  proved_free(&proved);
}

static void tell(const char *what, const struct counts *c)
{
  print_message(
    "%s: P1 proved %zu, not %zu; P3 %zu, %zu; P5 %zu, %zu; %zu bounds, %zu of them reached; %zu comparisons; %zu "
    "not followed\n",
    what, c->proved[0], c->not_proved[0], c->proved[1], c->not_proved[1], c->proved[2], c->not_proved[2], c->bounds,
    c->tight, c->compared, c->not_followed);
}

/* --- algorithms as they are --------------------------------------------------------------------------------------- */

/* What takes long. */
static bool is_large(const char *name)
{
  static const char *const large[] = {"hesselink_2013",           "hesselink_2015",      "szymanski_four_bit",
                                      "lamport_three_bit",        "lycklama_hadzilacos", "recoverable_epoch",
                                      "takamura_igarashi_standin"};
  for (size_t k = 0; k < sizeof large / sizeof *large; k++)
    if (strncmp(name, large[k], strlen(large[k])) == 0) return true;
  return false;
}

static void test_as_they_are(void **state)
{
  (void)state;
  struct counts counts = {0};
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++) {
    struct error e = {0};
    struct machine *m = (*a)->text != NULL && !is_large((*a)->name) ? machine_of(*a, &e) : NULL;
    if (m == NULL) continue;
    compare(m, 0, MEMORY_CC, 3, &counts);
    compare(m, 0, MEMORY_DSM, 2, &counts);
    compare(m, 2, MEMORY_CC_KEEP, 2, &counts);
    compare(m, 3, MEMORY_CC, 3, &counts);
    machine_free(m);
  }
  tell("as they are", &counts);
  assert_true(counts.proved[PROVE_P1] > 40 && counts.proved[PROVE_P5] > 8 && counts.bounds > 8 && counts.tight > 0);
}

/* --- wrong ones --------------------------------------------------------------------------------------------------- */

static struct code *code_of(const struct value *v)
{
  return (struct code *)(uintptr_t)v->code; /* the machine is ours */
}

/* Another comparison or constant; false: the value has no such operation. */
static bool change_value(const struct value *v, uint32_t which)
{
  static const uint8_t other[][2] = {
    {EXPR_LESS, EXPR_AT_MOST}, {EXPR_AT_MOST, EXPR_LESS}, {EXPR_EQUAL, EXPR_DIFFERENT}, {EXPR_DIFFERENT, EXPR_EQUAL},
    {EXPR_AND, EXPR_OR},       {EXPR_OR, EXPR_AND},       {EXPR_LARGER, EXPR_SMALLER}};
  if (which >= v->n) return false;
  struct code *c = code_of(v) + which;
  if (c->kind == EXPR_NUMBER) {
    c->number = c->number == 0 ? 1 : 0;
    return true;
  }
  for (size_t k = 0; k < sizeof other / sizeof *other; k++)
    if (c->kind == other[k][0]) {
      c->kind = other[k][1];
      return true;
    }
  return false;
}

/* The k-th change of a node; false: there are not so many. *same: it is none. */
static bool change_node(struct node *n, uint32_t k, bool *same)
{
  *same = false;
  if (k == 0) {
    if (n->kind == NODE_BRANCH) {
      const uint32_t next = n->next;
      n->next = n->other;
      n->other = next;
    } else if (n->kind == NODE_ACCESS && n->access == RMR_WRITE) {
      n->access = RMR_LOCAL;
    } else {
      *same = true;
    }
    return true;
  }
  if (k > n->value.n) return false;
  *same = n->kind == NODE_REMAINDER || !change_value(&n->value, k - 1);
  return true;
}

/* All changes of an algorithm, one at a time. */
static void test_wrong_ones(void **state)
{
  (void)state;
  static const char *const names[] = {
    "bakery",    "burns_lamport", "burns_1981",   "burns_lynch",       "dijkstra",         "knuth",
    "de_bruijn", "tas",           "lamport_fast", "eisenberg_mcguire", "szymanski_no_wait"};
  struct counts counts = {0};
  for (size_t a = 0; a < sizeof names / sizeof *names; a++) {
    const struct rmr_algorithm *honest = algorithm_named(names[a]);
    for (uint32_t node = 0, k = 0, more = 1; more;) {
      struct error e = {0};
      struct machine *m = machine_of(honest, &e);
      bool same;
      more = node < m->graph.n_nodes;
      if (more && change_node(&m->graph.node[node], k, &same)) {
        if (!same) compare(m, 0, MEMORY_CC, 3, &counts);
        k++;
      } else {
        node++;
        k = 0;
      }
      machine_free(m);
    }
  }
  tell("wrong ones", &counts);
  assert_true(counts.proved[PROVE_P1] > 100 && counts.not_proved[PROVE_P1] > 100 && counts.compared > 200);
}

/* --- what only becomes known step by step ------------------------------------------------------------------------- */

/* A process climbs as others do, and at the top enters without looking. A value is only known to be written once the one
 * below it is. */
static const char ladder[] =
  "algorithm ladder \"A ladder\"\nsource \"tests/unit_prove.c\"\nnote \"\"\n"
  "shared step[1..N] : 0..30\nprocess i\n  local j : 1..N\n  local v, mine : 0..30\n  waiting\n"
  "      mine := 1\n"
  "  1   L: step[i] := mine\n"
  "      for j := 1 to N do\n"
  "  2     if j != i then\n"
  "          v := step[j]\n"
  "          if v = mine and mine < 30 then mine := mine + 1; goto L end if\n"
  "          if mine < 30 then goto L end if\n"
  "        end if\n"
  "      end for\n"
  "      critical section\n  exit\n  3   step[i] := 0\n";

static void test_ladder(void **state)
{
  (void)state;
  struct error e = {0};
  struct machine *m = machine_read("ladder", ladder, strlen(ladder), NULL, &e);
  if (m == NULL) fail_msg("%s", e.text);
  const struct prove_spec spec = {.machine = m, .check = {true}, .limits.memory = MEMORY};
  struct proved proved;
  if (!prove(&spec, &proved, &e)) fail_msg("%s", e.text);
  assert_int_equal(proved.property[PROVE_P1].verdict, PROVE_NOT_PROVED);
  proved_free(&proved);
  machine_free(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ladder), cmocka_unit_test(test_as_they_are),
                                     cmocka_unit_test(test_wrong_ones)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
