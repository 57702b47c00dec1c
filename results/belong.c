/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/belong.h"

#include <stdlib.h>
#include <string.h>

/* Searches have no adversary of the config's. */
static bool is_asked(enum config_axis axis, const json_t *scope)
{
  return axis != AXIS_ADVERSARY || strcmp(text_of(scope, "drive"), "search") != 0;
}

/* A list that is not there allows everything. */
static bool listed(const json_t *list, const json_t *value, size_t *last)
{
  const size_t n = json_array_size(list);
  for (size_t k = 0; k < n; k++) {
    const size_t at = (*last + k) % n;
    if (!json_equal(json_array_get(list, at), value)) continue;
    *last = at;
    return true;
  }
  return !json_is_array(list);
}

bool record_belongs(struct belong *belong, const json_t *record, const json_t *config, const struct journal_place *at,
                    struct error *e)
{
  const json_t *scope = json_object_get(record, "scope");
  for (enum config_axis a = 0; a < N_AXES; a++) {
    if (config_axes[a].kind == AXIS_IS_METHODS) continue;
    const json_t *value = json_object_get(scope, config_axes[a].key),
                 *list = json_object_get(config, config_axes[a].list);
    if (value == NULL || json_is_null(value) || !is_asked(a, scope) || listed(list, value, &belong->last[a])) continue;
    char *text = json_dumps(value, JSON_ENCODE_ANY);
    fail_at(e, EXIT_USAGE, at->path, at->line, 0,
            "is not a record of the config beside it: \"%s\" is %.80s, which \"%s\" does not list", config_axes[a].key,
            text, config_axes[a].list);
    free(text);
    return false;
  }
  return true;
}
