/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "report/html.h"
#include "report/parts.h"
#include "results/manifest.h"

/* The page grows in three places at once, so that only one result directory need be in memory. */
struct page {
  FILE *contents, *summary, *body;
  char *text[3];
  size_t size[3];
  json_t *findings; /* of all sections */
  char *title;      /* of the only section; NULL where there are several */
  bool several, any_verdict;
};

static void page_begin(struct page *p, bool several)
{
  *p = (struct page){.several = several, .findings = findings_new()};
  p->contents = open_memstream(&p->text[0], &p->size[0]);
  p->summary = open_memstream(&p->text[1], &p->size[1]);
  p->body = open_memstream(&p->text[2], &p->size[2]);
}

/* The order in which a reader asks. */
static part_fn *const parts[] = {part_claims,   part_galleries, part_findings,   part_verdicts, part_exact,
                                 part_nearness, part_failures,  part_violations, part_fits,     part_figures,
                                 part_listings, part_traces,    part_provenance};

static const char *section_title(const struct results *r, const char *fallback)
{
  const char *title = text_of(r->config, "title"), *name = text_of(r->config, "name");
  return title[0] != '\0' ? title : (name[0] != '\0' ? name : fallback);
}

static void write_section(struct page *p, const struct section *s, const char *name)
{
  const char *title = section_title(s->results, name), *about = text_of(s->results->config, "about");
  const char *paper = text_of(s->results->config, "paper");
  fprintf(p->body, "<section id=\"%s\">\n", s->id);
  if (p->several) html_element(p->body, "h2", title);
  if (about[0] != '\0') html_element(p->body, "p", about);
  if (paper[0] != '\0') html_element(p->body, "p class=\"scope\"", paper);
  for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) parts[k](p->body, s);
  fputs("</section>\n", p->body);
  fprintf(p->contents, "<li><a href=\"#%s\">", s->id);
  html_text(p->contents, title);
  fputs("</a></li>\n", p->contents);
  findings_gather(p->findings, s, p->several ? title : "");
  claim_rows(p->summary, s, name);
  if (json_array_size(json_object_get(s->results->verdicts, "verdicts")) > 0) p->any_verdict = true;
  if (!p->several) p->title = mem_text(title);
}

void table_end(FILE *out, size_t n, const char *file)
{
  fputs("</table></div>\n", out);
  if (n > ROWS_MOST) fprintf(out, "<p>%zu more rows are left out; <code>%s</code> has all.</p>\n", n - ROWS_MOST, file);
}

/* One result directory; `name` is what the page calls it, and where it lies as seen from the page. */
static void add_results(struct page *p, const struct results *r, const struct figure_list *figures, const char *name,
                        size_t number)
{
  char *id = mem_format("s%zu", number), *link = p->several ? mem_format("%s/", name) : mem_text("");
  write_section(p, &(struct section){r, figures, id, link}, name);
  free(id);
  free(link);
}

static bool add_directory(struct page *p, const char *directory, const char *name, size_t number, struct error *e)
{
  struct results r;
  struct figure_list figures;
  if (!results_load(directory, &r, e)) return false;
  struct analyses *known = analyses_new();
  const bool ok = figures_plan(&r, known, &figures, e);
  if (ok) add_results(p, &r, &figures, name, number);
  if (ok) figure_list_free(&figures);
  analyses_free(known);
  results_free(&r);
  return ok;
}

static bool is_result_directory(const char *path)
{
  char *records = mem_format("%s/records.jsonl", path);
  const bool yes = file_exists(records);
  free(records);
  return yes;
}

/* The result directories inside `directory`, in the order of their names. */
static bool add_directories(struct page *p, const char *directory, struct error *e)
{
  struct file_names names;
  file_list(directory, &names);
  size_t n = 0;
  bool ok = true;
  for (size_t k = 0; ok && k < names.n; k++) {
    char *path = mem_format("%s/%s", directory, names.name[k]);
    if (is_result_directory(path)) ok = add_directory(p, path, names.name[k], ++n, e);
    free(path);
  }
  file_names_free(&names);
  if (ok && n == 0)
    return fail_at(e, EXIT_USAGE, directory, 0, 0, "holds no records.jsonl, nor does any directory in it");
  return ok;
}

static void write_page(const struct page *p, FILE *out)
{
  const char *title = p->several ? "RMR experiments" : p->title;
  html_begin(out, title);
  html_element(out, "h1", title);
  findings_write(out, p->findings);
  if (p->several) fprintf(out, "<nav aria-label=\"Contents\"><ol>\n%s</ol></nav>\n", p->text[0]);
  fputs(p->text[2], out);
  if (p->several && p->any_verdict) {
    html_element(out, "h2", "All claims and verdicts");
    html_table(out, "What the configs expect, and whether the records bear it out.", claim_heads);
    fprintf(out, "%s</table></div>\n", p->text[1]);
  }
  html_end(out);
}

static bool own_page(const char *directory, struct error *e)
{
  struct manifest m;
  return manifest_begin(&m, directory, MANIFEST_TOP, e) &&
         manifest_end(&m, false, manifest_add(&m, "report.html", e), e);
}

/* The page as a file, where all went well so far; and its end. */
static bool page_finish(struct page *page, bool ok, const char *directory, struct error *e)
{
  fclose(page->contents);
  fclose(page->summary);
  fclose(page->body);
  char *path = mem_format("%s/report.html", directory);
  struct file_writer w;
  ok = ok && own_page(directory, e) && file_open(&w, path, e);
  if (ok) {
    write_page(page, w.out);
    ok = file_commit(&w, e);
  }
  free(path);
  for (size_t k = 0; k < 3; k++) free(page->text[k]);
  free(page->title);
  json_decref(page->findings);
  return ok;
}

bool report_write(const char *directory, struct error *e)
{
  struct page page;
  const bool several = !is_result_directory(directory);
  page_begin(&page, several);
  const bool ok = several ? add_directories(&page, directory, e) : add_directory(&page, directory, "Report", 1, e);
  return page_finish(&page, ok, directory, e);
}

bool report_write_section(const struct results *r, const struct figure_list *figures, struct error *e)
{
  struct page page;
  page_begin(&page, false);
  add_results(&page, r, figures, "Report", 1);
  return page_finish(&page, true, r->directory, e);
}
