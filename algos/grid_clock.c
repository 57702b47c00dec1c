/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names from the grid of splitters with time stamps (parts/stamped_grid.h), by the clock: a box is free when its
 * stamp is `timeout` ticks old. Who has stopped in a box renews its stamp at the beginning of each passage: it
 * refreshes first, and looks afterwards at whether the stamp that it had written before had run out by then, on its
 * own clock. If so, or if that was so already when the passage began, somebody else may have stopped there, and it
 * looks for another box. To hold a name is to be in the CS.
 *
 * check=0 leaves that look out: a process believes that its box is its own for ever.
 *
 * With slow = D, skew = S, cs = C a stamp must outlast the time from the moment that it tells, through the write and
 * the second look at X, D each, to the end of the CS.
 *
 * Departures: see the part. Who holds a name renews its stamp once in a passage, and not every so often.
 */
#include "algos/parts/stamped_grid.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE( 0, WAITING, "if it has a box whose stamp has run out then look for another   [no access]") \
  LINE(g5, WAITING, "if it has one: Y[b] := now; if its stamp had run out by then look for another") \
  STAMPED_GRID(LINE, TEXT, , WAITING, "")                                                     \
  LINE(CS, CS,      "CRITICAL SECTION   [with the name of box b]")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct parameters {
  int64_t timeout, margin;
};

static const struct rmr_option parameters[] = {
  {"timeout", RMR_INTEGER, offsetof(struct parameters, timeout), "6", 1, 1e9,
   "ticks for which the stamp of a box counts"},
  {"margin", RMR_INTEGER, offsetof(struct parameters, margin), "0", 0, 1e9,
   "ticks before that time at which the owner gives its box up"},
  {.key = NULL},
};

struct grid_clock {
  uint8_t pc;
  uint16_t held; /* 1 + the box, 0: none */
  struct stamped_grid grid;
  rmr_word stamp; /* of its box, as it has written it */
  rmr_word fresh; /* the next one */
};

static rmr_word timeout_of(struct rmr_size s)
{
  return ((const struct parameters *)s.parameters)->timeout;
}

/* Who looks for a box again leaves boxes behind that are up, and goes further than a first visitor. */
static uint32_t boxes(struct rmr_size s)
{
  return grid_box(2 * (s.n + s.arrivals) + 2, 0);
}

static const struct rmr_local_time times[] = {
  {offsetof(struct grid_clock, stamp), timeout_of},
  {offsetof(struct grid_clock, fresh), timeout_of},
  {.horizon = NULL},
};

enum { X_ARRAY, Y_ARRAY };

static const struct rmr_shared registers[] = {
  [X_ARRAY] = {.name = "X", .cells = boxes, .from_zero = true, .max = rmr_largest_id, .multi_writer = true},
  [Y_ARRAY] =
    {.name = "Y", .cells = boxes, .from_zero = true, .multi_writer = true, .time = true, .horizon = timeout_of},
};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct grid_clock *my = state;
  const struct parameters *with = in->parameters;
  BEGIN;
  for (;;) {
    if (my->held != 0) {
      DO (0,             no_access());
      if (!grid_up(my->stamp, with->timeout - with->margin, in)) my->held = 0;
    }
    if (my->held != 0) {
      my->fresh = in->now;
      DO (g5,            write_to(VAR(Y_ARRAY, I), my->fresh));
      if (!grid_up(my->stamp, with->timeout - with->margin, in)) my->held = 0;
      my->stamp = my->fresh, my->fresh = 0;
    }
    if (my->held == 0)
      CALL( , STAMPED_GRID,
           stamped_grid(&my->grid, in, VAR(X_ARRAY, 0), VAR(Y_ARRAY, 0), with->timeout, &my->held, &my->stamp));
    DO (CS,              critical_section());
  }
  END;
}
/* clang-format on */

static uint32_t name_held(const void *state, struct rmr_size s)
{
  (void)s;
  return ((const struct grid_clock *)state)->held;
}

RMR_ALGORITHM(grid_clock) = {
  RMR_ALGORITHM_BODY(registers, struct grid_clock),
  .name = "grid_clock",
  .title = "A grid of splitters with time stamps, by the clock",
  .source = "a question on Stack Exchange, 2015, after Moir, Anderson, Science of Computer Programming 25(1), 1995",
  .note = "A process keeps its name as long as its stamp does not run out.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "N",
             .rmr_dsm = "N",
             .space = "2(N+1)(2N+1)",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES},
             .bounded = RMR_YES,
             .timed = true},
  .step = step,
  .remembers = true,
  .identities = true,
  .name_held = name_held,
  .names_max = boxes,
  .times = times,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
