/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * position.h: where in a config a value stands, for error messages.
 *
 * jansson keeps no positions once a text is parsed. So a value is named by its place, a chain of keys and indices
 * that lives on the stack of whoever walks the config, and only when an error is met is the text scanned again for
 * that place. The text has been parsed before, so the scanner may trust that it is JSON; it only has to find its
 * way.
 *
 * A value that came from `--set KEY=VALUE` has no line; it is told by the option that set it.
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

/* A value that the command line put in. */
struct override {
  char *text;  /* "n=2..64*2", as given  */
  char **keys; /* the dotted path, split */
  size_t n_keys;
};

/* The text of a config and what the command line changed in it. */
struct source {
  char *file, *text;
  struct override *overrides;
  size_t n_overrides;
};

void source_free(struct source *source);

struct position {
  int line, column;
};

/* Where the value at `place` begins, or its key if `key` is set. Of a place that is not in the text (a default, an
 * item of a list that was given as a single value): the nearest place above it that is. */
struct position position_of(const char *text, const struct place *place, bool key);

/* Fills *e with the place and the message; returns false. */
bool source_fail(const struct source *source, const struct place *place, bool key, struct error *e, const char *format,
                 ...) __attribute__((format(printf, 5, 6)));

/* The same with the words (and the code) of an error that a lower floor reported without a place of its own. */
bool source_pass_on(const struct source *source, const struct place *place, bool key, const struct error *inner,
                    struct error *e);

#endif
