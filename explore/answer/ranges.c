/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "explore/answer/answer.h"
#include "explore/graph/steps.h"
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

/* Whether it would lead a register out of its range, or to one that there is not. Then there is no such move, and no
 * answer. */
static bool is_outside(const struct space *space, uint32_t move)
{
  return (space->flags[move] & (MOVE_OUTSIDE | MOVE_STRAY)) != 0;
}

static bool refuse_move(const struct space *space, uint32_t move, struct error *e)
{
  return space->flags[move] & MOVE_OUTSIDE ? leaves_range(space, move, e) : goes_astray(space, move, e);
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
    if (is_outside(space, m)) return refuse_move(space, m, e);
    any |= (space->flags[m] & MOVE_CAPPED) != 0;
  }
  if (any) look_for_capped(space, taken, capped, full);
  return true;
}

/* --- a run to there ----------------------------------------------------------------------------------------------- */

struct look {
  const struct space *space;
  const struct visited *visited;
};

/* The actor that has such a move before it in a state, and the move; 0: there is none. */
static uint32_t leaves(const struct look *look, uint32_t id, uint32_t *move)
{
  const struct space *space = look->space;
  const struct space_shape shape = {.words = space->words};
  const uint64_t *state = visited_state(look->visited, id);
  struct actor a = actors_begin((struct actors){1, space->n_actors});
  while (actors_next(space, shape, state, &a))
    for (*move = a.first; *move < a.end; ++*move)
      if (is_outside(space, *move)) return a.p;
  return 0;
}

static bool is_before(void *self, uint32_t id)
{
  uint32_t move;
  return leaves(self, id, &move) != 0;
}

static void add_step(struct schedule *to, rmr_action action)
{
  to->step = mem_grow(to->step, to->n_steps + 1, sizeof *to->step);
  to->step[to->n_steps++] = (struct schedule_step){.action = action};
}

void explore_outside(const struct explore_spec *spec, struct witness *out, struct error *e)
{
  struct space_spec plain = explore_space(spec);
  struct space *space = mem_new(1, sizeof *space); /* both are too large for the stack beside others */
  struct breadth *found = mem_new(1, sizeof *found);
  struct error ignored = {0};
  plain.up_to_renaming = false; /* the step behind the run is that of a process, by its name */
  if (space_create(space, &plain, &ignored)) {
    struct path path;
    breadth_search(space, &spec->limits, WATCH_NOTHING, true, found);
    struct look look = {space, &found->visited};
    if (path_to(space, &found->visited, &spec->limits, is_before, &look, &path)) {
      uint32_t move;
      const uint32_t actor = leaves(&look, path_end(&path), &move);
      witness_create(out, space, &found->visited, &path);
      add_step(&out->schedule, automata_action(&space->automata, actor));
      *e = (struct error){0};
      refuse_move(space, move, e);
    }
    path_free(&path);
    breadth_free(found);
    space_free(space);
  }
  free(found);
  free(space);
}
