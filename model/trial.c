/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/trial.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/child.h"
#include "base/mem.h"
#include "base/rng.h"
#include "model/names.h"

enum { MOST_N = 3, STEPS = 2000, LOG_BYTES = 1 << 22 };

/* One question to the step function, and the outcome. */
struct asked {
  uint32_t p;
  uint16_t line; /* that was done; 0: the first question of all */
  rmr_word value, now;
  uint32_t session;
  bool given;
  struct rmr_op op; /* the answer */
};

/* The system, its processes and registers, and what was asked: [k * state_size] of `before` and `after`. */
struct trial {
  struct system *system;
  unsigned char *state; /* [p * state_size] */
  struct rmr_op *op;    /* [p] */
  rmr_word *memory;
  struct asked *asked;
  unsigned char *before, *after;
  size_t n, most;
  bool *seen; /* [line] */
  uint64_t rng;
  rmr_word now;
};

bool trial_refuse(const struct rmr_algorithm *a, uint32_t n, uint32_t p, uint16_t line, struct error *e)
{
  const struct rmr_line *row = rmr_line_of(a, line);
  return fail(e, EXIT_USAGE,
              "%s, N = %" PRIu32 ": P%" PRIu32 " %s%s: the step function was asked twice and gave two answers", a->name,
              n, p, row != NULL ? "behind line " : "before its first line", row != NULL ? row->label : "");
}

/* The input of the step function; sessions: [MOST_N + 1], room. */
static struct rmr_in in_of(const struct trial *t, const struct asked *q, uint32_t *sessions)
{
  sessions[q->p] = q->session;
  return (struct rmr_in){.i = q->p,
                         .n = t->system->n,
                         .id = q->p,
                         .value = q->value,
                         .given = q->given,
                         .sessions = sessions,
                         .parameters = t->system->spec.parameters,
                         .now = q->now,
                         .n_sessions = t->system->size.sessions,
                         .self = t->system->algorithm->self};
}

static struct rmr_op ask(const struct trial *t, const struct asked *q, void *state)
{
  uint32_t sessions[MOST_N + 1];
  const struct rmr_in in = in_of(t, q, sessions);
  return system_step(t->system, state, &in);
}

/* Asks, and writes it down. */
static void go_on(struct trial *t, struct asked question)
{
  const size_t size = t->system->state_size;
  unsigned char *state = t->state + question.p * size;
  memcpy(t->before + t->n * size, state, size);
  question.op = t->op[question.p] = ask(t, &question, state);
  memcpy(t->after + t->n * size, state, size);
  t->asked[t->n++] = question;
  if (question.op.line < t->system->algorithm->n_lines) t->seen[question.op.line] = true;
}

/* The access of a process, as in any memory; its reply. */
static rmr_word reply_to(struct trial *t, const struct rmr_op *op)
{
  if (!rmr_kind_accesses(op->kind)) return 0;
  const rmr_word before = t->memory[op->var];
  if (rmr_kind_writes(op->kind)) t->memory[op->var] = system_result(t->system, op, before);
  return before;
}

/* A process at random makes a step; false: it has come to where there is no next one. A run tells, unless the operation
 * is malformed. */
static bool step(struct trial *t)
{
  const uint32_t p = 1 + rng_below(&t->rng, t->system->n);
  const struct rmr_op op = t->op[p];
  if (op.line == 0 || op.line >= t->system->algorithm->n_lines || system_is_stray(&op)) return false;
  t->now += rng_below(&t->rng, 4) == 0 && t->now < t->system->end_of_time;
  go_on(t, (struct asked){.p = p,
                          .line = op.line,
                          .value = reply_to(t, &op),
                          .now = t->now,
                          .session = 1 + rng_below(&t->rng, t->system->size.sessions),
                          .given = true});
  return true;
}

static void run(struct trial *t)
{
  const struct system *s = t->system;
  for (uint32_t var = 0; var < s->n_registers; var++) t->memory[var] = system_initial_value(s, var);
  for (uint32_t p = 1; p <= s->n; p++) go_on(t, (struct asked){.p = p, .now = t->now, .session = p});
  while (t->n < t->most && step(t)) continue;
}

/* Whether a question gets the same answer from a copy of the state at this address. */
static bool is_answered_alike(const struct trial *t, size_t k, unsigned char *state)
{
  const size_t size = t->system->state_size;
  memcpy(state, t->before + k * size, size);
  const struct rmr_op op = ask(t, &t->asked[k], state);
  return memcmp(&op, &t->asked[k].op, sizeof op) == 0 && memcmp(state, t->after + k * size, size) == 0;
}

/* Whether the operation of the process is one that no step function may return (guarded.h). */
static bool is_refused(const struct trial *t, uint32_t p, struct error *e)
{
  uint32_t sessions[MOST_N + 1];
  struct error why = {0};
  if (!system_is_stray(&t->op[p])) return false;
  const struct rmr_in in = in_of(t, &(struct asked){.p = p, .now = t->now, .session = 1}, sessions);
  system_refuse_stray(t->system, p, t->state + p * t->system->state_size, in, &why);
  if (why.code == EXIT_USAGE) *e = why;
  return why.code == EXIT_USAGE;
}

static bool are_well_formed(const struct trial *t, struct error *e)
{
  for (uint32_t p = 1; p <= t->system->n; p++)
    if (is_refused(t, p, e)) return false;
  return true;
}

static bool is_function(const struct trial *t, struct error *e)
{
  unsigned char *copies = mem_new(2, RMR_MAX_STATE);
  bool ok = true;
  for (size_t k = t->n; ok && k-- > 0;) {
    ok = is_answered_alike(t, k, copies) && is_answered_alike(t, k, copies + RMR_MAX_STATE);
    if (!ok) trial_refuse(t->system->algorithm, t->system->n, t->asked[k].p, t->asked[k].line, e);
  }
  free(copies);
  return ok;
}

/* A line that no run has come to. */
struct unseen {
  const struct trial *trial;
  uint16_t line;
};

/* Whether a process that stands at the line has code there: an operation of it. It is asked in a state to which a run
 * has come, but not at this line, so its results may be anything, and it may fall. */
static bool has_code(void *self, struct heartbeat *heart, struct error *e)
{
  const struct unseen *unseen = self;
  const struct trial *t = unseen->trial;
  const struct rmr_algorithm *a = t->system->algorithm;
  _Alignas(16) unsigned char state[RMR_MAX_STATE];
  const uint16_t wide = unseen->line;
  const uint8_t narrow = (uint8_t)unseen->line;
  (void)heart;
  memcpy(state, t->state + t->system->state_size, t->system->state_size);
  memcpy(state + a->pc, a->pc_size == 1 ? (const void *)&narrow : &wide, a->pc_size);
  const struct asked question = {.p = 1, .now = t->now, .session = 1};
  return ask(t, &question, state).line != 0 ||
         fail(e, EXIT_USAGE, "%s: line %s is in the table and has no code; expected a DO, LET or CALL of it", a->name,
              rmr_line_of(a, unseen->line)->label);
}

/* In a child, as it may fall; then there was code. */
static bool has_all_code(const struct trial *t, struct error *e)
{
  const struct rmr_algorithm *a = t->system->algorithm;
  const bool known = a->pc_size == 1 || a->pc_size == 2;
  for (uint16_t line = 1; known && line < a->n_lines; line++) {
    struct unseen unseen = {t, line};
    struct error why = {0};
    if (t->seen[line] || child_try(has_code, &unseen, a->name, &why) != CHILD_REFUSED) continue;
    *e = why;
    return false;
  }
  return true;
}

static bool try_with(struct system *system, struct error *e)
{
  const size_t size = system->state_size, seats = system->n + 1;
  struct trial t = {.system = system, .rng = system->n, .now = system->begin};
  t.most = STEPS * size < LOG_BYTES ? STEPS : LOG_BYTES / size;
  t.state = mem_new(seats, size);
  t.op = mem_new(seats, sizeof *t.op);
  t.memory = mem_new(system->n_registers, sizeof *t.memory);
  t.asked = mem_new(t.most + seats, sizeof *t.asked);
  t.before = mem_new(t.most + seats, size);
  t.after = mem_new(t.most + seats, size);
  t.seen = mem_new(system->algorithm->n_lines, sizeof *t.seen);
  run(&t);
  const bool ok = are_well_formed(&t, e) && is_function(&t, e) && has_all_code(&t, e);
  free(t.state);
  free(t.op);
  free(t.memory);
  free(t.asked);
  free(t.before);
  free(t.after);
  free(t.seen);
  return ok;
}

bool algorithm_try(const struct rmr_algorithm *algorithm, const void *parameters, const char *directory,
                   struct error *e)
{
  bool ok = true;
  for (uint32_t n = 1; ok && n <= MOST_N; n++) {
    struct error none = {0}; /* there is no such system of so few; a larger one is tried when it is explored */
    const struct system_spec spec = {
      .algorithm = algorithm, .parameters = parameters, .directory = directory, .n = n, .passages = 0};
    struct system *system = system_create(&spec, &none);
    if (system == NULL) continue;
    ok = try_with(system, e);
    system_free(system);
  }
  return ok;
}
