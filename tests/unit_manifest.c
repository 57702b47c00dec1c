/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_manifest.c: whose a file is (results/manifest.h). tests/cli_directory.sh tests `rmr run` in somebody else's
 * directory.
 */
#include "base/file.h"
#include "base/mem.h"
#include "results/manifest.h"
#include "results/seal.h"

#include "tests/folder.h" /* last: cmocka defines a macro called fail */

static void make(const char *directory, const char *name, const char *text)
{
  char *path = mem_format("%s/%s", directory, name);
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
  free(path);
}

static char *list_of(const char *directory)
{
  struct error e = {0};
  char *path = mem_format("%s/" MANIFEST_NAME, directory), *text = file_read(path, 1 << 20, NULL, &e);
  free(path);
  assert_non_null(text);
  return text;
}

/* Names, one per line, the last of which may be without an end, with checksums. */
static char *sealed(const char *names)
{
  char *out = mem_text("");
  for (const char *end; *names != '\0'; names = end + (*end == '\n')) {
    end = strchrnul(names, '\n');
    char *name = mem_format("%.*s", (int)(end - names), names), *word = *end == '\n' ? seal_word(name) : mem_text(name);
    char *longer = mem_format("%s%s%s", out, word, *end == '\n' ? "\n" : "");
    free(name);
    free(word);
    free(out);
    out = longer;
  }
  return out;
}

static void make_list(const char *directory, const char *names)
{
  char *text = sealed(names);
  make(directory, MANIFEST_NAME, text);
  free(text);
}

static void assert_list(const char *directory, const char *want)
{
  char *text = list_of(directory), *names = sealed(want);
  assert_string_equal(text, names);
  free(names);
  free(text);
}

/* Adds up to two names, and makes their files. */
static bool own(const char *directory, const char *folder, const char *first, const char *second, bool replace,
                struct error *e)
{
  struct manifest m;
  const char *const names[] = {first, second};
  if (!manifest_begin(&m, directory, folder, e)) return false;
  bool ok = true;
  for (int k = 0; ok && k < 2; k++)
    if (names[k] != NULL) ok = manifest_add(&m, names[k], e);
  if (!manifest_end(&m, replace, ok, e)) return false;
  for (int k = 0; k < 2; k++) {
    char *path = names[k] != NULL ? mem_format("%s%s", folder, names[k]) : NULL;
    if (path != NULL) make(directory, path, "ours");
    free(path);
  }
  return true;
}

static void what_is_stale_goes_and_what_is_foreign_stays(void **state)
{
  struct error e = {0};
  char *plots = mem_format("%s/plots", (char *)*state);
  assert_true(file_make_directory(plots, &e));
  make(*state, "plots/theirs.svg", "theirs");
  assert_true(own(*state, MANIFEST_PLOTS, "b.svg", "a.svg", true, &e));
  assert_true(own(*state, MANIFEST_TOP, "report.html", "fits.json", true, &e));
  assert_list(*state, "fits.json\nplots/a.svg\nplots/b.svg\nreport.html\n");
  assert_true(own(*state, MANIFEST_PLOTS, "c.svg", "b.svg", true, &e));
  assert_list(*state, "fits.json\nplots/b.svg\nplots/c.svg\nreport.html\n");
  assert_true(!exists(plots, "a.svg") && exists(plots, "b.svg") && exists(plots, "theirs.svg"));
  assert_true(own(*state, MANIFEST_TOP, "report.html", NULL, false, &e));
  assert_true(exists(*state, "fits.json")); /* not to be replaced */
  assert_true(own(*state, MANIFEST_PLOTS, NULL, NULL, true, &e));
  assert_list(*state, "fits.json\nreport.html\n");
  assert_true(exists(plots, "theirs.svg") && !exists(plots, "c.svg"));
  free(plots);
}

static void an_empty_folder_goes(void **state)
{
  struct error e = {0};
  char *traces = mem_format("%s/traces", (char *)*state);
  assert_true(file_make_directory(traces, &e));
  assert_true(own(*state, MANIFEST_TRACES, "1.txt", NULL, true, &e) && file_is_directory(traces));
  assert_true(own(*state, MANIFEST_TRACES, NULL, NULL, true, &e) && !file_is_directory(traces));
  free(traces);
}

static void what_is_foreign_is_not_overwritten(void **state)
{
  struct error e = {0};
  make(*state, "report.html", "theirs");
  assert_true(own(*state, MANIFEST_TOP, "fits.json", NULL, true, &e));
  assert_false(own(*state, MANIFEST_TOP, "verdicts.json", "report.html", true, &e));
  assert_non_null(strstr(e.file, "report.html"));
  assert_non_null(strstr(e.text, "move it away"));
  assert_true(exists(*state, "fits.json")); /* nothing is removed on failure */
}

/* One that is not ours among several: none is listed. */
static void nothing_is_listed_before_all_may_be(void **state)
{
  static const char *const names[] = {"fits.json", "report.html"};
  struct error e = {0};
  struct manifest m;
  make(*state, "report.html", "theirs");
  assert_true(manifest_begin(&m, *state, MANIFEST_TOP, &e));
  assert_true(manifest_may_have(&m, names, 1, &e));
  assert_false(manifest_may_have(&m, names, 2, &e));
  assert_non_null(strstr(e.file, "report.html"));
  assert_false(manifest_end(&m, true, false, &e));
  assert_false(exists(*state, MANIFEST_NAME));
}

static void a_name_is_listed_before_its_file_is_there(void **state)
{
  struct error e = {0};
  struct manifest m;
  assert_true(manifest_begin(&m, *state, MANIFEST_TOP, &e));
  assert_true(manifest_add(&m, "z.json", &e) && manifest_add(&m, "a.json", &e));
  assert_list(*state, "z.json\na.json\n"); /* as a kill would leave it */
  assert_true(manifest_end(&m, true, true, &e));
  assert_list(*state, "a.json\nz.json\n");
  make_list(*state, "z.json\na.json\nrep"); /* torn */
  assert_true(own(*state, MANIFEST_TOP, "report.html", NULL, false, &e));
  assert_list(*state, "a.json\nreport.html\nz.json\n");
  make_list(*state, "z.json\na.json\n"); /* whole, but nobody has put it in order */
  assert_true(own(*state, MANIFEST_PLOTS, NULL, NULL, false, &e));
  assert_list(*state, "a.json\nz.json\n");
}

static void a_list_with_other_names_is_not_believed(void **state)
{
  static const char *const names[] = {"../x", "/x", "plots/../x", "plots/", "photos/x", "", ".", "..", "plots/.x"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    struct error e = {0};
    struct manifest m;
    char *list = mem_format("fits.json\n%s\n", names[k]);
    make_list(*state, list);
    assert_false(manifest_begin(&m, *state, MANIFEST_TOP, &e));
    assert_int_equal(e.line, 2);
    free(list);
  }
}

/* Which a kill does not leave: it tears a line before the file is made. */
static void a_list_cut_short_behind_its_file_is_told(void **state)
{
  static const char *const torn[] = {"plo", "plots/a.svg", "plots/a.svg 12"};
  struct error none = {0};
  char *folder = mem_format("%s/plots", (char *)*state);
  assert_true(file_make_directory(folder, &none) && own(*state, MANIFEST_PLOTS, "a.svg", NULL, false, &none));
  for (size_t k = 0; k < sizeof torn / sizeof *torn; k++) {
    struct error e = {0};
    struct manifest m;
    char *list = mem_format("fits.json\n%s", torn[k]);
    make_list(*state, list);
    char *before = list_of(*state);
    assert_false(manifest_begin(&m, *state, MANIFEST_TOP, &e));
    assert_int_equal(e.line, 2);
    assert_non_null(strstr(e.text, "plots/a.svg is there"));
    char *after = list_of(*state);
    assert_string_equal(after, before);
    free(after);
    free(before);
    free(list);
  }
  free(folder);
}

/* No bit of it. */
static void an_altered_list_is_not_believed(void **state)
{
  char *whole = sealed("fits.json\nplots/a.svg\n");
  for (size_t bit = 0; bit < 8 * strlen(whole); bit++) {
    struct error e = {0};
    struct manifest m;
    char *text = mem_text(whole);
    text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
    if (bit / 8 == strlen(whole) - 1 || text[bit / 8] == '\0') { /* torn, or no text: another matter */
      free(text);
      continue;
    }
    make(*state, MANIFEST_NAME, text);
    assert_false(manifest_begin(&m, *state, MANIFEST_TOP, &e));
    assert_true(e.line == 1 || e.line == 2);
    char *left = list_of(*state);
    assert_string_equal(left, text); /* nothing is changed */
    free(left);
    free(text);
  }
  free(whole);
}

static void a_directory_with_a_list_may_be_written_into(void **state)
{
  struct error e = {0}, refused = {0};
  assert_true(manifest_may_write(*state, &e));
  make(*state, "config.json" FILE_TEMPORARY, "half"); /* of a writer that was killed */
  assert_true(manifest_may_write(*state, &e));
  make(*state, "thesis.tex", "theirs");
  assert_false(manifest_may_write(*state, &refused));
  assert_non_null(strstr(refused.text, "thesis.tex"));
  make(*state, MANIFEST_NAME, "");
  assert_true(manifest_may_write(*state, &e));
  manifest_sweep(*state);
  assert_true(!exists(*state, "config.json" FILE_TEMPORARY) && exists(*state, "thesis.tex"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    IN_DIRECTORY(what_is_stale_goes_and_what_is_foreign_stays), IN_DIRECTORY(an_empty_folder_goes),
    IN_DIRECTORY(what_is_foreign_is_not_overwritten),           IN_DIRECTORY(nothing_is_listed_before_all_may_be),
    IN_DIRECTORY(a_name_is_listed_before_its_file_is_there),    IN_DIRECTORY(a_list_with_other_names_is_not_believed),
    IN_DIRECTORY(a_list_cut_short_behind_its_file_is_told),     IN_DIRECTORY(an_altered_list_is_not_believed),
    IN_DIRECTORY(a_directory_with_a_list_may_be_written_into),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
