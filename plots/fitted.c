/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/fitted.h"

#include <string.h>

static bool is_fit_of(const json_t *fit, const struct series *s)
{
  const char *metric = text_of(fit, "metric");
  const json_t *scope = json_object_get(fit, "scope");
  if (metric[0] != '\0' && strcmp(metric, s->metric) != 0) return false;
  if (json_is_object(scope)) return json_equal(scope, s->fields);
  return strcmp(text_of(fit, "series"), s->name) == 0;
}

const json_t *fit_of(const json_t *fits, const struct series *s)
{
  const json_t *list = json_object_get(fits, "series");
  for (size_t k = 0; k < json_array_size(list); k++)
    if (is_fit_of(json_array_get(list, k), s)) return json_array_get(list, k);
  return NULL;
}
