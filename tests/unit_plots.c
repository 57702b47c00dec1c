/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which figures are planned, what is written for gnuplot, and the report. What needs gnuplot itself is skipped without
 * it.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "plots/axes.h"
#include "plots/gnuplot.h"
#include "plots/guides.h"
#include "plots/plots.h"
#include "report/html.h"
#include "report/report.h"

#include "tests/folder.h" /* last: cmocka defines a macro called fail */

/* ---- helpers ---- */

/* Runs draw with a PATH in which there is no gnuplot. */
static void draw_without_gnuplot(const char *directory, struct plots_outcome *outcome)
{
  struct error e = {0};
  char *path = mem_text(getenv("PATH"));
  setenv("PATH", "/nonexistent", 1);
  assert_true(plots_draw(directory, outcome, &e));
  setenv("PATH", path, 1);
  free(path);
}

/* One series of points (x, value), complete and exact. */
static struct series_list list_of(struct series *s, struct series_point *points, size_t n)
{
  *s = (struct series){
    .name = "s", .metric = "rmr.max", .x_name = "N", .scope = "", .kind = "exact", .n = n, .point = points};
  for (size_t k = 0; k < n; k++) {
    points[k].mean = points[k].low = points[k].high = NAN;
    points[k].complete = true;
  }
  return (struct series_list){.n = 1, .series = s};
}

/* ---- the plan ---- */

static void test_plan(void **state)
{
  struct results r;
  struct figure_list list;
  struct error e = {0};
  char *directory = copy_of("small", *state);
  assert_true(results_load(directory, &r, &e) && figures_plan(&r, NULL, &list, &e));
  static const char *const names[] = {"growth-rmr.max",      "only-one",  "normalised-rmr.max",
                                      "normalised-rmr.mean", "lines-one", "lines-two"};
  assert_int_equal(list.n, sizeof names / sizeof names[0]);
  for (size_t k = 0; k < list.n; k++) assert_string_equal(list.figure[k].name, names[k]);
  assert_int_equal(list.figure[0].series.n, 2);
  assert_int_equal(list.figure[1].series.n, 1);
  assert_string_equal(
    list.figure[0].caption,
    "cc, random, distinct sessions, 2 passages, cold caches, sample, N = 2..8, 2 runs per point, rmrlab "
    "0.1.0, config 00112233. Open marks: samples, one schedule for each run; the worst case may be higher.");
  assert_string_equal(list.figure[2].divisor[0].text, "N");   /* the fitted class */
  assert_string_equal(list.figure[2].divisor[1].text, "N^2"); /* undecided: the first runner-up */
  assert_string_equal(list.figure[3].divisor[1].text, "N^2+1");
  assert_int_equal(list.figure[5].task.n, 8);
  assert_int_equal(list.figure[5].task.repetition, 2); /* the dearest of the largest */
  figure_list_free(&list);
  results_free(&r);
  free(directory);
}

static void test_unknown_type_is_refused(void **state)
{
  struct error e = {0};
  char *directory = copy_of("bad-plot", *state);
  assert_false(plots_draw(directory, NULL, &e));
  assert_non_null(strstr(e.file, "bad-plot/config.json"));
  assert_non_null(strstr(e.text, "did you mean \"growth\"?"));
  free(directory);
}

/* ---- axes and guides ---- */

static void test_axes_of_odd_series(void **state)
{
  (void)state;
  struct series s;
  struct series_point one[] = {{.x = 8, .value = 5}}, flat[] = {{.x = 2, .value = 5}, {.x = 64, .value = 5}};
  struct series_point zero[] = {{.x = 2, .value = 0}, {.x = 4, .value = 9}}, none[] = {{.x = 2, .value = 0}};
  struct series_list list = list_of(&s, one, 1);
  struct axis x = axis_of_x(&list), y = axis_of_values(&list);
  assert_true(x.log && x.low < 8 && x.high > 8 && y.log && y.low < 5 && y.high > 5 && y.zero == 0);
  assert_int_equal(guides_of(&list, &x, &y).n, 0);
  list = list_of(&s, flat, 2);
  y = axis_of_values(&list);
  assert_true(y.high / y.low > 6); /* flat looks flat */
  list = list_of(&s, zero, 2);
  y = axis_of_values(&list);
  assert_true(y.log && y.zero > y.low && y.zero < 9);
  list = list_of(&s, none, 1);
  y = axis_of_values(&list);
  assert_true(!y.log && y.low == 0 && y.high > 0);
}

static void test_guides_fit_the_data(void **state)
{
  (void)state;
  struct series s;
  struct series_point points[] = {{.x = 2, .value = 4}, {.x = 64, .value = 4096}};
  struct series_list list = list_of(&s, points, 2);
  const struct axis x = axis_of_x(&list), y = axis_of_values(&list);
  const struct guides g = guides_of(&list, &x, &y);
  assert_int_equal(g.n, 4);
  assert_string_equal(g.growth[0]->name, "N");
  assert_string_equal(g.growth[3]->name, "N^3");
  for (size_t k = 0; k < g.n; k++) assert_true(g.factor[k] * g.growth[k]->at(2) < 4);
}

/* ---- what is written ---- */

static void test_quotes(void **state)
{
  (void)state;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  gnuplot_quote(out, "it's `rm`\n\"x\"");
  fputc('|', out);
  html_text(out, "<a href=\"x\">&'\x01 caf\xe9");
  fputc('|', out);
  html_svg(out, "<?xml?><svg w='1'><title>t</title><g id='a'/><use href='#a' id=\"b\"/></svg>", "p-", "<l>");
  fclose(out);
  assert_string_equal(
    text, "'it''s `rm` \"x\"'|&lt;a href=&quot;x&quot;&gt;&amp;&#39;\\x01 caf\\xE9|"
          "<svg role=\"img\" aria-label=\"&lt;l&gt;\" w='1'><g id='p-a'/><use href='#p-a' id=\"p-b\"/></svg>");
  free(text);
}

static void test_scripts_without_gnuplot(void **state)
{
  struct plots_outcome outcome;
  struct error e = {0};
  char *directory = copy_of("small", *state), *plots = mem_format("%s/plots", directory);
  draw_without_gnuplot(directory, &outcome);
  assert_false(outcome.drawn);
  assert_int_equal(outcome.figures, 6);
  char *dat = read_whole(plots, "growth-rmr.max", ".dat");
  const char *begin = "# one\n# one, cc, random, distinct sessions, 2 passages, cold caches, sample\n"
                      "# N value mean low high repetitions complete\n2 18 8.75 4.375 16.5 2 1\n";
  assert_memory_equal(dat, begin, strlen(begin));
  free(dat);
  char *gp = read_whole(plots, "growth-rmr.max", ".gp");
  assert_null(strstr(gp, directory)); /* file names are relative */
  free(gp);
  assert_false(exists(plots, "growth-rmr.max.svg"));
  assert_true(report_write(directory, &e));
  char *page = read_whole(directory, "report", ".html");
  assert_non_null(strstr(page, "there was no gnuplot"));
  free(page);
  free(plots);
  free(directory);
}

static void test_pictures_are_reproducible(void **state)
{
  need_gnuplot();
  struct plots_outcome outcome;
  struct error e = {0};
  char *directory = copy_of("small", *state), *plots = mem_format("%s/plots", directory);
  assert_true(plots_draw(directory, &outcome, &e) && outcome.drawn);
  run("cp -r '%s' '%s/before'", plots, *state);
  assert_true(plots_draw(directory, NULL, &e));
  run("cd '%s' && for f in *.svg *.png *.gp *.dat; do cmp \"$f\" \"%s/before/$f\" || exit 1; done", plots, *state);
  run("cd '%s' && rm only-one.svg && gnuplot only-one.gp %s && test -s only-one.svg", plots, "2>/dev/null");
  char *svg = read_whole(plots, "only-one", ".svg");
  assert_non_null(strstr(svg, "It's `only` one"));
  free(svg);
  free(plots);
  free(directory);
}

/* Every picture of an odd directory comes out whole. */
static void test_odd_directories_are_drawn(void **state)
{
  need_gnuplot();
  static const char *const names[] = {"edge-passages", "edge-point"};
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
    struct error e = {0};
    char *directory = copy_of(names[k], *state), *plots = mem_format("%s/plots", directory);
    if (!plots_draw(directory, NULL, &e)) fail_msg("%s: %s", names[k], e.text);
    assert_true(exists(plots, "growth-rmr.max.png"));
    free(plots);
    free(directory);
  }
}

static void test_gnuplots_complaint_becomes_the_error(void **state)
{
  need_gnuplot();
  struct error e = {0};
  char *path = mem_format("%s/broken.gp", (const char *)*state);
  struct file_writer w;
  assert_true(file_open(&w, path, &e));
  fputs("plat sin(x)\n", w.out);
  assert_true(file_commit(&w, &e));
  const char *name = "broken";
  assert_false(gnuplot_run(*state, &name, 1, &e));
  assert_int_equal(e.code, EXIT_INTERNAL);
  assert_non_null(strstr(e.text, "broken.gp"));
  free(path);
}

/* ---- the report ---- */

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
  assert_non_null(strstr(page, "<a href=\"#s2\">small</a>")); /* in the table of all verdicts */
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
    IN_DIRECTORY(test_plan),
    IN_DIRECTORY(test_unknown_type_is_refused),
    cmocka_unit_test(test_axes_of_odd_series),
    cmocka_unit_test(test_guides_fit_the_data),
    cmocka_unit_test(test_quotes),
    IN_DIRECTORY(test_scripts_without_gnuplot),
    IN_DIRECTORY(test_pictures_are_reproducible),
    IN_DIRECTORY(test_odd_directories_are_drawn),
    IN_DIRECTORY(test_gnuplots_complaint_becomes_the_error),
    IN_DIRECTORY(test_report_of_one_directory),
    IN_DIRECTORY(test_report_of_several_directories),
    IN_DIRECTORY(test_report_of_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
