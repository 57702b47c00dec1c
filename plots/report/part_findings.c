/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part_findings.c: the findings (findings.json): a row for each algorithm, with a link to the evidence of each finding,
 * unexpected findings before the rest. Claims that are open, agree, or are known to be wrong are counted, and unfold.
 * The evidence of a claim that an algorithm's file makes stands in its section; that of a cell of a table and that of a
 * clause stand where these do.
 *
 * The same claim may be looked at in several sections: the one with the gravest finding tells it, and of equals the
 * first.
 */
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "plots/report/html.h"
#include "plots/report/parts.h"
#include "results/analysis/claim.h"
#include "results/analysis/findings.h"

/* --- all sections ------------------------------------------------------------------------------------------------- */

json_t *findings_new(void)
{
  return json_array();
}

/* Where the evidence of the k-th finding of a section stands. */
static char *link_of(const struct section *s, const json_t *one, size_t k)
{
  if (json_object_get(one, "cell") != NULL) return mem_format("%s-finding-%zu", s->id, k + 1);
  if (json_object_get(one, "verdict") != NULL) return mem_format("%s-verdicts", s->id);
  char *text = NULL;
  size_t size = 0;
  FILE *out = mem_stream(&text, &size);
  fprintf(out, "%s-", s->id);
  html_id(out, text_of(one, "table"));
  fprintf(out, "-%d-%d", (int)json_integer_value(json_object_get(one, "row")),
          (int)json_integer_value(json_object_get(one, "column")));
  mem_stream_end(out);
  return text;
}

/* The table of that name; NULL: there is none. */
static const json_t *table_named(const struct section *s, const char *name)
{
  const json_t *tables = json_object_get(s->evaluation->tables, "tables");
  size_t k = 0;
  while (k < json_array_size(tables) && strcmp(text_of(json_array_get(tables, k), "name"), name) != 0) k++;
  return json_array_get(tables, k);
}

/* The cell of which a finding speaks; NULL: it speaks of a clause. */
static const json_t *cell_told_by(const struct section *s, const json_t *one)
{
  const json_t *rows = json_object_get(table_named(s, text_of(one, "table")), "rows");
  if (json_object_get(one, "table") == NULL) return json_object_get(one, "cell");
  const json_t *row = json_array_get(rows, (size_t)json_integer_value(json_object_get(one, "row")) - 1);
  return json_array_get(json_object_get(row, "cells"), (size_t)json_integer_value(json_object_get(one, "column")) - 1);
}

/* The link to the page of its witness, or "". The caller frees it. */
static char *witness_of(const struct section *s, const json_t *one)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = mem_stream(&text, &size);
  witness_link(out, s, text_of(json_object_get(cell_told_by(s, one), "witness"), "name"));
  mem_stream_end(out);
  return text;
}

void findings_gather(json_t *all, const struct section *s, const char *name)
{
  const json_t *list = json_object_get(s->evaluation->findings, "findings");
  for (size_t k = 0; k < json_array_size(list); k++) {
    const json_t *one = json_array_get(list, k);
    char *link = link_of(s, one, k), *witness = witness_of(s, one);
    json_array_append_new(
      all, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "place",
                     section_place(s, text_of(one, "algorithm"), name), "rank", text_of(one, "rank"), "subject",
                     text_of(one, "subject"), "claim", text_of(one, "claim"), "text", text_of(one, "text"), "algorithm",
                     text_of(one, "algorithm"), "link", link, "witness", witness, "section", name, "cited",
                     text_of(one, "cited"), "scope", text_of(cell_told_by(s, one), "scope")));
    free(link);
    free(witness);
  }
}

/* --- the list ----------------------------------------------------------------------------------------------------- */

static const char *const badge[N_FINDING_RANKS] = {
  [FINDING_REFUTED] = "fails", [FINDING_WORSE] = "fails", [FINDING_UNBOUNDED] = "fails",
  [FINDING_LESS] = "fails",    [FINDING_KNOWN] = "known", [FINDING_UNDECIDED] = "undecided",
  [FINDING_PROVED] = "holds",  [FINDING_AGREES] = "holds"};

/* Findings that make one row: those of one algorithm, or one that is of none. */
struct row {
  size_t n;
  const json_t **one;
};

static void write_badge(FILE *out, const json_t *one)
{
  const enum finding_rank rank = finding_rank_of(one);
  html_print(out, "<span class=\"badge %s\">%s</span> ", badge[rank], finding_rank_names[rank]);
}

/* The evidence, and behind it where the claim is made. */
static void write_links(FILE *out, const json_t *one)
{
  const char *section = text_of(one, "section"), *cited = text_of(one, "cited");
  html_print(out, "<a href=\"#%s\">Evidence%s%s</a>", text_of(one, "link"), section[0] != '\0' ? " in " : "", section);
  fputs(text_of(one, "witness"), out); /* HTML */
  if (cited[0] != '\0') html_print(out, " <span class=\"scope\">(claimed in: %s)</span>", cited);
}

/* Whether a schedule breaks a property, which several findings of a row may say at once. */
static bool is_refutation(const json_t *one)
{
  return finding_rank_of(one) == FINDING_REFUTED && text_of(one, "scope")[0] != '\0' &&
         property_of(text_of(one, "claim")) != PROPERTY_NONE;
}

/* "P1, P2 are claimed to hold, but schedules break them: P1 (N = 2), evidence; P2 (N = 3), evidence" */
static void write_refutations(FILE *out, const struct row *row)
{
  const char *comma = "";
  for (size_t k = 0; k < row->n; k++) {
    if (!is_refutation(row->one[k])) continue;
    html_print(out, "%s%s", comma, text_of(row->one[k], "claim"));
    comma = ", ";
  }
  fputs(" are claimed to hold, but schedules break them:", out);
  comma = " ";
  for (size_t k = 0; k < row->n; k++) {
    if (!is_refutation(row->one[k])) continue;
    html_print(out, "%s%s (%s). ", comma, text_of(row->one[k], "claim"), text_of(row->one[k], "scope"));
    write_links(out, row->one[k]);
    comma = "; ";
  }
}

static void write_row(FILE *out, const struct row *row)
{
  const char *subject = text_of(row->one[0], "subject");
  size_t refutations = 0;
  for (size_t k = 0; k < row->n; k++) refutations += is_refutation(row->one[k]);
  fputs("<li>", out);
  write_badge(out, row->one[0]);
  html_print(out, "<strong>%s</strong>%s", subject, subject[0] != '\0' ? ": " : "");
  for (size_t k = 0; k < row->n; k++) {
    const json_t *one = row->one[k];
    if (refutations > 1 && is_refutation(one)) continue;
    html_print(out, "%s%s. ", k > 0 ? "; " : "", text_of(one, "text"));
    write_links(out, one);
  }
  fputs(refutations > 1 && refutations < row->n ? "; " : "", out);
  if (refutations > 1) write_refutations(out, row);
  fputs("</li>\n", out);
}

/* Whether a claim has been told. Clauses are told each for itself. */
static bool is_told(struct lookup *told, const json_t *one)
{
  struct compound key = {0};
  size_t at;
  if (text_of(one, "algorithm")[0] == '\0') return false;
  compound_begin(&key);
  compound_add_text(&key, text_of(one, "algorithm"));
  compound_add_text(&key, text_of(one, "claim"));
  compound_add_text(&key, text_of(one, "place"));
  const bool is = !lookup_is_new(told, key.bytes, key.length, &at);
  compound_free(&key);
  return is;
}

/* A failure that is known tells as much. */
const json_t *findings_refuting(const json_t *all, const char *algorithm, const char *claim)
{
  for (size_t k = 0; k < json_array_size(all) && algorithm[0] != '\0'; k++) {
    const json_t *one = json_array_get(all, k);
    const enum finding_rank rank = finding_rank_of(one);
    if ((rank == FINDING_REFUTED || rank == FINDING_KNOWN) && strcmp(text_of(one, "algorithm"), algorithm) == 0 &&
        strcmp(text_of(one, "claim"), claim) == 0 && text_of(one, "place")[0] == '\0')
      return one;
  }
  return NULL;
}

struct rows {
  size_t n;
  struct row *row;
  struct lookup algorithms;
  size_t *of; /* [algorithm]: the number of its row */
};

/* The row that a finding belongs to; a new one where there is none. */
static struct row *row_for(struct rows *rows, const json_t *one)
{
  const char *algorithm = text_of(one, "algorithm");
  const size_t before = rows->algorithms.n;
  const size_t at = algorithm[0] != '\0' ? lookup_add_text(&rows->algorithms, algorithm) : before;
  if (algorithm[0] != '\0' && at < before) return &rows->row[rows->of[at]];
  if (algorithm[0] != '\0') {
    rows->of = mem_grow(rows->of, rows->algorithms.n, sizeof *rows->of);
    rows->of[at] = rows->n;
  }
  rows->row = mem_another(rows->row, rows->n, sizeof *rows->row);
  rows->row[rows->n] = (struct row){0};
  return &rows->row[rows->n++];
}

static void rows_free(struct rows *rows)
{
  for (size_t k = 0; k < rows->n; k++) free(rows->row[k].one);
  free(rows->row);
  free(rows->of);
  lookup_free(&rows->algorithms);
}

/* The findings of these ranks that have not been told, in rows; returns how many rows. */
static size_t write_ranks(FILE *out, const json_t *all, enum finding_rank from, enum finding_rank to,
                          struct lookup *told)
{
  struct rows rows = {0};
  for (enum finding_rank rank = from; rank <= to; rank++)
    for (size_t k = 0; k < json_array_size(all); k++) {
      const json_t *one = json_array_get(all, k);
      if (finding_rank_of(one) != rank || is_told(told, one)) continue;
      struct row *row = row_for(&rows, one);
      row->one = mem_another(row->one, row->n, sizeof(json_t *));
      row->one[row->n++] = one;
    }
  const size_t n = rows.n;
  for (size_t k = 0; k < n && k < ROWS_MOST; k++) write_row(out, &rows.row[k]);
  if (n > ROWS_MOST) fprintf(out, "<li>%zu more, in <code>findings.json</code></li>\n", n - ROWS_MOST);
  rows_free(&rows);
  return n;
}

/* The same as a list that unfolds; "" where there is nothing. The caller frees it. */
static char *folded(const json_t *all, enum finding_rank rank, struct lookup *told, const char *words)
{
  char *text = NULL, *list = NULL;
  size_t size = 0;
  FILE *out = mem_stream(&list, &size);
  const size_t n = write_ranks(out, all, rank, rank, told);
  mem_stream_end(out);
  text = n == 0 ? mem_text("")
                : mem_format("<details><summary>%zu %s: %s</summary>\n<ul>\n%s</ul></details>\n", n,
                             n == 1 ? "algorithm or clause" : "algorithms and clauses", words, list);
  free(list);
  return text;
}

/* A claim that one section leaves open may be decided in another, and one that agrees in one may be proved in another.
 * So the proved ones are gathered first, and those that agree before those that are not decided, which stand first. */
void findings_write(FILE *out, const json_t *all)
{
  struct lookup told = {0};
  if (json_array_size(all) == 0) return;
  fputs("<section id=\"findings\">\n<h2>Findings</h2>\n<ul class=\"findings\">\n", out);
  const size_t n = write_ranks(out, all, FINDING_WORSE, FINDING_LESS, &told);
  fputs("</ul>\n", out);
  if (n == 0)
    fputs("<p>No result contradicts a claim that was compared. The signs above go by the claims of the sources.</p>\n",
          out);
  char *known = folded(all, FINDING_KNOWN, &told, "known to be wrong, and a schedule shows it");
  char *proved = folded(all, FINDING_PROVED, &told, "proved for every N");
  char *agree = folded(all, FINDING_AGREES, &told, "confirmed in the runs examined");
  char *open = folded(all, FINDING_UNDECIDED, &told, "not decided");
  fprintf(out, "%s%s%s%s</section>\n", open, proved, agree, known);
  free(known);
  free(proved);
  free(agree);
  free(open);
  lookup_free(&told);
}

enum { FOLDED_FROM = 10 }; /* so many that agree are seen one below the other */

/* --- the evidence in a section ------------------------------------------------------------------------------------ */

static bool agrees(const json_t *finding)
{
  const enum agreement a = cell_agreement(json_object_get(finding, "cell"));
  return a == AGREEMENT_AGREES || a == AGREEMENT_PROVED;
}

static size_t count_agreeing(const json_t *list)
{
  size_t n = 0;
  for (size_t k = 0; k < json_array_size(list); k++)
    n += json_object_get(json_array_get(list, k), "cell") != NULL && agrees(json_array_get(list, k));
  return n;
}

/* Those that agree, or the others. */
static void write_evidence(FILE *out, const struct section *s, const json_t *list, bool agreeing)
{
  for (size_t k = 0; k < json_array_size(list); k++) {
    const json_t *one = json_array_get(list, k), *cell = json_object_get(one, "cell");
    if (cell == NULL || agrees(one) != agreeing) continue;
    fprintf(out, "<details id=\"%s-finding-%zu\">", s->id, k + 1);
    claim_evidence(out, s, text_of(one, "subject"), text_of(one, "algorithm"), cell);
    fputs("</details>\n", out);
  }
}

void part_findings(FILE *out, const struct section *s)
{
  const json_t *list = json_object_get(s->evaluation->findings, "findings");
  size_t n = 0;
  for (size_t k = 0; k < json_array_size(list); k++) n += json_object_get(json_array_get(list, k), "cell") != NULL;
  if (n == 0) return;
  part_heading(out, s, "sources", "Claims of the algorithms' sources");
  write_evidence(out, s, list, false);
  const size_t agreeing = count_agreeing(list);
  if (agreeing > FOLDED_FROM) fprintf(out, "<details><summary>%zu that agree</summary>\n", agreeing);
  write_evidence(out, s, list, true);
  if (agreeing > FOLDED_FROM) fputs("</details>\n", out);
}
