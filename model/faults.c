/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "base/text.h"
#include "model/names.h"
#include "model/system.h"

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool is_word(const char *at, size_t length, const char *word)
{
  return word != NULL && strlen(word) == length && strncmp(at, word, length) == 0;
}

/* The limit that has a word of its own which the text begins with, up to the colon; LIMIT_NONE: it is another text. */
static enum limit_id limit_of(const char *text)
{
  const size_t length = strcspn(text, ":");
  uint32_t k = 0;
  while (k < N_LIMITS && (text[length] != ':' || !is_word(text, length, limit_table[k].word))) k++;
  return (enum limit_id)k;
}

/* "stop:F, recover:F, system:F or restart:F" */
static char *kinds_text(char *out, size_t size)
{
  const int first = FAULTS_NONE + 1, last = N_FAULT_KINDS - 1;
  out[0] = '\0';
  for (int kind = first; kind <= last; kind++)
    text_add(out, size, "%s%s:F", kind == first ? "" : kind == last ? " or " : ", ", fault_table[kind].word);
  return out;
}

/* Of limits with words of their own: " and new:A" */
static char *limits_text(char *out, size_t size)
{
  out[0] = '\0';
  for (uint32_t k = 0; k < N_LIMITS; k++)
    if (limit_table[k].word != NULL) text_add(out, size, " and %s:A", limit_table[k].word);
  return out;
}

/* "stop:2": the number, from 1. */
static bool read_count(const char *word, const char *what, uint32_t *out, struct error *e)
{
  const char *const digits = strchr(word, ':') + 1;
  const char *end = digits;
  uint64_t n = 0;
  if (!text_number(&end, FAULTS_MOST, &n) || n < 1 || *end != '\0')
    return fail(e, EXIT_USAGE, "faults '%s': expected 1 to %d %s behind %.*s", word, FAULTS_MOST, what,
                (int)(digits - word), word);
  *out = (uint32_t)n;
  return true;
}

/* Each word once. A line is looked for where there is an algorithm. */
static bool parse_word(const char *word, const struct rmr_algorithm *a, struct faults *out, struct error *e)
{
  const enum limit_id limit = limit_of(word);
  char kinds[128], limits[64];
  if (strchr(word, ':') != NULL && fault_kind_of(word) != FAULTS_NONE && out->kind == FAULTS_NONE) {
    out->kind = fault_kind_of(word);
    return read_count(word, limit_table[LIMIT_CRASHES].many, &out->limit[LIMIT_CRASHES], e);
  }
  if (limit != LIMIT_NONE && out->limit[limit] == 0)
    return read_count(word, limit_table[limit].many, &out->limit[limit], e);
  if (strncmp(word, "at:", 3) == 0 && out->at == 0)
    return a == NULL || (out->at = algorithm_label(a, word + 3, e)) != 0;
  return fail(e, EXIT_USAGE,
              "faults '%s': expected %s, with at most F crashes in a run, and perhaps at:LINE%s, with commas between",
              word, kinds_text(kinds, sizeof kinds), limits_text(limits, sizeof limits));
}

/* Whether something is said of crashes, of which there are none. */
static bool needs_crashes(const struct faults *faults)
{
  bool needs = faults->at != 0;
  for (uint32_t k = 0; k < N_LIMITS; k++) needs |= limit_table[k].beside && faults->limit[k] != 0;
  return needs && faults->kind == FAULTS_NONE;
}

static bool parse_kind(const char *text, const struct rmr_algorithm *a, struct faults *out, struct error *e)
{
  for (const char *at = text;; at++) {
    char word[FAULTS_SIZE];
    const size_t length = strcspn(at, ",");
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), at);
    if (!parse_word(word, a, out, e)) return false;
    at += length;
    if (*at == '\0') break;
  }
  for (uint32_t k = 0; k < N_LIMITS; k++)
    if (limit_table[k].beside && out->limit[k] != 0 && out->kind != FAULTS_NONE && faults_recover(out))
      return fail(e, EXIT_USAGE, "faults '%s': %s need dead processes; expected stop:F", text, limit_table[k].many);
  if (needs_crashes(out))
    return fail(e, EXIT_USAGE, "faults '%s': expected stop:F beside it, as no process crashes", text);
  return out->at == 0 || !faults_at_once(out) ||
         fail(e, EXIT_USAGE, "faults '%s': all crash at once, wherever they are; expected no at:LINE", text);
}

/* A process that recovers does so at a line that is made for it. */
static bool check_recovery(const struct faults *faults, const struct rmr_algorithm *a, struct error *e)
{
  const struct fault_row *row = &fault_table[faults->kind];
  const bool recovers = algorithm_has_recovery(a);
  const uint32_t crashes = faults->limit[LIMIT_CRASHES];
  if (row->restarts == RESTARTS_AT_RECOVER && !recovers)
    return fail(e, EXIT_USAGE, "faults '%s:%u': %s has no Recover line; restart:%u starts it again at its first line",
                row->word, crashes, a->name, crashes);
  if (row->restarts == RESTARTS_AT_FIRST && recovers)
    return fail(e, EXIT_USAGE, "faults '%s:%u': %s has a Recover line; expected recover:%u or system:%u", row->word,
                crashes, a->name, crashes, crashes);
  return true;
}

#define AT_READER "at:reader"

static bool add_lease(const char *name, size_t length, const struct rmr_algorithm *a, struct faults *out,
                      struct error *e)
{
  const char *names[RMR_MAX_GROUPS];
  char word[64];
  for (uint32_t g = 0; g < a->n_shared; g++) {
    names[g] = a->shared[g].name;
    if (!is_word(name, length, names[g])) continue;
    out->leases |= 1u << g;
    return true;
  }
  snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), name);
  const char *near = suggest(word, names, a->n_shared);
  return fail(e, EXIT_USAGE,
              "leases: %s has no registers '%s'%s%s%s; expected all, none, or names, and perhaps "
              "at:reader, with commas between",
              a->name, word, near != NULL ? ", did you mean '" : "", near != NULL ? near : "",
              near != NULL ? "'?" : "");
}

/* Why a group of registers cannot be leases; NULL: it can. Somebody must be responsible for a lease, else nobody's
 * death would let it run out. */
static const char *refusal(const struct rmr_shared *shared)
{
  if (shared->arbitrary) return "is initialised arbitrarily, so there is no value to fall back to";
  if (shared->multi_writer && shared->responsible == NULL && shared->keeps == NULL)
    return "is written by several processes, and the algorithm does not declare a responsible one";
  return NULL;
}

static bool add_all(const struct rmr_algorithm *a, struct faults *out, struct error *e)
{
  for (uint32_t g = 0; g < a->n_shared; g++)
    if (refusal(&a->shared[g]) == NULL) out->leases |= 1u << g;
  return out->leases != 0 ||
         fail(e, EXIT_USAGE, "leases: %s has no register that one process is responsible for", a->name);
}

static uint32_t declared_leases(const struct rmr_algorithm *a)
{
  uint32_t leases = 0;
  for (uint32_t g = 0; g < a->n_shared; g++) leases |= (uint32_t)a->shared[g].lease << g;
  return leases;
}

/* Which registers, and how they run out. Where only the latter is said, those that the algorithm declares. */
static bool parse_leases(const char *text, const struct rmr_algorithm *a, struct faults *out, struct error *e)
{
  bool named = false;
  if (strcmp(text, "none") == 0) return true;
  for (const char *at = text;; at++) {
    const size_t length = strcspn(at, ",");
    const bool how = is_word(at, length, AT_READER) && !out->at_readers,
               all = !how && !named && is_word(at, length, "all");
    if (!how && !(all ? add_all(a, out, e) : add_lease(at, length, a, out, e))) return false;
    out->at_readers |= how;
    named |= !how;
    at += length;
    if (*at == '\0') break;
  }
  if (!named) out->leases = declared_leases(a);
  return out->leases != 0 ||
         fail(e, EXIT_USAGE, "leases: %s declares none; expected %s behind all, or names", a->name, AT_READER);
}

static bool check_leases(const struct faults *faults, const struct rmr_algorithm *a, struct error *e)
{
  for (uint32_t g = 0; g < a->n_shared; g++)
    if ((faults->leases >> g & 1) != 0 && refusal(&a->shared[g]) != NULL)
      return fail(e, EXIT_USAGE, "leases: %s of %s %s", a->shared[g].name, a->name, refusal(&a->shared[g]));
  return true;
}

bool faults_parse(const char *kind, const char *leases, uint32_t expiries, const struct rmr_algorithm *a,
                  struct faults *out, struct error *e)
{
  *out = (struct faults){.limit = {[LIMIT_EXPIRIES] = expiries}};
  const bool any = kind != NULL && strcmp(kind, "none") != 0;
  if (any && (!parse_kind(kind, a, out, e) || !check_recovery(out, a, e))) return false;
  if (leases != NULL && !parse_leases(leases, a, out, e)) return false;
  if (leases == NULL) out->leases = declared_leases(a);
  if (expiries > FAULTS_MOST)
    return fail(e, EXIT_USAGE, "%u leases may expire; expected 0 to %d", expiries, FAULTS_MOST);
  if (expiries != 0 && out->leases == 0)
    return fail(e, EXIT_USAGE, "leases may expire, but %s has none; expected --leases all, or names of registers",
                a->name);
  return check_leases(out, a, e);
}

bool faults_in_time(struct faults *faults, bool time, const char *leases, struct error *e)
{
  faults->in_time = time;
  if (!time) return true;
  if ((leases != NULL && strcmp(leases, "none") != 0) || faults->limit[LIMIT_EXPIRIES] != 0)
    return fail(e, EXIT_USAGE,
                "leases run out by themselves where there is no time; with time they do by the clock: "
                "expected one of the two");
  faults->leases = 0;
  return true;
}

/* --- in one text -------------------------------------------------------------------------------------------------- */

/* One word of it into the place where it belongs. */
static bool take_word(const char *word, struct fault_words *out, struct error *e)
{
  char kinds[128];
  const bool of_kind = (strchr(word, ':') != NULL && fault_kind_of(word) != FAULTS_NONE) ||
                       strncmp(word, "at:", 3) == 0 || limit_of(word) != LIMIT_NONE;
  if (of_kind && out->kind[0] == '\0') {
    snprintf(out->kind, sizeof out->kind, "%s", word);
    return true;
  }
  if (strncmp(word, "leases:", 7) == 0 && out->leases[0] == '\0') {
    snprintf(out->leases, sizeof out->leases, "%s", word + 7);
    return true;
  }
  const bool expires = strncmp(word, "expire:", 7) == 0;
  const char *end = expires ? word + 7 : word;
  uint64_t expiries = 0;
  if (!expires || !text_number(&end, FAULTS_MOST, &expiries) || expiries < 1 || *end != '\0' || out->expiries != 0)
    return fail(e, EXIT_USAGE,
                "faults, '%s': expected none, or %s, leases:all or leases:NAME,..., and expire:K, each at most once, "
                "with blanks between",
                word, kinds_text(kinds, sizeof kinds));
  out->expiries = (uint32_t)expiries;
  return true;
}

bool faults_split(const char *text, struct fault_words *out, struct error *e)
{
  char word[FAULTS_SIZE];
  struct faults ignored = {0};
  int used = 0;
  *out = (struct fault_words){0};
  if (strcmp(text, "none") == 0) return true;
  if (strlen(text) >= sizeof word) return fail(e, EXIT_USAGE, "faults: more than %d characters", FAULTS_SIZE - 1);
  if (text[strspn(text, " ")] == '\0') return fail(e, EXIT_USAGE, "faults: an empty text; expected none, or stop:F");
  for (const char *at = text; sscanf(at, " %255s%n", word, &used) == 1; at += used)
    if (!take_word(word, out, e)) return false;
  return out->kind[0] == '\0' || parse_kind(out->kind, NULL, &ignored, e);
}

bool faults_of_text(const char *text, const struct rmr_algorithm *a, struct faults *out, struct error *e)
{
  struct fault_words words;
  return faults_split(text, &words, e) &&
         faults_parse(words.kind[0] != '\0' ? words.kind : NULL, words.leases[0] != '\0' ? words.leases : NULL,
                      words.expiries, a, out, e);
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static char *or_none(char *out, size_t size)
{
  if (out[0] == '\0') text_add(out, size, "none");
  return out;
}

char *faults_kind_text(const struct faults *faults, const struct rmr_algorithm *a, char *out, size_t size)
{
  out[0] = '\0';
  if (faults->kind != FAULTS_NONE)
    text_add(out, size, "%s:%u", fault_table[faults->kind].word, faults->limit[LIMIT_CRASHES]);
  if (faults->at != 0) text_add(out, size, ",at:%s", rmr_line_of(a, faults->at)->label);
  for (uint32_t k = 0; k < N_LIMITS; k++)
    if (limit_table[k].word != NULL && faults->limit[k] != 0)
      text_add(out, size, "%s%s:%u", out[0] != '\0' ? "," : "", limit_table[k].word, faults->limit[k]);
  return or_none(out, size);
}

/* "Flag,Want"; "none" */
static char *leases_named(const struct faults *faults, const struct rmr_algorithm *a, char *out, size_t size)
{
  out[0] = '\0';
  for (uint32_t g = 0; g < a->n_shared; g++)
    if (faults->leases >> g & 1) text_add(out, size, "%s%s", out[0] != '\0' ? "," : "", a->shared[g].name);
  return or_none(out, size);
}

char *faults_leases_text(const struct faults *faults, const struct rmr_algorithm *a, char *out, size_t size)
{
  leases_named(faults, a, out, size);
  if (faults->at_readers) text_add(out, size, "," AT_READER);
  return out;
}

bool faults_leases_said(const struct faults *faults, const struct rmr_algorithm *a)
{
  return !faults->in_time && (faults->leases != declared_leases(a) || faults->at_readers);
}

char *faults_spelled(const struct faults *faults, const struct rmr_algorithm *a, char *out, size_t size)
{
  char part[FAULTS_SIZE];
  out[0] = '\0';
  if (faults_kind_said(faults)) text_add(out, size, "%s", faults_kind_text(faults, a, part, sizeof part));
  if (faults_leases_said(faults, a))
    text_add(out, size, "%sleases:%s", out[0] != '\0' ? " " : "", faults_leases_text(faults, a, part, sizeof part));
  if (faults->limit[LIMIT_EXPIRIES] != 0)
    text_add(out, size, "%sexpire:%u", out[0] != '\0' ? " " : "", faults->limit[LIMIT_EXPIRIES]);
  return or_none(out, size);
}

/* ", at most 2 crashes with recovery at line 3", without the comma at the beginning. */
static void add_limit(const struct faults *faults, uint32_t k, const struct rmr_algorithm *a, char *out, size_t size)
{
  const uint32_t n = faults->limit[k];
  if (n == 0) return;
  text_add(out, size, "%sat most %u %s%s", out[0] != '\0' ? ", " : "", n,
           n == 1 ? limit_table[k].one : limit_table[k].many,
           k == LIMIT_CRASHES ? fault_table[faults->kind].words : "");
  if (k == LIMIT_CRASHES && faults->at != 0) text_add(out, size, " at line %s", rmr_line_of(a, faults->at)->label);
}

char *faults_text(const struct faults *faults, const struct rmr_algorithm *a, char *out, size_t size)
{
  char leases[256];
  out[0] = '\0';
  for (uint32_t k = 0; k < N_LIMITS; k++)
    if (k != LIMIT_EXPIRIES) add_limit(faults, k, a, out, size);
  if (faults->leases != 0)
    text_add(out, size, "%sleases %s%s", out[0] != '\0' ? ", " : "", leases_named(faults, a, leases, sizeof leases),
             faults->at_readers ? " that run out for one reader after the other" : "");
  if (faults->limit[LIMIT_EXPIRIES] != 0)
    text_add(out, size, ", of which %u may expire while the owner lives", faults->limit[LIMIT_EXPIRIES]);
  return out;
}
