/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/searching.h"

#include <inttypes.h>
#include <time.h>
#include <unistd.h>

static double now_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void searching_start(struct searching *s, FILE *out)
{
  *s = (struct searching){.out = isatty(fileno(out)) ? out : NULL, .started = now_seconds()};
}

/* Four times a second; the rate is that since the line was last shown. */
void searching_tell(void *self, const struct explore_progress *now)
{
  struct searching *s = self;
  const double t = now_seconds();
  if (s->out == NULL || t - s->shown < 0.25) return;
  const bool same = s->what == now->what && now->states >= s->marked_states && s->mark > 0;
  const double rate = same && t > s->mark ? (double)(now->states - s->marked_states) / (t - s->mark) : 0;
  s->shown = s->mark = t;
  s->marked_states = now->states;
  s->what = now->what;
  fprintf(s->out, "\r\033[K%s: %.2f M states, %.2f M/s, %s %" PRIu64 ", %.0f MB", now->what, (double)now->states * 1e-6,
          rate * 1e-6, now->in_depth ? "depth" : "frontier", now->frontier, (double)now->bytes * 1e-6);
  if (now->costs) fprintf(s->out, ", best cost so far %" PRIu64, now->best);
  fflush(s->out);
}

void searching_tell_best(void *self, const struct search_progress *now)
{
  struct searching *s = self;
  const double t = now_seconds();
  if (s->out == NULL || t - s->shown < 0.25) return;
  s->shown = t;
  fprintf(s->out, "\r\033[Kpass %" PRIu32 ", N = %" PRIu32 ", %.0f M steps, best so far %" PRIu64, now->pass, now->n,
          (double)now->effort * 1e-6, now->best);
  fflush(s->out);
}

double searching_stop(struct searching *s)
{
  if (s->out != NULL) {
    fputs("\r\033[K", s->out);
    fflush(s->out);
  }
  return now_seconds() - s->started;
}
