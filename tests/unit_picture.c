/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures of a run: as many marks as there are steps in the span, critical sections that meet in red, the loop; and
 * which spans there are.
 */
#include "traced.h"

static const struct request open_door = {.algorithm = &rmr_algorithm_open_door, .n = 2, .adversary = "round_robin"};

static char *picture_of(const struct request *r, enum trace_format format, struct trace_span span, uint64_t loop)
{
  return traced_text(r, &(struct tracing){.format = format, .loop = loop, .span = span});
}

static void test_marks_of_the_span(void **state)
{
  (void)state;
  const struct request r = {.algorithm = algorithm_named("glb"), .n = 2, .sessions = "1,2"};
  char *some = picture_of(&r, TRACE_SVG, (struct trace_span){5, 12}, 0);
  assert_int_equal(times_in(some, "<circle"), 8 + 2); /* and two in the legend */
  assert_non_null(strstr(some, "; steps 5 to 12 of "));
  assert_null(strstr(some, "again and again"));
  assert_null(picture_of(&r, TRACE_SVG, (struct trace_span){5000, 0}, 0));
  char *loop = picture_of(&r, TRACE_SVG, (struct trace_span){0, 0}, 3);
  assert_non_null(strstr(loop, "again and again"));
  assert_null(strstr(loop, "; steps "));
  char *all = picture_of(&r, TRACE_SVG, (struct trace_span){0, 0}, 1);
  assert_non_null(strstr(all, "again and again"));
  free(all);
  free(some);
  free(loop);
}

static void test_critical_sections_that_meet_are_red(void **state)
{
  (void)state;
  char *broken = picture_of(&open_door, TRACE_SVG, (struct trace_span){0, 0}, 0),
       *fine = picture_of(&(struct request){.algorithm = algorithm_named("glb"), .n = 2}, TRACE_SVG,
                          (struct trace_span){0, 0}, 0);
  assert_int_equal(times_in(broken, "height=\"22\" fill=\"#c23b00\""), 2);
  assert_non_null(strstr(broken, "mutual exclusion (property P1) is broken"));
  assert_int_equal(times_in(fine, "height=\"22\" fill=\"#c23b00\""), 0);
  assert_null(strstr(fine, "property"));
  free(broken);
  free(fine);
}

static void test_spans(void **state)
{
  (void)state;
  static const char *const wrong[] = {"", "-", "0", "0-5", "5-3", "5-0", "x", "1-2x", "1-1001", "5-3-1"};
  struct error e = {0};
  struct trace_span span = {0};
  assert_true(trace_span_parse("20-60", &span, &e) && span.from == 20 && span.to == 60);
  assert_true(trace_span_parse("20-", &span, &e) && span.from == 20 && span.to == 0);
  assert_true(trace_span_parse("-60", &span, &e) && span.from == 0 && span.to == 60);
  assert_true(trace_span_parse("7", &span, &e) && span.from == 7 && span.to == 7);
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) assert_false(trace_span_parse(wrong[k], &span, &e));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_marks_of_the_span),
                                     cmocka_unit_test(test_critical_sections_that_meet_are_red),
                                     cmocka_unit_test(test_spans)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
