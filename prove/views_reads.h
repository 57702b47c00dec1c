/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_reads.h: reads of another process's register, where there are numbers. Say that of three processes a *reader*
 * reads a register of its *owner*, beside a *third* one. The view of the reader and the third one may change. It does
 * so by what the register holds, and by how that compares with what the two have. So all else of the owner is
 * forgotten in the view of reader and owner, and in that of owner and third. The rest of the two is a *reply*. Many
 * pairs of views have one reply, as numbers make many views that differ in nothing else. Each reply is joined once
 * with each view of the reader and the third one. To forget can only add outcomes.
 */
#ifndef PROVE_VIEWS_READS_H
#define PROVE_VIEWS_READS_H

#include "prove/views_join.h"
#include "prove/views_lists.h"

/* Which of three processes is which, and the pairs of two of them. */
struct views_roles {
  uint8_t reader, owner, third;
  uint8_t asked, beside, concerned; /* reader and owner; owner and third; reader and third */
};
enum { VIEWS_ROLES = 6 };
extern const struct views_roles views_roles[VIEWS_ROLES];

struct views_reply {
  uint32_t kept[2]; /* the rest of the views `asked` and `beside`; */
  uint32_t view[2]; /* and the first two that have this rest */
  uint32_t next;    /* another one with the same ends, or NO_REPLY */
};
#define NO_REPLY UINT32_MAX

/* Views that have been handled, by that of a member alone. */
struct views_with {
  struct views_list {
    uint32_t *view;
    uint32_t n, room;
  } * list; /* [end] */
  size_t n;
};

struct views_reads {
  struct lookup kept; /* views without what is forgotten */
  struct reads_of_pair {
    uint32_t *number; /* [view * cells + cell]: in `kept`, + 1; 0: not asked so far */
    size_t n;
    struct views_with all[2], reading[2]; /* views, by the view of one member alone; and where that one is read next */
  } * of;                                 /* [pair]; NULL: reads are steps as all others */
  struct views_known {                    /* replies, hashed with open addressing: they are asked for most often */
    uint64_t roles, kept;
  } * known;
  size_t room;               /* a power of two, or 0 */
  struct views_reply *reply; /* [n_replies] */
  size_t n_replies;
  struct lookup ends; /* the views of reader and third alone that replies are for */
  uint32_t *first;    /* [ends.n] */
};

/* Whether reads are followed so. */
static inline bool views_reads_are_apart(const struct scene *w)
{
  return w->ranks && !w->queue && !w->nodes;
}

/* With so many views. */
size_t views_reads_bytes(const struct views_reads *reads, size_t n_views);
void views_reads_free(struct views_reads *reads, uint32_t n_pairs);

#endif
