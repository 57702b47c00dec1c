/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part_claims.c: tables that set what came out beside what is said of an algorithm (tables.json), as a paper prints
 * them. Each cell links to its evidence below the table: how it was decided, every number with its scope and the
 * record that has it, the figure, and the witness, which can be saved and replayed. Marks are signs and words, so
 * that nothing depends on colour.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "plots/report/html.h"
#include "plots/report/parts.h"
#include "results/analysis/claim.h"

enum {
  RECORD_SHOWN = 8,   /* characters of a record's id: enough to find it */
  EVIDENCE_MOST = 200 /* items below a cell */
};

struct mark {
  const char *sign, *class;
};

static const struct mark marks[N_AGREEMENTS] = {[AGREEMENT_AGREES] = {"✓", "holds"},
                                                [AGREEMENT_PROVED] = {"∎", "holds"},
                                                [AGREEMENT_DISAGREES] = {"✗", "fails"},
                                                [AGREEMENT_NOT_DECIDED] = {"?", "undecided"}};

/* The id of a cell's evidence: row and column count from 1. */
static void write_id(FILE *out, const struct section *s, const json_t *table, size_t row, size_t column)
{
  fprintf(out, "%s-", s->id);
  html_id(out, text_of(table, "name"));
  fprintf(out, "-%zu-%zu", row + 1, column + 1);
}

static void write_badge(FILE *out, const json_t *cell)
{
  const enum agreement a = cell_agreement(cell);
  if (a == AGREEMENT_NOTHING_SAID) return;
  fprintf(out, "<span class=\"badge %s\">%s %s</span>", marks[a].class, marks[a].sign, agreement_names[a]);
}

/* ---- the table ---- */

static void write_cell(FILE *out, const struct section *s, const json_t *table, size_t row, size_t column,
                       const json_t *cell)
{
  const char *said = text_of(cell, "said"), *why = text_of(cell, "why"), *scope = text_of(cell, "scope");
  fputs("<td><a href=\"#", out);
  write_id(out, s, table, row, column);
  html_print(out, "\">%s</a>", text_of(cell, "value"));
  if (said[0] != '\0') html_print(out, "<br>claimed: %s<br>", said);
  if (said[0] != '\0') write_badge(out, cell);
  if (why[0] != '\0') html_print(out, "<br><span class=\"why\">%s</span>", why);
  if (scope[0] != '\0') html_print(out, "<br><span class=\"scope\">%s</span>", scope);
  fputs("</td>", out);
}

static size_t row_disagreeing(const json_t *row)
{
  const json_t *cells = json_object_get(row, "cells");
  size_t n = 0;
  for (size_t c = 0; c < json_array_size(cells); c++)
    n += cell_agreement(json_array_get(cells, c)) == AGREEMENT_DISAGREES;
  return n;
}

/* The rows in which something disagrees, or the others. */
static void write_rows(FILE *out, const struct section *s, const json_t *table, bool disagreeing)
{
  const json_t *rows = json_object_get(table, "rows");
  for (size_t r = 0; r < json_array_size(rows); r++) {
    const json_t *row = json_array_get(rows, r), *cells = json_object_get(row, "cells");
    if ((row_disagreeing(row) > 0) != disagreeing) continue;
    fputs("<tr>", out);
    html_element(out, "th scope=\"row\"", text_of(row, "label"));
    for (size_t c = 0; c < json_array_size(cells); c++) write_cell(out, s, table, r, c, json_array_get(cells, c));
    fputs("</tr>\n", out);
  }
}

static void write_table(FILE *out, const struct section *s, const json_t *table)
{
  const json_t *columns = json_object_get(table, "columns");
  html_wide(out, "claims", text_of(table, "title"));
  html_print(out,
             "<caption>%s Each cell has the result, with a link to its evidence, then the claim, then the scope of "
             "the result. ✓ agrees with the claim, ∎ is proved for every N, ✗ disagrees, ? not decided. Rows with a "
             "disagreement come "
             "first.</caption><thead><tr><th scope=\"col\">algorithm</th>",
             text_of(table, "about"));
  for (size_t c = 0; c < json_array_size(columns); c++) {
    const char *name = json_string_value(json_array_get(columns, c)); /* NULL: somebody changed the file */
    html_element(out, "th scope=\"col\"", name != NULL ? name : "");
  }
  fputs("</tr></thead>\n<tbody>\n", out);
  write_rows(out, s, table, true);
  write_rows(out, s, table, false);
  fputs("</tbody></table></div>\n", out);
}

/* ---- notes ---- */

static void write_note(FILE *out, const char *before, const char *text)
{
  if (text[0] == '\0') return;
  fputs(before, out);
  text_markup(out, text);
}

static void write_notes(FILE *out, const json_t *table)
{
  const json_t *rows = json_object_get(table, "rows");
  fputs("<details><summary>Notes on its rows</summary>\n<ul>\n", out);
  for (size_t r = 0; r < json_array_size(rows); r++) {
    const json_t *row = json_array_get(rows, r);
    const char *wrong = text_of(row, "wrong");
    html_print(out, "<li><strong>%s</strong>", text_of(row, "label"));
    write_note(out, ": ", text_of(row, "title"));
    write_note(out, ". ", text_of(row, "note"));
    write_note(out, " Known: ", wrong);
    write_note(out, wrong[0] != '\0' ? ". " : " ", text_of(row, "about"));
    fputs("</li>\n", out);
  }
  fputs("</ul></details>\n", out);
}

/* ---- evidence ---- */

static bool shows(const struct figure *f, const char *algorithm)
{
  for (size_t k = 0; k < f->series.n; k++)
    if (strcmp(f->series.series[k].algorithm, algorithm) == 0) return true;
  return false;
}

/* The figures that show the algorithm's RMRs. */
static void write_figures(FILE *out, const struct section *s, const char *algorithm)
{
  for (size_t k = 0; k < s->figures->n; k++) {
    const struct figure *f = &s->figures->figure[k];
    if (shows(f, algorithm)) html_print(out, " <a href=\"#%s-figure-%zu\">Figure: %s</a>", s->id, k + 1, f->title);
  }
}

/* "record 0f3c9a12" */
static void write_record(FILE *out, const json_t *evidence)
{
  char *words = mem_format("record %.*s", RECORD_SHOWN, text_of(evidence, "record"));
  text_markup(out, words);
  free(words);
}

static void write_items(FILE *out, const json_t *cell)
{
  const json_t *list = json_object_get(cell, "evidence");
  if (json_array_size(list) == 0) return;
  fputs("<ul>\n", out);
  for (size_t k = 0; k < json_array_size(list) && k < EVIDENCE_MOST; k++) {
    const json_t *item = json_array_get(list, k);
    html_print(out, "<li>%s <span class=\"scope\">", text_of(item, "text"));
    write_record(out, item);
    fputs("</span></li>\n", out);
  }
  if (json_array_size(list) > EVIDENCE_MOST)
    fprintf(out, "<li>%zu more, in <code>tables.json</code></li>\n", json_array_size(list) - EVIDENCE_MOST);
  fputs("</ul>\n", out);
}

/* The page to step through, and the command that replays the file beside it. */
static void write_ways(FILE *out, const struct section *s, const char *name)
{
  if (!witness_link(out, s, name)) {
    fputs(" Saved as a file, <code>rmr replay</code> replays it.", out);
    return;
  }
  html_print(out, ", or <code>rmr replay %switnesses/%s.schedule</code>.", s->link, name);
}

static void write_witness(FILE *out, const struct section *s, const json_t *cell)
{
  const json_t *witness = json_object_get(cell, "witness");
  if (witness == NULL) return;
  html_print(out, "<p>Witness: %s (", text_of(witness, "text"));
  write_record(out, witness);
  fputs(").", out);
  write_ways(out, s, text_of(witness, "name"));
  fputs("</p>\n", out);
  html_element(out, "pre tabindex=\"0\"", text_of(witness, "schedule"));
}

void claim_evidence(FILE *out, const struct section *s, const char *label, const char *algorithm, const json_t *cell)
{
  html_print(out, "<summary>%s", label);
  write_note(out, ", ", text_of(cell, "column"));
  write_note(out, ": ", text_of(cell, "value"));
  write_note(out, "; claimed: ", text_of(cell, "said"));
  fputs(" ", out);
  write_badge(out, cell);
  html_print(out, "</summary>\n<p>%s", text_of(cell, "how"));
  write_note(out, ": ", text_of(cell, "scope"));
  if (strcmp(text_of(cell, "reason"), text_of(cell, "how")) != 0)
    write_note(out, ". Because: ", text_of(cell, "reason"));
  write_note(out, ". Claimed in: ", text_of(cell, "cited"));
  fputs(".", out);
  if (json_is_true(json_object_get(cell, "rmr"))) write_figures(out, s, algorithm);
  fputs("</p>\n", out);
  write_items(out, cell);
  write_witness(out, s, cell);
}

static void write_evidence_of(FILE *out, const struct section *s, const json_t *table, size_t r, size_t c)
{
  const json_t *row = json_array_get(json_object_get(table, "rows"), r);
  fputs("<details id=\"", out);
  write_id(out, s, table, r, c);
  fputs("\">", out);
  claim_evidence(out, s, text_of(row, "label"), text_of(row, "algorithm"),
                 json_array_get(json_object_get(row, "cells"), c));
  fputs("</details>\n", out);
}

static void write_evidence(FILE *out, const struct section *s, const json_t *table)
{
  const size_t rows = json_array_size(json_object_get(table, "rows")),
               columns = json_array_size(json_object_get(table, "columns"));
  fprintf(out, "<details><summary>Evidence of all %zu cells</summary>\n", rows * columns);
  for (size_t r = 0; r < rows; r++)
    for (size_t c = 0; c < columns; c++) write_evidence_of(out, s, table, r, c);
  fputs("</details>\n", out);
}

static const json_t *table_at(const struct section *s, size_t k)
{
  return json_array_get(json_object_get(s->evaluation->tables, "tables"), k);
}

size_t claims_disagreeing(const struct section *s, size_t k)
{
  const json_t *rows = json_object_get(table_at(s, k), "rows");
  size_t n = 0;
  for (size_t r = 0; r < json_array_size(rows); r++) n += row_disagreeing(json_array_get(rows, r));
  return n;
}

void claims_write(FILE *out, const struct section *s, size_t k, bool folded)
{
  const json_t *table = table_at(s, k);
  char *slug = mem_format("table-%zu", k + 1);
  part_heading(out, s, slug, text_of(table, text_of(table, "title")[0] != '\0' ? "title" : "name"));
  const size_t disagreeing = claims_disagreeing(s, k);
  if (folded)
    fprintf(out, "<details><summary>%zu rows, %zu cells disagree</summary>\n",
            json_array_size(json_object_get(table, "rows")), disagreeing);
  write_table(out, s, table);
  write_notes(out, table);
  write_evidence(out, s, table);
  fputs(folded ? "</details>\n" : "", out);
  free(slug);
}
