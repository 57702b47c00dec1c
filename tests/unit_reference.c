/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The engine against the plain simulator of reference.h, step by step: the same events, the same causes, the same
 * processes ready after each step.
 */
#include "sim/sessions.h"

#include "reference.h"

#include "client.h"

struct comparison {
  struct reference *reference;
  const struct client *client;
};

static void compare(void *self, const struct rmr_event *event)
{
  struct comparison *c = self;
  const struct rmr_event expected = ref_step(c->reference, event->process);
  assert_same_event(event, &expected);
  const struct rmr_view *view = sim_view(run_sim(c->client->run));
  for (uint32_t p = 1; p <= view->n; p++) {
    const struct ref_process *there = &c->reference->process[p];
    assert_int_equal(rmr_is_ready(view, p), ref_is_ready(c->reference, p));
    assert_int_equal(view->process[p].status == RMR_DONE, ref_is_done(c->reference, p));
    assert_int_equal(view->ready_set[0] >> (p - 1) & 1, ref_is_ready(c->reference, p));
    assert_int_equal(view->process[p].rmr, there->rmr);
    assert_int_equal(view->process[p].section, there->section);
  }
}

static void run_both(const struct request *r)
{
  struct client *c = client_prepare(r);
  const struct sim_setup *setup = sim_get_setup(run_sim(c->run));
  struct reference *reference = mem_new(1, sizeof *reference);
  *reference = (struct reference){
    .algorithm = r->algorithm, .memory = (enum ref_memory)r->memory, .n = r->n, .passages = setup->passages};
  for (uint32_t p = 1; p <= r->n; p++)
    for (uint32_t k = 1; k < REF_SESSIONS; k++) reference->session[p][k] = session_of(setup->sessions, r->seed, p, k);
  ref_start(reference);
  struct comparison comparison = {reference, c};
  struct error e = {0};
  run_observe(c->run, (struct run_observer){compare, &comparison});
  if (!run_go(c->run, &e)) fail_msg("%s", e.text);
  assert_int_equal(reference->step, sim_view(run_sim(c->run))->step);
  free(reference);
  client_close(c);
}

static const char *sessions_for(uint32_t n, uint64_t k)
{
  static const char *const lists[] = {NULL, "1", "1,1", "1,1,2", "2,1,2,1", "1,1,2,2,3"};
  static const char *const rules[] = {"distinct", "same", "any:2"};
  return k % 4 < 3 ? rules[k % 4] : n <= 5 ? lists[n] : "any:3";
}

/* One algorithm in one memory: every adversary, and N from 1 to 5, with passages and sessions that vary. */
static void run_all(const struct rmr_algorithm *a, enum sim_memory m)
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
    for (enum sim_memory m = SIM_CC; m < SIM_N_MEMORIES; m++) run_all(rmr_algorithms[k], m);
}

static void test_every_kind_of_access(void **state)
{
  (void)state;
  static const struct rmr_algorithm *const toys[] = {&rmr_algorithm_mixer, &rmr_algorithm_ticket, &rmr_algorithm_chapel,
                                                     &rmr_algorithm_queue_jumper, &rmr_algorithm_embrace};
  for (size_t k = 0; k < sizeof toys / sizeof *toys; k++)
    for (enum sim_memory m = SIM_CC; m < SIM_N_MEMORIES; m++) run_all(toys[k], m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_registered_algorithms),
    cmocka_unit_test(test_every_kind_of_access),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
