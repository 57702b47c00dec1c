/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * abstract.h: abstract values, and the results that computations with them can have.
 *
 * One, two or three processes are *members*: they are looked at exactly, among any number of others. A member knows N
 * and identities as *places* alone, that is, where an identity lies among 1, N and those of the members a < b:
 *
 *      0    1    2 .. a-1    a    a+1 .. b-1    b    b+1 .. N-1    N    N+1
 *
 * Single identities are *points*, with even numbers. Between two of them lies a *stretch* of other processes, which
 * has an odd number and may be empty. Two identities of one stretch may be equal or not; the next one behind a
 * stretch may still be in it or not. Whether a is 1, and whether b is N, is known (struct ring), or a ring is *open*:
 * then 1 and N are no points of their own. So one abstract step stands for the steps at every N.
 *
 * In a graph, the neighbours of a member are numbered from 1 to its degree. Of such a *position* the same is known,
 * with a ring of its own: the degree is its N, and the other member, if it is a neighbour, is its only one. Which
 * other process is at a position is not remembered.
 *
 * Unbounded numbers (tickets, as in a bakery) are known by their order alone, but for 0 and 1. A number is a multiple
 * of NUMBER_GAP, and one that a step makes lies between. Sessions are known by equality alone.
 *
 * Where a computation can come out in several ways, it asks for a *choice*. To carry a step out in all ways is to carry
 * it out again with the next choices, until there are none.
 */
#ifndef PROVE_ABSTRACT_H
#define PROVE_ABSTRACT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/lookup.h"
#include "language/syntax.h"

enum abstract_kind {
  ABSTRACT_PLAIN,    /* a number, as it is */
  ABSTRACT_PLACE,    /* of an identity */
  ABSTRACT_NUMBER,   /* 0 or more, by its order */
  ABSTRACT_SESSION,  /* 0: none */
  ABSTRACT_RECORD,   /* its number in struct abstract_records */
  ABSTRACT_POSITION, /* among the neighbours of a process, in a graph */
  ABSTRACT_NODE,     /* of a queue: known by equality alone (scene.h) */
  ABSTRACT_ELEMENT   /* while a value is computed: any element of the local array of this number */
};

struct abstract {
  uint8_t kind; /* enum abstract_kind */
  int32_t is;
};

enum { NUMBER_GAP = 64, NUMBER_ONE = NUMBER_GAP, ABSTRACT_SHIFT = 3, MOST_CHOICES = 96 };

/* In one word, of a state. */
static inline int32_t abstract_pack(struct abstract a)
{
  return (int32_t)((uint32_t)a.is << ABSTRACT_SHIFT | a.kind);
}

static inline struct abstract abstract_unpack(int32_t word)
{
  return (struct abstract){(uint8_t)(word & ((1 << ABSTRACT_SHIFT) - 1)), word >> ABSTRACT_SHIFT};
}

/* Whether the name of the value, or of a part of it, says nothing. Most values are plain ones and places. */
static inline bool abstract_has_name(int32_t word)
{
  const uint32_t with = 1 << ABSTRACT_NUMBER | 1 << ABSTRACT_SESSION | 1 << ABSTRACT_RECORD | 1 << ABSTRACT_NODE;
  return with >> abstract_unpack(word).kind & 1;
}

/* Whether a plain value is small enough for the words of a state. */
static inline bool abstract_is_small(int64_t value)
{
  return value <= INT32_MAX >> ABSTRACT_SHIFT && value >= -(INT32_MAX >> ABSTRACT_SHIFT);
}

static inline struct abstract abstract_plain(int32_t is)
{
  return (struct abstract){ABSTRACT_PLAIN, is};
}

/* Whether a field or an element of so many bits has room for the value, at every N. Unbounded numbers are taken to have
 * 32 bits, in runs that anybody makes; if they stand for a range that N determines, they keep to that. */
enum { NUMBER_BITS = 32 };
#define MAY_HAVE_NO_ROOM "a value for which a local array or record may have no room"

static inline bool abstract_has_room(struct abstract a, uint32_t bits, bool keep_to_ranges)
{
  if (a.kind == ABSTRACT_PLAIN) return bits >= 64 || (int64_t)a.is >> bits == 0;
  if (a.kind == ABSTRACT_RECORD) return true; /* its parts have */
  return a.is == 0 || bits >= (a.kind == ABSTRACT_NUMBER && !keep_to_ranges ? (uint32_t)NUMBER_BITS : (uint32_t)N_BITS);
}

/* --- places ------------------------------------------------------------------------------------------------------- */

/* The points of a scene: 0; 1, unless it is a; a; b; N, unless it is the last member; N + 1. */
struct ring {
  uint8_t members;
  bool first_apart; /* the first member is not 1 */
  bool last_apart;  /* the last member is not N */
  bool open;        /* neither is known: 1 is the first member or below it, N the last one or above it */
};

static inline int32_t ring_member(struct ring r, uint32_t member)
{
  return 2 * (1 + r.first_apart + (int32_t)member);
}

static inline int32_t ring_end(struct ring r)
{
  return 2 * (1 + r.first_apart + r.members + r.last_apart);
}

/* The place of 1, and that of N, in a ring that is not open. */
enum { RING_FIRST = 2 };
static inline int32_t ring_last(struct ring r)
{
  return ring_end(r) - 2;
}

static inline bool ring_is_identity(struct ring r, int32_t place)
{
  return place > 0 && place < ring_end(r);
}

/* The member at a place, or -1. */
static inline int ring_who(struct ring r, int32_t place)
{
  const int32_t member = place / 2 - 1 - r.first_apart;
  return place % 2 == 0 && member >= 0 && member < r.members ? (int)member : -1;
}

static inline struct abstract abstract_place(int32_t is)
{
  return (struct abstract){ABSTRACT_PLACE, is};
}

/* --- choices ------------------------------------------------------------------------------------------------------ */

#define MAY_DIVIDE_BY_ZERO "a division that may be by 0"
#define TOO_MANY_WAYS      "a step can come out in too many ways"

struct choices {
  uint8_t made[MOST_CHOICES], of[MOST_CHOICES];
  uint32_t n, at;
  uint32_t ways, most_ways; /* in which a step has come out so far, and in which it may come out */
  const char *stuck;        /* why the computation cannot be followed; NULL: it can */
};

/* One of 0 .. of-1. */
static inline uint32_t choose(struct choices *c, uint32_t of)
{
  if (of <= 1) return 0;
  if (c->at == MOST_CHOICES || of > UINT8_MAX) {
    c->stuck = TOO_MANY_WAYS;
    return 0;
  }
  if (c->at == c->n) {
    c->of[c->n] = (uint8_t)of;
    c->made[c->n++] = 0;
  }
  return c->made[c->at++];
}

/* Goes on to the next choices. False: all have been made. */
static inline bool choices_next(struct choices *c)
{
  c->at = 0;
  while (c->n != 0 && ++c->made[c->n - 1] == c->of[c->n - 1]) c->n--;
  return c->n != 0;
}

/* --- records ------------------------------------------------------------------------------------------------------ */

/* A record whose parts are not all plain. All records of an algorithm have the same layout. */
enum { MOST_PARTS = 8 };

struct record_layout {
  uint32_t n;
  uint8_t shift[MOST_PARTS], width[MOST_PARTS];
};

struct abstract_record {
  struct abstract part[MOST_PARTS];
};

/* All records that have been met: two that are equal have the same number. */
struct abstract_records {
  struct record_layout layout;
  struct lookup numbers;
};

struct abstract record_number(struct abstract_records *records, const struct abstract_record *record);

/* A part of a record, or of a plain value that may be one; and all of them. */
struct abstract record_part(const struct abstract_records *records, struct abstract a, uint32_t part);

static inline struct abstract_record record_of(const struct abstract_records *records, struct abstract a)
{
  struct abstract_record record = {0};
  const char *packed = a.kind == ABSTRACT_RECORD ? lookup_text(&records->numbers, (size_t)a.is) : NULL;
  for (uint32_t k = 0; k < records->layout.n; k++) {
    int32_t word;
    if (packed != NULL) memcpy(&word, packed + k * sizeof word, sizeof word);
    record.part[k] = packed != NULL ? abstract_unpack(word) : record_part(records, a, k);
  }
  return record;
}

/* --- operations --------------------------------------------------------------------------------------------------- */

/* The numbers that are known where a computation needs another one, in ascending order from 1 on. */
struct known_numbers {
  int32_t known[128];
  uint32_t n;
};

struct computing {
  struct choices *choices;
  struct known_numbers numbers;
  struct ring ring;
  struct ring list; /* of the neighbours of the member that moves */
  struct abstract_records *records;
  bool keep_to_ranges; /* numbers stand for values of ranges that N determines */
};

#define TOO_MANY_NUMBERS "a step makes too many numbers"

void known_clear(struct known_numbers *numbers);
bool known_add(struct known_numbers *numbers, int32_t number); /* false: there is no room */

/* Any number, one above another, and the number behind one. */
struct abstract number_any(struct computing *c);
struct abstract number_above(struct computing *c, int32_t number);
struct abstract number_next(struct computing *c, int32_t number);

/* 1 and N. */
struct abstract place_first(struct computing *c);
struct abstract place_last(struct computing *c);

/* An identity that is a plain number as a place; any identity, or any that is no member's (0: there is none). */
struct abstract place_of_value(struct computing *c, struct abstract a);
struct abstract place_any(struct computing *c, bool of_others);

/* The same of positions: a plain number as one, and any that is not the other member's. */
struct abstract position_of_value(struct computing *c, struct abstract a);
struct abstract position_any(struct computing *c);

/* The result of an operation of the language (language/operations.h) of one or two operands. */
struct abstract abstract_operate(struct computing *c, uint8_t kind, struct abstract a, struct abstract b, uint8_t shift,
                                 uint8_t width);

/* Whether it is not 0. */
static inline bool abstract_is_true(struct abstract a)
{
  return a.is != 0;
}

#endif
