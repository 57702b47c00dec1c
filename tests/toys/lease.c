/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A toy in which something happens by itself: a lock that is only lent. While it is taken it may lapse, whoever holds
 * it, and then the next one gets it as well. Without that it is the test-and-test-and-set lock.
 */
#include <rmr/algo.h>

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                     \
  LINE(1, WAITING, "L: wait until not Taken")      \
  LINE(2, WAITING, "   if test-and-set(Taken) then goto L") \
  TEXT(CS,         "CRITICAL SECTION")             \
  LINE(3, EXIT,    "Taken := false")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct lease {
  uint8_t pc;
};

static const char *const truth[] = {"false", "true", NULL};

static const struct rmr_shared registers[] = {{.name = "Taken", .max = rmr_bit, .multi_writer = true, .names = truth}};

static bool is_taken(rmr_word value, struct rmr_size size)
{
  (void)size;
  return value != 0;
}

static rmr_word free_again(rmr_word value, struct rmr_size size)
{
  (void)value, (void)size;
  return 0;
}

static const struct rmr_change changes[] = {{"lapse", 0, is_taken, free_again}};

/* clang-format off */
static struct rmr_op step(void *state, const struct rmr_in *in)
{
  struct lease *my = state;
  BEGIN;
  for (;;) {
    for (;;) {
      do
        DO ( 1,  spin_on(VAR(0, 0)));
      while (REPLY);
      DO ( 2,    test_and_set(VAR(0, 0)));
      if (!REPLY) break;
    }
    DO ( 3,      write_to(VAR(0, 0), false));
  }
  END;
}
/* clang-format on */

RMR_ALGORITHM(lease) = {RMR_ALGORITHM_BODY(registers, struct lease),
                        .name = "lease",
                        .title = "A lock that lapses",
                        .source = "a toy",
                        .note = "",
                        .changes = changes,
                        .n_changes = 1,
                        .step = step};
