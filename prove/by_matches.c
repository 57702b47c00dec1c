/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * by_matches.c: P1, P3, P4 and RMRs of a tournament at one N, match by match (match.h). That comes first, as the states
 * of two processes among anything have the place of each in all of its matches; but there are no certificates of it. At
 * N = 2 there is one match, which has the states of two processes as well: only P4 is asked of it, if it is not proved
 * otherwise. Of a tree that a process climbs in the same way at each level, the matches of one N show those of all
 * (ascent.h).
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/match.h"
#include "prove/proof.h"

static bool search_matches(struct proof *p, enum match_counts counts, const struct ascent *ascent,
                           struct matches_found *found)
{
  const struct scene like = proof_scene(p, (struct scene){.whole = false});
  struct reach_limits told = p->limits;
  told.what = "matches";
  if (like.n < (counts == MATCH_ENTRY ? 2 : 3) || p->certificate != NULL || like.machine->algorithm.group ||
      scene_has_graph(&like))
    return false;
  matches_search(&like, &told, counts, ascent, found);
  p->out->interrupted |= found->end == REACH_INTERRUPTED;
  return found->end == REACH_ALL;
}

bool prove_by_matches(struct proof *p)
{
  struct matches_found found;
  if (!search_matches(p, MATCH_NOTHING, NULL, &found)) return false;
  p->out->property[PROVE_P1] =
    (struct prove_answer){.verdict = PROVE_HOLDS, .basis = PROVE_BY_MATCHES, .states = found.n_states};
  return true;
}

/* The steps of P3, or those of P4. */
static bool search_steps(struct proof *p, enum prove_property id, const struct ascent *ascent,
                         struct matches_found *found)
{
  return search_matches(p, id == PROVE_P3 ? MATCH_EXIT : MATCH_ENTRY, ascent, found);
}

bool prove_steps_by_matches(struct proof *p, enum prove_property id)
{
  struct matches_found found;
  const struct prove_answer *exclusion = &p->out->property[PROVE_P1];
  const bool is_none =
    exclusion->verdict != PROVE_NOT_ASKED && (exclusion->basis & PROVE_BY_MATCHES) == 0 && p->spec->n > 2;
  if ((id != PROVE_P3 && id != PROVE_P4) || is_none) return false;
  if (!search_steps(p, id, NULL, &found) || found.paid.most == REACH_NO_BOUND) return false;
  free(p->out->property[id].run.step);
  p->out->property[id] = (struct prove_answer){
    .verdict = PROVE_HOLDS, .bound = found.paid.most, .basis = PROVE_BY_MATCHES, .states = found.n_states};
  return true;
}

bool prove_costs_by_matches(struct proof *p)
{
  struct matches_found found;
  if (!search_matches(p, MATCH_RMRS, NULL, &found) || found.paid.most == REACH_NO_BOUND) return false;
  p->out->cost =
    (struct prove_cost){.verdict = PROVE_HOLDS, .own = found.paid, .basis = PROVE_BY_MATCHES, .states = found.n_states};
  return true;
}

/* Why the matches of a tree do not show those of all. */
static const char *why_not_shown(enum reach_end end)
{
  switch (end) {
  case REACH_MEMORY: return "there are too many abstract states for the memory";
  case REACH_INTERRUPTED: return "the search was interrupted";
  case REACH_STUCK:
    return "not all processes of a node access its registers, or begin a level in the same ways, or one cannot go "
           "through its passage";
  default: return "P1 is not proved match by match";
  }
}

static const char no_bound[] = "a match has no bound";

/* The steps of an exit or of an entry. */
static void steps_at_every_n(struct proof *p, const struct ascent *ascent, enum prove_property id)
{
  struct matches_found found;
  struct prove_answer *out = &p->out->property[id];
  const bool all = search_steps(p, id, ascent, &found), holds = all && found.paid.most != REACH_NO_BOUND;
  if (!holds) {
    *out = (struct prove_answer){.verdict = PROVE_NOT_DECIDED};
    snprintf(out->why, sizeof out->why, "%s", all ? no_bound : why_not_shown(found.end));
    return;
  }
  *out = (struct prove_answer){.verdict = PROVE_HOLDS,
                               .bound = id == PROVE_P4 ? found.outside : found.match.most,
                               .once = id == PROVE_P4 ? found.match.most - found.outside : 0,
                               .per_level = true,
                               .basis = PROVE_BY_MATCHES,
                               .states = found.n_states};
}

bool prove_ascent(struct proof *p, const struct ascent *ascent)
{
  struct matches_found found;
  const struct prove_spec *spec = p->spec;
  const char *why = spec->any_form ? NULL : "its bound is not of the form that is asked";
  if (!search_matches(p, spec->cost && why == NULL ? MATCH_RMRS : MATCH_NOTHING, ascent, &found))
    return fail(p->e, EXIT_INCOMPLETE, "%s: the tree: at N = %" PRIu32 " %s", spec->machine->algorithm.name, spec->n,
                why_not_shown(found.end));
  if (spec->check[PROVE_P1])
    p->out->property[PROVE_P1] =
      (struct prove_answer){.verdict = PROVE_HOLDS, .basis = PROVE_BY_MATCHES, .states = found.n_states};
  for (int id = PROVE_P3; id <= PROVE_P4; id++)
    if (spec->check[id]) steps_at_every_n(p, ascent, id);
  if (!spec->cost) return true;
  if (why == NULL && found.paid.most == REACH_NO_BOUND) why = no_bound;
  struct prove_cost *cost = &p->out->cost;
  *cost = (struct prove_cost){.verdict = why == NULL ? PROVE_HOLDS : PROVE_NOT_DECIDED,
                              .form = PROVE_PER_LEVEL,
                              .own = found.match,
                              .basis = PROVE_BY_MATCHES,
                              .states = found.n_states};
  if (why != NULL) snprintf(cost->why, sizeof cost->why, "%s", why);
  return true;
}
