/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * property_evidence.h: what the records say of a property of an algorithm, and the one judge of it. A clause of
 * `expect` and the cell of a table ask the same question of the same evidence.
 *
 * One failure refutes a property, whoever found it. That it holds is only said by explorations, as far as they went.
 * Starvation and deadlock freedom (P2, P6) are promises about runs without end: an exploration with finitely many
 * passages for each process bears them out for so many passages and no more, since a lock may starve a process only
 * when the others come back for ever. So is the promise that nobody is lost (P7), and it may also be broken for so many
 * passages only, as a further one would help: that says nothing of other runs.
 */
#ifndef RESULTS_ANALYSIS_PROPERTY_EVIDENCE_H
#define RESULTS_ANALYSIS_PROPERTY_EVIDENCE_H

#include <stdint.h>

#include "base/property.h"
#include "results/analysis/explored_scope.h"
#include "results/analysis/judge.h"
#include "results/load.h"

#define NOTHING_SHOWN SIZE_MAX

/* What one record says of the property. */
struct property_trial {
  struct scope scope;
  bool sampled;         /* a simulation */
  bool fails, complete; /* complete: an exploration whose memory did not end before anything was found */
  bool rests;           /* it is broken for so many passages, and perhaps not if there were more; then not `fails` */
  bool capped;          /* an unbounded register met the largest value that was looked at */
  const char *detail;   /* of a failure: "P2 can starve" */
  const struct record *record;
};

struct property_trials {
  size_t n;
  struct property_trial *trial;
};

/* The records of the algorithm that would know if the property were broken, in their order. */
void property_trials(const struct results *r, const char *algorithm, const char *property, struct property_trials *out);
void property_trials_free(struct property_trials *t);

/* Whether the algorithm, whose claims these are, claims the property of runs in which just that goes wrong: crashes of
 * a kind that it says it survives, and no lease that runs out otherwise than it says. "stop:2,new:1" is of the kind
 * "stop". P5 speaks of doorways of passages, which a crash ends: nobody claims it of such runs; and re-entry of no
 * others. PROPERTY_NONE: the claim is one of a cost or of space. */
bool property_is_claimed_of(const json_t *claims, const char *faults, enum property_id property);

/* How far the explorations of one N went: the least over the rules of sessions. */
struct property_depth {
  double passages; /* INFINITY: without end; 0: none was whole */
  bool capped;     /* without end, but for values above the cap */
};

struct property_finding {
  size_t explored, sampled;               /* trials */
  size_t explored_broken, sampled_broken; /* that fail */
  size_t resting;                         /* explorations that broke it for so many passages only: no trials */
  size_t cut;                             /* explorations that ran out of memory before they found anything */
  size_t shown;                           /* the failure with the smallest scope, or NOTHING_SHOWN */
  struct property_depth deepest;          /* of any N */
};

struct property_finding property_find(const struct property_trial *trial, size_t n);

/* Does the evidence keep what a clause ("holds", "fails") says? */
void judge_property(const struct expect *clause, enum property_id property, const struct property_trial *trial,
                    size_t n, struct judgement *out);

/* Put "N = 2 complete; N = 3 with up to 2 passages each" and "; sessions same, any:2" at the end of a text of `size`
 * bytes. */
void property_tell_depth(const struct property_trial *trial, size_t n, char *text, size_t size);
void property_tell_sessions(const struct property_trial *trial, size_t n, char *text, size_t size);

#endif
