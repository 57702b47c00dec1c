/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_certificate.c: certificates (prove/certificate.h). Those that prove() writes are confirmed. Those that somebody
 * has changed are refused: a state left out, a bound or a potential lowered, another text, another question, half a
 * file, other bytes. So are those of provers that do not look: forge() writes one of each kind. One that is made to
 * take long, or much memory, ends in one line.
 *
 * ctest: slow long
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "model/choice.h"
#include "prove/certificate.h"
#include "prove/prove.h"

#include "certifying.h"

/* With sanitizers one in so many of those that are changed by rule is tried, and of the honest ones. */
#ifdef __SANITIZE_ADDRESS__
enum { EVERY = 32, EVERY_HONEST = 12 };
#else
enum { EVERY = 1, EVERY_HONEST = 1 };
#endif

/* --- honest ones -------------------------------------------------------------------------------------------------- */

/* Of the cost, or of the properties. */
static void prove_into_file(const char *name, uint32_t n, enum memory memory, bool cost, struct proved *proved)
{
  struct error e = {0};
  struct certificate c = {0};
  struct machine *m = machine_of(algorithm_named(name), &e);
  struct prove_spec spec = {
    .machine = m, .n = n, .memory = memory, .limits.memory = MOST_BYTES, .certificate = &c, .cost = cost};
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) spec.check[k] = !cost;
  if (!prove(&spec, proved, &e) || !certificate_write(&c, path, name, m, memory, n, &e)) fail_msg("%s", e.text);
  certificate_free(&c);
  machine_free(m);
}

static void compare(const char *name, uint32_t n, enum memory memory, bool cost)
{
  static const enum certificate_claim claims[N_PROVE_PROPERTIES] = {CLAIM_P1, CLAIM_P3, CLAIM_P4, CLAIM_P5,
                                                                    CLAIM_BYPASS};
  struct proved proved;
  struct certified certified;
  struct error e;
  prove_into_file(name, n, memory, cost, &proved);
  if (!is_confirmed(&certified, &e)) fail_msg("%s: line %d: %s", name, e.line, e.text);
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) {
    const struct prove_answer *answer = &proved.property[k];
    const bool views = (answer->basis & PROVE_BY_VIEWS) && !answer->certified;
    const bool certifiable = answer->verdict == PROVE_HOLDS && !views && (answer->basis & PROVE_BY_LEFT) == 0;
    assert_int_equal(certified.claimed[claims[k]], certifiable);
    if (certified.claimed[claims[k]]) assert_int_equal(certified.bound[claims[k]][0], proved.property[k].bound);
  }
  const struct prove_answer *entry = &proved.property[PROVE_P4];
  if (certified.claimed[CLAIM_P4]) {
    assert_int_equal(certified.bound[CLAIM_P4][1], entry->below);
    assert_int_equal(certified.bound[CLAIM_P4][2], entry->above);
  }
  assert_int_equal(certified.claimed[CLAIM_RMR], proved.cost.verdict == PROVE_HOLDS);
  if (certified.claimed[CLAIM_RMR]) {
    assert_int_equal(certified.bound[CLAIM_RMR][0], proved.cost.own.most);
    assert_int_equal(certified.bound[CLAIM_RMR][1], proved.cost.below.most);
    assert_int_equal(certified.bound[CLAIM_RMR][2], proved.cost.above.most);
  }
  assert_int_equal(certified.n, n);
  proved_free(&proved);
}

static void test_honest(void **state)
{
  (void)state;
  static const char *const names[] = {"bakery",   "burns_1981", "burns_lamport", "burns_lamport_gme", "burns_lynch",
                                      "dijkstra", "knuth",      "de_bruijn",     "eisenberg_mcguire", "tas"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k += EVERY_HONEST) compare(names[k], 0, MEMORY_CC, false);
  compare("burns_lamport", 3, MEMORY_CC, false);
  compare("burns_lamport", 0, MEMORY_DSM, false);
  compare("glb", 0, MEMORY_CC, true);
  if (EVERY_HONEST == 1) compare("recoverable_bakery", 0, MEMORY_CC, true);
}

/* --- changed ones ------------------------------------------------------------------------------------------------- */

/* The certificate of an algorithm, with its claims. */
static char *proof_of(const char *name, bool cost, size_t *length)
{
  struct proved proved;
  struct error e = {0};
  prove_into_file(name, 0, MEMORY_CC, cost, &proved);
  proved_free(&proved);
  char *text = file_read(path, MOST_BYTES, length, &e);
  assert_non_null(text);
  return text;
}

/* The text with the first `old` replaced. */
static char *replaced(const char *text, const char *old, const char *new)
{
  const char *at = strstr(text, old);
  if (at == NULL) fail_msg("nowhere '%s'", old);
  return mem_format("%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
}

static void refused_with(const char *text, const char *old, const char *new, const char *why)
{
  char *changed = replaced(text, old, new);
  refused(changed, strlen(changed), new, why);
  free(changed);
}

static void test_changed(void **state)
{
  (void)state;
  size_t length;
  char *text = proof_of("recoverable_bakery", false, &length);
  refused_with(text, "rmr-certificate 4", "rmr-certificate 3", "the version is 3");
  refused_with(text, "algorithm recoverable_bakery", "algorithm bakery", "another text");
  refused_with(text, "algorithm recoverable_bakery", "algorithm ./a.so", "not a text");
  refused_with(text, "algorithm recoverable_bakery", "algorithm a.so:x=1", "not a text");
  refused_with(text, "\nn 0\n", "\nn 3\n", "");
  refused_with(text, "\nn 0\n", "\nn 1\n", "n is 1");
  refused_with(text, "claim bypass 0 0 1", "claim bypass 0 0 0", "more than the bound 0");
  refused_with(text, "claim P5 0 0", "claim P5 1 4294967295", "must not be");
  refused_with(text, "claim P4 0 0 5 2 2 0", "claim P4 0 0 4 2 2 0", "more than the bound 4");
  refused_with(text, "claim P4 0 0 5 2 2 0", "claim P4 0 0 5 1 2 0", "more than the bound 1");
  refused_with(text, "claim P4 0 0 5 2 2 0", "claim P4 0 0 5 2 1 0", "more than the bound 1");
  refused_with(text, "claim P4 0 0", "claim P4 1 4294967295", "must not be");
  refused_with(text, "claim written", "claim P1", "`written` first");
  free(text);
  text = proof_of("burns_lamport", false, &length);
  refused_with(text, "claim P3 0 0 1", "claim P3 0 0 0", "more than the bound 0");
  refused_with(text, "\n216 0 0 0 0 0 0 0\n", "\n216 0 0 0 0 0 0 1\n", "not among the values"); /* while it rests */
  refused_with(text, "claim P3 ", "claim P1 ", "a claim, each once");
  refused_with(text, "end\n", "end\nend\n", "nothing behind");
  free(text);
  text = proof_of("glb", true, &length);
  refused_with(text, "claim rmr 0 0 9 8 8 16", "claim rmr 0 0 8 8 8 16", "more than the bound 8");
  refused_with(text, "claim rmr 0 0 9 8 8 16", "claim rmr 0 0 9 7 8 16", "more than the bound 7");
  refused_with(text, "claim rmr 0 0 9 8 8 16", "claim rmr 0 0 9 8 7 16", "more than the bound 7");
  refused_with(text, "claim rmr 0 0 9 8 8 16", "claim rmr 0 0 9 8 8 15", "expected a line `scene K`"); /* of any two */
  free(text);
  if (EVERY > 1) return;
  text = proof_of("recoverable_bakery", true, &length);
  refused_with(text, "claim rmr 0 0 6 6 6 11", "claim rmr 0 0 6 6 6 10", "more than the bound 10");
  /* of two others nothing is claimed, but their scenes are there */
  refused_with(text, "claim rmr 0 0 6 6 6 11", "claim rmr 0 0 6 6 6 12", "expected");
  free(text);
}

/* Each line of a state, each value, and each line of a small certificate is needed. */
static void test_each_line(void **state)
{
  (void)state;
  size_t length, n = 0;
  char *text = proof_of("burns_lamport", false, &length), *changed = mem_new(length + 1, 1);
  for (const char *at = text; *at != '\0';) {
    const size_t line = strcspn(at, "\n") + 1, before = (size_t)(at - text);
    if (n++ % EVERY == 0) {
      memcpy(changed, text, before);
      memcpy(changed + before, at + line, length - before - line);
      refused(changed, length - line, "a certificate without a line", "");
      refused(text, before, "half a certificate", "");
    }
    at += line;
  }
  assert_true(n > 180);
  free(changed);
  free(text);
}

/* A word of a line, "P:W", and its place; NULL behind the last. */
static const char *word_at(const char *line, long *place)
{
  if (*line == '+') line++;
  if (*line != ' ') return NULL;
  *place = strtol(line, NULL, 10);
  return line;
}

/* The line of two states, one behind the other, as one: of a place that both have, the later word counts. */
static char *merged(const char *one, const char *two)
{
  char *text = mem_text("+");
  long p = 0, q = 0;
  for (const char *a = word_at(one, &p), *b = word_at(two, &q); a != NULL || b != NULL;) {
    const bool first = b == NULL || (a != NULL && p < q), both = a != NULL && b != NULL && p == q;
    const char *word = first ? a : b;
    char *longer = mem_format("%s %.*s", text, (int)strcspn(word + 1, " \n"), word + 1);
    free(text);
    text = longer;
    if (first || both) a = word_at(a + 1 + strcspn(a + 1, " \n"), &p);
    if (!first) b = word_at(b + 1 + strcspn(b + 1, " \n"), &q);
  }
  return text;
}

/* A state left out whole, so that those behind it are as they were: its line and the next are merged, and the count is
 * one less. */
static void test_state_left_out(void **state)
{
  (void)state;
  size_t length, n = 0;
  char *text = proof_of("burns_lamport", false, &length);
  for (char *scene = strstr(text, "scene "); scene != NULL; scene = strstr(scene + 1, "scene ")) {
    char *first = strchr(scene, '\n') + 1;
    for (char *at = strchr(first, '\n'); at != NULL && at[1] == '+'; at = strchr(at + 1, '\n')) {
      if (n++ % EVERY != 0) continue;
      const char *line = at;
      while (line[-1] != '\n') line--;
      char *both = merged(line, at + 1);
      char *changed = mem_format("%.*sscene %d\n%.*s%s%s", (int)(scene - text), text, atoi(scene + 6) - 1,
                                 (int)(line - first), first, both, strchr(at + 1, '\n'));
      free(both);
      refused(changed, strlen(changed), "a certificate without a state", "leads out");
      free(changed);
    }
  }
  assert_true(n > 180);
  free(text);
}

/* The place of potentials in the states of a scene: behind all words. 0: none is more than 0. */
static long place_of_potential(const char *states, const char *end)
{
  long most = 0, place = 0;
  for (const char *line = states; line < end; line = strchr(line, '\n') + 1)
    for (const char *at = word_at(line, &place); at != NULL; at = word_at(at + 1 + strcspn(at + 1, " \n"), &place))
      if (place > most) most = place;
  return most;
}

/* The potential in a line; `before` where it has none. */
static long potential_in(const char *line, long of, long before)
{
  long place = 0;
  for (const char *at = word_at(line, &place); at != NULL; at = word_at(at + 1 + strcspn(at + 1, " \n"), &place))
    if (place == of) return strtol(strchr(at, ':') + 1, NULL, 10);
  return before;
}

/* A line without its potential. */
static int words_in(const char *line, long of)
{
  long place = 0;
  for (const char *at = word_at(line, &place); at != NULL; at = word_at(at + 1 + strcspn(at + 1, " \n"), &place))
    if (place == of) return (int)(at - line);
  return (int)strcspn(line, "\n");
}

/* The potential of each state of a scene less by one, and those behind it as they were. Returns how many there are. */
static size_t lower_each(const char *text, const char *scene, const char *end)
{
  const char *states = strchr(scene, '\n') + 1;
  const long of = place_of_potential(states, end);
  size_t n = 0;
  long potential = 0;
  for (const char *line = states; line < end; line = strchr(line, '\n') + 1) {
    const char *next = strchr(line, '\n') + 1;
    potential = potential_in(line, of, potential);
    if (potential == 0 || n++ % EVERY != 0) continue;
    char *again = next == end
                    ? mem_text("")
                    : mem_format("%.*s %ld:%ld\n", words_in(next, of), next, of, potential_in(next, of, potential));
    char *changed = mem_format("%.*s%.*s %ld:%ld\n%s%s", (int)(line - text), text, words_in(line, of), line, of,
                               potential - 1, again, next == end ? next : strchr(next, '\n') + 1);
    refused(changed, strlen(changed), "a certificate with a potential that is too low",
            "a step counts more than the potential falls");
    free(changed);
    free(again);
  }
  return n;
}

static void test_potential_lowered(void **state)
{
  (void)state;
  size_t length, n = 0;
  char *text = proof_of("burns_lamport", false, &length);
  const char *first = strstr(text, "\nclaim P3 ");
  for (const char *scene = strstr(first, "\nscene "); scene != NULL; scene = strstr(scene, "\nscene ")) {
    const char *end = ++scene;
    do end = strchr(end, '\n') + 1;
    while (*end == '+');
    n += lower_each(text, scene, end);
  }
  assert_true(n > 100);
  free(text);
}

/* Other bytes: refused, or the claim is no more than before. */
static void test_other_bytes(void **state)
{
  (void)state;
  static const char bytes[] = "0123456789 :+-\nclaimPrsn\xff";
  uint64_t rng = 26;
  size_t length, n_confirmed = 0;
  char *text = proof_of("burns_lamport", false, &length), *changed = mem_new(length + 1, 1);
  for (int k = 0; k < 300 / EVERY; k++) {
    struct certified certified;
    struct error e;
    memcpy(changed, text, length + 1);
    for (uint32_t changes = 1 + rng_below(&rng, 4); changes-- > 0;)
      changed[rng_below(&rng, (uint32_t)length)] = bytes[rng_below(&rng, sizeof bytes)];
    put(path, changed, length);
    if (!is_confirmed(&certified, &e)) continue;
    n_confirmed++;
    assert_string_equal(certified.algorithm, "burns_lamport");
    if (certified.claimed[CLAIM_P3]) assert_true(certified.bound[CLAIM_P3][0] >= 1);
    assert_false(certified.claimed[CLAIM_P5] || certified.claimed[CLAIM_BYPASS] || certified.claimed[CLAIM_RMR]);
  }
  print_message("%zu of %d are confirmed\n", n_confirmed, 300 / EVERY);
  assert_true(n_confirmed < 30);
  free(changed);
  free(text);
}

/* --- inputs that would take long, or much memory ------------------------------------------------------------------ */

/* The bounds of a line, a register or a state are those of the algorithm. */
static void test_too_much(void **state)
{
  (void)state;
  size_t length;
  char *text = proof_of("burns_lamport", false, &length);
  refused_with(text, "\n+ ", "\n+ 3:0 2:0 ", "the place of a word is 2; expected 4");
  refused_with(text, "\n+ ", "\n+ 0:0 0:0 ", "the place of a word is 0; expected 1");
  refused_with(text, "\n+ ", "\n+ 99999:0 ", "the place of a word");
  refused_with(text, "\nscene 2\n", "\nscene 2000000000\n", "the file ends before");
  refused_with(text, "0 0 0 0 0 0 0 0 1\n", "0 0 0 0 0 0 0 0 1 2\n", "cannot hold");
  refused_with(text, "0 0 0 0 0 0 0 0 1\n", "0 0 0 0 0 0 0 0 1 1\n", "there twice");
  refused_with(text, "0 0 0 0 0 0 0 0 1\n", "0 1 0 0 0 0 0 0 1\n", "cannot hold");
  refused_with(text, "0 0 0 0 0 0 0 0 1\n", "0 0 0 0 1 0 0 0 1\n", "cannot hold");
  refused_with(text, "0 0 0 0 0 0 0 0 1\n", "0 0 0 0 0 1 0 0 1\n", "cannot hold");
  refused_with(text, "0 0 0 0 0 0 0 0 1\n", "20 0 0 0 0 0 0 0 1\n", "cannot hold");
  refused_with(text, "\nvalues 2\n", "\nvalues 3\n0 0 0 0 0 0 0 0 1\n", "the number of registers");
  refused_with(text, "10:8\n", "10:16\n", "no state"); /* a boolean that is 2 */
  free(text);
  text = proof_of("recoverable_bakery", false, &length);
  const char *first = strstr(text, "\nrecords ") + 1;
  char *changed = mem_format("%.*srecords 0%s", (int)(first - text), text, strstr(text, "\nvalues "));
  refused(changed, strlen(changed), "a certificate without records", "no state");
  free(changed);
  free(text);
}

static void ends_with(const struct reach_limits *limits, enum exit_code code, const char *why)
{
  struct certified certified;
  struct error e = {0};
  if (certificate_check(path, limits, &certified, &e)) fail_msg("confirmed, expected '%s'", why);
  if (strstr(e.text, why) == NULL) fail_msg("'%s', expected '%s'", e.text, why);
  assert_int_equal(e.code, code);
}

static void test_limits(void **state)
{
  (void)state;
  const atomic_bool raised = true;
  size_t length;
  char *text = proof_of("burns_lamport", false, &length), *many = replaced(text, "\nscene 2\n", "\nscene 200000\n");
  ends_with(&(struct reach_limits){.memory = length - 1}, EXIT_USAGE, "is longer than");
  ends_with(&(struct reach_limits){.memory = 1 << 20, .interrupt = &raised}, EXIT_INCOMPLETE, "interrupted");
  char *padded = mem_format("%s%500000d", many, 0);
  put(path, padded, strlen(padded));
  ends_with(&(struct reach_limits){.memory = 1 << 20}, EXIT_INCOMPLETE, "too many abstract states");
  free(padded);
  free(many);
  free(text);
}

/* --- provers that do not look ------------------------------------------------------------------------------------- */

struct walk_all {
  struct abstract_graph graph;
  struct lookup known;
};

static bool add(void *self, const struct walked *to)
{
  struct walk_all *w = self;
  size_t number;
  if (to->stuck != NULL) fail_msg("%s", to->stuck);
  if (!lookup_is_new(&w->known, to->state, w->graph.length * sizeof *to->state, &number)) return true;
  w->graph.word = mem_grow(w->graph.word, (number + 1) * w->graph.length, sizeof *to->state);
  memcpy(w->graph.word + number * w->graph.length, to->state, w->graph.length * sizeof *to->state);
  w->graph.n_states++;
  return true;
}

/* All states of a scene, into the certificate, whatever they break. */
static void walk_scene(struct scene *scene, struct certificate *c)
{
  struct error e = {0};
  if (!scene_create(scene, &e)) fail_msg("%s", e.text);
  struct walk_all w = {.graph.length = scene->length};
  int32_t *from = mem_new(scene->length, sizeof *from);
  abstract_begin(scene, add, &w);
  for (uint32_t k = 0; k < w.graph.n_states; k++)
    for (uint32_t member = 0; member < scene->members; member++) {
      memcpy(from, reach_state(&w.graph, k), scene->length * sizeof *from);
      abstract_step(scene, from, member, add, &w);
    }
  certificate_scene(c, &w.graph, NULL);
  free(from);
  free(w.graph.word);
  lookup_free(&w.known);
  scene_free(scene);
}

static void walk_scenes(struct scene scene, struct certificate *c, enum certificate_claim claim)
{
  certificate_begin(c);
  for (uint32_t k = 0; k < 4; k++) {
    struct scene here = scene;
    here.ring = (struct ring){(uint8_t)scene.members, (k & 1) != 0, (k & 2) != 0, false};
    walk_scene(&here, c);
  }
  certificate_keep(c, claim, &scene, NULL);
}

/* A certificate of P1 or P5 that may be false; rounds: how often it looks for what is written. */
static void forge(const char *text, enum certificate_claim claim, int rounds)
{
  struct error e = {0};
  struct certificate c = {0};
  struct abstract_records records = {0};
  char specification[80];
  snprintf(specification, sizeof specification, "%s.alg", path);
  FILE *out = fopen(specification, "w");
  assert_non_null(out);
  fputs(text, out);
  fclose(out);
  struct algorithm_choice *choice = algorithm_choose(specification, NULL, &e);
  if (choice == NULL) fail_msg("%s", e.text);
  struct machine *m = choice->machine;
  struct written *written = mem_new(N_WRITTEN, sizeof *written);
  bool grew = true;
  struct scene scene = {.machine = m, .members = 1, .observed = NO_MEMBER, .written = written, .records = &records};
  while (grew && rounds-- > 0) {
    struct certificate round = {0};
    grew = false;
    scene.grew = &grew;
    certificate_free(&c);
    c = round;
    walk_scenes(scene, &c, CLAIM_WRITTEN);
  }
  scene.members = 2;
  scene.grew = NULL;
  scene.order = claim == CLAIM_P5;
  walk_scenes(scene, &c, claim);
  certificate_close(&c, written, &records);
  assert_true(certificate_write(&c, path, specification, m, MEMORY_CC, 0, &e));
  certificate_free(&c);
  lookup_free(&records.numbers);
  free(written);
  algorithm_release(choice);
}

static void refused_forged(const char *name, const char *why)
{
  struct certified certified;
  struct error e;
  char specification[80];
  const bool ok = is_confirmed(&certified, &e);
  snprintf(specification, sizeof specification, "%s.alg", path);
  unlink(specification);
  if (ok) fail_msg("%s is confirmed", name);
  if (strstr(e.text, why) == NULL) fail_msg("%s: '%s', expected '%s'", name, e.text, why);
}

#define HEAD(name) "algorithm " name " \"A toy\"\nsource \"tests/unit_certificate.c\"\nnote \"\"\n"

static void test_forged(void **state)
{
  (void)state;
  static const char open[] = HEAD("open") "shared x[1..N] : boolean\n"
                                          "process i\n  doorway\n  1   x[i] := true\n  waiting\n  2   x[i] := true\n"
                                          "      critical section\n  exit\n  3   x[i] := false\n";
  static const char lone[] = HEAD("lone") "shared x[1..N] : 0..3\n"
                                          "process i\n  local j : 1..N\n  local v : 0..3\n  waiting\n"
                                          "  1   L: x[i] := 1\n"
                                          "      for j := 1 to N do\n"
                                          "  2     v := x[j]\n"
                                          "        if v = 1 then\n"
                                          "  3       x[i] := 2\n"
                                          "        end if\n"
                                          "        if v = 2 then\n"
                                          "  4       x[i] := 3\n"
                                          "        end if\n"
                                          "        if v = 3 then goto inside end if\n"
                                          "      end for\n      goto L\n"
                                          "      inside: critical section\n  exit\n  5   x[i] := 0\n";
  forge(open, CLAIM_P1, 100);
  refused_forged("open", "two members are in the critical section");
  forge(open, CLAIM_P5, 100);
  refused_forged("open", "before one that came first");
  forge(lone, CLAIM_P1, 100);
  refused_forged("lone", "two members are in the critical section");
  forge(lone, CLAIM_P1, 1);
  refused_forged("lone", "written: ");
}

int main(void)
{
  snprintf(path, sizeof path, "/tmp/rmr-certificate-%ld", (long)getpid());
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_honest),
                                     cmocka_unit_test(test_changed),
                                     cmocka_unit_test(test_each_line),
                                     cmocka_unit_test(test_state_left_out),
                                     cmocka_unit_test(test_potential_lowered),
                                     cmocka_unit_test(test_other_bytes),
                                     cmocka_unit_test(test_too_much),
                                     cmocka_unit_test(test_limits),
                                     cmocka_unit_test(test_forged)};
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  return failed;
}
