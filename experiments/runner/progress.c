/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/progress.h"

#include <math.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/terminal.h"

enum { BAR = 12, LINE = 1024 };

double progress_weight(const struct task *task)
{
  if (task->drive == DRIVE_EXPLORE) return pow(8, task->n);
  if (task->drive == DRIVE_COUNT) return 1;
  if (task->drive == DRIVE_PROVE) return task->n == 0 ? 4096 : 1024.0 * task->n * task->n;
  if (task->drive == DRIVE_SEARCH) return (double)task->effort * 1e-3;
  return (double)task->n * task->n * (task->passages != 0 ? task->passages : 1);
}

void progress_start(struct progress *progress, FILE *out, double weight_total)
{
  *progress = (struct progress){
    .out = out, .terminal = isatty(fileno(out)), .started = clock_seconds(), .weight_total = weight_total};
}

void progress_line(const struct progress_state *state, double share, double then, double elapsed, char *out,
                   size_t size)
{
  char bar[BAR + 1] = "", failed[48] = "", clock[CLOCK_TEXT];
  for (size_t k = 0; k < BAR; k++) bar[k] = k < state->done * BAR / (state->total > 0 ? state->total : 1) ? '#' : '.';
  bar[BAR] = '\0';
  if (state->failed > 0) snprintf(failed, sizeof failed, "  %zu failed", state->failed);
  snprintf(out, size, "[%s] %zu/%zu tasks%s  ETA %s  %.1f M/s  %s", bar, state->done, state->total, failed,
           clock_text(seconds_to_go(share, then, elapsed), clock),
           elapsed > 0 ? (double)state->steps / elapsed * 1e-6 : 0, state->doing != NULL ? state->doing : "");
}

void progress_show(struct progress *progress, const struct progress_state *state)
{
  char line[LINE];
  const double elapsed = clock_seconds() - progress->started;
  const double share = progress->weight_total > 0 ? state->weight_done / progress->weight_total : 1;
  if (share != progress->share) progress->then = elapsed;
  progress->share = share;
  if (!progress->terminal && elapsed - progress->told < PROGRESS_SECONDS) return;
  progress->told = elapsed;
  progress_line(state, share, progress->then, elapsed, line, sizeof line);
  if (progress->terminal) {
    terminal_line(progress->out, line);
  } else {
    fprintf(progress->out, "%s\n", line);
    fflush(progress->out);
  }
}

void progress_clear(const struct progress *progress)
{
  if (progress->terminal) terminal_line(progress->out, "");
}
