/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * twins_main.c: twins A B N [PAIRS]: compares two algorithms, each as -a takes it (twins.h).
 */
#include <inttypes.h>
#include <stdlib.h>

#include "model/choice.h"
#include "model/system.h"
#include "tests/twins.h"

int main(int argc, char **argv)
{
  struct error e = {0};
  if (argc < 4) return fprintf(stderr, "usage: twins A B N [PAIRS]\n"), 64;
  struct algorithm_choice *a = algorithm_choose(argv[1], NULL, &e),
                          *b = a != NULL ? algorithm_choose(argv[2], NULL, &e) : NULL;
  if (b == NULL) {
    char text[2048];
    fprintf(stderr, "%s\n", error_string(&e, text, sizeof text));
    return 64;
  }
  struct system_spec spec_a = {.n = (uint32_t)atoi(argv[3])}, spec_b = spec_a;
  algorithm_ask(a, &spec_a);
  algorithm_ask(b, &spec_b);
  struct system *system_a = system_create(&spec_a, &e),
                *system_b = system_a != NULL ? system_create(&spec_b, &e) : NULL;
  if (system_b == NULL) {
    fprintf(stderr, "%s\n", e.text);
    return 64;
  }
  struct twins t = {.a = a->algorithm,
                    .b = b->algorithm,
                    .with_a = system_a->size.parameters,
                    .with_b = system_b->size.parameters,
                    .n = spec_a.n,
                    .sessions = 2,
                    .most_value = 4,
                    .out = stdout,
                    .most_pairs = argc > 4 ? (uint64_t)atoll(argv[4]) : 200000};
  const bool ok = twins_agree(&t);
  printf("%s, N = %u: %" PRIu64 " pairs of local states%s: %s%s\n", argv[2], t.n, t.pairs,
         t.cut ? " (more were left out)" : "", ok ? "bisimilar" : "THEY DIFFER: ", ok ? "" : t.difference);
  system_free(system_a);
  system_free(system_b);
  algorithm_release(a);
  algorithm_release(b);
  return ok ? 0 : 1;
}
