/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * abreast.h: the machine (language/machine.h) and the direct evaluator (direct.h) of one text, walked abreast: on the
 * same replies they make the same accesses. Registers are nobody's: a reply is any value that the register can hold.
 */
#ifndef TESTS_ABREAST_H
#define TESTS_ABREAST_H

#include "language/machine.h"
#include "tests/direct.h"

struct abreast {
  const struct machine *machine;
  uint32_t n, i, sessions;
  uint64_t rng;
  uint64_t steps;
  uint32_t late;        /* accesses of the machine since the evaluator went astray */
  bool over;            /* the text has gone astray, or a register's index: engines end here */
  char difference[700]; /* "": there is none */
  uint32_t session[16];
  int64_t parameter[MOST_PARAMETERS];
  struct direct direct;
  struct rmr_op op; /* pending */
  unsigned char state[RMR_MAX_STATE];
};

/* Up to the first access. False: `difference` says why not. */
bool abreast_begin(struct abreast *a, const struct machine *machine, uint32_t n, uint32_t i, uint64_t seed);

/* The pending access finds this value. False: they differ, or it is over. */
bool abreast_step(struct abreast *a, rmr_word value);

/* How many replies there are to the pending access, and the k-th: of open registers the first few. */
uint32_t abreast_replies(const struct abreast *a);
rmr_word abreast_reply(const struct abreast *a, uint32_t k);

#endif
