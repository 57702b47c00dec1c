/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * G. L. Peterson and M. J. Fischer, "Economical solutions for the critical section problem in a distributed system",
 * 9th Symposium on Theory of Computing, 1977, pp. 91-97, p. 93: a tournament with one register for each process, which
 * nobody else writes.
 *
 * Q[i] holds the level at which P_i competes, from 1, and a bit. At each level a process meets whoever is the furthest
 * of the other half of its subtree: its opponent, found by a look at all processes there. One side makes the two bits
 * equal, the other makes them differ (kessels.c), and each waits as long as they are as it has made them.
 *
 * No doorway: what orders two processes is another pair of bits at each level. All of the entry is waiting room.
 *
 * Departures: seen in transcription; the lines are numbered here. opponent is the first process of the other half whose
 * level is k or more; its Q is what the look has found (1a, 2a, 3). As P_i counts from 0 there, side is bit k-1 of i-1.
 * Q[i], which nobody else writes, is known to P_i and not read (2b, 3b). For N = 1 there is one level all the same: a
 * passage makes at least one access.
 *
 * Two transcriptions were seen: one in github.com/pabuhr/concurrent-locking, and one from the print and from its
 * restoration of 1998 in github.com/erik-megarad/peterson-research. Both have an assignment in line 2 whatever o is, so
 * 2b writes also where it changes nothing; both have ceil(lg N) levels for all processes. The first looks at the others
 * in the order of their numbers and at nobody above N, as is done here. The second leaves the order open, and where N
 * is no power of two it looks at those who are missing, too, and finds (0, 0). Which of these the print has is not
 * known.
 */
#include "algos/parts/tree.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  TEXT(up,           "for k := 1 to L do   [side: 0 or 1; o = opponent: (level, bit), else (0, 0)]")      \
  LINE( 1a, WAITING, "  o := Q[opponent];")                                                   \
  LINE( 1b, WAITING, "  Q[i] := if o.level = k then (k, side xor o.bit) else (k, 1)")         \
  LINE( 2a, WAITING, "  o := Q[opponent];")                                                   \
  LINE( 2b, WAITING, "  Q[i] := if o.level = k then (k, side xor o.bit) else Q[i]")           \
  LINE( 3,  WAITING, "  wait until o = Q[opponent] has o.level < k or")                       \
  TEXT( 3b,          "             (o.level = k and (side xor (o.bit = bit of Q[i])) = 0)")   \
  TEXT(CS,           "critical section")                                                      \
  LINE( 4,  EXIT,    "Q[i] := (0, 0)")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct peterson_fischer {
  uint8_t pc;
  uint8_t k;   /* the level, 1..L */
  uint8_t bit; /* of Q[i]         */
  uint16_t j;  /* 1..N+1          */
};

enum { LEVEL_BITS = 5 };

static rmr_word levels_at_most(struct rmr_size s)
{
  return tree_levels(s.n);
}

static const struct rmr_field fields[] = {
  {.name = "level", .width = LEVEL_BITS, .max = levels_at_most},
  {.name = "bit", .shift = LEVEL_BITS, .width = 1, .max = rmr_bit},
  {.name = NULL},
};

static const struct rmr_shared registers[] = {
  {.name = "Q", .cells = rmr_per_process, .home = rmr_owner, .fields = fields},
};

static uint32_t level_of(rmr_word q)
{
  return (uint32_t)(q & ((1 << LEVEL_BITS) - 1));
}

static uint8_t bit_of(rmr_word q)
{
  return q >> LEVEL_BITS & 1;
}

static uint8_t side_of(uint32_t i, uint32_t k)
{
  return (i - 1) >> (k - 1) & 1;
}

/* The first process of the other half at level k. */
static uint16_t first_rival(uint32_t i, uint32_t k)
{
  return (uint16_t)((((i - 1) >> (k - 1) ^ 1) << (k - 1)) + 1);
}

/* Whether P_j is still of that half. */
static bool is_rival(uint32_t i, uint32_t j, uint32_t k, uint32_t n)
{
  return j <= n && j < first_rival(i, k) + (UINT32_C(1) << (k - 1));
}

static uint32_t all_of_them(struct rmr_size s)
{
  return s.n;
}

/* clang-format off */
#define Q(p)    VAR(0, (p) - 1)
#define SIDE    side_of(i, my->k)
#define WORD(b) ((rmr_word)(b) << LEVEL_BITS | my->k)

/* For each rival j in turn, until one is at level k or above. */
#define EACH_RIVAL for (my->j = first_rival(i, my->k); is_rival(i, my->j, my->k, n); my->j++)
#define FOUND      (level_of(REPLY) >= my->k)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct peterson_fischer *my = state;
  BEGIN;
  for (;;) {
    for (my->k = 1; my->k <= tree_levels(n); my->k++) {
      my->bit = 1;
      EACH_RIVAL {
        DO ( 1a,            read_of(Q(my->j)));
        if (!FOUND) continue;
        if (level_of(REPLY) == my->k) my->bit = SIDE ^ bit_of(REPLY);
        break;
      }
      my->j = 0;
      DO ( 1b,              write_to(Q(i), WORD(my->bit)));
      EACH_RIVAL {
        DO ( 2a,            read_of(Q(my->j)));
        if (!FOUND) continue;
        if (level_of(REPLY) == my->k) my->bit = SIDE ^ bit_of(REPLY);
        break;
      }
      my->j = 0;
      DO ( 2b,              write_to(Q(i), WORD(my->bit)));
      for (;;) {
        EACH_RIVAL {
          DO ( 3,           (my->j == first_rival(i, my->k) ? spin_on(Q(my->j)) : read_of(Q(my->j))));
          if (FOUND) break;
        }
        if (!is_rival(i, my->j, my->k, n)) break;                /* there is no opponent */
        if (level_of(REPLY) == my->k && (SIDE ^ (bit_of(REPLY) == my->bit)) == 0) break;
      }
      my->j = my->bit = 0;
    }
    my->k = 0;
    DO ( 4,                 write_to(Q(i), 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(peterson_fischer) = {
  RMR_ALGORITHM_BODY(registers, struct peterson_fischer),
  .name = "peterson_fischer",
  .title = "Peterson-Fischer tournament",
  .source = "Peterson, Fischer, STOC 1977, pp. 91-97, p. 93",
  .note =
    "Seen in transcription. Lines numbered here; the search for the opponent is part of lines 1, 2 and 3, goes by "
    "numbers, and leaves out those above N. Q[i] is not read by its owner.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .watch = all_of_them,
  .step = step,
};
