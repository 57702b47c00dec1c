/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trace_words.c: the name of a property in a trace. "P1" is a process there, so a property stands with its words.
 */
#include <string.h>

#include "base/mem.h"
#include "base/property.h"
#include "sim/trace_internal.h"

/* NULL: it is none, or says itself what it is, as an invariant does. */
static const char *words_of(const char *property)
{
  const enum property_id id = property_of(property);
  return id != PROPERTY_NONE && id != PROPERTY_INVARIANTS ? property_table[id].words : NULL;
}

void trace_print_violation(const struct violation *v, FILE *out)
{
  const char *words = words_of(v->property);
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
  const char *words = words_of(property);
  if (words != NULL)
    fprintf(out, "%s (property %s)%s", words, property, note + name);
  else
    fputs(note, out);
}

char *trace_violation_text(const struct violation *v)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = mem_stream(&text, &size);
  trace_print_violation(v, out);
  mem_stream_end(out);
  return text;
}
