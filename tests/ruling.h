/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ruling.h: assertions about rulings, for the tests of claims.
 */
#ifndef TESTS_RULING_H
#define TESTS_RULING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "results/analysis/claim.h"

#include <cmocka.h> /* last: its fail() is a macro */

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static inline void expect(const struct ruling *r, enum agreement agreement, enum how how, const char *value,
                          const char *scope)
{
  if (r->agreement != agreement || r->how != how)
    fail_msg("%s, %s: %s (%s; %s)", agreement_names[r->agreement], how_names[r->how], r->value, r->scope, r->reason);
  assert_string_equal(r->value, value);
  assert_string_equal(r->scope, scope);
}

static inline void expect_reason(const struct ruling *r, const char *part)
{
  if (strstr(r->reason, part) == NULL) fail_msg("no \"%s\" in \"%s\"", part, r->reason);
}

#endif
