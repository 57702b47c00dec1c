/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/search/enlarge.h"

#include <stdlib.h>

#include "base/mem.h"

/* The renamings of moves: for those of the smaller system, up to the end of the stages that are made with the new
 * process; for those of the twin alone; and for those behind that end. */
struct cast {
  uint32_t *same, *twin, *left;
};

/* Behind the k-th move that ends a passage; SIZE_MAX: there are not so many. */
static size_t behind(const struct candidate *candidate, uint32_t k)
{
  size_t at = 0;
  for (; k != 0 && at < candidate->n; at++) k -= candidate->move[at].ends;
  return k == 0 ? at : SIZE_MAX;
}

static bool ends_before(const struct candidate *candidate, uint32_t p, size_t end)
{
  for (size_t k = 0; k < end; k++)
    if (candidate->move[k].who == p && candidate->move[k].ends) return true;
  return false;
}

/* Those who were there before the last stage are, in their order, those who are there behind it. */
static void cast_left(const struct cast *cast, const struct candidate *from, uint32_t n, size_t first, size_t last)
{
  bool *gone = mem_new((size_t)n + 2, sizeof *gone);
  for (uint32_t p = 1; p <= n; p++) gone[cast->same[p]] = ends_before(from, p, last);
  for (uint32_t p = 1, q = 1; p <= n; p++) {
    if (ends_before(from, p, first)) continue;
    while (q <= n + 1 && gone[q]) q++;
    cast->left[p] = q <= n + 1 ? q++ : 0;
  }
  free(gone);
}

static void add(struct candidate *to, const struct relabel *r, struct move move)
{
  if (relabel_move(r, &move)) candidate_append(to, &move);
}

static void add_all(struct candidate *to, const struct candidate *from, size_t first, size_t last, struct relabel who,
                    const struct cast *cast, const struct doubling *doubling)
{
  struct relabel same = who, twin = who, left = who;
  same.who = cast->same, twin.who = cast->twin, left.who = cast->left;
  for (size_t k = 0; k < last; k++) {
    const bool both = doubling->twin != 0 && from->move[k].who == doubling->twin;
    if (both && doubling->before) add(to, &twin, from->move[k]);
    add(to, &same, from->move[k]);
    if (both && !doubling->before) add(to, &twin, from->move[k]);
  }
  for (size_t k = first; k < from->n && doubling->stages != 0; k++) add(to, &left, from->move[k]);
}

bool grow(struct candidate *to, const struct world *world, const struct candidate *from, const struct system *smaller,
          const struct doubling *doubling)
{
  const uint32_t n = smaller->n, stages = doubling->stages;
  const size_t last = stages != 0 ? behind(from, stages) : from->n, first = stages != 0 ? behind(from, stages - 1) : 0;
  if (last == SIZE_MAX) return false;
  uint32_t *who = mem_new(3 * ((size_t)n + 1), sizeof *who);
  const struct cast cast = {who, who + n + 1, who + 2 * ((size_t)n + 1)};
  for (uint32_t p = 1; p <= n; p++) cast.same[p] = cast.twin[p] = p < doubling->place ? p : p + 1;
  cast.twin[doubling->twin] = doubling->place;
  cast.twin[0] = 0;
  if (stages != 0) cast_left(&cast, from, n, first, last);
  to->n = 0;
  to->observed = cast.same[from->observed];
  const bool same = stages == 0 || cast.left[from->observed] == to->observed;
  if (same) add_all(to, from, first, last, (struct relabel){.from = smaller, .to = world}, &cast, doubling);
  free(who);
  return same;
}
