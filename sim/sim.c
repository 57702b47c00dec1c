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
#include "model/sessions.h"
#include "sim/step.h"

/* Where a process is after a step, from the section of the line it has done and of the one it is poised to do. It is in the
 * CS from the step that completes its entry until its first exit access; coming back from the exit (or from an own-step CS)
 * to a line of the entry means that the passage is over. */
uint8_t sim_section_after(uint8_t done, uint8_t next)
{
  const bool leaving = done == RMR_EXIT || done == RMR_CS;
  switch ((enum rmr_section)next) {
  case RMR_DOORWAY:
  case RMR_WAITING: return leaving ? RMR_REMAINDER : next;
  case RMR_EXIT: return done == RMR_EXIT ? RMR_EXIT : RMR_CS;
  case RMR_CS: return RMR_CS;
  case RMR_REMAINDER:
  case RMR_N_SECTIONS: break;
  }
  return RMR_REMAINDER;
}

static void lay_out_sections(struct sim *sim)
{
  for (uint8_t done = 0; done < RMR_N_SECTIONS; done++)
    for (uint8_t next = 0; next < RMR_N_SECTIONS; next++) sim->after[done][next] = sim_section_after(done, next);
}

/* Where the registers are N² or N³, a large N is a mistake to be told, not memory to be asked for. */
static const uint64_t MOST_BYTES = UINT64_C(4) << 30;

static bool lay_out_registers(struct sim *sim, struct error *e)
{
  const struct rmr_algorithm *a = sim->algorithm;
  const uint64_t each = 8 * (sim->row + 5); /* bytes: cache bits, value, owner, waiters, home, extremes */
  sim->size_of = (struct rmr_size){sim->n, session_largest(sim->setup.sessions, sim->n)};
  uint64_t total = 0;
  for (uint32_t g = 0; g < a->n_shared; g++) {
    sim->base[g] = (uint32_t)total;
    total += a->shared[g].cells(sim->n);
    if (total * each > MOST_BYTES)
      return fail(e, EXIT_USAGE, "%s with N = %u has too many registers: their caches take more than %" PRIu64 " GiB",
                  a->name, sim->n, MOST_BYTES >> 30);
  }
  sim->base[a->n_shared] = sim->n_registers = (uint32_t)total;
  sim->home = mem_new(total, sizeof *sim->home);
  sim->lowest = mem_new(total, sizeof *sim->lowest);
  sim->largest = mem_new(total, sizeof *sim->largest);
  sim->largest_field = mem_new(a->n_shared, sizeof *sim->largest_field);
  for (uint32_t g = 0; g < a->n_shared; g++)
    for (uint32_t var = sim->base[g]; var < sim->base[g + 1]; var++) {
      const struct rmr_shared *shared = &a->shared[g];
      sim->home[var] = shared->home != NULL ? shared->home(var - sim->base[g], sim->n) : 0;
    }
  return true;
}

/* Hands out the parts of the block one after the other, each on a cache line of its own. Called twice: first with block =
 * NULL to learn the size. */
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
  sim->waiter = part(sim, (n + 1) * sim->watch, sizeof *sim->waiter);
  sim->waiting = part(sim, v, sizeof *sim->waiting);
}

static bool allocate_block(struct sim *sim, struct error *e)
{
  lay_out_block(sim);
  sim->block = aligned_alloc(64, sim->size);
  if (sim->block == NULL)
    return fail(e, EXIT_INTERNAL, "no memory for a state of %zu MiB (%s, N = %u)", sim->size >> 20,
                sim->algorithm->name, sim->n);
  lay_out_block(sim);
  sim->view = (struct rmr_view){.n = sim->n,
                                .ready = sim->ready,
                                .woken = sim->woken,
                                .ready_set = sim->ready_set,
                                .process = sim->process,
                                .memory = sim->memory,
                                .base = sim->base};
  sim->in = (struct rmr_in){.n = sim->n, .given = true, .base = sim->base, .sessions = sim->session};
  return true;
}

bool system_check(const struct system_spec *setup, struct error *e)
{
  const struct rmr_algorithm *a = setup->algorithm;
  if (setup->n < 1 || setup->n > SYSTEM_MAX_N)
    return fail(e, EXIT_USAGE, "N = %u: expected 1 to %d processes", setup->n, SYSTEM_MAX_N);
  if (a->n_shared > RMR_MAX_GROUPS || a->n_lines > RMR_MAX_LINES || a->state_size > RMR_MAX_STATE)
    return fail(e, EXIT_INTERNAL, "%s exceeds the limits of algo.h", a->name);
  if (rmr_state_size(a, setup->n) > RMR_MAX_STATE)
    return fail(
      e, EXIT_USAGE, "%s keeps %u byte%s for each process in a local state of at most %u: expected N up to %u", a->name,
      a->state_each, a->state_each == 1 ? "" : "s", RMR_MAX_STATE, (RMR_MAX_STATE - a->state_size) / a->state_each);
  if (setup->sessions != NULL && setup->sessions->rule == SESSIONS_LIST && setup->sessions->n_list != setup->n)
    return fail(e, EXIT_USAGE, "%u sessions are listed for N = %u processes", setup->sessions->n_list, setup->n);
  return true;
}

struct sim *sim_create(const struct system_spec *setup, struct error *e)
{
  if (!system_check(setup, e)) return NULL;
  struct sim *sim = mem_new(1, sizeof *sim);
  sim->setup = *setup;
  if (sim->setup.sessions == NULL) sim->setup.sessions = &sim->distinct;
  sim->algorithm = setup->algorithm;
  sim->n = setup->n;
  sim->row = (sim->n + SIM_PER_WORD - 1) / SIM_PER_WORD;
  sim->watch = sim->algorithm->watch != NULL ? sim->algorithm->watch(sim->n) : 3;
  sim->stride = (rmr_state_size(sim->algorithm, sim->n) + 15) / 16 * 16;
  lay_out_sections(sim);
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
  free(sim->home);
  free(sim->lowest);
  free(sim->largest);
  free(sim->largest_field);
  free(sim->block);
  free(sim);
}

static void reset_processes(struct sim *sim)
{
  sim->process[0].status = RMR_DONE; /* so that choosing "process 0" is as wrong as choosing a finished one */
  for (uint32_t p = 1; p <= sim->n; p++) {
    struct rmr_process *me = &sim->process[p];
    sim->session[p] = session_asked(&sim->setup, p, 1);
    sim->in.i = p;
    me->pending = sim->algorithm->step(sim->local + (size_t)p * sim->stride, &sim->in);
    me->spinning = me->pending.kind == RMR_SPIN ? sim_identity(&me->pending) : 0;
    me->session = sim->session[p];
    sim->session[p] = session_asked(&sim->setup, p, 2);
    me->section = RMR_REMAINDER;
    me->status = RMR_READY;
    sim->ready[p - 1] = p;
    sim->place[p] = p - 1;
    sim->ready_set[(p - 1) / 64] |= UINT64_C(1) << (p - 1) % 64;
    for (uint32_t k = 0; k < sim->watch; k++) sim->waiter[(size_t)p * sim->watch + k].process = p;
  }
}

static void reset_registers(struct sim *sim)
{
  memset(sim->largest_field, 0, sim->algorithm->n_shared * sizeof *sim->largest_field);
  for (uint32_t g = 0; g < sim->algorithm->n_shared; g++)
    for (uint32_t var = sim->base[g]; var < sim->base[g + 1]; var++) {
      sim->memory[var] = sim->algorithm->shared[g].initial;
      sim->largest[var] = -1;
      sim->lowest[var] = sim->algorithm->shared[g].min;
      sim->waiting[var] = (struct waiter_list){SIM_NOBODY, SIM_NOBODY};
    }
  for (uint32_t k = 0; k < sim->setup.n_initial; k++) {
    assert(sim->setup.initial[k].var < sim->n_registers);
    sim->memory[sim->setup.initial[k].var] = sim->setup.initial[k].value;
  }
  for (uint32_t var = 0; var < sim->n_registers; var++) sim_new_extreme(sim, 0, var, 0, sim->memory[var]);
}

void sim_reset(struct sim *sim)
{
  memset(sim->block, 0, sim->size);
  reset_registers(sim);
  reset_processes(sim);
  sim->view.step = 0;
  sim->view.n_ready = sim->n;
  sim->n_done = 0;
  sim->fault.raised = false;
}

void sim_new_extreme(struct sim *sim, uint32_t p, uint32_t var, uint16_t line, rmr_word value)
{
  const uint32_t g = sim_group(sim, var);
  const struct rmr_shared *shared = &sim->algorithm->shared[g];
  const struct rmr_field whole[] = {{.name = "", .max = shared->max}, {.name = NULL}};
  bool outside = value < shared->min;
  if (shared->fields == NULL && value > sim->largest[var]) sim->largest[var] = value;
  const struct rmr_field *f = shared->fields != NULL ? shared->fields : whole;
  for (int k = 0; f[k].name != NULL && k < SIM_MAX_FIELDS; k++) {
    const rmr_word part = shared->fields != NULL ? rmr_field_of(&f[k], value) : value;
    if (part > sim->largest_field[g][k]) sim->largest_field[g][k] = part;
    if (f[k].max != NULL && part > f[k].max(sim->size_of)) outside = true;
  }
  if (outside && !sim->fault.raised)
    sim->fault = (struct sim_fault){.raised = true, .process = p, .var = var, .line = line, .value = value};
}

size_t sim_state_size(const struct sim *sim)
{
  return sim->size;
}

void sim_state_save(const struct sim *sim, void *to)
{
  *sim->scalars = (struct sim_scalars){sim->view.step, sim->view.n_ready, sim->n_done};
  memcpy(to, sim->block, sim->size);
}

void sim_state_load(struct sim *sim, const void *from)
{
  memcpy(sim->block, from, sim->size);
  sim->view.step = sim->scalars->step;
  sim->view.n_ready = sim->scalars->n_ready;
  sim->n_done = sim->scalars->n_done;
}

void sim_state_copy(struct sim *to, const struct sim *from)
{
  memcpy(to->block, from->block, from->size);
  to->view.step = from->view.step;
  to->view.n_ready = from->view.n_ready;
  to->n_done = from->n_done;
}

const struct rmr_view *sim_view(const struct sim *sim)
{
  return &sim->view;
}

const struct system_spec *sim_get_setup(const struct sim *sim)
{
  return &sim->setup;
}

uint32_t sim_n_registers(const struct sim *sim)
{
  return sim->n_registers;
}

bool sim_conflict(const struct sim *sim, uint32_t session_p, uint32_t session_q)
{
  return !sim->algorithm->group || session_p != session_q;
}
