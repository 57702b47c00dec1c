/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Szymanski's flag algorithm (szymanski.c has the citation and the idea) without its last wait, as it is found in some
 * code. It is wrong.
 *
 * In szymanski.c a process that leaves waits until all that are inside are through door 2 (line 9). Here it just
 * leaves: P1 opens door 2, enters and takes its flag back; P2 has seen the 4 (line 6) but does not yet show one of its
 * own, so door 1 is open again, and P1 comes back through it (line 2). Now P2 enters, as P1's flag is only 1 (line 8),
 * and so does P1: nobody wants to come in any more (line 4), and it has no lower number before it.
 *
 * Departures: from szymanski.c, the missing line 9 only.
 */
#include "algos/parts/szymanski.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  TWO_DOORS(LINE, TEXT, , WAITING, "")                                                        \
  LINE( 8, WAITING, "wait until for all j < i: flag[j] < 2")                                  \
  TEXT(CS,          "critical section")                                                       \
  LINE(10, EXIT,    "flag[i] := 0   [without the wait of line 9]")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct szymanski_no_wait {
  uint8_t pc;
  struct two_doors doors;
  uint16_t j; /* 1..N */
};

static const struct rmr_shared registers[] = {
  {.name = "flag", .cells = rmr_per_process, .home = rmr_owner, .max = two_doors_flag},
};

/* clang-format off */
#define FLAG(p) VAR(0, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct szymanski_no_wait *my = state;
  BEGIN;
  for (;;) {
    CALL( , TWO_DOORS,      two_doors(&my->doors, in, FLAG(1)));
    for (my->j = 1; my->j < i; my->j++) {
      do
        DO ( 8,             spin_on(FLAG(my->j)));
      while (REPLY >= 2);
    }
    my->j = 0;
    DO (10,                 write_to(FLAG(i), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(szymanski_no_wait) = {
  RMR_ALGORITHM_BODY(registers, struct szymanski_no_wait),
  .name = "szymanski_no_wait",
  .title = "Szymanski's flag algorithm without the exit's wait (known wrong)",
  .source = "after Szymanski, ICS 1988, Figure 2, p. 624; not his",
  .note = "Differs from szymanski in the missing line 9 only.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "N",
             .p = {0, RMR_NO},
             .bounded = RMR_YES,
             .wrong = "P1 fails with two processes: a leaving process does not wait for the other to pass door 2"},
  .watch = rmr_per_process,
  .step = step,
};
