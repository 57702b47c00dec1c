/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * tightness.h: how close simulations are to the exact worst case. Each exploration with the worst-case RMRs of a
 * passage is paired with the simulations of the same algorithm, N, memory model, sessions, number of passages and
 * start; of these the worst passage counts, under any adversary, and of equals the earliest task.
 *
 * The two are the same quantity only where each process makes one passage. With more, the exact value is that of the
 * observed process's first passage, while a simulation also sees later ones, which begin with what the earlier ones
 * have left in caches and registers. So a simulated passage may then cost more than the exact value; with one passage
 * each that is a contradiction (contradictions.h).
 *
 * Explorations that observe one process only are not paired: a simulation takes the worst passage of any process.
 */
#ifndef RESULTS_TIGHTNESS_H
#define RESULTS_TIGHTNESS_H

#include "results/load.h"

/* X(id, name in files, words for people) */
#define TIGHTNESS_VERDICTS(X)                                                                          \
  X(NEARNESS_MET, "met", "met")                                                                        \
  X(NEARNESS_NEAR, "near", "near")                                                                     \
  X(NEARNESS_SHORT, "falls short", "falls short")                                                      \
  X(NEARNESS_ABOVE, "above", "above: a passage after the first, which the exact value does not cover") \
  X(NEARNESS_UNBOUNDED, "unbounded", "no ratio: unbounded")                                            \
  X(NEARNESS_NOT_EXACT, "not exact", "no ratio: the exploration was incomplete and found a lower bound itself")

enum tightness_verdict {
#define X(id, name, words) id,
  TIGHTNESS_VERDICTS(X)
#undef X
};

/* A lower bound below this share of the exact worst case falls short. */
#define NEARNESS_WANTED 0.9

struct tightness {
  const struct record *exact, *nearest; /* owned by the results */
  double worst;                         /* INFINITY: unbounded */
  double reached;
  double ratio; /* reached / worst; NAN where the verdict has none */
  enum tightness_verdict verdict;
};

struct tightness_list {
  size_t n;
  struct tightness *pair; /* in the order of the explorations */
};

void results_tightness(const struct results *r, struct tightness_list *out);
void tightness_list_free(struct tightness_list *list);

const char *tightness_words(enum tightness_verdict v);

/* {"wanted": 0.9, "pairs": [...]}: the form of nearness.json. A new reference. */
json_t *tightness_json(const struct tightness_list *list);

#endif
