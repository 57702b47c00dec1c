/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/mem.h"
#include "explore/answer/properties.h"

static void note_value(const struct automata *a, uint32_t var, rmr_word value, rmr_word *largest)
{
  const uint32_t g = a->system->group_of[var];
  const struct rmr_field *fields = a->system->group[g].fields;
  rmr_word *of_group = largest + (size_t)g * RMR_MAX_FIELDS;
  for (uint32_t f = 0; fields[f].name != NULL; f++)
    if (!fields[f].time && !a->system->algorithm->shared[g].time && system_part(&fields[f], value) > of_group[f])
      of_group[f] = system_part(&fields[f], value);
}

/* Epochs rise as often as all may crash: nothing keeps them from doing so one time after the other. */
static void note_epochs(const struct space *space, const struct breadth *found, rmr_word *largest)
{
  const struct automata *a = &space->automata;
  bool crashed = false;
  for (uint32_t actor = a->n + 1; actor <= a->n_actors; actor++)
    crashed |= space->env.crashes[actor] == SPACE_EVERYBODY && found->taken[space->first_move[actor]];
  for (uint32_t var = 0; crashed && var < a->n_registers; var++)
    for (uint32_t k = 0; system_shared(a->system, var)->epoch && k < a->values[var].n; k++)
      note_value(a, var, a->values[var].value[k], largest);
}

rmr_word *largest_values(const struct space *space, const struct breadth *found)
{
  const struct automata *a = &space->automata;
  const size_t n = (size_t)a->system->algorithm->n_shared * RMR_MAX_FIELDS;
  rmr_word *largest = mem_new(n, sizeof *largest);
  for (size_t k = 0; k < n; k++) largest[k] = -1;
  for (uint32_t var = 0; var < a->n_registers; var++)
    for (uint32_t k = 0; k < a->values[var].n_initial; k++) note_value(a, var, a->values[var].value[k], largest);
  for (uint32_t m = 0; m < space->n_moves; m++) {
    if (!found->taken[m] || (space->flags[m] & MOVE_NONE)) continue;
    const struct space_origin origin = space_origin(space, m);
    const struct automaton *p = &a->process[origin.process];
    const struct automaton_local *l = &p->local[origin.local];
    if (!rmr_kind_writes(l->op.kind)) continue;
    note_value(a, l->op.var, a->values[l->op.var].value[p->written[l->first_value + origin.value]], largest);
  }
  note_epochs(space, found, largest);
  return largest;
}
