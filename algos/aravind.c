/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A. A. Aravind, "Simple, space-efficient, and fairness improved FCFS mutual exclusion algorithms", Journal of
 * Parallel and Distributed Computing 73, 2013, Figure 3, p. 1033.
 *
 * A doorway that gives an order, and behind it the one-bit algorithm, which excludes (parts/burns_lamport.h). A
 * process that wants in shows a tag, 1, 2 or 3 in turn, and before it does so it copies the tags of all. It waits
 * until nobody shows the tag that it has copied. D[i] is raised in the doorway, too: nobody gets through the one-bit
 * algorithm while another is copying.
 *
 * Departures: the lines are numbered here. The tag is taken back before the CS (line 7), as in the figure, so that it
 * is the last line of the entry.
 */
#include "algos/parts/burns_lamport.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                   \
  LINE( 1,  DOORWAY, "D[i] := 1")                                                \
  LINE( 2,  DOORWAY, "for j := 1 to N do S[j] := T[j]")                          \
  LINE( 3,  DOORWAY, "T[i] := t")                                                \
  LINE( 4,  DOORWAY, "D[i] := 0")                                                \
  LINE( 5,  WAITING, "for j := 1 to N do if S[j] != 0 then wait until T[j] != S[j]") \
  TEXT( 6,           "the one-bit algorithm on D:")                              \
  ONE_BIT(LINE, TEXT, 6_, WAITING, "  ")                                         \
  LINE( 7,  WAITING, "T[i] := 0")                                                \
  TEXT(CS,           "CRITICAL SECTION")                                         \
  LINE( 8,  EXIT,    "D[i] := 0; t := t mod 3 + 1")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct aravind {
  uint8_t pc;
  uint8_t t;  /* 1..3: lives from passage to passage */
  uint16_t j; /* 1..N+1 */
  struct one_bit one_bit;
  uint8_t s[]; /* [j-1]: S[j], 0..3; cleared when P_j has been waited for */
};

static rmr_word three(struct rmr_size s)
{
  (void)s;
  return 3;
}

enum { D_ARRAY, T_ARRAY };

static const struct rmr_shared registers[] = {
  [D_ARRAY] = {.name = "D", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit},
  [T_ARRAY] = {.name = "T", .cells = rmr_per_process, .home = rmr_owner, .max = three},
};

/* clang-format off */
#define D(p) VAR(D_ARRAY, (p) - 1)
#define T(p) VAR(T_ARRAY, (p) - 1)
#define S(p) my->s[(p) - 1]

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct aravind *my = state;
  BEGIN;
  my->t = 1;
  for (;;) {
    DO ( 1,               write_to(D(i), 1));
    for (my->j = 1; my->j <= n; my->j++)
      LET( 2, S(my->j),   read_of(T(my->j)));
    my->j = 0;
    DO ( 3,               write_to(T(i), my->t));
    DO ( 4,               write_to(D(i), 0));
    for (my->j = 1; my->j <= n; my->j++) {
      if (S(my->j) != 0)
        do
          DO ( 5,         spin_on(T(my->j)));
        while (REPLY == S(my->j));
      S(my->j) = 0;
    }
    my->j = 0;
    CALL(6_, ONE_BIT,     one_bit(&my->one_bit, in, D(1)));
    DO ( 7,               write_to(T(i), 0));
    DO ( 8,               write_to(D(i), 0));
    my->t = my->t % 3 + 1;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(aravind) = {
  RMR_ALGORITHM_BODY(registers, struct aravind),
  .name = "aravind",
  .title = "Aravind's first-come-first-served mutual exclusion with tags of 2 bits",
  .source = "Aravind, JPDC 73, 2013, Figure 3, p. 1033",
  .note = "Lines numbered here.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "N^2",
             .rmr_dsm = "unbounded",
             .space = "2N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
  .state_each = sizeof(uint8_t),
  .remembers = true,
};
