/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool parse_kind(const char *text, struct faults *out, struct error *e)
{
  static const char prefix[] = "stop:";
  const char *const digits = text + strlen(prefix);
  char *end;
  if (strncmp(text, prefix, strlen(prefix)) != 0)
    return fail(e, EXIT_USAGE, "faults '%s': expected stop:F, where at most F processes crash and stop", text);
  const unsigned long crashes = *digits >= '0' && *digits <= '9' ? strtoul(digits, &end, 10) : 0;
  if (crashes < 1 || crashes > FAULTS_MOST || *end != '\0')
    return fail(e, EXIT_USAGE, "faults '%s': expected 1 to %d crashes behind stop:", text, FAULTS_MOST);
  out->kind = FAULTS_STOP;
  out->crashes = (uint32_t)crashes;
  return true;
}

static bool add_lease(const char *name, size_t length, const struct rmr_algorithm *a, struct faults *out,
                      struct error *e)
{
  const char *names[RMR_MAX_GROUPS];
  char word[64];
  for (uint32_t g = 0; g < a->n_shared; g++) {
    names[g] = a->shared[g].name;
    if (strlen(names[g]) != length || strncmp(names[g], name, length) != 0) continue;
    out->leases |= 1u << g;
    return true;
  }
  snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), name);
  const char *near = suggest(word, names, a->n_shared);
  return fail(e, EXIT_USAGE, "leases: %s has no registers '%s'%s%s%s; expected all, none, or names with commas between",
              a->name, word, near != NULL ? ", did you mean '" : "", near != NULL ? near : "",
              near != NULL ? "'?" : "");
}

static bool parse_leases(const char *text, const struct rmr_algorithm *a, struct faults *out, struct error *e)
{
  if (strcmp(text, "none") == 0) return true;
  if (strcmp(text, "all") == 0) {
    out->leases = (1u << a->n_shared) - 1;
    return true;
  }
  for (const char *at = text;; at++) {
    const size_t length = strcspn(at, ",");
    if (!add_lease(at, length, a, out, e)) return false;
    at += length;
    if (*at == '\0') return true;
  }
}

/* Somebody must be responsible for a register, else nobody's death would let it run out. */
static bool check_leases(const struct faults *faults, const struct rmr_algorithm *a, struct error *e)
{
  for (uint32_t g = 0; g < a->n_shared; g++) {
    if ((faults->leases >> g & 1) == 0) continue;
    if (a->shared[g].arbitrary)
      return fail(e, EXIT_USAGE, "leases: %s is initialised arbitrarily, so there is no value to fall back to",
                  a->shared[g].name);
    if (a->shared[g].multi_writer && a->shared[g].holder == NULL)
      return fail(e, EXIT_USAGE,
                  "leases: %s is written by several processes, and %s does not say which of them is responsible for it",
                  a->shared[g].name, a->name);
  }
  return true;
}

bool faults_parse(const char *kind, const char *leases, uint32_t expiries, const struct rmr_algorithm *a,
                  struct faults *out, struct error *e)
{
  *out = (struct faults){.expiries = expiries};
  if (kind != NULL && !parse_kind(kind, out, e)) return false;
  if (leases != NULL && !parse_leases(leases, a, out, e)) return false;
  for (uint32_t g = 0; leases == NULL && g < a->n_shared; g++) out->leases |= (uint32_t)a->shared[g].lease << g;
  if (expiries > FAULTS_MOST)
    return fail(e, EXIT_USAGE, "%u leases may expire; expected 0 to %d", expiries, FAULTS_MOST);
  if (expiries != 0 && out->leases == 0)
    return fail(e, EXIT_USAGE, "leases may expire, but %s has none; expected --leases all, or names of registers",
                a->name);
  return check_leases(out, a, e);
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

char *faults_kind_text(const struct faults *faults, char *out, size_t size)
{
  if (faults->kind == FAULTS_STOP)
    snprintf(out, size, "stop:%u", faults->crashes);
  else
    snprintf(out, size, "none");
  return out;
}

char *faults_leases_text(const struct faults *faults, const struct rmr_algorithm *a, char *out, size_t size)
{
  size_t used = 0;
  snprintf(out, size, "none");
  for (uint32_t g = 0; g < a->n_shared && used < size; g++)
    if (faults->leases >> g & 1)
      used += (size_t)snprintf(out + used, size - used, "%s%s", used != 0 ? "," : "", a->shared[g].name);
  return out;
}

char *faults_text(const struct faults *faults, const struct rmr_algorithm *a, char *out, size_t size)
{
  char leases[256];
  size_t used = 0;
  out[0] = '\0';
  if (faults->crashes != 0)
    used += (size_t)snprintf(out, size, "at most %u crash%s", faults->crashes, faults->crashes == 1 ? "" : "es");
  if (faults->leases != 0 && used < size)
    used += (size_t)snprintf(out + used, size - used, "%sleases %s", used != 0 ? ", " : "",
                             faults_leases_text(faults, a, leases, sizeof leases));
  if (faults->expiries != 0 && used < size)
    snprintf(out + used, size - used, ", of which %u may expire while the owner lives", faults->expiries);
  return out;
}
