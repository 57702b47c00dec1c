/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * abstract_update.c: a general update of a register, by a function of the text. It is followed where the register and
 * the argument are plain, and where the function is the same at every N.
 */
#include "language/operations.h"
#include "prove/abstract_way.h"

/* A value as the engines have it: a record in one number. False: not all of it is plain. */
static bool is_plain(const struct walk *w, struct abstract a, rmr_word *out)
{
  const struct record_layout *layout = &w->scene->records->layout;
  *out = a.is;
  if (a.kind != ABSTRACT_RECORD) return a.kind == ABSTRACT_PLAIN;
  const struct abstract_record record = record_of(w->scene->records, a);
  *out = 0;
  for (uint32_t k = 0; k < layout->n; k++) {
    if (record.part[k].kind != ABSTRACT_PLAIN) return false;
    *out = operate(EXPR_PUT, *out, record.part[k].is, layout->shift[k], layout->width[k]);
  }
  return true;
}

struct abstract way_updated(struct walk *w, uint32_t group, struct abstract before, struct abstract argument)
{
  const struct rmr_shared *shared = &w->scene->machine->shared[group];
  const uint32_t n = w->scene->n != 0 ? w->scene->n : 2;
  const struct rmr_size size = {.n = n, .sessions = 1, .parameters = w->scene->parameters, .shared = shared};
  rmr_word old, with;
  if (w->scene->group[group].updates_ask_size) way_stop(w, "an update that depends on N or on the sessions");
  if (!is_plain(w, before, &old) || !is_plain(w, argument, &with)) way_stop(w, "an update of identities or numbers");
  return w->choices.stuck == NULL ? way_plain(w, shared->update(old, with, size)) : before;
}
