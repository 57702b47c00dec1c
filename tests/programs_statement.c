/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * programs_statement.c: random statements. A local is mentioned where it has a value on each way that leads there,
 * but for gotos: a statement that the compiler refuses is left out (programs.c).
 */
#include <stdio.h>
#include <string.h>

#include "tests/programs.h"

/* --- locals with a value ------------------------------------------------------------------------------------------ */

void draft_declare(struct draft *d, const char *name, char type, bool written)
{
  if (d->n_names == DRAFT_NAMES) return;
  d->name[d->n_names].name = name;
  d->name[d->n_names].type = type;
  d->name[d->n_names++].written = written;
}

void draft_written(struct draft *d, const char *name)
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

/* --- assignments --------------------------------------------------------------------------------------------------
 * */

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
  draft_written(d, name);
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

/* --- branches and loops -------------------------------------------------------------------------------------------
 * */

static void branch(struct draft *d, uint32_t depth)
{
  const uint64_t before = written(d);
  uint64_t after = UINT64_MAX;
  draft_put(d, "if ");
  draft_truth(d, 2);
  draft_put(d, " then\n");
  draft_statements(d, 1 + draft_below(d, 2), depth - 1);
  after &= written(d);
  set_written(d, before);
  if (draft_one_in(d, 3)) {
    draft_put(d, "elsif ");
    draft_truth(d, 1);
    draft_put(d, " then\n");
    draft_statements(d, 1, depth - 1);
    after &= written(d);
    set_written(d, before);
  }
  if (draft_one_in(d, 2)) {
    draft_put(d, "else\n");
    draft_statements(d, 1 + draft_below(d, 2), depth - 1);
  }
  set_written(d, after & written(d));
  draft_put(d, "end if\n");
}

static void body(struct draft *d, uint32_t depth)
{
  d->loops++;
  draft_statements(d, 1 + draft_below(d, 3), depth - 1);
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
  draft_declare(d, name, 'n', true);
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
    draft_statements(d, 1 + draft_below(d, 2), depth - 1);
    draft_put(d, "if ");
    draft_waiting(d, 1);
    draft_put(d, " then goto L%u end if\n", target);
    return;
  }
  draft_put(d, "if ");
  draft_truth(d, 1);
  draft_put(d, " then goto L%u end if\n", target);
  draft_statements(d, 1 + draft_below(d, 2), depth - 1);
  set_written(d, before);
  draft_put(d, "L%u: ", target);
  assign_register(d);
}

/* --- the others ---------------------------------------------------------------------------------------------------
 * */

static void call(struct draft *d)
{
  if (d->in_procedure) {
    assign_local(d);
    return;
  }
  draft_put(d, "call %s(%s, ", draft_one_in(d, 2) ? "first_part" : "second_part",
            draft_one_in(d, 3)   ? "D[1]"
            : draft_one_in(d, 2) ? "copy"
                                 : "A");
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
    draft_waiting(d, 1); /* a passage without an access would have no end */
    draft_put(d, " then return end if\n");
  } else {
    call(d);
  }
}

void draft_statement(struct draft *d, uint32_t depth)
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

void draft_statements(struct draft *d, uint32_t n, uint32_t depth)
{
  for (uint32_t k = 0; k < n; k++) draft_statement(d, depth);
}
