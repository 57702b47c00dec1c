/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_hidden.c: steps that no other member sees (docs/every-n.md, Lemma 2). A certificate has only the states in
 * which they have been made. So from each state behind a step they are made here, one by one, until there are no more.
 *
 * How they come out depends on the words of the member itself, and on which numbers and sessions the other words have.
 * With the rest as 0, the same steps behind many states are made once.
 */
#include <stdlib.h>
#include <string.h>

#include "base/lookup.h"
#include "base/mem.h"
#include "prove/check_step.h"

enum { MOST_BEHIND = 1 << 14, MOST_KNOWN = 1 << 18 };

/* Where hidden steps from a state lead: numbers of states in `states`. */
struct known_behind {
  size_t first, n;
  bool for_ever;
  const char *stuck;
};

struct check_hidden {
  const struct check_scene *of;
  struct lookup from, states;  /* each key has the member behind the state */
  struct known_behind *behind; /* [from] */
  size_t *to, n_to;
  int32_t *key, *out; /* out: [n][length] */
  size_t room_out;
  /* of the search that is being made */
  struct lookup met;
  bool waits, moves; /* it has a step that others see; any step */
  const char *stuck;
};

struct check_hidden *check_hidden_new(const struct check_scene *of)
{
  struct check_hidden *h = mem_new(1, sizeof *h);
  h->of = of;
  h->key = mem_new(of->scene->length + 1, sizeof *h->key);
  return h;
}

static void forget(struct check_hidden *h)
{
  lookup_free(&h->from);
  lookup_free(&h->states);
  h->n_to = 0;
}

void check_hidden_free(struct check_hidden *h)
{
  if (h == NULL) return;
  forget(h);
  free(h->behind);
  free(h->to);
  free(h->key);
  free(h->out);
  free(h);
}

/* --- what matters to the member ----------------------------------------------------------------------------------- */

/* Whether hidden steps of the member depend on the word, or change it. While it is quiet others decide whether it
 * moves. */
static bool matters(const struct check_hidden *h, const int32_t *state, uint32_t member, uint32_t word)
{
  const struct scene *scene = h->of->scene;
  const uint32_t cells = state_cells(scene);
  struct abstract index[2];
  if (scene->quiet) return true;
  if (word < cells && word / state_member(scene, 1) == member) return true;
  if (word >= state_copies(scene) || state[word] == CELL_ANY) return false;
  if (word < cells && word % state_member(scene, 1) < STATE_SESSION) return false;
  const uint8_t kind = abstract_unpack(state[word]).kind;
  if (kind == ABSTRACT_NUMBER || kind == ABSTRACT_SESSION || kind == ABSTRACT_RECORD) return true;
  if (word < cells) return false;
  cell_index(scene, word - cells, index);
  return register_owner(&h->of->registers, scene->cell[word - cells].group, index) == (int)member;
}

/* --- the search --------------------------------------------------------------------------------------------------- */

static bool take(void *self, const struct check_way *way)
{
  struct check_hidden *h = self;
  h->stuck = way->stuck;
  if (way->stuck != NULL) return false;
  h->moves = true;
  h->waits |= !way->hidden;
  if (way->hidden) lookup_add(&h->met, way->state, h->of->scene->length * sizeof *way->state);
  return true;
}

static void add_to(struct check_hidden *h, struct known_behind *out, size_t met)
{
  const size_t length = h->of->scene->length * sizeof *h->key;
  h->to = mem_another(h->to, h->n_to, sizeof *h->to);
  h->to[h->n_to++] = lookup_add(&h->states, lookup_text(&h->met, met), length);
  out->n++;
}

static struct known_behind search(struct check_hidden *h, uint32_t member)
{
  struct known_behind out = {.first = h->n_to};
  const uint32_t length = h->of->scene->length;
  int32_t *from = mem_new(length, sizeof *from);
  h->stuck = NULL;
  lookup_add(&h->met, h->key, length * sizeof *from);
  for (size_t k = 0; k < h->met.n && h->stuck == NULL; k++) {
    memcpy(from, lookup_text(&h->met, k), length * sizeof *from);
    h->waits = h->moves = false;
    check_step(h->of, from, member, true, take, h);
    if (h->met.n > MOST_BEHIND) h->stuck = "there are too many hidden steps";
    if (h->waits || !h->moves) add_to(h, &out, k);
  }
  out.for_ever = out.n == 0;
  for (size_t k = 0; out.for_ever && k < h->met.n; k++) add_to(h, &out, k);
  out.stuck = h->stuck;
  lookup_free(&h->met);
  free(from);
  return out;
}

/* The same, made once. */
static struct known_behind known(struct check_hidden *h, uint32_t member)
{
  const uint32_t length = h->of->scene->length;
  size_t number;
  if (h->from.n >= MOST_KNOWN || h->states.n >= MOST_KNOWN) forget(h);
  h->key[length] = (int32_t)member;
  if (!lookup_is_new(&h->from, h->key, (length + 1) * sizeof *h->key, &number)) return h->behind[number];
  h->behind = mem_another(h->behind, number, sizeof *h->behind);
  return h->behind[number] = search(h, member);
}

struct check_behind check_behind(struct check_hidden *h, const int32_t *state, uint32_t member)
{
  const uint32_t length = h->of->scene->length;
  for (uint32_t k = 0; k < length; k++) h->key[k] = matters(h, state, member, k) ? state[k] : 0;
  const struct known_behind found = known(h, member);
  if (found.n * length > h->room_out) {
    h->room_out = 2 * found.n * length;
    h->out = mem_grow(h->out, h->room_out, sizeof *h->out);
  }
  for (size_t k = 0; k < found.n; k++) {
    int32_t *to = h->out + k * length;
    memcpy(to, lookup_text(&h->states, h->to[found.first + k]), length * sizeof *to);
    for (uint32_t word = 0; word < length; word++)
      if (!matters(h, state, member, word)) to[word] = state[word];
  }
  return (struct check_behind){h->out, found.n, found.for_ever, found.stuck};
}
