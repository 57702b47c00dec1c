/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The algorithm of Burns and Lynch (burns_lynch.c) with time stamps for flags, for processes that are denied rather
 * than kept waiting: the answer to a question on Stack Exchange of 2015. Who finds a flag of a higher number up at line
 * 7 goes away, and tries again when it likes. Its own flag may have run out meanwhile, so it is refreshed; and whoever
 * finds that it had run out begins again at line 3, "not even the tiniest moment" being safe.
 *
 * check=2 refreshes first and looks afterwards at whether the stamp that it has overwritten had run out; check=1 looks
 * first and refreshes then; check=0 does not look.
 *
 * Stamps are leases: a flag is up or down, and runs out once nobody is responsible for it. Who has its flag up is, but
 * not one that has been denied, until it has refreshed it. What an owner writes to renew a lease is no step.
 *
 * late=0 has everybody come back in time. With late=1 a process that is denied may be late again and again, and then
 * nobody need ever enter.
 *
 * Line 7r is a fetch-and-store here. It stands for a write: that the stamp had run out by then, its owner sees on its
 * own clock.
 *
 * Departures: those of burns_lynch.c; line 7 begins with a look at each flag, and is left at the first that is up.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE(3,  WAITING, "3: F[i] := down")                                                        \
  LINE(4,  WAITING, "4: for j := 1 to i-1 do if up(F[j]) then goto 3")                        \
  LINE(5,  WAITING, "5: F[i] := now")                                                         \
  LINE(6,  WAITING, "6: for j := 1 to i-1 do if up(F[j]) then goto 3")                        \
  LINE(7,  WAITING, "7: for j := i+1 to N do if up(F[j]) then denied: later goto 7r")         \
  LINE(7c, WAITING, "7c: check=1: if F[i] had run out then goto 3")                           \
  LINE(7r, WAITING, "7r: F[i] := now; check=2: if it had run out then goto 3; goto 7")        \
  TEXT(8,           "8: critical")                                                            \
  LINE(1,  EXIT,    "1: F[i] := down")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct parameters {
  int64_t check, late;
};

static const struct rmr_option parameters[] = {
  {"check", RMR_INTEGER, offsetof(struct parameters, check), "2", 0, 2,
   "when to check whether the flag has run out: 0: never; 1: before the refresh; 2: at the refresh"},
  {"late", RMR_INTEGER, offsetof(struct parameters, late), "1", 0, 1,
   "1: a denied process may try again after its flag has run out"},
  {.key = NULL},
};

struct burns_lynch_denied {
  uint8_t pc;
  uint16_t kept; /* i, while its flag is up and it sees to that; else 0 */
  uint16_t j;    /* 1..N+1 */
};

static bool keeps(const void *state, uint32_t cell, struct rmr_size s)
{
  (void)s;
  return ((const struct burns_lynch_denied *)state)->kept == cell + 1;
}

enum { DOWN, UP };
static const char *const flag_names[] = {"down", "up", NULL};

static const struct rmr_shared registers[] = {
  {.name = "F",
   .cells = rmr_per_process,
   .home = rmr_owner,
   .max = rmr_bit,
   .lease = true,
   .keeps = keeps,
   .names = flag_names},
};

/* clang-format off */
#define F(p) VAR(0, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct burns_lynch_denied *my = state;
  const struct parameters *with = in->parameters;
  BEGIN;
  for (;;) {
    for (;;) {
      DO (3,                write_to(F(i), DOWN));
      for (my->j = 1; my->j < i; my->j++) {
        DO (4,              read_of(F(my->j)));
        if (REPLY == UP) break;
      }
      if (my->j < i) {
        my->j = 0;
        continue;
      }
      my->j = 0;
      DO (5,                write_to(F(i), UP));
      my->kept = (uint16_t)i;
      for (my->j = 1; my->j < i; my->j++) {
        DO (6,              read_of(F(my->j)));
        if (REPLY == UP) break;
      }
      if (my->j < i) {
        my->j = my->kept = 0;                                    /* its next step takes the flag down */
        continue;
      }
      for (;;) {
        for (my->j = (uint16_t)(i + 1); my->j <= n; my->j++) {
          DO (7,            read_of(F(my->j)));
          if (REPLY == UP) break;
        }
        if (my->j > n) break;                                    /* enters */
        my->j = 0;
        if (with->late) my->kept = 0;
        if (with->check == 1) {
          DO (7c,           read_of(F(i)));
          if (REPLY == DOWN) break;
        }
        DO (7r,             fetch_and_store(F(i), UP));
        my->kept = (uint16_t)i;
        if (with->check == 2 && REPLY == DOWN) break;
      }
      if (my->j > n) break;
      my->kept = 0;                                              /* goto 3 */
    }
    my->j = 0;
    DO (1,                  write_to(F(i), DOWN));
    my->kept = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(burns_lynch_denied) = {
  RMR_ALGORITHM_BODY(registers, struct burns_lynch_denied),
  .name = "burns_lynch_denied",
  .title = "Burns-Lynch with time stamps, denied at line 7",
  .source = "an answer on Stack Exchange, 2015; Burns and Lynch, 18th Allerton Conference, 1980, p. 836",
  .note = "Stamps are leases. A fetch-and-store stands for a write and a read of the process's own clock.",
  .claims = {.primitives = "read, write, fetch-and-store",
             .rmr_cc = "unbounded",
             .rmr_dsm = "unbounded",
             .space = "N",
             .p = {0, RMR_YES, RMR_NO, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
