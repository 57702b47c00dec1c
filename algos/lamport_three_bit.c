/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * L. Lamport, "The mutual exclusion problem: Part II - statement and solutions", Journal of the ACM 33(2), 1986, pp.
 * 327-348: the three-bit algorithm.
 *
 * The one-bit algorithm made fair. Those who compete (y[j]) are thought of as a ring, and their bits z tell where on it
 * the turn is: at the first process whose z differs from that of the one before it, or, for the lowest, equals that of
 * the highest. Seen from there the one-bit algorithm is run on the bits x. Whoever leaves flips its z, which moves the
 * turn on. It works with safe registers.
 *
 * No doorway: it is free of starvation, but not first come, first served; all of the entry is waiting room.
 *
 * Departures: the lines are numbered here; l1 is line 2, l2 is line 3. Line 3 reads y[j] (3a) and, where it is true, at
 * once z[j] (3b), for j = 1, 2, ..., N with j = i: line 4 uses the values read there and makes no access, as z must not
 * be looked at twice. It needs only the ends of G and the first change of z in it, so no more is kept. y[i] is read and
 * known to be true. Line 6 reads y[j] (6a) and x[i] (6b), line 9 reads z[i] (9a) and writes it (9b).
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE( 1,  WAITING, "y[i] := true")                                                          \
  LINE( 2,  WAITING, "l1: x[i] := true")                                                      \
  LINE( 3a, WAITING, "l2: G := the j with y[j], in ascending order   [y[j]]")                 \
  LINE( 3b, WAITING, "                                               [z[j]]")                 \
  TEXT( 4,           "f := the first g in G with z[g] != z[the one before g in G];"           \
                     " for the lowest: z[g] = z[the highest]")                                \
  TEXT( 5,           "for j := f cyclically up to but not including i do")                    \
  LINE( 6a, WAITING, "  if y[j] then")                                                        \
  LINE( 6b, WAITING, "    if x[i] then")                                                      \
  LINE( 6c, WAITING, "      x[i] := false; goto l2")                                          \
  LINE( 7,  WAITING, "if not x[i] then goto l1")                                              \
  LINE( 8,  WAITING, "for j := i+1 cyclically up to but not including f do"                   \
                     " if x[j] then goto l2")                                                 \
  TEXT(CS,           "critical section")                                                      \
  LINE( 9a, EXIT,    "z[i] := not z[i]   [the read]")                                         \
  LINE( 9b, EXIT,    "                   [the write]")                                        \
  LINE(10,  EXIT,    "x[i] := false")                                                         \
  LINE(11,  EXIT,    "y[i] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct lamport_three_bit {
  uint8_t pc;
  uint8_t z;             /* z[i], between 9a and 9b                                                  */
  uint8_t low_z, high_z; /* z of the lowest and of the highest of G so far                           */
  uint16_t low;          /* the lowest of G, 0 if there is none yet                                  */
  uint16_t change;       /* the first of G whose z differs from that of the one before it, 0 if none */
  uint16_t f, j;         /* 1..N; j up to N+1                                                        */
};

static const char *const truth[] = {"false", "true", NULL};

enum { X_ARRAY, Y_ARRAY, Z_ARRAY };

static const struct rmr_shared registers[] = {
  [X_ARRAY] = {.name = "x", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [Y_ARRAY] = {.name = "y", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
  [Z_ARRAY] = {.name = "z", .cells = rmr_per_process, .home = rmr_owner, .max = rmr_bit, .names = truth},
};

/* From l2 back to l2 without a write: lines 3, 7 and 8 at most; or lines 3 and 6, which is less. */
static uint32_t all_registers(struct rmr_size s)
{
  return 3 * s.n;
}

static uint16_t after(uint16_t j, uint32_t n)
{
  return j < n ? (uint16_t)(j + 1) : 1;
}

/* Puts the next one of G, in ascending order. */
static void join(struct lamport_three_bit *my, bool z)
{
  if (my->low == 0)
    my->low = my->j, my->low_z = z;
  else if (my->change == 0 && z != my->high_z)
    my->change = my->j;
  my->high_z = z;
}

/* Line 4. If the ends differ there is a change on the way. */
static void choose(struct lamport_three_bit *my)
{
  my->f = my->low_z == my->high_z ? my->low : my->change;
  my->low = my->change = my->low_z = my->high_z = 0;
}

/* clang-format off */
#define X(p) VAR(X_ARRAY, (p) - 1)
#define Y(p) VAR(Y_ARRAY, (p) - 1)
#define Z(p) VAR(Z_ARRAY, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct lamport_three_bit *my = state;
  BEGIN;
  for (;;) {
    DO ( 1,                     write_to(Y(i), true));
    do {
      DO ( 2,                   write_to(X(i), true));
      for (;;) {
        for (my->j = 1; my->j <= n; my->j++) {
          DO ( 3a,              my->j == 1 ? spin_on(Y(my->j)) : read_of(Y(my->j)));
          if (REPLY || my->j == i) {
            DO ( 3b,            read_of(Z(my->j)));
            join(my, REPLY);
          }
        }
        choose(my);
        for (my->j = my->f; my->j != i; my->j = after(my->j, n)) {
          DO ( 6a,              read_of(Y(my->j)));
          if (REPLY) break;
        }
        if (my->j != i) {
          my->f = my->j = 0;
          DO ( 6b,              read_of(X(i)));
          if (REPLY)
            DO ( 6c,            write_to(X(i), false));
          continue;                                              /* goto l2 */
        }
        my->j = 0;
        DO ( 7,                 read_of(X(i)));
        if (!REPLY) {
          my->f = 0;
          break;                                                 /* goto l1 */
        }
        for (my->j = after((uint16_t)i, n); my->j != my->f; my->j = after(my->j, n)) {
          DO ( 8,               read_of(X(my->j)));
          if (REPLY) break;
        }
        if (my->j == my->f) break;                               /* into the critical section */
        my->f = my->j = 0;                                       /* goto l2 */
      }
      my->j = 0;
    } while (my->f == 0);
    my->f = 0;
    LET( 9a, my->z,             read_of(Z(i)));
    DO ( 9b,                    write_to(Z(i), !my->z));
    my->z = 0;
    DO (10,                     write_to(X(i), false));
    DO (11,                     write_to(Y(i), false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(lamport_three_bit) = {
  RMR_ALGORITHM_BODY(registers, struct lamport_three_bit),
  .name = "lamport_three_bit",
  .title = "Lamport's three-bit mutual exclusion",
  .source = "Lamport, JACM 33(2), 1986, pp. 327-348, the three-bit algorithm",
  .note = "Lines numbered here; l1 is line 2, l2 is line 3. z is sampled once in each pass, by line 3.",
  .claims = {.primitives = "read, write",
             .rmr_dsm = "unbounded",
             .space = "3N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES},
  .watch = all_registers,
  .step = step,
};
