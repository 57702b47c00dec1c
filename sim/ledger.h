/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ledger.h: who paid what, where and why. Every step is entered once, under its process and its line; every RMR also
 * under its register, its cause and the passage it belongs to, in tables of their own, so that the sums can be
 * checked against each other (ledger_balance).
 */
#ifndef SIM_LEDGER_H
#define SIM_LEDGER_H

#include <rmr/event.h>
#include <stddef.h>

#include "sim/sim.h"

struct ledger {
  uint32_t n, n_lines, n_registers, observed;
  uint64_t *steps;      /* [p * n_lines + line]: executions of the line by P_p                                   */
  uint64_t *rmr;        /* [p * n_lines + line]: RMRs that they cost                                              */
  uint64_t *by_register;/* [var]: RMRs on the register                                                            */
  uint64_t cause[RMR_N_CAUSES];
  uint64_t *max_passage;/* [p]: the most RMRs of one passage of P_p; a passage that has not ended counts as far as it went */
  uint64_t *max_steps;  /* [p]: the most own steps of one passage, likewise                                       */
  uint64_t *max_bypass; /* [p]: the most CS entries of others during one waiting of P_p (from its doorway's end,
                           or from its first step where there is no doorway, to its own CS entry)                 */
  uint64_t *blocks;     /* [p]: waits of P_p that found their condition false at least once                       */
  uint64_t *blocked_on; /* [var]: the same for the observed process only, by the register the wait began at       */
  uint64_t *passage_histogram; /* [r]: completed passages that cost r RMRs, r < histogram_size                    */
  size_t histogram_size;
  uint64_t passages, passage_rmr; /* completed passages, and the sum of their RMRs */
  uint64_t cs_entries;
  rmr_word *largest;    /* [var]: the largest value written (or initial); for composite registers see ledger_largest */
  /* the engine's own */
  uint64_t *bypass_from;
  const struct rmr_shared *shared;
  rmr_word (*field_largest)[4];
  uint32_t *group_of;
};

bool ledger_init(struct ledger *ledger, const struct sim *sim, uint32_t observed, struct error *e);
void ledger_fini(struct ledger *ledger);

/* Sums; p = 0 means all processes, line = 0 all lines. */
uint64_t ledger_steps(const struct ledger *ledger, uint32_t p, uint16_t line);
uint64_t ledger_rmr(const struct ledger *ledger, uint32_t p, uint16_t line);
uint64_t ledger_max_passage(const struct ledger *ledger, uint32_t p);
uint64_t ledger_max_steps(const struct ledger *ledger, uint32_t p);
uint64_t ledger_max_bypass(const struct ledger *ledger, uint32_t p);
uint64_t ledger_blocks(const struct ledger *ledger, uint32_t p);

/* Over completed passages: the mean, and the smallest r such that a share q (0..1) of them costs at most r. NAN if none. */
double ledger_mean(const struct ledger *ledger);
double ledger_quantile(const struct ledger *ledger, double q);

/* The largest value that any register of a group ("Token"), or a field of it ("Token.number"), has held. False, with an
 * error that names the groups, if there is no such thing. */
bool ledger_largest(const struct ledger *ledger, const char *name, rmr_word *out, struct error *e);

/* RMRs by process and line = by register = by cause = by passage, and by_process sums: true, or false and where it differs. */
bool ledger_balance(const struct ledger *ledger, const struct sim *sim, struct error *e);

#endif
