/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/engines/breadth_jobs.h"

#include <string.h>

#include "explore/graph/steps.h"

enum { AHEAD = 32 }; /* states whose slots are fetched in advance */

/* --- inserting what is new ---------------------------------------------------------------------------------------- */

INNER uint32_t part_of(bool bits, const struct breadth_search *s, uint64_t tag)
{
  return bits ? bitset_part(&s->bitset, tag_key(tag)) : visited_part_of(tag_hash(tag));
}

INNER bool add_entry(struct space_shape shape, bool bits, struct breadth_search *s, uint32_t p, const uint64_t *entry)
{
  const uint64_t tag = entry[shape.words];
  if (bits) return bitset_insert(&s->bitset, tag_key(tag));
  return visited_insert(&s->out->visited, p, entry, tag_hash(tag), shape.words, &s->full[p]);
}

/* Puts those of n states, each with its tag, that are new into the set, and into the queues of the next level. */
INNER void insert_entries(struct space_shape shape, bool bits, struct breadth_search *s, const uint64_t *entries,
                          uint32_t n)
{
  const uint32_t step = shape.words + 1, ahead = n < AHEAD ? n : AHEAD;
  for (uint32_t k = 0; k < n + ahead; k++) {
    if (k >= ahead) {
      const uint64_t *entry = entries + (size_t)(k - ahead) * step;
      const uint32_t p = part_of(bits, s, entry[shape.words]);
      const bool added = add_entry(shape, bits, s, p, entry);
      if (added) breadth_look_at(s, p, entry);
      queue_push(s->space->budget, shape, &s->next[p], entry, entry[shape.words], added);
    }
    if (k < n) {
      const uint64_t tag = entries[(size_t)k * step + shape.words];
      if (bits)
        bitset_prefetch(&s->bitset, tag_key(tag));
      else
        visited_prefetch(&s->out->visited.part[part_of(bits, s, tag)], tag_hash(tag), shape.words);
    }
  }
}

/* --- the first job: successors of a chunk ------------------------------------------------------------------------- */

INNER bool counts_costs(struct space_shape shape, const struct space *space)
{
  return !shape.plain && space->spec.observer.cost != COST_NONE;
}

/* Whether a passage of the observed process ends with the action, so that its cost counts from 0 again. */
INNER bool cuts(const struct space *space, uint32_t actor)
{
  return actor > space->n && space->env.recovers && !cost_counts_through(space->spec.observer.cost) &&
         space_crashes(space, actor, space->spec.observer.process);
}

/* Where a successor belongs. */
INNER uint64_t key_of(struct space_shape shape, bool bits, const struct breadth_search *s, const uint64_t *from,
                      uint64_t key, const struct successor *to)
{
  if (!bits) return visited_hash(to->state, shape.words) >> TAG_KEY_SHIFT;
  key += s->bitset.add[to->move];
  if (!shape.plain && s->bitset.pair != 0) {
    const struct bit_field *pair = &s->space->layout.pair;
    key += ((uint64_t)field_get(to->state, pair) - field_get(from, pair)) * s->bitset.pair;
  }
  return key;
}

/* Successors on their way to the queues. Half of all steps are not wanted, which no branch could predict. So each is
 * written behind the last one, and only the wanted ones stay there. Their number is in a register, so one need not wait
 * for another as in a queue; and only those that stay look for their queue. */
enum { BATCH = 256 };

struct batch {
  struct queue *made; /* [part] */
  uint32_t n;
  uint64_t *entry; /* [BATCH * (words + 1)] */
};

/* It stands apart, so that the loop that makes the steps has the registers for itself. */
static __attribute__((noinline)) void batch_flush(struct space_shape shape, bool bits, struct breadth_search *s,
                                                  struct batch *batch)
{
  if (s->at_once) insert_entries(shape, bits, s, batch->entry, batch->n);
  for (uint32_t k = 0; !s->at_once && k < batch->n; k++) {
    const uint64_t *entry = batch->entry + k * (shape.words + 1), tag = entry[shape.words];
    queue_push(s->space->budget, shape, &batch->made[part_of(bits, s, tag)], entry, tag, true);
  }
  batch->n = 0;
}

INNER void batch_push(struct space_shape shape, bool bits, struct breadth_search *s, struct batch *batch,
                      const uint64_t *state, uint64_t tag, bool really)
{
  if (batch->n == BATCH) batch_flush(shape, bits, s, batch);
  uint64_t *entry = batch->entry + batch->n * (shape.words + 1);
  for (uint32_t w = 0; w < shape.words; w++) entry[w] = state[w];
  entry[shape.words] = tag;
  batch->n += really;
}

/* A move that is taken for the first time, or leads nowhere, or enters. False: there is no such step. Its number is
 * written once, so that the threads do not take the line from each other. */
INNER bool heed_move(const struct breadth_search *s, uint32_t move, uint32_t heed)
{
  if (heed & HEED_NEW) atomic_store_explicit(&s->heed[move], (uint16_t)(heed & ~HEED_NEW), memory_order_relaxed);
  return (heed & (MOVE_NONE | MOVE_SAME)) == 0;
}

/* It has all by value: a state or a count whose address is known elsewhere could not be kept in registers. */
static enum violated __attribute__((noinline))
look_at_entry(const struct breadth_search *s, struct successor entered, enum violated before)
{
  return s->watch == WATCH_PROPERTY && before == VIOLATED_NONE ? violated_in(s->space, entered.state) : before;
}

/* The steps of actors in a state. mortals: the number of them that can crash there is added; may be NULL. */
INNER void expand_actors(struct space_shape shape, bool bits, struct breadth_search *s, const uint64_t *from,
                         uint64_t tag, struct actors actors, uint32_t *mortals, struct batch *batch,
                         struct breadth_counts *counts)
{
  const struct space *space = s->space;
  const bool costs = counts_costs(shape, space);
  struct actor a = actors_begin(actors);
  while (actors_next(space, shape, from, &a)) {
    const uint32_t access = a.row->access;
    const bool wanted = costs || !is_asleep(space, shape, a.p, access, tag_process(tag), tag_access(tag));
    if (mortals != NULL) *mortals += a.row->mortal;
    for (uint32_t move = a.first; move < a.end; move++) {
      struct successor to;
      const uint32_t heed = atomic_load_explicit(&s->heed[move], memory_order_relaxed);
      if (heed != 0 && !heed_move(s, move, heed)) continue;
      if (!space_make_step(space, shape, from, a.p, move, &to)) continue;
      counts->transitions++;
      if ((heed & MOVE_ENTERS) && wanted) counts->violated = look_at_entry(s, to, counts->violated);
      const uint64_t key = key_of(shape, bits, s, from, tag_key(tag), &to);
      const uint64_t next =
        costs ? tag_of_cost(key, cuts(space, a.p) ? 0 : tag_paid(tag) + to.weight) : tag_of(key, a.p, access);
      if (costs && tag_paid(next) > counts->paid) counts->paid = tag_paid(next);
      batch_push(shape, bits, s, batch, to.state, next, wanted & !space_same(shape, from, to.state));
    }
  }
}

/* The crashes of processes that stay dead, of which so many can. Those that are not made again are counted, and nothing
 * else is done. */
INNER void expand_crashes(struct space_shape shape, bool bits, struct breadth_search *s, const uint64_t *from,
                          uint64_t tag, uint32_t mortals, struct batch *batch, struct breadth_counts *counts)
{
  const struct space *space = s->space;
  const uint64_t counted = counts->transitions + mortals;
  if (mortals == 0 || !space_may_crash(space, from)) return;
  const struct actors crashing = reduction_crashes(space, shape, tag_process(tag));
  for (uint32_t p = crashing.first; p <= crashing.last; p++) {
    const uint32_t crash = space->env.first_crash + p - 1;
    if (!crash_is_asleep(space, shape, p, tag_process(tag)))
      expand_actors(shape, bits, s, from, tag, (struct actors){crash, crash}, NULL, batch, counts);
  }
  counts->transitions = counted;
}

INNER void expand_state(struct space_shape shape, bool bits, bool apart, struct breadth_search *s, const uint64_t *from,
                        uint64_t tag, struct batch *batch, struct breadth_counts *counts)
{
  const struct space *space = s->space;
  const struct actors all = ample_set(space, shape, from);
  if (!apart) {
    expand_actors(shape, bits, s, from, tag, all, NULL, batch, counts);
    return;
  }
  const uint32_t first = space->env.first_crash, behind = first + space->env.n_crashes;
  uint32_t mortals = 0;
  expand_actors(shape, bits, s, from, tag, (struct actors){1, first - 1}, &mortals, batch, counts);
  expand_crashes(shape, bits, s, from, tag, mortals, batch, counts);
  expand_actors(shape, bits, s, from, tag, (struct actors){behind, all.last}, NULL, batch, counts);
}

INNER void expand_chunk(struct space_shape shape, bool bits, bool apart, struct breadth_search *s, uint32_t item,
                        uint32_t thread)
{
  const struct breadth_chunk *chunk = &s->chunk[item];
  struct breadth_counts counts = s->counts[thread];
  uint64_t room[BATCH * (PACKING_MAX_WORDS + 1)];
  struct batch batch = {.made = s->made[item], .entry = room};
  for (const struct breadth_run *run = s->run + chunk->begin; run < s->run + chunk->end; run++)
    for (uint32_t k = run->begin; k < run->end; k++) {
      const uint64_t *entry = queue_entry(shape, &s->now[run->part], k);
      uint64_t from[PACKING_MAX_WORDS];
      memcpy(from, entry, shape.words * sizeof *from);
      expand_state(shape, bits, apart, s, from, entry[shape.words], &batch, &counts);
    }
  batch_flush(shape, bits, s, &batch);
  s->counts[thread] = counts;
}

void breadth_expand(void *self, uint32_t item, uint32_t thread)
{
  struct breadth_search *s = self;
  if (s->uses_bits)
    WITH_SHAPE(s->space, expand_chunk, true, false, s, item, thread);
  else
    WITH_SHAPE(s->space, expand_chunk, false, false, s, item, thread);
}

void breadth_expand_apart(void *self, uint32_t item, uint32_t thread)
{
  struct breadth_search *s = self;
  if (s->uses_bits)
    WITH_SHAPE(s->space, expand_chunk, true, true, s, item, thread);
  else
    WITH_SHAPE(s->space, expand_chunk, false, true, s, item, thread);
}

/* --- the second job: new states of a part ------------------------------------------------------------------------- */

void breadth_insert(void *self, uint32_t p, uint32_t thread)
{
  struct breadth_search *s = self;
  (void)thread;
  for (uint32_t k = 0; k < s->n_chunks; k++) {
    struct queue *queue = &s->made[k][p];
    if (queue->n != 0 && s->uses_bits) WITH_SHAPE(s->space, insert_entries, true, s, queue->entry, queue->n);
    if (queue->n != 0 && !s->uses_bits) WITH_SHAPE(s->space, insert_entries, false, s, queue->entry, queue->n);
    queue->n = 0;
  }
}
