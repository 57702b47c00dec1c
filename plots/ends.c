/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/ends.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "plots/axes.h"
#include "plots/gnuplot.h"
#include "plots/looks.h"
#include "plots/spread.h"
#include "plots/text_width.h"

/* The bytes of `text` that go on one row: it breaks behind a comma, or before the growth. */
static size_t row_bytes(const char *text, size_t width)
{
  size_t fits = 0;
  for (size_t at = 0; text_bytes(text, width) > at && text[at] != '\0'; at++)
    if (text[at] == ' ') fits = at;
  return text_width(text) <= width || fits == 0 ? strlen(text) : fits;
}

static size_t rows_of(const char *text, size_t width)
{
  size_t rows = 0;
  for (; *text != '\0'; rows++) {
    text += row_bytes(text, width);
    text += *text == ' ';
  }
  return rows;
}

static int by_height(const void *a, const void *b)
{
  const struct end *x = a, *y = b;
  if (x->y != y->y) return x->y < y->y ? -1 : 1;
  return strcmp(x->text, y->text);
}

const struct series_point *ends_last(const struct series *s)
{
  for (size_t k = s->n; k-- > 0;)
    if (isfinite(s->point[k].value)) return &s->point[k];
  return NULL;
}

static size_t widest_of(const struct series_list *list)
{
  size_t widest = 0;
  for (size_t k = 0; k < list->n; k++) {
    const size_t width = text_width(list->series[k].name);
    widest = width > widest ? width : widest;
  }
  return widest;
}

bool ends_fit(const struct series_list *list, bool paper)
{
  for (size_t k = 0; k < list->n; k++)
    if (ends_last(&list->series[k]) == NULL) return false;
  return widest_of(list) <= (paper ? ENDS_WIDTH / 2 : ENDS_WIDTH);
}

bool ends_has_name(const struct series_list *list, size_t k)
{
  const size_t twin = looks_twin(list, k);
  const double ahead = ends_last(&list->series[k])->x - ends_last(&list->series[twin])->x;
  return ahead > 0 || (ahead == 0 && k <= twin);
}

int ends_letters(bool paper)
{
  return paper ? 12 : 11;
}

double ends_room(const struct series_list *list, bool paper)
{
  const double before = paper ? 14 : 36;
  return fmax(before + 0.6 * (double)ends_letters(paper) * (double)widest_of(list) - layout_right(paper), 0);
}

/* `row` and `middle` in parts of the plot's height. */
static void write_end(FILE *gp, const struct end *end, double middle, double row, const struct ends_look *look)
{
  fprintf(gp, "set arrow from graph %.4f, graph %.4f to graph 1.035, graph %.4f nohead lw 0.7 dt (2,6) lc rgb '%s'\n",
          end->x, end->y, middle, end->colour);
  const char *text = end->text;
  const size_t rows = rows_of(text, look->width);
  double at = middle + row * ((double)rows - 1) / 2;
  for (size_t k = 0; k < rows; k++, at -= row) {
    const size_t length = row_bytes(text, look->width);
    char *one = mem_format("%.*s", (int)length, text);
    fputs("set label ", gp);
    gnuplot_quote(gp, one);
    fprintf(gp, " at graph 1.042, graph %.4f left noenhanced font ',%d' tc rgb '#222222'\n", at, look->letters);
    free(one);
    text += length;
    text += *text == ' ';
  }
}

void ends_write(FILE *gp, struct end *end, size_t n, const struct ends_look *look)
{
  const double row = (look->letters + 4) / look->pixels;
  double *wanted = mem_new(n, sizeof *wanted), *height = mem_new(n, sizeof *height), *at = mem_new(n, sizeof *at);
  if (n > 0) qsort(end, n, sizeof *end, by_height);
  for (size_t k = 0; k < n; k++) {
    wanted[k] = end[k].y;
    height[k] = (double)rows_of(end[k].text, look->width) * row;
  }
  spread(n, wanted, height, 0, 1, at);
  for (size_t k = 0; k < n; k++) write_end(gp, &end[k], at[k], row, look);
  free(wanted);
  free(height);
  free(at);
}
