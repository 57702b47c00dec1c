/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_paths.h: the words that a claim about paths adds to the views of two processes, for the checker of
 * certificates: the order in which the two came (P5), or the valid copies of the observed one (rmr); and the count of a
 * step.
 *
 * A state is a view with these words. All that changes them can be seen of a step: whose it is, the sections before and
 * after, and which register of the view it accesses. A register that the view does not have counts each time.
 */
#ifndef PROVE_CHECK_PATHS_H
#define PROVE_CHECK_PATHS_H

#include "prove/certificate.h"
#include "prove/check_step.h"

/* A step as a view shows it: by one of the two, or by a third process, which is NO_MEMBER. The views before it and
 * behind it. */
struct check_path_step {
  int mover;
  const int32_t *before, *behind;
  struct check_access access; /* the cell is that of the view */
};

/* The words of the state that are not of the view: n, from `first` on. */
void check_path_words(const struct scene *scene, uint32_t *first, uint32_t *n);

/* Makes of these words, in the state before the step, those behind it. Returns what the step counts. *ends: the path is
 * over; *wrong: a process enters before one that came first. */
uint64_t check_path_step(const struct scene *scene, enum certificate_claim claim, const struct check_path_step *step,
                         int32_t *state, bool *ends, bool *wrong);

#endif
