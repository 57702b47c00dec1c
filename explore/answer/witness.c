/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/answer/witness.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/answer/named_path.h"

static void ask(struct system_asks *asks, uint32_t session)
{
  asks->session = mem_another(asks->session, asks->n, sizeof *asks->session);
  asks->session[asks->n++] = session;
}

/* A process that goes around the loop again asks for the same sessions; so many times, beyond which the rule decides.
 * */
enum { ROUNDS = 100 };

static void repeat_asks(struct system_asks *asks, uint32_t before_loop)
{
  const uint32_t once = asks->n - before_loop;
  for (uint32_t k = 0; k < once * ROUNDS; k++) ask(asks, asks->session[before_loop + k % once]);
}

/* A process asks for the next session when it comes back to its remainder; the first time at the beginning. */
static void write_asks(struct schedule *to, const struct space *space, const struct visited *visited,
                       const struct path *path)
{
  uint32_t *before_loop = mem_new(space->n + 1, sizeof *before_loop);
  to->asks = mem_new(space->n + 1, sizeof *to->asks);
  for (uint32_t p = 1; p <= space->n; p++) ask(&to->asks[p], space_label_of(space, path->begin, p)->session);
  for (size_t k = 0; k < path->n; k++) {
    for (uint32_t p = 1; p <= space->n && k == path->loop; p++) before_loop[p] = to->asks[p].n;
    const uint32_t actor = path->process[k];
    const bool comes = actor > space->n && rmr_action_kind(space->automata.event[actor].action) == RMR_NEW;
    if (actor > space->n && !comes) continue;
    const uint32_t p = comes ? space->automata.event[actor].process : actor;
    const struct space_label *before = space_label_of(space, visited_state(visited, path->state[k]), p),
                             *after = space_label_of(space, visited_state(visited, path->state[k + 1]), p);
    if (comes || (before->section != RMR_REMAINDER && after->section == RMR_REMAINDER && !after->done))
      ask(&to->asks[p], after->session);
  }
  for (uint32_t p = 1; p <= space->n && path->loop < path->n; p++) repeat_asks(&to->asks[p], before_loop[p]);
  free(before_loop);
}

/* Registers that start with another value than the declared one. */
static void write_initial(struct schedule *to, const struct space *space, const struct path *path)
{
  const struct automata *a = &space->automata;
  to->initial = mem_new(a->n_registers, sizeof *to->initial);
  for (uint32_t var = 0; var < a->n_registers; var++) {
    const uint32_t number = field_get(path->begin, &space->layout.value[var]);
    if (number == 0) continue; /* the declared value is number 0 */
    to->initial[to->n_initial++] = (struct system_initial){var, a->values[var].value[number]};
  }
}

static void write_passages(struct schedule *to, const struct space *space)
{
  to->passages = space->spec.setup.passages;
  if (space->spec.observer.process == 0) return;
  to->passages_of = mem_new(space->n + 1, sizeof *to->passages_of);
  memcpy(to->passages_of, space->passages, (space->n + 1) * sizeof *to->passages_of);
}

/* How far each clock is ahead. */
static void write_skews(struct schedule *to, const struct space *space, const struct path *path)
{
  to->skew_of = mem_new(space->n + 1, sizeof *to->skew_of);
  for (uint32_t p = 1; p <= space->n; p++)
    to->skew_of[p] = space->automata.process[p].timer[space_local(space, path->begin, p)].skew;
}

void witness_of_run(struct witness *w, const struct space *space, const struct visited *visited,
                    const struct path *path)
{
  const struct system_spec *setup = &space->automata.system->spec;
  *w = (struct witness){.found = true};
  struct schedule *to = &w->schedule;
  to->algorithm = setup->algorithm;
  to->parameters = space->spec.setup.parameters; /* as given: those of the system end with it */
  to->text = setup->text;
  to->directory = setup->directory;
  to->n = space->n;
  to->memory = setup->memory;
  to->faults = setup->faults;
  to->time = setup->time;
  to->order = setup->order;
  to->sessions = *setup->sessions;
  to->seed = 1;
  to->n_steps = path->n;
  to->n_loop = path->n - path->loop;
  to->step = mem_new(path->n + 1, sizeof *to->step);
  for (size_t k = 0; k < path->n; k++) {
    to->step[k].action = automata_action(&space->automata, path->process[k]);
    w->changes += k == 0 || path->process[k] != path->process[k - 1];
  }
  write_passages(to, space);
  if (space->env.tick != 0) write_skews(to, space, path);
  write_initial(to, space, path);
  if (space->choices > 1) write_asks(to, space, visited, path);
}

void witness_create(struct witness *w, const struct space *space, const struct visited *visited,
                    const struct path *path)
{
  struct visited own;
  struct path named;
  if (space->symmetry == NULL) {
    witness_of_run(w, space, visited, path);
    return;
  }
  if (named_path(space, visited, path, &own, &named)) witness_of_run(w, space, &own, &named);
  path_free(&named);
  visited_free(&own);
}

bool witness_write(struct witness *w, char *file, const char *comment, struct error *e)
{
  const bool ok = schedule_write(file, &w->schedule, comment, e);
  free(w->file);
  w->file = ok ? file : NULL;
  if (!ok) free(file);
  return ok;
}

void witness_free(struct witness *w)
{
  if (w->found) schedule_free(&w->schedule);
  free(w->file);
  *w = (struct witness){0};
}
