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

#include "base/text.h"
#include "plots/axes.h"
#include "plots/ends.h"
#include "plots/gnuplot.h"
#include "plots/guides.h"
#include "plots/latex.h"
#include "plots/looks.h"
#include "plots/plots.h"
#include "plots/rendering.h"
#include "plots/report/html.h"
#include "plots/report/report.h"

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

/* What a plot asks for is added to what all have; a caption has room on a page only. */
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

/* ---- what is written ---- */

static void test_quotes(void **state)
{
  (void)state;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  gnuplot_quote(out, "it's `rm`\n\"x\"");
  fputc('|', out);
  text_markup(out, "<a href=\"x\">&'\x01 caf\xe9");
  fputc('|', out);
  html_svg(out, "<?xml?><svg w='1'><title>t</title><g id='a'/><use href='#a' id=\"b\"/></svg>", "p-", "<l>");
  fclose(out);
  assert_string_equal(
    text, "\"it's \\140rm\\140\\134n\\042x\\042\"|&lt;a href=&quot;x&quot;&gt;&amp;&#39;\\x01 caf\\xE9|"
          "<svg role=\"img\" aria-label=\"&lt;l&gt;\" w='1'><g id='p-a'/><use href='#p-a' id=\"p-b\"/></svg>");
  free(text);
}

/* What a writer makes of a text; the caller frees it. */
static char *written(void write(FILE *out, const char *text), const char *text)
{
  char *out = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&out, &size);
  write(file, text);
  fclose(file);
  return out;
}

static void test_texts_that_mean_something_elsewhere(void **state)
{
  static const struct {
    void (*write)(FILE *, const char *);
    const char *text, *out;
  } cases[] = {
    {gnuplot_quote, "{/Symbol a}_1^2 @x &{y} ~z $1 \\n \"`rm`\"", "'{/Symbol a}_1^2 @x &{y} ~z $1 \\n \"`rm`\"'"},
    {gnuplot_quote, "'$12 @x 3\\'", "\"'\\044\\061\\062 \\100x 3\\134'\""}, /* digits after an escape are escapes */
    {gnuplot_quote, "a]]>b ]>", "'a]] >b ]>'"},
    {gnuplot_quote, "a\tb\r\n\x7f c\xe9 \xef\xbf\xbf \xc3\xbc", "'a\\tb\\r\\n\\x7F c\\xE9 \\uFFFF \xc3\xbc'"},
    {gnuplot_comment, "a\tb\nplot sin(x)", "# a\\tb\\nplot sin(x)\n"},
    {gnuplot_quote, "glb\u202e' 1", "\"glb\\134u202E' 1\""},
    {gnuplot_quote, "glb\u200b", "'glb\\u200B'"},
    {text_markup, "caf\xe9\x02\tb", "caf\\xE9\\x02\tb"},
    {text_markup, "glb\u202e<\U000e0041", "glb\\u202E&lt;\\U000E0041"},
    {html_url, "a b/#1 %?&'\"<\xc3\xbc:c~-_.svg", "a%20b/%231%20%25%3F%26%27%22%3C%C3%BC%3Ac~-_.svg"},
    {html_id, "my table.#1_\xc3\xbc", "my.20table.2E.231_.C3.BC"},
  };
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    char *out = written(cases[k].write, cases[k].text);
    assert_string_equal(out, cases[k].out);
    free(out);
  }
}

/* Ids are those of tags: a text that looks like one stays as it is. */
static void test_svg_texts_keep_their_ids(void **state)
{
  (void)state;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  html_svg(out, "<svg><text> id='a' url(#b) title</text><g id='c'/></svg>", "p-", "l");
  fclose(out);
  assert_string_equal(text, "<svg role=\"img\" aria-label=\"l\"><text> id='a' url(#b) title</text><g id='p-c'/></svg>");
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
  assert_non_null(strstr(page, "gnuplot is missing, or failed"));
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
  run("cd '%s' && for f in *.svg *.png *.pdf *.gp *.dat; do cmp \"$f\" \"%s/before/$f\" || exit 1; done", plots,
      *state);
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

/* ---- gnuplots that do not do their work ---- */

/* Draws with a gnuplot that is this shell script. */
static void draw_with(const char *script, const char *directory, const char *bin, struct plots_outcome *outcome)
{
  struct error e = {0};
  char *path = mem_text(getenv("PATH")), *mine = mem_format("%s:%s", bin, path);
  run("mkdir -p '%s'%s", bin, "");
  char *file = mem_format("%s/gnuplot", bin);
  FILE *out = fopen(file, "w");
  assert_non_null(out);
  fprintf(out, "#!/bin/sh\n%s\n", script);
  fclose(out);
  run("chmod +x '%s'%s", file, "");
  setenv("PATH", mine, 1);
  assert_true(plots_draw(directory, outcome, &e));
  setenv("PATH", path, 1);
  free(file);
  free(path);
  free(mine);
}

/* Whatever it does, there is a report without half a picture, and the outcome says what is missing. */
static void test_gnuplots_that_fail(void **state)
{
  static const struct {
    const char *script, *complaint;
  } cases[] = {
    {"exit 0", "did not finish"},
    {"echo 'no such terminal' >&2; exit 3", "gnuplot failed: no such terminal"},
    {"kill -9 $$", "it printed no message"},
    {"for f in *.gp; do for s in svg png pdf; do echo '<svg>half' > \"${f%.gp}.$s\"; done; done", "did not finish"},
    {"for f in *.gp; do echo '<svg>' > \"${f%.gp}.svg\"; done; kill -9 $$", "gnuplot failed"},
  };
  char *directory = copy_of("small", *state), *plots = mem_format("%s/plots", directory);
  char *bin = mem_format("%s/bin", (const char *)*state);
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    struct plots_outcome outcome;
    struct error e = {0};
    draw_with(cases[k].script, directory, bin, &outcome);
    assert_true(outcome.drawn && outcome.failed == outcome.figures && outcome.figures == 6);
    assert_int_equal(outcome.complaint.code, EXIT_INTERNAL);
    if (strstr(outcome.complaint.text, cases[k].complaint) == NULL) fail_msg("%zu: %s", k, outcome.complaint.text);
    run("cd '%s' && ! ls | grep -v -e '[.]gp$' -e '[.]dat$'%s && ! test -e .making", plots, " >&2");
    assert_true(report_write(directory, &e));
    char *page = read_whole(directory, "report", ".html");
    assert_non_null(strstr(page, "gnuplot is missing, or failed"));
    assert_null(strstr(page, "half"));
    free(page);
  }
  free(bin);
  free(plots);
  free(directory);
}

/* A picture outlives a gnuplot that fails if it shows the same numbers, and only then. */
static void test_good_pictures_stay(void **state)
{
  need_gnuplot();
  struct plots_outcome outcome;
  struct error e = {0};
  char *directory = copy_of("small", *state), *plots = mem_format("%s/plots", directory);
  char *bin = mem_format("%s/bin", (const char *)*state);
  assert_true(plots_draw(directory, &outcome, &e));
  assert_int_equal(outcome.failed, 0);
  run("mkdir '%s/.making' && touch '%s/.making/left.svg.tmp'", plots, plots); /* by one that was killed */
  run("echo '# edited' >> '%s/only-one.dat' && truncate -s -9 '%s/lines-one.svg'", plots, plots);
  draw_with("echo '<svg>half' > growth-rmr.max.svg; kill -9 $$", directory, bin, &outcome);
  assert_int_equal(outcome.failed, 6);
  assert_true(exists(plots, "growth-rmr.max.svg") && exists(plots, "growth-rmr.max.pdf"));
  assert_false(exists(plots, "only-one.svg"));  /* it showed other numbers */
  assert_false(exists(plots, "lines-one.svg")); /* it was half a picture */
  assert_true(exists(plots, "only-one.dat"));
  run("! test -e '%s/.making'%s", plots, "");
  char *svg = read_whole(plots, "growth-rmr.max", ".svg");
  assert_null(strstr(svg, "half"));
  free(svg);
  free(bin);
  free(plots);
  free(directory);
}

static void write_script(const char *directory, const char *name, const char *text)
{
  struct error e = {0};
  char *path = mem_format("%s/%s.gp", directory, name);
  struct file_writer w;
  assert_true(file_open(&w, path, &e));
  fputs(text, w.out);
  assert_true(file_commit(&w, &e));
  free(path);
}

static void test_gnuplots_complaint_becomes_the_error(void **state)
{
  need_gnuplot();
  struct error e = {0};
  write_script(*state, "broken", "plat sin(x)\n");
  struct drawing broken = {.name = "broken"};
  assert_int_equal(drawing_make(*state, &broken, 1, DRAWING_PATIENCE, &e), 0);
  assert_int_equal(e.code, EXIT_INTERNAL);
  assert_non_null(strstr(e.text, "broken.gp"));
}

/* A script that plots something, with a text in every place. */
static void write_picture(const char *directory, const char *name, const char *text)
{
  char *path = mem_format("%s/%s.gp", directory, name);
  struct error e = {0};
  struct file_writer w;
  assert_true(file_open(&w, path, &e));
  const struct page page = {.width = FIGURE_WIDTH, .height = 500};
  gnuplot_begin(w.out, name, text, &page);
  fputs("set xlabel ", w.out);
  gnuplot_quote(w.out, text);
  fputs("\nplot x title ", w.out);
  gnuplot_quote(w.out, text);
  gnuplot_end(w.out, name, &page);
  assert_true(file_commit(&w, &e));
  free(path);
}

/* The figures behind a script that gnuplot dies of are drawn by the next one; a hanging gnuplot is ended. */
static void test_one_bad_figure_of_several(void **state)
{
  need_gnuplot();
  const char *directory = *state;
  struct drawing d[] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
  struct error e = {0};
  write_picture(directory, "a", "a");
  write_script(directory, "b", "plat sin(x)\n");
  write_picture(directory, "c", "c");
  assert_int_equal(drawing_make(directory, d, 3, DRAWING_PATIENCE, &e), 2);
  assert_true(d[0].whole && !d[1].whole && d[2].whole);
  assert_non_null(strstr(e.text, "b.gp"));
  write_script(directory, "b", "pause 100\n");
  run("cd '%s' && rm *.svg *.png *.pdf%s", directory, "");
  e = (struct error){0};
  assert_int_equal(drawing_make(directory, d, 3, 1, &e), 1);
  assert_true(d[0].whole && !d[1].whole && !d[2].whole);
  assert_non_null(strstr(e.text, "finished nothing for 1 s, and left b.gp"));
}

/* Any text, in all three kinds of picture; and an SVG is XML. */
static void test_any_title_is_drawn(void **state)
{
  need_gnuplot();
  static const char *const titles[] = {"'Worst' cases",
                                       "'",
                                       "''",
                                       "it's '",
                                       "\\",
                                       "'\\",
                                       "a\\",
                                       "\"",
                                       "'\"",
                                       "`touch pwned`",
                                       "'`touch pwned`'",
                                       "$(touch pwned) @touch $1 '$1 @x",
                                       "]]> --> <!-- <![CDATA[ </svg> &amp; '",
                                       "{/Symbol a}_1^2 ~a{.5-} &{x} %s %d %% '%s",
                                       "a\nb\tc\r\x01\x7f'",
                                       "\xc3\xbc\xe2\x88\x9e\xf0\x9f\x98\x80 '\xc3\xbc",
                                       "\xe9\xff'",
                                       "",
                                       " "};
  enum { N = sizeof titles / sizeof titles[0] };
  struct drawing d[N];
  struct error e = {0};
  char name[N][8];
  for (size_t k = 0; k < N; k++) {
    snprintf(name[k], sizeof name[k], "t%zu", k);
    d[k] = (struct drawing){.name = name[k]};
    write_picture(*state, name[k], titles[k]);
  }
  if (drawing_make(*state, d, N, DRAWING_PATIENCE, &e) != N) fail_msg("%s", e.text);
  run("cd '%s' && for f in *.svg; do python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' $f || exit 1; "
      "done%s",
      *state, "");
  run("test ! -e '%s/pwned'%s", *state, "");
  char *svg = read_whole(*state, "t0", ".svg");
  assert_non_null(strstr(svg, "<text>'Worst' cases</text>"));
  free(svg);
  svg = read_whole(*state, "t11", ".svg");
  assert_non_null(strstr(svg, "$(touch pwned) @touch $1 '$1 @x"));
  free(svg);
}

static void setenv_all(const char *zone, const char *locale, const char *terminal)
{
  assert_int_equal(setenv("TZ", zone, 1) | setenv("LC_ALL", locale, 1) | setenv("GNUTERM", terminal, 1), 0);
}

/* The same bytes at any time, in any time zone and locale, in all three kinds of picture. */
static void test_pictures_do_not_depend_on_the_place(void **state)
{
  need_gnuplot();
  char *here = mem_format("%s/here", (const char *)*state), *there = mem_format("%s/there", (const char *)*state);
  struct drawing d = {.name = "a"};
  struct error e = {0};
  run("mkdir '%s' '%s'", here, there);
  write_picture(here, "a", "a title");
  write_picture(there, "a", "a title");
  setenv_all("Asia/Kolkata", "C", "dumb");
  assert_int_equal(drawing_make(here, &d, 1, DRAWING_PATIENCE, &e), 1);
  setenv_all("America/St_Johns", "de_DE.UTF-8", "png");
  sleep(1);
  assert_int_equal(drawing_make(there, &d, 1, DRAWING_PATIENCE, &e), 1);
  unsetenv("TZ");
  unsetenv("LC_ALL");
  unsetenv("GNUTERM");
  run("for s in svg png pdf; do cmp '%s/a.'$s '%s/a.'$s || exit 1; done", here, there);
  free(here);
  free(there);
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
    cmocka_unit_test(test_quotes),
    cmocka_unit_test(test_texts_that_mean_something_elsewhere),
    cmocka_unit_test(test_svg_texts_keep_their_ids),
    IN_DIRECTORY(test_scripts_without_gnuplot),
    IN_DIRECTORY(test_pictures_are_reproducible),
    IN_DIRECTORY(test_odd_directories_are_drawn),
    IN_DIRECTORY(test_gnuplots_complaint_becomes_the_error),
    IN_DIRECTORY(test_gnuplots_that_fail),
    IN_DIRECTORY(test_good_pictures_stay),
    IN_DIRECTORY(test_one_bad_figure_of_several),
    IN_DIRECTORY(test_any_title_is_drawn),
    IN_DIRECTORY(test_pictures_do_not_depend_on_the_place),
    IN_DIRECTORY(test_report_of_one_directory),
    IN_DIRECTORY(test_report_of_several_directories),
    IN_DIRECTORY(test_report_of_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
