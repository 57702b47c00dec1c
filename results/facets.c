/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/facets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const char *sessions_words(const char *sessions, char out[FACET_SIZE])
{
  if (strcmp(sessions, "same") == 0)
    snprintf(out, FACET_SIZE, "same session");
  else if (strncmp(sessions, "any:", 4) == 0)
    snprintf(out, FACET_SIZE, "any of %s sessions", sessions + 4);
  else if (sessions[0] >= '0' && sessions[0] <= '9')
    snprintf(out, FACET_SIZE, "sessions %s", sessions);
  else
    snprintf(out, FACET_SIZE, "%s%s", sessions, sessions[0] != '\0' ? " sessions" : "");
  return out;
}

static const char *passages_words(json_int_t passages, char out[FACET_SIZE])
{
  if (passages == 0)
    snprintf(out, FACET_SIZE, "endless passages");
  else
    snprintf(out, FACET_SIZE, "%" JSON_INTEGER_FORMAT " passage%s", passages, passages == 1 ? "" : "s");
  return out;
}

static const char *copied(const char *text, char out[FACET_SIZE])
{
  snprintf(out, FACET_SIZE, "%s", text);
  return out;
}

const char *facet_words(const struct record *r, enum facet facet, char out[FACET_SIZE])
{
  switch (facet) {
  case FACET_ALGORITHM: return copied(r->algorithm, out);
  case FACET_N: snprintf(out, FACET_SIZE, "N = %" JSON_INTEGER_FORMAT, r->n); return out;
  case FACET_MEMORY: return copied(r->memory, out);
  case FACET_ADVERSARY: return copied(r->adversary[0] != '\0' ? r->adversary : "all schedules", out);
  case FACET_SESSIONS: return sessions_words(r->sessions, out);
  case FACET_PASSAGES: return passages_words(r->passages, out);
  case FACET_START: snprintf(out, FACET_SIZE, "%s%s", r->start, r->start[0] != '\0' ? " caches" : ""); return out;
  case FACET_DRIVE: return copied(r->drive, out);
  case FACET_KIND: return copied(record_is_exploration(r) ? "exact" : r->kind, out);
  case N_FACETS: break;
  }
  return copied("", out);
}

/* One series holds all explorations, also those that found a lower bound only: the points say which. Compared as they are in the
 * record, not by their words, which may be cut; and this is called very often. */
bool facet_equal(const struct record *a, const struct record *b, enum facet facet)
{
  switch (facet) {
  case FACET_ALGORITHM: return strcmp(a->algorithm, b->algorithm) == 0;
  case FACET_N: return a->n == b->n;
  case FACET_MEMORY: return strcmp(a->memory, b->memory) == 0;
  case FACET_ADVERSARY: return strcmp(a->adversary, b->adversary) == 0;
  case FACET_SESSIONS: return strcmp(a->sessions, b->sessions) == 0;
  case FACET_PASSAGES: return a->passages == b->passages;
  case FACET_START: return strcmp(a->start, b->start) == 0;
  case FACET_DRIVE: return strcmp(a->drive, b->drive) == 0;
  case FACET_KIND: return record_is_exploration(a) ? record_is_exploration(b) : strcmp(a->kind, b->kind) == 0;
  case N_FACETS: break;
  }
  return true;
}

char *facets_joined(const struct record *r, const bool wanted[N_FACETS])
{
  char out[N_FACETS * (FACET_SIZE + 2)] = "", words[FACET_SIZE];
  size_t used = 0;
  for (enum facet f = 0; f < N_FACETS; f++) {
    if (!wanted[f] || facet_words(r, f, words)[0] == '\0') continue;
    used += (size_t)snprintf(out + used, sizeof out - used, "%s%s", used > 0 ? ", " : "", words);
  }
  return mem_text(out);
}
