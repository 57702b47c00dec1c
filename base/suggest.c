/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 63 };

static size_t smaller(size_t a, size_t b)
{
  return a < b ? a : b;
}

static int lower(char c)
{
  return tolower((unsigned char)c);
}

size_t edit_distance(const char *a, const char *b)
{
  const size_t la = smaller(strlen(a), LONGEST), lb = smaller(strlen(b), LONGEST);
  uint8_t d[LONGEST + 1][LONGEST + 1]; /* none is more than LONGEST */
  for (size_t k = 0; k <= la; k++) d[k][0] = (uint8_t)k;
  for (size_t k = 0; k <= lb; k++) d[0][k] = (uint8_t)k;
  for (size_t x = 1; x <= la; x++)
    for (size_t y = 1; y <= lb; y++) {
      const size_t change = d[x - 1][y - 1] + (lower(a[x - 1]) != lower(b[y - 1]));
      size_t least = smaller(change, smaller(d[x - 1][y], d[x][y - 1]) + 1);
      if (x > 1 && y > 1 && lower(a[x - 1]) == lower(b[y - 2]) && lower(a[x - 2]) == lower(b[y - 1]))
        least = smaller(least, d[x - 2][y - 2] + 1);
      d[x][y] = (uint8_t)least;
    }
  return d[la][lb];
}

/* "memory" for "memories". */
static bool is_other_number(const char *wrong, const char *word)
{
  const size_t a = strlen(wrong), b = strlen(word);
  return a > 3 && b == a + 2 && strcasecmp(word + a - 1, "ies") == 0 && lower(wrong[a - 1]) == 'y' &&
         strncasecmp(wrong, word, a - 1) == 0;
}

const char *suggest(const char *wrong, const char *const *words, size_t n)
{
  const size_t length = strlen(wrong);
  const size_t limit = length / 3 > 2 ? length / 3 : 2;
  const char *best = NULL;
  size_t least = limit + 1;
  for (size_t k = 0; k < n; k++) {
    if (strcmp(wrong, words[k]) == 0) return NULL;
    const size_t distance = edit_distance(wrong, words[k]);
    if (distance < least && distance < strlen(words[k])) {
      least = distance;
      best = words[k];
    }
  }
  for (size_t k = 0; best == NULL && length >= 2 && k < n; k++)
    if (strncasecmp(words[k], wrong, length) == 0 || is_other_number(wrong, words[k])) best = words[k];
  return best;
}

const char *suggestion(const char *wrong, const char *const *words, size_t n, char out[SUGGESTION])
{
  const char *near = suggest(wrong, words, n);
  out[0] = '\0';
  if (near != NULL) snprintf(out, SUGGESTION, "; did you mean '%s'?", near);
  return out;
}
