/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_check_views.c: certificates of P1 by views (prove/check_views.h). Those that prove() writes are confirmed.
 * Without any one view they are refused, and with other bytes they claim no more. So are those of two provers that do
 * not look: to one a third process does nothing, and the other one does not mind two processes in the critical section.
 * Texts that order identities, or that have what views are not followed with, are refused before any step.
 *
 * ctest: slow
 */
#include "prove/views_join.h"

/* The search without the steps of a third process, for which nothing breaks P1. */
#define views_join(triple, pair, out)  VIEWS_APART
#define reach_are_inside(scene, state) false
#define views_search                   search_blindly
#include "prove/views.c"
#undef views_join
#undef reach_are_inside
#undef views_search

#include <unistd.h>

#include "base/rng.h"
#include "certifying.h"

/* With sanitizers less is tried of what takes long. */
#ifdef __SANITIZE_ADDRESS__
enum { N_HONEST = 5, EVERY_OF_MCS = 3000, EVERY_OF_PLACED = 40000 };
#else
enum { N_HONEST = 6, EVERY_OF_MCS = 701, EVERY_OF_PLACED = 3001 };
#endif
static char specification[80]; /* of the text of a certificate */

static char *honest_p1(const char *name, struct proved *proved)
{
  return honest(name, (struct prove_spec){.check[PROVE_P1] = true}, proved);
}

static void test_honest(void **state)
{
  (void)state;
  static const char *const names[] = {"tas", "ttas", "recoverable_owner", "lamport_fast", "mcs", "recoverable_epoch"};
  for (size_t k = 0; k < N_HONEST; k++) {
    struct proved proved;
    struct certified certified;
    struct error e;
    free(honest_p1(names[k], &proved));
    const struct prove_answer *answer = &proved.property[PROVE_P1];
    assert_true(answer->verdict == PROVE_HOLDS && answer->by_views && answer->certified);
    if (!is_confirmed(&certified, &e)) fail_msg("%s: line %d: %s", names[k], e.line, e.text);
    assert_true(certified.claimed[CLAIM_P1] && certified.n == 0);
    assert_int_equal(certified.states[CLAIM_P1], answer->states);
    proved_free(&proved);
  }
}

/* What the checker does not follow has no certificate. */
static void test_others(void **state)
{
  (void)state;
  static const char *const names[] = {"ticket", "clh"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    struct proved proved;
    free(honest_p1(names[k], &proved));
    assert_true(proved.property[PROVE_P1].by_views && !proved.property[PROVE_P1].certified);
    proved_free(&proved);
  }
}

/* --- without a view ----------------------------------------------------------------------------------------------- */

/* Of each class of views. */
static size_t leave_out(const char *name, uint32_t every)
{
  struct proved proved;
  char *text = honest_p1(name, &proved);
  size_t tried = 0;
  for (const char *views = strstr(text, "\nviews"); views != NULL; views = strstr(views + 1, "\nviews")) {
    const uint32_t n = n_states(views + 1);
    for (uint32_t k = 0; k < n; k += every, tried++) {
      char *less = changed(text, views + 1, k, true);
      refused(less, strlen(less), name, "leads out of the views");
      free(less);
    }
  }
  proved_free(&proved);
  free(text);
  return tried;
}

static void test_view_left_out(void **state)
{
  (void)state;
  assert_int_equal(leave_out("tas", 1), 12);
  assert_int_equal(leave_out("ttas", 1), 24);
  assert_int_equal(leave_out("recoverable_owner", 1), 24);
  assert_true(leave_out("mcs", EVERY_OF_MCS) >= 3);
  assert_true(leave_out("lamport_fast", EVERY_OF_PLACED) >= 4);
}

/* Other bytes: refused, or what is claimed is no more than before. */
static void test_other_bytes(void **state)
{
  (void)state;
  static const char bytes[] = "0123456789 :+-\nclaimviews\xff";
  struct proved proved;
  uint64_t rng = 28;
  uint32_t n_confirmed = 0;
  char *text = honest_p1("recoverable_owner", &proved);
  const size_t length = strlen(text);
  char *other = mem_new(length + 1, 1);
  for (int k = 0; k < 300; k++) {
    struct certified certified;
    struct error e;
    memcpy(other, text, length + 1);
    for (uint32_t changes = 1 + rng_below(&rng, 4); changes-- > 0;)
      other[rng_below(&rng, (uint32_t)length)] = bytes[rng_below(&rng, sizeof bytes - 1)];
    put(path, other, length);
    if (!is_confirmed(&certified, &e)) continue;
    n_confirmed++;
    assert_string_equal(certified.algorithm, "recoverable_owner");
    for (enum certificate_claim c = CLAIM_P1 + 1; c < N_CLAIMS; c++) assert_false(certified.claimed[c]);
  }
  print_message("%u of 300 are confirmed\n", n_confirmed);
  assert_true(n_confirmed < 60);
  free(other);
  free(text);
  proved_free(&proved);
}

/* --- provers that do not look ------------------------------------------------------------------------------------- */

#define HEAD(name) "algorithm " name " \"A toy\"\nsource \"tests/unit_check_views.c\"\nnote \"\"\n"

/* A certificate of P1 with the views that the blind search has, or with none. */
static void forge(const char *text, bool searched)
{
  struct error e = {0};
  struct forgery f;
  forgery_begin(&f, specification, text);
  struct scene like = forgery_scene(&f);
  struct views_graph graph = {.steps = NULL};
  struct views_found found;
  certificate_begin(&f.certificate);
  if (searched) {
    assert_true(search_blindly(&like, &f.limits, &graph, &found, &e) && found.end == REACH_ALL);
    for (uint32_t k = 0; k < graph.scenes.n_pairs; k++) {
      const struct scene *w = &graph.scenes.pair[k].scene;
      const struct abstract_graph views = {
        .word = graph.steps[k].words, .n_states = graph.steps[k].n_views, .length = w->length};
      certificate_views(&f.certificate, w, &views, NULL);
    }
  } else {
    like.alike = true;
    certificate_views(&f.certificate, &like, &(struct abstract_graph){.n_states = 0}, NULL);
  }
  certificate_keep(&f.certificate, CLAIM_P1, &like, NULL);
  views_graph_free(&graph);
  forgery_end(&f, specification);
}

static void refused_forged(const char *text, bool searched, const char *why)
{
  struct certified certified;
  struct error e;
  forge(text, searched);
  if (is_confirmed(&certified, &e)) fail_msg("confirmed: %s", text);
  if (strstr(e.text, why) == NULL) fail_msg("%s\n'%s', expected '%s'", text, e.text, why);
}

/* P1 fails at N = 2, or at N = 3 (unit_views.c). */
static void test_blind(void **state)
{
  (void)state;
  static const char open[] = HEAD("open") "shared x : boolean\n"
                                          "process i\n  waiting\n  1   wait until not x\n  2   x := true\n"
                                          "      critical section\n  exit\n  3   x := false\n";
  static const char opened[] = HEAD("opened") "shared spare, lock : boolean\nprocess i\n  waiting\n"
                                              "  1   if not test_and_set(spare) then\n"
                                              "  2     L: lock := false; goto L\n      end if\n"
                                              "  3   repeat until not test_and_set(lock)\n"
                                              "      critical section\n  exit\n  4   lock := false\n";
  static const char called[] = HEAD("called") "shared spare : boolean\nshared last : process or nil\n"
                                              "shared go[1..N] : boolean\n"
                                              "process i\n  local who : process or nil\n  waiting\n"
                                              "  1   if not test_and_set(spare) then\n"
                                              "  2     L: who := last; if who = nil then goto L end if\n"
                                              "  3     go[who] := true; goto L\n      end if\n"
                                              "  4   last := i\n  5   wait until go[i]\n"
                                              "      critical section\n  exit\n  6   go[i] := false\n";
  static const char above[] = HEAD("above") "shared spare : boolean\nshared last : process or nil\n"
                                            "shared go[1..N] : boolean\n"
                                            "process i\n  local who : process or nil\n  waiting\n"
                                            "  1   if not test_and_set(spare) then\n"
                                            "  2     L: who := last; if who = nil or who < i then goto L end if\n"
                                            "  3     go[who] := true; goto L\n      end if\n"
                                            "  4   last := i\n  5   wait until go[i]\n"
                                            "      critical section\n  exit\n  6   go[i] := false\n";
  static const char scanned[] = HEAD("scanned") "shared flag[1..N] : boolean\n"
                                                "process i\n  local j : 1..N + 1\n  waiting\n"
                                                "      for j in 1..i - 1 do\n  1     wait until not flag[j]\n"
                                                "      end for\n  2   flag[i] := true\n"
                                                "      critical section\n  exit\n  3   flag[i] := false\n";
  refused_forged(open, true, "two processes are in the critical section");
  refused_forged(scanned, true, "two processes are in the critical section");
  refused_forged(above, true, "a step beside a third process leads out of the views");
  refused_forged(opened, true, "a step beside a third process leads out of the views");
  refused_forged(called, true, "a step beside a third process leads out of the views");
  refused_forged(opened, false, "an initial state leads out of the views");
}

/* --- texts that are not followed ---------------------------------------------------------------------------------- */

/* The first steps say it, so that no view is needed. */
#define TOY(name, shared, local, first)                                                                            \
  HEAD(name)                                                                                                       \
  "shared x : boolean\n" shared "process i\n" local "  waiting\n" first "  1   repeat until not test_and_set(x)\n" \
  "      critical section\n  exit\n  2   x := false\n"

static void test_not_followed(void **state)
{
  (void)state;
  static const char *const cases[][2] = {
    {TOY("less", "shared y : boolean\n", "  local b : boolean\n", "      b := i < 2\n  3   y := b\n"),
     "ordered, or counted with"},
    {TOY("one", "shared y : boolean\n", "  local b : boolean\n", "      b := i = 1\n  3   y := b\n"),
     "ordered, or counted with"},
    {TOY("next", "shared y : 0..N\n", "  local b : 0..N\n", "      b := i - 1\n  3   y := b\n"),
     "ordered, or counted with"},
    {TOY("last", "shared y : 0..N\n", "  local b : 0..N\n", "      b := N\n  3   y := b\n"), "N among identities"},
    {TOY("lowest", "shared y : 1..N\n", "", ""), "ordered, or counted with"},
    {TOY("first", "shared y : 1..N initially N\n", "", ""), "names one of identities alike"},
    {TOY("numbers", "shared y : natural\n", "", ""), "numbers, sessions and records"},
    {TOY("counter", "", "  local c : natural\n", "      c := 3\n"), "numbers, sessions and records"},
    {TOY("array", "shared y : boolean\n", "  local b[1..2] : boolean\n", "      b[1] := true\n  3   y := b[2]\n"),
     "arrays and graphs"},
    {TOY("two", "shared y[1..N, 1..N] : boolean\n", "", ""), "registers of two processes"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) refused_forged(cases[k][0], false, cases[k][1]);
}

/* Views are of every N, and those with places have four classes. */
static void test_elsewhere(void **state)
{
  (void)state;
  struct proved proved;
  char *text = honest_p1("tas", &proved), *n = strstr(text, "\nn 0\n"), *claim = strstr(text, "claim P1");
  claim[7] = '5';
  refused(text, strlen(text), "P5 by views", "");
  memcpy(claim, "claim P1", 8);
  memcpy(n, "\nn 3\n", 5);
  refused(text, strlen(text), "views at one N", "");
  free(text);
  proved_free(&proved);
  text = honest_p1("lamport_fast", &proved);
  char *last = strstr(text, "\nviews-by-place");
  for (char *next = last; next != NULL; next = strstr(last + 1, "\nviews-by-place")) last = next;
  strcpy(last + 1, "end\n");
  refused(text, strlen(text), "three classes of views", "views, as those before");
  free(text);
  proved_free(&proved);
}

int main(void)
{
  snprintf(path, sizeof path, "/tmp/rmr-views-%ld", (long)getpid());
  snprintf(specification, sizeof specification, "%s.alg", path);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_honest),        cmocka_unit_test(test_others),
                                     cmocka_unit_test(test_view_left_out), cmocka_unit_test(test_other_bytes),
                                     cmocka_unit_test(test_blind),         cmocka_unit_test(test_not_followed),
                                     cmocka_unit_test(test_elsewhere)};
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  unlink(specification);
  return failed;
}
