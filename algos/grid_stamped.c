/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names from the grid of splitters with time stamps (parts/stamped_grid.h): who has stopped in a box holds its number
 * for as long as it lives. To hold a name is to be in the CS.
 *
 * With `gap` the lease of a box also runs out while its visitor stands between its write of Y and its second look at X,
 * as where the time stamp was old when it was written. Two may then stop in one box.
 *
 * How large names become is asked by `names`: P1 fails where somebody takes a larger one.
 *
 * Departures: see the part. A process keeps its name for all its passages; each but its first makes no access.
 */
#include "algos/parts/stamped_grid.h"

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                                                \
  LINE( 0, DOORWAY, "if stopped before then enter with that name   [no access]")             \
  STAMPED_GRID(LINE, TEXT, , DOORWAY, "")                                                     \
  LINE(CS, CS,      "CRITICAL SECTION   [with the name of box b]")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct parameters {
  int64_t gap, names;
};

static const struct rmr_option parameters[] = {
  {"gap", RMR_INTEGER, offsetof(struct parameters, gap), "0", 0, 1, "1: Y may run out between lines g3 and g4, too"},
  {"names", RMR_INTEGER, offsetof(struct parameters, names), "0", 0, 65535,
   "names there are, for P1; 0: as many as boxes that can be visited"},
  {.key = NULL},
};

struct grid_stamped {
  uint8_t pc;
  bool stopped;
  uint16_t held; /* 1 + the box, 0: none */
  struct stamped_grid grid;
};

static bool keeps(const void *state, uint32_t cell, struct rmr_size s)
{
  const struct grid_stamped *my = state;
  const struct parameters *with = s.parameters;
  return my->held == cell + 1 && (my->stopped || !with->gap);
}

static const char *const truth[] = {"out", "up", NULL};

enum { X_ARRAY, Y_ARRAY };

static const struct rmr_shared registers[] = {
  [X_ARRAY] = {GRID_X},
  [Y_ARRAY] = {.name = "Y", GRID_STAMP, .keeps = keeps, .names = truth},
};

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct grid_stamped *my = state;
  BEGIN;
  for (;;) {
    if (my->stopped)
      DO(0, no_access());
    else
      CALL(, STAMPED_GRID, stamped_grid(&my->grid, in, VAR(X_ARRAY, 0), VAR(Y_ARRAY, 0), 0, &my->held, NULL));
    my->stopped = true;
    DO(CS, critical_section());
  }
  END;
}

static uint32_t names(struct rmr_size s)
{
  const struct parameters *with = s.parameters;
  return with->names != 0 ? (uint32_t)with->names : grid_used(s);
}

static uint32_t name_held(const void *state, struct rmr_size s)
{
  const struct grid_stamped *my = state;
  (void)s;
  return my->held;
}

RMR_ALGORITHM(grid_stamped) = {
  RMR_ALGORITHM_BODY(registers, struct grid_stamped),
  .name = "grid_stamped",
  .title = "A grid of splitters with time stamps",
  .source = "a question on Stack Exchange, 2015, after Moir, Anderson, Science of Computer Programming 25(1), 1995",
  .note = "Stamps are leases; a process keeps its name for all its passages.",
  .claims = {.primitives = "read, write",
             .rmr_cc = "N",
             .rmr_dsm = "N",
             .space = "(N+1)(N+2)",
             .p = {0, RMR_YES, RMR_YES, RMR_YES, RMR_YES, RMR_UNSAID, RMR_YES},
             .bounded = RMR_YES},
  .step = step,
  .remembers = true,
  .identities = true,
  .name_held = name_held,
  .names_max = names,
  .parameters = parameters,
  .parameters_size = sizeof(struct parameters),
};
