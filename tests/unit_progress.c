/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The line that tells how far the work is: the time to the end, the present work, and no more than there is room for.
 */
#include "experiments/runner/progress.h"

#include <stdlib.h>
#include <string.h>

#include "base/terminal.h"
#include "explore/explore.h"
#include "model/names.h"
#include "model/sessions.h"

#include "tests/folder.h" /* last: cmocka defines a macro called fail */

static void test_time_to_go(void **state)
{
  char out[CLOCK_TEXT];
  (void)state;
  assert_true(seconds_to_go(0.25, 30, 30) == 90);
  assert_true(seconds_to_go(0.25, 30, 70) == 50); /* the clock goes on while a task does */
  assert_true(seconds_to_go(0.25, 30, 150) < 0);
  assert_true(seconds_to_go(0.001, 30, 30) < 0);
  assert_string_equal(clock_text(187, out), "3:07");
  assert_string_equal(clock_text(-1, out), "-:--");
}

static void test_line(void **state)
{
  const struct progress_state now = {
    .done = 3, .total = 12, .failed = 1, .steps = 6000000, .doing = "glb, N = 4: tables"};
  char out[200];
  (void)state;
  progress_line(&now, 0.5, 10, 12, out, sizeof out);
  assert_string_equal(out, "[###.........] 3/12 tasks  1 failed  ETA 0:08  0.5 M/s  glb, N = 4: tables");
}

/* In a log there is a line a minute. */
static void test_log(void **state)
{
  const struct progress_state now = {.done = 3, .total = 12};
  struct progress progress;
  char text[200] = "";
  (void)state;
  FILE *log = tmpfile();
  progress_start(&progress, log, 1);
  progress_show(&progress, &now);
  progress_clear(&progress);
  assert_int_equal(ftell(log), 0);
  progress.started -= PROGRESS_SECONDS;
  progress_show(&progress, &now);
  progress_show(&progress, &now);
  progress_clear(&progress);
  rewind(log);
  assert_non_null(fgets(text, sizeof text, log));
  assert_non_null(strstr(text, "3/12 tasks  ETA "));
  assert_int_equal(text[0], '[');
  assert_int_equal(text[strlen(text) - 1], '\n');
  assert_null(fgets(text, sizeof text, log));
  fclose(log);
}

/* Where the width is not known, 80 columns are taken, and the last one stays free. */
static void test_width(void **state)
{
  char text[200], *out = NULL;
  size_t size;
  (void)state;
  memset(text, 'x', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  FILE *file = tmpfile();
  terminal_line(file, text);
  assert_int_equal(ftell(file), strlen("\r\033[K") + 79);
  fclose(file);
  FILE *memory = open_memstream(&out, &size); /* it has no file descriptor */
  terminal_line(memory, "done");
  fclose(memory);
  assert_string_equal(out, "\r\033[Kdone");
  free(out);
}

/* An exploration tells what it begins before there is anything to count, and of its last search how far it is. */
struct heard {
  bool tables, witness, share, wrong;
};

static void hear(void *listener, const struct explore_progress *now)
{
  struct heard *heard = listener;
  heard->tables |= strcmp(now->what, "tables") == 0 && now->states == 0;
  heard->witness |= strcmp(now->what, "witness") == 0;
  heard->share |= now->all > 0;
  heard->wrong |= now->all > 0 && now->states > now->all;
}

static void test_phases(void **state)
{
  struct error e = {0};
  struct heard heard = {0};
  struct explored explored;
  (void)state;
  struct sessions sessions = {0};
  assert_true(sessions_parse("distinct", &sessions, &e));
  const struct explore_spec spec = {
    .setup = {.algorithm = algorithm_find("bakery", &e), .n = 3, .passages = 1, .sessions = &sessions, .seed = 1},
    .cost = COST_RMR,
    .limits = {.memory = (size_t)1 << 28, .threads = 1, .tell = hear, .listener = &heard}};
  assert_true(explore(&spec, &explored, &e));
  assert_true(heard.tables && heard.witness && heard.share && !heard.wrong);
  explored_free(&explored);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_time_to_go), cmocka_unit_test(test_line),
                                     cmocka_unit_test(test_log), cmocka_unit_test(test_width),
                                     cmocka_unit_test(test_phases)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
