/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The entry of the one-bit algorithm of Burns and Lamport (algos/burns_lamport.c has the citations), as printed in He,
 * Gopalakrishnan and Gafni, "Group Mutual Exclusion in Linear Time and Space" (arXiv:1403.5605), Appendix II, Figure
 * 5; and the same with a session test, as Section 3 of that paper describes the second module of Hadzilacos and of
 * Jayanti, Petrovic and Tan.
 *
 * A process raises its bit and looks at the bits of the lower-numbered processes. If one is up it takes its own down,
 * waits for the other's to fall, and starts again; once all lower bits were seen down it keeps its own up and waits
 * for each higher one. With sessions, a bit counts only where the session beside it conflicts: it is read first, and
 * the session only if it is up. The session must not be compared with mysession alone: a process that has left has
 * none, and would be waited for.
 *
 * The exit is one line, Competing[i] := false, and its user's own. A register that holds a session has it in its
 * lowest 16 bits; the other bits do not matter here.
 */
#ifndef TESTS_TOYS_ONE_BIT_H
#define TESTS_TOYS_ONE_BIT_H

#include <rmr/algo.h>

struct one_bit {
  uint8_t pc;
  uint16_t j; /* 1..N+1 */
};

/* clang-format off */
#define ONE_BIT(LINE, TEXT, at, section, indent)                               \
  LINE(at##1, section, indent "L: Competing[i] := true")                       \
  TEXT(at##2,          indent "for j := 1 to i-1 do")                          \
  LINE(at##3, section, indent "  if Competing[j] then")                        \
  LINE(at##4, section, indent "    Competing[i] := false")                     \
  LINE(at##5, section, indent "    wait until not Competing[j]")               \
  TEXT(at##6,          indent "    goto L")                                    \
  TEXT(at##7,          indent "  end if")                                      \
  TEXT(at##8,          indent "end for")                                       \
  TEXT(at##9,          indent "for j := i+1 to N do")                          \
  LINE(at##10, section, indent "  wait until not Competing[j]")                \
  TEXT(at##11,         indent "end for")

#define ONE_BIT_GME(LINE, TEXT, at, section, indent)                           \
  LINE(at##1,  section, indent "L: Competing[i] := true")                      \
  TEXT(at##2,           indent "for j := 1 to i-1 do")                         \
  LINE(at##3a, section, indent "  if Competing[j] and")                        \
  LINE(at##3b, section, indent "     Session[j] not in {0, mysession} then")   \
  LINE(at##4,  section, indent "    Competing[i] := false")                    \
  LINE(at##5a, section, indent "    wait until (not Competing[j] or")          \
  LINE(at##5b, section, indent "                Session[j] in {0, mysession})")\
  TEXT(at##6,           indent "    goto L")                                   \
  TEXT(at##7,           indent "  end if")                                     \
  TEXT(at##8,           indent "end for")                                      \
  TEXT(at##9,           indent "for j := i+1 to N do")                         \
  LINE(at##10a, section, indent "  wait until (not Competing[j] or")           \
  LINE(at##10b, section, indent "              Session[j] in {0, mysession})") \
  TEXT(at##11,          indent "end for")

#define COMPETING(p) (competing + (p) - 1)
#define SESSION(p)   (session + (p) - 1)

/* competing: the register Competing[1]; the others follow it. */
static inline struct rmr_op one_bit(struct one_bit *my, const struct rmr_in *in, uint32_t competing)
{
  PART_LINES(ONE_BIT)
  BEGIN;
  for (;;) {
    DO ( 1,                write_to(COMPETING(i), true));
    for (my->j = 1; my->j < i; my->j++) {
      DO ( 3,              read_of(COMPETING(my->j)));
      if (REPLY) break;
    }
    if (my->j == i) break;                                       /* all lower-numbered ones were seen down */
    DO ( 4,                write_to(COMPETING(i), false));
    do
      DO ( 5,              spin_on(COMPETING(my->j)));
    while (REPLY);
    my->j = 0;                                                   /* goto L */
  }
  for (my->j = (uint16_t)(i + 1); my->j <= n; my->j++) {
    do
      DO (10,              spin_on(COMPETING(my->j)));
    while (REPLY);
  }
  RETURN;
}

static inline bool one_bit_compatible(uint32_t mysession, rmr_word word)
{
  return compatible(mysession, word & 0xffff);
}

/* session: the register Session[1]; the others follow it. */
static inline struct rmr_op one_bit_gme(struct one_bit *my, const struct rmr_in *in, uint32_t competing,
                                        uint32_t session, uint32_t mysession)
{
  PART_LINES(ONE_BIT_GME)
  BEGIN;
  for (;;) {
    DO ( 1,                write_to(COMPETING(i), true));
    for (my->j = 1; my->j < i; my->j++) {
      DO ( 3a,             read_of(COMPETING(my->j)));
      if (!REPLY) continue;
      DO ( 3b,             read_of(SESSION(my->j)));
      if (!one_bit_compatible(mysession, REPLY)) break;
    }
    if (my->j == i) break;                                       /* no lower-numbered one is in the way */
    DO ( 4,                write_to(COMPETING(i), false));
    for (;;) {
      DO ( 5a,             spin_on(COMPETING(my->j)));
      if (!REPLY) break;
      DO ( 5b,             read_of(SESSION(my->j)));
      if (one_bit_compatible(mysession, REPLY)) break;
    }
    my->j = 0;                                                   /* goto L */
  }
  for (my->j = (uint16_t)(i + 1); my->j <= n; my->j++) {
    for (;;) {
      DO (10a,             spin_on(COMPETING(my->j)));
      if (!REPLY) break;
      DO (10b,             read_of(SESSION(my->j)));
      if (one_bit_compatible(mysession, REPLY)) break;
    }
  }
  RETURN;
}
/* clang-format on */

#undef COMPETING
#undef SESSION

#endif
