/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part_nearness.c: where a directory has explored and simulated the same thing: the exact worst case, the best that
 * was simulated, and how near that is.
 */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "report/html.h"
#include "report/parts.h"
#include "results/nearness.h"

static void number_cell(FILE *out, double value)
{
  fprintf(out, "<td class=\"number\">%.15g</td>", value);
}

static void pair_row(FILE *out, const struct nearness *p)
{
  fputs("<tr>", out);
  html_element(out, "td", p->exact->algorithm);
  html_element(out, "td", p->exact->memory);
  html_element(out, "td", p->exact->sessions);
  if (p->exact->passages == 0)
    fputs("<td>endless</td>", out);
  else
    number_cell(out, (double)p->exact->passages);
  number_cell(out, (double)p->exact->n);
  if (isinf(p->worst))
    fputs("<td class=\"number\">unbounded</td>", out);
  else
    fprintf(out, "<td class=\"number\">%s%.15g</td>", p->verdict == NEARNESS_NOT_EXACT ? "≥ " : "", p->worst);
  number_cell(out, p->reached);
  html_element(out, "td", p->nearest->adversary);
  if (isnan(p->ratio))
    fputs("<td class=\"number\">–</td>", out);
  else /* rounded down, so that 100 % and 90 % are reached only where they are */
    fprintf(out, "<td class=\"number\">%.0f %%</td>", floor(100 * p->ratio + 1e-9));
  html_element(out, "td", nearness_words(p->verdict));
  fputs("</tr>\n", out);
}

static size_t count(const struct nearness_list *list, bool (*which)(const struct nearness *))
{
  size_t n = 0;
  for (size_t k = 0; k < list->n; k++) n += which(&list->pair[k]);
  return n;
}

static bool is_comparable(const struct nearness *p)
{
  return !isnan(p->ratio);
}

static bool is_near(const struct nearness *p)
{
  return is_comparable(p) && p->ratio >= NEARNESS_WANTED;
}

static bool is_several(const struct nearness *p)
{
  return p->exact->passages != 1;
}

/* What is compared, how often it comes near, and, where it matters, why the two are not quite the same. */
static char *caption_of(const struct nearness_list *list)
{
  const size_t all = count(list, is_comparable), near = count(list, is_near), several = count(list, is_several);
  char *counts =
    mem_format("%zu of %zu come to %.0f %% of the exact value or more; those below that are marked \"%s\".", near, all,
               100 * NEARNESS_WANTED, nearness_words(NEARNESS_SHORT));
  char *caption = mem_format(
    "The most RMRs of one passage, exactly and as simulated. Exact: over all schedules and processes, the observed one "
    "making one passage from cold caches while the others make so many passages each. Simulated: the dearest passage "
    "of any "
    "process under any of the adversaries, a lower bound, with the adversary that reached it first.%s%s Simulated "
    "processes that wait are parked (docs/model.md), which hides some schedules from every adversary but recorded "
    "ones. %s",
    several < list->n ? " Where each process makes one passage the two are the same quantity." : "",
    several > 0
      ? " Where each makes more, they are not quite: a simulated passage may be a later one, with warm caches "
        "and used registers, and cost less or more than any first one; the ratio is a guide then."
      : "",
    counts);
  free(counts);
  return caption;
}

void part_nearness(FILE *out, const struct section *s)
{
  static const char *const heads[] = {"algorithm", "memory",    "sessions", "passages", "N", "exact",
                                      "simulated", "adversary", "ratio",    "verdict",  NULL};
  struct nearness_list list;
  results_nearness(s->results, &list);
  if (list.n > 0) {
    char *caption = caption_of(&list);
    fputs("<h3>Simulated and exact worst cases</h3>\n", out);
    html_table(out, caption, heads);
    for (size_t k = 0; k < list.n && k < ROWS_MOST; k++) pair_row(out, &list.pair[k]);
    table_end(out, list.n, "nearness.json");
    free(caption);
  }
  nearness_list_free(&list);
}
