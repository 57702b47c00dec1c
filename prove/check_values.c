/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/check_values.h"

#include <string.h>

#include "language/operations.h"

enum { MOST_PLAIN = INT32_MAX >> ABSTRACT_SHIFT };

/* --- places, by looking at all small systems ---------------------------------------------------------------------- */

enum { LONGEST_STRETCH = 3, MOST_STRETCHES = MOST_PLACES / 2, MOST_IDENTITIES = 64 };

/* A small system: the place of each number from 0 to N + 1. */
struct small {
  int32_t place[MOST_IDENTITIES];
  int32_t n;
};

static uint16_t bit_of(int32_t place)
{
  return (uint16_t)(1u << place);
}

/* Whether processes may be between a point and the next one: not before 1, nor behind N. */
static bool has_stretch(int32_t point, int32_t end)
{
  return point >= RING_FIRST && point + 2 < end;
}

/* From 0 on, point by point, with so many processes in each stretch. */
static struct small lay_out(int32_t end, const uint32_t length[MOST_STRETCHES])
{
  struct small s = {.n = -2};
  int32_t x = 0;
  for (int32_t point = 0; point <= end; point += 2) {
    s.place[x++] = point;
    for (uint32_t k = 0; has_stretch(point, end) && k < length[point / 2]; k++) s.place[x++] = point + 1;
  }
  s.n += x;
  return s;
}

static void look_at(struct relations *r, const struct small *s)
{
  for (int32_t x = 0; x <= s->n + 1; x++) {
    const int32_t at = s->place[x];
    for (int32_t y = 0; y <= s->n + 1; y++)
      r->order[at][s->place[y]] |= x < y ? IS_LESS : x == y ? IS_EQUAL : IS_GREATER;
    if (x <= s->n) r->next[at] |= bit_of(s->place[x + 1]);
    if (x >= 1) r->before[at] |= bit_of(s->place[x - 1]);
    if (s->n >= 2) r->modulo[at] |= bit_of(s->place[x % s->n]);
    if (x >= 1 && x <= s->n) r->identities |= bit_of(at);
    if (x <= 2 && x <= s->n) r->number[x] |= bit_of(at);
  }
}

void relations_fill(struct relations *r, struct ring ring)
{
  uint32_t length[MOST_STRETCHES] = {0}, k = 0;
  *r = (struct relations){.end = ring_end(ring)};
  do {
    const struct small s = lay_out(r->end, length);
    look_at(r, &s);
    for (k = 0; k < MOST_STRETCHES; k++) {
      if (has_stretch(2 * (int32_t)k, r->end) && length[k] < LONGEST_STRETCH) break;
      length[k] = 0;
    }
    if (k < MOST_STRETCHES) length[k]++;
  } while (k < MOST_STRETCHES);
  for (uint32_t m = 0; m < ring.members; m++) r->members |= bit_of(ring_member(ring, m));
}

/* --- forks -------------------------------------------------------------------------------------------------------- */

void cannot_follow(struct computation *c, const char *why)
{
  if (c->stuck == NULL) c->stuck = why;
}

uint32_t fork_in(struct computation *c, uint32_t of)
{
  if (of <= 1) return 0;
  if (c->at == MOST_FORKS || of > UINT8_MAX) {
    cannot_follow(c, "a step comes out in too many ways");
    return 0;
  }
  if (c->at == c->n_forks) {
    c->taken[c->at] = 0;
    c->of[c->at] = (uint8_t)of;
    c->n_forks++;
  }
  return c->taken[c->at++];
}

bool next_fork(struct computation *c)
{
  c->at = 0;
  for (; c->n_forks != 0; c->n_forks--)
    if (++c->taken[c->n_forks - 1] < c->of[c->n_forks - 1]) return true;
  return false;
}

int32_t some_place(struct computation *c, uint16_t places)
{
  const uint32_t n = (uint32_t)__builtin_popcount(places);
  c->never |= n == 0;
  for (uint32_t k = n != 0 ? fork_in(c, n) : 0; k > 0; k--) places &= (uint16_t)(places - 1);
  return places != 0 ? __builtin_ctz(places) : 0;
}

/* --- numbers and sessions ----------------------------------------------------------------------------------------- */

static void know_number(struct computation *c, int32_t number)
{
  int32_t at = c->n_numbers;
  if (number == 0) return;
  while (at > 0 && c->number[at - 1] >= number) at--;
  if (at < c->n_numbers && c->number[at] == number) return;
  if (c->n_numbers == MOST_NUMBERS) {
    cannot_follow(c, "there are too many numbers");
    return;
  }
  memmove(&c->number[at + 1], &c->number[at], (size_t)(c->n_numbers - at) * sizeof *c->number);
  c->number[at] = number;
  c->n_numbers++;
}

void know_value(struct computation *c, struct abstract a)
{
  if (a.kind == ABSTRACT_NUMBER) know_number(c, a.is);
  if (a.kind == ABSTRACT_SESSION && a.is > c->sessions) c->sessions = a.is;
  if (a.kind != ABSTRACT_RECORD) return;
  const struct abstract_record record = record_of(c->records, a);
  for (uint32_t k = 0; k < c->records->layout.n; k++) know_value(c, record.part[k]);
}

void know_all(struct computation *c)
{
  if (c->knows) return;
  c->knows = true;
  c->number[0] = NUMBER_ONE;
  c->n_numbers = 1;
  c->sessions = 0;
  c->know(c, c->state);
}

/* A number above `low`: each that is known, one in each gap before it, and one above all. next: only the first gap,
 * and the known number behind it, which are what low + 1 can be. */
struct abstract some_number(struct computation *c, int32_t low, bool next)
{
  int32_t found[2 * MOST_NUMBERS + 1], below = low;
  uint32_t n = 0;
  know_all(c);
  for (int32_t k = 0; k < c->n_numbers; k++) {
    const int32_t known = c->number[k];
    if (known <= low) continue;
    if (below != 0) found[n++] = below + (known - below) / 2; /* no number is between 0 and 1 */
    if (below != 0 && known - below < 2) cannot_follow(c, "there are too many numbers");
    found[n++] = known;
    below = known;
  }
  found[n++] = below + NUMBER_GAP;
  if (next && low == 0) n = 1;
  if (next && n > 2) n = 2;
  const struct abstract a = {ABSTRACT_NUMBER, found[fork_in(c, n)]};
  know_value(c, a);
  return a;
}

struct abstract as_number(struct computation *c, struct abstract a)
{
  if (a.is == 0) return (struct abstract){ABSTRACT_NUMBER, 0};
  return a.is <= 2 ? some_number(c, (a.is - 1) * NUMBER_ONE, true) : some_number(c, NUMBER_ONE, false);
}

struct abstract some_session(struct computation *c, bool none)
{
  know_all(c);
  const struct abstract a = {ABSTRACT_SESSION, (int32_t)fork_in(c, (uint32_t)c->sessions + 1 + none) + !none};
  know_value(c, a);
  return a;
}

/* --- one form as another ------------------------------------------------------------------------------------------ */

/* The computation asks of a value for more than whether it is equal to another one, or is 0. */
static void looks_into(struct computation *c, uint8_t kind)
{
  if (c->alike && kind == ABSTRACT_PLACE) cannot_follow(c, "identities that are alike are ordered, or counted with");
}

static struct abstract as_one_of(struct computation *c, const struct relations *r, struct abstract a, uint8_t kind)
{
  if (a.kind == kind) return a;
  if (a.kind != ABSTRACT_PLAIN || a.is < 0 || a.is > 2) {
    cannot_follow(c, "a value is used as an identity that may be none");
    return (struct abstract){kind, 0};
  }
  if (a.is != 0) looks_into(c, kind);
  return (struct abstract){kind, some_place(c, r->number[a.is])};
}

struct abstract as_place(struct computation *c, struct abstract a)
{
  return as_one_of(c, c->ring, a, ABSTRACT_PLACE);
}

struct abstract as_position(struct computation *c, struct abstract a)
{
  if (a.kind == ABSTRACT_PLAIN && a.is == 2) cannot_follow(c, "2 may be no position among neighbours");
  if (a.kind == ABSTRACT_PLAIN && a.is == 1) return (struct abstract){ABSTRACT_POSITION, RING_FIRST};
  return as_one_of(c, c->list, a, ABSTRACT_POSITION);
}

struct abstract_record parts_of(struct computation *c, struct abstract a)
{
  if (a.kind != ABSTRACT_RECORD && a.kind != ABSTRACT_PLAIN) cannot_follow(c, "a value is used as a record");
  return record_of(c->records, a);
}

/* --- comparisons -------------------------------------------------------------------------------------------------- */

static uint8_t compared(int64_t a, int64_t b)
{
  return a < b ? IS_LESS : a == b ? IS_EQUAL : IS_GREATER;
}

static uint8_t turned(uint8_t order)
{
  return (uint8_t)((order & IS_LESS ? IS_GREATER : 0) | (order & IS_EQUAL) | (order & IS_GREATER ? IS_LESS : 0));
}

/* How a value that is no plain one can stand to a plain one. Of sessions only 0 is known, of others 0 and 1. */
static uint8_t beside_plain(struct abstract a, int32_t plain)
{
  const bool orders = a.kind != ABSTRACT_SESSION;
  if (a.is == 0) return compared(0, plain);
  if (plain <= 0) return IS_GREATER;
  if (orders && a.is == (a.kind == ABSTRACT_NUMBER ? NUMBER_ONE : RING_FIRST)) return compared(1, plain);
  return orders && plain == 1 ? IS_GREATER : IS_LESS | IS_EQUAL | IS_GREATER;
}

/* How a can stand to b. */
static uint8_t order_of(struct computation *c, struct abstract a, struct abstract b)
{
  if (a.kind == ABSTRACT_RECORD || b.kind == ABSTRACT_RECORD) {
    cannot_follow(c, "records are compared by their order");
    return IS_EQUAL;
  }
  if (b.kind == ABSTRACT_PLAIN && b.is != 0) looks_into(c, a.kind);
  if (a.kind == ABSTRACT_PLAIN && a.is != 0) looks_into(c, b.kind);
  if (b.kind == ABSTRACT_PLAIN) return a.kind == ABSTRACT_PLAIN ? compared(a.is, b.is) : beside_plain(a, b.is);
  if (a.kind == ABSTRACT_PLAIN) return turned(beside_plain(b, a.is));
  if (a.kind != b.kind) cannot_follow(c, "values of different kinds are compared");
  switch (a.kind) {
  case ABSTRACT_PLACE: return c->ring->order[a.is][b.is];
  case ABSTRACT_POSITION: return c->list->order[a.is][b.is];
  case ABSTRACT_SESSION:
    if (a.is != b.is && a.is != 0 && b.is != 0) return IS_LESS | IS_GREATER;
    break;
  default: break;
  }
  return compared(a.is, b.is);
}

/* One of the orders that are possible. */
static uint8_t one_order(struct computation *c, struct abstract a, struct abstract b)
{
  uint8_t order = order_of(c, a, b);
  looks_into(c, a.kind);
  looks_into(c, b.kind);
  for (uint32_t k = fork_in(c, (uint32_t)__builtin_popcount(order)); k > 0; k--) order &= (uint8_t)(order - 1);
  return order & (uint8_t)-order;
}

/* Of places it matters whether they can be equal, and whether they can differ. */
bool are_equal(struct computation *c, struct abstract a, struct abstract b)
{
  if (a.kind == ABSTRACT_RECORD || b.kind == ABSTRACT_RECORD) {
    const struct abstract_record left = parts_of(c, a), right = parts_of(c, b);
    bool equal = true;
    for (uint32_t k = 0; equal && k < c->records->layout.n; k++) equal = are_equal(c, left.part[k], right.part[k]);
    return equal;
  }
  const uint8_t order = order_of(c, a, b);
  if ((order & IS_EQUAL) == 0) return false;
  return order == IS_EQUAL || fork_in(c, 2) == 0;
}

bool is_true(struct computation *c, struct abstract a)
{
  if (a.kind == ABSTRACT_RECORD) cannot_follow(c, "a record is used as a condition");
  return a.is != 0; /* 0 is written as 0 in each form */
}

/* --- operations --------------------------------------------------------------------------------------------------- */

static struct abstract plain_of(struct computation *c, int64_t is)
{
  if (is > MOST_PLAIN || is < -MOST_PLAIN) cannot_follow(c, "a number is too large");
  return abstract_plain(c->stuck == NULL ? (int32_t)is : 0);
}

/* More or less by a plain number. */
static struct abstract moved(struct computation *c, struct abstract a, int64_t by)
{
  const struct relations *r = a.kind == ABSTRACT_PLACE ? c->ring : c->list;
  if (by == 0) return a;
  looks_into(c, a.kind);
  if (a.kind == ABSTRACT_NUMBER && by > 0) return some_number(c, a.is == 0 && by > 1 ? NUMBER_ONE : a.is, by == 1);
  const bool in_ring = a.kind == ABSTRACT_PLACE || a.kind == ABSTRACT_POSITION;
  const bool leaves = in_ring && (by > 0 ? a.is == r->end : a.is == 0);
  if (!in_ring || by > 1 || by < -1 || leaves) {
    cannot_follow(c, "a sum of identities, positions or numbers is not followed");
    return a;
  }
  return (struct abstract){a.kind, some_place(c, by > 0 ? r->next[a.is] : r->before[a.is])};
}

static struct abstract modulo_n(struct computation *c, struct abstract a, struct abstract n)
{
  const bool is_n = n.kind == ABSTRACT_PLACE && n.is == c->ring->end - 2;
  if (!is_n || (a.kind != ABSTRACT_PLACE && a.kind != ABSTRACT_PLAIN)) cannot_follow(c, "a remainder is not followed");
  const struct abstract at = as_place(c, a);
  return c->stuck == NULL ? abstract_place(some_place(c, c->ring->modulo[at.is])) : a;
}

/* A part of a record, or a record with a part that was 0. */
static struct abstract of_record(struct computation *c, const struct abstract operand[2], uint8_t kind, uint8_t shift,
                                 uint8_t width)
{
  struct abstract_record record = parts_of(c, operand[0]);
  const struct record_layout *layout = &c->records->layout;
  uint32_t k = 0;
  while (k < layout->n && layout->shift[k] != shift) k++;
  const bool too_wide = kind == EXPR_PUT && !abstract_has_room(operand[1], width, false);
  if (k == layout->n || layout->width[k] != width || too_wide) {
    cannot_follow(c, "a part of a record is not followed");
    return operand[0];
  }
  if (kind == EXPR_FIELD) return record.part[k];
  record.part[k] = operand[1];
  return record_number(c->records, &record);
}

struct abstract compute(struct computation *c, const struct abstract operand[2], uint8_t kind, uint8_t shift,
                        uint8_t width)
{
  const struct abstract a = operand[0], b = operand[1];
  if (c->records->layout.n != 0 && (kind == EXPR_FIELD || kind == EXPR_PUT))
    return of_record(c, operand, kind, shift, width);
  if (divides(kind) && b.kind == ABSTRACT_PLAIN && b.is == 0) cannot_follow(c, MAY_DIVIDE_BY_ZERO);
  if (a.kind == ABSTRACT_PLAIN && b.kind == ABSTRACT_PLAIN) return plain_of(c, operate(kind, a.is, b.is, shift, width));
  switch (kind) {
  case EXPR_NOT: return abstract_plain(!is_true(c, a));
  case EXPR_AND: return abstract_plain((int)is_true(c, a) & (int)is_true(c, b)); /* both may be refused */
  case EXPR_OR: return abstract_plain((int)is_true(c, a) | (int)is_true(c, b));
  case EXPR_EQUAL: return abstract_plain(are_equal(c, a, b));
  case EXPR_DIFFERENT: return abstract_plain(!are_equal(c, a, b));
  case EXPR_LESS: return abstract_plain(one_order(c, a, b) == IS_LESS);
  case EXPR_AT_MOST: return abstract_plain(one_order(c, a, b) != IS_GREATER);
  case EXPR_LARGER: return one_order(c, a, b) == IS_LESS ? b : a;
  case EXPR_SMALLER: return one_order(c, a, b) == IS_GREATER ? b : a;
  case EXPR_ADD:
    if (b.kind == ABSTRACT_PLAIN) return moved(c, a, b.is);
    if (a.kind == ABSTRACT_PLAIN) return moved(c, b, a.is);
    break;
  case EXPR_SUBTRACT:
    if (b.kind == ABSTRACT_PLAIN) return moved(c, a, -(int64_t)b.is);
    break;
  case EXPR_MODULO: return modulo_n(c, a, b);
  default: break;
  }
  cannot_follow(c, "an operation is not followed");
  return a;
}
