/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_language_texts.c: the declarations of a text, by docs/language.md: the head, attributes of registers, types,
 * variants; refused texts, and the messages; and that two states which differ in a value that is not read any more are
 * one. unit_language.c has the statements of a process.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#undef fail /* base/error.h has a function of this name */

#include "base/mem.h"
#include "language/machine.h"
#include "model/system.h"

static struct machine *read_text(const char *text, const char *variant)
{
  struct error e = {0};
  struct machine *m = machine_read("toy.alg", text, strlen(text), variant, &e);
  if (m == NULL) fprintf(stderr, "%s\n%s\n", e.text, text);
  assert_non_null(m);
  return m;
}

/* Declarations, and a process that writes X. */
static struct machine *declare(const char *declarations)
{
  char *text =
    mem_format("algorithm toy \"a toy\"\n%sshared X : 0..9\nprocess i\n X := 1\ncritical section\n", declarations);
  struct machine *m = read_text(text, NULL);
  free(text);
  return m;
}

static struct rmr_size size_of(const struct machine *m, uint32_t group)
{
  static const int64_t parameters[] = {4};
  return (struct rmr_size){.n = 3,
                           .sessions = 2,
                           .passages = 6,
                           .crashes = 2,
                           .parameters = parameters,
                           .self = m->algorithm.self,
                           .shared = &m->shared[group]};
}

/* --- attributes and types -----------------------------------------------------------------------------------------
 * */

static void test_first_values(void **state)
{
  (void)state;
  struct machine *m =
    declare("shared A : 2..5\nshared B[k in 1..N] : 0..9 initially 2 * k\nshared C : {red, green, blue}\n"
            "type hue = {dark, pale, light}\nshared D : pale..light\nshared E : process\n"
            "shared F : process or nil\nshared G[k in 0..1, j in 1..N] : 0..99 initially 10 * k + j arbitrary\n");
  assert_int_equal(m->shared[0].initial, 2);
  assert_int_equal(m->shared[1].initial_of(1, size_of(m, 1)), 4);
  assert_int_equal(m->shared[2].initial, 0);
  assert_int_equal(m->shared[3].initial, 1);
  assert_int_equal(m->shared[4].initial, 1);
  assert_int_equal(m->shared[5].initial, 0);
  assert_int_equal(m->shared[6].initial_of(4, size_of(m, 6)), 12);
  assert_true(m->shared[6].arbitrary);
  assert_false(m->shared[0].arbitrary);
  machine_free(m);
}

static void test_ranges(void **state)
{
  (void)state;
  struct machine *m = declare(
    "parameter slots : 0..9 = 4 \"how many\"\nshared A : 0..2 * N + slots\nshared B : natural\nshared C : session\n"
    "shared D : process\nshared E : boolean\nshared F : set of 0..N\nshared G : 0..passages\nshared H : 0..crashes\n"
    "shared I : 0..sessions\nshared J : (a: 0..5, b: {red, green}, c: natural)\nshared K : time horizon 7\n");
  const rmr_word most[] = {10, -1, 2, 3, 1, 15, 6, 2, 2};
  for (uint32_t k = 0; k < sizeof most / sizeof *most; k++)
    assert_int_equal(m->shared[k].max != NULL ? m->shared[k].max(size_of(m, k)) : -1, most[k]);
  const struct rmr_field *f = m->shared[9].fields;
  assert_string_equal(f[0].name, "a");
  assert_int_equal(f[0].max(size_of(m, 9)), 5);
  assert_string_equal(f[1].names[1], "green");
  assert_null(f[2].max);
  assert_null(f[3].name);
  assert_true(m->shared[10].time);
  assert_int_equal(m->shared[10].horizon(size_of(m, 10)), 7);
  machine_free(m);
}

static void test_homes(void **state)
{
  (void)state;
  struct machine *m =
    read_text("algorithm toy \"a toy\"\nshared A[1..N], B[1..N], C[1..N] : 0..9\nshared D[1..N, 0..1] : 0..9 at owner\n"
              "shared E[k in 0..N] : 0..9 at k\nshared F[1..N] : 0..9 at nobody\nshared G : 0..9 at 2\n"
              "process i\n A[i] := 1\n B[1] := 1\n F[i] := 1\ncritical section\n",
              NULL);
  assert_false(m->shared[0].multi_writer);
  assert_int_equal(m->shared[0].home(1, size_of(m, 0)), 2);
  assert_true(m->shared[1].multi_writer);
  assert_null(m->shared[1].home);
  assert_int_equal(m->shared[3].home(3, size_of(m, 3)), 2);
  assert_int_equal(m->shared[4].home(2, size_of(m, 4)), 2);
  assert_int_equal(m->shared[4].home(0, size_of(m, 4)), 0);
  assert_null(m->shared[5].home);
  assert_int_equal(m->shared[6].home(0, size_of(m, 6)), 2);
  machine_free(m);
}

static void test_leases(void **state)
{
  (void)state;
  struct machine *m =
    read_text("algorithm toy \"a toy\"\nshared A[1..N] : 0..9 lease\nshared B : process or nil lease of value\n"
              "shared C[k in 1..N] : 0..9 lease while a = k\nshared D[k in 1..N] : 0..9 responsible k\n"
              "shared E : process or nil held by value\nshared F : 0..crashes epoch\n"
              "process i\n local a : 0..9\n 1 a := F\n 2 A[i] := a\n 3 C[i] := 1\ncritical section\n",
              NULL);
  assert_true(m->shared[0].lease && m->shared[1].lease && m->shared[2].lease);
  assert_false(m->shared[3].lease || m->shared[4].lease);
  assert_int_equal(m->shared[1].responsible(0, 2, size_of(m, 1)), 2);
  assert_int_equal(m->shared[1].responsible(0, 0, size_of(m, 1)), 0);
  assert_int_equal(m->shared[3].responsible(2, 0, size_of(m, 3)), 3);
  assert_int_equal(m->shared[4].holder(0, 0, 3, 0, size_of(m, 4)), 3);
  assert_true(m->shared[5].epoch);
  struct machine_state *local = mem_new(1, m->algorithm.state_size);
  local->slot[m->tree->local[1].slot] = 2;
  assert_true(m->shared[2].keeps(local, 1, size_of(m, 2)));
  assert_false(m->shared[2].keeps(local, 2, size_of(m, 2)));
  free(local);
  machine_free(m);
}

/* --- the head -----------------------------------------------------------------------------------------------------
 * */

static void test_head(void **state)
{
  (void)state;
  struct machine *m = declare(
    "source \"Nobody,\"\n  \"1999\"\nnote \"says \\\"no\\\"\"\nwrong \"all of it\"\n"
    "claims P2, not P5, CSR; rmr cc: N; rmr dsm: unbounded; space: 2N; bounded; survives: stop; timed; one shot; "
    "read, write\nparameter slots : 0..64 = 2 \"how many slots\"\n");
  const struct rmr_algorithm *a = &m->algorithm;
  assert_string_equal(a->name, "toy");
  assert_string_equal(a->title, "a toy");
  assert_string_equal(a->source, "Nobody, 1999");
  assert_string_equal(a->note, "says \"no\"");
  assert_string_equal(a->claims.wrong, "all of it");
  assert_int_equal(a->claims.p[1], RMR_YES);
  assert_int_equal(a->claims.p[2], RMR_YES);
  assert_int_equal(a->claims.p[5], RMR_NO);
  assert_int_equal(a->claims.p[6], RMR_UNSAID);
  assert_int_equal(a->claims.p[8], RMR_YES);
  assert_string_equal(a->claims.rmr_cc, "N");
  assert_string_equal(a->claims.rmr_dsm, "unbounded");
  assert_string_equal(a->claims.space, "2N");
  assert_string_equal(a->claims.survives, "stop");
  assert_string_equal(a->claims.primitives, "read, write");
  assert_true(a->claims.timed && a->claims.one_shot && a->claims.bounded == RMR_YES);
  assert_string_equal(a->parameters[0].key, "slots");
  assert_string_equal(a->parameters[0].fallback, "2");
  assert_string_equal(a->parameters[0].about, "how many slots");
  machine_free(m);
}

/* Claims before the first citation are made in the source; each citation holds up to the next, or the end of line. */
static void test_citations(void **state)
{
  (void)state;
  struct machine *m =
    declare("source \"Nobody\"\nclaims P2; space: 2N; in \"A,\"\n  \"page 3\": not P5, P6; rmr cc: N; in \"B\": "
            "bounded; rmr dsm: 1\nclaims P3; survives: stop\nclaims in \"C\": P1\n");
  const struct rmr_algorithm *a = &m->algorithm;
  assert_string_equal(algorithm_cited(a, 1), "C");
  assert_string_equal(algorithm_cited(a, 2), "Nobody");
  assert_string_equal(algorithm_cited(a, 3), "Nobody");
  assert_null(algorithm_cited(a, 4));
  assert_string_equal(algorithm_cited(a, 5), "A, page 3");
  assert_string_equal(algorithm_cited(a, 6), "A, page 3");
  assert_string_equal(algorithm_cited(a, RMR_CITED_CC), "A, page 3");
  assert_string_equal(algorithm_cited(a, RMR_CITED_DSM), "B");
  assert_string_equal(algorithm_cited(a, RMR_CITED_BOUNDED), "B");
  assert_string_equal(algorithm_cited(a, RMR_CITED_SPACE), "its text, where they are counted");
  assert_string_equal(algorithm_cited(a, RMR_CITED_SURVIVES), "Nobody");
  machine_free(m);
}

static void test_environment_and_names(void **state)
{
  (void)state;
  struct machine *m = read_text(
    "algorithm toy \"a toy\"\nshared X[1..N] : 0..9\nenvironment abort \"go away\" : X[k] := value + 1 when value < 3\n"
    "holds name a + 1 up to 2 * N\nprocess i\n local a : 0..9\n a := X[i]\n X[i] := a\ncritical section\nexit\nX[i] := "
    "0\n",
    NULL);
  const struct rmr_algorithm *a = &m->algorithm;
  assert_int_equal(a->n_changes, 1);
  assert_true(a->changes[0].may(2, size_of(m, 0)));
  assert_false(a->changes[0].may(3, size_of(m, 0)));
  assert_int_equal(a->changes[0].becomes(2, size_of(m, 0)), 3);
  struct machine_state *local = mem_new(1, a->state_size);
  local->slot[m->tree->local[1].slot] = 4;
  assert_int_equal(a->name_held(local, size_of(m, 0)), 5);
  assert_int_equal(a->names_max(size_of(m, 0)), 6);
  free(local);
  machine_free(m);
}

/* P1 is at line 2 with a = 4, the others are at line 1; X[2] is 7. */
static void test_invariants(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    bool holds;
  } rows[] = {{"P[1] at 2", true},
              {"P[2] at 2", false},
              {"P[1] in waiting", true},
              {"P[2] in waiting", false},
              {"P[1].a = 4", true},
              {"P[1].a = 5", false},
              {"X[2] = 7", true},
              {"X[1] = 7", false},
              {"forall p in 1..N : X[p] < 8", true},
              {"exists p in 1..N, p != 2 : X[p] = 7", false},
              {"sum {X[p] : p in 1..N} = 7", true},
              {"(X[2], 1) > (X[1], 9)", true}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char *text =
      mem_format("algorithm toy \"a toy\"\nshared X[1..N] : 0..9\ninvariant Q1 \"so\" : %s\nprocess i\nlocal a : 0..9\n"
                 "1 a := X[i]\nwaiting\n2 X[i] := a\ncritical section\n",
                 rows[k].text);
    struct machine *m = read_text(text, NULL);
    struct machine_state *local[3];
    struct rmr_seen seen[3];
    const struct rmr_seen *process[4] = {NULL, &seen[0], &seen[1], &seen[2]};
    const rmr_word memory[] = {0, 7, 0};
    const uint32_t base[] = {0, 3};
    for (uint32_t p = 0; p < 3; p++) {
      local[p] = mem_new(1, m->algorithm.state_size);
      local[p]->slot[m->tree->local[1].slot] = p == 0 ? 4 : 0;
      seen[p] = (struct rmr_seen){local[p], {.line = p == 0 ? 2 : 1}, p == 0 ? RMR_WAITING : RMR_DOORWAY};
    }
    const struct rmr_moment now = {.size = size_of(m, 0), .process = process, .memory = memory, .base = base};
    if (m->algorithm.invariants[0].holds(&now) != rows[k].holds) fprintf(stderr, "%s\n", rows[k].text);
    assert_int_equal(m->algorithm.invariants[0].holds(&now), rows[k].holds);
    for (uint32_t p = 0; p < 3; p++) free(local[p]);
    machine_free(m);
    free(text);
  }
}

/* --- variants -----------------------------------------------------------------------------------------------------
 * */

static const char with_variants[] =
  "algorithm toy \"a toy\"\nnote \"the first\"\nshared X, Y : 0..9\nprocess i\n1 X := 1\n2 Y := 2\n"
  "critical section\nexit\n3 X := 0\n"
  "variant toy_other \"another toy\"\nnote \"the second\"\n2 Y := 3\n  X := 4\n"
  "variant toy_less \"a smaller toy\"\n2\n";

static uint32_t accesses_of(const struct machine *m, rmr_word *value)
{
  const uint32_t sessions[] = {0, 1, 2, 3};
  void *state = mem_new(1, m->algorithm.state_size);
  struct rmr_in in = {.i = 1, .n = 3, .id = 1, .sessions = sessions, .n_sessions = 3, .self = m->algorithm.self};
  uint32_t n = 0;
  do {
    value[n++] = m->algorithm.step(state, &in).value;
    in.given = true;
  } while (n < 8 && value[n - 1] != 0);
  free(state);
  return n;
}

static void test_variants(void **state)
{
  (void)state;
  static const struct {
    const char *name, *title, *note;
    uint32_t n;
    rmr_word value[5];
  } wanted[] = {{NULL, "a toy", "the first", 3, {1, 2, 0}},
                {"toy_other", "another toy", "the second", 4, {1, 3, 4, 0}},
                {"toy_less", "a smaller toy", "the first", 2, {1, 0}}};
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
    rmr_word value[8];
    struct machine *m = read_text(with_variants, wanted[k].name);
    assert_string_equal(m->algorithm.title, wanted[k].title);
    assert_string_equal(m->algorithm.note, wanted[k].note);
    assert_int_equal(accesses_of(m, value), wanted[k].n);
    assert_memory_equal(value, wanted[k].value, wanted[k].n * sizeof *value);
    machine_free(m);
  }
}

/* --- dead values --------------------------------------------------------------------------------------------------
 * */

/* Rule 6: the process that has read 3 is in the state of the one that has read 5, once the value is not read any
 * more. */
static void same_states(const char *process, rmr_word first, rmr_word second, uint32_t steps, bool same)
{
  const uint32_t sessions[] = {0, 1, 2, 3};
  char *text = mem_format(
    "algorithm toy \"a toy\"\nshared X, Y, Z : 0..9\nshared R : (a: 0..3, b: 0..3)\nprocess i\n%s\n", process);
  struct machine *m = read_text(text, NULL);
  const uint32_t bytes = rmr_state_size(&m->algorithm, 3);
  unsigned char *state[] = {mem_new(1, bytes), mem_new(1, bytes)};
  for (uint32_t k = 0; k < 2; k++) {
    struct rmr_in in = {.i = 1, .n = 3, .id = 1, .sessions = sessions, .n_sessions = 3, .self = m->algorithm.self};
    m->algorithm.step(state[k], &in);
    in.given = true;
    in.value = k == 0 ? first : second;
    for (uint32_t j = 0; j < steps; j++) m->algorithm.step(state[k], &in);
  }
  assert_int_equal(memcmp(state[0], state[1], bytes) == 0, same);
  free(state[0]);
  free(state[1]);
  machine_free(m);
  free(text);
}

static void test_dead_values(void **state)
{
  (void)state;
  same_states("local a : 0..9\n a := X; Y := a; Z := 1\ncritical section\n", 3, 5, 1, false);
  same_states("local a : 0..9\n a := X; Y := a; Z := 1\ncritical section\n", 3, 5, 2, true);
  same_states("private a : 0..9\n a := X; Y := a; Z := 1\ncritical section\n", 3, 5, 2, false);
  same_states("local r : (a: 0..3, b: 0..3)\n r := R; Y := r.b; Z := 1\ncritical section\n", 1, 5, 1, true);
  same_states("local r : (a: 0..3, b: 0..3)\n r := R; Y := r.b; Z := 1\ncritical section\n", 1, 2, 1, false);
  same_states("local few[1..2] : 0..9\n few[1] := X; Y := few[1]; Z := 1\ncritical section\n", 3, 5, 2, true);
  same_states("if X > 2 then Y := 1 else Y := 1 end if\n Z := 1\ncritical section\n", 3, 5, 1, true);
}

/* --- sections ----------------------------------------------------------------------------------------------------- */

/* The remainder has no accesses: a line behind it is the first of the doorway. */
static void test_remainder(void **state)
{
  (void)state;
  struct machine *m =
    read_text("algorithm toy \"a toy\"\nshared X : 0..9\nprocess i\nremainder\n X := 1\nwaiting\n X := 2\n"
              "critical section\n",
              NULL);
  const struct rmr_line *first = rmr_line_of(&m->algorithm, 1), *second = rmr_line_of(&m->algorithm, 2);
  assert_int_equal(first->section, RMR_DOORWAY);
  assert_int_equal(second->section, RMR_WAITING);
  machine_free(m);
}

/* --- refusals ----------------------------------------------------------------------------------------------------- */

static void test_refusals(void **state)
{
  (void)state;
  static const struct {
    const char *declarations, *process, *words;
  } texts[] = {
    {"", "X := nubmer\ncritical section", "'nubmer' is not declared"},
    {"shared number : 0..9\n", "nubmer := 1\ncritical section", "did you mean 'number'"},
    {"", "X := true\ncritical section", "expected a number"},
    {"", "X := 1", "there is no critical section"},
    {"", "local a : 0..9\n X := a\ncritical section", "'a' may be read before it is written"},
    {"procedure one()\n local a : 0..9\n a := X; X := a\nend procedure\nprocedure two()\n local b : 0..9\n X := b\nend "
     "procedure\n",
     "1 call one()\n2 call two()\ncritical section", "'b' may be read before it is written"},
    {"procedure part()\n local own : 0..9\n own := X; X := own\nend procedure\n",
     "call part()\n X := own\ncritical section", "'own' is not declared"},
    {"procedure part()\n call part()\nend procedure\n", "call part()\ncritical section", "part of itself"},
    {"", "if X = 1 then goto nowhere end if\ncritical section", "no line has the name"},
    {"", "break\ncritical section", "stands in no loop"},
    {"", "wait until i = 1\ncritical section", "reads no register"},
    {"", "repeat until i = 1\nX := 1\ncritical section", "makes no access"},
    {"", "X := 1\ncritical section\ncritical section", "a second critical section"},
    {"", "X := 1\nexit\ncritical section", "expected 'critical section' before the exit"},
    {"", "X := 1\nreturn\nX := 2\ncritical section", "cannot be reached"},
    {"", "if X = 1 then return end if\ncritical section", "without a critical section"},
    {"", "critical section\nexit\nX := 1", "the entry has no step"},
    {"", "if i = 1 then return end if\nX := 1\ncritical section", "without a critical section"},
    {"", "X := 1\nif X = 1 then goto past end if\ncritical section\nexit\nif X = 1 then X := 2 end if\npast: return",
     "without a critical section"},
    {"", "1 X := mysession\ncritical section\nexit\n2 if X = 1 then goto 1 end if", "lead back to the entry"},
    {"", "1 X := mysession\ncritical section\nif i = 2 then goto 1 end if\nexit\n2 X := 0", "lead back to the entry"},
    {"", "local a : 0..9\na := mysession\nrepeat\n1 X := a\ncritical section\nexit\n2 X := 0\nforever",
     "lead back to the entry"},
    {"",
     "if A[1] = 1 and i = 2 or X = 1 then X := if A[1] = 1 and X = 1 or X = 2 then 1 else 2 end if\ncritical section",
     "depends on the values"},
    {"", "1 X := 1\n1 X := 2\ncritical section", "a second line 1"},
    {"", "X[1] := 2\ncritical section", "one register, not an array"},
    {"shared E : 0..9 epoch\n", "E := 1\ncritical section", "no process writes an epoch"},
  };
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    struct error e = {0};
    char *text = mem_format("algorithm toy \"a toy\"\nshared X : 0..9\nshared A[1..N] : 0..9\n%sprocess i\n%s\n",
                            texts[k].declarations, texts[k].process);
    struct machine *m = machine_read("toy.alg", text, strlen(text), NULL, &e);
    if (m != NULL || strstr(e.text, texts[k].words) == NULL)
      fprintf(stderr, "%s\n%s, not %s\n", text, e.text, texts[k].words);
    assert_null(m);
    assert_non_null(strstr(e.text, texts[k].words));
    assert_true(e.line >= 1 && e.column >= 1);
    free(text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_first_values),
    cmocka_unit_test(test_ranges),
    cmocka_unit_test(test_homes),
    cmocka_unit_test(test_leases),
    cmocka_unit_test(test_head),
    cmocka_unit_test(test_citations),
    cmocka_unit_test(test_environment_and_names),
    cmocka_unit_test(test_invariants),
    cmocka_unit_test(test_variants),
    cmocka_unit_test(test_dead_values),
    cmocka_unit_test(test_remainder),
    cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
