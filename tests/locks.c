/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * locks.c: random locks. A value has one of three kinds, and every kind has locals, registers and constants: a number,
 * a truth, an identity. Sometimes one kind stands for another, as in `p = 3`.
 */
#include "tests/locks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"

enum { MOST_TEXT = 1 << 13 };

enum kind { NUMBER, TRUTH, IDENTITY, N_KINDS };

/* How a register is indexed. */
enum shape { SINGLE, OF_PROCESSES, OF_PAIRS, N_SHAPES };

struct shared {
  const char *name;
  enum kind kind;
  enum shape shape;
  bool owned; /* processes write only to what has their name */
};

enum core { CORE_TEST_AND_SET, CORE_ONE_BIT, CORE_OWNER, CORE_BLOCKED, CORE_NONE, N_CORES };

struct drawing {
  uint64_t rng;
  char text[MOST_TEXT];
  size_t n;
  struct shared shared[3];
  uint32_t n_shared;
  enum kind elements; /* of the local array */
  bool looped;        /* j has a value */
  enum core core;
};

static void put(struct drawing *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct drawing *d, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  const int n = vsnprintf(d->text + d->n, MOST_TEXT - d->n, format, arguments);
  va_end(arguments);
  if (n < 0 || d->n + (size_t)n >= MOST_TEXT) abort();
  d->n += (size_t)n;
}

static uint32_t below(struct drawing *d, uint32_t n)
{
  return rng_below(&d->rng, n);
}

static bool one_in(struct drawing *d, uint32_t n)
{
  return below(d, n) == 0;
}

#define PICK(d, list) (list)[below(d, sizeof(list) / sizeof *(list))]

/* --- declarations ------------------------------------------------------------------------------------------------- */

/* A type, and attributes of the register that has it; NULL: of a local. */
static void put_type(struct drawing *d, enum kind kind, const struct shared *of)
{
  static const char *const numbers[] = {"0..1", "0..3", "0..5", "0..N", "0..N+1"},
                           *const identities[] = {"process or nil", "process or nil", "0..N"},
                           *const values[] = {"1", "true", "1"};
  static const char *const number[] = {"0", "1", "1", "2", "N"};
  put(d, "%s", kind == TRUTH ? "boolean" : kind == NUMBER ? PICK(d, numbers) : PICK(d, identities));
  if (of == NULL) return;
  if (one_in(d, 3)) put(d, " initially %s", kind == NUMBER ? PICK(d, number) : values[kind]);
  if (of->shape != OF_PAIRS && one_in(d, 6)) put(d, " arbitrary"); /* there would be too many beginnings */
}

static void declare_registers(struct drawing *d)
{
  static const enum kind kinds[] = {NUMBER, TRUTH, IDENTITY, IDENTITY};
  static const char *const names[] = {"X", "F", "G"};
  d->n_shared = 2 + below(d, 2);
  for (uint32_t k = 0; k < d->n_shared; k++) {
    struct shared *s = &d->shared[k];
    *s = (struct shared){.name = names[k], .kind = PICK(d, kinds), .owned = !one_in(d, 3)};
    s->shape = k == 0 ? SINGLE : k == 1 ? OF_PROCESSES : (enum shape)below(d, N_SHAPES);
    put(d, "shared %s%s : ", s->name, s->shape == SINGLE ? "" : s->shape == OF_PROCESSES ? "[1..N]" : "[1..N, 1..N]");
    put_type(d, s->kind, s);
    put(d, "\n");
  }
  static const char *const of_core[N_CORES] = {"shared L : boolean\n", "shared O[1..N] : boolean\n",
                                               "shared L : process or nil\n", "shared L : boolean\n", ""};
  put(d, "%s", of_core[d->core]);
}

/* Changes of the environment, of one or two registers. */
static void declare_changes(struct drawing *d)
{
  static const char *const becomes[N_KINDS][3] = {
    {"0 when value != 0", "2 when value = 1", "1 when true"},
    {"not value when true", "true when not value", "false when value"},
    {"nil when value != nil", "1 when value = nil", "2 when value != 2"},
  };
  for (uint32_t k = 0; k < d->n_shared; k++) {
    const struct shared *s = &d->shared[k];
    if (s->shape == OF_PAIRS || one_in(d, 3)) continue;
    put(d, "environment e%u : %s%s := %s\n", k, s->name, s->shape == OF_PROCESSES ? "[k]" : "",
        PICK(d, becomes[s->kind]));
  }
}

static void declare_locals(struct drawing *d)
{
  d->elements = (enum kind)below(d, N_KINDS);
  put(d, "process i\n  local j : 0..N+1\n  local h, o : boolean\n  local p : process or nil\n");
  put(d, "  %s c : 0..3\n  local few[1..N] : ", one_in(d, 3) ? "private" : "local");
  put_type(d, d->elements, NULL);
  put(d, "\n");
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* 1..N; of a register that is owned, to be written: i. */
static const char *index_of(struct drawing *d, bool own)
{
  static const char *const loop[] = {"j", "j", "j", "i"}, *const plain[] = {"i", "i", "i", "1", "2", "N"};
  return own ? "i" : d->looped ? PICK(d, loop) : PICK(d, plain);
}

static void put_register(struct drawing *d, const struct shared *s, bool writes)
{
  put(d, "%s", s->name);
  if (s->shape == OF_PROCESSES) put(d, "[%s]", index_of(d, writes && s->owned));
  if (s->shape != OF_PAIRS) return;
  const bool first = one_in(d, 2), own = writes && s->owned;
  put(d, "[%s, ", index_of(d, own && first));
  put(d, "%s]", index_of(d, own && !first));
}

static const struct shared *register_of(struct drawing *d, enum kind kind)
{
  for (uint32_t k = 0, first = below(d, d->n_shared); k < d->n_shared; k++) {
    const struct shared *s = &d->shared[(first + k) % d->n_shared];
    if (s->kind == kind) return s;
  }
  return NULL;
}

/* No register: the value of a local, or a constant. */
static void put_local(struct drawing *d, enum kind kind)
{
  static const char *const numbers[] = {"0", "1", "2", "3", "c", "c", "(c + 1) mod 4"},
                           *const truths[] = {"true", "false", "o", "h"}, *const identities[] = {"i", "i",   "i",
                                                                                                 "p", "nil", "1",
                                                                                                 "2", "3",   "N"};
  if (d->looped && kind == d->elements && one_in(d, 3))
    put(d, "few[%s]", one_in(d, 4) ? "i" : "j");
  else if (d->looped && kind == IDENTITY && one_in(d, 3))
    put(d, "j");
  else if (d->looped && kind == NUMBER && one_in(d, 4))
    put(d, one_in(d, 2) ? "j" : "j + 1");
  else
    put(d, "%s", kind == NUMBER ? PICK(d, numbers) : kind == TRUTH ? PICK(d, truths) : PICK(d, identities));
}

static void put_value(struct drawing *d, enum kind kind)
{
  const struct shared *s = one_in(d, 2) ? register_of(d, kind) : NULL;
  if (s != NULL)
    put_register(d, s, false);
  else
    put_local(d, kind);
}

static void put_comparison(struct drawing *d, const struct shared *s)
{
  static const char *const orders[] = {"=", "!=", "=", "!=", "<", ">"};
  const enum kind kind = s != NULL ? s->kind : (enum kind)below(d, N_KINDS);
  if (kind == TRUTH) {
    put(d, one_in(d, 2) ? "not " : "");
    if (s != NULL)
      put_register(d, s, false);
    else
      put_value(d, TRUTH);
    return;
  }
  if (s != NULL)
    put_register(d, s, false);
  else
    put_value(d, kind);
  put(d, " %s ", PICK(d, orders));
  put_local(d, one_in(d, 12) ? NUMBER + IDENTITY - kind : kind);
}

static void put_condition(struct drawing *d)
{
  put_comparison(d, NULL);
  if (!one_in(d, 3)) return;
  put(d, one_in(d, 2) ? " and " : " or ");
  put_comparison(d, NULL);
}

/* A guard on a counting variable, in most cases: it is often thought to be impossible. */
static void put_guard(struct drawing *d)
{
  static const char *const counted[] = {"c < 2", "c < 2", "c = 1", "c != 1", "c > 0", "not o", "o"};
  if (one_in(d, 3))
    put_condition(d);
  else
    put(d, "%s", PICK(d, counted));
}

/* It reads a register. */
static void put_wait(struct drawing *d)
{
  put(d, "wait until ");
  put_comparison(d, &d->shared[below(d, d->n_shared)]);
  if (one_in(d, 3)) {
    put(d, " or ");
    put_comparison(d, NULL);
  }
  put(d, "\n");
}

/* --- statements --------------------------------------------------------------------------------------------------- */

static void put_assignment(struct drawing *d)
{
  const struct shared *s = &d->shared[below(d, d->n_shared)];
  put_register(d, s, true);
  put(d, " := ");
  if (one_in(d, 4))
    put_value(d, s->kind);
  else
    put_local(d, s->kind);
  put(d, "\n");
}

static void put_local_assignment(struct drawing *d)
{
  static const char *const names[] = {"c", "o", "p"};
  const enum kind kind = (enum kind)below(d, N_KINDS);
  if (d->looped && one_in(d, 3)) {
    put(d, "few[j] := ");
    put_local(d, d->elements);
  } else {
    put(d, "%s := ", names[kind]);
    put_value(d, kind);
  }
  put(d, "\n");
}

/* A part of the text again. */
static void put_again(struct drawing *d, size_t from, size_t to)
{
  char part[128];
  snprintf(part, sizeof part, "%.*s", (int)(to - from), d->text + from);
  put(d, "%s", part);
}

/* Writes a value somewhere, and looks whether it is there. */
static void put_echo(struct drawing *d)
{
  static const char *const notes[] = {"o := true", "c := 1", "c := (c + 1) mod 4"};
  const struct shared *s = d->looped && one_in(d, 3) ? NULL : &d->shared[below(d, d->n_shared)];
  const size_t place = d->n;
  if (s != NULL)
    put_register(d, s, !one_in(d, 3));
  else
    put(d, "few[j]");
  const size_t sign = d->n;
  put(d, " := ");
  const size_t value = d->n;
  put_local(d, s != NULL ? s->kind : d->elements);
  const size_t end = d->n;
  put(d, "\nif ");
  put_again(d, place, sign);
  put(d, one_in(d, 4) ? " != " : " = ");
  put_again(d, value, end);
  put(d, one_in(d, 2) ? " and c < 2 then\n%s\nend if\n" : " then\n%s\nend if\n", PICK(d, notes));
}

static void put_statement(struct drawing *d, uint32_t depth);

static void put_branch(struct drawing *d, uint32_t depth)
{
  put(d, "if ");
  put_condition(d);
  put(d, " then\n");
  put_statement(d, depth - 1);
  if (one_in(d, 3)) {
    put(d, "else\n");
    put_statement(d, depth - 1);
  }
  put(d, "end if\n");
}

static void put_loop(struct drawing *d, uint32_t depth)
{
  static const char *const ranges[] = {":= 1 to N",     ":= N downto 1", ":= 1 to i - 1", ":= i + 1 to N",
                                       "in 3..N",       ":= 1 to N",     ":= 3 to N",     "in 3..N",
                                       ":= 1 to N - 1", ":= 2 to N",     ":= 3 to N"};
  put(d, "for j %s do\n", PICK(d, ranges));
  d->looped = true;
  const bool others = one_in(d, 2);
  if (others) put(d, "if j != i then\n");
  for (uint32_t n = 1 + below(d, 2); n > 0; n--) put_statement(d, depth - 1);
  if (others) put(d, "end if\n");
  d->looped = false;
  put(d, "end for\n");
}

static void put_rounds(struct drawing *d, uint32_t depth)
{
  put(d, "repeat\n");
  put_statement(d, depth - 1);
  put(d, "until ");
  put_comparison(d, &d->shared[below(d, d->n_shared)]);
  put(d, "\n");
}

static void put_statement(struct drawing *d, uint32_t depth)
{
  const uint32_t drawn = depth == 0 ? 4 + below(d, 11) : below(d, 15);
  if (drawn >= 12 || (d->looped && one_in(d, 2)))
    put_echo(d);
  else if (drawn < 3 && !d->looped)
    put_loop(d, depth);
  else if (drawn < 3)
    put_branch(d, depth);
  else if (drawn == 3)
    put_rounds(d, depth);
  else if (drawn == 4)
    put_wait(d);
  else if (drawn < 8)
    put_local_assignment(d);
  else
    put_assignment(d);
}

/* --- the text ----------------------------------------------------------------------------------------------------- */

static void put_core(struct drawing *d)
{
  static const char one_bit[] = "T: O[i] := true\nfor j := 1 to i - 1 do\nif O[j] then\nO[i] := false\n"
                                "wait until not O[j]\ngoto T\nend if\nend for\nfor j := i + 1 to N do\n"
                                "wait until not O[j]\nend for\n";
  static const char *const entry[N_CORES] = {[CORE_TEST_AND_SET] = "wait until not test_and_set(L)\n",
                                             [CORE_ONE_BIT] = one_bit,
                                             [CORE_OWNER] = "wait until compare_and_swap(L, nil, i) = nil\n",
                                             [CORE_BLOCKED] = "L := true\nwait until not L\n",
                                             [CORE_NONE] = "skip\n"};
  put(d, "h := true\n%s", entry[d->core]);
}

static void put_entry(struct drawing *d)
{
  const bool guarded = one_in(d, 2);
  put(d, "h := false; o := false; p := nil\nc := %u\n", below(d, 2));
  if (!one_in(d, 3)) put(d, "doorway\n");
  for (uint32_t n = 1 + below(d, 2); n > 0; n--) put_statement(d, 2);
  put(d, "waiting\n");
  for (uint32_t n = below(d, 3); n > 0; n--) put_statement(d, 2);
  if (!guarded) {
    put_core(d);
    return;
  }
  put(d, "if ");
  put_guard(d);
  put(d, " then\n");
  put_core(d);
  put(d, "else\nskip\nend if\n");
}

static void put_exit(struct drawing *d)
{
  static const char *const leave[N_CORES] = {"L := false", "O[i] := false", "L := nil", "skip", "skip"};
  put(d, "critical section\nexit\n");
  if (one_in(d, 3)) put_statement(d, 1);
  put(d, "if h then\n%s\nelse\nskip\nend if\n", leave[d->core]);
}

void lock_draw(uint64_t seed, uint64_t k, bool changes, struct lock *out)
{
  struct drawing *d = mem_new(1, sizeof *d);
  struct error e = {0};
  d->rng = seed * UINT64_C(0x9e3779b97f4a7c15) + k * UINT64_C(0xd1b54a32d192ed03);
  d->core = (enum core)below(d, N_CORES);
  put(d, "algorithm random \"a random lock\"\nsource \"tests/locks.c\"\n");
  declare_registers(d);
  if (changes) declare_changes(d);
  declare_locals(d);
  put_entry(d);
  put_exit(d);
  out->text = mem_text(d->text);
  out->machine = machine_read("random.alg", out->text, d->n, NULL, &e);
  if (out->machine == NULL && getenv("RMR_DRAFTS") != NULL) fprintf(stderr, "refused: %s\n", e.text);
  free(d);
}

void lock_free(struct lock *lock)
{
  free(lock->text);
  machine_free(lock->machine);
}
