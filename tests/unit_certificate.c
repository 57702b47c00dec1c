/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_certificate.c: certificates (prove/certificate.h). Those that prove() writes are confirmed. Those that somebody
 * has changed are refused: a state left out, a bound lowered, another text, another question, half a file, other
 * bytes. So are those of provers that do not look: forge() writes one of each kind.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "model/choice.h"
#include "prove/certificate.h"
#include "prove/prove.h"

#include "client.h"

static char path[64]; /* of the certificate under test */

static bool put(const char *text, size_t length)
{
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  assert_int_equal(fwrite(text, 1, length, out), length);
  return fclose(out) == 0;
}

/* Whether it is confirmed. If not, there is one line and an exit code. */
static bool is_confirmed(struct certified *certified, struct error *e)
{
  char line[1200];
  *e = (struct error){0};
  if (certificate_check(path, NULL, certified, e)) return true;
  assert_true(e->code == EXIT_EXPECT || e->code == EXIT_USAGE || e->code == EXIT_INCOMPLETE);
  assert_null(strchr(error_string(e, line, sizeof line), '\n'));
  assert_true(e->text[0] != '\0');
  return false;
}

static void refused(const char *text, size_t length, const char *what, const char *why)
{
  struct certified certified;
  struct error e;
  put(text, length);
  if (is_confirmed(&certified, &e)) fail_msg("%s is confirmed", what);
  if (strstr(e.text, why) == NULL) fail_msg("%s: '%s', expected '%s'", what, e.text, why);
}

/* --- honest ones -------------------------------------------------------------------------------------------------- */

static void prove_into_file(const char *name, uint32_t n, enum memory memory, struct proved *proved)
{
  struct error e = {0};
  struct certificate c = {0};
  struct machine *m = machine_of(algorithm_named(name), &e);
  struct prove_spec spec = {
    .machine = m, .n = n, .memory = memory, .limits.memory = 256 << 20, .certificate = &c, .cost = true};
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) spec.check[k] = true;
  if (!prove(&spec, proved, &e) || !certificate_write(&c, path, name, m, memory, n, &e)) fail_msg("%s", e.text);
  certificate_free(&c);
  machine_free(m);
}

static void compare(const char *name, uint32_t n, enum memory memory)
{
  static const enum certificate_claim claims[] = {CLAIM_P1, CLAIM_P3, CLAIM_P5, CLAIM_BYPASS};
  struct proved proved;
  struct certified certified;
  struct error e;
  prove_into_file(name, n, memory, &proved);
  if (!is_confirmed(&certified, &e)) fail_msg("%s: line %d: %s", name, e.line, e.text);
  for (int k = 0; k < N_PROVE_PROPERTIES; k++) {
    assert_int_equal(certified.claimed[claims[k]], proved.property[k].verdict == PROVE_HOLDS);
    if (certified.claimed[claims[k]]) assert_int_equal(certified.bound[claims[k]][0], proved.property[k].bound);
  }
  assert_int_equal(certified.claimed[CLAIM_RMR], proved.cost.verdict == PROVE_HOLDS);
  if (certified.claimed[CLAIM_RMR]) {
    assert_int_equal(certified.bound[CLAIM_RMR][0], proved.cost.own);
    assert_int_equal(certified.bound[CLAIM_RMR][1], proved.cost.below);
    assert_int_equal(certified.bound[CLAIM_RMR][2], proved.cost.above);
  }
  assert_int_equal(certified.n, n);
  proved_free(&proved);
}

static void test_honest(void **state)
{
  (void)state;
  static const char *const names[] = {
    "bakery",    "burns_1981",        "burns_lamport", "burns_lamport_gme", "burns_lynch", "dijkstra", "knuth",
    "de_bruijn", "eisenberg_mcguire", "tas",           "recoverable_bakery"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) compare(names[k], 0, MEMORY_CC);
  compare("burns_lamport", 3, MEMORY_CC);
  compare("recoverable_bakery", 0, MEMORY_DSM);
}

/* --- changed ones ------------------------------------------------------------------------------------------------- */

/* The certificate of an algorithm, with its claims. */
static char *honest(const char *name, size_t *length)
{
  struct proved proved;
  struct error e = {0};
  prove_into_file(name, 0, MEMORY_CC, &proved);
  proved_free(&proved);
  char *text = file_read(path, 1 << 28, length, &e);
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
  char *text = honest("recoverable_bakery", &length);
  refused_with(text, "rmr-certificate 1", "rmr-certificate 2", "the version is 2");
  refused_with(text, "algorithm recoverable_bakery", "algorithm bakery", "another text");
  refused_with(text, "algorithm recoverable_bakery", "algorithm ./a.so", "not a text");
  refused_with(text, "algorithm recoverable_bakery", "algorithm a.so:x=1", "not a text");
  refused_with(text, "\nn 0\n", "\nn 3\n", "");
  refused_with(text, "\nn 0\n", "\nn 1\n", "n is 1");
  refused_with(text, "claim P3 0 0 1", "claim P3 0 0 0", "more than the bound 0");
  refused_with(text, "claim bypass 0 0 1", "claim bypass 0 0 0", "more than the bound 0");
  refused_with(text, "claim rmr 0 0 6 6 6", "claim rmr 0 0 5 6 6", "more than the bound 5");
  refused_with(text, "claim rmr 0 0 6 6 6", "claim rmr 0 0 6 5 6", "more than the bound 5");
  refused_with(text, "claim rmr 0 0 6 6 6", "claim rmr 0 0 6 6 5", "more than the bound 5");
  refused_with(text, "claim P5 0 0", "claim P5 1 4294967295", "must not be");
  refused_with(text, "claim P3 ", "claim P1 ", "a claim: P1, P3, P5");
  refused_with(text, "claim written", "claim P1", "`written` first");
  refused_with(text, "end\n", "end\nend\n", "nothing behind");
  free(text);
}

/* Each line of a state, each value, and each line of a small certificate is needed. */
static void test_each_line(void **state)
{
  (void)state;
  size_t length, n = 0;
  char *text = honest("burns_lamport", &length), *changed = mem_new(length + 1, 1);
  for (const char *at = text; *at != '\0';) {
    const size_t line = strcspn(at, "\n") + 1, before = (size_t)(at - text);
    memcpy(changed, text, before);
    memcpy(changed + before, at + line, length - before - line);
    refused(changed, length - line, "a certificate without a line", "");
    refused(text, before, "half a certificate", "");
    at += line;
    n++;
  }
  assert_true(n > 300);
  free(changed);
  free(text);
}

/* A state left out whole, so that the words of the next one are as they were: its line becomes empty, the count one
 * less. Written as numbers it is a matter of text, so here two lines are merged. */
static void test_state_left_out(void **state)
{
  (void)state;
  size_t length, n = 0;
  char *text = honest("burns_lamport", &length);
  for (char *scene = strstr(text, "scene "); scene != NULL; scene = strstr(scene + 1, "scene ")) {
    char *first = strchr(scene, '\n') + 1;
    for (char *at = strchr(first, '\n'); at != NULL && at[1] == '+'; at = strchr(at + 1, '\n')) {
      char *changed = mem_format("%.*sscene %d\n%.*s%s", (int)(scene - text), text, atoi(scene + 6) - 1,
                                 (int)(at - first), first, at + 2); /* later words win */
      refused(changed, strlen(changed), "a certificate without a state", "leads out");
      free(changed);
      n++;
    }
  }
  assert_true(n > 300);
  free(text);
}

/* Other bytes: refused, or what is claimed is no more than before. */
static void test_other_bytes(void **state)
{
  (void)state;
  static const char bytes[] = "0123456789 :+-\nclaimPrsn\xff";
  uint64_t rng = 26;
  size_t length, n_confirmed = 0;
  char *text = honest("burns_lamport", &length), *changed = mem_new(length + 1, 1);
  for (int k = 0; k < 4000; k++) {
    struct certified certified;
    struct error e;
    memcpy(changed, text, length + 1);
    for (uint32_t changes = 1 + rng_below(&rng, 4); changes-- > 0;)
      changed[rng_below(&rng, (uint32_t)length)] = bytes[rng_below(&rng, sizeof bytes)];
    put(changed, length);
    if (!is_confirmed(&certified, &e)) continue;
    n_confirmed++;
    assert_string_equal(certified.algorithm, "burns_lamport");
    if (certified.claimed[CLAIM_P3]) assert_true(certified.bound[CLAIM_P3][0] >= 1);
    assert_false(certified.claimed[CLAIM_P5] || certified.claimed[CLAIM_BYPASS] || certified.claimed[CLAIM_RMR]);
  }
  print_message("%zu of 4000 are confirmed\n", n_confirmed);
  assert_true(n_confirmed < 400);
  free(changed);
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
    here.ring = (struct ring){(uint8_t)scene.members, (k & 1) != 0, (k & 2) != 0};
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_honest),      cmocka_unit_test(test_changed),
                                     cmocka_unit_test(test_each_line),   cmocka_unit_test(test_state_left_out),
                                     cmocka_unit_test(test_other_bytes), cmocka_unit_test(test_forged)};
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(path);
  return failed;
}
