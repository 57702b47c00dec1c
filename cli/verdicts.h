/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * verdicts.h: verdicts.json, what became of each `expect` clause.
 *
 * A clause about a number is judged for each series (analysis/judge.h); one about numbers per process for each
 * record, and the worst is reported; one about a property for each algorithm, over all its records: "holds" is
 * broken by one bad run, "fails" is kept by one. Simulation watches P1 and P5 in every run, and deadlock (P6); of
 * the others it can say nothing.
 */
#ifndef CLI_VERDICTS_H
#define CLI_VERDICTS_H

#include "results/load.h"

json_t *verdicts_json(const struct results *r); /* the caller owns it */

/* EXIT_SAFETY or EXIT_DEADLOCK if a run broke P1, P5 or P6 and no clause says that it should; else EXIT_OK. In the
 * former case *why is a sentence, which the caller frees. */
enum exit_code verdicts_surprise(const struct results *r, char **why);

#endif
