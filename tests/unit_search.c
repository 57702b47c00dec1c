/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The search for bad schedules: a candidate has the moves that were really played, so playing it again gives it again,
 * and the rest of one that was cut is repaired; behind every change of a climber, its candidate has the cost that it
 * states; the seed decides the result, and the number of threads does not; and a search that is interrupted at any
 * round, and goes on, has the same result.
 *
 * ctest: threads
 */
#include "client.h"

#include "base/file.h"
#include "explore/search/climb.h"
#include "explore/search/search.h"
#include "folder.h"
#include "sim/schedule.h"

/* --- a world, and a climber in it --------------------------------------------------------------------------------- */

struct stage {
  struct sessions sessions;
  struct search_goal goal;
  struct climber climber;
};

static void open_stage(struct stage *s, const char *algorithm, uint32_t n, const char *sessions, const char *order)
{
  struct error e = {0};
  *s = (struct stage){.goal = {.cost = COST_RMR}};
  s->goal.setup = (struct system_spec){
    .algorithm = algorithm_named(algorithm), .n = n, .passages = 1, .sessions = &s->sessions, .seed = 1};
  assert_true(sessions_parse(sessions, &s->sessions, &e));
  assert_true(order_parse(order, s->goal.setup.algorithm, &s->goal.setup.order, &e));
  struct world *world = world_create(&s->goal, &e);
  if (world == NULL) fail_msg("%s", e.text);
  climber_create(&s->climber, world);
  s->climber.rng = 7;
  climber_begin(&s->climber, NULL, false, n);
}

static void close_stage(struct stage *s)
{
  struct world *world = s->climber.world;
  climber_free(&s->climber);
  world_free(world);
}

/* Plays a candidate from its beginning, and writes down what was made. */
static void play_all(struct stage *s, const struct candidate *from, struct candidate *to)
{
  struct world *w = s->climber.world;
  candidate_copy(to, from, w);
  to->n = 0;
  candidate_begin(to, w);
  for (size_t k = 0; k < from->n; k++) candidate_play(to, w, &from->move[k], to->n);
  to->paid = w->paid;
  to->steps = w->steps;
}

static bool same_moves(const struct candidate *a, const struct candidate *b)
{
  bool same = a->n == b->n;
  for (size_t k = 0; same && k < a->n; k++)
    same = a->move[k].who == b->move[k].who && a->move[k].count == b->move[k].count &&
           a->move[k].goal == b->move[k].goal && a->move[k].rereads == b->move[k].rereads;
  return same;
}

/* --- candidates --------------------------------------------------------------------------------------------------- */

static void play_again(const char *order)
{
  struct stage s;
  struct candidate again;
  open_stage(&s, "burns_lamport", 4, "distinct", order);
  candidate_create(&again, s.climber.world);
  for (uint32_t k = 0; k < 20; k++) {
    climber_begin(&s.climber, NULL, false, 1 + k % 4);
    play_all(&s, &s.climber.current, &again);
    assert_int_equal(again.paid, s.climber.current.paid);
    assert_int_equal(again.steps, s.climber.current.steps);
    assert_true(same_moves(&again, &s.climber.current));
  }
  candidate_free(&again);
  close_stage(&s);
}

static void test_a_draft_is_what_was_played(void **state)
{
  (void)state;
  play_again("sc");
  play_again("tso,fences=all");
  play_again("pso");
}

/* Without any one move, the others are made as far as they can be, each ends where it was meant to end or has been
 * stopped, and the result is a candidate again. */
static void repair_all(const char *order)
{
  struct stage s;
  struct candidate cut, once, twice;
  uint32_t others = 0;
  open_stage(&s, "burns_lamport", 4, "distinct", order);
  candidate_create(&cut, s.climber.world);
  candidate_create(&once, s.climber.world);
  candidate_create(&twice, s.climber.world);
  for (size_t left = 0; left < s.climber.current.n; left++) {
    candidate_copy(&cut, &s.climber.current, s.climber.world);
    memmove(cut.move + left, cut.move + left + 1, (--cut.n - left) * sizeof *cut.move);
    play_all(&s, &cut, &once);
    play_all(&s, &once, &twice);
    assert_int_equal(once.paid, twice.paid);
    assert_true(same_moves(&once, &twice));
    others += !same_moves(&cut, &once);
  }
  assert_true(others > 0); /* something had to be repaired */
  candidate_free(&cut);
  candidate_free(&once);
  candidate_free(&twice);
  close_stage(&s);
}

static void test_what_was_cut_is_repaired(void **state)
{
  (void)state;
  repair_all("sc");
  repair_all("tso,fences=all");
  repair_all("pso,fences=all");
}

/* A move has a goal, not a length: it comes to it from further back, too. */
static void test_a_move_runs_to_its_goal(void **state)
{
  (void)state;
  struct stage s;
  struct candidate made;
  open_stage(&s, "burns_lamport", 4, "distinct", "sc");
  struct world *w = s.climber.world;
  candidate_create(&made, w);
  made.observed = 4;
  candidate_begin(&made, w);
  for (uint32_t k = 0; k < 4; k++) candidate_step(&made, w, 3, 0);
  assert_int_equal(made.n, 1);
  const struct move move = made.move[0];
  assert_int_equal(move.count, 4);
  made.n = 0;
  candidate_begin(&made, w);
  candidate_step(&made, w, 3, 0); /* it has made a step already */
  candidate_play(&made, w, &move, 1);
  assert_int_equal(made.n, 2);
  assert_int_equal(made.move[1].count, 3);
  assert_int_equal(made.move[1].goal, move.goal);
  candidate_free(&made);
  close_stage(&s);
}

/* --- climbing ----------------------------------------------------------------------------------------------------- */

static void climb_in(const char *algorithm, uint32_t n, const char *sessions, const char *order)
{
  struct stage s;
  open_stage(&s, algorithm, n, sessions, order);
  struct climber *c = &s.climber;
  for (uint32_t k = 0; k < 200; k++) {
    const uint64_t best = c->best.paid;
    size_t before[3] = {0, c->current.n / 2, c->current.n};
    climber_go(c, 2000);
    assert_true(c->best.paid >= best && c->best.paid >= c->current.paid);
    before[1] = c->current.n / 2;
    before[2] = c->current.n;
    if (!climber_return(c, before, 3)) fail_msg("%s: a draft does not cost %u", algorithm, (unsigned)c->current.paid);
    assert_int_equal(c->of_current.n, 3);
  }
  c->current.paid++;
  assert_false(climber_return(c, NULL, 0));
  close_stage(&s);
}

static void test_a_climber_says_what_it_has(void **state)
{
  (void)state;
  climb_in("burns_lamport", 5, "distinct", "sc");
  climb_in("bakery", 3, "distinct", "tso");
  climb_in("lamport_fast", 3, "distinct", "pso,fences=all");
  climb_in("bwbgme", 3, "any:3", "sc"); /* sessions are open, and registers that are initialised arbitrarily */
  climb_in("mcs", 4, "distinct", "sc");
}

/* P_p reads again what it has just read, and nothing comes of that. */
static bool reads_in_vain(struct world *w, uint32_t p)
{
  if (!world_can(w, p)) return false;
  if (world_process(w, p)->status == RMR_PARKED) return true;
  const uint64_t before = sim_identity(&world_process(w, p)->pending);
  sim_state_copy(w->ahead, w->sim);
  struct rmr_event event;
  sim_step(w->ahead, p, w->system->memory, &event);
  return sim_identity(&w->ahead->process[p].pending) == before;
}

/* Useless moves go, at no loss, and the rest is a candidate that has the cost that it states. */
static void test_what_is_of_no_use_goes(void **state)
{
  (void)state;
  struct stage s;
  open_stage(&s, "burns_lamport", 5, "distinct", "sc");
  struct climber *c = &s.climber;
  climber_go(c, 100000);
  climber_shorten(c, 10000000);
  const uint64_t paid = c->best.paid, steps = c->best.steps;
  uint64_t longer = 0, left = 0;
  for (uint32_t p = 1; p < 5; p++) {
    struct candidate candidate = {0};
    candidate_create(&candidate, c->world);
    candidate_copy(&candidate, &c->best, c->world);
    candidate.n = 0;
    candidate_begin(&candidate, c->world);
    for (size_t k = 0; k < c->best.n; k++) {
      candidate_play(&candidate, c->world, &c->best.move[k], candidate.n);
      for (uint32_t again = 0; again < 3 && !c->world->ended && reads_in_vain(c->world, p); again++)
        candidate_step(&candidate, c->world, p, candidate.n);
    }
    climber_begin(c, &candidate, false, 0);
    assert_int_equal(c->best.paid, paid);
    longer += c->best.steps - steps;
    climber_shorten(c, 10000000);
    assert_int_equal(c->best.paid, paid);
    assert_int_equal(c->best.steps, c->shortened);
    left += c->best.steps - steps;
    assert_true(climber_return(c, NULL, 0));
    candidate_free(&candidate);
  }
  assert_true(longer > 20);
  assert_int_equal(left, 0);
  close_stage(&s);
}

/* --- searches ----------------------------------------------------------------------------------------------------- */

struct result {
  uint64_t worst, effort;
  uint32_t process;
  bool interrupted;
  char *witness;
};

struct listener {
  atomic_bool interrupt;
  uint32_t looks; /* until it is interrupted; 0: it is not */
};

static void hear(void *self, const struct search_progress *now)
{
  struct listener *l = self;
  (void)now;
  if (l->looks != 0 && --l->looks == 0) atomic_store(&l->interrupt, true);
}

static struct search_spec spec_of(const char *algorithm, uint32_t n, const struct sessions *sessions)
{
  return (struct search_spec){
    .goal = {.setup = {.algorithm = algorithm_named(algorithm), .n = n, .passages = 1, .sessions = sessions, .seed = 1},
             .cost = COST_RMR},
    .seed = 5,
    .methods = SEARCH_ALL,
    .limits = {.effort = 400000, .memory = 1 << 26, .threads = 1}};
}

static bool try_search(const struct search_spec *spec, uint32_t looks, struct result *out, struct error *e)
{
  struct listener l = {.looks = looks};
  struct search_spec heard = *spec;
  struct searched found;
  size_t size;
  heard.limits.interrupt = &l.interrupt;
  heard.limits.tell = hear;
  heard.limits.listener = &l;
  *out = (struct result){0};
  const bool ok = search(&heard, &found, e);
  if (ok) {
    *out = (struct result){found.worst, found.effort, found.process, found.interrupted, NULL};
    FILE *text = open_memstream(&out->witness, &size);
    assert_true(schedule_print(&found.witness.schedule, NULL, text, e));
    fclose(text);
  }
  searched_free(&found);
  return ok;
}

static struct result search_as(const struct search_spec *spec, uint32_t looks)
{
  struct result r;
  struct error e = {0};
  if (!try_search(spec, looks, &r, &e)) fail_msg("%s", e.text);
  return r;
}

static void assert_same(const struct result *a, const struct result *b)
{
  assert_int_equal(a->worst, b->worst);
  assert_int_equal(a->process, b->process);
  assert_int_equal(a->effort, b->effort);
  assert_string_equal(a->witness, b->witness);
}

static void test_the_seed_decides_and_threads_do_not(void **state)
{
  (void)state;
  struct search_spec spec = spec_of("burns_lamport", 5, NULL);
  struct result one = search_as(&spec, 0);
  spec.limits.threads = 3;
  struct result three = search_as(&spec, 0);
  spec.seed++;
  struct result other = search_as(&spec, 0);
  assert_same(&one, &three);
  assert_string_not_equal(one.witness, other.witness);
  free(one.witness);
  free(three.witness);
  free(other.witness);
}

/* Interrupted again and again, `looks` rounds apart, until it comes to its end. */
static void resume_again_and_again(struct search_spec *spec, const char *path, uint32_t looks)
{
  struct result whole = search_as(spec, 0), parts = {0};
  uint32_t interruptions = 0;
  spec->limits.keep = path;
  remove(path);
  do {
    free(parts.witness);
    spec->limits.resume = file_exists(path);
    parts = search_as(spec, looks);
    interruptions += parts.interrupted;
  } while (parts.effort < spec->limits.effort);
  assert_true(interruptions > 3);
  assert_same(&whole, &parts);
  free(parts.witness);
  spec->limits.resume = true; /* there is nothing left to do */
  parts = search_as(spec, 0);
  assert_same(&whole, &parts);
  free(parts.witness);
  free(whole.witness);
}

static void test_it_goes_on_where_it_was(void **state)
{
  const char *folder = *state;
  char path[300];
  struct error e = {0};
  struct sessions any;
  assert_true(sessions_parse("any:2", &any, &e));
  snprintf(path, sizeof path, "%s/kept", folder);
  struct search_spec spec = spec_of("burns_lamport", 5, NULL);
  resume_again_and_again(&spec, path, 2);
  spec = spec_of("burns_lamport", 5, NULL);
  spec.observed = 3;
  resume_again_and_again(&spec, path, 11);
  spec = spec_of("bwbgme", 3, &any);
  resume_again_and_again(&spec, path, 7);
  spec = spec_of("burns_lamport", 3, NULL);
  spec.limits.effort = 6000000; /* so long that climbers go back to their best candidates */
  resume_again_and_again(&spec, path, 13);
  spec = spec_of("glb", 4, NULL);
  spec.limits.memory = 1 << 16; /* hardly any room for places */
  resume_again_and_again(&spec, path, 9);
}

static void refuse(const struct search_spec *spec, const char *why)
{
  struct error e = {0};
  struct result r;
  if (try_search(spec, 0, &r, &e)) fail_msg("not refused: %s", why);
  if (strstr(e.text, why) == NULL) fail_msg("refused with '%s', not with '%s'", e.text, why);
  assert_int_equal(e.code, EXIT_USAGE);
}

/* A file of another search, of none, or that was altered, is not continued; and nothing is written over it. */
static void test_what_is_refused(void **state)
{
  const char *folder = *state;
  char path[300];
  struct error e = {0};
  snprintf(path, sizeof path, "%s/kept", folder);
  remove(path);
  struct search_spec spec = spec_of("burns_lamport", 4, NULL);
  spec.limits.keep = path;
  struct result r = search_as(&spec, 9);
  free(r.witness);
  size_t length;
  char *text = file_read(path, 1 << 24, &length, &e);
  assert_non_null(text);
  spec.limits.resume = true;
  spec.seed++;
  refuse(&spec, "has 'seed 5' where this one has 'seed 6'");
  spec.seed--;
  spec.observed = 2;
  refuse(&spec, "has 'observe 0' where this one has 'observe 2'");
  spec.observed = 0;
  spec.goal.cost = COST_STEPS;
  refuse(&spec, "is of another search");
  spec.goal.cost = COST_RMR;
  for (size_t k = 0; k < length; k += 1 + length / 50) {
    FILE *out = fopen(path, "w");
    text[k] ^= 1;
    fwrite(text, 1, length, out);
    text[k] ^= 1;
    fclose(out);
    refuse(&spec, "is not a checkpoint of a search, or has been altered");
  }
  FILE *out = fopen(path, "w");
  fwrite(text, 1, length, out);
  fclose(out);
  r = search_as(&spec, 0);
  free(r.witness);
  free(text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_a_draft_is_what_was_played), cmocka_unit_test(test_what_was_cut_is_repaired),
    cmocka_unit_test(test_a_move_runs_to_its_goal),    cmocka_unit_test(test_a_climber_says_what_it_has),
    cmocka_unit_test(test_what_is_of_no_use_goes),     cmocka_unit_test(test_the_seed_decides_and_threads_do_not),
    IN_DIRECTORY(test_it_goes_on_where_it_was),        IN_DIRECTORY(test_what_is_refused),
  };
  return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
