/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parameters.h: the parameters of the algorithm that is asked about. At one N a graph is what its text says; at every N
 * it is any (scene.h), and has no neighbours that could be asked for.
 */
#ifndef PROVE_PARAMETERS_H
#define PROVE_PARAMETERS_H

#include "model/neighbours.h"

struct prove_parameters {
  void *block; /* NULL: the algorithm has none */
  struct neighbours neighbours;
};

/* given: NULL is the usual ones. False: *e says why there is no such graph; nothing need be freed. */
bool prove_parameters_create(struct prove_parameters *out, const struct rmr_algorithm *algorithm, const void *given,
                             uint32_t n, struct error *e);
void prove_parameters_free(struct prove_parameters *parameters);

#endif
