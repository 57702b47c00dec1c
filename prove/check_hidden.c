/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_hidden.c: steps that no other member sees (docs/every-n.md, Lemma 2). A certificate has only the states in
 * which they have been made. So from each state behind a step they are made here, one by one, until there are no more.
 *
 * How they come out depends on the words of the member itself, and on which numbers and sessions the other words have;
 * not on where they have them. With these in a row, and the rest as 0, the same steps behind many states are made once.
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
  uint8_t *whose[MOST_MEMBERS]; /* [word]: enum whose, as the member sees it; NULL: not asked yet */
  /* of the state that is asked about */
  int32_t *name, *now; /* the names that others have, in ascending order; and those that they get */
  uint32_t n_names, n_values;
  bool whole; /* the key is all of it */
  /* of the search that is being made */
  struct lookup met;
  bool waits, moves; /* it has a step that others see; any step */
  const char *stuck;
};

struct check_hidden *check_hidden_new(const struct check_scene *of)
{
  struct check_hidden *h = mem_new(1, sizeof *h);
  h->of = of;
  h->key = mem_new(3 * (size_t)of->scene->length + 1, sizeof *h->key);
  h->name = h->key + of->scene->length + 1;
  h->now = h->name + of->scene->length;
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
  for (uint32_t k = 0; k < MOST_MEMBERS; k++) free(h->whose[k]);
  free(h);
}

/* --- the parts that matter to the member -------------------------------------------------------------------------- */

enum whose { OF_ITS_OWN, VALUE_OF_OTHERS, ELSEWHERE };

static enum whose whose_word(const struct check_scene *of, uint32_t member, uint32_t word)
{
  const struct scene *scene = of->scene;
  const uint32_t cells = state_cells(scene);
  struct abstract index[2];
  if (word < cells && word / state_member(scene, 1) == member) return OF_ITS_OWN;
  if (!state_is_value(scene, word)) return ELSEWHERE;
  if (word < cells) return VALUE_OF_OTHERS;
  cell_index(scene, word - cells, index);
  const bool own = register_owner(&of->registers, scene->cell[word - cells].group, index) == (int)member;
  return own ? OF_ITS_OWN : VALUE_OF_OTHERS;
}

static const uint8_t *whose_words(struct check_hidden *h, uint32_t member)
{
  uint8_t **whose = &h->whose[member];
  if (*whose != NULL) return *whose;
  *whose = mem_new(h->of->scene->length, sizeof **whose);
  for (uint32_t k = 0; k < h->of->scene->length; k++) (*whose)[k] = (uint8_t)whose_word(h->of, member, k);
  return *whose;
}

/* That of 1 is always known. */
static bool is_name(struct abstract a)
{
  if (a.kind == ABSTRACT_NUMBER) return a.is != 0 && a.is != NUMBER_ONE;
  return a.kind == ABSTRACT_SESSION && a.is != 0;
}

/* There are no more names than words; else the whole state is the key. */
static void add_name(struct check_hidden *h, int32_t name)
{
  uint32_t at = h->n_names;
  while (at > 0 && h->name[at - 1] >= name) at--;
  if (at < h->n_names && h->name[at] == name) return;
  h->whole |= h->n_names == h->of->scene->length;
  if (h->whole) return;
  memmove(&h->name[at + 1], &h->name[at], (h->n_names++ - at) * sizeof *h->name);
  h->name[at] = name;
}

static void add_names(struct check_hidden *h, struct abstract a)
{
  const struct abstract_records *records = h->of->scene->records;
  if (is_name(a)) add_name(h, abstract_pack(a));
  if (a.kind != ABSTRACT_RECORD) return;
  const struct abstract_record record = record_of(records, a);
  for (uint32_t k = 0; k < records->layout.n; k++) add_names(h, record.part[k]);
}

/* While it is quiet others decide whether the member moves. */
static void find_key(struct check_hidden *h, const int32_t *state, const uint8_t *whose)
{
  const uint32_t length = h->of->scene->length;
  uint32_t n = 0;
  h->whole = h->of->scene->quiet;
  h->n_names = h->n_values = 0;
  for (uint32_t k = 0; k < length && !h->whole; k++) {
    if (whose[k] != VALUE_OF_OTHERS) continue;
    h->n_values++;
    if (state[k] != CELL_ANY) add_names(h, abstract_unpack(state[k]));
  }
  h->whole |= h->n_names > h->n_values;
  for (uint32_t k = 0; k < length; k++) {
    const bool has_name = whose[k] == VALUE_OF_OTHERS && n < h->n_names;
    h->key[k] = h->whole || whose[k] == OF_ITS_OWN ? state[k] : has_name ? h->name[n++] : 0;
  }
}

/* A value of others behind the steps. */
static struct abstract renamed(const struct check_hidden *h, struct abstract a)
{
  struct abstract_records *records = h->of->scene->records;
  if (is_name(a)) {
    uint32_t k = 0;
    while (h->name[k] != abstract_pack(a)) k++;
    return abstract_unpack(h->now[k]);
  }
  if (a.kind != ABSTRACT_RECORD) return a;
  struct abstract_record record = record_of(records, a);
  for (uint32_t k = 0; k < records->layout.n; k++) record.part[k] = renamed(h, record.part[k]);
  return record_number(records, &record);
}

/* Makes a state of what is the member's own behind the steps, and of the other words of the state before them. Both
 * have the same numbers: where all keep their names, these are the right ones. */
static const char *complete(struct check_hidden *h, const int32_t *state, const uint8_t *whose, int32_t *to)
{
  const uint32_t length = h->of->scene->length;
  uint32_t n = 0;
  bool same = true, sessions = false;
  for (uint32_t k = 0; k < length && n < h->n_names; k++)
    if (whose[k] == VALUE_OF_OTHERS) h->now[n++] = to[k];
  for (uint32_t k = 0; k < h->n_names; k++) {
    same &= h->now[k] == h->name[k];
    sessions |= abstract_unpack(h->name[k]).kind == ABSTRACT_SESSION;
  }
  for (uint32_t k = 0; k < length; k++) {
    if (whose[k] == OF_ITS_OWN) continue;
    const bool renames = !same && whose[k] == VALUE_OF_OTHERS && state[k] != CELL_ANY;
    to[k] = renames ? abstract_pack(renamed(h, abstract_unpack(state[k]))) : state[k];
  }
  return !same || sessions ? check_normal_form(h->of, to) : NULL;
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
  const uint8_t *whose = whose_words(h, member);
  find_key(h, state, whose);
  struct known_behind found = known(h, member);
  if (found.n * length > h->room_out) {
    h->room_out = 2 * found.n * length;
    h->out = mem_grow(h->out, h->room_out, sizeof *h->out);
  }
  for (size_t k = 0; k < found.n && found.stuck == NULL; k++) {
    int32_t *to = h->out + k * length;
    memcpy(to, lookup_text(&h->states, h->to[found.first + k]), length * sizeof *to);
    if (!h->whole) found.stuck = complete(h, state, whose, to);
  }
  return (struct check_behind){h->out, found.n, found.for_ever, found.stuck};
}
