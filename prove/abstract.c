/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/abstract.h"

#include <string.h>

#include "language/operations.h"

/* --- numbers ------------------------------------------------------------------------------------------------------ */

void known_clear(struct known_numbers *s)
{
  s->known[0] = NUMBER_ONE;
  s->n = 1;
}

bool known_add(struct known_numbers *s, int32_t number)
{
  uint32_t at = 0;
  while (at < s->n && s->known[at] < number) at++;
  if (number == 0 || (at < s->n && s->known[at] == number)) return true;
  if (s->n == sizeof s->known / sizeof *s->known) return false;
  for (uint32_t k = s->n++; k > at; k--) s->known[k] = s->known[k - 1];
  s->known[at] = number;
  return true;
}

static struct abstract number(struct computing *c, int32_t is)
{
  if (!known_add(&c->numbers, is)) c->choices->stuck = TOO_MANY_NUMBERS;
  return (struct abstract){ABSTRACT_NUMBER, is};
}

/* Strictly between two known ones, of which the upper may be missing. */
static struct abstract number_between(struct computing *c, int32_t low, uint32_t upper)
{
  if (upper == c->numbers.n) return number(c, low + NUMBER_GAP);
  const int32_t middle = low + (c->numbers.known[upper] - low) / 2;
  if (middle == low) c->choices->stuck = TOO_MANY_NUMBERS;
  return number(c, middle);
}

static uint32_t first_above(const struct computing *c, int32_t number)
{
  uint32_t at = 0;
  while (at < c->numbers.n && c->numbers.known[at] <= number) at++;
  return at;
}

/* Of the numbers from `low` on, itself excluded, the k-th in the order: between, known, between, known, ... */
static struct abstract number_at(struct computing *c, int32_t low, uint32_t k)
{
  const uint32_t at = first_above(c, low) + k / 2;
  if (k % 2 == 1) return (struct abstract){ABSTRACT_NUMBER, c->numbers.known[at]};
  return number_between(c, k < 2 ? low : c->numbers.known[at - 1], at);
}

struct abstract number_above(struct computing *c, int32_t low)
{
  const uint32_t none = low == 0; /* there is no number between 0 and 1 */
  return number_at(c, low, none + choose(c->choices, 2 * (c->numbers.n - first_above(c, low)) + 1 - none));
}

struct abstract number_next(struct computing *c, int32_t low)
{
  if (low == 0) return number(c, NUMBER_ONE);
  return number_at(c, low, choose(c->choices, first_above(c, low) < c->numbers.n ? 2 : 1));
}

struct abstract number_any(struct computing *c)
{
  return choose(c->choices, 2) == 0 ? (struct abstract){ABSTRACT_NUMBER, 0} : number_above(c, 0);
}

/* --- places ------------------------------------------------------------------------------------------------------- */

/* Whether there are identities between this place and the next point: not before 1, nor behind N. */
static bool is_stretch(struct ring r, int32_t place)
{
  if (r.open) return ring_is_identity(r, place) && place % 2 == 1;
  return place > RING_FIRST && place < ring_last(r) && place % 2 == 1;
}

struct abstract place_first(struct computing *c)
{
  return abstract_place(c->ring.open ? 1 + (int32_t)choose(c->choices, 2) : RING_FIRST);
}

struct abstract place_last(struct computing *c)
{
  return abstract_place(c->ring.open ? ring_end(c->ring) - 1 - (int32_t)choose(c->choices, 2) : ring_last(c->ring));
}

/* The identity behind one (by: 1), or before it (by: -1). */
static struct abstract place_beside(struct computing *c, int32_t is, int32_t by)
{
  if (is == (by > 0 ? ring_end(c->ring) : 0)) {
    c->choices->stuck = by > 0 ? "an identity beyond N + 1" : "an identity below 0";
    return abstract_place(is);
  }
  if (is % 2 == 1) return abstract_place(is + by * (int32_t)choose(c->choices, 2));
  if (!is_stretch(c->ring, is + by)) return abstract_place(is + 2 * by);
  return abstract_place(is + by + by * (int32_t)choose(c->choices, 2));
}

struct abstract place_any(struct computing *c, bool of_others)
{
  int32_t place[16];
  uint32_t n = 0;
  for (int32_t k = 1; k < ring_end(c->ring); k++) {
    if (k % 2 == 1 ? !is_stretch(c->ring, k) : of_others && ring_who(c->ring, k) >= 0) continue;
    place[n++] = k;
  }
  return abstract_place(n != 0 ? place[choose(c->choices, n)] : 0);
}

struct abstract place_of_value(struct computing *c, struct abstract a)
{
  if (a.kind == ABSTRACT_PLACE) return a;
  if (a.kind == ABSTRACT_PLAIN && a.is == 0) return abstract_place(0);
  if (a.kind == ABSTRACT_PLAIN && a.is == 1) return place_first(c);
  if (a.kind != ABSTRACT_PLAIN || a.is != 2) c->choices->stuck = "a value that may be no identity is used as one";
  return place_any(c, false); /* 2 is one at every N */
}

/* --- positions ---------------------------------------------------------------------------------------------------- */

/* A computation with positions is one with places, in the ring of the neighbours. */
static struct ring take_list(struct computing *c)
{
  const struct ring ring = c->ring;
  c->ring = c->list;
  return ring;
}

static struct abstract position(struct abstract place)
{
  if (place.kind == ABSTRACT_PLACE) place.kind = ABSTRACT_POSITION;
  return place;
}

struct abstract position_of_value(struct computing *c, struct abstract a)
{
  if (a.kind == ABSTRACT_POSITION) return a;
  if (a.kind != ABSTRACT_PLAIN || a.is < 0 || a.is > 1)
    c->choices->stuck = "a value that may be no position among neighbours is used as one";
  const struct ring ring = take_list(c);
  const struct abstract place = place_of_value(c, a);
  c->ring = ring;
  return position(place);
}

struct abstract position_any(struct computing *c)
{
  const struct ring ring = take_list(c);
  const struct abstract place = place_any(c, true);
  c->ring = ring;
  return position(place);
}

/* An operation of which one operand is a position: the other one is a position, too, or a plain number. */
static struct abstract of_positions(struct computing *c, uint8_t kind, struct abstract a, struct abstract b)
{
  struct abstract *operand[] = {&a, &b};
  if (kind == EXPR_MODULO) c->choices->stuck = "positions among neighbours are not counted modulo their number";
  for (int k = 0; k < 2; k++) {
    if (operand[k]->kind != ABSTRACT_POSITION && operand[k]->kind != ABSTRACT_PLAIN)
      c->choices->stuck = "a position among neighbours and another value are one operation's";
    if (operand[k]->kind == ABSTRACT_POSITION) operand[k]->kind = ABSTRACT_PLACE;
  }
  const struct ring ring = take_list(c);
  const struct abstract result = abstract_operate(c, kind, a, b, 0, 0);
  c->ring = ring;
  return position(result);
}

/* --- records ------------------------------------------------------------------------------------------------------ */

struct abstract record_number(struct abstract_records *r, const struct abstract_record *record)
{
  int32_t packed[MOST_PARTS] = {0};
  for (uint32_t k = 0; k < r->layout.n; k++) packed[k] = abstract_pack(record->part[k]);
  return (struct abstract){ABSTRACT_RECORD, (int32_t)lookup_add(&r->numbers, packed, sizeof packed)};
}

struct abstract record_part(const struct abstract_records *r, struct abstract a, uint32_t part)
{
  const struct record_layout *l = &r->layout;
  if (a.kind != ABSTRACT_RECORD)
    return abstract_plain((int32_t)operate(EXPR_FIELD, a.is, 0, l->shift[part], l->width[part]));
  int32_t packed;
  memcpy(&packed, lookup_text(&r->numbers, (size_t)a.is) + part * sizeof packed, sizeof packed);
  return abstract_unpack(packed);
}

/* The part at a place of the record; MOST_PARTS: there is none. */
static uint32_t part_at(const struct abstract_records *r, uint8_t shift)
{
  for (uint32_t k = 0; k < r->layout.n; k++)
    if (r->layout.shift[k] == shift) return k;
  return MOST_PARTS;
}

/* FIELD and PUT. */
static struct abstract of_record(struct computing *c, uint8_t kind, struct abstract a, struct abstract b, uint8_t shift,
                                 uint8_t width)
{
  const uint32_t part = part_at(c->records, shift);
  if (kind == EXPR_PUT && !abstract_has_room(b, width, c->keep_to_ranges)) c->choices->stuck = MAY_HAVE_NO_ROOM;
  if (part == MOST_PARTS || c->records->layout.width[part] != width ||
      (a.kind != ABSTRACT_RECORD && a.kind != ABSTRACT_PLAIN)) {
    c->choices->stuck = "a record that is not followed";
    return a;
  }
  if (kind == EXPR_FIELD) return record_part(c->records, a, part);
  struct abstract_record record = record_of(c->records, a);
  record.part[part] = b;
  return record_number(c->records, &record);
}

/* --- comparisons -------------------------------------------------------------------------------------------------- */

static int sign(int64_t difference)
{
  return (difference > 0) - (difference < 0);
}

/* -1, 0, 1: less, equal, greater: one of those that are possible. */
static int any_order(struct computing *c)
{
  return (int)choose(c->choices, 3) - 1;
}

static int compare_places(struct computing *c, int32_t a, int32_t b)
{
  return a == b && a % 2 == 1 ? any_order(c) : sign(a - b);
}

static int compare_with_plain(struct computing *c, struct abstract a, int32_t plain)
{
  if (plain <= 0) return a.is == 0 ? sign(0 - (int64_t)plain) : 1;
  if (a.is == 0) return -1;
  if (a.kind == ABSTRACT_SESSION) return any_order(c);
  if (a.kind == ABSTRACT_PLACE && c->ring.open)
    return plain > 1 ? any_order(c) : a.is > RING_FIRST ? 1 : (int)choose(c->choices, 2);
  const int32_t one = a.kind == ABSTRACT_NUMBER ? NUMBER_ONE : RING_FIRST;
  if (plain == 1) return sign(a.is - one);
  return a.is == one ? -1 : any_order(c);
}

static int compare(struct computing *c, struct abstract a, struct abstract b)
{
  if (a.kind == b.kind) {
    if (a.kind == ABSTRACT_PLACE) return compare_places(c, a.is, b.is);
    if (a.kind == ABSTRACT_SESSION && a.is != b.is && a.is != 0 && b.is != 0)
      return choose(c->choices, 2) != 0 ? 1 : -1;
    return sign((int64_t)a.is - b.is);
  }
  if (b.kind == ABSTRACT_PLAIN) return compare_with_plain(c, a, b.is);
  if (a.kind == ABSTRACT_PLAIN) return -compare_with_plain(c, b, a.is);
  c->choices->stuck = "values of different kinds are compared";
  return 0;
}

/* Whether they are equal: of two sessions that differ it is not asked which one is larger. */
static bool equal(struct computing *c, struct abstract a, struct abstract b)
{
  if (a.kind == ABSTRACT_RECORD || b.kind == ABSTRACT_RECORD) {
    const struct abstract_record left = record_of(c->records, a), right = record_of(c->records, b);
    for (uint32_t k = 0; k < c->records->layout.n; k++)
      if (!equal(c, left.part[k], right.part[k])) return false;
    return true;
  }
  if (a.kind == ABSTRACT_SESSION && b.kind == ABSTRACT_SESSION) return a.is == b.is;
  return compare(c, a, b) == 0;
}

/* --- arithmetic --------------------------------------------------------------------------------------------------- */

static struct abstract plain(struct computing *c, int64_t is)
{
  if (!abstract_is_small(is)) c->choices->stuck = "a number grows beyond all bounds";
  return abstract_plain(c->choices->stuck != NULL ? 0 : (int32_t)is);
}

static struct abstract add(struct computing *c, struct abstract a, int32_t b)
{
  if (b == 0) return a;
  if (a.kind == ABSTRACT_NUMBER && b > 0) return b == 1 ? number_next(c, a.is) : number_above(c, a.is);
  if (a.kind == ABSTRACT_PLACE && (b == 1 || b == -1)) return place_beside(c, a.is, b);
  c->choices->stuck = "arithmetic with identities or numbers that is more than + 1 or - 1";
  return a;
}

/* Of an identity, or N + 1, modulo N. */
static struct abstract modulo(struct computing *c, int32_t is)
{
  if (is == ring_last(c->ring)) return abstract_place(0);
  return abstract_place(is == ring_end(c->ring) ? RING_FIRST : is);
}

static struct abstract of_nodes(struct computing *c, uint8_t kind, struct abstract a, struct abstract b)
{
  const bool compares = a.kind == b.kind && (kind == EXPR_EQUAL || kind == EXPR_DIFFERENT);
  if (!compares) c->choices->stuck = "an operation on nodes that does not ask whether two are equal";
  return abstract_plain((a.is == b.is) == (kind == EXPR_EQUAL));
}

struct abstract abstract_operate(struct computing *c, uint8_t kind, struct abstract a, struct abstract b, uint8_t shift,
                                 uint8_t width)
{
  if (a.kind == ABSTRACT_NODE || b.kind == ABSTRACT_NODE) return of_nodes(c, kind, a, b);
  const bool is_part = c->records->layout.n != 0 && (kind == EXPR_FIELD || kind == EXPR_PUT);
  if (is_part) return of_record(c, kind, a, b, shift, width);
  if (divides(kind) && b.kind == ABSTRACT_PLAIN && b.is == 0) c->choices->stuck = MAY_DIVIDE_BY_ZERO;
  if (a.kind == ABSTRACT_PLAIN && b.kind == ABSTRACT_PLAIN) return plain(c, operate(kind, a.is, b.is, shift, width));
  if (a.kind == ABSTRACT_POSITION || b.kind == ABSTRACT_POSITION) return of_positions(c, kind, a, b);
  switch (kind) {
  case EXPR_NOT: return abstract_plain(!abstract_is_true(a));
  case EXPR_AND: return abstract_plain(abstract_is_true(a) && abstract_is_true(b));
  case EXPR_OR: return abstract_plain(abstract_is_true(a) || abstract_is_true(b));
  case EXPR_EQUAL: return abstract_plain(equal(c, a, b));
  case EXPR_DIFFERENT: return abstract_plain(!equal(c, a, b));
  case EXPR_LESS: return abstract_plain(compare(c, a, b) < 0);
  case EXPR_AT_MOST: return abstract_plain(compare(c, a, b) <= 0);
  case EXPR_LARGER: return compare(c, a, b) >= 0 ? a : b;
  case EXPR_SMALLER: return compare(c, a, b) <= 0 ? a : b;
  case EXPR_ADD:
    if (b.kind == ABSTRACT_PLAIN) return add(c, a, b.is);
    if (a.kind == ABSTRACT_PLAIN) return add(c, b, a.is);
    break;
  case EXPR_SUBTRACT:
    if (b.kind == ABSTRACT_PLAIN) return add(c, a, -b.is);
    break;
  case EXPR_MODULO:
    if (c->ring.open) break; /* N is not known */
    if (a.kind == ABSTRACT_PLACE && b.kind == ABSTRACT_PLACE && b.is == ring_last(c->ring)) return modulo(c, a.is);
    if (a.kind == ABSTRACT_PLAIN && b.kind == ABSTRACT_PLACE && b.is == ring_last(c->ring))
      return modulo(c, place_of_value(c, a).is);
    break;
  default: break;
  }
  c->choices->stuck = "an operation on identities or numbers whose result only N determines";
  return abstract_plain(0);
}
