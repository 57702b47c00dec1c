/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scheduler.h: an adversary at work: its struct (built in or loaded), its state, its options, and its host.
 *
 * A specification is NAME or NAME:key=value,key=value; a NAME with a slash, or one that ends in .so or .lua, is a
 * plug-in file, and cmd:FILE a program. An option of type RMR_ADVERSARY_NAME takes all that follows it, so adversaries
 * nest: replay:file=a.schedule,then=pct:depth=3.
 */
#ifndef SIM_SCHEDULER_H
#define SIM_SCHEDULER_H

#include <stdatomic.h>

#include "adversary/foreign/foreign.h"
#include "base/file.h"
#include "sim/schedule.h"
#include "sim/sim.h"

enum { SCHEDULER_MAX_SCHEDULES = 4, SCHEDULER_MAX_NESTED = 4, SCHEDULER_DEEPEST = 16 };

/* The handle of a schedule that was not read from a file, but given. */
enum { SCHEDULER_GIVEN = SCHEDULER_MAX_SCHEDULES + 1 };

struct scheduler {
  struct rmr_adversary adversary;
  struct rmr_host host;
  void *state;
  const struct sim *sim;
  const char *directory;   /* against which relative paths are read; NULL: the current one */
  struct error error;      /* set by host->fail */
  void *handle;            /* of the shared object; NULL: it is none */
  struct foreign *foreign; /* a script or a program; NULL: it is none */
  char name[1024];         /* as given, for messages */
  struct file_names files; /* plug-ins and schedules, as given; of nested ones, too */
  struct schedule schedule[SCHEDULER_MAX_SCHEDULES];
  const struct schedule *given; /* instead of those: scheduler_of_schedule; NULL: it was made of a specification */
  uint32_t n_schedules;
  struct scheduler *nested[SCHEDULER_MAX_NESTED];
  uint32_t n_nested;
  struct sim *imagined[RMR_WORLDS]; /* for host.imagine; NULL until they are asked for */
  struct rmr_event attempted;       /* the last step tried there                       */
  char register_name[NAMES_SIZE];   /* the last answer of host.register_name           */
  bool gave_up;                     /* set by host.give_up                             */
  uint64_t commits;                 /* the random numbers for commits that it does not choose */
  const atomic_bool *interrupt;     /* once it is raised, look-ahead stops; may be NULL */
};

/* Parses, loads, sets the options and calls `start`. NULL on failure. The random stream depends on `seed` and on the
 * depth of nesting only. */
struct scheduler *scheduler_create(const char *specification, const char *directory, const struct sim *sim,
                                   uint64_t seed, struct error *e);
void scheduler_free(struct scheduler *scheduler);

/* The adversary `replay` with a schedule that need not be in a file and must outlive it. The steps of its loop are
 * made `repeat` times. */
struct scheduler *scheduler_of_schedule(const struct schedule *schedule, uint64_t repeat, const struct sim *sim,
                                        struct error *e);

/* Sets the interrupt flag: once it is raised, adversaries with a long look-ahead stop it; nested ones, too. */
void scheduler_heed(struct scheduler *scheduler, const atomic_bool *interrupt);

/* Whether it, or a nested one, is a plug-in. */
bool scheduler_is_loaded(const struct scheduler *scheduler);

/* Whether it, or a nested one, is a script or a program. */
bool scheduler_is_foreign(const struct scheduler *scheduler);

/* Reports an impossible choice: no process has that number, or it has made all passages, or it is parked; or the
 * change cannot happen. */
bool scheduler_refuse(const struct scheduler *scheduler, rmr_action action, struct error *e);

/* Whether *e holds an error, after taking over the first reason, if any, that the adversary or a nested one has given
 * to host->fail. */
bool scheduler_failed(const struct scheduler *scheduler, struct error *e);

/* Whether it, or a nested one, has met a limit of its own. */
bool scheduler_gave_up(const struct scheduler *scheduler);

/* Whether it, or a nested one, listens to events; and passing an event to them. */
bool scheduler_listens(const struct scheduler *scheduler);
void scheduler_observe(struct scheduler *scheduler, const struct rmr_event *event);

/* Whether it, or a nested one, drives the clock. */
bool scheduler_ticks(const struct scheduler *scheduler);

/* Checks only the name and the options of a specification, for validating configs: the adversary exists, its options
 * are known and in range. Files named by options are not opened. */
bool scheduler_check(const char *specification, struct error *e);

/* The files that determine its behaviour, as the specification names them: plug-ins and schedules, and the plug-ins
 * that schedules name; of nested ones, too. All of them are opened. Free with file_names_free. */
bool scheduler_files(const char *specification, const char *directory, struct file_names *out, struct error *e);

/* Whether it may choose a parked process. */
static inline bool scheduler_may_reread(const struct scheduler *s)
{
  return s->adversary.flags & RMR_MAY_REREAD;
}

/* Whether it may choose changes. */
static inline bool scheduler_may_change(const struct scheduler *s)
{
  return s->adversary.flags & RMR_MAY_CHANGE;
}

/* Whether it may choose an action that is no process's step, if that is possible. */
static inline bool scheduler_may_do(const struct scheduler *s, rmr_action action)
{
  return scheduler_may_change(s) || (rmr_action_kind(action) == RMR_TICK && scheduler_ticks(s));
}

/* The change that happens now without its choice: ticks (sim_usual_tick), or, where writes wait in buffers and it does
 * not choose commits, a commit (sim_usual_commit); RMR_STOP: nothing. The second draws random bits. */
rmr_action scheduler_usual_change(struct scheduler *scheduler);

static inline rmr_action scheduler_choose(struct scheduler *s, const struct rmr_view *view)
{
  return s->adversary.choose(s->state, &s->host, view);
}

/* A built-in adversary by name: its struct for listings, or NULL and an error with the nearest valid name.
 * scheduler_check checks a whole specification, plug-ins included. */
extern const struct rmr_adversary *const rmr_adversaries[]; /* ends with NULL, sorted by name */
const struct rmr_adversary *adversary_find(const char *name, struct error *e);

#endif
