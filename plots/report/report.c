/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/report/report.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "plots/report/grid.h"
#include "plots/report/html.h"
#include "plots/report/parts.h"
#include "plots/report/screen.h"
#include "results/contradictions.h"
#include "results/manifest.h"

/* A table of claims, as it is printed. */
struct claims {
  char *text;
  size_t disagreeing; /* cells */
};

/* The page grows in several places at once, so that only one result directory need be in memory. */
enum place { CONTENTS, GALLERIES, BODY, N_PLACES };

/* The links to the sections of one subject. */
struct subject {
  char *name, *links;
  size_t n;
};

struct page {
  FILE *out[N_PLACES];
  char *text[N_PLACES];
  size_t size[N_PLACES];
  struct screen screen;
  struct grid *verdicts; /* of all sections */
  struct claim_counts count;
  struct claims *claims;
  size_t n_claims;
  struct subject *subject; /* in the order in which they first come */
  size_t n_subjects;
  json_t *findings;                /* of all sections */
  struct consistency *consistency; /* of all records */
  char *title;                     /* of the only section; NULL where there are several */
  bool several;
};

static void page_begin(struct page *p, bool several)
{
  *p = (struct page){.several = several, .findings = findings_new(), .consistency = consistency_new()};
  screen_begin(&p->screen);
  p->verdicts = grid_new("The expectations of the configs, and whether the records confirm them.", claim_heads, 0);
  for (enum place k = 0; k < N_PLACES; k++) p->out[k] = mem_stream(&p->text[k], &p->size[k]);
}

/* The parts that follow tables of claims and galleries, in the order in which a reader asks. */
static part_fn *const parts[] = {part_figures,  part_verdicts,  part_fits,      part_findings,
                                 part_exact,    part_tightness, part_failures,  part_violations,
                                 part_listings, part_traces,    part_provenance};

void part_heading(FILE *out, const struct section *s, const char *slug, const char *title)
{
  html_print(out, "<h3 id=\"%s-%s\"><a class=\"anchor\" href=\"#%s-%s\">%s</a></h3>\n", s->id, slug, s->id, slug,
             title);
  if (s->contents != NULL) html_print(s->contents, "<li><a href=\"#%s-%s\">%s</a></li>\n", s->id, slug, title);
}

static const char *section_title(const struct results *r, const char *fallback)
{
  const char *title = text_of(r->config, "title"), *name = text_of(r->config, "name");
  return title[0] != '\0' ? title : (name[0] != '\0' ? name : fallback);
}

static void add_claims(struct page *p, const struct section *s)
{
  const size_t n = json_array_size(json_object_get(s->evaluation->tables, "tables"));
  for (size_t k = 0; k < n; k++) {
    struct claims one = {.disagreeing = claims_disagreeing(s, k)};
    size_t size;
    FILE *out = mem_stream(&one.text, &size);
    claims_write(out, s, k, p->several && one.disagreeing == 0);
    mem_stream_end(out);
    p->claims = mem_another(p->claims, p->n_claims, sizeof *p->claims);
    p->claims[p->n_claims++] = one;
  }
}

/* The parts of a section; where it is one of several, behind a list of them. */
static void write_parts(struct page *p, struct section *s)
{
  char *links = NULL, *text = NULL;
  size_t n_links, n_text;
  FILE *out = mem_stream(&text, &n_text);
  if (p->several) s->contents = mem_stream(&links, &n_links);
  for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) parts[k](out, s);
  if (p->several) mem_stream_end(s->contents);
  if (p->several) fprintf(p->out[BODY], "<nav class=\"parts\" aria-label=\"Parts\"><ul>\n%s</ul></nav>\n", links);
  mem_stream_end(out);
  fputs(text, p->out[BODY]);
  free(text);
  free(links);
}

/* A section's place in the contents: under its subject, or by itself. */
static void add_link(struct page *p, const struct section *s, const char *title)
{
  const char *name = text_of(s->results->config, "subject");
  char *link = NULL;
  size_t size, k = 0;
  FILE *out = mem_stream(&link, &size);
  html_print(out, "<li><a href=\"#%s\">%s</a></li>\n", s->id, title);
  mem_stream_end(out);
  while (k < p->n_subjects && strcmp(p->subject[k].name, name) != 0) k++;
  if (k == p->n_subjects) {
    p->subject = mem_grow(p->subject, ++p->n_subjects, sizeof *p->subject);
    p->subject[k] = (struct subject){.name = mem_text(name), .links = mem_text("")};
  }
  mem_append(&p->subject[k].links, "%s", link);
  p->subject[k].n++;
  free(link);
}

static void write_subjects(const struct page *p, FILE *out)
{
  for (size_t k = 0; k < p->n_subjects; k++) {
    const struct subject *one = &p->subject[k];
    const bool named = one->name[0] != '\0';
    if (named) html_print(out, "<li><details><summary>%s (%zu)</summary><ul>\n", one->name, one->n);
    fputs(one->links, out);
    if (named) fputs("</ul></details></li>\n", out);
  }
}

static void write_section(struct page *p, struct section *s, const char *name)
{
  const char *title = section_title(s->results, name), *about = text_of(s->results->config, "about");
  const char *paper = text_of(s->results->config, "paper");
  FILE *out = p->out[BODY];
  fprintf(out, "<section id=\"%s\">\n", s->id);
  if (p->several) html_print(out, "<h2><a class=\"anchor\" href=\"#%s\">%s</a></h2>\n", s->id, title);
  if (about[0] != '\0') html_element(out, "p", about);
  if (paper[0] != '\0') html_element(out, "p class=\"scope\"", paper);
  if (s->evaluation->stale)
    html_element(
      out, "p class=\"stale\"",
      "Findings, verdicts and fits were made from other records than those that are there: some are lost, or "
      "more have come. rmr run with --resume makes them again.");
  if (p->several) add_link(p, s, title);
  s->contents = p->several ? NULL : p->out[CONTENTS];
  s->findings = p->findings;
  screen_add(&p->screen, s, p->several ? title : "");
  add_claims(p, s);
  part_galleries(p->out[GALLERIES], s);
  write_parts(p, s);
  fputs("</section>\n", out);
  claim_rows(p->verdicts, s, name, &p->count);
  if (!p->several) p->title = mem_text(title);
}

/* The work on one result directory; `name` is its name on the page, and its place as seen from there. */
typedef void with_section_fn(struct page *p, struct section *s, const char *name);

static void gather_section(struct page *p, struct section *s, const char *name)
{
  findings_gather(p->findings, s, p->several ? section_title(s->results, name) : "");
}

static void with_section(struct page *p, const struct evaluation *v, const struct figure_list *figures,
                         const char *name, size_t number, with_section_fn *go)
{
  char *id = mem_format("s%zu", number), *link = p->several ? mem_format("%s/", name) : mem_text("");
  struct section s = {.evaluation = v, .results = &v->results, .figures = figures, .id = id, .link = link};
  go(p, &s, name);
  free(id);
  free(link);
}

/* The findings of a directory: all are known before the first section is written, which may speak of other ones. */
static bool gather_directory(struct page *p, const char *directory, const char *name, size_t number, struct error *e)
{
  struct evaluation v;
  if (!evaluation_load_findings(directory, &v, e)) return false;
  with_section(p, &v, NULL, name, number, gather_section);
  evaluation_free(&v);
  return true;
}

static bool add_directory(struct page *p, const char *directory, const char *name, size_t number, struct error *e)
{
  struct evaluation v;
  struct figure_list figures = {0};
  const bool ok = evaluation_load(directory, &v, e) && consistency_add(p->consistency, &v.results, e) &&
                  figures_plan(&v, &figures, e);
  if (ok) with_section(p, &v, &figures, name, number, write_section);
  figure_list_free(&figures);
  evaluation_free(&v);
  return ok;
}

static bool is_result_directory(const char *path)
{
  char *records = mem_format("%s/records.jsonl", path);
  const bool yes = file_exists(records);
  free(records);
  return yes;
}

typedef bool each_directory_fn(struct page *p, const char *directory, const char *name, size_t number, struct error *e);

/* The result directories inside `directory`, in the order of their names. */
static bool each_directory(struct page *p, const char *directory, each_directory_fn *go, struct error *e)
{
  struct file_names names;
  file_list(directory, &names);
  size_t n = 0;
  bool ok = true;
  for (size_t k = 0; ok && k < names.n; k++) {
    char *path = mem_format("%s/%s", directory, names.name[k]);
    if (is_result_directory(path)) ok = go(p, path, names.name[k], ++n, e);
    free(path);
  }
  file_names_free(&names);
  if (ok && n == 0)
    return fail_at(e, EXIT_USAGE, directory, 0, 0, "holds no records.jsonl, nor does any directory in it");
  return ok;
}

static bool both(struct page *p, const char *directory, const char *name, size_t number, struct error *e)
{
  return gather_directory(p, directory, name, number, e) && add_directory(p, directory, name, number, e);
}

/* Those that disagree most come first; of equals the first. */
static void write_claims(const struct page *p, FILE *out)
{
  size_t most = 0;
  for (size_t k = 0; k < p->n_claims; k++)
    if (p->claims[k].disagreeing > most) most = p->claims[k].disagreeing;
  for (size_t wanted = most + 1; wanted-- > 0;)
    for (size_t k = 0; k < p->n_claims; k++)
      if (p->claims[k].disagreeing == wanted) fputs(p->claims[k].text, out);
}

/* The one place that says what the marks of verdicts mean. */
static void write_legend(FILE *out)
{
  fputs("<details class=\"legend\"><summary>How to read the verdicts</summary>\n"
        "<dl>\n"
        "<dt><span class=\"badge holds\">holds</span></dt><dd>confirmed. For a property: by exploration, for all "
        "schedules in its scope (“complete”: for any number of passages).</dd>\n"
        "<dt><span class=\"badge sampled\">not refuted by K runs</span></dt><dd>simulated only: no run broke it, but "
        "an untried schedule may. If a schedule that breaks it is known, a link leads to it.</dd>\n"
        "<dt><span class=\"badge undecided\">undecided</span></dt><dd>the runs do not decide it, for example because "
        "it holds or fails only within a bound.</dd>\n"
        "<dt><span class=\"badge fails\">fails</span></dt><dd>a schedule or a run breaks it.</dd>\n"
        "</dl></details>\n",
        out);
}

static bool any_clauses(const struct page *p)
{
  size_t n = p->count.sampled;
  for (enum outcome k = 0; k < N_OUTCOMES; k++) n += p->count.of[k];
  return n > 0;
}

static void write_summary(const struct page *p, FILE *out)
{
  const struct claim_counts *n = &p->count;
  if (!any_clauses(p)) return;
  fprintf(out,
          "<h2 id=\"verdicts\"><a class=\"anchor\" href=\"#verdicts\">All claims and verdicts</a></h2>\n"
          "<details><summary>Of the expectations of the configs, %zu fail, %zu are undecided, %zu hold, %zu are "
          "not refuted by simulations</summary>\n",
          n->of[OUTCOME_FAILS], n->of[OUTCOME_UNDECIDED], n->of[OUTCOME_HOLDS], n->sampled);
  grid_print(p->verdicts, out);
  fputs("</details>\n", out);
}

/* The contents of the page, with what stands above its sections. */
static void write_contents(const struct page *p, FILE *out)
{
  fputs("<nav class=\"contents\" aria-label=\"Contents\"><ul>\n", out);
  if (json_array_size(p->findings) > 0) fputs("<li><a href=\"#findings\">Findings</a></li>\n", out);
  if (p->several && p->n_claims > 0) fputs("<li><a href=\"#claims\">Claims by table</a></li>\n", out);
  if (p->several && p->size[GALLERIES] > 0) fputs("<li><a href=\"#glance\">At a glance</a></li>\n", out);
  if (p->several && any_clauses(p)) fputs("<li><a href=\"#verdicts\">All claims and verdicts</a></li>\n", out);
  write_subjects(p, out);
  fprintf(out, "%s</ul></nav>\n", p->text[CONTENTS]);
}

static void write_page(const struct page *p, FILE *out)
{
  const char *title = p->several ? "RMR experiments" : p->title;
  html_begin(out, title);
  write_contents(p, out);
  fputs("<main>\n", out);
  html_element(out, "h1", title);
  screen_write(out, &p->screen);
  findings_write(out, p->findings);
  write_legend(out);
  fputs("<div id=\"claims\">\n", out);
  write_claims(p, out);
  fprintf(out, "</div>\n<div id=\"glance\">\n%s</div>\n", p->text[GALLERIES]);
  if (p->several) write_summary(p, out);
  fputs(p->text[BODY], out);
  matrix_write_evidence(out, p->screen.matrix);
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
  for (enum place k = 0; k < N_PLACES; k++) mem_stream_end(page->out[k]);
  struct file_writer w;
  ok = ok && own_page(directory, e) && file_open_in(&w, directory, "report.html", e);
  if (ok) {
    write_page(page, w.out);
    ok = file_commit(&w, e);
  }
  for (enum place k = 0; k < N_PLACES; k++) free(page->text[k]);
  for (size_t k = 0; k < page->n_claims; k++) free(page->claims[k].text);
  free(page->claims);
  for (size_t k = 0; k < page->n_subjects; k++) {
    free(page->subject[k].name);
    free(page->subject[k].links);
  }
  free(page->subject);
  grid_free(page->verdicts);
  free(page->title);
  json_decref(page->findings);
  screen_free(&page->screen);
  consistency_free(page->consistency);
  return ok;
}

bool report_write(const char *directory, struct error *e)
{
  struct page page;
  const bool several = !is_result_directory(directory);
  page_begin(&page, several);
  const bool ok = several ? each_directory(&page, directory, gather_directory, e) &&
                              each_directory(&page, directory, add_directory, e)
                          : both(&page, directory, "Report", 1, e);
  return page_finish(&page, ok, directory, e);
}

bool report_write_section(const struct evaluation *v, const struct figure_list *figures, struct error *e)
{
  struct page page;
  page_begin(&page, false);
  with_section(&page, v, NULL, "Report", 1, gather_section);
  with_section(&page, v, figures, "Report", 1, write_section);
  return page_finish(&page, true, v->results.directory, e);
}
