/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trace_words.c: what a trace calls a property. "P1" is a process there, so a property stands with its words.
 */
#include <string.h>

#include "sim/trace_internal.h"

static const struct {
  const char *name, *words;
} properties[] = {
  {"P1", "mutual exclusion"},
  {"P2", "no starvation"},
  {"P3", "bounded exit"},
  {"P4", "bounded entry without conflict"},
  {"P5", "first come, first served"},
  {"P6", "no deadlock"},
  {"P7", "nobody is lost"},
  {"CSR", "who crashes in the critical section comes back first"},
};

const char *trace_property_words(const char *property)
{
  for (size_t k = 0; k < sizeof properties / sizeof *properties; k++)
    if (strcmp(properties[k].name, property) == 0) return properties[k].words;
  return NULL;
}

void trace_print_violation(const struct violation *v, FILE *out)
{
  const char *words = trace_property_words(v->property);
  const size_t name = strlen(v->property);
  if (words == NULL)
    fputs(v->text, out); /* an invariant, which says what it is */
  else
    fprintf(out, "%s (property %s) is broken:%s", words, v->property,
            v->text + (strncmp(v->text, v->property, name) == 0 && v->text[name] == ':' ? name + 1 : 0));
}

void trace_print_note(const char *note, FILE *out)
{
  char property[8] = "";
  const size_t name = strcspn(note, " ");
  if (name < sizeof property) memcpy(property, note, name);
  const char *words = trace_property_words(property);
  if (words != NULL)
    fprintf(out, "%s (property %s)%s", words, property, note + name);
  else
    fputs(note, out);
}

char *trace_violation_text(const struct violation *v)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  trace_print_violation(v, out);
  fclose(out);
  return text;
}
