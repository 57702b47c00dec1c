/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The engine against the plain simulator of reference.h, step by step: the same events, the same causes, the same
 * processes ready after each step; under all kinds of adversaries, and when parked processes move as well.
 */
#include "model/sessions.h"
#include "sim/schedule.h"

#include "reference.h"

#include "client.h"

/* The same system, not yet begun. */
static struct reference *reference_for(const struct system_spec *setup)
{
  struct reference *reference = mem_new(1, sizeof *reference);
  *reference = (struct reference){.algorithm = setup->algorithm,
                                  .parameters = client_parameters(setup->algorithm, setup->n),
                                  .memory = (enum ref_memory)setup->memory,
                                  .n = setup->n};
  for (uint32_t p = 1; p <= setup->n; p++) {
    reference->passages[p] = system_passages_of(setup, p);
    for (uint32_t k = 1; k < REF_SESSIONS; k++) reference->session[p][k] = system_session(setup, p, k);
  }
  ref_start(reference);
  for (uint32_t k = 0; k < setup->n_initial; k++) reference->value[setup->initial[k].var] = setup->initial[k].value;
  return reference;
}

/* Makes the same step, and compares what happened and where everybody is then. */
static void compare_step(struct reference *reference, const struct rmr_view *view, const struct rmr_event *event)
{
  const struct rmr_event expected = ref_step(reference, event->process);
  assert_same_event(event, &expected);
  for (uint32_t p = 1; p <= view->n; p++) {
    const struct ref_process *there = &reference->process[p];
    assert_int_equal(rmr_is_ready(view, p), ref_is_ready(reference, p));
    assert_int_equal(view->process[p].status == RMR_DONE, ref_is_done(reference, p));
    assert_int_equal(view->ready_set[0] >> (p - 1) & 1, ref_is_ready(reference, p));
    assert_int_equal(view->process[p].rmr, there->rmr);
    assert_int_equal(view->process[p].section, there->section);
  }
}

struct comparison {
  struct reference *reference;
  const struct run *run;
};

static void compare(void *self, const struct rmr_event *event)
{
  struct comparison *c = self;
  compare_step(c->reference, sim_view(run_sim(c->run)), event);
}

static void go_and_compare(struct run *run)
{
  struct error e = {0};
  struct comparison comparison = {reference_for(&sim_system(run_sim(run))->spec), run};
  run_observe(run, (struct run_observer){compare, &comparison});
  if (!run_go(run, &e)) fail_msg("%s", e.text);
  assert_int_equal(comparison.reference->step, sim_view(run_sim(run))->step);
  free(comparison.reference);
}

static void run_both(const struct request *r)
{
  struct client *c = client_prepare(r);
  go_and_compare(c->run);
  client_close(c);
}

static const char *sessions_for(uint32_t n, uint64_t k)
{
  static const char *const lists[] = {NULL, "1", "1,1", "1,1,2", "2,1,2,1", "1,1,2,2,3"};
  static const char *const rules[] = {"distinct", "same", "any:2"};
  return k % 4 < 3 ? rules[k % 4] : n <= 5 ? lists[n] : "any:3";
}

/* One algorithm in one memory: every adversary, and N from 1 to 5, with passages and sessions that vary. */
static void run_all(const struct rmr_algorithm *a, enum memory m)
{
  uint64_t k = 0;
  for (uint32_t n = 1; n <= 5; n++)
    for (int s = 0; s < N_CLIENT_ADVERSARIES; s++, k++)
      run_both(&(struct request){.algorithm = a,
                                 .n = n,
                                 .memory = m,
                                 .sessions = sessions_for(n, k),
                                 .adversary = client_adversaries[s],
                                 .passages = 1 + k % 5,
                                 .seed = k * 77,
                                 .max_steps = 500});
}

static void test_registered_algorithms(void **state)
{
  (void)state;
  for (int k = 0; rmr_algorithms[k] != NULL; k++)
    for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++) run_all(rmr_algorithms[k], m);
}

static void test_every_kind_of_access(void **state)
{
  (void)state;
  static const struct rmr_algorithm *const toys[] = {&rmr_algorithm_mixer, &rmr_algorithm_chapel,
                                                     &rmr_algorithm_queue_jumper, &rmr_algorithm_embrace};
  for (size_t k = 0; k < sizeof toys / sizeof *toys; k++)
    for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++) run_all(toys[k], m);
}

/* --- parked processes that move ----------------------------------------------------------------------------------- */

enum { WALK = 300 };

/* Anybody who is not done moves, parked or not. Returns how many of the steps were of parked ones. */
static uint32_t walk(const struct system_spec *setup, uint64_t seed, struct schedule *out)
{
  struct error e = {0};
  struct client *c = mem_new(1, sizeof *c);
  struct reference *reference = reference_for(setup);
  uint32_t rereads = 0;
  assert_non_null(client_sim(c, setup, &e));
  const struct rmr_view *view = sim_view(c->sim);
  out->step = mem_new(WALK, sizeof *out->step);
  for (out->n_steps = 0; out->n_steps < WALK;) {
    uint32_t p = 1 + rng_below(&seed, view->n), tried = 0;
    while (view->process[p].status == RMR_DONE && tried++ < view->n) p = p % view->n + 1;
    if (view->process[p].status == RMR_DONE) break;
    rereads += view->process[p].status == RMR_PARKED;
    const struct rmr_event event = client_any_step(c, p);
    compare_step(reference, view, &event);
    out->step[out->n_steps++] = (struct schedule_step){.action = p};
  }
  free(reference);
  client_close(c);
  return rereads;
}

/* The same steps again, in a run. The file names another algorithm, as toys cannot be named; the adversary looks at the
 * steps only. */
static void replay(const struct system_spec *setup, struct schedule *walked)
{
  struct error e = {0};
  char path[] = "/tmp/rmr-walk-XXXXXX";
  const int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  walked->algorithm = algorithm_named("glb");
  walked->n = setup->n;
  if (!schedule_write(path, walked, NULL, &e)) fail_msg("%s", e.text);
  char *adversary = mem_format("replay:file=%s", path);
  const struct run_spec spec = {.setup = *setup, .adversary = adversary};
  struct run *run = run_create(&spec, &e);
  if (run == NULL) fail_msg("%s", e.text);
  go_and_compare(run);
  assert_int_equal(sim_view(run_sim(run))->step, walked->n_steps);
  const struct rmr_view *view = sim_view(run_sim(run));
  uint32_t done = 0;
  for (uint32_t p = 1; p <= view->n; p++) done += view->process[p].status == RMR_DONE;
  assert_int_equal(run_ended(run), done == view->n ? RUN_COMPLETED : view->n_ready == 0 ? RUN_DEADLOCK : RUN_STOPPED);
  run_free(run);
  remove(path);
  free(adversary);
}

static uint32_t walk_all(const struct rmr_algorithm *a)
{
  uint32_t rereads = 0;
  for (enum memory m = MEMORY_CC; m < N_MEMORIES; m++)
    for (uint32_t n = 2; n <= 4; n++) {
      struct client *c = mem_new(1, sizeof *c);
      struct schedule *walked = mem_new(1, sizeof *walked);
      const struct system_spec setup = client_setup(
        c, &(struct request){.algorithm = a, .n = n, .memory = m, .sessions = sessions_for(n, n + m), .passages = 3});
      rereads += walk(&setup, n * 100 + m, walked);
      replay(&setup, walked);
      schedule_free(walked);
      free(walked);
      client_close(c);
    }
  return rereads;
}

static void test_parked_processes_may_move(void **state)
{
  (void)state;
  uint32_t rereads = 0;
  for (int k = 0; rmr_algorithms[k] != NULL; k++) rereads += walk_all(rmr_algorithms[k]);
  assert_true(rereads > 1000);
  assert_true(walk_all(&rmr_algorithm_mixer) > 20);
  assert_true(walk_all(&rmr_algorithm_embrace) > 20); /* where all are parked in the end */
}

/* --- keys of a schedule for single processes and registers -------------------------------------------------------- */

static void test_exceptions(void **state)
{
  (void)state;
  static const char text[] =
    "rmr-schedule 1\nalgorithm bwbgme_repaired\nn 3\nsessions any:3\npassages 3\nseed 5\n"
    "passages P2 1\npassages P3 inf\nasks P1 3 1\nasks P3 2 2 2 1 3 3\ninitially GlobalColor 1\n";
  struct error e = {0};
  struct schedule *s = mem_new(1, sizeof *s), *walked = mem_new(1, sizeof *walked);
  if (!schedule_parse(text, sizeof text - 1, "a", NULL, s, &e)) fail_msg("%s", e.text);
  for (uint64_t seed = 0; seed < 20; seed++) {
    const struct system_spec setup = schedule_system(s);
    walk(&setup, seed, walked);
    replay(&setup, walked);
    schedule_free(walked);
  }
  free(walked);
  schedule_free(s);
  free(s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_registered_algorithms),
    cmocka_unit_test(test_every_kind_of_access),
    cmocka_unit_test(test_parked_processes_may_move),
    cmocka_unit_test(test_exceptions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
