/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_report.c: the report of one directory, of several, and of none.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "plots/gnuplot.h"
#include "plots/plots.h"
#include "plots/report/report.h"

#include "tests/folder.h" /* last: cmocka defines a macro called fail */

static void test_report_of_one_directory(void **state)
{
  struct error e = {0};
  char *directory = copy_of("small", *state);
  if (gnuplot_found()) assert_true(plots_draw(directory, NULL, &e));
  assert_true(report_write(directory, &e));
  char *page = read_whole(directory, "report", ".html");
  static const char *const wanted[] = {
    "A small &lt;test&gt;",
    "numbers.</p>",
    "<span class=\"badge fails\">fails</span>",
    "64 &gt; 60 at N = 8",
    "P1: P4 &amp; P2 are in the CS together",
    "fitted on 3 points (2..8)",
    "wait until Flag[j] = &lt;false&gt;",
    "#2 P2 line 3 read Flag[1] = &lt;true&gt;",
    "completed 11, step limit 1",
    "config fingerprint <code>00112233445566778899aabbccddeeff</code>",
  };
  for (size_t k = 0; k < sizeof wanted / sizeof wanted[0]; k++)
    if (strstr(page, wanted[k]) == NULL) fail_msg("the page lacks: %s", wanted[k]);
  assert_null(strstr(page, directory));
  assert_null(strstr(page, "<test>"));
  if (gnuplot_found()) assert_non_null(strstr(page, "id=\"s1-f1-gnuplot_canvas\""));
  assert_true(report_write(directory, &e));
  char *again = read_whole(directory, "report", ".html");
  assert_string_equal(page, again);
  free(page);
  free(again);
  free(directory);
}

static void test_report_of_several_directories(void **state)
{
  struct error e = {0};
  free(copy_of("small", *state));
  free(copy_of("edge-point", *state));
  assert_true(report_write(*state, &e));
  char *page = read_whole(*state, "report", ".html");
  const char *first = strstr(page, "<section id=\"s1\">"), *second = strstr(page, "<section id=\"s2\">");
  assert_true(first != NULL && second != NULL && first < second);
  assert_non_null(strstr(page, "<a href=\"#s2-verdicts\">small</a>")); /* in the table of all verdicts */
  assert_non_null(strstr(second, "A small &lt;test&gt;"));
  assert_non_null(strstr(second, "href=\"small/config.json\""));
  free(page);
}

static void test_report_of_nothing(void **state)
{
  struct error e = {0};
  assert_false(report_write(*state, &e));
  assert_non_null(strstr(e.text, "no records.jsonl"));
  assert_false(exists(*state, "report.html"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    IN_DIRECTORY(test_report_of_one_directory),
    IN_DIRECTORY(test_report_of_several_directories),
    IN_DIRECTORY(test_report_of_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
