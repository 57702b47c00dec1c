/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/spread.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/graph/queue.h"
#include "explore/graph/reduction.h"
#include "explore/graph/region.h"
#include "explore/search/patience.h"

enum {
  MOST_BLOCK = 1 << 16, /* states of a rank between two exchanges */
  LEAST_BLOCK = 64,
  BLOCK_SHARE = 32, /* what follows a block takes at most such a share of the memory */
  AHEAD = 32,       /* states whose slots are fetched in advance */
};

struct search {
  const struct space *space;
  const struct explore_means *means;
  struct ranks *ranks;
  struct spread *out;
  struct spread_watch watch;
  struct visited visited; /* the states of this rank */
  struct queue *level;    /* [n_levels]: states of this rank; only the last two where no way is asked for */
  uint32_t n_levels;
  bool way;
  struct queue *made;   /* [rank]: what follows a block */
  uint64_t **out_words; /* [rank]: of an exchange */
  size_t *n_out, *n_in; /* [rank]: likewise */
  uint32_t block;
  uint64_t transitions;
  uint32_t broken;
  enum violated violated;
  bool dead, full;
  bool found; /* a state that is looked for, in the last level */
  uint64_t state[PACKING_MAX_WORDS];
  struct unpacked room;
};

static uint32_t rank_of(const struct search *s, uint64_t hash)
{
  return (uint32_t)((hash * UINT64_C(0x9e3779b97f4a7c15) >> 32) * s->ranks->n >> 32);
}

/* --- what is looked for ------------------------------------------------------------------------------------------- */

/* Whether some step of P_p changes something. */
static bool can_change(const struct space *space, const uint64_t *state, uint32_t p)
{
  const struct space_shape shape = space_shape(space);
  const struct space_row *row = space_row_of(space, shape, state, p);
  if (row->first == SPACE_DONE) return false;
  const uint32_t first = space_moves(space, shape, state, row);
  for (uint32_t choice = 0; choice < space->choices; choice++) {
    struct successor to;
    if (space->flags[first + choice] & MOVE_NONE) return true; /* nobody knows */
    if (space_step(space, shape, state, p, first + choice, &to) && !space_same(shape, state, to.state)) return true;
  }
  return false;
}

static bool is_dead(const struct space *space, const uint64_t *state)
{
  bool somebody_wants = false;
  for (uint32_t p = 1; p <= space->n; p++) {
    const uint8_t section = space_label_of(space, state, p)->section;
    if (section == RMR_REMAINDER) continue;
    if (can_change(space, state, p)) return false;
    somebody_wants |= region_is_entry(section);
  }
  return somebody_wants;
}

/* A state that is new. */
static void look_at(struct search *s, const uint64_t *state)
{
  const struct space *space = s->space;
  bool wanted = false;
  if (space->spec.invariants != 0) {
    const uint32_t broken = invariants_broken(&s->room, state, space->spec.invariants);
    s->broken |= broken;
    wanted |= s->watch.what == WATCH_INVARIANTS && broken != 0;
  }
  if (s->watch.what == WATCH_PROPERTY) {
    const enum violated violated = violated_in(space, state);
    if (violated != VIOLATED_NONE) s->violated = violated;
    wanted |= violated != VIOLATED_NONE;
  }
  if (s->watch.dead && is_dead(space, state)) {
    s->dead = true;
    wanted |= s->way;
  }
  if (wanted && !s->found) memcpy(s->state, state, space->words * sizeof *state);
  s->found |= wanted;
}

/* --- a block ------------------------------------------------------------------------------------------------------ */

static uint64_t *entry_at(const struct search *s, const struct queue *queue, uint32_t k)
{
  return queue->entry + (size_t)k * (s->space->words + 1);
}

static struct queue *next_level(struct search *s)
{
  return &s->level[s->n_levels - 1];
}

INNER void expand(struct space_shape shape, struct search *s, const uint64_t *from, uint64_t tag)
{
  const struct space *space = s->space;
  for (uint32_t p = 1; p <= space->n_actors; p++) {
    if (!shape.harmless && p == space->first_crash && !space_may_crash(space, from)) p += space->n_crashes;
    if (!shape.harmless && p > space->n_actors) break;
    const struct space_row *row = space_row_of(space, shape, from, p);
    if (row->first == SPACE_DONE) continue;
    const bool wanted = !reduction_repeats(space, shape, p, row->access, tag_process(tag), tag_access(tag));
    const uint32_t first = space_moves(space, shape, from, row);
    for (uint32_t choice = 0; choice < (shape.plain ? 1 : space->choices); choice++) {
      struct successor to;
      s->out->taken[first + choice] = 1;
      if (!space_step(space, shape, from, p, first + choice, &to)) continue;
      s->transitions++;
      const uint64_t hash = visited_hash(to.state, shape.words);
      queue_push(space->budget, shape, &s->made[rank_of(s, hash)], to.state,
                 tag_of(hash >> TAG_KEY_SHIFT, p, row->access), wanted & !space_same(shape, from, to.state));
    }
  }
}

INNER void expand_block(struct space_shape shape, struct search *s, const struct queue *now, uint32_t begin,
                        uint32_t end)
{
  for (uint32_t k = begin; k < end; k++) {
    const uint64_t *entry = queue_entry(shape, now, k);
    uint64_t from[PACKING_MAX_WORDS];
    memcpy(from, entry, shape.words * sizeof *from);
    expand(shape, s, from, entry[shape.words]);
  }
}

INNER void insert(struct space_shape shape, struct search *s, const uint64_t *entry, size_t n)
{
  const uint32_t size = shape.words + 1;
  const size_t ahead = n < AHEAD ? n : AHEAD;
  for (size_t k = 0; k < n + ahead; k++) {
    if (k >= ahead) {
      const uint64_t *state = entry + (k - ahead) * size, hash = tag_hash(state[shape.words]);
      const bool added = visited_insert(&s->visited, visited_part_of(hash), state, hash, shape.words, &s->full);
      if (added) look_at(s, state);
      queue_push(s->space->budget, shape, next_level(s), state, state[shape.words], added);
    }
    if (k < n) {
      const uint64_t hash = tag_hash(entry[k * size + shape.words]);
      visited_prefetch(&s->visited.part[visited_part_of(hash)], hash, shape.words);
    }
  }
}

/* Sends what was made to whom it belongs, and takes what has come. */
static void exchange(struct search *s)
{
  const size_t size = s->space->words + 1;
  uint64_t *in;
  for (uint32_t r = 0; r < s->ranks->n; r++) {
    s->out_words[r] = s->made[r].entry;
    s->n_out[r] = s->made[r].n * size;
  }
  s->ranks->exchange(s->ranks, s->out_words, s->n_out, &in, s->n_in);
  size_t words = 0;
  for (uint32_t r = 0; r < s->ranks->n; r++) {
    words += s->n_in[r];
    s->made[r].n = 0;
  }
  WITH_SHAPE(s->space, insert, s, in, words / size);
}

/* Joint: whether memory and people allow it to go on. */
static bool may_go_on(struct search *s)
{
  struct spread *out = s->out;
  const struct explore_means *means = s->means;
  uint64_t stop[] = {s->full || budget_over(s->space->budget), means_interrupted(means)};
  s->ranks->combine(s->ranks, stop, 2, RANKS_MOST);
  out->out_of_memory |= stop[0] != 0;
  out->interrupted |= stop[1] != 0;
  if (means->tell != NULL) {
    const struct explore_progress now = {.what = "states on this rank",
                                         .states = visited_states(&s->visited),
                                         .frontier = next_level(s)->n,
                                         .bytes = budget_taken(s->space->budget)};
    means->tell(means->listener, &now);
  }
  return !out->out_of_memory && !out->interrupted;
}

/* --- level by level ----------------------------------------------------------------------------------------------- */

/* One more, empty. Where no way is asked for, the one before the last is emptied for it. */
static void open_level(struct search *s)
{
  if (!s->way && s->n_levels == 2) {
    const struct queue old = s->level[0];
    s->level[0] = s->level[1];
    s->level[1] = old;
    s->level[1].n = 0;
    return;
  }
  s->level = mem_grow(s->level, s->n_levels + 1, sizeof *s->level);
  s->level[s->n_levels++] = (struct queue){0};
}

static bool begin_with(void *self, const uint64_t *state)
{
  struct search *s = self;
  const uint32_t words = s->space->words;
  const uint64_t hash = visited_hash(state, words);
  if (rank_of(s, hash) != s->ranks->rank) return true;
  const bool added = visited_insert(&s->visited, visited_part_of(hash), state, hash, words, &s->full);
  if (added) look_at(s, state);
  queue_push(s->space->budget, space_shape(s->space), next_level(s), state, tag_of(hash >> TAG_KEY_SHIFT, 0, 0), added);
  return !s->full;
}

/* Joint: what was found in the last level, by anybody. */
static bool is_found(struct search *s)
{
  uint64_t found[] = {s->found, s->violated, s->dead};
  s->ranks->combine(s->ranks, found, 3, RANKS_MOST);
  s->out->violated = (enum violated)found[1];
  s->out->dead = found[2] != 0;
  return found[0] != 0;
}

/* From the last level to one more. False: it was cut short. */
static bool do_level(struct search *s)
{
  open_level(s);
  const struct queue *now = &s->level[s->n_levels - 2];
  const uint64_t blocks = ranks_most(s->ranks, (now->n + s->block - 1) / s->block);
  for (uint64_t k = 0; k < blocks; k++) {
    const uint64_t begin = k * s->block < now->n ? k * s->block : now->n;
    const uint64_t end = begin + s->block < now->n ? begin + s->block : now->n;
    WITH_SHAPE(s->space, expand_block, s, now, (uint32_t)begin, (uint32_t)end);
    exchange(s);
    if (!may_go_on(s)) return false;
  }
  return true;
}

static void find_all(struct search *s)
{
  open_level(s);
  const bool begun = space_initial(s->space, begin_with, s);
  s->full |= !begun;
  bool more = may_go_on(s), found;
  while (!(found = is_found(s)) && more && ranks_sum(s->ranks, next_level(s)->n) != 0) more = do_level(s);
  s->out->complete = more && !found;
}

/* --- the way to what was found ------------------------------------------------------------------------------------ */

/* A step of the way, as the ranks tell each other. */
struct before {
  uint64_t state[PACKING_MAX_WORDS];
  uint64_t process;
};

/* Looks in a level for a state from which a step leads to this one. */
static bool find_before(const struct search *s, const struct queue *level, const uint64_t *to, struct before *out)
{
  const struct space *space = s->space;
  const struct space_shape shape = space_shape(space);
  for (uint32_t k = 0; k < level->n; k++) {
    const uint64_t *from = entry_at(s, level, k);
    for (uint32_t p = 1; p <= space->n_actors; p++) {
      const struct space_row *row = space_row_of(space, shape, from, p);
      if (row->first == SPACE_DONE) continue;
      const uint32_t first = space_moves(space, shape, from, row);
      for (uint32_t choice = 0; choice < space->choices; choice++) {
        struct successor step;
        if (!space_step(space, shape, from, p, first + choice, &step) || !space_same(shape, step.state, to)) continue;
        memcpy(out->state, from, space->words * sizeof *from);
        out->process = p;
        return true;
      }
    }
  }
  return false;
}

/* Joint: what the first rank that has something has. False: nobody has. */
static bool share_first(struct search *s, bool have, struct before *what)
{
  uint64_t first = have ? s->ranks->rank : s->ranks->n;
  s->ranks->combine(s->ranks, &first, 1, RANKS_LEAST);
  if (first == s->ranks->n) return false;
  s->ranks->share(s->ranks, (uint32_t)first, what, sizeof *what);
  return true;
}

/* The states in a visited set of their own, and the path through it. way[k].process leads from state k to k + 1. */
static void make_path(struct search *s, const struct before *way, size_t n)
{
  struct spread *out = s->out;
  const uint32_t words = s->space->words;
  bool full = !visited_create(&out->visited, words, s->space->budget);
  for (size_t k = 0; k <= n && !full; k++) {
    const uint64_t hash = visited_hash(way[k].state, words);
    visited_insert(&out->visited, visited_part_of(hash), way[k].state, hash, words, &full);
  }
  for (size_t k = 0; k <= n && !full; k++) {
    const uint32_t id = visited_lookup(&out->visited, way[k].state, visited_hash(way[k].state, words), words);
    if (k == 0)
      path_begin(&out->visited, id, &out->path);
    else
      path_append(&out->path, (uint32_t)way[k - 1].process, id);
  }
  out->path.loop = out->path.n;
}

/* Joint. Level by level back from the last one. */
static void find_way(struct search *s)
{
  const size_t n = s->n_levels - 1;
  struct before *way = mem_new(n + 1, sizeof *way);
  memcpy(way[n].state, s->state, sizeof s->state);
  bool known = share_first(s, s->found, &way[n]);
  for (size_t k = n; k > 0 && known; k--) {
    const bool have = find_before(s, &s->level[k - 1], way[k].state, &way[k - 1]);
    known = share_first(s, have, &way[k - 1]);
  }
  if (known) make_path(s, way, n);
  free(way);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

/* Joint: what all ranks have counted. */
static void add_up(struct search *s)
{
  struct spread *out = s->out;
  const uint32_t n = s->space->n_moves;
  out->states = ranks_sum(s->ranks, visited_states(&s->visited));
  out->transitions = ranks_sum(s->ranks, s->transitions);
  uint64_t *taken = mem_new(n + RMR_MAX_INVARIANTS + 1, sizeof *taken);
  for (uint32_t m = 0; m < n; m++) taken[m] = out->taken[m];
  for (uint32_t k = 0; k <= RMR_MAX_INVARIANTS; k++) taken[n + k] = s->broken >> k & 1;
  s->ranks->combine(s->ranks, taken, n + RMR_MAX_INVARIANTS + 1, RANKS_MOST);
  for (uint32_t m = 0; m < n; m++) out->taken[m] = taken[m] != 0;
  for (uint32_t k = 0; k <= RMR_MAX_INVARIANTS; k++) out->broken |= (uint32_t)taken[n + k] << k;
  free(taken);
}

/* So many states that what follows them takes no more than its share of the memory, there and at whoever gets it. */
static uint32_t block_of(const struct space *space, const struct explore_means *means)
{
  const size_t successors = (size_t)space->n_actors * space->choices, entry = (space->words + 1) * sizeof(uint64_t);
  const size_t states = means->memory / BLOCK_SHARE / (successors * entry);
  return states < LEAST_BLOCK ? LEAST_BLOCK : states < MOST_BLOCK ? (uint32_t)states : MOST_BLOCK;
}

void spread_search(const struct space *space, const struct explore_means *means, struct spread_watch watch, bool way,
                   struct spread *out)
{
  struct search s = {.space = space, .means = means, .ranks = means->ranks, .out = out, .watch = watch, .way = way};
  *out = (struct spread){.taken = mem_new(space->n_moves, 1)};
  budget_set_limit(space->budget, means->memory);
  s.block = block_of(space, means);
  s.made = mem_new(s.ranks->n, sizeof *s.made);
  s.out_words = mem_new(s.ranks->n, sizeof *s.out_words);
  s.n_out = mem_new(s.ranks->n, sizeof *s.n_out);
  s.n_in = mem_new(s.ranks->n, sizeof *s.n_in);
  if (space->spec.invariants != 0) unpacked_create(&s.room, space);
  s.full = !visited_create(&s.visited, space->words, space->budget);
  find_all(&s);
  add_up(&s);
  visited_free(&s.visited); /* makes room */
  if (way) find_way(&s);
  for (uint32_t r = 0; r < s.ranks->n; r++) queue_free(space->budget, &s.made[r], space->words);
  for (uint32_t k = 0; k < s.n_levels; k++) queue_free(space->budget, &s.level[k], space->words);
  if (space->spec.invariants != 0) unpacked_free(&s.room);
  free(s.level);
  free(s.made);
  free(s.out_words);
  free(s.n_out);
  free(s.n_in);
}

void spread_free(struct spread *out)
{
  visited_free(&out->visited);
  path_free(&out->path);
  free(out->taken);
  *out = (struct spread){0};
}
