/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/report/grid.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "plots/report/html.h"
#include "plots/report/parts.h"

enum { ROWS_OPEN = 24 }; /* more are folded */

struct cell {
  const char *class;
  size_t begin;
};

struct grid {
  const char *caption;
  const char *const *head;
  size_t columns, scopes, rows, cells;
  struct cell *cell; /* those of all rows, one after the other */
  FILE *out;         /* their HTML */
  char *text;
  size_t size;
};

struct grid *grid_new(const char *caption, const char *const *heads, size_t scopes)
{
  struct grid *t = mem_new(1, sizeof *t);
  *t = (struct grid){.caption = caption, .head = heads, .scopes = scopes};
  while (heads[t->columns] != NULL) t->columns++;
  t->out = mem_stream(&t->text, &t->size);
  return t;
}

void grid_row(struct grid *t)
{
  t->rows++;
}

FILE *grid_cell(struct grid *t, const char *class)
{
  t->cell = mem_another(t->cell, t->cells, sizeof *t->cell);
  t->cell[t->cells++] = (struct cell){class, (size_t)ftell(t->out)};
  return t->out;
}

void grid_text(struct grid *t, const char *class, const char *text)
{
  text_markup(grid_cell(t, class), text);
}

/* ---- printing ---- */

static size_t length_of(const struct grid *t, size_t cell)
{
  return (cell + 1 < t->cells ? t->cell[cell + 1].begin : t->size) - t->cell[cell].begin;
}

static bool is_same(const struct grid *t, size_t a, size_t b)
{
  const size_t length = length_of(t, a);
  return length == length_of(t, b) && memcmp(t->text + t->cell[a].begin, t->text + t->cell[b].begin, length) == 0;
}

/* Whether the column says the same in all of several rows. */
static bool is_said_once(const struct grid *t, size_t column)
{
  bool same = column < t->scopes && t->rows > 1;
  for (size_t r = 1; same && r < t->rows; r++) same = is_same(t, column, r * t->columns + column);
  return same;
}

/* The HTML of a cell on one line: a break becomes a comma. */
static void write_flat(FILE *out, const struct grid *t, size_t cell)
{
  static const char rule[] = "<br>";
  const char *at = t->text + t->cell[cell].begin, *end = at + length_of(t, cell);
  while (at < end) {
    const bool is_break = (size_t)(end - at) >= strlen(rule) && memcmp(at, rule, strlen(rule)) == 0;
    fputs(is_break ? ", " : "", out);
    if (!is_break) fputc(*at, out);
    at += is_break ? strlen(rule) : 1;
  }
}

static void write_caption(FILE *out, const struct grid *t)
{
  bool any = false;
  text_markup(out, t->caption);
  for (size_t c = 0; c < t->columns; c++) {
    if (!is_said_once(t, c) || length_of(t, c) == 0) continue;
    fputs(any ? "; " : " <strong>In all rows:</strong> ", out);
    text_markup(out, t->head[c]);
    fputc(' ', out);
    write_flat(out, t, c);
    any = true;
  }
  fputs(any ? "." : "", out);
}

static void write_heads(FILE *out, const struct grid *t)
{
  fputs("<thead><tr>", out);
  for (size_t c = 0; c < t->columns; c++)
    if (!is_said_once(t, c)) html_element(out, "th scope=\"col\"", t->head[c]);
  fputs("</tr></thead>\n<tbody>\n", out);
}

static void write_cell(FILE *out, const struct grid *t, size_t cell)
{
  fputs("<td", out);
  if (t->cell[cell].class[0] != '\0') fprintf(out, " class=\"%s\"", t->cell[cell].class);
  fputc('>', out);
  fwrite(t->text + t->cell[cell].begin, 1, length_of(t, cell), out);
  fputs("</td>", out);
}

static void write_rows(FILE *out, const struct grid *t)
{
  bool *once = mem_new(t->columns, sizeof *once);
  for (size_t c = 0; c < t->columns; c++) once[c] = is_said_once(t, c);
  for (size_t r = 0; r < t->rows; r++) {
    fputs("<tr>", out);
    for (size_t c = 0; c < t->columns; c++)
      if (!once[c]) write_cell(out, t, r * t->columns + c);
    fputs("</tr>\n", out);
  }
  free(once);
}

static void write_table(FILE *out, const struct grid *t)
{
  const bool folded = t->rows > ROWS_OPEN;
  if (folded) fprintf(out, "<details class=\"long\"><summary>%zu rows</summary>\n", t->rows);
  html_wide(out, "rows", t->caption);
  fputs("<caption>", out);
  write_caption(out, t);
  fputs("</caption>", out);
  write_heads(out, t);
  write_rows(out, t);
  fputs("</tbody></table></div>\n", out);
  fputs(folded ? "</details>\n" : "", out);
}

void grid_print(struct grid *t, FILE *out)
{
  fflush(t->out);
  if (t->rows > 0) write_table(out, t);
}

void grid_end(struct grid *t, FILE *out)
{
  grid_print(t, out);
  grid_free(t);
}

void grid_free(struct grid *t)
{
  mem_stream_end(t->out);
  free(t->cell);
  free(t->text);
  free(t);
}

void grid_end_cut(struct grid *t, FILE *out, size_t n, const char *file)
{
  grid_end(t, out);
  if (n > ROWS_MOST) fprintf(out, "<p>%zu more rows are left out; <code>%s</code> has all.</p>\n", n - ROWS_MOST, file);
}
