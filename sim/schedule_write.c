/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * schedule_write.c: schedules as text. A key that makes no difference is not written: a seed that nothing is drawn
 * from, passages that are those of everybody.
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

/* A path or a parameter may hold what ends a word in a schedule; it is written as its bytes: "my\x20lock.so". */
static void print_word(const char *word, FILE *out)
{
  for (; *word != '\0'; word++) {
    if (strchr(SCHEDULE_ESCAPED, *word) != NULL)
      fprintf(out, "\\x%02X", (unsigned char)*word);
    else
      fputc(*word, out);
  }
}

static void print_faults(const struct system_spec *setup, FILE *out)
{
  char text[512];
  const struct faults *faults = &setup->faults;
  if (faults_kind_said(faults))
    fprintf(out, "faults %s\n", faults_kind_text(faults, setup->algorithm, text, sizeof text));
  if (faults_leases_said(faults, setup->algorithm))
    fprintf(out, "leases %s\n", faults_leases_text(faults, setup->algorithm, text, sizeof text));
  if (faults->limit[LIMIT_EXPIRIES] != 0) fprintf(out, "leases_may_expire %u\n", faults->limit[LIMIT_EXPIRIES]);
}

void schedule_print_scope(const struct system *system, FILE *out)
{
  const struct system_spec *setup = &system->spec;
  char text[TIME_SIZE], order[ORDER_SIZE];
  fputs("rmr-schedule 1\nalgorithm ", out);
  print_word(system_spec_text(setup), out);
  fprintf(out, "\nn %u\nmemory %s\nsessions ", setup->n, memory_names[setup->memory]);
  sessions_print(setup->sessions, out);
  fputs("\npassages ", out);
  print_passages(setup->passages, out);
  print_faults(setup, out);
  if (time_passes(&setup->time)) fprintf(out, "time %s\n", time_text(&setup->time, text, sizeof text));
  if (setup->order.order != ORDER_SC)
    fprintf(out, "order %s\n", order_text(&setup->order, setup->algorithm, order, sizeof order));
  for (uint32_t p = 1; p <= setup->n; p++)
    if (system_skew(setup, p) != 0) fprintf(out, "skew P%u %u\n", p, system_skew(setup, p));
  for (uint32_t p = 1; p <= setup->n; p++) {
    if (system_passages_of(setup, p) == setup->passages) continue;
    fprintf(out, "passages P%u ", p);
    print_passages(system_passages_of(setup, p), out);
  }
}

void schedule_print_given(const struct system *system, FILE *out)
{
  const struct system_spec *setup = &system->spec;
  for (uint32_t p = 1; setup->asks != NULL && p <= setup->n; p++) {
    if (setup->asks[p].n == 0) continue;
    fprintf(out, "asks P%u", p);
    for (uint32_t k = 0; k < setup->asks[p].n; k++) fprintf(out, " %u", setup->asks[p].session[k]);
    fputc('\n', out);
  }
  for (uint32_t k = 0; k < setup->n_initial; k++) {
    char name[NAMES_SIZE];
    fprintf(out, "initially %s %" PRId64 "\n", system_register_name(system, setup->initial[k].var, name, sizeof name),
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

void schedule_print_change(const struct system *system, rmr_action change, const rmr_word *value, FILE *out)
{
  char name[NAMES_SIZE];
  const enum rmr_action_kind kind = (enum rmr_action_kind)rmr_action_kind(change);
  const uint32_t who = rmr_action_who(change), reader = kind == RMR_EXPIRE ? rmr_action_choice(change) : 0;
  fputs(system_change_name(system, reader != 0 ? rmr_action_of(kind, who, 0) : change, name, sizeof name), out);
  if (value != NULL) fprintf(out, "=%" PRId64, *value);
  if (reader != 0) fprintf(out, " at P%u", reader);
}

static bool is_step(const struct schedule_step *step)
{
  return rmr_action_kind(step->action) == RMR_STEP;
}

/* " x14", where there are such steps; then there are none. */
static void print_unsaid(uint64_t *n, FILE *out)
{
  if (*n > 0) fprintf(out, " x%" PRIu64, *n);
  *n = 0;
}

/* The steps from `k` on that the same process makes in a row, on one line. Returns where they end. */
static size_t print_row(const struct schedule *schedule, size_t k, size_t to, FILE *out)
{
  const rmr_action who = schedule_step(schedule, k, NULL)->action;
  const struct schedule_step *step;
  uint64_t unsaid = 0, same;
  fprintf(out, "P%u", rmr_action_who(who));
  for (; k < to && (step = schedule_step(schedule, k, &same))->action == who; k += same) {
    if (same > to - k) same = to - k;
    if (!step->said) {
      unsaid += same;
      continue;
    }
    print_unsaid(&unsaid, out);
    schedule_print_step(schedule->algorithm, step->line, step->value, step->cause, out);
  }
  print_unsaid(&unsaid, out);
  return k;
}

/* The actions from..to-1. */
static void print_actions(const struct schedule *schedule, const struct system *system, size_t from, size_t to,
                          FILE *out)
{
  for (size_t k = from; k < to; fputc('\n', out)) {
    const struct schedule_step *step = schedule_step(schedule, k, NULL);
    if (is_step(step))
      k = print_row(schedule, k, to, out);
    else
      schedule_print_change(system, step->action, step->said ? &step->value : NULL, out), k++;
  }
}

bool schedule_print(const struct schedule *schedule, const char *comment, FILE *out, struct error *e)
{
  const struct system_spec spec = schedule_system(schedule);
  const size_t loop = schedule->n_steps - schedule->n_loop;
  struct system *system = system_create(&spec, e);
  if (system == NULL) return false;
  schedule_print_scope(system, out);
  if (schedule->sessions.rule == SESSIONS_ANY || schedule->seed != 1)
    fprintf(out, "seed %" PRIu64 "\n", schedule->seed);
  if (schedule->version[0] != '\0') fprintf(out, "version %s\n", schedule->version);
  schedule_print_given(system, out);
  print_comment(comment, out);
  print_actions(schedule, system, 0, loop, out);
  if (schedule->n_loop != 0) fputs("loop\n", out);
  print_actions(schedule, system, loop, schedule->n_steps, out);
  fprintf(out, "steps %zu\n", schedule->n_steps);
  system_free(system);
  return true;
}

bool schedule_write(const char *path, const struct schedule *schedule, const char *comment, struct error *e)
{
  struct file_writer w;
  if (!file_open(&w, path, e)) return false;
  if (schedule_print(schedule, comment, w.out, e)) return file_commit(&w, e);
  file_abandon(&w);
  return false;
}
