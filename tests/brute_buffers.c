/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/brute_buffers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REGISTERS = 32, LOCAL = 160, WAITING = 2 * BUFFERS_MOST, MANY = 1000 /* more than any passage costs */ };

/* The write of a critical section has no register. */
#define DATA REGISTERS

struct waiting {
  uint32_t var;
  uint32_t unused;
  rmr_word value;
};

struct walker {
  _Alignas(16) unsigned char local[LOCAL];
  struct rmr_op pending;
  struct waiting write[WAITING];
  uint32_t writes, passages, section;
  uint32_t fence; /* 1: behind the pending write, which is issued; 2: before the pending access */
};

struct state {
  struct walker process[BUFFERS_N + 1];
  rmr_word memory[REGISTERS];
  uint32_t valid, unused; /* registers of which the observed process has a copy: bit per register */
};

struct edge {
  uint32_t from, to;
  uint32_t mover;  /* the process whose step it is; 0: a commit */
  uint32_t commit; /* of which process ... */
  uint32_t var;    /* ... to which register, where each has a buffer; else 0 */
  bool enters;
  uint8_t cost[2];
};

struct graph {
  const struct buffers_system *system;
  uint32_t base[RMR_MAX_GROUPS + 1];
  struct state *state;
  size_t n, capacity, n_initial;
  uint32_t *slots;
  size_t n_slots;
  struct edge *edge;
  size_t n_edges, edge_capacity;
};

static void must(bool holds, const char *what)
{
  if (holds) return;
  fprintf(stderr, "brute_buffers: %s\n", what);
  abort();
}

/* --- states ------------------------------------------------------------------------------------------------------- */

static uint64_t hash_of(const struct state *s)
{
  const unsigned char *byte = (const unsigned char *)s;
  uint64_t h = UINT64_C(0xcbf29ce484222325);
  for (size_t k = 0; k < sizeof *s; k++) h = (h ^ byte[k]) * UINT64_C(0x100000001b3);
  return h ^ h >> 29;
}

static void rehash(struct graph *g)
{
  g->n_slots = g->n_slots * 2 + 1024;
  free(g->slots);
  g->slots = malloc(g->n_slots * sizeof *g->slots);
  must(g->slots != NULL, "no memory");
  memset(g->slots, 0xff, g->n_slots * sizeof *g->slots);
  for (size_t k = 0; k < g->n; k++) {
    size_t at = hash_of(&g->state[k]) % g->n_slots;
    while (g->slots[at] != UINT32_MAX) at = (at + 1) % g->n_slots;
    g->slots[at] = (uint32_t)k;
  }
}

static uint32_t number_of(struct graph *g, const struct state *s)
{
  if (g->n * 2 >= g->n_slots) rehash(g);
  size_t at = hash_of(s) % g->n_slots;
  for (; g->slots[at] != UINT32_MAX; at = (at + 1) % g->n_slots)
    if (memcmp(&g->state[g->slots[at]], s, sizeof *s) == 0) return g->slots[at];
  if (g->n == g->capacity) {
    g->capacity = g->capacity * 2 + 256;
    g->state = realloc(g->state, g->capacity * sizeof *g->state);
    must(g->state != NULL && g->n < 4000000, "no memory");
  }
  g->state[g->n] = *s;
  g->slots[at] = (uint32_t)g->n;
  return (uint32_t)g->n++;
}

static void add_edge(struct graph *g, struct edge edge, const struct state *to)
{
  edge.to = number_of(g, to);
  if (g->n_edges == g->edge_capacity) {
    g->edge_capacity = g->edge_capacity * 2 + 1024;
    g->edge = realloc(g->edge, g->edge_capacity * sizeof *g->edge);
    must(g->edge != NULL, "no memory");
  }
  g->edge[g->n_edges++] = edge;
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static bool is_fenced(const struct graph *g, uint32_t line)
{
  return g->system->fences >> line & 1;
}

static bool is_entry(uint32_t section)
{
  return section == RMR_RECOVER || section == RMR_DOORWAY || section == RMR_WAITING;
}

static uint32_t number_of_register(const struct graph *g, uint32_t var)
{
  const uint32_t group = var >> RMR_CELL_BITS;
  must(group < g->system->algorithm->n_shared, "a register that there is not");
  return g->base[group] + (var & ((UINT32_C(1) << RMR_CELL_BITS) - 1));
}

static struct rmr_op ask(const struct graph *g, struct walker *me, uint32_t p, bool given, rmr_word value)
{
  static const uint32_t sessions[] = {0, 1, 2, 3};
  const struct rmr_in in = {.i = p,
                            .n = g->system->n,
                            .id = p,
                            .value = value,
                            .given = given,
                            .sessions = sessions,
                            .parameters = g->system->parameters,
                            .n_sessions = g->system->n,
                            .self = g->system->algorithm->self};
  struct rmr_op op = g->system->algorithm->step(me->local, &in);
  if (op.kind > RMR_FENCE) op.var = number_of_register(g, op.var);
  return op;
}

static uint32_t most_passages(const struct graph *g, uint32_t p)
{
  return p == g->system->observed ? 1 : g->system->passages;
}

static bool is_done(const struct graph *g, const struct state *s, uint32_t p)
{
  return s->process[p].passages == most_passages(g, p);
}

static const struct waiting *newest(const struct walker *me, uint32_t var)
{
  const struct waiting *found = NULL;
  for (uint32_t k = 0; k < me->writes; k++)
    if (me->write[k].var == var) found = &me->write[k];
  return found;
}

static void issue(struct walker *me, uint32_t var, rmr_word value)
{
  must(me->writes < WAITING, "a buffer is full");
  me->write[me->writes++] = (struct waiting){.var = var, .value = value};
}

/* From the operation done to the next one, and the section between. Returns whether P_p enters. */
static bool go_on(const struct graph *g, struct walker *me, uint32_t p, rmr_word reply)
{
  const struct rmr_op done = me->pending, next = ask(g, me, p, true, reply);
  const bool was_in_entry = is_entry(done.section);
  me->pending = next;
  me->fence = 0;
  if (is_entry(next.section)) {
    me->section = was_in_entry ? next.section : RMR_REMAINDER;
    if (was_in_entry) return false;
    if (++me->passages != most_passages(g, p)) return false;
    memset(me->local, 0, sizeof me->local);
    me->pending = (struct rmr_op){.kind = RMR_LOCAL};
    return false;
  }
  me->section = done.section == RMR_EXIT ? RMR_EXIT : RMR_CS;
  if (was_in_entry && g->system->data) issue(me, DATA, p);
  if (is_fenced(g, BUFFERS_CS) && next.section == RMR_EXIT && done.section != RMR_EXIT) me->fence = 2;
  return was_in_entry;
}

static rmr_word result(const struct rmr_op *op, rmr_word before)
{
  switch (op->kind) {
  case RMR_SWAP: return op->value;
  case RMR_CAS: return before == rmr_cas_expected(op) ? rmr_cas_desired(op) : before;
  case RMR_FETCH_ADD: return before + op->value;
  case RMR_TAS: return 1;
  default: must(false, "an operation that is not known here"); return 0;
  }
}

static void step(struct graph *g, uint32_t from, uint32_t p)
{
  struct state s = g->state[from];
  struct walker *me = &s.process[p];
  const struct rmr_op op = me->pending;
  struct edge edge = {.from = from, .mover = p};
  const bool observed = p == g->system->observed, empty = me->writes == 0;
  if (is_done(g, &s, p)) return;
  if (me->fence != 0) {
    if (!empty) return;
    edge.cost[BUFFERS_FENCES] = observed;
    if (me->fence == 2)
      me->fence = 0;
    else
      edge.enters = go_on(g, me, p, 0);
  } else if (op.kind == RMR_LOCAL || op.kind == RMR_DELAY) {
    edge.enters = go_on(g, me, p, 0);
  } else if (op.kind == RMR_FENCE) {
    if (!empty) return;
    edge.cost[BUFFERS_FENCES] = observed;
    edge.enters = go_on(g, me, p, 0);
  } else if (op.kind == RMR_WRITE && g->system->at_once) {
    s.memory[op.var] = op.value;
    edge.enters = go_on(g, me, p, op.value);
  } else if (op.kind == RMR_WRITE) {
    if (me->writes >= g->system->buffer) return;
    issue(me, op.var, op.value);
    edge.cost[BUFFERS_RMR] = observed;
    if (is_fenced(g, op.line)) { /* the fence belongs to the line */
      me->fence = 1;
      me->section = op.section;
    } else
      edge.enters = go_on(g, me, p, s.memory[op.var]);
  } else if (op.kind == RMR_READ || op.kind == RMR_SPIN) {
    const struct waiting *own = newest(me, op.var);
    if (own == NULL) edge.cost[BUFFERS_RMR] = observed && (s.valid >> op.var & 1) == 0;
    if (own == NULL && observed) s.valid |= UINT32_C(1) << op.var;
    edge.enters = go_on(g, me, p, own != NULL ? own->value : s.memory[op.var]);
  } else { /* a read-modify-write */
    if (!empty) return;
    const rmr_word before = s.memory[op.var];
    edge.cost[BUFFERS_RMR] = edge.cost[BUFFERS_FENCES] = observed;
    s.memory[op.var] = result(&op, before);
    s.valid &= ~(UINT32_C(1) << op.var);
    edge.enters = go_on(g, me, p, before);
  }
  add_edge(g, edge, &s);
}

/* The k-th write of P_p goes to memory, if none before it has to go first. */
static void commit(struct graph *g, uint32_t from, uint32_t p, uint32_t k)
{
  struct state s = g->state[from];
  struct walker *me = &s.process[p];
  const struct waiting write = me->write[k];
  for (uint32_t before = 0; before < k; before++)
    if (!g->system->partial || me->write[before].var == write.var) return;
  me->writes--;
  memmove(&me->write[k], &me->write[k + 1], (WAITING - 1 - k) * sizeof *me->write);
  me->write[WAITING - 1] = (struct waiting){0};
  if (write.var != DATA) s.memory[write.var] = write.value;
  if (write.var != DATA) s.valid &= ~(UINT32_C(1) << write.var);
  add_edge(g, (struct edge){.from = from, .commit = p, .var = g->system->partial ? write.var : 0}, &s);
}

/* --- the graph ---------------------------------------------------------------------------------------------------- */

/* The initial states: of a register that is initialised arbitrarily, from `var` on, with every value. */
static void begin_with(struct graph *g, struct state *s, const struct rmr_size *size, uint32_t var)
{
  uint32_t group = 0;
  if (var == g->base[g->system->algorithm->n_shared]) {
    number_of(g, s);
    return;
  }
  while (var >= g->base[group + 1]) group++;
  const struct rmr_shared *shared = &g->system->algorithm->shared[group];
  struct rmr_size of = *size;
  of.shared = shared;
  const rmr_word initial = s->memory[var];
  begin_with(g, s, size, var + 1);
  for (rmr_word v = shared->min; shared->arbitrary && v <= shared->max(of); v++) {
    s->memory[var] = v;
    if (v != initial) begin_with(g, s, size, var + 1);
  }
  s->memory[var] = initial;
}

static void begin(struct graph *g)
{
  const struct rmr_algorithm *a = g->system->algorithm;
  const struct rmr_size size = {.n = g->system->n,
                                .sessions = g->system->n,
                                .passages = g->system->n * g->system->passages,
                                .parameters = g->system->parameters,
                                .self = a->self};
  struct state s;
  memset(&s, 0, sizeof s);
  must(rmr_state_size(a, g->system->n) <= LOCAL && g->system->n <= BUFFERS_N, "too large");
  for (uint32_t group = 0; group < a->n_shared; group++) {
    struct rmr_size of = size;
    of.shared = &a->shared[group];
    const uint32_t cells = a->shared[group].cells != NULL ? a->shared[group].cells(of) : 1;
    g->base[group + 1] = g->base[group] + cells;
    must(g->base[group + 1] <= REGISTERS, "too many registers");
    for (uint32_t cell = 0; cell < cells; cell++)
      s.memory[g->base[group] + cell] =
        a->shared[group].initial_of != NULL ? a->shared[group].initial_of(cell, of) : a->shared[group].initial;
  }
  for (uint32_t p = 1; p <= g->system->n; p++) s.process[p].pending = ask(g, &s.process[p], p, false, 0);
  begin_with(g, &s, &size, 0);
  g->n_initial = g->n;
  for (uint32_t k = 0; k < g->n; k++)
    for (uint32_t p = 1; p <= g->system->n; p++) {
      step(g, k, p);
      for (uint32_t w = 0; w < g->state[k].process[p].writes; w++) commit(g, k, p, w);
    }
}

static bool is_there(const struct walker *me)
{
  return me->section == RMR_CS || newest(me, DATA) != NULL;
}

static bool exclusion_holds(const struct graph *g)
{
  for (size_t k = 0; k < g->n; k++) {
    uint32_t there = 0;
    for (uint32_t p = 1; p <= g->system->n; p++) there += is_there(&g->state[k].process[p]);
    if (there > 1) return false;
  }
  return true;
}

/* The most that is paid from each state on, by going through all edges again and again. */
static uint64_t most_of(const struct graph *g, enum buffers_cost cost)
{
  uint64_t *most = calloc(g->n, sizeof *most), greatest = 0;
  bool changed = true;
  must(most != NULL, "no memory");
  while (changed && greatest == 0) {
    changed = false;
    for (size_t k = g->n_edges; k-- > 0;) {
      const struct edge *e = &g->edge[k];
      if (most[e->to] + e->cost[cost] <= most[e->from]) continue;
      most[e->from] = most[e->to] + e->cost[cost];
      changed = most[e->from] < MANY;
      if (!changed) greatest = BUFFERS_UNBOUNDED;
      if (!changed) break;
    }
  }
  for (size_t k = 0; k < g->n_initial; k++)
    if (most[k] > greatest) greatest = most[k];
  free(most);
  return greatest;
}

/* --- progress ----------------------------------------------------------------------------------------------------- */

/* Strongly connected components, by Tarjan's search. Edges that complete an entry do not count. */
struct components {
  const struct graph *g;
  uint32_t *first, *order; /* [state]: its first edge in `order` */
  uint32_t *component;     /* [state], from 1 on; 0: not known yet */
  uint32_t *index, *low, *next, *path, *open;
  uint32_t n_path, n_open, visited, parts;
};

static uint32_t *numbers(size_t n)
{
  uint32_t *out = calloc(n + 2, sizeof *out);
  must(out != NULL, "no memory");
  return out;
}

static void sort_edges(struct components *c)
{
  const struct graph *g = c->g;
  c->first = numbers(g->n + 1);
  c->order = numbers(g->n_edges);
  for (size_t k = 0; k < g->n_edges; k++) c->first[g->edge[k].from + 2]++;
  for (size_t s = 1; s <= g->n + 1; s++) c->first[s] += c->first[s - 1];
  for (size_t k = 0; k < g->n_edges; k++) c->order[c->first[g->edge[k].from + 1]++] = (uint32_t)k;
}

static void enter(struct components *c, uint32_t s)
{
  c->index[s] = c->low[s] = ++c->visited;
  c->next[s] = c->first[s];
  c->path[c->n_path++] = c->open[c->n_open++] = s;
}

/* Whether everybody can stay in the component of these states for ever, and somebody wants to enter. */
static bool is_fair(const struct components *c, const uint32_t *member, uint32_t n, uint32_t part)
{
  const struct graph *g = c->g;
  bool moves[BUFFERS_N + 1] = {false}, commits[BUFFERS_N + 1][REGISTERS + 1] = {{false}};
  bool always[BUFFERS_N + 1][REGISTERS + 1];
  bool wanted = false;
  memset(always, 1, sizeof always);
  for (uint32_t k = 0; k < n; k++) {
    const struct state *s = &g->state[member[k]];
    for (uint32_t p = 1; p <= g->system->n; p++)
      for (uint32_t var = 0; var <= REGISTERS; var++)
        always[p][var] &=
          g->system->partial ? newest(&s->process[p], var) != NULL : var == 0 && s->process[p].writes != 0;
    for (uint32_t e = c->first[member[k]]; e < c->first[member[k] + 1]; e++) {
      const struct edge *edge = &g->edge[c->order[e]];
      if (edge->enters || c->component[edge->to] != part) continue;
      if (edge->mover != 0) moves[edge->mover] = true;
      if (edge->commit != 0) commits[edge->commit][edge->var] = true;
    }
  }
  for (uint32_t p = 1; p <= g->system->n; p++) {
    const struct walker *me = &g->state[member[0]].process[p];
    if (me->section != RMR_REMAINDER && !moves[p]) return false;
    wanted |= is_entry(me->section);
    for (uint32_t var = 0; var <= REGISTERS; var++)
      if (always[p][var] && !commits[p][var]) return false;
  }
  return wanted;
}

/* The state at the end of the path has no more edges. Whether it closes a fair component. */
static bool leave(struct components *c)
{
  const uint32_t s = c->path[--c->n_path];
  if (c->n_path > 0) {
    const uint32_t up = c->path[c->n_path - 1];
    if (c->low[s] < c->low[up]) c->low[up] = c->low[s];
  }
  if (c->low[s] != c->index[s]) return false;
  uint32_t from = c->n_open;
  c->parts++;
  do c->component[c->open[--from]] = c->parts;
  while (c->open[from] != s);
  const bool fair = is_fair(c, c->open + from, c->n_open - from, c->parts);
  c->n_open = from;
  return fair;
}

static bool progress_holds(const struct graph *g)
{
  struct components c = {.g = g};
  bool fair = false;
  sort_edges(&c);
  uint32_t **const array[] = {&c.component, &c.index, &c.low, &c.next, &c.path, &c.open};
  for (int k = 0; k < 6; k++) *array[k] = numbers(g->n);
  for (uint32_t start = 0; start < g->n && !fair; start++) {
    if (c.index[start] == 0) enter(&c, start);
    while (c.n_path > 0 && !fair) {
      const uint32_t s = c.path[c.n_path - 1];
      if (c.next[s] == c.first[s + 1]) {
        fair = leave(&c);
        continue;
      }
      const struct edge *e = &g->edge[c.order[c.next[s]++]];
      if (e->enters || c.component[e->to] != 0) continue;
      if (c.index[e->to] == 0)
        enter(&c, e->to);
      else if (c.index[e->to] < c.low[s])
        c.low[s] = c.index[e->to];
    }
  }
  for (int k = 0; k < 6; k++) free(*array[k]);
  free(c.first);
  free(c.order);
  return !fair;
}

/* --- robustness --------------------------------------------------------------------------------------------------- */

/* By the local states of the processes. */
static int by_locals(const void *a, const void *b)
{
  const struct state *x = *(const struct state *const *)a, *y = *(const struct state *const *)b;
  int by = 0;
  for (uint32_t p = 1; by == 0 && p <= BUFFERS_N; p++) by = memcmp(x->process[p].local, y->process[p].local, LOCAL);
  return by;
}

/* A process at a fence behind a write has made the write, and its local state does not tell yet. */
static bool is_between(const struct graph *g, const struct state *s)
{
  bool between = false;
  for (uint32_t p = 1; p <= g->system->n; p++) between |= s->process[p].fence == 1;
  return between;
}

static bool is_robust(const struct graph *g)
{
  struct buffers_system plain = *g->system;
  struct graph h = {.system = &plain};
  bool robust = true;
  plain.at_once = true;
  plain.data = false;
  plain.fences = 0;
  begin(&h);
  const struct state **sorted = calloc(h.n, sizeof *sorted);
  must(sorted != NULL, "no memory");
  for (size_t k = 0; k < h.n; k++) sorted[k] = &h.state[k];
  qsort(sorted, h.n, sizeof *sorted, by_locals);
  for (size_t k = 0; robust && k < g->n; k++) {
    const struct state *s = &g->state[k];
    robust = is_between(g, s) || bsearch(&s, sorted, h.n, sizeof *sorted, by_locals) != NULL;
  }
  free(sorted);
  free(h.state);
  free(h.slots);
  free(h.edge);
  return robust;
}

struct buffers_found buffers_walk(const struct buffers_system *system)
{
  struct graph g = {.system = system};
  begin(&g);
  struct buffers_found found = {.states = g.n, .exclusion = exclusion_holds(&g)};
  if (system->observed == 0) found.progress = progress_holds(&g);
  if (system->observed == 0) found.robust = is_robust(&g);
  for (int cost = 0; cost < 2 && system->observed != 0; cost++) found.most[cost] = most_of(&g, (enum buffers_cost)cost);
  free(g.state);
  free(g.slots);
  free(g.edge);
  return found;
}
