/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * loop.h: a step loop that is made for one algorithm, for the runs of which there are most: the memory is cc, the
 * adversary is `random`, nobody listens, and there are no changes and no time. All other runs take the general loop of
 * run.c, which makes the same run (tests/unit_loops.c). The build makes one such loop for each algorithm that is a text
 * (tools/cmake/loops.cmake).
 *
 * Three things make it fast. First, the processor cannot foresee at which line a randomly chosen process stands, so
 * each step begins with a wrong guess. Therefore the next process is drawn, and its line read, before the present one
 * makes its step. A step that changes the list of ready processes picks again, with the same random number.
 *
 * Second, the text of the algorithm is compiled once more here: its step function carries out the access of a line
 * where it goes on from that line. So one jump decides about the access, its cost, its place in the ledger, and the
 * local computation; apart they would be three wrong guesses.
 *
 * Third, the places of the parts of the state are constants of a slice (struct loop_work).
 *
 * Invariants are evaluated after each step, for the instances that it can have broken (language/delta.h), where the
 * state lies. Once one is broken, the general loop finds out which, and makes the rest of the run.
 */
#ifndef SIM_LOOP_H
#define SIM_LOOP_H

#include "sim/loops.h"
#include "sim/running.h"
#include "sim/step.h"

#define LOOP_INLINE static inline __attribute__((always_inline))

/* The outcome of an access, in a form that takes no computing: the cache bits that a read found, or one of these. */
enum { LOOP_WRITTEN = 4, LOOP_LOCAL, LOOP_OUTCOMES };

static const uint8_t loop_causes[LOOP_OUTCOMES] = {
  [SIM_EVER] = RMR_INVALIDATED, [0] = RMR_COLD, [LOOP_WRITTEN] = RMR_WRITTEN, [LOOP_LOCAL] = RMR_FREE};

/* A slice at work. `here` and `ledger` are copies, of which the compiler knows that no step changes where the parts of
 * the state begin; in the originals it would have to look again after every write. */
struct loop_work {
  struct run *run;
  struct sim *sim;
  struct sim here;
  struct ledger ledger;
  struct run_look *look;            /* [p] */
  uint64_t outcomes[LOOP_OUTCOMES]; /* so many */
};

/* The last step. It is no part of the slice, as a slice lies in memory: this stays in registers. */
struct loop_step {
  struct rmr_process *me; /* whose */
  uint64_t done;
  rmr_word reply;
  uint32_t outcome;
  bool failed, woke; /* woke: it has woken somebody */
};

/* A step, for the invariants: whose, the register that it accessed, its indices where the invariants need them, the
 * process before it, its line after it, and whether it wrote. */
struct text_step {
  uint32_t moved, written;
  int64_t row, column;
  const void *state;
  uint16_t line, now;
  uint8_t section;
  bool wrote;
};

typedef bool loop_keeps_fn(const struct loop_work *loop, const struct text_step *step);

/* A step of P_p, which stands at `line`. Whether it must be settled. */
typedef bool loop_step_fn(struct loop_work *loop, struct loop_step *last, uint32_t p, uint32_t line);
typedef uint32_t loop_line_fn(const unsigned char *state);
typedef void loop_copy_fn(void *to, const unsigned char *state);

LOOP_INLINE struct loop_work loop_begin(struct run *run)
{
  return (struct loop_work){.run = run, .sim = run->sim, .here = *run->sim, .ledger = run->ledger, .look = run->look};
}

LOOP_INLINE unsigned char *loop_state(const struct loop_work *loop, uint32_t p)
{
  return loop->here.local + (size_t)p * loop->here.stride;
}

/* The ready process that `random` chooses with a random number. */
LOOP_INLINE uint32_t loop_pick(const struct loop_work *loop, uint64_t number, uint32_t n_ready)
{
  return loop->here.ready[rmr_below(number, n_ready)];
}

/* The evaluation of a wait of P_p has just failed. If the local state is what it was at its beginning, the next one
 * reads the same registers, and fails as well, as long as they keep their values: their number, if it is 1 or 2.
 * Else 0, and it must be tried out. */
LOOP_INLINE uint32_t loop_circle(const struct loop_work *loop, uint32_t p, size_t state_size)
{
  const struct run_look *look = &loop->look[p];
  const uint32_t reads = loop->here.process[p].steps - look->since;
  const bool same = state_size <= sizeof look->before && loop->here.system->state_size == state_size &&
                    memcmp(look->before, loop_state(loop, p), state_size) == 0;
  return same && reads <= 2 && reads <= loop->here.watch ? reads : 0;
}

/* After the step of P_p that must be settled. Most of them are waits that go on, in the same section. */
LOOP_INLINE void loop_settle(const struct loop_work *loop, const struct loop_step *last, uint32_t p, size_t state_size)
{
  const struct rmr_process *me = last->me;
  bool parked;
  if (last->failed && me->section == me->pending.section && me->section == last->done >> SIM_SECTION_SHIFT) {
    const uint32_t reads = loop_circle(loop, p, state_size), other = (uint32_t)last->done;
    const bool blocked = reads == 1   ? sim_wait_on(loop->sim, p)
                         : reads == 2 ? sim_wait_on_two(loop->sim, p, other)
                                      : sim_wait(loop->sim, p, &parked);
    if (blocked) ledger_block(&loop->run->ledger, p, me->pending.var);
    return;
  }
  loop->sim->in.value = last->reply;
  loop->sim->last.done = last->done;
  loop->sim->last.cause = loop_causes[last->outcome];
  loop->sim->last.failed = last->failed;
  run_settle(loop->run, p);
}

/* How its invariants look at the state; from a function apart: once more. */
typedef struct loop_work text_look;
typedef const text_look *text_now;
typedef struct run *text_source;

LOOP_INLINE text_source text_source_of(text_now now)
{
  return now->run;
}

LOOP_INLINE text_look text_look_at(text_source run)
{
  return loop_begin(run);
}

LOOP_INLINE struct rmr_size text_size(text_now now)
{
  return now->here.system->size;
}

LOOP_INLINE uint32_t text_base(text_now now, uint32_t group)
{
  return now->here.base[group];
}

LOOP_INLINE rmr_word text_word(text_now now, uint32_t var)
{
  return now->here.memory[var];
}

LOOP_INLINE uint8_t text_section(text_now now, uint32_t p)
{
  return now->here.process[p].section;
}

/* That of a process which has made all its passages is empty, as if it stood at no line (waiting.c). */
LOOP_INLINE const void *text_state(text_now now, uint32_t p)
{
  return loop_state(now, p);
}

#define text_line(now, p) (((const struct state *)text_state(now, p))->line)

/* Whether the step that has been made has broken no invariant. */
LOOP_INLINE bool loop_keeps(const struct loop_work *loop, const struct loop_step *last, struct text_step step,
                            uint32_t now, loop_keeps_fn *const keeps)
{
  step.now = (uint16_t)now;
  step.written = (uint32_t)last->done;
  step.wrote = last->outcome == LOOP_WRITTEN;
  return keeps(loop, &step);
}

/* was: room for a local state. keeps: NULL where there are no invariants. */
LOOP_INLINE bool loop_slice(struct run *run, uint64_t slice, void *was, size_t state_size, loop_line_fn *const line_of,
                            loop_copy_fn *const copy, loop_step_fn *const make_step, loop_keeps_fn *const keeps,
                            struct error *e)
{
  struct text_step step;
  struct loop_work loop = loop_begin(run);
  struct sim *const sim = run->sim;
  uint64_t rng = run->scheduler->host.rng, before = rng, steps = sim->view.step, end = steps + slice;
  uint32_t ready = sim->view.n_ready;
  if (slice == 0 || ready == 0) return run_goes_on(run, e);
  uint32_t next = loop_pick(&loop, rmr_random(&rng), ready);
  uint32_t next_line = line_of(loop_state(&loop, next));
  while (steps != end) {
    const uint32_t p = next, line = next_line;
    struct loop_step last = {.me = &loop.here.process[p]};
    before = rng;
    const uint64_t drawn = rmr_random(&rng);
    next = loop_pick(&loop, drawn, ready);
    next_line = line_of(loop_state(&loop, next));
    if (keeps != NULL) {
      copy(was, loop_state(&loop, p));
      step = (struct text_step){.moved = p, .state = was, .line = (uint16_t)line, .section = last.me->section};
    }
    const bool settles = make_step(&loop, &last, p, line);
    steps++;
    if (__builtin_expect(settles, 0)) {
      sim->view.step = steps;
      loop_settle(&loop, &last, p, state_size);
    }
    if (keeps != NULL && __builtin_expect(!loop_keeps(&loop, &last, step, line_of(loop_state(&loop, p)), keeps), 0)) {
      sim->view.step = end = steps;
      run_break(run, p);
    }
    if (__builtin_expect(settles | last.woke, 0)) {
      ready = sim->view.n_ready;
      if (ready == 0) break;
      next = loop_pick(&loop, drawn, ready);
      next_line = line_of(loop_state(&loop, next));
    }
    const uint32_t now = line_of(loop_state(&loop, p));
    next_line = next == p ? now : next_line;
  }
  sim->view.step = steps;
  run->scheduler->host.rng = before;
  for (uint32_t k = 0; k < LOOP_OUTCOMES; k++) run->ledger.cause[loop_causes[k]] += loop.outcomes[k];
  return run_goes_on(run, e);
}

/* --- the step of one algorithm ------------------------------------------------------------------------------------ */

typedef rmr_word loop_update_fn(rmr_word value, rmr_word argument, struct rmr_size size);

/* A read of a register by P_p, which then holds a valid copy: as sim_charge_read. Returns what it came to. */
LOOP_INLINE uint32_t loop_charge_read(const struct loop_work *loop, uint32_t p, uint32_t var)
{
  uint64_t *word = sim_copies(&loop->here, p, var);
  const uint64_t before = *word;
  *word = before | (uint64_t)(SIM_VALID | SIM_EVER) << sim_shift(p);
  return before >> sim_shift(p) & (SIM_VALID | SIM_EVER);
}

/* A write or read-modify-write makes `after` of a register: as sim_store, without what these runs have not. Nobody
 * listens, no lease runs out, and no process follows another. Whether somebody waited for it. */
LOOP_INLINE bool loop_store(const struct loop_work *loop, uint32_t p, uint32_t var, uint16_t line, uint32_t group,
                            rmr_word after)
{
  struct sim *const sim = loop->sim;
  loop->here.memory[var] = after;
  sim_charge_write(&loop->here, p, var, MEMORY_CC);
  if (sim_is_new(&sim->range[group], after)) sim_new_extreme(sim, p, var, line, after);
  if (__builtin_expect(loop->here.waiting[var].head == SIM_NOBODY, 1)) return false;
  sim->last.woken = sim_wake(sim, var);
  return true;
}

/* The access of a line by P_p, whose pending operation it is. `kind` is a constant, and so are the register's group,
 * and `update`, the function of an UPDATE. */
LOOP_INLINE void loop_access(const struct loop_work *loop, struct loop_step *step, uint32_t p, uint16_t line,
                             uint8_t kind, uint32_t group, loop_update_fn *const update)
{
  struct rmr_process *const me = step->me;
  step->done = sim_identity(&me->pending);
  step->outcome = LOOP_LOCAL;
  const uint32_t var = (uint32_t)step->done;
  if (rmr_kind_accesses(kind)) step->reply = loop->here.memory[var];
  if (kind == RMR_READ || kind == RMR_SPIN) {
    step->outcome = loop_charge_read(loop, p, var);
    return;
  }
  if (rmr_kind_writes(kind)) {
    struct rmr_op op = me->pending;
    op.kind = kind;
    step->outcome = LOOP_WRITTEN;
    step->woke =
      loop_store(loop, p, var, line, group,
                 kind == RMR_UPDATE && update != NULL ? update(step->reply, op.value, loop->here.system->size)
                                                      : system_result(loop->here.system, &op, step->reply));
  }
  me->spinning = me->blocked = 0;
}

/* Its place in the accounts: as ledger_step. Of the bits that a read can find, the valid one tells that it is free. */
LOOP_INLINE void loop_count(struct loop_work *loop, const struct loop_step *step, uint32_t p, uint16_t line,
                            uint32_t n_lines)
{
  struct ledger_cell *const cell = &loop->ledger.cell[(size_t)p * n_lines + line];
  const uint64_t paid = ~step->outcome & 1;
  static_assert(SIM_VALID == 1 && LOOP_WRITTEN % 2 == 0 && LOOP_LOCAL % 2 == 1, "what is odd costs nothing");
  step->me->rmr += (uint32_t)paid;
  step->me->steps++;
  cell->steps++;
  cell->rmr += paid;
  loop->ledger.by_register[(uint32_t)step->done] += paid;
  loop->outcomes[step->outcome]++;
}

/* Before the access. */
LOOP_INLINE void loop_look(struct loop_work *loop, uint32_t p, uint8_t kind, const void *state, size_t state_size)
{
  struct run_look *look = &loop->look[p];
  if (kind != RMR_SPIN || state_size > sizeof look->before) return;
  memcpy(look->before, state, state_size);
  look->since = loop->here.process[p].steps;
}

/* Takes the operation to which the local computation has led. Returns whether the step must be settled. Its own section
 * need not be looked at, as in sim_pend: where P_p is in another one, as in its remainder, the next operation is not of
 * that one either. */
LOOP_INLINE bool loop_pend(const struct loop_work *loop, struct loop_step *last, uint32_t p, struct rmr_op op)
{
  if (__builtin_expect(sim_is_stray(&loop->here, &op), 0)) return sim_go_astray(loop->sim, p);
  return sim_pend(&loop->here, p, op, last->me->section, &last->failed);
}

/* The step function of a text (language/emit_c_step.c) in a loop: where it stands, its use of the access of a line, and
 * of its next operation. */
#define RMR_LOOP_
#define RMR_NOW_

#define RMR_STEP_                                                                                             \
  LOOP_INLINE bool step(void *state, const struct rmr_in *in, struct loop_work *loop, struct loop_step *last, \
                        uint32_t p, uint32_t at)
#define RMR_LINE_ at
#define RMR_ACCESS_(line, kind, group, update)           \
  loop_look(loop, p, kind, my, sizeof *my);              \
  loop_access(loop, last, p, line, kind, group, update); \
  loop_count(loop, last, p, line, RMR_N_LINES_);         \
  reply = last->reply
#define RMR_PEND_(op, line) return loop_pend(loop, last, p, op)
#define RMR_LOST_(op)       return loop_pend(loop, last, p, op) | true

/* Makes the loop of the algorithm whose text stands above, with its invariants. */
#define RMR_LOOP(name)                                                                                        \
  LOOP_INLINE uint32_t line_of(const unsigned char *state)                                                    \
  {                                                                                                           \
    return ((const struct state *)(const void *)state)->line;                                                 \
  }                                                                                                           \
  LOOP_INLINE void copy_state(void *to, const unsigned char *state)                                           \
  {                                                                                                           \
    *(struct state *)to = *(const struct state *)(const void *)state;                                         \
  }                                                                                                           \
  LOOP_INLINE bool step_from(struct loop_work *loop, struct loop_step *last, uint32_t p, uint32_t line)       \
  {                                                                                                           \
    const struct sim *const sim = &loop->here;                                                                \
    const struct rmr_in in = {.i = p,                                                                         \
                              .n = sim->n,                                                                    \
                              .id = sim->at[p].id,                                                            \
                              .given = true,                                                                  \
                              .sessions = sim->session,                                                       \
                              .n_sessions = sim->in.n_sessions,                                               \
                              .parameters = sim->in.parameters,                                               \
                              .self = sim->in.self};                                                          \
    return step(loop_state(loop, p), &in, loop, last, p, line);                                               \
  }                                                                                                           \
  extern loop_fn loop_##name;                                                                                 \
  bool loop_##name(struct run *run, uint64_t slice, struct error *e)                                          \
  {                                                                                                           \
    struct state was;                                                                                         \
    return loop_slice(run, slice, &was, sizeof(struct state), line_of, copy_state, step_from, RMR_KEEPS_, e); \
  }

#endif
