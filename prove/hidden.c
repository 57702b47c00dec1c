/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/hidden.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "prove/abstract_way.h"

enum { MOST_HIDDEN = 1 << 14, MOST_KNOWN_STATES = 1 << 20 };

/* Where hidden steps from a state lead: `to[first]` and so on, so many of them. */
struct hidden_behind {
  size_t first;
  uint32_t n;
  const char *stuck; /* one of them cannot be followed; NULL: all can */
};

/* The words behind those of a way's state: what the way counts, and whether it breaks an order. */
enum { WAY_WEIGHT, WAY_ORDER, WAY_WORDS };

/* Which numbers and sessions others have, and at which words of the key they are. */
struct kept {
  struct known_numbers numbers;
  int32_t sessions;
  uint32_t place[256 + MOST_CELLS];
  bool full; /* there is no room */
};

/* The visible steps of a member from one state. */
struct going {
  struct scene *scene;
  struct hidden *hidden;
  uint32_t member, length; /* of a state, in words */
  const uint8_t *whose;    /* [word]: enum whose */
  abstract_fn *visit;
  void *self;
  struct walked step; /* all its ways have this line and section */
  int32_t *words;     /* of a way */
  int32_t *at;        /* [length + 1]: what matters of a state behind it; and the member */
  int32_t *key;       /* [length + 1]: of where the way leads */
  int32_t *new;       /* [length]: words of others, renamed */
  struct lookup met;  /* states behind a way */
  bool waits, moves;  /* from a state: there is a visible step; any step */
  const char *stuck;  /* from one of them */
  bool stopped;       /* visit returned false */
};

static void forget(struct hidden *h)
{
  lookup_free(&h->from);
  lookup_free(&h->states);
  h->n_to = 0;
}

void hidden_free(struct hidden *h)
{
  forget(h);
  free(h->behind);
  free(h->to);
  free(h->way);
  for (uint32_t k = 0; k < MOST_MEMBERS; k++) free(h->whose[k]);
  *h = (struct hidden){.n_to = 0};
}

/* --- what matters of a state -------------------------------------------------------------------------------------- */

/* The words of a state without copies and orders, as a member sees them: its own, a value of another member or of a
 * register that the member does not write alone, and the node or section of another member. */
enum whose { OF_ITS_OWN, VALUE_OF_OTHERS, ELSEWHERE };

static enum whose whose_word(const struct scene *scene, uint32_t member, uint32_t word)
{
  const uint32_t cells = state_cells(scene), each = state_member(scene, 1);
  if (word >= cells) return scene->cell[word - cells].owner == (int)member ? OF_ITS_OWN : VALUE_OF_OTHERS;
  if (word / each == member) return OF_ITS_OWN;
  return word % each >= (uint32_t)STATE_SESSION ? VALUE_OF_OTHERS : ELSEWHERE;
}

static const uint8_t *whose_words(const struct scene *scene, uint32_t member)
{
  uint8_t **whose = &scene->hidden->whose[member];
  const uint32_t n = state_copies(scene);
  if (*whose != NULL) return *whose;
  *whose = mem_new(n, sizeof **whose);
  for (uint32_t k = 0; k < n; k++) (*whose)[k] = (uint8_t)whose_word(scene, member, k);
  return *whose;
}

/* Numbers and sessions that others have. */
static void keep(const struct going *g, struct abstract a, struct kept *kept)
{
  if (a.kind == ABSTRACT_NUMBER) kept->full |= !known_add(&kept->numbers, a.is);
  if (a.kind == ABSTRACT_SESSION && a.is > kept->sessions) kept->sessions = a.is;
  if (a.kind != ABSTRACT_RECORD) return;
  const struct abstract_record record = record_of(g->scene->records, a);
  for (uint32_t k = 0; k < g->scene->records->layout.n; k++) keep(g, record.part[k], kept);
}

static struct abstract kept_at(const struct kept *kept, uint32_t k)
{
  if (k < kept->numbers.n) return (struct abstract){ABSTRACT_NUMBER, kept->numbers.known[k]};
  return (struct abstract){ABSTRACT_SESSION, (int32_t)(k - kept->numbers.n) + 1};
}

/* A section of others is 0 in a key, as if they rested: no hidden step depends on it. */
_Static_assert(RMR_REMAINDER == 0, "the key has others in their remainder");

/* The state in g->words without what is of others, but for their numbers and sessions, in the order of these. If there
 * is no room for them all is kept. Copies and orders never matter, but whether it is quiet does. */
static void find_key(struct going *g, struct kept *kept)
{
  const uint32_t copies = state_copies(g->scene);
  uint32_t n = 0;
  known_clear(&kept->numbers);
  kept->sessions = 0;
  kept->full = false;
  memset(g->key, 0, g->length * sizeof *g->key);
  for (uint32_t k = 0; k < copies; k++)
    if (g->whose[k] == VALUE_OF_OTHERS && g->words[k] != CELL_ANY) keep(g, abstract_unpack(g->words[k]), kept);
  const uint32_t all = g->scene->ranks ? kept->numbers.n + (uint32_t)kept->sessions : 0;
  for (uint32_t k = 0; k < copies; k++) {
    if (g->whose[k] == OF_ITS_OWN) g->key[k] = g->words[k];
    if (g->whose[k] != VALUE_OF_OTHERS || n == all) continue;
    kept->place[n] = k;
    g->key[k] = abstract_pack(kept_at(kept, n++));
  }
  const bool quiet = g->scene->quiet && g->words[state_order(g->scene)] != 0; /* whether it moves depends on others */
  kept->full |= n != all || quiet;
  g->key[state_order(g->scene)] = quiet;
  if (kept->full) memcpy(g->key, g->words, copies * sizeof *g->key);
  const bool observed = g->scene->observed == (int)g->member; /* what it pays for is not hidden */
  g->key[g->length] = (int32_t)(g->member + (observed ? MOST_MEMBERS : 0));
}

/* A value of others in the state g->at, where the numbers and sessions have new names. */
static struct abstract renamed(const struct going *g, const struct kept *kept, struct abstract a)
{
  uint32_t k = 0;
  if (a.kind == ABSTRACT_NUMBER && a.is != 0) {
    while (kept->numbers.known[k] != a.is) k++;
    return abstract_unpack(g->at[kept->place[k]]);
  }
  if (a.kind == ABSTRACT_SESSION && a.is != 0)
    return abstract_unpack(g->at[kept->place[kept->numbers.n + (uint32_t)a.is - 1]]);
  if (a.kind != ABSTRACT_RECORD) return a;
  struct abstract_record record = record_of(g->scene->records, a);
  for (uint32_t part = 0; part < g->scene->records->layout.n; part++)
    record.part[part] = renamed(g, kept, record.part[part]);
  return record_number(g->scene->records, &record);
}

/* Makes a state of g->at, and of what is of others in g->words. */
static void restore(struct going *g, const struct kept *kept)
{
  struct walk walk = {.scene = g->scene, .state = g->at};
  const uint32_t copies = state_copies(g->scene);
  for (uint32_t k = 0; k < copies && !kept->full; k++) {
    if (g->whose[k] == OF_ITS_OWN) continue;
    const bool is_value = g->scene->ranks && g->whose[k] == VALUE_OF_OTHERS && g->words[k] != CELL_ANY;
    g->new[k] = is_value ? abstract_pack(renamed(g, kept, abstract_unpack(g->words[k]))) : g->words[k];
  }
  for (uint32_t k = 0; k < copies && !kept->full; k++)
    if (g->whose[k] != OF_ITS_OWN) g->at[k] = g->new[k];
  memcpy(g->at + copies, g->words + copies, (g->length - copies) * sizeof *g->at);
  way_normalise(&walk);
}

/* --- what is behind ----------------------------------------------------------------------------------------------- */

static bool take_behind(void *self, const struct walked *walked)
{
  struct going *g = self;
  g->moves = true;
  g->waits |= !walked->hidden;
  if (walked->sees) return !walked->always_sees; /* what is there is not known here */
  if (walked->stuck != NULL) g->stuck = walked->stuck;
  if (walked->hidden) lookup_add(&g->met, walked->state, g->length * sizeof *walked->state);
  return g->stuck == NULL;
}

static void add_to(struct going *g, struct hidden_behind *out, size_t met)
{
  struct hidden *h = g->hidden;
  h->to = mem_another(h->to, h->n_to, sizeof *h->to);
  const char *state = lookup_text(&g->met, met);
  h->to[h->n_to++] = (uint32_t)lookup_add(&h->states, state, g->length * sizeof *g->at);
  out->n++;
}

/* The states where the member has a visible step before it. If there are none, it makes hidden steps for ever: then the
 * first one stands for them, as they are all the same for the other members. */
static struct hidden_behind find_behind(struct going *g)
{
  struct hidden_behind out = {.first = g->hidden->n_to};
  g->stuck = NULL;
  lookup_add(&g->met, g->key, g->length * sizeof *g->key);
  for (size_t k = 0; k < g->met.n && g->stuck == NULL; k++) {
    memcpy(g->at, lookup_text(&g->met, k), g->length * sizeof *g->at);
    g->waits = g->moves = false;
    abstract_step(g->scene, g->at, g->member, take_behind, g);
    if (g->met.n > MOST_HIDDEN) g->stuck = TOO_MANY_WAYS;
    if (g->waits || !g->moves) add_to(g, &out, k);
  }
  if (out.n == 0) add_to(g, &out, 0);
  lookup_free(&g->met);
  out.stuck = g->stuck;
  return out;
}

/* The same, found once. */
static struct hidden_behind behind(struct going *g)
{
  struct hidden *h = g->hidden;
  size_t number;
  if (h->from.n >= MOST_KNOWN_STATES || h->states.n >= MOST_KNOWN_STATES) forget(h);
  if (!lookup_is_new(&h->from, g->key, (g->length + 1) * sizeof *g->key, &number)) return h->behind[number];
  h->behind = mem_another(h->behind, number, sizeof *h->behind);
  return h->behind[number] = find_behind(g);
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static bool take_way(void *self, const struct walked *walked)
{
  struct going *g = self;
  if (walked->stuck != NULL) {
    g->stopped = !g->visit(g->self, walked);
    return !g->stopped;
  }
  if (walked->hidden) return true; /* it was made as soon as it was pending */
  struct hidden *h = g->hidden;
  const size_t words = g->length + WAY_WORDS;
  if (h->n_ways == h->room_ways) {
    h->room_ways = 2 * h->room_ways + 16;
    h->way = mem_grow(h->way, h->room_ways * words, sizeof *h->way);
  }
  int32_t *way = h->way + h->n_ways++ * words;
  memcpy(way, walked->state, g->length * sizeof *way);
  way[g->length + WAY_WEIGHT] = (int32_t)walked->weight;
  way[g->length + WAY_ORDER] = walked->wrong_order;
  g->step = *walked;
  return true;
}

static void go_behind(struct going *g, size_t way)
{
  struct kept kept;
  const size_t words = g->length + WAY_WORDS;
  memcpy(g->words, g->hidden->way + way * words, words * sizeof *g->words);
  find_key(g, &kept);
  const struct hidden_behind to = behind(g);
  g->step.weight = (uint32_t)g->words[g->length + WAY_WEIGHT];
  g->step.wrong_order = g->words[g->length + WAY_ORDER] != 0;
  g->step.stuck = to.stuck;
  g->step.state = g->at;
  for (uint32_t k = 0; k < to.n && !g->stopped; k++) {
    memcpy(g->at, lookup_text(&g->hidden->states, g->hidden->to[to.first + k]), g->length * sizeof *g->at);
    restore(g, &kept);
    g->stopped = !g->visit(g->self, &g->step);
  }
}

bool visible_step(struct scene *scene, const int32_t *state, uint32_t member, abstract_fn *visit, void *self)
{
  if (scene->hidden == NULL) return abstract_step(scene, state, member, visit, self);
  struct going g = {.scene = scene,
                    .hidden = scene->hidden,
                    .member = member,
                    .length = scene->length,
                    .whose = whose_words(scene, member),
                    .visit = visit,
                    .self = self,
                    .words = mem_new(4 * (size_t)scene->length + WAY_WORDS + 2, sizeof *g.words)};
  g.at = g.words + g.length + WAY_WORDS;
  g.key = g.at + g.length + 1;
  g.new = g.key + g.length + 1;
  scene->hidden->n_ways = 0;
  abstract_step(scene, state, member, take_way, &g);
  for (size_t k = 0; k < scene->hidden->n_ways && !g.stopped; k++) go_behind(&g, k);
  free(g.words);
  return !g.stopped;
}
