/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * options.h: the options of an adversary or an algorithm, by its table (rmr/option.h): "key=value,key=value". One
 * parser serves both; its messages name the owner, the error and the correction.
 */
#ifndef MODEL_OPTIONS_H
#define MODEL_OPTIONS_H

#include <rmr/option.h>
#include <stdbool.h>

#include "base/error.h"

enum { OPTIONS_MOST = 64 };

/* A table and the block that its values are written to. */
struct option_set {
  const char *kind, *name, *noun; /* for messages: "adversary", "pct", "option" */
  const struct rmr_option *table; /* NULL: none */
  void *block;
  /* Sets an option of another type than INTEGER, NUMBER and TEXT; NULL where the table has none. */
  bool (*set_other)(void *self, const struct rmr_option *option, const char *value, struct error *e);
  void *self;
};

/* Whether a table is well formed for a block of this size. Only adversaries have handles. `name` names its owner. */
bool options_check(const struct rmr_option *table, size_t block_size, bool handles, const char *name, struct error *e);

/* Writes the fallbacks, then the values of the text; "": none. */
bool options_set(const struct option_set *options, const char *text, struct error *e);

/* The values in a block that differ from the fallbacks: "slots=4,rate=0.5", in the order of the table; "": none. No
 * handles. The caller frees it. */
char *options_text(const struct rmr_option *table, const void *block);

/* The value of one, in words. */
char *option_text(const struct rmr_option *option, const void *block);

#endif
