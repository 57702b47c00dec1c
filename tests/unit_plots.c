/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_plots.c: which figures are planned, and how they look: texts, names, axes, guides, styles.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "plots/axes.h"
#include "plots/caption.h"
#include "plots/ends.h"
#include "plots/guides.h"
#include "plots/latex.h"
#include "plots/looks.h"
#include "plots/plots.h"
#include "plots/rendering.h"

#include "tests/folder.h" /* last: cmocka defines a macro called fail */

/* ---- helpers ---- */

static struct series_list list_of(struct series *s, struct series_point *points, size_t n)
{
  *s = (struct series){
    .name = "s", .metric = "rmr.max", .x_name = "N", .scope = "", .kind = KIND_EXACT, .n = n, .point = points};
  for (size_t k = 0; k < n; k++) {
    points[k].mean = points[k].low = points[k].high = NAN;
    points[k].complete = true;
  }
  return (struct series_list){.n = 1, .series = s};
}

static struct series drawn(char *algorithm, char *adversary)
{
  return (struct series){.name = algorithm,
                         .algorithm = algorithm,
                         .adversary = adversary,
                         .memory = "cc",
                         .sessions = "distinct",
                         .faults = "none",
                         .time = "none",
                         .order = "sc",
                         .kind = KIND_SAMPLE};
}

/* ---- captions ---- */

/* A tick of 0 is told where there is one: not on a linear axis, as that of values below 0, or of zeros alone. */
static void test_zero_is_told_where_it_has_a_tick(void **state)
{
  (void)state;
  static const struct {
    double first, second;
    bool told;
  } cases[] = {{0, 4, true}, {0, 0, false}, {1, 4, false}, {0, -4, false}};
  static const struct record_form form = {0};
  const struct results none = {.n = 0};
  const struct record record = {
    .memory = "cc", .version = "", .drive = "simulate", .faults = "", .time = "", .order = "", .form = &form};
  const struct results one = {.n = 1, .record = (struct record *)&record};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct series s;
    struct series_point points[3] = {
      {.x = 2, .value = cases[k].first}, {.x = 4, .value = cases[k].second}, {.x = 8, .value = 5}};
    const size_t n = cases[k].first == 0 && cases[k].second == 0 ? 2 : 3;
    const struct series_list list = list_of(&s, points, n);
    char *growth = caption_of_series(&none, &list, true), *gallery = caption_of_gallery(&one, &list, "rmr.max");
    assert_int_equal(strstr(growth, "has no 0") != NULL, cases[k].told);
    assert_int_equal(strstr(gallery, "has no 0") != NULL, cases[k].told);
    free(growth);
    free(gallery);
  }
}

/* ---- texts and names ---- */

static void test_latex_shows_a_text_as_it_is(void **state)
{
  (void)state;
  static const char *const cases[][2] = {{"yang_anderson", "yang\\_anderson"},
                                         {"50 % of #1 & {x}", "50 \\% of \\#1 \\& \\{x\\}"},
                                         {"∝ N²", "$\\propto$ N\\textsuperscript{2}"},
                                         {"a\\b^$", "a\\textbackslash{}b\\textasciicircum{}\\$"},
                                         {"für", "für"},
                                         {"", ""}};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    latex_text(out, cases[k][0], strlen(cases[k][0]));
    fclose(out);
    assert_string_equal(text, cases[k][1]);
    free(text);
  }
}

/* A text with braces in it ends where gnuplot's braces begin. */
static void test_latex_is_mended(void **state)
{
  char *path = mem_format("%s/x.tex", (char *)*state);
  struct error e = {0};
  struct file_writer w;
  assert_true(file_open(&w, path, &e));
  fputs("\\begingroup\n  \\put(1,2){\\makebox(0,0)[l]{\\strut{}a_{1}}}%\n"
        "  \\put(1,2){\\rotatebox{-270}{\\makebox(0,0){\\strut{}50 %}}}%\n\\strut{}}}\n\\def\\x_y{}%\n",
        w.out);
  assert_true(file_commit(&w, &e) && latex_mend(path, &e));
  char *text = file_read(path, 4096, NULL, &e);
  assert_string_equal(text, "\\begingroup\n  \\put(1,2){\\makebox(0,0)[l]{\\strut{}a\\_\\{1\\}}}%\n"
                            "  \\put(1,2){\\rotatebox{-270}{\\makebox(0,0){\\strut{}50 \\%}}}%\n\\strut{}}}\n"
                            "\\def\\x_y{}%\n");
  free(text);
  free(path);
}

/* Names stand at the ends of lines that have ends, as far as there is room. */
static void test_names_at_ends(void **state)
{
  (void)state;
  struct series_point point[] = {{.x = 2, .value = 3}, {.x = 4, .value = INFINITY}};
  struct series s;
  struct series_list list = list_of(&s, point, 2);
  s.name = (char *)"yang_anderson, pct";
  assert_true(ends_last(&s) == &point[0]);
  assert_true(ends_fit(&list, false));
  assert_false(ends_fit(&list, true)); /* too long for a column */
  assert_true(ends_room(&list, false) > 0);
  s.name = (char *)"m";
  assert_true(ends_fit(&list, true));
  assert_true(ends_room(&list, false) == 0);
  point[0].value = INFINITY;
  assert_null(ends_last(&s));
  assert_false(ends_fit(&list, false));
}

/* The wishes of a plot are added to the common layout; a caption has room on a page only. */
static void test_layouts(void **state)
{
  (void)state;
  const struct layout_wish plain = {.widest = 16, .caption = ""}, paper = {.paper = true, .widest = 16, .caption = ""};
  for (size_t k = 0; k < 2; k++) {
    struct layout_wish wish = k == 0 ? plain : paper;
    const struct layout before = layout_of(&wish);
    wish.lower = 10, wish.higher = 5, wish.right = 40, wish.left = 7, wish.caption = "one row";
    const struct layout l = layout_of(&wish);
    assert_true(l.page.width == before.page.width && l.left == before.left + 7 && l.right == before.right + 40);
    assert_true(l.plot_top == before.plot_top + 10 && l.plot_bottom == before.plot_bottom + 15);
    assert_true(l.page.height == before.page.height + 15 + (k == 0 ? PARAGRAPH_ROW : 0));
    wish.key_entries = 1;
    assert_true(layout_of(&wish).page.height > l.page.height);
    assert_true(l.left + l.right < l.page.width / 2 && l.plot_top < l.plot_bottom && l.plot_bottom < l.key_top);
  }
  assert_true(layout_of(&paper).page.width < layout_of(&plain).page.width / 2);
}

/* Without colour: as many series as a figure has look different. */
static void test_looks_for_paper(void **state)
{
  (void)state;
  struct look look[FIGURE_MOST] = {0};
  struct series series[FIGURE_MOST];
  char name[FIGURE_MOST][2] = {{0}};
  for (size_t k = 0; k < FIGURE_MOST; k++) {
    name[k][0] = (char)('a' + k);
    series[k] = drawn("glb", "random");
    series[k].name = name[k];
  }
  looks_for_paper(&(struct series_list){.n = FIGURE_MOST, .series = series}, look);
  for (size_t k = 0; k < FIGURE_MOST; k++)
    for (size_t i = 0; i < k; i++)
      assert_true(look[k].shape != look[i].shape || strcmp(look_dash(&look[k]), look_dash(&look[i])) != 0);
}

/* The exact values and the lower bounds that labels gave one name are one entry; of anything else two names are two. */
static void test_twins(void **state)
{
  (void)state;
  struct series three[] = {drawn("glb", ""), drawn("mcs", ""), drawn("glb", "")};
  const struct series_list list = {.n = 3, .series = three};
  three[0].kind = KIND_EXACT;
  three[2].kind = KIND_LOWER_BOUND;
  struct look look[3] = {0};
  looks_for_paper(&list, look);
  assert_true(looks_twin(&list, 0) == 2 && looks_twin(&list, 2) == 0 && looks_twin(&list, 1) == 1);
  assert_true(looks_is_entry(&list, 0) && looks_is_entry(&list, 1) && !looks_is_entry(&list, 2));
  assert_true(look[0].shape == look[2].shape && look[0].dash == look[2].dash && look[0].shape != look[1].shape);
  looks_of(NULL, &list, look);
  assert_true(look[0].shape == look[2].shape && strcmp(look[0].colour, look[2].colour) == 0);
  three[2].memory = "dsm";
  assert_true(looks_is_entry(&list, 2));
  three[2].memory = "cc";
  three[2].kind = KIND_EXACT;
  assert_true(looks_is_entry(&list, 2));
  three[2].kind = KIND_LOWER_BOUND;
  three[1].name = "glb"; /* three of one name: which two? */
  assert_true(looks_is_entry(&list, 0) && looks_is_entry(&list, 1) && looks_is_entry(&list, 2));
}

/* The space that texts beside the frame need: none more for short ones. */
static void test_room_beside_the_frame(void **state)
{
  (void)state;
  struct series s;
  struct series_point points[] = {{.x = 2, .value = 4}, {.x = 64, .value = 4096}};
  const struct series_list list = list_of(&s, points, 2);
  const struct axis x = axis_of_x(&list), y = axis_of_values(&list);
  const struct guides g = guides_of(&list, &x, &y), none = {0};
  assert_true(guides_room(&g, &x, &y, true) >= 30 && guides_room(&g, &x, &y, false) == 0);
  assert_true(guides_room(&none, &x, &y, true) == 0);
  assert_true(axis_room(&y, true) == 0 && axis_room(&y, false) == 0);
  static const struct axis large = {.low = 10, .high = 150000, .log = true}, million = {.low = 0, .high = 2e6},
                           small = {.low = 0, .high = 0.5};
  assert_true(axis_room(&large, true) > 8 && axis_room(&large, false) == 0);
  assert_true(axis_room(&million, true) > axis_room(&large, true) && axis_room(&small, true) == 0);
}

/* ---- the plan ---- */

static void test_plan(void **state)
{
  struct evaluation v;
  struct figure_list list;
  struct error e = {0};
  char *directory = copy_of("small", *state);
  assert_true(evaluation_load(directory, &v, &e) && figures_plan(&v, &list, &e));
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
  assert_int_equal(list.figure[5].task.repetition, 2); /* the costliest of the largest */
  figure_list_free(&list);
  evaluation_free(&v);
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
  points[1].value = 24; /* 4 lg N */
  const struct guides slow = guides_of(&list, &x, &y);
  assert_int_equal(slow.n, 4);
  assert_string_equal(slow.growth[1]->name, "lg N");
}

/* ---- looks ---- */

/* Colour is the algorithm, by its place among all of them; mark is all else; with one algorithm colours differ too. */
static void test_looks(void **state)
{
  (void)state;
  json_t *algorithms = json_pack("{s:{}, s:{}, s:{}}", "glb", "mcs", "tas");
  struct series two[] = {drawn("tas", "random"), drawn("glb", "random"), drawn("tas", "greedy"),
                         drawn("glb", "greedy")};
  struct look look[12];
  looks_of(algorithms, &(struct series_list){.n = 4, .series = two}, look);
  assert_string_equal(look[0].colour, look[2].colour);
  assert_string_equal(look[1].colour, look[3].colour);
  assert_string_equal(look[0].colour, gnuplot_colour(2));
  assert_string_equal(look[1].colour, gnuplot_colour(0));
  assert_int_equal(look[0].shape, look[1].shape);
  assert_int_not_equal(look[0].shape, look[2].shape);
  assert_string_not_equal(look_dash(&look[0]), look_dash(&look[2]));
  char name[12][2] = {{0}};
  struct series many[12];
  for (int k = 0; k < 12; k++) {
    name[k][0] = (char)('a' + k);
    many[k] = drawn("glb", name[k]);
  }
  looks_of(algorithms, &(struct series_list){.n = 12, .series = many}, look);
  for (int a = 0; a < 12; a++)
    for (int b = 0; b < a; b++)
      assert_true(look[a].shape != look[b].shape || strcmp(look[a].colour, look[b].colour) != 0);
  json_decref(algorithms);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_zero_is_told_where_it_has_a_tick),
    IN_DIRECTORY(test_plan),
    IN_DIRECTORY(test_unknown_type_is_refused),
    cmocka_unit_test(test_axes_of_odd_series),
    cmocka_unit_test(test_guides_fit_the_data),
    cmocka_unit_test(test_looks),
    cmocka_unit_test(test_looks_for_paper),
    cmocka_unit_test(test_twins),
    cmocka_unit_test(test_room_beside_the_frame),
    cmocka_unit_test(test_layouts),
    cmocka_unit_test(test_names_at_ends),
    cmocka_unit_test(test_latex_shows_a_text_as_it_is),
    IN_DIRECTORY(test_latex_is_mended),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
