/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * one_bit_model.h: the one-bit algorithm in the plainest form, for those who go through many schedules of it; and wrong
 * ones. Of the copies in caches it keeps P_N's only.
 */
#ifndef TESTS_ONE_BIT_MODEL_H
#define TESTS_ONE_BIT_MODEL_H

#include "one_bit.h"

enum { FEW = 9 };

/* The mistakes in the algorithm, or in the reports of its steps: any of these. */
enum wrong {
  WAITS_FOR_NOBODY = 1,        /* line 5 is left out */
  KEEPS_ITS_BIT = 2,           /* line 4 */
  LOOKS_AT_NO_HIGHER = 4,      /* line 10 */
  LOOKS_DOWNWARDS = 8,         /* line 3, from i-1 to 1 */
  LOOKS_AT_ONE = 16,           /* line 3, for j = i-1 only */
  LOOKS_HIGHER = 32,           /* line 3, up to N-1 */
  STAYS = 64,                  /* at line 3, until the bit is down: its own stays up */
  READS_THE_OTHER_VALUE = 128, /* at lines 3 and 5, one time in eight */
  PAYS_ALWAYS = 256,           /* as if there were no copies */
  PAYS_NEVER = 512,
  N_WRONG = 10
};

struct model {
  uint32_t n;
  uint16_t wrong;                                                  /* of enum wrong, or-ed */
  uint16_t reads;                                                  /* reads made so far, modulo 8 */
  uint8_t line[FEW + 1], j[FEW + 1], bit[FEW + 1], valid[FEW + 1]; /* valid: P_N's copies */
};

void model_begin(struct model *model, uint32_t n, uint32_t wrong);

/* Makes the step of P_i. False: it would change nothing and cost P_N nothing. */
bool model_step(struct model *model, uint32_t i, struct referee_step *step);

#endif
