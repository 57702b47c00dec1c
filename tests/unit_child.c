/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_child.c: the outcome of work in a child, for every misdeed of the child; and the meaning of silence. Real
 * plug-ins are in tests/cli_isolate.sh.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/child.h"

#include <cmocka.h> /* last: its fail() is a macro */

/* --- silence ------------------------------------------------------------------------------------------------------ */

enum { TICKS = 1000 / WATCH_TICK_MS }; /* in a second */

static void silence_is_ticks_without_a_beat(void **state)
{
  (void)state;
  struct heartbeat heart = {0};
  struct watch watch;
  watch_begin(&watch, &heart);
  for (int k = 1; k < 2 * TICKS; k++) assert_false(watch_tick(&watch, 2));
  heartbeat_beat(&heart);
  for (int k = 0; k < 2 * TICKS; k++) assert_false(watch_tick(&watch, 2));
  assert_true(watch_tick(&watch, 2));
  assert_true(watch_tick(&watch, 2));
}

static void a_heart_that_rests_is_not_silent(void **state)
{
  (void)state;
  struct heartbeat heart = {0};
  struct watch watch;
  watch_begin(&watch, &heart);
  for (int k = 1; k < TICKS; k++) assert_false(watch_tick(&watch, 1));
  heartbeat_rest(&heart, true);
  for (int k = 0; k < 9 * TICKS; k++) assert_false(watch_tick(&watch, 1));
  heartbeat_rest(&heart, false);
  for (int k = 1; k < TICKS; k++) assert_false(watch_tick(&watch, 1));
  assert_true(watch_tick(&watch, 1));
}

/* --- trials ------------------------------------------------------------------------------------------------------- */

static bool do_well(void *self, struct heartbeat *heart, struct error *e)
{
  (void)self, (void)e;
  heartbeat_beat(heart);
  return true;
}

static bool refuse(void *self, struct heartbeat *heart, struct error *e)
{
  (void)heart;
  return fail_at(e, EXIT_USAGE, "x.json", 3, 4, "no %s", (const char *)self);
}

static bool leave(void *self, struct heartbeat *heart, struct error *e)
{
  (void)heart, (void)e;
  _exit(*(const int *)self);
}

static bool be_killed(void *self, struct heartbeat *heart, struct error *e)
{
  (void)heart, (void)e;
  raise(*(const int *)self);
  return true;
}

/* The child is guarded. */
static bool look_around(void *self, struct heartbeat *heart, struct error *e)
{
  struct rlimit files, core;
  char byte;
  (void)self, (void)heart, (void)e;
  return getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur <= 1024 && getrlimit(RLIMIT_CORE, &core) == 0 &&
         core.rlim_cur == 0 && read(STDIN_FILENO, &byte, 1) == 0;
}

static void a_trial_comes_to_what_the_work_comes_to(void **state)
{
  (void)state;
  struct error e = {0};
  assert_int_equal(child_try(do_well, NULL, "x", &e), CHILD_DID_WELL);
  assert_int_equal(child_try(look_around, NULL, "x", &e), CHILD_DID_WELL);
  assert_int_equal(e.code, EXIT_OK);
  assert_int_equal(child_try(refuse, "milk", "x", &e), CHILD_REFUSED);
  assert_int_equal(e.code, EXIT_USAGE);
  assert_string_equal(e.text, "no milk");
  assert_string_equal(e.file, "x.json");
  assert_int_equal(e.line, 3);
}

static void a_fall_is_told(void **state)
{
  (void)state;
  static const struct {
    bool (*work)(void *self, struct heartbeat *heart, struct error *e);
    int number;
    const char *says;
  } falls[] = {
    {leave, 0, "x called exit(0)"},
    {leave, 3, "x called exit(3)"},
    {leave, EXIT_INTERNAL, "x called exit(75), as happens when there is no memory left"},
    {be_killed, SIGTERM, "x died of SIGTERM (terminated)"},
    {be_killed, SIGKILL, "x died of SIGKILL (killed), as the kernel kills a process that takes too much memory"}};
  for (size_t k = 0; k < sizeof falls / sizeof *falls; k++) {
    struct error e = {0};
    int number = falls[k].number;
    assert_int_equal(child_try(falls[k].work, &number, "x", &e), CHILD_FELL);
    assert_int_equal(e.code, EXIT_INCOMPLETE);
    assert_string_equal(e.text, falls[k].says);
  }
}

/* --- by hand ------------------------------------------------------------------------------------------------------ */

static void a_silent_child_is_killed(void **state)
{
  (void)state;
  struct heartbeat *heart = child_share(sizeof *heart);
  struct child child;
  struct error e = {0};
  char text[100];
  assert_non_null(heart);
  const pid_t pid = child_start(&child, heart, &e);
  if (pid == 0)
    for (;;) pause();
  assert_true(pid > 0);
  enum child_news news;
  do news = child_listen(&child, -1, 1);
  while (news == CHILD_TICK);
  assert_int_equal(news, CHILD_SILENT);
  child_end_text(child_end(&child), text, sizeof text);
  assert_int_equal(strncmp(text, "died of SIGKILL", 15), 0);
  assert_int_not_equal(kill(pid, 0), 0);
  assert_string_equal(child_silence_text(1, text, sizeof text), "has not come back for 1 seconds");
  child_unshare(heart, sizeof *heart);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(silence_is_ticks_without_a_beat),
    cmocka_unit_test(a_heart_that_rests_is_not_silent),
    cmocka_unit_test(a_trial_comes_to_what_the_work_comes_to),
    cmocka_unit_test(a_fall_is_told),
    cmocka_unit_test(a_silent_child_is_killed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
