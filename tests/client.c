/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/step.h"

#include "client.h"
#include "model/choice.h"
#include "model/neighbours.h"

struct rmr_event client_step(struct client *c, uint32_t p)
{
  struct rmr_event event;
  sim_step(c->sim, p, sim_system(c->sim)->memory, &event);
  return event;
}

struct rmr_event client_any_step(struct client *c, uint32_t p)
{
  if (rmr_is_parked(sim_view(c->sim), p)) sim_unpark(c->sim, p);
  return client_step(c, p);
}

const void *client_parameters(const struct rmr_algorithm *algorithm, uint32_t n)
{
  static struct {
    const struct rmr_algorithm *algorithm;
    uint32_t n;
    void *block;
    struct neighbours neighbours;
  } known[256];
  size_t k = 0;
  if (algorithm->parameters == NULL) return NULL;
  while (known[k].algorithm != NULL && (known[k].algorithm != algorithm || known[k].n != n)) k++;
  assert_true(k < sizeof known / sizeof *known - 1);
  if (known[k].algorithm == NULL) {
    known[k].algorithm = algorithm;
    known[k].n = n;
    known[k].block = algorithm_defaults(algorithm);
    if (neighbours_has(algorithm))
      assert_true(neighbours_fill(algorithm, known[k].block, n, NULL, &known[k].neighbours, &(struct error){0}));
  }
  return known[k].block;
}

bool client_grows(const struct rmr_algorithm *algorithm)
{
  struct rmr_size size = {.n = 2, .sessions = 2, .parameters = client_parameters(algorithm, 2)};
  const uint64_t without_end = algorithm_space(algorithm, size);
  size.passages = 4;
  return algorithm_space(algorithm, size) != without_end;
}

bool client_is_bounded(const struct rmr_algorithm *algorithm)
{
  for (uint32_t g = 0; g < algorithm->n_shared; g++)
    if (!algorithm_bounds(&algorithm->shared[g])) return false;
  return !client_grows(algorithm);
}
