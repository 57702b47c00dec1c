/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recoverable lock for crashes of all processes at once: the environment counts such crashes in an epoch, and in each
 * epoch processes queue at an MCS lock of that epoch's own (mcs.c), which no crash has damaged. Our own construction,
 * in the manner of W. Golab and D. Hendler, "Recoverable mutual exclusion under system-wide failures", PODC 2018, of
 * which the abstract alone was at hand. It is not theirs: they recycle, and this takes a new lock after each crash.
 *
 * In names who is in the critical section, so that he comes back to it after a crash, past the queue of the new epoch.
 * Its first comer waits for him (line 8).
 *
 * Crashes of single processes break it: who restarts alone finds the lock of the epoch with his own node in it.
 *
 * The doorway is lines 3 and 4. An epoch has its own order.
 *
 * Departures: there is no print. There is one lock more than crashes; next[e+1][i], locked[e+1][i] and tail[e+1] are of
 * lock e. Lines 3 to 7 and 11 to 14 are those of mcs.c.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                    \
  LINE( 1, RECOVER, "e := Epoch;  L is lock e")                                   \
  LINE( 2, RECOVER, "if In = i then goto critical section")                       \
  LINE( 3, DOORWAY, "L.next[i] := nil")                                           \
  LINE( 4, DOORWAY, "predecessor := fetch-and-store(L.tail, i)")                  \
  TEXT( 4b,         "if predecessor != nil")                                      \
  LINE( 5, WAITING, "  L.locked[i] := true")                                      \
  LINE( 6, WAITING, "  L.next[predecessor] := i")                                 \
  LINE( 7, WAITING, "  repeat while L.locked[i]")                                 \
  LINE( 8, WAITING, "wait until In = nil")                                        \
  LINE( 9, WAITING, "In := i")                                                    \
  TEXT(CS,          "critical section")                                           \
  LINE(10, EXIT,    "In := nil;  if it came from line 2 return")                  \
  LINE(11, EXIT,    "if L.next[i] = nil")                                         \
  LINE(12, EXIT,    "  if compare-and-swap(L.tail, i, nil) return")               \
  LINE(13, EXIT,    "  repeat while L.next[i] = nil")                             \
  LINE(14, EXIT,    "L.locked[L.next[i]] := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct recoverable_epoch {
  uint8_t pc;
  uint8_t again;  /* it has come from line 2                                            */
  uint16_t epoch; /* e                                                                  */
  uint16_t other; /* predecessor up to line 6, L.next[i] from line 11 on; 0 is nil */
};

static const char *const truth[] = {"false", "true", NULL};

static uint32_t epochs_of(struct rmr_size s)
{
  return s.crashes + 1;
}

static uint32_t nodes_of(struct rmr_size s)
{
  return epochs_of(s) * s.n;
}

static uint32_t processes_of(struct rmr_size s)
{
  return s.n;
}

static uint32_t whose_it_is(uint32_t cell, struct rmr_size s)
{
  return cell % s.n + 1;
}

enum { EPOCH_REGISTER, IN_REGISTER, TAIL_ARRAY, NEXT_ARRAY, LOCKED_ARRAY };

static const struct rmr_shared registers[] = {
  [EPOCH_REGISTER] = {.name = "Epoch", .max = rmr_epoch_number, .multi_writer = true, .epoch = true},
  [IN_REGISTER] = {.name = "In", .max = rmr_up_to_n, .multi_writer = true},
  [TAIL_ARRAY] = {.name = "tail", .cells = epochs_of, .max = rmr_up_to_n, .multi_writer = true},
  [NEXT_ARRAY] = {.name = "next",
                  .cells = nodes_of,
                  .columns = processes_of,
                  .home = whose_it_is,
                  .max = rmr_up_to_n,
                  .multi_writer = true},
  [LOCKED_ARRAY] = {.name = "locked",
                    .cells = nodes_of,
                    .columns = processes_of,
                    .home = whose_it_is,
                    .max = rmr_bit,
                    .multi_writer = true,
                    .names = truth},
};

/* clang-format off */
#define EPOCH     VAR(EPOCH_REGISTER, 0)
#define IN        VAR(IN_REGISTER, 0)
#define TAIL      VAR(TAIL_ARRAY, my->epoch)
#define NEXT(p)   VAR(NEXT_ARRAY, my->epoch * n + (p) - 1)
#define LOCKED(p) VAR(LOCKED_ARRAY, my->epoch * n + (p) - 1)

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct recoverable_epoch *my = state;
  BEGIN;
  for (;;) {
    LET( 1, my->epoch,      read_of(EPOCH));
    DO ( 2,                 read_of(IN));
    my->again = REPLY == i;
    if (my->again) {
      my->epoch = 0;
    } else {
      DO ( 3,               write_to(NEXT(i), 0));
      LET( 4, my->other,    fetch_and_store(TAIL, i));
      if (my->other != 0) {
        DO ( 5,             write_to(LOCKED(i), true));
        DO ( 6,             write_to(NEXT(my->other), i));
        my->other = 0;
        do
          DO ( 7,           spin_on(LOCKED(i)));
        while (REPLY);
      }
      do
        DO ( 8,             spin_on(IN));
      while (REPLY != 0);
      DO ( 9,               write_to(IN, i));
    }
    DO (10,                 write_to(IN, 0));
    if (my->again) {
      my->again = false;
      continue;
    }
    LET(11, my->other,      read_of(NEXT(i)));
    if (my->other == 0) {
      DO (12,               compare_and_swap(TAIL, (int32_t)i, 0));
      if (REPLY == i) {                                          /* nobody has come: return */
        my->epoch = 0;
        continue;
      }
      do
        LET(13, my->other,  spin_on(NEXT(i)));
      while (my->other == 0);
    }
    DO (14,                 write_to(LOCKED(my->other), false));
    my->other = 0, my->epoch = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(recoverable_epoch) = {
  RMR_ALGORITHM_BODY(registers, struct recoverable_epoch),
  .name = "recoverable_epoch",
  .title = "Recoverable lock under system-wide crashes: a queue for each epoch",
  .source = "ours; in the manner of Golab and Hendler, PODC 2018; the queue is Mellor-Crummey and Scott's",
  .note = "Recoverable, where all processes crash at once. Our own construction: a new lock for each epoch.",
  .claims = {.survives = "system",
             .primitives = "read, write, fetch-and-store, compare-and-swap",
             .rmr_cc = "1",
             .rmr_dsm = "unbounded",
             .space = "2N+3",
             .p = {0, RMR_YES, RMR_YES, RMR_NO, RMR_UNSAID, RMR_UNSAID, RMR_YES, RMR_UNSAID, RMR_YES, RMR_YES},
             .bounded = RMR_UNSAID},
  .step = step,
};
