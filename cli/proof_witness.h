/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * proof_witness.h: the abstract run of a proof that fails, as a real one. Where two members alone break a property, or
 * go around a loop that costs something, and there is one N, the simulator makes the same steps. They are confirmed as
 * a witness of the explorer is (explore/answer/confirm.h), so the property then fails.
 */
#ifndef CLI_PROOF_WITNESS_H
#define CLI_PROOF_WITNESS_H

#include "cli/print_proof.h"
#include "model/choice.h"

/* Writes the first one of P1, P5 and RMRs that the simulator can make, and says so in answer->witness. False: there is
 * none, or it cannot be written; *e says which. */
bool proof_write_witness(struct proof_answer *answer, const struct algorithm_choice *choice, const char *path,
                         struct error *e);

#endif
