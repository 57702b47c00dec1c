/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The proof of docs/one-bit.md on schedules: all of them for three and for four processes, the costliest one for up to
 * 32, exact witnesses, random and searched ones. No claim is broken. Each is broken by a wrong algorithm, or is a bound
 * that is met with equality. With an argument, `unit_one_bit 5`, it goes through all schedules of so many processes
 * instead: for five that takes some minutes and 4 GB.
 *
 * ctest: slow numbers
 */
#include <stdio.h>

#include "explore/explore.h"

#include "client.h"
#include "one_bit_model.h"

#define CLAIMS(name) (UINT64_C(1) << CLAIM_##name)
#define CLAIMS_ALL   ((UINT64_C(1) << N_CLAIMS) - 1)

static const uint64_t cases = CLAIMS(CASE_I) | CLAIMS(CASE_II0) | CLAIMS(CASE_II1A) | CLAIMS(CASE_II1B) |
                              CLAIMS(CASE_III1) | CLAIMS(CASE_III2) | CLAIMS(CASE_IV);

/* Claims of the form a <= b. */
static const uint64_t bounds =
  CLAIMS(TRIGGER) | CLAIMS(LIVES) | CLAIMS(LIVES_TRIGGER) | CLAIMS(INNER) | CLAIMS(ORPHANS_BLOCK) | CLAIMS(LEFT_OVER) |
  CLAIMS(LEFT_OVER_TWO) | CLAIMS(BUDGET) | CLAIMS(BUDGET_LEAVER) | CLAIMS(BUDGET_LEAVER_LO) | CLAIMS(BUDGET_NO_LEAST) |
  CLAIMS(LEAST_SEEN) | CLAIMS(ORPHANS_SEEN) | CLAIMS(ORPHANS_SEEN_ONE) | CLAIMS(ORPHANS_SEEN_IDLE) |
  CLAIMS(ORPHAN_LEAST) | CLAIMS(FIRST_READS) | CLAIMS(SEEN_BEFORE) | CLAIMS(MAIN_I) | CLAIMS(MAIN_II0) |
  CLAIMS(MAIN_II1A) | CLAIMS(MAIN_II1B) | CLAIMS(MAIN_III1) | CLAIMS(MAIN_III2) | CLAIMS(MAIN_IV) | CLAIMS(BLOCKED) |
  CLAIMS(COST);

/* The results for the schedules that were looked at. */
struct tally {
  uint64_t schedules, states, broken, tight;
  int64_t most_paid, most_blocked;
};

static void count(struct tally *tally, const struct referee *w)
{
  tally->schedules++;
  tally->broken |= w->broken;
  tally->tight |= w->tight;
  if (w->paid > tally->most_paid) tally->most_paid = w->paid;
  if (w->blocked > tally->most_blocked) tally->most_blocked = w->blocked;
}

static bool is_in(uint64_t claims, enum claim c)
{
  return (claims >> c & 1) != 0;
}

static void assert_unbroken(const struct tally *tally, const char *where)
{
  for (int c = 0; c < N_CLAIMS; c++)
    if (is_in(tally->broken, (enum claim)c)) print_error("%s: broken: %s\n", where, claim_name[c]);
  assert_int_equal(tally->broken, 0);
}

/* --- a referee without foresight: all guesses at once ------------------------------------------------------------- */

struct crowd {
  struct referee *referee;
  size_t n, room;
};

static void crowd_add(struct crowd *crowd, const struct referee *w)
{
  if (crowd->n == crowd->room) {
    crowd->room = crowd->room * 2 + 8;
    crowd->referee = mem_grow(crowd->referee, crowd->room, sizeof *crowd->referee);
  }
  crowd->referee[crowd->n++] = *w;
}

/* Most steps ask for nothing, and are told in place. */
static void crowd_tell(struct crowd *crowd, const struct referee_step *step)
{
  const size_t n = crowd->n;
  for (size_t k = 0; k < n; k++) {
    const uint64_t asked = referee_asks(&crowd->referee[k], step);
    for (uint64_t orphans = asked; orphans != 0; orphans = (orphans - 1) & asked) {
      struct referee w = crowd->referee[k];
      if (referee_tell(&w, step, orphans)) crowd_add(crowd, &w);
    }
    crowd->referee[k].refuted = !referee_tell(&crowd->referee[k], step, 0);
  }
  size_t left = 0;
  for (size_t k = 0; k < crowd->n; k++)
    if (!crowd->referee[k].refuted) {
      if (left != k) crowd->referee[left] = crowd->referee[k];
      left++;
    }
  crowd->n = left;
}

/* The verdict of all of them. When P_N's passage is over, one is left. */
static void crowd_count(struct crowd *crowd, struct tally *tally)
{
  assert_true(crowd->n >= 1);
  for (size_t k = 1; k < crowd->n; k++) crowd->referee[0].broken &= crowd->referee[k].broken;
  count(tally, &crowd->referee[0]);
}

static void crowd_begin(struct crowd *crowd, uint32_t n)
{
  struct referee w;
  referee_begin(&w, n);
  crowd->n = 0;
  crowd_add(crowd, &w);
}

/* --- all schedules ------------------------------------------------------------------------------------------------ */

struct state {
  struct model model;
  struct referee referee;
};

/* 128 bits of what the rest of a schedule depends on. */
struct print {
  uint64_t a, b;
};

/* How much two states must agree in for one of them to be dropped. */
enum merging { EACH, MERGED, MERGED_BUT_SUMS };

static struct print print_of(struct state *s, enum merging merging)
{
  struct referee *r = &s->referee;
  const struct referee kept = *r;
  if (merging == MERGED_BUT_SUMS) r->blocked = r->z = r->s = r->paid = r->brackets = 0;
  struct print p = {1, 2};
  const size_t sizes[] = {sizeof s->model, referee_size(&s->referee)};
  const unsigned char *const parts[] = {(const unsigned char *)&s->model, (const unsigned char *)&s->referee};
  for (int part = 0; part < 2; part++)
    for (size_t k = 0; k < sizes[part]; k += 8) {
      uint64_t word = 0;
      memcpy(&word, parts[part] + k, sizes[part] - k < 8 ? sizes[part] - k : 8);
      p.a = (p.a ^ word) * UINT64_C(0x9e3779b97f4a7c15);
      p.a ^= p.a >> 29;
      p.b = (p.b + word) * UINT64_C(0xd6e8feb86659fd93);
      p.b ^= p.b >> 32;
    }
  p.a |= p.a == 0;
  *r = kept;
  return p;
}

struct seen {
  struct print *slot;
  size_t n, room; /* room: a power of 2 */
};

static bool seen_put(struct print *slot, size_t room, struct print p)
{
  size_t k = (size_t)p.b & (room - 1);
  while (slot[k].a != 0) {
    if (slot[k].a == p.a && slot[k].b == p.b) return false;
    k = (k + 1) & (room - 1);
  }
  slot[k] = p;
  return true;
}

/* False: it was there. */
static bool seen_add(struct seen *seen, struct print p)
{
  if (seen->n * 2 >= seen->room) {
    const size_t room = seen->room * 2 + 1024 * (seen->room == 0);
    struct print *slot = mem_new(room, sizeof *slot);
    for (size_t k = 0; k < seen->room; k++)
      if (seen->slot[k].a != 0) seen_put(slot, room, seen->slot[k]);
    free(seen->slot);
    seen->slot = slot, seen->room = room;
  }
  if (!seen_put(seen->slot, seen->room, p)) return false;
  seen->n++;
  return true;
}

/* All schedules up to the end of P_N's passage. States that have been seen are not gone through again. */
static void explore_all(uint32_t n, enum merging merging, struct tally *tally)
{
  struct seen seen = {0};
  size_t depth = 1, room = 1024;
  struct state *stack = mem_new(room, sizeof *stack);
  model_begin(&stack[0].model, n, 0);
  referee_begin(&stack[0].referee, n);
  while (depth > 0) {
    const struct state s = stack[--depth];
    for (uint32_t i = 1; i <= n; i++) {
      struct state next = s;
      struct referee_step step;
      if (!model_step(&next.model, i, &step)) continue;
      const uint64_t asked = referee_asks(&s.referee, &step);
      uint64_t orphans = asked;
      do {
        next.referee = s.referee;
        const bool possible = referee_tell(&next.referee, &step, orphans);
        orphans = (orphans - 1) & asked;
        if (!possible) continue;
        if (next.referee.finished) {
          count(tally, &next.referee);
          continue;
        }
        if (merging != EACH && !seen_add(&seen, print_of(&next, merging))) continue;
        if (depth == room) stack = mem_grow(stack, room *= 2, sizeof *stack);
        stack[depth++] = next;
      } while (orphans != asked);
    }
  }
  tally->states = seen.n;
  free(seen.slot);
  free(stack);
}

static void test_all_schedules_of_three(void **state)
{
  (void)state;
  struct tally each = {0}, merged = {0};
  explore_all(3, EACH, &each);
  assert_unbroken(&each, "three");
  assert_int_equal(each.schedules, 110764);
  assert_int_equal(each.most_paid, 15);
  assert_int_equal(each.most_blocked, 3);
  explore_all(3, MERGED, &merged); /* schedules that merging leaves out are nothing new */
  assert_int_equal(merged.broken, each.broken);
  assert_int_equal(merged.most_paid, 15);
  assert_int_equal(merged.most_blocked, 3);
}

/* All cases are met, and every bound but these is met with equality. */
static void test_all_schedules_of_four(void **state)
{
  (void)state;
  const uint64_t loose = CLAIMS(ORPHANS_SEEN) | CLAIMS(MAIN_I) | CLAIMS(MAIN_II1A) | CLAIMS(MAIN_II1B) |
                         CLAIMS(MAIN_III1) | CLAIMS(MAIN_III2) | CLAIMS(MAIN_IV);
  struct tally tally = {0};
  explore_all(4, MERGED, &tally);
  assert_unbroken(&tally, "four");
  assert_int_equal(tally.most_paid, 32);
  assert_int_equal(tally.most_blocked, 7);
  assert_int_equal(tally.tight & cases, cases);
  assert_int_equal(tally.tight & bounds, bounds & ~loose);
}

/* As many as the caller has time for. The claims about stages are compared, but not the sums over the whole passage. */
static int more(uint32_t n)
{
  struct tally tally = {0};
  explore_all(n, MERGED_BUT_SUMS, &tally);
  printf("N = %u: %lu states\n", n, (unsigned long)tally.states);
  for (int c = 0; c < N_CLAIMS; c++)
    if (is_in(tally.broken, (enum claim)c)) printf("broken: %s\n", claim_name[c]);
  return tally.broken != 0;
}

/* --- some schedules ----------------------------------------------------------------------------------------------- */

enum { LONGEST = 6000 };

/* A schedule: the k-th step is that of who[k]. Where that would change nothing and cost nothing, the next one's that
 * does something; or nobody's, if it is `exact`. */
struct list {
  uint8_t who[LONGEST];
  uint32_t n;
  bool exact;
};

static void list_add(struct list *list, uint32_t who)
{
  assert_true(list->n < LONGEST);
  list->who[list->n++] = (uint8_t)who;
}

/* Returns what P_N pays, or what it has paid when a wrong algorithm comes to a stop. */
static int64_t play(uint32_t n, uint32_t wrong, const struct list *list, struct crowd *crowd, struct tally *tally)
{
  struct model m;
  model_begin(&m, n, wrong);
  crowd_begin(crowd, n);
  for (uint32_t k = 0; k < list->n && m.line[n] != 0 && crowd->n > 0; k++) {
    struct referee_step step;
    uint32_t i = list->who[k], tries = list->exact ? n - 1 : 0;
    while (tries < n && !model_step(&m, i, &step)) i = i % n + 1, tries++;
    if (tries < n) crowd_tell(crowd, &step);
  }
  if (wrong == 0) assert_true(m.line[n] == 0 && crowd->n == 1 && crowd->referee[0].finished);
  if (crowd->n == 0) return 0; /* nonsense, which no guess goes with */
  crowd_count(crowd, tally);
  return crowd->referee[0].paid;
}

/* Each step is another's with probability 1/mean. */
static void draw(struct list *list, uint32_t n, uint32_t mean, uint64_t *rng)
{
  *list = (struct list){0};
  uint32_t who = 1;
  while (list->n < LONGEST) {
    if (rng_below(rng, mean) == 0) who = 1 + rng_below(rng, n);
    list_add(list, who);
  }
}

static void test_random_schedules(void **state)
{
  (void)state;
  struct crowd crowd = {0};
  struct tally tally = {0};
  struct list list;
  uint64_t rng = 1;
  for (uint32_t k = 0; k < 60000; k++) {
    const uint32_t n = 4 + k % 6;
    draw(&list, n, 1 + k % 13, &rng);
    play(n, 0, &list, &crowd, &tally);
  }
  assert_unbroken(&tally, "random");
  assert_int_equal(tally.tight & cases, cases);
  free(crowd.referee);
}

/* --- schedules of the simulator and of the explorer --------------------------------------------------------------- */

struct listener {
  const struct rmr_algorithm *algorithm;
  uint32_t n;
  struct crowd crowd;
};

static struct referee_step step_of(const struct listener *listener, const struct rmr_event *event)
{
  return (struct referee_step){
    .who = event->process,
    .line = (uint32_t)atoi(rmr_line_of(listener->algorithm, event->line)->label),
    .j = event->var + 1,
    .value = event->after != 0,
    .paid = event->cause != RMR_FREE,
  };
}

static void listen(void *self, const struct rmr_event *event)
{
  struct listener *listener = self;
  const struct referee_step step = step_of(listener, event);
  const bool finished = listener->crowd.referee[0].finished; /* others may go on */
  if (!finished && !(step.line >= 5 && step.line <= 10 && step.value && !step.paid))
    crowd_tell(&listener->crowd, &step);
}

static int64_t formula(int64_t n)
{
  return (n * n * n + 18 * n * n - 61 * n + 84) / 6;
}

/* The cost of P_N; `tally` may have more. */
static int64_t play_adversary(uint32_t n, const char *adversary, uint64_t seed, struct tally *tally)
{
  struct listener listener = {.algorithm = algorithm_named("burns_lamport"), .n = n};
  crowd_begin(&listener.crowd, n);
  client_close(
    client_run(&(struct request){.algorithm = listener.algorithm, .n = n, .adversary = adversary, .seed = seed}, listen,
               &listener));
  assert_int_equal(listener.crowd.n, 1);
  assert_true(listener.crowd.referee[0].finished);
  const int64_t paid = listener.crowd.referee[0].paid;
  crowd_count(&listener.crowd, tally);
  free(listener.crowd.referee);
  return paid;
}

static void test_the_costliest_schedule(void **state)
{
  (void)state;
  for (uint32_t n = 2; n <= 32; n++) {
    struct tally tally = {0};
    assert_int_equal(play_adversary(n, "burns_lamport_cubic", 0, &tally), n == 2 ? 6 : formula(n));
    assert_int_equal(tally.most_blocked, n * n - 3 * n + 3);
    assert_unbroken(&tally, "the costliest schedule");
    if (n >= 5) assert_true(is_in(tally.tight, CLAIM_BLOCKED) && is_in(tally.tight, CLAIM_COST));
  }
}

static void test_adversaries(void **state)
{
  (void)state;
  struct tally tally = {0};
  for (uint32_t n = 2; n <= 12; n++)
    for (int s = 0; s < N_CLIENT_ADVERSARIES; s++)
      for (uint64_t seed = 0; seed < 5; seed++) play_adversary(n, client_adversaries[s], seed, &tally);
  assert_unbroken(&tally, "adversaries");
}

static void witness_of(uint32_t n, struct list *list)
{
  struct error e = {0};
  struct sessions distinct;
  struct explored found;
  assert_true(sessions_parse("distinct", &distinct, &e));
  const struct explore_spec spec = {
    .setup = {.algorithm = algorithm_named("burns_lamport"), .n = n, .sessions = &distinct, .passages = 1},
    .cost = COST_RMR,
    .observed = n,
    .limits = {.memory = (size_t)1 << 30, .threads = 1}};
  if (!explore(&spec, &found, &e)) fail_msg("%s", e.text);
  assert_int_equal(found.n_costs, 1);
  const struct schedule *schedule = &found.cost[0].witness.schedule;
  *list = (struct list){.exact = true};
  for (size_t k = 0; k < schedule->n_steps; k++) list_add(list, (uint32_t)schedule->step[k].action);
  explored_free(&found);
}

static void test_exact_witnesses(void **state)
{
  (void)state;
  for (uint32_t n = 3; n <= 6; n++) {
    struct crowd crowd = {0};
    struct tally tally = {0};
    struct list list;
    witness_of(n, &list);
    assert_int_equal(play(n, 0, &list, &crowd, &tally), formula(n));
    assert_unbroken(&tally, "an exact witness");
    free(crowd.referee);
  }
}

/* --- searched schedules ------------------------------------------------------------------------------------------- */

/* The steps of the schedule that P_N's passage lasts, those that do nothing left out. */
static void strip(uint32_t n, const struct list *from, struct list *to)
{
  struct model m;
  model_begin(&m, n, 0);
  *to = (struct list){.exact = true};
  for (uint32_t k = 0; k < from->n && m.line[n] != 0; k++) {
    struct referee_step step;
    uint32_t i = from->who[k], tries = from->exact ? n - 1 : 0;
    while (tries < n && !model_step(&m, i, &step)) i = i % n + 1, tries++;
    if (tries < n) list_add(to, i);
  }
}

/* Up to eight steps are another's, or are moved. Behind the last one all go on in turn. */
static void change(struct list *list, uint32_t n, uint64_t *rng)
{
  const uint32_t at = rng_below(rng, list->n), length = 1 + rng_below(rng, 8), who = 1 + rng_below(rng, n);
  for (uint32_t k = at; k < at + length && k < list->n; k++) list->who[k] = (uint8_t)who;
  for (uint32_t k = 0; list->n < LONGEST; k++) list->who[list->n++] = (uint8_t)(1 + k / 8 % n);
  list->exact = false;
}

/* From exact witnesses on. A schedule that costs less than the last is kept, too, if not by much. */
static void test_searched_schedules(void **state)
{
  (void)state;
  struct crowd crowd = {0};
  struct tally tally = {0};
  uint64_t rng = 2;
  for (uint32_t n = 4; n <= 6; n++) {
    struct list kept, list;
    witness_of(n, &list);
    strip(n, &list, &kept);
    int64_t paid = formula(n);
    for (uint32_t k = 0; k < 14000; k++) {
      list = kept;
      change(&list, n, &rng);
      const int64_t now = play(n, 0, &list, &crowd, &tally);
      if (now < paid - (int64_t)(k % 4) || now < formula(n) * 2 / 3) continue;
      paid = now;
      strip(n, &list, &kept);
    }
  }
  assert_unbroken(&tally, "searched");
  assert_int_equal(tally.tight & cases, cases);
  free(crowd.referee);
}

/* --- the normal form ---------------------------------------------------------------------------------------------- */

/* Where P_N scans while the least process leaves, its line 1 and its reads are moved behind that. False: it does so
 * nowhere. */
static bool postpone(uint32_t n, struct list *list)
{
  struct model m;
  uint32_t least = 1, begun = 0;
  model_begin(&m, n, 0);
  for (uint32_t k = 0; k < list->n; k++) {
    const uint32_t i = list->who[k];
    struct referee_step step;
    const bool scans = m.line[n] == 3;
    assert_true(model_step(&m, i, &step));
    if (i == n && step.line == 1) begun = k;
    if (i == n || step.line != 12) continue;
    if (i == least && scans) {
      uint8_t moved[LONGEST];
      uint32_t left = begun, n_moved = 0;
      for (uint32_t at = begun; at <= k; at++)
        if (list->who[at] == n)
          moved[n_moved++] = list->who[at];
        else
          list->who[left++] = list->who[at];
      memcpy(list->who + left, moved, n_moved);
      return true;
    }
    while (least < n && m.line[least] == 0) least++;
  }
  return false;
}

static void test_normal_form(void **state)
{
  (void)state;
  struct crowd crowd = {0};
  struct tally tally = {0};
  struct list drawn, list;
  uint64_t rng = 5;
  uint32_t postponed = 0;
  for (uint32_t k = 0; k < 12000; k++) {
    const uint32_t n = 3 + k % 6;
    draw(&drawn, n, 1 + k % 13, &rng);
    strip(n, &drawn, &list);
    const int64_t paid = play(n, 0, &list, &crowd, &tally);
    while (postpone(n, &list)) {
      struct list steps;
      postponed++;
      strip(n, &list, &steps);
      assert_int_equal(play(n, 0, &steps, &crowd, &tally), paid);
      list = steps;
    }
    assert_true(crowd.referee[0].normal);
  }
  assert_true(postponed > 200);
  assert_unbroken(&tally, "normal form");
  free(crowd.referee);
}

/* --- mistakes are noticed ----------------------------------------------------------------------------------------- */

/* P3 has run into P2, which leaves although it had run into P1. */
static uint64_t doctored(void)
{
  static const struct referee_step steps[] = {
    {1, 1, 0, false, true}, {2, 1, 0, false, true}, {2, 3, 1, true, true},  {3, 1, 0, false, true},
    {3, 3, 2, true, true},  {2, 4, 1, false, true}, {2, 1, 0, false, true}, {2, 12, 0, false, true},
  };
  struct crowd crowd = {0};
  struct tally tally = {0};
  crowd_begin(&crowd, 5);
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) crowd_tell(&crowd, &steps[k]);
  crowd_count(&crowd, &tally);
  free(crowd.referee);
  return tally.broken;
}

/* Each claim is broken by some algorithm with one or two mistakes, or is a bound that is met with equality, so that one
 * less would be noticed. */
static void test_wrong_algorithms(void **state)
{
  (void)state;
  struct crowd crowd = {0};
  struct list list;
  uint64_t rng = 3, noticed = doctored();
  assert_true(is_in(noticed, CLAIM_PARENT));
  for (uint32_t k = 0; k < 60000; k++) {
    struct tally tally = {0};
    const uint32_t n = 3 + k % 4, wrong = 1u << rng_below(&rng, N_WRONG) | 1u << rng_below(&rng, N_WRONG);
    draw(&list, n, 1 + k % 7, &rng);
    list.n = 200;
    play(n, wrong, &list, &crowd, &tally);
    noticed |= tally.broken;
  }
  free(crowd.referee);
  struct tally four = {0};
  explore_all(4, MERGED, &four);
  noticed |= four.tight & bounds;
  for (int c = 0; c < N_CLAIMS; c++)
    if (!is_in(noticed, (enum claim)c)) print_error("nothing breaks %s\n", claim_name[c]);
  assert_int_equal(noticed, CLAIMS_ALL);
}

int main(int argc, char **argv)
{
  if (argc > 1) return more((uint32_t)atoi(argv[1]));
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_all_schedules_of_three),
    cmocka_unit_test(test_all_schedules_of_four),
    cmocka_unit_test(test_random_schedules),
    cmocka_unit_test(test_the_costliest_schedule),
    cmocka_unit_test(test_adversaries),
    cmocka_unit_test(test_exact_witnesses),
    cmocka_unit_test(test_searched_schedules),
    cmocka_unit_test(test_normal_form),
    cmocka_unit_test(test_wrong_algorithms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
