/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sim.c: makes the state block and puts it into its initial state.
 */
#include "sim/sim.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "sim/step.h"

/* A state is one block, and should not be larger than this: a large N is then a mistake to be told, not memory to be
 * asked for. */
static const uint64_t MOST_BYTES = UINT64_C(4) << 30;

static bool lay_out_registers(struct sim *sim, struct error *e)
{
  const struct system *system = sim->system;
  const uint64_t each = 8 * (sim->row + 3); /* bytes: cache bits, value, owner, waiters */
  if (sim->n_registers * each > MOST_BYTES)
    return fail(e, EXIT_USAGE, "%s with N = %u has too many registers: their caches take more than %" PRIu64 " GiB",
                system->algorithm->name, sim->n, MOST_BYTES >> 30);
  for (uint32_t g = 0; g < system->algorithm->n_shared; g++) sim->base[g] = system->group[g].first;
  sim->base[system->algorithm->n_shared] = sim->n_registers;
  sim->largest_field = mem_new(system->algorithm->n_shared, sizeof *sim->largest_field);
  return true;
}

/* Hands out the parts of the block one after the other, each on a cache line of its own. Called twice: first with block
 * = NULL to learn the size. */
static void *part(struct sim *sim, size_t count, size_t each)
{
  void *here = sim->block != NULL ? sim->block + sim->size : NULL;
  sim->size += (count * each + 63) / 64 * 64;
  return here;
}

static void lay_out_block(struct sim *sim)
{
  const size_t n = sim->n, v = sim->n_registers;
  sim->size = 0;
  sim->scalars = part(sim, 1, sizeof *sim->scalars);
  sim->process = part(sim, n + 1, sizeof *sim->process);
  sim->local = part(sim, n + 1, sim->stride);
  sim->memory = part(sim, v, sizeof *sim->memory);
  sim->copies = part(sim, v * sim->row, sizeof *sim->copies);
  sim->owner = part(sim, v, sizeof *sim->owner);
  sim->ready = part(sim, n + 1, sizeof *sim->ready);
  sim->place = part(sim, n + 1, sizeof *sim->place);
  sim->woken = part(sim, n + 1, sizeof *sim->woken);
  sim->ready_set = part(sim, (n + 63) / 64, sizeof *sim->ready_set);
  sim->session = part(sim, n + 1, sizeof *sim->session);
  sim->at = part(sim, n + 1, sizeof *sim->at);
  sim->waiter = part(sim, (n + 1) * sim->watch, sizeof *sim->waiter);
  sim->waiting = part(sim, v, sizeof *sim->waiting);
  sim->clock = time_passes(&sim->system->spec.time) ? part(sim, n + 1, sizeof *sim->clock) : NULL;
  sim->lapsed = sim->reads != 0 ? part(sim, v * sim->reads, sizeof *sim->lapsed) : NULL;
}

static bool allocate_block(struct sim *sim, struct error *e)
{
  lay_out_block(sim);
  sim->block = aligned_alloc(64, sim->size);
  if (sim->block == NULL)
    return fail(e, EXIT_INTERNAL, "no memory for a state of %zu MiB (%s, N = %u)", sim->size >> 20,
                sim->system->algorithm->name, sim->n);
  lay_out_block(sim);
  sim->view = (struct rmr_view){.n = sim->n,
                                .ready = sim->ready,
                                .woken = sim->woken,
                                .ready_set = sim->ready_set,
                                .process = sim->process,
                                .memory = sim->memory,
                                .base = sim->base};
  sim->in = (struct rmr_in){.n = sim->n,
                            .given = true,
                            .sessions = sim->session,
                            .parameters = sim->system->spec.parameters,
                            .n_sessions = sim->system->size.sessions,
                            .self = sim->system->algorithm->self};
  return true;
}

struct sim *sim_create(const struct system *system, struct error *e)
{
  struct sim *sim = mem_new(1, sizeof *sim);
  sim->system = system;
  sim->algorithm_step = system->algorithm->step;
  sim->places = system->places;
  sim->home = system->home;
  sim->group_of = system->group_of;
  sim->n = system->n;
  sim->n_registers = system->n_registers;
  sim->row = (sim->n + SIM_PER_WORD - 1) / SIM_PER_WORD;
  sim->watch = system->watch;
  sim->reads = system_expires_at_readers(system) ? (sim->n + 63) / 64 : 0;
  sim->ordered = system->spec.order.order != ORDER_SC;
  sim->buffers = order_buffers(&system->spec.order);
  sim->recovers = faults_recover(&system->spec.faults);
  sim->stride = (system->state_size + 15) / 16 * 16;
  if (!lay_out_registers(sim, e) || !allocate_block(sim, e)) {
    sim_free(sim);
    return NULL;
  }
  sim_reset(sim);
  return sim;
}

void sim_free(struct sim *sim)
{
  if (sim == NULL) return;
  free(sim->largest_field);
  free(sim->block);
  free(sim);
}

void sim_ask_first(struct sim *sim, uint32_t p, bool given)
{
  struct rmr_process *me = &sim->process[p];
  struct rmr_in in = sim->in;
  in.i = p;
  in.id = sim->at[p].id;
  in.given = given;
  if (sim->clock != NULL) in.now = sim_local_time(sim, p);
  me->pending = system_step(sim->system, sim->local + (size_t)p * sim->stride, &in);
  if (!system_is_stray(&me->pending)) return;
  if (!sim->fault.raised) sim->fault = (struct sim_fault){.raised = true, .stray = true, .process = p, .value = in.now};
  me->pending = (struct rmr_op){.kind = RMR_LOCAL, .line = me->pending.line}; /* until the run is told */
}

void sim_begin(struct sim *sim, uint32_t p)
{
  struct rmr_process *me = &sim->process[p];
  sim->at[p].id = system_identity(sim->system, p, sim->at[p].before);
  sim_ask_first(sim, p, true);
  sim_begin_wait(me);
  me->session = sim->session[p];
  sim->session[p] = system_session(&sim->system->spec, p, sim->at[p].asked + 2);
  me->section = RMR_REMAINDER;
  me->status = RMR_READY;
  if (sim->clock != NULL) sim_clock_look(sim, p);
}

static void reset_processes(struct sim *sim)
{
  sim->process[0].status = RMR_DONE; /* so that choosing "process 0" is as wrong as choosing a finished one */
  for (uint32_t p = 1; p <= sim->n; p++) {
    sim->session[p] = system_session(&sim->system->spec, p, 1);
    sim_begin(sim, p);
    sim->ready[p - 1] = p;
    sim->place[p] = p - 1;
    sim->ready_set[(p - 1) / 64] |= UINT64_C(1) << (p - 1) % 64;
    for (uint32_t k = 0; k < sim->watch; k++) sim->waiter[(size_t)p * sim->watch + k].process = p;
  }
}

static void reset_registers(struct sim *sim)
{
  const struct system *system = sim->system;
  memset(sim->largest_field, 0, system->algorithm->n_shared * sizeof *sim->largest_field);
  for (uint32_t g = 0; g < system->algorithm->n_shared; g++)
    sim->range[g] = (struct sim_range){.lowest = system->algorithm->shared[g].min, .largest = -1};
  for (uint32_t var = 0; var < sim->n_registers; var++) {
    sim->memory[var] = system_initial_value(system, var);
    sim->waiting[var] = (struct waiter_list){SIM_NOBODY, SIM_NOBODY};
  }
  for (uint32_t k = 0; k < system->spec.n_initial; k++) {
    assert(system->spec.initial[k].var < sim->n_registers);
    sim->memory[system->spec.initial[k].var] = system->spec.initial[k].value;
  }
  for (uint32_t var = 0; var < sim->n_registers; var++) sim_new_extreme(sim, 0, var, 0, sim->memory[var]);
}

void sim_reset(struct sim *sim)
{
  memset(sim->block, 0, sim->size);
  sim->fault = (struct sim_fault){0};
  reset_registers(sim);
  sim_clock_reset(sim);
  reset_processes(sim);
  sim->view.step = sim->changes = 0;
  sim->view.now = 0;
  memcpy(sim->budget.left, sim->system->spec.faults.limit, sizeof sim->budget.left);
  sim->view.n_ready = sim->n;
  sim->n_done = 0;
}

void sim_new_extreme(struct sim *sim, uint32_t p, uint32_t var, uint16_t line, rmr_word value)
{
  const uint32_t g = sim->group_of[var];
  struct sim_range *range = &sim->range[g];
  const struct rmr_field *f = sim->system->group[g].fields;
  if (f->width == 0 && value > range->largest) range->largest = value;
  for (int k = 0; f[k].name != NULL; k++) {
    const rmr_word part = system_part(&f[k], value);
    if (part > sim->largest_field[g][k]) sim->largest_field[g][k] = part;
  }
  if (system_fit(sim->system, var, value, INT64_MAX) == REGISTER_FITS) {
    if (f->width != 0 && value >= 0 && value < 64) range->known |= UINT64_C(1) << value;
  } else if (!sim->fault.raised) {
    sim->fault = (struct sim_fault){.raised = true, .process = p, .var = var, .line = line, .value = value};
  }
}

bool sim_largest(const struct sim *sim, const char *name, rmr_word *out, struct error *e)
{
  uint32_t group, field;
  if (!algorithm_part(sim->system->algorithm, name, &group, &field, e)) return false;
  *out = sim->largest_field[group][field];
  return true;
}

size_t sim_state_size(const struct sim *sim)
{
  return sim->size;
}

void sim_state_save(const struct sim *sim, void *to)
{
  *sim->scalars = (struct sim_scalars){sim->now,          sim->last_tick, sim->view.step, sim->changes,
                                       sim->view.n_ready, sim->n_done,    sim->budget};
  memcpy(to, sim->block, sim->size);
}

void sim_state_load(struct sim *sim, const void *from)
{
  memcpy(sim->block, from, sim->size);
  sim->view.step = sim->scalars->step;
  sim->view.n_ready = sim->scalars->n_ready;
  sim->n_done = sim->scalars->n_done;
  sim->changes = sim->scalars->changes;
  sim->budget = sim->scalars->budget;
  sim->now = sim->view.now = sim->scalars->now;
  sim->last_tick = sim->scalars->last_tick;
}

void sim_state_copy(struct sim *to, const struct sim *from)
{
  memcpy(to->block, from->block, from->size);
  to->view.step = from->view.step;
  to->view.n_ready = from->view.n_ready;
  to->n_done = from->n_done;
  to->changes = from->changes;
  to->budget = from->budget;
  to->now = to->view.now = from->now;
  to->last_tick = from->last_tick;
}

/* A part of the state beside the same part of a saved one. */
static bool same_part(const struct sim *sim, const void *part, const unsigned char *saved, size_t size)
{
  return memcmp(part, saved + ((const unsigned char *)part - sim->block), size) == 0;
}

static bool same_process(const struct rmr_process *a, const struct rmr_process *b)
{
  return memcmp(&a->pending, &b->pending, sizeof a->pending) == 0 && a->spinning == b->spinning &&
         a->session == b->session && a->passages == b->passages && a->section == b->section && a->status == b->status;
}

bool sim_state_alike(const struct sim *sim, const void *saved)
{
  const size_t n = sim->n, v = sim->n_registers;
  const unsigned char *block = saved;
  struct sim_scalars scalars;
  memcpy(&scalars, block + ((const unsigned char *)sim->scalars - sim->block), sizeof scalars);
  if (time_passes(&sim->system->spec.time) || memcmp(&scalars.budget, &sim->budget, sizeof scalars.budget) != 0 ||
      !same_part(sim, sim->memory, block, v * sizeof *sim->memory) ||
      !same_part(sim, sim->local, block, (n + 1) * sim->stride) ||
      !same_part(sim, sim->copies, block, v * sim->row * sizeof *sim->copies) ||
      (sim->lapsed != NULL && !same_part(sim, sim->lapsed, block, v * sim->reads * sizeof *sim->lapsed)) ||
      !same_part(sim, sim->owner, block, v * sizeof *sim->owner) ||
      !same_part(sim, sim->session, block, (n + 1) * sizeof *sim->session) ||
      !same_part(sim, sim->at, block, (n + 1) * sizeof *sim->at))
    return false;
  const size_t offset = (size_t)((const unsigned char *)sim->process - sim->block);
  for (size_t p = 1; p <= n; p++) {
    struct rmr_process then;
    memcpy(&then, block + offset + p * sizeof then, sizeof then);
    if (!same_process(&sim->process[p], &then)) return false;
  }
  return true;
}

void sim_invalidate(uint64_t *row, uint32_t words)
{
  enum { AT_ONCE = 8 }; /* the compiler makes no loop of the inner one */
  uint32_t w = 0;
  for (; w + AT_ONCE <= words; w += AT_ONCE)
    for (uint32_t k = 0; k < AT_ONCE; k++) row[w + k] &= SIM_ALL_EVER;
  for (; w < words; w++) row[w] &= SIM_ALL_EVER;
}

const struct rmr_view *sim_view(const struct sim *sim)
{
  return &sim->view;
}

const struct system *sim_system(const struct sim *sim)
{
  return sim->system;
}

bool sim_refuse(const struct sim *sim, struct error *e)
{
  const struct sim_fault *fault = &sim->fault;
  if (fault->ended) return system_refuse_end(sim->system, fault->process, e);
  if (fault->early) return system_refuse_delay(sim->system, fault->process, fault->line, e);
  if (fault->stray) {
    struct rmr_in in = sim->in;
    in.i = fault->process;
    in.id = sim->at[fault->process].id;
    in.now = fault->value;
    return system_refuse_stray(sim->system, fault->process, sim->local + (size_t)fault->process * sim->stride, in, e);
  }
  if (fault->too_wide)
    return fail(e, EXIT_USAGE, "%s: a wait of P%u reads more than the %u registers that `watch` declares",
                sim->system->algorithm->name, fault->process, sim->system->watch);
  return system_refuse_value(sim->system, fault->process, fault->line, fault->var, fault->value, e);
}
