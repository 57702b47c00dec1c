/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * numbers.h: lists of whole numbers, in configs and on the command line.
 *
 *   2..10        every number          2..10+4     2, 6, 10        2..64*2    2, 4, 8, ..., 64
 *   7            one number            2..8,16     a list of these
 *   inf          no end, where the key allows it; kept as 0
 *
 * Both ends are included; a range that steps over its end stops before it. Numbers keep their order; duplicates are
 * dropped, because ranges may overlap.
 */
#ifndef EXPERIMENTS_CONFIG_NUMBERS_H
#define EXPERIMENTS_CONFIG_NUMBERS_H

#include <stdint.h>

#include "base/error.h"

enum { NUMBERS_MOST = 10000 };

struct numbers {
  size_t n;
  int64_t *value;
};

/* The allowed numbers. */
struct number_rule {
  int64_t low, high;
  const char *zero; /* a word that is allowed too, as is the 0 for which it stands: "inf", "any"; NULL: none */
};

struct number_range {
  int64_t from, to, step, factor; /* step 0: by factor */
};

bool numbers_add(struct numbers *out, int64_t value, const struct number_rule *rule, struct error *e);
bool numbers_add_range(struct numbers *out, const struct number_range *range, const struct number_rule *rule,
                       struct error *e);
bool numbers_add_text(struct numbers *out, const char *text, const struct number_rule *rule, struct error *e);
/* "pct:depth=1..3", or "philosophers:order=rank:1..3", expanded to one text for each value of the range, in order;
 * numbers may have a point here, "crashing:rate=0..1+0.25", but factors may not; with several ranges one for each
 * combination, the last varying fastest. They are appended to *texts, *n of them; free each, and the array. */
bool numbers_spread(const char *text, char ***texts, size_t *n, struct error *e);

void numbers_free(struct numbers *numbers);

#endif
