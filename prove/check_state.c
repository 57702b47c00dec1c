/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/check_way.h"

enum { MOST_SESSIONS = 128 };

/* Whether the word has a value whose name depends on other words. */
static bool is_named(int32_t word)
{
  const uint8_t kind = abstract_unpack(word).kind;
  return word != CELL_ANY && (kind == ABSTRACT_NUMBER || kind == ABSTRACT_SESSION || kind == ABSTRACT_RECORD);
}

/* Whether it is compared by its name with others. */
static bool is_ordered(struct abstract a)
{
  return a.kind == ABSTRACT_NUMBER || a.kind == ABSTRACT_SESSION;
}

static void put_word(struct way *w, int32_t *at, int32_t word)
{
  w->moved |= *at != word && (is_named(*at) || is_named(word));
  *at = word;
}

void put_value(struct way *w, int32_t *word, struct abstract a)
{
  if (!w->of->registers.ordered && is_ordered(a)) cannot_follow(&w->c, "a number where none were expected");
  put_word(w, word, abstract_pack(a));
}

void put_any(struct way *w, int32_t *word)
{
  put_word(w, word, CELL_ANY);
}

static bool is_copy_word(const struct way *w, int cell, int32_t **word, int32_t *bit)
{
  *word = &w->state[state_copy(w->scene, (uint32_t)cell)];
  *bit = state_copy_bit((uint32_t)cell);
  return (**word & *bit) != 0;
}

bool copy_bit(const struct way *w, int cell)
{
  int32_t *word, bit;
  return is_copy_word(w, cell, &word, &bit);
}

void set_copy_bit(const struct way *w, int cell, bool set)
{
  int32_t *word, bit;
  is_copy_word(w, cell, &word, &bit);
  *word = set ? *word | bit : *word & ~bit;
}

/* --- values of the state ------------------------------------------------------------------------------------------ */

/* Each word with a name: among sessions, slots and elements of the members, and cells. Most words have none. */
static bool has_name(const struct way *w, uint32_t word)
{
  return is_named(w->state[word]) && state_is_value(w->scene, word);
}

static void know_state(struct computation *c, const void *self)
{
  const struct way *w = self;
  const uint32_t n = w->of->registers.ordered ? state_copies(w->scene) : 0;
  for (uint32_t k = 0; k < n; k++)
    if (has_name(w, k)) know_value(c, abstract_unpack(w->state[k]));
}

void begin_computing(struct way *w)
{
  w->c.stuck = NULL;
  w->c.never = w->c.knows = false;
  w->c.know = know_state;
  w->c.state = w;
}

struct new_names {
  int32_t session[MOST_SESSIONS], n;
};

static struct abstract renamed(struct way *w, struct abstract a, struct new_names *names)
{
  if (a.kind == ABSTRACT_NUMBER && a.is != 0) {
    int32_t smaller = 0;
    while (smaller < w->c.n_numbers && w->c.number[smaller] < a.is) smaller++;
    a.is = (smaller + 1) * NUMBER_GAP;
  }
  if (a.kind == ABSTRACT_SESSION && a.is >= MOST_SESSIONS) cannot_follow(&w->c, "there are too many sessions");
  if (a.kind == ABSTRACT_SESSION && a.is > 0 && a.is < MOST_SESSIONS) {
    if (names->session[a.is] == 0) names->session[a.is] = ++names->n;
    a.is = names->session[a.is];
  }
  if (a.kind != ABSTRACT_RECORD) return a;
  struct abstract_record record = record_of(w->c.records, a);
  for (uint32_t k = 0; k < w->c.records->layout.n; k++) record.part[k] = renamed(w, record.part[k], names);
  return record_number(w->c.records, &record);
}

void to_normal_form(struct way *w)
{
  if (!w->of->registers.ordered || !w->moved || w->c.stuck != NULL) return;
  w->moved = false;
  w->c.knows = false;
  w->c.state = w;
  know_all(&w->c);
  bool dense = true;
  for (int32_t k = 0; k < w->c.n_numbers; k++) dense &= w->c.number[k] == (k + 1) * NUMBER_GAP;
  if (dense && w->c.sessions <= 1) return; /* the names are such already */
  struct new_names names = {.n = 0};
  for (uint32_t k = 0; k < state_copies(w->scene); k++)
    if (has_name(w, k)) w->state[k] = abstract_pack(renamed(w, abstract_unpack(w->state[k]), &names));
}

/* --- elements of local arrays ------------------------------------------------------------------------------------- */

uint32_t array_of(const struct way *w, uint8_t slot)
{
  uint32_t k = 0;
  while (k + 1 < w->flow->n_arrays && w->flow->array[k].slot != slot) k++;
  return k;
}

static int32_t *first_element(const struct way *w, uint32_t array)
{
  return slot_of(w, 0) + w->flow->n_slots + w->scene->array[array].first;
}

int32_t *element_of(struct way *w, uint32_t array, struct abstract index)
{
  const struct array *a = &w->flow->array[array];
  const int64_t n = a->fixed + a->each * w->scene->n;
  bool inside;
  int64_t at = (int64_t)index.is - a->low;
  if (w->scene->n == 0 && a->each != 0) {
    index = as_place(&w->c, index);
    inside = (w->of->ring.identities >> index.is & 1) != 0;
    at = member_at(w->scene, index);
  } else {
    inside = index.kind == ABSTRACT_PLAIN && at >= 0 && at < n;
  }
  if (!inside) cannot_follow(&w->c, "an index leaves its array");
  if (!inside || w->scene->forgets_arrays || at == NO_MEMBER) return NULL;
  return first_element(w, array) + at;
}

void clear_elements(struct way *w, uint8_t slot)
{
  for (uint32_t k = 0; k < w->flow->n_arrays; k++)
    for (uint32_t e = 0; w->flow->array[k].slot == slot && e < w->scene->array[k].n; e++)
      put_word(w, first_element(w, k) + e, 0);
}

/* --- where a step ends -------------------------------------------------------------------------------------------- */

/* A record of which only some parts are read, without the others; a plain value with some of its bits. */
static struct abstract trimmed(struct way *w, struct abstract a, uint64_t mask)
{
  const struct record_layout *layout = &w->c.records->layout;
  if (a.kind == ABSTRACT_PLAIN) return abstract_plain((int32_t)((uint64_t)a.is & mask));
  if (a.kind != ABSTRACT_RECORD) return a;
  struct abstract_record record = record_of(w->c.records, a);
  for (uint32_t k = 0; k < layout->n; k++)
    if ((mask >> layout->shift[k] & 1) == 0) record.part[k] = abstract_plain(0);
  return record_number(w->c.records, &record);
}

void arrive_at(struct way *w, const struct node *at)
{
  for (uint8_t slot = 0; slot < w->flow->n_slots; slot++) {
    if ((at->dirty >> slot & 1) == 0) continue;
    clear_elements(w, slot);
    put_word(w, slot_of(w, slot), 0);
  }
  for (uint32_t k = 0; k < at->n_trims; k++) {
    int32_t *word = slot_of(w, at->trim[k].slot);
    put_value(w, word, trimmed(w, abstract_unpack(*word), at->trim[k].mask));
  }
  member_words(w, w->member)[STATE_NODE] = (int32_t)(at - w->flow->node);
}
