/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ledger.h: the account of all costs. Every step is entered once, under its process and its line. Every RMR is also
 * entered under its register, its cause and its passage, in separate tables, so that the sums can be checked against
 * each other (ledger_balance).
 */
#ifndef SIM_LEDGER_H
#define SIM_LEDGER_H

#include <rmr/event.h>
#include <stddef.h>

#include "sim/sim.h"

struct ledger_cell {
  uint64_t steps, rmr; /* executions of a line by a process, and the RMRs that they cost */
};

#define LEDGER_NO_GAP UINT64_MAX

/* The values in ticks, where there is time. */
struct ledger_time {
  uint64_t *max_ticks; /* [p]: the most from the first access of a passage of P_p to the entry; one that has not ended
                          counts as far as it went */
  uint64_t response;   /* the most in which a process was in its entry and none entered */
  uint64_t gap;        /* the fewest from an entry to the next; LEDGER_NO_GAP: there was no next one */
  /* the engine's own */
  uint64_t *begun; /* [p]: 1 + when its passage began; 0 where it is not in its entry */
  uint64_t quiet;  /* since when a process is in its entry and none has entered */
  uint64_t last;   /* 1 + the time of the last entry; 0: there was none */
  uint32_t wanting;
};

/* Whom a process waits for at a register. */
struct ledger_holder {
  uint32_t var, whom;       /* whom: 0: nobody, or LEDGER_SEVERAL */
  rmr_word value, argument; /* of the register, and of the wait at it */
  uint32_t steps;           /* of its passage, by the time at which it was parked there; 0: it has not been */
};

#define LEDGER_SEVERAL UINT32_MAX

enum { LEDGER_NO_LINE = 0 }; /* of a fence that the order adds: it is no execution of a line */

/* While a meal is counted: the waits of processes for each other. */
struct ledger_waits {
  uint32_t *whom; /* [p]: whom it waits for, at once or through others; 0: nobody */
  uint32_t *list; /* those who may wait for several, n of them */
  uint32_t n;
  struct ledger_holder *holder; /* [p] */
};

struct ledger {
  /* touched by every step */
  struct ledger_cell *cell; /* [p * n_lines + line]                                                               */
  uint64_t *by_register;    /* [var]: RMRs on the register                                                            */
  uint64_t cause[RMR_N_CAUSES]; /* RMR_FREE: steps that cost nothing */
  uint32_t n, n_lines, n_registers, observed;
  uint64_t
    *max_passage; /* [p]: the most RMRs of one passage of P_p; a passage that has not ended counts as far as it went */
  uint64_t *max_steps;  /* [p]: the most own steps of one passage, likewise                                       */
  uint64_t *max_super;  /* [p]: the most RMRs of one super-passage of P_p: of all its passages from one stay in its
                           remainder to the next, with crashes between                                              */
  uint64_t *max_fences; /* [p]: the most fences and read-modify-writes of one passage; counted where the order of
                           writes is not sequential consistency */
  uint64_t *max_bypass; /* [p]: the most CS entries in conflict with one waiting of P_p (from its doorway's end,
                           or from its first step where there is no doorway, to its own CS entry)                 */
  uint64_t *max_meals;  /* [p]: the most meals at the end of a blocking path of P_p, its own included, between two
                           stays in its remainder (meals.c); without those since the last one                     */
  uint64_t *blocks;     /* [p]: waits of P_p whose condition was false at least once                              */
  uint64_t *blocked_on; /* [var]: the same for the observed process only, by the register the wait began at       */
  uint64_t *passage_histogram; /* [r]: completed passages that cost r RMRs, r < histogram_size                    */
  size_t histogram_size;
  uint64_t passages, passage_rmr; /* completed passages, and the sum of their RMRs */
  uint64_t cs_entries, total_steps;
  struct ledger_time time;
  /* the engine's own */
  const struct rmr_algorithm *algorithm;
  uint64_t *meals;  /* [p]: since its last stay in its remainder */
  uint64_t *fences; /* [p]: of this passage */
  uint64_t *super;  /* [p]: RMRs of this super-passage, up to its last crash */
  struct ledger_waits waits;
  bool anybody_blocks;   /* some register has a holder function */
  uint64_t *bypass;      /* [p]: entries of others during the waits of its passage before the current one */
  uint64_t *bypass_from; /* [p]: 1 + the CS entries seen when it began to wait; 0 where it does not wait */
  uint64_t *entries_of;  /* [session]: CS entries */
};

bool ledger_init(struct ledger *ledger, const struct sim *sim, uint32_t observed, struct error *e);
void ledger_fini(struct ledger *ledger);

/* Sums; p = 0 means all processes, line = 0 all lines. */
uint64_t ledger_steps(const struct ledger *ledger, uint32_t p, uint16_t line);
uint64_t ledger_rmr(const struct ledger *ledger, uint32_t p, uint16_t line);
uint64_t ledger_max_passage(const struct ledger *ledger, uint32_t p);
uint64_t ledger_max_super(const struct ledger *ledger, uint32_t p);
uint64_t ledger_max_steps(const struct ledger *ledger, uint32_t p);
uint64_t ledger_max_fences(const struct ledger *ledger, uint32_t p);
uint64_t ledger_max_bypass(const struct ledger *ledger, uint32_t p);
uint64_t ledger_max_meals(const struct ledger *ledger, uint32_t p);
uint64_t ledger_max_ticks(const struct ledger *ledger, uint32_t p);
uint64_t ledger_blocks(const struct ledger *ledger, uint32_t p);

/* Over completed passages: the mean, and the smallest r such that a share q (0..1) of them costs at most r. NAN:
 * none. */
double ledger_mean(const struct ledger *ledger);
double ledger_quantile(const struct ledger *ledger, double q);

/* RMRs by process and line = by register = by cause = by passage, and by_process sums. False: *e says where they
 * differ. */
bool ledger_balance(const struct ledger *ledger, const struct sim *sim, struct error *e);

/* --- for run.c ---------------------------------------------------------------------------------------------------- */

/* Every step that changed section or failed in a wait. */
void ledger_event(struct ledger *ledger, const struct sim *sim, const struct rmr_event *event);

/* A step that changed section, where there is time. */
void ledger_moment(struct ledger *ledger, const struct sim *sim, const struct rmr_event *event);

/* A step that left the CS, before ledger_event is called. */
void ledger_meal(struct ledger *ledger, const struct sim *sim, const struct rmr_event *event);

/* A crash of P_p, before it happens. */
void ledger_crash(struct ledger *ledger, const struct sim *sim, uint32_t p);

/* At the end of the run: passages that have not ended count for the maxima as far as they went. */
void ledger_close(struct ledger *ledger, const struct sim *sim);

/* Every step: the process, and of its operation the line, the register and the cause of its cost. No branch on the
 * cost: hits and misses are random. */
static inline void ledger_step(struct ledger *ledger, uint32_t p, uint16_t line, uint32_t var, uint8_t cause)
{
  struct ledger_cell *cell = &ledger->cell[(size_t)p * ledger->n_lines + line];
  const uint64_t paid = cause != RMR_FREE;
  cell->steps++;
  cell->rmr += paid;
  ledger->by_register[var] += paid;
  ledger->cause[cause]++;
}

/* A step that is a fence, or a read-modify-write. */
static inline void ledger_fence(struct ledger *ledger, uint32_t p)
{
  if (++ledger->fences[p] > ledger->max_fences[p]) ledger->max_fences[p] = ledger->fences[p];
}

/* The first failed evaluation of a wait of P_p, which begins at the register `waits_on`. */
static inline void ledger_block(struct ledger *ledger, uint32_t p, uint32_t waits_on)
{
  ledger->blocks[p]++;
  if (p == ledger->observed) ledger->blocked_on[waits_on]++;
}

#endif
