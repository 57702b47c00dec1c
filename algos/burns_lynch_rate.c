/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The algorithm of Burns and Lynch (burns_lynch.c) where nothing may be done more often than once in a period: an
 * answer on Stack Exchange of 2015 checks whether it is time before a process tries to enter, and says that for
 * certainty a second check is needed once it has entered.
 *
 * The shared time stamp `last` is up for a period after it was written. checks=1 leaves the second check out, and
 * act_first=1 writes the stamp after the act and not before it.
 *
 * Whether somebody acts twice in a period is the invariant R. So that it can be told, the register of the stamp also
 * holds whether somebody has acted; nobody looks at that. A period, from its first write on, is longer than what its
 * process does next: the register is a lease that does not run out while a process stands between its stamp and its
 * act.
 *
 * Departures: those of burns_lynch.c. The stamp and the act are point actions, so that each leaves the other in its
 * place.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE(r1, WAITING, "r1: await not up(last)")                                                 \
  LINE(3,  WAITING, "3: F[i] := down")                                                        \
  LINE(4,  WAITING, "4: for j := 1 to i-1 do if F[j] = up then goto 3")                       \
  LINE(5,  WAITING, "5: F[i] := up")                                                          \
  LINE(6,  WAITING, "6: for j := 1 to i-1 do if F[j] = up then goto 3")                       \
  LINE(7,  WAITING, "7: for j := i+1 to N do if F[j] = up then goto 7")                       \
  TEXT(8,           "8: critical section:")                                                   \
  LINE(r2,  EXIT,   "   r2: if up(last) then goto 1   [checks=2]")                            \
  LINE(r3,  EXIT,   "   r3: last := now   [act_first=1: after the act]")                      \
  LINE(act, EXIT,   "   act")                                                                 \
  LINE(r4,  EXIT,   "   r4: last := now   [act_first=1]")                                     \
  LINE(1,   EXIT,   "1: F[i] := down")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct parameters {
  int64_t checks, act_first;
};

static const struct rmr_option parameters[] = {
  {"checks", RMR_INTEGER, offsetof(struct parameters, checks), "2", 1, 2,
   "how often the process checks whether the period is over"},
  {"act_first", RMR_INTEGER, offsetof(struct parameters, act_first), "0", 0, 1,
   "1: the stamp is written after the act"},
  {.key = NULL},
};

struct burns_lynch_rate {
  uint8_t pc;
  bool between; /* the stamp and the act */
  uint16_t j;   /* 1..N+1 */
};

static bool keeps(const void *state, uint32_t cell, struct rmr_size s)
{
  (void)cell, (void)s;
  return ((const struct burns_lynch_rate *)state)->between;
}

static rmr_word also(rmr_word value, rmr_word argument, struct rmr_size s)
{
  (void)s;
  return value | argument;
}

enum { STAMPED = 1, ACTED = 2 };

static const char *const flag_names[] = {"down", "up", NULL};
static const struct rmr_field last_fields[] = {
  {.name = "up", .shift = 0, .width = 1, .max = rmr_bit},
  {.name = "acted", .shift = 1, .width = 1, .max = rmr_bit},
  {.name = NULL},
};

enum { F_ARRAY, LAST_REGISTER };

static const struct rmr_shared registers[] = {
  [F_ARRAY] =
    {.name = "F", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .lease = true, .names = flag_names},
  [LAST_REGISTER] =
    {.name = "last", .multi_writer = true, .lease = true, .keeps = keeps, .fields = last_fields, .update = also},
};

/* clang-format off */
#define F(p) VAR(F_ARRAY, (p) - 1)
#define LAST VAR(LAST_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct burns_lynch_rate *my = state;
  const struct parameters *with = in->parameters;
  BEGIN;
  for (;;) {
    do
      DO (r1,               spin_on(LAST));
    while (REPLY & STAMPED);
    for (;;) {
      DO (3,                write_to(F(i), false));
      for (my->j = 1; my->j < i; my->j++) {
        DO (4,              read_of(F(my->j)));
        if (REPLY) break;
      }
      if (my->j == i) {
        my->j = 0;
        DO (5,              write_to(F(i), true));
        for (my->j = 1; my->j < i; my->j++) {
          DO (6,            read_of(F(my->j)));
          if (REPLY) break;
        }
        if (my->j == i) break;
      }
      my->j = 0;                                                 /* goto 3 */
    }
    my->j = (uint16_t)(i + 1);
    while (my->j <= n) {
      DO (7,                my->j == i + 1 ? spin_on(F(my->j)) : read_of(F(my->j)));
      my->j = REPLY ? (uint16_t)(i + 1) : (uint16_t)(my->j + 1);
    }
    my->j = 0;
    DO (r2,                 read_of(LAST));
    if (with->checks == 1 || !(REPLY & STAMPED)) {
      if (!with->act_first)
        DO (r3,             update_of(LAST, STAMPED));
      my->between = !with->act_first;
      DO (act,              update_of(LAST, ACTED));
      my->between = with->act_first != 0;
      if (with->act_first)
        DO (r4,             update_of(LAST, STAMPED));
      my->between = false;
    }
    DO (1,                  write_to(F(i), false));
  }
  END;
}
/* clang-format on */

static bool once(const struct rmr_moment *now)
{
  const bool acted = (rmr_value(now, LAST_REGISTER, 0) & ACTED) != 0;
  for (uint32_t i = 1; i <= now->size.n && acted; i++)
    if (now->process[i]->pending.line == Lact) return false;
  return true;
}

static const struct rmr_invariant invariants[] = {
  {"R", "nobody is about to act in a period in which somebody has acted", once},
  {.name = NULL},
};

RMR_ALGORITHM(burns_lynch_rate) = {
  RMR_ALGORITHM_BODY(registers, struct burns_lynch_rate),
  .name = "burns_lynch_rate",
  .title = "Burns-Lynch at most once in a period",
  .source = "an answer on Stack Exchange, 2015; Burns and Lynch, 18th Allerton Conference, 1980, p. 836",
  .note = "A lease stands for a period.",
  .claims = {.primitives = "read, write, point action",
             .rmr_dsm = "unbounded",
             .space = "N+1",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES,
             .wrong = "if the stamp is not a lease that runs out, no process enters again"},
  .step = step,
  .watch = rmr_per_process,
  .invariants = invariants,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
