/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part_findings.c: what was found, with which the page begins (findings.json): each finding one sentence and a link to
 * its evidence, the gravest first. What is not decided, and what agrees, is counted and unfolds. The evidence of a
 * claim that an algorithm's file makes stands in its section; that of a cell of a table and that of a clause stand
 * where these do.
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
  FILE *out = open_memstream(&text, &size);
  fprintf(out, "%s-", s->id);
  html_id(out, text_of(one, "table"));
  fprintf(out, "-%d-%d", (int)json_integer_value(json_object_get(one, "row")),
          (int)json_integer_value(json_object_get(one, "column")));
  fclose(out);
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
  FILE *out = open_memstream(&text, &size);
  witness_link(out, s, text_of(json_object_get(cell_told_by(s, one), "witness"), "name"), "Step through it");
  fclose(out);
  return text;
}

void findings_gather(json_t *all, const struct section *s, const char *name)
{
  const json_t *list = json_object_get(s->evaluation->findings, "findings");
  for (size_t k = 0; k < json_array_size(list); k++) {
    const json_t *one = json_array_get(list, k);
    char *link = link_of(s, one, k), *witness = witness_of(s, one);
    json_array_append_new(all, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "rank", text_of(one, "rank"),
                                         "subject", text_of(one, "subject"), "claim", text_of(one, "claim"), "text",
                                         text_of(one, "text"), "algorithm", text_of(one, "algorithm"), "link", link,
                                         "witness", witness, "section", name));
    free(link);
    free(witness);
  }
}

/* --- the list ----------------------------------------------------------------------------------------------------- */

static const char *const badge[N_FINDING_RANKS] = {[FINDING_REFUTED] = "fails",
                                                   [FINDING_WORSE] = "fails",
                                                   [FINDING_UNBOUNDED] = "fails",
                                                   [FINDING_UNDECIDED] = "undecided",
                                                   [FINDING_AGREES] = "holds"};

static void write_finding(FILE *out, const json_t *one, enum finding_rank rank)
{
  const char *subject = text_of(one, "subject"), *section = text_of(one, "section");
  html_print(out, "<li><span class=\"badge %s\">%s</span> <strong>%s</strong>%s%s. <a href=\"#%s\">Evidence%s%s</a>",
             badge[rank], finding_rank_names[rank], subject, subject[0] != '\0' ? ": " : "", text_of(one, "text"),
             text_of(one, "link"), section[0] != '\0' ? " in " : "", section);
  fprintf(out, "%s</li>\n", text_of(one, "witness")); /* HTML */
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
  const bool is = !lookup_is_new(told, key.bytes, key.length, &at);
  compound_free(&key);
  return is;
}

const json_t *findings_refuting(const json_t *all, const char *algorithm, const char *claim)
{
  for (size_t k = 0; k < json_array_size(all) && algorithm[0] != '\0'; k++) {
    const json_t *one = json_array_get(all, k);
    if (finding_rank_of(one) == FINDING_REFUTED && strcmp(text_of(one, "algorithm"), algorithm) == 0 &&
        strcmp(text_of(one, "claim"), claim) == 0)
      return one;
  }
  return NULL;
}

/* The findings of one rank that have not been told, as a list; returns how many. */
static size_t write_rank(FILE *out, const json_t *all, enum finding_rank rank, struct lookup *told)
{
  size_t n = 0;
  for (size_t k = 0; k < json_array_size(all); k++) {
    const json_t *one = json_array_get(all, k);
    if (finding_rank_of(one) != rank || is_told(told, one)) continue;
    if (n++ < ROWS_MOST) write_finding(out, one, rank);
  }
  if (n > ROWS_MOST) fprintf(out, "<li>%zu more, in <code>findings.json</code></li>\n", n - ROWS_MOST);
  return n;
}

/* The same as a list that unfolds; "" where there is nothing. The caller frees it. */
static char *folded(const json_t *all, enum finding_rank rank, struct lookup *told, const char *words)
{
  char *text = NULL, *list = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&list, &size);
  const size_t n = write_rank(out, all, rank, told);
  fclose(out);
  text = n == 0 ? mem_text("")
                : mem_format("<details><summary>%zu %s %s</summary>\n<ul>\n%s</ul></details>\n", n,
                             n == 1 ? "claim" : "claims", words, list);
  free(list);
  return text;
}

/* What one section leaves open another one may have decided: so what agrees is gathered before what is not decided,
 * though it stands behind it. */
void findings_write(FILE *out, const json_t *all)
{
  struct lookup told = {0};
  size_t n = 0;
  if (json_array_size(all) == 0) return;
  fputs("<section id=\"findings\">\n<h2>Findings</h2>\n<ul class=\"findings\">\n", out);
  for (enum finding_rank rank = FINDING_REFUTED; rank <= FINDING_UNBOUNDED; rank++)
    n += write_rank(out, all, rank, &told);
  fputs("</ul>\n", out);
  if (n == 0) fputs("<p>No result contradicts a claim.</p>\n", out);
  char *agree = folded(all, FINDING_AGREES, &told, "confirmed in the runs examined");
  char *open = folded(all, FINDING_UNDECIDED, &told, "not decided");
  fprintf(out, "%s%s</section>\n", open, agree);
  free(agree);
  free(open);
  lookup_free(&told);
}

/* --- the evidence in a section ------------------------------------------------------------------------------------ */

void part_findings(FILE *out, const struct section *s)
{
  const json_t *list = json_object_get(s->evaluation->findings, "findings");
  bool any = false;
  for (size_t k = 0; k < json_array_size(list); k++) {
    const json_t *one = json_array_get(list, k), *cell = json_object_get(one, "cell");
    if (cell == NULL) continue;
    if (!any) part_heading(out, s, "sources", "Claims of the algorithms' sources");
    any = true;
    fprintf(out, "<details id=\"%s-finding-%zu\">", s->id, k + 1);
    claim_evidence(out, s, text_of(one, "subject"), text_of(one, "algorithm"), cell);
    fputs("</details>\n", out);
  }
}
