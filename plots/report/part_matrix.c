/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part_matrix.c: all algorithms in one table, one sign or formula in each cell (matrix.json of all sections). It is for
 * looking: the scope of a cell and the reason are its hover text, and a click opens its evidence, with a link to the
 * page of the witness. Where several sections tell of one cell, the gravest counts: a failure before "holds", and the
 * faster growth before the slower one (matrix_face.h).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "plots/report/html.h"
#include "plots/report/matrix_face.h"
#include "plots/report/parts.h"
#include "results/analysis/cell_kinds.h"
#include "results/analysis/claim.h"
#include "results/analysis/matrix.h"

/* --- all sections ------------------------------------------------------------------------------------------------- */

/* "P2 holds: N = 2..4 complete; claimed: yes, agrees. From Table 1." */
static char *hover_of(const json_t *cell, const char *section)
{
  const char *growth = text_of(cell, "growth"), *scope = text_of(cell, "scope"), *said = text_of(cell, "said");
  const bool grows = growth[0] != '\0' && json_object_get(cell, "bound") == NULL;
  char *text = mem_format("%s: %s", text_of(cell, "column"), grows ? growth : text_of(cell, "value"));
  if (scope[0] != '\0') mem_append(&text, " (%s)", scope);
  const char *cited = text_of(cell, "cited");
  if (said[0] != '\0')
    mem_append(&text, "; claimed: %s%s%s, %s", said, cited[0] != '\0' ? " in " : "", cited, text_of(cell, "agreement"));
  if (text_of(cell, "reason")[0] != '\0') mem_append(&text, ". %s", text_of(cell, "reason"));
  if (section[0] != '\0') mem_append(&text, ". From: %s", section);
  return text;
}

/* The evidence as HTML, as it is known only while its section is. */
static char *evidence_of(const struct section *s, const json_t *row, const json_t *cell)
{
  char *text = NULL;
  size_t size;
  FILE *out = mem_stream(&text, &size);
  claim_evidence(out, s, text_of(row, "title"), text_of(row, "algorithm"), cell);
  mem_stream_end(out);
  return text;
}

/* Where it is the gravest of its kind so far: of all cells, of those with a bound, or of those that are proved. */
static void take_as(json_t *mine, const char *kind, const struct column *column, const struct section *s,
                    const json_t *row, const json_t *cell, const char *name)
{
  const json_t *known = json_object_get(mine, kind);
  if (known != NULL && !matrix_is_graver(cell, json_object_get(known, "cell"), column)) return;
  char *hover = hover_of(cell, name), *evidence = evidence_of(s, row, cell);
  json_t *one = json_pack("{s:s, s:s}", "hover", hover, "evidence", evidence);
  json_object_set(one, "cell", (json_t *)cell);
  json_object_set_new(mine, kind, one);
  free(hover);
  free(evidence);
}

static void take_cell(json_t *cells, const struct section *s, const json_t *row, const json_t *cell, const char *name)
{
  const struct column *column = column_find(text_of(cell, "column"));
  if (column == NULL) return;
  if (json_object_get(cells, column->name) == NULL) json_object_set_new(cells, column->name, json_object());
  json_t *mine = json_object_get(cells, column->name);
  take_as(mine, "gravest", column, s, row, cell, name);
  if (column->kind != COLUMN_PROPERTY && !matrix_is_unbounded(cell))
    take_as(mine, "bounded", column, s, row, cell, name);
  if (matrix_is_how(cell, HOW_PROVED)) take_as(mine, "proved", column, s, row, cell, name);
}

json_t *matrix_new(void)
{
  return json_object();
}

const char *section_place(const struct section *s, const char *algorithm, const char *name)
{
  return strchr(algorithm, '/') != NULL && name[0] != '\0' ? s->evaluation->results.directory : "";
}

static char *row_name(const char *algorithm, const char *place)
{
  return place[0] != '\0' ? mem_format("%s (%s)", algorithm, place) : mem_text(algorithm);
}

void matrix_gather(json_t *all, const struct section *s, const char *name)
{
  const json_t *rows = json_object_get(s->evaluation->matrix, "rows");
  for (size_t r = 0; r < json_array_size(rows); r++) {
    const json_t *row = json_array_get(rows, r), *cells = json_object_get(row, "cells");
    if (json_array_size(cells) == 0) continue;
    const char *plain = text_of(row, "algorithm");
    char *algorithm = row_name(plain, section_place(s, plain, name));
    json_t *mine = json_object_get(all, algorithm);
    if (mine == NULL) {
      mine = json_pack("{s:s, s:{}}", "title", text_of(row, "title"), "cells");
      json_object_set_new(all, algorithm, mine);
    }
    free(algorithm);
    for (size_t c = 0; c < json_array_size(cells); c++)
      take_cell(json_object_get(mine, "cells"), s, row, json_array_get(cells, c), name);
  }
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static void write_id(FILE *out, const char *algorithm, const char *column)
{
  fputs("cell-", out);
  html_id(out, algorithm);
  fputc('-', out);
  html_id(out, column);
}

/* Of a cell in the report, the section's cell of this kind, "gravest", "bounded" or "proved"; NULL: there is none. */
static const json_t *cell_as(const json_t *one, const char *kind)
{
  return json_object_get(json_object_get(one, kind), "cell");
}

/* Whether that cell is another one than the gravest and the ones named before it. */
static bool is_told_apart(const json_t *one, const char *kind)
{
  const json_t *cell = cell_as(one, kind);
  return cell != NULL && cell != cell_as(one, "gravest") &&
         (strcmp(kind, "bounded") == 0 || cell != cell_as(one, "bounded"));
}

/* The text that hovers over a cell: of an unbounded cost, also how it grows where it is bounded; and the proofs. */
static void write_hover(FILE *out, const json_t *one)
{
  text_markup(out, text_of(json_object_get(one, "gravest"), "hover"));
  if (is_told_apart(one, "bounded"))
    html_print(out, " | Where it is bounded: %s", text_of(json_object_get(one, "bounded"), "hover"));
  if (is_told_apart(one, "proved")) html_print(out, " | Proved: %s", text_of(json_object_get(one, "proved"), "hover"));
}

static void write_cell(FILE *out, const char *algorithm, const struct column *column, const json_t *one)
{
  const json_t *cell = cell_as(one, "gravest"), *bounded = cell_as(one, "bounded"), *proved = cell_as(one, "proved");
  if (cell == NULL) {
    fputs("<td></td>", out);
    return;
  }
  const bool property = column->kind == COLUMN_PROPERTY;
  const struct face face =
    property ? matrix_face(cell, proved) : (struct face){.class = matrix_cost_class(cell, bounded, proved)};
  fprintf(out, "<td class=\"%s\"><a href=\"#", face.class);
  write_id(out, algorithm, column->name);
  fputs("\" title=\"", out);
  write_hover(out, one);
  fputs("\">", out);
  if (property)
    html_print(out, "<span aria-label=\"%s\">%s</span>", face.name, face.sign);
  else
    matrix_write_growth(out, cell, bounded, proved);
  fputs("</a></td>", out);
}

static void write_row(FILE *out, const char *algorithm, const json_t *row)
{
  html_print(out, "<tr><th scope=\"row\" title=\"%s\">%s</th>", text_of(row, "title"), algorithm);
  for (size_t k = 0; matrix_columns[k] != NULL; k++)
    write_cell(out, algorithm, column_find(matrix_columns[k]),
               json_object_get(json_object_get(row, "cells"), matrix_columns[k]));
  fputs("</tr>\n", out);
}

static void write_evidence(FILE *out, const char *algorithm, const json_t *row)
{
  for (size_t k = 0; matrix_columns[k] != NULL; k++) {
    const json_t *one = json_object_get(json_object_get(row, "cells"), matrix_columns[k]);
    static const char *const others[] = {"bounded", "proved"};
    if (one == NULL) continue;
    fputs("<div id=\"", out);
    write_id(out, algorithm, matrix_columns[k]);
    fprintf(out, "\"><details open>%s</details>", text_of(json_object_get(one, "gravest"), "evidence")); /* HTML */
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
      if (is_told_apart(one, others[i]))
        fprintf(out, "<details>%s</details>", text_of(json_object_get(one, others[i]), "evidence")); /* HTML */
    fputs("</div>\n", out);
  }
}

/* Whether a claim about the algorithm is refuted. */
static bool is_refuted(const json_t *row)
{
  const char *column;
  json_t *one;
  json_object_foreach(json_object_get(row, "cells"), column, one)
  {
    if (cell_agreement(cell_as(one, "gravest")) == AGREEMENT_DISAGREES ||
        cell_agreement(cell_as(one, "bounded")) == AGREEMENT_DISAGREES ||
        cell_agreement(cell_as(one, "proved")) == AGREEMENT_DISAGREES)
      return true;
  }
  return false;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Those with a refuted claim come first; each by their names. */
static void write_rows(FILE *out, const json_t *all)
{
  const size_t n = json_object_size(all);
  const char **names = mem_new(n, sizeof *names), *algorithm;
  json_t *row;
  size_t k = 0;
  json_object_foreach((json_t *)all, algorithm, row) names[k++] = algorithm;
  qsort(names, n, sizeof *names, by_name);
  for (int refuted = 1; refuted >= 0; refuted--)
    for (k = 0; k < n; k++) {
      row = json_object_get(all, names[k]);
      if (is_refuted(row) == refuted) write_row(out, names[k], row);
    }
  free(names);
}

void matrix_write(FILE *out, const json_t *all)
{
  html_wide(out, "matrix rows", "Algorithms, costs and properties");
  fputs("<thead><tr><th scope=\"col\">algorithm</th>", out);
  for (size_t k = 0; matrix_columns[k] != NULL; k++) html_element(out, "th scope=\"col\"", matrix_columns[k]);
  fputs("</tr></thead>\n<tbody>\n", out);
  write_rows(out, all);
  fputs("</tbody></table></div>\n", out);
}

void matrix_write_evidence(FILE *out, const json_t *all)
{
  const char *algorithm;
  json_t *row;
  if (json_object_size(all) == 0) return;
  fputs("<details id=\"matrix-evidence\"><summary>Evidence of the cells of the matrix</summary>\n", out);
  json_object_foreach((json_t *)all, algorithm, row) write_evidence(out, algorithm, row);
  fputs("</details>\n", out);
}
