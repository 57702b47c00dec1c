/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * G. E. Blelloch, P. Cheng and P. B. Gibbons, "Scalable room synchronizations", Theory of Computing Systems 36, 2003:
 * room synchronisation, which is group mutual exclusion under another name. A session is a room.
 *
 * Each room has three counters: how many have asked for it (wait), how many of these are let in (grant), how many have
 * left (done). A process takes a ticket of its room and waits until it is granted. Where no room is active, it opens
 * its own for all who have asked so far. The last one of those who were let in opens the next room in which somebody
 * waits, its own room being the last that it looks at.
 *
 * Who comes while his room is open waits for the next turn of it: nobody conflicts, and he waits all the same.
 *
 * The ticket (line 1) is taken in one access; it is the doorway.
 *
 * Departures: transcribed from the authors' implementation (the runtime of the TILT compiler); the lines are numbered
 * here. What a room does when it closes, the barriers and the change from room to room are left out. Rooms are counted
 * from 1; none is 0. The compare-and-swap of line 3 is made in each round of the wait, as in the implementation; with
 * guard=1 only where a read has found no room active, as M. Herlihy and N. Shavit have it in an exercise.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                           \
  LINE( 1,  DOORWAY, "t := fetch-and-add(wait[mysession], 1) + 1")                       \
  LINE( 2,  WAITING, "while t > grant[mysession] do")                                    \
  LINE( 2b, WAITING, "  [guard=1: if active = none then]")                               \
  LINE( 3,  WAITING, "  if compare-and-swap(active, none, mysession) then")              \
  LINE( 4,  WAITING, "    grant[mysession] := wait[mysession]   [read]")                 \
  LINE( 4b, WAITING, "                                          [written]; leave the loop") \
  TEXT(CS,           "CRITICAL SECTION")                                                 \
  LINE( 5,  EXIT,    "r := active")                                                      \
  LINE( 6,  EXIT,    "d := fetch-and-add(done[r], 1) + 1")                               \
  LINE( 7,  EXIT,    "if d = grant[r] then")                                             \
  TEXT( 8,           "  for room := r+1, ..., m, 1, ..., r do")                          \
  LINE( 8a, EXIT,    "    if grant[room] <")                                             \
  LINE( 8b, EXIT,    "       wait[room] then")                                           \
  LINE( 9,  EXIT,    "      active := room")                                             \
  LINE(10,  EXIT,    "      grant[room] := wait[room]   [read]")                         \
  LINE(10b, EXIT,    "                                  [written]; stop")                \
  LINE(11,  EXIT,    "  active := none")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct parameters {
  int64_t guard;
};

static const struct rmr_option parameters[] = {
  {"guard", RMR_INTEGER, offsetof(struct parameters, guard), "0", 0, 1,
   "1: no compare-and-swap where a read finds a room active"},
  {.key = NULL},
};

struct rooms {
  uint8_t pc;
  uint16_t room;    /* 1..m */
  uint16_t looked;  /* rooms that line 8 has looked at, 0..m */
  uint32_t session; /* mysession, 1..m */
  rmr_word t;       /* a ticket, d, or what a counter was found to be */
};

static uint32_t rooms(struct rmr_size s)
{
  return s.sessions;
}

enum { WAIT_ARRAY, GRANT_ARRAY, DONE_ARRAY, ACTIVE_REGISTER };

static const struct rmr_shared registers[] = {
  [WAIT_ARRAY] = {.name = "wait", .cells = rooms, .multi_writer = true},
  [GRANT_ARRAY] = {.name = "grant", .cells = rooms, .multi_writer = true},
  [DONE_ARRAY] = {.name = "done", .cells = rooms, .multi_writer = true},
  [ACTIVE_REGISTER] = {.name = "active", .max = rmr_session_number, .multi_writer = true},
};

/* clang-format off */
#define WAIT(r)  VAR(WAIT_ARRAY, (r) - 1)
#define GRANT(r) VAR(GRANT_ARRAY, (r) - 1)
#define DONE(r)  VAR(DONE_ARRAY, (r) - 1)
#define ACTIVE   VAR(ACTIVE_REGISTER, 0)
#define NONE     0

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct rooms *my = state;
  const struct parameters *with = in->parameters;
  const uint32_t m = in->n_sessions;
  BEGIN;
  for (;;) {
    REMAINDER;
    LET( 1, my->t,        fetch_and_add(WAIT(my->session), 1));
    my->t++;
    for (;;) {
      DO ( 2,             spin_on(GRANT(my->session)));
      if (my->t <= REPLY) break;
      if (with->guard) {
        DO ( 2b,          read_of(ACTIVE));
        if (REPLY != NONE) continue;
      }
      DO ( 3,             compare_and_swap(ACTIVE, NONE, (int32_t)my->session));
      if (REPLY != NONE) continue;
      LET( 4, my->t,      read_of(WAIT(my->session)));
      DO ( 4b,            write_to(GRANT(my->session), my->t));
      break;
    }
    my->t = 0;
    DO ( 5,               read_of(ACTIVE));
    my->room = (uint16_t)REPLY;
    LET( 6, my->t,        fetch_and_add(DONE(my->room), 1));
    my->t++;
    DO ( 7,               read_of(GRANT(my->room)));
    if (my->t == REPLY) {
      my->t = 0;
      for (my->looked = 1; my->looked <= m; my->looked++) {
        my->room = my->room % m + 1;
        LET( 8a, my->t,   read_of(GRANT(my->room)));
        DO ( 8b,          read_of(WAIT(my->room)));
        if (my->t < REPLY) break;
      }
      my->t = 0;
      if (my->looked <= m) {
        my->looked = 0;
        DO ( 9,           write_to(ACTIVE, my->room));
        LET(10, my->t,    read_of(WAIT(my->room)));
        DO (10b,          write_to(GRANT(my->room), my->t));
      } else {
        my->looked = my->room = 0;
        DO (11,           write_to(ACTIVE, NONE));
      }
    }
    my->t = 0;
    my->room = 0;
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(rooms) = {
  RMR_ALGORITHM_BODY(registers, struct rooms),
  .name = "rooms",
  .title = "Room synchronisation of Blelloch, Cheng and Gibbons",
  .source = "Blelloch, Cheng, Gibbons, Theory of Computing Systems 36, 2003",
  .note = "From the authors' implementation. Lines numbered here. The counters do not wrap.",
  .group = true,
  .claims = {.primitives = "read, write, fetch-and-add, compare-and-swap",
             .space = "3N+1",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_NO, RMR_NO, RMR_YES},
             .bounded = RMR_NO},
  .step = step,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
