/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * recoverable_bakery: a costly schedule of the recoverable bakery, for any N, as a play in acts: P_N pays 5N + 2 in its
 * passage, if the others make two.
 *
 * It begins as that of the bakery (adversary/bakery.c), but for the doorway: P_N reads all registers there before the
 * others begin to choose. Where P_N waits for P_j, it reads P_j's register at each of its stages: as it waits, as it
 * is through, as it chooses for its second passage, and as it waits with a larger number, which lets P_N go on. With
 * the read in the doorway these are five, and for P_1, which P_N also finds choosing in its first passage, six.
 */
#include "adversary/parts/play.h"

static const struct play play = {
  .act = {{LAST, ABOUT_TO_WRITE_AGAIN},
          {OTHERS, ABOUT_TO_WRITE_AGAIN},
          {LAST, WAITS},
          {FIRST, HAS_WRITTEN_ONCE},
          {LAST, WAITS},
          {MIDDLE, HAS_WRITTEN_ONCE},
          {IN_TURN, HAS_WRITTEN_ONCE}, /* that it is through */
          {LAST, WAITS},
          {IN_TURN, HAS_WRITTEN_ONCE}, /* that it is out, which P_N must not see */
          {IN_TURN, HAS_WRITTEN_ONCE}, /* that it chooses */
          {LAST, WAITS},
          {IN_TURN, WAITS},
          {LAST, WAITS}},
  .n_opening = 6,
  .n_acts = 13,
};

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  return play_choose(&play, self, host, view);
}

RMR_ADVERSARY(recoverable_bakery) = {
  RMR_ADVERSARY_HEAD,
  .name = "recoverable_bakery",
  .about = "a costly schedule of the recoverable bakery: P_N pays 5N + 2",
  .paper = NULL,
  .state_size = sizeof(struct play_state),
  .choose = choose,
  .observe = play_observe,
};
