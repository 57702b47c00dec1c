/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * proof_beside.h: results beside a proved bound on the RMRs of a passage: the most over all schedules at a few N, by
 * the explorer, and the most that an adversary makes a process pay at a large N. Where both are the bound, it is exact
 * as far as was looked.
 */
#ifndef CLI_PROOF_BESIDE_H
#define CLI_PROOF_BESIDE_H

#include <jansson.h>

#include "cli/print_proof.h"
#include "cli/progress_line.h"
#include "model/choice.h"

/* Fills answer->beside for each N of the range, which is from 2 to BESIDE_MOST_N, if a bound is proved. False: *e says
 * why an exploration or a run was not possible; or that a passage costs more than is proved, an internal error. */
bool proof_set_beside(struct proof_answer *answer, const struct algorithm_choice *choice,
                      const struct prove_range *range, atomic_bool *interrupt, struct searching *searching,
                      struct error *e);

void print_beside(const struct proof_answer *answer);
json_t *beside_json(const struct proof_answer *answer); /* a new reference */

#endif
