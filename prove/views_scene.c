/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views_scene.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/views_places.h"

/* --- members ------------------------------------------------------------------------------------------------------ */

const uint8_t views_members_of_pair[PAIRS_OF_TRIPLE][2] = {{0, 1}, {0, 2}, {1, 2}};

const struct views_pairs_with views_pairs_with[3] = {{2, {0, 1}, {0, 0}}, {1, {0, 2}, {1, 0}}, {0, {1, 2}, {1, 1}}};

/* --- the registers of a scene ------------------------------------------------------------------------------------- */

/* P_p as bit p-1. */
static uint64_t bit_of(uint32_t identity)
{
  return UINT64_C(1) << (identity - 1);
}

/* The p-th pair of the members. */
static uint64_t pair_of(const struct scene *w, uint32_t p)
{
  return bit_of(w->identity[views_members_of_pair[p][0]]) | bit_of(w->identity[views_members_of_pair[p][1]]);
}

static uint32_t pairs_in(const struct scene *w)
{
  return w->members * (w->members - 1) / 2;
}

/* The fewest processes that access a register that both of a pair access. */
static int fewest(const struct views_scenes *s, const struct scene *w, uint64_t pair)
{
  int least = 65;
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++)
    for (uint32_t k = 0; s->accessed[g] != NULL && k < w->group[g].n_cells; k++) {
      const uint64_t by = s->accessed[g][k];
      if ((by & pair) == pair && __builtin_popcountll(by) < least) least = __builtin_popcountll(by);
    }
  return least;
}

/* The cell of a group with no dimension of the processes: one process keeps what all pairs keep, three what two of them
 * keep. `least`: of each pair. */
static bool keeps(const struct views_scenes *s, const struct scene *w, uint32_t group, uint32_t cell,
                  const int least[PAIRS_OF_TRIPLE])
{
  if (s->accessed[group] == NULL) return true;
  const uint64_t by = s->accessed[group][cell];
  if (w->members == 1) return by == UINT64_MAX >> (64 - w->n) && least[0] == (int)w->n;
  bool any = false;
  for (uint32_t p = 0; p < pairs_in(w); p++)
    any |= (by & pair_of(w, p)) == pair_of(w, p) && __builtin_popcountll(by) == least[p];
  return any;
}

/* The same of any pair that there is. If it is N, all pairs keep what all processes access. */
static int fewest_of_all(const struct views_scenes *s, const struct scene *w)
{
  int least = 65;
  for (uint32_t a = 1; a <= w->n; a++)
    for (uint32_t b = a + 1; b <= w->n; b++) {
      const int here = fewest(s, w, bit_of(a) | bit_of(b));
      if (here < least) least = here;
    }
  return least;
}

static void find_fewest(const struct views_scenes *s, const struct scene *w, int least[PAIRS_OF_TRIPLE])
{
  least[0] = least[1] = least[2] = 0;
  if (w->n == 0) return;
  if (w->members == 1) least[0] = fewest_of_all(s, w);
  for (uint32_t p = 0; p < pairs_in(w); p++) least[p] = fewest(s, w, pair_of(w, p));
}

/* At a large N there are many scenes. A freed block is whole, as the next scene asks for as much. */
static void take_room_back(struct scene *w)
{
  struct cell *kept = mem_new(w->n_cells + 1, sizeof *kept);
  memcpy(kept, w->cell, w->n_cells * sizeof *kept);
  free(w->cell);
  w->cell = kept;
}

/* Leaves the cells that belong to the members, and those that are kept: each is exact, as if one member alone wrote
 * it. */
static void choose_cells(const struct views_scenes *s, struct scene *w)
{
  int least[PAIRS_OF_TRIPLE];
  find_fewest(s, w, least);
  uint32_t n = 0;
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++) {
    struct scene_group *group = &w->group[g];
    const uint32_t from = group->first_cell, to = from + group->n_cells, first = n;
    for (uint32_t k = from; k < to; k++) {
      const struct cell *c = &w->cell[k];
      const bool row = group->row != DIMENSION_PROCESSES || w->whole || scene_who(w, c->row) != NO_MEMBER;
      const bool column = group->column != DIMENSION_PROCESSES || w->whole || scene_who(w, c->column) != NO_MEMBER;
      if (!row || !column || (!scene_of_processes(group) && !keeps(s, w, g, k - from, least))) continue;
      w->cell[n] = *c;
      w->cell[n].exact = true;
      w->cell[n++].owner = 0;
    }
    group->first_cell = first;
    group->n_cells = n - first;
  }
  w->n_cells = n;
  take_room_back(w);
  scene_measure(w);
}

static bool make_scene(struct views_scenes *s, struct scene *w, const struct scene *like, const uint32_t *identity,
                       struct ring ring, struct error *e)
{
  *w = *like;
  w->members = ring.members;
  w->ring = ring;
  for (uint32_t k = 0; k < w->members && w->n != 0; k++) w->identity[k] = identity[k];
  w->observed = NO_MEMBER;
  w->grew = NULL;
  w->of_views = true;
  if (!scene_create(w, e)) return false;
  choose_cells(s, w);
  s->bytes += scene_bytes(w);
  return true;
}

/* --- accesses of processes ---------------------------------------------------------------------------------------- */

/* Each process alone among others that write what they ever write. */
static bool find_accessed_by(struct views_scenes *s, const struct scene *like, uint32_t p,
                             const struct reach_limits *limits, enum reach_end *end, struct error *e)
{
  struct scene w = *like;
  struct abstract_graph reach = {0};
  w.members = 1;
  w.identity[0] = p;
  w.observed = NO_MEMBER;
  w.grew = NULL;
  bool ok = scene_create(&w, e);
  if (ok) {
    w.accessed = mem_new(w.n_cells, sizeof *w.accessed);
    *end = reach_all(&w, false, limits, &reach);
    ok = *end == REACH_ALL;
  }
  for (uint32_t g = 0; ok && g < w.machine->tree->n_groups; g++) {
    if (scene_of_processes(&w.group[g])) continue;
    if (s->accessed[g] == NULL) s->accessed[g] = mem_new(w.group[g].n_cells, sizeof **s->accessed);
    for (uint32_t k = 0; k < w.group[g].n_cells; k++)
      if (w.accessed[w.group[g].first_cell + k]) s->accessed[g][k] |= bit_of(p);
  }
  free(w.accessed);
  reach_free(&reach);
  scene_free(&w);
  return ok;
}

/* --- all scenes --------------------------------------------------------------------------------------------------- */

/* At every N: the scene of the members from `first` to `last` of one with this ring. Its number is whether its first
 * member is apart from 1, and its last one from N. */
static uint32_t scene_within(const struct scene *like, struct ring ring, uint8_t first, uint8_t last)
{
  const bool first_apart = first != 0 || ring.first_apart, last_apart = last + 1 != ring.members || ring.last_apart;
  return like->alike || ring.open ? 0 : first_apart + 2u * last_apart;
}

static uint32_t pair_at(uint32_t n, uint32_t a, uint32_t b)
{
  return (a - 1) * n - a * (a - 1) / 2 + (b - a - 1);
}

/* Whether all that have been made fit into the memory. */
static bool fits(const struct views_scenes *s, const struct reach_limits *limits, enum reach_end *end)
{
  if (s->bytes > limits->memory) *end = REACH_MEMORY;
  return *end == REACH_ALL;
}

/* The k-th scene of so many members at every N. */
static struct ring ring_of(const struct scene *like, uint32_t members, uint32_t k)
{
  if (like->ring.open) return (struct ring){.members = (uint8_t)members, .open = true};
  return (struct ring){(uint8_t)members, like->alike || (k & 1) != 0, like->alike || (k & 2) != 0, false};
}

static bool make_singles(struct views_scenes *s, const struct scene *like, struct error *e)
{
  for (uint32_t k = 0; k < s->n_singles; k++) {
    const uint32_t identity = k + 1;
    if (!make_scene(s, &s->single[k], like, &identity, ring_of(like, 1, k), e)) return false;
  }
  return true;
}

static bool make_pair(struct views_scenes *s, uint32_t at, const struct scene *like, const uint32_t *identity,
                      struct ring ring, struct error *e)
{
  struct views_pair *p = &s->pair[at];
  if (!make_scene(s, &p->scene, like, identity, ring, e)) return false;
  for (uint8_t k = 0; k < 2; k++) {
    p->single[k] = like->n != 0 ? identity[k] - 1 : scene_within(like, ring, k, k);
    lens_make(&p->lens[k], &p->scene, &s->single[p->single[k]], &k);
  }
  return true;
}

static bool make_pairs(struct views_scenes *s, const struct scene *like, struct error *e)
{
  bool ok = true;
  for (uint32_t k = 0; ok && like->n == 0 && k < s->n_pairs; k++)
    ok = make_pair(s, k, like, NULL, ring_of(like, 2, k), e);
  for (uint32_t a = 1; ok && a <= like->n; a++)
    for (uint32_t b = a + 1; ok && b <= like->n; b++)
      ok = make_pair(s, pair_at(like->n, a, b), like, (uint32_t[]){a, b}, (struct ring){.members = 2}, e);
  return ok;
}

static void find_shown(struct views_triple *t)
{
  t->shown = mem_new(t->scene.length, sizeof *t->shown);
  for (uint32_t k = 0; k < t->scene.length; k++)
    for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) t->shown[k].at[p] = NO_WORD;
  for (uint8_t p = 0; p < PAIRS_OF_TRIPLE; p++) {
    for (uint32_t k = 0; k < t->lens[p].to->length; k++) {
      if (t->lens[p].word[k] == NO_WORD) continue;
      struct views_shown *by = &t->shown[t->lens[p].word[k]];
      by->at[p] = (int32_t)k;
      if (by->n++ == 0) by->first = p;
      by->last = p;
    }
  }
}

static bool make_triple(struct views_scenes *s, struct views_triple *t, const struct scene *like,
                        const uint32_t *identity, struct ring ring, struct error *e)
{
  if (!make_scene(s, &t->scene, like, identity, ring, e)) return false;
  s->bytes += sizeof *t - sizeof t->scene + t->scene.length * (PAIRS_OF_TRIPLE * sizeof(int32_t) + sizeof *t->shown);
  for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) {
    const uint8_t *members = views_members_of_pair[p];
    t->pair[p] = like->n != 0 ? pair_at(like->n, identity[members[0]], identity[members[1]])
                              : scene_within(like, ring, members[0], members[1]);
    lens_make(&t->lens[p], &t->scene, &s->pair[t->pair[p]].scene, members);
  }
  find_shown(t);
  views_compare_places(t);
  return true;
}

static bool make_triples(struct views_scenes *s, const struct scene *like, const struct reach_limits *limits,
                         enum reach_end *end, struct error *e)
{
  bool ok = fits(s, limits, end);
  struct views_triple *next = s->triple;
  for (uint32_t k = 0; ok && like->n == 0 && k < s->n_triples; k++)
    ok = make_triple(s, next++, like, NULL, ring_of(like, 3, k), e);
  for (uint32_t a = 1; ok && a <= like->n; a++)
    for (uint32_t b = a + 1; ok && b <= like->n; b++)
      for (uint32_t c = b + 1; ok && c <= like->n; c++)
        ok =
          make_triple(s, next++, like, (uint32_t[]){a, b, c}, (struct ring){.members = 3}, e) && fits(s, limits, end);
  return ok;
}

bool views_scenes_create(struct views_scenes *s, const struct scene *like, const struct reach_limits *limits,
                         enum reach_end *end, struct error *e)
{
  const uint32_t n = like->n;
  const uint32_t every = like->alike || like->ring.open ? 1 : 4;
  *s = (struct views_scenes){.n_singles = n != 0 ? n : every,
                             .n_pairs = n != 0 ? n * (n - 1) / 2 : every,
                             .n_triples = n != 0 ? n * (n - 1) * (n - 2) / 6 : every};
  s->single = mem_new(s->n_singles, sizeof *s->single);
  s->pair = mem_new(s->n_pairs, sizeof *s->pair);
  s->triple = mem_new(s->n_triples, sizeof *s->triple);
  *end = REACH_ALL;
  for (uint32_t p = 1; p <= n && !like->whole; p++)
    if (!find_accessed_by(s, like, p, limits, end, e)) return false;
  return make_singles(s, like, e) && make_pairs(s, like, e) && make_triples(s, like, limits, end, e);
}

static bool group_is_kept_alike(const struct scene *a, const struct scene *b, uint32_t group)
{
  const struct scene_group *one = &a->group[group], *other = &b->group[group];
  if (scene_of_processes(one)) return true;
  bool alike = one->n_cells == other->n_cells;
  for (uint32_t k = 0; alike && k < one->n_cells; k++) {
    const struct cell *here = &a->cell[one->first_cell + k], *there = &b->cell[other->first_cell + k];
    alike = here->row == there->row && here->column == there->column;
  }
  return alike;
}

bool views_keep_alike(const struct views_scenes *s)
{
  /* A pair knows only the nodes of its members, and so only copies of their registers. */
  if (s->n_pairs != 0 && (s->pair[0].scene.whole || s->pair[0].scene.nodes)) return false;
  for (uint32_t pair = 1; pair < s->n_pairs; pair++)
    for (uint32_t g = 0; g < s->pair[pair].scene.machine->tree->n_groups; g++)
      if (!group_is_kept_alike(&s->pair[0].scene, &s->pair[pair].scene, g)) return false;
  return true;
}

void views_scenes_free(struct views_scenes *s)
{
  for (uint32_t k = 0; k < s->n_singles; k++) scene_free(&s->single[k]);
  for (uint32_t k = 0; k < s->n_pairs; k++) {
    scene_free(&s->pair[k].scene);
    for (uint32_t l = 0; l < 2; l++) lens_free(&s->pair[k].lens[l]);
  }
  for (uint32_t k = 0; k < s->n_triples; k++) {
    scene_free(&s->triple[k].scene);
    for (uint32_t l = 0; l < PAIRS_OF_TRIPLE; l++) lens_free(&s->triple[k].lens[l]);
    free(s->triple[k].shown);
  }
  for (uint32_t g = 0; g < RMR_MAX_GROUPS; g++) free(s->accessed[g]);
  free(s->single);
  free(s->pair);
  free(s->triple);
}
