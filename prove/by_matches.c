/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * by_matches.c: P1 of a tournament at one N, match by match (match.h). That comes first, as the states of two processes
 * among anything have the place of each in all of its matches; but there are no certificates of it. At N = 2 there is
 * one match, which has the states of two processes as well. Of a tree that a process climbs in the same way at each
 * level, the matches of one N show those of all (ascent.h).
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "prove/match.h"
#include "prove/proof.h"

static bool search_matches(struct proof *p, bool pays, const struct ascent *ascent, struct matches_found *found)
{
  const struct scene like = proof_scene(p, (struct scene){.whole = false});
  struct reach_limits told = p->limits;
  told.what = "matches";
  if (like.n < 3 || p->certificate != NULL || like.machine->algorithm.group || scene_has_graph(&like)) return false;
  matches_search(&like, &told, pays, ascent, found);
  p->out->interrupted |= found->end == REACH_INTERRUPTED;
  return found->end == REACH_ALL;
}

bool prove_by_matches(struct proof *p)
{
  struct matches_found found;
  if (!search_matches(p, false, NULL, &found)) return false;
  p->out->property[PROVE_P1] =
    (struct prove_answer){.verdict = PROVE_HOLDS, .by_matches = true, .states = found.n_states};
  return true;
}

bool prove_costs_by_matches(struct proof *p)
{
  struct matches_found found;
  if (!search_matches(p, true, NULL, &found) || found.paid.most == REACH_NO_BOUND) return false;
  p->out->cost =
    (struct prove_cost){.verdict = PROVE_HOLDS, .own = found.paid, .by_matches = true, .states = found.n_states};
  return true;
}

/* Why the matches of a tree do not show those of all. */
static const char *why_not_shown(enum reach_end end)
{
  switch (end) {
  case REACH_MEMORY: return "there are too many abstract states for the memory";
  case REACH_INTERRUPTED: return "the search was interrupted";
  case REACH_STUCK: return "not all processes of a node access its registers, or one cannot go through its passage";
  default: return "P1 is not proved match by match";
  }
}

bool prove_ascent(struct proof *p, const struct ascent *ascent)
{
  struct matches_found found;
  const struct prove_spec *spec = p->spec;
  const char *why = spec->any_form ? NULL : "its bound is not of the form that is asked";
  if (!search_matches(p, spec->cost && why == NULL, ascent, &found))
    return fail(p->e, EXIT_INCOMPLETE, "%s: the tree: at N = %" PRIu32 " %s", spec->machine->algorithm.name, spec->n,
                why_not_shown(found.end));
  if (spec->check[PROVE_P1])
    p->out->property[PROVE_P1] =
      (struct prove_answer){.verdict = PROVE_HOLDS, .by_matches = true, .states = found.n_states};
  if (!spec->cost) return true;
  if (why == NULL && found.paid.most == REACH_NO_BOUND) why = "a match has no bound";
  struct prove_cost *cost = &p->out->cost;
  *cost = (struct prove_cost){.verdict = why == NULL ? PROVE_HOLDS : PROVE_NOT_DECIDED,
                              .form = PROVE_PER_LEVEL,
                              .own = found.match,
                              .by_matches = true,
                              .states = found.n_states};
  if (why != NULL) snprintf(cost->why, sizeof cost->why, "%s", why);
  return true;
}
