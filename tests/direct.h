/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * direct.h: the second meaning of the language: a process that walks the tree of a text, statement by statement, as
 * docs/language.md says it. It knows no graph, no slots and no liveness, and shares nothing with language/lower*.c;
 * the machine is compared with it on random programs (unit_programs.c).
 *
 * It stops at an access by forgetting all but the replies so far: to go on it walks the passage anew from its
 * beginning, with these replies, up to the first access for which there is none. So a process is its private locals
 * and a list of numbers, and can be copied.
 */
#ifndef TESTS_DIRECT_H
#define TESTS_DIRECT_H

#include "language/syntax.h"

enum { DIRECT_REPLIES = 600 };

struct direct {
  const struct tree *tree;
  uint32_t i, n, sessions, session;
  int64_t now;
  int64_t kept[MOST_LOCALS_OF_TEXT]; /* private locals, as the passage began */
  int64_t reply[DIRECT_REPLIES];     /* in this passage */
  uint32_t n_replies, passages;
};

enum direct_stop {
  DIRECT_ACCESS,
  DIRECT_ASTRAY,    /* an index outside of a local array, or a division by 0 */
  DIRECT_LOOP,      /* no access for too long */
  DIRECT_UNWRITTEN, /* a local is read that has no value: the compiler refuses such a text */
  DIRECT_LONG,      /* the passage has more accesses than can be kept */
};

struct direct_access {
  enum direct_stop stop;
  uint8_t kind, section; /* of ACCESS: enum rmr_kind, without SPIN; enum rmr_section */
  uint32_t group;
  int64_t index[2];   /* as the text counts */
  int64_t value, old; /* written, added or asked for; expected by a compare-and-swap */
  uint32_t function;  /* of an update */
  const struct statement *of;
};

/* The pending access of the process. */
struct direct_access direct_ask(struct direct *d);

/* Where there is room: false otherwise. */
bool direct_reply(struct direct *d, int64_t value);

/* The new value of a register by an update. */
int64_t direct_update(const struct direct *d, uint32_t group, uint32_t function, int64_t value, int64_t argument);

/* The value of a constant expression. */
int64_t direct_constant(const struct direct *d, const struct expr *x);

#endif
