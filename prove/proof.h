/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * proof.h: what the proofs of the properties (prove.c, counts.c) share: the scenes that a proof goes through, and the
 * search in each.
 */
#ifndef PROVE_PROOF_H
#define PROVE_PROOF_H

#include "prove/certificate.h"
#include "prove/hidden.h"
#include "prove/prove.h"

/* What one proof needs. */
struct proof {
  const struct prove_spec *spec;
  struct written *written; /* [N_WRITTEN] */
  struct abstract_records records;
  uint32_t may_forget; /* groups */
  const char *what;    /* is being proved */
  struct proved *out;
  struct error *e;
};

/* The scenes of one member, two or three: with n = 0 whether the first member is 1, and the last one N, and in a graph
 * whether two members are neighbours, and where; else who they are. Those of several members hide what none of them
 * sees. Zeroed but for spec, members and conflict: at its beginning. */
struct tour {
  const struct prove_spec *spec;
  uint32_t members;
  bool conflict; /* scenes of two members that never conflict are left out */
  uint32_t k;
  struct hidden hidden; /* of the last scene */
};

bool tour_next(struct tour *t, struct scene *scene); /* false: there are no more */
void tour_end(struct tour *t);

/* One scene, and what came of searching it. */
struct scene_found {
  struct scene scene;
  struct abstract_graph reach;
  enum reach_end end;
};

/* False: *e says why the algorithm cannot be followed. */
bool proof_search(struct proof *p, struct scene scene, const struct reach_limits *limits, bool exclusion, bool *grew,
                  struct scene_found *out);
void scene_found_free(struct scene_found *s);

/* False: the answer is final, as not all states were found. */
bool proof_take(const struct scene_found *s, struct prove_answer *out);

/* counts.c: what is bounded by a number. False: *e says why not. */
bool prove_count(struct proof *p, enum prove_property id);
bool prove_costs(struct proof *p);

#endif
