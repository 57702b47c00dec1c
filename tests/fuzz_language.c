/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fuzz_language.c: any text as an algorithm. Either it is refused with a reason and a place inside the text; or it can
 * be made a few steps with any replies, each of which is an access of a line of the figure, is the same when it is
 * asked for again, and changes nothing then.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "language/machine.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS = 24 };

static void check_steps(const struct machine *m, uint32_t n, const uint8_t *data, size_t size)
{
  const struct rmr_algorithm *a = &m->algorithm;
  void *state = mem_new(1, a->state_size), *before = mem_new(1, a->state_size);
  uint32_t *sessions = mem_new(n + 1, sizeof *sessions);
  for (uint32_t p = 1; p <= n; p++) sessions[p] = p;
  struct rmr_in in = {.i = n, .n = n, .id = n, .sessions = sessions, .n_sessions = n, .self = a->self};
  struct rmr_op op = a->step(state, &in);
  for (uint32_t k = 0; k < STEPS && op.line != 0; k++) {
    if (op.line >= a->n_lines || (op.kind != RMR_LOCAL && op.var >> RMR_CELL_BITS >= a->n_shared)) abort();
    memcpy(before, state, a->state_size);
    in.given = false;
    const struct rmr_op again = a->step(state, &in);
    if (again.value != op.value || again.var != op.var || again.line != op.line || again.kind != op.kind) abort();
    if (memcmp(before, state, a->state_size) != 0) abort();
    in.given = true;
    in.value = size != 0 ? data[k % size] % 4 : 0;
    op = a->step(state, &in);
  }
  free(sessions);
  free(before);
  free(state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct error e = {0};
  char *text = mem_format("%.*s", (int)size, (const char *)data);
  struct machine *m = machine_read("fuzz.alg", text, strlen(text), NULL, &e);
  if (m == NULL && (e.code != EXIT_USAGE || e.text[0] == '\0' || e.line < 1 || e.column < 1)) abort();
  for (uint32_t n = 1; m != NULL && n <= 3; n++) check_steps(m, n, data, size);
  machine_free(m);
  free(text);
  return 0;
}
