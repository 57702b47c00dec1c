/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recoverable lock from reads and writes that spins in its own memory: the arbitration tree of Yang and Anderson
 * (Distributed Computing 9(1), 1995, pp. 51-60; yang_anderson.c) with a stage beside the name in C. Our own
 * construction, in the spirit of W. Golab and A. Ramaraju, "Recoverable mutual exclusion", PODC 2016, of which the
 * abstract alone was at hand. It is not theirs.
 *
 * What a side of a node says is who is there and how far: announced (1 done), waiting (T is written and P is reset, so
 * that rivals may write to it), through; or leaving. Line 1 reads it, and a process that restarts goes on from there.
 * Rivals read a name that is leaving as nil. It stays until who leaves has woken its rival (14, 15): after a crash in
 * between the name is still there, and lines 17 and 18 wake the rival once more. Without it nobody would know who has
 * to be woken.
 *
 * A process climbs from its leaf to the root and leaves from the root to its leaf. A crash in the exit leaves the lower
 * nodes held: the restarted process climbs through them, and makes one more critical section.
 *
 * A node is a lock that recovers by itself, so line 1 stands at each. Above a node that the process has come through
 * in this passage (1b) it never finds anything but nil.
 *
 * No doorway: what orders two processes is another set of writes at each node.
 *
 * Departures: there is no print. Lines are numbered as Yang and Anderson's where they are theirs, but 17 to 20. Node k
 * of 1..2^L-1, counted from the root, has C[2k-1], C[2k] and T[k]; level k of 0..L-1 has P[kN+1], ..., P[kN+N].
 */
#include "algos/parts/yang_anderson.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                      \
  TEXT(up,          "for level := 0 to L-1 do")                                                     \
  LINE(1,  RECOVER, "  if C[side] = announced, waiting, through then goto 3, 6, next level;")       \
  TEXT(leaving,     "  if C[side] = leaving then")                                                  \
  LINE(17, RECOVER, "    rival := T")                                                               \
  LINE(18, RECOVER, "    if rival != i then P[rival] := 2")                                         \
  LINE(19, RECOVER, "    C[side] := nil")                                                           \
  LINE(1b, WAITING, "  [line 1, once it has come through a node]")                                  \
  LINE(2,  WAITING, "  C[side] := (i, announced)")                                                  \
  LINE(3,  WAITING, "  T := i")                                                                     \
  LINE(4,  WAITING, "  P[i] := 0")                                                                  \
  LINE(5,  WAITING, "  C[side] := (i, waiting)")                                                    \
  LINE(6,  WAITING, "  rival := C[1 - side], nil if it is leaving;  if rival = nil then goto 12")   \
  LINE(7,  WAITING, "  if T != i then goto 12")                                                     \
  LINE(8,  WAITING, "  if P[rival] = 0 then")                                                       \
  LINE(9,  WAITING, "    P[rival] := 1")                                                            \
  LINE(10, WAITING, "  wait until P[i] >= 1")                                                       \
  LINE(11, WAITING, "  if T != i then goto 12")                                                     \
  LINE(20, WAITING, "  wait until P[i] = 2")                                                        \
  LINE(12, WAITING, "  C[side] := (i, through)")                                                    \
  TEXT(CS,          "critical section")                                                             \
  TEXT(down,        "for level := L-1 downto 0 do")                                                 \
  LINE(13, EXIT,    "  C[side] := (i, leaving)")                                                    \
  LINE(14, EXIT,    "  rival := T")                                                                 \
  LINE(15, EXIT,    "  if rival != i then P[rival] := 2")                                           \
  LINE(16, EXIT,    "  C[side] := nil")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct recoverable_yang_anderson {
  uint8_t pc;
  uint8_t level;  /* 0..L                                         */
  uint8_t stage;  /* what line 1 has found, as far as line 2 or 6 */
  uint16_t rival; /* 0 is nil                                     */
};

enum { LEAVING, ANNOUNCED, WAITS, THROUGH, ABSENT };
static const char *const stage_names[] = {"leaving", "announced", "waiting", "through", NULL};

enum { STAGE_BITS = 2, ID_BITS = 20, NIL = 0 };

static rmr_word last_stage(struct rmr_size s)
{
  (void)s;
  return THROUGH;
}

static const struct rmr_field c_fields[] = {
  {.name = "id", .shift = STAGE_BITS, .width = ID_BITS, .max = rmr_up_to_n},
  {.name = "stage", .width = STAGE_BITS, .max = last_stage, .names = stage_names},
  {.name = NULL},
};

static rmr_word named(uint32_t i, uint8_t stage)
{
  return (rmr_word)i << STAGE_BITS | stage;
}

static uint8_t stage_of(rmr_word c)
{
  return c == NIL ? ABSENT : c & THROUGH;
}

static uint16_t rival_in(rmr_word c)
{
  return stage_of(c) == LEAVING ? NIL : (uint16_t)(c >> STAGE_BITS);
}

enum { C_ARRAY, T_ARRAY, P_ARRAY };

static const struct rmr_shared registers[] = {
  [C_ARRAY] = {.name = "C", .cells = tree_sides, .multi_writer = true, .fields = c_fields},
  [T_ARRAY] = {.name = "T", .cells = tree_nodes, .initial = 1, .min = 1, .max = rmr_up_to_n, .multi_writer = true},
  [P_ARRAY] = {.name = "P", .cells = tree_spins, .home = tree_spins_home, .max = ya_two, .multi_writer = true},
};

/* Of a process at a level of the tree. */
struct place {
  uint32_t own, other, t, p; /* registers; p is that of P[1] */
};

static struct place place_of(uint32_t i, uint32_t n, uint32_t level)
{
  const uint32_t side = tree_side(i, n, level), node = side >> 1;
  return (struct place){.own = VAR(C_ARRAY, side - 2),
                        .other = VAR(C_ARRAY, (side ^ 1) - 2),
                        .t = VAR(T_ARRAY, node - 1),
                        .p = VAR(P_ARRAY, level * n)};
}

/* clang-format off */
#define HERE        place_of(i, n, my->level)
#define BELOW       place_of(i, n, my->level - 1u)
#define P(at, rival) ((at).p + (rival) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct recoverable_yang_anderson *my = state;
  BEGIN;
  for (;;) {
    for (my->level = 0; my->level < tree_levels(n); my->level++) {
      DO ( 1,             read_of(HERE.own));
      my->stage = stage_of(REPLY);
      if (my->stage == LEAVING) {
        LET(17, my->rival,  read_of(HERE.t));
        if (my->rival != i)
          DO (18,         write_to(P(HERE, my->rival), 2));
        my->rival = NIL;
        DO (19,           write_to(HERE.own, NIL));
        my->stage = ABSENT;
      }
      if (my->stage != THROUGH) break;
    }
    while (my->level < tree_levels(n)) {
      if (my->stage == ABSENT) {
        DO ( 2,           write_to(HERE.own, named(i, ANNOUNCED)));
        my->stage = ANNOUNCED;
      }
      if (my->stage == ANNOUNCED) {
        DO ( 3,           write_to(HERE.t, i));
        DO ( 4,           write_to(P(HERE, i), 0));
        DO ( 5,           write_to(HERE.own, named(i, WAITS)));
      }
      my->stage = 0;
      DO ( 6,             read_of(HERE.other));
      my->rival = rival_in(REPLY);
      if (my->rival != NIL) {
        DO ( 7,           read_of(HERE.t));
        if (REPLY == i) {
          DO ( 8,         read_of(P(HERE, my->rival)));
          if (REPLY == 0)
            DO ( 9,       write_to(P(HERE, my->rival), 1));
          my->rival = NIL;
          do
            DO (10,       spin_on(P(HERE, i)));
          while (REPLY == 0);
          DO (11,         read_of(HERE.t));
          if (REPLY == i)
            do
              DO (20,     spin_on(P(HERE, i)));
            while (REPLY != 2);
        }
      }
      my->rival = NIL;
      DO (12,             write_to(HERE.own, named(i, THROUGH)));
      if (++my->level < tree_levels(n)) {
        DO (1b,           read_of(HERE.own));
        my->stage = stage_of(REPLY);
      }
    }
    my->stage = 0;
    do {
      DO (13,             write_to(BELOW.own, named(i, LEAVING)));
      LET(14, my->rival,  read_of(BELOW.t));
      if (my->rival != i)
        DO (15,           write_to(P(BELOW, my->rival), 2));
      my->rival = NIL;
      DO (16,             write_to(BELOW.own, NIL));
    } while (--my->level > 0);
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(recoverable_yang_anderson) = {
  RMR_ALGORITHM_BODY(registers, struct recoverable_yang_anderson),
  .name = "recoverable_yang_anderson",
  .title = "Recoverable arbitration tree of Yang and Anderson's block",
  .source = "ours; the block after Yang, Anderson, Distributed Computing 9(1), 1995, pp. 51-60",
  .note = "Recoverable. Our own construction, in the spirit of Golab and Ramaraju, PODC 2016, and not theirs.",
  .claims = {.survives = "recover,system",
             .primitives = "read, write",
             .rmr_cc = "lg N",
             .rmr_dsm = "lg N",
             .space = "N ceil(lg N) + 3(2^ceil(lg N) - 1)",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_NO, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
