/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * property_evidence.h: the evidence of the records for a property of an algorithm, and its only judge. A clause of
 * `expect` and the cell of a table put the same question to the same evidence.
 *
 * One failure refutes a property, whatever found it. Only explorations confirm a property, within their scope, and
 * proofs, for every N and runs of any length.
 * Starvation and deadlock freedom (P2, P6) concern infinite runs: an exploration with finitely many passages for each
 * process confirms them for that number of passages only, since a lock may starve a process only when the others return
 * for ever. The same holds for P7 (nobody is lost). P7 may also fail for a number of passages only, as a further one
 * would help: that does not concern other runs.
 */
#ifndef RESULTS_ANALYSIS_PROPERTY_EVIDENCE_H
#define RESULTS_ANALYSIS_PROPERTY_EVIDENCE_H

#include <stdint.h>

#include "base/property.h"
#include "results/analysis/explored_scope.h"
#include "results/analysis/judge.h"
#include "results/load.h"

#define NOTHING_SHOWN SIZE_MAX

/* The evidence of one record for the property. */
struct property_trial {
  struct scope scope;
  bool sampled;         /* a simulation */
  bool fails, complete; /* complete: an exploration with enough memory, or with a finding before that ran out */
  bool rests;           /* it fails for this number of passages, and perhaps not with more; then not `fails` */
  bool capped;          /* an unbounded register reached the cap */
  bool by_proof;        /* a proof, or an attempt at one: not complete then */
  const char *detail;   /* of a failure: "P2 can starve" */
  const struct record *record;
};

struct property_trials {
  size_t n;
  struct property_trial *trial;
};

/* The records of the algorithm that could detect a violation of the property, in their order. */
void property_trials(const struct results *r, const char *algorithm, const char *property, struct property_trials *out);
void property_trials_free(struct property_trials *t);

/* Whether the algorithm, whose claims these are, claims the property for runs with these faults: crashes of a kind
 * that it declares to survive, and no expiries beyond those that it declares. "stop:2,new:1" is of the kind "stop".
 * P5 concerns doorways of passages, which a crash ends: no algorithm claims it for runs with crashes; re-entry is
 * claimed only for them. PROPERTY_NONE: the claim is about a cost or space. */
bool property_is_claimed_of(const json_t *claims, const char *faults, enum property_id property);

/* The depth of the explorations of one N: the least over the rules of sessions. */
struct property_depth {
  double passages; /* INFINITY: without end; 0: none was complete */
  bool capped;     /* without end, but only up to the cap */
};

struct property_finding {
  size_t explored, sampled;               /* trials; a proof for one N counts as explored */
  size_t proved;                          /* for every N */
  size_t attempts;                        /* at a proof */
  size_t explored_broken, sampled_broken; /* trials that fail */
  size_t resting;                         /* explorations where it fails for a number of passages only: no trials */
  size_t cut;                             /* explorations that ran out of memory without a finding */
  size_t shown;                           /* the failure with the smallest scope, or NOTHING_SHOWN */
  struct property_depth deepest;          /* of any N */
};

struct property_finding property_find(const struct property_trial *trial, size_t n);

/* Judges a clause ("holds", "fails") by the evidence. */
void judge_property(const struct expect *clause, enum property_id property, const struct property_trial *trial,
                    size_t n, struct judgement *out);

/* Append "N = 2 complete; N = 3 with up to 2 passages each" and "; sessions same, any:2" to a text of `size` bytes. */
void property_tell_depth(const struct property_trial *trial, size_t n, char *text, size_t size);
void property_tell_sessions(const struct property_trial *trial, size_t n, char *text, size_t size);

#endif
