/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/facets.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

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
    snprintf(out, FACET_SIZE, "%" JSON_INTEGER_FORMAT " passage%s", passages, plural(passages));
  return out;
}

/* The last process is EACH_LAST, whatever its number is. */
enum { EACH_LAST = -1 };

static json_int_t process_alone(const struct record *r)
{
  const json_int_t process = record_observed(r);
  return process != 0 && process == r->n ? EACH_LAST : process;
}

static json_t *process_value(json_int_t process)
{
  if (process == 0) return json_null();
  return process == EACH_LAST ? json_string("P_N") : json_sprintf("P_%" JSON_INTEGER_FORMAT, process);
}

const char *facet_key(enum facet facet)
{
#define FACET(name, key) key,
  static const char *const keys[] = {FACETS(FACET)};
#undef FACET
  return keys[facet];
}

json_t *facet_value(const struct record *r, enum facet facet)
{
  switch (facet) {
  case FACET_ALGORITHM: return json_string(r->algorithm);
  case FACET_N: return json_integer(r->n);
  case FACET_MEMORY: return json_string(r->memory);
  case FACET_ADVERSARY: return record_is_exploration(r) ? json_null() : json_string(r->adversary);
  case FACET_OBSERVED: return process_value(process_alone(r));
  case FACET_SESSIONS: return json_string(r->sessions);
  case FACET_PASSAGES: return record_is_counted(r) ? json_null() : json_integer(r->passages);
  case FACET_FAULTS: return r->faults[0] != '\0' ? json_string(r->faults) : json_null();
  case FACET_TIME: return r->time[0] != '\0' ? json_string(r->time) : json_null();
  case FACET_ORDER: return r->order[0] != '\0' ? json_string(r->order) : json_null();
  case FACET_START: return json_string(r->start);
  case FACET_DRIVE: return json_string(r->drive);
  case FACET_KIND: return json_string(value_kind_names[record_is_exploration(r) ? KIND_EXACT : r->kind]);
  case N_FACETS: break;
  }
  return json_null();
}

const char *facet_value_words(enum facet facet, const json_t *value, char out[FACET_SIZE])
{
  const char *text = json_is_string(value) ? json_string_value(value) : "";
  const json_int_t number = json_integer_value(value);
  switch (facet) {
  case FACET_N:
    snprintf(out, FACET_SIZE, "N = %" JSON_INTEGER_FORMAT, number);
    return number == 0 ? strcpy(out, "every N") : out;
  case FACET_PASSAGES: return json_is_null(value) ? strcpy(out, "") : passages_words(number, out);
  case FACET_SESSIONS: return sessions_words(text, out);
  case FACET_START: snprintf(out, FACET_SIZE, "%s%s", text, text[0] != '\0' ? " caches" : ""); return out;
  case FACET_ADVERSARY:
    snprintf(out, FACET_SIZE, "%s", json_is_null(value) ? "all schedules" : text[0] == '\0' ? "by counting" : text);
    return out;
  case FACET_OBSERVED: snprintf(out, FACET_SIZE, "%s%s", text, text[0] != '\0' ? " alone" : ""); return out;
  case FACET_FAULTS: snprintf(out, FACET_SIZE, "%s%s", text[0] != '\0' ? "faults " : "", text); return out;
  case FACET_TIME: snprintf(out, FACET_SIZE, "%s%s", text[0] != '\0' ? "time " : "", text); return out;
  case FACET_ORDER: snprintf(out, FACET_SIZE, "%s%s", text[0] != '\0' ? "order " : "", text); return out;
  case FACET_ALGORITHM:
  case FACET_MEMORY:
  case FACET_DRIVE:
  case FACET_KIND:
  case N_FACETS: break;
  }
  snprintf(out, FACET_SIZE, "%s", text);
  return out;
}

static const char *facet_words(const struct record *r, enum facet facet, char out[FACET_SIZE])
{
  json_t *value = facet_value(r, facet);
  facet_value_words(facet, value, out);
  json_decref(value);
  return out;
}

/* One series holds all explorations, also those that found a lower bound only: the points say which. */
static enum value_kind kind_of(const struct record *r)
{
  return record_is_exploration(r) ? KIND_NONE : r->kind;
}

const char *facet_text(const struct record *r, enum facet facet)
{
  switch (facet) {
  case FACET_ALGORITHM: return r->algorithm;
  case FACET_MEMORY: return r->memory;
  case FACET_ADVERSARY: return r->adversary;
  case FACET_SESSIONS: return r->sessions;
  case FACET_FAULTS: return r->faults;
  case FACET_TIME: return r->time;
  case FACET_ORDER: return r->order;
  case FACET_START: return r->start;
  case FACET_DRIVE: return r->drive;
  case FACET_N:
  case FACET_OBSERVED:
  case FACET_PASSAGES:
  case FACET_KIND:
  case N_FACETS: break;
  }
  return NULL;
}

static json_int_t number_of_facet(const struct record *r, enum facet facet)
{
  return facet == FACET_N          ? r->n
         : facet == FACET_OBSERVED ? process_alone(r)
         : facet == FACET_PASSAGES ? r->passages
                                   : (json_int_t)kind_of(r);
}

bool facet_equal(const struct record *a, const struct record *b, enum facet facet)
{
  const char *text = facet_text(a, facet);
  return text != NULL ? strcmp(text, facet_text(b, facet)) == 0
                      : number_of_facet(a, facet) == number_of_facet(b, facet);
}

void facet_add_to(struct compound *key, const struct record *r, enum facet facet)
{
  const char *text = facet_text(r, facet);
  if (text != NULL)
    compound_add_text(key, text);
  else
    compound_add_number(key, number_of_facet(r, facet));
}

void facets_add_question(struct compound *key, const struct record *r)
{
  static const enum facet same[] = {FACET_ALGORITHM, FACET_N,    FACET_MEMORY, FACET_SESSIONS, FACET_PASSAGES,
                                    FACET_FAULTS,    FACET_TIME, FACET_ORDER,  FACET_START};
  for (size_t k = 0; k < sizeof same / sizeof same[0]; k++) facet_add_to(key, r, same[k]);
}

char *facets_joined(const struct record *r, const bool wanted[N_FACETS])
{
  char out[N_FACETS * (FACET_SIZE + 2)] = "", words[FACET_SIZE];
  for (enum facet f = 0; f < N_FACETS; f++)
    if (wanted[f] && facet_words(r, f, words)[0] != '\0')
      text_add(out, sizeof out, "%s%s", out[0] != '\0' ? ", " : "", words);
  return mem_text(out);
}
