/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/progress_line.h"

#include <inttypes.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/terminal.h"

enum { LINE = 256 };

void searching_start(struct searching *s, FILE *out)
{
  *s = (struct searching){.out = isatty(fileno(out)) ? out : NULL, .started = clock_seconds()};
}

/* How far it is, where that is known: since the phase began, so many of all states have been looked at. */
static void say_rest(const struct searching *s, const struct explore_progress *now, double t, char out[LINE])
{
  char clock[CLOCK_TEXT];
  out[0] = '\0';
  if (now->all == 0) return;
  const double share = (double)now->states / (double)now->all, since = t - s->began;
  snprintf(out, LINE, ", %.0f %%, ETA %s", 100 * share, clock_text(seconds_to_go(share, since, since), clock));
}

/* Four times a second, and where something new begins; the rate is that since the line was last shown. */
void searching_tell(void *self, const struct explore_progress *now)
{
  struct searching *s = self;
  const double t = clock_seconds();
  const bool same = s->what == now->what && now->states >= s->marked_states && s->mark > 0;
  char line[4 * LINE], rest[LINE], best[LINE] = "";
  if (s->out == NULL || (s->what == now->what && t - s->shown < 0.25)) return;
  const double rate = same && t > s->mark ? (double)(now->states - s->marked_states) / (t - s->mark) : 0;
  if (!same) s->began = t;
  s->shown = s->mark = t;
  s->marked_states = now->states;
  s->what = now->what;
  say_rest(s, now, t, rest);
  if (now->costs) snprintf(best, sizeof best, ", best cost so far %" PRIu64, now->best);
  if (now->states == 0)
    snprintf(line, sizeof line, "%s ...", now->what);
  else
    snprintf(line, sizeof line, "%s: %.2f M states%s%s, %.2f M/s, %s %" PRIu64 ", %.0f MB", now->what,
             (double)now->states * 1e-6, rest, best, rate * 1e-6, now->in_depth ? "depth" : "frontier", now->frontier,
             (double)now->bytes * 1e-6);
  terminal_line(s->out, line);
}

void searching_tell_best(void *self, const struct search_progress *now)
{
  struct searching *s = self;
  const double t = clock_seconds(), since = t - s->started;
  char line[LINE], clock[CLOCK_TEXT];
  if (s->out == NULL || t - s->shown < 0.25) return;
  if (s->shown == 0) s->resumed = now->effort;
  s->shown = t;
  const double left = s->seconds > 0 ? s->seconds - since
                                     : seconds_to_go((double)(now->effort - s->resumed) /
                                                       (double)(s->effort > s->resumed ? s->effort - s->resumed : 1),
                                                     since, since);
  snprintf(line, sizeof line, "pass %" PRIu32 ", N = %" PRIu32 ", %.0f M steps, ETA %s, best so far %" PRIu64,
           now->pass, now->n, (double)now->effort * 1e-6, clock_text(left, clock), now->best);
  terminal_line(s->out, line);
}

double searching_stop(struct searching *s)
{
  if (s->out != NULL) terminal_line(s->out, "");
  return clock_seconds() - s->started;
}
