/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/breadth.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/thread_pool.h"
#include "explore/engines/breadth_jobs.h"
#include "explore/graph/reduction.h"

enum {
  MOST_RUN = 8192, /* states that are next to each other in a queue */
  BITS_RUN = 1024, /* the same with bits: these lie in the cache, so a short queue loses no time, and takes less room */
  LEAST_RUN = 64,
  LEAST_CHUNK = 256,   /* states whose successors one item of the first job makes, where there are so many */
  LEAST_SHARED = 1024, /* states in a block that are worth waking other threads */
  BLOCK_SHARE = 16,    /* the successors of a block take at most such a share of the memory */
  BEGIN_POLL = 4096,   /* initial states between two checks of memory and interrupt */
  BITS_POLL = 1 << 20, /* slots, on the way to bits */
};

/* --- whether it may go on ----------------------------------------------------------------------------------------- */

static uint64_t found_so_far(const struct breadth_search *s)
{
  return s->before + queues_states(s->now) + queues_states(s->next);
}

/* Bytes that would be taken if each part that is nearly full grew, and there were a number beside each state where
 * they are kept. */
static size_t bytes_needed(const struct breadth_search *s)
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

static uint32_t most_paid(const struct breadth_search *s)
{
  uint32_t most = 0;
  for (uint32_t t = 0; t < s->threads; t++)
    if (s->counts[t].paid > most) most = s->counts[t].paid;
  return most;
}

static bool is_interrupted(struct breadth_search *s)
{
  return s->late ? grace_period_over(&s->grace) : limits_interrupted(s->limits);
}

static bool may_go_on(struct breadth_search *s)
{
  struct breadth *out = s->out;
  const struct explore_limits *limits = s->limits;
  const size_t bytes = bytes_needed(s);
  if (bytes > out->most_bytes) out->most_bytes = bytes;
  out->out_of_memory = bytes > limits->memory || budget_over(s->space->budget);
  for (uint32_t p = 0; p < VISITED_PARTS; p++) out->out_of_memory |= s->full[p];
  out->interrupted = is_interrupted(s);
  if (limits->tell != NULL) {
    const struct explore_progress now = {.what = "states",
                                         .states = found_so_far(s),
                                         .frontier = queues_states(s->now) + queues_states(s->next),
                                         .bytes = budget_taken(s->space->budget),
                                         .best = most_paid(s),
                                         .costs = s->space->spec.observer.cost != COST_NONE};
    limits->tell(limits->listener, &now);
  }
  for (uint32_t p = 0; p < VISITED_PARTS; p++) out->broken |= s->broken[p];
  return !out->out_of_memory && !out->interrupted && out->violated == VIOLATED_NONE &&
         (s->watch != WATCH_INVARIANTS || out->broken == 0);
}

/* --- level by level ----------------------------------------------------------------------------------------------- */

static bool begin_with(void *self, const uint64_t *state)
{
  struct breadth_search *s = self;
  const uint64_t hash = visited_hash(state, s->words);
  const uint32_t p = visited_part_of(hash);
  const bool added = visited_insert(&s->out->visited, p, state, hash, s->words, &s->full[p]);
  if (added) breadth_look_at(s, p, state);
  queue_push(s->space->budget, space_shape(s->space), &s->next[p], state, tag_of(hash >> TAG_KEY_SHIFT, 0, 0), added);
  return !s->full[p] && (++s->begun % BEGIN_POLL != 0 || may_go_on(s));
}

static void add_up(struct breadth_search *s, struct thread_pool *pool)
{
  for (uint32_t t = 0; t < thread_pool_size(pool); t++)
    if (s->out->violated == VIOLATED_NONE) s->out->violated = s->counts[t].violated;
}

/* The runs of the next block of the level, from *part and *begin on. 0: there are none. */
static uint32_t cut(struct breadth_search *s, uint32_t *part, uint32_t *begin)
{
  uint32_t n = 0;
  for (; *part < VISITED_PARTS && n < BREADTH_RUNS; ++*part, *begin = 0)
    for (; *begin < s->now[*part].n; *begin += s->run_states) {
      if (n == BREADTH_RUNS) return n;
      const uint32_t left = s->now[*part].n - *begin;
      s->run[n++] = (struct breadth_run){*part, *begin, *begin + (left < s->run_states ? left : s->run_states)};
    }
  return n;
}

/* Puts the runs together, in their order, so that no chunk but the last is small. Returns how many states they have. */
static uint32_t bundle(struct breadth_search *s, uint32_t n)
{
  uint32_t states = 0, in_chunk = LEAST_CHUNK;
  s->n_chunks = 0;
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t more = s->run[k].end - s->run[k].begin;
    if (in_chunk >= LEAST_CHUNK) {
      s->chunk[s->n_chunks++] = (struct breadth_chunk){k, k};
      in_chunk = 0;
    }
    s->chunk[s->n_chunks - 1].end = k + 1;
    in_chunk += more;
    states += more;
  }
  return states;
}

/* One thread inserts the successors of a block at once; several share the two jobs. */
static void do_block(struct breadth_search *s, struct thread_pool *pool, uint32_t states)
{
  thread_pool_work *const expand = reduction_sets_apart(s->space) ? breadth_expand_apart : breadth_expand;
  s->at_once = s->threads == 1 || states < LEAST_SHARED;
  if (s->at_once) {
    for (uint32_t k = 0; k < s->n_chunks; k++) expand(s, k, 0);
    return;
  }
  thread_pool_run(pool, expand, s, s->n_chunks);
  thread_pool_run(pool, breadth_insert, s, VISITED_PARTS);
}

static bool do_level(struct breadth_search *s, struct thread_pool *pool)
{
  uint32_t part = 0, begin = 0;
  for (uint32_t n; (n = cut(s, &part, &begin)) > 0;) {
    do_block(s, pool, bundle(s, n));
    add_up(s, pool);
    if (!may_go_on(s)) return false;
  }
  return true;
}

/* The next level becomes the current one. The queues of the expanded one are emptied, for the level after it. */
static void swap_queues(struct breadth_search *s)
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
static void requeue(struct breadth_search *s)
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

/* Goes over to one bit for each product state when the visited set takes a good part of that already, and both fit. */
static void change_to_bits(struct breadth_search *s)
{
  struct visited *visited = &s->out->visited;
  const size_t bytes = bitset_bytes(&s->bitset), most = s->limits->memory / 2;
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
  if (s->run_states > BITS_RUN) s->run_states = BITS_RUN;
  visited_free(visited);
  requeue(s);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static void search_free(struct breadth_search *s)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++) {
    queue_free(s->space->budget, &s->now[p], s->words);
    queue_free(s->space->budget, &s->next[p], s->words);
    for (uint32_t k = 0; k < BREADTH_RUNS; k++) queue_free(s->space->budget, &s->made[k][p], s->words);
  }
  for (uint32_t p = 0; s->room != NULL && p < VISITED_PARTS; p++) unpacked_free(&s->room[p]);
  free(s->room);
  free(s->counts);
  free(s->heed);
  free(s->made);
  bitset_free(&s->bitset);
  free(s);
}

/* So many states that their successors take no more than their share of the memory, each being a new state at worst. */
static uint32_t states_in_run(const struct space *space, const struct explore_limits *limits)
{
  const size_t successors = (size_t)space->n_actors * space->choices, entry = (space->words + 1) * sizeof(uint64_t);
  const size_t states = limits->memory / BLOCK_SHARE / (BREADTH_RUNS * successors * entry);
  return states < LEAST_RUN ? LEAST_RUN : states < MOST_RUN ? (uint32_t)states : MOST_RUN;
}

static struct breadth_search *search_new(const struct space *space, const struct explore_limits *limits,
                                         enum breadth_watch watch, bool keep, uint32_t threads, struct breadth *out)
{
  struct breadth_search *s = mem_aligned(1, sizeof *s, alignof(struct breadth_search));
  *s = (struct breadth_search){.space = space,
                               .limits = limits,
                               .out = out,
                               .watch = watch,
                               .keep = keep,
                               .words = space->words,
                               .threads = threads,
                               .run_states = states_in_run(space, limits)};
  grace_period_begin(&s->grace, limits);
  s->late = s->grace.hurried;
  s->made = mem_aligned(BREADTH_RUNS, sizeof *s->made, alignof(struct queue));
  s->counts = mem_new(threads, sizeof *s->counts);
  s->heed = mem_new(space->n_moves, sizeof *s->heed);
  for (uint32_t m = 0; m < space->n_moves; m++) s->heed[m] = HEED_NEW | (space->flags[m] & HEED_FLAGS);
  if (space->spec.invariants != 0) s->room = mem_new(VISITED_PARTS, sizeof *s->room);
  for (uint32_t p = 0; s->room != NULL && p < VISITED_PARTS; p++) unpacked_create(&s->room[p], space);
  return s;
}

static void take_counts(const struct breadth_search *s, struct breadth *out)
{
  for (uint32_t p = 0; p < VISITED_PARTS; p++) out->broken |= s->broken[p];
  out->states = found_so_far(s);
  out->bits = s->uses_bits;
  out->taken = mem_new(s->space->n_moves, 1);
  for (uint32_t m = 0; m < s->space->n_moves; m++)
    out->taken[m] = (atomic_load_explicit(&s->heed[m], memory_order_relaxed) & HEED_NEW) == 0;
  if (s->space->symmetry != NULL) symmetry_spread(s->space, out->taken);
  for (uint32_t t = 0; t < s->threads; t++) out->transitions += s->counts[t].transitions;
}

void breadth_search(const struct space *space, const struct explore_limits *limits, enum breadth_watch watch, bool keep,
                    struct breadth *out)
{
  *out = (struct breadth){0};
  budget_set_limit(space->budget, limits->memory);
  struct thread_pool *pool = thread_pool_create(limits->threads < VISITED_PARTS ? limits->threads : VISITED_PARTS);
  struct breadth_search *s = search_new(space, limits, watch, keep, thread_pool_size(pool), out);
  if (!keep && space->spec.observer.cost == COST_NONE && space->env.tick == 0 && space->symmetry == NULL)
    bitset_create(&s->bitset, space);
  bool more = visited_create(&out->visited, space->words, space->budget);
  out->out_of_memory = !more;
  more = more && space_initial(space, begin_with, s);
  for (uint32_t p = 0; p < VISITED_PARTS; p++) out->out_of_memory |= s->full[p];
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
