/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/breadth.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/thread_pool.h"
#include "explore/graph/bitset.h"
#include "explore/graph/queue.h"
#include "explore/graph/reduction.h"
#include "explore/search/patience.h"

enum {
  MOST_RUN = 8192, /* states that are next to each other in a queue */
  LEAST_RUN = 64,
  RUNS = 32,           /* in a block */
  LEAST_CHUNK = 256,   /* states whose successors one item of the first job makes, where there are so many */
  LEAST_SHARED = 1024, /* states in a block that are worth waking other threads */
  AHEAD = 32,          /* states whose slots are fetched in advance */
  BLOCK_SHARE = 16,    /* the successors of a block take at most such a share of the memory */
  BEGIN_POLL = 4096,   /* initial states between two looks at the memory and the interrupt */
  BITS_POLL = 1 << 20, /* slots, on the way to bits */
};

/* States of the level that are next to each other in one queue. */
struct run {
  uint32_t part, begin, end;
};

/* Runs of a block whose successors are made together. Small levels have few states in each of many queues. */
struct chunk {
  uint32_t begin, end; /* runs */
};

/* What a thread finds, to be added up when the block is done. */
struct thread_counts {
  uint64_t transitions;
  uint32_t paid; /* the most on any way to a state */
  enum violated violated;
};

struct search {
  const struct space *space;
  const struct explore_means *means;
  struct breadth *out;
  enum breadth_watch watch;
  bool keep;
  uint64_t begun; /* initial states */
  uint32_t words;
  struct bitset bitset; /* of size 0: it cannot be used */
  bool uses_bits;       /* it is used, and the visited set is empty */
  uint64_t before;      /* states of the levels before the one that is looked at */
  struct queue now[VISITED_PARTS], next[VISITED_PARTS];
  struct run run[RUNS];     /* of the block */
  struct chunk chunk[RUNS]; /* of the block: at most as many */
  uint32_t n_chunks;
  struct queue (*made)[VISITED_PARTS]; /* [chunk][part]: successors */
  uint32_t run_states;                 /* in a run, at most */
  atomic_uchar *taken;                 /* [move]: as in struct breadth */
  struct thread_counts *counts;        /* [thread] */
  uint32_t threads;
  bool full[VISITED_PARTS];
  struct unpacked *room;          /* [part]: for invariants; NULL: none are asked for */
  uint32_t broken[VISITED_PARTS]; /* those that were found broken in the part */
  bool late;                      /* it begins after an interrupt: nothing is known yet, so it is given a little time */
  struct patience patience;
};

/* --- the first job: successors of a chunk ------------------------------------------------------------------------- */

INNER bool counts_costs(struct space_shape shape, const struct space *space)
{
  return !shape.plain && space->spec.cost != COST_NONE;
}

/* Whether a passage of the observed process ends with the action, so that what it pays is counted anew. */
INNER bool cuts(const struct space *space, uint32_t actor)
{
  return actor > space->n && space->recovers && !space_counts_through(space->spec.cost) &&
         space_crashes(space, actor, space->spec.observed);
}

/* Where a successor belongs. */
INNER uint64_t key_of(struct space_shape shape, bool bits, const struct search *s, const uint64_t *from, uint64_t key,
                      const struct successor *to)
{
  if (!bits) return visited_hash(to->state, shape.words) >> TAG_KEY_SHIFT;
  key += s->bitset.add[to->move];
  if (!shape.plain && s->bitset.pair != 0) {
    const struct bit_field *pair = &s->space->layout.pair;
    key += ((uint64_t)field_get(to->state, pair) - field_get(from, pair)) * s->bitset.pair;
  }
  return key;
}

INNER uint32_t part_of(bool bits, const struct search *s, uint64_t key)
{
  return bits ? bitset_part(&s->bitset, key) : visited_part_of(key << TAG_KEY_SHIFT);
}

/* It is written once, so that the threads do not take the line from each other. */
INNER void note_taken(const struct search *s, uint32_t move)
{
  if (atomic_load_explicit(&s->taken[move], memory_order_relaxed) == 0)
    atomic_store_explicit(&s->taken[move], 1, memory_order_relaxed);
}

/* What actors do in a state. mortals: how many of them can crash there are added; may be NULL. */
INNER void expand_actors(struct space_shape shape, bool bits, const struct search *s, const uint64_t *from,
                         uint64_t tag, struct movers movers, uint32_t *mortals, struct queue *made,
                         struct thread_counts *counts)
{
  const struct space *space = s->space;
  const bool costs = counts_costs(shape, space);
  for (uint32_t p = movers.first; p <= movers.last; p++) {
    if (!shape.harmless && p == space->first_crash && !space_may_crash(space, from)) p += space->n_crashes;
    if (!shape.harmless && p > movers.last) break;
    const struct space_row *row = space_row_of(space, shape, from, p);
    if (row->first == SPACE_DONE) continue;
    const bool wanted = costs || !reduction_repeats(space, shape, p, row->access, tag_process(tag), tag_access(tag));
    const uint32_t first = space_moves(space, shape, from, row);
    if (mortals != NULL) *mortals += row->mortal;
    for (uint32_t choice = 0; choice < (shape.plain ? 1 : space->choices); choice++) {
      struct successor to;
      note_taken(s, first + choice);
      if (!space_step(space, shape, from, p, first + choice, &to)) continue;
      counts->transitions++;
      if (s->watch == WATCH_PROPERTY && (to.flags & MOVE_ENTERS) && counts->violated == VIOLATED_NONE)
        counts->violated = violated_in(space, to.state);
      const uint64_t key = key_of(shape, bits, s, from, tag_key(tag), &to);
      const uint64_t next =
        costs ? tag_of_cost(key, cuts(space, p) ? 0 : tag_paid(tag) + to.weight) : tag_of(key, p, row->access);
      if (costs && tag_paid(next) > counts->paid) counts->paid = tag_paid(next);
      queue_push(space->budget, shape, &made[part_of(bits, s, key)], to.state, next,
                 wanted & !space_same(shape, from, to.state));
    }
  }
}

/* The crashes of processes that stay dead, of which so many can. Those that are not made again are counted, and nothing
 * else is done. */
INNER void expand_crashes(struct space_shape shape, bool bits, const struct search *s, const uint64_t *from,
                          uint64_t tag, uint32_t mortals, struct queue *made, struct thread_counts *counts)
{
  const struct space *space = s->space;
  const uint64_t counted = counts->transitions + mortals;
  if (mortals == 0 || !space_may_crash(space, from)) return;
  const struct movers movers = reduction_crashes(space, shape, tag_process(tag));
  for (uint32_t p = movers.first; p <= movers.last; p++) {
    const uint32_t crash = space->first_crash + p - 1;
    if (!reduction_repeats_crash(space, shape, p, tag_process(tag)))
      expand_actors(shape, bits, s, from, tag, (struct movers){crash, crash}, NULL, made, counts);
  }
  counts->transitions = counted;
}

INNER void expand_state(struct space_shape shape, bool bits, bool apart, const struct search *s, const uint64_t *from,
                        uint64_t tag, struct queue *made, struct thread_counts *counts)
{
  const struct space *space = s->space;
  const struct movers all = space_movers(space, shape, from);
  if (!apart) {
    expand_actors(shape, bits, s, from, tag, all, NULL, made, counts);
    return;
  }
  const uint32_t first = space->first_crash, behind = first + space->n_crashes;
  uint32_t mortals = 0;
  expand_actors(shape, bits, s, from, tag, (struct movers){1, first - 1}, &mortals, made, counts);
  expand_crashes(shape, bits, s, from, tag, mortals, made, counts);
  expand_actors(shape, bits, s, from, tag, (struct movers){behind, all.last}, NULL, made, counts);
}

INNER void expand_chunk(struct space_shape shape, bool bits, bool apart, struct search *s, uint32_t item,
                        uint32_t thread)
{
  const struct chunk *chunk = &s->chunk[item];
  struct thread_counts counts = s->counts[thread];
  for (const struct run *run = s->run + chunk->begin; run < s->run + chunk->end; run++)
    for (uint32_t k = run->begin; k < run->end; k++) {
      const uint64_t *entry = queue_entry(shape, &s->now[run->part], k);
      uint64_t from[PACKING_MAX_WORDS];
      memcpy(from, entry, shape.words * sizeof *from);
      expand_state(shape, bits, apart, s, from, entry[shape.words], s->made[item], &counts);
    }
  s->counts[thread] = counts;
}

static void expand(void *self, uint32_t item, uint32_t thread)
{
  struct search *s = self;
  if (s->uses_bits)
    WITH_SHAPE(s->space, expand_chunk, true, false, s, item, thread);
  else
    WITH_SHAPE(s->space, expand_chunk, false, false, s, item, thread);
}

/* The same where processes crash and stay dead, and no costs are asked for. */
static void expand_apart(void *self, uint32_t item, uint32_t thread)
{
  struct search *s = self;
  if (s->uses_bits)
    WITH_SHAPE(s->space, expand_chunk, true, true, s, item, thread);
  else
    WITH_SHAPE(s->space, expand_chunk, false, true, s, item, thread);
}

/* --- the second job: what is new in a part ------------------------------------------------------------------------ */

INNER bool add_entry(struct space_shape shape, bool bits, struct search *s, uint32_t p, const uint64_t *entry)
{
  const uint64_t tag = entry[shape.words];
  if (bits) return bitset_insert(&s->bitset, tag_key(tag));
  return visited_insert(&s->out->visited, p, entry, tag_hash(tag), shape.words, &s->full[p]);
}

/* A state that is new. */
static inline void look_at(struct search *s, uint32_t part, const uint64_t *state)
{
  if (s->room != NULL)
    s->broken[part] |= invariants_broken(&s->room[part], state, s->space->spec.invariants & ~s->broken[part]);
}

INNER void insert_queue(struct space_shape shape, bool bits, struct search *s, uint32_t p, const struct queue *queue)
{
  const uint32_t ahead = queue->n < AHEAD ? queue->n : AHEAD;
  for (uint32_t k = 0; k < queue->n + ahead; k++) {
    if (k >= ahead) {
      const uint64_t *entry = queue_entry(shape, queue, k - ahead);
      const bool added = add_entry(shape, bits, s, p, entry);
      if (added) look_at(s, p, entry);
      queue_push(s->space->budget, shape, &s->next[p], entry, entry[shape.words], added);
    }
    if (k < queue->n) {
      const uint64_t tag = queue_entry(shape, queue, k)[shape.words];
      if (bits)
        bitset_prefetch(&s->bitset, tag_key(tag));
      else
        visited_prefetch(&s->out->visited.part[p], tag_hash(tag), shape.words);
    }
  }
}

static void insert(void *self, uint32_t p, uint32_t thread)
{
  struct search *s = self;
  (void)thread;
  for (uint32_t k = 0; k < s->n_chunks; k++) {
    struct queue *queue = &s->made[k][p];
    if (queue->n != 0 && s->uses_bits) WITH_SHAPE(s->space, insert_queue, true, s, p, queue);
    if (queue->n != 0 && !s->uses_bits) WITH_SHAPE(s->space, insert_queue, false, s, p, queue);
    queue->n = 0;
  }
}

/* --- whether it may go on ----------------------------------------------------------------------------------------- */

static uint64_t found_so_far(const struct search *s)
{
  return s->before + queues_states(s->now) + queues_states(s->next);
}

/* Bytes that would be taken if each part that is nearly full grew, and there were a number beside each state where
 * they are kept. */
static size_t bytes_needed(const struct search *s)
{
  const uint32_t state = s->words * sizeof(uint64_t), number = s->keep ? sizeof(uint32_t) : 0;
  size_t bytes = budget_taken(s->space->budget);
  for (uint32_t p = 0; p < VISITED_PARTS; p++) {
    const struct visited_part *part = &s->out->visited.part[p];
    const uint64_t more = part->n * 100 > part->capacity * 78 ? part->capacity / 4 : 0;
    bytes += more * state + (part->capacity + more) * number;
  }
  return bytes;
}

static uint32_t most_paid(const struct search *s)
{
  uint32_t most = 0;
  for (uint32_t t = 0; t < s->threads; t++)
    if (s->counts[t].paid > most) most = s->counts[t].paid;
  return most;
}

static bool is_interrupted(struct search *s)
{
  return s->late ? patience_over(&s->patience) : means_interrupted(s->means);
}

static bool may_go_on(struct search *s)
{
  struct breadth *out = s->out;
  const struct explore_means *means = s->means;
  const size_t bytes = bytes_needed(s);
  if (bytes > out->most_bytes) out->most_bytes = bytes;
  out->out_of_memory = bytes > means->memory || budget_over(s->space->budget);
  for (uint32_t p = 0; p < VISITED_PARTS; p++) out->out_of_memory |= s->full[p];
  out->interrupted = is_interrupted(s);
  if (means->tell != NULL) {
    const struct explore_progress now = {.what = "states",
                                         .states = found_so_far(s),
                                         .frontier = queues_states(s->now) + queues_states(s->next),
                                         .bytes = budget_taken(s->space->budget),
                                         .best = most_paid(s),
                                         .costs = s->space->spec.cost != COST_NONE};
    means->tell(means->listener, &now);
  }
  for (uint32_t p = 0; p < VISITED_PARTS; p++) out->broken |= s->broken[p];
  return !out->out_of_memory && !out->interrupted && out->violated == VIOLATED_NONE &&
         (s->watch != WATCH_INVARIANTS || out->broken == 0);
}

/* --- level by level ----------------------------------------------------------------------------------------------- */

static bool begin_with(void *self, const uint64_t *state)
{
  struct search *s = self;
  const uint64_t hash = visited_hash(state, s->words);
  const uint32_t p = visited_part_of(hash);
  const bool added = visited_insert(&s->out->visited, p, state, hash, s->words, &s->full[p]);
  if (added) look_at(s, p, state);
  queue_push(s->space->budget, space_shape(s->space), &s->next[p], state, tag_of(hash >> TAG_KEY_SHIFT, 0, 0), added);
  return !s->full[p] && (++s->begun % BEGIN_POLL != 0 || may_go_on(s));
}

static void add_up(struct search *s, struct thread_pool *pool)
{
  for (uint32_t t = 0; t < thread_pool_size(pool); t++)
    if (s->out->violated == VIOLATED_NONE) s->out->violated = s->counts[t].violated;
}

/* The runs of the next block of the level, from *part and *begin on. 0: there are none. */
static uint32_t cut(struct search *s, uint32_t *part, uint32_t *begin)
{
  uint32_t n = 0;
  for (; *part < VISITED_PARTS && n < RUNS; ++*part, *begin = 0)
    for (; *begin < s->now[*part].n; *begin += s->run_states) {
      if (n == RUNS) return n;
      const uint32_t left = s->now[*part].n - *begin;
      s->run[n++] = (struct run){*part, *begin, *begin + (left < s->run_states ? left : s->run_states)};
    }
  return n;
}

/* Puts the runs together, in their order, so that no chunk but the last is small. Returns how many states they have. */
static uint32_t bundle(struct search *s, uint32_t n)
{
  uint32_t states = 0, in_chunk = LEAST_CHUNK;
  s->n_chunks = 0;
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t more = s->run[k].end - s->run[k].begin;
    if (in_chunk >= LEAST_CHUNK) {
      s->chunk[s->n_chunks++] = (struct chunk){k, k};
      in_chunk = 0;
    }
    s->chunk[s->n_chunks - 1].end = k + 1;
    in_chunk += more;
    states += more;
  }
  return states;
}

static void do_job(struct search *s, struct thread_pool *pool, thread_pool_work *work, uint32_t n, bool shared)
{
  if (shared) thread_pool_run(pool, work, s, n);
  for (uint32_t item = 0; !shared && item < n; item++) work(s, item, 0);
}

static bool do_level(struct search *s, struct thread_pool *pool)
{
  uint32_t part = 0, begin = 0;
  for (uint32_t n; (n = cut(s, &part, &begin)) > 0;) {
    const bool shared = bundle(s, n) >= LEAST_SHARED;
    do_job(s, pool, reduction_sets_apart(s->space) ? expand_apart : expand, s->n_chunks, shared);
    do_job(s, pool, insert, VISITED_PARTS, shared);
    add_up(s, pool);
    if (!may_go_on(s)) return false;
  }
  return true;
}

/* The next level takes the key of the one that was looked at. */
static void swap_queues(struct search *s)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++) {
    const struct queue queue = s->now[p];
    s->now[p] = s->next[p];
    s->next[p] = queue;
    s->next[p].n = 0;
  }
}

/* --- from the visited set to bits --------------------------------------------------------------------------------- */

/* Before a level is looked at: its states belong where their numbers say. */
static void requeue(struct search *s)
{
  const struct space_shape shape = space_shape(s->space);
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    for (uint32_t k = 0; k < s->now[p].n; k++) {
      const uint64_t *entry = queue_entry(shape, &s->now[p], k);
      const uint64_t number = bitset_number(&s->bitset, s->space, entry), tag = entry[s->words];
      queue_push(s->space->budget, shape, &s->next[bitset_part(&s->bitset, number)], entry,
                 tag_of(number, tag_process(tag), tag_access(tag)), true);
    }
  swap_queues(s);
}

/* Goes over to one bit for each tuple when the visited set takes a good part of that already, and both fit. */
static void change_to_bits(struct search *s)
{
  struct visited *visited = &s->out->visited;
  const size_t bytes = bitset_bytes(&s->bitset), most = s->means->memory / 2;
  if (s->uses_bits || s->bitset.size == 0 || visited_bytes(visited) < bytes / 4 || bytes > most) return;
  if (!budget_fits(s->space->budget, bytes) || !bitset_open(&s->bitset)) return;
  for (uint32_t p = 0; p < VISITED_PARTS; p++)
    for (uint64_t k = 0; k < visited->part[p].capacity; k++) {
      if (k % BITS_POLL == 0 && is_interrupted(s)) {
        bitset_close(&s->bitset);
        return;
      }
      const uint64_t *state = visited->part[p].slot + k * s->words;
      if (state[0] != 0) bitset_insert(&s->bitset, bitset_number(&s->bitset, s->space, state));
    }
  s->uses_bits = true;
  visited_free(visited);
  requeue(s);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static void search_free(struct search *s)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++) {
    queue_free(s->space->budget, &s->now[p], s->words);
    queue_free(s->space->budget, &s->next[p], s->words);
    for (uint32_t k = 0; k < RUNS; k++) queue_free(s->space->budget, &s->made[k][p], s->words);
  }
  for (uint32_t p = 0; s->room != NULL && p < VISITED_PARTS; p++) unpacked_free(&s->room[p]);
  free(s->room);
  free(s->counts);
  free(s->taken);
  free(s->made);
  bitset_free(&s->bitset);
  free(s);
}

/* So many states that their successors take no more than their share of the memory, each being a new state at worst. */
static uint32_t states_in_run(const struct space *space, const struct explore_means *means)
{
  const size_t successors = (size_t)space->n_actors * space->choices, entry = (space->words + 1) * sizeof(uint64_t);
  const size_t states = means->memory / BLOCK_SHARE / (RUNS * successors * entry);
  return states < LEAST_RUN ? LEAST_RUN : states < MOST_RUN ? (uint32_t)states : MOST_RUN;
}

static struct search *search_new(const struct space *space, const struct explore_means *means, enum breadth_watch watch,
                                 bool keep, uint32_t threads, struct breadth *out)
{
  struct search *s = mem_new(1, sizeof *s);
  *s = (struct search){.space = space,
                       .means = means,
                       .out = out,
                       .watch = watch,
                       .keep = keep,
                       .words = space->words,
                       .threads = threads,
                       .run_states = states_in_run(space, means)};
  patience_begin(&s->patience, means);
  s->late = s->patience.hurried;
  s->made = mem_new(RUNS, sizeof *s->made);
  s->counts = mem_new(threads, sizeof *s->counts);
  s->taken = mem_new(space->n_moves, sizeof *s->taken);
  if (space->spec.invariants != 0) s->room = mem_new(VISITED_PARTS, sizeof *s->room);
  for (uint32_t p = 0; s->room != NULL && p < VISITED_PARTS; p++) unpacked_create(&s->room[p], space);
  return s;
}

static void take_counts(const struct search *s, struct breadth *out)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++) out->broken |= s->broken[p];
  out->states = found_so_far(s);
  out->bits = s->uses_bits;
  out->taken = mem_new(s->space->n_moves, 1);
  for (uint32_t m = 0; m < s->space->n_moves; m++)
    out->taken[m] = atomic_load_explicit(&s->taken[m], memory_order_relaxed);
  for (uint32_t t = 0; t < s->threads; t++) out->transitions += s->counts[t].transitions;
}

void breadth_search(const struct space *space, const struct explore_means *means, enum breadth_watch watch, bool keep,
                    struct breadth *out)
{
  *out = (struct breadth){0};
  budget_set_limit(space->budget, means->memory);
  struct thread_pool *pool = thread_pool_create(means->threads < VISITED_PARTS ? means->threads : VISITED_PARTS);
  struct search *s = search_new(space, means, watch, keep, thread_pool_size(pool), out);
  if (!keep && space->spec.cost == COST_NONE && space->tick == 0) bitset_create(&s->bitset, space);
  bool more = visited_create(&out->visited, space->words, space->budget) && space_initial(space, begin_with, s);
  out->out_of_memory = !more && !out->interrupted;
  while (more && queues_states(s->next) != 0) {
    s->before += queues_states(s->now);
    swap_queues(s);
    change_to_bits(s);
    more = do_level(s, pool);
  }
  out->complete = more;
  take_counts(s, out);
  search_free(s);
  thread_pool_free(pool);
}

void breadth_free(struct breadth *out)
{
  visited_free(&out->visited);
  free(out->taken);
  *out = (struct breadth){0};
}
