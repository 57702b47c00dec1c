/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fuzz_schedule.c: any bytes as a schedule, through the reader that `rmr replay` uses. Either the text is refused with
 * a place and a reason, and nothing is left to free; or every step names a process and a line that there are, and the
 * output of schedule_print reads back as the same.
 *
 * xK stands for K steps, so a few bytes can ask for SCHEDULE_MAX_STEPS of them. They take neither room nor, where they
 * are looked at as runs, time.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "schedules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct schedule *schedule)
{
  if (schedule->algorithm == NULL || schedule->n < 1 || schedule->n > SYSTEM_MAX_N) abort();
  if (schedule->n_loop > schedule->n_steps) abort();
  if (schedule->n_steps > SCHEDULE_MAX_STEPS || (schedule->n_steps > 0 && schedule->step == NULL)) abort();
  uint32_t source = 0;
  for (uint64_t k = 0, same; k < schedule->n_steps; k += same) {
    const struct schedule_step *step = schedule_step(schedule, k, &same);
    const bool is_step = rmr_action_kind(step->action) == RMR_STEP;
    if (is_step && (step->action < 1 || step->action > schedule->n)) abort();
    const uint32_t kind = rmr_action_kind(step->action), choice = rmr_action_choice(step->action);
    if (kind == RMR_CHANGE && choice >= schedule->algorithm->n_changes) abort();
    if (kind != RMR_CHANGE && choice > (kind == RMR_EXPIRE ? schedule->n : 0)) abort();
    if (step->line >= schedule->algorithm->n_lines) abort();
    if (step->cause >= RMR_N_CAUSES || step->source < source) abort();
    source = step->source;
  }
}

static void check_round_trip(const struct schedule *schedule)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (out == NULL) abort();
  struct error e = {0};
  if (!schedule_print(schedule, "written\nand read again", out, &e)) abort();
  fclose(out);
  struct schedule *again = mem_new(1, sizeof *again);
  if (!schedule_parse(text, size, "again", NULL, again, &e) || !same_schedule(schedule, again) || !again->complete)
    abort();
  schedule_free(again);
  free(again);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct error e = {0};
  struct schedule *schedule = mem_new(1, sizeof *schedule);
  if (schedule_parse((const char *)data, size, "fuzz.schedule", NULL, schedule, &e)) {
    check(schedule);
    check_round_trip(schedule);
    schedule_free(schedule);
  } else if (e.code != EXIT_USAGE || e.text[0] == '\0' || e.line < 1 || e.column < 1 || schedule->step != NULL) {
    abort();
  }
  free(schedule);
  return 0;
}
