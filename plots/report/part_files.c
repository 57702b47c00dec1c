/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part_files.c: the parts of the report that show files: figures, witnesses, traces, and where everything
 * comes from.
 */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/lookup.h"
#include "base/mem.h"
#include "base/text.h"
#include "plots/rendering.h"
#include "plots/report/html.h"
#include "plots/report/parts.h"
#include "results/witness_files.h"

enum { TRACES_MOST = 20, TRACE_BYTES = 64 * 1024, TRACE_OPEN_LINES = 60 };
#define SVG_BYTES ((size_t)64 << 20)

/* ---- figures ---- */

/* A link to link/folder/NAME. */
static void write_link(FILE *out, const struct section *s, const char *folder, const char *name, const char *text)
{
  fputs("<a href=\"", out);
  html_url(out, s->link);
  fputs(folder, out);
  html_url(out, name);
  html_print(out, "\">%s</a>", text);
}

bool witness_link(FILE *out, const struct section *s, const char *name)
{
  char *page = mem_format("%s.html", name), *path = mem_format("%s/witnesses/%s", s->results->directory, page);
  const bool made = name[0] != '\0' && file_exists(path);
  if (made) fputc(' ', out);
  if (made) write_link(out, s, "witnesses/", page, "Step through it");
  free(path);
  free(page);
  return made;
}

static bool has_schedule(const struct section *s, const struct record *record, const char *property)
{
  char *name = witness_name(record, property),
       *path = mem_format("%s/witnesses/%s.schedule", s->results->directory, name);
  const bool made = file_exists(path);
  free(path);
  free(name);
  return made;
}

/* Nothing is said where no file was made at all: those are results of which there are none, not too many. */
void witnesses_left_out(FILE *out, const struct section *s)
{
  size_t all = 0, made = 0;
  for (size_t k = 0; k < s->results->n; k++) {
    const struct record *record = &s->results->record[k];
    for (size_t p = 0; p < record->n_judged; p++) {
      if (record->judged[p].verdict.finding != RECORD_FAILS || !record->judged[p].verdict.witness) continue;
      all++;
      made += has_schedule(s, record, record->judged[p].property);
    }
  }
  if (made == 0 || made == all) return;
  fprintf(out,
          "<p>%zu of the %zu schedules that break a property are files in <code>witnesses/</code>, where at most %d "
          "are made; <code>records.jsonl</code> has them all.</p>\n",
          made, all, WITNESSES_MOST);
}

static char *figure_path(const struct section *s, const struct figure *f, const char *ending)
{
  return mem_format("%s/plots/%s%s", s->results->directory, f->name, ending);
}

static void figure_links(FILE *out, const struct section *s, const struct figure *f)
{
  static const char *const endings[] = {".svg", ".png", ".pdf", "-latex.tex", "-latex.pdf", ".dat", ".gp"};
  fputs("<span class=\"files\">Files:", out);
  for (size_t k = 0; k < sizeof endings / sizeof endings[0]; k++) {
    char *path = figure_path(s, f, endings[k]), *name = mem_format("%s%s", f->name, endings[k]);
    if (file_exists(path)) {
      fputc(' ', out);
      write_link(out, s, "plots/", name, endings[k] + 1);
    }
    free(path);
    free(name);
  }
  fputs("</span>", out);
}

/* Title and caption stand in the picture; without one they stand in its place. */
static void write_absence(FILE *out, const struct figure *f)
{
  html_print(
    out,
    "<p><strong>%s.</strong> %s</p><p>Not drawn: gnuplot is missing, or failed. Where it works, <code>cd plots "
    "&amp;&amp; gnuplot %s.gp</code> draws it.</p>",
    f->title, f->caption, f->name);
}

/* False: there is no such picture. Ids in it begin with the section's, `letter` and the number of the figure. */
static bool write_svg(FILE *out, const struct section *s, const struct figure *f, const char *ending, char letter,
                      size_t number)
{
  char *path = figure_path(s, f, ending), *prefix = mem_format("%s-%c%zu-", s->id, letter, number);
  struct error ignored = {0};
  char *svg = drawing_is_whole(path, ending) ? file_read(path, SVG_BYTES, NULL, &ignored) : NULL;
  if (svg != NULL) {
    char *label = mem_format("%s. %s", f->title, f->caption);
    html_svg(out, svg, prefix, label);
    free(label);
  }
  const bool written = svg != NULL;
  free(svg);
  free(path);
  free(prefix);
  return written;
}

bool figure_on_screen_part(FILE *out, const struct section *s, size_t k)
{
  const struct figure *f = &s->figures->figure[k];
  char *path = figure_path(s, f, "-screen.svg");
  const bool drawn = f->screened && drawing_is_whole(path, "-screen.svg");
  free(path);
  if (!drawn) return false;
  fputs("<figure>\n", out);
  write_svg(out, s, f, "-screen.svg", 'n', k + 1);
  html_print(out, "<figcaption>%s. <a href=\"#%s-figure-%zu\">Larger, and what it shows</a></figcaption></figure>\n",
             f->title, s->id, k + 1);
  return true;
}

/* Ids in it go by the number of the figure in the whole list. */
void figure_part(FILE *out, const struct section *s, size_t k)
{
  const struct figure *f = &s->figures->figure[k];
  html_print(out,
             "<figure id=\"%s-figure-%zu\">\n<div class=\"picture\" tabindex=\"0\" role=\"region\" "
             "aria-label=\"%s\">",
             s->id, k + 1, f->title);
  if (!write_svg(out, s, f, ".svg", 'f', k + 1)) write_absence(out, f);
  fputs("</div>\n<figcaption>", out);
  figure_links(out, s, f);
  fputs("</figcaption></figure>\n", out);
}

/* The galleries, or all others, without the one on the first screen. */
static void write_figures(FILE *out, const struct section *s, bool galleries, const char *heading)
{
  bool any = false;
  for (size_t k = 0; k < s->figures->n; k++) {
    const struct figure *f = &s->figures->figure[k];
    if ((f->type == FIGURE_GALLERY) != galleries || s->on_screen == k + 1) continue;
    if (!any) part_heading(out, s, galleries ? "galleries" : "figures", heading);
    any = true;
    figure_part(out, s, k);
  }
}

void part_figures(FILE *out, const struct section *s)
{
  write_figures(out, s, false, "Figures");
  if (s->figures->left_out > 0)
    fprintf(out,
            "<p>%zu more figures are left out, as one entry of <code>plots</code> makes at most %d; its key "
            "<code>series</code> chooses.</p>\n",
            s->figures->left_out, FIGURES_MOST);
}

void part_galleries(FILE *out, const struct section *s)
{
  write_figures(out, s, true, "At a glance");
}

/* ---- traces ---- */

/* The beginning of a file: whole lines, TRACE_BYTES at most. */
static char *read_beginning(const char *path, bool *cut)
{
  FILE *in = fopen(path, "rbe");
  char *text = mem_new(TRACE_BYTES + 2, 1);
  const size_t got = in != NULL ? fread(text, 1, TRACE_BYTES + 1, in) : 0;
  if (in != NULL) fclose(in);
  *cut = got > TRACE_BYTES;
  if (*cut) {
    text[TRACE_BYTES] = '\0';
    char *last = strrchr(text, '\n');
    if (last != NULL) last[1] = '\0';
  }
  return text;
}

static size_t count_lines(const char *text)
{
  size_t n = 0;
  for (; (text = strchr(text, '\n')) != NULL; text++) n++;
  return n;
}

static void write_trace(FILE *out, const struct section *s, const char *name)
{
  bool cut;
  char *path = mem_format("%s/traces/%s", s->results->directory, name);
  char *text = read_beginning(path, &cut);
  html_print(out, "<details%s><summary>%s</summary>\n<pre tabindex=\"0\">%s</pre>",
             count_lines(text) > TRACE_OPEN_LINES ? "" : " open", name, text);
  if (cut) fprintf(out, "<p>Cut after %d KiB; all of it: ", TRACE_BYTES / 1024);
  if (cut) write_link(out, s, "traces/", name, name);
  fputs(cut ? "</p></details>\n" : "</details>\n", out);
  free(text);
  free(path);
}

static bool is_text_file(const char *name)
{
  const char *dot = strrchr(name, '.');
  return dot != NULL && strcmp(dot, ".txt") == 0;
}

void part_traces(FILE *out, const struct section *s)
{
  char *directory = mem_format("%s/traces", s->results->directory);
  struct file_names names;
  file_list(directory, &names);
  size_t n = 0;
  for (size_t k = 0; k < names.n; k++) {
    if (!is_text_file(names.name[k])) continue;
    if (n++ == 0) part_heading(out, s, "traces", "Traces");
    if (n <= TRACES_MOST) write_trace(out, s, names.name[k]);
  }
  if (n > TRACES_MOST) fprintf(out, "<p>%zu more are in the folder <code>traces</code>.</p>\n", n - TRACES_MOST);
  file_names_free(&names);
  free(directory);
}

/* ---- provenance ---- */

/* "completed 118, step limit 2" */
static void write_ends(FILE *out, const struct results *r)
{
  struct lookup ends = {0};
  size_t *count = NULL;
  for (size_t k = 0; k < r->n; k++) {
    const size_t before = ends.n, end = lookup_add_text(&ends, r->record[k].end);
    if (ends.n > before) {
      count = mem_grow(count, ends.n, sizeof *count);
      count[end] = 0;
    }
    count[end]++;
  }
  for (size_t k = 0; k < ends.n; k++) html_print(out, "%s%s %zu", k > 0 ? ", " : "", lookup_text(&ends, k), count[k]);
  free(count);
  lookup_free(&ends);
}

/* A path as an argument for a shell, in quotes where it needs them. */
static void write_argument(FILE *out, const char *folder, const char *name)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./,+:@%=-";
  char *path = mem_format("%s%s%s", folder[0] == '-' ? "./" : "", folder, name);
  const bool quoted = path[strspn(path, plain)] != '\0';
  if (quoted) text_markup(out, "'");
  for (const char *at = path; *at != '\0';) {
    const size_t length = strcspn(at, "'");
    char *part = mem_format("%.*s%s", (int)length, at, at[length] != '\0' ? "'\\''" : "");
    text_markup(out, part);
    free(part);
    at += length + (at[length] != '\0');
  }
  if (quoted) text_markup(out, "'");
  free(path);
}

static void write_config(FILE *out, const json_t *config)
{
  char *text = config != NULL ? json_dumps(config, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) : NULL;
  if (text == NULL) return;
  html_print(out,
             "<details><summary>The config, with every default filled in</summary>\n<pre "
             "tabindex=\"0\">%s</pre></details>\n",
             text);
  free(text);
}

void part_provenance(FILE *out, const struct section *s)
{
  static const char *const files[] = {"config.json", "records.jsonl",  "records.csv",   "tables.json",
                                      "fits.json",   "nearness.json",  "verdicts.json", "findings.json",
                                      "matrix.json", "algorithms.json"};
  const struct results *r = s->results;
  part_heading(out, s, "provenance", "Provenance");
  fputs("<p>", out);
  const json_int_t tasks = json_integer_value(json_object_get(r->config, "tasks"));
  fprintf(out, "%zu ", r->n);
  if (tasks > (json_int_t)r->n) fprintf(out, "of %" JSON_INTEGER_FORMAT " ", tasks);
  fputs("tasks: ", out);
  write_ends(out, r);
  html_print(out, ". rmrlab %s",
             r->n > 0 && r->record[0].version[0] != '\0' ? r->record[0].version : "(version unknown)");
  const char *print = text_of(r->config, "fingerprint");
  if (print[0] != '\0') html_print(out, ", config fingerprint <code>%s</code>", print);
  fputs(".</p>\n<p>Run again: <code>rmr run ", out);
  write_argument(out, s->link, "config.json");
  fputs(" -o NEW</code> gives the same bytes, for any <code>--jobs</code>. Draw and write again: <code>rmr plot "
        "DIR</code>, <code>rmr report DIR</code>.</p>\n<p class=\"files\">Files:",
        out);
  for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
    char *path = mem_format("%s/%s", r->directory, files[k]);
    const bool made = file_exists(path) && (strcmp(files[k], "tables.json") != 0 || s->evaluation->tables != NULL);
    if (made) fputc(' ', out);
    if (made) write_link(out, s, "", files[k], files[k]);
    free(path);
  }
  fputs("</p>\n", out);
  write_config(out, r->config);
}
