/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * team.h: threads that do the items of one job after another. Who does which item is left to chance, so what an item does must
 * depend on its number only.
 */
#ifndef EXPLORE_TEAM_H
#define EXPLORE_TEAM_H

#include <stdint.h>

struct team;

/* threads 1: no thread is made. Fewer threads come if the system has no more. */
struct team *team_create(uint32_t threads);
void team_free(struct team *team);
uint32_t team_size(const struct team *team);

typedef void team_work(void *self, uint32_t item, uint32_t thread); /* thread: 0 .. team_size - 1 */

/* Does items 0 .. n-1; returns when all are done. */
void team_run(struct team *team, team_work *work, void *self, uint32_t n);

#endif
