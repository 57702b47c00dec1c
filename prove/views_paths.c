/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views_paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/tickets.h"

enum { POLL_EVERY = 1 << 12 };

/* The state of the observed process's copy of a register. */
enum copy {
  COPY_NONE,       /* it holds none, and has not read it in this passage, or has written it since */
  COPY_VALID,      /* it has read it, and nobody has written it since */
  COPY_OF_PARTNER, /* in this passage the other process of the pair took it away */
  COPY_OF_THIRD,   /* a third one did */
  COPIES_IN_A_WORD = 15
};

enum pays { PAYS_NOTHING, PAYS_OWN, PAYS_PARTNER, PAYS_THIRD };

enum { IN_ALL = 1 << PAYS_OWN | 1 << PAYS_PARTNER | 1 << PAYS_THIRD };

/* A state of a path: the number of a view, the order of the two, and the copies. */
enum { ROW_VIEW, ROW_ORDER, ROW_COPIES };

/* A graph of the views of one pair, with what is asked of paths. */
struct pathing {
  const struct views_graph *views;
  uint32_t pair;
  struct scene scene; /* of the pair; `observed` is the member that pays or waits */
  bool order;         /* the order of the two is followed (P5) */
  bool *reads;        /* [cell]: the observed member reads it; NULL: copies are not followed */
  struct abstract_graph graph;
  uint8_t *pays; /* [edge]: enum pays */
  size_t capacity;
  int32_t *row; /* room for two states */
  enum reach_end end;
};

static const int32_t *view_at(const struct pathing *p, uint32_t view)
{
  return p->views->steps[p->pair].words + (size_t)view * p->scene.length;
}

static uint8_t section_in(const struct pathing *p, const int32_t *view, uint32_t member)
{
  return (uint8_t)view[state_member(&p->scene, member) + STATE_SECTION];
}

/* --- copies ------------------------------------------------------------------------------------------------------- */

static enum copy copy_of(const int32_t *copies, int cell)
{
  return (uint32_t)copies[cell / COPIES_IN_A_WORD] >> 2 * (cell % COPIES_IN_A_WORD) & 3;
}

static void set_copy(int32_t *copies, int cell, enum copy to)
{
  const uint32_t shift = 2 * (uint32_t)(cell % COPIES_IN_A_WORD);
  uint32_t word = (uint32_t)copies[cell / COPIES_IN_A_WORD];
  word = (word & ~(UINT32_C(3) << shift)) | (uint32_t)to << shift;
  copies[cell / COPIES_IN_A_WORD] = (int32_t)word;
}

/* The account that pays for an access of the observed member that is an RMR. */
static enum pays payer(const struct views_step *s, enum copy copy)
{
  if (s->account == VIEWS_OF_PARTNER) return PAYS_PARTNER;
  if (s->account == VIEWS_OF_THIRD) return PAYS_THIRD;
  if (s->writes || s->account == VIEWS_OF_SEVERAL) return PAYS_OWN;
  return copy == COPY_OF_PARTNER ? PAYS_PARTNER : copy == COPY_OF_THIRD ? PAYS_THIRD : PAYS_OWN;
}

/* Another process writes. */
static void take_copy(const struct pathing *p, const struct views_step *s, int32_t *copies)
{
  if (s->cell == NO_CELL || !s->writes || copy_of(copies, s->cell) != COPY_VALID) return;
  const int32_t *view = view_at(p, s->from);
  const bool in_passage = section_in(p, view, (uint32_t)p->scene.observed) != RMR_REMAINDER;
  const enum copy by = s->mover == VIEWS_THIRD ? COPY_OF_THIRD : COPY_OF_PARTNER;
  set_copy(copies, s->cell, in_passage ? by : COPY_NONE);
}

/* Copies of the registers of nodes go with the nodes. Of one that the view did not know before none is known. */
static void move_copies(const struct pathing *p, const struct views_step *s, int32_t *copies)
{
  for (uint32_t g = 0; p->scene.nodes && g < p->scene.machine->tree->n_groups; g++) {
    const struct scene_group *of = &p->scene.group[g];
    enum copy was[MOST_KNOWN_NODES + 1] = {COPY_NONE};
    if (of->row != DIMENSION_NODES) continue;
    for (uint32_t k = 0; k < of->n_cells; k++) was[k + 1] = copy_of(copies, (int)(of->first_cell + k));
    for (uint32_t k = 0; k < of->n_cells; k++) set_copy(copies, (int)(of->first_cell + k), was[s->nodes >> 4 * k & 15]);
  }
}

/* In the next passage the first read of what was taken away goes to the own account. */
static void end_passage(const struct pathing *p, int32_t *copies)
{
  for (int k = 0; k < (int)p->scene.n_cells; k++)
    if (copy_of(copies, k) != COPY_VALID) set_copy(copies, k, COPY_NONE);
}

/* A process that takes a ticket forgets its copies of nodes: before, a node stood for another register, or for none.
 * Whether the step is the access that is added, which costs nothing. */
static bool take_ticket(const struct pathing *p, const struct views_step *s, int32_t *copies)
{
  const uint32_t node = (uint32_t)view_at(p, s->from)[state_member(&p->scene, s->mover) + STATE_NODE];
  for (uint32_t g = 0; node == p->scene.tickets->takes && g < p->scene.machine->tree->n_groups; g++)
    for (uint32_t k = 0; p->scene.group[g].row == DIMENSION_NODES && k < p->scene.group[g].n_cells; k++)
      set_copy(copies, (int)(p->scene.group[g].first_cell + k), COPY_NONE);
  return tickets_is_added(p->scene.tickets, node);
}

/* The account that pays for the step, if the observed member pays, and the step's effect on its copies. */
static enum pays charge(const struct pathing *p, const struct views_step *s, int32_t *copies)
{
  const enum memory memory = p->scene.memory;
  const bool followed = s->cell != NO_CELL && p->reads[s->cell];
  if (s->mover != (uint32_t)p->scene.observed) {
    take_copy(p, s, copies);
    return PAYS_NOTHING;
  }
  if (p->scene.tickets != NULL && take_ticket(p, s, copies)) return PAYS_NOTHING;
  enum pays pays = PAYS_NOTHING;
  if (s->accesses) {
    const enum copy copy = followed ? copy_of(copies, s->cell) : COPY_NONE;
    const bool remote =
      s->writes ? memory_write_costs(memory, false, s->home) : memory_read_costs(memory, copy == COPY_VALID, s->home);
    if (followed) set_copy(copies, s->cell, !s->writes || memory_writer_holds(memory) ? COPY_VALID : COPY_NONE);
    if (remote) pays = payer(s, copy);
  }
  if (section_in(p, view_at(p, s->to), s->mover) == RMR_REMAINDER) end_passage(p, copies);
  return pays;
}

/* The copies that ever matter. A certificate has all: its checker does not look which ones do. */
static void find_read(struct pathing *p, bool all)
{
  const struct views_steps *s = &p->views->steps[p->pair];
  p->reads = mem_new((size_t)p->scene.n_cells + 1, sizeof *p->reads);
  for (uint32_t k = 0; (all || p->scene.nodes) && k < p->scene.n_cells; k++)
    p->reads[k] = true; /* among nodes a step takes a copy to another cell */
  for (uint32_t k = 0; k < s->first[s->n_views]; k++) {
    const struct views_step *step = &s->step[k];
    if (step->mover == (uint32_t)p->scene.observed && step->accesses && !step->writes && step->cell != NO_CELL)
      p->reads[step->cell] = true;
  }
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

/* The order in which the two came, behind the step; as in abstract_step.c. */
static int32_t order_behind(struct pathing *p, const struct views_step *s, int32_t order)
{
  const int32_t *from = view_at(p, s->from), *to = view_at(p, s->to);
  if (s->mover == VIEWS_THIRD) return order;
  const uint32_t self = state_member(&p->scene, s->mover), other = state_member(&p->scene, 1u - s->mover);
  const bool conflict = !p->scene.machine->algorithm.group || from[self + STATE_SESSION] != from[other + STATE_SESSION];
  bool wrong;
  order = step_order(order, s->mover, section_in(p, from, s->mover), section_in(p, to, s->mover),
                     from[other + STATE_SECTION] == RMR_WAITING && conflict, &wrong);
  if (wrong) p->end = REACH_ORDER;
  return order;
}

static void make_step(struct pathing *p, const struct views_step *s, const int32_t *from)
{
  memcpy(p->row, from, p->graph.length * sizeof *p->row);
  p->row[ROW_VIEW] = (int32_t)s->to;
  if (p->order) p->row[ROW_ORDER] = order_behind(p, s, from[ROW_ORDER]);
  const enum pays pays = p->reads != NULL ? charge(p, s, p->row + ROW_COPIES) : PAYS_NOTHING;
  if (p->reads != NULL) move_copies(p, s, p->row + ROW_COPIES);
  const uint32_t to = reach_add_state(&p->graph, p->row);
  if (p->graph.n_edges == p->capacity) {
    p->capacity = 2 * p->capacity + 256;
    p->pays = mem_grow(p->pays, p->capacity, sizeof *p->pays);
  }
  p->pays[p->graph.n_edges] = (uint8_t)pays;
  reach_add_edge(&p->graph, (struct abstract_edge){.to = to, .member = s->mover});
}

static bool goes_on(struct pathing *p, const struct reach_limits *limits, uint32_t at)
{
  const struct abstract_graph *g = &p->graph;
  if (p->end != REACH_ALL || at % POLL_EVERY != 0) return p->end == REACH_ALL;
  p->end = g->n_edges > UINT32_MAX / 2
             ? REACH_MEMORY
             : reach_poll(limits, g->n_states, g->n_states - at, reach_bytes(g) + p->capacity);
  return p->end == REACH_ALL;
}

/* All paths from the views of initial states. */
static void follow_all(struct pathing *p, const struct reach_limits *limits)
{
  const struct views_steps *steps = &p->views->steps[p->pair];
  struct abstract_graph *g = &p->graph;
  g->length = ROW_COPIES + p->scene.n_cells / COPIES_IN_A_WORD + 1;
  g->view = steps->words;
  g->view_length = p->scene.length;
  p->row = mem_new(2 * (size_t)g->length, sizeof *p->row);
  int32_t *from = p->row + g->length;
  for (uint32_t k = 0; k < steps->n_first; k++) {
    p->row[ROW_VIEW] = (int32_t)k;
    reach_add_state(g, p->row);
  }
  for (uint32_t k = 0; k < g->n_states && goes_on(p, limits, k); k++) {
    g->first[k] = (uint32_t)g->n_edges;
    memcpy(from, reach_state(g, k), g->length * sizeof *from); /* the table may move */
    const uint32_t view = (uint32_t)from[ROW_VIEW];
    for (uint32_t s = steps->first[view]; s < steps->first[view + 1] && p->end == REACH_ALL; s++)
      make_step(p, &steps->step[s], from);
  }
  if (g->n_states != 0) g->first[g->n_states] = (uint32_t)g->n_edges;
}

static void pathing_free(struct pathing *p)
{
  reach_free(&p->graph);
  free(p->pays);
  free(p->row);
  free(p->reads);
}

static struct pathing pathing_of(const struct views_graph *views, uint32_t pair, int observed)
{
  struct pathing p = {.views = views, .pair = pair, .scene = views->scenes.pair[pair].scene};
  p.scene.observed = observed;
  return p;
}

/* --- certificates ------------------------------------------------------------------------------------------------- */

/* A state as scenes have it, where only valid copies are known. */
static void put_plain(const struct pathing *p, uint32_t state, int32_t *out)
{
  const int32_t *row = reach_state(&p->graph, state);
  memcpy(out, view_at(p, (uint32_t)row[ROW_VIEW]), p->scene.length * sizeof *out);
  out[state_order(&p->scene)] = row[ROW_ORDER];
  for (uint32_t k = 0; p->reads != NULL && memory_has_caches(p->scene.memory) && k < p->scene.n_cells; k++)
    if (copy_of(row + ROW_COPIES, (int)k) == COPY_VALID) out[state_copy(&p->scene, k)] |= state_copy_bit(k);
}

/* Several states may be one then. Their paths still count the same. */
static void give_states(const struct pathing *p, const uint64_t *potential, struct certificate *certificate)
{
  if (certificate == NULL) return;
  struct abstract_graph plain = {.length = p->scene.length};
  int32_t *words = mem_new(plain.length, sizeof *words);
  uint64_t *most = mem_new((size_t)p->graph.n_states + 1, sizeof *most);
  for (uint32_t k = 0; k < p->graph.n_states; k++) {
    put_plain(p, k, words);
    const uint32_t number = reach_add_state(&plain, words);
    if (potential != NULL && potential[k] > most[number]) most[number] = potential[k];
  }
  certificate_views(certificate, &p->scene, &plain, most);
  reach_free(&plain);
  free(words);
  free(most);
}

/* --- the questions ------------------------------------------------------------------------------------------------ */

enum reach_end views_first_come(const struct views_graph *views, const struct reach_limits *limits,
                                struct certificate *certificate)
{
  enum reach_end end = REACH_ALL;
  for (uint32_t k = 0; end == REACH_ALL && k < views->scenes.n_pairs; k++) {
    struct pathing p = pathing_of(views, k, NO_MEMBER);
    p.order = true;
    follow_all(&p, limits);
    end = p.end;
    if (end == REACH_ALL) give_states(&p, NULL, certificate);
    pathing_free(&p);
  }
  return end;
}

/* The most that a path pays to some accounts: as bits. */
static void pay(struct pathing *p, uint32_t accounts, struct certificate *certificate, struct reach_paid *to)
{
  uint64_t *potential;
  for (size_t k = 0; k < p->graph.n_edges; k++) p->graph.edge[k].weight = accounts >> p->pays[k] & 1;
  reach_pay(&p->scene, &p->graph, &potential, to);
  if (to->most != REACH_NO_BOUND) give_states(p, potential, certificate);
  free(potential);
}

enum reach_end views_bypass(const struct views_graph *views, const struct reach_limits *limits,
                            struct certificate *certificate, uint64_t *most)
{
  enum reach_end end = REACH_ALL;
  *most = 0;
  const uint32_t n = views->scenes.n_pairs;
  for (uint32_t k = 0; end == REACH_ALL && k < 2 * n; k++) {
    struct pathing p = pathing_of(views, k % n, (int)(k / n));
    follow_all(&p, limits);
    end = p.end;
    uint64_t *potential = NULL;
    const uint64_t here = end == REACH_ALL ? reach_most(&p.scene, &p.graph, REACH_BYPASS, &potential) : 0;
    if (here > *most) *most = here;
    if (end == REACH_ALL && here != REACH_NO_BOUND) give_states(&p, potential, certificate);
    free(potential);
    pathing_free(&p);
  }
  return end;
}

/* A register that only some pairs keep may be taken for P_i's own by one, and for a third process's by another: then
 * there are no accounts. */
static void drop_accounts(struct views_cost *out)
{
  out->own.most = out->below.most = out->above.most = REACH_NO_BOUND;
}

enum reach_end views_cost(const struct views_graph *views, const struct reach_limits *limits,
                          struct certificate *certificate, struct views_cost *out)
{
  enum reach_end end = REACH_ALL;
  *out = (struct views_cost){.states = 0};
  const uint32_t n = views->scenes.n_pairs;
  for (uint32_t k = 0; end == REACH_ALL && k < 2 * n; k++) {
    struct pathing p = pathing_of(views, k % n, (int)(k / n));
    find_read(&p, certificate != NULL);
    follow_all(&p, limits);
    end = p.end;
    if (p.graph.n_states > out->states) out->states = p.graph.n_states;
    if (end == REACH_ALL) {
      pay(&p, IN_ALL, certificate, &out->all);
      pay(&p, 1 << PAYS_OWN, NULL, &out->own);
      pay(&p, 1 << PAYS_PARTNER, NULL, k < n ? &out->above : &out->below);
    }
    pathing_free(&p);
  }
  if (!views_keep_alike(&views->scenes)) drop_accounts(out);
  return end;
}
