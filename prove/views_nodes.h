/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * views_nodes.h: nodes of a queue (scene.h) in views. Each state names its nodes in the order in which it has them, so
 * a lens and a step rename them, and their registers go with them.
 */
#ifndef PROVE_VIEWS_NODES_H
#define PROVE_VIEWS_NODES_H

#include "prove/views_scene.h"

/* The names in `to`, which shows the state, of the nodes of `from`; 0: it does not know the node. */
struct views_names {
  uint8_t name[MOST_KNOWN_NODES + 1];
};

struct views_names views_names(const struct lens *lens, const int32_t *from, const int32_t *to);

/* Of what a state shows: names of its own, and the registers of its nodes. */
void nodes_show(const struct lens *lens, const int32_t *from, int32_t *to);

/* The registers of the nodes of three, which have their names. False: the pairs contradict each other about them. */
bool nodes_join(const struct views_triple *triple, const int32_t *const pair[PAIRS_OF_TRIPLE], int32_t *out);

#endif
