/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* --- as text ------------------------------------------------------------------------------------------------------ */

enum { SLOW, SKEW, CS, N_KEYS };

static const char *const keys[N_KEYS] = {"slow", "skew", "cs"};

/* "slow=2" at *text, which is moved behind it. */
static bool take_key(const char **text, uint32_t *value, bool *seen)
{
  int k = 0;
  while (k < N_KEYS && (strncmp(*text, keys[k], strlen(keys[k])) != 0 || (*text)[strlen(keys[k])] != '=')) k++;
  if (k == N_KEYS || seen[k]) return false;
  uint64_t ticks;
  *text += strlen(keys[k]) + 1;
  if (!text_number(text, TIME_MOST, &ticks) || (ticks == 0 && k != SKEW)) return false;
  value[k] = (uint32_t)ticks;
  seen[k] = true;
  return true;
}

bool time_parse(const char *text, struct time_spec *out, struct error *e)
{
  uint32_t value[N_KEYS] = {0};
  bool seen[N_KEYS] = {false};
  const char *at = text;
  *out = (struct time_spec){0};
  if (strcmp(text, "none") == 0) return true;
  bool ok = take_key(&at, value, seen);
  while (ok && *at == ',') {
    at++;
    ok = take_key(&at, value, seen);
  }
  if (!ok || *at != '\0' || !seen[SLOW])
    return fail(e, EXIT_USAGE,
                "time '%s': expected slow=S, and with commas between skew=K and cs=C, each once; numbers of ticks, 1 "
                "(skew: 0) to %d",
                text, TIME_MOST);
  *out = (struct time_spec){value[SLOW], value[SKEW], seen[CS] ? value[CS] : value[SLOW]};
  return true;
}

char *time_text(const struct time_spec *time, char *out, size_t size)
{
  snprintf(out, size, time_passes(time) ? "slow=%u" : "none", time->slow);
  if (time->skew != 0) text_add(out, size, ",skew=%u", time->skew);
  if (time->cs != time->slow) text_add(out, size, ",cs=%u", time->cs);
  return out;
}

/* --- of algorithms ------------------------------------------------------------------------------------------------ */

static rmr_word larger(rmr_word a, rmr_word b)
{
  return a > b ? a : b;
}

rmr_word time_horizon(const struct rmr_algorithm *a, struct rmr_size size)
{
  rmr_word most = 0;
  for (uint32_t g = 0; g < a->n_shared; g++) {
    size.shared = &a->shared[g];
    if (a->shared[g].time) most = larger(most, a->shared[g].horizon(size));
    for (const struct rmr_field *f = a->shared[g].fields; f != NULL && f->name != NULL; f++)
      if (f->time) most = larger(most, f->horizon(size));
  }
  for (const struct rmr_local_time *t = a->times; t != NULL && t->horizon != NULL; t++)
    most = larger(most, t->horizon(size));
  return a->period != NULL ? larger(most, a->period(size)) : most;
}

rmr_word time_largest(const struct rmr_algorithm *a)
{
  rmr_word most = INT64_MAX / 4;
  for (uint32_t g = 0; g < a->n_shared; g++)
    for (const struct rmr_field *f = a->shared[g].fields; f != NULL && f->name != NULL; f++)
      if (f->time && ((rmr_word)1 << f->width) - 1 < most) most = ((rmr_word)1 << f->width) - 1;
  return most;
}
