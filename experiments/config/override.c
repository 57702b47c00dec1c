/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/override.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

static bool bad_option(const char *option, const char *why, struct error *e)
{
  return fail(e, EXIT_USAGE, "--set %.200s: %s", option, why);
}

/* The keys of the path before the '='. */
static bool split(const char *option, struct override *out, struct error *e)
{
  const char *equals = strchr(option, '=');
  *out = (struct override){.text = mem_text(option)};
  if (equals == NULL) return bad_option(option, "expected KEY=VALUE, for example n=2..64*2", e);
  const char *p = option;
  for (bool more = true; more;) {
    const bool rest_is_one_key = out->n_keys == 1 && strcmp(out->keys[0], "expect") == 0;
    const char *dot = rest_is_one_key ? NULL : memchr(p, '.', (size_t)(equals - p));
    const char *end = dot != NULL ? dot : equals;
    if (out->n_keys == TEXT_DEEPEST) return bad_option(option, "too many keys", e);
    if (end == p) return bad_option(option, "a key is empty; expected KEY=VALUE or KEY.KEY=VALUE", e);
    out->keys = mem_another(out->keys, out->n_keys, sizeof *out->keys);
    out->keys[out->n_keys++] = mem_format("%.*s", (int)(end - p), p);
    more = dot != NULL;
    p = end + 1;
  }
  return true;
}

static bool is_same(const struct override *a, const struct override *b)
{
  bool same = a->n_keys == b->n_keys;
  for (size_t k = 0; same && k < a->n_keys; k++) same = strcmp(a->keys[k], b->keys[k]) == 0;
  return same;
}

/* JSON, or a text where it does not look like JSON at all. */
static json_t *parse_value(const char *option, struct error *e)
{
  const char *text = strchr(option, '=') + 1;
  json_error_t why;
  if (text_nests_deeply(text, strlen(text))) return bad_option(option, "brackets stand too deep in brackets", e), NULL;
  json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &why);
  if (value != NULL) return value;
  if (text[0] != '\0' && strchr("[{\"", text[0]) != NULL)
    return fail(e, EXIT_USAGE, "--set %.200s: the value is not valid JSON: %s (column %d)", option, why.text,
                why.column),
           NULL;
  value = json_string(text);
  if (value == NULL) bad_option(option, "the value is not UTF-8", e);
  return value;
}

/* The value that the key leads to. An object that is missing is made; a list, whose item `next` would be, is not. */
static json_t *depth_search(json_t *at, const char *key, const char *next)
{
  if (json_is_array(at)) return isdigit((unsigned char)key[0]) ? json_array_get(at, strtoul(key, NULL, 10)) : NULL;
  if (!json_is_object(at)) return NULL;
  if (json_object_get(at, key) == NULL && !isdigit((unsigned char)next[0])) json_object_set_new(at, key, json_object());
  return json_object_get(at, key);
}

static bool put(json_t *at, const char *key, json_t *value)
{
  if (json_is_array(at))
    return isdigit((unsigned char)key[0]) && json_array_set(at, strtoul(key, NULL, 10), value) == 0;
  return json_is_object(at) && json_object_set(at, key, value) == 0;
}

bool override_apply(struct source *source, const char *option, json_t *config, struct error *e)
{
  source->overrides = mem_another(source->overrides, source->n_overrides, sizeof *source->overrides);
  struct override *o = &source->overrides[source->n_overrides++];
  if (!split(option, o, e)) return false;
  for (const struct override *other = source->overrides; other < o; other++)
    if (is_same(other, o)) return bad_option(option, "the same key is set twice", e);
  json_t *value = parse_value(option, e);
  if (value == NULL) return false;
  json_t *at = config;
  for (size_t k = 0; at != NULL && k + 1 < o->n_keys; k++) at = depth_search(at, o->keys[k], o->keys[k + 1]);
  const bool done = at != NULL && put(at, o->keys[o->n_keys - 1], value);
  json_decref(value);
  return done || bad_option(option,
                            "the path leads nowhere; expected keys of objects, and numbers of existing items of a "
                            "list",
                            e);
}
