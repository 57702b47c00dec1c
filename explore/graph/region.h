/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * region.h: the parts of the state graph in which the properties are decided. A property of process p concerns the
 * states where p is in its exit, or in its entry, and the steps between them:
 *
 *   ALL      everything. With costs: those of the observed process.
 *   EXIT     p's next line belongs to its exit section                                  P3: its own steps count
 *   RECOVER  p's next line belongs to Recover                                           P3: the same
 *   ALONE    p's next line belongs to its entry, and no conflicting process is active   P4: its own steps count
 *   ENTRY    p is in its entry                                                          P2
 *   STUCK    everything, without the steps that complete an entry                       P6
 *   WANTED   a process is in its entry; without the same steps             bounded response: ticks count
 *   REENTRY  p has crashed in the critical section, and is not there again              BCSR: its own steps count
 *
 * A crash of p ends its passage, so it leads out of all of these, and counting ends there. In ALL that depends on the
 * cost. For P7 no crash is a way out: one does not recover by crashing.
 *
 * P7 asks whether there is always a way out of ENTRY and EXIT, by steps of any processes.
 *
 * With cycles (cycles.h), ENTRY and STUCK have only those states that may be in a component that breaks P2 or P6.
 */
#ifndef EXPLORE_GRAPH_REGION_H
#define EXPLORE_GRAPH_REGION_H

#include "explore/graph/cycles.h"
#include "explore/graph/successors.h"

enum region_kind {
  REGION_ALL,
  REGION_EXIT,
  REGION_RECOVER,
  REGION_ALONE,
  REGION_ENTRY,
  REGION_STUCK,
  REGION_WANTED,
  REGION_REENTRY,
};

/* How a path can leave the region from a state: by steps that lead out of the region, or perhaps beyond the explored
 * states (OUT); perhaps by a further passage of a process that has made all its passages (REST); not at all (NONE). */
enum region_way { REGION_WAY_NONE, REGION_WAY_REST, REGION_WAY_OUT };

struct region {
  enum region_kind kind;
  uint32_t process;            /* valid for all but ALL and STUCK; in WANTED, the clock */
  const struct cycles *cycles; /* of ENTRY and STUCK; NULL: states are left out for no such reason */
  uint32_t
    highest;    /* no path can count more steps, as is known beforehand: the search ends with one that does; 0: nothing
                       is known */
  bool ways;    /* of ENTRY and EXIT: the best way from each state is found instead of a count of steps */
  bool partial; /* of ALL: some states are missing; the search ends when it has found no higher cost for long */
};

/* Whether P_p is dead and one of its leases has not run out yet for P_reader; or P_p has taken the place of a dead
 * process and finds such a lease. */
bool space_haunts(const struct space *space, const uint64_t *state, uint32_t p, uint32_t reader);

/* Whether the actor, which is no process's, is something that can happen here and, if nothing changes, will: a lease
 * that runs out, as the process responsible for it is dead; the commit of a write. */
bool space_must_happen(const struct space *space, const uint64_t *state, uint32_t actor);

/* The same for a lease that runs out for one reader alone (reader_expiry.c). */
bool space_must_expire_for(const struct space *space, const uint64_t *state, uint32_t actor);

/* Whether P_p has crashed in the critical section and is not there again. */
static inline bool region_owes(const struct space *s, const uint64_t *state, uint32_t p)
{
  return (field_get(state, &s->layout.owed) >> (p - 1) & 1) != 0;
}

/* Whether P_p is in the way of a passage of P_of, `with`: it is outside its remainder, or dead and still in the way,
 * and the passages conflict; or it has writes that are not in memory. */
static inline bool region_disturbs(const struct space *s, const uint64_t *state, uint32_t p, uint32_t of,
                                   const struct space_label *with)
{
  const struct space_label *label = space_label_of(s, state, p);
  if ((label->dead || label->inherited != 0) && space_haunts(s, state, p, of)) return true;
  if (label->buffers) return true; /* its writes are not seen yet */
  return label->section != RMR_REMAINDER && space_conflict(s, p, label, of, with);
}

static inline bool region_somebody_wants(const struct space *s, const uint64_t *state)
{
  for (uint32_t p = 1; p <= s->n; p++)
    if (rmr_section_is_entry(space_label_of(s, state, p)->section)) return true;
  return false;
}

/* Whether P_p's next line belongs to its entry, and no process disturbs it. */
static inline bool region_is_alone(const struct space *s, const uint64_t *state, uint32_t p)
{
  const struct space_label *label = space_label_of(s, state, p);
  if (!rmr_section_is_entry(label->line_section)) return false;
  for (uint32_t q = 1; q <= s->n; q++)
    if (q != p && region_disturbs(s, state, q, p, label)) return false;
  return label->inherited == 0 || !space_haunts(s, state, p, p);
}

INNER bool region_has(const struct space *s, const struct region *r, const uint64_t *state)
{
  if (r->kind == REGION_ALL) return true;
  if (r->kind == REGION_STUCK) return r->cycles == NULL || cycles_may_stay(r->cycles, s, state, 0);
  const struct space_label *label = space_label_of(s, state, r->process);
  if (r->kind == REGION_ENTRY)
    return rmr_section_is_entry(label->section) &&
           (r->cycles == NULL || cycles_may_stay(r->cycles, s, state, r->process));
  if (r->kind == REGION_EXIT) return label->line_section == RMR_EXIT;
  if (r->kind == REGION_ALONE) return region_is_alone(s, state, r->process);
  if (r->kind == REGION_RECOVER) return label->line_section == RMR_RECOVER;
  if (r->kind == REGION_REENTRY) return region_owes(s, state, r->process);
  return region_somebody_wants(s, state);
}

/* Whether a state of the region, which has been found by its local states, has any steps there. */
static inline bool region_keeps(const struct space *s, const struct region *r, const uint64_t *state)
{
  return r->cycles == NULL || cycles_keep(r->cycles, s, state, r->process);
}

/* The way out that a state of the region has by itself, whatever steps lead from it. */
static inline uint32_t region_rest(const struct space *s, const uint64_t *state)
{
  for (uint32_t p = 1; p <= s->n; p++)
    if (space_label_of(s, state, p)->done && !space_label_of(s, state, p)->dead) return REGION_WAY_REST;
  return REGION_WAY_NONE;
}

/* The weight of a step in the region. */
static inline uint32_t region_weight(const struct region *r, uint32_t mover, const struct successor *to)
{
  if (r->ways) return 0;
  if (r->kind == REGION_ALL) return to->weight;
  return r->kind != REGION_ENTRY && r->kind != REGION_STUCK && mover == r->process;
}

/* Whether an action is outside the region. */
static inline bool region_leaves_out(const struct space *s, const struct region *r, uint32_t mover,
                                     const struct successor *to)
{
  if (r->kind == REGION_STUCK || r->kind == REGION_WANTED) return (to->flags & MOVE_ENTERS) != 0;
  if (mover <= s->n || r->kind == REGION_ALL) return false;
  return r->ways ? s->env.crashes[mover] != 0 : space_crashes(s, mover, r->process);
}

/* Of ALL: whether the action ends a passage of the observed process, so that costs count from 0 again. */
static inline bool region_cuts(const struct space *s, const struct region *r, uint32_t mover)
{
  return mover > s->n && s->env.recovers && r->kind == REGION_ALL && s->spec.observer.process != 0 &&
         !cost_counts_through(s->spec.observer.cost) && space_crashes(s, mover, s->spec.observer.process);
}

#endif
