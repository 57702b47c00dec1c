/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * schedules.h: whether two schedules say the same, for those who write one and read it back. That a number is said to
 * be what it would be anyhow, and in which line of a file a step stands, makes no difference.
 */
#ifndef TESTS_SCHEDULES_H
#define TESTS_SCHEDULES_H

#include <string.h>

#include "sim/schedule.h"

static inline bool same_sessions(const struct sessions *a, const struct sessions *b)
{
  return a->rule == b->rule && (a->rule != SESSIONS_ANY || a->any == b->any) &&
         (a->rule != SESSIONS_LIST ||
          (a->n_list == b->n_list && memcmp(a->list, b->list, a->n_list * sizeof *a->list) == 0));
}

static inline bool same_exceptions(const struct schedule *a, const struct schedule *b)
{
  const struct system_spec x = schedule_system(a), y = schedule_system(b);
  for (uint32_t p = 1; p <= a->n; p++) {
    const uint32_t n = a->asks != NULL ? a->asks[p].n : 0, m = b->asks != NULL ? b->asks[p].n : 0;
    if (system_passages_of(&x, p) != system_passages_of(&y, p) || n != m) return false;
    if (n != 0 && memcmp(a->asks[p].session, b->asks[p].session, n * sizeof *a->asks[p].session) != 0) return false;
  }
  if (a->n_initial != b->n_initial) return false;
  for (uint32_t k = 0; k < a->n_initial; k++)
    if (a->initial[k].var != b->initial[k].var || a->initial[k].value != b->initial[k].value) return false;
  return true;
}

static inline bool same_steps(const struct schedule *a, const struct schedule *b)
{
  if (a->n_steps != b->n_steps || a->n_loop != b->n_loop) return false;
  for (uint64_t k = 0, left, right; k < a->n_steps; k += left < right ? left : right) {
    const struct schedule_step *s = schedule_step(a, k, &left), *t = schedule_step(b, k, &right);
    if (s->action != t->action || s->said != t->said || s->line != t->line || s->value != t->value ||
        s->cause != t->cause)
      return false;
  }
  return true;
}

static inline bool same_schedule(const struct schedule *a, const struct schedule *b)
{
  return a->algorithm == b->algorithm && a->n == b->n && a->memory == b->memory && a->passages == b->passages &&
         a->seed == b->seed && strcmp(a->version, b->version) == 0 && same_sessions(&a->sessions, &b->sessions) &&
         same_exceptions(a, b) && same_steps(a, b);
}

#endif
