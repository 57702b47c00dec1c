/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explore/mutants/checkup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "explore/tables/bisimulation.h"

/* Tables are asked again for so many processes; local states are counted for JUDGED. */
enum { MOST_N = CHECKUP_MOST_N, JUDGED = 3, MOST_LOCALS = 1 << 14, CAP = 6, CRASH_PASSAGES = 2 };

/* The lines that are executed in the states that can be reached. */
static void note_lines(struct checkup *c, const struct reachable_moves *reachable)
{
  const struct space *space = &reachable->space;
  for (uint32_t move = 0; move < space->n_moves; move++) {
    const struct space_origin from = space_origin(space, move);
    if (!reachable->taken[move] || from.process > space->n) continue;
    c->executed[space->automata.process[from.process].local[from.local].op.line] = true;
  }
}

/* Those that only a process executes that recovers, or that is alone. False: it cannot be explored so. */
static bool note_other_lines(struct checkup *c, uint32_t n, struct faults faults, struct error *e)
{
  const struct space_spec spec = {.setup = {.algorithm = c->detection.algorithm,
                                            .n = n,
                                            .passages = 1,
                                            .sessions = &c->detection.scope[0].sessions,
                                            .faults = faults},
                                  .cap = CAP,
                                  .memory = c->detection.limits.memory,
                                  .interrupt = c->detection.limits.interrupt};
  struct reachable_moves reachable;
  if (!reachable_moves_find(&reachable, &spec, &c->detection.limits, e)) return false;
  note_lines(c, &reachable);
  reachable_moves_free(&reachable);
  return true;
}

static void note_locals(struct checkup *c, struct checkup_locals one)
{
  const struct checkup_locals *w = &c->worst;
  if ((uint64_t)one.locals * w->enough >= (uint64_t)w->locals * one.enough) c->worst = one;
}

/* Every entry is asked again here, also of what is built in. Of the local states those are one that nobody could tell
 * from outside. */
static bool note_tables(struct checkup *c, uint32_t n, bool judged, const uint32_t *passages, struct error *e)
{
  const struct rmr_algorithm *algorithm = c->detection.algorithm;
  const struct system_spec setup = {.algorithm = algorithm, .n = n, .passages = passages[1], .sessions = c->any_of_two};
  uint8_t asked[MOST_N + 1] = {0};
  uint32_t locals[MOST_N + 1];
  struct automata a;
  if (!automata_create(&a, &setup, passages, CAP, NULL,
                       (struct table_limits){.locals = MOST_LOCALS,
                                             .interrupt = c->detection.limits.interrupt,
                                             .heart = c->detection.limits.heart,
                                             .again = true},
                       e))
    return false;
  bool wide = false; /* entries to registers that there are not: no run comes there, so the tables are too wide */
  for (uint32_t p = 1; p <= n; p++) {
    locals[p] = a.process[p].n_locals;
    asked[p] = ASKED_SECTION | MERGE_LINE;
    c->asked += a.process[p].n_next;
    for (size_t k = 0; k < a.process[p].n_next; k++) wide |= a.process[p].next[k] == AUTOMATON_STRAY;
  }
  automata_minimise(&a, asked, 0, 0);
  for (uint32_t p = 1; p <= n && judged && !wide; p++)
    note_locals(c, (struct checkup_locals){n, p, locals[p], a.process[p].n_locals});
  automata_free(&a);
  return true;
}

/* For passages without end, or, where these tables have no end either, for one each. Too large ones are left out. */
static bool note_some_tables(struct checkup *c, uint32_t n, bool judged, struct error *e)
{
  static const uint32_t passages[][MOST_N + 1] = {{0}, {0, 1, 1, 1, 1, 1}};
  struct error why = {.code = EXIT_INCOMPLETE};
  for (size_t k = 0; k < 2 && why.code == EXIT_INCOMPLETE; k++) {
    why = (struct error){0};
    if (note_tables(c, n, judged, passages[k], &why)) return true;
  }
  if (why.code != EXIT_INCOMPLETE) *e = why;
  return why.code == EXIT_INCOMPLETE;
}

static bool is_interrupted(const struct checkup *c)
{
  return c->detection.limits.interrupt != NULL && atomic_load(c->detection.limits.interrupt);
}

static bool judge_mutants(struct checkup *c, struct error *e)
{
  c->mutation = detection_mutations(&c->detection, &c->n_mutants, e);
  if (c->mutation == NULL) return false;
  c->verdict = mem_new(c->n_mutants + 1, sizeof *c->verdict);
  for (uint32_t k = 0; k < c->n_mutants; k++) {
    c->verdict[k] = detection_run(&c->detection, &c->mutation[k]);
    if (is_interrupted(c)) break;
    c->caught += c->verdict[k].outcome == DETECTION_CAUGHT;
    c->n_judged++;
  }
  return true;
}

/* Bit k: property k is claimed, clocks aside. */
static uint32_t claimed_by(const struct rmr_algorithm *a)
{
  uint32_t claimed = 0;
  for (uint32_t k = 1; k <= PROPERTY_LAST_CLAIMED; k++) claimed |= (uint32_t)(a->claims.p[k] == RMR_YES) << k;
  return claimed;
}

/* Bit k: property k has the verdict. */
static uint32_t verdicts_in(const struct explored *explored, enum explored_verdict verdict)
{
  uint32_t with = 0;
  for (uint32_t k = 1; k <= PROPERTY_LAST_CLAIMED; k++)
    with |= (uint32_t)(explored->property[k].verdict == verdict) << k;
  return with;
}

/* The claims that fail in what has been explored. */
static uint32_t broken_in(const struct rmr_algorithm *a, const struct explored *explored)
{
  return a->claims.timed ? 0 : claimed_by(a) & verdicts_in(explored, VERDICT_FAILS);
}

static void note_decided(struct checkup *c, const struct explored *explored)
{
  c->decided |= verdicts_in(explored, VERDICT_HOLDS) | verdicts_in(explored, VERDICT_FAILS);
}

/* One kind of crash. An exploration that is cut short says nothing. First come, first served is not asked for: a
 * process that has crashed in the critical section comes back before those who wait. */
static bool note_crash(struct checkup *c, struct faults faults, struct error *e)
{
  const struct rmr_algorithm *a = c->detection.algorithm;
  struct explore_spec spec = {.limits = c->detection.limits};
  struct explored *explored = mem_new(1, sizeof *explored);
  struct error why = {0};
  spec.setup = (struct system_spec){
    .algorithm = a, .n = 2, .passages = CRASH_PASSAGES, .sessions = &c->detection.scope[0].sessions, .faults = faults};
  spec.cap = explore_cap(&spec.setup);
  for (uint32_t k = 0; k <= PROPERTY_LAST_CLAIMED; k++)
    spec.check[k] = a->claims.p[k] == RMR_YES && k != PROPERTY_P5 && explore_applies(&spec.setup, k);
  if (!explore(&spec, explored, &why)) {
    free(explored);
    if (why.code != EXIT_INCOMPLETE) *e = why;
    return why.code == EXIT_INCOMPLETE;
  }
  const uint32_t broken = broken_in(a, explored);
  if (explored->complete || broken != 0)
    c->crash[c->n_crashes++] = (struct checkup_crash){faults, CRASH_PASSAGES, broken};
  note_decided(c, explored);
  explored_free(explored);
  free(explored);
  return true;
}

/* Each kind that the file claims to survive. */
static bool note_crashes(struct checkup *c, struct error *e)
{
  const char *at = c->detection.algorithm->claims.survives;
  for (; at != NULL; at = strchr(at, ',') != NULL ? strchr(at, ',') + 1 : NULL) {
    char text[FAULTS_SIZE];
    struct faults faults;
    snprintf(text, sizeof text, "%s:1", fault_table[fault_kind_of(at)].word);
    if (!faults_parse(text, NULL, 0, c->detection.algorithm, &faults, e) || !note_crash(c, faults, e)) return false;
  }
  return true;
}

bool checkup_create(struct checkup *c, const struct rmr_algorithm *algorithm, uint32_t most_n,
                    const struct explore_limits *limits, struct error *e)
{
  const uint32_t judged = most_n < JUDGED ? most_n : JUDGED;
  *c = (struct checkup){.worst = {.locals = 1, .enough = 1}};
  if (!detection_create(&c->detection, algorithm, most_n, limits, e)) return false;
  c->any_of_two = mem_new(1, sizeof *c->any_of_two);
  c->any_of_two->rule = SESSIONS_ANY;
  c->any_of_two->any = 2;
  c->executed = mem_new(algorithm->n_lines, sizeof *c->executed);
  for (uint32_t k = 0; k < c->detection.n_scopes; k++) {
    note_lines(c, &c->detection.scope[k].reachable);
    note_decided(c, &c->detection.scope[k].explored);
  }
  const struct faults recovery = {.kind = FAULTS_RECOVER, .limit[LIMIT_CRASHES] = 2};
  bool ok = note_other_lines(c, 1, (struct faults){0}, e);
  ok = ok && (!algorithm_has_recovery(algorithm) || note_other_lines(c, 2, recovery, e));
  for (uint32_t n = 2; ok && n <= most_n; n++) ok = note_some_tables(c, n, n == judged, e);
  ok = ok && note_crashes(c, e);
  if (ok && is_interrupted(c)) ok = fail(e, EXIT_INCOMPLETE, "%s: interrupted", algorithm->name);
  ok = ok && judge_mutants(c, e);
  if (!ok) checkup_free(c);
  return ok;
}

void checkup_free(struct checkup *c)
{
  detection_free(&c->detection);
  free(c->any_of_two);
  free(c->executed);
  free(c->mutation);
  free(c->verdict);
  *c = (struct checkup){0};
}

uint32_t checkup_broken_claims(const struct checkup *c, uint32_t scope)
{
  return broken_in(c->detection.algorithm, &c->detection.scope[scope].explored);
}

uint32_t checkup_undecided_claims(const struct checkup *c)
{
  const struct rmr_algorithm *a = c->detection.algorithm;
  return claimed_by(a) & (a->claims.timed ? UINT32_MAX : ~c->decided);
}

char *checkup_crash_text(const struct checkup *c, const struct checkup_crash *crash, char *out, size_t size)
{
  char faults[FAULTS_SIZE];
  snprintf(out, size, "N = 2, %s, %u passages each",
           faults_text(&crash->faults, c->detection.algorithm, faults, sizeof faults), crash->passages);
  return out;
}
