/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * options.h: what a user sets of an adversary or of an algorithm, by its table (rmr/option.h): "key=value,key=value".
 * One parser for both; what it says names the owner, what is wrong, and what would be right.
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

/* Whether a table is well formed for a block of so many bytes. Handles are of adversaries only. `name` stands for its
 * owner. */
bool options_check(const struct rmr_option *table, size_t block_size, bool handles, const char *name, struct error *e);

/* Writes the fallbacks, then what the text gives, "" for nothing. */
bool options_set(const struct option_set *options, const char *text, struct error *e);

/* What in a block is not as the fallbacks say: "slots=4,rate=0.5", in the order of the table; "" for nothing. No
 * handles. The caller frees it. */
char *options_text(const struct rmr_option *table, const void *block);

/* The value of one, in words. */
char *option_text(const struct rmr_option *option, const void *block);

#endif
