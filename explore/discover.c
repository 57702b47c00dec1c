/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/discover.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/successors.h"
#include "explore/team.h"

enum {
  CHUNK = 8192, /* states whose successors one item of the first job makes */
  CHUNKS = 32,  /* chunks in a block */
  AHEAD = 32,   /* states whose places are fetched in advance */
};

/* The step by which a state was found. */
struct last {
  uint32_t process, access;
};

/* States one behind the other. */
struct pile {
  uint64_t *state;
  struct last *last;
  uint32_t n, capacity;
  uint8_t apart[64]; /* as in struct part */
};

/* A run of states of the level. */
struct chunk {
  uint32_t part, begin, end;
};

/* What a thread finds, to be added up when the block is done. */
struct tally {
  uint64_t transitions;
  uint8_t *taken;
  enum broken broken;
};

struct search {
  const struct space *space;
  struct discovery *out;
  bool watch;
  uint32_t words;
  struct pile now[STORE_PARTS], next[STORE_PARTS];
  struct chunk chunk[CHUNKS];
  struct pile (*made)[STORE_PARTS]; /* [chunk][part]: successors */
  struct tally *tally;              /* [thread] */
  bool full[STORE_PARTS];
};

/* --- properties of a state ------------------------------------------------------------------------------------------------ */

enum broken space_broken(const struct space *s, const uint64_t *state)
{
  const bool renames = s->automata.algorithm->name_held != NULL;
  if (s->layout.pair.width != 0)
    return field_get(state, &s->layout.pair) != 0 && space_mark(s, state, s->spec.pair_second)->section == RMR_CS
             ? BROKEN_P5
             : BROKEN_NOTHING;
  for (uint32_t p = 1; p <= s->n; p++) {
    const struct mark *a = space_mark(s, state, p);
    if (a->section != RMR_CS) continue;
    if (renames && a->name > s->automata.algorithm->names_max(s->n)) return BROKEN_P1;
    for (uint32_t q = 1; q < p; q++) {
      const struct mark *b = space_mark(s, state, q);
      if (b->section != RMR_CS) continue;
      if (renames ? a->name != 0 && a->name == b->name : space_conflict(s, a, b)) return BROKEN_P1;
    }
  }
  return BROKEN_NOTHING;
}

/* --- the first job: successors of a chunk ----------------------------------------------------------------------------------- */

static void pile_grow(struct pile *pile, uint32_t words)
{
  pile->capacity = pile->capacity * 2 + 64;
  pile->state = mem_grow(pile->state, pile->capacity, words * sizeof *pile->state);
  pile->last = mem_grow(pile->last, pile->capacity, sizeof *pile->last);
}

/* Puts a state on a pile if `really`: written without a branch, as nobody can guess which steps change nothing. */
INNER void pile_up(struct shape shape, struct pile *pile, const uint64_t *state, struct last last, bool really)
{
  if (pile->n == pile->capacity) pile_grow(pile, shape.words);
  for (uint32_t w = 0; w < shape.words; w++) pile->state[(size_t)pile->n * shape.words + w] = state[w];
  pile->last[pile->n] = last;
  pile->n += really;
}

/* Whether the steps of a process may be left out where they can be exchanged with the step before. */
INNER bool may_wait(struct shape shape, const struct space *space, uint32_t p)
{
  const struct space_spec *spec = &space->spec;
  return shape.plain || (spec->cost == COST_NONE && p != spec->pair_first && p != spec->pair_second);
}

INNER void expand_state(struct shape shape, const struct search *s, const uint64_t *from, struct last last,
                        struct pile *made, struct tally *tally)
{
  const struct space *space = s->space;
  const struct movers movers = space_movers(space, shape, from);
  for (uint32_t p = movers.first; p <= movers.last; p++) {
    const struct row *row = space_row(space, shape, from, p);
    if (row->first == SPACE_DONE) continue;
    const bool left_out = p < last.process && space_commute(row->access, last.access) && may_wait(shape, space, p);
    const uint32_t first = space_moves(space, shape, from, row);
    for (uint32_t choice = 0; choice < (shape.plain ? 1 : space->choices); choice++) {
      struct successor to;
      tally->taken[first + choice] = 1;
      if (!space_step(space, shape, from, p, first + choice, &to)) continue;
      tally->transitions++;
      if (s->watch && (to.flags & MOVE_ENTERS) && tally->broken == BROKEN_NOTHING)
        tally->broken = space_broken(space, to.state);
      if (left_out) continue;
      pile_up(shape, &made[store_part(store_hash(to.state, shape.words))], to.state, (struct last){p, row->access},
              !space_same(shape, from, to.state));
    }
  }
}

INNER void expand_chunk(struct shape shape, struct search *s, uint32_t item, uint32_t thread)
{
  const struct chunk *chunk = &s->chunk[item];
  struct tally tally = s->tally[thread];
  for (uint32_t k = chunk->begin; k < chunk->end; k++) {
    uint64_t from[LAYOUT_MAX_WORDS];
    memcpy(from, s->now[chunk->part].state + (size_t)k * shape.words, shape.words * sizeof *from);
    expand_state(shape, s, from, s->now[chunk->part].last[k], s->made[item], &tally);
  }
  s->tally[thread] = tally;
}

static void expand(void *self, uint32_t item, uint32_t thread)
{
  struct search *s = self;
  WITH_SHAPE(s->space, expand_chunk, s, item, thread);
}

/* --- the second job: what is new in a part ------------------------------------------------------------------------------------ */

INNER void insert_pile(struct shape shape, struct search *s, uint32_t p, const struct pile *pile)
{
  struct store *store = &s->out->store;
  uint64_t hash[AHEAD];
  for (uint32_t k = 0; k < pile->n + AHEAD; k++) {
    if (k >= AHEAD && k - AHEAD < pile->n) {
      const uint64_t *state = pile->state + (size_t)(k - AHEAD) * shape.words;
      const bool added = store_insert(store, p, state, hash[k % AHEAD], shape.words, &s->full[p]);
      pile_up(shape, &s->next[p], state, pile->last[k - AHEAD], added);
    }
    if (k < pile->n) {
      hash[k % AHEAD] = store_hash(pile->state + (size_t)k * shape.words, shape.words);
      store_prefetch(&store->part[p], hash[k % AHEAD], shape.words);
    }
  }
}

static void insert(void *self, uint32_t p, uint32_t thread)
{
  struct search *s = self;
  (void)thread;
  for (uint32_t k = 0; k < CHUNKS; k++) {
    struct pile *pile = &s->made[k][p];
    if (pile->n != 0) WITH_SHAPE(s->space, insert_pile, s, p, pile);
    pile->n = 0;
  }
}

/* --- level by level ---------------------------------------------------------------------------------------------------------- */

static bool begin_with(void *self, const uint64_t *state)
{
  struct search *s = self;
  const uint64_t hash = store_hash(state, s->words);
  const uint32_t p = store_part(hash);
  const bool added = store_insert(&s->out->store, p, state, hash, s->words, &s->full[p]);
  pile_up(space_shape(s->space), &s->next[p], state, (struct last){0}, added);
  return !s->full[p];
}

static uint64_t piled(const struct pile *pile)
{
  uint64_t n = 0;
  for (uint32_t p = 0; p < STORE_PARTS; p++) n += pile[p].n;
  return n;
}

/* Bytes that would be taken if each part that is nearly full grew. */
static size_t bytes_needed(const struct search *s, uint32_t extra)
{
  const size_t word = sizeof(uint64_t);
  size_t bytes = 0;
  for (uint32_t p = 0; p < STORE_PARTS; p++) {
    const struct part *part = &s->out->store.part[p];
    const uint64_t slots = part->capacity + (part->n * 100 > part->capacity * 78 ? part->capacity / 4 : 0);
    bytes += slots * (s->words * word + extra) +
             ((size_t)s->now[p].capacity + s->next[p].capacity) * (s->words * word + sizeof(struct last));
  }
  return bytes;
}

static bool may_go_on(struct search *s, const struct explore_means *means, uint32_t extra)
{
  struct discovery *out = s->out;
  out->out_of_memory = bytes_needed(s, extra) > means->memory;
  for (uint32_t p = 0; p < STORE_PARTS; p++) out->out_of_memory |= s->full[p];
  out->interrupted = means->interrupt != NULL && atomic_load(means->interrupt);
  if (means->tell != NULL) {
    const struct explore_progress now = {.what = "states",
                                         .states = store_states(&out->store),
                                         .frontier = piled(s->now) + piled(s->next),
                                         .bytes = bytes_needed(s, 0)};
    means->tell(means->listener, &now);
  }
  return !out->out_of_memory && !out->interrupted && out->broken == BROKEN_NOTHING;
}

static void add_up(struct search *s, struct team *team)
{
  for (uint32_t t = 0; t < team_size(team); t++)
    if (s->out->broken == BROKEN_NOTHING) s->out->broken = s->tally[t].broken;
}

/* The next chunks of the level, from *part and *begin on. 0: there are none. */
static uint32_t cut(struct search *s, uint32_t *part, uint32_t *begin)
{
  uint32_t n = 0;
  for (; *part < STORE_PARTS && n < CHUNKS; ++*part, *begin = 0)
    for (; *begin < s->now[*part].n; *begin += CHUNK) {
      if (n == CHUNKS) return n;
      const uint32_t left = s->now[*part].n - *begin;
      s->chunk[n++] = (struct chunk){*part, *begin, *begin + (left < CHUNK ? left : CHUNK)};
    }
  return n;
}

static bool do_level(struct search *s, struct team *team, const struct explore_means *means, uint32_t extra)
{
  uint32_t part = 0, begin = 0;
  for (uint32_t n; (n = cut(s, &part, &begin)) > 0;) {
    team_run(team, expand, s, n);
    team_run(team, insert, s, STORE_PARTS);
    add_up(s, team);
    if (!may_go_on(s, means, extra)) return false;
  }
  return true;
}

static void swap_levels(struct search *s)
{
  for (uint32_t p = 0; p < STORE_PARTS; p++) {
    const struct pile pile = s->now[p];
    s->now[p] = s->next[p];
    s->next[p] = pile;
    s->next[p].n = 0;
  }
}

static void pile_free(struct pile *pile)
{
  free(pile->state);
  free(pile->last);
}

static void search_free(struct search *s, uint32_t threads)
{
  for (uint32_t p = 0; p < STORE_PARTS; p++) {
    pile_free(&s->now[p]);
    pile_free(&s->next[p]);
    for (uint32_t k = 0; k < CHUNKS; k++) pile_free(&s->made[k][p]);
  }
  for (uint32_t t = 0; t < threads; t++) free(s->tally[t].taken);
  free(s->tally);
  free(s->made);
  free(s);
}

void discover(const struct space *space, const struct explore_means *means, bool watch, uint32_t extra,
              struct discovery *out)
{
  *out = (struct discovery){0};
  struct team *team = team_create(means->threads);
  const uint32_t threads = team_size(team);
  struct search *s = mem_new(1, sizeof *s);
  *s = (struct search){.space = space, .out = out, .watch = watch, .words = space->words};
  s->made = mem_new(CHUNKS, sizeof *s->made);
  s->tally = mem_new(threads, sizeof *s->tally);
  for (uint32_t t = 0; t < threads; t++) s->tally[t].taken = mem_new(space->n_moves + 64, 1);
  bool more = store_create(&out->store, space->words) && space_initial(space, begin_with, s);
  out->out_of_memory = !more;
  for (; more && piled(s->next) != 0; out->depth += more) {
    swap_levels(s);
    more = do_level(s, team, means, extra);
  }
  out->complete = more;
  out->states = store_states(&out->store);
  out->taken = mem_new(space->n_moves, 1);
  for (uint32_t t = 0; t < threads; t++) {
    out->transitions += s->tally[t].transitions;
    for (uint32_t m = 0; m < space->n_moves; m++) out->taken[m] |= s->tally[t].taken[m];
  }
  search_free(s, threads);
  team_free(team);
}

void discovery_free(struct discovery *out)
{
  store_free(&out->store);
  free(out->taken);
  *out = (struct discovery){0};
}
