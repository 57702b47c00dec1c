/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/known.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "experiments/runner/write_record.h"

/* Names a key in which the two differ, for people: an id alone differs where the contents of a file do. */
static bool refuse(const struct journal *journal, size_t k, const char *line, const json_t *head, struct error *e)
{
  json_t *record = json_loads(line, JSON_REJECT_DUPLICATES, NULL), *value;
  const char *key, *differs = NULL, *hint = "";
  json_object_foreach((json_t *)head, key, value)
  {
    if (strcmp(key, "id") != 0 && !json_equal(json_object_get(record, key), value)) differs = key;
  }
  if (differs == NULL) {
    differs = "id";
    hint = "; a file that it names may have changed";
  }
  fail_at(e, EXIT_USAGE, journal->path, (int)k + 1, 0,
          "record %s does not belong to this config: its \"%s\" is not that of task #%" JSON_INTEGER_FORMAT
          "%s. Remove the directory, or choose another with -o",
          journal->entry[k].id, differs, json_integer_value(json_object_get(head, "index")), hint);
  json_decref(record);
  return false;
}

bool record_is_of_task(const struct journal *journal, size_t k, const char *line, const struct task *task,
                       struct error *e)
{
  json_t *head = record_head(task);
  char *text = json_dumps(head, JSON_REAL_PRECISION(15));
  const size_t length = strlen(text) - 1; /* without its last brace */
  const bool ok = (strncmp(line, text, length) == 0 && line[length] == ',') || refuse(journal, k, line, head, e);
  free(text);
  json_decref(head);
  return ok;
}

/* `first`: the number of the task's first record, from 1, or 0. */
static bool check(const struct journal *journal, size_t k, const char *line, const struct plan *plan, size_t *first,
                  struct error *e)
{
  const struct journal_entry *entry = &journal->entry[k];
  if (entry->index >= plan->n)
    return fail_at(e, EXIT_USAGE, journal->path, (int)k + 1, 0,
                   "record %s does not belong to this config: there is no task #%" PRIu64
                   ". Remove the directory, or choose another with -o",
                   entry->id, entry->index);
  if (!record_is_of_task(journal, k, line, &plan->task[entry->index], e)) return false;
  size_t *const before = &first[entry->index];
  if (*before != 0 && journal->entry[*before - 1].sum != entry->sum)
    return fail_at(e, EXIT_USAGE, journal->path, (int)k + 1, 0, "contradicts line %zu, which is of the same task",
                   *before);
  if (*before == 0) *before = k + 1;
  return true;
}

bool records_known(const struct journal *journal, const struct plan *plan, size_t *there, struct error *e)
{
  size_t *first = mem_new(plan->n, sizeof *first), size = 0;
  char *line = NULL;
  bool ok = true;
  for (size_t k = 0; ok && k < journal->n; k++)
    ok = journal_line(journal, k, &line, &size, e) && check(journal, k, line, plan, first, e);
  *there = 0;
  for (size_t k = 0; k < plan->n; k++) *there += first[k] != 0;
  free(line);
  free(first);
  return ok;
}
