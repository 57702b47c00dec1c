/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * direct_run.h: shared by direct.c, which has statements, and direct_value.c, which has expressions: one walk through a
 * passage.
 */
#ifndef TESTS_DIRECT_RUN_H
#define TESTS_DIRECT_RUN_H

#include <setjmp.h>

#include "tests/direct.h"

enum { RUN_MEMORY = 256, RUN_ARRAYS = 12, RUN_ELEMENTS = 80, RUN_LIST = 80 };

/* A register that the evaluation has read. */
struct remembered {
  uint32_t group;
  int64_t index, column, value;
};

struct elements {
  int64_t value[RUN_LIST];
  uint32_t n;
};

struct run {
  struct direct *d;
  jmp_buf stop;
  struct direct_access found; /* where it has stopped */
  const struct statement *statement, *go;
  bool behind;   /* at the condition behind the body of a `repeat` */
  bool critical; /* the critical section has been reached, and no access since */
  uint32_t used, capacity, counted;
  int64_t local[MOST_LOCALS_OF_TEXT];
  bool written[MOST_LOCALS_OF_TEXT];
  int64_t element[RUN_ARRAYS][RUN_ELEMENTS];
  struct remembered memory[RUN_MEMORY];
  uint32_t n_memory;
  int64_t value, argument, index[2]; /* of an update, or an attribute */
};

/* An evaluation of its own, of a statement. */
int64_t run_evaluate(struct run *run, const struct statement *s, const struct expr *x);
bool run_test(struct run *run, const struct statement *s, const struct expr *x);

/* Within an evaluation. */
int64_t run_value(struct run *run, const struct expr *x);
void run_elements(struct run *run, const struct expr *list, struct elements *out);

/* Ends the walk. */
_Noreturn void run_stop(struct run *run, enum direct_stop why);

/* The reply; it does not return where there is none yet. */
int64_t run_access(struct run *run, struct direct_access access);

int64_t run_get(struct run *run, uint32_t local);
void run_set(struct run *run, uint32_t local, int64_t value);
int64_t *run_element(struct run *run, uint32_t local, int64_t index);
void run_forget(struct run *run, uint32_t first, uint32_t n);
void run_count(struct run *run, uint32_t most);

#endif
