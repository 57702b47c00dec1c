/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * faults.h: what may go wrong in a run, beside what the algorithm does: processes that crash, and leases that run out.
 * docs/faults.md says what it means.
 *
 *   stop:F              at most F crashes; who has crashed takes no more steps, and its registers keep their values
 *   recover:F           who has crashed starts again: it has forgotten everything, and stands at Recover
 *   system:F            the same, all processes at once
 *   restart:F           as recover, of an algorithm that has no Recover line
 *   at:LINE             crashes happen only to who is about to execute this line
 *   new:A               at most A new processes take the places of dead ones
 *   leases              groups of registers that run out: some time after the process that is responsible for one has
 *                       died, it holds its initial value again
 *   at:reader           (of leases) not everywhere at once, but for one reader after the other, whose clocks differ
 *   leases may expire K so many times a lease runs out though the responsible process lives
 */
#ifndef MODEL_FAULTS_H
#define MODEL_FAULTS_H

#include "base/error.h"
#include "base/fault_kind.h"
#include "model/action_kinds.h"

enum { FAULTS_MOST = 65535 }; /* of each limit, in one run */

struct faults {
  enum fault_kind kind;
  uint32_t limit[N_LIMITS]; /* so many at most, in the whole run */
  uint32_t leases;          /* bit per group of registers */
  bool at_readers;          /* leases run out for one reader after the other */
  uint16_t at;              /* line: only who is about to execute it crashes; 0: anybody */
  bool in_time;             /* leases run out by the clock: see faults_in_time */
};

/* Whether anything may go wrong. */
static inline bool faults_any(const struct faults *faults)
{
  bool any = faults->leases != 0;
  for (uint32_t k = 0; k < N_LIMITS; k++) any |= faults->limit[k] != 0;
  return any;
}

/* Whether who crashes starts again. */
static inline bool faults_recover(const struct faults *faults)
{
  return fault_table[faults->kind].restarts != RESTARTS_NOWHERE;
}

/* Whether who crashes stays where it is for ever, and nobody comes in its place, so that the crashes that are left
 * follow from who is dead. */
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

/* How often all processes may crash at once: the largest number of an epoch. */
static inline uint32_t faults_epochs(const struct faults *faults)
{
  return faults_at_once(faults) ? faults->limit[LIMIT_CRASHES] : 0;
}

/* How many processes stay dead, at most, where their leases run out for one reader after the other. */
static inline uint32_t faults_lapsing(const struct faults *faults)
{
  return faults->at_readers && !faults_recover(faults) ? faults->limit[LIMIT_CRASHES] : 0;
}

/* What was asked for, as text: "stop:2"; "all" or "Flag,Want"; a number. NULL: nothing was said, which is no fault, the
 * leases that the algorithm declares, and 0. False: *e tells what is wrong, and what would be right. */
bool faults_parse(const char *kind, const char *leases, uint32_t expiries, const struct rmr_algorithm *algorithm,
                  struct faults *out, struct error *e);

/* Where there is time, leases run out by the clock, not by themselves: those that the algorithm declares are none then,
 * and others, which `leases` or `expiries` asks for, are refused. */
bool faults_in_time(struct faults *faults, bool time, const char *leases, struct error *e);

/* The same in one text, as configs have it: "none"; "recover:1", "stop:1 leases:all expire:1". The first looks at
 * nothing but the words. */
enum { FAULTS_SIZE = 256 };

struct fault_words {
  char kind[FAULTS_SIZE], leases[FAULTS_SIZE]; /* "": nothing is said */
  uint32_t expiries;
};

bool faults_split(const char *text, struct fault_words *out, struct error *e);
bool faults_of_text(const char *text, const struct rmr_algorithm *algorithm, struct faults *out, struct error *e);

/* The same back: "stop:2,at:p3a", "Flag,Want", "Flag,at:reader" ("none": there are none). */
char *faults_kind_text(const struct faults *faults, const struct rmr_algorithm *algorithm, char *out, size_t size);
char *faults_leases_text(const struct faults *faults, const struct rmr_algorithm *algorithm, char *out, size_t size);

/* Whether anything is said of it. */
static inline bool faults_kind_said(const struct faults *faults)
{
  bool said = faults->kind != FAULTS_NONE;
  for (uint32_t k = 0; k < N_LIMITS; k++) said |= limit_table[k].word != NULL && faults->limit[k] != 0;
  return said;
}

/* Whether the leases are others than the algorithm declares, or run out for one reader after the other, so that who
 * writes the faults down must name them. */
bool faults_leases_said(const struct faults *faults, const struct rmr_algorithm *algorithm);

/* All of it as configs have it, and each always in the same words: "none", "stop:1 leases:a,w,s expire:1". */
char *faults_spelled(const struct faults *faults, const struct rmr_algorithm *algorithm, char *out, size_t size);

/* For a scope, or a caption: "at most 1 crash, leases Flag, at most 1 lease expires while its owner lives"; "" where
 * nothing may go wrong. */
char *faults_text(const struct faults *faults, const struct rmr_algorithm *algorithm, char *out, size_t size);

#endif
