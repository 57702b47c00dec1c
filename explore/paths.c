/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/paths.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* --- paths -------------------------------------------------------------------------------------------------------------------- */

void path_free(struct path *path)
{
  free(path->state);
  free(path->process);
  *path = (struct path){0};
}

static void path_begin(const struct store *store, uint32_t id, struct path *path)
{
  *path = (struct path){.state = mem_new(1, sizeof *path->state)};
  path->state[0] = id;
  memcpy(path->begin, store_state(store, id), store->words * sizeof *path->begin);
}

static void path_append(struct path *path, uint32_t process, uint32_t to)
{
  if ((path->n & (path->n - 1)) == 0) { /* room doubles */
    path->state = mem_grow(path->state, path->n * 2 + 2, sizeof *path->state);
    path->process = mem_grow(path->process, path->n * 2 + 2, sizeof *path->process);
  }
  path->process[path->n++] = (uint16_t)process;
  path->state[path->n] = to;
}

static uint32_t path_end(const struct path *path)
{
  return path->state[path->n];
}

/* --- what follows a state ------------------------------------------------------------------------------------------------------- */

/* A step to a state that has been found. */
struct arc {
  uint32_t to, mover, weight;
};

/* Where a search may go. */
struct bounds {
  const struct space *space;
  const struct store *store;
  const struct region *region;
  const struct notes *members; /* only states that are noted as members; NULL: all */
};

static uint32_t arcs_of(const struct bounds *b, uint32_t id, struct arc *arc)
{
  const struct space *s = b->space;
  const struct shape shape = {.words = s->words};
  const uint64_t *from = store_state(b->store, id);
  const struct movers movers = space_movers(s, shape, from);
  uint32_t n = 0;
  for (uint32_t p = movers.first; p <= movers.last; p++) {
    const struct row *row = space_row(s, shape, from, p);
    if (row->first == SPACE_DONE) continue;
    const uint32_t first = space_moves(s, shape, from, row);
    for (uint32_t choice = 0; choice < s->choices; choice++) {
      struct successor to;
      if (!space_step(s, shape, from, p, first + choice, &to) || region_leaves_out(b->region, &to) ||
          !region_has(s, b->region, to.state))
        continue;
      const uint32_t number = store_lookup(b->store, to.state, store_hash(to.state, s->words), s->words);
      if (number == STORE_NONE || (b->members != NULL && *note_of(b->members, number) != DESCENT_MEMBER)) continue;
      arc[n++] = (struct arc){number, p, region_weight(b->region, p, &to)};
    }
  }
  return n;
}

static struct arc *new_arcs(const struct space *space)
{
  return mem_new((size_t)space->n * space->choices, sizeof(struct arc));
}

/* --- the fewest steps ------------------------------------------------------------------------------------------------------------ */

/* Asked of every step that is found, and with mover 0 of the states where the search begins. */
typedef bool goal_fn(void *self, uint32_t id, uint32_t mover);

/* A search in breadth. The note of a state is the number of the one before it, plus 1; its own where the search begins. */
struct hunt {
  struct bounds bounds;
  struct notes before;
  uint32_t *queue;
  size_t head, tail, capacity;
  goal_fn *goal;
  void *self;
  uint32_t last, end, mover; /* the step that reached the goal; mover 0: it was reached at once */
  bool found;
};

static void hunt_reach(struct hunt *h, uint32_t id, uint32_t from)
{
  uint32_t *note = note_of(&h->before, id);
  if (*note != 0) return;
  *note = from + 1;
  if (h->tail == h->capacity) {
    h->capacity = h->capacity * 2 + 1024;
    h->queue = mem_grow(h->queue, h->capacity, sizeof *h->queue);
  }
  h->queue[h->tail++] = id;
}

static void hunt_check(struct hunt *h, uint32_t from, uint32_t to, uint32_t mover)
{
  if (h->found || !h->goal(h->self, to, mover)) return;
  h->found = true;
  h->last = from;
  h->end = to;
  h->mover = mover;
}

static void hunt_begin(struct hunt *h, uint32_t id)
{
  hunt_reach(h, id, id);
  hunt_check(h, id, id, 0);
}

static void hunt_go(struct hunt *h)
{
  struct arc *arc = new_arcs(h->bounds.space);
  while (!h->found && h->head < h->tail) {
    const uint32_t from = h->queue[h->head++], n = arcs_of(&h->bounds, from, arc);
    for (uint32_t k = 0; k < n && !h->found; k++) {
      hunt_check(h, from, arc[k].to, arc[k].mover);
      hunt_reach(h, arc[k].to, from);
    }
  }
  free(arc);
}

static uint32_t mover_between(const struct bounds *b, uint32_t from, uint32_t to, struct arc *arc)
{
  const uint32_t n = arcs_of(b, from, arc);
  for (uint32_t k = 0; k < n; k++)
    if (arc[k].to == to) return arc[k].mover;
  return 0;
}

/* Appends the way that has been found. An empty path begins where it begins. */
static void hunt_write(const struct hunt *h, struct path *path)
{
  size_t n = 0;
  for (uint32_t at = h->last; *note_of(&h->before, at) - 1 != at; at = *note_of(&h->before, at) - 1) n++;
  uint32_t *way = mem_new(n + 1, sizeof *way);
  uint32_t at = h->last;
  for (size_t k = n + 1; k-- > 0; at = *note_of(&h->before, at) - 1) way[k] = at;
  struct arc *arc = new_arcs(h->bounds.space);
  if (path->state == NULL) path_begin(h->bounds.store, way[0], path);
  for (size_t k = 0; k < n; k++) path_append(path, mover_between(&h->bounds, way[k], way[k + 1], arc), way[k + 1]);
  if (h->mover != 0) path_append(path, h->mover, h->end);
  free(arc);
  free(way);
}

static void hunt_free(struct hunt *h)
{
  notes_free(&h->before);
  free(h->queue);
}

static bool hunt_from_initial(void *self, const uint64_t *state)
{
  struct hunt *h = self;
  const uint32_t words = h->bounds.space->words;
  const uint32_t id = store_lookup(h->bounds.store, state, store_hash(state, words), words);
  if (id != STORE_NONE) hunt_begin(h, id);
  return !h->found;
}

/* Goes on from the end of the path, or, if it is empty, from the initial states. */
static bool hunt(const struct bounds *bounds, goal_fn *goal, void *self, struct path *path)
{
  struct hunt h = {.bounds = *bounds, .goal = goal, .self = self};
  if (!notes_create(&h.before, bounds->store)) return false;
  if (path->state == NULL)
    space_initial(bounds->space, hunt_from_initial, &h);
  else
    hunt_begin(&h, path_end(path));
  hunt_go(&h);
  if (h.found) hunt_write(&h, path);
  hunt_free(&h);
  return h.found;
}

static const struct region everywhere = {.kind = REGION_ALL};

static bool is_state(void *self, uint32_t id, uint32_t mover)
{
  const uint32_t *wanted = self;
  (void)mover;
  return id == *wanted;
}

struct state_goal {
  bool (*holds)(void *self, uint32_t id);
  void *self;
};

static bool state_holds(void *self, uint32_t id, uint32_t mover)
{
  const struct state_goal *goal = self;
  (void)mover;
  return goal->holds(goal->self, id);
}

bool path_to(const struct space *space, const struct store *store, bool holds(void *self, uint32_t id), void *self,
             struct path *out)
{
  const struct bounds bounds = {space, store, &everywhere, NULL};
  struct state_goal goal = {holds, self};
  *out = (struct path){0};
  if (!hunt(&bounds, state_holds, &goal, out)) return false;
  out->loop = out->n;
  return true;
}

/* --- lassos ------------------------------------------------------------------------------------------------------------------------ */

bool path_endless(const struct space *space, const struct store *store, const struct region *region,
                  const struct descent *descent, struct path *out)
{
  const struct bounds all = {space, store, &everywhere, NULL}, inside = {space, store, region, NULL};
  uint32_t from = descent->cycle_from;
  *out = (struct path){0};
  if (!hunt(&all, is_state, &from, out)) return false;
  out->loop = out->n;
  path_append(out, descent->cycle_mover, descent->cycle_to);
  return descent->cycle_to == from || hunt(&inside, is_state, &from, out);
}

static bool is_step_of(void *self, uint32_t id, uint32_t mover)
{
  const uint32_t *wanted = self;
  (void)id;
  return mover == *wanted;
}

static bool moves_between(const struct path *path, size_t begin, uint32_t p)
{
  for (size_t k = begin; k < path->n; k++)
    if (path->process[k] == p) return true;
  return false;
}

bool path_fair(const struct space *space, const struct store *store, const struct region *region,
               const struct descent *descent, struct path *out)
{
  const struct bounds all = {space, store, &everywhere, NULL}, inside = {space, store, region, &descent->notes};
  uint32_t member = descent->member;
  *out = (struct path){0};
  if (!hunt(&all, is_state, &member, out)) return false;
  out->loop = out->n;
  for (uint32_t p = 1; p <= space->n; p++)
    if ((descent->movers >> (p - 1) & 1) && !moves_between(out, out->loop, p) && !hunt(&inside, is_step_of, &p, out))
      return false;
  return path_end(out) == member || hunt(&inside, is_state, &member, out);
}

/* --- the greatest weight ------------------------------------------------------------------------------------------------------------- */

/* A state and who moved last, reached with so many changes of process. */
struct place {
  uint32_t id, mover, before, changes;
};

/* Looks for the next step that counts, along steps that lose nothing: fewest changes of process first, then fewest steps. */
struct seeker {
  struct bounds bounds;
  const struct notes *most;
  struct place *place;
  uint32_t n, capacity;
  uint32_t *queue[2]; /* places to look at: with as many changes as now, and with one more */
  uint32_t n_queue[2], room[2];
  uint32_t *slot, n_slots; /* places by (id, mover) */
};

enum { SEEKER_MOST = 1 << 24 }; /* places; so far the next step that counts has been much nearer */

static uint32_t left_to_pay(const struct seeker *s, uint32_t id)
{
  return *note_of(s->most, id) & ~DESCENT_LEFT;
}

static uint32_t place_hash(uint32_t id, uint32_t mover)
{
  const uint64_t h = (id * UINT64_C(0x9e3779b97f4a7c15)) ^ (mover * UINT64_C(0xc2b2ae3d27d4eb4f));
  return (uint32_t)(h >> 29);
}

static void seeker_rehash(struct seeker *s)
{
  s->n_slots = s->n_slots * 2 + 1024;
  s->slot = mem_grow(s->slot, s->n_slots, sizeof *s->slot);
  memset(s->slot, 0xff, s->n_slots * sizeof *s->slot);
  for (uint32_t k = 0; k < s->n; k++) {
    uint32_t at = place_hash(s->place[k].id, s->place[k].mover) % s->n_slots;
    while (s->slot[at] != UINT32_MAX) at = at + 1 < s->n_slots ? at + 1 : 0;
    s->slot[at] = k;
  }
}

static void seeker_queue(struct seeker *s, uint32_t which, uint32_t place)
{
  if (s->n_queue[which] == s->room[which]) {
    s->room[which] = s->room[which] * 2 + 256;
    s->queue[which] = mem_grow(s->queue[which], s->room[which], sizeof **s->queue);
  }
  s->queue[which][s->n_queue[which]++] = place;
}

static void seeker_reach(struct seeker *s, uint32_t id, uint32_t mover, uint32_t before, uint32_t changes, bool changed)
{
  if (s->n * 2 >= s->n_slots) seeker_rehash(s);
  uint32_t at = place_hash(id, mover) % s->n_slots;
  for (; s->slot[at] != UINT32_MAX; at = at + 1 < s->n_slots ? at + 1 : 0) {
    const struct place *known = &s->place[s->slot[at]];
    if (known->id == id && known->mover == mover) {
      if (known->changes <= changes) return;
      break; /* it waits in the queue of those with one change more: this way is better */
    }
  }
  if (s->n == s->capacity) {
    s->capacity = s->capacity * 2 + 1024;
    s->place = mem_grow(s->place, s->capacity, sizeof *s->place);
  }
  s->place[s->n] = (struct place){id, mover, before, changes};
  s->slot[at] = s->n;
  seeker_queue(s, changed, s->n++);
}

/* The steps to a place, then one more. */
static void seeker_write(const struct seeker *s, uint32_t place, const struct arc *last, struct path *path)
{
  uint32_t n = 0;
  for (uint32_t at = place; s->place[at].before != at; at = s->place[at].before) n++;
  uint32_t *way = mem_new(n + 1, sizeof *way);
  uint32_t at = place;
  for (uint32_t k = n; k-- > 0; at = s->place[at].before) way[k] = at;
  for (uint32_t k = 0; k < n; k++) path_append(path, s->place[way[k]].mover, s->place[way[k]].id);
  if (last != NULL) path_append(path, last->mover, last->to);
  free(way);
}

/* Whether an arc is what is looked for, or may be gone along. weight: the next step that counts is looked for; else the end of the
 * observed process's passage. */
static bool is_wanted(const struct seeker *s, uint32_t from, const struct arc *arc, bool weight)
{
  if (weight) return arc->weight != 0 && arc->weight + left_to_pay(s, arc->to) == left_to_pay(s, from);
  const struct space *space = s->bounds.space;
  return space_mark(space, store_state(s->bounds.store, arc->to), space->spec.observed)->done;
}

static bool seek_at(struct seeker *s, uint32_t place, bool weight, struct arc *arc, struct path *path)
{
  const struct place from = s->place[place];
  const uint32_t n = arcs_of(&s->bounds, from.id, arc);
  for (uint32_t turn = 0; turn < 2; turn++) /* first the process that moved last */
    for (uint32_t k = 0; k < n; k++) {
      const bool changed = from.mover != 0 && arc[k].mover != from.mover;
      if (changed != (turn == 1)) continue;
      if (is_wanted(s, from.id, &arc[k], weight)) {
        seeker_write(s, place, &arc[k], path);
        return true;
      }
      if (arc[k].weight == 0 && arc[k].to != from.id && left_to_pay(s, arc[k].to) == left_to_pay(s, from.id))
        seeker_reach(s, arc[k].to, arc[k].mover, place, from.changes + changed, changed);
    }
  return false;
}

static bool seek(const struct bounds *bounds, const struct notes *most, bool weight, struct path *path)
{
  struct seeker s = {.bounds = *bounds, .most = most};
  struct arc *arc = new_arcs(bounds->space);
  seeker_reach(&s, path_end(path), path->n != 0 ? path->process[path->n - 1] : 0, 0, 0, false);
  bool found = false;
  while (!found && s.n_queue[0] != 0 && s.n < SEEKER_MOST) {
    for (uint32_t k = 0; k < s.n_queue[0] && !found; k++) found = seek_at(&s, s.queue[0][k], weight, arc, path);
    uint32_t *const done = s.queue[0], room = s.room[0];
    s.queue[0] = s.queue[1], s.n_queue[0] = s.n_queue[1], s.room[0] = s.room[1];
    s.queue[1] = done, s.n_queue[1] = 0, s.room[1] = room;
  }
  free(arc);
  free(s.place);
  free(s.queue[0]);
  free(s.queue[1]);
  free(s.slot);
  return found;
}

struct initial_goal {
  const struct space *space;
  const struct store *store;
  const struct notes *most;
  uint32_t wanted, id;
};

static bool can_pay_all(void *self, const uint64_t *state)
{
  struct initial_goal *goal = self;
  const uint32_t words = goal->space->words;
  const uint32_t id = store_lookup(goal->store, state, store_hash(state, words), words);
  if (id == STORE_NONE || *note_of(goal->most, id) != (DESCENT_LEFT | goal->wanted)) return true;
  goal->id = id;
  return false;
}

bool path_heaviest(const struct space *space, const struct store *store, const struct descent *descent,
                   struct path *out)
{
  const struct bounds bounds = {space, store, &everywhere, NULL};
  struct initial_goal goal = {space, store, &descent->notes, (uint32_t)descent->most, STORE_NONE};
  *out = (struct path){0};
  if (descent->from == STORE_NONE) return false;
  space_initial(space, can_pay_all, &goal);
  uint32_t from = descent->from;
  if (goal.id != STORE_NONE)
    path_begin(store, goal.id, out);
  else if (!hunt(&bounds, is_state, &from, out))
    return false;
  while ((*note_of(&descent->notes, path_end(out)) & ~DESCENT_LEFT) != 0)
    if (!seek(&bounds, &descent->notes, true, out)) return false;
  seek(&bounds, &descent->notes, false, out);
  out->loop = out->n;
  return true;
}
