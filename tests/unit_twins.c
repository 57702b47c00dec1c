/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every built-in algorithm that was compiled from a text makes, step by step, the steps of the text when it is carried
 * out (twins.h), for N = 1, 2 and 3. And a text that differs in one place is told, wherever the place is.
 *
 * ctest: slow
 */
#include "language/machine.h"
#include "tests/twins.h"

#include "client.h"

/* Each pair is compared with all that a step may find. With sanitizers fewer are, and the larger texts in part only. */
#ifdef __SANITIZE_ADDRESS__
enum { MOST_PAIRS = 1000 };
#else
enum { MOST_PAIRS = 3000 };
#endif

static struct system *system_of(const struct rmr_algorithm *a, uint32_t n)
{
  struct error e = {0};
  const struct system_spec spec = {.algorithm = a, .n = n};
  struct system *system = system_create(&spec, &e);
  if (system == NULL) fail_msg("%s, N = %u: %s", a->name, n, e.text);
  return system;
}

/* Whether a text and an algorithm agree, and how many pairs of local states were compared. */
static bool agree(const struct rmr_algorithm *a, const struct rmr_algorithm *b, uint32_t n, struct twins *t)
{
  struct system *of_a = system_of(a, n), *of_b = system_of(b, n);
  *t = (struct twins){.a = a,
                      .b = b,
                      .with_a = of_a->size.parameters,
                      .with_b = of_b->size.parameters,
                      .n = n,
                      .sessions = 2,
                      .most_pairs = MOST_PAIRS,
                      .most_value = 4};
  const bool ok = twins_agree(t);
  system_free(of_a);
  system_free(of_b);
  return ok;
}

/* --- texts that were compiled ------------------------------------------------------------------------------------- */

/* The text of a built-in algorithm has its variants behind it: the algorithm itself, or the variant of its name. */
static struct machine *text_of(const struct rmr_algorithm *a)
{
  struct error e = {0};
  struct machine *m = machine_read(a->name, a->text, strlen(a->text), NULL, &e);
  if (m != NULL && strcmp(m->algorithm.name, a->name) != 0) {
    machine_free(m);
    m = machine_read(a->name, a->text, strlen(a->text), a->name, &e);
  }
  if (m == NULL) fail_msg("%s:%d: %s", a->name, e.line, e.text);
  assert_string_equal(m->algorithm.name, a->name);
  return m;
}

/* The figures: row by row the same, as one prints what the other does. */
static void assert_same_rows(const struct rmr_algorithm *a, const struct rmr_algorithm *b)
{
  assert_int_equal(a->n_rows, b->n_rows);
  assert_int_equal(a->n_lines, b->n_lines);
  for (uint32_t row = 0; row < a->n_rows; row++) {
    assert_int_equal(a->lines[row].line, b->lines[row].line);
    assert_int_equal(a->lines[row].section, b->lines[row].section);
    assert_string_equal(a->lines[row].label, b->lines[row].label);
    assert_string_equal(a->lines[row].text, b->lines[row].text);
  }
}

static void test_compiled_texts(void **state)
{
  (void)state;
  uint32_t compared = 0, whole = 0;
  for (int k = 0; rmr_algorithms[k] != NULL; k++) {
    const struct rmr_algorithm *a = rmr_algorithms[k];
    if (a->text == NULL) continue;
    struct machine *m = text_of(a);
    assert_same_rows(&m->algorithm, a);
    for (uint32_t n = 1; n <= 3; n++) {
      struct twins t;
      if (!agree(&m->algorithm, a, n, &t)) fail_msg("%s, N = %u: %s", a->name, n, t.difference);
      const uint32_t least =
        n > 1 ? n * (a->n_lines - 1) / 4 : 1; /* a part of each process's lines; or no neighbours */
      assert_in_range(t.pairs, least, MOST_PAIRS);
      whole += !t.cut;
    }
    machine_free(m);
    compared++;
  }
  assert_true(compared >= 75);
  assert_true(whole >= 2 * compared); /* most are compared in all states */
}

/* --- texts that differ -------------------------------------------------------------------------------------------- */

/* Asserts the difference where `from` of an algorithm's text becomes `to`. */
static void differs(const char *name, const char *from, const char *to, const char *words)
{
  struct error e = {0};
  struct twins t;
  const struct rmr_algorithm *a = algorithm_named(name);
  const char *at = strstr(a->text, from);
  if (at == NULL) fail_msg("%s has no '%s'", name, from);
  char *text = mem_format("%.*s%s%s", (int)(at - a->text), a->text, to, at + strlen(from));
  struct machine *m = machine_read(name, text, strlen(text), NULL, &e);
  if (m == NULL) fail_msg("%s:%d: %s", name, e.line, e.text);
  if (agree(&m->algorithm, a, 2, &t)) fail_msg("%s: '%s' is as good as '%s'", name, to, from);
  if (strstr(t.difference, words) == NULL) fail_msg("'%s' does not say '%s'", t.difference, words);
  machine_free(m);
  free(text);
}

static void test_texts_that_differ(void **state)
{
  (void)state;
  differs("glb", "Choosing[i] := true", "Choosing[i] := false", "values 0 at line 3, 1 at line 3");
  differs("glb", "Token[j] = 0", "Token[j] != 0", "at line 9");                            /* a condition */
  differs("glb", "for j := 1 to N do", "for j := N downto 1 do", "Choosing cell 1");       /* an order */
  differs("glb", "Session[i] := 0", "Token[i] := 0", "cell 0 at line 13, Session cell 0"); /* a register */
  differs("glb", "waiting\n", "\n", "sections");
  differs("glb", "j != i", "true", "Token cell 0"); /* one more read */
  differs("glb", "Theorem 7\": P2", "Theorem 7\": not P2", "the claims differ");
  differs("bakery", "choosing[1..N] : 0..1", "choosing[1..N] : 0..2", "choosing: 0..2, 0..1");
  differs("tas", "test_and_set(Lock)", "again Lock", "kinds");
  differs("ticket", ": natural\n", ": natural initially 1\n", "first 1, 0");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_compiled_texts),
    cmocka_unit_test(test_texts_that_differ),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
