/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * export_text.c: from the options of `rmr export` to what the exporters of language/ want to know.
 */
#include "cli/export_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "explore/explore.h"
#include "language/emit_pluscal.h"
#include "language/emit_promela.h"
#include "version.h"

const char *const export_formats[] = {"promela", "pluscal", NULL};

/* "glb -n 2 --passages 1 --sessions distinct": the arguments with which rmr explore finds the same. Nothing crashes in
 * a model, so leases do not matter in it; the explorer remembers whose they are. */
static char *scope_of(const struct system_spec *setup, rmr_word cap)
{
  char *rule = NULL;
  size_t size;
  FILE *out = mem_stream(&rule, &size);
  sessions_print(setup->sessions, out);
  mem_stream_end(out);
  char *text = mem_format("%s -n %u --passages ", system_spec_text(setup), setup->n);
  if (setup->passages == 0)
    mem_append(&text, "inf --sessions %s", rule);
  else
    mem_append(&text, "%u --sessions %s", setup->passages, rule);
  if (cap != 0) mem_append(&text, " --cap %" PRId64, cap);
  if (setup->faults.leases != 0) mem_append(&text, " --leases none");
  free(rule);
  return text;
}

static bool without_faults(const struct system_spec *setup, struct error *e)
{
  uint32_t n = 0;
  for (uint32_t k = 0; k < N_LIMITS; k++) n += setup->faults.limit[k] != 0;
  if (order_buffers(&setup->order))
    return fail(e, EXIT_USAGE, "a model of the text (--as) has no buffers; expected --format promela");
  return n == 0 || fail(e, EXIT_USAGE, "a model of the text (--as) has no faults; expected --format promela");
}

static bool emit(const struct model_spec *spec, const char *format, FILE *out, struct error *e)
{
  return strcmp(format, "promela") == 0 ? emit_promela(spec, out, e) : emit_pluscal(spec, out, e);
}

static bool write_model(const struct model_spec *spec, const char *format, const char *path, struct error *e)
{
  struct file_writer file;
  if (path == NULL) return emit(spec, format, stdout, e); /* commands.c tells whether it could be written */
  if (!file_open(&file, path, e)) return false;
  if (emit(spec, format, file.out, e)) return file_commit(&file, e);
  file_abandon(&file);
  return false;
}

bool export_text(const struct system_asked *asked, const char *format, rmr_word cap, const char *path, struct error *e)
{
  const struct system_spec *setup = &asked->spec;
  if (!without_faults(setup, e)) return false;
  struct system *system = system_create(setup, e);
  struct machine *machine = system != NULL ? machine_of(setup->algorithm, e) : NULL;
  bool ok = machine != NULL;
  if (ok) {
    uint32_t *session = mem_new(setup->n + 1, sizeof *session);
    for (uint32_t p = 1; p <= setup->n; p++) session[p] = system_session(&system->spec, p, 1);
    char *scope = scope_of(setup, cap);
    const struct model_spec spec = {.m = machine,
                                    .size = system->size,
                                    .passages = setup->passages,
                                    .cap = cap != 0 ? cap : explore_cap(setup),
                                    .session = setup->sessions->rule == SESSIONS_ANY ? NULL : session,
                                    .made_by = "rmr " RMR_VERSION,
                                    .scope = scope};
    ok = write_model(&spec, format, path, e);
    free(scope);
    free(session);
  }
  machine_free(machine);
  system_free(system);
  return ok;
}
