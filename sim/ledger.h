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

enum { LEDGER_MAX_FIELDS = 4 };

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
  uint64_t cs_entries, total_steps;
  /* the engine's own */
  const struct rmr_algorithm *algorithm;
  uint8_t *group;         /* [var] */
  rmr_word (*largest)[LEDGER_MAX_FIELDS]; /* [group][field]: the largest value so far; a plain register is field 0 */
  uint64_t *bypass_from;  /* [p]: cs_entries of others when it began to wait; 0 where it does not wait */
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

/* --- for run.c -------------------------------------------------------------------------------------------------- */

void ledger_note_write(struct ledger *ledger, uint32_t var, rmr_word value);

/* A step that changed section. */
void ledger_section(struct ledger *ledger, const struct rmr_event *event);

/* At the end of the run: passages that have not ended count for the maxima as far as they went. */
void ledger_close(struct ledger *ledger, const struct sim *sim);

/* Every step; `waits_on` is the register at which the wait began, of meaning where event->blocked. */
static inline void ledger_step(struct ledger *ledger, const struct rmr_event *event, uint32_t waits_on)
{
  const size_t cell = (size_t)event->process * ledger->n_lines + event->line;
  ledger->steps[cell]++;
  if (event->cause != RMR_FREE) {
    ledger->rmr[cell]++;
    ledger->by_register[event->var]++;
    ledger->cause[event->cause]++;
  }
  if (rmr_kind_writes(event->kind)) ledger_note_write(ledger, event->var, event->after);
  if (event->blocked) {
    ledger->blocks[event->process]++;
    if (event->process == ledger->observed) ledger->blocked_on[waits_on]++;
  }
  if (event->from != event->to) ledger_section(ledger, event);
}

#endif
