/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/alone.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "plots/caption.h"
#include "plots/plots.h"
#include "plots/rendering.h"

#define LARGEST_PICTURE ((size_t)1 << 30)
#define NAME            "figure"

static const char *ending_of(const char *path)
{
  const char *dot = strrchr(path, '.');
  for (size_t k = 0; dot != NULL && k < DRAWING_PICTURES; k++)
    if (strcmp(dot, drawing_endings[k]) == 0) return drawing_endings[k];
  return NULL;
}

bool alone_name_check(const char *path, struct error *e)
{
  return ending_of(path) != NULL ||
         fail(e, EXIT_USAGE, "'%s' is not the name of a picture; expected .svg, .png or .pdf at its end", path);
}

static bool draw_in(const char *directory, const struct results *r, const struct figure *figure, const char *path,
                    struct error *e)
{
  struct drawing drawing = {.name = NAME};
  struct error complaint = {0};
  if (!figure_write(r, figure, directory, e)) return false;
  (void)drawing_make(directory, &drawing, 1, DRAWING_PATIENCE, &complaint);
  char *picture = mem_format("%s/" NAME "%s", directory, ending_of(path));
  const bool ok = file_exists(picture)
                    ? file_copy(picture, path, LARGEST_PICTURE, e) /* there may be a device */
                    : fail_at(e, EXIT_INTERNAL, path, 0, 0, "the picture was not drawn: %s", complaint.text);
  free(picture);
  return ok;
}

/* Somewhere that is gone afterwards. */
static bool draw(const struct results *r, const struct figure *figure, const char *path, struct error *e)
{
  char *directory = file_temporary_directory("figure", e);
  if (directory == NULL) return false;
  const bool ok = draw_in(directory, r, figure, path, e);
  (void)file_remove_directory(directory);
  free(directory);
  return ok;
}

bool alone_draw(const struct alone *a, const char *path, struct error *e)
{
  if (!gnuplot_found())
    return fail(e, EXIT_USAGE, "there is no gnuplot in the PATH to draw %s; expected gnuplot (install gnuplot-nox)",
                path);
  const struct results of = {.algorithms = (json_t *)a->algorithms};
  struct figure figure = {.type = FIGURE_GROWTH,
                          .name = (char *)NAME,
                          .title = (char *)a->title,
                          .series = *a->list,
                          .unguided = a->unguided};
  figure.quantity = metric_words(a->metric);
  figure.caption = a->caption != NULL ? mem_text(a->caption) : caption_of_series(&of, a->list, true);
  const bool ok = draw(&of, &figure, path, e);
  free(figure.quantity);
  free(figure.caption);
  return ok;
}
