/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * P. Cheng's two rooms, from the garbage collector of the TILT compiler (Runtime/gc_para.c, 1999), before G. E.
 * Blelloch, P. Cheng and P. B. Gibbons had rooms in any number (rooms.c). In room 1 processes pop from a shared stack,
 * in room 2 they push. Each passes through room 1 first and room 2 then, and does its work in one of them: session 1 is
 * room 1, and session 2 room 2.
 *
 * Who goes on to room 2 closes the gate behind itself and waits until nobody is left in room 1. The last one to leave
 * room 2 opens the gate.
 *
 * No doorway: who finds the gate closed counts itself out again.
 *
 * Departures: the lines are numbered here. Lines 4 to 7 are printed twice, as they belong to the entry of room 2 and to
 * the exit of room 1. What is run when room 2 is left by the last is left out. A session that is
 * neither 1 nor 2 works in room 2, too: there are no more rooms than two, and with three sessions P1 fails.
 */
#include <rmr/algo.h>

/* From room 1 to room 2. */
/* clang-format off */
#define CHANGE(LINE, TEXT, at, section, indent)                                          \
  LINE(at##4, section, indent "Gate := 1")                                               \
  LINE(at##5, section, indent "fetch-and-add(Turn2, 1)")                                 \
  LINE(at##6, section, indent "fetch-and-add(Turn1, -1)")                                \
  LINE(at##7, section, indent "wait until Turn1 = 0")

struct change {
  uint8_t pc;
};

static struct rmr_op change(struct change *my, const struct rmr_in *in, uint32_t gate, uint32_t turn1, uint32_t turn2)
{
  PART_LINES(CHANGE)
  BEGIN;
  DO ( 4,                 write_to(gate, 1));
  DO ( 5,                 fetch_and_add(turn2, 1));
  DO ( 6,                 fetch_and_add(turn1, -1));
  do
    DO ( 7,               spin_on(turn1));
  while (REPLY > 0);
  RETURN;
}

#define PSEUDOCODE(LINE, TEXT)                                                           \
  LINE( 1,  WAITING, "wait until Gate = 0")                                              \
  LINE( 2,  WAITING, "fetch-and-add(Turn1, 1)")                                          \
  LINE( 3,  WAITING, "while Gate != 0 do")                                               \
  LINE( 3b, WAITING, "  fetch-and-add(Turn1, -1)")                                       \
  LINE( 3c, WAITING, "  wait until Gate = 0")                                            \
  LINE( 3d, WAITING, "  fetch-and-add(Turn1, 1)")                                        \
  TEXT(s2,           "if mysession = 2 then go on to room 2:")                           \
  CHANGE(LINE, TEXT, 2_, WAITING, "  ")                                                  \
  TEXT(CS,           "CRITICAL SECTION")                                                 \
  TEXT(s1,           "if mysession = 1 then go on to room 2:")                           \
  CHANGE(LINE, TEXT, 1_, EXIT, "  ")                                                     \
  LINE( 8,  EXIT,    "if fetch-and-add(Turn2, -1) = 1 then")                             \
  LINE( 9,  EXIT,    "  Gate := 0")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct two_rooms {
  uint8_t pc;
  struct change change;
  uint32_t session; /* mysession */
};

enum { GATE_REGISTER, TURN1_REGISTER, TURN2_REGISTER };

static const struct rmr_shared registers[] = {
  [GATE_REGISTER] = {.name = "Gate", .max = rmr_bit, .multi_writer = true},
  [TURN1_REGISTER] = {.name = "Turn1", .max = rmr_up_to_n, .multi_writer = true},
  [TURN2_REGISTER] = {.name = "Turn2", .max = rmr_up_to_n, .multi_writer = true},
};

/* clang-format off */
#define GATE  VAR(GATE_REGISTER, 0)
#define TURN1 VAR(TURN1_REGISTER, 0)
#define TURN2 VAR(TURN2_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct two_rooms *my = state;
  BEGIN;
  for (;;) {
    REMAINDER;
    do
      DO ( 1,             spin_on(GATE));
    while (REPLY != 0);
    DO ( 2,               fetch_and_add(TURN1, 1));
    for (;;) {
      DO ( 3,             read_of(GATE));
      if (REPLY == 0) break;
      DO ( 3b,            fetch_and_add(TURN1, -1));
      do
        DO ( 3c,          spin_on(GATE));
      while (REPLY != 0);
      DO ( 3d,            fetch_and_add(TURN1, 1));
    }
    if (my->session != 1)
      CALL(2_, CHANGE,    change(&my->change, in, GATE, TURN1, TURN2));
    if (my->session == 1)
      CALL(1_, CHANGE,    change(&my->change, in, GATE, TURN1, TURN2));
    DO ( 8,               fetch_and_add(TURN2, -1));
    if (REPLY == 1)
      DO ( 9,             write_to(GATE, 0));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(two_rooms) = {
  RMR_ALGORITHM_BODY(registers, struct two_rooms),
  .name = "two_rooms",
  .title = "Cheng's two rooms",
  .source = "P. Cheng, the runtime of the TILT compiler, gc_para.c, 1999",
  .note = "Lines numbered here. Sessions are 1 and 2.",
  .group = true,
  .claims = {.primitives = "read, write, fetch-and-add",
             .space = "3",
             .p = {0, RMR_YES, RMR_UNSAID, RMR_NO, RMR_UNSAID, RMR_NO, RMR_YES},
             .bounded = RMR_YES,
             .wrong = "it has two rooms: with three sessions P1 fails"},
  .step = step,
};
