/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * W. H. Hesselink, "Mutual exclusion by four shared bits with not more than quadratic complexity", Science of Computer
 * Programming 102, 2015, Figure 2.
 *
 * A doorway that gives an order (parts/turn_bits.h), and behind it the one-bit algorithm, which excludes
 * (parts/burns_lamport.h). As Aravind's (aravind.c) it has four bits for each process. Two turn bits are used in turns.
 * A process takes its turn bit down as soon as it is through the one-bit algorithm, and then waits until it has seen
 * nobody in the doorway (line 5): whoever has copied the bit as up is out of the doorway before that bit is raised
 * again.
 *
 * The complexity of the title is the paper's own measure, of throughput, and no number of RMRs.
 *
 * Departures: seen in transcription only, that of github.com/pabuhr/concurrent-locking, which puts any lock inside;
 * here it is the one-bit algorithm, with which there are four bits. The lines are numbered here. The fault tolerance
 * that the paper adds is left out.
 */
#include "algos/parts/burns_lamport.h"
#include "algos/parts/turn_bits.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                   \
  TEXT( 1,           "go through the doorway, door is d:")                       \
  TURN_DOORWAY(LINE, TEXT, 1_, DOORWAY, "  ")                                    \
  TEXT( 2,           "wait for those who came before:")                          \
  TURN_WAIT(LINE, TEXT, 2_, WAITING, "  ")                                       \
  TEXT( 3,           "the one-bit algorithm on w:")                              \
  ONE_BIT(LINE, TEXT, 3_, WAITING, "  ")                                         \
  LINE( 4,  WAITING, "turn[i][next] := false; next := 1 - next")                 \
  LINE( 5,  WAITING, "for j := 1 to N do wait until not d[j]")                   \
  TEXT(CS,           "CRITICAL SECTION")                                         \
  LINE( 6,  EXIT,    "w[i] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

enum { TURN_BITS = 2 };

struct hesselink_2015 {
  uint8_t pc;
  uint8_t next; /* 0..1: lives from passage to passage */
  union {
    struct turn_bits turn_bits;
    struct one_bit one_bit;
    uint16_t j; /* 1..N+1 */
  };
  uint8_t copy[]; /* see struct turns */
};

static const char *const truth[] = {"false", "true", NULL};

enum { D_ARRAY, W_ARRAY, TURN0_ARRAY, TURN1_ARRAY };

#define BIT(name_) .name = name_, .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth

static const struct rmr_shared registers[] = {
  [D_ARRAY] = {BIT("d")},
  [W_ARRAY] = {BIT("w")},
  [TURN0_ARRAY] = {BIT("turn0")},
  [TURN1_ARRAY] = {BIT("turn1")},
};

/* clang-format off */
#define D(p)       VAR(D_ARRAY, (p) - 1)
#define W(p)       VAR(W_ARRAY, (p) - 1)
#define TURN(p, b) VAR(TURN0_ARRAY + (b), (p) - 1)
#define TURNS      ((struct turns){D(1), TURN0_ARRAY, TURN_BITS, my->copy})

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct hesselink_2015 *my = state;
  BEGIN;
  for (;;) {
    CALL(1_, TURN_DOORWAY, turn_doorway(&my->turn_bits, in, TURNS, my->next));
    CALL(2_, TURN_WAIT,    turn_wait(&my->turn_bits, in, TURNS));
    CALL(3_, ONE_BIT,      one_bit(&my->one_bit, in, W(1)));
    DO ( 4,                write_to(TURN(i, my->next), false));
    my->next = 1 - my->next;
    for (my->j = 1; my->j <= n; my->j++)
      do
        DO ( 5,            spin_on(D(my->j)));
      while (REPLY);
    my->j = 0;
    DO ( 6,                write_to(W(i), false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(hesselink_2015) = {
  RMR_ALGORITHM_BODY(registers, struct hesselink_2015),
  .name = "hesselink_2015",
  .title = "Hesselink's first-come-first-served mutual exclusion with four bits",
  .source = "Hesselink, Science of Computer Programming 102, 2015, Figure 2",
  .note = "Seen in transcription. Lines numbered here; the lock inside is the one-bit algorithm.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "4N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
  .state_each = sizeof(uint8_t),
  .remembers = true,
};
