/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * by_matches.c: P1 of a tournament at one N, match by match (match.h). That comes first, as the states of two processes
 * among anything have the place of each in all of its matches; but there are no certificates of it. At N = 2 there is
 * one match, which has the states of two processes as well.
 */
#include "prove/match.h"
#include "prove/proof.h"

static bool search_matches(struct proof *p, bool pays, struct matches_found *found)
{
  const struct scene like = proof_scene(p, (struct scene){.whole = false});
  struct reach_limits told = p->spec->limits;
  told.what = "matches";
  if (like.n < 3 || p->spec->certificate != NULL || like.machine->algorithm.group || scene_has_graph(&like))
    return false;
  matches_search(&like, &told, pays, found);
  p->out->interrupted |= found->end == REACH_INTERRUPTED;
  return found->end == REACH_ALL;
}

bool prove_by_matches(struct proof *p)
{
  struct matches_found found;
  if (!search_matches(p, false, &found)) return false;
  p->out->property[PROVE_P1] =
    (struct prove_answer){.verdict = PROVE_HOLDS, .by_matches = true, .states = found.n_states};
  return true;
}

bool prove_costs_by_matches(struct proof *p)
{
  struct matches_found found;
  if (!search_matches(p, true, &found) || found.paid.most == REACH_NO_BOUND) return false;
  p->out->cost =
    (struct prove_cost){.verdict = PROVE_HOLDS, .own = found.paid, .by_matches = true, .states = found.n_states};
  return true;
}
