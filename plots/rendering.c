/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/rendering.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/program.h"
#include "base/text.h"
#include "plots/latex.h"

const char *const drawing_endings[DRAWING_KINDS] = {".svg", ".png", ".pdf", "-latex.pdf", "-latex.tex", "-screen.svg"};

bool drawing_has(size_t k, bool paper, bool screened)
{
  return k < DRAWING_PICTURES || (k == DRAWING_SCREEN ? screened : paper);
}

/* ---- the process ---- */

bool gnuplot_found(void)
{
  return program_found("gnuplot");
}

static char *picture_path(const char *directory, const char *name, size_t picture)
{
  return mem_format("%s/%s%s", directory, name, drawing_endings[picture]);
}

/* Each figure's last picture, which gnuplot has begun. */
static bool is_almost_done(const char *directory, const struct drawing *d)
{
  size_t last = DRAWING_KINDS - 1;
  while (!drawing_has(last, d->paper, d->screened)) last--;
  char *path = picture_path(directory, d->name, last);
  const bool yes = file_exists(path);
  free(path);
  return yes;
}

/* How far it has come. */
struct progress {
  const char *directory;
  const struct drawing *d;
  size_t n, done;
};

static bool is_at_another(void *self)
{
  struct progress *p = self;
  const size_t before = p->done;
  while (p->done < p->n && is_almost_done(p->directory, &p->d[p->done])) p->done++;
  return p->done > before;
}

/* One gnuplot that draws n of them. */
static enum program_end run(const char *directory, const char *script, const struct drawing *d, size_t n, int patience,
                            FILE *talk)
{
  const char *const argument[] = {"gnuplot", "-d", script, NULL};
  static const char *const unset[] = {"GNUTERM", "GNUPLOT_LIB", "GNUPLOT_DRIVER_DIR", NULL};
  const struct program gnuplot = {
    .argument = argument, .unset = unset, .directory = directory, .out = talk, .talk = talk};
  struct progress progress = {.directory = directory, .d = d, .n = n};
  return program_run(&gnuplot, patience, is_at_another, &progress);
}

/* ---- its leftovers ---- */

bool drawing_is_whole(const char *path, const char *ending)
{
  static const char *const ends[][2] = {{".svg", "</svg>"}, {".png", "IEND"}, {".tex", "\\endgroup"}, {"", "%%EOF"}};
  size_t kind = 0;
  while (strstr(ending, ends[kind][0]) == NULL) kind++;
  const char *end = ends[kind][1];
  struct error ignored = {0};
  size_t length = 0;
  char *text = file_exists(path) ? file_read(path, (size_t)1 << 30, &length, &ignored) : NULL;
  const size_t tail = length < 16 ? length : 16;
  const bool whole = text != NULL && memmem(text + length - tail, tail, end, strlen(end)) != NULL;
  free(text);
  return whole;
}

/* A cairo that does not know SOURCE_DATE_EPOCH writes the time into each PDF. It is replaced by a fixed one of the same
 * length. (A PDF without the key is left as it is.) */
static bool blot_out_date(const char *path, struct error *e)
{
  static const char key[] = "/CreationDate (D:", fixed[] = "19700101000000";
  size_t length = 0;
  char *text = file_read(path, (size_t)1 << 30, &length, e);
  char *date = text != NULL ? memmem(text, length, key, sizeof key - 1) : NULL;
  bool ok = text != NULL;
  if (date != NULL) {
    date += sizeof key - 1;
    const size_t digits = strspn(date, "0123456789");
    memcpy(date, fixed, digits < sizeof fixed - 1 ? digits : sizeof fixed - 1);
    ok = file_write(path, text, length, e);
  }
  free(text);
  return ok;
}

/* Puts words in the place of what an element of the picture holds, the first of its name. */
static bool put_words(FILE *out, const char **at, const char *open, const char *close, const char *words)
{
  const char *begin = strstr(*at, open), *end = begin != NULL ? strstr(begin, close) : NULL;
  if (end == NULL) return false;
  begin += strlen(open);
  fwrite(*at, 1, (size_t)(begin - *at), out);
  text_markup(out, words);
  *at = end;
  return true;
}

/* The text for those who do not see the picture. */
static bool describe(const char *path, const struct drawing *d, struct error *e)
{
  struct file_writer w;
  char *text = file_read(path, (size_t)1 << 30, NULL, e);
  const char *at = text;
  bool ok = text != NULL && file_open(&w, path, e);
  if (ok) {
    put_words(w.out, &at, "<title>", "</title>", d->title);
    put_words(w.out, &at, "<desc>", "</desc>", d->about);
    fputs(at, w.out);
    ok = file_commit(&w, e);
  }
  free(text);
  return ok;
}

/* Keeps the pictures that are whole. */
static void look_at(const char *directory, struct drawing *d)
{
  d->whole = true;
  for (size_t k = 0; k < DRAWING_KINDS; k++) {
    if (!drawing_has(k, d->paper, d->screened)) continue;
    struct error ignored = {0};
    char *path = picture_path(directory, d->name, k);
    bool whole = drawing_is_whole(path, drawing_endings[k]);
    if (whole && strstr(drawing_endings[k], ".svg") != NULL && d->title != NULL) whole = describe(path, d, &ignored);
    if (whole && strstr(drawing_endings[k], ".pdf") != NULL) whole = blot_out_date(path, &ignored);
    if (whole && strstr(drawing_endings[k], ".tex") != NULL) whole = latex_mend(path, &ignored);
    if (!whole) unlink(path);
    d->whole = d->whole && whole;
    free(path);
  }
}

static void complain(const struct drawing *d, enum program_end end, const char *talk, int patience, struct error *e)
{
  if (end == PROGRAM_HUNG)
    fail(e, EXIT_INTERNAL, "gnuplot was ended: it finished nothing for %d s, and left %s.gp", patience, d->name);
  else if (end == PROGRAM_BADLY || end == PROGRAM_UNSTARTED)
    fail(e, EXIT_INTERNAL, "gnuplot failed at %s: %s", d->name, talk[0] != '\0' ? talk : "it printed no message");
  else
    fail(e, EXIT_INTERNAL, "gnuplot did not finish %s; is the disk full?", d->name);
}

/* ---- all of them ---- */

/* One script that draws them all. */
static bool write_driver(const char *directory, const char *name, const struct drawing *d, size_t n, struct error *e)
{
  struct file_writer w;
  if (!file_open_in(&w, directory, name, e)) return false;
  for (size_t k = 0; k < n; k++) fprintf(w.out, "load '%s.gp'\n", d[k].name);
  return file_commit(&w, e);
}

/* One gnuplot. Returns how many of them need no other. */
static size_t draw(const char *directory, struct drawing *d, size_t n, int patience, struct error *e)
{
  static const char driver[] = "all figures.gp"; /* no figure has a space in its name */
  char talk[400] = "";
  FILE *said = tmpfile();
  if (said == NULL || !write_driver(directory, driver, d, n, e)) {
    fail(e, EXIT_INTERNAL, "no temporary file for gnuplot: %s", strerror(errno));
    if (said != NULL) fclose(said);
    return n;
  }
  const enum program_end end = run(directory, driver, d, n, patience, said);
  program_read_talk(said, talk, sizeof talk);
  fclose(said);
  size_t first = n;
  for (size_t k = n; k-- > 0;) {
    look_at(directory, &d[k]);
    if (!d[k].whole) first = k;
  }
  if (first < n) complain(&d[first], end, talk, patience, e);
  return end == PROGRAM_BADLY && first < n ? first + 1 : n;
}

size_t drawing_make(const char *directory, struct drawing *drawing, size_t n, int patience, struct error *complaint)
{
  size_t whole = 0;
  for (size_t done = 0; done < n;) done += draw(directory, drawing + done, n - done, patience, complaint);
  for (size_t k = 0; k < n; k++) {
    if (complaint->code != EXIT_OK)
      look_at(directory, &drawing[k]); /* again: a later gnuplot may have come back to it */
    whole += drawing[k].whole;
  }
  return whole;
}
