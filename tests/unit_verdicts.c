/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_verdicts.c: the verdicts on the algorithms of the papers. Another checker, written before this one and with
 * nothing in common with it, has looked at all schedules of the same algorithms; its table of verdicts is the table
 * here, row by row: mutual exclusion (P1), deadlock freedom (P6), starvation freedom (P2), bounded exit (P3),
 * concurrent entry (P4), first come, first served (P5), for passages without end. Where a register is unbounded both
 * look as far as a cap, which bounds the verdict `holds`.
 *
 * The long rows take from ten seconds to two minutes each, and up to 4 GB; they are run where RMR_LONG=1 is set. Rows
 * of that table that are not here: GLB's other orders of reading, tickets read in two reads, the three-bit algorithm
 * with both p7 and p9 reading s first, the flag algorithm with its flag in three bits, and the stand-in for JPT with a
 * turn modulo M. None of these is shipped. It has kessels with one tree, this one with both.
 *
 * ctest: slow numbers
 */
#include <inttypes.h>

#include "explore/explore.h"

#include "client.h"
#include "explore/mutants/mutate.h"
#include "model/choice.h"

extern const struct rmr_algorithm rmr_algorithm_snob;

enum { COLUMNS = 6 };

static const uint32_t column_property[COLUMNS] = {1, 6, 2, 3, 4, 5}; /* ME DF SF BE CE FCFS */
static const char letters[] = {
  [VERDICT_NOT_CHECKED] = '?', [VERDICT_NOT_DECIDED] = '!', [VERDICT_HOLDS] = '+', [VERDICT_FAILS] = '-'};

struct table_row {
  const char *algorithm; /* with parameters, as a user gives it */
  uint32_t from, to;     /* every N of these */
  const char *sessions;
  rmr_word cap; /* of registers without a maximum; 0: there are none */
  const char *verdicts;
};

/* + holds, - fails, . not said. */
/* clang-format off */
static const struct table_row rows[] = {
  /*                                N    sessions, cap ME DF SF BE CE FCFS */
  {"szymanski",                    2, 4, "distinct",  0, "+++-.."},
  {"szymanski_early",              2, 4, "distinct",  0, "++++.."},
  {"szymanski_no_wait",            2, 2, "distinct",  0, "-....."},
  {"szymanski_three_bit",          2, 2, "distinct",  0, "++++.."},
  {"szymanski_three_bit",          3, 3, "distinct",  0, "-....."},
  {"szymanski_three_bit_repaired", 2, 4, "distinct",  0, "++++.."},
  {"szymanski_four_bit",           2, 2, "distinct",  0, "-+++.-"},
  {"szymanski_four_bit_repaired",  2, 2, "distinct",  0, "++++.-"},
  {"szymanski_bits",               2, 2, "distinct",  0, "+++-.."},
  {"szymanski_bits",               3, 3, "distinct",  0, "-....."},
  {"szymanski_bits_reordered",     2, 3, "distinct",  0, "+++-.."},
  {"burns_lamport",                2, 4, "distinct",  0, "++-+.."},
  {"burns_1981",                   2, 3, "distinct",  0, "++-+.."},
  {"burns_1981",                   4, 4, "distinct",  0, "+--+.."}, /* line 3 sees flag by flag down, never all */
  {"eisenberg_mcguire",            2, 4, "distinct",  0, "++++.."},
  {"knuth",                        2, 4, "distinct",  0, "+++++."},
  {"de_bruijn",                    2, 4, "distinct",  0, "+++++."},
  {"hehner_shyamasundar",          2, 2, "distinct",  4, "++++++"},
  {"hehner_shyamasundar",          3, 3, "distinct",  6, "++++++"},
  {"kessels",                      2, 3, "distinct",  0, "++++.."},
  {"kessels:padded=1",             2, 3, "distinct",  0, "++++.."},
  {"peterson_fischer",             2, 3, "distinct",  0, "++++.."},
  {"anderson_kim",                 2, 2, "distinct",  0, "++++.."},
  {"abortable_queue",              2, 2, "distinct",  0, "++++.-"}, /* each is told to go away once */
  {"burns_lynch",                  2, 4, "distinct",  0, "++-+.."},
  {"dijkstra",                     2, 4, "distinct",  0, "++-+.."},
  {"block_woo",                    2, 3, "distinct",  0, "++++.."},
  {"peterson",                     2, 4, "distinct",  0, "++++.."},
  {"lamport_fast",                 2, 4, "distinct",  0, "++-+.."},
  {"lamport_three_bit",            2, 3, "distinct",  0, "++++.."},
  {"bakery",                       2, 2, "distinct",  8, "++++.+"},
  {"bakery",                       3, 3, "distinct",  5, "++++.+"},
  {"bw_bakery",                    2, 3, "distinct",  0, "++++.+"},
  {"bounded_bakery",               2, 3, "distinct",  0, "++++.+"},
  {"yang_anderson",                2, 3, "distinct",  0, "++++.."},
  {"yang_anderson_one_p",          3, 3, "distinct",  0, "-....."},
  {"yang_anderson_fast",           2, 2, "distinct",  0, "++++.."},
  {"lycklama_hadzilacos",          2, 2, "distinct",  0, "++++.+"},
  {"aravind",                      2, 3, "distinct",  0, "++++.+"},
  {"hesselink_2013",               2, 2, "distinct",  0, "++++.+"},
  {"hesselink_2015",               2, 3, "distinct",  0, "++++.+"},
  {"grid_renaming",                2, 3, "distinct",  0, "+....."}, /* ME: names held together differ, and are small */
  {"grid_renaming_long",           2, 3, "distinct",  0, "+....."},
  {"glb",                          2, 2, "any:2",     6, "++++++"},
  {"bwbgme",                       2, 2, "any:2",     0, "++-+-+"},
  {"bwbgme_repaired",              2, 2, "any:2",     0, "++++++"},
  {"rooms",                        2, 2, "any:2",     6, "++++--"},
  {"two_rooms",                    2, 3, "any:2",     0, "++---."},
  {"two_rooms",                    3, 3, "distinct",  0, "-....."}, /* a session that has no room */
  {"keane_moir",                   2, 2, "any:2",     0, "+++--."},
  {"burns_lamport_gme",            2, 3, "any:2",     0, "++-++."},
  {"hadzilacos_standin",           2, 2, "any:2",     0, "++++++"},
  {"jpt_standin",                  2, 2, "any:2",    10, "++++++"},
  {"joung_standin",                2, 3, "any:2",     0, "+++++."},
  {"joung_standin",                2, 3, "any:3",     0, "+++++."},
  {"takamura_igarashi_standin",    2, 2, "any:2",     6, "+++--."},
};

static const struct table_row long_rows[] = {
  {"abortable_queue",              3, 3, "distinct",  0, "++++.-"},
  {"hesselink_2013",               3, 3, "distinct",  0, "++++.+"},
  {"szymanski_four_bit_repaired",  3, 3, "distinct",  0, "++++.-"},
  {"lycklama_hadzilacos",          3, 3, "distinct",  0, "++++.+"},
  {"glb",                          3, 3, "any:2",     4, "++++++"},
  {"bwbgme",                       3, 3, "any:2",     0, "++-+-+"},
  {"bwbgme_repaired",              3, 3, "any:2",     0, "++++++"},
  {"hadzilacos_standin",           3, 3, "any:2",     0, "++++++"},
  {"jpt_standin",                  3, 3, "any:2",     4, "++++++"},
  {"joung_standin",                4, 4, "any:2",     0, "+.+..."},
  {"takamura_igarashi_standin",    3, 3, "any:2",     4, "+++---"},
};
/* clang-format on */

/* --- asking ------------------------------------------------------------------------------------------------------- */

static struct explore_spec spec_of(const struct rmr_algorithm *a, uint32_t n, const char *sessions,
                                   const char *verdicts, struct sessions *rule)
{
  struct error e = {0};
  struct explore_spec spec = {.setup = {.algorithm = a, .n = n, .sessions = rule},
                              .limits = {.memory = (size_t)4 << 30, .threads = 1}};
  assert_true(sessions_parse(sessions, rule, &e));
  for (int k = 0; k < COLUMNS; k++) spec.check[column_property[k]] = verdicts[k] != '.';
  return spec;
}

/* Fails unless the verdicts are those of the row: of all runs where the registers are bounded, up to the cap where
 * not. */
static void assert_verdicts(const struct explore_spec *spec, const char *verdicts, struct explored *found)
{
  struct error e = {0};
  char seen[COLUMNS + 1] = "......";
  if (!explore(spec, found, &e)) fail_msg("%s, N = %u: %s", spec->setup.algorithm->name, spec->setup.n, e.text);
  for (int k = 0; k < COLUMNS; k++) {
    const struct explored_property *p = &found->property[column_property[k]];
    if (verdicts[k] == '.') continue;
    seen[k] = letters[p->verdict];
    if (p->verdict == VERDICT_FAILS) assert_true(p->witness.found);
    if (p->verdict == VERDICT_HOLDS) assert_true(p->complete && p->capped == (spec->cap != 0));
  }
  if (strcmp(seen, verdicts) != 0)
    fail_msg("%s, N = %u: %s, not %s (ME DF SF BE CE FCFS)", spec->setup.algorithm->name, spec->setup.n, seen,
             verdicts);
}

static struct algorithm_choice *choice_of(const char *text)
{
  struct error e = {0};
  struct algorithm_choice *choice = algorithm_choose(text, NULL, &e);
  if (choice == NULL) fail_msg("%s", e.text);
  return choice;
}

static void check_rows(const struct table_row *row, size_t n_rows)
{
  for (const struct table_row *end = row + n_rows; row < end; row++)
    for (uint32_t n = row->from; n <= row->to; n++) {
      struct sessions rule;
      struct explored found;
      struct algorithm_choice *choice = choice_of(row->algorithm);
      struct explore_spec spec = spec_of(choice->algorithm, n, row->sessions, row->verdicts, &rule);
      algorithm_ask(choice, &spec.setup);
      spec.cap = row->cap;
      assert_verdicts(&spec, row->verdicts, &found);
      explored_free(&found);
      algorithm_release(choice);
    }
}

static void test_table(void **state)
{
  (void)state;
  check_rows(rows, sizeof rows / sizeof *rows);
}

static bool long_ones_too(void)
{
  const char *asked = getenv("RMR_LONG");
  return asked != NULL && strcmp(asked, "1") == 0;
}

static void test_long_rows(void **state)
{
  (void)state;
  if (!long_ones_too()) skip();
  check_rows(long_rows, sizeof long_rows / sizeof *long_rows);
}

/* The grid that is for one use, used once. */
static void test_one_shot_names(void **state)
{
  (void)state;
  for (uint32_t n = 2; n <= (long_ones_too() ? 4 : 3); n++) {
    struct sessions rule;
    struct explored found;
    struct explore_spec spec = spec_of(algorithm_named("grid_renaming"), n, "distinct", "+.....", &rule);
    spec.setup.passages = 1;
    assert_verdicts(&spec, "+.....", &found);
    explored_free(&found);
  }
}

/* The algorithm that uses its registers up: there are as many as its passages need. */
static void test_counted_passages(void **state)
{
  (void)state;
  static const struct {
    uint32_t n, passages;
    rmr_word last; /* the level behind the last one that is used */
  } sizes[] = {{2, 1, 3}, {2, 2, 7}, {3, 1, 6}};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    struct sessions rule;
    struct explored found;
    const struct rmr_algorithm *a = algorithm_named("merritt_taubenfeld");
    struct explore_spec spec = spec_of(a, sizes[k].n, "distinct", "++++..", &rule);
    spec.setup.passages = sizes[k].passages;
    assert_verdicts(&spec, "++++..", &found);
    assert_int_equal(found.largest[(a->n_shared - 1) * RMR_MAX_FIELDS], sizes[k].last);
    explored_free(&found);
  }
}

/* The largest value of the field `number` of an algorithm's tickets. */
static rmr_word largest_number(const struct rmr_algorithm *a, const struct explored *found)
{
  for (uint32_t g = 0; g < a->n_shared; g++)
    for (uint32_t f = 0; a->shared[g].fields != NULL && a->shared[g].fields[f].name != NULL; f++)
      if (strcmp(a->shared[g].fields[f].name, "number") == 0) return found->largest[g * RMR_MAX_FIELDS + f];
  fail_msg("%s has no numbers", a->name);
  return -1;
}

/* The tickets of the bounded bakeries go as far as the papers say: to N, and with sessions to N + 1. */
static void test_largest_tickets(void **state)
{
  (void)state;
  static const struct {
    const char *algorithm;
    uint32_t n;
    const char *sessions;
    rmr_word largest;
  } tickets[] = {{"bw_bakery", 2, "distinct", 2},
                 {"bw_bakery", 3, "distinct", 3},
                 {"bwbgme", 2, "any:2", 3},
                 {"bwbgme_repaired", 2, "any:2", 3}};
  for (size_t k = 0; k < sizeof tickets / sizeof *tickets; k++) {
    struct sessions rule;
    struct explored found;
    const struct rmr_algorithm *a = algorithm_named(tickets[k].algorithm);
    const struct explore_spec spec = spec_of(a, tickets[k].n, tickets[k].sessions, "+.....", &rule);
    assert_verdicts(&spec, "+.....", &found);
    assert_int_equal(largest_number(a, &found), tickets[k].largest);
    explored_free(&found);
  }
}

/* --- costs where the print can be read in two ways ---------------------------------------------------------------- */

enum { MOST_PROCESSES = 5 };

/* One passage each, from cold caches, memory cc. The trees differ where N is no power of two only. */
/* clang-format off */
static const struct {
  const char *algorithm;
  uint32_t n, registers;
  uint64_t worst[MOST_PROCESSES]; /* of P_1, P_2, ... */
  bool takes_long;
} readings[] = {
  {"kessels",          2,  4, {6, 7},               false},
  {"kessels",          3,  8, {8, 12, 13},          false},
  {"kessels",          4, 12, {13, 14, 14, 14},     false},
  {"kessels",          5, 16, {15, 14, 15, 19, 20}, false},
  {"kessels:padded=1", 2,  4, {6, 7},               false},
  {"kessels:padded=1", 3, 12, {12, 13, 13},         false},
  {"kessels:padded=1", 4, 12, {13, 14, 14, 14},     false},
  {"kessels:padded=1", 5, 28, {19, 20, 20, 20, 18}, false},
  {"peterson_fischer", 2,  2, {7, 7},               false}, /* line 2b writes in either case */
  {"peterson_fischer", 3,  3, {15, 15, 13},         false},
  {"peterson_fischer", 4,  4, {19, 19, 19, 19},     false},
  {"peterson_fischer", 5,  5, {29, 29, 29, 29, 23}, true},
};
/* clang-format on */

static void test_readings(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof readings / sizeof *readings; k++) {
    struct error e = {0};
    struct sessions rule;
    struct explored found;
    if (readings[k].takes_long && !long_ones_too()) continue;
    struct algorithm_choice *choice = choice_of(readings[k].algorithm);
    struct explore_spec spec = spec_of(choice->algorithm, readings[k].n, "distinct", "......", &rule);
    algorithm_ask(choice, &spec.setup);
    spec.setup.passages = 1;
    spec.cost = COST_RMR;
    if (!explore(&spec, &found, &e)) fail_msg("%s: %s", readings[k].algorithm, e.text);
    assert_true(found.complete);
    assert_int_equal(found.n_costs, readings[k].n);
    for (uint32_t p = 0; p < found.n_costs; p++)
      if (found.cost[p].worst != readings[k].worst[p])
        fail_msg("%s, N = %u, P%u: %" PRIu64 ", not %" PRIu64, readings[k].algorithm, readings[k].n, p + 1,
                 found.cost[p].worst, readings[k].worst[p]);
    const struct rmr_size size = {.n = readings[k].n, .parameters = choice->parameters};
    assert_int_equal(algorithm_space(choice->algorithm, size), readings[k].registers);
    explored_free(&found);
    algorithm_release(choice);
  }
}

/* --- rows of algorithms that are not shipped ---------------------------------------------------------------------- */

/* Where the session test is `= mysession`, not `in {0, mysession}`. */
static void test_mysession_only(void **state)
{
  (void)state;
  struct sessions rule;
  struct explored found;
  const char *verdicts = "++-+-.";
  const struct explore_spec spec = spec_of(&rmr_algorithm_snob, 2, "any:2", verdicts, &rule);
  assert_verdicts(&spec, verdicts, &found);
  explored_free(&found);
}

/* The three-bit algorithm with a last wait (p9) that looks at s only: wrong, in whatever order p7 reads. */
static void test_last_wait_for_one_bit(void **state)
{
  (void)state;
  static const char *const names[] = {"szymanski_three_bit", "szymanski_three_bit_repaired"};
  for (int k = 0; k < 2; k++) {
    struct error e = {0};
    struct sessions rule;
    struct explored found;
    const struct rmr_algorithm *a = algorithm_named(names[k]);
    struct explore_spec spec = spec_of(a, 3, "distinct", "-.....", &rule);
    const struct mutant drop = {.kind = MUTATION_DROP, .line = algorithm_label(a, "p9a", &e)};
    const struct automata_change change = mutate_by(&drop);
    spec.change = &change;
    assert_verdicts(&spec, "-.....", &found);
    explored_free(&found);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_table),
    cmocka_unit_test(test_long_rows),
    cmocka_unit_test(test_counted_passages),
    cmocka_unit_test(test_one_shot_names),
    cmocka_unit_test(test_largest_tickets),
    cmocka_unit_test(test_readings),
    cmocka_unit_test(test_mysession_only),
    cmocka_unit_test(test_last_wait_for_one_bit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
