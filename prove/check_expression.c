/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_expression.c: the values of expressions of the graph, one operation after another, as in language/machine.c.
 */
#include "language/evaluate.h"
#include "prove/check_way.h"

static struct abstract number_of(struct way *w, int64_t number)
{
  const bool fits = number <= INT32_MAX >> ABSTRACT_SHIFT && number >= -(INT32_MAX >> ABSTRACT_SHIFT);
  if (!fits) cannot_follow(&w->c, "a number is too large");
  return abstract_plain(fits ? (int32_t)number : 0);
}

static struct abstract leaf_of(struct way *w, const struct code *c)
{
  const struct scene *scene = w->scene;
  switch (c->kind) {
  case EXPR_LOCAL: return abstract_unpack(*slot_of(w, c->slot));
  case EXPR_NUMBER: return number_of(w, c->number);
  case EXPR_I:
  case EXPR_ME: return member_identity(scene, w->member);
  case EXPR_N:
    if (scene->alike) cannot_follow(&w->c, "N among identities that are alike");
    return scene->n == 0 ? abstract_place(w->of->ring.end - 2) : abstract_plain((int32_t)scene->n);
  case EXPR_PARAMETER:
    return number_of(w, parameter_value(scene->parameters, (uint32_t)c->number, scene->machine->tree));
  default: cannot_follow(&w->c, "a value that is not followed"); return abstract_plain(0);
  }
}

/* --- graphs ------------------------------------------------------------------------------------------------------- */

static uint16_t positions_of_members(const struct way *w)
{
  return w->c.list->members;
}

static struct abstract other_member(const struct way *w)
{
  return member_identity(w->scene, 1 - w->member);
}

/* The k-th neighbour: the other member, if it is there; else one that is no member. */
static struct abstract neighbour_at(struct way *w, struct abstract k)
{
  const uint16_t at = (uint16_t)(1u << as_position(&w->c, k).is);
  if ((at & w->c.list->identities) == 0) return abstract_place(0);
  if ((at & positions_of_members(w)) != 0) return other_member(w);
  return abstract_place(some_place(&w->c, w->of->ring.identities & (uint16_t)~w->of->ring.members));
}

/* Where a process is among the neighbours; 0: it is none. Of one that is no member that is not known. */
static struct abstract position_of(struct way *w, struct abstract process)
{
  const struct abstract at = as_place(&w->c, process);
  const int member = member_at(w->scene, at);
  const uint16_t members = positions_of_members(w), others = w->c.list->identities & (uint16_t)~members;
  if (member != NO_MEMBER && member != (int)w->member && members != 0)
    return (struct abstract){ABSTRACT_POSITION, some_place(&w->c, members)};
  const bool other = member == NO_MEMBER && (w->of->ring.identities >> at.is & 1) != 0;
  if (!other || fork_in(&w->c, 2) == 0) return abstract_plain(0);
  return (struct abstract){ABSTRACT_POSITION, some_place(&w->c, others)};
}

static struct abstract of_graph(struct way *w, uint8_t kind, struct abstract i, struct abstract k)
{
  const struct scene *scene = w->scene;
  const struct abstract self = member_identity(scene, w->member);
  if (scene->n != 0) {
    if (i.kind != ABSTRACT_PLAIN || k.kind != ABSTRACT_PLAIN) cannot_follow(&w->c, "no identity where one is needed");
    return number_of(w,
                     neighbours_value(kind, parameter_neighbours(scene->parameters, scene->machine->tree), i.is, k.is));
  }
  if (i.kind != self.kind || i.is != self.is || scene->members > 2) {
    cannot_follow(&w->c, "neighbours of another process are not followed");
    return abstract_plain(0);
  }
  if (kind == EXPR_DEGREE) return (struct abstract){ABSTRACT_POSITION, w->c.list->end - 2};
  return kind == EXPR_NEIGHBOUR ? neighbour_at(w, k) : position_of(w, k);
}

/* --- operations --------------------------------------------------------------------------------------------------- */

static struct abstract element_at(struct way *w, uint8_t slot, struct abstract index)
{
  const uint32_t array = array_of(w, slot);
  const int32_t *word = element_of(w, array, index);
  return word != NULL ? abstract_unpack(*word) : ever_in_array(w, array);
}

static struct abstract result_of(struct way *w, const struct code *c, const struct abstract operand[3])
{
  switch (c->kind) {
  case EXPR_CHOOSE: return is_true(&w->c, operand[0]) ? operand[1] : operand[2];
  case EXPR_ELEMENT: return element_at(w, c->slot, operand[0]);
  case EXPR_DEGREE:
  case EXPR_NEIGHBOUR:
  case EXPR_PLACE: return of_graph(w, c->kind, operand[0], operand[1]);
  default: return compute(&w->c, operand, c->kind, c->shift, c->width);
  }
}

struct abstract value_of(struct way *w, const struct value *v)
{
  struct abstract stack[MOST_STACK + 1] = {{0}};
  uint32_t n = 0;
  for (uint32_t k = 0; k < v->n && w->c.stuck == NULL; k++) {
    const struct code *c = &v->code[k];
    struct abstract operand[3] = {abstract_plain(0), abstract_plain(0), abstract_plain(0)};
    n -= c->operands;
    for (uint32_t o = 0; o < c->operands; o++) operand[o] = stack[n + o];
    stack[n++] = c->operands == 0 ? leaf_of(w, c) : result_of(w, c, operand);
  }
  return stack[0];
}
