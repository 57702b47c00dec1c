/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/caption.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "plots/fits.h"

/* The k-th part of a scope, and its length; parts stand between ", ". NULL past the last. */
static const char *part_of(const char *scope, size_t k, size_t *length)
{
  for (; k > 0; k--) {
    scope = strstr(scope, ", ");
    if (scope == NULL) return NULL;
    scope += 2;
  }
  const char *end = strstr(scope, ", ");
  *length = end != NULL ? (size_t)(end - scope) : strlen(scope);
  return scope;
}

/* The parts of the scope in which all series agree. */
static char *common_scope(const struct series_list *list)
{
  char *out = mem_new(strlen(list->series[0].scope) + 1, 1);
  const char *part;
  size_t length;
  for (size_t k = 0; (part = part_of(list->series[0].scope, k, &length)) != NULL; k++) {
    bool all = true;
    for (size_t s = 1; all && s < list->n; s++) {
      size_t other_length = 0;
      const char *other = part_of(list->series[s].scope, k, &other_length);
      all = other != NULL && other_length == length && strncmp(other, part, length) == 0;
    }
    if (all && out[0] != '\0') strcat(out, ", ");
    if (all) strncat(out, part, length);
  }
  return out;
}

static const char *mark_words(const struct series_list *list)
{
  size_t exact = 0, samples = 0, bounds = 0;
  for (size_t k = 0; k < list->n; k++) {
    exact += strcmp(list->series[k].kind, "exact") == 0;
    samples += strcmp(list->series[k].kind, "sample") == 0;
    for (size_t p = 0; p < list->series[k].n; p++) bounds += !list->series[k].point[p].complete;
  }
  if (exact == list->n && bounds == 0) return "Filled marks: exact values.";
  if (exact > 0) return "Filled marks: exact values; open marks: lower bounds of the worst case.";
  if (samples == list->n) return "Open marks: samples, one schedule for each run; the worst case may be higher.";
  return "Open marks: lower bounds of the worst case.";
}

static char *repetition_words(const struct series_list *list)
{
  unsigned least = list->series[0].point[0].repetitions, most = least;
  for (size_t k = 0; k < list->n; k++)
    for (size_t p = 0; p < list->series[k].n; p++) {
      const unsigned n = list->series[k].point[p].repetitions;
      least = n < least ? n : least;
      most = n > most ? n : most;
    }
  if (most == 1) return mem_text("");
  return least == most ? mem_format(", %u runs per point", most) : mem_format(", %u to %u runs per point", least, most);
}

/* ", rmrlab 0.1.0, config 0f3c9a12", as far as known. */
static char *provenance(const struct results *r)
{
  const char *print = text_of(r->config, "fingerprint"), *version = r->n > 0 ? r->record[0].version : "";
  return mem_format("%s%s%s%.8s", version[0] != '\0' ? ", rmrlab " : "", version, print[0] != '\0' ? ", config " : "",
                    print);
}

static bool has_zero(const struct series_list *list)
{
  bool zero = false, positive = false;
  for (size_t k = 0; k < list->n; k++)
    for (size_t p = 0; p < list->series[k].n; p++) {
      const struct series_point *q = &list->series[k].point[p];
      zero = zero || q->value == 0 || q->mean == 0 || q->low == 0;
      positive = positive || q->value > 0;
    }
  return zero && positive;
}

char *caption_of_series(const struct results *r, const struct series_list *list, bool log_values)
{
  double low = INFINITY, high = -INFINITY;
  for (size_t k = 0; k < list->n; k++) {
    low = fmin(low, list->series[k].point[0].x);
    high = fmax(high, list->series[k].point[list->series[k].n - 1].x);
  }
  char *scope = common_scope(list), *repetitions = repetition_words(list), *from = provenance(r);
  char *range = low < high ? mem_format("%.15g..%.15g", low, high) : mem_format("%.15g", low);
  char *out =
    mem_format("%s%s%s = %s%s%s. %s%s", scope, scope[0] != '\0' ? ", " : "", list->series[0].x_name, range, repetitions,
               from, mark_words(list),
               log_values && has_zero(list) ? " Log paper has no 0: it has a tick of its own at the bottom." : "");
  free(scope);
  free(repetitions);
  free(from);
  free(range);
  return out;
}

char *caption_of_task(const struct results *r, const struct record *task)
{
  char *scope = record_scope(task), *from = provenance(r);
  char *out = mem_format("%s%s%s. RMRs and executions of all processes together.", scope, from,
                         record_complete(task) ? "" : ", run cut short");
  free(scope);
  free(from);
  return out;
}
