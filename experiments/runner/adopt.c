/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/adopt.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/lookup.h"
#include "base/mem.h"
#include "experiments/runner/known.h"
#include "experiments/runner/traces.h"
#include "experiments/runner/write_record.h"
#include "results/seal.h"

/* The beginning of a task's record, without the brace at its end. The caller frees it. */
static char *head_text(const struct task *task)
{
  json_t *head = record_head(task);
  char *text = json_dumps(head, JSON_REAL_PRECISION(15));
  text[strlen(text) - 1] = '\0';
  json_decref(head);
  return text;
}

/* The line as the record of the task, which has another index now. NULL: it is not the record of that task. The caller
 * frees it. */
static char *renumbered(const struct journal *journal, size_t k, const char *line, const struct task *task,
                        struct error *e)
{
  struct task before = *task;
  before.index = journal->entry[k].index;
  if (!record_is_of_task(journal, k, line, &before, e)) return NULL;
  static const char checksum[] = ", \"checksum\": \"";
  char *from = head_text(&before), *to = head_text(task);
  const char *rest = line + strlen(from), *end = rest, *next;
  while ((next = strstr(end, checksum)) != NULL)
    end = next + 1; /* the last key: the text of others may have the word */
  char *text = mem_format("%s%.*s}", to, (int)(end - 1 - rest), rest);
  char *sealed = seal_text(text);
  free(text);
  free(from);
  free(to);
  return sealed;
}

/* Traces are named by the task's index. One that is gone, or has another index, is made again, with its record. */
static bool has_traces(const struct journal *journal, size_t k, const struct plan *plan, const struct task *task,
                       const char *directory)
{
  return journal->entry[k].index == task->index ? traces_are_there(plan->config, task, directory)
                                                : !traces_are_wanted(plan->config, task);
}

static bool write_kept(const struct journal *journal, const struct plan *plan, const struct lookup *ids,
                       const char *directory, FILE *out, size_t *dropped, struct error *e)
{
  char *line = NULL;
  size_t size = 0;
  bool ok = true;
  for (size_t k = 0; ok && k < journal->n; k++) {
    const size_t task = lookup_find_text(ids, journal->entry[k].id);
    *dropped += task == ids->n;
    if (task == ids->n || !has_traces(journal, k, plan, &plan->task[task], directory)) continue;
    char *kept = journal_line(journal, k, &line, &size, e) ? renumbered(journal, k, line, &plan->task[task], e) : NULL;
    ok = kept != NULL;
    if (ok) fputs(kept, out);
    free(kept);
  }
  free(line);
  return ok;
}

bool journal_adopt(struct journal *journal, const char *directory, const struct plan *plan, size_t *dropped,
                   struct error *e)
{
  struct file_writer w;
  struct lookup ids = {0};
  *dropped = 0;
  if (!file_open_in(&w, directory, "records.jsonl", e)) return false;
  for (size_t k = 0; k < plan->n; k++) lookup_add_text(&ids, plan->task[k].id);
  bool ok = write_kept(journal, plan, &ids, directory, w.out, dropped, e);
  lookup_free(&ids);
  if (ok)
    ok = file_commit(&w, e);
  else
    file_abandon(&w);
  return ok && journal_close(journal, e) && journal_open(journal, directory, e);
}
