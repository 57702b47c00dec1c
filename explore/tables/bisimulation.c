/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/bisimulation.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/tables/dependent_registers.h"
#include "explore/tables/refinement.h"

enum { POLL_EVERY = 1 << 12 };

/* --- immediate differences of local states ------------------------------------------------------------------------ */

struct minimisation {
  struct automata *a;
  struct automaton *m;
  uint32_t p;
  uint8_t asked;
  uint16_t first, last;
  bool asks; /* the sessions that passages ask for must be known */
  struct trie trie;
  bool over; /* see is_over */
};

/* Whether there is no time or no room to go on: then local states stay as they are, which is always right. */
static bool is_over(struct minimisation *g)
{
  g->over |= automata_interrupted(g->a) || budget_over(g->a->budget);
  return g->over;
}

static uint32_t entries_of(const struct minimisation *g, const struct automaton_local *l)
{
  return automaton_values(g->a, l) * g->a->choices;
}

/* The distinctions of a local state that are asked for. */
static uint64_t asked_of(const struct minimisation *g, uint32_t local)
{
  const struct automaton_local *l = &g->m->local[local];
  const struct rmr_algorithm *algorithm = g->a->system->algorithm;
  const bool in_cs = l->section == RMR_CS, of_session = algorithm->group && (in_cs || (g->asked & ASKED_SECTION));
  uint64_t what = l->done;
  if (g->asked & ASKED_SECTION)
    what |= (uint64_t)(l->section + 1u) << 1;
  else if (g->asked & ASKED_CS)
    what |= (uint64_t)in_cs << 1;
  if (g->asks && !l->done) what |= (uint64_t)(l->section == RMR_REMAINDER) << 5;
  if (g->asked & ASKED_LINES) what |= (uint64_t)(!l->added && l->op.line >= g->first && l->op.line <= g->last) << 6;
  if (g->asked & MERGE_LINE) what |= (uint64_t)l->op.line << 32;
  if (((g->asked & (ASKED_SECTION | ASKED_CS)) && of_session) || g->asks) what |= (uint64_t)l->session << 8;
  return what;
}

static uint64_t name_of(const struct minimisation *g, uint32_t local)
{
  const struct automata *a = g->a;
  const struct rmr_algorithm *algorithm = a->system->algorithm;
  if (algorithm->name_held == NULL || g->m->local[local].section != RMR_CS) return 0;
  return algorithm->name_held(g->m->state + (size_t)local * a->system->state_size, a->system->size);
}

/* The access, the values that it writes, and where it leads nowhere. A line that would leave a range is named in an
 * error, and so is a register that there is not, so they are not mixed up with others. */
static uint32_t list_of_access(struct minimisation *g, uint32_t list, const struct automaton_local *l)
{
  if (l->done) return list;
  const bool accesses = rmr_kind_accesses(l->op.kind);
  list = trie_list(&g->trie, list, (uint64_t)(accesses ? l->op.var : 0) << 8 | (uint64_t)l->op.kind);
  for (uint32_t v = 0; rmr_kind_writes(l->op.kind) && v < automaton_values(g->a, l); v++)
    list = trie_list(&g->trie, list, g->m->written[l->first_value + v]);
  for (uint32_t k = 0; k < entries_of(g, l); k++) {
    const uint32_t to = g->m->next[l->first_next + k];
    if (automaton_goes_on(to)) continue;
    list = trie_list(&g->trie, list, (uint64_t)to << 32 | k);
    if (to == AUTOMATON_OUTSIDE) list = trie_list(&g->trie, list, l->op.line);
    if (to == AUTOMATON_STRAY) list = trie_list(&g->trie, list, (uint64_t)(l - g->m->local));
  }
  return list;
}

static void refine_by_dependent(struct minimisation *g, uint32_t *list)
{
  for (uint32_t var = 0; var < g->a->n_registers; var++) {
    uint32_t writer;
    if (g->a->values[var].n == 1) continue;
    uint32_t *value = dependent_values(g->a, var, &writer);
    for (uint32_t l = 0; value != NULL && writer == g->p && l < g->m->n_locals; l++)
      list[l] = trie_list(&g->trie, list[l], value[l]);
    free(value);
  }
}

/* Blocks of local states that nothing tells apart at once: [local]. */
static uint32_t *first_blocks(struct minimisation *g, uint32_t *n_blocks)
{
  const uint32_t n = g->m->n_locals;
  uint32_t *list = budget_array(g->a->budget, n, sizeof *list);
  for (uint32_t l = 0; l < n && (l % POLL_EVERY != 0 || !is_over(g)); l++) {
    list[l] = trie_list(&g->trie, trie_list(&g->trie, 0, asked_of(g, l)), name_of(g, l));
    list[l] = list_of_access(g, list[l], &g->m->local[l]);
  }
  refine_by_dependent(g, list);
  const size_t lists = (size_t)g->trie.n + 1;
  uint32_t *number = budget_array(g->a->budget, lists, sizeof *number);
  *n_blocks = 0;
  for (uint32_t l = 0; l < n; l++) {
    if (number[list[l]] == 0) number[list[l]] = ++*n_blocks;
    list[l] = number[list[l]] - 1;
  }
  budget_drop(g->a->budget, number, lists, sizeof *number);
  trie_free(&g->trie);
  return list;
}

/* --- refinement --------------------------------------------------------------------------------------------------- */

/* The entries of the table as edges of a graph, by the local state to which they lead. */
struct edges {
  uint32_t n, entries, n_locals;
  struct budget *budget;
  uint32_t *from, *label; /* [edge]; label: value number and choice */
  uint32_t n_labels;
  uint32_t *into, *first_into; /* into[first_into[local] ..]: the edges that lead to it */
};

static void edges_create(struct edges *e, const struct minimisation *g)
{
  const struct automaton *m = g->m;
  uint32_t entries = 0, k = 0;
  for (uint32_t l = 0; l < m->n_locals; l++) entries += entries_of(g, &m->local[l]);
  struct budget *b = g->a->budget;
  *e = (struct edges){.entries = entries, .n_locals = m->n_locals, .budget = b};
  e->from = budget_array(b, entries, sizeof *e->from);
  e->label = budget_array(b, entries, sizeof *e->label);
  e->into = budget_array(b, entries, sizeof *e->into);
  e->first_into = budget_array(b, (size_t)m->n_locals + 2, sizeof *e->first_into);
  uint32_t *to = budget_array(b, entries, sizeof *to), *used = budget_array(b, entries, sizeof *used);
  for (uint32_t l = 0; l < m->n_locals; l++)
    for (uint32_t label = 0; label < entries_of(g, &m->local[l]); label++) {
      const uint32_t next = m->next[m->local[l].first_next + label];
      if (!automaton_goes_on(next)) continue;
      e->from[k] = l;
      to[k] = next;
      e->label[k++] = label;
      e->first_into[next + 2]++;
      if (used[label] == 0) used[label] = ++e->n_labels; /* labels without a gap between */
    }
  e->n = k;
  for (uint32_t l = 0; l < m->n_locals; l++) e->first_into[l + 2] += e->first_into[l + 1];
  for (k = 0; k < e->n; k++) {
    e->label[k] = used[e->label[k]] - 1;
    e->into[e->first_into[to[k] + 1]++] = k;
  }
  budget_drop(b, to, entries, sizeof *to);
  budget_drop(b, used, entries, sizeof *used);
}

static void edges_free(struct edges *e)
{
  budget_drop(e->budget, e->label, e->entries, sizeof *e->label);
  budget_drop(e->budget, e->from, e->entries, sizeof *e->from);
  budget_drop(e->budget, e->into, e->entries, sizeof *e->into);
  budget_drop(e->budget, e->first_into, (size_t)e->n_locals + 2, sizeof *e->first_into);
}

/* Blocks of local states, and of edges: by label, and by the block to which they lead. Where one becomes finer, so may
 * the other. False: there was no time. */
static bool refine(struct minimisation *g, struct partition *locals, struct partition *by_edge, const struct edges *e)
{
  uint32_t block = 1;
  for (uint32_t c = 0; c < by_edge->n_blocks; c++) {
    if (c % POLL_EVERY == 0 && is_over(g)) return false;
    for (uint32_t k = by_edge->first[c]; k < by_edge->end[c]; k++) partition_mark(locals, e->from[by_edge->element[k]]);
    partition_split(locals);
    for (; block < locals->n_blocks; block++) {
      for (uint32_t k = locals->first[block]; k < locals->end[block]; k++)
        for (uint32_t local = locals->element[k], j = e->first_into[local]; j < e->first_into[local + 1]; j++)
          partition_mark(by_edge, e->into[j]);
      partition_split(by_edge);
    }
  }
  return true;
}

/* --- the new tables ----------------------------------------------------------------------------------------------- */

/* [local]: its new number, the same for all of a block. */
static uint32_t number_blocks(const uint32_t *block, uint32_t n, uint32_t *number)
{
  uint32_t count = 0;
  uint32_t *of_block = mem_new(n, sizeof *of_block);
  for (uint32_t l = 0; l < n; l++) {
    if (of_block[block[l]] == 0) of_block[block[l]] = ++count;
    number[l] = of_block[block[l]] - 1;
  }
  free(of_block);
  return count;
}

/* How many entries and values the rows of the first of each block have. */
static void count_kept(const struct minimisation *g, const uint32_t *number, size_t *entries, size_t *values)
{
  uint32_t kept = 0;
  *entries = *values = 0;
  for (uint32_t l = 0; l < g->m->n_locals; l++) {
    if (number[l] != kept) continue;
    *entries += entries_of(g, &g->m->local[l]);
    *values += automaton_values(g->a, &g->m->local[l]);
    kept++;
  }
}

/* The first of each block stays, and where it leads to is numbered anew. The rows need not be in the order of the local
 * states: a change of the tables may have exchanged them. */
static void keep_first(struct minimisation *g, const uint32_t *number)
{
  struct automaton *m = g->m;
  const uint32_t size = g->a->system->state_size;
  size_t entries, values;
  count_kept(g, number, &entries, &values);
  struct budget *b = g->a->budget;
  uint32_t *next = budget_array(b, entries, sizeof *next), *written = budget_array(b, values, sizeof *written);
  uint32_t kept = 0, n_next = 0, n_written = 0;
  for (uint32_t l = 0; l < m->n_locals; l++) {
    if (number[l] != kept) continue;
    const struct automaton_local from = m->local[l];
    m->local[kept] = from;
    m->local[kept].first_next = n_next;
    m->local[kept].first_value = n_written;
    memmove(m->state + (size_t)kept * size, m->state + (size_t)l * size, size);
    for (uint32_t k = 0; k < entries_of(g, &from); k++) {
      const uint32_t to = m->next[from.first_next + k];
      next[n_next++] = automaton_goes_on(to) ? number[to] : to;
    }
    for (uint32_t k = 0; k < automaton_values(g->a, &from); k++)
      written[n_written++] = m->written[from.first_value + k];
    kept++;
  }
  for (uint32_t c = 0; c < g->a->choices; c++) m->initial[c] = number[m->initial[c]];
  m->n_locals = kept;
  budget_drop(b, m->next, m->n_next, sizeof *m->next);
  budget_drop(b, m->written, m->n_written, sizeof *m->written);
  m->next = next;
  m->n_next = entries;
  m->written = written;
  m->n_written = values;
}

static void minimise_process(struct minimisation *g)
{
  uint32_t n_blocks;
  struct edges e;
  struct partition locals, by_edge;
  struct budget *budget = g->a->budget;
  const uint32_t n = g->m->n_locals;
  uint32_t *block = first_blocks(g, &n_blocks);
  edges_create(&e, g);
  partition_create(&locals, budget, n, block, n_blocks);
  partition_create(&by_edge, budget, e.n, e.label, e.n_labels);
  if (!is_over(g) && refine(g, &locals, &by_edge, &e) && locals.n_blocks < n) {
    uint32_t *number = budget_array(budget, n, sizeof *number);
    number_blocks(locals.block, n, number);
    keep_first(g, number);
    budget_drop(budget, number, n, sizeof *number);
  }
  partition_free(&locals, budget);
  partition_free(&by_edge, budget);
  budget_drop(budget, locals.block, n, sizeof *locals.block);
  edges_free(&e);
}

void automata_minimise(struct automata *a, const uint8_t *asked, uint16_t first, uint16_t last)
{
  for (uint32_t p = 1; p <= a->n; p++) {
    struct minimisation g = {.a = a,
                             .m = &a->process[p],
                             .p = p,
                             .asked = asked != NULL ? asked[p] : ASKED_CS,
                             .first = first,
                             .last = last,
                             .trie = {.budget = a->budget},
                             .asks = a->choices > 1};
    minimise_process(&g);
  }
}
