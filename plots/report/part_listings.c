/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part_listings.c: the algorithms as printed, each row with what it cost in one task: the annotated listing.
 */
#include <stdlib.h>

#include "plots/listing.h"
#include "plots/report/html.h"
#include "plots/report/parts.h"
#include "results/partition.h"

enum { LISTINGS_MOST = 200 };

/* The first word of a section, as a class of the style sheet. */
static void row_class(FILE *out, const struct listing_row *row)
{
  fputs("<tr class=\"", out);
  for (const char *c = row->section; *c >= 'a' && *c <= 'z'; c++) fputc(*c, out);
  fputs(row->counted ? "\">" : " silent\">", out);
}

/* "12.5 %"; "< 0.1 %" of what is more than none. */
static void write_share(FILE *out, double share)
{
  fprintf(out, "<td class=\"share\"><span class=\"bar\" style=\"width:%.1f%%\"></span> ", share * 0.55);
  fprintf(out, share > 0 && share < 0.1 ? "&lt; 0.1 %%</td></tr>\n" : "%.1f %%</td></tr>\n", share);
}

static void write_row(FILE *out, const struct listing_row *row, const struct listing *listing)
{
  row_class(out, row);
  html_element(out, "td class=\"code\"", row->label);
  html_element(out, "td class=\"code\"", row->text);
  html_element(out, "td", row->section);
  if (!row->counted) {
    fputs("<td></td><td></td><td></td></tr>\n", out);
    return;
  }
  const double share = listing->rmr > 0 ? 100 * row->rmr / listing->rmr : 0;
  fprintf(out, "<td class=\"number\">%.15g</td><td class=\"number\">%.15g</td>", row->steps, row->rmr);
  write_share(out, share);
}

static void write_claims(FILE *out, const json_t *claims)
{
  const char *key;
  json_t *value;
  bool any = false;
  json_object_foreach((json_t *)claims, key, value)
  {
    if (!json_is_string(value) || json_string_value(value)[0] == '\0') continue;
    fputs(any ? "; " : "<p>Claimed: ", out);
    html_print(out, "%s %s", key, json_string_value(value));
    any = true;
  }
  if (any) fputs(".</p>\n", out);
}

/* Of an algorithm that is not shipped: its file may be another one by now. */
static void write_text(FILE *out, const char *text)
{
  if (text[0] == '\0') return;
  fputs("<details><summary>The text, as it was when these results were made</summary>\n", out);
  html_element(out, "pre tabindex=\"0\"", text);
  fputs("</details>\n", out);
}

static void write_table(FILE *out, const struct listing *listing, const char *scope)
{
  html_wide(out, "listing", "Annotated listing");
  html_print(out, "<caption>%s. All processes together; the share is of all RMRs.</caption>", scope);
  fputs("<thead><tr><th scope=\"col\">line</th>"
        "<th scope=\"col\">text</th><th scope=\"col\">section</th><th scope=\"col\" class=\"number\">executions</th>"
        "<th scope=\"col\" class=\"number\">RMRs</th><th scope=\"col\">share</th></tr></thead>\n",
        out);
  for (size_t k = 0; k < listing->n; k++) write_row(out, &listing->row[k], listing);
  fprintf(out,
          "<tr><td></td><td>all lines</td><td></td><td class=\"number\">%.15g</td><td "
          "class=\"number\">%.15g</td><td></td></tr>\n",
          listing->steps, listing->rmr);
  fputs("</table></div>\n", out);
}

/* `r`: the records of this algorithm. */
static void write_algorithm(FILE *out, const struct results *r, const char *name)
{
  const json_t *algorithm = json_object_get(r->algorithms, name);
  const struct record *task = figure_task(r);
  const char *title = text_of(algorithm, "title"), *note = text_of(algorithm, "note");
  html_element(out, "h4", title[0] != '\0' ? title : name);
  html_print(out, "<p><code>%s</code>. %s</p>\n", name, text_of(algorithm, "source"));
  write_claims(out, json_object_get(algorithm, "claims"));
  if (note[0] != '\0') html_element(out, "p", note);
  write_text(out, text_of(algorithm, "text"));
  if (task == NULL) return; /* explored only */
  struct listing listing;
  listing_make(r, task, &listing);
  if (listing.n > 0) {
    char *scope = record_scope(task);
    write_table(out, &listing, scope);
    free(scope);
  }
  listing_free(&listing);
}

void part_listings(FILE *out, const struct section *s)
{
  const struct results *r = s->results;
  if (r->n == 0) return;
  bool simulated = false;
  for (size_t k = 0; k < r->n; k++) simulated = simulated || record_is_simulation(&r->record[k]);
  part_heading(out, s, "listings", simulated ? "Annotated listings" : "Algorithms");
  if (simulated)
    fputs("<p>Each algorithm as printed, with the executions and RMRs of its lines in one task: of those with the "
          "largest N, the one with the worst passage.</p>\n",
          out);
  struct results_parts parts;
  results_split(r, PARTS_BY_ALGORITHM, &parts);
  for (size_t k = 0; k < parts.n && k < LISTINGS_MOST; k++)
    write_algorithm(out, &parts.part[k], lookup_text(&parts.names, k));
  if (parts.n > LISTINGS_MOST)
    fprintf(out, "<p>%zu more algorithms are left out; <code>algorithms.json</code> has all.</p>\n",
            parts.n - LISTINGS_MOST);
  results_parts_free(&parts);
}
