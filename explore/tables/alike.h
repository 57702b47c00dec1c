/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * alike.h: whether the names of two processes can be exchanged (symmetry.h): a proposal of what corresponds to what,
 * and its verification, which trusts nothing of the proposal.
 */
#ifndef EXPLORE_TABLES_ALIKE_H
#define EXPLORE_TABLES_ALIKE_H

#include "explore/tables/symmetry.h"

#define ALIKE_NONE UINT32_MAX

/* A local state of a process. */
struct alike_local {
  uint32_t process, local;
};

/* The data that the proposals of a space share. */
struct alike {
  const struct space *space;
  const struct symmetry *symmetry; /* its slots and items */
  struct alike_local *reader;      /* local states by the register that they access */
  uint32_t *first_reader;          /* [var]: where those of a register begin; one more at the end */
  uint32_t *open, n_open;          /* items to be followed */
};

void alike_begin(struct alike *alike, const struct space *space, const struct symmetry *symmetry);
void alike_end(struct alike *alike);

/* Fills the exchange of P_p and P_q, p < q. False: they are not alike, as far as can be seen. */
bool alike_exchange(struct alike *alike, uint32_t p, uint32_t q, struct symmetry_swap *out);

/* Whether an exchange is an automorphism of all that a search uses. (For alike.c, and for tests.) */
bool alike_verify(const struct space *space, const struct symmetry *symmetry, uint32_t p, uint32_t q,
                  const struct symmetry_swap *swap);

#endif
