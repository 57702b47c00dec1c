/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_check_paths.c: certificates of P5, the bypass and RMRs by views (prove/check_paths.h), with and without who came
 * before whom. Those that prove() writes are confirmed. Without a state, with a potential or a bound that is less by 1,
 * or in another memory they are refused. So are those of provers that do not look: to one nobody enters out of turn,
 * and another one does not mind where a doorway ends.
 *
 * ctest: slow
 */
#include "prove/reach.h"

/* The paths on which nobody enters out of turn. */
#define REACH_ORDER           REACH_ALL
#define POLL_EVERY            POLL_EVERY_STATE
#define goes_on               goes_on_along
#define views_first_come(...) first_come_blindly(__VA_ARGS__)
#define views_bypass(...)     bypass_blindly(__VA_ARGS__)
#define views_cost(...)       cost_blindly(__VA_ARGS__)
#include "prove/views_paths.c"
#undef REACH_ORDER
#undef POLL_EVERY
#undef goes_on

/* The search that does not mind where a doorway ends. */
#define views_search search_blindly
#include "prove/views_closing.h"
#define views_may_leave(closing, triple, view, member) false
#include "prove/views.c"

#include <unistd.h>

#include "certifying.h"

/* With sanitizers less is tried, and nothing of the claim that takes long. */
#ifdef __SANITIZE_ADDRESS__
enum { EVERY = 131, MOST = 2, SKIPPED = 1 };
#else
enum { EVERY = 31, MOST = 12, SKIPPED = 0 };
#endif

static char specification[80]; /* of the text of a certificate */

#define HEAD(name) "algorithm " name " \"A toy\"\nsource \"tests/unit_check_paths.c\"\nnote \"\"\n"

/* A process that finds it shut waits for ever. The holder takes away the copy that the one before has of its own
 * register. */
static const char shut[] = HEAD("shut") "shared x, open : boolean\nshared last : process or nil\n"
                                        "shared seen[1..N] : boolean\n"
                                        "process i\n  local p : process or nil\n  local b : boolean\n  doorway\n"
                                        "  1   seen[i] := true\n  2   b := test_and_set(x)\n  waiting\n"
                                        "      if b then\n  3     wait until open\n      end if\n"
                                        "  4   p := last\n      if p != nil then\n"
                                        "  5     seen[p] := false\n      end if\n  6   b := seen[i]\n"
                                        "      critical section\n  exit\n  7   b := seen[i]\n  8   last := i\n"
                                        "  9   x := false\n";

/* A proof that has a certificate. */
struct claimed {
  const char *name, *text; /* NULL: it is built in */
  struct prove_spec asked;
  uint64_t rmr; /* the bound, if it is asked for */
};

static const struct claimed claims[] = {{"ticket", NULL, {.check[PROVE_P5] = true, .check[PROVE_BYPASS] = true}, 0},
                                        {"shut", shut, {.check[PROVE_P1] = true, .cost = true}, 7},
                                        {"shut", shut, {.cost = true, .memory = MEMORY_CC_KEEP}, 7},
                                        {"clh", NULL, {.n = 3, .check[PROVE_P5] = true, .cost = true}, 5},
                                        {"mcs", NULL, {.check[PROVE_P5] = true, .check[PROVE_BYPASS] = true}, 0}};
enum { N_CLAIMED = sizeof claims / sizeof *claims - SKIPPED };

/* Their certificates and their claims: both are made once. */
static char *certificate[N_CLAIMED];
static struct proved proved[N_CLAIMED];

static int prove_all(void **state)
{
  (void)state;
  for (size_t k = 0; k < N_CLAIMED; k++) {
    const struct claimed *of = &claims[k];
    if (of->text != NULL) put(specification, of->text, strlen(of->text));
    certificate[k] = honest(of->text != NULL ? specification : of->name, of->asked, &proved[k]);
  }
  return 0;
}

static int forget_all(void **state)
{
  (void)state;
  for (size_t k = 0; k < N_CLAIMED; k++) {
    proved_free(&proved[k]);
    free(certificate[k]);
  }
  return 0;
}

/* The file that a certificate is about must be there. */
static void put_certificate(size_t k)
{
  if (claims[k].text != NULL) put(specification, claims[k].text, strlen(claims[k].text));
  put(path, certificate[k], strlen(certificate[k]));
}

static void test_honest(void **state)
{
  (void)state;
  for (size_t k = 0; k < N_CLAIMED; k++) {
    struct certified certified;
    struct error e;
    put_certificate(k);
    if (!is_confirmed(&certified, &e)) fail_msg("%s: line %d: %s", claims[k].name, e.line, e.text);
    for (int id = 0; id < N_PROVE_PROPERTIES; id++)
      if (claims[k].asked.check[id])
        assert_true((proved[k].property[id].basis & PROVE_BY_VIEWS) && proved[k].property[id].certified);
    assert_int_equal(certified.claimed[CLAIM_P5], claims[k].asked.check[PROVE_P5]);
    assert_int_equal(certified.claimed[CLAIM_RMR], claims[k].asked.cost);
    if (certified.claimed[CLAIM_BYPASS]) assert_int_equal(certified.bound[CLAIM_BYPASS][0], 1);
    if (certified.claimed[CLAIM_RMR]) {
      assert_true((proved[k].cost.basis & PROVE_BY_VIEWS) && proved[k].cost.certified);
      assert_int_equal(certified.bound[CLAIM_RMR][0], claims[k].rmr);
    }
  }
}

/* --- certificates with a mistake ---------------------------------------------------------------------------------- */

static void refuse_changed(const char *text, const char *block, bool counts, const char *name)
{
  for (uint32_t k = 0; k < n_states(block); k += EVERY + n_states(block) / MOST) {
    char *less = changed(text, block, k, true), *lower = counts ? changed(text, block, k, false) : NULL;
    refused(less, strlen(less), name, "leads out of the views");
    if (lower != NULL) refused(lower, strlen(lower), name, "counts more than the potential falls");
    free(less);
    free(lower);
  }
}

/* Whether the block is of a claim that has a bound. */
static bool counts(const char *text, const char *block)
{
  const char *claim = text;
  for (const char *next = claim; next != NULL && next < block; next = strstr(next + 1, "\nclaim ")) claim = next;
  return strncmp(claim, "\nclaim bypass", 13) == 0 || strncmp(claim, "\nclaim rmr", 10) == 0;
}

/* A view less, or a potential that is less by 1, in each block of states. */
static void test_less(void **state)
{
  (void)state;
  uint32_t n_blocks = 0;
  for (size_t k = 0; k < N_CLAIMED; k++) {
    const char *text = certificate[k], *block = strstr(text, "\nviews");
    put_certificate(k);
    for (; block != NULL; block = strstr(block + 1, "\nviews"), n_blocks++)
      refuse_changed(text, block + 1, counts(text, block), claims[k].name);
  }
  assert_int_equal(n_blocks, 3 + 3 + 2 + 9 + (SKIPPED == 0 ? 3 : 0));
}

/* The text with one part replaced by another, wherever it occurs first. */
static void refused_with(const char *text, const char *part, const char *by, const char *why)
{
  const char *at = strstr(text, part);
  assert_non_null(at);
  char *other = mem_format("%.*s%s%s", (int)(at - text), text, by, at + strlen(part));
  refused(other, strlen(other), by, why);
  free(other);
}

static void test_other_claims(void **state)
{
  (void)state;
  put_certificate(0);
  refused_with(certificate[0], "claim bypass 0 0 1\n", "claim bypass 0 0 0\n", "a path counts more than the bound");
  refused_with(certificate[0], "\nn 0\n", "\nn 3\n", "");
  put_certificate(1);
  refused_with(certificate[1], "claim rmr 0 0 7 0 0 0\n", "claim rmr 0 0 6 0 0 0\n",
               "a path counts more than the bound");
  refused_with(certificate[1], "claim rmr 0 0 7 0 0 0\n", "claim rmr 0 0 6 1 1 2\n", "in views there are no accounts");
  refused_with(certificate[1], "memory cc\n", "memory cc-keep\n", "leads out of the views");
  refused_with(certificate[1], "memory cc\n", "memory dsm\n", "leads out of the views");
  if (SKIPPED != 0) return; /* mcs alone has views in line */
  put_certificate(N_CLAIMED - 1);
  refused_with(certificate[N_CLAIMED - 1], "views-in-line", "views", "");
}

/* --- a prover that does not look ---------------------------------------------------------------------------------- */

/* A certificate of P5; or that nobody enters while another one waits. */
static void forge(const char *text, enum certificate_claim claim, bool in_line)
{
  struct error e = {0};
  struct forgery f;
  forgery_begin(&f, specification, text, 0);
  struct scene like = forgery_scene(&f);
  like.queue = in_line;
  struct views_graph graph = {.steps = NULL};
  struct views_found found;
  assert_true(search_blindly(&like, &f.limits, &graph, &found, &e) && found.end == REACH_ALL);
  const struct views_steps *of = &graph.steps[0];
  const struct abstract_graph views = {
    .word = of->words, .n_states = of->n_views, .length = graph.scenes.pair[0].scene.length};
  certificate_begin(&f.certificate);
  if (claim == CLAIM_P5) assert_int_equal(first_come_blindly(&graph, &f.limits, &f.certificate), REACH_ALL);
  for (int observed = 0; claim == CLAIM_BYPASS && observed < 2; observed++)
    certificate_views(&f.certificate, &graph.scenes.pair[0].scene, &views, NULL);
  certificate_keep(&f.certificate, claim, &like, (uint64_t[MOST_CLAIM_BOUNDS]){0});
  views_graph_free(&graph);
  forgery_end(&f, specification);
}

static void refused_forged(const char *text, enum certificate_claim claim, bool in_line, const char *why)
{
  struct certified certified;
  struct error e;
  forge(text, claim, in_line);
  if (is_confirmed(&certified, &e)) fail_msg("confirmed: %s", text);
  if (strstr(e.text, why) == NULL) fail_msg("%s\n'%s', expected '%s'", text, e.text, why);
}

static void test_blind(void **state)
{
  (void)state;
  refused_forged(shut, CLAIM_BYPASS, false, "a step counts more than the potential falls");
  refused_forged(shut, CLAIM_P5, false, "a process enters before one that came first");
  refused_forged(shut, CLAIM_P5, true, "a process enters before one that came first");
  static const char afar[] = HEAD("afar") "shared open : boolean\nshared last : process or nil\n"
                                          "shared go[1..N] : boolean\n"
                                          "process i\n  local p : process or nil\n  local b : boolean\n  doorway\n"
                                          "  1   last := i\n  2   p := last\n  3   b := go[p]\n  waiting\n"
                                          "  4   wait until open\n      critical section\n  exit\n"
                                          "  5   go[i] := b\n";
  refused_forged(afar, CLAIM_BYPASS, true, "a doorway may end at a register of another process");
}

int main(void)
{
  snprintf(path, sizeof path, "/tmp/rmr-paths-%ld", (long)getpid());
  snprintf(specification, sizeof specification, "%s.alg", path);
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_honest), cmocka_unit_test(test_less),
                                     cmocka_unit_test(test_other_claims), cmocka_unit_test(test_blind)};
  const int failed = cmocka_run_group_tests(tests, prove_all, forget_all);
  unlink(path);
  unlink(specification);
  return failed;
}
