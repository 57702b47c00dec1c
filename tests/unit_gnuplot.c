/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_gnuplot.c: the files for gnuplot, and gnuplots that do not do their work. Tests that need gnuplot itself are
 * skipped without it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "plots/gnuplot.h"
#include "plots/latex.h"
#include "plots/plots.h"
#include "plots/report/html.h"
#include "plots/report/report.h"

#include "tests/folder.h" /* last: cmocka defines a macro called fail */

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

/* ---- the written files ---- */

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

/* The output of a writer for a text; the caller frees it. */
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

/* For every failure of gnuplot, there is a report without half a picture, and the outcome says what is missing. */
static void test_gnuplots_that_fail(void **state)
{
  static const struct {
    const char *script, *complaint;
  } cases[] = {
    {"exit 0", "did not finish"},
    {"echo 'no such terminal' >&2; exit 3", "no such terminal"},
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

int main(void)
{
  const struct CMUnitTest tests[] = {
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
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
