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
#include "prove/views_reads.h"

struct closing {
  struct views_scenes scenes;
  struct lookup *single;    /* [single]: its views */
  struct views_of_pair *of; /* [pair] */
  struct views_kinds kinds;
  struct views_reads reads;
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
  struct views_steps *steps;      /* [pair]; NULL: nobody asks for them, or they are too many */
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

/* A read of three: its reply, as the rest of the two views of the owner, and the view of the two others that it
 * concerns. False: the search has ended. */
typedef bool views_read_fn(struct closing *c, struct views_triple *t, const struct views_roles *roles,
                           const uint32_t kept[2], uint32_t concerned);

/* views_reads.c: calls `read` for all reads of three processes that show this view as that of the pair, and others that
 * have been enlisted. */
void views_enlist_reads(struct closing *c, uint32_t pair, uint32_t view);
bool views_find_reads(struct closing *c, struct views_triple *t, uint32_t pair, uint32_t view, views_read_fn *read);

/* views_kept.c: keeps the step that is made, where steps are kept: of a pair; and of three, as the p-th pair sees it,
 * which `c->shown` shows now. to: the view that it leads to. */
void views_keep_of_pair(struct closing *c, uint32_t to, const struct walked *walked);
void views_keep_of_three(struct closing *c, uint32_t p, uint32_t to, const struct walked *walked);

#endif
