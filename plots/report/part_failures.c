/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * part_failures.c: the tasks that failed, by reason. They have no records, so nothing else of the report knows of them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/lines.h"
#include "base/mem.h"
#include "base/text.h"
#include "plots/report/grid.h"
#include "plots/report/html.h"
#include "plots/report/parts.h"

enum { REASONS_MOST = 50, LONGEST_LINE = 1 << 20 };

struct reason {
  char *text;
  json_t *scope; /* of the first task that has it */
  uint64_t tasks;
};

struct reasons {
  size_t n;
  struct reason reason[REASONS_MOST];
  uint64_t tasks; /* all, also those whose reason has no place any more */
};

static void add(struct reasons *all, const json_t *failure)
{
  const char *text = text_of(failure, "reason");
  size_t k = 0;
  all->tasks++;
  while (k < all->n && strcmp(all->reason[k].text, text) != 0) k++;
  if (k == REASONS_MOST) return;
  if (k == all->n)
    all->reason[all->n++] =
      (struct reason){.text = mem_text(text), .scope = json_incref(json_object_get(failure, "scope"))};
  all->reason[k].tasks++;
}

/* The file is for people; a line that is no object counts for nothing. */
static void read_failures(const char *path, struct reasons *all)
{
  struct lines lines;
  struct error ignored = {0};
  if (!file_exists(path) || !lines_open(&lines, path, &ignored)) return;
  while (lines_next(&lines, LONGEST_LINE, &ignored) && lines.length > 0) {
    json_t *failure =
      text_nests_deeply(lines.text, lines.length) ? NULL : json_loadb(lines.text, lines.length, 0, NULL);
    if (failure != NULL) add(all, failure);
    json_decref(failure);
  }
  lines_close(&lines);
}

static void write_row(struct grid *t, const struct reason *reason)
{
  const char *adversary = text_of(reason->scope, "adversary");
  char *example = mem_format("%s, N = %" JSON_INTEGER_FORMAT ", %s", text_of(reason->scope, "algorithm"),
                             json_integer_value(json_object_get(reason->scope, "n")),
                             adversary[0] != '\0' ? adversary : "all schedules");
  grid_row(t);
  grid_text(t, "", reason->text);
  fprintf(grid_cell(t, "number"), "%" PRIu64, reason->tasks);
  grid_text(t, "", example);
  free(example);
}

void part_failures(FILE *out, const struct section *s)
{
  static const char *const heads[] = {"reason", "tasks", "for example", NULL};
  struct reasons *all = mem_new(1, sizeof *all);
  char *path = mem_format("%s/failures.jsonl", s->results->directory), caption[200];
  read_failures(path, all);
  snprintf(caption, sizeof caption, "%" PRIu64 " task%s failed and left no record; --resume tries again%s.", all->tasks,
           plural(all->tasks), all->n == REASONS_MOST ? ". The first reasons are shown" : "");
  if (all->tasks > 0) {
    part_heading(out, s, "failures", "Failures");
    struct grid *t = grid_new(caption, heads, 0);
    for (size_t k = 0; k < all->n; k++) write_row(t, &all->reason[k]);
    grid_end(t, out);
  }
  for (size_t k = 0; k < all->n; k++) {
    free(all->reason[k].text);
    json_decref(all->reason[k].scope);
  }
  free(all);
  free(path);
}
