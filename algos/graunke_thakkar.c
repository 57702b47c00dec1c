/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * G. Graunke and S. Thakkar, "Synchronization algorithms for shared-memory multiprocessors", IEEE Computer 23(6), 1990,
 * pp. 60-69; as in J. H. Anderson, Y.-J. Kim and T. Herman, "Shared-memory mutual exclusion: major research trends
 * since 1986", Distributed Computing 16, 2003, pp. 75-110, Figure 3.
 *
 * A queue made by one fetch-and-store: Tail says whose slot the next one has to watch, and what the bit in it was when
 * its owner joined. When the owner leaves it turns its bit round. A process watches another's slot, so it spins in its
 * cache, not in its own memory.
 *
 * The doorway is line 1: both its accesses take a bounded time, and the order is that of the fetch-and-stores.
 *
 * Departures: Tail holds (slot, bit) in one register. Line 1 reads Slot[i] (1a), then joins (1b); line 4 reads Slot[i]
 * (4a) and writes it (4b). A process whose own slot is in Tail watches that, which it has turned round already.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                          \
  LINE(1a, DOORWAY, "(whose, bit) := fetch-and-store(Tail, (i, Slot[i]))   [Slot[i]]")  \
  LINE(1b, DOORWAY, "                                                      [Tail]")     \
  LINE(2,  WAITING, "wait until Slot[whose] != bit")                                    \
  TEXT(3,           "critical section")                                                 \
  LINE(4a, EXIT,    "Slot[i] := not Slot[i]   [the read]")                              \
  LINE(4b, EXIT,    "                         [the write]")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct graunke_thakkar {
  uint8_t pc;
  uint8_t mine;   /* Slot[i], between 1a and 1b, 4a and 4b */
  uint8_t bit;    /* 0..1                                  */
  uint16_t whose; /* 1..N                                  */
};

static const char *const truth[] = {"false", "true", NULL};

static const struct rmr_field tail_fields[] = {
  {.name = "whose", .shift = 1, .width = 16, .max = rmr_up_to_n},
  {.name = "bit", .width = 1, .max = rmr_bit, .names = truth},
  {.name = NULL},
};

static rmr_word tail(uint32_t whose, uint8_t bit)
{
  return (rmr_word)whose << 1 | bit;
}

enum { SLOT_ARRAY, TAIL_REGISTER };

static const struct rmr_shared registers[] = {
  [SLOT_ARRAY] =
    {.name = "Slot", .cells = rmr_per_process, .home = rmr_owner, .initial = true, .max = rmr_bit, .names = truth},
  [TAIL_REGISTER] = {.name = "Tail",
                     .initial = 1 << 1, /* (1, false): P_1 seems to have left */
                     .multi_writer = true,
                     .fields = tail_fields},
};

/* clang-format off */
#define SLOT(p) VAR(SLOT_ARRAY, (p) - 1)
#define TAIL    VAR(TAIL_REGISTER, 0)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct graunke_thakkar *my = state;
  BEGIN;
  for (;;) {
    LET(1a, my->mine,   read_of(SLOT(i)));
    DO (1b,             fetch_and_store(TAIL, tail(i, my->mine)));
    my->mine = 0, my->whose = (uint16_t)(REPLY >> 1), my->bit = REPLY & 1;
    do
      DO (2,            spin_on(SLOT(my->whose)));
    while (REPLY == my->bit);
    my->whose = 0, my->bit = 0;
    LET(4a, my->mine,   read_of(SLOT(i)));
    DO (4b,             write_to(SLOT(i), !my->mine));
    my->mine = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(graunke_thakkar) = {
  RMR_ALGORITHM_BODY(registers, struct graunke_thakkar),
  .name = "graunke_thakkar",
  .title = "Graunke-Thakkar queuing lock",
  .source =
    "Graunke and Thakkar, IEEE Computer 23(6), 1990; as in Anderson, Kim, Herman, Distributed Computing 16, Figure 3",
  .note = "Lines 1 and 4 are split; Tail is one register of two fields.",
  .claims = {.primitives = "read, write, fetch-and-store",
             .rmr_cc = "1",
             .rmr_dsm = "unbounded",
             .space = "N+1",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
};
