/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * position.h: the position of a value in a config, for error messages.
 *
 * jansson keeps no positions once a text is parsed. So a value is named by its place, a chain of keys and indices on
 * the stack of the code that walks the config. Only after an error the text is scanned again for that place. The text
 * has been parsed before, so the scanner may assume that it is JSON.
 *
 * A value from `--set KEY=VALUE` has no line; errors name the option instead.
 *
 * Lines and columns count from 1; a column is a character of UTF-8, not a byte, as in jansson's own messages.
 */
#ifndef EXPERIMENTS_CONFIG_POSITION_H
#define EXPERIMENTS_CONFIG_POSITION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* A step from a value to one of its parts. The root has up = NULL. */
struct place {
  const struct place *up;
  const char *key; /* of an object's member; NULL: an item of a list */
  size_t index;    /* of a list's item, from 0 */
};

#define PLACE_ROOT                 ((struct place){.up = NULL})
#define PLACE_KEY(parent, name)    ((struct place){.up = (parent), .key = (name)})
#define PLACE_ITEM(parent, number) ((struct place){.up = (parent), .index = (number)})

/* A value set on the command line. */
struct override {
  char *text;  /* "n=2..64*2", as given  */
  char **keys; /* the dotted path, split */
  size_t n_keys;
};

/* The text of a config and its changes by the command line. */
struct source {
  char *file, *text;
  struct override *overrides;
  size_t n_overrides;
};

void source_free(struct source *source);

struct position {
  int line, column;
};

/* The beginning of the value at `place`, or of its key if `key` is set. For a place that is not in the text (a
 * default, an item of a list given as a single value): the nearest place above it that is. */
struct position position_of(const char *text, const struct place *place, bool key);

/* Fills *e with the place and the message; returns false. */
bool source_fail(const struct source *source, const struct place *place, bool key, struct error *e, const char *format,
                 ...) __attribute__((format(printf, 5, 6)));

/* The same with the words (and the code) of an error that a lower floor reported without a place. */
bool source_pass_on(const struct source *source, const struct place *place, bool key, const struct error *inner,
                    struct error *e);

#endif
