/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trace_shiviz.c: a log for ShiViz, which draws a line for each process and an arrow from each event to those that come
 * of it. Each step is an event with a vector clock; a process that reads a register has seen all that whoever wrote
 * it last had seen then. What happens to a process (a crash, its recovery) is its own event; what happens to a
 * register, or to the clock, is one of the environment, "env".
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "sim/state.h"
#include "sim/trace_internal.h"

/* Vector clocks have a place for each process and, at 0, one for the environment. */
struct clocks {
  uint32_t places, n_registers;
  uint64_t *process; /* [who][place] */
  uint64_t **left;   /* [var]: what its last writer had seen; NULL: nobody wrote it */
};

void trace_clocks_free(struct clocks *clocks)
{
  if (clocks == NULL) return;
  for (uint32_t var = 0; var < clocks->n_registers; var++) free(clocks->left[var]);
  free(clocks->left);
  free(clocks->process);
  free(clocks);
}

static uint64_t *clock_of(const struct clocks *clocks, uint32_t who)
{
  return &clocks->process[(size_t)who * clocks->places];
}

static void take_over(const struct clocks *clocks, uint32_t who, uint32_t var)
{
  uint64_t *own = clock_of(clocks, who);
  const uint64_t *seen = clocks->left[var];
  for (uint32_t k = 0; seen != NULL && k < clocks->places; k++)
    if (seen[k] > own[k]) own[k] = seen[k];
}

static void leave_behind(struct clocks *clocks, uint32_t who, uint32_t var)
{
  if (clocks->left[var] == NULL) clocks->left[var] = mem_new(clocks->places, sizeof(uint64_t));
  memcpy(clocks->left[var], clock_of(clocks, who), clocks->places * sizeof(uint64_t));
}

/* "P2" or "env". */
static void print_host(FILE *out, uint32_t who)
{
  if (who == 0)
    fputs("env", out);
  else
    fprintf(out, "P%u", who);
}

/* The second line of an entry. */
static void print_clock(const struct trace *trace, uint32_t who)
{
  const uint64_t *clock = clock_of(trace->clocks, who);
  print_host(trace->out, who);
  fputs(" {", trace->out);
  const char *before = "";
  for (uint32_t k = 0; k < trace->clocks->places; k++) {
    if (clock[k] == 0) continue;
    fprintf(trace->out, "%s\"", before);
    print_host(trace->out, k);
    fprintf(trace->out, "\":%" PRIu64, clock[k]);
    before = ", ";
  }
  fputs("}\n", trace->out);
}

static void shiviz_begin(struct trace *trace)
{
  struct clocks *clocks = trace->clocks = mem_new(1, sizeof *clocks);
  clocks->places = trace->system->n + 1;
  clocks->n_registers = trace->system->n_registers;
  clocks->process = mem_new((size_t)clocks->places * clocks->places, sizeof *clocks->process);
  clocks->left = mem_new(clocks->n_registers, sizeof *clocks->left);
  fputs("(?<event>.*)\\n(?<host>\\S*) (?<clock>{.*})\n\n", trace->out); /* and no delimiter: it is one run */
}

static void print_change(struct trace *trace, const struct rmr_event *event)
{
  const enum action_befalls befalls = action_table[event->action].befalls;
  const struct befallen whom =
    befalls == BEFALLS_PROCESS ? action_befallen(event->action, event->var, trace->system->n) : (struct befallen){0, 0};
  char name[NAMES_SIZE];
  for (uint32_t who = whom.first; who <= whom.last; who++) {
    clock_of(trace->clocks, who)[who]++;
    fprintf(trace->out, "%s\n", system_change_name(trace->system, rmr_event_action(event), name, sizeof name));
    print_clock(trace, who);
  }
  if (befalls == BEFALLS_REGISTER) leave_behind(trace->clocks, 0, event->var);
}

static void shiviz_step(struct trace *trace, const struct rmr_event *event)
{
  const uint32_t p = event->process;
  if (event->action != RMR_STEP) {
    print_change(trace, event);
    return;
  }
  clock_of(trace->clocks, p)[p]++;
  if (rmr_kind_reads(event->kind)) take_over(trace->clocks, p, event->var);
  if (rmr_kind_writes(event->kind)) leave_behind(trace->clocks, p, event->var);
  fprintf(trace->out, "%s: ", rmr_line_of(trace->system->algorithm, event->line)->label);
  trace_print_access(trace, event);
  fputs(event->cause != RMR_FREE ? ", RMR" : "", trace->out);
  if (event->from != event->to && event->to == RMR_CS) fputs("; enters the critical section", trace->out);
  fputc('\n', trace->out);
  print_clock(trace, p);
}

static void shiviz_end(struct trace *trace)
{
  (void)trace;
}

const struct trace_writer trace_shiviz = {shiviz_begin, shiviz_step, shiviz_end, NULL};
