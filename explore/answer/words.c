/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/scope_text.h"

/* The bounds of an answer; "" if there are none. */
static void bounds_text(const struct system_spec *setup, const struct explored *explored,
                        const struct explored_property *p, char *out, size_t size)
{
  size_t n = 0;
  *out = '\0';
  if (setup->passages != 0) n = strlen(scope_passages(setup->passages, out, size));
  for (uint32_t k = 0; k < N_LIMITS; k++) {
    const uint32_t limit = setup->faults.limit[k];
    if (limit == 0) continue;
    n += (size_t)snprintf(out + n, size - n, "%s%" PRIu32 " %s", n != 0 ? ", " : "", limit,
                          limit == 1 ? limit_table[k].one : limit_table[k].many);
    if (k == LIMIT_CRASHES && setup->faults.at != 0)
      n += (size_t)snprintf(out + n, size - n, " at line %s", rmr_line_of(setup->algorithm, setup->faults.at)->label);
  }
  if (p->capped) n += (size_t)snprintf(out + n, size - n, "%svalues up to %" PRId64, n != 0 ? ", " : "", explored->cap);
  if (p->full) snprintf(out + n, size - n, "%sbuffers of %" PRIu32 " writes", n != 0 ? ", " : "", explored->buffer);
}

char *explored_holds_text(const struct system_spec *setup, const struct explored *explored,
                          const struct explored_property *p, char *out, size_t size)
{
  char bounds[160];
  bounds_text(setup, explored, p, bounds, sizeof bounds);
  if (p->verdict == VERDICT_NOT_CHECKED)
    snprintf(out, size, "not checked");
  else if (p->verdict == VERDICT_NOT_DECIDED && p->cut)
    snprintf(out, size, "not decided (it is violated somewhere; memory or time ended before the way there was known)");
  else if (p->verdict == VERDICT_NOT_DECIDED && p->unfinished)
    snprintf(out, size, "not decided (no violation before the search was cut short)");
  else if (p->verdict == VERDICT_NOT_DECIDED)
    snprintf(out, size, "not decided (no violation in the first %" PRIu64 " states)", p->states);
  else if (p->verdict == VERDICT_FAILS && p->rests)
    snprintf(out, size, "fails (bounded by %s)", scope_passages(setup->passages, bounds, sizeof bounds));
  else if (p->verdict == VERDICT_FAILS)
    snprintf(out, size, "fails");
  else if (bounds[0] == '\0')
    snprintf(out, size, "holds (complete)");
  else
    snprintf(out, size, "holds (bounded by %s)", bounds);
  return out;
}

char *explored_verdict_text(const struct system_spec *setup, const struct explored *explored, uint32_t property,
                            char *out, size_t size)
{
  return explored_holds_text(setup, explored, &explored->property[property], out, size);
}

char *explored_invariants_text(const struct system_spec *setup, const struct explored *explored, char *out, size_t size)
{
  const struct rmr_invariant *all = setup->algorithm->invariants;
  const struct explored_property *shown = explored_invariants(explored);
  *out = '\0';
  if (shown != NULL && shown->verdict == VERDICT_FAILS) {
    const struct rmr_invariant *failed = &all[shown - explored->invariant];
    snprintf(out, size, "%s does not hold: %s", failed->name, failed->text);
    return out;
  }
  size_t n = 0;
  for (uint32_t k = 0; k < explored->n_invariants && n < size; k++)
    n += (size_t)snprintf(out + n, size - n, "%s%s", k > 0 ? ", " : "", all[k].name);
  return out;
}

char *explored_detail_text(uint32_t property, const struct explored_property *p, char *out, size_t size)
{
  *out = '\0';
  if (p->verdict == VERDICT_FAILS && property == PROPERTY_P5)
    snprintf(out, size, "P%" PRIu32 " overtakes P%" PRIu32, p->other, p->process);
  else if (p->verdict == VERDICT_FAILS && property == PROPERTY_P2)
    snprintf(out, size, "P%" PRIu32 " can starve", p->process);
  else if (p->verdict == VERDICT_FAILS && property == PROPERTY_P7)
    snprintf(out, size, "P%" PRIu32 " is lost: it can never enter again, %s", p->process,
             p->rests ? "unless somebody makes a further passage" : "whatever happens");
  else if (p->verdict == VERDICT_FAILS && property == PROPERTY_RESPONSE)
    snprintf(out, size, "somebody wants to enter, and time goes on without end before anybody does");
  else if (p->verdict == VERDICT_HOLDS && property == PROPERTY_RESPONSE)
    snprintf(out, size, "while somebody wants to enter, somebody does in every %" PRIu64 " tick%s", p->bound,
             plural(p->bound));
  else if (p->verdict >= VERDICT_HOLDS && property == PROPERTY_RATE && p->bound == GAP_NONE)
    snprintf(out, size, "no entry follows another");
  else if (p->verdict >= VERDICT_HOLDS && property == PROPERTY_RATE)
    snprintf(out, size, "an entry can follow another after %" PRIu64 " tick%s%s", p->bound, plural(p->bound),
             p->verdict == VERDICT_HOLDS ? ", and no sooner" : "");
  else if (p->verdict == VERDICT_FAILS && property == PROPERTY_BCSR)
    snprintf(out, size, "P%" PRIu32 ", which has crashed in the critical section, can be kept out of it", p->process);
  else if (p->verdict == VERDICT_FAILS && property == PROPERTY_CSR)
    snprintf(out, size, "somebody enters before another that has crashed in the critical section is there again");
  else if (p->verdict == VERDICT_FAILS && property == PROPERTY_ROBUST)
    snprintf(out, size, "local states meet that never meet where each write is in memory at once");
  else if (p->verdict == VERDICT_FAILS && p->process != 0)
    snprintf(out, size, "P%" PRIu32 " can take steps without end", p->process);
  else if (p->verdict == VERDICT_HOLDS && property == PROPERTY_P3)
    snprintf(out, size, "%s takes at most %" PRIu64 " own step%s", p->recovers ? "an exit or a recovery" : "an exit",
             p->bound, plural(p->bound));
  else if (p->verdict == VERDICT_HOLDS && property == PROPERTY_P4)
    snprintf(out, size, "an entry that nobody conflicts with takes at most %" PRIu64 " own step%s", p->bound,
             plural(p->bound));
  else if (p->verdict == VERDICT_HOLDS && property == PROPERTY_BCSR)
    snprintf(out, size,
             "a process that has crashed in the critical section is there again after at most %" PRIu64 " own step%s",
             p->bound, plural(p->bound));
  return out;
}

const char *explored_scope_text(const struct explored_cost *cost)
{
  return !cost->complete ? "lower bound"
         : cost->capped  ? "bounded by the cap"
         : cost->full    ? "bounded by the buffer"
                         : "exact";
}

const struct explored_cost *explored_costliest(const struct explored *explored)
{
  const struct explored_cost *worst = explored->n_costs != 0 ? &explored->cost[0] : NULL;
  for (uint32_t k = 1; k < explored->n_costs; k++) {
    const struct explored_cost *c = &explored->cost[k];
    if (!worst->unbounded && (c->unbounded || c->worst > worst->worst)) worst = c;
  }
  return worst;
}
