/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/pareto.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/graph/visited.h"

enum { BLOCK_BITS = 16, LEAST_BITS = 10, MOST_BITS = 28, TUPLES_PER_CHAIN_BITS = 5 };

/* Whether b is of no use beside a: see sweep.h. Equal ones are. */
static bool outdoes(const struct pareto_label *a, const struct pareto_label *b, uint64_t copies)
{
  return a->cost >= b->cost + (uint32_t)__builtin_popcountll(a->state & ~b->state & copies);
}

bool pareto_create(struct pareto *l, uint64_t tuples, uint64_t copies, struct budget *budget)
{
  *l = (struct pareto){.copies = copies, .bits = LEAST_BITS, .budget = budget};
  while (l->bits < MOST_BITS && UINT64_C(1) << (l->bits + TUPLES_PER_CHAIN_BITS) < tuples) l->bits++;
  l->chain = budget_take(budget, sizeof *l->chain << l->bits);
  return l->chain != NULL;
}

void pareto_free(struct pareto *l)
{
  budget_give(l->budget, l->chain, sizeof *l->chain << l->bits);
  for (uint64_t k = 0; k << BLOCK_BITS < l->n_records; k++)
    budget_drop(l->budget, l->record[k], 1u << BLOCK_BITS, sizeof **l->record);
  free(l->record);
  budget_drop(l->budget, l->label, l->capacity, sizeof *l->label);
  free(l->origin);
  *l = (struct pareto){0};
}

uint64_t pareto_remembered(const struct pareto *l)
{
  return l->n_records;
}

/* --- labels of configurations that wait --------------------------------------------------------------------------- */

static uint32_t *chain_of(const struct pareto *l, uint64_t state)
{
  const uint64_t configuration = state & ~l->copies;
  return &l->chain[visited_hash(&configuration, 1) >> (64 - l->bits)];
}

static uint32_t new_label(struct pareto *l)
{
  const uint32_t reused = l->unused;
  if (reused != 0) {
    l->unused = l->label[reused].next;
    return reused;
  }
  if (l->n_labels + 1 >= l->capacity) {
    const size_t more = l->capacity + l->capacity / 2 + 1024;
    l->label = budget_array_resize(l->budget, l->label, l->capacity, more, sizeof *l->label);
    l->capacity = more;
  }
  return (uint32_t)++l->n_labels;
}

/* Takes the label at *link out of its chain. */
static void unlink_label(struct pareto *l, uint32_t *link)
{
  const uint32_t k = *link;
  *link = l->label[k].next;
  l->label[k].next = l->unused;
  l->unused = k;
}

static bool same_configuration(const struct pareto *l, uint64_t a, uint64_t b)
{
  return ((a ^ b) & ~l->copies) == 0;
}

void pareto_add(struct pareto *l, const struct pareto_label *label)
{
  uint32_t *const chain = chain_of(l, label->state);
  for (uint32_t *link = chain; *link != 0;) {
    struct pareto_label *other = &l->label[*link];
    if (same_configuration(l, other->state, label->state)) {
      if (outdoes(other, label, l->copies)) return;
      if (outdoes(label, other, l->copies)) {
        unlink_label(l, link);
        continue;
      }
    }
    link = &other->next;
  }
  const uint32_t k = new_label(l);
  l->label[k] = *label;
  l->label[k].next = *chain;
  *chain = k;
}

void pareto_take(struct pareto *l, uint64_t configuration, struct pareto_front *out)
{
  out->n = 0;
  for (uint32_t *link = chain_of(l, configuration); *link != 0;) {
    struct pareto_label *label = &l->label[*link];
    if (same_configuration(l, label->state, configuration)) {
      pareto_front_add(out, label, l->copies);
      unlink_label(l, link);
    } else {
      link = &label->next;
    }
  }
}

/* --- of one configuration ----------------------------------------------------------------------------------------- */

void pareto_front_add(struct pareto_front *list, const struct pareto_label *label, uint64_t copies)
{
  for (size_t k = 0; k < list->n; k++)
    if (outdoes(&list->label[k], label, copies)) return;
  if (list->n == list->capacity) {
    list->capacity = list->capacity * 2 + 16;
    list->label = mem_grow(list->label, list->capacity, sizeof *list->label);
    list->record = mem_grow(list->record, list->capacity, sizeof *list->record);
  }
  list->record[list->n] = 0;
  list->label[list->n++] = *label;
}

bool pareto_front_is_dominated(const struct pareto_front *list, size_t k, uint64_t copies)
{
  for (size_t j = 0; j < list->n; j++)
    if (j != k && outdoes(&list->label[j], &list->label[k], copies)) return true;
  return false;
}

void pareto_front_free(struct pareto_front *list)
{
  free(list->label);
  free(list->record);
  *list = (struct pareto_front){0};
}

/* --- records ------------------------------------------------------------------------------------------------------ */

uint64_t pareto_origin(struct pareto *l, uint64_t state)
{
  l->origin = mem_grow(l->origin, l->n_origins + 1, sizeof *l->origin);
  l->origin[l->n_origins] = state;
  return pareto_from(l->n_origins++, 0, 0);
}

uint64_t pareto_remember(struct pareto *l, const struct pareto_label *label)
{
  const uint64_t block = l->n_records >> BLOCK_BITS;
  if (l->n_records == block << BLOCK_BITS) {
    if (block == l->blocks_capacity) {
      l->blocks_capacity = l->blocks_capacity * 2 + 64;
      l->record = mem_grow(l->record, l->blocks_capacity, sizeof *l->record);
    }
    l->record[block] = budget_array(l->budget, (size_t)1 << BLOCK_BITS, sizeof **l->record);
  }
  l->record[block][l->n_records & ((1u << BLOCK_BITS) - 1)] = label->from;
  return l->n_records++;
}

static uint64_t from_of(const struct pareto *l, uint64_t record)
{
  return l->record[record >> BLOCK_BITS][record & ((1u << BLOCK_BITS) - 1)];
}

uint32_t pareto_process(const struct pareto *l, uint64_t record)
{
  return from_of(l, record) & 0xff;
}

uint32_t pareto_choice(const struct pareto *l, uint64_t record)
{
  return from_of(l, record) >> 8 & 0xff;
}

uint64_t pareto_parent(const struct pareto *l, uint64_t record)
{
  return from_of(l, record) >> 16;
}

uint64_t pareto_begin(const struct pareto *l, uint64_t record)
{
  return l->origin[pareto_parent(l, record)];
}
