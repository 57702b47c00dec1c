/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct results_axis axis_of(const char *name)
{
  static const enum facet facets[] = {FACET_ALGORITHM, FACET_ADVERSARY};
  if (strcmp(name, "passages") == 0) return (struct results_axis){FACET_PASSAGES, NULL};
  for (size_t k = 0; k < sizeof facets / sizeof *facets; k++) {
    const size_t length = strlen(facet_key(facets[k]));
    if (strncmp(name, facet_key(facets[k]), length) == 0 && name[length] == '.')
      return (struct results_axis){facets[k], name + length + 1};
  }
  return (struct results_axis){FACET_N, NULL};
}

static const char *text_at(const struct results_axis *axis, const struct record *r)
{
  return axis->facet == FACET_ALGORITHM ? r->algorithm : r->adversary;
}

/* Where "key=value" begins in "NAME:key=value,key=value", and its length; of the adversary's own options before those
 * of one to which it hands over. NULL: nowhere. */
static const char *find_option(const char *text, const char *key, size_t *length)
{
  const size_t name = strlen(key);
  const char *at = strchr(text, ':');
  while (at != NULL) {
    at++;
    *length = strcspn(at, ",:");
    if (strncmp(at, key, name) == 0 && at[name] == '=') return at;
    at = strpbrk(at, ",:");
  }
  return NULL;
}

/* Of a parameter that is a text, such as "system:5": where the number at its end begins, and its value. NULL: there is
 * none. */
static const char *number_at_end(const char *text, double *number)
{
  const char *begin = NULL;
  for (const char *at = strpbrk(text, ",:"); at != NULL; at = strpbrk(at + 1, ",:")) begin = at + 1;
  if (begin == NULL || strspn(begin, "0123456789.") != strlen(begin)) return NULL;
  char *end;
  *number = strtod(begin, &end);
  return end > begin && *end == '\0' ? begin : NULL;
}

/* NULL: it is no parameter of an algorithm. */
static const json_t *parameter_of(const struct results_axis *axis, const struct record *r)
{
  return axis->facet == FACET_ALGORITHM ? json_object_get(r->parameters, axis->key) : NULL;
}

/* The number of an option of `length` characters "key=5", or, of "key=exp/5", that behind the last slash: where it
 * begins. NULL: there is none. */
static const char *option_number(const char *option, size_t length, double *number)
{
  const char *begin = memchr(option, '=', length) != NULL ? (const char *)memchr(option, '=', length) + 1 : option;
  for (const char *at = begin; at < option + length; at++)
    if (*at == '/') begin = at + 1;
  char *end;
  *number = strtod(begin, &end);
  return end > begin && end == option + length ? begin : NULL;
}

double axis_value(const struct results_axis *axis, const struct record *r)
{
  if (axis->key == NULL && axis->facet == FACET_PASSAGES)
    return r->passages != 0 ? (double)r->passages : NAN; /* no end */
  if (axis->key == NULL) return (double)r->n;
  const json_t *known = parameter_of(axis, r);
  double at_end = NAN;
  if (json_is_number(known)) return json_number_value(known); /* one that has its default is in no text */
  if (json_is_string(known)) return number_at_end(json_string_value(known), &at_end) != NULL ? at_end : NAN;
  size_t length;
  const char *option = find_option(text_at(axis, r), axis->key, &length);
  double number;
  return option != NULL && option_number(option, length, &number) != NULL ? number : NAN;
}

/* "philosophers:order=system" of "philosophers:order=system:5". */
static char *without_number(const char *text, const char *option, const char *key, const char *value)
{
  double ignored;
  const char *begin = option + strlen(key) + 1, *number = number_at_end(value, &ignored);
  if (number == NULL || strncmp(begin, value, strlen(value)) != 0) return mem_text(text);
  return mem_format("%.*s%s", (int)(begin - text + (number - value) - 1), text, begin + strlen(value));
}

char *axis_rest(const struct results_axis *axis, const struct record *r)
{
  if (axis->key == NULL) return NULL;
  const char *text = text_at(axis, r);
  const json_t *known = parameter_of(axis, r);
  size_t length;
  const char *option = find_option(text, axis->key, &length);
  if (option == NULL) return mem_text(text);
  if (json_is_string(known)) return without_number(text, option, axis->key, json_string_value(known));
  const char *behind = option + length;
  double ignored;
  const char *number = option_number(option, length, &ignored);
  if (number != NULL && number[-1] == '/') return mem_format("%.*s%s", (int)(number - text) - 1, text, behind);
  size_t before = (size_t)(option - text);
  if (*behind == ',')
    behind++;
  else
    before--; /* the comma or colon in front of it */
  return mem_format("%.*s%s", (int)before, text, behind);
}

bool axis_rest_equal(const struct results_axis *axis, const struct record *a, const struct record *b)
{
  if (axis->key == NULL) return true;
  char *mine = axis_rest(axis, a), *other = axis_rest(axis, b);
  const bool equal = strcmp(mine, other) == 0;
  free(mine);
  free(other);
  return equal;
}
