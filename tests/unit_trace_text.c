/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The text trace: the printed line stands beside its number; the step that breaks a property and the loop are marked;
 * nothing is said of sessions where there are none. Its bytes are in tests/golden/ (unit_trace).
 */
#include "traced.h"

static char *text_of_run(const struct request *r, const char *note, uint64_t loop)
{
  return traced_text(r, &(struct tracing){.format = TRACE_TEXT, .note = note, .loop = loop});
}

static void test_marks_the_loop(void **state)
{
  (void)state;
  const struct request r = {.algorithm = algorithm_named("glb"), .n = 2, .sessions = "1,2", .adversary = "round_robin"};
  char *text = text_of_run(&r, "P2 fails: P1 can starve", 4), *all = text_of_run(&r, "", 1),
       *none = text_of_run(&r, "", 0);
  const char *loop = strstr(text, "---- the steps below repeat forever\n#4 ");
  assert_non_null(loop);
  assert_non_null(strstr(loop, "---- and so on\n\ncompleted after "));
  assert_non_null(strstr(text, "\n\nno starvation (property P2) fails: P1 can starve\n\n#1 P1 "));
  assert_non_null(strstr(all, "\n---- the steps below repeat forever\n#1 "));
  assert_non_null(strstr(all, "---- and so on\n\ncompleted after "));
  assert_int_equal(times_in(all, "----"), 2);
  assert_null(strstr(none, "----"));
  assert_null(strstr(none, "property"));
  free(text);
  free(all);
  free(none);
}

static void test_marks_what_is_broken(void **state)
{
  (void)state;
  char *text =
    text_of_run(&(struct request){.algorithm = &rmr_algorithm_open_door, .n = 2, .adversary = "round_robin"}, "", 0);
  assert_non_null(strstr(text,
                         "        P2 ENTERS THE CRITICAL SECTION, session 2\n    !!! mutual exclusion (property P1) is "
                         "broken: P2 (session 2) enters the CS while P1 (session 1) is there\n"));
  assert_int_equal(times_in(text, "!!!"), 1);
  assert_non_null(strstr(text, "\nat #4 mutual exclusion (property P1) is broken: P2 (session 2) enters"));
  free(text);
}

/* Nothing goes wrong in glb, so nothing is marked; and where nobody asks for a session, none is named. */
static void test_sessions_where_there_are_some(void **state)
{
  (void)state;
  char *group = text_of_run(&(struct request){.algorithm = algorithm_named("glb"), .n = 2}, "", 0),
       *plain = text_of_run(&(struct request){.algorithm = algorithm_named("bakery"), .n = 2}, "", 0);
  assert_non_null(strstr(group, "memory cc, sessions distinct, "));
  assert_non_null(strstr(group, "CRITICAL SECTION, session 1"));
  assert_null(strstr(plain, "session"));
  assert_null(strstr(plain, "!!!"));
  free(group);
  free(plain);
}

static const struct rmr_line *line_named(const struct rmr_algorithm *a, const char *label)
{
  for (uint32_t k = 0; k < a->n_rows; k++)
    if (a->lines[k].line != 0 && strcmp(a->lines[k].label, label) == 0) return &a->lines[k];
  return NULL;
}

/* For every algorithm, the printed line stands behind its number. */
static void test_shows_printed_lines(void **state)
{
  (void)state;
  for (int a = 0; rmr_algorithms[a] != NULL; a++) {
    char *text = text_of_run(&(struct request){.algorithm = rmr_algorithms[a], .n = 4, .max_steps = 200}, "", 0);
    size_t found = 0;
    for (char *rest = NULL, *line = strtok_r(text, "\n", &rest); line != NULL; line = strtok_r(NULL, "\n", &rest)) {
      char label[32];
      int at = 0;
      if (sscanf(line, "#%*u P%*u line %31s %n", label, &at) != 1 || at == 0) continue;
      const struct rmr_line *row = line_named(rmr_algorithms[a], label);
      assert_non_null(row);
      const char *printed = row->text + strspn(row->text, " ");
      assert_memory_equal(line + at, printed, strlen(printed));
      assert_memory_equal(line + at + strlen(printed), "  ", 2);
      found++;
    }
    assert_true(found > 0);
    free(text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_marks_the_loop),
    cmocka_unit_test(test_marks_what_is_broken),
    cmocka_unit_test(test_sessions_where_there_are_some),
    cmocka_unit_test(test_shows_printed_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
