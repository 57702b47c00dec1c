/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/options.h"

#include <rmr/graph.h>

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "base/text.h"

enum { TEXT_SIZE = 64 }; /* of a value of type RMR_TEXT */

/* --- tables ------------------------------------------------------------------------------------------------------- */

static bool check_option(const struct rmr_option *option, size_t block_size, bool handles, const char *name,
                         struct error *e)
{
  static const size_t sizes[] = {[RMR_INTEGER] = 8,
                                 [RMR_NUMBER] = 8,
                                 [RMR_TEXT] = TEXT_SIZE,
                                 [RMR_GRAPH] = sizeof(struct rmr_neighbours),
                                 [RMR_ORDER] = sizeof(struct rmr_neighbours),
                                 [RMR_SCHEDULE] = 4,
                                 [RMR_ADVERSARY_NAME] = 4};
  if (!text_is_line(option->key) || option->key[0] == '\0' || strpbrk(option->key, ",=") != NULL)
    return fail(e, EXIT_USAGE, "%s: '%s' is not a name for an option", name, option->key);
  if ((option->about != NULL && !text_is_line(option->about)) ||
      (option->fallback != NULL && !text_is_line(option->fallback)))
    return fail(e, EXIT_USAGE,
                "%s: what stands beside '%s' is not text in UTF-8 without control or invisible characters", name,
                option->key);
  if (option->type >= sizeof sizes / sizeof *sizes)
    return fail(e, EXIT_USAGE, "%s: option '%s' has the unknown type %u", name, option->key, option->type);
  if (option->type >= RMR_SCHEDULE && !handles)
    return fail(e, EXIT_USAGE, "%s: parameter '%s' has a type that only options of adversaries can have", name,
                option->key);
  if ((option->type == RMR_GRAPH || option->type == RMR_ORDER) && handles)
    return fail(e, EXIT_USAGE, "%s: option '%s' has a type that only parameters of algorithms can have", name,
                option->key);
  if (option->offset > block_size || sizes[option->type] > block_size - option->offset)
    return fail(e, EXIT_USAGE, "%s: %s '%s' lies outside the %s of %zu bytes", name, handles ? "option" : "parameter",
                option->key, handles ? "state" : "block", block_size);
  if (option->type == RMR_ADVERSARY_NAME && option[1].key != NULL)
    return fail(e, EXIT_USAGE, "%s: option '%s' names an adversary and must be the last one", name, option->key);
  return true;
}

bool options_check(const struct rmr_option *table, size_t block_size, bool handles, const char *name, struct error *e)
{
  for (const struct rmr_option *option = table; option != NULL && option->key != NULL; option++) {
    if (option - table == OPTIONS_MOST)
      return fail(e, EXIT_USAGE, "%s: more than %d %ss", name, OPTIONS_MOST, handles ? "option" : "parameter");
    if (!check_option(option, block_size, handles, name, e)) return false;
    for (const struct rmr_option *other = table; other < option; other++)
      if (strcmp(other->key, option->key) == 0)
        return fail(e, EXIT_USAGE, "%s: two %ss are called '%s'", name, handles ? "option" : "parameter", option->key);
  }
  return true;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static unsigned char *place_of(const struct option_set *o, const struct rmr_option *option)
{
  return (unsigned char *)o->block + option->offset;
}

static bool set_number(const struct option_set *o, const struct rmr_option *option, const char *value, struct error *e)
{
  const bool whole = option->type == RMR_INTEGER, bounded = option->low != 0 || option->high != 0;
  char *end;
  errno = 0;
  const int64_t integer = whole ? strtoll(value, &end, 10) : 0;
  const double number = whole ? (double)integer : strtod(value, &end);
  if (end == value || *end != '\0' || errno != 0 || !isfinite(number))
    return fail(e, EXIT_USAGE, "%s %s: %s is '%s'; expected a %snumber", o->kind, o->name, option->key, value,
                whole ? "whole " : "");
  if (bounded && (number < option->low || number > option->high))
    return fail(e, EXIT_USAGE, "%s %s: %s is %s; expected %g to %g", o->kind, o->name, option->key, value, option->low,
                option->high);
  memcpy(place_of(o, option), whole ? (const void *)&integer : (const void *)&number, 8);
  return true;
}

static bool set_text(const struct option_set *o, const struct rmr_option *option, const char *value, size_t size,
                     struct error *e)
{
  if (strlen(value) >= size)
    return fail(e, EXIT_USAGE, "%s %s: %s is longer than %zu characters", o->kind, o->name, option->key, size - 1);
  memset(place_of(o, option), 0, size);
  memcpy(place_of(o, option), value, strlen(value));
  return true;
}

static bool set_option(const struct option_set *o, const struct rmr_option *option, const char *value, struct error *e)
{
  switch ((enum rmr_option_type)option->type) {
  case RMR_INTEGER:
  case RMR_NUMBER: return set_number(o, option, value, e);
  case RMR_TEXT: return set_text(o, option, value, TEXT_SIZE, e);
  case RMR_GRAPH:
  case RMR_ORDER: return set_text(o, option, value, RMR_GRAPH_TEXT, e);
  case RMR_SCHEDULE:
  case RMR_ADVERSARY_NAME: return o->set_other(o->self, option, value, e);
  }
  return false;
}

static const struct rmr_option *find_option(const struct option_set *o, const char *key, struct error *e)
{
  const char *names[OPTIONS_MOST] = {NULL};
  size_t n = 0;
  for (; o->table != NULL && o->table[n].key != NULL; n++) {
    if (strcmp(o->table[n].key, key) == 0) return &o->table[n];
    names[n] = o->table[n].key;
  }
  const char *near = suggest(key, names, n);
  char all[256] = ""; /* a plug-in's options are in no listing */
  text_add_list(all, sizeof all, names, n, ", ");
  if (near != NULL)
    fail(e, EXIT_USAGE, "%s %s has no %s '%s'; did you mean '%s'?", o->kind, o->name, o->noun, key, near);
  else
    fail(e, EXIT_USAGE, "%s %s has no %s '%s'; it has %s", o->kind, o->name, o->noun, key, n > 0 ? all : "none");
  return NULL;
}

static bool set_fallbacks(const struct option_set *o, struct error *e)
{
  for (const struct rmr_option *option = o->table; option != NULL && option->key != NULL; option++)
    if (option->fallback != NULL && option->fallback[0] != '\0' && !set_option(o, option, option->fallback, e))
      return false;
  return true;
}

/* The comma behind a value. Graphs and orders have commas in them: there it is one before the next key. */
static char *end_of_value(const struct rmr_option *option, char *value)
{
  char *comma = strchr(value, ',');
  if (option->type != RMR_GRAPH && option->type != RMR_ORDER) return comma;
  while (comma != NULL && comma[1 + strcspn(comma + 1, ",=")] != '=') comma = strchr(comma + 1, ',');
  return comma;
}

/* "key=value,key=value"; the text is cut up in place. */
static bool set_given(const struct option_set *o, char *text, struct error *e)
{
  uint64_t given = 0;
  while (text != NULL && *text != '\0') {
    char *key = text, *value = strchr(text, '=');
    char *comma = strchr(text, ',');
    if (value == NULL || (comma != NULL && value > comma))
      return fail(e, EXIT_USAGE, "%s %s: '%s': expected key=value", o->kind, o->name, text);
    *value++ = '\0';
    const struct rmr_option *option = find_option(o, key, e);
    if (option == NULL) return false;
    const uint64_t bit = UINT64_C(1) << (option - o->table);
    if ((given & bit) != 0) return fail(e, EXIT_USAGE, "%s %s: %s is given twice", o->kind, o->name, key);
    given |= bit;
    text = option->type == RMR_ADVERSARY_NAME ? NULL : end_of_value(option, value);
    if (text != NULL) *text++ = '\0';
    if (!set_option(o, option, value, e)) return false;
  }
  for (const struct rmr_option *option = o->table; option != NULL && option->key != NULL; option++)
    if (option->fallback == NULL && (given >> (option - o->table) & 1) == 0)
      return fail(e, EXIT_USAGE, "%s %s needs the %s %s=...%s%s%s", o->kind, o->name, o->noun, option->key,
                  option->about != NULL ? " (" : "", option->about != NULL ? option->about : "",
                  option->about != NULL ? ")" : "");
  return true;
}

bool options_set(const struct option_set *o, const char *text, struct error *e)
{
  char *copy = mem_text(text);
  const bool ok = set_fallbacks(o, e) && set_given(o, copy, e);
  free(copy);
  return ok;
}

/* --- back to words ------------------------------------------------------------------------------------------------ */

static bool is_text(const struct rmr_option *option)
{
  return option->type == RMR_TEXT || option->type == RMR_GRAPH || option->type == RMR_ORDER;
}

char *option_text(const struct rmr_option *option, const void *block)
{
  const unsigned char *at = (const unsigned char *)block + option->offset;
  int64_t integer;
  double number;
  char text[64];
  if (is_text(option)) return mem_text((const char *)at);
  if (option->type == RMR_INTEGER) {
    memcpy(&integer, at, sizeof integer);
    return mem_format("%" PRId64, integer);
  }
  memcpy(&number, at, sizeof number);
  for (int digits = 1; digits <= 17; digits++) { /* as few as tell it from its neighbours */
    snprintf(text, sizeof text, "%.*g", digits, number);
    if (strtod(text, NULL) == number) break;
  }
  return mem_text(text);
}

/* Whether the value is the one that stands where none is given. A required option has none. */
static bool is_fallback(const struct rmr_option *option, const void *block)
{
  unsigned char value[RMR_GRAPH_TEXT] = {0};
  const struct rmr_option alone = {.key = option->key, .type = option->type};
  const struct option_set o = {.kind = "", .name = "", .noun = "", .table = &alone, .block = value};
  struct error ignored = {0};
  if (option->fallback == NULL) return false;
  if (option->fallback[0] != '\0' && !set_option(&o, &alone, option->fallback, &ignored)) return false;
  const unsigned char *at = (const unsigned char *)block + option->offset;
  return is_text(option) ? strcmp((const char *)value, (const char *)at) == 0 : memcmp(value, at, 8) == 0;
}

char *options_text(const struct rmr_option *table, const void *block)
{
  char *out = mem_text("");
  for (const struct rmr_option *option = table; option != NULL && option->key != NULL; option++) {
    if (is_fallback(option, block)) continue;
    char *value = option_text(option, block);
    mem_append(&out, "%s%s=%s", out[0] != '\0' ? "," : "", option->key, value);
    free(value);
  }
  return out;
}
