/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The system: registers by group and cell, their names, their ranges, the costs of accesses, and the message about a
 * step function that reaches for a register that there is not, in every drive.
 *
 * ctest: fast
 */
#include "explore/explore.h"
#include "sim/sim.h"

#include "client.h"

static struct system *system_of(const struct rmr_algorithm *algorithm, uint32_t n)
{
  struct error e = {0};
  const struct system_spec spec = {.algorithm = algorithm, .n = n, .passages = 1};
  struct system *system = system_create(&spec, &e);
  if (system == NULL) fail_msg("%s", e.text);
  return system;
}

/* Every name of a cell that there is leads to a number of its own, in order; the cells before and behind a group lead
 * nowhere. */
static void test_numbers_of_registers(void **state)
{
  (void)state;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++)
    for (uint32_t n = 1; n <= 5; n++) {
      struct system *s = system_of(*a, n);
      uint32_t var = 0;
      for (uint32_t g = 0; g < (*a)->n_shared; g++) {
        const uint32_t name = g << RMR_CELL_BITS;
        for (uint32_t cell = 0; cell < s->group[g].n; cell++, var++) {
          assert_int_equal(system_resolve(s, name + cell), var);
          assert_int_equal(s->group_of[var], g);
          assert_int_equal(system_cell(s, var), cell);
        }
        assert_int_equal(system_resolve(s, name + s->group[g].n), SYSTEM_NO_REGISTER);
        assert_int_equal(system_resolve(s, name - 1), SYSTEM_NO_REGISTER);
      }
      assert_int_equal(var, s->n_registers);
      assert_int_equal(system_resolve(s, (*a)->n_shared << RMR_CELL_BITS), SYSTEM_NO_REGISTER);
      system_free(s);
    }
}

/* There is one name for a register, and it leads back. */
static void test_names_lead_back(void **state)
{
  (void)state;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++) {
    struct system *s = system_of(*a, 3);
    for (uint32_t var = 0; var < s->n_registers; var++) {
      struct error e = {0};
      char name[NAMES_SIZE];
      uint32_t again = UINT32_MAX;
      assert_true(system_register(s, system_register_name(s, var, name, sizeof name), &again, &e));
      assert_int_equal(again, var);
    }
    system_free(s);
  }
  struct system *clh = system_of(algorithm_named("clh"), 3);
  char name[NAMES_SIZE];
  assert_string_equal(system_register_name(clh, 0, name, sizeof name), "locked[0]");
  assert_string_equal(system_register_name(clh, 4, name, sizeof name), "Tail");
  system_free(clh);
}

static void test_what_fits(void **state)
{
  (void)state;
  struct system *s = system_of(algorithm_named("bwbgme"), 2); /* GlobalColor, Token[1..2], Choosing[1..2] */
  assert_int_equal(system_fit(s, 0, 1, 9), REGISTER_FITS);
  assert_int_equal(system_fit(s, 0, 9, 9), REGISTER_OUTSIDE);
  assert_int_equal(system_fit(s, 0, -1, 9), REGISTER_OUTSIDE);
  system_free(s);
  s = system_of(algorithm_named("bakery"), 2);
  assert_int_equal(system_fit(s, 2, 9, 9), REGISTER_FITS);
  assert_int_equal(system_fit(s, 2, 10, 9), REGISTER_CAPPED);
  assert_int_equal(system_fit(s, 2, -1, 9), REGISTER_OUTSIDE);
  system_free(s);
}

/* The table of docs/model.md. */
static void test_what_an_access_costs(void **state)
{
  (void)state;
  for (int held = 0; held < 2; held++)
    for (int home = 0; home < 2; home++) {
      for (enum memory m = MEMORY_CC; m <= MEMORY_CC_WRITEBACK; m++)
        assert_int_equal(memory_read_costs(m, held, home), !held);
      assert_int_equal(memory_read_costs(MEMORY_DSM, held, home), !home);
      assert_int_equal(memory_write_costs(MEMORY_CC, held, home), 1);
      assert_int_equal(memory_write_costs(MEMORY_CC_KEEP, held, home), 1);
      assert_int_equal(memory_write_costs(MEMORY_CC_WRITEBACK, held, home), !held);
      assert_int_equal(memory_write_costs(MEMORY_DSM, held, home), !home);
    }
}

static void test_nobody_conflicts_with_himself(void **state)
{
  (void)state;
  struct system *one = system_of(algorithm_named("bakery"), 2), *group = system_of(algorithm_named("glb"), 2);
  assert_true(system_conflict(one, 1, 1, 2, 1));
  assert_false(system_conflict(one, 1, 1, 1, 1));
  assert_true(system_conflict(group, 1, 1, 2, 2));
  assert_false(system_conflict(group, 1, 1, 2, 1));
  assert_false(system_conflict(group, 1, 1, 1, 2));
  system_free(one);
  system_free(group);
}

/* --- a register that there is not --------------------------------------------------------------------------------- */

static const char *const complaint = "stray, N = 3: P3 at line 2: there is no TURN[4], only TURN[1] to TURN[3]";

static void test_stray_in_a_simulation(void **state)
{
  (void)state;
  struct error e = {0};
  struct client *c = client_prepare(&(struct request){.algorithm = &rmr_algorithm_stray, .n = 3});
  assert_false(run_go(c->run, &e));
  assert_string_equal(e.text, complaint);
  client_close(c);
}

static void test_stray_in_an_exploration(void **state)
{
  (void)state;
  for (int cost = 0; cost < 2; cost++) {
    struct error e = {0};
    struct explored found;
    struct explore_spec spec = {.setup = {.algorithm = &rmr_algorithm_stray, .n = 3, .passages = 1, .seed = 1},
                                .cost = cost ? COST_RMR : COST_NONE,
                                .observed = 3,
                                .check = {[1] = !cost},
                                .limits = {.memory = (size_t)1 << 26, .threads = 1}};
    assert_false(explore(&spec, &found, &e));
    assert_string_equal(e.text, complaint);
  }
}

/* Only the closure of the tables meets it: keane_moir reads Next[0] if the queue has a head and no tail, which no
 * schedule brings about. It is explored, and nothing is said. */
static void test_stray_in_the_closure_only(void **state)
{
  (void)state;
  struct error e = {0};
  struct explored found;
  struct sessions same = {.rule = SESSIONS_SAME};
  struct explore_spec spec = {
    .setup = {.algorithm = algorithm_named("keane_moir"), .n = 2, .passages = 1, .sessions = &same, .seed = 1},
    .check = {[1] = true},
    .limits = {.memory = (size_t)1 << 26, .threads = 1}};
  if (!explore(&spec, &found, &e)) fail_msg("%s", e.text);
  assert_int_equal(found.property[1].verdict, VERDICT_HOLDS);
  explored_free(&found);
}

/* --- names -------------------------------------------------------------------------------------------------------- */

static void test_every_register_has_one_name(void **state)
{
  (void)state;
  for (const struct rmr_algorithm *const *a = rmr_algorithms; *a != NULL; a++)
    for (uint32_t n = 1; n <= 5; n++) {
      struct system *s = system_of(*a, n);
      for (uint32_t var = 0; var < s->n_registers; var++) {
        char name[NAMES_SIZE], cell[NAMES_SIZE];
        uint32_t found = UINT32_MAX;
        struct error e = {0};
        system_register_name(s, var, name, sizeof name);
        if (!system_register(s, name, &found, &e)) fail_msg("%s", e.text);
        assert_int_equal(found, var);
        system_cell_name(s, s->group_of[var], system_cell(s, var), cell, sizeof cell);
        assert_string_equal(cell, name);
      }
      system_free(s);
    }
}

/* Cells that are not there are spelled as those that are. */
static void test_cells_outside(void **state)
{
  (void)state;
  static const struct {
    const char *algorithm;
    uint32_t n;
    int64_t cell;
    const char *name;
  } cases[] = {{"hadzilacos_standin", 3, 9, "Done[4][1]"},
               {"hadzilacos_standin", 3, 11, "Done[4][3]"},
               {"hadzilacos_standin", 3, -1, "Done[0][3]"},
               {"anderson", 3, 3, "flags[3]"},
               {"anderson", 3, -1, "flags[-1]"},
               {"bakery", 3, 3, "choosing[4]"},
               {"tas", 3, 0, "Lock"},
               {"tas", 3, 1, "Lock[2]"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    struct system *s = system_of(algorithm_named(cases[k].algorithm), cases[k].n);
    char name[NAMES_SIZE];
    assert_string_equal(system_cell_name(s, 0, cases[k].cell, name, sizeof name), cases[k].name);
    system_free(s);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_numbers_of_registers),
    cmocka_unit_test(test_names_lead_back),
    cmocka_unit_test(test_what_fits),
    cmocka_unit_test(test_what_an_access_costs),
    cmocka_unit_test(test_nobody_conflicts_with_himself),
    cmocka_unit_test(test_every_register_has_one_name),
    cmocka_unit_test(test_cells_outside),
    cmocka_unit_test(test_stray_in_a_simulation),
    cmocka_unit_test(test_stray_in_an_exploration),
    cmocka_unit_test(test_stray_in_the_closure_only),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
