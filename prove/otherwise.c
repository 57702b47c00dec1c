/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * otherwise.c: proofs of a text that is not followed as it is. At every N another text may stand for it
 * (tickets.h), or one N for all (ascent.h), or the graph may say enough (levels.h).
 */
#include <stdio.h>
#include <string.h>

#include "model/system.h"
#include "prove/levels.h"
#include "prove/proof.h"

/* An algorithm that is not followed may be if values that it counts up have no range. If not, the first reason is the
 * better one. There are no certificates of that. */
static bool prove_unbounded(const struct prove_spec *given, struct proved *out, struct error *e)
{
  struct prove_spec spec = *given;
  struct error why = {0};
  const struct scene scene = {.machine = spec.machine, .parameters = spec.parameters, .n = spec.n};
  if (!spec.assume_ranges || out->interrupted || !scene_has_open_ranges(&scene)) return false;
  spec.certificate = NULL;
  proved_free(out);
  if (!proof_make((struct proof){.spec = &spec, .unbounded = true}, out, &why)) return false;
  *e = (struct error){0};
  return true;
}

/* An algorithm that is not followed at every N may be if tickets are nodes. Each write must cost the same: the access
 * that is added would make a later one free where it does not. If there are tickets, the reason why not is about them.
 */
static bool prove_with_nodes(const struct prove_spec *given, struct proved *out, struct error *e)
{
  static const char why_not[] = "beside tickets as nodes only cc and cc-keep are followed";
  struct prove_spec spec = *given;
  struct error why = {0};
  if (spec.n != 0 || out->interrupted) return false;
  struct tickets *tickets = tickets_find(spec.machine, spec.parameters, &why);
  if (tickets == NULL && why.code != EXIT_OK) *e = why;
  if (tickets == NULL) return false;
  const bool costs = spec.cost && (spec.memory == MEMORY_CC || spec.memory == MEMORY_CC_KEEP);
  spec.machine = tickets->machine;
  spec.cost = costs;
  spec.certificate = NULL;
  proved_free(out);
  const bool ok = proof_make((struct proof){.spec = &spec, .tickets = tickets}, out, &why);
  out->nodes = out->tickets = true;
  if (given->cost && !costs) {
    out->cost.verdict = PROVE_NOT_DECIDED;
    memcpy(out->cost.why, why_not, sizeof why_not);
  }
  *e = ok ? (struct error){0} : why;
  tickets_free(tickets);
  return ok;
}

/* The properties that are asked and have no answer are not decided, as the text itself is not followed: *e says why. */
static void leave_undecided(const struct prove_spec *spec, struct proved *out, struct error *e)
{
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) {
    struct prove_answer *p = &out->property[k];
    if (!proof_asks(spec, k) || p->verdict != PROVE_NOT_ASKED) continue;
    p->verdict = PROVE_NOT_DECIDED;
    snprintf(p->why, sizeof p->why, "%.*s", (int)sizeof p->why - 1, e->text);
  }
  *e = (struct error){0};
}

static void answer_by_levels(struct prove_answer *out, bool holds, uint64_t bound, const char *why)
{
  *out =
    (struct prove_answer){.verdict = holds ? PROVE_HOLDS : PROVE_NOT_DECIDED, .basis = holds ? PROVE_BY_LEVELS : 0};
  if (holds) out->bound = bound;
  if (!holds) snprintf(out->why, sizeof out->why, "%s", why);
}

/* Answers all questions about a text that has levels. False: nothing holds. */
static bool ask_levels(const struct prove_spec *spec, struct levels *l, struct proved *out)
{
  bool any = false;
  if (spec->check[PROVE_P1]) {
    const bool holds = levels_exclude(l);
    answer_by_levels(&out->property[PROVE_P1], holds, 0, l->why);
    any |= holds;
  }
  if (spec->check[PROVE_P3]) {
    const uint64_t steps = levels_exit(l);
    const bool holds = steps != REACH_NO_BOUND;
    answer_by_levels(&out->property[PROVE_P3], holds, steps, l->why);
    any |= holds;
  }
  if (spec->cost) {
    const bool pays = spec->any_form && levels_cost(l, spec->memory, &out->cost);
    if (!pays) {
      out->cost = (struct prove_cost){.verdict = PROVE_NOT_DECIDED};
      snprintf(out->cost.why, sizeof out->cost.why, "%s",
               spec->any_form ? l->why : "its bound is not of the form that is asked");
    }
    any |= pays;
  }
  return any;
}

/* Proves by the graph of a text with N-1 levels. If none of the questions has an answer, the reason is about the
 * levels. */
static bool prove_by_levels(const struct prove_spec *spec, struct proved *out, struct error *e)
{
  struct levels levels;
  struct proved found = {.interrupted = false};
  if (spec->n != 0 || out->interrupted) return false;
  const bool holds =
    levels_find(&levels, spec->machine) && ask_levels(spec, &levels, &found) && levels_have_outcomes(&levels);
  const char *why = levels.why;
  levels_free(&levels);
  if (holds) {
    proved_free(out);
    *out = found;
    leave_undecided(spec, out, e);
    return true;
  }
  if (why == NULL) return false;
  *e = (struct error){0};
  return fail(e, EXIT_INCOMPLETE, "%s: the levels: %s", spec->machine->algorithm.name, why);
}

/* Of a tree the matches at one N may show those of all. If it is one, the reason why not is about it. */
static bool prove_by_ascent(const struct prove_spec *given, struct proved *out, struct error *e)
{
  struct prove_spec spec = *given;
  struct ascent ascent;
  struct error why = {0};
  const char *why_not;
  if (spec.n != 0 || out->interrupted) return false;
  const bool steps = spec.check[PROVE_P3] || spec.check[PROVE_P4];
  const bool asked = spec.check[PROVE_P1] || steps || (spec.cost && spec.any_form);
  if (!asked || !ascent_find(spec.machine, spec.parameters, &ascent, &why_not)) {
    if (!asked || why_not == NULL) return false;
    *e = (struct error){0};
    return fail(e, EXIT_INCOMPLETE, "%s: the tree: %s", spec.machine->algorithm.name, why_not);
  }
  spec.n = ascent.n;
  spec.certificate = NULL;
  proved_free(out);
  if (!proof_make((struct proof){.spec = &spec, .ascent = &ascent}, out, &why)) {
    *e = why;
    return false;
  }
  leave_undecided(given, out, e);
  return true;
}

bool prove_otherwise(const struct prove_spec *spec, struct proved *out, struct error *e)
{
  return prove_unbounded(spec, out, e) || prove_with_nodes(spec, out, e) || prove_by_levels(spec, out, e) ||
         prove_by_ascent(spec, out, e);
}
