/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/page_forks.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/mem.h"
#include "sim/moment.h"
#include "sim/state.h"

enum { MOST_PHILOSOPHERS = 40, NOT_OWNED = 27 };

struct seen_fork {
  uint32_t lower, higher;
  unsigned is;
};

struct page_forks {
  const struct sim *sim;
  const struct rmr_algorithm *algorithm;
  struct seen_fork *fork;
  uint32_t n;
};

static unsigned side(uint32_t who, const struct seen_fork *fork)
{
  return who == 0 ? 0 : who == fork->lower ? 1 : 2;
}

static unsigned look(const struct page_forks *forks, const struct rmr_moment *now, const struct seen_fork *fork)
{
  const struct rmr_between is = forks->algorithm->between(now, fork->lower, fork->higher);
  return side(is.owner, fork) + 3 * side(is.ready, fork) + 9 * side(is.arrow, fork) + (is.owned ? 0 : NOT_OWNED);
}

struct page_forks *page_forks_create(const struct sim *sim)
{
  const struct system_spec *setup = &sim->system->spec;
  const struct rmr_neighbours *graph = sim->system->graph;
  if (graph == NULL || setup->algorithm->between == NULL || setup->n > MOST_PHILOSOPHERS) return NULL;
  struct page_forks *forks = mem_new(1, sizeof *forks);
  *forks = (struct page_forks){.sim = sim, .algorithm = setup->algorithm};
  forks->fork = mem_new((size_t)setup->n * setup->n, sizeof *forks->fork);
  for (uint32_t i = 1; i <= setup->n; i++)
    for (uint32_t j = i + 1; j <= setup->n; j++)
      if (rmr_adjacent(graph, i, j)) forks->fork[forks->n++] = (struct seen_fork){.lower = i, .higher = j};
  page_forks_see(forks, 0, NULL);
  return forks;
}

void page_forks_free(struct page_forks *forks)
{
  if (forks == NULL) return;
  free(forks->fork);
  free(forks);
}

void page_forks_print(const struct page_forks *forks, FILE *out)
{
  fputc('[', out);
  for (uint32_t k = 0; k < forks->n; k++) {
    const struct seen_fork *fork = &forks->fork[k];
    fprintf(out, "%s[%u,%u,%u]", k > 0 ? "," : "", fork->lower, fork->higher, fork->is);
  }
  fputc(']', out);
}

void page_forks_see(struct page_forks *forks, uint64_t step, FILE *out)
{
  struct moment moment;
  moment_init(&moment, forks->sim);
  for (uint32_t k = 0; k < forks->n; k++) {
    const unsigned is = look(forks, &moment.now, &forks->fork[k]);
    if (is != forks->fork[k].is && out != NULL) fprintf(out, ",[%" PRIu64 ",%u,%u]", step, k, is);
    forks->fork[k].is = is;
  }
  moment_fini(&moment);
}
