/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * programs.c: random programs, which grow statement by statement. programs_statement.c has statements,
 * programs_value.c expressions.
 */
#include "tests/programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const char head[] = "algorithm random \"a random program\"\n"
                           "type color = {none, black, white}\n"
                           "function half(x) = x div 2\n"
                           "function twins(x, y) = x = y or x + 1 = y and B\n"
                           "function raised(x, a) = if x < 3 then min(3, x + a) else 0\n"
                           "function lowered(x, a) = max(x - a, 0)\n"
                           "shared B : boolean\n"
                           "shared C[1..N] : boolean\n"
                           "shared X, Y : 0..3\n"
                           "shared A[1..N] : 0..3\n"
                           "shared D[1..N, 0..1] : 0..3\n"
                           "shared R : (a: 0..3, b: boolean, c: color)\n"
                           "shared Q[1..N] : (a: 0..3, b: boolean, c: color)\n"
                           "shared S : set of 0..3\n"
                           "shared P : process or nil\n"
                           "shared K : color\n"
                           "shared U : 0..3\n";

/* A procedure of a register, an array and a value. */
static void draft_procedure(struct draft *d, const char *name)
{
  draft_put(d, "procedure %s(b[], x, v)\n  local y, z : 0..3\n  local o : boolean\n  local few[1..2] : 0..3\n", name);
  draft_put(d, "  local j, k, l : 0..3\n");
  d->in_procedure = true;
  draft_declare(d, "y", 'n', false);
  draft_declare(d, "z", 'n', false);
  draft_declare(d, "o", 'b', false);
  draft_put(d, "  y := (v + few[1]) mod 4\n  few[1] := y; few[2] := 3\n");
  draft_written(d, "y");
  draft_statements(d, 1 + draft_below(d, 3), 1);
  draft_put(d, "  x := (y + few[2]) mod 4\nend procedure\n");
}

static struct machine *compile(const char *before, const char *text, const char *behind)
{
  struct error e = {0};
  char *all = mem_format("%s%s%s", before, text, behind);
  struct machine *m = machine_read("random.alg", all, strlen(all), NULL, &e);
  if (m == NULL && getenv("RMR_DRAFTS") != NULL) fprintf(stderr, "refused: %s\n", e.text);
  free(all);
  return m;
}

/* The text up to the process, with procedures that are taken. */
static char *draft_head(struct draft *d)
{
  char *text = mem_text(head);
  static const char *const names[] = {"first_part", "second_part"};
  for (uint32_t k = 0; k < 2; k++) {
    for (uint32_t attempt = 0;; attempt++) {
      char one[DRAFT_TEXT], use[128];
      *d = (struct draft){.rng = d->rng};
      if (attempt < 50)
        draft_procedure(d, names[k]);
      else
        draft_put(d, "procedure %s(b[], x, v)\n  x := (v + b[1]) mod 4\nend procedure\n", names[k]);
      memcpy(one, d->text, d->n + 1);
      snprintf(use, sizeof use, "process i\n  call %s(A, Y, A[1])\n  critical section\n", names[k]);
      struct machine *m = compile(text, one, use);
      if (m == NULL && attempt < 50) continue;
      machine_free(m);
      char *more = mem_format("%s%s", text, one);
      free(text);
      text = more;
      break;
    }
  }
  return text;
}

static void declare(struct draft *d)
{
  static const char *const names[][2] = {{"m", "n"}, {"o", "n"}, {"p", "b"}, {"q", "b"},
                                         {"c", "c"}, {"r", "r"}, {"t", "r"}};
  *d = (struct draft){.rng = d->rng};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) draft_declare(d, names[k][0], names[k][1][0], false);
  draft_declare(d, "u", 'n', true);
  draft_declare(d, "w", 'b', true);
}

static const char process[] = "process i\n"
                              "  private u : 0..3 initially 2\n  private w : boolean\n"
                              "  local m, o, j, k, l : 0..3\n  local p, q : boolean\n  local c : color\n"
                              "  local r, t : (a: 0..3, b: boolean, c: color)\n  local copy[1..N] : 0..3\n";

void program_draw(uint64_t seed, uint64_t k, struct program *out)
{
  struct draft *d = mem_new(1, sizeof *d), *before = mem_new(1, sizeof *before);
  *out = (struct program){0};
  d->rng = seed * UINT64_C(0x9e3779b97f4a7c15) + k * UINT64_C(0xd1b54a32d192ed03);
  char *first = draft_head(d), *behind = mem_format("%s%s", first, process);
  free(first);
  declare(d);
  draft_put(d, "skip\n"); /* an entry has a step */
  const uint32_t n = 4 + draft_below(d, 10);
  const uint32_t critical = draft_below(d, n + 1);
  for (uint32_t j = 0; j <= n; j++) {
    *before = *d;
    if (j == critical) {
      draft_put(d, "critical section\nexit\n");
      continue;
    }
    if (j == 1 && j < critical) draft_put(d, "waiting\n");
    draft_statement(d, 2);
    struct machine *m = compile(behind, d->text, j < critical ? "critical section\n" : "");
    if (m == NULL) { /* without this one */
      before->rng = d->rng;
      *d = *before;
      if (j == 1 && j < critical) draft_put(d, "waiting\n");
      out->refused++;
    } else {
      out->taken++;
    }
    machine_free(m);
  }
  out->text = mem_format("%s%s", behind, d->text);
  struct error e = {0};
  out->machine = machine_read("random.alg", out->text, strlen(out->text), NULL, &e);
  if (out->machine == NULL) {
    fprintf(stderr, "%s\n%s\n", out->text, e.text);
    abort();
  }
  free(behind);
  free(before);
  free(d);
}

void program_free(struct program *program)
{
  free(program->text);
  machine_free(program->machine);
}
