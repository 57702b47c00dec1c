/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/gnuplot.h"

#include <ctype.h>
#include <string.h>

#include "base/text.h"

/* In double quotes: not as it is. gnuplot takes every digit after an escape to be part of it. */
static bool is_escaped(char c, bool after_escape)
{
  return strchr("\"\\`@$", c) != NULL || (after_escape && isdigit((unsigned char)c));
}

void gnuplot_quote(FILE *gp, const char *text)
{
  const char quote = strchr(text, '\'') == NULL ? '\'' : '"';
  bool escaped = false;
  fputc(quote, gp);
  for (const char *at = text, *const end = text + strlen(text); at < end;) {
    char shown[TEXT_SHOWN];
    if (*at == '>' && at - text >= 2 && at[-1] == ']' && at[-2] == ']') fputc(' ', gp); /* else SVG is none */
    at += text_show(at, (size_t)(end - at), shown);
    for (const char *c = shown; *c != '\0'; c++) {
      escaped = quote == '"' && is_escaped(*c, escaped);
      fprintf(gp, escaped ? "\\%03o" : "%c", (unsigned char)*c);
    }
  }
  fputc(quote, gp);
}

void gnuplot_comment(FILE *out, const char *text)
{
  fputs("# ", out);
  for (const char *const end = text + strlen(text); text < end;) {
    char shown[TEXT_SHOWN];
    text += text_show(text, (size_t)(end - text), shown);
    fputs(shown, out);
  }
  fputc('\n', out);
}

const char *gnuplot_colour(size_t k)
{
  static const char *const palette[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
  return palette[k % (sizeof palette / sizeof palette[0])];
}

int gnuplot_point(size_t k, bool filled)
{
  static const int open[] = {6, 4, 8, 12,
                             10}; /* circle, square, triangle, diamond, triangle on its point; + 1: filled */
  return open[k % (sizeof open / sizeof open[0])] + filled;
}

/* The SVG terminal wants a name of letters, digits and underscores; it makes the ids of the picture from it. */
static void write_id(FILE *gp, const char *name)
{
  fputs("'f_", gp);
  for (; *name != '\0'; name++) fputc(isalnum((unsigned char)*name) ? *name : '_', gp);
  fputc('\'', gp);
}

void gnuplot_begin(FILE *gp, const char *name, const char *title, const struct page *page)
{
  const char *screen = page->screen ? "-screen" : "";
  if (page->screen)
    fprintf(gp, "\n# The same for the first screen of a report, narrow: %s-screen.svg\n", name);
  else
    fprintf(gp, "# Draws %s.svg, %s.png and %s.pdf from %s.dat: gnuplot %s.gp\n", name, name, name, name, name);
  if (page->paper) gnuplot_comment(gp, title);
  fprintf(gp, "reset session\nset encoding utf8\nset border 3 lc rgb '#444444'\nset tics nomirror out scale 0.6\n");
  fprintf(gp, "set grid lc rgb '#e4e4e4' lw 0.8 lt 1\n");
  if (!page->paper) {
    fputs("set label ", gp);
    gnuplot_quote(gp, title);
    fprintf(gp, " at screen 0.5, screen %.5f center noenhanced font ',14'\n", 1 - 22 / page->height);
  }
  fprintf(gp, "set terminal svg size %.0f,%.0f dynamic noenhanced font 'sans-serif,13' background 'white' name ",
          page->width, page->height);
  write_id(gp, name);
  fprintf(gp, "\nset output '%s%s.svg'\n", name, screen);
}

/* 13 pixels are 8 pt, and 117 an inch. */
static void end_paper(FILE *gp, const char *name, const struct page *page)
{
  const double inch = 117;
  fprintf(gp,
          "set terminal pdfcairo size %.3fin,%.3fin noenhanced font 'sans-serif,13' fontscale 0.4615 linewidth 1.2\n",
          page->width / inch, page->height / inch);
  fprintf(gp, "set output '%s.pdf'\nreplot\n", name);
  fputs("set format '%h'\nset key spacing 0.95\n", gp); /* no dollars */
  fprintf(gp, "set terminal cairolatex pdf input size %.3fin,%.3fin linewidth 1.2\n", page->width / inch,
          page->height / inch);
  fprintf(gp, "set output '%s-latex.tex'\nreplot\nset output\n", name);
}

void gnuplot_end(FILE *gp, const char *name, const struct page *page)
{
  if (page->screen) {
    fputs("\nset output\n", gp);
    return;
  }
  if (page->paper) fputs("\nset key spacing 1", gp);
  fprintf(gp,
          "\nset terminal pngcairo size %.0f,%.0f noenhanced font 'sans-serif,13' fontscale 1.125 linewidth 1.5 "
          "pointscale 1.5\n",
          page->width * 1.5, page->height * 1.5);
  fprintf(gp, "set output '%s.png'\nreplot\n", name);
  if (page->paper) {
    end_paper(gp, name, page);
    return;
  }
  fprintf(gp, "set terminal pdfcairo size 9in,%.2fin noenhanced font 'sans-serif,13' fontscale 0.54\n",
          page->height / 100);
  fprintf(gp, "set output '%s.pdf'\nreplot\nset output\n", name);
}
