/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include "explore/answer/answer.h"
#include "model/names.h"
#include "sim/step.h"

/* The error of a move whose value would leave the range of its register. */
static bool leaves_range(const struct space *space, uint32_t move, struct error *e)
{
  const struct automata *a = &space->automata;
  const struct space_origin origin = space_origin(space, move);
  const struct rmr_op *op = &a->process[origin.process].local[origin.local].op;
  const rmr_word before = a->values[op->var].value[origin.value];
  char name[NAMES_SIZE];
  if (ticks_pass(&a->ticks) && op->value == TICKS_AHEAD)
    return fail(e, EXIT_SAFETY,
                "%s, N = %" PRIu32 ": P%" PRIu32 " at line %s writes a time to %s that no clock shows yet",
                a->system->algorithm->name, a->n, origin.process, rmr_line_of(a->system->algorithm, op->line)->label,
                system_register_name(a->system, op->var, name, sizeof name));
  if (origin.process <= a->n)
    return system_refuse_value(a->system, origin.process, op->line, op->var, system_result(a->system, op, before), e);
  const rmr_action change = automata_action(a, origin.process);
  return fail(e, EXIT_SAFETY, "%s, N = %" PRIu32 ": %s leaves %" PRId64 " there, outside its declared range",
              a->system->algorithm->name, a->n, system_change_name(a->system, change, name, sizeof name),
              system_changed(a->system, change, before));
}

static bool goes_astray(const struct space *space, uint32_t move, struct error *e)
{
  const struct space_origin origin = space_origin(space, move);
  const uint32_t first = space->row[origin.process][origin.local].first + origin.value * space->choices;
  return automata_refuse_stray(&space->automata, origin.process, origin.local, origin.value, move - first, e);
}

/* The moves that a write without room would make are capped, too. */
static void look_for_capped(const struct space *space, const uint8_t *taken, bool *capped, bool *full)
{
  for (uint32_t p = 1; p <= space->n_actors; p++)
    for (uint32_t l = 0; l < space->automata.process[p].n_locals; l++) {
      const struct automaton_local *local = &space->automata.process[p].local[l];
      const uint32_t n = automaton_values(&space->automata, local) * space->choices, first = space->row[p][l].first;
      for (uint32_t m = first; m < first + n; m++)
        if (taken[m] && (space->flags[m] & MOVE_CAPPED)) *(local->full ? full : capped) = true;
    }
}

bool explore_ranges(const struct space *space, const uint8_t *taken, bool *capped, bool *full, struct error *e)
{
  bool any = false;
  for (uint32_t m = 0; m < space->n_moves; m++) {
    if (!taken[m]) continue;
    if (space->flags[m] & MOVE_OUTSIDE) return leaves_range(space, m, e);
    if (space->flags[m] & MOVE_STRAY) return goes_astray(space, m, e);
    any |= (space->flags[m] & MOVE_CAPPED) != 0;
  }
  if (any) look_for_capped(space, taken, capped, full);
  return true;
}
