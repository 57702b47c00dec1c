/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * unit_tickets.c: proofs of texts whose tickets pick registers (prove/tickets.h), beside what comes out over all
 * schedules (proving.h): of Anderson's lock; of it with any one change; and of all locks that are put together of
 * pieces, some right and most wrong. There are too few places or more than enough, a counter that skips tickets,
 * places that stay open, that are opened too early or twice, and tickets that end in any order beside another lock.
 *
 * ctest: slow numbers
 */
#include "changing.h"
#include "proving.h"

enum { FEW = 3 };

static struct machine *anderson(void)
{
  struct error e = {0};
  struct machine *m = machine_of(algorithm_named("anderson"), &e);
  assert_non_null(m);
  return m;
}

static void test_as_it_is(void **state)
{
  (void)state;
  struct machine *m = anderson();
  struct counts counts = {.endless = true};
  for (enum memory memory = 0; memory < N_MEMORIES; memory++) compare(m, 0, memory, FEW, &counts);
  machine_free(m);
  tell("anderson", &counts);
  assert_int_equal(counts.not_followed, 0);
  assert_true(counts.by_views == 1 && counts.proved[PROVE_P3] == 1 && counts.first_come == 1 && counts.bypass == 1);
  assert_true(counts.bounds == 2 && counts.tight == 4); /* in cc and cc-keep */
}

static void test_changed(void **state)
{
  (void)state;
  struct counts counts = {.endless = true};
  for (uint32_t node = 0, k = 0, more = 1; more;) {
    struct machine *m = anderson();
    bool same;
    more = node < m->graph.n_nodes;
    if (more && change_node(&m->graph.node[node], k, &same)) {
      if (!same) compare(m, 0, MEMORY_CC, FEW, &counts);
      k++;
    } else {
      node++;
      k = 0;
    }
    machine_free(m);
  }
  tell("anderson with a change", &counts);
  assert_true(counts.not_followed > 3);
}

/* --- locks of pieces ---------------------------------------------------------------------------------------------- */

enum { PIECES = 6, MOST_OF_PIECE = 4, MOST_TEXT = 1024 };

/* The number of places; the number that is added to the counter; the way to wait; a step behind it; two of the exit. */
static const char *const pieces[PIECES][MOST_OF_PIECE] = {
  {"N", "N + 1", "N - 1"},
  {"1", "2"},
  {"wait until open[place]", "wait until open[(place + 1) mod (SIZE)]", "repeat until not test_and_set(lock)", "skip"},
  {"open[place] := false", "skip", "open[(place + 1) mod (SIZE)] := false"},
  {"open[(place + 1) mod (SIZE)] := true", "open[place] := true", "open[(place + 2) mod (SIZE)] := true", "skip"},
  {"skip", "open[place] := false", "lock := false", "open[(place + 1) mod (SIZE)] := true"}};

static const char form[] = "algorithm pieces \"A lock of pieces\"\nsource \"tests/unit_tickets.c\"\nnote \"\"\n"
                           "shared open[k in 0..(SIZE) - 1] : boolean initially if k = 0 then true else false\n"
                           "shared lock : boolean\n"
                           "shared counter : natural\n"
                           "process i\n"
                           "  local place : 0..(SIZE) - 1\n"
                           "  doorway\n"
                           "  1   place := fetch_and_add(counter, $1) mod (SIZE)\n"
                           "  waiting\n"
                           "  2   $2\n"
                           "  3   $3\n"
                           "      critical section\n"
                           "  exit\n"
                           "  4   $4\n"
                           "  5   $5\n";

/* Puts pieces in place of $1 .. $5, and the number of places in place of SIZE. */
static void put_together(const char *from, const char *const piece[PIECES], char *out, size_t *n)
{
  for (; *from != '\0'; from++) {
    if (*from == '$') {
      put_together(piece[*++from - '0'], piece, out, n);
    } else if (strncmp(from, "SIZE", 4) == 0) {
      put_together(piece[0], piece, out, n);
      from += 3;
    } else {
      assert_true(*n + 1 < MOST_TEXT);
      out[(*n)++] = *from;
    }
  }
  out[*n] = '\0';
}

static void compare_pieces(const char *const piece[PIECES], struct counts *counts)
{
  char text[MOST_TEXT], why[WHY];
  size_t n = 0;
  struct error e = {0};
  put_together(form, piece, text, &n);
  struct machine *m = machine_read("pieces", text, n, NULL, &e);
  if (m == NULL) fail_msg("%s: %s", e.text, text);
  if (!agrees(m, 0, MEMORY_CC, FEW, counts, why)) fail_msg("%s: %s", why, text);
  machine_free(m);
}

static void test_pieces(void **state)
{
  (void)state;
  struct counts counts = {.endless = true};
  uint32_t at[PIECES] = {0}, k = 0, all = 0;
  while (k < PIECES) {
    const char *piece[PIECES];
    for (uint32_t j = 0; j < PIECES; j++) piece[j] = pieces[j][at[j]];
    compare_pieces(piece, &counts);
    all++;
    for (k = 0; k < PIECES && (++at[k] == MOST_OF_PIECE || pieces[k][at[k]] == NULL); k++) at[k] = 0;
  }
  tell("locks of pieces", &counts);
  assert_int_equal(all, 3 * 2 * 4 * 3 * 4 * 4);
  assert_true(counts.not_followed > 1000 && counts.by_views > 5 && counts.bounds > 5 && counts.compared > 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_as_it_is), cmocka_unit_test(test_changed),
                                     cmocka_unit_test(test_pieces)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
