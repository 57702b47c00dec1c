/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The writer of schedules: the form of a file, and that every schedule reads back as it was written.
 */
#include "model/sessions.h"

#include "schedules.h"

#include "client.h"

static bool parse(const char *text, struct schedule *out, struct error *e)
{
  return schedule_parse(text, strlen(text), "a.schedule", NULL, out, e);
}

static char *printed(const struct schedule *s, const char *comment)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  struct error e = {0};
  assert_true(schedule_print(s, comment, out, &e));
  fclose(out);
  return text;
}

static void test_what_is_written(void **state)
{
  (void)state;
  static const char full[] = "rmr-schedule 1\nalgorithm bwbgme\nn 3\nmemory cc-keep\nsessions any:2\npassages inf\n"
                             "passages P2 1\nseed 4\nversion 0.1.0\nasks P1 2 1\nasks P3 1\ninitially GlobalColor 1\n"
                             "# one\n#\n# three\nP1 x3 4=1w x2\nP2 x1\nloop\nP2 x2\nP1 34=-1i 34=0 x1\nsteps 12\n";
  static const char plain[] = "rmr-schedule 1\nalgorithm glb\nn 2\nmemory cc\nsessions 1,2\npassages 1\nsteps 0\n";
  static const char drawn[] =
    "rmr-schedule 1\nalgorithm glb\nn 1\nmemory dsm\nsessions any:2\npassages 1\nseed 1\nP1 x1\nsteps 1\n";
  struct schedule *s = mem_new(1, sizeof *s);
  struct error e = {0};
  if (!parse(full, s, &e)) fail_msg("%s", e.text);
  char *text = printed(s, "one\n\nthree\n");
  assert_string_equal(text, full);
  free(text);
  schedule_free(s);
  assert_true(parse(plain, s, &e));
  text = printed(s, NULL);
  assert_string_equal(text, plain);
  free(text);
  schedule_free(s);
  assert_true(parse(drawn, s, &e));
  text = printed(s, "");
  assert_string_equal(text, drawn);
  free(text);
  schedule_free(s);
  free(s);
}

static struct schedule_step some_step(const struct rmr_algorithm *a, uint32_t n, uint64_t *rng)
{
  struct schedule_step step = {.action = 1 + rng_below(rng, n)};
  if (rng_below(rng, 2) == 0) return step;
  step.said = true;
  step.line = (uint16_t)(1 + rng_below(rng, a->n_lines - 1));
  step.value = rng_between(rng, -9, 9);
  step.cause = (uint8_t)rng_below(rng, RMR_N_CAUSES);
  return step;
}

/* A schedule as a program makes it, with some of all that there is. */
static void make_some(struct schedule *s, uint64_t *rng)
{
  static const char *const rules[] = {"distinct", "same", "any:3", "2,1,5"};
  static const char *const algorithms[] = {"glb", "bwbgme", "bw_naive", "bakery"};
  struct error e = {0};
  *s = (struct schedule){.algorithm = algorithm_named(algorithms[rng_below(rng, 4)]),
                         .n = 3,
                         .passages = rng_below(rng, 3),
                         .memory = (enum memory)rng_below(rng, N_MEMORIES),
                         .seed = rng_below(rng, 3)};
  assert_true(sessions_parse(rules[rng_below(rng, 4)], &s->sessions, &e));
  if (s->sessions.rule != SESSIONS_ANY) s->seed = 1; /* nothing is drawn */
  if (rng_below(rng, 2) == 0) strcpy(s->version, "1.2.3");
  if (rng_below(rng, 2) == 0) s->passages_of = mem_new(4, sizeof *s->passages_of);
  for (uint32_t p = 1; s->passages_of != NULL && p <= 3; p++) s->passages_of[p] = rng_below(rng, 3);
  if (rng_below(rng, 2) == 0) s->asks = mem_new(4, sizeof *s->asks);
  for (uint32_t p = 1; s->asks != NULL && p <= 3; p++) {
    s->asks[p] = (struct system_asks){.n = rng_below(rng, 4), .session = mem_new(3, sizeof(uint32_t))};
    for (uint32_t k = 0; k < s->asks[p].n; k++)
      s->asks[p].session[k] =
        s->sessions.rule == SESSIONS_ANY ? 1 + rng_below(rng, 3) : session_of(&s->sessions, 1, p, 1);
  }
  uint32_t var;
  const char *name = s->algorithm == algorithm_named("bw_naive") ? "color" : "GlobalColor";
  const struct system_spec spec = {.algorithm = s->algorithm, .n = 3};
  struct system *system = system_create(&spec, &e);
  if (system_arbitrary(system, name, &var, &e)) {
    s->initial = mem_new(1, sizeof *s->initial);
    s->initial[s->n_initial++] = (struct system_initial){var, 1};
  }
  system_free(system);
  s->n_steps = rng_below(rng, 30);
  s->n_loop = rng_below(rng, (uint32_t)s->n_steps + 1);
  s->step = mem_new(30, sizeof *s->step);
  for (size_t k = 0; k < s->n_steps; k++) s->step[k] = some_step(s->algorithm, 3, rng);
}

static void test_round_trip(void **state)
{
  (void)state;
  struct schedule *s = mem_new(1, sizeof *s), *again = mem_new(1, sizeof *again);
  uint64_t rng = 1;
  uint32_t initial = 0;
  for (int k = 0; k < 2000; k++) {
    struct error e = {0};
    make_some(s, &rng);
    char *text = printed(s, k % 2 != 0 ? "algorithm nobody\nP9 x9" : NULL);
    if (!parse(text, again, &e)) fail_msg("%d: %s in\n%s", e.line, e.text, text);
    if (!same_schedule(s, again) || !again->complete) fail_msg("reads back otherwise:\n%s", text);
    initial += again->n_initial;
    free(text);
    schedule_free(s);
    schedule_free(again);
  }
  assert_true(initial > 500);
  free(s);
  free(again);
}

static void test_file(void **state)
{
  (void)state;
  struct error e = {0};
  struct schedule *s = mem_new(1, sizeof *s), *again = mem_new(1, sizeof *again);
  char directory[] = "/tmp/rmr-write-XXXXXX";
  assert_non_null(mkdtemp(directory));
  char *path = mem_format("%s/a.schedule", directory);
  uint64_t rng = 7;
  make_some(s, &rng);
  assert_true(schedule_write(path, s, "a comment", &e));
  assert_true(schedule_read(path, NULL, again, &e));
  assert_true(same_schedule(s, again));
  assert_int_equal(remove(path), 0);
  assert_int_equal(rmdir(directory), 0); /* nothing else was left there */
  assert_false(schedule_write(path, s, NULL, &e));
  assert_string_equal(e.file, path);
  schedule_free(s);
  schedule_free(again);
  free(s);
  free(again);
  free(path);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_what_is_written),
    cmocka_unit_test(test_round_trip),
    cmocka_unit_test(test_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
