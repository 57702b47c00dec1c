/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/step.h"

#include "client.h"

struct rmr_event client_step(struct client *c, uint32_t p)
{
  return sim_step(c->sim, p, sim_system(c->sim)->memory);
}

struct rmr_event client_any_step(struct client *c, uint32_t p)
{
  if (rmr_is_parked(sim_view(c->sim), p)) sim_unpark(c->sim, p);
  return client_step(c, p);
}
