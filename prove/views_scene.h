/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_scene.h: the scenes of the refinement by views (views.h): of one process, of two, and of three. All registers
 * that they have are exact. And lenses: from a state to one that shows some of its members.
 *
 * At one N a register that no index of a process picks, such as a node of a tree, may be of no interest to most pairs:
 * a pair *keeps* those that both access, and of these the ones that the fewest processes access.
 */
#ifndef PROVE_VIEWS_SCENE_H
#define PROVE_VIEWS_SCENE_H

#include "prove/reach.h"

enum { NO_WORD = -1, LENS_PLACES = 32, PAIRS_OF_TRIPLE = 3 };

/* From the states of one scene to those of one with some of its members. */
struct lens {
  struct scene *from, *to;
  int32_t *word;              /* [to->length]: the same word there; NO_WORD: 0, or a node's register */
  int32_t place[LENS_PLACES]; /* at every N: the place of an identity */
};

/* views_lens.c. members: of the scene `from`, those that `to` has. */
void lens_make(struct lens *lens, struct scene *from, struct scene *to, const uint8_t *members);
void lens_free(struct lens *lens);

struct views_pair {
  struct scene scene;
  uint32_t single[2]; /* of each member */
  struct lens lens[2];
};

/* The pairs are those of the members 0 and 1, 0 and 2, and 1 and 2. */
extern const uint8_t views_members_of_pair[PAIRS_OF_TRIPLE][2];

/* The other way round: by member, the pair without it; and, of the two that have it, which ones they are, and which of
 * their members it is. */
struct views_pairs_with {
  uint8_t without, in[2], as[2];
};
extern const struct views_pairs_with views_pairs_with[3];

/* The pairs that show a word of three: so many, the first and the last of them, and the word that each has it in. */
struct views_shown {
  uint8_t n, first, last;
  int32_t at[PAIRS_OF_TRIPLE]; /* NO_WORD: it does not */
};

struct views_triple {
  struct scene scene;
  uint32_t pair[PAIRS_OF_TRIPLE];
  struct lens lens[PAIRS_OF_TRIPLE];
  struct views_shown *shown;     /* [length] */
  uint32_t fits[3][LENS_PLACES]; /* by member: see views_places.h */
};

struct views_scenes {
  struct scene *single; /* at one N by identity; at every N by whether it is 1, and whether it is N */
  struct views_pair *pair;
  struct views_triple *triple;
  uint32_t n_singles, n_pairs, n_triples;
  size_t bytes;                       /* of all of them */
  uint64_t *accessed[RMR_MAX_GROUPS]; /* at one N, [cell of the group]: bit p-1: P_p accesses it; NULL: all do */
};

/* like: a scene that has no members yet. False: *e says why they cannot be made; or *end is how a search of one process
 * alone ended, if not with REACH_ALL, or that they need more than the memory. */
bool views_scenes_create(struct views_scenes *out, const struct scene *like, const struct reach_limits *limits,
                         enum reach_end *end, struct error *e);
void views_scenes_free(struct views_scenes *scenes);

/* Whether all pairs keep the same registers, of those that no index of a process picks. */
bool views_keep_alike(const struct views_scenes *scenes);

/* views_alike.c: whether the algorithm treats all identities alike, in a scene of every N. */
bool views_are_alike(const struct scene *scene);

/* The place of all others, where they are alike. */
static inline int32_t views_others(struct ring r)
{
  return ring_last(r) - 1;
}

#endif
