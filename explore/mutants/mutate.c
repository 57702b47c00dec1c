/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/mutants/mutate.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* --- accesses ----------------------------------------------------------------------------------------------------- */

static rmr_word initial_value(const struct automata *a, uint32_t var)
{
  return a->values[var].value[0]; /* the declared value is number 0 */
}

static bool can_stick(const struct automata *a, const struct rmr_op *op)
{
  return (op->kind == RMR_WRITE || op->kind == RMR_SWAP) && op->value != initial_value(a, op->var);
}

static struct rmr_op change_access(const void *self, const struct automata *a, struct rmr_op op)
{
  const struct mutant *mutation = self;
  if (op.line != mutation->line || !rmr_kind_accesses(op.kind)) return op;
  if (mutation->kind == MUTATION_DROP) op.kind = RMR_LOCAL;
  if (mutation->kind == MUTATION_STUCK && !system_is_stray(&op) && can_stick(a, &op))
    op.value = initial_value(a, op.var);
  return op;
}

/* A register that there is not, which only the closure of the tables meets, is found to be 0. */
static rmr_word change_reply(const void *self, const struct automata *a, const struct rmr_op *op)
{
  const struct mutant *mutation = self;
  const bool dropped = mutation->kind == MUTATION_DROP && op->line == mutation->line;
  return dropped && op->var != SYSTEM_NO_REGISTER ? initial_value(a, op->var) : 0;
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static uint32_t row_length(const struct automata *a, const struct automaton_local *local)
{
  return automaton_values(a, local) * a->choices;
}

/* All rows of a process together. */
static uint32_t rows_length(const struct automata *a, const struct automaton *m)
{
  const struct automaton_local *last = &m->local[m->n_locals - 1];
  return last->first_next + row_length(a, last);
}

static bool leads_to_line(const struct automaton *m, uint32_t next, uint16_t line)
{
  return automaton_goes_on(next) && m->local[next].op.line == line;
}

/* --- FLIP --------------------------------------------------------------------------------------------------------- */

/* The two local states that may follow, if there are exactly two. */
static bool two_outcomes(const struct automata *a, const struct automaton *m, uint32_t local, uint32_t choice,
                         uint32_t outcome[2])
{
  const uint32_t *next = m->next + m->local[local].first_next + choice;
  uint32_t n = 0;
  for (uint32_t v = 0; v < automaton_values(a, &m->local[local]); v++, next += a->choices) {
    if (!automaton_goes_on(*next) || (n > 0 && *next == outcome[0]) || (n > 1 && *next == outcome[1])) continue;
    if (n == 2) return false;
    outcome[n++] = *next;
  }
  return n == 2;
}

static void flip(const struct automata *a, struct automaton *m, const struct mutant *mutation)
{
  for (uint32_t l = 0; l < m->n_locals; l++)
    for (uint32_t c = 0; c < a->choices && m->local[l].op.line == mutation->line; c++) {
      uint32_t outcome[2];
      if (!two_outcomes(a, m, l, c, outcome)) continue;
      for (uint32_t v = 0; v < automaton_values(a, &m->local[l]); v++) {
        uint32_t *next = &m->next[m->local[l].first_next + v * a->choices + c];
        if (automaton_goes_on(*next)) *next = outcome[*next == outcome[0]];
      }
    }
}

/* --- BRANCH ------------------------------------------------------------------------------------------------------- */

static bool branches_at(const struct mutant *mutation, uint16_t line)
{
  return mutation->line != 0 ? line == mutation->line : line != mutation->from && line != mutation->to;
}

static uint32_t bytes_apart(const struct automata *a, const struct automaton *m, uint32_t x, uint32_t y, uint32_t most)
{
  const uint32_t size = rmr_state_size(a->system->algorithm, a->n);
  const unsigned char *s = m->state + (size_t)x * size, *t = m->state + (size_t)y * size;
  uint32_t apart = 0;
  for (uint32_t k = 0; k < size && apart < most; k++) apart += s[k] != t[k];
  return apart;
}

/* Where `local` goes on at the line, if it can: after the same value if that leads there, else after the first that
 * does. */
static uint32_t way_to_line(const struct automata *a, const struct automaton *m, const uint32_t *next, uint32_t local,
                            uint32_t value, uint32_t choice, uint16_t line)
{
  const uint32_t *row = next + m->local[local].first_next, values = automaton_values(a, &m->local[local]);
  if (value < values && leads_to_line(m, row[value * a->choices + choice], line))
    return row[value * a->choices + choice];
  for (uint32_t v = 0; v < values; v++)
    if (leads_to_line(m, row[v * a->choices + choice], line)) return row[v * a->choices + choice];
  return AUTOMATON_OUTSIDE;
}

/* Where the mutant goes on instead; AUTOMATON_OUTSIDE: there is nothing like it. next: the tables of the original. */
static uint32_t other_branch(const struct automata *a, const struct automaton *m, const uint32_t *next, uint32_t local,
                             uint32_t value, uint32_t choice, uint16_t line)
{
  const struct automaton_local *from = &m->local[local];
  uint32_t best = AUTOMATON_OUTSIDE, nearest = UINT32_MAX;
  for (uint32_t l = 0; l < m->n_locals && nearest > 0; l++) {
    const struct automaton_local *like = &m->local[l];
    if (like->op.line != from->op.line || like->session != from->session || like->passages != from->passages ||
        like->section != from->section)
      continue;
    const uint32_t apart = bytes_apart(a, m, local, l, nearest);
    if (apart >= nearest) continue;
    const uint32_t way = way_to_line(a, m, next, l, value, choice, line);
    if (!automaton_goes_on(way)) continue;
    best = way;
    nearest = apart;
  }
  return best;
}

/* Leads to the other branch wherever there is one, and returns whether there is; changed NULL: only returns that. */
static bool branch(const struct automata *a, const struct automaton *m, const struct mutant *mutation,
                   uint32_t *changed)
{
  bool any = false;
  for (uint32_t l = 0; l < m->n_locals; l++) {
    if (!branches_at(mutation, m->local[l].op.line)) continue;
    for (uint32_t k = 0; k < row_length(a, &m->local[l]); k++) {
      const uint32_t at = m->local[l].first_next + k;
      if (!leads_to_line(m, m->next[at], mutation->from)) continue;
      const uint32_t other = other_branch(a, m, m->next, l, k / a->choices, k % a->choices, mutation->to);
      if (!automaton_goes_on(other)) continue;
      any = true;
      if (changed == NULL) return true;
      changed[at] = other;
    }
  }
  return any;
}

static void make_branch(const struct automata *a, struct automaton *m, const struct mutant *mutation)
{
  const size_t bytes = rows_length(a, m) * sizeof *m->next;
  uint32_t *changed = mem_new(bytes, 1);
  memcpy(changed, m->next, bytes);
  (void)branch(a, m, mutation, changed);
  memcpy(m->next, changed, bytes);
  free(changed);
}

/* --- SWAP --------------------------------------------------------------------------------------------------------- */

/* The only local state that follows, whatever is found, or AUTOMATON_OUTSIDE. */
static uint32_t only_successor(const struct automata *a, const struct automaton *m, uint32_t local)
{
  uint32_t only = AUTOMATON_OUTSIDE;
  for (uint32_t k = 0; k < row_length(a, &m->local[local]); k++) {
    const uint32_t next = m->next[m->local[local].first_next + k];
    if (!automaton_goes_on(next)) continue;
    if (automaton_goes_on(only) && next != only) return AUTOMATON_OUTSIDE;
    only = next;
  }
  return only;
}

/* Whether the second line follows the first always, and nothing else but itself, in a wait. */
static bool follow_directly(const struct automata *a, const struct automaton *m, uint16_t first, uint16_t second)
{
  bool any = false;
  for (uint32_t l = 0; l < m->n_locals; l++) {
    const struct automaton_local *local = &m->local[l];
    if (local->done) continue;
    if (local->op.line == first) {
      const uint32_t next = only_successor(a, m, l);
      if (!leads_to_line(m, next, second) || m->local[next].op.section != local->op.section) return false;
      any = true;
    }
    for (uint32_t k = 0; k < row_length(a, local) && local->op.line != first; k++) {
      const uint32_t next = m->next[local->first_next + k];
      if (leads_to_line(m, next, second) && next != l) return false;
    }
  }
  return any;
}

/* Tables that grow by local states that are copies of others but for their row. */
struct growth {
  const struct automata *a;
  struct automaton *m;
  const uint32_t *before; /* next of the original */
  uint32_t length;        /* of next now */
};

static void new_row(struct growth *g, uint32_t local, uint32_t values)
{
  g->m->local[local].first_next = g->length;
  g->length += values * g->a->choices;
  g->m->next = budget_array_resize(g->a->budget, g->m->next, g->m->n_next, g->length, sizeof *g->m->next);
  g->m->n_next = g->length;
}

static uint32_t copy_local(struct growth *g, uint32_t local)
{
  struct automaton *m = g->m;
  const size_t size = rmr_state_size(g->a->system->algorithm, g->a->n);
  const uint32_t l = m->n_locals++;
  if (l == m->capacity) {
    m->capacity = 2 * l + 16;
    m->local = budget_array_resize(g->a->budget, m->local, l, m->capacity, sizeof *m->local);
    m->state = budget_array_resize(g->a->budget, m->state, l, m->capacity, size);
  }
  m->local[l] = m->local[local];
  memcpy(m->state + l * size, m->state + local * size, size);
  return l;
}

/* The local state in which the second access has been made, has led to[choice], and the first is still to come. */
static uint32_t between(struct growth *g, const struct automaton_local *first, const struct automaton_local *second,
                        uint32_t second_number, const uint32_t *to)
{
  const uint32_t choices = g->a->choices, values = automaton_values(g->a, first);
  const uint32_t l = copy_local(g, second_number);
  g->m->local[l].op = first->op;
  g->m->local[l].first_value = first->first_value;
  g->m->local[l].section = system_section_after(g->a->system, second->op.section, first->op.section);
  new_row(g, l, values);
  for (uint32_t v = 0; v < values; v++)
    for (uint32_t c = 0; c < choices; c++) {
      const uint32_t was = g->before[first->first_next + v * choices + c];
      g->m->next[g->m->local[l].first_next + v * choices + c] = automaton_goes_on(was) ? to[c] : was;
    }
  return l;
}

/* The first of the values 0 .. value after which the same local states follow. */
static uint32_t first_alike(const uint32_t *row, uint32_t value, uint32_t choices)
{
  uint32_t v = 0;
  while (memcmp(row + v * choices, row + value * choices, choices * sizeof *row) != 0) v++;
  return v;
}

/* Makes the access of the only local state that follows `local` first. One that only waits goes on waiting; then comes
 * `local`'s. */
static void swap_one(struct growth *g, uint32_t local, uint32_t number)
{
  const struct automaton_local first = g->m->local[local], second = g->m->local[number];
  const uint32_t choices = g->a->choices, values = automaton_values(g->a, &second);
  const uint32_t *before = g->before + second.first_next;
  g->m->local[local].op = second.op;
  g->m->local[local].first_value = second.first_value;
  new_row(g, local, values);
  const uint32_t row = g->m->local[local].first_next;
  for (uint32_t v = 0; v < values; v++) {
    const uint32_t *to = before + v * choices, u = first_alike(before, v, choices);
    const uint32_t next = !automaton_goes_on(*to) ? *to
                          : *to == number         ? local
                          : u < v                 ? g->m->next[row + u * choices]
                                                  : between(g, &first, &second, number, to);
    for (uint32_t c = 0; c < choices; c++) g->m->next[row + v * choices + c] = next;
  }
}

static void swap_lines(const struct automata *a, struct automaton *m, const struct mutant *mutation)
{
  if (!follow_directly(a, m, mutation->line, mutation->to)) return;
  struct growth g = {.a = a, .m = m, .length = rows_length(a, m)};
  uint32_t *before = mem_new(g.length, sizeof *before);
  memcpy(before, m->next, g.length * sizeof *before);
  g.before = before;
  for (uint32_t l = 0, n = m->n_locals; l < n; l++) {
    if (m->local[l].done || m->local[l].op.line != mutation->line) continue;
    swap_one(&g, l, only_successor(a, m, l));
  }
  free(before);
}

static void change_tables(const void *self, struct automata *a)
{
  const struct mutant *mutation = self;
  for (uint32_t p = 1; p <= a->n; p++) switch (mutation->kind) {
    case MUTATION_FLIP: flip(a, &a->process[p], mutation); break;
    case MUTATION_BRANCH: make_branch(a, &a->process[p], mutation); break;
    case MUTATION_SWAP: swap_lines(a, &a->process[p], mutation); break;
    case MUTATION_NONE:
    case MUTATION_DROP:
    case MUTATION_STUCK:
    case N_MUTATIONS: break;
    }
}

struct automata_change mutate_by(const struct mutant *mutation)
{
  return (struct automata_change){change_access, change_reply, change_tables, mutation};
}

/* --- which there are ---------------------------------------------------------------------------------------------- */

static bool applies_to_local(const struct automata *a, const struct automaton *m, uint32_t local, enum mutant_kind kind)
{
  const struct rmr_op *op = &m->local[local].op;
  uint32_t outcome[2];
  if (!rmr_kind_accesses(op->kind)) return false;
  if (kind == MUTATION_STUCK) return can_stick(a, op);
  for (uint32_t c = 0; kind == MUTATION_FLIP && c < a->choices; c++)
    if (two_outcomes(a, m, local, c, outcome)) return true;
  return kind == MUTATION_DROP;
}

static bool applies(const struct automata *a, const struct mutant *mutation)
{
  for (uint32_t p = 1; p <= a->n; p++) {
    const struct automaton *m = &a->process[p];
    if (mutation->kind == MUTATION_SWAP && follow_directly(a, m, mutation->line, mutation->to)) return true;
    if (mutation->kind == MUTATION_BRANCH && branch(a, m, mutation, NULL)) return true;
    if (mutation->kind == MUTATION_SWAP || mutation->kind == MUTATION_BRANCH) continue;
    for (uint32_t l = 0; l < m->n_locals; l++)
      if (!m->local[l].done && m->local[l].op.line == mutation->line && applies_to_local(a, m, l, mutation->kind))
        return true;
  }
  return false;
}

/* follows[x * n_lines + y]: line y can follow line x. */
static bool *lines_that_follow(const struct automata *a)
{
  const uint32_t n = a->system->algorithm->n_lines;
  bool *follows = mem_new((size_t)n * n, sizeof *follows);
  for (uint32_t p = 1; p <= a->n; p++) {
    const struct automaton *m = &a->process[p];
    for (uint32_t l = 0; l < m->n_locals; l++)
      for (uint32_t k = 0; k < row_length(a, &m->local[l]); k++) {
        const uint32_t next = m->next[m->local[l].first_next + k];
        if (automaton_goes_on(next)) follows[m->local[l].op.line * n + m->local[next].op.line] = true;
      }
  }
  return follows;
}

struct list {
  const struct automata *a;
  struct mutant *mutation;
  uint32_t n;
};

static void consider(struct list *list, struct mutant mutation)
{
  if (!applies(list->a, &mutation)) return;
  list->mutation = mem_another(list->mutation, list->n, sizeof *list->mutation);
  list->mutation[list->n++] = mutation;
}

static void consider_pair(struct list *list, const bool *follows, uint16_t x, uint16_t y)
{
  const uint16_t n = (uint16_t)list->a->system->algorithm->n_lines;
  bool both = false;
  if (follows[x * n + y]) consider(list, (struct mutant){.kind = MUTATION_SWAP, .line = x, .to = y});
  for (uint16_t line = 1; line < n; line++) {
    if (!follows[line * n + x] || !follows[line * n + y]) continue;
    const struct mutant mutation = {.kind = MUTATION_BRANCH, .line = line, .from = x, .to = y};
    if (line == x || line == y)
      consider(list, mutation);
    else
      both = true;
  }
  if (both) consider(list, (struct mutant){.kind = MUTATION_BRANCH, .from = x, .to = y});
}

struct mutant *mutations_of(const struct automata *a, uint32_t *n)
{
  struct list list = {.a = a, .mutation = mem_new(1, sizeof *list.mutation)};
  bool *follows = lines_that_follow(a);
  const uint16_t lines = (uint16_t)a->system->algorithm->n_lines;
  for (uint16_t line = 1; line < lines; line++) {
    consider(&list, (struct mutant){.kind = MUTATION_DROP, .line = line});
    consider(&list, (struct mutant){.kind = MUTATION_STUCK, .line = line});
    consider(&list, (struct mutant){.kind = MUTATION_FLIP, .line = line});
  }
  for (uint16_t x = 1; x < lines; x++)
    for (uint16_t y = 1; y < lines; y++)
      if (x != y) consider_pair(&list, follows, x, y);
  free(follows);
  *n = list.n;
  return list.mutation;
}
