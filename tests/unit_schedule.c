/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reader of schedules: files that it understands, and files that it survives. Written schedules are read back in
 * unit_schedule_write.c and, as traces, in unit_trace.c.
 */
#include "model/sessions.h"
#include "sim/schedule.h"

#include "client.h"

static bool parse(const char *text, struct schedule *out, struct error *e)
{
  return schedule_parse(text, strlen(text), "a.schedule", NULL, out, e);
}

static void test_everything_that_can_be_said(void **state)
{
  (void)state;
  static struct schedule s;
  struct error e = {0};
  assert_true(parse("rmr-schedule 1   # a comment\n"
                    "seed 9\nn 3\n\n"
                    "# another\n"
                    "algorithm glb\nmemory dsm\nsessions 1,1,2\npassages 4\nversion 0.1.0\n"
                    "P1 3=1w 4=1w\t5a=0c 8a=-7i 12=0r 13=5 # six\r\n"
                    "P3 x2 6=0\n"
                    "steps 9\n",
                    &s, &e));
  assert_string_equal(s.algorithm->name, "glb");
  assert_int_equal(s.n, 3);
  assert_int_equal(s.memory, MEMORY_DSM);
  assert_int_equal(s.sessions.rule, SESSIONS_LIST);
  assert_string_equal(s.sessions_text, "1,1,2");
  assert_int_equal(s.passages, 4);
  assert_int_equal(s.seed, 9);
  assert_string_equal(s.version, "0.1.0");
  assert_true(s.complete);
  static const struct schedule_step expected[] = {
    {1, 1, 11, 1, RMR_WRITTEN, true},      {1, 1, 11, 2, RMR_WRITTEN, true}, {1, 0, 11, 3, RMR_COLD, true},
    {1, -7, 11, 6, RMR_INVALIDATED, true}, {1, 0, 11, 11, RMR_REMOTE, true}, {1, 5, 11, 12, RMR_FREE, true},
    {3, 0, 12, 0, RMR_FREE, false},        {3, 0, 12, 0, RMR_FREE, false},   {3, 0, 12, 5, RMR_FREE, true},
  };
  assert_int_equal(s.n_steps, 9);
  for (size_t k = 0; k < 9; k++) {
    assert_int_equal(s.step[k].value, expected[k].value);
    assert_int_equal(s.step[k].action, expected[k].action);
    assert_int_equal(s.step[k].said, expected[k].said);
    assert_int_equal(s.step[k].line, expected[k].line);
    assert_int_equal(s.step[k].cause, expected[k].cause);
    assert_int_equal(s.step[k].source, expected[k].source);
  }
  schedule_free(&s);
}

static void test_defaults(void **state)
{
  (void)state;
  static struct schedule s;
  struct error e = {0};
  assert_true(parse("rmr-schedule 1\nalgorithm bakery\nn 2", &s, &e));
  assert_int_equal(s.memory, MEMORY_CC);
  assert_int_equal(s.sessions.rule, SESSIONS_DISTINCT);
  assert_int_equal(s.passages, 1);
  assert_int_equal(s.seed, 1);
  assert_int_equal(s.n_steps, 0);
  assert_false(s.complete);
  schedule_free(&s);
  assert_true(parse("rmr-schedule 1\nalgorithm bakery\nn 2\npassages inf\n", &s, &e));
  assert_int_equal(s.passages, 0);
  schedule_free(&s);
}

/* --- exceptions --------------------------------------------------------------------------------------------------- */

static void test_exceptions(void **state)
{
  (void)state;
  struct schedule *s = mem_new(1, sizeof *s);
  struct error e = {0};
  assert_true(
    parse("rmr-schedule 1\nalgorithm bwbgme\nn 3\nsessions any:4\npassages P3 inf\npassages 2\npassages P1 1\n"
          "asks P2 4 1 1\nasks P3 2 # the rest is drawn\ninitially GlobalColor 1\nloop\nP2 x3\nP1 x1\n",
          s, &e));
  const struct system_spec setup = schedule_system(s);
  assert_int_equal(system_passages_of(&setup, 1), 1);
  assert_int_equal(system_passages_of(&setup, 2), 2);
  assert_int_equal(system_passages_of(&setup, 3), 0);
  static const uint32_t asked[] = {4, 1, 1};
  for (uint32_t k = 1; k <= 3; k++) assert_int_equal(system_session(&setup, 2, k), asked[k - 1]);
  assert_int_equal(system_session(&setup, 3, 1), 2);
  for (uint32_t k = 2; k < 20; k++)
    assert_int_equal(system_session(&setup, 3, k), session_of(setup.sessions, setup.seed, 3, k));
  assert_int_equal(system_session(&setup, 1, 1), session_of(setup.sessions, setup.seed, 1, 1));
  assert_int_equal(setup.n_initial, 1);
  assert_int_equal(setup.initial[0].value, 1);
  assert_int_equal(s->n_steps, 4);
  assert_int_equal(s->n_loop, 4); /* there need not be anything before it */
  schedule_free(s);
  assert_true(
    parse("rmr-schedule 1\nalgorithm glb\nn 2\nsessions 3,1\nasks P1 3 3\nasks P2 1\nP1 x5\nloop\nP2 x2\n", s, &e));
  assert_int_equal(s->n_loop, 2);
  schedule_free(s);
  free(s);
}

/* Steps that take a few characters take a few bytes; each step is found all the same, and written again. */
static void test_many_steps_take_no_room(void **state)
{
  (void)state;
  static const char text[] =
    "rmr-schedule 1\nalgorithm glb\nn 3\nP1 x2 x100000000 3=1w x20\nP2 x15\nloop\nP3 x50000000\n";
  static const struct {
    uint64_t k, same;
    rmr_action action;
    bool said;
  } expected[] = {{0, 1, 1, false},         {1, 1, 1, false},
                  {2, 100000000, 1, false}, {100000001, 1, 1, false},
                  {100000002, 1, 1, true},  {100000003, 20, 1, false},
                  {100000022, 1, 1, false}, {100000023, 1, 2, false},
                  {100000037, 1, 2, false}, {100000038, 50000000, 3, false},
                  {150000037, 1, 3, false}};
  struct schedule *s = mem_new(1, sizeof *s);
  struct error e = {0};
  assert_true(parse(text, s, &e));
  assert_int_equal(s->n_steps, 150000038);
  assert_int_equal(s->n_loop, 50000000);
  assert_int_equal(s->n_runs, 3);
  for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
    uint64_t same;
    const struct schedule_step *step = schedule_step(s, expected[k].k, &same);
    assert_int_equal(step->action, expected[k].action);
    assert_int_equal(step->said, expected[k].said);
    assert_int_equal(same, expected[k].same);
  }
  assert_int_equal(schedule_step_at(s, s->n_steps + 1), 100000039);
  char *again = NULL;
  size_t size;
  FILE *out = open_memstream(&again, &size);
  assert_true(schedule_print(s, NULL, out, &e));
  fclose(out);
  assert_non_null(strstr(again, "\nP1 x100000002 3=1w x20\nP2 x15\nloop\nP3 x50000000\nsteps 150000038\n"));
  free(again);
  schedule_free(s);
  assert_false(parse("rmr-schedule 1\nalgorithm glb\nn 3\nP1 x200000000 x1\n", s, &e));
  assert_non_null(strstr(e.text, "more than 200000000 steps"));
  free(s);
}

/* That the simulation does as it is told. */
static void test_exceptions_are_obeyed(void **state)
{
  (void)state;
  struct schedule *s = mem_new(1, sizeof *s);
  struct error e = {0};
  struct client *c = mem_new(1, sizeof *c);
  assert_true(
    parse("rmr-schedule 1\nalgorithm bwbgme\nn 2\nsessions any:4\npassages 3\npassages P2 inf\nasks P1 4 2 3\n"
          "asks P2 1 3 1 3 1\ninitially GlobalColor 1\n",
          s, &e));
  const struct system_spec setup = schedule_system(s);
  assert_non_null(client_sim(c, &setup, &e));
  for (int round = 0; round < 2; round++) {
    static const uint32_t asked[2][5] = {{4, 2, 3}, {1, 3, 1, 3, 1}};
    for (uint32_t p = 1; p <= 2; p++) {
      assert_int_equal(sim_view(c->sim)->memory[0], 1);
      for (uint32_t k = 0; k < (p == 1 ? 3 : 5); k++) {
        struct rmr_event event;
        do assert_int_equal((event = client_step(c, p)).session, asked[p - 1][k]);
        while (event.to != RMR_REMAINDER);
      }
      assert_int_equal(client_process(c, p)->status, p == 1 ? RMR_DONE : RMR_READY);
    }
    sim_reset(c->sim);
  }
  client_close(c);
  schedule_free(s);
  free(s);
}

/* Registers that a schedule may set, in an algorithm that has all kinds of them. */
static uint32_t square(struct rmr_size s)
{
  return s.n * s.n;
}

static rmr_word three(struct rmr_size size)
{
  (void)size;
  return 3;
}

static const struct rmr_field halves[] = {{.name = "low", .shift = 0, .width = 4, .max = rmr_up_to_n},
                                          {.name = "high", .shift = 4, .width = 2},
                                          {.name = NULL}};

static const struct rmr_shared all_kinds[] = {
  {.name = "Fixed", .cells = rmr_per_process},
  {.name = "Lamp", .initial = 1, .min = 1, .max = three, .arbitrary = true},
  {.name = "Row", .cells = rmr_per_process, .min = -2, .arbitrary = true},
  {.name = "Grid", .cells = square, .columns = rmr_per_process, .max = rmr_session_number, .arbitrary = true},
  {.name = "Pair", .cells = rmr_per_process, .fields = halves, .arbitrary = true},
};

static const struct rmr_algorithm furnished = {.name = "furnished", .shared = all_kinds, .n_shared = 5};
static const struct rmr_algorithm bare = {.name = "bare", .shared = all_kinds, .n_shared = 1};

static struct system *system_of(const struct rmr_algorithm *algorithm, uint32_t n, const struct sessions *sessions)
{
  struct error e = {0};
  const struct system_spec spec = {.algorithm = algorithm, .n = n, .sessions = sessions};
  struct system *system = system_create(&spec, &e);
  if (system == NULL) fail_msg("%s", e.text);
  return system;
}

static void test_register_names(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    uint32_t n, var;
  } good[] = {{"Lamp", 3, 3},        {"Row[1]", 3, 4},   {"Row[3]", 3, 6}, {"Grid[1][1]", 3, 7}, {"Grid[2][3]", 3, 12},
              {"Grid[3][3]", 3, 15}, {"Pair[2]", 3, 17}, {"Lamp", 1, 1},   {"Row[1]", 1, 2},     {"Grid[1][1]", 1, 3}};
  for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
    struct error e = {0};
    uint32_t var = 0;
    char name[64];
    struct system *system = system_of(&furnished, good[k].n, NULL);
    if (!system_arbitrary(system, good[k].name, &var, &e)) fail_msg("%s", e.text);
    assert_int_equal(var, good[k].var);
    assert_string_equal(system_register_name(system, var, name, sizeof name), good[k].name);
    system_free(system);
  }
  static const char *const bad[][2] = {
    {"Lampp", "furnished has no register 'Lampp'; did you mean 'Lamp'?"},
    {"gird[1][1]", "did you mean 'Grid'?"},
    {"Nowhere", "furnished has no register 'Nowhere'; initialised arbitrarily: Lamp, Row, Grid, Pair"},
    {"Fixed[1]", "'Fixed[1]' is initialised by furnished; initialised arbitrarily: Lamp, Row, Grid, Pair"},
    {"Lamp[1]", "'Lamp[1]': expected Lamp"},
    {"Row", "'Row': expected Row[1] to Row[3]"},
    {"Row[0]", "expected Row[1] to Row[3]"},
    {"Row[4]", "expected Row[1] to Row[3]"},
    {"Row[-1]", "expected Row[1] to Row[3]"},
    {"Row[01]", "expected Row[1] to Row[3]"},
    {"Row[1", "expected Row[1] to Row[3]"},
    {"Row[1]]", "expected Row[1] to Row[3]"},
    {"Row[1][1]", "expected Row[1] to Row[3]"},
    {"Row[99999999999]", "expected Row[1] to Row[3]"},
    {"Grid[2]", "expected Grid[1][1] to Grid[3][3]"},
    {"Grid[1][4]", "expected Grid[1][1] to Grid[3][3]"},
    {"Grid[1][0]", "expected Grid[1][1] to Grid[3][3]"},
    {"Grid[4][1]", "expected Grid[1][1] to Grid[3][3]"},
    {"", "furnished has no register ''"},
  };
  struct system *three_furnished = system_of(&furnished, 3, NULL), *three_bare = system_of(&bare, 3, NULL);
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    struct error e = {0};
    uint32_t var;
    assert_false(system_arbitrary(three_furnished, bad[k][0], &var, &e));
    if (strstr(e.text, bad[k][1]) == NULL) fail_msg("'%s' does not say '%s'", e.text, bad[k][1]);
  }
  struct error e = {0};
  uint32_t var;
  assert_false(system_arbitrary(three_bare, "Lamp", &var, &e));
  system_free(three_furnished);
  system_free(three_bare);
  assert_string_equal(e.text, "'Lamp': bare initialises all its registers itself");
}

static void test_register_values(void **state)
{
  (void)state;
  enum { LAMP = 3, ROW = 5, GRID = 10, PAIR = 17 };
  static const struct {
    uint32_t var;
    rmr_word value;
    const char *words; /* NULL: it may be */
  } values[] = {{LAMP, 1, NULL},
                {LAMP, 3, NULL},
                {LAMP, 0, "Lamp cannot hold 0; expected 1 to 3"},
                {LAMP, 4, "Lamp cannot hold 4; expected 1 to 3"},
                {ROW, -2, NULL},
                {ROW, INT64_MAX, NULL},
                {ROW, -3, "Row[2] cannot hold -3; expected -2 or more"},
                {GRID, 7, NULL},
                {GRID, 8, "Grid[2][1] cannot hold 8; expected 0 to 7"},
                {PAIR, 0x33, NULL},
                {PAIR, 4, "Pair[2] cannot hold 4: a field lies outside its range"},
                {PAIR, 0x40, "Pair[2] cannot hold 64: a field lies outside its range"},
                {PAIR, -1, "Pair[2] cannot hold -1: a field lies outside its range"}};
  const struct sessions seven = {.rule = SESSIONS_ANY, .any = 7};
  struct system *system = system_of(&furnished, 3, &seven);
  for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
    struct error e = {0};
    const bool ok = system_may_hold(system, values[k].var, values[k].value, &e);
    assert_int_equal(ok, values[k].words == NULL);
    if (!ok) assert_string_equal(e.text, values[k].words);
  }
  system_free(system);
}

/* --- mistakes ----------------------------------------------------------------------------------------------------- */

/* Every error has its place. The refused schedules, with their messages, are in tests/reject_schedules. HEAD is three
 * lines. */
#define HEAD "rmr-schedule 1\nalgorithm glb\nn 3\n"

static void test_errors_have_a_place(void **state)
{
  (void)state;
  static const struct {
    const char *text, *words;
    int line, column;
  } bad[] = {
    {"rmr-schedule 1\nalgorithm gbl\n", "did you mean 'glb'?", 2, 11},
    {"rmr-schedule 1\nalgoritm glb\n", "did you mean 'algorithm'?", 2, 1},
    {HEAD "sessions any:0\n", "expected distinct, same, any:K", 4, 10},
    {HEAD "\nP4 x1\n", "expected a process, P1 to P3", 5, 1},
    {HEAD "P1 x1 # one\nP2 x2 x0\n", "expected x and a number of steps", 5, 7},
    {HEAD "P1 3=1w 8=0\n", "did you mean '8a'?", 4, 9},
    {HEAD "asks  P4 1\n", "'P4': expected a process, P1 to P3", 4, 7},
    {HEAD "sessions any:2\nasks P2 1 3 1\n", "P2 asks for session 3; by `sessions any:2` it is 1 to 2", 5, 11},
    {HEAD "asks P2 1\n", "P2 asks for session 1; by `sessions distinct` it is 2", 4, 9},
    {HEAD "sessions 4,5,6\nasks P3 6 5\n", "P3 asks for session 5; by `sessions 4,5,6` it is 6", 5, 11},
    {HEAD "asks P2 2\nasks P2 2\n", "asks P2 is given twice", 5, 6},
    {HEAD "initially Token[1] 1\n", "glb initialises all its registers itself", 4, 11},
    {HEAD "P1 x1\nloop\n# nothing\n\n", "no step stands behind `loop`", 5, 1},
    {HEAD "passages P2 0\n", "expected a number from 1 on, or inf", 4, 13},
    {"rmr-schedule 1\nalgorithm bwbgme\nn 2\ninitially GlobalColor 3\n", "expected 1 to 2", 4, 23},
    {"rmr-schedule 1\nalgorithm bwbgme\nn 2\ninitially GlobalColour 1\n", "did you mean 'GlobalColor'?", 4, 11},
  };
  static struct schedule s;
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    struct error e = {0};
    assert_false(parse(bad[k].text, &s, &e));
    assert_int_equal(e.code, EXIT_USAGE);
    assert_string_equal(e.file, "a.schedule");
    if (strstr(e.text, bad[k].words) == NULL) fail_msg("'%s' does not say '%s'", e.text, bad[k].words);
    if (e.line != bad[k].line || e.column != bad[k].column)
      fail_msg("%s: at %d:%d, expected %d:%d", bad[k].words, e.line, e.column, bad[k].line, bad[k].column);
  }
}

/* Bytes that are no text, and texts cut off anywhere, are refused or read, and nothing else happens. */
static void test_damaged_text(void **state)
{
  (void)state;
  static const char text[] = "rmr-schedule 1\nalgorithm bwbgme\nn 3\nmemory cc-keep\nsessions any:2\npassages P3 inf\n"
                             "asks P2 1 2\ninitially GlobalColor 1\nP1 3=1w 4=1w\nloop\nP2 x3\nsteps 5\n";
  static struct schedule s;
  uint64_t rng = 1;
  for (size_t size = 0; size < sizeof text; size++)
    for (int k = 0; k < 20; k++) {
      char copy[sizeof text];
      struct error e = {0};
      memcpy(copy, text, sizeof text);
      if (k != 0) copy[rng_below(&rng, sizeof text)] = (char)rng_next(&rng);
      if (schedule_parse(copy, size, "damaged", NULL, &s, &e))
        schedule_free(&s);
      else
        assert_int_equal(e.code, EXIT_USAGE);
    }
}

static void test_missing_file(void **state)
{
  (void)state;
  static struct schedule s;
  struct error e = {0};
  assert_false(schedule_read("/no/such/a.schedule", NULL, &s, &e));
  assert_int_not_equal(e.code, EXIT_OK);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_everything_that_can_be_said),
    cmocka_unit_test(test_defaults),
    cmocka_unit_test(test_exceptions),
    cmocka_unit_test(test_many_steps_take_no_room),
    cmocka_unit_test(test_exceptions_are_obeyed),
    cmocka_unit_test(test_register_names),
    cmocka_unit_test(test_register_values),
    cmocka_unit_test(test_errors_have_a_place),
    cmocka_unit_test(test_damaged_text),
    cmocka_unit_test(test_missing_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
