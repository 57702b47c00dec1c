/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/failures.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "results/seal.h"

/* Where each task has a reason of its own, the first ones must do; those behind them are not compared either. */
enum { MOST_TOLD = 20 };

static size_t find(const struct failures *f, const char *reason)
{
  for (size_t k = 0; k < f->n_reasons && k < MOST_TOLD; k++)
    if (strcmp(f->reason[k].text, reason) == 0) return k;
  return f->n_reasons;
}

bool failures_note(struct failures *f, size_t task, const char *reason)
{
  const size_t why = find(f, reason);
  const bool new = why == f->n_reasons;
  if (new) {
    f->reason = mem_another(f->reason, f->n_reasons, sizeof *f->reason);
    f->reason[f->n_reasons++] = (struct failure_reason){.text = mem_text(reason), .first = task};
  }
  f->reason[why].tasks++;
  f->list = mem_another(f->list, f->n, sizeof *f->list);
  f->list[f->n++] = (struct failure){task, why};
  return new &&why < MOST_TOLD;
}

void failures_tell(const struct failures *f, FILE *out)
{
  for (size_t k = 0; k < f->n_reasons && k < MOST_TOLD; k++) {
    const struct failure_reason *r = &f->reason[k];
    if (r->tasks > 1)
      fprintf(out, "rmr run: task #%zu, and %zu more task%s with it: %s\n", r->first, r->tasks - 1,
              r->tasks > 2 ? "s" : "", r->text);
  }
  if (f->n_reasons > MOST_TOLD)
    fprintf(out, "rmr run: and %zu more failures: failures.jsonl has them all\n", f->n_reasons - MOST_TOLD);
}

static int by_index(const void *a, const void *b)
{
  const struct failure *x = a, *y = b;
  return (x->index > y->index) - (x->index < y->index);
}

static void write_one(const struct task *task, const char *reason, FILE *out)
{
  json_t *line = json_pack("{s:I, s:s, s:o, s:s}", "index", (json_int_t)task->index, "id", task->id, "scope",
                           task_scope(task), "reason", reason);
  char *text = seal_line(line);
  fputs(text, out); /* file_commit notices a failure */
  free(text);
  json_decref(line);
}

bool failures_write(struct failures *f, const struct plan *plan, const char *directory, struct error *e)
{
  char *path = mem_format("%s/failures.jsonl", directory);
  struct file_writer w;
  bool ok = true;
  if (f->n == 0) {
    unlink(path);
  } else if ((ok = file_open(&w, path, e))) {
    qsort(f->list, f->n, sizeof *f->list, by_index);
    for (size_t k = 0; k < f->n; k++) write_one(&plan->task[f->list[k].index], f->reason[f->list[k].why].text, w.out);
    ok = file_commit(&w, e);
  }
  free(path);
  return ok;
}

void failures_free(struct failures *f)
{
  for (size_t k = 0; k < f->n_reasons; k++) free(f->reason[k].text);
  free(f->reason);
  free(f->list);
  *f = (struct failures){0};
}
