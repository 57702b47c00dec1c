/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * schedule.h: recorded schedules, which are also the compact native trace and the witnesses of an exploration.
 * docs/schedules.md is the guide for users. A text file:
 *
 *   rmr-schedule 1
 *   algorithm bwbgme                  (or NAME:key=value,..., or the file of a plug-in)
 *   n 3
 *   memory cc
 *   sessions any:2
 *   passages 2
 *   passages P3 inf                   (where one process makes another number)
 *   faults recover:1                  (processes may crash, and registers be leases: --faults, --leases)
 *   leases Flag,Want
 *   leases_may_expire 0
 *   time slow=2,skew=1                (a clock ticks: --time)
 *   skew P2 1                         (whose clock is ahead, and by how many ticks; those of the others are not)
 *   seed 1
 *   version 0.1.0
 *   asks P2 1 2                       (the sessions of its first passages; later ones follow the rule)
 *   initially GlobalColor 1           (registers that are "initialised arbitrarily" only)
 *   P1 3=4194304w 4=1w 5=2c 8=4194304c
 *   P2 x14
 *   loop                              (what follows can be repeated for ever)
 *   P3 x2
 *   crash P2                          (a fault; or crash all)
 *   new P2                            (another process in its place)
 *   expire Flag[2]                    (a lease runs out; or a change of the algorithm's and a register)
 *   tick x3                           (so many ticks of the clock, one action; or tick)
 *   steps 20                          (the end of a recording; without it the file may be cut off)
 *
 * After the header, each line is a process and the steps it makes in a row. A step is either LABEL=VALUE and the cost
 * (c cold, i invalidated, w write, r remote, nothing: free), where VALUE is what the register holds after the step; or
 * xK: K steps without details, for schedules written by hand or found by a search. A line that begins with the name of
 * a change of the algorithm (struct rmr_change) is one action, too: NAME REGISTER, and optionally =VALUE for the new
 * value of the register. Replaying compares every action with details. `#` begins a comment. The keys of the header may
 * come in any order, each once (asks, initially and passages with a process, and skew: once for each); algorithm and n
 * are required, the others have the defaults of `rmr simulate`. A key must follow those that it is checked against:
 * algorithm, n and sessions precede asks and initially; n precedes the passages of one process.
 */
#ifndef SIM_SCHEDULE_H
#define SIM_SCHEDULE_H

#include "model/choice.h"
#include "sim/sim.h"

struct schedule_step {
  rmr_action action;
  rmr_word value;  /* valid where `said` */
  uint32_t source; /* line of the file, for messages */
  uint16_t line;   /* that the step executes; 0 of a change */
  uint8_t cause;
  bool said; /* line, value and cause are known */
};

/* Many steps described by one struct schedule_step: a line "P1 x100000000" needs no more room than "P1 x1". */
struct schedule_run {
  uint64_t first, last; /* numbers of its steps, from 0 */
  size_t place;         /* in `step` */
};

/* A caller that fills one may leave fields 0 or NULL; schedule_free frees the allocated ones. */
struct schedule {
  const struct rmr_algorithm *algorithm;
  const void *parameters; /* as in struct system_spec, and so are the next two */
  const char *text, *directory;
  struct algorithm_choice *choice; /* of a file's header, owned: it has these three; else NULL */
  uint32_t n, passages;
  enum memory memory;
  struct faults faults;
  struct time_spec time;
  struct order_spec order;
  struct sessions sessions;
  char *sessions_text;
  uint64_t seed;
  char version[32];
  char note[512];                 /* the comments on lines of their own before the steps, as one text; cut */
  uint32_t *passages_of;          /* [1..n] as in struct system_spec, and so are the next three */
  struct system_asks *asks;       /* [1..n] */
  struct system_initial *initial; /* [0..n_initial-1] */
  uint32_t n_initial;
  uint32_t *skew_of;          /* [1..n], where clocks differ */
  bool complete;              /* the `steps` key was present with the right number */
  struct schedule_step *step; /* one for each step, or for each run of steps */
  size_t n_steps;             /* including all steps of the runs */
  struct schedule_run *run;   /* ascending; none where each step has its own place */
  size_t n_runs;
  size_t n_loop; /* number of last steps that can be repeated for ever; 0: there is no `loop` */
};

enum { SCHEDULE_MAX_STEPS = 200000000 };

#define SCHEDULE_ESCAPED " #\\" /* characters that the name of an algorithm has as \x20, \x23, \x5C */

/* Reads a file. If its algorithm is a plug-in, a relative path starts from `directory`; NULL: the current one. On
 * failure *e has file, line, column, and the nearest valid word. */
bool schedule_read(const char *path, const char *directory, struct schedule *out, struct error *e);

/* The same from memory; `name` names the file in messages. */
bool schedule_parse(const char *text, size_t size, const char *name, const char *directory, struct schedule *out,
                    struct error *e);

void schedule_free(struct schedule *schedule);

/* The system that the schedule is for. It refers to the schedule, which must outlive it. */
struct system_spec schedule_system(const struct schedule *schedule);

/* The details of step k, from 0; *same, if it is not NULL, is the number of equal steps from there on. */
const struct schedule_step *schedule_step(const struct schedule *schedule, uint64_t k, uint64_t *same);

/* The k-th step (from 0) of a replay that repeats the steps behind `loop` for ever. */
static inline size_t schedule_step_at(const struct schedule *schedule, uint64_t k)
{
  const size_t n = schedule->n_steps;
  return k < n ? (size_t)k : n - schedule->n_loop + (size_t)((k - n) % schedule->n_loop);
}

/* Writes a file that reads back as the same schedule; nothing is left behind on failure. The comment, which may be
 * NULL, has any number of lines. */
bool schedule_write(const char *path, const struct schedule *schedule, const char *comment, struct error *e);

/* The same to a stream. False: there is no such system. */
bool schedule_print(const struct schedule *schedule, const char *comment, FILE *out, struct error *e);

/* --- for traces, which write the same format as they go ----------------------------------------------------------- */

void schedule_print_scope(const struct system *system, FILE *out); /* the first line, algorithm to passages */
void schedule_print_given(const struct system *system, FILE *out); /* asks and initially */
void schedule_print_step(const struct rmr_algorithm *algorithm, uint16_t line, rmr_word value, uint8_t cause,
                         FILE *out); /* " 8a=0i" */
void schedule_print_change(const struct system *system, rmr_action change, const rmr_word *value,
                           FILE *out); /* "expire Flag[2]=0"; value NULL: it is omitted */

#endif
