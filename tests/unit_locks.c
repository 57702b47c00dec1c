/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_locks.c: the prover beside the explorer on random locks (locks.h). A property that is proved, for every N or for
 * three processes, in `cc` and `dsm`, must hold over all schedules at N = 2 and 3, as far as these are explored.
 *
 *     unit_locks [--seed S] [--first K] [--locks N] [--seconds T]
 *
 * A lock of which something false is proved is printed; it can be had again with its seed and number.
 *
 * ctest: slow numbers
 */
#include <errno.h>
#include <time.h>

#include "proving.h"
#include "tests/locks.h"

enum { OF_A_PROOF = 1 << 20, OF_A_LONG_PROOF = 4 << 20, OF_A_SEARCH = 4 << 20, USUAL = 100 };

struct hunt {
  struct counts counts;
  uint64_t seed, drawn, taken, wrong;
};

static void inquire(struct hunt *h, uint64_t k)
{
  struct lock lock;
  char why[WHY] = "";
  lock_draw(h->seed, k, false, &lock);
  h->drawn++;
  h->counts.memory = k % 4 == 0 ? OF_A_LONG_PROOF : OF_A_PROOF;
  if (lock.machine != NULL) {
    h->taken++;
    const struct machine *m = lock.machine;
    const bool well = agrees(m, 0, MEMORY_CC, 3, &h->counts, why) && agrees(m, 3, MEMORY_CC, 3, &h->counts, why) &&
                      agrees(m, 0, MEMORY_DSM, 3, &h->counts, why) && agrees(m, 3, MEMORY_DSM, 3, &h->counts, why);
    if (!well) print_message("lock %" PRIu64 " of seed %" PRIu64 ": %s\n%s\n", k, h->seed, why, lock.text);
    h->wrong += !well;
    fflush(stdout);
  }
  lock_free(&lock);
}

/* So many locks; or as many as there are in so many seconds. */
static void hunt(struct hunt *h, uint64_t first, uint64_t locks, uint64_t seconds)
{
  const time_t end = time(NULL) + (time_t)seconds;
  h->counts.endless = true;
  h->counts.explored = OF_A_SEARCH;
  for (uint64_t k = first; seconds != 0 ? time(NULL) < end : k < first + locks; k++) inquire(h, k);
  print_message("seed %" PRIu64 ": %" PRIu64 " locks, %" PRIu64 " taken, of %" PRIu64 " something false is proved\n",
                h->seed, h->drawn, h->taken, h->wrong);
  tell("locks", &h->counts);
}

static void test_locks(void **state)
{
  (void)state;
  struct hunt h = {.seed = 1};
  const struct counts *c = &h.counts;
  hunt(&h, 0, USUAL, 0);
  assert_int_equal(h.wrong, 0);
  assert_true(h.taken > USUAL * 9 / 10 && c->compared > 2 * USUAL);
  assert_true(c->proved[PROVE_P1] > USUAL / 2 && c->by_views > USUAL / 8 && c->proved[PROVE_P3] > USUAL);
  assert_true(c->proved[PROVE_P4] > USUAL / 4 && c->proved[PROVE_P5] > USUAL / 4 && c->bypass > 0);
  assert_true(c->bounds > USUAL / 2 && c->tight > USUAL / 4 && c->two > 0 && c->bounds_by_views > 0);
}

static uint64_t number_of(const char *text)
{
  char *end;
  errno = 0;
  const uint64_t number = strtoull(text, &end, 10);
  if (*end == '\0' && end != text && errno == 0) return number;
  fprintf(stderr, "unit_locks: '%s': expected a number\n", text);
  exit(64);
}

int main(int argc, char **argv)
{
  struct hunt h = {.seed = 1};
  uint64_t first = 0, locks = USUAL, seconds = 0;
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_locks)};
  if (argc == 1) return cmocka_run_group_tests(tests, NULL, NULL);
  for (int a = 1; a + 1 < argc; a += 2) {
    if (strcmp(argv[a], "--seed") == 0) h.seed = number_of(argv[a + 1]);
    if (strcmp(argv[a], "--first") == 0) first = number_of(argv[a + 1]);
    if (strcmp(argv[a], "--locks") == 0) locks = number_of(argv[a + 1]);
    if (strcmp(argv[a], "--seconds") == 0) seconds = number_of(argv[a + 1]);
  }
  hunt(&h, first, locks, seconds);
  return h.wrong == 0 ? 0 : 1;
}
