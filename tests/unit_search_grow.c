/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A bad schedule of fewer processes, made larger: the roles of the processes in each stage. A waiting process is helped
 * by those in its way, but not by one that would enter its critical section for it.
 *
 * ctest: fast
 */
#include "client.h"

#include "explore/search/enlarge.h"
#include "explore/search/repair.h"

/* --- worlds of the one-bit algorithm ------------------------------------------------------------------------------ */

static struct sessions distinct;

static struct world *world_of(struct search_goal *goal, uint32_t n)
{
  struct error e = {0};
  assert_true(sessions_parse("distinct", &distinct, &e));
  *goal = (struct search_goal){.cost = COST_RMR};
  goal->setup = (struct system_spec){
    .algorithm = algorithm_named("burns_lamport"), .n = n, .passages = 1, .sessions = &distinct, .seed = 1};
  struct world *world = world_create(goal, &e);
  if (world == NULL) fail_msg("%s", e.text);
  return world;
}

/* --- growing ------------------------------------------------------------------------------------------------------ */

/* "13!2": a move of P1, one of P3 that ends its passage, one of P2. */
static void write_moves(struct candidate *candidate, const char *text)
{
  for (; *text != '\0'; text++)
    if (*text == '!')
      candidate->move[candidate->n - 1].ends = true;
    else
      candidate_append(candidate, &(struct move){.who = (uint32_t)(*text - '0'), .count = 1});
}

/* Of three processes, P3 of whom is observed, as a schedule of four; NULL: there is none. */
static void grows(const char *text, const struct doubling *doubling, const char *wanted)
{
  struct search_goal small, large;
  struct world *three = world_of(&small, 3), *four = world_of(&large, 4);
  struct candidate from, to;
  char made[64] = "";
  candidate_create(&from, three);
  candidate_create(&to, four);
  from.observed = 3;
  write_moves(&from, text);
  const bool any = grow(&to, four, &from, three->system, doubling);
  assert_int_equal(any, wanted != NULL);
  for (size_t k = 0; any && k < to.n; k++) {
    made[k] = (char)('0' + to.move[k].who);
    made[k + 1] = '\0';
  }
  if (any) assert_string_equal(made, wanted);
  if (any) assert_int_equal(to.observed, 4);
  candidate_free(&from);
  candidate_free(&to);
  world_free(three);
  world_free(four);
}

static void test_growing(void **state)
{
  const char *text = "1232131!23232!3!";
  (void)state;
  grows(text, &(struct doubling){.place = 2}, "1343141343434");
  grows(text, &(struct doubling){.place = 2, .twin = 2}, "132432141324324324");
  grows(text, &(struct doubling){.place = 2, .twin = 1, .before = true}, "2134321421343434");
  /* P1 leaves, and the three who are left do it all once more */
  grows(text, &(struct doubling){.stages = 1, .place = 2},
        "1343141"
        "2343242343434");
  grows(text, &(struct doubling){.stages = 1, .place = 2, .twin = 2},
        "132432141"
        "2343242343434");
  /* P1 and P3 leave, and those who are left do what was done after P1 had left */
  grows(text, &(struct doubling){.stages = 2, .place = 2},
        "134314134343"
        "242424");
  /* the one who is put between leaves with its twin: only one is gone when the stage is over for those who are left */
  grows(text, &(struct doubling){.stages = 1, .place = 1, .twin = 1},
        "2134321421"
        "1343141343434");
  /* the observed process has left; there are no more stages */
  grows(text, &(struct doubling){.stages = 3, .place = 2}, NULL);
  grows(text, &(struct doubling){.stages = 4, .place = 2}, NULL);
}

/* The registers that are a process's own go with it. */
static void test_goals_go_along(void **state)
{
  (void)state;
  struct search_goal small, large;
  struct world *three = world_of(&small, 3), *four = world_of(&large, 4);
  struct candidate from, to, made;
  candidate_create(&from, three);
  candidate_create(&to, four);
  candidate_create(&made, four);
  from.observed = made.observed = 3;
  candidate_begin(&from, three);
  for (uint32_t k = 0; k < 2; k++) candidate_step(&from, three, 3, 0); /* it stands before the bit of P2 */
  assert_true(grow(&to, four, &from, three->system, &(struct doubling){.place = 2}));
  candidate_begin(&to, four);
  candidate_play(&made, four, &to.move[0], 0);
  assert_int_equal(world_process(four, 4)->pending.var, 2); /* that is P3 now, behind the one who is put between */
  assert_int_equal(four->steps, 3);
  candidate_free(&from);
  candidate_free(&to);
  candidate_free(&made);
  world_free(three);
  world_free(four);
}

/* --- helping ------------------------------------------------------------------------------------------------------ */

static void run(struct candidate *candidate, struct world *world, uint32_t p, uint64_t extent)
{
  candidate_play(candidate, world, &(struct move){.who = p, .count = 64, .goal = extent}, candidate->n);
}

/* P2 has seen the bit of P1 up, and has its own up still; P1 has left, or is on its way to its critical section. P3
 * waits for P2, or for P1. */
static void helped(bool left, bool wanted)
{
  struct search_goal goal;
  struct world *w = world_of(&goal, 3);
  struct candidate candidate;
  candidate_create(&candidate, w);
  candidate.observed = 3;
  candidate_begin(&candidate, w);
  for (uint32_t k = 0; k < 2; k++) candidate_step(&candidate, w, 1, 0); /* it has seen the bit of P2 down */
  run(&candidate, w, 2, TO_WRITE);
  if (left) run(&candidate, w, 1, TO_COUNT);
  assert_int_equal(world_process(w, 1)->passages, left);
  run(&candidate, w, 3, TO_WAIT);
  assert_int_equal(world_process(w, 3)->status, RMR_PARKED);
  const uint64_t steps = w->steps, paid = w->paid;
  repair(&candidate, w, 3, candidate.n);
  assert_int_equal(world_process(w, 3)->status == RMR_READY, wanted);
  assert_int_equal(w->steps - steps, wanted);
  if (wanted) assert_int_equal(candidate.move[candidate.n - 1].who, 2);
  assert_int_equal(w->paid, paid);
  candidate_free(&candidate);
  world_free(w);
}

static void test_helping(void **state)
{
  (void)state;
  helped(true, true);
  helped(false, false);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_growing),
    cmocka_unit_test(test_goals_go_along),
    cmocka_unit_test(test_helping),
  };
  return cmocka_run_group_tests_name("search_grow", tests, NULL, NULL);
}
