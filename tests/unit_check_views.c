/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_check_views.c: certificates of P1 by views (prove/check_views.h). Those that prove() writes are confirmed.
 * Without any one view they are refused, and with other bytes they claim no more. So are those of two provers that do
 * not look: to one a third process does nothing, and the other one does not mind two processes in the critical section.
 * Texts that order identities, or that have features without views, are refused before any step. The views of any three
 * processes, two by two, join to their state.
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
#include "prove/check_shows.h"
#include "prove/check_step.h"

/* With sanitizers less is tried of what takes long, and nothing of mcs, which has views as clh. */
#ifdef __SANITIZE_ADDRESS__
enum { SKIPPED = 4, EVERY_OF_MCS = 0, EVERY_OF_PLACED = 40000, EVERY_AT_ONE = 1013 };
#else
enum { SKIPPED = 0, EVERY_OF_MCS = 1401, EVERY_OF_PLACED = 6001, EVERY_AT_ONE = 131 };
#endif
static char specification[80]; /* of the text of a certificate */

/* n: 0 is every N. */
static char *honest_p1(const char *name, uint32_t n, struct proved *proved)
{
  return honest(name, (struct prove_spec){.n = n, .check[PROVE_P1] = true}, proved);
}

static const struct {
  const char *name;
  uint32_t n;
} honest_ones[] = {{"tas", 0},
                   {"ttas", 0},
                   {"recoverable_owner", 0},
                   {"ticket", 0},
                   {"dekker", 2},
                   {"szymanski", 3},
                   {"block_woo", 3},
                   {"clh", 3},
                   {"ticket", 3},
                   {"graunke_thakkar", 3},
                   {"peterson_fischer", 4},
                   {"tas", 16},
                   {"lamport_fast", 0},
                   {"mcs", 0},
                   {"recoverable_epoch", 3}};

static void test_honest(void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof honest_ones / sizeof *honest_ones - SKIPPED; k++) {
    struct proved proved;
    struct certified certified;
    struct error e;
    free(honest_p1(honest_ones[k].name, honest_ones[k].n, &proved));
    const struct prove_answer *answer = &proved.property[PROVE_P1];
    if (!answer->certified) fail_msg("%s: no certificate", honest_ones[k].name);
    assert_true(answer->verdict == PROVE_HOLDS && (answer->basis & PROVE_BY_VIEWS));
    if (!is_confirmed(&certified, &e)) fail_msg("%s: line %d: %s", honest_ones[k].name, e.line, e.text);
    assert_true(certified.claimed[CLAIM_P1] && certified.n == honest_ones[k].n);
    assert_int_equal(certified.states[CLAIM_P1], answer->states);
    proved_free(&proved);
  }
}

/* Algorithms that the checker does not follow have no certificate. */
static void test_others(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    uint32_t n;
  } others[] = {{"clh", 0}, {"anderson", 0}, {"kessels", 4}, {"tas", 17}};
  for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
    struct proved proved;
    free(honest_p1(others[k].name, others[k].n, &proved));
    assert_true((proved.property[PROVE_P1].basis & PROVE_BY_VIEWS) && !proved.property[PROVE_P1].certified);
    proved_free(&proved);
  }
}

/* --- without a view ----------------------------------------------------------------------------------------------- */

/* Of each class of views. */
static size_t leave_out(const char *name, uint32_t n, uint32_t every)
{
  struct proved proved;
  char *text = honest_p1(name, n, &proved);
  size_t tried = 0;
  for (const char *views = strstr(text, "\nviews"); views != NULL; views = strstr(views + 1, "\nviews")) {
    const uint32_t all = n_states(views + 1);
    for (uint32_t k = 0; k < all; k += every, tried++) {
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
  assert_int_equal(leave_out("tas", 0, 1), 12);
  assert_int_equal(leave_out("ttas", 0, 1), 24);
  assert_int_equal(leave_out("ticket", 0, 1), 55);
  assert_int_equal(leave_out("recoverable_owner", 0, 1), 24);
  assert_int_equal(leave_out("dekker", 2, 1), 86);
  assert_int_equal(leave_out("ticket", 3, 1), 165);
  assert_true(leave_out("szymanski", 3, EVERY_AT_ONE) >= 3);
  assert_true(leave_out("graunke_thakkar", 3, EVERY_AT_ONE) >= 3);
  assert_true(leave_out("clh", 3, EVERY_AT_ONE) >= 3);
  if (EVERY_OF_MCS != 0) assert_true(leave_out("mcs", 0, EVERY_OF_MCS) >= 3);
  assert_true(leave_out("lamport_fast", 0, EVERY_OF_PLACED) >= 4);
}

/* Other bytes: refused, or the claim is no more than before. */
static void test_other_bytes(void **state)
{
  (void)state;
  static const char bytes[] = "0123456789 :+-\nclaimviews\xff";
  struct proved proved;
  uint64_t rng = 28;
  uint32_t n_confirmed = 0;
  char *text = honest_p1("recoverable_owner", 0, &proved);
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
static void forge(const char *text, uint32_t n, bool whole, bool searched)
{
  struct error e = {0};
  struct forgery f;
  forgery_begin(&f, specification, text, n);
  struct scene like = forgery_scene(&f);
  like.whole = whole;
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

static void refused_at(const char *text, uint32_t n, bool whole, bool searched, const char *why)
{
  struct certified certified;
  struct error e;
  forge(text, n, whole, searched);
  if (is_confirmed(&certified, &e)) fail_msg("confirmed: %s", text);
  if (strstr(e.text, why) == NULL) fail_msg("%s\n'%s', expected '%s'", text, e.text, why);
}

static void refused_forged(const char *text, bool searched, const char *why)
{
  refused_at(text, 0, false, searched, why);
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
  /* A ticket may be given away twice; and a third process is served, too. */
  static const char twice[] = HEAD("twice") "shared next, serving : natural\n"
                                            "process i\n  local my : natural\n  waiting\n"
                                            "  1   my := next\n  2   next := my + 1\n  3   wait until serving = my\n"
                                            "      critical section\n  exit\n  4   serving := my + 1\n";
  static const char served[] = HEAD("served") "shared next, serving : natural\n"
                                              "process i\n  local my : natural\n  waiting\n"
                                              "  1   my := fetch_and_add(next, 1)\n"
                                              "      if my = 0 then\n"
                                              "  2     L: serving := serving + 1; goto L\n      end if\n"
                                              "  3   wait until serving = my\n"
                                              "      critical section\n  exit\n  4   serving := my\n";
  refused_forged(twice, true, "two processes are in the critical section");
  refused_forged(served, true, "a step beside a third process leads out of the views");
  refused_forged(open, true, "two processes are in the critical section");
  refused_forged(scanned, true, "two processes are in the critical section");
  refused_forged(above, true, "a step beside a third process leads out of the views");
  refused_forged(opened, true, "a step beside a third process leads out of the views");
  refused_forged(called, true, "a step beside a third process leads out of the views");
  refused_forged(opened, false, "an initial state leads out of the views");
  static const char *const by_third[] = {opened, called, above, served};
  for (size_t k = 0; k < sizeof by_third / sizeof *by_third; k++) {
    refused_at(by_third[k], 3, false, true, "a step beside a third process leads out of the views");
    refused_at(by_third[k], 3, true, true, "a step beside a third process leads out of the views");
  }
  refused_at(open, 2, false, true, "two processes are in the critical section");
  refused_at(scanned, 3, true, true, "two processes are in the critical section");
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
    {TOY("records", "type pair = (a: boolean, b: boolean)\nshared y : pair\n", "", ""), "records of numbers or places"},
    {TOY("array", "shared y : boolean\n", "  local b[1..2] : boolean\n", "      b[1] := true\n  3   y := b[2]\n"),
     "arrays and graphs"},
    {TOY("two", "shared y[1..N, 1..N] : boolean\n", "", ""), "registers of two processes"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) refused_forged(cases[k][0], false, cases[k][1]);
}

/* --- three views, and the state that shows them ------------------------------------------------------------------- */

static void make_scene(struct check_scene *out, struct scene *scene, const struct scene *like, uint32_t n,
                       struct scene of)
{
  struct error e = {0};
  *scene = of;
  scene->machine = like->machine;
  scene->n = n;
  scene->records = like->records;
  scene->written = like->written;
  if (!scene_create(scene, &e)) fail_msg("%s", e.text);
  shows_choose_cells(scene);
  check_scene_fill(out, scene, false);
}

/* Any value that the word may hold, of what occurs in these texts. */
static int32_t any_value(const struct check_scene *of, uint32_t word, uint64_t *rng)
{
  const struct scene *w = of->scene;
  const uint8_t kind = word >= state_cells(w)  ? of->registers.group[w->cell[word - state_cells(w)].group].holds.kind
                       : of->registers.ordered ? ABSTRACT_NUMBER
                                               : ABSTRACT_PLACE;
  struct abstract a = {kind, (int32_t)rng_below(rng, 2)};
  const int32_t end = ring_end(w->ring);
  if (w->n != 0 && kind == ABSTRACT_PLACE) return abstract_pack(abstract_plain((int32_t)rng_below(rng, w->n + 1)));
  if (kind == ABSTRACT_NUMBER) a.is = NUMBER_GAP * (int32_t)rng_below(rng, 6);
  if (kind == ABSTRACT_PLACE) a.is = (int32_t)rng_below(rng, (uint32_t)end + 1);
  if (kind == ABSTRACT_PLACE && (a.is == 1 || a.is == end - 1)) a.is = 0; /* nobody is there */
  return abstract_pack(a);
}

/* The views of three processes, two by two, join to the state that was shown, and to no other. */
static void check_joins(const char *name, struct shows_form form, uint32_t class)
{
  static const uint8_t members[PAIRS_OF_THREE][2] = {{0, 1}, {0, 2}, {1, 2}};
  struct error e = {0};
  struct forgery f = {.limits.memory = MOST_BYTES};
  f.choice = algorithm_choose(name, NULL, &e);
  struct machine *own = machine_of(f.choice->algorithm, &e);
  struct scene like = forgery_scene(&f), scene[4];
  like.machine = own;
  struct check_scene *of = mem_new(4, sizeof *of);
  struct shows shows[PAIRS_OF_THREE];
  uint64_t rng = 26;
  make_scene(&of[3], &scene[3], &like, form.n, shows_scene(3, form, class));
  for (uint32_t p = 0; p < PAIRS_OF_THREE; p++) {
    const uint32_t within = shows_class_within(form, class, 3, members[p][0], members[p][1]);
    make_scene(&of[p], &scene[p], &like, form.n, shows_scene(2, form, within));
    shows_fill(&shows[p], &of[3].registers, &of[p].registers, members[p]);
  }
  int32_t state[MOST_WORDS] = {0}, joined[MOST_WORDS] = {0}, view[PAIRS_OF_THREE][MOST_WORDS] = {{0}};
  for (int k = 0; k < 20000; k++) {
    for (uint32_t w = 0; w < scene[3].length; w++)
      state[w] = state_is_value(&scene[3], w) ? any_value(&of[3], w, &rng) : 0;
    shows_tidy(&scene[3], state);
    for (uint32_t p = 0; p < PAIRS_OF_THREE; p++) shows_make(&shows[p], state, view[p]);
    const int32_t *const views[] = {view[0], view[1], view[2]};
    if (!shows_join(shows, views, joined)) fail_msg("%s: the views of state %d do not join", name, k);
    assert_memory_equal(joined, state, scene[3].length * sizeof *state);
  }
  for (uint32_t p = 0; p < PAIRS_OF_THREE; p++) shows_free(&shows[p]);
  for (uint32_t p = 0; p < 4; p++) scene_free(&scene[p]);
  free(of);
  lookup_free(&f.records.numbers);
  machine_free(own);
  algorithm_release(f.choice);
}

static void test_joins(void **state)
{
  (void)state;
  check_joins("mcs", (struct shows_form){.placed = false}, 0);
  check_joins("ticket", (struct shows_form){.placed = false}, 0);
  check_joins("ticket", (struct shows_form){.n = 5}, 7);
  check_joins("szymanski", (struct shows_form){.n = 4, .whole = true}, 2);
  check_joins("szymanski", (struct shows_form){.n = 16}, 559);
  for (uint32_t class = 0; class < 4; class ++) check_joins("lamport_fast", (struct shows_form){.placed = true}, class);
}

/* A register that no pair has, at one N; and a number in a text without any. */
static void test_few_registers(void **state)
{
  (void)state;
  static const char unread[] = HEAD("unread") "shared x : boolean\nshared a[1..2] : boolean\nprocess i\n  waiting\n"
                                              "  1   a[2] := true\n  2   repeat until not test_and_set(x)\n"
                                              "      critical section\n  exit\n  3   x := false\n";
  struct proved proved;
  put(specification, unread, strlen(unread));
  free(honest_p1(specification, 3, &proved));
  assert_true((proved.property[PROVE_P1].basis & PROVE_BY_VIEWS) && !proved.property[PROVE_P1].certified);
  proved_free(&proved);
  static const char local[] = HEAD("local") "shared x : boolean\nprocess i\n  local b : boolean\n  waiting\n"
                                            "  1   b := x\n  2   repeat until not test_and_set(x)\n"
                                            "      critical section\n  exit\n  3   x := b and false\n";
  put(specification, local, strlen(local));
  char *text = honest_p1(specification, 3, &proved), *views = strstr(text, "\nviews ");
  assert_non_null(views);
  char *word = strstr(views, " 10:");
  assert_non_null(word);
  char *other = mem_format("%.*s 4:1026%s", (int)(word - text), text, word);
  refused(other, strlen(other), "a number", "a number where the text has none");
  free(other);
  free(text);
  proved_free(&proved);
}

/* A claim of paths, and of another N. */
static void test_elsewhere(void **state)
{
  (void)state;
  struct proved proved;
  char *text = honest_p1("tas", 0, &proved), *n = strstr(text, "\nn 0\n"), *claim = strstr(text, "claim P1");
  claim[7] = '5';
  refused(text, strlen(text), "P5 by views", "");
  memcpy(claim, "claim P1", 8);
  memcpy(n, "\nn 3\n", 5);
  refused(text, strlen(text), "views of every N at one", "");
  free(text);
  proved_free(&proved);
  text = honest_p1("lamport_fast", 0, &proved);
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
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_honest),      cmocka_unit_test(test_others), cmocka_unit_test(test_view_left_out),
    cmocka_unit_test(test_other_bytes), cmocka_unit_test(test_blind),  cmocka_unit_test(test_not_followed),
    cmocka_unit_test(test_elsewhere),   cmocka_unit_test(test_joins),  cmocka_unit_test(test_few_registers)};
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  unlink(specification);
  return failed;
}
