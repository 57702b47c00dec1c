/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/plots.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/mem.h"
#include "plots/gnuplot.h"
#include "results/manifest.h"

static figure_writer *const writers[FIGURE_N_TYPES] = {
  [FIGURE_GROWTH] = figure_write_growth,
  [FIGURE_NORMALISED] = figure_write_normalised,
  [FIGURE_LINES] = figure_write_lines,
  [FIGURE_GALLERY] = figure_write_gallery,
};

static bool open_part(struct file_writer *w, const char *directory, const char *name, const char *suffix,
                      struct error *e)
{
  char *path = mem_format("%s/%s.%s", directory, name, suffix);
  const bool ok = file_open(w, path, e);
  free(path);
  return ok;
}

static bool write_figure(const struct results *r, const struct figure *f, const char *directory, struct error *e)
{
  struct file_writer dat, gp;
  if (!open_part(&dat, directory, f->name, "dat", e)) return false;
  if (!open_part(&gp, directory, f->name, "gp", e)) {
    file_abandon(&dat);
    return false;
  }
  writers[f->type](r, f, dat.out, gp.out);
  const bool ok = file_commit(&dat, e);
  return file_commit(&gp, e) && ok;
}

/* What a figure is made of, and what gnuplot makes of it. Figures of an earlier config go. */
static bool own_figures(const struct results *r, const struct figure_list *list, struct error *e)
{
  static const char *const kinds[] = {"dat", "gp", "pdf", "png", "svg"};
  struct manifest m;
  if (!manifest_begin(&m, r->directory, MANIFEST_PLOTS, e)) return false;
  bool ok = true;
  for (size_t k = 0; k < list->n; k++)
    for (size_t i = 0; ok && i < sizeof kinds / sizeof *kinds; i++) {
      char *name = mem_format("%s.%s", list->figure[k].name, kinds[i]);
      ok = manifest_add(&m, name, e);
      free(name);
    }
  return manifest_end(&m, true, ok, e);
}

static bool run_gnuplot(const struct figure_list *list, const char *directory, struct error *e)
{
  const char **names = mem_new(list->n, sizeof *names);
  for (size_t k = 0; k < list->n; k++) names[k] = list->figure[k].name;
  const bool ok = gnuplot_run(directory, names, list->n, e);
  free(names);
  return ok;
}

bool figures_draw(const struct results *r, const struct figure_list *list, struct plots_outcome *outcome,
                  struct error *e)
{
  char *directory = mem_format("%s/plots", r->directory);
  bool ok = own_figures(r, list, e) && (list->n == 0 || file_make_directory(directory, e));
  for (size_t k = 0; ok && k < list->n; k++) ok = write_figure(r, &list->figure[k], directory, e);
  outcome->figures = list->n;
  outcome->drawn = gnuplot_found();
  if (ok && outcome->drawn) ok = run_gnuplot(list, directory, e);
  free(directory);
  return ok;
}

bool plots_draw(const char *directory, struct plots_outcome *outcome, struct error *e)
{
  struct results r;
  struct figure_list list;
  struct plots_outcome mine;
  if (!results_load(directory, &r, e)) return false;
  struct analyses *known = analyses_new();
  bool ok = figures_plan(&r, known, &list, e);
  if (ok) {
    ok = figures_draw(&r, &list, outcome != NULL ? outcome : &mine, e);
    figure_list_free(&list);
  }
  analyses_free(known);
  results_free(&r);
  return ok;
}
