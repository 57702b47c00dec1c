/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_closing.h: the search for a closed set of views (views.c), and which steps of three processes it needs: those
 * that lead to views to which no step beside one other leads (views_targets.c).
 */
#ifndef PROVE_VIEWS_CLOSING_H
#define PROVE_VIEWS_CLOSING_H

#include "prove/views.h"
#include "prove/views_join.h"
#include "prove/views_lists.h"
#include "prove/views_nodes.h"
#include "prove/views_queue.h"
#include "prove/views_seen.h"

/* A read of three: which step it is for the pair with the third one; and, in the triple, whose register and which word
 * it is. */
struct views_reading {
  struct views_read key;
  uint32_t owner, word;
};

/* A step of three that show these views, and the pairs that it concerns. */
struct views_waiting {
  uint32_t view[PAIRS_OF_TRIPLE], targets, member;
  bool reads; /* a register of another one: it is made once */
  struct views_reading reading;
};
enum { MOST_WAITING = 64 };

struct closing {
  struct views_scenes scenes;
  struct lookup *single;    /* [single]: its views */
  struct views_of_pair *of; /* [pair] */
  struct views_kinds kinds;
  struct views_seen seen;
  const struct reach_limits *limits;
  struct views_found *out;
  int32_t *joined, *rest, *shown, *alone, *from; /* room for states, */
  int32_t *shows[PAIRS_OF_TRIPLE];               /* and for those of each pair of three */
  size_t n_views, n_steps;
  /* The step that is made: from a state of the triple, or of a pair (NULL); whose, and from which views; and the pairs
   * that it concerns. */
  const struct views_triple *triple;
  uint32_t pair, targets, member;
  uint32_t view[PAIRS_OF_TRIPLE]; /* of a pair: the first one; NO_VIEW: views that come are initial */
  bool apart;                     /* no three processes show the views */
  struct views_waiting waiting[MOST_WAITING];
  uint32_t n_waiting;
  struct views_steps *steps; /* [pair]; NULL: nobody asks for them, or they are too many */
};

/* Of three: the scene of the p-th pair, and the view that it shows. */
static inline struct scene *views_scene_of(const struct closing *c, const struct views_triple *t, uint32_t p)
{
  return &c->scenes.pair[t->pair[p]].scene;
}

static inline const struct view *views_view_of(const struct closing *c, const struct views_triple *t,
                                               const uint32_t view[PAIRS_OF_TRIPLE], uint32_t p)
{
  return &c->of[t->pair[p]].view[view[p]];
}

/* Which registers the members of a view access next. The state is not in the scene's own room. */
void views_aim(struct scene *scene, const int32_t *state, struct view *view);

/* Whether the next step of a member of three may concern another pair than it is in, as one of its two views shows:
 * but for that, it may only access a register of the third process. */
bool views_may_concern(const struct closing *c, const struct views_triple *t, const struct view *v, uint32_t as,
                       uint32_t member);

/* The pairs of three, as bits, of which a step of a member may lead to views that no step beside one other leads to:
 * all, if it accesses a register of another process; that of the two others, if it writes a register that is no
 * process's and that they know, or comes. */
uint32_t views_targets(const struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                       uint32_t member);

/* Whether the member may come (views_queue.h) with its next step; and whether the register that it accesses then may be
 * a fourth process's. */
bool views_may_come(const struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                    uint32_t member);
bool views_may_leave(const struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                     uint32_t member);

/* A member of three reads a register of another one, as the view of the two says.
 * False: it is another step than such a read, or these are not followed (views_seen.h). */
bool views_is_reading(struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                      uint32_t member, struct views_reading *out);

/* views_kept.c: keeps the step that is made, where steps are kept: of a pair; and of three, as the p-th pair sees it,
 * which `c->shown` shows now. to: the view that it leads to. */
void views_keep_of_pair(struct closing *c, uint32_t to, const struct walked *walked);
void views_keep_of_three(struct closing *c, uint32_t p, uint32_t to, const struct walked *walked);

#endif
