/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/climb.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"

enum { GAP = 24, MOST_PIECES = 6, MOST_EXTRA = 4, MOST_STAGES = 2, PATIENCE = 2000, LESS_OF = 32 };

enum edit_kind { CUT, SHIFT, REPEAT, REPEAT_OTHERS, INSERT, REDRAW, REDRAW_REST, REOPEN };

/* Moves first .. last - 1 of the current draft, or of those beside it; or a continuation of so many steps. */
struct piece {
  size_t first, last;
  bool extra, relabelled;
  uint64_t redraw;
};

/* The draft up to move `from`, and then the pieces. */
struct edit {
  enum edit_kind kind;
  size_t from, n;
  struct piece piece[MOST_PIECES];
  struct move extra[MOST_EXTRA];
  size_t n_extra;
};

/* --- making and ending -------------------------------------------------------------------------------------------- */

void climber_create(struct climber *c, struct world *world)
{
  const uint64_t n = world->system->n;
  *c = (struct climber){.world = world, .most_places = SIZE_MAX};
  draft_create(&c->current, world);
  draft_create(&c->candidate, world);
  draft_create(&c->best, world);
  draft_create(&c->scratch, world);
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
  draft_free(&c->current);
  draft_free(&c->candidate);
  draft_free(&c->best);
  draft_free(&c->scratch);
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
 * added to, so that what is found does not depend on how many places there is room for. */
static size_t pass(struct climber *c, size_t *fixed)
{
  if (c->candidate.n >= *fixed + GAP) {
    *fixed = c->candidate.n;
    if (c->of_current.n + c->of_candidate.n < c->most_places) save_place(c, &c->of_candidate, *fixed);
  }
  return *fixed;
}

/* Puts the world before a move of the current draft, from the last saved place on. Returns the number of places that
 * are not behind it. */
static size_t go_to(struct climber *c, size_t from, bool reopened)
{
  struct world *w = c->world;
  size_t k = c->of_current.n;
  while (k > 0 && (reopened || c->of_current.place[k - 1].before > from)) k--;
  size_t at = 0;
  if (k == 0) {
    draft_begin(&c->candidate, w);
  } else {
    world_load(w, c->of_current.place[k - 1].state);
    w->observed = c->candidate.observed;
    at = c->of_current.place[k - 1].before;
  }
  for (c->scratch.n = 0; at < from; at++) draft_play(&c->scratch, w, &c->current.move[at], SIZE_MAX);
  return k;
}

/* The candidate stands before move `at` of the current draft, with which it will go on to the end. If it is where the
 * current one was, the rest need not be played. *place goes along. */
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
  for (; at < c->current.n; at++) draft_append(&c->candidate, &c->current.move[at]);
  return true;
}

static void play_piece(struct climber *c, const struct edit *edit, const struct piece *piece, size_t *fixed)
{
  struct draft *to = &c->candidate;
  struct world *w = c->world;
  const struct relabel relabel = {w->system, w->system, c->who};
  const bool rest = !piece->extra && !piece->relabelled && piece->last == c->current.n && c->current.ended &&
                    edit->n > 1 && piece == &edit->piece[edit->n - 2]; /* but for the continuation behind it */
  size_t place = 0;
  for (uint64_t end = w->steps + piece->redraw; w->steps < end && !w->ended;) {
    const uint64_t before = w->steps;
    rollout(to, w, &c->rng, GAP < end - before ? GAP : end - before, pass(c, fixed));
    if (w->steps == before) break;
  }
  for (size_t j = piece->first; j < piece->last && !w->ended && w->steps < c->longest; j++) {
    if (rest && meets(c, j, &place)) return;
    struct move move = piece->extra ? edit->extra[j] : c->current.move[j];
    if (piece->relabelled && !relabel_move(&relabel, &move)) continue;
    draft_play(to, w, &move, pass(c, fixed));
  }
}

/* Returns the number of places that the candidate has in common with the current draft. */
static size_t play(struct climber *c, const struct edit *edit)
{
  struct draft *to = &c->candidate;
  struct world *w = c->world;
  const size_t common = go_to(c, edit->from, edit->kind == REOPEN);
  size_t fixed = edit->from;
  to->n = edit->from;
  c->of_candidate.n = 0;
  c->meeting.any = false;
  for (size_t k = 0; k < edit->n && !c->meeting.any; k++) play_piece(c, edit, &edit->piece[k], &fixed);
  to->paid = c->meeting.any ? c->current.paid + (uint64_t)c->meeting.more : w->paid;
  to->steps = c->meeting.any ? c->current.steps + (uint64_t)c->meeting.longer : w->steps;
  to->ended = c->meeting.any || w->ended;
  return common;
}

/* The places of the current draft are those that both have in common, those of the candidate, and, if they meet again,
 * the last ones of the current draft. The candidate gets what is left, to write over. */
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

/* The candidate is the current draft now. */
static void keep(struct climber *c, size_t common)
{
  keep_places(c, common);
  const struct draft draft = c->current;
  c->current = c->candidate;
  c->candidate = draft;
  if (c->current.paid > c->best.paid || c->best.n == 0) {
    draft_copy(&c->best, &c->current, c->world);
    c->idle = 0;
  }
}

/* --- changes ------------------------------------------------------------------------------------------------------ */

/* A place between moves: any, or often one at which the observed process moves, or a passage has ended. */
static size_t draw_place(struct climber *c)
{
  const struct draft *draft = &c->current;
  size_t k = rng_below(&c->rng, (uint32_t)draft->n + 1);
  const uint32_t manner = rng_below(&c->rng, 8);
  if (manner < 5)
    while (k < draft->n && draft->move[k].who != draft->observed) k++;
  else if (manner < 6)
    while (k > 0 && !draft->move[k - 1].ends) k--;
  return k;
}

/* So many moves of the observed process on from a place, or back. */
static size_t walk(const struct draft *draft, size_t from, uint32_t moves, bool back)
{
  while (moves != 0 && (back ? from > 0 : from < draft->n)) {
    from = back ? from - 1 : from + 1;
    if (from == draft->n || draft->move[from].who == draft->observed) moves--;
  }
  return from;
}

/* Mostly short ones: some moves, or some moves of the observed process; or between two places. */
static void draw_segment(struct climber *c, size_t *first, size_t *last)
{
  const size_t n = c->current.n;
  const uint32_t manner = rng_below(&c->rng, 8), most = 1u << rng_below(&c->rng, 6);
  *first = draw_place(c);
  *last = manner < 3   ? *first + 1 + rng_below(&c->rng, most)
          : manner < 7 ? walk(&c->current, *first, 1 + rng_below(&c->rng, most), false)
                       : draw_place(c);
  if (*last > n) *last = n;
  if (*last < *first) {
    const size_t other = *first;
    *first = *last;
    *last = other;
  }
}

static void add_piece(struct edit *edit, size_t first, size_t last)
{
  edit->piece[edit->n++] = (struct piece){.first = first, .last = last};
}

static void add_move(struct edit *edit, struct move move)
{
  edit->extra[edit->n_extra] = move;
  edit->piece[edit->n++] = (struct piece){.first = edit->n_extra, .last = edit->n_extra + 1, .extra = true};
  edit->n_extra++;
}

static void draw_cut(struct climber *c, struct edit *edit)
{
  size_t first, last;
  draw_segment(c, &first, &last);
  edit->from = first;
  add_piece(edit, last, c->current.n);
}

static void draw_shift(struct climber *c, struct edit *edit)
{
  size_t first, last;
  draw_segment(c, &first, &last);
  const size_t n = c->current.n;
  const size_t near = rng_below(&c->rng, 16), to = rng_below(&c->rng, 3) != 0
                                                     ? (rng_below(&c->rng, 2) ? (first > near ? first - near : 0)
                                                                              : (last + near < n ? last + near : n))
                                                     : draw_place(c);
  if (to <= first) {
    edit->from = to;
    add_piece(edit, first, last);
    add_piece(edit, to, first);
    add_piece(edit, last, n);
  } else {
    edit->from = first;
    add_piece(edit, last, to > last ? to : last);
    add_piece(edit, first, last);
    add_piece(edit, to > last ? to : last, n);
  }
}

/* All others but the observed process take the place of the next one, up or down. */
static void move_others(struct climber *c, bool up)
{
  const uint32_t n = c->world->system->n, v = c->current.observed;
  for (uint32_t p = 0; p <= n; p++) c->who[p] = p;
  for (uint32_t p = 1; p <= n; p++) {
    if (p == v) continue;
    uint32_t q = up ? p + 1 : p - 1;
    if (q == v) q = up ? q + 1 : q - 1;
    c->who[p] = q <= n ? q : 0;
  }
}

/* Who takes whose place: all others one up or one down; or two change places, or one takes another's, mostly of those
 * that are next to each other. */
static void draw_others(struct climber *c)
{
  const uint32_t n = c->world->system->n;
  const uint32_t manner = rng_below(&c->rng, 6);
  move_others(c, manner == 0);
  if (manner < 2) return;
  for (uint32_t p = 0; p <= n; p++) c->who[p] = p;
  const uint32_t p = 1 + rng_below(&c->rng, n), next = rng_below(&c->rng, 2) ? p % n + 1 : (p + n - 2) % n + 1;
  const uint32_t q = rng_below(&c->rng, 4) ? next : 1 + rng_below(&c->rng, n);
  c->who[p] = q;
  if (manner == 2) c->who[q] = p;
}

static void draw_repeat(struct climber *c, struct edit *edit)
{
  size_t first, last;
  draw_segment(c, &first, &last);
  const uint32_t manner = rng_below(&c->rng, 8);
  edit->from = manner < 3   ? first
               : manner < 6 ? last
               : manner < 7 ? walk(&c->current, last, 1 + rng_below(&c->rng, 4), rng_below(&c->rng, 2))
                            : draw_place(c);
  if (edit->kind == REPEAT_OTHERS) draw_others(c);
  add_piece(edit, first, last);
  edit->piece[0].relabelled = edit->kind == REPEAT_OTHERS;
  add_piece(edit, edit->from, c->current.n);
}

static void draw_insert(struct climber *c, struct edit *edit)
{
  const uint32_t n = c->world->system->n, changes = rng_below(&c->rng, 4) == 0 ? c->world->n_changes : 0;
  const size_t at = draw_place(c);
  edit->from = at;
  size_t rest = at;
  if (at < c->current.n && c->current.move[at].count > 1 && rng_below(&c->rng, 2)) {
    struct move head = c->current.move[at];
    head.count = 1 + rng_below(&c->rng, head.count - 1);
    head.goal = TO_COUNT;
    add_move(edit, head);
    rest = at + 1;
  }
  struct move move = {.who = 1 + rng_below(&c->rng, n + changes), .rereads = rng_below(&c->rng, 8) == 0};
  move.goal = rng_below(&c->rng, N_EXTENTS);
  move.count = move.goal == TO_COUNT ? 1 + rng_below(&c->rng, 1u << rng_below(&c->rng, 6)) : 8 * n + 64;
  add_move(edit, move);
  if (rest != at) add_move(edit, c->current.move[at]);
  add_piece(edit, rest, c->current.n);
}

static void draw_redraw(struct climber *c, struct edit *edit)
{
  edit->from = draw_place(c);
  edit->piece[edit->n++].redraw = 1 + rng_below(&c->rng, 1u << rng_below(&c->rng, 9));
  size_t skip = rng_below(&c->rng, 2) ? rng_below(&c->rng, 1u << rng_below(&c->rng, 6)) : 0;
  if (edit->from + skip > c->current.n) skip = c->current.n - edit->from;
  add_piece(edit, edit->from + skip, c->current.n);
}

static void draw_reopen(struct climber *c, struct edit *edit)
{
  struct world *w = c->world;
  const uint32_t asks = w->system->n * w->open.n_asks;
  if (asks != 0 && (w->open.n_initial == 0 || rng_below(&c->rng, 2))) {
    const uint32_t k =
      rng_below(&c->rng, 4) ? rng_below(&c->rng, w->system->n) * w->open.n_asks : rng_below(&c->rng, asks);
    c->candidate.ask[k] = 1 + rng_below(&c->rng, w->goal->setup.sessions->any);
  } else if (w->open.n_initial != 0) {
    const uint32_t k = rng_below(&c->rng, w->open.n_initial);
    const struct rmr_shared *shared = system_shared(w->system, w->initial[k].var);
    c->candidate.initial[k] =
      shared->min + rng_below(&c->rng, (uint32_t)(shared->max(w->system->size) - shared->min) + 1);
  }
  edit->from = 0;
  add_piece(edit, 0, c->current.n);
}

static void draw_edit(struct climber *c, struct edit *edit)
{
  static const uint32_t share[N_EDITS] = {3, 4, 3, 6, 5, 2, 1, 1};
  const bool open = c->world->open.n_asks != 0 || c->world->open.n_initial != 0;
  uint32_t sum = 0, k = 0;
  for (uint32_t j = 0; j + !open < N_EDITS; j++) sum += share[j];
  uint32_t drawn = rng_below(&c->rng, sum);
  while (drawn >= share[k]) drawn -= share[k++];
  *edit = (struct edit){.kind = k};
  switch (edit->kind) {
  case CUT: draw_cut(c, edit); break;
  case SHIFT: draw_shift(c, edit); break;
  case REPEAT:
  case REPEAT_OTHERS: draw_repeat(c, edit); break;
  case INSERT: draw_insert(c, edit); break;
  case REDRAW: draw_redraw(c, edit); break;
  case REDRAW_REST: edit->from = draw_place(c); break;
  case REOPEN: draw_reopen(c, edit); break;
  }
  edit->piece[edit->n++] = (struct piece){.redraw = c->longest};
}

/* --- climbing ----------------------------------------------------------------------------------------------------- */

void climber_begin(struct climber *c, const struct draft *draft, uint32_t observed)
{
  struct edit edit = {
    .kind = REOPEN, .n = 2, .piece = {{.last = draft != NULL ? draft->n : 0}, {.redraw = c->longest}}};
  c->best.n = c->of_current.n = 0;
  c->best.paid = 0;
  if (draft != NULL)
    draft_copy(&c->current, draft, c->world);
  else
    c->current.n = 0, c->current.observed = observed;
  draft_copy(&c->candidate, &c->current, c->world);
  play(c, &edit);
  keep(c, 0);
}

bool climber_return(struct climber *c, const size_t *before, size_t n)
{
  struct world *w = c->world;
  draft_begin(&c->current, w);
  c->of_current.n = c->scratch.n = 0;
  for (size_t at = 0, k = 0; at <= c->current.n; at++) {
    for (; k < n && before[k] == at; k++) save_place(c, &c->of_current, at);
    if (at < c->current.n) draft_play(&c->scratch, w, &c->current.move[at], SIZE_MAX);
  }
  w->made = 0;
  return w->paid == c->current.paid && w->steps == c->current.steps && w->ended == c->current.ended;
}

/* From the best draft on again. */
static void go_to_best(struct climber *c)
{
  struct edit edit = {.kind = REOPEN, .n = 1, .piece = {{.last = c->best.n}}};
  draft_copy(&c->current, &c->best, c->world);
  draft_copy(&c->candidate, &c->best, c->world);
  c->of_current.n = 0;
  play(c, &edit);
  keep(c, 0);
}

/* Not less; or a little less, the less often the more. Of those that cost the same, not much longer ones. */
static bool is_good(struct climber *c)
{
  const struct draft *now = &c->current, *then = &c->candidate;
  if (then->paid > now->paid) return true;
  if (then->paid == now->paid)
    return then->n <= now->n || (then->n <= c->best.n + c->best.n / 16 + 8 && rng_below(&c->rng, 2));
  for (uint64_t less = now->paid - then->paid; less > 0; less--)
    if (rng_below(&c->rng, LESS_OF) != 0) return false;
  return true;
}

void climber_go(struct climber *c, uint64_t steps)
{
  const uint64_t end = c->world->made + steps;
  while (c->world->made < end && !c->world->sim->fault.raised) {
    struct edit edit;
    draft_copy(&c->candidate, &c->current, c->world);
    draw_edit(c, &edit);
    const size_t common = play(c, &edit);
    c->world->made++; /* so that a schedule that cannot be made at all comes to an end, too */
    c->tried[edit.kind]++;
    const bool more = c->candidate.paid > c->current.paid;
    if (is_good(c)) {
      c->kept[edit.kind] += more;
      keep(c, common);
    }
    if (++c->idle % PATIENCE == 0 && c->current.paid < c->best.paid) go_to_best(c);
  }
}

static void try_edit(struct climber *c, struct edit *edit)
{
  draft_copy(&c->candidate, &c->current, c->world);
  edit->piece[edit->n++] = (struct piece){.redraw = c->longest};
  const size_t common = play(c, edit);
  if (c->candidate.paid > c->current.paid) keep(c, common);
}

/* The moves first .. last - 1 once more, before or behind themselves, by the same processes or those next to them. */
static void repeat_stage(struct climber *c, size_t first, size_t last)
{
  for (uint32_t manner = 0; manner < 6; manner++) {
    struct edit edit = {.kind = REPEAT_OTHERS, .from = manner % 2 ? first : last};
    move_others(c, manner / 2 == 0);
    add_piece(&edit, first, last);
    edit.piece[0].relabelled = manner / 2 != 2;
    add_piece(&edit, edit.from, c->current.n);
    try_edit(c, &edit);
  }
}

/* Behind the next move that ends a passage; 0: there is none. */
static size_t next_stage(const struct draft *draft, size_t from)
{
  while (from < draft->n && !draft->move[from].ends) from++;
  return from < draft->n ? from + 1 : 0;
}

void climber_repeat_stages(struct climber *c)
{
  size_t first = 0;
  do {
    size_t last = first;
    for (uint32_t stages = 0; stages < MOST_STAGES && (last = next_stage(&c->current, last)) != 0; stages++)
      repeat_stage(c, first, last);
  } while ((first = next_stage(&c->current, first)) != 0);
}
