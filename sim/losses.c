/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/losses.h"

#include <stdlib.h>

#include "base/mem.h"

/* A process that has, or had, a copy of a register. */
struct holder {
  uint32_t process;
  struct loss loss; /* step 0: it holds the copy */
};

struct losses {
  const struct system *system;
  struct holders {
    size_t n;
    struct holder *holder;
  } * of; /* [var] */
};

struct losses *losses_create(const struct system *system)
{
  struct losses *losses = mem_new(1, sizeof *losses);
  losses->system = system;
  losses->of = mem_new(system->n_registers, sizeof *losses->of);
  return losses;
}

void losses_free(struct losses *losses)
{
  if (losses == NULL) return;
  for (uint32_t var = 0; var < losses->system->n_registers; var++) free(losses->of[var].holder);
  free(losses->of);
  free(losses);
}

static struct holder *find(const struct holders *all, uint32_t p)
{
  for (size_t k = 0; k < all->n; k++)
    if (all->holder[k].process == p) return &all->holder[k];
  return NULL;
}

static void hold(struct holders *all, uint32_t p)
{
  struct holder *h = find(all, p);
  if (h == NULL) {
    all->holder = mem_another(all->holder, all->n, sizeof *all->holder);
    h = &all->holder[all->n++];
  }
  *h = (struct holder){.process = p};
}

/* A process that crashes loses its copies, though nobody wrote. p = 0: all do. */
static void forget(struct losses *losses, uint32_t p)
{
  for (uint32_t var = 0; var < losses->system->n_registers; var++) {
    struct holders *all = &losses->of[var];
    size_t stay = 0;
    for (size_t k = 0; k < all->n; k++)
      if (p != 0 && all->holder[k].process != p) all->holder[stay++] = all->holder[k];
    all->n = stay;
  }
}

/* A write of P_p arrives in memory. */
static void lose(struct losses *losses, uint32_t var, uint64_t step, uint32_t p)
{
  struct holders *all = &losses->of[var];
  for (size_t k = 0; k < all->n; k++)
    if (all->holder[k].loss.step == 0) all->holder[k].loss = (struct loss){step, p};
  if (memory_writer_holds(losses->system->memory)) hold(all, p);
}

void losses_note(struct losses *losses, const struct rmr_event *event)
{
  if (action_table[event->action].ends) forget(losses, event->var);
  if (event->action == RMR_COMMIT && event->committed != RMR_NOWHERE)
    lose(losses, event->committed, event->step, event->var);
  if (event->action != RMR_STEP || !rmr_kind_accesses(event->kind) || event->buffered) return;
  if (rmr_kind_writes(event->kind))
    lose(losses, event->var, event->step, event->process);
  else
    hold(&losses->of[event->var], event->process);
}

struct loss losses_of(const struct losses *losses, uint32_t var, uint32_t p)
{
  const struct holder *h = find(&losses->of[var], p);
  return h != NULL ? h->loss : (struct loss){0};
}
