/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * losses.h: the write that invalidated a copy: the first one after the access with which the process got it. Further
 * writes before the process reads again invalidated nothing. For traces, which say why a read costs.
 */
#ifndef SIM_LOSSES_H
#define SIM_LOSSES_H

#include "model/system.h"
#include <rmr/event.h>

/* A write: its step and its process; step 0: there is none. */
struct loss {
  uint64_t step;
  uint32_t process;
};

struct losses;

struct losses *losses_create(const struct system *system);
void losses_free(struct losses *losses); /* NULL is fine */

/* Every event, in turn. */
void losses_note(struct losses *losses, const struct rmr_event *event);

/* The write that invalidated P_p's last copy of `var`. */
struct loss losses_of(const struct losses *losses, uint32_t var, uint32_t p);

#endif
