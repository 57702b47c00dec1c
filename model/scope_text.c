/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/scope_text.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "model/names.h"

void scope_print_title(const struct system_spec *setup, FILE *out)
{
  const char *given = setup->text != NULL ? strchr(setup->text, ':') : NULL;
  fprintf(out, "%s%s%s", setup->algorithm->title, given != NULL ? " with " : "", given != NULL ? given + 1 : "");
}

char *scope_passages(uint32_t passages, char *out, size_t size)
{
  if (passages == 0)
    snprintf(out, size, "passages without end");
  else
    snprintf(out, size, "%" PRIu32 " passage%s each", passages, plural(passages));
  return out;
}

static void print_passages(const struct system_spec *setup, FILE *out)
{
  char text[64];
  const char *before = " (";
  fputs(scope_passages(setup->passages, text, sizeof text), out);
  for (uint32_t p = 1; p <= setup->n; p++) {
    const uint32_t own = system_passages_of(setup, p);
    if (own == setup->passages) continue;
    fprintf(out, own != 0 ? "%sP%u: %u" : "%sP%u: no end", before, p, own);
    before = ", ";
  }
  if (before[0] == ',') fputc(')', out);
}

static void print_initial(const struct system *s, FILE *out)
{
  char name[NAMES_SIZE], value[NAMES_SIZE];
  for (uint32_t k = 0; k < s->spec.n_initial; k++) {
    const struct system_initial *at = &s->spec.initial[k];
    fprintf(out, ", initially %s = %s", system_register_name(s, at->var, name, sizeof name),
            system_value_text(s, at->var, at->value, value, sizeof value));
  }
}

void scope_print(const struct system_spec *setup, const struct system *system, enum scope_sessions sessions, FILE *out)
{
  char faults[2 * FAULTS_SIZE], order[ORDER_SIZE], time[TIME_SIZE];
  fprintf(out, "N = %" PRIu32 ", memory %s, ", setup->n, memory_names[setup->memory]);
  if (sessions == SCOPE_ALWAYS || setup->algorithm->group) {
    fputs("sessions ", out);
    sessions_print(setup->sessions, out);
    fputs(", ", out);
  }
  print_passages(setup, out);
  if (system != NULL) print_initial(system, out);
  if (time_passes(&setup->time)) fprintf(out, ", time %s", time_text(&setup->time, time, sizeof time));
  if (setup->order.order != ORDER_SC)
    fprintf(out, ", order %s", order_text(&setup->order, setup->algorithm, order, sizeof order));
  if (faults_any(&setup->faults))
    fprintf(out, ", %s", faults_text(&setup->faults, setup->algorithm, faults, sizeof faults));
}
