/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/ledger.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "sim/state.h"

bool ledger_init(struct ledger *ledger, const struct sim *sim, uint32_t observed, struct error *e)
{
  const struct rmr_algorithm *a = sim->system->algorithm;
  const size_t seats = sim->n + 1, cells = seats * a->n_lines, registers = sim->n_registers;
  if (observed > sim->n) return fail(e, EXIT_USAGE, "the observed process is %u, but N = %u", observed, sim->n);
  *ledger = (struct ledger){.n = sim->n,
                            .n_lines = a->n_lines,
                            .n_registers = sim->n_registers,
                            .algorithm = a,
                            .observed = observed != 0 ? observed : sim->n};
  ledger->cell = mem_new(cells, sizeof *ledger->cell);
  ledger->by_register = mem_new(registers, sizeof *ledger->by_register);
  ledger->blocked_on = mem_new(registers, sizeof *ledger->blocked_on);
  ledger->max_passage = mem_new(seats, sizeof *ledger->max_passage);
  ledger->max_steps = mem_new(seats, sizeof *ledger->max_steps);
  ledger->max_super = mem_new(seats, sizeof *ledger->max_super);
  ledger->super = mem_new(seats, sizeof *ledger->super);
  ledger->max_fences = mem_new(seats, sizeof *ledger->max_fences);
  ledger->fences = mem_new(seats, sizeof *ledger->fences);
  ledger->max_bypass = mem_new(seats, sizeof *ledger->max_bypass);
  ledger->bypass = mem_new(seats, sizeof *ledger->bypass);
  ledger->bypass_from = mem_new(seats, sizeof *ledger->bypass_from);
  ledger->entries_of = mem_new(sim->system->size.sessions + 1, sizeof *ledger->entries_of);
  ledger->blocks = mem_new(seats, sizeof *ledger->blocks);
  ledger->max_meals = mem_new(seats, sizeof *ledger->max_meals);
  ledger->meals = mem_new(seats, sizeof *ledger->meals);
  ledger->time = (struct ledger_time){.max_ticks = mem_new(seats, sizeof *ledger->time.max_ticks),
                                      .begun = mem_new(seats, sizeof *ledger->time.begun),
                                      .gap = LEDGER_NO_GAP};
  ledger->waits.whom = mem_new(seats, sizeof *ledger->waits.whom);
  ledger->waits.list = mem_new(seats, sizeof *ledger->waits.list);
  ledger->waits.holder = mem_new(seats, sizeof *ledger->waits.holder);
  ledger->anybody_blocks = algorithm_has_holders(a);
  return true;
}

void ledger_fini(struct ledger *ledger)
{
  free(ledger->cell);
  free(ledger->by_register);
  free(ledger->blocked_on);
  free(ledger->max_passage);
  free(ledger->max_steps);
  free(ledger->max_super);
  free(ledger->super);
  free(ledger->max_fences);
  free(ledger->fences);
  free(ledger->max_bypass);
  free(ledger->bypass);
  free(ledger->bypass_from);
  free(ledger->entries_of);
  free(ledger->blocks);
  free(ledger->max_meals);
  free(ledger->meals);
  free(ledger->time.max_ticks);
  free(ledger->time.begun);
  free(ledger->waits.whom);
  free(ledger->waits.list);
  free(ledger->waits.holder);
  free(ledger->passage_histogram);
  *ledger = (struct ledger){0};
}

static void count_passage(struct ledger *ledger, uint32_t rmr)
{
  if (rmr >= ledger->histogram_size) {
    const size_t size = (size_t)rmr * 2 + 64;
    ledger->passage_histogram = mem_grow(ledger->passage_histogram, size, sizeof *ledger->passage_histogram);
    memset(ledger->passage_histogram + ledger->histogram_size, 0,
           (size - ledger->histogram_size) * sizeof *ledger->passage_histogram);
    ledger->histogram_size = size;
  }
  ledger->passage_histogram[rmr]++;
  ledger->passages++;
  ledger->passage_rmr += rmr;
}

static void raise_count(uint64_t *most, uint64_t count)
{
  if (count > *most) *most = count;
}

/* Of a graph: P_p enters, past the neighbours who wait. */
static void pass_by(struct ledger *ledger, const struct rmr_neighbours *graph, uint32_t p)
{
  for (uint32_t k = 1; k <= rmr_degree(graph, p); k++) {
    const uint32_t q = rmr_neighbour(graph, p, k);
    ledger->bypass[q] += ledger->bypass_from[q] != 0;
  }
}

/* The CS entries so far that conflict with a passage for this session. Those on a graph are counted one by one, and in
 * renaming none conflict. */
static uint64_t entries_against(const struct ledger *ledger, const struct sim *sim, uint32_t session)
{
  if (sim->system->graph != NULL || ledger->algorithm->name_held != NULL) return 0;
  return ledger->cs_entries - (ledger->algorithm->group ? ledger->entries_of[session] : 0);
}

/* P_p, in a passage for this session, stops waiting, perhaps only for a while: behind an aborted attempt comes another
 * one in the same passage. */
static void stop_waiting(struct ledger *ledger, const struct sim *sim, uint32_t p, uint32_t session)
{
  if (ledger->bypass_from[p] == 0) return;
  ledger->bypass[p] += entries_against(ledger, sim, session) + 1 - ledger->bypass_from[p];
  ledger->bypass_from[p] = 0;
  raise_count(&ledger->max_bypass[p], ledger->bypass[p]);
}

/* Waiting counts from the doorway's end, or from the first step where there is no doorway: the step that ends in the
 * waiting room. `bypass_from` holds 1 + the CS entries that count and were seen by then. */
static void change_section(struct ledger *ledger, const struct sim *sim, const struct rmr_event *event)
{
  const uint32_t p = event->process;
  stop_waiting(ledger, sim, p, event->session);
  switch ((enum rmr_section)event->to) {
  case RMR_WAITING: ledger->bypass_from[p] = 1 + entries_against(ledger, sim, event->session); break;
  case RMR_CS:
    ledger->cs_entries++;
    ledger->entries_of[event->session]++;
    if (sim->system->graph != NULL) pass_by(ledger, sim->system->graph, p);
    break;
  case RMR_REMAINDER:
    raise_count(&ledger->max_passage[p], event->passage_rmr);
    raise_count(&ledger->max_super[p], ledger->super[p] + event->passage_rmr);
    raise_count(&ledger->max_steps[p], event->passage_steps);
    count_passage(ledger, event->passage_rmr);
    raise_count(&ledger->max_meals[p], ledger->meals[p]);
    ledger->meals[p] = ledger->super[p] = ledger->bypass[p] = ledger->fences[p] = 0;
    ledger->waits.holder[p].steps = 0;
    break;
  case RMR_RECOVER:
  case RMR_DOORWAY:
  case RMR_EXIT:
  case RMR_N_SECTIONS: break;
  }
}

void ledger_event(struct ledger *ledger, const struct sim *sim, const struct rmr_event *event)
{
  const uint32_t p = event->process;
  if (event->from != event->to) change_section(ledger, sim, event);
  if (event->blocked) ledger_block(ledger, p, sim->process[p].pending.var);
}

/* --- ticks -------------------------------------------------------------------------------------------------------- */

static void begin_entry(struct ledger_time *time, uint32_t p, uint64_t now)
{
  if (time->wanting++ == 0) time->quiet = now;
  time->begun[p] = now + 1;
}

/* So long it has been in its entry, and so long nobody has entered. */
static void count_wait(struct ledger_time *time, uint32_t p, uint64_t now)
{
  raise_count(&time->max_ticks[p], now + 1 - time->begun[p]);
  raise_count(&time->response, now - time->quiet);
}

static void end_entry(struct ledger_time *time, uint32_t p, uint64_t now)
{
  if (time->begun[p] == 0) return;
  count_wait(time, p, now);
  time->begun[p] = 0;
  time->wanting--;
}

/* A process that recovers is in its entry again, or still. It is another passage, but nobody has entered. */
static void crash_entry(struct ledger_time *time, uint32_t p, uint64_t now, bool recovers)
{
  if (!recovers) {
    end_entry(time, p, now);
  } else if (time->begun[p] == 0) {
    begin_entry(time, p, now);
  } else {
    count_wait(time, p, now);
    time->begun[p] = now + 1;
  }
}

void ledger_moment(struct ledger *ledger, const struct sim *sim, const struct rmr_event *event)
{
  struct ledger_time *time = &ledger->time;
  const uint64_t now = (uint64_t)sim->now;
  if (!rmr_section_is_entry(event->from) && rmr_section_is_entry(event->to)) begin_entry(time, event->process, now);
  if (event->to != RMR_CS) return;
  if (event->from == RMR_REMAINDER) begin_entry(time, event->process, now); /* with its first access */
  end_entry(time, event->process, now);
  time->quiet = now;
  if (time->last != 0 && now + 1 - time->last < time->gap) time->gap = now + 1 - time->last;
  time->last = now + 1;
}

/* --- crashes ------------------------------------------------------------------------------------------------------ */

/* The cost of the passage that the crash has ended counts as any other. */
void ledger_crash(struct ledger *ledger, const struct sim *sim, uint32_t p)
{
  const struct rmr_process *me = &sim->process[p];
  raise_count(&ledger->max_passage[p], me->rmr);
  raise_count(&ledger->max_steps[p], me->steps);
  if (me->steps != 0) count_passage(ledger, me->rmr); /* the next one begins with the first access after a crash */
  ledger->super[p] += me->rmr;
  raise_count(&ledger->max_super[p], ledger->super[p]);
  if (!faults_recover(&sim->system->spec.faults)) ledger->super[p] = ledger->meals[p] = 0; /* its last one */
  stop_waiting(ledger, sim, p, me->session);
  ledger->bypass[p] = 0;
  ledger->waits.holder[p].steps = 0;
  if (sim->clock != NULL) crash_entry(&ledger->time, p, (uint64_t)sim->now, faults_recover(&sim->system->spec.faults));
}

void ledger_close(struct ledger *ledger, const struct sim *sim)
{
  ledger->total_steps = sim->view.step - sim->changes;
  for (uint32_t p = 1; p <= sim->n; p++) {
    raise_count(&ledger->max_passage[p], sim->process[p].rmr);
    raise_count(&ledger->max_super[p], ledger->super[p] + sim->process[p].rmr);
    raise_count(&ledger->max_steps[p], sim->process[p].steps);
    stop_waiting(ledger, sim, p, sim->process[p].session);
    if (ledger->time.begun[p] != 0) count_wait(&ledger->time, p, (uint64_t)sim->now);
  }
}

/* The sum over the cells of a process and a line; 0 stands for all. */
static struct ledger_cell sum(const struct ledger *ledger, uint32_t p, uint16_t line)
{
  struct ledger_cell total = {0, 0};
  for (uint32_t q = p != 0 ? p : 1; q <= (p != 0 ? p : ledger->n); q++)
    for (uint32_t l = line; l < (line != 0 ? line + 1u : ledger->n_lines); l++) {
      const struct ledger_cell *cell = &ledger->cell[(size_t)q * ledger->n_lines + l];
      total.steps += cell->steps;
      total.rmr += cell->rmr;
    }
  return total;
}

uint64_t ledger_steps(const struct ledger *ledger, uint32_t p, uint16_t line)
{
  return sum(ledger, p, line).steps;
}

uint64_t ledger_rmr(const struct ledger *ledger, uint32_t p, uint16_t line)
{
  return sum(ledger, p, line).rmr;
}

static uint64_t largest_of(const struct ledger *ledger, const uint64_t *by_process, uint32_t p)
{
  if (p != 0) return by_process[p];
  uint64_t most = 0;
  for (uint32_t q = 1; q <= ledger->n; q++) raise_count(&most, by_process[q]);
  return most;
}

uint64_t ledger_max_passage(const struct ledger *ledger, uint32_t p)
{
  return largest_of(ledger, ledger->max_passage, p);
}

uint64_t ledger_max_super(const struct ledger *ledger, uint32_t p)
{
  return largest_of(ledger, ledger->max_super, p);
}

uint64_t ledger_max_steps(const struct ledger *ledger, uint32_t p)
{
  return largest_of(ledger, ledger->max_steps, p);
}

uint64_t ledger_max_fences(const struct ledger *ledger, uint32_t p)
{
  return largest_of(ledger, ledger->max_fences, p);
}

uint64_t ledger_max_bypass(const struct ledger *ledger, uint32_t p)
{
  return largest_of(ledger, ledger->max_bypass, p);
}

uint64_t ledger_max_meals(const struct ledger *ledger, uint32_t p)
{
  uint64_t most = largest_of(ledger, ledger->max_meals, p);
  raise_count(&most, largest_of(ledger, ledger->meals, p));
  return most;
}

uint64_t ledger_max_ticks(const struct ledger *ledger, uint32_t p)
{
  return largest_of(ledger, ledger->time.max_ticks, p);
}

uint64_t ledger_blocks(const struct ledger *ledger, uint32_t p)
{
  if (p != 0) return ledger->blocks[p];
  uint64_t total = 0;
  for (uint32_t q = 1; q <= ledger->n; q++) total += ledger->blocks[q];
  return total;
}

double ledger_mean(const struct ledger *ledger)
{
  return ledger->passages != 0 ? (double)ledger->passage_rmr / (double)ledger->passages : NAN;
}

double ledger_quantile(const struct ledger *ledger, double q)
{
  if (ledger->passages == 0) return NAN;
  const double wanted = ceil(q * (double)ledger->passages - 1e-6); /* 0.07 * 100 is a little above 7 */
  uint64_t seen = 0;
  size_t r = 0;
  while (r + 1 < ledger->histogram_size) {
    seen += ledger->passage_histogram[r];
    if (seen != 0 && (double)seen >= wanted) break;
    r++;
  }
  return (double)r;
}

bool ledger_balance(const struct ledger *ledger, const struct sim *sim, struct error *e)
{
  uint64_t by_register = 0, by_cause = 0, by_passage = ledger->passage_rmr;
  const uint64_t by_line = ledger_rmr(ledger, 0, 0), steps = ledger_steps(ledger, 0, 0);
  for (uint32_t var = 0; var < ledger->n_registers; var++) by_register += ledger->by_register[var];
  for (int c = 1; c < RMR_N_CAUSES; c++) by_cause += ledger->cause[c];
  for (uint32_t p = 1; p <= ledger->n; p++) by_passage += sim->process[p].rmr;
  if (by_line != by_register || by_line != by_cause || by_line != by_passage || steps != sim->view.step - sim->changes)
    return fail(e, EXIT_INTERNAL,
                "the ledger does not balance: RMRs by process and line %" PRIu64 ", by register %" PRIu64
                ", by cause %" PRIu64 ", by passage %" PRIu64 "; steps %" PRIu64 " of %" PRIu64,
                by_line, by_register, by_cause, by_passage, steps, sim->view.step - sim->changes);
  return true;
}
