/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recoverable bakery: Lamport's (bakery.c) with the number and a stage in one register. Our own construction.
 *
 * A process that restarts keeps the number that it has; what it has not kept is how far it had looked, so it looks at
 * all others again. A fourth stage says that it had seen them all, so that after a crash in the critical section it
 * goes back without waiting. That number and stage change in one write spares a stage: were they apart, a crash
 * between their two writes of the exit would leave one without the other.
 *
 * The doorway is lines 2 to 4. A process that crashes in it begins it anew.
 *
 * Departures: there is no print. The maximum of line 3 is one read for each register, the process's own as well. Each
 * test of line 5 is one read.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                      \
  LINE(1, RECOVER, "if stage of R[i] = choosing, waiting, through then goto 3, 5, critical section")  \
  LINE(2, DOORWAY, "R[i] := (choosing, 0)")                                                         \
  LINE(3, DOORWAY, "number := 1 + maximum number of R[1], ..., R[N]")                               \
  LINE(4, DOORWAY, "R[i] := (waiting, number)")                                                     \
  TEXT(4b,         "for all j != i")                                                                \
  LINE(5, WAITING, "  wait until R[j] is not choosing and (its number is 0 or (number of R[j], j) > (number, i))") \
  LINE(8, WAITING, "R[i] := (through, number)")                                                     \
  TEXT(CS,         "critical section")                                                              \
  LINE(9, EXIT,    "R[i] := (out, 0)")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct recoverable_bakery {
  uint8_t pc;
  uint8_t stage;  /* what line 1 has found, as far as line 2 or 8 */
  uint16_t j;     /* 1..N+1                                       */
  int64_t number; /* the largest seen on line 3; then one's own   */
};

enum { OUT, CHOOSING, WAITS, THROUGH };
static const char *const stage_names[] = {"out", "choosing", "waiting", "through", NULL};

enum { STAGE_BITS = 2, NUMBER_BITS = 60 };

static rmr_word last_stage(struct rmr_size s)
{
  (void)s;
  return THROUGH;
}

static const struct rmr_field r_fields[] = {
  {.name = "stage", .width = STAGE_BITS, .max = last_stage, .names = stage_names},
  {.name = "number", .shift = STAGE_BITS, .width = NUMBER_BITS},
  {.name = NULL},
};

static rmr_word numbered(uint8_t stage, int64_t number)
{
  return number << STAGE_BITS | stage;
}

static uint8_t stage_of(rmr_word r)
{
  return r & THROUGH;
}

static int64_t number_of(rmr_word r)
{
  return r >> STAGE_BITS;
}

static const struct rmr_shared registers[] = {
  {.name = "R", .cells = rmr_per_process, .home = rmr_owner, .fields = r_fields},
};

static bool goes_first(const struct recoverable_bakery *my, uint32_t i, rmr_word r) /* line 5 */
{
  const int64_t other = number_of(r);
  if (stage_of(r) == CHOOSING) return false;
  return other == 0 || other > my->number || (other == my->number && my->j > i);
}

/* clang-format off */
#define R(p) VAR(0, (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct recoverable_bakery *my = state;
  BEGIN;
  for (;;) {
    DO (1,            read_of(R(i)));
    my->stage = stage_of(REPLY), my->number = number_of(REPLY);
    if (my->stage <= CHOOSING) {
      my->number = 0;
      if (my->stage == OUT)
        DO (2,        write_to(R(i), numbered(CHOOSING, 0)));
      my->stage = 0;
      for (my->j = 1; my->j <= n; my->j++) {
        DO (3,        read_of(R(my->j)));
        if (number_of(REPLY) > my->number) my->number = number_of(REPLY);
      }
      my->j = 0, my->number++;
      DO (4,          write_to(R(i), numbered(WAITS, my->number)));
    }
    if (my->stage != THROUGH) {
      my->stage = 0;
      for (my->j = 1; my->j <= n; my->j++)
        if (my->j != i)
          do
            DO (5,    spin_on(R(my->j)));
          while (!goes_first(my, i, REPLY));
      my->j = 0;
      DO (8,          write_to(R(i), numbered(THROUGH, my->number)));
    }
    my->stage = 0, my->number = 0;
    DO (9,            write_to(R(i), numbered(OUT, 0)));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(recoverable_bakery) = {
  RMR_ALGORITHM_BODY(registers, struct recoverable_bakery),
  .name = "recoverable_bakery",
  .title = "Recoverable bakery",
  .source = "ours; after Lamport, CACM 17(8), 1974, pp. 453-455",
  .note = "Recoverable. Our own construction: a stage beside the number, in one register.",
  .claims = {.survives = "recover,system",
             .primitives = "read, write",
             .rmr_cc = "N",
             .rmr_dsm = "unbounded",
             .space = "N",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_NO},
  .step = step,
};
