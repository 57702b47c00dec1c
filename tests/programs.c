/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * programs.c: random programs, statement by statement. programs_value.c has expressions.
 */
#include "tests/programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static void statements(struct draft *d, uint32_t n, uint32_t depth);

/* --- what has a value --------------------------------------------------------------------------------------------- */

static void add_name(struct draft *d, const char *name, char type, bool written)
{
  if (d->n_names == DRAFT_NAMES) return;
  d->name[d->n_names].name = name;
  d->name[d->n_names].type = type;
  d->name[d->n_names++].written = written;
}

static void note_written(struct draft *d, const char *name)
{
  for (uint32_t k = 0; k < d->n_names; k++)
    if (strcmp(d->name[k].name, name) == 0) d->name[k].written = true;
}

static uint64_t written(const struct draft *d)
{
  uint64_t bits = 0;
  for (uint32_t k = 0; k < d->n_names; k++) bits |= (uint64_t)d->name[k].written << k;
  return bits;
}

static void set_written(struct draft *d, uint64_t bits)
{
  for (uint32_t k = 0; k < d->n_names; k++) d->name[k].written = bits >> k & 1;
}

/* --- assignments -------------------------------------------------------------------------------------------------- */

static void assign_local(struct draft *d)
{
  const char types[] = {'n', 'n', 'b', 'c', 'r'}, drawn = types[draft_below(d, sizeof types)];
  const char type = draft_name(d, drawn, false) != NULL ? drawn : 'n';
  const char *name = draft_name(d, type, false);
  if (type == 'r' && draft_one_in(d, 2) && draft_name(d, 'r', true) != NULL) {
    name = draft_name(d, 'r', true);
    const uint32_t field = draft_below(d, 3);
    draft_put(d, "%s.%c := ", name, (char)('a' + field));
    if (field == 0) draft_put(d, "(");
    (field == 0 ? draft_number : field == 1 ? draft_truth : draft_color)(d, 1);
    if (field == 0) draft_put(d, ") mod 4");
  } else {
    const bool number = type == 'n';
    draft_put(d, number ? "%s := (" : "%s := ", name);
    (type == 'b' ? draft_truth : type == 'c' ? draft_color : type == 'r' ? draft_record : draft_number)(d, 2);
    draft_put(d, number ? ") mod 4" : "");
  }
  draft_put(d, "\n");
  note_written(d, name);
}

static void place_of_number(struct draft *d)
{
  switch (draft_below(d, 6)) {
  case 0: draft_put(d, "X"); return;
  case 1: draft_put(d, d->in_procedure ? "x" : "Y"); return;
  case 2:
    draft_put(d, "D[");
    draft_index(d, 1);
    draft_put(d, ", (");
    draft_number(d, 0);
    draft_put(d, ") mod 2]");
    return;
  case 3: draft_put(d, d->in_procedure ? "b[" : "copy["); break;
  default: draft_put(d, "A["); break;
  }
  draft_index(d, 1);
  draft_put(d, "]");
}

static void assign_set(struct draft *d)
{
  static const char *const values[] = {"{}", "S union {i}", "S minus {1, 2}", "{0, 3} minus S"};
  draft_put(d, "S := %s\n", values[draft_below(d, 4)]);
}

static void assign_register(struct draft *d)
{
  switch (draft_below(d, 9)) {
  case 0:
    draft_put(d, "B := ");
    draft_truth(d, 2);
    break;
  case 1:
    draft_put(d, "C[");
    draft_index(d, 1);
    draft_put(d, "] := ");
    draft_truth(d, 2);
    break;
  case 2:
    draft_put(d, "R := ");
    draft_record(d, 1);
    break;
  case 3:
    draft_put(d, "Q[");
    draft_index(d, 1);
    draft_put(d, "] := ");
    draft_record(d, 1);
    break;
  case 4:
    draft_put(d, "K := ");
    draft_color(d, 2);
    break;
  case 5: assign_set(d); return;
  case 6: draft_put(d, draft_one_in(d, 2) ? "P := i" : "P := nil"); break;
  default:
    place_of_number(d);
    draft_put(d, " := (");
    draft_number(d, 2);
    draft_put(d, ") mod 4");
  }
  draft_put(d, "\n");
}

/* --- branches and loops ------------------------------------------------------------------------------------------- */

static void branch(struct draft *d, uint32_t depth)
{
  const uint64_t before = written(d);
  uint64_t after = UINT64_MAX;
  draft_put(d, "if ");
  draft_truth(d, 2);
  draft_put(d, " then\n");
  statements(d, 1 + draft_below(d, 2), depth - 1);
  after &= written(d);
  set_written(d, before);
  if (draft_one_in(d, 3)) {
    draft_put(d, "elsif ");
    draft_truth(d, 1);
    draft_put(d, " then\n");
    statements(d, 1, depth - 1);
    after &= written(d);
    set_written(d, before);
  }
  if (draft_one_in(d, 2)) {
    draft_put(d, "else\n");
    statements(d, 1 + draft_below(d, 2), depth - 1);
  }
  set_written(d, after & written(d));
  draft_put(d, "end if\n");
}

static void body(struct draft *d, uint32_t depth)
{
  d->loops++;
  statements(d, 1 + draft_below(d, 3), depth - 1);
  d->loops--;
}

static void loop_while(struct draft *d, uint32_t depth)
{
  draft_put(d, "while ");
  draft_waiting(d, 2);
  draft_put(d, " do\n");
  const uint64_t before = written(d);
  body(d, depth);
  set_written(d, before);
  draft_put(d, "end while\n");
}

static void repeat(struct draft *d, uint32_t depth)
{
  const uint64_t before = written(d);
  draft_put(d, "repeat\n");
  body(d, depth);
  set_written(d, before);
  const bool for_ever = draft_one_in(d, 4);
  draft_put(d, for_ever ? "if " : "until ");
  draft_waiting(d, 1);
  draft_put(d, for_ever ? " then break end if\nforever\n" : "\n");
}

static void loop_for(struct draft *d, uint32_t depth)
{
  static const char *const names[] = {"j", "k", "l"};
  if (d->loops >= 3) return;
  const char *name = names[d->loops];
  const bool was = d->local;
  draft_put(d, "for %s ", name);
  switch (draft_below(d, 5)) {
  case 0: draft_put(d, ":= 1 to N"); break;
  case 1: draft_put(d, ":= N downto 1"); break;
  case 2:
    draft_put(d, ":= (");
    draft_number(d, 1);
    draft_put(d, ") mod 3 to 2");
    break;
  case 3:
    draft_put(d, ":= 0 to (");
    draft_number(d, 1);
    draft_put(d, ") mod 3");
    break;
  default:
    draft_put(d, "in ");
    d->local = true;
    draft_list(d, 0);
    d->local = was;
  }
  draft_put(d, " do\n");
  add_name(d, name, 'n', true);
  if (d->n_names != 0) d->name[d->n_names - 1].counts = true;
  const uint64_t before = written(d);
  const uint32_t n_names = d->n_names;
  body(d, depth);
  set_written(d, before);
  d->n_names = n_names - 1;
  draft_put(d, "end for\n");
}

/* Back to a target, or on to one. */
static void jump(struct draft *d, uint32_t depth)
{
  const uint64_t before = written(d);
  const uint32_t target = ++d->targets;
  const bool back = draft_one_in(d, 2);
  if (back) {
    draft_put(d, "L%u: ", target);
    statements(d, 1 + draft_below(d, 2), depth - 1);
    draft_put(d, "if ");
    draft_waiting(d, 1);
    draft_put(d, " then goto L%u end if\n", target);
    return;
  }
  draft_put(d, "if ");
  draft_truth(d, 1);
  draft_put(d, " then goto L%u end if\n", target);
  statements(d, 1 + draft_below(d, 2), depth - 1);
  set_written(d, before);
  draft_put(d, "L%u: ", target);
  assign_register(d);
}

/* --- the others --------------------------------------------------------------------------------------------------- */

static void call(struct draft *d)
{
  if (d->in_procedure) {
    assign_local(d);
    return;
  }
  draft_put(d, "call %s(%s, ", draft_one_in(d, 2) ? "first_part" : "second_part",
            draft_one_in(d, 3) ? "D[1]" : draft_one_in(d, 2) ? "copy" : "A");
  if (draft_one_in(d, 3))
    draft_put(d, "Y");
  else
    draft_put(d, "A[i]");
  draft_put(d, ", ");
  draft_number(d, 1);
  draft_put(d, ")\n");
}

static void simple(struct draft *d)
{
  const uint32_t which = draft_below(d, 16);
  if (which < 5) {
    assign_local(d);
  } else if (which < 10) {
    assign_register(d);
  } else if (which == 10) {
    draft_atomic(d, 1);
    draft_put(d, "\n");
  } else if (which == 11) {
    draft_put(d, "wait until ");
    draft_waiting(d, 3);
    draft_put(d, "\n");
  } else if (which == 12 && d->loops > 0) {
    draft_put(d, "if ");
    draft_truth(d, 1);
    draft_put(d, " then break end if\n");
  } else if (which == 13) {
    draft_put(d, draft_one_in(d, 2) ? "skip\n" : "delay 1 + i\n");
  } else if (which == 14 && draft_one_in(d, 3)) {
    draft_put(d, "if ");
    draft_truth(d, 1);
    draft_put(d, " then return end if\n");
  } else {
    call(d);
  }
}

static void statement(struct draft *d, uint32_t depth)
{
  if (draft_one_in(d, 4)) draft_put(d, "%u ", 20 * ++d->labels);
  switch (depth > 0 ? draft_below(d, 12) : 11) {
  case 0:
  case 1: branch(d, depth); return;
  case 2: loop_while(d, depth); return;
  case 3: repeat(d, depth); return;
  case 4:
    if (d->loops < 3) {
      loop_for(d, depth);
      return;
    }
    break;
  case 5:
    if (!d->in_procedure) {
      jump(d, depth);
      return;
    }
    break;
  default: break;
  }
  simple(d);
}

static void statements(struct draft *d, uint32_t n, uint32_t depth)
{
  for (uint32_t k = 0; k < n; k++) statement(d, depth);
}

/* --- programs ----------------------------------------------------------------------------------------------------- */

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
  add_name(d, "y", 'n', false);
  add_name(d, "z", 'n', false);
  add_name(d, "o", 'b', false);
  draft_put(d, "  y := (v + few[1]) mod 4\n  few[1] := y; few[2] := 3\n");
  note_written(d, "y");
  statements(d, 1 + draft_below(d, 3), 1);
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
  static const char *const names[][2] = {{"m", "n"}, {"o", "n"}, {"p", "b"}, {"q", "b"}, {"c", "c"}, {"r", "r"}, {"t", "r"}};
  *d = (struct draft){.rng = d->rng};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) add_name(d, names[k][0], names[k][1][0], false);
  add_name(d, "u", 'n', true);
  add_name(d, "w", 'b', true);
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
  const uint32_t n = 4 + draft_below(d, 10);
  const uint32_t critical = draft_below(d, n + 1);
  for (uint32_t j = 0; j <= n; j++) {
    *before = *d;
    if (j == critical) {
      draft_put(d, "critical section\nexit\n");
      continue;
    }
    if (j == 1 && j < critical) draft_put(d, "waiting\n");
    statement(d, 2);
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
