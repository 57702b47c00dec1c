/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/abstract_way.h"
#include "prove/views_places.h"

enum { POLL_EVERY = 1 << 8, MOST_STEPS = 1 << 24 };

/* --- views -------------------------------------------------------------------------------------------------------- */

static bool stop(struct closing *c, enum reach_end end, const char *why, uint16_t line)
{
  c->out->end = end;
  c->out->stuck = why;
  c->out->line = line;
  return false;
}

static size_t bytes_of_steps(const struct closing *c)
{
  size_t n = 0;
  for (uint32_t k = 0; c->steps != NULL && k < c->scenes.n_pairs; k++) n += c->steps[k].all.n;
  return n * (sizeof(struct views_step) + 64);
}

static size_t bytes_of(const struct closing *c)
{
  size_t bytes = c->scenes.bytes + bytes_of_steps(c) + views_reads_bytes(&c->reads, c->n_views);
  for (uint32_t k = 0; k < c->scenes.n_pairs; k++)
    bytes += c->of[k].states.n * (c->scenes.pair[k].scene.length * sizeof(int32_t) + 48 + sizeof(struct view) + 64);
  return bytes;
}

static void forget_steps(struct closing *c)
{
  for (uint32_t k = 0; c->steps != NULL && k < c->scenes.n_pairs; k++) views_steps_free(&c->steps[k]);
  free(c->steps);
  c->steps = NULL;
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
static bool add_view(struct closing *c, uint32_t pair, int32_t *state, uint32_t *out)
{
  struct views_pair *p = &c->scenes.pair[pair];
  struct views_of_pair *of = &c->of[pair];
  size_t number;
  *out = 0;
  views_tidy(&p->scene, &c->kinds, state);
  if (c->kinds.mixed != NULL) return stop(c, REACH_STUCK, c->kinds.mixed, 0);
  const bool new = lookup_is_new(&of->states, state, p->scene.length * sizeof *state, &number);
  *out = (uint32_t)number;
  if (!new) return true;
  of->view = mem_another(of->view, number, sizeof *of->view);
  for (uint32_t m = 0; m < 2; m++) {
    of->view[number].end[m] = end_of(c, p, m, state);
    of->view[number].places[m] = views_places(p, m, state);
    of->view[number].node[m] = (uint32_t)state[state_member(&p->scene, m) + STATE_NODE];
    of->view[number].comes[m] = p->scene.queue && !queue_is_there(&p->scene, state, m);
  }
  memcpy(c->alone, state, p->scene.length * sizeof *state); /* it may be the scene's own room */
  views_aim(&p->scene, c->alone, &of->view[number]);
  of->meet |= of->view[number].aim[0].meets || of->view[number].aim[1].meets;
  c->n_views++;
  return !reach_are_inside(&p->scene, state) || stop(c, REACH_EXCLUSION, NULL, 0);
}

static void copy_state(const struct closing *c, uint32_t pair, uint32_t view, int32_t *out)
{
  memcpy(out, lookup_text(&c->of[pair].states, view), c->scenes.pair[pair].scene.length * sizeof *out);
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static bool goes_on(struct closing *c)
{
  if (++c->n_steps % POLL_EVERY != 0) return true;
  size_t handled = 0;
  for (uint32_t k = 0; k < c->scenes.n_pairs; k++) handled += c->of[k].handled;
  enum reach_end end = reach_poll(c->limits, (uint32_t)c->n_views, (uint32_t)(c->n_views - handled), bytes_of(c));
  if (end == REACH_MEMORY && c->steps != NULL) {
    forget_steps(c);
    return true;
  }
  if (end == REACH_ALL && c->n_steps >= MOST_STEPS) end = REACH_MEMORY;
  return end == REACH_ALL || stop(c, end, NULL, 0);
}

static bool take_pair(void *self, const struct walked *walked)
{
  struct closing *c = self;
  if (walked->stuck != NULL) return stop(c, REACH_STUCK, walked->stuck, walked->line);
  uint32_t to;
  const bool ok = add_view(c, c->pair, walked->state, &to);
  if (ok && c->steps != NULL && c->view[0] != NO_VIEW) views_keep_of_pair(c, to, walked);
  return ok;
}

static bool take_triple(void *self, const struct walked *walked)
{
  struct closing *c = self;
  if (walked->stuck != NULL) return stop(c, REACH_STUCK, walked->stuck, walked->line);
  for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) {
    if ((c->targets >> p & 1) == 0) continue;
    views_show(&c->triple->lens[p], walked->state, c->shown);
    uint32_t to;
    if (!add_view(c, c->triple->pair[p], c->shown, &to)) return false;
    if (c->steps != NULL) views_keep_of_three(c, p, to, walked);
  }
  return true;
}

/* Of what `shows` has of each pair. */
static bool join_shown(struct closing *c)
{
  const enum views_joined how = views_join(c->triple, (const int32_t *const *)c->shows, c->joined);
  c->apart = how == VIEWS_APART;
  return how != VIEWS_VAGUE || stop(c, REACH_STUCK, "what three processes show two by two has several meanings", 0);
}

/* The state of the three processes that show the views. Those of the step before may be the same. */
static bool join_views(struct closing *c, const struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE])
{
  if (memcmp(c->view, view, sizeof c->view) == 0 && c->triple == t) return true;
  for (uint32_t k = 0; k < PAIRS_OF_TRIPLE; k++) copy_state(c, t->pair[k], view[k], c->shows[k]);
  c->triple = t;
  memcpy(c->view, view, sizeof c->view);
  return join_shown(c);
}

static bool step_three(struct closing *c, struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE], uint32_t member,
                       uint32_t targets)
{
  if (!join_views(c, t, view) || c->apart) return c->out->end == REACH_ALL;
  c->targets = targets;
  c->member = member;
  /* The two others would not see it, as the step is in the scenes of that process. */
  if (views_may_come(c, t, view, member) && views_may_leave(c, t, view, member))
    return stop(c, REACH_STUCK, "a doorway may end at a register of another process", 0);
  memcpy(c->rest, c->joined, t->scene.length * sizeof *c->rest);
  return goes_on(c) && abstract_step(&t->scene, c->rest, member, take_triple, c);
}

/* Of the owner of the register all else is forgotten (views_reads.h). */
static bool make_read(struct closing *c, struct views_triple *t, const struct views_roles *r, const uint32_t kept[2],
                      uint32_t view)
{
  const uint32_t pair[] = {r->asked, r->beside};
  for (uint32_t k = 0; k < 2; k++) {
    c->view[pair[k]] = NO_VIEW;
    memcpy(c->shows[pair[k]], lookup_text(&c->reads.kept, kept[k]),
           views_scene_of(c, t, pair[k])->length * sizeof *c->shows[0]);
  }
  c->view[r->concerned] = view;
  copy_state(c, t->pair[r->concerned], view, c->shows[r->concerned]);
  c->triple = t;
  if (!join_shown(c) || c->apart) return c->out->end == REACH_ALL;
  c->targets = 1u << r->concerned;
  c->member = r->reader;
  return goes_on(c) && abstract_step(&t->scene, c->joined, r->reader, take_triple, c);
}

static bool find_steps(struct closing *c, struct views_triple *t, const uint32_t view[PAIRS_OF_TRIPLE])
{
  for (uint32_t m = 0; m < 3; m++) {
    const uint32_t targets = views_targets(c, t, view, m);
    if (targets != 0 && !step_three(c, t, view, m, targets)) return false;
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

/* With all views between the ends of two, of which `between` is the first. concerns: it is known that a step may
 * concern others than its process. */
static bool close_triangle(struct closing *c, struct views_triple *t, uint32_t role, uint32_t between, bool concerns,
                           uint32_t view[PAIRS_OF_TRIPLE])
{
  const struct views_of_pair *closes = &c->of[t->pair[ways[role].between]];
  for (uint32_t k = between; k != NO_VIEW; k = closes->view[k].next) {
    view[ways[role].between] = k;
    if (!concerns && !closes->view[k].aim[0].meets && !closes->view[k].aim[1].meets) continue;
    const bool fit =
      views_places_fit(c, t, view, ways[role].member[1]) && views_places_fit(c, t, view, ways[role].member[2]);
    if (fit && !find_steps(c, t, view)) return false;
  }
  return true;
}

/* The first view that closes the triangle with those of an edge. */
static uint32_t first_closing(const struct closing *c, const struct views_triple *t, uint32_t role, uint32_t one,
                              const struct views_edge *edge)
{
  const struct views_of_pair *closes = &c->of[t->pair[ways[role].between]];
  const struct view *beside = &c->of[t->pair[ways[role].along]].view[edge->first];
  const uint32_t other = beside->end[1 - ways[role].along_member];
  return ways[role].along_first ? views_first_between(closes, other, one) : views_first_between(closes, one, other);
}

#define NOT_ASKED (NO_VIEW - 1)

/* All states of three that show the view as that of the pair `role`, and others that have been handled. */
static bool join_as(struct closing *c, struct views_triple *t, uint32_t role, uint32_t number)
{
  const struct view *v = &c->of[t->pair[role]].view[number];
  const struct views_of_pair *beside = &c->of[t->pair[ways[role].along]], *closes = &c->of[t->pair[ways[role].between]];
  const uint32_t at = ways[role].along_member, one = v->end[1 - ways[role].view_member];
  const bool by_view =
    views_may_concern(c, t, v, 0, ways[role].member[0]) || views_may_concern(c, t, v, 1, ways[role].member[1]);
  uint32_t view[PAIRS_OF_TRIPLE];
  view[role] = number;
  uint32_t e = views_first_edge(beside, at, v->end[ways[role].view_member]);
  for (; e != NO_VIEW; e = beside->edge[e].next[at]) {
    uint32_t between = NOT_ASKED;
    for (uint32_t k = beside->edge[e].first; k != NO_VIEW && between != NO_VIEW; k = beside->view[k].next) {
      const struct view *along = &beside->view[k];
      view[ways[role].along] = k;
      const bool concerns =
        by_view || along->aim[at].meets || views_may_concern(c, t, along, 1 - at, ways[role].member[2]);
      if (!concerns && !closes->meet) continue;
      if (between == NOT_ASKED) between = first_closing(c, t, role, one, &beside->edge[e]);
      if (!views_places_fit(c, t, view, ways[role].member[0])) continue;
      if (!close_triangle(c, t, role, between, concerns, view)) return false;
    }
  }
  return true;
}

static bool handle(struct closing *c, uint32_t pair, uint32_t view)
{
  struct views_pair *p = &c->scenes.pair[pair];
  bool ok = true;
  copy_state(c, pair, view, c->from);
  views_enlist(&c->of[pair], view);
  if (c->reads.of != NULL) views_enlist_reads(c, pair, view);
  c->pair = pair;
  c->view[0] = view;
  c->triple = NULL;
  for (c->member = 0; ok && c->member < 2; c->member++)
    ok = goes_on(c) && abstract_step(&p->scene, c->from, c->member, take_pair, c);
  for (uint32_t k = 0; ok && k < c->scenes.n_triples; k++)
    for (uint32_t role = 0; ok && role < PAIRS_OF_TRIPLE; role++)
      if (c->scenes.triple[k].pair[role] == pair)
        ok = (c->reads.of == NULL || views_find_reads(c, &c->scenes.triple[k], role, view, make_read)) &&
             join_as(c, &c->scenes.triple[k], role, view);
  return ok;
}

static bool close_all(struct closing *c)
{
  bool ok = true, any = true;
  c->view[0] = NO_VIEW;
  for (c->pair = 0; ok && c->pair < c->scenes.n_pairs; c->pair++) {
    ok = abstract_begin(&c->scenes.pair[c->pair].scene, take_pair, c);
    if (c->steps != NULL) c->steps[c->pair].n_first = (uint32_t)c->of[c->pair].states.n;
  }
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

static uint32_t longest(const struct views_scenes *s)
{
  uint32_t most = 0;
  for (uint32_t k = 0; k < s->n_triples; k++)
    if (s->triple[k].scene.length > most) most = s->triple[k].scene.length;
  for (uint32_t k = 0; k < s->n_pairs; k++)
    if (s->pair[k].scene.length > most) most = s->pair[k].scene.length;
  return most;
}

/* All but the scenes, which have been made. */
static void closing_create(struct closing *c, bool keeps_steps)
{
  const uint32_t length = longest(&c->scenes), n_pairs = c->scenes.n_pairs;
  const struct scene *any = &c->scenes.pair[0].scene;
  c->single = mem_new(c->scenes.n_singles, sizeof *c->single);
  c->of = mem_new(n_pairs, sizeof *c->of);
  views_kinds_create(&c->kinds, &any->machine->graph);
  if (views_reads_are_apart(any)) c->reads.of = mem_new(n_pairs, sizeof *c->reads.of);
  if (keeps_steps) c->steps = mem_new(n_pairs, sizeof *c->steps);
  c->joined = mem_new(length, sizeof *c->joined);
  c->rest = mem_new(length, sizeof *c->rest);
  c->shown = mem_new(length, sizeof *c->shown);
  c->alone = mem_new(length, sizeof *c->alone);
  c->from = mem_new(length, sizeof *c->from);
  for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) c->shows[p] = mem_new(length, sizeof *c->shows[p]);
}

static void closing_free(struct closing *c, bool given)
{
  for (uint32_t k = 0; c->single != NULL && k < c->scenes.n_singles; k++) lookup_free(&c->single[k]);
  for (uint32_t k = 0; c->of != NULL && k < c->scenes.n_pairs; k++) views_lists_free(&c->of[k]);
  free(c->single);
  free(c->of);
  free(c->kinds.seen);
  views_reads_free(&c->reads, c->scenes.n_pairs);
  free(c->joined);
  free(c->rest);
  free(c->shown);
  free(c->alone);
  free(c->from);
  for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) free(c->shows[p]);
  if (given) return;
  forget_steps(c);
  views_scenes_free(&c->scenes);
}

/* Whether identities are alike is read off the graph and the groups of any scene. */
static bool find_alike(struct scene *like, struct error *e)
{
  struct scene one = *like;
  one.members = 1;
  one.identity[0] = 1;
  const bool ok = scene_create(&one, e);
  like->alike = ok && views_are_alike(&one);
  like->ring.open = ok && like->n == 0 && !like->alike && one.ranks;
  scene_free(&one);
  return ok;
}

/* The result goes to the caller. */
static void give(struct closing *c, struct views_graph *graph)
{
  *graph = (struct views_graph){.scenes = c->scenes, .steps = c->steps};
  for (uint32_t k = 0; k < c->scenes.n_pairs; k++)
    views_finish_steps(&graph->steps[k], &c->of[k].states, c->scenes.pair[k].scene.length);
}

bool views_search(const struct scene *like, const struct reach_limits *limits, struct views_graph *graph,
                  struct views_found *out, struct error *e)
{
  struct closing c = {.limits = limits, .out = out};
  *out = (struct views_found){.end = REACH_ALL};
  struct scene asked = *like;
  bool ok = find_alike(&asked, e) && views_scenes_create(&c.scenes, &asked, limits, &out->end, e);
  if (ok) {
    closing_create(&c, graph != NULL);
    close_all(&c);
  }
  const bool given = ok && c.steps != NULL && out->end == REACH_ALL;
  if (given) give(&c, graph);
  out->n_views = (uint32_t)c.n_views;
  closing_free(&c, given);
  return ok || out->end != REACH_ALL;
}
