/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * programs_value.c: random expressions. They mention the registers that programs.c declares.
 */
#include <stdarg.h>
#include <stdio.h>

#include "base/rng.h"
#include "tests/programs.h"

static const char *const bound_names[] = {"e", "f", "g", "h"};

enum { MOST_BOUND = sizeof bound_names / sizeof *bound_names };

void draft_put(struct draft *d, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  const int n = vsnprintf(d->text + d->n, sizeof d->text - d->n, format, arguments);
  va_end(arguments);
  if (n > 0 && d->n + (size_t)n < sizeof d->text) d->n += (size_t)n;
}

uint32_t draft_below(struct draft *d, uint32_t n)
{
  return rng_below(&d->rng, n);
}

bool draft_one_in(struct draft *d, uint32_t n)
{
  return draft_below(d, n) == 0;
}

static bool is_named(const struct draft *d, uint32_t k, char type, bool written)
{
  if (d->name[k].type != type) return false;
  return written ? d->name[k].written : !d->name[k].counts;
}

/* One of the locals that have a value, or of those that can be given one. */
const char *draft_name(struct draft *d, char type, bool written)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < d->n_names; k++) n += is_named(d, k, type, written);
  uint32_t which = n != 0 ? draft_below(d, n) : 0;
  for (uint32_t k = 0; k < d->n_names; k++)
    if (is_named(d, k, type, written) && which-- == 0) return d->name[k].name;
  return NULL;
}

static void again(struct draft *d)
{
  if (draft_one_in(d, 9)) draft_put(d, "again ");
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

void draft_index(struct draft *d, uint32_t depth)
{
  const uint32_t which = draft_below(d, depth > 0 ? 9 : 6);
  const char *name = draft_name(d, 'n', true);
  if (which < 2) {
    draft_put(d, "i");
  } else if (which < 4 && d->bound > 0) {
    draft_put(d, "1 + %s mod N", bound_names[draft_below(d, d->bound)]);
  } else if (which == 4) {
    draft_put(d, "1");
  } else if (which == 5 && name != NULL && draft_one_in(d, 4)) {
    draft_put(d, "%s", name); /* it may leave the array */
  } else if (name != NULL && which < 7) {
    draft_put(d, "1 + %s mod N", name);
  } else if (depth > 0) {
    draft_put(d, "1 + (");
    draft_number(d, depth - 1);
    draft_put(d, ") mod N");
  } else {
    draft_put(d, "N");
  }
}

static void number_register(struct draft *d, uint32_t depth)
{
  const uint32_t which = draft_below(d, 10);
  if (which < 6) again(d);
  switch (which) {
  case 0:
  case 1: draft_put(d, which == 0 ? "X" : "Y"); return;
  case 2:
  case 3:
    draft_put(d, "A[");
    draft_index(d, depth);
    draft_put(d, "]");
    return;
  case 4:
    draft_put(d, "D[");
    draft_index(d, depth);
    draft_put(d, draft_one_in(d, 2) ? ", 0]" : "][1]");
    return;
  case 5: draft_put(d, "R.a"); return;
  case 6:
    draft_put(d, "Q[");
    draft_index(d, 0);
    draft_put(d, "].a");
    return;
  case 7: draft_put(d, d->in_procedure ? "x" : "P"); return;
  case 8:
    draft_put(d, d->in_procedure ? "b[" : "A[");
    draft_index(d, depth);
    draft_put(d, "]");
    return;
  default: draft_put(d, "first(S)");
  }
}

static void leaf(struct draft *d, uint32_t depth)
{
  const uint32_t which = draft_below(d, 9);
  const char *name = draft_name(d, 'n', true), *record = draft_name(d, 'r', true);
  if (which < 3 && name != NULL) {
    draft_put(d, "%s", name);
  } else if (which < 5 && d->bound > 0) {
    draft_put(d, "%s", bound_names[draft_below(d, d->bound)]);
  } else if (which == 5 && record != NULL) {
    draft_put(d, "%s.a", record);
  } else if (which == 6 && !d->in_procedure) {
    draft_put(d, "copy[");
    draft_index(d, depth);
    draft_put(d, "]");
  } else if (which == 7 && d->in_procedure) {
    draft_put(d, "v");
  } else if (which == 7) {
    draft_put(d, draft_one_in(d, 2) ? "i" : draft_one_in(d, 2) ? "N" : "mysession");
  } else {
    draft_put(d, "%u", draft_below(d, 4));
  }
}

void draft_atomic(struct draft *d, uint32_t depth)
{
  switch (draft_below(d, 6)) {
  case 0: draft_put(d, "fetch_and_add(X, %u)", draft_below(d, 3)); return;
  case 1:
    draft_put(d, "fetch_and_store(A[");
    draft_index(d, depth);
    draft_put(d, "], (");
    draft_number(d, depth);
    draft_put(d, ") mod 4)");
    return;
  case 2:
    draft_put(d, "compare_and_swap(Y, ");
    draft_number(d, depth);
    draft_put(d, ", (");
    draft_number(d, depth);
    draft_put(d, ") mod 4)");
    return;
  case 3:
    draft_put(d, "update(U, raised, ");
    draft_number(d, 0);
    draft_put(d, ")");
    return;
  case 4:
    draft_put(d, "update(U, lowered, ");
    draft_number(d, 0);
    draft_put(d, ")");
    return;
  default:
    draft_put(d, "fetch_and_add(D[");
    draft_index(d, depth);
    draft_put(d, ", (");
    draft_number(d, depth);
    draft_put(d, ") mod 2], 1)");
  }
}

static void operation(struct draft *d, uint32_t depth)
{
  static const char *const signs[] = {" + ", " * ", " div ", " mod ", " + ", ", ", ", ", " - "};
  const uint32_t which = draft_below(d, 8);
  draft_put(d, "%s(", which < 5 ? "" : which == 5 ? "min" : which == 6 ? "max" : "max(0, ");
  draft_number(d, depth - 1);
  draft_put(d, "%s", signs[which]);
  draft_number(d, depth - 1);
  draft_put(d, ")");
}

/* max {e : name in LIST, c} */
static void gathered(struct draft *d, uint32_t depth)
{
  static const char *const words[] = {"max", "min", "sum"};
  const char *name = bound_names[d->bound];
  d->bound++;
  draft_put(d, "%s {", words[draft_below(d, 3)]);
  draft_number(d, depth - 1);
  d->bound--;
  draft_put(d, " : %s in ", name);
  draft_list(d, depth - 1);
  d->bound++;
  if (draft_one_in(d, 2)) {
    draft_put(d, ", ");
    draft_truth(d, depth - 1);
  }
  d->bound--;
  draft_put(d, "}");
}

/* first name in LIST : c else e */
static void which_of(struct draft *d, uint32_t depth)
{
  draft_put(d, "(first %s in ", bound_names[d->bound]);
  draft_list(d, depth - 1);
  draft_put(d, " : ");
  d->bound++;
  draft_truth(d, depth - 1);
  d->bound--;
  draft_put(d, " else ");
  draft_number(d, depth - 1);
  draft_put(d, ")");
}

static void choice(struct draft *d, uint32_t depth, void (*value)(struct draft *, uint32_t))
{
  draft_put(d, "(if ");
  draft_truth(d, depth - 1);
  draft_put(d, " then ");
  value(d, depth - 1);
  draft_put(d, " else ");
  value(d, depth - 1);
  draft_put(d, ")");
}

void draft_number(struct draft *d, uint32_t depth)
{
  const uint32_t which = draft_below(d, depth > 0 ? 14 : 5);
  if (which < 2 || (d->local && which < 5)) {
    leaf(d, depth > 0 ? depth - 1 : 0);
  } else if (which < 5) {
    number_register(d, depth > 0 ? depth - 1 : 0);
  } else if (which < 8) {
    operation(d, depth);
  } else if (which < 9) {
    choice(d, depth, draft_number);
  } else if (which < 11 && d->bound < MOST_BOUND && !d->local) {
    gathered(d, depth);
  } else if (which == 11 && d->bound < MOST_BOUND && !d->local) {
    which_of(d, depth);
  } else if (which == 12 && !d->local && !d->in_procedure) {
    draft_atomic(d, depth - 1);
  } else {
    draft_put(d, draft_one_in(d, 2) ? "half(" : "lg(");
    draft_number(d, depth - 1);
    draft_put(d, ")");
  }
}

/* --- lists -------------------------------------------------------------------------------------------------------- */

void draft_list(struct draft *d, uint32_t depth)
{
  switch (draft_below(d, 8)) {
  case 0:
  case 1:
  case 2: draft_put(d, "1..N"); return;
  case 3: draft_put(d, "N..1"); return;
  case 4: draft_put(d, d->local ? "{2, 0, i}" : "S"); return;
  case 5:
    draft_put(d, "1..(");
    draft_number(d, depth);
    draft_put(d, ") mod 4");
    return;
  case 6: draft_put(d, "2..0"); return;
  default:
    draft_put(d, "{");
    draft_number(d, depth);
    draft_put(d, ", ");
    draft_number(d, depth);
    draft_put(d, "}");
  }
}

/* --- truth -------------------------------------------------------------------------------------------------------- */

static void truth_register(struct draft *d)
{
  const uint32_t which = draft_below(d, 7);
  if (which < 4) again(d);
  switch (which) {
  case 0:
  case 1: draft_put(d, "B"); return;
  case 2:
  case 3:
    draft_put(d, "C[");
    draft_index(d, 1);
    draft_put(d, "]");
    return;
  case 4: draft_put(d, "R.b"); return;
  case 5: draft_put(d, "K = %s", draft_one_in(d, 2) ? "black" : "none"); return;
  default:
    draft_put(d, "Q[");
    draft_index(d, 0);
    draft_put(d, "].%s", draft_one_in(d, 2) ? "b" : "c != white");
  }
}

static void compared(struct draft *d, uint32_t depth)
{
  static const char *const signs[] = {"=", "!=", "<", "<=", ">", ">="};
  const bool tuple = draft_one_in(d, 4);
  draft_put(d, tuple ? "(" : "");
  draft_number(d, depth - 1);
  if (tuple) draft_put(d, ", ");
  if (tuple) draft_number(d, depth - 1);
  draft_put(d, "%s %s %s", tuple ? ")" : "", signs[draft_below(d, 6)], tuple ? "(" : "");
  draft_number(d, depth - 1);
  if (tuple) draft_put(d, ", ");
  if (tuple) draft_number(d, depth - 1);
  draft_put(d, tuple ? ")" : "");
}

static void member(struct draft *d, uint32_t depth)
{
  draft_number(d, depth - 1);
  draft_put(d, draft_one_in(d, 2) ? " in " : " not in ");
  draft_list(d, 0);
}

static void quantified(struct draft *d, uint32_t depth)
{
  draft_put(d, "(%s %s in ", draft_one_in(d, 2) ? "forall" : "exists", bound_names[d->bound]);
  draft_list(d, depth - 1);
  d->bound++;
  if (draft_one_in(d, 3)) {
    draft_put(d, ", ");
    draft_truth(d, depth - 1);
  }
  draft_put(d, " : ");
  draft_truth(d, depth - 1);
  d->bound--;
  draft_put(d, ")");
}

static void truth_leaf(struct draft *d)
{
  const char *name = draft_name(d, 'b', true), *record = draft_name(d, 'r', true), *color = draft_name(d, 'c', true);
  if (name != NULL && draft_one_in(d, 2))
    draft_put(d, "%s", name);
  else if (record != NULL && draft_one_in(d, 2))
    draft_put(d, draft_one_in(d, 2) ? "%s.b" : "%s.c = black", record);
  else if (color != NULL)
    draft_put(d, "%s != white", color);
  else
    draft_put(d, draft_one_in(d, 2) ? "i = 1" : "N > 2");
}

void draft_truth(struct draft *d, uint32_t depth)
{
  const uint32_t which = draft_below(d, depth > 0 ? 14 : 4);
  if (which < 2 || (d->local && which < 4)) {
    truth_leaf(d);
  } else if (which < 4) {
    truth_register(d);
  } else if (which < 7) {
    compared(d, depth);
  } else if (which == 7) {
    member(d, depth);
  } else if (which < 10) {
    draft_put(d, "(");
    draft_truth(d, depth - 1);
    draft_put(d, draft_one_in(d, 2) ? " and " : " or ");
    draft_truth(d, depth - 1);
    draft_put(d, ")");
  } else if (which == 10) {
    draft_put(d, "not (");
    draft_truth(d, depth - 1);
    draft_put(d, ")");
  } else if (which < 13 && d->bound < MOST_BOUND && !d->local) {
    quantified(d, depth);
  } else if (!d->local && !d->in_procedure && draft_one_in(d, 2)) {
    draft_put(d, draft_one_in(d, 2) ? "test_and_set(B)" : "fetch_and_store(C[i], true)");
  } else {
    draft_put(d, "twins(");
    draft_number(d, depth - 1);
    draft_put(d, ", ");
    draft_number(d, depth - 1);
    draft_put(d, ")");
  }
}

void draft_waiting(struct draft *d, uint32_t depth)
{
  if (draft_one_in(d, 3)) {
    number_register(d, 0);
    draft_put(d, " %s ", draft_one_in(d, 2) ? "<=" : "!=");
    draft_number(d, depth > 0 ? depth - 1 : 0);
  } else {
    truth_register(d);
  }
  if (depth == 0 || draft_one_in(d, 2)) return;
  draft_put(d, draft_one_in(d, 2) ? " and " : " or ");
  draft_truth(d, depth - 1);
}

/* --- colors and records ------------------------------------------------------------------------------------------- */

void draft_color(struct draft *d, uint32_t depth)
{
  const char *name = draft_name(d, 'c', true), *record = draft_name(d, 'r', true);
  switch (draft_below(d, 6)) {
  case 0:
    if (!d->local) {
      draft_put(d, "K");
      return;
    }
    break;
  case 1:
    if (depth > 0) {
      choice(d, depth, draft_color);
      return;
    }
    break;
  case 2:
    if (name != NULL) {
      draft_put(d, "%s", name);
      return;
    }
    break;
  case 3:
    if (record != NULL) {
      draft_put(d, "%s.c", record);
      return;
    }
    break;
  default: break;
  }
  draft_put(d, draft_one_in(d, 2) ? "black" : draft_one_in(d, 2) ? "white" : "none");
}

void draft_record(struct draft *d, uint32_t depth)
{
  const char *name = draft_name(d, 'r', true);
  const uint32_t which = draft_below(d, 5);
  if (which == 0 && !d->local) {
    draft_put(d, "R");
  } else if (which == 1 && !d->local) {
    draft_put(d, "Q[");
    draft_index(d, depth);
    draft_put(d, "]");
  } else if (which == 2 && name != NULL) {
    draft_put(d, "%s", name);
  } else {
    draft_put(d, "((");
    draft_number(d, depth);
    draft_put(d, ") mod 4, ");
    draft_truth(d, depth);
    draft_put(d, ", ");
    draft_color(d, depth);
    draft_put(d, ")");
  }
}
