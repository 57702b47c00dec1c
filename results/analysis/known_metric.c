/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/analysis/known_metric.h"

#include "results/metric_name.h"

enum known known_of(const char *metric, bool complete)
{
  struct metric_name name;
  struct error ignored = {0};
  if (complete) return KNOWN_EXACTLY;
  if (metric == NULL || !metric_name_parse(metric, &name, &ignored)) return KNOWN_FROM_BELOW;
  return metric_is_average(&name) ? KNOWN_NOT : metric_is_least(&name) ? KNOWN_FROM_ABOVE : KNOWN_FROM_BELOW;
}

const char *known_words(enum known known)
{
  return known == KNOWN_FROM_BELOW ? "at least " : known == KNOWN_FROM_ABOVE ? "at most " : "";
}

const char *missing_values(const struct series *s, char out[MISSING_TEXT])
{
  out[0] = '\0';
  if (s->n_missing == 1)
    snprintf(out, MISSING_TEXT, "; no value at %s = %.15g", s->x_name, s->first_missing);
  else if (s->n_missing > 1)
    snprintf(out, MISSING_TEXT, "; no value at %zu %s, the first of them %.15g", s->n_missing, s->x_name,
             s->first_missing);
  return out;
}
