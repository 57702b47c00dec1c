/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/views_join.h"

#include "base/mem.h"
#include "language/operations.h"
#include "prove/abstract_way.h"
#include "prove/views_nodes.h"
#include "prove/views_places.h"
#include "prove/views_queue.h"

/* --- one form ----------------------------------------------------------------------------------------------------- */

enum {
  SEEN_PLAIN_ONE = 1,
  SEEN_PLAIN_MORE = 2,
  SEEN_PLACE = 4,
  SEEN_NUMBER = 8,
  SEEN_SESSION = 16,
  SEEN_OTHER = 32,
  SEEN_NODE = 64
};

/* A local value, if it is 0 or 1 whatever its kind. */
static struct abstract simplest(struct abstract a)
{
  if (a.kind == ABSTRACT_RECORD) return a;
  if (a.is == 0) return abstract_plain(0);
  if (a.kind == ABSTRACT_NUMBER && a.is == NUMBER_ONE) return abstract_plain(1);
  return a;
}

/* All others are one, where they are alike. */
static void see_others_alike(struct scene *w, int32_t *state)
{
  for (uint32_t k = 0; k < state_copies(w); k++) {
    const struct abstract a = abstract_unpack(state[k]);
    if (!state_is_value(w, k) || state[k] == CELL_ANY || a.kind != ABSTRACT_PLACE || a.is == 0) continue;
    if (ring_who(w->ring, a.is) < 0) state[k] = abstract_pack(abstract_place(views_others(w->ring)));
  }
}

/* A record whose parts are all plain is a plain value, if that is small enough. */
static struct abstract simplest_record(const struct scene *w, struct abstract a)
{
  const struct record_layout *layout = &w->records->layout;
  struct abstract_record record = record_of(w->records, a);
  bool plain = true;
  int64_t packed = 0;
  for (uint32_t k = 0; k < layout->n; k++) {
    record.part[k] = simplest(record.part[k]);
    plain &= record.part[k].kind == ABSTRACT_PLAIN;
    if (plain) packed = operate(EXPR_PUT, packed, record.part[k].is, layout->shift[k], layout->width[k]);
  }
  return plain && packed >= 0 && abstract_is_small(packed) ? abstract_plain((int32_t)packed)
                                                           : record_number(w->records, &record);
}

static void see(struct views_kinds *kinds, uint16_t *seen, struct abstract a)
{
  static const uint16_t of_kind[] = {[ABSTRACT_PLACE] = SEEN_PLACE,
                                     [ABSTRACT_NUMBER] = SEEN_NUMBER,
                                     [ABSTRACT_SESSION] = SEEN_SESSION,
                                     [ABSTRACT_RECORD] = SEEN_OTHER,
                                     [ABSTRACT_NODE] = SEEN_NODE};
  if (a.kind != ABSTRACT_PLAIN)
    *seen |= of_kind[a.kind];
  else if (a.is != 0)
    *seen |= a.is == 1 ? SEEN_PLAIN_ONE : SEEN_PLAIN_MORE;
  const uint16_t kind = *seen & (SEEN_PLACE | SEEN_NUMBER | SEEN_SESSION | SEEN_NODE);
  const bool several = (kind & (kind - 1)) != 0, plain = (*seen & (SEEN_PLAIN_ONE | SEEN_PLAIN_MORE)) != 0;
  const bool same = kind == SEEN_NUMBER ? (*seen & SEEN_PLAIN_MORE) != 0 : kind != 0 && plain;
  if (several || same) kinds->mixed = "a variable holds values of several kinds";
}

static void see_value(const struct scene *w, struct views_kinds *kinds, uint16_t *seen, struct abstract a)
{
  const struct record_layout *layout = &w->records->layout;
  if (a.kind != ABSTRACT_RECORD) see(kinds, seen, a);
  if (layout->n == 0 || (a.kind != ABSTRACT_RECORD && a.kind != ABSTRACT_PLAIN)) return;
  seen[0] |= a.kind == ABSTRACT_RECORD ? SEEN_OTHER : 0;
  for (uint32_t k = 0; k < layout->n; k++) {
    const struct abstract part = record_part(w->records, a, k);
    if ((seen[0] & SEEN_OTHER) != 0)
      see(kinds, &seen[1 + k], part);
    else if (part.is != 0) /* a plain value: it may turn out to be a record */
      seen[1 + k] |= part.is == 1 ? SEEN_PLAIN_ONE : SEEN_PLAIN_MORE;
  }
}

/* Words of a member's local state that are seen apart. Elements of arrays are seen as one, which has the place of the
 * session: their places differ from scene to scene. */
static uint32_t words_seen(const struct flow *f)
{
  return STATE_SLOTS + f->n_slots;
}

void views_kinds_create(struct views_kinds *kinds, const struct flow *f)
{
  const size_t words = (size_t)f->n_nodes * words_seen(f);
  *kinds = (struct views_kinds){.seen = mem_new(words * (1 + MOST_PARTS), sizeof *kinds->seen)};
}

static uint16_t *seen_at(const struct views_kinds *kinds, const struct flow *f, int32_t node, uint32_t word)
{
  const size_t at = (size_t)node * words_seen(f) + (word < words_seen(f) ? word : STATE_SESSION);
  return &kinds->seen[at * (1 + MOST_PARTS)];
}

void views_tidy(struct scene *w, struct views_kinds *kinds, int32_t *state)
{
  struct walk walk = {.scene = w, .state = state};
  const uint32_t each = state_member(w, 1);
  for (uint32_t m = 0; m < w->members && !w->machine->algorithm.group; m++)
    state[state_member(w, m) + STATE_SESSION] = 0; /* nobody asks for it */
  if (w->alike) see_others_alike(w, state);
  way_normalise(&walk);
  for (uint32_t m = 0; m < w->members; m++) {
    int32_t *of = &state[state_member(w, m)];
    for (uint32_t k = STATE_SLOTS; k < each; k++) {
      if (of[k] == 0) continue;
      const struct abstract a = abstract_unpack(of[k]);
      const struct abstract now = a.kind == ABSTRACT_RECORD ? simplest_record(w, a) : simplest(a);
      of[k] = abstract_pack(now);
      see_value(w, kinds, seen_at(kinds, &w->machine->graph, of[STATE_NODE], k), now);
    }
  }
}

/* --- through a lens ----------------------------------------------------------------------------------------------- */

static struct abstract shown(const struct lens *l, struct abstract a)
{
  if (a.kind == ABSTRACT_PLACE) a.is = l->place[a.is];
  if (a.kind != ABSTRACT_RECORD || l->from->n != 0) return a;
  struct abstract_record record = record_of(l->from->records, a);
  for (uint32_t k = 0; k < l->from->records->layout.n; k++)
    if (record.part[k].kind == ABSTRACT_PLACE) record.part[k].is = l->place[record.part[k].is];
  return record_number(l->from->records, &record);
}

void views_show(const struct lens *l, const int32_t *from, int32_t *to)
{
  for (uint32_t k = 0; k < l->to->length; k++) {
    if (l->word[k] == NO_WORD)
      to[k] = 0;
    else if (from[l->word[k]] == CELL_ANY || !state_is_value(l->to, k))
      to[k] = from[l->word[k]];
    else
      to[k] = abstract_pack(shown(l, abstract_unpack(from[l->word[k]])));
  }
  if (l->to->nodes) nodes_show(l, from, to);
  if (l->to->queue) to[queue_last(l->to)] = queue_shown(l, from[queue_last(l->from)]);
}

/* --- three views in one ------------------------------------------------------------------------------------------- */

enum { MOST_RANKED = 64, NOT_SHOWN = -1 };
#define NO_RANKED_WORD UINT32_MAX

/* A number, session or node of the state, and its name in each pair. */
struct ranked {
  uint8_t kind;
  int32_t in[PAIRS_OF_TRIPLE]; /* NOT_SHOWN: the pair has it not */
  uint32_t word, part;         /* MOST_PARTS: the word itself */
  int32_t is;
  bool first; /* of those that are equal */
};

struct joining {
  const struct views_triple *triple;
  int32_t *out;
  struct ranked ranked[MOST_RANKED];
  int8_t order[MOST_RANKED][MOST_RANKED]; /* of two of one kind: as compare_ranked() says */
  uint32_t n_ranked;
  bool vague;
};

static void join_ranked(struct joining *j, const struct abstract a[PAIRS_OF_TRIPLE], const bool has[PAIRS_OF_TRIPLE],
                        uint32_t word, uint32_t part)
{
  if (j->n_ranked == MOST_RANKED) {
    j->vague = true;
    return;
  }
  struct ranked *r = &j->ranked[j->n_ranked++];
  *r = (struct ranked){.word = word, .part = part};
  for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) {
    r->in[p] = has[p] ? a[p].is : NOT_SHOWN;
    if (has[p]) r->kind = a[p].kind;
  }
}

static bool join_value(struct joining *j, const struct abstract a[PAIRS_OF_TRIPLE], const bool has[PAIRS_OF_TRIPLE],
                       uint32_t word, uint32_t part, struct abstract *out)
{
  uint32_t first = 0, n = has[0] + has[1] + has[2];
  while (!has[first]) first++;
  bool same = true, zero = false;
  *out = a[first];
  for (uint32_t p = first; p < PAIRS_OF_TRIPLE; p++) {
    if (has[p] && a[p].kind != a[first].kind) return false;
    same &= !has[p] || a[p].is == a[first].is;
    zero |= has[p] && a[p].is == 0;
  }
  if (a[first].kind == ABSTRACT_PLAIN || zero) return same;
  j->vague |= n == 1;
  if (a[first].kind == ABSTRACT_PLACE) {
    const int32_t is[PAIRS_OF_TRIPLE] = {a[0].is, a[1].is, a[2].is};
    const uint32_t places = views_places_of_three(j->triple, is, has, &out->is);
    j->vague |= places > 1;
    return places != 0;
  }
  join_ranked(j, a, has, word, part);
  return true;
}

static bool join_record(struct joining *j, const struct abstract a[PAIRS_OF_TRIPLE], const bool has[PAIRS_OF_TRIPLE],
                        uint32_t word, struct abstract *out)
{
  struct abstract_records *records = j->triple->scene.records;
  struct abstract_record record = {0};
  for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++)
    if (has[p] && a[p].kind != ABSTRACT_RECORD) return false;
  for (uint32_t k = 0; k < records->layout.n; k++) {
    struct abstract part[PAIRS_OF_TRIPLE] = {{0}};
    for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++)
      if (has[p]) part[p] = record_part(records, a[p], k);
    if (!join_value(j, part, has, word, k, &record.part[k])) return false;
  }
  *out = record_number(records, &record);
  return true;
}

static bool join_word(struct joining *j, const int32_t *const pair[PAIRS_OF_TRIPLE], uint32_t at)
{
  const struct views_shown *by = &j->triple->shown[at];
  struct abstract a[PAIRS_OF_TRIPLE] = {{0}}, out = {0};
  bool has[PAIRS_OF_TRIPLE], record = false, any = false;
  for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) {
    has[p] = by->at[p] != NO_WORD;
    if (!has[p]) continue;
    any |= pair[p][by->at[p]] == CELL_ANY;
    a[p] = abstract_unpack(pair[p][by->at[p]]);
    record |= a[p].kind == ABSTRACT_RECORD;
  }
  if (any) { /* of a group that is forgotten */
    j->out[at] = CELL_ANY;
    return true;
  }
  if (record ? !join_record(j, a, has, at, &out) : !join_value(j, a, has, at, MOST_PARTS, &out)) return false;
  j->out[at] = abstract_pack(out);
  return true;
}

/* How two of one kind compare in the pairs that have both: of sessions and nodes, whether they differ. */
static bool compare_ranked(struct joining *j, const struct ranked *a, const struct ranked *b, int *out)
{
  bool known = false;
  for (uint32_t p = 0; p < PAIRS_OF_TRIPLE; p++) {
    if (a->in[p] == NOT_SHOWN || b->in[p] == NOT_SHOWN) continue;
    int here = (a->in[p] > b->in[p]) - (a->in[p] < b->in[p]);
    if (a->kind != ABSTRACT_NUMBER) here = here != 0;
    if (known && here != *out) return false;
    *out = here;
    known = true;
  }
  j->vague |= !known;
  return true;
}

static bool compare_all(struct joining *j)
{
  for (uint32_t k = 0; k < j->n_ranked; k++) {
    j->ranked[k].first = true;
    j->order[k][k] = 0;
    for (uint32_t o = 0; o < k; o++) {
      const struct ranked *a = &j->ranked[k], *b = &j->ranked[o];
      int order = 0;
      if (a->kind != b->kind) continue;
      if (!compare_ranked(j, a, b, &order)) return false;
      j->order[k][o] = (int8_t)order;
      j->order[o][k] = (int8_t)(a->kind == ABSTRACT_NUMBER ? -order : order);
      if (order == 0) j->ranked[k].first = false;
    }
  }
  return true;
}

/* The name of one: a number by how many different ones are below it, a session or node by the first that is equal to
 * it. */
static void name_one(struct joining *j, uint32_t k)
{
  struct ranked *r = &j->ranked[k];
  int32_t below = 0, before = 0, same = 0;
  for (uint32_t o = 0; o < j->n_ranked; o++) {
    if (j->ranked[o].kind != r->kind || !j->ranked[o].first) continue;
    before++;
    if (j->order[k][o] == 0) same = before;
    below += j->order[k][o] > 0;
  }
  r->is = r->kind == ABSTRACT_NUMBER ? (below + 1) * NUMBER_GAP : same;
}

/* Whether the names compare as the pairs say. */
static bool are_well_named(const struct joining *j)
{
  for (uint32_t k = 0; k < j->n_ranked; k++)
    for (uint32_t o = 0; o < k; o++) {
      const struct ranked *a = &j->ranked[k], *b = &j->ranked[o];
      if (a->kind != b->kind) continue;
      const int named = (a->is > b->is) - (a->is < b->is), order = j->order[k][o];
      if (a->kind != ABSTRACT_NUMBER ? (named != 0) != (order != 0) : named != order) return false;
    }
  return true;
}

static void put_ranked(const struct joining *j, const struct ranked *r)
{
  const struct abstract a = {r->kind, r->is};
  if (r->word == NO_RANKED_WORD) return;
  if (r->part == MOST_PARTS) {
    j->out[r->word] = abstract_pack(a);
    return;
  }
  struct abstract_records *records = j->triple->scene.records;
  const struct abstract before = abstract_unpack(j->out[r->word]), part = record_part(records, before, r->part);
  if (part.kind == a.kind && part.is == a.is) return;
  struct abstract_record record = record_of(records, before);
  record.part[r->part] = a;
  j->out[r->word] = abstract_pack(record_number(records, &record));
}

/* Numbers, sessions and nodes get names; false: the pairs contradict each other about them. */
static bool name_ranked(struct joining *j)
{
  if (!compare_all(j)) return false;
  for (uint32_t k = 0; k < j->n_ranked; k++) name_one(j, k);
  if (!are_well_named(j)) return false;
  for (uint32_t k = 0; k < j->n_ranked; k++) put_ranked(j, &j->ranked[k]);
  return true;
}

static void start(struct joining *j, const struct views_triple *t, int32_t *out)
{
  j->triple = t;
  j->out = out;
  j->vague = false;
  j->n_ranked = 0;
  if (!t->scene.ranks) return;
  j->ranked[j->n_ranked++] = (struct ranked){
    .kind = ABSTRACT_NUMBER, .in = {NUMBER_ONE, NUMBER_ONE, NUMBER_ONE}, .word = NO_RANKED_WORD}; /* 1 is known */
}

enum views_joined views_join(const struct views_triple *t, const int32_t *const pair[PAIRS_OF_TRIPLE], int32_t *out)
{
  struct joining j;
  start(&j, t, out);
  for (uint32_t k = 0; k < t->scene.length; k++) {
    const struct views_shown *by = &t->shown[k];
    out[k] = by->n != 0 ? pair[by->last][by->at[by->last]] : 0;
    if (by->n == 0) continue;
    const bool same =
      pair[by->first][by->at[by->first]] == out[k] && (by->n < PAIRS_OF_TRIPLE || pair[1][by->at[1]] == out[k]);
    if (same && abstract_unpack(out[k]).kind == ABSTRACT_PLAIN) continue;
    if (state_is_value(&t->scene, k) ? !join_word(&j, pair, k) : !same) return VIEWS_APART;
  }
  if (!name_ranked(&j) || !nodes_join(t, pair, out) || !queue_join(t, pair, out)) return VIEWS_APART;
  return j.vague ? VIEWS_VAGUE : VIEWS_JOINED;
}
