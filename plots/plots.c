/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/plots.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "plots/pgf.h"
#include "plots/rendering.h"
#include "results/manifest.h"

#define LARGEST_TEXT ((size_t)1 << 30)

static figure_writer *const writers[FIGURE_N_TYPES] = {
  [FIGURE_GROWTH] = figure_write_growth,
  [FIGURE_NORMALISED] = figure_write_normalised,
  [FIGURE_LINES] = figure_write_lines,
  [FIGURE_GALLERY] = figure_write_gallery,
};

static bool open_part(struct file_writer *w, const char *directory, const char *figure, const char *ending,
                      struct error *e)
{
  char *name = mem_format("%s%s", figure, ending);
  const bool ok = file_open_in(w, directory, name, e);
  free(name);
  return ok;
}

static bool write_pgf(const struct figure *f, const char *directory, struct error *e)
{
  struct file_writer w;
  if (!pgf_draws(f)) return true;
  if (!open_part(&w, directory, f->name, PGF_FIGURE, e)) return false;
  pgf_write_figure(f, w.out);
  return file_commit(&w, e);
}

bool figure_write(const struct results *r, const struct figure *f, const char *directory, struct error *e)
{
  struct file_writer dat, gp;
  if (!open_part(&dat, directory, f->name, ".dat", e)) return false;
  if (!open_part(&gp, directory, f->name, ".gp", e)) {
    file_abandon(&dat);
    return false;
  }
  writers[f->type](r, f, dat.out, gp.out);
  const bool ok = file_commit(&dat, e);
  return file_commit(&gp, e) && ok && write_pgf(f, directory, e);
}

static bool own(struct manifest *m, const struct figure *f, const char *ending, struct error *e)
{
  char *name = mem_format("%s%s", f->name, ending);
  const bool ok = manifest_add(m, name, e);
  free(name);
  return ok;
}

/* The files of which a figure is made, and those that gnuplot makes of it. Figures of an earlier config go. */
static bool own_figures(const struct results *r, const struct figure_list *list, struct error *e)
{
  static const char *const sources[] = {".dat", ".gp"};
  enum { N_SOURCES = sizeof sources / sizeof *sources };
  struct manifest m;
  if (!manifest_begin(&m, r->directory, MANIFEST_PLOTS, e)) return false;
  bool ok = true;
  for (size_t k = 0; ok && k < json_array_size(list->tables); k++) {
    char *name = mem_format("%s" PGF_TABLE, text_of(json_array_get(list->tables, k), "name"));
    ok = manifest_add(&m, name, e);
    free(name);
  }
  for (size_t k = 0; k < list->n; k++) {
    const struct figure *f = &list->figure[k];
    ok = ok && (!pgf_draws(f) || own(&m, f, PGF_FIGURE, e));
    for (size_t i = 0; ok && i < N_SOURCES; i++) ok = own(&m, f, sources[i], e);
    for (size_t i = 0; ok && i < DRAWING_KINDS; i++)
      ok = !drawing_has(i, f->paper, f->screened) || own(&m, f, drawing_endings[i], e);
  }
  return manifest_end(&m, true, ok, e);
}

/* ---- from the folder in which they are made to the one where they are found ---- */

/* Whether two files hold the same bytes. */
static bool same_file(const char *left, const char *right)
{
  struct error ignored = {0};
  size_t n = 0, m = 0;
  char *a = file_exists(left) ? file_read(left, LARGEST_TEXT, &n, &ignored) : NULL;
  char *b = file_exists(right) ? file_read(right, LARGEST_TEXT, &m, &ignored) : NULL;
  const bool same = a != NULL && b != NULL && n == m && memcmp(a, b, n) == 0;
  free(a);
  free(b);
  return same;
}

/* DIRECTORY/NAME with this ending in the folder where figures are made, and where it is to go. */
struct move {
  char *from, *to;
};

static struct move move_of(const char *making, const char *directory, const char *name, const char *ending)
{
  return (struct move){mem_format("%s/%s%s", making, name, ending), mem_format("%s/%s%s", directory, name, ending)};
}

static void move_free(struct move *m)
{
  free(m->from);
  free(m->to);
}

static bool carry_out(const struct move *m, struct error *e)
{
  if (rename(m->from, m->to) == 0) return true;
  return fail_at(e, EXIT_INTERNAL, m->to, 0, 0, "could not be written: %s", strerror(errno));
}

/* A new picture takes the place of the old one. Where there is none, the old one stays only if it shows the same. */
static bool replace_pictures(const char *making, const char *directory, const char *name, bool same, struct error *e)
{
  bool ok = true;
  for (size_t k = 0; k < DRAWING_KINDS; k++) {
    struct move m = move_of(making, directory, name, drawing_endings[k]);
    if (file_exists(m.from))
      ok = carry_out(&m, e) && ok;
    else if (!same || !drawing_is_whole(m.to, drawing_endings[k]))
      unlink(m.to);
    move_free(&m);
  }
  return ok;
}

static bool replace_figure(const char *making, const char *directory, const struct figure *f, struct error *e)
{
  const char *name = f->name;
  struct move dat = move_of(making, directory, name, ".dat"), gp = move_of(making, directory, name, ".gp"),
              pgf = move_of(making, directory, name, PGF_FIGURE);
  const bool same = same_file(dat.from, dat.to) && same_file(gp.from, gp.to);
  bool ok = replace_pictures(making, directory, name, same, e);
  ok = ok && carry_out(&dat, e) && carry_out(&gp, e) && (!pgf_draws(f) || carry_out(&pgf, e));
  move_free(&dat);
  move_free(&gp);
  move_free(&pgf);
  return ok;
}

/* ---- all of them ---- */

static struct drawing drawing_of(const struct figure *f)
{
  return (struct drawing){
    .name = f->name, .title = f->title, .about = f->caption, .paper = f->paper, .screened = f->screened};
}

static void run_gnuplot(const struct figure_list *list, const char *making, struct plots_outcome *outcome)
{
  struct drawing *drawing = mem_new(list->n, sizeof *drawing);
  for (size_t k = 0; k < list->n; k++) drawing[k] = drawing_of(&list->figure[k]);
  const size_t whole = drawing_make(making, drawing, list->n, DRAWING_PATIENCE, &outcome->complaint);
  outcome->failed = list->n - whole;
  free(drawing);
}

static bool make_figures(const struct results *r, const struct figure_list *list, const char *directory,
                         const char *making, struct plots_outcome *outcome, struct error *e)
{
  bool ok = file_make_directory(making, e);
  for (size_t k = 0; ok && k < list->n; k++) ok = figure_write(r, &list->figure[k], making, e);
  if (ok && outcome->drawn) run_gnuplot(list, making, outcome);
  for (size_t k = 0; ok && k < list->n; k++) ok = replace_figure(making, directory, &list->figure[k], e);
  return ok;
}

static bool write_tables(const json_t *tables, const char *directory, struct error *e)
{
  bool ok = json_array_size(tables) == 0 || file_make_directory(directory, e);
  for (size_t k = 0; ok && k < json_array_size(tables); k++) {
    struct file_writer w;
    const json_t *table = json_array_get(tables, k);
    ok = open_part(&w, directory, text_of(table, "name"), PGF_TABLE, e);
    if (!ok) break;
    pgf_write_table(table, w.out);
    ok = file_commit(&w, e);
  }
  return ok;
}

bool figures_draw(const struct results *r, const struct figure_list *list, struct plots_outcome *outcome,
                  struct error *e)
{
  char *directory = mem_format("%s/plots", r->directory), *making = mem_format("%s/.making", directory);
  *outcome = (struct plots_outcome){.figures = list->n, .drawn = gnuplot_found()};
  (void)file_remove_directory(making); /* of a run that was killed */
  const bool ok = own_figures(r, list, e) && (list->n == 0 || make_figures(r, list, directory, making, outcome, e)) &&
                  write_tables(list->tables, directory, e);
  (void)file_remove_directory(making);
  free(making);
  free(directory);
  return ok;
}

bool plots_draw(const char *directory, struct plots_outcome *outcome, struct error *e)
{
  struct evaluation v;
  struct figure_list list = {0};
  struct plots_outcome mine;
  const bool ok = evaluation_load(directory, &v, e) && figures_plan(&v, &list, e) &&
                  figures_draw(&v.results, &list, outcome != NULL ? outcome : &mine, e);
  figure_list_free(&list);
  evaluation_free(&v);
  return ok;
}
