/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views_scene.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* --- members ------------------------------------------------------------------------------------------------------ */

const uint8_t views_members_of_pair[PAIRS_OF_TRIPLE][2] = {{0, 1}, {0, 2}, {1, 2}};

static bool of_processes(const struct scene *w, uint32_t group)
{
  return w->group[group].row == DIMENSION_PROCESSES || w->group[group].column == DIMENSION_PROCESSES;
}

static int32_t identity_word(const struct scene *w, uint32_t member)
{
  return abstract_pack(w->n == 0 ? abstract_place(ring_member(w->ring, member))
                                 : abstract_plain((int32_t)w->identity[member]));
}

/* The member whose identity it is; members: none's. */
static uint32_t member_at(const struct scene *w, int32_t word)
{
  uint32_t member = 0;
  while (member < w->members && identity_word(w, member) != word) member++;
  return member;
}

/* --- the registers of a scene ------------------------------------------------------------------------------------- */

static uint64_t bits_of(const struct scene *w)
{
  uint64_t bits = 0;
  for (uint32_t k = 0; k < w->members; k++) bits |= UINT64_C(1) << (w->identity[k] - 1);
  return bits;
}

/* The fewest processes that access a register that these members all access. */
static int fewest(const struct views_scenes *s, const struct scene *w, uint64_t members)
{
  int least = 65;
  for (uint32_t g = 0; g < w->machine->tree->n_groups; g++)
    for (uint32_t k = 0; s->accessed[g] != NULL && k < w->group[g].n_cells; k++) {
      const uint64_t by = s->accessed[g][k];
      if ((by & members) == members && __builtin_popcountll(by) < least) least = __builtin_popcountll(by);
    }
  return least;
}

static bool pair_keeps(uint64_t by, uint64_t pair, int least)
{
  return (by & pair) == pair && __builtin_popcountll(by) == least;
}

/* The cell of a group with no dimension of the processes: one process keeps what all pairs keep, three what two of them
 * keep. `least`: of each pair. */
static bool keeps(const struct views_scenes *s, const struct scene *w, uint32_t group, uint32_t cell,
                  const int least[PAIRS_OF_TRIPLE])
{
  if (s->accessed[group] == NULL) return true;
  const uint64_t by = s->accessed[group][cell];
  if (w->members == 1) return by == (w->n == 64 ? UINT64_MAX : (UINT64_C(1) << w->n) - 1) && least[0] == (int)w->n;
  bool any = false;
  for (uint32_t p = 0; p < (w->members == 2 ? 1 : PAIRS_OF_TRIPLE); p++) {
    const uint64_t pair = UINT64_C(1) << (w->identity[views_members_of_pair[p][0]] - 1) |
                          UINT64_C(1) << (w->identity[views_members_of_pair[p][1]] - 1);
    any |= pair_keeps(by, pair, least[p]);
  }
  return any;
}

/* All pairs that there are have one fewest number of processes, namely N. */
static int fewest_of_all(const struct views_scenes *s, const struct scene *w)
{
  int least = 65;
  for (uint32_t a = 0; a < w->n; a++)
    for (uint32_t b = a + 1; b < w->n; b++) {
      const int here = fewest(s, w, UINT64_C(1) << a | UINT64_C(1) << b);
      if (here < least) least = here;
    }
  return least;
}

static void find_fewest(const struct views_scenes *s, const struct scene *w, int least[PAIRS_OF_TRIPLE])
{
  least[0] = least[1] = least[2] = 0;
  if (w->n == 0) return;
  if (w->members == 1) {
    least[0] = fewest_of_all(s, w);
    return;
  }
  for (uint32_t p = 0; p < (w->members == 2 ? 1 : PAIRS_OF_TRIPLE); p++) {
    struct scene pair = {.members = 2};
    for (uint32_t k = 0; k < 2; k++) pair.identity[k] = w->identity[views_members_of_pair[p][k]];
    least[p] = fewest(s, w, bits_of(&pair));
  }
}

/* At a large N there are many scenes. What is freed is whole, as the next one asks for as much. */
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
      const bool row = group->row != DIMENSION_PROCESSES || w->whole || member_at(w, c->row) < w->members;
      const bool column = group->column != DIMENSION_PROCESSES || w->whole || member_at(w, c->column) < w->members;
      if (!row || !column || (!of_processes(w, g) && !keeps(s, w, g, k - from, least))) continue;
      w->cell[n] = *c;
      w->cell[n].exact = true;
      w->cell[n++].owner = 0;
    }
    group->first_cell = first;
    group->n_cells = n - first;
  }
  w->n_cells = n;
  take_room_back(w);
  w->length = state_order(w) + 1;
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
  w->elsewhere = true;
  if (!scene_create(w, e)) return false;
  choose_cells(s, w);
  s->bytes += scene_bytes(w);
  return true;
}

/* --- who accesses what -------------------------------------------------------------------------------------------- */

/* Each process alone among others that write what they ever write. */
static bool find_accessed_by(struct views_scenes *s, const struct scene *like, uint32_t p,
                             const struct reach_limits *limits, enum reach_end *end, struct error *e)
{
  struct scene w = *like;
  struct abstract_graph reach = {0};
  w.members = 1;
  w.identity[0] = p;
  w.ring.members = 1;
  w.observed = NO_MEMBER;
  w.grew = NULL;
  bool ok = scene_create(&w, e);
  if (ok) {
    w.accessed = mem_new(w.n_cells, sizeof *w.accessed);
    *end = reach_all(&w, false, limits, &reach);
    ok = *end == REACH_ALL;
  }
  for (uint32_t g = 0; ok && g < w.machine->tree->n_groups; g++) {
    if (of_processes(&w, g)) continue;
    if (s->accessed[g] == NULL) s->accessed[g] = mem_new(w.group[g].n_cells, sizeof **s->accessed);
    for (uint32_t k = 0; k < w.group[g].n_cells; k++)
      if (w.accessed[w.group[g].first_cell + k]) s->accessed[g][k] |= UINT64_C(1) << (p - 1);
  }
  free(w.accessed);
  reach_free(&reach);
  scene_free(&w);
  return ok;
}

/* --- lenses ------------------------------------------------------------------------------------------------------- */

/* Where the points of a scene are among the places of one with more members. */
static uint32_t points_of(const struct scene *from, const struct scene *to, const uint8_t *members, int32_t *point)
{
  uint32_t n = 0;
  point[n++] = 0;
  if (to->ring.first_apart) point[n++] = RING_FIRST;
  for (uint32_t k = 0; k < to->members; k++) point[n++] = ring_member(from->ring, members[k]);
  if (to->ring.last_apart) point[n++] = ring_last(from->ring);
  point[n++] = ring_end(from->ring);
  return n;
}

/* Where identities are alike: members are themselves, all others one. */
static void make_alike_places(struct lens *l, const uint8_t *members)
{
  const struct ring from = l->from->ring, to = l->to->ring;
  for (int32_t k = 0; k <= ring_end(from); k++)
    l->place[k] = k == 0 ? 0 : k == ring_end(from) ? ring_end(to) : views_others(to);
  for (uint32_t k = 0; k < l->to->members; k++) l->place[ring_member(from, members[k])] = ring_member(to, k);
}

static void make_places(struct lens *l, const uint8_t *members)
{
  if (l->from->alike) {
    make_alike_places(l, members);
    return;
  }
  int32_t point[MOST_MEMBERS + 4];
  const uint32_t n = points_of(l->from, l->to, members, point);
  for (int32_t k = 0; k <= ring_end(l->from->ring); k++) {
    uint32_t below = 0;
    while (below + 1 < n && point[below + 1] <= k) below++;
    l->place[k] = 2 * (int32_t)below + (point[below] != k);
  }
}

static int32_t index_in(const struct lens *l, enum dimension_kind kind, int32_t word, const uint8_t *members)
{
  return kind == DIMENSION_PROCESSES && l->from->n == 0 ? identity_word(l->from, members[member_at(l->to, word)])
                                                        : word;
}

static void make_member_words(struct lens *l, const uint8_t *members, uint32_t member)
{
  const struct scene *from = l->from, *to = l->to;
  const uint32_t n_slots = to->machine->graph.n_slots, behind = STATE_SLOTS + n_slots;
  int32_t *word = &l->word[state_member(to, member)];
  const uint32_t start = state_member(from, members[member]);
  for (uint32_t k = 0; k < behind; k++) word[k] = (int32_t)(start + k);
  for (uint32_t a = 0; a < to->machine->graph.n_arrays; a++) {
    const struct scene_array *of = &to->array[a];
    for (uint32_t k = 0; k < of->n; k++)
      word[behind + of->first + k] =
        (int32_t)(start + behind + from->array[a].first + (of->of_processes ? members[k] : k));
  }
}

static void make_lens(struct lens *l, struct scene *from, struct scene *to, const uint8_t *members)
{
  l->from = from;
  l->to = to;
  l->word = mem_new(to->length, sizeof *l->word);
  for (uint32_t k = 0; k < to->length; k++) l->word[k] = NO_WORD;
  for (uint32_t k = 0; k < to->members; k++) make_member_words(l, members, k);
  for (uint32_t k = 0; k < to->n_cells; k++) {
    const struct cell *c = &to->cell[k];
    const int32_t row = index_in(l, to->group[c->group].row, c->row, members);
    const int32_t column = index_in(l, to->group[c->group].column, c->column, members);
    const int at = scene_cell(from, c->group, abstract_unpack(row), abstract_unpack(column));
    if (at != NO_CELL) l->word[state_cells(to) + k] = (int32_t)state_cells(from) + at;
  }
  if (from->n == 0) make_places(l, members);
}

static int32_t *inverse_of(const struct lens *l)
{
  int32_t *shown = mem_new(l->from->length, sizeof *shown);
  for (uint32_t k = 0; k < l->from->length; k++) shown[k] = NO_WORD;
  for (uint32_t k = 0; k < l->to->length; k++)
    if (l->word[k] != NO_WORD) shown[l->word[k]] = (int32_t)k;
  return shown;
}

bool views_is_value(const struct scene *w, uint32_t word)
{
  if (word >= state_copies(w)) return false;
  return word >= state_cells(w) || word % state_member(w, 1) >= STATE_SESSION;
}

/* --- all scenes --------------------------------------------------------------------------------------------------- */

/* At every N a scene is named by whether its first member is apart from 1, and its last one from N. */
static uint32_t name_of(const struct scene *w)
{
  return w->alike ? 0 : w->ring.first_apart + 2u * w->ring.last_apart;
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
  return (struct ring){(uint8_t)members, like->alike || (k & 1) != 0, like->alike || (k & 2) != 0};
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
    const struct scene alone = {.alike = like->alike,
                                .ring = {1, k != 0 || ring.first_apart, k != 1 || ring.last_apart}};
    p->single[k] = like->n != 0 ? identity[k] - 1 : name_of(&alone);
    make_lens(&p->lens[k], &p->scene, &s->single[p->single[k]], &k);
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
      ok = make_pair(s, pair_at(like->n, a, b), like, (uint32_t[]){a, b}, (struct ring){2, false, false}, e);
  return ok;
}

static bool make_triple(struct views_scenes *s, struct views_triple *t, const struct scene *like,
                        const uint32_t *identity, struct ring ring, struct error *e)
{
  if (!make_scene(s, &t->scene, like, identity, ring, e)) return false;
  s->bytes += sizeof *t - sizeof t->scene + 2 * PAIRS_OF_TRIPLE * t->scene.length * sizeof **t->shown;
  for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) {
    const uint8_t *members = views_members_of_pair[p];
    const struct scene ends = {.alike = like->alike,
                               .ring = {2, members[0] != 0 || ring.first_apart, members[1] != 2 || ring.last_apart}};
    t->pair[p] = like->n != 0 ? pair_at(like->n, identity[members[0]], identity[members[1]]) : name_of(&ends);
    make_lens(&t->lens[p], &t->scene, &s->pair[t->pair[p]].scene, members);
    t->shown[p] = inverse_of(&t->lens[p]);
  }
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
        ok = make_triple(s, next++, like, (uint32_t[]){a, b, c}, (struct ring){3, false, false}, e) &&
             fits(s, limits, end);
  return ok;
}

bool views_scenes_create(struct views_scenes *s, const struct scene *like, const struct reach_limits *limits,
                         enum reach_end *end, struct error *e)
{
  const uint32_t n = like->n;
  const uint32_t every = like->alike ? 1 : 4;
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

static void lens_free(struct lens *l)
{
  free(l->word);
}

static bool group_is_kept_alike(const struct scene *a, const struct scene *b, uint32_t group)
{
  const struct scene_group *of = &a->group[group], *and = &b->group[group];
  if (of_processes(a, group)) return true;
  bool alike = of->n_cells == and->n_cells;
  for (uint32_t k = 0; alike && k < of->n_cells; k++) {
    const struct cell *here = &a->cell[of->first_cell + k], *there = &b->cell[ and->first_cell + k];
    alike = here->row == there->row && here->column == there->column;
  }
  return alike;
}

bool views_keep_alike(const struct views_scenes *s)
{
  if (s->n_pairs != 0 && s->pair[0].scene.whole) return false;
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
    for (uint32_t l = 0; l < PAIRS_OF_TRIPLE; l++) free(s->triple[k].shown[l]);
  }
  for (uint32_t g = 0; g < RMR_MAX_GROUPS; g++) free(s->accessed[g]);
  free(s->single);
  free(s->pair);
  free(s->triple);
}
