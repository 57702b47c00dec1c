/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * faults.h: the faults of a run: processes that crash, and leases that run out. docs/faults.md defines them.
 *
 *   stop:F              at most F crashes; a crashed process takes no more steps, and its registers keep their values
 *   recover:F           a crashed process restarts: it has forgotten everything, and is at Recover
 *   system:F            the same, all processes at once
 *   restart:F           as recover, for an algorithm without Recover line
 *   at:LINE             only a process about to execute this line crashes
 *   new:A               at most A new processes replace dead ones
 *   leases              groups of registers that run out: some time after the process that is responsible for one has
 *                       died, it holds its initial value again
 *   at:reader           (of leases) per-reader expiry: not for all at once, but for one reader after the other, as
 *                       their clocks differ
 *   leases may expire K at most K times a lease runs out while the responsible process lives
 */
#ifndef MODEL_FAULTS_H
#define MODEL_FAULTS_H

#include "base/error.h"
#include "base/fault_kind.h"
#include "model/action_kinds.h"

enum { FAULTS_MOST = 65535 }; /* of each limit, in one run */

struct faults {
  enum fault_kind kind;
  uint32_t limit[N_LIMITS]; /* most of each, in the whole run */
  uint32_t leases;          /* bit per group of registers */
  bool at_readers;          /* per-reader expiry */
  uint16_t at;              /* line: only a process about to execute it crashes; 0: any process */
  bool in_time;             /* leases run out by the clock: see faults_in_time */
};

/* Whether there are faults that may happen so often. */
static inline bool faults_counted(const struct faults *faults)
{
  bool any = false;
  for (uint32_t k = 0; k < N_LIMITS; k++) any |= faults->limit[k] != 0;
  return any;
}

/* Whether any fault may happen. */
static inline bool faults_any(const struct faults *faults)
{
  return faults->leases != 0 || faults_counted(faults);
}

/* Whether crashed processes restart. */
static inline bool faults_recover(const struct faults *faults)
{
  return fault_table[faults->kind].restarts != RESTARTS_NOWHERE;
}

/* Whether crashed processes stay dead and are not replaced, so that the number of crashes left follows from the set
 * of dead processes. */
static inline bool faults_stop(const struct faults *faults)
{
  bool stop = !faults_recover(faults);
  for (uint32_t k = 0; k < N_LIMITS; k++) stop &= limit_table[k].word == NULL || faults->limit[k] == 0;
  return stop;
}

/* Whether a crash is one of all processes. */
static inline bool faults_at_once(const struct faults *faults)
{
  return fault_table[faults->kind].at_once;
}

/* The most crashes of all processes at once: the largest number of an epoch. */
static inline uint32_t faults_epochs(const struct faults *faults)
{
  return faults_at_once(faults) ? faults->limit[LIMIT_CRASHES] : 0;
}

/* The most processes that stay dead, with per-reader expiry of leases. */
static inline uint32_t faults_lapsing(const struct faults *faults)
{
  return faults->at_readers && !faults_recover(faults) ? faults->limit[LIMIT_CRASHES] : 0;
}

/* Parses options: "stop:2"; "all" or "Flag,Want"; a number. NULL: the default, which is no fault, the leases that
 * the algorithm declares, and 0. False: *e describes the error and the correction. */
bool faults_parse(const char *kind, const char *leases, uint32_t expiries, const struct rmr_algorithm *algorithm,
                  struct faults *out, struct error *e);

/* Where there is time, leases run out by the clock, not by expiries: the leases that the algorithm declares are
 * dropped then, and others, which `leases` or `expiries` asks for, are refused. */
bool faults_in_time(struct faults *faults, bool time, const char *leases, struct error *e);

/* The same in one text, as in configs: "none"; "recover:1", "stop:1 leases:all expire:1". faults_split only splits
 * the words. */
enum { FAULTS_SIZE = 256 };

struct fault_words {
  char kind[FAULTS_SIZE], leases[FAULTS_SIZE]; /* "": not given */
  uint32_t expiries;
};

bool faults_split(const char *text, struct fault_words *out, struct error *e);
bool faults_of_text(const char *text, const struct rmr_algorithm *algorithm, struct faults *out, struct error *e);

/* Converts back to text: "stop:2,at:p3a", "Flag,Want", "Flag,at:reader" ("none": there are none). */
char *faults_kind_text(const struct faults *faults, const struct rmr_algorithm *algorithm, char *out, size_t size);
char *faults_leases_text(const struct faults *faults, const struct rmr_algorithm *algorithm, char *out, size_t size);

/* Whether the text names a kind. */
static inline bool faults_kind_said(const struct faults *faults)
{
  bool said = faults->kind != FAULTS_NONE;
  for (uint32_t k = 0; k < N_LIMITS; k++) said |= limit_table[k].word != NULL && faults->limit[k] != 0;
  return said;
}

/* Whether the leases differ from those that the algorithm declares, or expire per reader, so that the text of the
 * faults must name them. */
bool faults_leases_said(const struct faults *faults, const struct rmr_algorithm *algorithm);

/* The canonical text of all faults, as in configs: "none", "stop:1 leases:a,w,s expire:1". */
char *faults_spelled(const struct faults *faults, const struct rmr_algorithm *algorithm, char *out, size_t size);

/* For a scope, or a caption: "at most 1 crash, leases Flag, at most 1 lease expires while its owner lives"; ""
 * without faults. */
char *faults_text(const struct faults *faults, const struct rmr_algorithm *algorithm, char *out, size_t size);

#endif
