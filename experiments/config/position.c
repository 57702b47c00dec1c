/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/position.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void source_free(struct source *source)
{
  for (size_t k = 0; k < source->n_overrides; k++) {
    struct override *o = &source->overrides[k];
    for (size_t i = 0; i < o->n_keys; i++) free(o->keys[i]);
    free(o->keys);
    free(o->text);
  }
  free(source->overrides);
  free(source->file);
  free(source->text);
  *source = (struct source){0};
}

/* --- finding the way in a text that is known to be JSON ----------------------------------------------------------- */

static const char *skip_space(const char *p)
{
  return p + strspn(p, " \t\r\n");
}

/* From the opening quote to behind the closing one. */
static const char *skip_string(const char *p)
{
  for (p++; *p != '\0' && *p != '"'; p++)
    if (*p == '\\' && p[1] != '\0') p++;
  return *p == '"' ? p + 1 : p;
}

static const char *skip_value(const char *p)
{
  size_t depth = 0;
  do {
    p = skip_space(p);
    if (*p == '"') {
      p = skip_string(p);
    } else if (*p == '{' || *p == '[') {
      depth++, p++;
    } else if (*p == '}' || *p == ']') {
      depth -= depth > 0, p++;
    } else if (*p == ',' || *p == ':') {
      p++;
    } else {
      p += strcspn(p, ",:{}[]\" \t\r\n");
    }
  } while (depth > 0 && *p != '\0');
  return p;
}

/* Is the quoted text at p, escapes and all, this key? */
static bool same_key(const char *p, const char *key)
{
  json_t *text = json_loadb(p, (size_t)(skip_string(p) - p), JSON_DECODE_ANY, NULL);
  const bool same = json_is_string(text) && strcmp(json_string_value(text), key) == 0;
  json_decref(text);
  return same;
}

/* The next member or item: behind the comma, or NULL at the end. */
static const char *next_part(const char *p)
{
  p = skip_space(p);
  return *p == ',' ? skip_space(p + 1) : NULL;
}

static const char *find_member(const char *object, const char *key, bool want_key)
{
  if (*object != '{') return NULL;
  for (const char *p = skip_space(object + 1); p != NULL && *p == '"';) {
    const char *colon = skip_space(skip_string(p));
    if (*colon != ':') return NULL;
    const char *value = skip_space(colon + 1);
    if (same_key(p, key)) return want_key ? p : value;
    p = next_part(skip_value(value));
  }
  return NULL;
}

static const char *find_item(const char *list, size_t index)
{
  if (*list != '[') return NULL;
  const char *p = skip_space(list + 1);
  for (size_t k = 0; p != NULL && *p != ']' && *p != '\0'; k++) {
    if (k == index) return p;
    p = next_part(skip_value(p));
  }
  return NULL;
}

/* The start of the place's value, or of the nearest value above it. *exact tells which. */
static const char *locate(const char *text, const struct place *place, bool want_key, bool *exact)
{
  if (place->up == NULL) {
    *exact = true;
    return skip_space(text);
  }
  const char *up = locate(text, place->up, false, exact);
  if (!*exact) return up;
  const char *found = place->key != NULL ? find_member(up, place->key, want_key) : find_item(up, place->index);
  *exact = found != NULL;
  return found != NULL ? found : up;
}

struct position position_of(const char *text, const struct place *place, bool key)
{
  bool exact = false;
  const char *at = locate(text, place, key, &exact);
  struct position out = {.line = 1, .column = 1};
  for (const char *p = text; p < at; p++) {
    if (*p == '\n') {
      out.line++;
      out.column = 1;
    } else if (((unsigned char)*p & 0xc0) != 0x80) {
      out.column++;
    }
  }
  return out;
}

/* --- messages ----------------------------------------------------------------------------------------------------- */

/* Does the place lie at or below the path of the override? *depth: how many keys of the path are used up. */
static bool below(const struct place *place, const struct override *o, size_t *depth)
{
  if (place->up == NULL) {
    *depth = 0;
    return true;
  }
  if (!below(place->up, o, depth)) return false;
  if (*depth == o->n_keys) return true;
  const char *key = o->keys[*depth];
  const bool same = place->key != NULL ? strcmp(place->key, key) == 0 : strtoul(key, NULL, 10) == place->index;
  *depth += same;
  return same;
}

/* The last option that set this place, or NULL. */
static const struct override *set_by(const struct source *source, const struct place *place)
{
  for (size_t k = source->n_overrides; k-- > 0;) {
    size_t depth = 0;
    if (below(place, &source->overrides[k], &depth) && depth == source->overrides[k].n_keys)
      return &source->overrides[k];
  }
  return NULL;
}

static bool say(const struct source *source, const struct place *place, bool key, enum exit_code code, struct error *e,
                const char *text)
{
  const struct override *o = set_by(source, place);
  if (o != NULL) {
    char option[sizeof e->file];
    snprintf(option, sizeof option, "--set %.200s", o->text);
    return fail_at(e, code, option, 0, 0, "%s", text);
  }
  const struct position at = position_of(source->text, place, key);
  return fail_at(e, code, source->file, at.line, at.column, "%s", text);
}

bool source_fail(const struct source *source, const struct place *place, bool key, struct error *e, const char *format,
                 ...)
{
  char text[sizeof e->text];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return say(source, place, key, EXIT_USAGE, e, text);
}

bool source_pass_on(const struct source *source, const struct place *place, bool key, const struct error *inner,
                    struct error *e)
{
  char text[sizeof inner->file + sizeof inner->text + 32];
  return say(source, place, key, inner->code, e, error_string(inner, text, sizeof text));
}
