/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/page_head.h"

#include <inttypes.h>

#include "model/scope_text.h"
#include "sim/state.h"

void page_string(FILE *out, const char *text)
{
  fputc('"', out);
  for (; *text != '\0'; text++)
    if (*text == '"' || *text == '\\')
      fprintf(out, "\\%c", *text);
    else if (*text == '<' || (unsigned char)*text < ' ')
      fprintf(out, "\\u%04x", (unsigned char)*text);
    else
      fputc(*text, out);
  fputc('"', out);
}

void page_scope(struct trace *trace, FILE *out)
{
  const struct system_spec *setup = &trace->system->spec;
  scope_print(setup, trace->system, SCOPE_GROUPS, out);
  fprintf(out, "; adversary %s, seed %" PRIu64 ". Source: %s", run_specification(trace->run), setup->seed,
          setup->algorithm->source);
}

void page_rows(const struct rmr_algorithm *a, FILE *out)
{
  fputs(",\n\"rows\":[", out);
  for (uint32_t k = 0; k < a->n_rows; k++) {
    fputs(k > 0 ? ",\n[" : "[", out);
    page_string(out, a->lines[k].label);
    fputc(',', out);
    page_string(out, a->lines[k].text);
    fprintf(out, ",%d,%u]", a->lines[k].line != 0 ? a->lines[k].section : -1, a->lines[k].line);
  }
  fputc(']', out);
}

void page_kinds(FILE *out)
{
  fputs(",\n\"kinds\":[", out);
  for (uint8_t k = 0; k < RMR_N_KINDS; k++) {
    if (k > 0) fputc(',', out);
    page_string(out, rmr_kind_text(k));
  }
  fputs("],\n\"writes\":[", out);
  for (uint8_t k = 0; k < RMR_N_KINDS; k++) fprintf(out, "%s%d", k > 0 ? "," : "", rmr_kind_writes(k));
  fputc(']', out);
}
