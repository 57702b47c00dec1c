/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/climb.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "explore/search/mutation.h"
#include "explore/search/relabel.h"
#include "explore/search/repair.h"

enum { GAP = 24, MOST_STAGES = 2, PATIENCE = 2000, LESS_OF = 32, COPIED = 16, LONGEST_CUT = 64, SHORTENING = 8 };

/* --- making and ending -------------------------------------------------------------------------------------------- */

void climber_create(struct climber *c, struct world *world)
{
  const uint64_t n = world->system->n;
  *c = (struct climber){.world = world, .most_places = SIZE_MAX};
  candidate_create(&c->current, world);
  candidate_create(&c->candidate, world);
  candidate_create(&c->best, world);
  candidate_create(&c->scratch, world);
  candidate_create(&c->costliest, world);
  c->who = mem_new(n + 1, sizeof *c->who);
  c->longest = 4096 + 64 * n * n + 8 * n * n * n;
}

void climber_limit(struct climber *c, size_t bytes)
{
  c->most_places = bytes / 2 / world_size(c->world) + 1;
}

static void free_places(struct places *places)
{
  for (size_t k = 0; k < places->capacity; k++) free(places->place[k].state);
  free(places->place);
}

void climber_free(struct climber *c)
{
  candidate_free(&c->current);
  candidate_free(&c->candidate);
  candidate_free(&c->best);
  candidate_free(&c->scratch);
  candidate_free(&c->costliest);
  free_places(&c->of_current);
  free_places(&c->of_candidate);
  free(c->who);
}

/* --- playing ------------------------------------------------------------------------------------------------------ */

static void save_place(const struct climber *c, struct places *places, size_t before)
{
  if (places->n == places->capacity) {
    places->place = mem_grow(places->place, ++places->capacity, sizeof *places->place);
    places->place[places->n].state = mem_new(1, world_size(c->world));
  }
  places->place[places->n].before = before;
  world_save(c->world, places->place[places->n++].state);
}

/* Saves the place if the last one is some way back. Returns how many moves stand before it, or would: they are not
 * added to, so that the result does not depend on how many places there is room for. */
static size_t pass(struct climber *c, size_t *fixed)
{
  if (c->candidate.n >= *fixed + GAP) {
    *fixed = c->candidate.n;
    if (c->of_current.n + c->of_candidate.n < c->most_places) save_place(c, &c->of_candidate, *fixed);
  }
  return *fixed;
}

/* Puts the world before a move of the current candidate, from the last saved place on. Returns the number of places
 * that are not behind it. */
static size_t go_to(struct climber *c, size_t from, bool reopened)
{
  struct world *w = c->world;
  size_t k = c->of_current.n;
  while (k > 0 && (reopened || c->of_current.place[k - 1].before > from)) k--;
  size_t at = 0;
  if (k == 0) {
    candidate_begin(&c->candidate, w);
  } else {
    world_load(w, c->of_current.place[k - 1].state);
    w->observed = c->candidate.observed;
    at = c->of_current.place[k - 1].before;
  }
  for (c->scratch.n = 0; at < from; at++) candidate_play(&c->scratch, w, &c->current.move[at], SIZE_MAX);
  return k;
}

/* The candidate stands before move `at` of the current candidate, with which it will go on to the end. If it is where
 * the current one was, the rest need not be played. *place goes along. */
static bool meets(struct climber *c, size_t at, size_t *place)
{
  const struct places *places = &c->of_current;
  while (*place < places->n && places->place[*place].before < at) (*place)++;
  if (*place == places->n || places->place[*place].before != at) return false;
  int64_t more, longer;
  if (!world_is_alike(c->world, places->place[*place].state, &more, &longer)) return false;
  c->meeting.any = true;
  c->meeting.place = *place;
  c->meeting.at = c->candidate.n;
  c->meeting.more = more;
  c->meeting.longer = longer;
  for (; at < c->current.n; at++) candidate_append(&c->candidate, &c->current.move[at]);
  return true;
}

static void play_move(struct climber *c, const struct mutation *mutation, const struct move *move, size_t *fixed)
{
  struct world *w = c->world;
  const uint32_t p = move->who;
  const size_t fixed_now = pass(c, fixed);
  if (mutation->repairs && p <= w->system->n && !move->rereads && world_process(w, p)->status == RMR_PARKED)
    repair(&c->candidate, w, p, fixed_now);
  if (!w->ended) candidate_play(&c->candidate, w, move, fixed_now);
}

/* A move of the current candidate, or one beside it, as the piece has it. */
static void play_as(struct climber *c, const struct mutation *mutation, const struct piece *piece, struct move move,
                    size_t *fixed)
{
  const struct relabel relabel = {c->world->system, c->world, c->who};
  struct move other = move;
  const bool twin = piece->twin != 0 && move.who == piece->model && relabel_move(&relabel, &other);
  if (piece->relabelled && !relabel_move(&relabel, &move)) return;
  if (twin && piece->before) play_move(c, mutation, &other, fixed);
  if (!c->world->ended) play_move(c, mutation, &move, fixed);
  if (twin && !piece->before && !c->world->ended) play_move(c, mutation, &other, fixed);
}

/* Whether the piece is the unchanged end of the current candidate: where the two meet in it, they go on alike. Behind
 * it comes a continuation, which is drawn only where the candidate has not ended. */
static bool is_rest(const struct climber *c, const struct mutation *mutation, const struct piece *piece)
{
  const bool unchanged = !piece->extra && !piece->relabelled && piece->twin == 0;
  const bool last_but_one = mutation->n > 1 && piece == &mutation->piece[mutation->n - 2];
  return unchanged && last_but_one && piece->last == c->current.n && c->current.ended;
}

static void play_piece(struct climber *c, const struct mutation *mutation, const struct piece *piece, size_t *fixed)
{
  struct world *w = c->world;
  const bool rest = is_rest(c, mutation, piece);
  size_t place = 0;
  for (uint64_t end = w->steps + piece->redraw; w->steps < end && !w->ended;) {
    const uint64_t before = w->steps;
    rollout(&c->candidate, w, &c->rng, GAP < end - before ? GAP : end - before, pass(c, fixed));
    if (w->steps == before) break;
  }
  for (size_t j = piece->first; j < piece->last && !w->ended && w->steps < c->longest; j++) {
    if (rest && meets(c, j, &place)) return;
    play_as(c, mutation, piece, piece->extra ? mutation->extra[j] : c->current.move[j], fixed);
  }
}

/* Returns the number of places that the candidate has in common with the current candidate. */
static size_t play(struct climber *c, const struct mutation *mutation)
{
  struct candidate *to = &c->candidate;
  struct world *w = c->world;
  const size_t common = go_to(c, mutation->from, mutation->kind == REOPEN);
  size_t fixed = mutation->from;
  to->n = mutation->from;
  c->of_candidate.n = 0;
  c->meeting.any = false;
  for (size_t k = 0; k < mutation->n && !c->meeting.any; k++) play_piece(c, mutation, &mutation->piece[k], &fixed);
  to->paid = c->meeting.any ? c->current.paid + (uint64_t)c->meeting.more : w->paid;
  to->steps = c->meeting.any ? c->current.steps + (uint64_t)c->meeting.longer : w->steps;
  to->ended = c->meeting.any || w->ended;
  return common;
}

/* The places of the current candidate are those that both have in common, those of the candidate, and, if they meet
 * again, the last ones of the current candidate. The candidate gets what is left, to write over. */
static void keep_places(struct climber *c, size_t common)
{
  struct places *now = &c->of_current, *then = &c->of_candidate, kept = {0}, left = {0};
  const size_t from = c->meeting.any ? c->meeting.place : now->n;
  kept.place = mem_new(now->capacity + then->capacity, sizeof *kept.place);
  left.place = mem_new(now->capacity + then->capacity, sizeof *left.place);
  for (size_t k = 0; k < common; k++) kept.place[kept.n++] = now->place[k];
  for (size_t k = 0; k < then->capacity; k++)
    if (k < then->n)
      kept.place[kept.n++] = then->place[k];
    else
      left.place[left.capacity++] = then->place[k];
  for (size_t k = common; k < now->capacity; k++)
    if (k >= from && k < now->n) {
      kept.place[kept.n] = now->place[k];
      kept.place[kept.n].before += c->meeting.at - now->place[from].before;
      world_add(kept.place[kept.n++].state, c->meeting.more, c->meeting.longer);
    } else {
      left.place[left.capacity++] = now->place[k];
    }
  kept.capacity = kept.n;
  free(now->place);
  free(then->place);
  *now = kept;
  *then = left;
}

/* The candidate is the current candidate now. */
static void keep(struct climber *c, size_t common)
{
  keep_places(c, common);
  const struct candidate candidate = c->current;
  c->current = c->candidate;
  c->candidate = candidate;
  if (c->current.paid > c->best.paid || c->best.n == 0) {
    candidate_copy(&c->best, &c->current, c->world);
    c->idle = 0;
  }
}

/* --- candidates to begin with ------------------------------------------------------------------------------------- */

void climber_begin(struct climber *c, const struct candidate *candidate, bool repairs, uint32_t observed)
{
  struct mutation mutation = {.kind = REOPEN,
                              .repairs = repairs,
                              .n = 2,
                              .piece = {{.last = candidate != NULL ? candidate->n : 0}, {.redraw = c->longest}}};
  c->best.n = c->of_current.n = 0;
  c->best.paid = 0;
  if (candidate != NULL)
    candidate_copy(&c->current, candidate, c->world);
  else
    c->current.n = 0, c->current.observed = observed;
  candidate_copy(&c->candidate, &c->current, c->world);
  play(c, &mutation);
  keep(c, 0);
  c->shortened = c->best.steps;
}

bool climber_return(struct climber *c, const size_t *before, size_t n)
{
  struct world *w = c->world;
  candidate_begin(&c->current, w);
  c->of_current.n = c->scratch.n = 0;
  for (size_t at = 0, k = 0; at <= c->current.n; at++) {
    for (; k < n && before[k] == at; k++) save_place(c, &c->of_current, at);
    if (at < c->current.n) candidate_play(&c->scratch, w, &c->current.move[at], SIZE_MAX);
  }
  w->made = 0;
  return w->paid == c->current.paid && w->steps == c->current.steps && w->ended == c->current.ended;
}

/* From the best candidate on again. */
static void go_to_best(struct climber *c)
{
  struct mutation mutation = {.kind = REOPEN, .n = 1, .piece = {{.last = c->best.n}}};
  candidate_copy(&c->current, &c->best, c->world);
  candidate_copy(&c->candidate, &c->best, c->world);
  c->of_current.n = 0;
  play(c, &mutation);
  keep(c, 0);
}

/* Not less; or a little less, the less often the more. Of those that cost the same, not much longer ones. */
static bool is_good(struct climber *c)
{
  const struct candidate *now = &c->current, *then = &c->candidate;
  if (then->paid > now->paid) return true;
  if (then->paid == now->paid)
    return then->steps <= now->steps ||
           (then->steps <= c->best.steps + c->best.steps / 16 + 8 && rng_below(&c->rng, 2));
  for (uint64_t less = now->paid - then->paid; less > 0; less--)
    if (rng_below(&c->rng, LESS_OF) != 0) return false;
  return true;
}

void climber_draw(struct climber *c, uint64_t steps)
{
  const uint64_t end = c->world->made + steps;
  const uint32_t observed = c->current.observed;
  candidate_copy(&c->costliest, &c->best, c->world);
  while (c->world->made < end && !c->world->sim->fault.raised) {
    climber_begin(c, NULL, false, observed);
    c->world->made++;
    if (c->best.paid > c->costliest.paid) candidate_copy(&c->costliest, &c->best, c->world);
  }
  candidate_copy(&c->best, &c->costliest, c->world);
}

/* --- shortening --------------------------------------------------------------------------------------------------- */

/* Leaves out so many moves before this one, if nothing is lost. */
static void cut_before(struct climber *c, size_t last, size_t length)
{
  struct mutation mutation = {.kind = CUT, .from = last > length ? last - length : 0, .n = 2};
  candidate_copy(&c->candidate, &c->current, c->world);
  mutation.piece[0] = (struct piece){.first = last, .last = c->current.n};
  mutation.piece[1] = (struct piece){.redraw = c->longest};
  const size_t common = play(c, &mutation);
  c->world->made += 1 + c->current.n / COPIED;
  if (c->candidate.paid >= c->current.paid && c->candidate.steps < c->current.steps) keep(c, common);
}

void climber_shorten(struct climber *c, uint64_t steps)
{
  const uint64_t end = c->world->made + steps;
  go_to_best(c);
  for (size_t length = LONGEST_CUT; length != 0; length /= 4) {
    size_t at = c->current.n;
    while (at > 0 && c->world->made < end) {
      cut_before(c, at, length);
      at -= length < at ? length : at;
    }
  }
  candidate_copy(&c->best, &c->current, c->world);
  c->shortened = c->best.steps;
}

/* --- climbing ----------------------------------------------------------------------------------------------------- */

static bool has_grown_long(const struct climber *c)
{
  return c->best.steps > c->shortened + c->shortened / 4 + 64;
}

void climber_go(struct climber *c, uint64_t steps)
{
  const uint64_t end = c->world->made + steps;
  while (c->world->made < end && !c->world->sim->fault.raised) {
    struct mutation mutation = {.who = c->who};
    candidate_copy(&c->candidate, &c->current, c->world);
    mutation_draw(&mutation, c->world, &c->candidate, &c->rng);
    mutation.repairs &= !c->never_repairs;
    mutation.piece[mutation.n++] = (struct piece){.redraw = c->longest};
    const size_t common = play(c, &mutation);
    c->world->made++; /* so that a schedule that cannot be made at all comes to an end, too */
    if (is_good(c)) keep(c, common);
    if (has_grown_long(c)) climber_shorten(c, SHORTENING * steps);
    if (++c->idle % PATIENCE == 0 && c->current.paid < c->best.paid) go_to_best(c);
  }
}

static void repeat_stage(struct climber *c, size_t first, size_t last)
{
  for (uint32_t manner = 0; manner < 6; manner++) {
    struct mutation mutation = {.who = c->who};
    candidate_copy(&c->candidate, &c->current, c->world);
    mutation_repeat(&mutation, c->world, &c->current, first, last, manner);
    mutation.piece[mutation.n++] = (struct piece){.redraw = c->longest};
    const size_t common = play(c, &mutation);
    c->world->made += 1 + c->current.n / COPIED; /* the work beside playing */
    if (c->candidate.paid > c->current.paid) keep(c, common);
  }
}

/* Behind the next move that ends a passage; 0: there is none. */
static size_t next_stage(const struct candidate *candidate, size_t from)
{
  while (from < candidate->n && !candidate->move[from].ends) from++;
  return from < candidate->n ? from + 1 : 0;
}

void climber_repeat_stages(struct climber *c, uint64_t steps)
{
  const uint64_t end = c->world->made + steps;
  size_t first = 0;
  do {
    size_t last = first;
    for (uint32_t stages = 0; stages < MOST_STAGES && (last = next_stage(&c->current, last)) != 0; stages++)
      repeat_stage(c, first, last);
  } while ((first = next_stage(&c->current, first)) != 0 && c->world->made < end);
}
