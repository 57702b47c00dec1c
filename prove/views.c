/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views.h"

#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "prove/abstract_way.h"
#include "prove/views_join.h"

enum { POLL_EVERY = 1 << 8, MOST_STEPS = 1 << 24 };
#define NO_VIEW UINT32_MAX

/* A view as an edge between those of its two members alone. Views that have been handled are in lists. */
struct view {
  uint32_t end[2], node[2];
  struct aim {
    bool known;
    int32_t row, column; /* the indices of the register that the member accesses next, packed */
  } aim[2];
  uint32_t next[2], next_same; /* another one with the same end; with the same two ends */
};

/* The views of a pair. */
struct views_of_pair {
  struct lookup states, ends;
  struct view *view; /* [states.n] */
  size_t capacity;
  uint32_t handled;  /* so many of them */
  uint32_t *head[2]; /* [view of a member alone]: the first with this end */
  size_t n_heads[2];
  uint32_t *same; /* [number in `ends`]: the first with these two */
  size_t n_same;
};

struct closing {
  struct views_scenes scenes;
  struct lookup *single;    /* [single]: its views */
  struct views_of_pair *of; /* [pair] */
  struct views_kinds kinds;
  const struct reach_limits *limits;
  struct views_found *out;
  int32_t *joined, *shown, *alone, *from; /* room for states, */
  int32_t *shows[PAIRS_OF_TRIPLE];        /* and for those of each pair of three */
  size_t n_views, n_steps;
  /* The step that is made: from a state of the triple, or of a pair; and the pairs that it concerns. */
  const struct views_triple *triple;
  uint32_t pair, targets;
};

/* --- views -------------------------------------------------------------------------------------------------------- */

static bool stop(struct closing *c, enum reach_end end, const char *why, uint16_t line)
{
  c->out->end = end;
  c->out->stuck = why;
  c->out->line = line;
  return false;
}

static size_t bytes_of(const struct closing *c)
{
  size_t bytes = 0;
  for (uint32_t k = 0; k < c->scenes.n_pairs; k++) {
    const struct views_of_pair *p = &c->of[k];
    bytes += p->states.n * (c->scenes.pair[k].scene.length * sizeof(int32_t) + 48 + sizeof(struct view) + 64);
  }
  return bytes;
}

/* The view of one member alone. */
static uint32_t end_of(struct closing *c, const struct views_pair *p, uint32_t member, const int32_t *state)
{
  const struct lens *l = &p->lens[member];
  views_show(l, state, c->alone);
  views_tidy(l->to, &c->kinds, c->alone);
  return (uint32_t)lookup_add(&c->single[p->single[member]], c->alone, l->to->length * sizeof *c->alone);
}

/* A view that may be new. It is tidied in its place. */
static bool add_view(struct closing *c, uint32_t pair, int32_t *state)
{
  struct views_pair *p = &c->scenes.pair[pair];
  struct views_of_pair *of = &c->of[pair];
  size_t number;
  views_tidy(&p->scene, &c->kinds, state);
  if (c->kinds.mixed != NULL) return stop(c, REACH_STUCK, c->kinds.mixed, 0);
  if (!lookup_is_new(&of->states, state, p->scene.length * sizeof *state, &number)) return true;
  if (number == of->capacity) {
    of->capacity = 2 * of->capacity + 64;
    of->view = mem_grow(of->view, of->capacity, sizeof *of->view);
  }
  for (uint32_t m = 0; m < 2; m++) {
    of->view[number].end[m] = end_of(c, p, m, state);
    of->view[number].node[m] = (uint32_t)state[state_member(&p->scene, m) + STATE_NODE];
    struct aim *aim = &of->view[number].aim[m];
    memcpy(c->alone, state, p->scene.length * sizeof *state); /* it may be the scene's own room */
    aim->known = abstract_target(&p->scene, c->alone, m, &aim->row, &aim->column);
  }
  c->n_views++;
  return !reach_are_inside(&p->scene, state) || stop(c, REACH_EXCLUSION, NULL, 0);
}

static void copy_state(const struct closing *c, uint32_t pair, uint32_t view, int32_t *out)
{
  memcpy(out, lookup_text(&c->of[pair].states, view), c->scenes.pair[pair].scene.length * sizeof *out);
}

/* --- lists of views ----------------------------------------------------------------------------------------------- */

static uint32_t *slot_of(uint32_t **list, size_t *n, size_t at)
{
  if (at >= *n) {
    const size_t more = 2 * at + 16;
    *list = mem_grow(*list, more, sizeof **list);
    for (size_t k = *n; k < more; k++) (*list)[k] = NO_VIEW;
    *n = more;
  }
  return &(*list)[at];
}

static void enlist(struct views_of_pair *of, uint32_t view)
{
  struct view *v = &of->view[view];
  for (uint32_t m = 0; m < 2; m++) {
    uint32_t *head = slot_of(&of->head[m], &of->n_heads[m], v->end[m]);
    v->next[m] = *head;
    *head = view;
  }
  uint32_t *same = slot_of(&of->same, &of->n_same, lookup_add(&of->ends, v->end, sizeof v->end));
  v->next_same = *same;
  *same = view;
}

static uint32_t first_with(struct views_of_pair *of, uint32_t member, uint32_t end)
{
  return end < of->n_heads[member] ? of->head[member][end] : NO_VIEW;
}

static uint32_t first_between(struct views_of_pair *of, uint32_t first, uint32_t second)
{
  const uint32_t end[2] = {first, second};
  const size_t at = lookup_find(&of->ends, end, sizeof end);
  return at < of->n_same ? of->same[at] : NO_VIEW;
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static bool goes_on(struct closing *c)
{
  if (++c->n_steps % POLL_EVERY != 0) return true;
  size_t handled = 0;
  for (uint32_t k = 0; k < c->scenes.n_pairs; k++) handled += c->of[k].handled;
  const struct reach_progress now = {c->limits->what, (uint32_t)c->n_views, (uint32_t)(c->n_views - handled),
                                     bytes_of(c)};
  if (c->limits->tell != NULL) c->limits->tell(c->limits->listener, &now);
  if (c->limits->interrupt != NULL && atomic_load(c->limits->interrupt)) return stop(c, REACH_INTERRUPTED, NULL, 0);
  return (now.bytes <= c->limits->memory && c->n_steps < MOST_STEPS) || stop(c, REACH_MEMORY, NULL, 0);
}

static bool take_pair(void *self, const struct walked *walked)
{
  struct closing *c = self;
  if (walked->stuck != NULL) return stop(c, REACH_STUCK, walked->stuck, walked->line);
  return add_view(c, c->pair, walked->state);
}

static bool take_triple(void *self, const struct walked *walked)
{
  struct closing *c = self;
  if (walked->stuck != NULL) return stop(c, REACH_STUCK, walked->stuck, walked->line);
  for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) {
    if ((c->targets >> p & 1) == 0) continue;
    views_show(&c->triple->lens[p], walked->state, c->shown);
    if (!add_view(c, c->triple->pair[p], c->shown)) return false;
  }
  return true;
}

static bool is_at(const struct scene *w, uint32_t member, int32_t index)
{
  return index == abstract_pack(way_identity_of(w, member));
}

/* Whether a member of a pair may access a register [i] of the other one. */
static bool may_meet(const struct scene *w, const struct scene_group *g, const struct aim *aim, uint32_t other)
{
  if (!aim->known) return true;
  return (g->row == DIMENSION_PROCESSES && is_at(w, other, aim->row)) ||
         (g->column == DIMENSION_PROCESSES && is_at(w, other, aim->column));
}

/* The pair without a member; and, of the two that have it, which ones they are, and which of their members it is. */
static const struct {
  uint8_t without, in[2], as[2];
} pairs_with[] = {{2, {0, 1}, {0, 0}}, {1, {0, 2}, {1, 0}}, {0, {1, 2}, {1, 1}}};

static bool is_of_processes(const struct scene_group *g)
{
  return g->row == DIMENSION_PROCESSES || g->column == DIMENSION_PROCESSES;
}

/* Whether the next step of a member of three, of which one view is given, may concern another pair than it is in. */
static bool may_matter(const struct closing *c, const struct views_triple *t, const struct view *v, uint32_t as,
                       uint32_t member)
{
  const struct node *n = &t->scene.machine->graph.node[v->node[as]];
  if (!rmr_kind_accesses(n->access)) return false;
  if (is_of_processes(&t->scene.group[n->group])) return true;
  if (!rmr_kind_writes(n->access)) return false;
  const struct aim *aim = &v->aim[as];
  const struct scene *others = &c->scenes.pair[t->pair[pairs_with[member].without]].scene;
  return !aim->known ||
         scene_cell(others, n->group, abstract_unpack(aim->row), abstract_unpack(aim->column)) != NO_CELL;
}

/* The pairs of three, as bits, of which a step of a member may lead to views that no step beside one other leads to:
 * all, if it accesses a register of another process; that of the two others, if it writes a register that is no
 * process's and that they know. */
static uint32_t targets_of(const struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE],
                           uint32_t member)
{
  const struct view *v[2];
  const uint8_t *as = pairs_with[member].as, *in = pairs_with[member].in;
  for (uint32_t k = 0; k < 2; k++) v[k] = &c->of[t->pair[in[k]]].view[view[in[k]]];
  if (!may_matter(c, t, v[0], as[0], member)) return 0;
  const struct scene_group *g = &t->scene.group[t->scene.machine->graph.node[v[0]->node[as[0]]].group];
  if (!is_of_processes(g)) return 1u << pairs_with[member].without;
  bool meets = false;
  for (uint32_t k = 0; k < 2; k++)
    meets |= may_meet(&c->scenes.pair[t->pair[in[k]]].scene, g, &v[k]->aim[as[k]], 1u - as[k]);
  return meets ? 7 : 0;
}

/* The steps of three processes that show these views. */
static bool step_three(struct closing *c, struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE])
{
  bool joined = false;
  for (uint32_t m = 0; m < 3; m++) {
    const uint32_t targets = targets_of(c, t, view, m);
    if (targets == 0) continue;
    if (!joined) {
      for (uint32_t k = 0; k < PAIRS_OF_TRIPLE; k++) copy_state(c, t->pair[k], view[k], c->shows[k]);
      const enum views_joined how = views_join(t, (const int32_t *const *)c->shows, c->joined);
      if (how == VIEWS_APART) return true;
      if (how == VIEWS_VAGUE)
        return stop(c, REACH_STUCK, "what three processes show two by two has several meanings", 0);
      joined = true;
    }
    c->triple = t;
    c->targets = targets;
    if (!goes_on(c) || !abstract_step(&t->scene, c->joined, m, take_triple, c)) return false;
  }
  return true;
}

/* How to find the others of three that show the view as that of a pair: they are found along their ends. */
static const struct {
  uint8_t along, between;            /* a pair with which it shares a member, and the one that closes the triangle */
  uint8_t view_member, along_member; /* the member that they share, in each */
  bool along_first;                  /* the other end of `along` is the first member of `between` */
  uint8_t member[3];                 /* of the three: the two of the view, and the third one */
} ways[PAIRS_OF_TRIPLE] = {
  {1, 2, 0, 0, false, {0, 1, 2}}, {0, 2, 0, 0, true, {0, 2, 1}}, {0, 1, 0, 1, true, {1, 2, 0}}};

static bool close_triangle(struct closing *c, struct views_triple *t, uint32_t role, uint32_t view[PAIRS_OF_TRIPLE])
{
  const uint32_t along = ways[role].along, between = ways[role].between;
  struct views_of_pair *closes = &c->of[t->pair[between]];
  const uint32_t one = c->of[t->pair[role]].view[view[role]].end[1 - ways[role].view_member];
  const uint32_t other = c->of[t->pair[along]].view[view[along]].end[1 - ways[role].along_member];
  view[between] = ways[role].along_first ? first_between(closes, other, one) : first_between(closes, one, other);
  for (; view[between] != NO_VIEW; view[between] = closes->view[view[between]].next_same)
    if (!step_three(c, t, view)) return false;
  return true;
}

/* All states of three that show the view as that of the pair `role`, and others that have been handled. */
static bool join_as(struct closing *c, struct views_triple *t, uint32_t role, uint32_t number)
{
  const struct view *v = &c->of[t->pair[role]].view[number];
  struct views_of_pair *beside = &c->of[t->pair[ways[role].along]];
  const uint32_t at = ways[role].along_member;
  const bool matters = may_matter(c, t, v, 0, ways[role].member[0]) || may_matter(c, t, v, 1, ways[role].member[1]);
  uint32_t view[PAIRS_OF_TRIPLE];
  view[role] = number;
  for (uint32_t k = first_with(beside, at, v->end[ways[role].view_member]); k != NO_VIEW;
       k = beside->view[k].next[at]) {
    view[ways[role].along] = k;
    if (!matters && !may_matter(c, t, &beside->view[k], 1 - at, ways[role].member[2])) continue;
    if (!close_triangle(c, t, role, view)) return false;
  }
  return true;
}

static bool handle(struct closing *c, uint32_t pair, uint32_t view)
{
  struct views_pair *p = &c->scenes.pair[pair];
  bool ok = true;
  copy_state(c, pair, view, c->from);
  enlist(&c->of[pair], view);
  c->pair = pair;
  for (uint32_t m = 0; ok && m < 2; m++) ok = goes_on(c) && abstract_step(&p->scene, c->from, m, take_pair, c);
  for (uint32_t k = 0; ok && k < c->scenes.n_triples; k++)
    for (uint32_t role = 0; ok && role < PAIRS_OF_TRIPLE; role++)
      if (c->scenes.triple[k].pair[role] == pair) ok = join_as(c, &c->scenes.triple[k], role, view);
  return ok;
}

static bool close_all(struct closing *c)
{
  bool ok = true, any = true;
  for (c->pair = 0; ok && c->pair < c->scenes.n_pairs; c->pair++)
    ok = abstract_begin(&c->scenes.pair[c->pair].scene, take_pair, c);
  while (ok && any) {
    any = false;
    for (uint32_t k = 0; ok && k < c->scenes.n_pairs; k++)
      while (ok && c->of[k].handled < c->of[k].states.n) {
        any = true;
        ok = handle(c, k, c->of[k].handled++);
      }
  }
  return ok;
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static void closing_free(struct closing *c)
{
  for (uint32_t k = 0; c->single != NULL && k < c->scenes.n_singles; k++) lookup_free(&c->single[k]);
  for (uint32_t k = 0; c->of != NULL && k < c->scenes.n_pairs; k++) {
    struct views_of_pair *of = &c->of[k];
    lookup_free(&of->states);
    lookup_free(&of->ends);
    free(of->view);
    free(of->head[0]);
    free(of->head[1]);
    free(of->same);
  }
  free(c->single);
  free(c->of);
  free(c->kinds.seen);
  free(c->joined);
  free(c->shown);
  free(c->alone);
  free(c->from);
  for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) free(c->shows[p]);
  views_scenes_free(&c->scenes);
}

static uint32_t longest(const struct views_scenes *s)
{
  uint32_t most = 0;
  for (uint32_t k = 0; k < s->n_triples; k++)
    if (s->triple[k].scene.length > most) most = s->triple[k].scene.length;
  for (uint32_t k = 0; k < s->n_pairs; k++)
    if (s->pair[k].scene.length > most) most = s->pair[k].scene.length;
  return most;
}

/* Whether identities are alike is read off the graph and the groups of any scene. */
static bool find_alike(struct scene *like, struct error *e)
{
  struct scene one = *like;
  one.members = 1;
  one.ring.members = 1;
  one.identity[0] = 1;
  const bool ok = scene_create(&one, e);
  like->alike = ok && views_are_alike(&one);
  scene_free(&one);
  return ok;
}

bool views_search(const struct scene *like, const struct reach_limits *limits, struct views_found *out, struct error *e)
{
  struct closing c = {.limits = limits, .out = out};
  const struct flow *f = &like->machine->graph;
  *out = (struct views_found){.end = REACH_ALL};
  struct scene asked = *like;
  bool ok = find_alike(&asked, e) && views_scenes_create(&c.scenes, &asked, limits, &out->end, e);
  if (ok) {
    const uint32_t length = longest(&c.scenes);
    c.single = mem_new(c.scenes.n_singles, sizeof *c.single);
    c.of = mem_new(c.scenes.n_pairs, sizeof *c.of);
    c.kinds.seen = mem_new((size_t)f->n_nodes * (STATE_SLOTS + f->n_slots) * (1 + MOST_PARTS), sizeof *c.kinds.seen);
    c.joined = mem_new(length, sizeof *c.joined);
    c.shown = mem_new(length, sizeof *c.shown);
    c.alone = mem_new(length, sizeof *c.alone);
    c.from = mem_new(length, sizeof *c.from);
    for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) c.shows[p] = mem_new(length, sizeof *c.shows[p]);
    close_all(&c);
  }
  out->n_views = (uint32_t)c.n_views;
  closing_free(&c);
  return ok || out->end != REACH_ALL;
}
