/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bakery: the costliest schedule of Lamport's bakery, for any N, as a play in acts: P_N pays 4N + 4 in its passage.
 *
 * All processes come to the end of their doorway's reads, so that all take the number 1. P_N takes its own first, and
 * waits for P_1, which is still choosing. P_1 takes its number, and P_N reads both of its registers and its own. Only
 * now the others take their numbers: all that P_N read of them in its doorway is invalid. Then they pass one after
 * the other. P_N waits for each, reads its number once more when it leaves, and goes on to the next one. So P_N pays
 * for each other process four times: for its number in the doorway, for `choosing`, and twice for its number in the
 * waiting room; and for P_1 a fifth time, as it found it choosing.
 */
#include "adversary/parts/play.h"

static const struct play play = {
  .act = {{OTHERS, ABOUT_TO_WRITE_AGAIN},
          {LAST, ABOUT_TO_WRITE_AGAIN},
          {LAST, HAS_WRITTEN_TWICE}, /* its number, and that it has chosen */
          {LAST, WAITS},
          {FIRST, HAS_WRITTEN_TWICE},
          {LAST, WAITS},
          {MIDDLE, HAS_WRITTEN_TWICE},
          {IN_TURN, WAITS}, /* or leaves */
          {LAST, WAITS}},
  .n_opening = 7,
  .n_acts = 9,
};

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  return play_choose(&play, self, host, view);
}

RMR_ADVERSARY(bakery) = {
  RMR_ADVERSARY_HEAD,
  .name = "bakery",
  .about = "the costliest schedule of Lamport's bakery: P_N pays 4N + 4",
  .paper = NULL,
  .state_size = sizeof(struct play_state),
  .choose = choose,
  .observe = play_observe,
};
