/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prove/check_paths.h"

void check_path_words(const struct scene *w, uint32_t *first, uint32_t *n)
{
  *first = state_copies(w);
  *n = state_came(w) - *first;
}

static int32_t section_in(const struct scene *w, const int32_t *view, int member)
{
  return view[state_member(w, (uint32_t)member) + STATE_SECTION];
}

/* Another process enters while the observed one waits. */
static bool passes_by(const struct scene *w, const struct check_path_step *s)
{
  if (s->mover != 1 - w->observed || section_in(w, s->before, w->observed) != RMR_WAITING) return false;
  if (section_in(w, s->before, s->mover) == RMR_CS || section_in(w, s->behind, s->mover) != RMR_CS) return false;
  return !w->machine->tree->uses_sessions ||
         s->before[state_member(w, 0) + STATE_SESSION] != s->before[state_member(w, 1) + STATE_SESSION];
}

/* Whether the access is an RMR of the observed process, whose copies it changes. None is known of a register that the
 * view does not have. */
static bool is_remote(const struct scene *w, const struct check_path_step *s, int32_t *state)
{
  const bool known = s->access.cell != NO_CELL, own = s->mover == w->observed;
  if (!s->access.accesses) return false;
  bool holds = false;
  if (!known) return check_is_remote(w->memory, &s->access, own, &holds);
  int32_t *word = &state[state_copy(w, (uint32_t)s->access.cell)];
  const int32_t bit = state_copy_bit((uint32_t)s->access.cell);
  holds = (*word & bit) != 0;
  const bool remote = check_is_remote(w->memory, &s->access, own, &holds);
  *word = holds ? *word | bit : *word & ~bit;
  return remote;
}

uint64_t check_path_step(const struct scene *w, enum certificate_claim claim, const struct check_path_step *s,
                         int32_t *state, bool *ends, bool *wrong)
{
  *wrong = *ends = false;
  if (claim == CLAIM_P5 && s->mover != NO_MEMBER)
    *wrong = check_who_is_first(w, s->before, (uint32_t)s->mover, (uint8_t)section_in(w, s->behind, s->mover),
                                &state[state_order(w)]);
  if (claim != CLAIM_BYPASS && claim != CLAIM_RMR) return 0;
  *ends = s->mover == w->observed && section_in(w, s->behind, w->observed) == RMR_REMAINDER;
  return claim == CLAIM_BYPASS ? passes_by(w, s) : is_remote(w, s, state);
}
