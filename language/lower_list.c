/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * lower_list.c: loops through ranges, lists and sets; comprehensions; comparisons of tuples.
 */
#include "language/evaluate.h"
#include "language/lowering.h"

/* --- loops -------------------------------------------------------------------------------------------------------- */

static void step(struct lowering *l, uint8_t slot, enum expr_kind kind)
{
  struct making m = {.n = 0};
  make_slot(l, &m, slot);
  make_number(l, &m, 1);
  make_kind(l, &m, kind);
  lower_set(l, slot, make_end(l, &m));
}

/* slot <= last, or last <= slot */
static void begin_span(struct lowering *l, const struct expr *span, struct loop *loop)
{
  struct making m = {.n = 0};
  const uint32_t body = lower_new_target(l);
  loop->down = goes_down(span);
  const struct value first = lower_value(l, span->left), last = lower_value(l, span->right); /* their reads come once */
  lower_set(l, loop->slot, first);
  lower_place_head(l, loop->again);
  if (!loop->down) make_slot(l, &m, loop->slot);
  make_copy(l, &m, &last);
  if (loop->down) make_slot(l, &m, loop->slot);
  make_kind(l, &m, EXPR_AT_MOST);
  lower_branch(l, make_end(l, &m), body, loop->end);
  lower_place(l, body);
}

enum { MOST_ELEMENTS = 40 };

/* A part of what is evaluated as a whole. If it may be an error, it is kept in a slot: a comparison of parts, or a
 * choice among them, need not evaluate all of them. */
static struct value part_value(struct lowering *l, const struct expr *part)
{
  const struct value value = lower_value(l, part);
  if (!lower_may_go_astray(part)) return value;
  struct making m = {.n = 0};
  const uint8_t slot = lower_slot(l);
  lower_set(l, slot, value);
  make_slot(l, &m, slot);
  return make_end(l, &m);
}

/* The k-th of a list that is written out, k in a slot from 0 on. */
static struct value nth(struct lowering *l, const struct value *element, uint32_t n, uint8_t rest)
{
  struct making m = {.n = 0};
  uint32_t open = 0;
  for (uint32_t k = 0; k < n; k++) {
    if (k + 1 < n) {
      make_slot(l, &m, rest);
      make_number(l, &m, k);
      make_kind(l, &m, EXPR_EQUAL);
      open++;
    }
    make_copy(l, &m, &element[k]);
  }
  while (open-- > 0) make_kind(l, &m, EXPR_CHOOSE);
  return make_end(l, &m);
}

/* {a, b, c}: `rest` counts; a set: `rest` is what is left of it. */
static void begin_rest(struct lowering *l, const struct expr *list, uint8_t rest, struct loop *loop)
{
  struct making m = {.n = 0};
  const uint32_t body = lower_new_target(l);
  const bool written_out = list->kind == EXPR_LIST;
  struct value element[MOST_ELEMENTS]; /* their reads come once, before the first round */
  uint32_t n = 0;
  for (const struct expr *part = list->left; written_out && part != NULL && n < MOST_ELEMENTS; part = part->next)
    element[n++] = loop->statement ? lower_value(l, part) : part_value(l, part);
  if (n == MOST_ELEMENTS) lower_stop(l, list->at, "a list that is too long");
  if (written_out)
    make_number(l, &m, 0);
  else
    make_value(l, list, &m);
  lower_set(l, rest, make_end(l, &m));
  lower_place_head(l, loop->again);
  m.n = 0;
  make_slot(l, &m, rest);
  make_number(l, &m, written_out ? n : 0);
  make_kind(l, &m, written_out ? EXPR_LESS : EXPR_DIFFERENT);
  lower_branch(l, make_end(l, &m), body, loop->end);
  lower_place(l, body);
  m.n = 0;
  if (written_out) {
    if (n != 0) lower_set(l, loop->slot, nth(l, element, n, rest));
    step(l, rest, EXPR_ADD);
    return;
  }
  make_slot(l, &m, rest);
  make_kind(l, &m, EXPR_FIRST);
  lower_set(l, loop->slot, make_end(l, &m));
  m.n = 0;
  make_slot(l, &m, rest);
  make_slot(l, &m, loop->slot);
  make_kind(l, &m, EXPR_POWER);
  make_kind(l, &m, EXPR_MINUS);
  lower_set(l, rest, make_end(l, &m));
}

void lower_begin_loop(struct lowering *l, const struct expr *list, uint8_t slot, uint8_t rest, bool statement,
                      struct loop *loop)
{
  *loop = (struct loop){.slot = slot,
                        .statement = statement,
                        .again = lower_new_target(l),
                        .next = lower_new_target(l),
                        .end = lower_new_target(l),
                        .span = list->kind == EXPR_SPAN};
  if (loop->span)
    begin_span(l, list, loop);
  else
    begin_rest(l, list, rest, loop);
  loop->before = l->reads;
}

/* The reads of a round are forgotten behind the loop. */
static void forget_rounds(struct lowering *l, const struct loop *loop)
{
  l->reads = loop->before;
  l->reads.known &= ~l->anew;
}

void lower_end_loop(struct lowering *l, const struct loop *loop)
{
  lower_place(l, loop->next);
  if (loop->span) step(l, loop->slot, loop->down ? EXPR_SUBTRACT : EXPR_ADD);
  lower_go(l, loop->again);
  lower_place(l, loop->end);
  forget_rounds(l, loop);
}

/* --- comprehensions ----------------------------------------------------------------------------------------------- */

static uint8_t slot_of(const struct lowering *l, uint32_t local)
{
  return l->tree->local[local].slot;
}

static void begin_comprehension(struct lowering *l, const struct expr *x, struct loop *loop)
{
  lower_begin_loop(l, x->left, slot_of(l, x->local), slot_of(l, x->rest), false, loop);
  if (x->third == NULL) return;
  const uint32_t wanted = lower_new_target(l);
  struct reads if_yes, if_no;
  lower_condition(l, x->third, wanted, loop->next, &if_yes, &if_no);
  lower_place(l, wanted);
  l->reads = if_yes;
}

void lower_quantified(struct lowering *l, const struct expr *x, uint32_t yes, uint32_t no, struct reads *if_yes,
                      struct reads *if_no)
{
  struct loop loop;
  const bool all = x->kind == EXPR_FORALL;
  struct reads ignored[2];
  begin_comprehension(l, x, &loop);
  lower_condition(l, x->right, all ? loop.next : yes, all ? no : loop.next, &ignored[0], &ignored[1]);
  lower_end_loop(l, &loop);
  lower_go(l, all ? yes : no);
  *if_yes = *if_no = l->reads;
}

/* A register is not. The range of a local is not checked, and names of a comprehension have none. */
static bool may_be_negative(const struct expr *x)
{
  if (x == NULL) return false;
  if (x->kind == EXPR_SUBTRACT || x->kind == EXPR_NEGATE || x->kind == EXPR_PARAMETER) return true;
  if (x->kind == EXPR_SHARED) return false;
  if (x->kind == EXPR_LOCAL) return x->type->kind == TYPE_RANGE || x->type->kind == TYPE_NUMBER;
  if (x->kind == EXPR_ELEMENT)
    return x->type->kind == TYPE_RANGE && (x->type->low->kind != EXPR_NUMBER || x->type->low->number < 0);
  for (const struct expr *part = x->left; part != NULL; part = part->next)
    if (may_be_negative(part)) return true;
  return may_be_negative(x->right) || (x->kind == EXPR_WHICH && may_be_negative(x->index));
}

/* max, min and sum: 0 of no values. The smallest begins as a number that no value is; so does the largest, where it may
 * be less than 0. */
uint8_t lower_gathered(struct lowering *l, const struct expr *x)
{
  struct loop loop;
  const uint8_t all = lower_slot(l);
  struct making m = {.n = 0};
  const bool begins_at_0 = x->kind == EXPR_SUM || (x->kind == EXPR_MAX && !may_be_negative(x->right));
  const int64_t first = begins_at_0 ? 0 : x->kind == EXPR_MIN ? INT64_MAX : -INT64_MAX;
  make_number(l, &m, first);
  lower_set(l, all, make_end(l, &m));
  begin_comprehension(l, x, &loop);
  m.n = 0;
  make_slot(l, &m, all);
  make_value(l, x->right, &m);
  make_kind(l, &m, x->kind == EXPR_MAX ? EXPR_LARGER : x->kind == EXPR_MIN ? EXPR_SMALLER : EXPR_ADD);
  lower_set(l, all, make_end(l, &m));
  lower_end_loop(l, &loop);
  if (begins_at_0) return all;
  m.n = 0;
  make_slot(l, &m, all);
  make_number(l, &m, first);
  make_kind(l, &m, EXPR_EQUAL);
  make_number(l, &m, 0);
  make_slot(l, &m, all);
  make_kind(l, &m, EXPR_CHOOSE);
  lower_set(l, all, make_end(l, &m));
  return all;
}

/* The first element for which the condition holds: the loop ends there. */
uint8_t lower_which(struct lowering *l, const struct expr *x)
{
  struct loop loop;
  struct reads ignored[2];
  const uint8_t which = lower_slot(l);
  const uint32_t found = lower_new_target(l), behind = lower_new_target(l);
  struct making m = {.n = 0};
  begin_comprehension(l, x, &loop);
  lower_condition(l, x->right, found, loop.next, &ignored[0], &ignored[1]);
  lower_end_loop(l, &loop);
  lower_set(l, which, lower_value(l, x->index));
  const struct reads of_none = l->reads;
  lower_go(l, behind);
  lower_place(l, found);
  make_slot(l, &m, slot_of(l, x->local));
  lower_set(l, which, make_end(l, &m));
  lower_place(l, behind);
  forget_rounds(l, &loop);
  l->reads = reads_join(of_none, l->reads);
  return which;
}

/* --- comparisons -------------------------------------------------------------------------------------------------- */

enum { MOST_PARTS = 4 };

/* The values of a tuple, or the one value. */
static uint32_t parts_of(struct lowering *l, const struct expr *x, struct value *part)
{
  uint32_t n = 0;
  if (x->kind != EXPR_TUPLE) {
    part[0] = lower_value(l, x);
    return 1;
  }
  for (const struct expr *one = x->left; one != NULL; one = one->next, n++)
    if (n < MOST_PARTS) part[n] = part_value(l, one);
  if (n > MOST_PARTS) lower_stop(l, x->at, "a tuple of more than 4 values");
  return n;
}

/* (a, b) < (c, d): a < c or (a = c and b < d); the accesses have been made. */
void make_comparison(struct lowering *l, const struct expr *x, struct making *m)
{
  struct value left[MOST_PARTS], right[MOST_PARTS];
  const uint32_t n = parts_of(l, x->left, left);
  if (parts_of(l, x->right, right) != n) lower_stop(l, x->at, "the two tuples have different lengths");
  if (!l->ok) return;
  const struct value *a = x->turned ? right : left, *b = x->turned ? left : right;
  const bool order = x->kind == EXPR_LESS || x->kind == EXPR_AT_MOST;
  for (uint32_t k = 0; k < n; k++) {
    for (uint32_t j = 0; order && j < k; j++) {
      make_copy(l, m, &a[j]);
      make_copy(l, m, &b[j]);
      make_kind(l, m, EXPR_EQUAL);
      if (j > 0) make_kind(l, m, EXPR_AND);
    }
    make_copy(l, m, &a[k]);
    make_copy(l, m, &b[k]);
    make_kind(l, m, order ? (x->kind == EXPR_AT_MOST && k + 1 == n ? EXPR_AT_MOST : EXPR_LESS) : x->kind);
    if (order && k > 0) make_kind(l, m, EXPR_AND);
    if (k > 0) make_kind(l, m, x->kind == EXPR_EQUAL ? EXPR_AND : EXPR_OR);
  }
}

/* a in {b, c}, a in b..c */
void make_membership(struct lowering *l, const struct expr *x, struct making *m)
{
  const struct value what = part_value(l, x->left);
  uint32_t n = 0;
  if (x->right->kind == EXPR_SPAN) {
    const struct value first = part_value(l, x->right->left), last = part_value(l, x->right->right);
    make_copy(l, m, &first);
    make_copy(l, m, &what);
    make_kind(l, m, EXPR_AT_MOST);
    make_copy(l, m, &what);
    make_copy(l, m, &last);
    make_kind(l, m, EXPR_AT_MOST);
    make_kind(l, m, EXPR_AND);
    return;
  }
  for (const struct expr *one = x->right->left; one != NULL; one = one->next) {
    const struct value element = part_value(l, one);
    make_copy(l, m, &what);
    make_copy(l, m, &element);
    make_kind(l, m, EXPR_EQUAL);
    if (n++ > 0) make_kind(l, m, EXPR_OR);
  }
  if (n == 0) make_number(l, m, 0);
}
