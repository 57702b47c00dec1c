/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/refinement.h"

void partition_create(struct partition *p, struct budget *budget, uint32_t n, uint32_t *block, uint32_t n_blocks)
{
  *p = (struct partition){.n = n, .n_blocks = n_blocks, .block = block};
  uint32_t *room = budget_array(budget, 6 * (size_t)n + 1, sizeof *room);
  p->element = room;
  p->at = room + n;
  p->first = room + 2 * (size_t)n;
  p->end = room + 3 * (size_t)n;
  p->marked = room + 4 * (size_t)n;
  p->touched = room + 5 * (size_t)n;
  for (uint32_t e = 0; e < n; e++) p->end[block[e]]++;
  for (uint32_t b = 0, sum = 0; b < n_blocks; b++) {
    p->first[b] = sum;
    sum += p->end[b];
    p->end[b] = p->first[b];
  }
  for (uint32_t e = 0; e < n; e++) {
    p->at[e] = p->end[block[e]]++;
    p->element[p->at[e]] = e;
  }
}

void partition_free(struct partition *p, struct budget *budget)
{
  budget_drop(budget, p->element, 6 * (size_t)p->n + 1, sizeof *p->element);
}

void partition_mark(struct partition *p, uint32_t e)
{
  const uint32_t b = p->block[e], from = p->at[e], to = p->first[b] + p->marked[b];
  if (from < to) return; /* it is marked already */
  p->element[from] = p->element[to];
  p->at[p->element[from]] = from;
  p->element[to] = e;
  p->at[e] = to;
  if (p->marked[b]++ == 0) p->touched[p->n_touched++] = b;
}

void partition_split(struct partition *p)
{
  while (p->n_touched > 0) {
    const uint32_t b = p->touched[--p->n_touched], middle = p->first[b] + p->marked[b], new = p->n_blocks;
    p->marked[b] = 0;
    if (middle == p->end[b]) continue;
    if (middle - p->first[b] <= p->end[b] - middle) {
      p->first[new] = p->first[b];
      p->end[new] = p->first[b] = middle;
    } else {
      p->end[new] = p->end[b];
      p->first[new] = p->end[b] = middle;
    }
    for (uint32_t k = p->first[new]; k < p->end[new]; k++) p->block[p->element[k]] = new;
    p->n_blocks++;
  }
}

/* --- numbers for lists of numbers --------------------------------------------------------------------------------- */

static uint64_t trie_slot(const struct trie *t, uint32_t before, uint64_t next)
{
  return ((next * UINT64_C(0x9e3779b97f4a7c15)) ^ (before * UINT64_C(0xc2b2ae3d27d4eb4f))) *
           UINT64_C(0xd6e8feb86659fd93) >>
         (64 - t->bits);
}

static void trie_grow(struct trie *t)
{
  struct trie_edge *old = t->edge;
  const size_t slots = old != NULL ? (size_t)1 << t->bits : 0, mask = ((size_t)2 << (t->bits += 1)) / 2 - 1;
  t->edge = budget_array(t->budget, mask + 1, sizeof *t->edge);
  for (size_t k = 0; k < slots; k++) {
    if (old[k].list == 0) continue;
    size_t at = trie_slot(t, old[k].before, old[k].next);
    while (t->edge[at].list != 0) at = (at + 1) & mask;
    t->edge[at] = old[k];
  }
  budget_drop(t->budget, old, slots, sizeof *old);
}

void trie_free(struct trie *t)
{
  if (t->edge != NULL) budget_drop(t->budget, t->edge, (size_t)1 << t->bits, sizeof *t->edge);
  *t = (struct trie){0};
}

uint32_t trie_list(struct trie *t, uint32_t before, uint64_t next)
{
  if (t->edge == NULL || (uint64_t)t->n * 2 >= UINT64_C(1) << t->bits) trie_grow(t);
  const size_t mask = ((size_t)1 << t->bits) - 1;
  size_t at = trie_slot(t, before, next);
  for (; t->edge[at].list != 0; at = (at + 1) & mask)
    if (t->edge[at].before == before && t->edge[at].next == next) return t->edge[at].list;
  t->edge[at] = (struct trie_edge){before, ++t->n, next};
  return t->n;
}
