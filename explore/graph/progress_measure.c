/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/graph/progress_measure.h"

#include <stdlib.h>

#include "base/mem.h"
#include "explore/tables/components.h"
#include "explore/tables/dependent_registers.h"

enum {
  WORK_OF_A_CLASS = 16, /* product states in the mean, times the number of moves: a class is not made ready for less */
  STEP = 64             /* sizes that are tried differ by such a part, or by one */
};

/* --- ranks: the components of a process in order ------------------------------------------------------------------ */

/* The local states, those of higher components first. The caller frees them. */
static uint32_t *highest_first(const uint32_t *component, uint32_t n_locals)
{
  uint32_t *order = mem_new(n_locals, sizeof *order), *next = mem_new(n_locals + 1, sizeof *next);
  for (uint32_t l = 0; l < n_locals; l++) next[n_locals - component[l]]++;
  for (uint32_t k = 1; k <= n_locals; k++) next[k] += next[k - 1];
  for (uint32_t l = 0; l < n_locals; l++) order[next[n_locals - 1 - component[l]]++] = l;
  free(next);
  return order;
}

/* The components that steps from a local state lead to come behind its own. */
static void push_behind(const struct space *s, const struct automaton *m, uint32_t l, const uint32_t *component,
                        uint32_t *rank)
{
  const struct automaton_local *local = &m->local[l];
  for (uint32_t k = 0; k < automaton_values(&s->automata, local) * s->choices; k++) {
    const uint32_t to = m->next[local->first_next + k];
    if (!automaton_goes_on(to) || component[to] == component[l] || rank[component[to]] > rank[component[l]]) continue;
    rank[component[to]] = rank[component[l]] + 1;
  }
}

/* [local]: the length of the longest way through components that leads to its own. No step leads to a component of a
 * higher number, so the rank of a component is known before its own steps are looked at. The caller frees it. */
static uint32_t *ranks_of(const struct space *s, uint32_t p)
{
  const struct automaton *m = &s->automata.process[p];
  uint32_t *component = components_of(&s->automata, p, COMPONENTS_OVER_ALL);
  uint32_t *order = highest_first(component, m->n_locals);
  uint32_t *rank = mem_new(m->n_locals, sizeof *rank), *out = mem_new(m->n_locals, sizeof *out);
  for (uint32_t k = 0; k < m->n_locals; k++) push_behind(s, m, order[k], component, rank);
  for (uint32_t l = 0; l < m->n_locals; l++) out[l] = s->env.any ? 0 : rank[component[l]];
  free(component);
  free(order);
  free(rank);
  return out;
}

static uint32_t **ranks_of_all(const struct space *s)
{
  uint32_t **rank = mem_new(s->n + 1, sizeof *rank);
  for (uint32_t p = 1; p <= s->n; p++) rank[p] = ranks_of(s, p);
  return rank;
}

static void ranks_free(const struct space *s, uint32_t **rank)
{
  for (uint32_t p = 1; p <= s->n; p++) free(rank[p]);
  free(rank);
}

/* --- stages: ranks that follow one another, put together ---------------------------------------------------------- */

/* [rank]: its stage, where a stage has at most `most` local states, or one rank. Returns how many stages there are. */
static uint32_t put_together(const uint32_t *rank, uint32_t n_locals, uint32_t most, uint32_t *stage, uint32_t *largest)
{
  uint32_t *size = mem_new(n_locals, sizeof *size), measure = 0, filled = 0;
  for (uint32_t l = 0; l < n_locals; l++) size[rank[l]]++;
  *largest = 0;
  for (uint32_t r = 0; r < n_locals && size[r] != 0; r++) {
    if (filled == 0 || filled + size[r] > most) {
      measure++;
      filled = 0;
    }
    filled += size[r];
    stage[r] = measure - 1;
    if (filled > *largest) *largest = filled;
  }
  free(size);
  return measure;
}

/* The same for all processes: product states of the largest class, and how many classes there are. */
static void measure(const struct space *s, uint32_t *const *rank, uint32_t most, double *product_states,
                    double *classes)
{
  *product_states = *classes = 1;
  for (uint32_t p = 1; p <= s->n; p++) {
    const uint32_t n_locals = s->automata.process[p].n_locals;
    uint32_t *stage = mem_new(n_locals, sizeof *stage), largest;
    *classes *= put_together(rank[p], n_locals, most, stage, &largest);
    *product_states *= largest;
    free(stage);
  }
}

static double ways_of_registers(const struct space *s)
{
  double ways = s->layout.pair.width != 0 ? 2 : 1;
  for (uint32_t var = 0; var < s->automata.n_registers; var++)
    if (s->automata.values[var].n > 1 && !is_dependent(&s->automata, var)) ways *= s->automata.values[var].n;
  return ways;
}

/* How large a stage may be: as large as possible while a class has at most `most` product states, but not so small
 * that there would be too many classes. */
static uint32_t choose_size(const struct space *s, uint32_t *const *rank, double most, uint32_t most_classes)
{
  uint32_t size = 1;
  double product_states, classes, all = 1;
  const double registers = ways_of_registers(s);
  for (uint32_t p = 1; p <= s->n; p++)
    if (s->automata.process[p].n_locals > size) size = s->automata.process[p].n_locals;
  measure(s, rank, size, &all, &classes);
  product_states = all;
  while (size > 1 && product_states * registers > most) {
    const uint32_t less = size - 1 - size / STEP;
    measure(s, rank, less, &product_states, &classes);
    if (classes > most_classes || all * registers / classes < (double)s->n_moves * WORK_OF_A_CLASS) break;
    size = less;
  }
  return size;
}

static void make_stages(struct progress_measure *g, const struct space *s, uint32_t p, const uint32_t *rank,
                        uint32_t most)
{
  const uint32_t n_locals = s->automata.process[p].n_locals;
  uint32_t *stage = mem_new(n_locals, sizeof *stage), largest;
  g->count[p] = put_together(rank, n_locals, most, stage, &largest);
  g->unit[p] = g->classes;
  g->classes *= g->count[p];
  g->levels += g->count[p] - 1;
  g->size[p] = mem_new(g->count[p], sizeof **g->size);
  g->stage[p] = mem_new(n_locals, sizeof **g->stage);
  g->place[p] = mem_new(n_locals, sizeof **g->place);
  for (uint32_t l = 0; l < n_locals; l++) {
    g->stage[p][l] = stage[rank[l]];
    g->place[p][l] = g->size[p][stage[rank[l]]]++;
  }
  free(stage);
}

static void find_steps_ahead(struct progress_measure *g, const struct space *s)
{
  g->ahead = mem_new(s->n_moves, sizeof *g->ahead);
  for (uint32_t p = 1; p <= s->n; p++) {
    const struct automaton *m = &s->automata.process[p];
    for (uint32_t l = 0; l < m->n_locals; l++) {
      for (uint32_t k = 0; k < automaton_values(&s->automata, &m->local[l]) * s->choices; k++) {
        const uint32_t to = m->next[m->local[l].first_next + k];
        if (automaton_goes_on(to)) g->ahead[s->row[p][l].first + k] = (g->stage[p][to] - g->stage[p][l]) * g->unit[p];
      }
    }
  }
}

/* --- levels ------------------------------------------------------------------------------------------------------- */

/* Goes through all classes, by the stage of each process: [class] level, and [level + 1] the product states there. */
static void find_levels(const struct progress_measure *g, uint32_t *level_of, double *weight)
{
  uint32_t *stage = mem_new(g->n + 1, sizeof *stage);
  for (uint32_t c = 0; c < g->classes; c++) {
    double product_states = g->registers;
    for (uint32_t p = 1; p <= g->n; p++) {
      level_of[c] += stage[p];
      product_states *= g->size[p][stage[p]];
    }
    weight[level_of[c] + 1] += product_states;
    for (uint32_t p = 1; p <= g->n && ++stage[p] == g->count[p]; p++) stage[p] = 0;
  }
  free(stage);
}

static void put_in_order(struct progress_measure *g)
{
  uint32_t *next = mem_new(g->levels + 1, sizeof *next), *level_of = mem_new(g->classes, sizeof *level_of);
  g->order = mem_new(g->classes, sizeof *g->order);
  g->level = mem_new(g->levels + 1, sizeof *g->level);
  g->weight = mem_new(g->levels + 1, sizeof *g->weight);
  find_levels(g, level_of, g->weight);
  for (uint32_t c = 0; c < g->classes; c++) g->level[level_of[c] + 1]++;
  for (uint32_t l = 1; l <= g->levels; l++) {
    g->level[l] += g->level[l - 1];
    g->weight[l] += g->weight[l - 1];
    next[l] = g->level[l];
  }
  for (uint32_t l = 0; l <= g->levels; l++) g->weight[l] /= g->weight[g->levels];
  for (uint32_t c = 0; c < g->classes; c++) g->order[next[level_of[c]]++] = c;
  free(level_of);
  free(next);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

void progress_measure_create(struct progress_measure *g, const struct space *s, uint64_t most, uint32_t most_classes)
{
  *g = (struct progress_measure){.n = s->n, .classes = 1, .levels = 1, .registers = ways_of_registers(s)};
  g->product_states = progress_measure_all(s);
  uint32_t **rank = ranks_of_all(s);
  g->stage = mem_new(s->n + 1, sizeof *g->stage);
  g->place = mem_new(s->n + 1, sizeof *g->place);
  g->size = mem_new(s->n + 1, sizeof *g->size);
  g->count = mem_new(s->n + 1, sizeof *g->count);
  g->unit = mem_new(s->n + 1, sizeof *g->unit);
  const uint32_t size = choose_size(s, rank, (double)most, most_classes);
  for (uint32_t p = 1; p <= s->n; p++) make_stages(g, s, p, rank[p], size);
  ranks_free(s, rank);
  find_steps_ahead(g, s);
  put_in_order(g);
}

void progress_measure_free(struct progress_measure *g)
{
  for (uint32_t p = 1; p <= g->n; p++) {
    free(g->stage[p]);
    free(g->place[p]);
    free(g->size[p]);
  }
  free(g->stage);
  free(g->place);
  free(g->size);
  free(g->count);
  free(g->unit);
  free(g->ahead);
  free(g->order);
  free(g->level);
  free(g->weight);
  *g = (struct progress_measure){0};
}

uint32_t progress_measure_class(const struct progress_measure *g, const struct space *s, const uint64_t *state)
{
  uint32_t class = 0;
  for (uint32_t p = 1; p <= g->n; p++) class += g->stage[p][space_local(s, state, p)] * g->unit[p];
  return class;
}

double progress_measure_product_states(const struct progress_measure *g, uint32_t class)
{
  double product_states = g->registers;
  for (uint32_t p = 1; p <= g->n; p++) product_states *= g->size[p][progress_measure_of(g, class, p)];
  return product_states;
}

double progress_measure_largest(const struct space *s, uint64_t most, uint32_t most_classes)
{
  uint32_t **rank = ranks_of_all(s);
  double product_states, classes;
  measure(s, rank, choose_size(s, rank, (double)most, most_classes), &product_states, &classes);
  ranks_free(s, rank);
  return product_states * ways_of_registers(s);
}

double progress_measure_all(const struct space *s)
{
  double product_states = ways_of_registers(s);
  for (uint32_t p = 1; p <= s->n; p++) product_states *= s->automata.process[p].n_locals;
  return product_states;
}
