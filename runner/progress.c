/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner/progress.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

enum { BAR = 24 };

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double progress_weight(const struct task *task)
{
  if (task->drive == DRIVE_EXPLORE) return pow(8, task->n);
  if (task->drive == DRIVE_COUNT) return 1;
  if (task->drive == DRIVE_SEARCH) return (double)task->effort * 1e-3;
  return (double)task->n * task->n * (task->passages != 0 ? task->passages : 1);
}

void progress_start(struct progress *progress, FILE *out, double weight_total)
{
  *progress =
    (struct progress){.out = isatty(fileno(out)) ? out : NULL, .started = now(), .weight_total = weight_total};
}

/* "3:07", or "-:--" as long as nothing is known. */
static void clock_text(double seconds, char *out, size_t size)
{
  if (seconds >= 0 && seconds < 1e6)
    snprintf(out, size, "%d:%02d", (int)seconds / 60, (int)seconds % 60);
  else
    snprintf(out, size, "-:--");
}

void progress_show(const struct progress *progress, const struct progress_state *state)
{
  if (progress->out == NULL) return;
  const double elapsed = now() - progress->started;
  const double share = progress->weight_total > 0 ? state->weight_done / progress->weight_total : 1;
  char eta[32], bar[BAR + 1] = "", failed[48] = "";
  clock_text(share > 0.01 ? elapsed * (1 - share) / share : -1, eta, sizeof eta);
  for (size_t k = 0; k < BAR; k++) bar[k] = k < state->done * BAR / (state->total > 0 ? state->total : 1) ? '#' : '.';
  bar[BAR] = '\0';
  if (state->failed > 0) snprintf(failed, sizeof failed, "  %zu failed", state->failed);
  fprintf(progress->out, "\r\033[K[%s] %zu/%zu tasks  %.1f M/s  ETA %s%s", bar, state->done, state->total,
          elapsed > 0 ? (double)state->steps / elapsed * 1e-6 : 0, eta, failed);
  fflush(progress->out);
}

void progress_clear(const struct progress *progress)
{
  if (progress->out == NULL) return;
  fprintf(progress->out, "\r\033[K");
  fflush(progress->out);
}
