/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * line_bars.c: one bar for each line of the listing that makes an access: how many RMRs it cost in one task. The colour
 * is the section of the passage.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "plots/axes.h"
#include "plots/gnuplot.h"
#include "plots/listing.h"
#include "plots/text_width.h"

enum { TOP = 46, ROW = 22, X_AXIS = 68, KEY = 26, CAPTION = 46, TEXT_MOST = 62 };
static const double mono = 7.0; /* pixels of a character of the listing */

/* The sections in the order of a passage, each with its colour. */
static const char *const sections[][2] = {{"recover", "#56B4E9"},      {"doorway", "#0072B2"},
                                          {"waiting room", "#E69F00"}, {"critical section", "#CC79A7"},
                                          {"exit", "#009E73"},         {"", "#777777"}};
enum { N_SECTIONS = sizeof sections / sizeof sections[0] };

/* By the beginning, so that "waiting" and "cs" are known, too. */
static size_t section_of(const struct listing_row *row)
{
  for (size_t k = 0; k + 1 < N_SECTIONS; k++)
    if (row->section[0] != '\0' && strncmp(sections[k][0], row->section, strcspn(row->section, " ")) == 0) return k;
  return strcasecmp(row->section, "cs") == 0 ? 3 : N_SECTIONS - 1;
}

static char *row_text(const struct listing_row *row)
{
  char *whole = mem_format("%4s  %s", row->label, row->text), *text = text_cut(whole, TEXT_MOST - 1, 0);
  free(whole);
  return text;
}

/* The bars, from the top: rows that make accesses, counted from 1. */
struct bars {
  struct listing listing;
  size_t n, widest;
  double most;
  bool used[N_SECTIONS];
};

static void find_bars(const struct results *r, const struct record *task, struct bars *b)
{
  *b = (struct bars){0};
  listing_make(r, task, &b->listing);
  for (size_t k = 0; k < b->listing.n; k++) {
    const struct listing_row *row = &b->listing.row[k];
    if (!row->counted) continue;
    char *text = row_text(row);
    if (text_width(text) > b->widest) b->widest = text_width(text);
    free(text);
    b->n++;
    b->most = fmax(b->most, row->rmr);
    b->used[section_of(row)] = true;
  }
}

static void write_data(const struct bars *b, FILE *dat)
{
  fputs("# row section RMRs executions label text\n", dat);
  size_t at = 0;
  for (size_t k = 0; k < b->listing.n; k++) {
    const struct listing_row *row = &b->listing.row[k];
    if (!row->counted) continue;
    char *line = mem_format("%s: %s", row->label, row->text);
    fprintf(dat, "%zu %zu %.15g %.15g ", ++at, section_of(row), row->rmr, row->steps);
    gnuplot_comment(dat, line);
    free(line);
  }
}

static void write_labels(const struct bars *b, FILE *gp)
{
  size_t at = 0;
  for (size_t k = 0; k < b->listing.n; k++) {
    const struct listing_row *row = &b->listing.row[k];
    if (!row->counted) continue;
    char *text = row_text(row);
    fputs("set label ", gp);
    gnuplot_quote(gp, text);
    fprintf(gp, " at screen 0.012, first %zu left noenhanced font 'monospace,11'\n", ++at);
    const double share = b->listing.rmr > 0 ? 100 * row->rmr / b->listing.rmr : 0;
    const bool little = share > 0 && share < 1;
    fprintf(gp, "set label '%.15g (%s%.0f %%) of %.15g' at first %.15g, first %zu left offset 0.6,0", row->rmr,
            little ? "< " : "", little ? 1 : share, row->steps, row->rmr, at);
    fputs(" font ',10' tc rgb '#555555'\n", gp);
    free(text);
  }
}

/* 1, 2 or 5 times a power of ten: at most five ticks, since the numbers are long; never parts of an RMR. */
static double tick_step(double range)
{
  const double least = fmax(range / 5, 1), power = pow(10, floor(log10(least)));
  return least <= power ? power : least <= 2 * power ? 2 * power : least <= 5 * power ? 5 * power : 10 * power;
}

static void write_frame(const struct bars *b, const struct figure *f, const struct page *page, FILE *gp)
{
  const double height = page->height;
  const double bottom = TOP + ROW * (double)b->n + 6;
  fprintf(gp, "set border 1 lc rgb '#444444'\nunset ytics\nset tmargin at screen %.5f\nset bmargin at screen %.5f\n",
          1 - TOP / height, 1 - bottom / height);
  fprintf(gp, "set lmargin at screen %.5f\nset rmargin at screen 0.98\n",
          (24 + mono * (double)b->widest) / FIGURE_WIDTH);
  fprintf(gp, "set xrange [0:%.6g]\nset yrange [%.6g:0.3]\n", b->most > 0 ? b->most * 1.5 : 1, (double)b->n + 0.7);
  fprintf(gp, "set xtics %.15g\nset xlabel 'RMRs; beside each bar: RMRs (share of all) of executions'\n",
          tick_step(b->most * 1.5));
  fprintf(gp, "set key at screen 0.5, screen %.5f center top vertical maxrows 1 Left reverse noenhanced samplen 1.5\n",
          1 - (bottom + X_AXIS) / height);
  caption_write(gp, f->caption, page);
}

void figure_write_lines(const struct results *r, const struct figure *f, FILE *dat, FILE *gp)
{
  struct bars b;
  find_bars(r, &f->task, &b);
  const double height = TOP + ROW * (double)b.n + X_AXIS + KEY + CAPTION;
  write_data(&b, dat);
  const struct page page = {.width = FIGURE_WIDTH, .height = height};
  gnuplot_begin(gp, f->name, f->title, &page);
  write_frame(&b, f, &page, gp);
  write_labels(&b, gp);
  fprintf(gp, "DATA = '%s.dat'\nplot", f->name);
  bool first = true;
  for (size_t k = 0; k < N_SECTIONS; k++) {
    if (!b.used[k]) continue;
    fprintf(gp,
            "%s \\\n  DATA using ($2 == %zu ? $3/2 : NaN):1:($3/2):(0.36) with boxxyerror fs solid 0.85 noborder lc "
            "rgb '%s' %s",
            first ? "" : ",", k, sections[k][1], sections[k][0][0] != '\0' ? "title " : "notitle");
    if (sections[k][0][0] != '\0') gnuplot_quote(gp, sections[k][0]);
    first = false;
  }
  fputs("\n", gp);
  gnuplot_end(gp, f->name, &page);
  listing_free(&b.listing);
}
