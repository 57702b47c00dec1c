/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * toy_model.c: for the toys, which the command does not know: `toy_model promela TOY N PASSAGES SESSIONS CAP` is `rmr
 * export`, and `toy_model states ...` prints how many states the explorer finds and its verdict: "42 holds"; "fails"
 * means P1, "outside" that a register leaves its range or passes the cap.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/explore.h"
#include "explore/export/promela.h"
#include "explore/tables/bisimulation.h"

#define TOYS(TOY)  \
  TOY(alternation) \
  TOY(chapel)      \
  TOY(courtesy)    \
  TOY(embrace)     \
  TOY(gates)       \
  TOY(leaky)       \
  TOY(lease)       \
  TOY(lingerer)    \
  TOY(mixer)       \
  TOY(namesake)    \
  TOY(open_door)   \
  TOY(queue_jumper)

#define TOY(name) extern const struct rmr_algorithm rmr_algorithm_##name;
TOYS(TOY)
#undef TOY

static const struct rmr_algorithm *find(const char *name, struct error *e)
{
  static const struct rmr_algorithm *const toys[] = {
#define TOY(name) &rmr_algorithm_##name,
    TOYS(TOY)
#undef TOY
  };
  for (size_t k = 0; k < sizeof toys / sizeof *toys; k++)
    if (strcmp(toys[k]->name, name) == 0) return toys[k];
  fail(e, EXIT_USAGE, "unknown toy '%s'", name);
  return NULL;
}

static bool print_states(const struct system_spec *setup, rmr_word cap, struct error *e)
{
  const struct explore_spec spec = {
    .setup = *setup, .check = {[1] = true}, .cap = cap, .limits = {.memory = (size_t)1 << 28, .threads = 1}};
  struct explored explored;
  struct error broken = {0};
  if (!explore(&spec, &explored, &broken)) {
    if (broken.code == EXIT_SAFETY && strstr(broken.text, "declared range") != NULL) return puts("0 outside") >= 0;
    *e = broken;
    return false;
  }
  const struct explored_property *p1 = &explored.property[1];
  printf("%" PRIu64 " %s\n", explored.states,
         p1->verdict == VERDICT_FAILS ? "fails"
         : p1->capped                 ? "outside"
         : p1->complete               ? "holds"
                                      : "not all");
  explored_free(&explored);
  return true;
}

static bool print_model(const struct system_spec *setup, rmr_word cap, struct error *e)
{
  uint32_t *passages = mem_new(setup->n + 1, sizeof *passages);
  for (uint32_t p = 1; p <= setup->n; p++) passages[p] = setup->passages;
  struct automata a;
  const bool ok =
    automata_create(&a, setup, passages, cap, NULL, (struct table_limits){.locals = PROMELA_MAX_LOCALS}, e);
  if (ok) {
    automata_minimise(&a, NULL, 0, 0);
    promela_write(&a, stdout);
    automata_free(&a);
  }
  free(passages);
  return ok;
}

int main(int argc, char **argv)
{
  struct error e = {0};
  if (argc != 7) {
    fputs("usage: toy_model promela|states TOY N PASSAGES SESSIONS CAP\n", stderr);
    return EXIT_USAGE;
  }
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  const struct system_spec setup = {.algorithm = find(argv[2], &e),
                                    .n = (uint32_t)strtoul(argv[3], NULL, 10),
                                    .passages = (uint32_t)strtoul(argv[4], NULL, 10), /* "inf" is 0 */
                                    .sessions = sessions,
                                    .seed = 1};
  const rmr_word cap = strtol(argv[6], NULL, 10);
  const bool ok = setup.algorithm != NULL && sessions_parse(argv[5], sessions, &e) &&
                  (strcmp(argv[1], "states") == 0 ? print_states(&setup, cap, &e) : print_model(&setup, cap, &e));
  if (!ok) fprintf(stderr, "toy_model: %s\n", e.text);
  free(sessions);
  return ok ? EXIT_OK : (int)e.code;
}
