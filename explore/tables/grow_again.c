/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * grow_again.c: the tables of a plug-in are asked for a second time. They are right only if the step function is one:
 * if its answer depends on the local state and the reply alone. A static variable makes local states one that are
 * not, states are lost with them, and "holds" is said of what fails. So when the tables are closed, each entry is asked
 * again in the opposite order, twice, from copies of the local state at two other addresses, and must lead to the same
 * access and the same bytes. The algorithms that are built in are asked by a test.
 *
 * Where there is time, ages stand in the tables in the place of times, and entries are not asked again: there the trial
 * when the plug-in was loaded must do (model/trial.h).
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/tables/table_growth.h"
#include "model/trial.h"

/* Whether an entry leads where it led before. The local state of a process that has made all its passages is not kept.
 * */
static bool is_alike(const struct growth *g, uint32_t p, uint32_t next, const struct rmr_op *op, const void *state)
{
  const struct automata *a = g->a;
  const struct automaton *m = &a->process[p];
  const size_t size = a->system->state_size;
  if (next == AUTOMATON_STRAY) return system_is_stray(op);
  if (!automaton_goes_on(next) || m->local[next].done) return true;
  struct automaton_local unused;
  const struct rmr_op settled = grow_settle(a, p, state, *op, &unused);
  return memcmp(&m->local[next].op, &settled, sizeof settled) == 0 && memcmp(m->state + next * size, state, size) == 0;
}

static bool ask_row(const struct growth *g, uint32_t p, uint32_t local, unsigned char *copies)
{
  const struct automata *a = g->a;
  const struct rmr_op *op = &a->process[p].local[local].op;
  const struct automaton_row *row = &g->row[p][local];
  for (uint32_t k = row->n * a->choices; k-- > 0;) {
    const rmr_word value = rmr_kind_accesses(op->kind) ? a->values[op->var].value[k / a->choices] : 0;
    for (uint32_t copy = 0; copy < 2; copy++) {
      unsigned char *state = copies + copy * RMR_MAX_STATE;
      const struct rmr_op next = grow_step(g, p, local, value, k % a->choices, state);
      if (!is_alike(g, p, row->next[k], &next, state))
        return trial_refuse(a->system->algorithm, a->n, p, op->line, g->e);
    }
  }
  return true;
}

bool grow_again(const struct growth *g)
{
  const struct automata *a = g->a;
  unsigned char *copies = mem_new(2, RMR_MAX_STATE);
  bool ok = true;
  for (uint32_t p = a->n; ok && p > 0; p--)
    for (uint32_t local = a->process[p].n_locals; ok && local-- > 0;) {
      heartbeat_beat(g->limits.heart);
      ok = !automata_interrupted(a) ? ask_row(g, p, local, copies) : automata_refuse_late(a, g->e);
    }
  free(copies);
  return ok;
}
