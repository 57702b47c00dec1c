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

/* The words behind those of a way's state: the count of the way, and whether it breaks an order. */
enum { WAY_WEIGHT, WAY_ORDER, WAY_WORDS };

/* The numbers and sessions that others have. The key has each at a word of others that may hold it. */
struct kept {
  struct known_numbers numbers;
  int32_t sessions;
  bool full; /* there is no room */
};

/* The visible steps of a member from one state. */
struct going {
  struct scene *scene;
  struct hidden *hidden;
  uint32_t member, length; /* of a state, in words */
  uint32_t copies;         /* where its copies begin */
  struct seen_words seen;
  abstract_fn *visit;
  void *self;
  struct walked step; /* all its ways have this line and section */
  int32_t *words;     /* of a way, in the room of `hidden` */
  int32_t *at;        /* [length + 1]: the words that matter of a state behind it; and the member */
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
  for (uint32_t k = 0; k < MOST_MEMBERS; k++) free(h->seen[k].word);
  *h = (struct hidden){.n_to = 0};
}

/* --- the part of a state that matters ----------------------------------------------------------------------------- */

enum whose { OF_ITS_OWN, NAME_OF_OTHERS, VALUE_OF_OTHERS, ELSEWHERE, KINDS_OF_WORDS };

static enum whose whose_word(const struct scene *scene, uint32_t member, uint32_t word)
{
  const uint32_t cells = state_cells(scene), each = state_member(scene, 1);
  const bool own = word >= cells ? scene->cell[word - cells].owner == (int)member : word / each == member;
  if (own) return OF_ITS_OWN;
  if (!state_is_value(scene, word)) return ELSEWHERE;
  return scene_may_name(scene, word) ? NAME_OF_OTHERS : VALUE_OF_OTHERS;
}

static struct seen_words seen_by(const struct scene *scene, uint32_t member)
{
  struct seen_words *seen = &scene->hidden->seen[member];
  const uint32_t copies = state_copies(scene);
  uint32_t n[KINDS_OF_WORDS] = {0}, at = 0;
  if (seen->word != NULL) return *seen;
  seen->word = mem_new(copies, sizeof *seen->word);
  for (uint32_t whose = 0; whose < KINDS_OF_WORDS; whose++)
    for (uint32_t k = 0; k < copies; k++)
      if (whose_word(scene, member, k) == whose) seen->word[at++] = k, n[whose]++;
  seen->n_own = n[OF_ITS_OWN];
  seen->n_names = n[NAME_OF_OTHERS];
  return *seen;
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

/* How many of them have a name that the key must have. That of 1 is known. */
static uint32_t n_kept(const struct kept *kept)
{
  return kept->numbers.n - 1 + (uint32_t)kept->sessions;
}

static int32_t kept_at(const struct kept *kept, uint32_t k)
{
  const uint32_t numbers = kept->numbers.n - 1;
  if (k < numbers) return abstract_pack((struct abstract){ABSTRACT_NUMBER, kept->numbers.known[k + 1]});
  return abstract_pack((struct abstract){ABSTRACT_SESSION, (int32_t)(k - numbers) + 1});
}

/* A section of others is 0 in a key, as if they rested: no hidden step depends on it. */
_Static_assert(RMR_REMAINDER == 0, "the key has others in their remainder");

/* The state in g->words without what is of others, but for their numbers and sessions, in the order of these. If there
 * is no room for them all is kept. Copies and orders never matter, but whether it is quiet does. */
static void find_key(struct going *g, struct kept *kept)
{
  const uint32_t *own = g->seen.word, *name = own + g->seen.n_own;
  known_clear(&kept->numbers);
  kept->sessions = 0;
  kept->full = g->scene->quiet && g->words[state_order(g->scene)] != 0; /* whether it moves depends on others */
  memset(g->key, 0, g->length * sizeof *g->key);
  g->key[state_order(g->scene)] = kept->full;
  for (uint32_t k = 0; k < g->seen.n_names; k++)
    if (abstract_has_name(g->words[name[k]])) keep(g, abstract_unpack(g->words[name[k]]), kept);
  kept->full |= n_kept(kept) > g->seen.n_names;
  if (kept->full) memcpy(g->key, g->words, g->copies * sizeof *g->key);
  for (uint32_t k = 0; !kept->full && k < g->seen.n_own; k++) g->key[own[k]] = g->words[own[k]];
  for (uint32_t k = 0; !kept->full && k < n_kept(kept); k++) g->key[name[k]] = kept_at(kept, k);
  const bool observed = g->scene->observed == (int)g->member; /* a step that it pays for is not hidden */
  g->key[g->length] = (int32_t)(g->member + (observed ? MOST_MEMBERS : 0));
}

/* The word where the key has the k-th that is kept. */
static int32_t now_at(const struct going *g, uint32_t k)
{
  return g->at[g->seen.word[g->seen.n_own + k]];
}

static bool have_same_names(const struct going *g, const struct kept *kept)
{
  uint32_t k = 0;
  while (k < n_kept(kept) && now_at(g, k) == kept_at(kept, k)) k++;
  return k == n_kept(kept);
}

/* A value of others in the state g->at, where the numbers and sessions have new names. */
static struct abstract renamed(const struct going *g, const struct kept *kept, struct abstract a)
{
  if (a.kind == ABSTRACT_NUMBER && a.is != 0 && a.is != NUMBER_ONE) {
    uint32_t k = 0;
    while (kept->numbers.known[k + 1] != a.is) k++;
    return abstract_unpack(now_at(g, k));
  }
  if (a.kind == ABSTRACT_SESSION && a.is != 0)
    return abstract_unpack(now_at(g, kept->numbers.n - 1 + (uint32_t)a.is - 1));
  if (a.kind != ABSTRACT_RECORD) return a;
  struct abstract_record record = record_of(g->scene->records, a);
  for (uint32_t part = 0; part < g->scene->records->layout.n; part++)
    record.part[part] = renamed(g, kept, record.part[part]);
  return record_number(g->scene->records, &record);
}

/* Makes a state of g->at, and of what is of others in g->words. Numbers have the right names at once if all have kept
 * theirs, as both states have the same ones. */
static void restore(struct going *g, const struct kept *kept)
{
  struct walk walk = {.scene = g->scene, .state = g->at};
  const uint32_t *word = g->seen.word, names = g->seen.n_own;
  const bool same = kept->full || have_same_names(g, kept);
  for (uint32_t k = 0; !same && k < g->seen.n_names; k++)
    g->new[k] = abstract_pack(renamed(g, kept, abstract_unpack(g->words[word[names + k]])));
  for (uint32_t k = names; !kept->full && k < g->copies; k++) {
    const bool is_new = !same && k < names + g->seen.n_names;
    g->at[word[k]] = is_new ? g->new[k - names] : g->words[word[k]];
  }
  memcpy(g->at + g->copies, g->words + g->copies, (g->length - g->copies) * sizeof *g->at);
  if (!same || kept->sessions != 0) way_normalise(&walk);
}

/* --- the states behind -------------------------------------------------------------------------------------------- */

static bool take_behind(void *self, const struct walked *walked)
{
  struct going *g = self;
  g->moves = true;
  g->waits |= !walked->hidden;
  if (walked->sees) return !walked->always_sees; /* the value there is not known here */
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
  g->words = g->hidden->way + way * words;
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
                    .copies = state_copies(scene),
                    .seen = seen_by(scene, member),
                    .visit = visit,
                    .self = self,
                    .at = mem_new(3 * (size_t)scene->length + 2, sizeof *g.at)};
  g.key = g.at + g.length + 1;
  g.new = g.key + g.length + 1;
  scene->hidden->n_ways = 0;
  abstract_step(scene, state, member, take_way, &g);
  for (size_t k = 0; k < scene->hidden->n_ways && !g.stopped; k++) go_behind(&g, k);
  free(g.at);
  return !g.stopped;
}
