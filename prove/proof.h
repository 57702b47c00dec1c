/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * proof.h: the code that the proofs of the properties (prove.c, counts.c, by_views.c, by_matches.c) share: the scenes
 * that a proof goes through, and the search in each.
 */
#ifndef PROVE_PROOF_H
#define PROVE_PROOF_H

#include "prove/ascent.h"
#include "prove/certificate.h"
#include "prove/hidden.h"
#include "prove/prove.h"
#include "prove/tickets.h"
#include "prove/views.h"

/* Up to this N three members are followed, and registers that no member reads. */
enum { MOST_N_IN_DETAIL = 4 };

/* Views, once they have been looked for. */
struct proof_views {
  bool sought;
  struct views_found found;
  struct views_graph graph; /* no steps: there was no memory for them, or nobody asks */
};

/* The data of one proof. */
struct proof {
  const struct prove_spec *spec;
  struct reach_limits limits;      /* of a search */
  struct certificate *certificate; /* collects what is proved; NULL: nothing does */
  struct written *written;         /* [N_WRITTEN] */
  struct written *left;            /* [N_EVER_WRITTEN]; NULL: not asked so far (counts.c) */
  struct abstract_records records;
  uint32_t may_forget; /* groups */
  bool forgot;         /* the values ever written were found without registers that one process alone writes */
  bool unbounded;      /* as in struct proved */
  const struct tickets *tickets; /* whose text with nodes it is (tickets.h); NULL: it is the text that is asked */
  const struct ascent *ascent;   /* the tree whose matches show those of every N (ascent.h); NULL: one N, or no tree */
  struct proved *out;
  struct error *e;
  struct proof_views views, queue; /* queue: with who came before whom (views_queue.h) */
};

/* The scenes of one member, two or three: with n = 0 whether the first member is 1, and the last one N, and in a graph
 * whether two members are neighbours, and where; else who they are. Those of several members hide what none of them
 * sees. Zeroed but for spec, members and conflict: at its beginning. */
struct tour {
  const struct prove_spec *spec;
  uint32_t members;
  bool conflict;  /* scenes of two members that never conflict are left out */
  bool shows_all; /* nothing is hidden */
  uint32_t k;
  struct hidden hidden; /* of the last scene */
};

bool tour_next(struct tour *t, struct scene *scene); /* false: there are no more */
void tour_end(struct tour *t);

/* One scene, and the result of its search. */
struct scene_found {
  struct scene scene;
  struct abstract_graph reach;
  enum reach_end end;
};

/* Whether scenes forget what is not read (unread.h): of few processes there is no need, and a certificate has all. */
bool proof_skips_unread(const struct proof *p);

/* A scene of what is asked: it has no members yet. */
struct scene proof_scene(struct proof *p, struct scene scene);

/* False: *e says why the algorithm cannot be followed. */
bool proof_search(struct proof *p, struct scene scene, bool exclusion, struct scene_found *out);
void scene_found_free(struct scene_found *s);

/* prove.c: whether it is asked; P5 is defined only where there is a doorway. */
bool proof_asks(const struct prove_spec *spec, int property);

/* prove.c: all questions. p: has the question; all else is zero. False: *e says why that is not followed. */
bool proof_make(struct proof p, struct proved *out, struct error *e);

/* otherwise.c: the same of a text that is not followed. False: it is not in another way either; *e has the better
 * reason. */
bool prove_otherwise(const struct prove_spec *spec, struct proved *out, struct error *e);

/* lies.c: the run to where the search ended; and one to a loop that counts, where the answer has no run. */
void proof_take_run(const struct scene_found *s, struct prove_answer *out);
void proof_take_loop(const struct scene_found *s, enum reach_path path, struct prove_answer *out);

/* False: the answer is final, as not all states were found. */
bool proof_take(const struct scene_found *s, struct prove_answer *out);

/* counts.c: properties that are bounded by a number. False: *e says why not. */
bool prove_count(struct proof *p, enum prove_property id);
bool prove_entry(struct proof *p, enum prove_property id);
bool prove_costs(struct proof *p);

/* counts.c: a run to a loop that two members make alone takes the place of another one, if there is any. */
void proof_prefer_honest_loop(struct proof *p, enum reach_path path, struct prove_run *run);

/* prove.c: whether P1 is not proved of two processes among anything. Only then views are tried: they take long. */
bool proof_needs_views(struct proof *p);

/* by_views.c: a property that is not proved of two processes among anything. If it is not by views either, the answer
 * remains, and says why. */
void prove_by_views(struct proof *p, enum prove_property id);
void prove_costs_by_views(struct proof *p);

/* by_views.c: whether the text with nodes stands for the text with tickets. False: *e says why not. */
bool prove_tickets(struct proof *p);

/* by_matches.c: P1, the steps of P3 or P4, and RMRs of a tournament at one N. False: its matches do not prove them, or
 * it is none. */
bool prove_by_matches(struct proof *p);
bool prove_steps_by_matches(struct proof *p, enum prove_property id);
bool prove_costs_by_matches(struct proof *p);

/* The same for every N: spec->n is that of the tree that shows all. False: *e says why not. */
bool prove_ascent(struct proof *p, const struct ascent *ascent);

#endif
