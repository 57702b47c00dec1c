/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/scope.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/facets.h"

static enum facet facet_of(const char *key)
{
  enum facet f = 0;
  while (f < N_FACETS && strcmp(facet_key(f), key) != 0) f++;
  return f;
}

/* A key that is no facet. */
static void say_other(char **out, const char *key, const json_t *value)
{
  char *text = json_is_string(value) ? mem_text(json_string_value(value)) : json_dumps(value, JSON_ENCODE_ANY);
  const char *const between = strcmp(key, "file") == 0 ? "from " : strcmp(key, "seed") == 0 ? "seed " : NULL;
  mem_append(out, "%s%s%s", between != NULL ? between : key, between != NULL ? "" : " = ", text);
  free(text);
}

static void say_value(char **out, const char *key, const json_t *value)
{
  char words[FACET_SIZE];
  const enum facet facet = facet_of(key);
  if (facet < N_FACETS)
    mem_append(out, "%s", facet_value_words(facet, value, words));
  else
    say_other(out, key, value);
}

/* "random or greedy" where there are several. */
static char *value_words(const char *key, const json_t *value)
{
  char *text = mem_text("");
  const size_t n = json_is_array(value) ? json_array_size(value) : 1;
  for (size_t k = 0; k < n; k++) {
    if (k > 0) mem_append(&text, " or ");
    say_value(&text, key, json_is_array(value) ? json_array_get(value, k) : value);
  }
  return text;
}

static void add_words(char **out, const char *key, const json_t *value)
{
  char *words = value_words(key, value);
  if (words[0] != '\0') mem_append(out, "%s%s", **out != '\0' ? ", " : "", words);
  free(words);
}

/* The facets in their order, the kind last of all; between them what else there is. */
char *scope_words(const json_t *scope)
{
  char *text = mem_text("");
  for (enum facet f = 0; f < N_FACETS; f++) {
    const json_t *value = json_object_get(scope, facet_key(f));
    if (value != NULL && f != FACET_DRIVE && f != FACET_KIND) add_words(&text, facet_key(f), value);
  }
  const char *key;
  json_t *value;
  json_object_foreach((json_t *)scope, key, value) if (facet_of(key) == N_FACETS) add_words(&text, key, value);
  value = json_object_get(scope, facet_key(FACET_KIND));
  if (value != NULL) add_words(&text, facet_key(FACET_KIND), value);
  return text;
}

json_t *scope_of_record(const struct record *r)
{
  json_t *scope = json_object();
  for (enum facet f = 0; f < N_FACETS; f++) {
    json_t *value = facet_value(r, f);
    if (facet_may_be_unsaid(f) && json_is_null(value))
      json_decref(value);
    else
      json_object_set_new(scope, facet_key(f), value);
  }
  if (r->seeded) json_object_set_new(scope, "seed", json_integer(r->seed));
  json_object_set_new(scope, facet_key(FACET_KIND),
                      json_string(value_kind_names[r->kind])); /* its own: a lower bound, too */
  return scope;
}

void scope_keep_common(json_t *common, const json_t *other)
{
  const char *key;
  json_t *value;
  void *next;
  json_object_foreach_safe(common, next, key, value)
  {
    if (!json_equal(value, json_object_get(other, key))) json_object_del(common, key);
  }
}

json_t *scope_common(const struct series_list *list)
{
  json_t *out = list->n != 0 ? json_copy(list->series[0].fields) : json_object();
  for (size_t k = 1; k < list->n; k++) scope_keep_common(out, list->series[k].fields);
  return out;
}
