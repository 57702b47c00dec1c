/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/sessions.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/text.h"

uint32_t session_of(const struct sessions *sessions, uint64_t seed, uint32_t p, uint32_t k)
{
  switch (sessions->rule) {
  case SESSIONS_DISTINCT: return p;
  case SESSIONS_SAME: return 1;
  case SESSIONS_LIST: return sessions->list[p - 1];
  case SESSIONS_ANY: break;
  }
  /* each of seed, p and k is scrambled by itself, so that neighbours in one do not meet neighbours in another */
  uint64_t state = rng_next(&seed);
  state = rng_next(&state) ^ p;
  state = rng_next(&state) ^ k;
  return 1 + rng_below(&state, sessions->any);
}

uint32_t session_largest(const struct sessions *sessions, uint32_t n)
{
  uint32_t largest = 1;
  switch (sessions->rule) {
  case SESSIONS_DISTINCT: return n;
  case SESSIONS_SAME: return 1;
  case SESSIONS_ANY: return sessions->any;
  case SESSIONS_LIST: break;
  }
  for (uint32_t k = 0; k < sessions->n_list; k++)
    if (sessions->list[k] > largest) largest = sessions->list[k];
  return largest;
}

/* A session number at *text, which is moved behind it. */
static bool read_session(const char **text, uint32_t *out)
{
  uint64_t number;
  if (!text_number(text, SESSIONS_MAX, &number) || number < 1) return false;
  *out = (uint32_t)number;
  return true;
}

static bool read_list(const char *text, struct sessions *out)
{
  out->rule = SESSIONS_LIST;
  for (out->n_list = 0; out->n_list < SYSTEM_MAX_N; text++) {
    if (!read_session(&text, &out->list[out->n_list++])) return false;
    if (*text == '\0') return true;
    if (*text != ',') return false;
  }
  return false;
}

bool sessions_parse(const char *text, struct sessions *out, struct error *e)
{
  *out = (struct sessions){.rule = SESSIONS_DISTINCT};
  if (strcmp(text, "distinct") == 0) return true;
  out->rule = SESSIONS_SAME;
  if (strcmp(text, "same") == 0) return true;
  if (strncmp(text, "any:", 4) == 0) {
    out->rule = SESSIONS_ANY;
    const char *number = text + 4;
    if (read_session(&number, &out->any) && *number == '\0') return true;
  } else if (read_list(text, out)) {
    return true;
  }
  return fail(e, EXIT_USAGE,
              "sessions '%s': expected distinct, same, any:K, or one number per process as in 1,1,2 (numbers 1 to %d)",
              text, SESSIONS_MAX);
}

void sessions_print(const struct sessions *sessions, FILE *out)
{
  switch (sessions->rule) {
  case SESSIONS_DISTINCT: fputs("distinct", out); return;
  case SESSIONS_SAME: fputs("same", out); return;
  case SESSIONS_ANY: fprintf(out, "any:%u", sessions->any); return;
  case SESSIONS_LIST: break;
  }
  for (uint32_t k = 0; k < sessions->n_list; k++) fprintf(out, "%s%u", k != 0 ? "," : "", sessions->list[k]);
}
