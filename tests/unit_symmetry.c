/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_symmetry.c: states up to renaming of processes (explore/tables/symmetry.h). The alike processes are compared
 * with those by the texts; the orbits, written out, with all states; the answers with those from all states, and with
 * brute force. A renaming that is none is planted, and both the verification and the comparison of states notice it.
 */
#include "agree.h"
#include "client.h"
#include "explore/engines/breadth.h"
#include "explore/tables/alike.h"
#include "explore/tables/space.h"

#define NO_END 0u

enum { MOST_STATES = 20000 };

/* Small enough for four processes. */
static const char *const for_four[] = {"mcs", "clh", "tas", "ttas", "ticket", "anderson", "splitter"};

static const struct explore_limits limits = {.memory = (size_t)1 << 26, .threads = 1};

/* False: the tables do not fit. */
static bool make_space(const struct brute_system *s, const struct sessions *rule, struct space_spec spec,
                       struct space *out)
{
  struct error e = {0};
  spec.setup = (struct system_spec){.algorithm = s->algorithm,
                                    .parameters = s->parameters,
                                    .n = s->n,
                                    .passages = s->passages,
                                    .sessions = rule,
                                    .seed = 1};
  spec.cap = s->cap;
  spec.memory = limits.memory;
  return space_create(out, &spec, &e);
}

/* --- alike processes ---------------------------------------------------------------------------------------------- */

/* The first process that is like each, as digits. */
static const struct {
  const char *name;
  uint32_t n;
  const char *sessions, *blocks;
} alike[] = {
  {"mcs", 3, "distinct", "111"},
  {"mcs", 4, "distinct", "1111"},
  {"tas", 4, "distinct", "1111"},
  {"ttas", 4, "distinct", "1111"},
  {"ticket", 3, "distinct", "111"},
  {"anderson", 3, "distinct", "111"},
  {"clh", 4, "distinct", "1111"},           /* nodes are renamed as well */
  {"splitter", 3, "distinct", "111"},       /* X is initialised arbitrarily */
  {"peterson", 2, "distinct", "11"},        /* there is one other process, so there is no order of the others */
  {"peterson", 3, "distinct", "123"},       /* line 4 reads the others in their order */
  {"yang_anderson", 4, "distinct", "1133"}, /* the two at one node of the tree */
  {"rooms", 3, "distinct", "123"},          /* rooms are gone through in their order ... */
  {"rooms", 3, "1,1,2", "113"},             /* ... but those that ask for the same one are alike */
  {"rooms", 3, "any:2", "111"},
  {"graunke_thakkar", 2, "distinct", "12"}, /* P_1 seems to have left first */
  {"bakery", 2, "distinct", "12"},          /* a tie goes to the smaller number */
  {"burns_lamport", 3, "distinct", "123"},
  {"szymanski", 2, "distinct", "12"},
  {"philosophers", 3, "distinct", "123"},
};

static void test_who_is_alike(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof alike / sizeof *alike; k++) {
    const struct brute_system s =
      agree_system(algorithm_named(alike[k].name), alike[k].n, 1, alike[k].sessions, 2 * alike[k].n);
    struct sessions rule;
    struct error e = {0};
    struct space space;
    assert_true(sessions_parse(alike[k].sessions, &rule, &e));
    assert_true(make_space(&s, &rule, (struct space_spec){.up_to_renaming = true}, &space));
    for (uint32_t p = 1; p <= s.n; p++) {
      const uint32_t block = space.symmetry != NULL ? space.symmetry->block[p] : p;
      if (block != (uint32_t)(alike[k].blocks[p - 1] - '0'))
        fail_msg("%s, N = %u, sessions %s: P%u is like P%u", alike[k].name, s.n, alike[k].sessions, p, block);
    }
    space_free(&space);
  }
}

/* A process that is observed, or in a watched pair, is told apart. */
static void test_apart(void **state)
{
  (void)state;
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  const struct brute_system s = agree_system(algorithm_named("mcs"), 4, 1, "distinct", 8);
  struct space space;
  assert_true(make_space(
    &s, &distinct,
    (struct space_spec){.up_to_renaming = true, .observer = {.process = 2, .cost = COST_RMR}, .minimise = true},
    &space));
  assert_int_equal(space.symmetry->block[1], 1);
  assert_int_equal(space.symmetry->block[2], 2);
  assert_int_equal(space.symmetry->block[4], 1);
  space_free(&space);
  assert_true(make_space(
    &s, &distinct,
    (struct space_spec){.up_to_renaming = true, .observer = {.pair_first = 1, .pair_second = 3}, .minimise = true},
    &space));
  assert_int_equal(space.symmetry->block[3], 3);
  assert_int_equal(space.symmetry->block[4], 2);
  space_free(&space);
}

/* --- orbits ------------------------------------------------------------------------------------------------------- */

/* The states into which exchanges lead one, added to a set: how many are new; *outside: one is not in `all`. */
struct orbit {
  const struct space *space;
  const struct visited *all;
  struct visited seen;
  bool outside;
};

static void exchange(const struct symmetry *y, const struct symmetry_swap *swap, const uint64_t *from, uint64_t *to)
{
  memcpy(to, from, y->words * sizeof *to);
  for (uint32_t k = 0; k < y->n_slots; k++) {
    const uint32_t slot = swap->slot[k],
                   item = swap->item[y->first[k] + field_get(from, &y->field[k])] - y->first[slot];
    field_set(to, &y->field[slot], item);
  }
}

static void add_orbit(struct orbit *o, const uint64_t *state)
{
  const struct symmetry *y = o->space->symmetry;
  const uint64_t hash = visited_hash(state, y->words);
  bool full = false;
  if (!visited_insert(&o->seen, visited_part_of(hash), state, hash, y->words, &full)) return;
  assert_false(full);
  o->outside |= visited_lookup(o->all, state, hash, y->words) == VISITED_NONE;
  for (uint32_t p = 1; p <= y->n && !o->outside; p++)
    for (uint32_t q = p + 1; q <= y->n; q++) {
      uint64_t next[PACKING_MAX_WORDS];
      if (y->block[p] != y->block[q]) continue;
      exchange(y, symmetry_swap_of(y, p, q), state, next);
      add_orbit(o, next);
    }
}

/* Whether the orbits of the states found in `renamed` are all states, each once. */
static bool orbits_are_all(const struct space *renamed, const struct visited *all)
{
  struct breadth found;
  breadth_search(renamed, &limits, WATCH_NOTHING, true, &found);
  struct orbit o = {.space = renamed, .all = all};
  assert_true(visited_create(&o.seen, renamed->words, renamed->budget));
  bool once = true;
  for (uint32_t part = 0; part < VISITED_PARTS; part++)
    for (uint64_t k = 0; k < found.visited.part[part].capacity && !o.outside; k++) {
      const uint64_t *state = found.visited.part[part].slot + k * renamed->words, before = visited_states(&o.seen);
      if (state[0] == 0) continue;
      add_orbit(&o, state);
      once &= visited_states(&o.seen) > before;
    }
  const bool same = once && !o.outside && visited_states(&o.seen) == visited_states(all);
  visited_free(&o.seen);
  breadth_free(&found);
  return same;
}

static bool compare_orbits(const struct brute_system *s, const struct sessions *rule, bool minimise)
{
  struct space plain, renamed;
  struct breadth all;
  if (!make_space(s, rule, (struct space_spec){.minimise = minimise, .up_to_renaming = true}, &renamed)) return false;
  const bool some = renamed.symmetry != NULL;
  if (some) {
    assert_true(make_space(s, rule, (struct space_spec){.minimise = minimise}, &plain));
    breadth_search(&plain, &limits, WATCH_NOTHING, true, &all);
    if (all.complete && all.states < MOST_STATES && !orbits_are_all(&renamed, &all.visited))
      fail_msg("%s, N = %u, %u passages: the orbits are not all states, each once", s->algorithm->name, s->n,
               s->passages);
    breadth_free(&all);
    space_free(&plain);
  }
  space_free(&renamed);
  return some;
}

static size_t compare_both(const struct rmr_algorithm *a, uint32_t n, uint32_t passages, const char *sessions)
{
  struct sessions rule;
  struct error e = {0};
  const struct brute_system s = agree_system(a, n, passages, sessions, n + 1);
  assert_true(sessions_parse(sessions, &rule, &e));
  const size_t some = compare_orbits(&s, &rule, false);
  return some + (some != 0 && compare_orbits(&s, &rule, true));
}

static void test_orbits(void **state)
{
  (void)state;
  size_t some = 0;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++)
    some += compare_both(*a, 2, 1, "distinct") + compare_both(*a, 2, 1, "any:2");
  for (size_t k = 0; k < sizeof for_four / sizeof *for_four; k++)
    for (uint32_t n = 2; n <= 4; n++)
      for (uint32_t passages = 0; passages <= 1; passages++)
        some += compare_both(algorithm_named(for_four[k]), n, passages, "distinct");
  print_message("%zu systems with processes that are alike\n", some);
  assert_true(some > 100);
}

/* --- answers ------------------------------------------------------------------------------------------------------ */

static void same_verdict(const struct brute_system *s, const char *name, const struct explored_property *a,
                         const struct explored_property *b)
{
  if (a->verdict != b->verdict || a->complete != b->complete || a->capped != b->capped ||
      (b->verdict == VERDICT_HOLDS && a->bound != b->bound) || a->process != b->process || a->other != b->other ||
      a->rests != b->rests)
    fail_msg("%s, N = %u, %u passages: not of one mind about %s", s->algorithm->name, s->n, s->passages, name);
  if (b->verdict == VERDICT_FAILS) assert_true(a->witness.found);
}

static void same_costs(const struct brute_system *s, const struct explored *a, const struct explored *b)
{
  assert_int_equal(a->n_costs, b->n_costs);
  for (uint32_t k = 0; k < a->n_costs; k++) {
    const struct explored_cost *x = &a->cost[k], *y = &b->cost[k];
    if ((!x->unbounded && x->worst != y->worst) || x->unbounded != y->unbounded || x->complete != y->complete ||
        x->capped != y->capped || x->process != y->process)
      fail_msg("%s, N = %u, %u passages: P%u pays %llu, or %llu", s->algorithm->name, s->n, s->passages, x->process,
               (unsigned long long)x->worst, (unsigned long long)y->worst);
    assert_int_equal(x->witness.found, y->witness.found);
  }
}

/* Asks twice. Every witness is played by the simulator before explore() returns. True: some processes are alike. */
static bool ask_both(const struct brute_system *s, const char *sessions, enum memory memory, enum cost_id cost,
                     bool properties)
{
  struct sessions rule;
  struct error e = {0};
  struct explored *renamed = mem_new(2, sizeof *renamed), *all = renamed + 1;
  struct explore_spec spec = agree_spec(s, sessions, &rule);
  spec.setup.memory = memory;
  spec.setup.parameters = s->parameters;
  spec.limits.memory = limits.memory;
  spec.limits.threads = 2;
  spec.cost = cost;
  for (uint32_t k = PROPERTY_P1; k <= PROPERTY_P7; k++) spec.check[k] = properties;
  spec.up_to_renaming = true;
  const bool ok = explore(&spec, renamed, &e);
  if (!ok && e.code == EXIT_INTERNAL) fail_msg("%s", e.text);
  const bool some = ok && (renamed->renamed || renamed->alike != NULL);
  spec.up_to_renaming = false;
  if (some && renamed->complete && renamed->states < MOST_STATES / 10) {
    if (!explore(&spec, all, &e)) fail_msg("%s", e.text);
    assert_false(all->renamed);
    assert_true(renamed->states < all->states || renamed->states == 0);
    for (uint32_t k = PROPERTY_P1; k <= PROPERTY_P7; k++)
      same_verdict(s, property_key(k), &renamed->property[k], &all->property[k]);
    same_costs(s, renamed, all);
    for (uint32_t k = 0; all->largest != NULL && k < s->algorithm->n_shared * RMR_MAX_FIELDS; k++)
      assert_int_equal(renamed->largest[k], all->largest[k]);
    explored_free(all);
  }
  if (ok) explored_free(renamed);
  free(renamed);
  return some;
}

static void test_answers(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    uint32_t most;
  } of[] = {{"anderson", 3}, {"block_woo", 2}, {"burns_1981", 2},   {"clh", 3},      {"grid_renaming", 2},
            {"mcs", 3},      {"peterson", 2},  {"rooms", 2},        {"splitter", 3}, {"tas", 3},
            {"ticket", 3},   {"ttas", 3},      {"yang_anderson", 3}};
  for (size_t k = 0; k < sizeof of / sizeof *of; k++)
    for (uint32_t n = 2; n <= of[k].most; n++)
      for (uint32_t passages = 0; passages <= 2; passages++) {
        const struct brute_system s = agree_system(algorithm_named(of[k].name), n, passages, "distinct", n + 1);
        if (n == 3 && passages == 2) continue;
        assert_true(ask_both(&s, "distinct", MEMORY_CC, COST_RMR, true));
        ask_both(&s, "any:2", MEMORY_CC, COST_RMR, n == 2);
        ask_both(&s, "distinct", MEMORY_DSM, COST_RMR, false);
        ask_both(&s, "distinct", MEMORY_CC_WRITEBACK, COST_RMR, false);
        ask_both(&s, "distinct", MEMORY_CC_KEEP, COST_STEPS, false);
        ask_both(&s, "distinct", MEMORY_CC, COST_BYPASS, false);
      }
}

/* Of four processes, of which three are renamed. */
static void test_answers_for_four(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof for_four / sizeof *for_four; k++)
    for (uint32_t passages = 0; passages <= 1; passages++) {
      const struct brute_system s = agree_system(algorithm_named(for_four[k]), 4, passages, "distinct", 5);
      assert_true(ask_both(&s, "distinct", MEMORY_CC, COST_RMR, true));
    }
}

/* The same question to brute force, which knows nothing of renamings. */
static void test_brute_force_says_so(void **state)
{
  (void)state;
  static const char *const names[] = {"mcs", "clh", "tas", "ttas", "ticket", "anderson"};
  static const enum explored_verdict verdicts[] = {
    [BRUTE_HOLDS] = VERDICT_HOLDS, [BRUTE_FAILS] = VERDICT_FAILS, [BRUTE_DOES_NOT_APPLY] = VERDICT_NOT_CHECKED};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    for (uint32_t passages = 0; passages <= 1; passages++) {
      const struct brute_system s = agree_system(algorithm_named(names[k]), 3, passages, "distinct", 8);
      struct brute_properties brute;
      struct sessions rule;
      struct explore_spec spec = agree_spec(&s, "distinct", &rule);
      struct explored found;
      struct error e = {0};
      brute_properties(&s, &brute);
      for (uint32_t p = PROPERTY_P1; p <= PROPERTY_P7; p++) spec.check[p] = true;
      spec.up_to_renaming = true;
      spec.cost = passages == 1 ? COST_RMR : COST_NONE;
      if (!explore(&spec, &found, &e)) fail_msg("%s", e.text);
      assert_true(found.renamed && found.states < brute.size.states);
      for (uint32_t p = PROPERTY_P1; p <= PROPERTY_P7; p++)
        if (found.property[p].verdict != verdicts[brute.p[p]])
          fail_msg("%s, %u passages: not of one mind about %s", names[k], passages, property_key(p));
      if (brute.p[3] == BRUTE_HOLDS) assert_int_equal(found.property[3].bound, brute.exit[0]);
      if (brute.p[4] == BRUTE_HOLDS) assert_int_equal(found.property[4].bound, brute.entry[0]);
      for (uint32_t c = 0; c < found.n_costs; c++) {
        const struct brute_question q = {.cost = BRUTE_RMR, .observed = c + 1};
        assert_int_equal(found.cost[c].unbounded ? BRUTE_UNBOUNDED : found.cost[c].worst, agree_brute_cost(&s, &q));
      }
      explored_free(&found);
    }
}

/* --- a renaming that is none -------------------------------------------------------------------------------------- */

/* Exchanges what two items of a slot correspond to. */
static void spoil(const struct symmetry *y, struct symmetry_swap *swap, uint32_t a, uint32_t b)
{
  const uint32_t to_a = swap->item[y->first[0] + a], to_b = swap->item[y->first[0] + b];
  swap->item[y->first[0] + a] = to_b;
  swap->item[to_b] = y->first[0] + a;
  swap->item[y->first[0] + b] = to_a;
  swap->item[to_a] = y->first[0] + b;
}

static void test_planted(void **state)
{
  (void)state;
  const struct sessions distinct = {.rule = SESSIONS_DISTINCT};
  const struct brute_system s = agree_system(algorithm_named("mcs"), 3, 1, "distinct", 6);
  struct space plain, space;
  struct breadth all;
  assert_true(make_space(&s, &distinct, (struct space_spec){0}, &plain));
  assert_true(make_space(&s, &distinct, (struct space_spec){.up_to_renaming = true}, &space));
  breadth_search(&plain, &limits, WATCH_NOTHING, true, &all);
  struct symmetry *y = space.symmetry;
  struct symmetry_swap *swap = &y->swap[0 * y->n + 2 - 1]; /* of P1 and P2 */
  assert_true(alike_verify(&space, y, 1, 2, swap));
  assert_true(orbits_are_all(&space, &all.visited));
  for (uint32_t b = 1; b < space.automata.process[1].n_locals; b++) { /* no two local states can be confused */
    spoil(y, swap, b - 1, b);
    assert_false(alike_verify(&space, y, 1, 2, swap));
    spoil(y, swap, b - 1, b);
  }
  assert_false(alike_verify(&space, y, 1, 3, swap)); /* another exchange */
  swap->slot[y->n] = (uint16_t)y->n;                 /* next[1] stays where it is */
  assert_false(alike_verify(&space, y, 1, 2, swap));
  swap->slot[y->n] = (uint16_t)(y->n + 1);
  assert_true(alike_verify(&space, y, 1, 2, swap));
  spoil(y, swap, 1, 2);
  assert_false(orbits_are_all(&space, &all.visited));
  breadth_free(&all);
  space_free(&space);
  space_free(&plain);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_who_is_alike),     cmocka_unit_test(test_apart),
    cmocka_unit_test(test_orbits),           cmocka_unit_test(test_answers),
    cmocka_unit_test(test_answers_for_four), cmocka_unit_test(test_brute_force_says_so),
    cmocka_unit_test(test_planted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
