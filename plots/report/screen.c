/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/report/screen.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/text.h"
#include "plots/report/html.h"

void screen_begin(struct screen *screen)
{
  *screen = (struct screen){.matrix = matrix_new()};
}

void screen_free(struct screen *screen)
{
  json_decref(screen->matrix);
  free(screen->picture);
}

/* 1 + the number of the figure for the screen; 0: there is none. */
static size_t picture_of(const struct section *s, bool only)
{
  for (size_t k = 0; k < s->figures->n; k++)
    if (s->figures->figure[k].screened && (only || s->figures->figure[k].type == FIGURE_GALLERY)) return k + 1;
  return only && s->figures->n > 0;
}

static void count(struct screen *screen, const struct results *r)
{
  screen->sections++;
  for (size_t k = 0; k < r->n; k++) {
    const struct record *one = &r->record[k];
    screen->explorations += record_is_exploration(one);
    screen->searches += record_is_search(one);
    screen->simulations += record_is_simulation(one) && !record_is_search(one);
    screen->proofs += record_is_proof(one);
    screen->counts += record_is_counted(one);
    if (one->n == 0) continue; /* a proof for every N */
    if (screen->from == 0 || one->n < screen->from) screen->from = one->n;
    if (one->n > screen->to) screen->to = one->n;
  }
}

void screen_add(struct screen *screen, struct section *s, const char *name)
{
  count(screen, s->results);
  if (!s->evaluation->stale) matrix_gather(screen->matrix, s, name);
  const size_t picture = picture_of(s, name[0] == '\0');
  if (screen->picture != NULL || picture == 0) return;
  size_t size;
  FILE *out = mem_stream(&screen->picture, &size);
  screen->narrow = figure_on_screen_part(out, s, picture - 1);
  if (!screen->narrow) {
    figure_part(out, s, picture - 1);
    s->on_screen = picture;
  }
  mem_stream_end(out);
}

/* ", 12 explorations" */
static void write_count(FILE *out, size_t n, const char *one, const char *more, const char **comma)
{
  if (n == 0) return;
  fprintf(out, "%s%zu %s", *comma, n, n == 1 ? one : more);
  *comma = ", ";
}

/* "57 experiments with 84 algorithms, N = 1 to 4096: 1023 explorations of all schedules, 413 searches, ..." */
static void write_line(FILE *out, const struct screen *screen)
{
  const size_t algorithms = json_object_size(screen->matrix);
  const char *comma = ": ";
  fprintf(out, "<p class=\"ran\">%zu experiment%s", screen->sections, plural(screen->sections));
  if (algorithms > 0) fprintf(out, " with %zu algorithm%s", algorithms, plural(algorithms));
  if (screen->to > 0) fprintf(out, ", N = %" JSON_INTEGER_FORMAT, screen->from);
  if (screen->to > screen->from) fprintf(out, " to %" JSON_INTEGER_FORMAT, screen->to);
  write_count(out, screen->explorations, "exploration of all schedules", "explorations of all schedules", &comma);
  write_count(out, screen->searches, "search", "searches", &comma);
  write_count(out, screen->simulations, "simulation", "simulations", &comma);
  write_count(out, screen->proofs, "proof", "proofs", &comma);
  write_count(out, screen->counts, "count without a run", "counts without a run", &comma);
  fputs("</p>\n", out);
}

static const char legend[] =
  "<p class=\"scope\"><span class=\"holds\">✓</span> holds, <strong class=\"fails\">✗!</strong> fails against a "
  "claim, <span class=\"known\">✗</span> fails, <span class=\"undecided\">(✓)</span> holds for few passages, <span "
  "class=\"undecided\">?</span> not decided, empty: not looked at. “∀ N”, “≤ 8N+1”: proved for every N. “4N+4”: exact "
  "values follow this law. “≥ 5N+1”: lower bounds follow it, so the worst case may be higher. “~ N”, “≳ N”: fitted to "
  "exact values, to lower bounds. “15, 20, …”: exact values for N = 2, 3. ∞: unbounded, and then the growth where "
  "passages bound it. Hover over a cell for its scope, click for the evidence.</p></div>\n";

void screen_write(FILE *out, const struct screen *screen)
{
  write_line(out, screen);
  if (screen->picture == NULL && json_object_size(screen->matrix) == 0) return;
  fprintf(out, "<div class=\"screen%s\">\n%s", screen->narrow ? " narrow" : "",
          screen->picture != NULL ? screen->picture : "");
  if (json_object_size(screen->matrix) > 0) {
    fputs("<div class=\"beside\">", out);
    matrix_write(out, screen->matrix);
    fputs(legend, out);
  }
  fputs("</div>\n", out);
}
