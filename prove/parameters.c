/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/parameters.h"

#include <stdlib.h>
#include <string.h>

#include "model/choice.h"

bool prove_parameters_create(struct prove_parameters *out, const struct rmr_algorithm *a, const void *given, uint32_t n,
                             struct error *e)
{
  *out = (struct prove_parameters){.block = algorithm_defaults(a)};
  if (out->block != NULL && given != NULL) memcpy(out->block, given, a->parameters_size);
  if (n == 0 || !neighbours_has(a)) return true;
  if (neighbours_fill(a, out->block, n, NULL, &out->neighbours, e)) return true;
  prove_parameters_free(out);
  return false;
}

void prove_parameters_free(struct prove_parameters *p)
{
  neighbours_free(&p->neighbours);
  free(p->block);
  *p = (struct prove_parameters){.block = NULL};
}
