/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fields.h: the one table of the keys of a config. The validator (walk.c), the JSON Schema and the key reference
 * (schema.c) all follow it, so a key is added in one place.
 *
 * The order of the rows in each table is the order of the keys in a complete config.
 */
#ifndef EXPERIMENTS_CONFIG_FIELDS_H
#define EXPERIMENTS_CONFIG_FIELDS_H

#include <stdint.h>

#include "base/error.h"
#include "experiments/config/drive.h"

/* X(type, its name in errors) */
#define FIELD_TYPES(X)                                                                                     \
  X(TEXT, "a text")                                                                                        \
  X(TEXTS, "a text or a list of texts")                                                                    \
  X(COUNT, "a whole number")                                                                               \
  X(COUNTS, "a whole number, a range {\"from\": 2, \"to\": 64, \"step\": 2} or {\"from\": 2, \"to\": 64, " \
            "\"factor\": 2}, or a list of these")                                                          \
  X(OBJECT, "an object {...}")                                                                             \
  X(OBJECTS, "a list of objects [{...}, ...]")                                                             \
  X(FITS, "a metric, {\"metric\": ..., \"series\": {...}}, or a list of these")                            \
  X(SAYS, "an object of columns and claims, such as {\"RMR cc\": \"O(N)\", \"P2\": \"yes\"}")              \
  X(CLAUSES, "an object of metrics and clauses, such as {\"rmr.max\": \"O(N)\"}")

enum field_type {
#define X(type, words) FIELD_##type,
  FIELD_TYPES(X)
#undef X
};

extern const char *const field_type_words[];

struct config_field {
  const char *key;
  enum field_type type;
  bool required;
  bool filled;                                      /* TEXTS: an empty list is a mistake */
  bool spread;                                      /* TEXTS: "name:key=1..3" stands for three texts */
  const char *zero;                                 /* COUNTS: the word that stands for 0; NULL: 0 is not allowed */
  unsigned drive;                                   /* the key belongs to these modes only; 0: to any */
  const char *fallback;                             /* JSON text of the default; NULL: none, or see the help   */
  const char *explored;                             /* the default without simulations; NULL: the same */
  const char *counted;                              /* where everything is counted; NULL: the same */
  const char *proved;                               /* where everything is proved; NULL: the same */
  int64_t low, high;                                /* COUNT and COUNTS                                        */
  const char *const *choices;                       /* TEXT and TEXTS: NULL, or all allowed ones, NULL-terminated */
  bool (*check)(const char *text, struct error *e); /* TEXT and TEXTS: NULL, or whether this text is valid        */
  const struct config_field *members; /* OBJECT, OBJECTS, and where FITS and CLAUSES have one; ends with key = NULL */
  const char *help, *example;         /* a sentence; the JSON text of a value                 */
};

extern const struct config_field config_fields[];
extern const struct config_field range_fields[]; /* of the object form of COUNTS */

const struct config_field *field_find(const struct config_field *fields, const char *key);

#endif
