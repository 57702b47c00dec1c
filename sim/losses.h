/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * losses.h: which write took a copy away: the first one behind the access with which the process got it. Of several
 * writes before the process looks again the others took nothing from it. For traces, which tell why a read costs.
 */
#ifndef SIM_LOSSES_H
#define SIM_LOSSES_H

#include "model/system.h"
#include <rmr/event.h>

/* A write: its step, and who made it; step 0: there is none. */
struct loss {
  uint64_t step;
  uint32_t process;
};

struct losses;

struct losses *losses_create(const struct system *system);
void losses_free(struct losses *losses); /* NULL is fine */

/* Every event, in turn. */
void losses_note(struct losses *losses, const struct rmr_event *event);

/* Which write took away the copy of `var` that P_p had last. */
struct loss losses_of(const struct losses *losses, uint32_t var, uint32_t p);

#endif
