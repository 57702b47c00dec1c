/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * task.h: one run of the simulator, one exploration, one search, one counting or one proof: its description, scope and
 * id.
 *
 * A task's id is the hash of its scope, and of the formats and files that its numbers depend on; its seed is the hash
 * of the config's seed and of the scope without it. So adding an algorithm or another N to a config changes no other
 * task's numbers.
 */
#ifndef EXPERIMENTS_RUNNER_TASK_H
#define EXPERIMENTS_RUNNER_TASK_H

#include "experiments/config/config.h"
#include "experiments/runner/inputs.h"
#include "sim/run.h"

struct task {
  size_t index;
  char id[FINGERPRINT_SIZE];
  const struct algorithm_choice *choice;          /* of the config */
  const struct rmr_algorithm *algorithm;          /* the choice's */
  const char *memory_name, *adversary, *sessions; /* owned by the config; a counting has none of them, a proof has
                                                     a memory only, an exploration has no adversary */
  const char *faults_text;                        /* so does this; NULL: none */
  struct faults faults;
  const char *time_text; /* so does this; NULL: none */
  struct time_spec time;
  const char *order_text; /* so does this; NULL: sc */
  struct order_spec order;
  enum memory memory;
  enum drive drive;
  uint32_t n;                                               /* 0, of proofs: every N */
  uint32_t passages, observed;                              /* observed 0, of explorations: all */
  uint32_t repetition;                                      /* this and the next two are of simulations */
  uint64_t seed, max_steps;                                 /* a search has a seed, too */
  const char *methods;                                      /* of searches; NULL: all */
  uint64_t effort;                                          /* of searches: steps */
  uint64_t budget;                                          /* of explorations, searches and proofs: bytes */
  const struct inputs *algorithm_inputs, *adversary_inputs; /* belong to the plan; NULL: it has no adversary */
};

/* The scope of a record, docs/records.md. The caller owns it. */
json_t *task_scope(const struct task *task);

/* "glb, N = 8, cc, random, distinct sessions, 2 passages, seed 17"; returns out. */
char *task_text(const struct task *task, char *out, size_t size);

/* Whether it depends on files, and so may run foreign code, as a schedule may name a plug-in as well; and the names
 * of its plug-ins: "./a.so or ./b.so". The second returns out. */
bool task_is_foreign(const struct task *task);
char *task_plug_ins(const struct task *task, char *out, size_t size);

/* The system to explore; `sessions` is filled and kept by reference. */
struct system_spec task_setup(const struct task *task, struct sessions *sessions);

/* The input of run_create; `sessions` is filled and kept by reference. */
struct run_spec task_spec(const struct task *task, const struct config *config, struct sessions *sessions);

/* Its seed, of 53 bits, which every reader of JSON preserves. */
uint64_t task_seed(const struct task *task, json_int_t config_seed);

/* Fills its id. */
void task_name(struct task *task);

/* Makes leases run out by the clock, where there is one. */
bool task_combine_faults(struct task *task, struct error *e);

#endif
