/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/print_claims.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/property.h"
#include "model/system.h"

enum { WORDS_WIDTH = 22 }; /* of most claims; the citation of a longer one is below it */

static const char *yes_or_no(uint8_t claim)
{
  return claim == RMR_YES ? "yes" : "no";
}

/* "P2 yes", "RMRs per passage cc N". The caller frees it. */
static char *words_of(const struct rmr_claims *c, size_t claim)
{
  switch (claim) {
  case RMR_CITED_CC: return mem_format("RMRs cc %s%s", c->rmr_cc, c->one_shot ? " (one passage each)" : "");
  case RMR_CITED_DSM: return mem_format("RMRs dsm %s%s", c->rmr_dsm, c->one_shot ? " (one passage each)" : "");
  case RMR_CITED_SPACE: return mem_format("space %s", c->space);
  case RMR_CITED_BOUNDED: return mem_format("bounded registers %s", yes_or_no(c->bounded));
  case RMR_CITED_SURVIVES: return mem_format("all of it also where processes crash (%s)", c->survives);
  }
  return mem_format("%s %s", property_key((enum property_id)claim), yes_or_no(c->p[claim]));
}

/* Whether an earlier claim has the same citation. */
static bool is_told(const struct rmr_algorithm *a, size_t claim, const char *cited)
{
  for (size_t k = 1; k < claim; k++) {
    const char *other = algorithm_cited(a, k);
    if (other != NULL && strcmp(other, cited) == 0) return true;
  }
  return false;
}

/* "P1 yes, P2 yes": the claims with this citation. The caller frees it. */
static char *claims_of(const struct rmr_algorithm *a, const char *cited)
{
  char *out = mem_text("");
  for (size_t k = 1; k < RMR_N_CITED; k++) {
    const char *other = algorithm_cited(a, k);
    if (other == NULL || strcmp(other, cited) != 0) continue;
    char *words = words_of(&a->claims, k);
    mem_append(&out, "%s%s", out[0] != '\0' ? ", " : "", words);
    free(words);
  }
  return out;
}

void print_claims(const struct rmr_algorithm *a, FILE *out)
{
  bool any = false;
  for (size_t first = 1; first < RMR_N_CITED; first++) {
    const char *cited = algorithm_cited(a, first);
    if (cited == NULL || is_told(a, first, cited)) continue;
    if (!any) fprintf(out, "\nclaimed%s, and where:\n", a->claims.timed ? " with a clock" : "");
    any = true;
    char *words = claims_of(a, cited);
    const int width = cited[0] != '\0' ? WORDS_WIDTH : 0;
    fprintf(out, "  %-*s", width, words);
    if (width != 0 && strlen(words) > WORDS_WIDTH) fprintf(out, "\n  %-*s", width, "");
    fprintf(out, "%s%s\n", width != 0 ? "  " : "", cited);
    free(words);
  }
  if (a->claims.primitives != NULL) fprintf(out, "%sprimitives: %s\n", any ? "" : "\n", a->claims.primitives);
}
