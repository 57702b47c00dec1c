/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/ticks.h"

#include <inttypes.h>
#include <string.h>

/* Values of registers are as many as ages. */
enum { MOST_AGE = 1 << 14 };

bool ticks_create(struct ticks *t, const struct system *s, struct error *e)
{
  *t = (struct ticks){s->spec.time.slow, s->spec.time.skew, s->spec.time.cs, 1, 0};
  if (!ticks_pass(t)) return true;
  if (s->algorithm->period != NULL) t->period = s->algorithm->period(s->size);
  if (t->period < 1)
    return fail(e, EXIT_USAGE, "%s, N = %u: the period of the clock is %" PRId64 "; expected 1 or more",
                s->algorithm->name, s->n, t->period);
  const rmr_word least = 2 * (time_horizon(s->algorithm, s->size) + t->skew) + 1;
  t->base = (least + t->period - 1) / t->period * t->period;
  if (least <= MOST_AGE && t->period <= MOST_AGE) return true;
  return fail(e, EXIT_INCOMPLETE,
              "%s, N = %u: times make a difference for %" PRId64 " ticks and a skew of %u, more than can be explored; "
              "longer ticks help",
              s->algorithm->name, s->n, time_horizon(s->algorithm, s->size), t->skew);
}

struct ticks_local ticks_begin(const struct ticks *t, const struct system *s, uint32_t skew)
{
  return (struct ticks_local){.skew = skew, .phase = (uint32_t)((s->begin + skew) % t->period)};
}

/* --- values of registers ------------------------------------------------------------------------------------------ */

/* The change of an age, or a time, that is a part of a value. */
struct change {
  rmr_word (*of)(const struct ticks *, rmr_word part, rmr_word oldest, const struct ticks_local *);
  const struct ticks *ticks;
  const struct ticks_local *at;
};

static rmr_word changed(const struct system *s, uint32_t var, rmr_word value, const struct change *change)
{
  const struct rmr_shared *shared = system_shared(s, var);
  const rmr_word skew = change->ticks != NULL ? change->ticks->skew : 0;
  if (shared->time)
    return change->of(change->ticks, value, shared->horizon(size_for(s->size, shared)) + skew, change->at);
  for (const struct rmr_field *f = shared->fields; f != NULL && f->name != NULL; f++) {
    if (!f->time) continue;
    const rmr_word mask = (((rmr_word)1 << f->width) - 1) << f->shift;
    const rmr_word part =
      change->of(change->ticks, rmr_field_of(f, value), f->horizon(size_for(s->size, shared)) + skew, change->at);
    value = (value & ~mask) | part << f->shift;
  }
  return value;
}

static rmr_word at_most(rmr_word age, rmr_word oldest)
{
  return age < 0 ? 0 : age < oldest ? age : oldest;
}

static rmr_word store(const struct ticks *t, rmr_word time, rmr_word oldest, const struct ticks_local *at)
{
  return time == 0 ? oldest : at_most(ticks_now(t, at) - time - at->skew + t->skew, oldest);
}

static rmr_word show(const struct ticks *t, rmr_word age, rmr_word oldest, const struct ticks_local *at)
{
  return age == oldest ? 0 : ticks_now(t, at) - (age - t->skew + at->skew);
}

static rmr_word grow_older(const struct ticks *t, rmr_word age, rmr_word oldest, const struct ticks_local *at)
{
  (void)t;
  (void)at;
  return at_most(age + 1, oldest);
}

static rmr_word forget(const struct ticks *t, rmr_word age, rmr_word oldest, const struct ticks_local *at)
{
  (void)t;
  (void)age;
  (void)oldest;
  (void)at;
  return 0;
}

bool ticks_held(const struct system *s, uint32_t var)
{
  const struct rmr_shared *shared = system_shared(s, var);
  for (const struct rmr_field *f = shared->fields; f != NULL && f->name != NULL; f++)
    if (f->time) return true;
  return shared->time;
}

/* Whether the time is that of no clock yet, not even of the fastest one. */
static bool is_ahead(const struct ticks *t, rmr_word time, const struct ticks_local *at)
{
  return time != 0 && time - ticks_now(t, at) > (rmr_word)t->skew - at->skew;
}

static bool holds_ahead(const struct ticks *t, const struct system *s, uint32_t var, rmr_word value,
                        const struct ticks_local *at)
{
  const struct rmr_shared *shared = system_shared(s, var);
  bool ahead = shared->time && is_ahead(t, value, at);
  for (const struct rmr_field *f = shared->fields; f != NULL && f->name != NULL; f++)
    ahead |= f->time && is_ahead(t, rmr_field_of(f, value), at);
  return ahead;
}

rmr_word ticks_stored(const struct ticks *t, const struct system *s, uint32_t var, rmr_word value,
                      const struct ticks_local *at)
{
  if (ticks_pass(t) && holds_ahead(t, s, var, value, at)) return TICKS_AHEAD;
  return ticks_pass(t) ? changed(s, var, value, &(struct change){store, t, at}) : value;
}

rmr_word ticks_shown(const struct ticks *t, const struct system *s, uint32_t var, rmr_word value,
                     const struct ticks_local *at)
{
  return ticks_pass(t) ? changed(s, var, value, &(struct change){show, t, at}) : value;
}

rmr_word ticks_aged(const struct ticks *t, const struct system *s, uint32_t var, rmr_word value)
{
  return changed(s, var, value, &(struct change){grow_older, t, NULL});
}

rmr_word ticks_without(const struct system *s, uint32_t var, rmr_word value)
{
  return changed(s, var, value, &(struct change){forget, NULL, NULL});
}

/* --- local states ------------------------------------------------------------------------------------------------- */

/* A time of a clock that showed `then` and shows `now`; too old, also for others who may be told of it: 0. */
static void shift_time(const struct ticks *t, const struct system *s, const struct rmr_local_time *time, void *state,
                       rmr_word then, rmr_word now, uint32_t passed)
{
  rmr_word *at = (rmr_word *)(void *)((unsigned char *)state + time->offset);
  if (*at == 0) return;
  const rmr_word age = then - *at + passed;
  *at = age < time->horizon(s->size) + t->skew ? now - age : 0;
}

void ticks_settle(const struct ticks *t, const struct system *s, void *state, const struct ticks_local *at)
{
  const rmr_word now = ticks_now(t, at);
  for (const struct rmr_local_time *time = s->algorithm->times; time != NULL && time->horizon != NULL; time++)
    shift_time(t, s, time, state, now, now, 0);
}

void ticks_age(const struct ticks *t, const struct system *s, void *state, const struct ticks_local *before,
               const struct ticks_local *after)
{
  for (const struct rmr_local_time *time = s->algorithm->times; time != NULL && time->horizon != NULL; time++)
    shift_time(t, s, time, state, ticks_now(t, before), ticks_now(t, after), 1);
}

void ticks_start(const struct ticks *t, const struct rmr_op *op, uint8_t from, uint8_t to, struct ticks_local *at)
{
  const bool leaves = op->kind == RMR_LOCAL || op->section == RMR_EXIT;
  at->aged = at->wait = at->due = 0;
  if (to != RMR_CS)
    at->stay = 0;
  else if (from != RMR_CS)
    at->stay = t->cs;
  if (op->kind == RMR_DELAY)
    at->wait = op->value > UINT32_MAX ? UINT32_MAX : op->value > 0 ? (uint32_t)op->value : 0;
  else if (to == RMR_CS)
    at->due = leaves || at->stay < t->slow ? at->stay : t->slow;
  else if (to != RMR_REMAINDER)
    at->due = t->slow;
}

void ticks_count_down(struct ticks_local *at)
{
  at->wait -= at->wait != 0;
  at->due -= at->due != 0;
  at->stay -= at->stay != 0;
}
