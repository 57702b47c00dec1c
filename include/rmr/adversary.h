/* SPDX-License-Identifier: MIT
 *
 * adversary.h: the interface of schedulers, built in or loaded from a shared object. docs/adversaries.md is the
 * tutorial, adversary/adversary_template.c the file to copy.
 *
 * The host asks `choose` for an action before every step: a process number is the step of that process (rmr/action.h).
 * The adversary sees everything: the ready processes, and the pending access, the section and the cost so far of each
 * process. It can change nothing. A process that waits on valid cached copies is *parked* (rereading them would change
 * nothing and cost nothing) and is not ready until one of them is written. A process that stands in its remainder is
 * ready, but need never be chosen. An adversary with RMR_MAY_REREAD may choose a parked process as well, which then
 * reads again: docs/model.md says when that makes a difference. One with RMR_MAY_CHANGE may also choose the events that
 * are possible without a process (host->changes). Where there is time, the host lets a tick pass after every n steps,
 * and as many as necessary when no process is ready; unless an adversary has RMR_MAY_TICK.
 *
 * Order and ties: the engine makes no choice of its own. The same choices give the same run.
 *
 * Lifetimes: every pointer handed to a hook is valid during that call only, except `host` and the option texts, which
 * live as long as the instance. The state must hold no pointers (or say RMR_NOT_COPYABLE); the host may copy it byte by
 * byte, together with `host->rng`, and continue both copies.
 */
#ifndef RMR_ADVERSARY_H
#define RMR_ADVERSARY_H

#include <rmr/event.h>
#include <rmr/option.h>

#define RMR_WORLDS 2u /* imagined worlds, beside the real one: see rmr_host */

enum rmr_status {
  RMR_READY,
  RMR_PARKED,
  RMR_DONE,
  RMR_DEAD,
  RMR_DELAYED, /* until some ticks have passed */
  RMR_DRAINING /* until its buffer is empty, or has room */
};

/* Why a process with this status cannot be chosen, behind "which". */
static inline const char *rmr_why_not(uint8_t status)
{
  switch ((enum rmr_status)status) {
  case RMR_READY: return "can be chosen";
  case RMR_PARKED: return "is parked: it waits on values that it has in its cache";
  case RMR_DONE: return "has made all its passages";
  case RMR_DEAD: return "has crashed";
  case RMR_DELAYED: return "is in a delay";
  case RMR_DRAINING: return "waits until its writes are committed";
  }
  return "is in no such state";
}

/* The visible state of a process. One cache line. */
struct rmr_process {
  struct rmr_op pending; /* the access of its next step                                             */
  uint64_t spinning;     /* for the engine: its last wait, 0 if it has written since, or come to another section */
  uint64_t blocked;      /* for the engine: the wait that has failed at least once                  */
  uint32_t rmr, steps;   /* RMRs and own steps of its passage; 0 in the remainder                   */
  uint32_t session;      /* of that passage, or of the next one in the remainder                    */
  uint32_t passages;     /* passages it has completed                                               */
  uint8_t section;       /* enum rmr_section                                                        */
  uint8_t status;        /* enum rmr_status                                                         */
  uint16_t watching;     /* for the engine: registers it waits for while it is parked               */
  uint8_t unused[12];
};

/* The state as seen from outside. Arrays over processes are indexed 1..n; entry 0 is unused. */
struct rmr_view {
  uint64_t step;                     /* steps made so far                                                */
  uint32_t n;                        /* number of processes, 1..4096                                     */
  uint32_t n_ready;                  /* number of processes that can be chosen                           */
  const uint32_t *ready;             /* ready[0 .. n_ready-1], in an order that is deterministic, not sorted */
  const uint32_t *woken;             /* woken[0 .. event.woken-1]: those the last step woke, in the order they parked */
  const uint64_t *ready_set;         /* the same as a set: bit (p-1)%64 of word (p-1)/64                 */
  const struct rmr_process *process; /* process[1..n]                                                    */
  const rmr_word *memory;            /* the registers                                                    */
  const uint32_t *base;              /* number of the first register of each group                       */
  rmr_word now;                      /* ticks so far, where there is time                                */
};

/* The smallest ready process above p, else the smallest of all; 0 if none is ready. Takes at most n/64 steps. */
static inline uint32_t rmr_next_ready(const struct rmr_view *view, uint32_t p)
{
  const uint32_t words = (view->n + 63) / 64;
  uint32_t w = p / 64; /* bit p is process p+1 */
  uint64_t bits = w < words ? view->ready_set[w] & ~((UINT64_C(1) << p % 64) - 1) : 0;
  for (uint32_t k = 0; k <= words; k++) {
    if (bits != 0) return w * 64 + (uint32_t)__builtin_ctzll(bits) + 1;
    w = w + 1 < words ? w + 1 : 0;
    bits = view->ready_set[w];
  }
  return 0;
}

static inline bool rmr_is_ready(const struct rmr_view *view, uint32_t p)
{
  return p >= 1 && p <= view->n && view->process[p].status == RMR_READY;
}

static inline bool rmr_is_parked(const struct rmr_view *view, uint32_t p)
{
  return p >= 1 && p <= view->n && view->process[p].status == RMR_PARKED;
}

/* The state of the clock, for an adversary that drives it. */
struct rmr_ticks {
  uint32_t most;  /* ticks that can pass at once: more would make a process late                         */
  uint32_t first; /* the process whose access is due first; 0: none                                    */
  uint32_t wake;  /* ticks until a process can move that cannot now; 0: none waits for the clock alone */
};

/* The services of the host. Functions take the host first. Nothing else is needed, so a plug-in links against
 * nothing. */
struct rmr_host {
  uint64_t rng; /* the only source of randomness; advance it with rmr_random */
  const struct rmr_algorithm *algorithm;

  /* RMRs that the pending access of p would cost if p were chosen now: 0 or 1; 0 if there is no such process.
   * [cheap] */
  uint32_t (*cost)(const struct rmr_host *, uint32_t p);

  /* Reports a reason and makes the run fail. Use it as `return host->fail(host, "...")` in start. In choose and
   * observe any return value will do: the run ends. Always returns false. */
  bool (*fail)(struct rmr_host *, const char *format, ...);

  /* A line on stderr, prefixed with the adversary's name. */
  void (*log)(struct rmr_host *, const char *format, ...);

  /* The k-th action (from 0) of the schedule that an option of type RMR_SCHEDULE names; RMR_STOP past its end. */
  rmr_action (*scheduled)(const struct rmr_host *, uint32_t schedule, uint64_t k);

  /* Delegates the choice to the adversary that an option of type RMR_ADVERSARY_NAME names; it has seen every event. */
  rmr_action (*delegate)(struct rmr_host *, uint32_t adversary, const struct rmr_view *);

  /* The number of steps behind the schedule's line `loop`, which can be repeated for ever; 0: there is no such line. */
  uint64_t (*repeatable)(const struct rmr_host *, uint32_t schedule);

  void *engine; /* the host's own */

  /* Look-ahead. Steps can be tried in imagined worlds, 1 to RMR_WORLDS; world 0 is the real one, and no trial
   * changes it. `imagine` makes a world a copy of another one. It returns a view of it, which follows the trials
   * there and lives as long as the instance; NULL if there is no such world, or no memory for it (the run then
   * fails), or a trial made a step that no algorithm may make (it fails, too), or the run is interrupted. [copies the
   * whole state] `attempt` does an action in an imagined world: a
   * step, also of a parked process, which reads again, or a change. It returns the event, valid until the next
   * attempt; NULL if there is no such world, or the action cannot be done there. [cheap] */
  const struct rmr_view *(*imagine)(struct rmr_host *, uint32_t world, uint32_t from);
  const struct rmr_event *(*attempt)(struct rmr_host *, uint32_t world, rmr_action);

  /* The k-th (from 0) of the changes that can happen now in a world, 0 the real one; RMR_STOP past the last of them. */
  rmr_action (*changes)(const struct rmr_host *, uint32_t world, uint32_t k);

  /* Whether there is time; if so, *out is the state of the clock in a world, 0 the real one. [costs n steps] */
  bool (*time)(const struct rmr_host *, uint32_t world, struct rmr_ticks *out);

  /* Says that a limit of the adversary itself, and not the algorithm, has ended its plan. The run goes on; its
   * record says so ("gave_up"), and the costs of its passages count as lower bounds: no growth is recognised in the
   * adversary's limits. [cheap] */
  void (*give_up)(struct rmr_host *);

  /* The name in traces and schedules of a register, given the number that a pending access or an event has:
   * "Token[3]"; "" if there is none. Valid until the next call. */
  const char *(*register_name)(struct rmr_host *, uint32_t var);
};

/* The next 64 random bits: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
 * 2014). */
static inline uint64_t rmr_random(uint64_t *rng)
{
  uint64_t z = (*rng += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* A random number of 64 bits becomes one that is uniform on 0 .. n-1, by the high word of a product; n >= 1. The bias
 * is below n / 2^64. */
static inline uint32_t rmr_below(uint64_t random, uint32_t n)
{
  __extension__ typedef unsigned __int128 wide;
  return (uint32_t)((wide)random * n >> 64);
}

/* Uniform on 0 .. n-1. */
static inline uint32_t rmr_random_below(uint64_t *rng, uint32_t n)
{
  return rmr_below(rmr_random(rng), n);
}

/* Uniform on [0, 1), 53 bits. */
static inline double rmr_random_unit(uint64_t *rng)
{
  return (double)(rmr_random(rng) >> 11) * 0x1p-53;
}

/* flags, or-ed together */
enum {
  RMR_NOT_COPYABLE = 1, /* the state grows or holds pointers; the explorer will refuse it */
  RMR_MAY_REREAD = 2,   /* `choose` may return a parked process; it is also called when all processes not done are
                         parked */
  RMR_MAY_CHANGE = 4,   /* `choose` may return a change; it is also called when no process can move but an event can
                         happen */
  RMR_MAY_TICK = 8, /* with RMR_MAY_CHANGE: it drives the clock, where there is time; ticks pass only by its choice */
  RMR_MAY_COMMIT = 16, /* with RMR_MAY_CHANGE: it commits writes, where they wait in buffers; none is committed but by
                          its choice */
};

struct rmr_adversary {
  uint32_t abi, size, flags;        /* RMR_ABI, sizeof(struct rmr_adversary), 0; abi and size never move         */
  uint32_t event_size, view_size;   /* sizeof(struct rmr_event), sizeof(struct rmr_view): checked by the loader  */
  const char *name, *about, *paper; /* static; paper: where the strategy comes from, or NULL                      */
  const struct rmr_option *options; /* rmr/option.h, in the state; ends with key = NULL; NULL: none                */
  uint32_t state_size, per_process; /* the host allocates state_size + (n+1) * per_process bytes, zeroed: the state,
                                       then seats 0..n; make state_size a multiple of a seat's alignment        */
  const char *const *measures;      /* names of the values of `measure`, ends with NULL; NULL: none              */

  /* [once] Options are set. May fail by host->fail. NULL: nothing to prepare. */
  bool (*start)(void *self, struct rmr_host *, const struct rmr_view *);
  /* [every step, hot, no allocation] A ready process, or RMR_STOP. Required. n_ready is at least 1 (but see the
   * flags). */
  rmr_action (*choose)(void *self, struct rmr_host *, const struct rmr_view *);
  /* [after every step, hot] The step that was made; the view is the one after it. NULL: not needed. */
  void (*observe)(void *self, struct rmr_host *, const struct rmr_view *, const struct rmr_event *);
  /* [once, at the end] The value of measures[which], in the unit its name gives; one that is not finite: this run has
   * none. Required if measures is set. */
  double (*measure)(const void *self, uint32_t which);
};

#define RMR_ADVERSARY_HEAD                                                                      \
  .abi = RMR_ABI, .size = sizeof(struct rmr_adversary), .event_size = sizeof(struct rmr_event), \
  .view_size = sizeof(struct rmr_view)

/* The only symbol of the file. In a shared object it is `rmr_adversary`; in the built-in table,
 * `rmr_adversary_<id>`. */
#ifdef RMR_BUILTIN
#define RMR_ADVERSARY(id)                               \
  extern const struct rmr_adversary rmr_adversary_##id; \
  const struct rmr_adversary rmr_adversary_##id
#else
#define RMR_ADVERSARY(id)                                                                 \
  extern __attribute__((visibility("default"))) const struct rmr_adversary rmr_adversary; \
  const struct rmr_adversary rmr_adversary
#endif

#endif
