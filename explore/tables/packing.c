/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/tables/packing.h"

#include <stdlib.h>

#include "base/mem.h"

static uint8_t bits_for(uint32_t n)
{
  uint8_t bits = 0;
  while (bits < 32 && (UINT64_C(1) << bits) < n) bits++;
  return bits;
}

/* Fields are put one behind the other; one that would cross a word begins the next. The last bit of the first word
 * stays free. */
static void place(struct packing *layout, struct bit_field *f, uint8_t width)
{
  *f = (struct bit_field){0};
  if (width == 0) return;
  const uint32_t room = layout->bits < 64 ? 63 : 64;
  if (layout->bits % 64 + width > room) layout->bits += 64 - layout->bits % 64;
  *f =
    (struct bit_field){(uint8_t)(layout->bits / 64), (uint8_t)(layout->bits % 64), width, (UINT64_C(1) << width) - 1};
  layout->bits += width;
}

static bool *registers_read(const struct automata *a, uint32_t p)
{
  bool *reads = mem_new(a->n_registers, sizeof *reads);
  for (uint32_t l = 0; l < a->process[p].n_locals; l++)
    if (rmr_kind_reads(a->process[p].local[l].op.kind)) reads[a->process[p].local[l].op.var] = true;
  return reads;
}

static void place_caches(struct packing *layout, const struct automata *a, uint32_t observed)
{
  bool *reads = registers_read(a, observed);
  for (uint32_t var = 0; var < a->n_registers; var++) {
    const bool cached = memory_has_caches(a->system->memory) && reads[var];
    place(layout, &layout->valid[var], cached);
    place(layout, &layout->owned[var], memory_has_owners(a->system->memory));
  }
  free(reads);
}

/* A counter of what is left, with the bit that shows whether it is overdrawn. */
static void place_counter(struct packing *layout, struct bit_field *f, uint32_t most)
{
  place(layout, f, most != 0 ? bits_for(most + 1) + 1 : 0);
  if (most != 0) layout->solvent[f->word] |= UINT64_C(1) << (f->shift + f->width - 1);
}

static void place_actors(struct packing *layout, const struct automata *a)
{
  for (uint32_t p = 1; p <= a->n; p++) place(layout, &layout->local[p], bits_for(a->process[p].n_locals));
  for (uint32_t actor = a->n + 1; actor <= a->n_actors; actor++)
    if (a->event[actor].process != 0) layout->local[actor] = layout->local[a->event[actor].process];
}

bool packing_create(struct packing *layout, const struct automata *a, struct packing_watch watch, struct error *e)
{
  *layout = (struct packing){0};
  if (a->n_actors > PACKING_MAX_PROCESSES || a->n_registers > PACKING_MAX_REGISTERS)
    return fail(e, EXIT_INCOMPLETE,
                "%s, N = %u: %u registers and %u actions of the environment; the explorer takes at most %d "
                "processes and such actions, and %d registers",
                a->system->algorithm->name, a->n, a->n_registers, a->n_actors - a->n, PACKING_MAX_PROCESSES,
                PACKING_MAX_REGISTERS);
  if (system_expires_at_readers(a->system) && a->n > PACKING_MAX_READERS)
    return fail(e, EXIT_INCOMPLETE, "%s, N = %u: leases that run out for one reader after the other, of more than %d",
                a->system->algorithm->name, a->n, PACKING_MAX_READERS);
  layout->local = mem_new(a->n_actors + 1, sizeof *layout->local);
  layout->value = mem_new(a->n_registers, sizeof *layout->value);
  layout->valid = mem_new(a->n_registers, sizeof *layout->valid);
  layout->owned = mem_new(a->n_registers, sizeof *layout->owned);
  layout->expired = mem_new(a->n_registers, sizeof *layout->expired);
  for (uint32_t k = 0; k < N_LIMITS; k++) place_counter(layout, &layout->left[k], a->system->spec.faults.limit[k]);
  place_actors(layout, a);
  for (uint32_t var = 0; var < a->n_registers; var++) place(layout, &layout->value[var], bits_for(a->values[var].n));
  for (uint32_t var = 0; var < a->n_registers; var++)
    place(layout, &layout->expired[var],
          system_expires_at_readers(a->system) && system_is_lease(a->system, var) ? (uint8_t)a->n : 0);
  if (watch.observed != 0) place_caches(layout, a, watch.observed);
  place(layout, &layout->pair, watch.pair);
  place(layout, &layout->owed, watch.owed ? (uint8_t)a->n : 0);
  layout->words = (layout->bits + 63) / 64 != 0 ? (layout->bits + 63) / 64 : 1;
  if (layout->words > PACKING_MAX_WORDS) {
    const uint32_t bits = layout->bits;
    packing_free(layout);
    return fail(e, EXIT_INCOMPLETE, "%s, N = %u: a state takes %u bits, more than the %d that the explorer packs",
                a->system->algorithm->name, a->n, bits, 64 * PACKING_MAX_WORDS);
  }
  return true;
}

void packing_free(struct packing *layout)
{
  free(layout->local);
  free(layout->value);
  free(layout->valid);
  free(layout->owned);
  free(layout->expired);
  *layout = (struct packing){0};
}
