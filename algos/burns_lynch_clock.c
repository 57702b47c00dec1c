/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The algorithm of Burns and Lynch as burns_lynch_denied.c has it, by the clock: F[i] holds the time at which it was
 * written, and is up as long as that was less than `lease` ticks ago by the clock of who looks at it. Nobody renews
 * but who is denied: it comes back `retry` ticks later, refreshes its flag, and looks afterwards at whether the
 * stamp that it has overwritten had run out by then.
 *
 * check=1 looks before it refreshes, check=0 does not look.
 *
 * period is a rate limit: who is about to enter sees to it that nobody has done so for that many ticks, and stamps
 * the register `last` before it does (burns_lynch_rate.c). 0: there is none.
 *
 * With slow = D, skew = S, cs = C and R reads from the write of a stamp to the entry, a lease must be longer than R
 * D + C + S or so: it begins with the time that is written, D before the write.
 *
 * Without a clock every flag is down.
 *
 * Departures: those of burns_lynch_denied.c. The dead, too, are seen by the age of their stamps only.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE(r1, WAITING, "r1: await now - last >= period   [period > 0]")                          \
  LINE(3,  WAITING, "3: F[i] := down")                                                        \
  LINE(4,  WAITING, "4: for j := 1 to i-1 do if now - F[j] < lease then goto 3")              \
  LINE(5,  WAITING, "5: F[i] := now")                                                         \
  LINE(6,  WAITING, "6: for j := 1 to i-1 do if now - F[j] < lease then goto 3")              \
  LINE(7,  WAITING, "7: for j := i+1 to N do if now - F[j] < lease then denied:")             \
  LINE(7d, WAITING, "   delay   [retry > 0]")                                                 \
  LINE(7r, WAITING, "   F[i] := now; if its stamp had run out by then goto 3; goto 7")        \
  LINE(r2, WAITING, "r2: if now - last < period then goto 1   [period > 0]")                  \
  LINE(1r, WAITING, "    1: F[i] := down; goto r1")                                           \
  LINE(r3, WAITING, "r3: last := now   [period > 0]")                                         \
  TEXT(8,           "8: critical")                                                            \
  LINE(1,  EXIT,    "1: F[i] := down")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct parameters {
  int64_t lease, retry, check, period;
};

static const struct rmr_option parameters[] = {
  {"lease", RMR_INTEGER, offsetof(struct parameters, lease), "8", 1, 1e9, "ticks for which a stamp counts"},
  {"retry", RMR_INTEGER, offsetof(struct parameters, retry), "0", 0, 1e9,
   "ticks after which a denied process "
   "tries again"},
  {"check", RMR_INTEGER, offsetof(struct parameters, check), "2", 0, 2,
   "when to check whether the flag has run out: 0: never; 1: before the refresh; 2: at the refresh"},
  {"period", RMR_INTEGER, offsetof(struct parameters, period), "0", 0, 1e9, "ticks between two entries; 0: any"},
  {.key = NULL},
};

struct burns_lynch_clock {
  uint8_t pc;
  uint16_t j;     /* 1..N+1 */
  rmr_word stamp; /* of its flag, as it has written it */
  rmr_word fresh; /* the next one */
};

static rmr_word lease_of(struct rmr_size s)
{
  return ((const struct parameters *)s.parameters)->lease;
}

static rmr_word period_of(struct rmr_size s)
{
  return ((const struct parameters *)s.parameters)->period;
}

static const struct rmr_local_time times[] = {
  {offsetof(struct burns_lynch_clock, stamp), lease_of},
  {offsetof(struct burns_lynch_clock, fresh), lease_of},
  {.horizon = NULL},
};

enum { F_ARRAY, LAST_REGISTER };

static const struct rmr_shared registers[] = {
  [F_ARRAY] = {.name = "F", .cells = rmr_per_process, .home = rmr_owner, .time = true, .horizon = lease_of},
  [LAST_REGISTER] = {.name = "last", .multi_writer = true, .time = true, .horizon = period_of},
};

/* clang-format off */
#define F(p)      VAR(F_ARRAY, (p) - 1)
#define LAST      VAR(LAST_REGISTER, 0)
#define DOWN      0                                              /* a time of long ago */
#define IS_UP(at) (in->now != 0 && in->now - (at) < with->lease) /* without a clock none is */

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct burns_lynch_clock *my = state;
  const struct parameters *with = in->parameters;
  BEGIN;
  for (;;) {
    for (;;) {
      if (with->period > 0)
        do
          DO (r1,             spin_on(LAST));
        while (in->now != 0 && in->now - REPLY < with->period);
      do {
        my->j = 0, my->stamp = 0;
        DO (3,                write_to(F(i), DOWN));
        for (my->j = 1; my->j < i; my->j++) {
          DO (4,              read_of(F(my->j)));
          if (IS_UP(REPLY)) break;
        }
        if (my->j < i) continue;
        my->j = 0, my->stamp = in->now;
        DO (5,                write_to(F(i), my->stamp));
        for (my->j = 1; my->j < i; my->j++) {
          DO (6,              read_of(F(my->j)));
          if (IS_UP(REPLY)) break;
        }
        if (my->j < i) continue;
        for (;;) {
          for (my->j = (uint16_t)(i + 1); my->j <= n; my->j++) {
            DO (7,            read_of(F(my->j)));
            if (IS_UP(REPLY)) break;
          }
          if (my->j > n) break;                                  /* enters */
          my->j = 0;
          if (with->retry > 0)
            DO (7d,           wait_for(with->retry));
          if (with->check == 1 && !IS_UP(my->stamp)) break;
          my->fresh = in->now;
          DO (7r,             write_to(F(i), my->fresh));
          if (with->check == 2 && !IS_UP(my->stamp)) {
            my->fresh = 0;
            break;
          }
          my->stamp = my->fresh, my->fresh = 0;
        }
      } while (my->j <= n);
      my->j = 0, my->stamp = 0;
      if (with->period == 0) break;
      DO (r2,                 read_of(LAST));
      if (in->now - REPLY >= with->period) {
        DO (r3,               write_to(LAST, in->now));
        break;
      }
      DO (1r,                 write_to(F(i), DOWN));
    }
    DO (1,                    write_to(F(i), DOWN));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(burns_lynch_clock) = {
  RMR_ALGORITHM_BODY(registers, struct burns_lynch_clock),
  .name = "burns_lynch_clock",
  .title = "Burns-Lynch with time stamps, by the clock",
  .source = "an answer on Stack Exchange, 2015; Burns and Lynch, 18th Allerton Conference, 1980, p. 836",
  .note = "A denied process refreshes its flag; there are no other renewals.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "N+1",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES,
             .timed = true},
  .step = step,
  .times = times,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
