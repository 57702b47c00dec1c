/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * schedule_write.c: schedules as text. What is as if it had not been said is not written: a seed that nothing is drawn from, passages
 * that are those of everybody.
 */
#include <inttypes.h>
#include <string.h>

#include "base/file.h"
#include "sim/schedule.h"

static void print_passages(uint32_t passages, FILE *out)
{
  if (passages != 0)
    fprintf(out, "%" PRIu32 "\n", passages);
  else
    fputs("inf\n", out);
}

void schedule_print_scope(const struct system_spec *setup, FILE *out)
{
  fprintf(out, "rmr-schedule 1\nalgorithm %s\nn %u\nmemory %s\nsessions ", setup->algorithm->name, setup->n,
          memory_names[setup->memory]);
  sessions_print(setup->sessions, out);
  fputs("\npassages ", out);
  print_passages(setup->passages, out);
  for (uint32_t p = 1; p <= setup->n; p++) {
    if (sim_passages(setup, p) == setup->passages) continue;
    fprintf(out, "passages P%u ", p);
    print_passages(sim_passages(setup, p), out);
  }
}

void schedule_print_given(const struct system_spec *setup, FILE *out)
{
  for (uint32_t p = 1; setup->asks != NULL && p <= setup->n; p++) {
    if (setup->asks[p].n == 0) continue;
    fprintf(out, "asks P%u", p);
    for (uint32_t k = 0; k < setup->asks[p].n; k++) fprintf(out, " %u", setup->asks[p].session[k]);
    fputc('\n', out);
  }
  for (uint32_t k = 0; k < setup->n_initial; k++) {
    char name[128];
    fprintf(out, "initially %s %" PRId64 "\n",
            algorithm_register_name(setup->algorithm, setup->n, setup->initial[k].var, name, sizeof name),
            setup->initial[k].value);
  }
}

void schedule_print_step(const struct rmr_algorithm *algorithm, uint16_t line, rmr_word value, uint8_t cause, FILE *out)
{
  static const char letters[] = {
    [RMR_FREE] = '\0', [RMR_COLD] = 'c', [RMR_INVALIDATED] = 'i', [RMR_WRITTEN] = 'w', [RMR_REMOTE] = 'r'};
  fprintf(out, " %s=%" PRId64, rmr_line_of(algorithm, line)->label, value);
  if (cause != RMR_FREE) fputc(letters[cause], out);
}

/* Each line of the text behind a #. */
static void print_comment(const char *comment, FILE *out)
{
  while (comment != NULL && *comment != '\0') {
    const size_t length = strcspn(comment, "\n");
    fprintf(out, "#%s%.*s\n", length > 0 ? " " : "", (int)length, comment);
    comment += length + (comment[length] == '\n');
  }
}

/* The steps from..to-1. One line for all that a process does in a row. */
static void print_steps(const struct schedule *schedule, size_t from, size_t to, FILE *out)
{
  for (size_t k = from; k < to;) {
    const struct schedule_step *step = &schedule->step[k];
    if (k == from || step->process != step[-1].process) fprintf(out, "%sP%u", k > from ? "\n" : "", step->process);
    size_t unsaid = 0;
    while (k < to && schedule->step[k].line == 0 && schedule->step[k].process == step->process) k++, unsaid++;
    if (unsaid > 0)
      fprintf(out, " x%zu", unsaid);
    else
      schedule_print_step(schedule->algorithm, step->line, step->value, step->cause, out), k++;
  }
  if (to > from) fputc('\n', out);
}

void schedule_print(const struct schedule *schedule, const char *comment, FILE *out)
{
  const struct system_spec setup = schedule_setup(schedule);
  const size_t loop = schedule->n_steps - schedule->n_loop;
  schedule_print_scope(&setup, out);
  if (schedule->sessions.rule == SESSIONS_ANY || schedule->seed != 1)
    fprintf(out, "seed %" PRIu64 "\n", schedule->seed);
  if (schedule->version[0] != '\0') fprintf(out, "version %s\n", schedule->version);
  schedule_print_given(&setup, out);
  print_comment(comment, out);
  print_steps(schedule, 0, loop, out);
  if (schedule->n_loop != 0) fputs("loop\n", out);
  print_steps(schedule, loop, schedule->n_steps, out);
  fprintf(out, "steps %zu\n", schedule->n_steps);
}

bool schedule_write(const char *path, const struct schedule *schedule, const char *comment, struct error *e)
{
  struct file_writer w;
  if (!file_open(&w, path, e)) return false;
  schedule_print(schedule, comment, w.out);
  return file_commit(&w, e);
}
