/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * print_proof.h: the output of `rmr prove`, as text and as JSON.
 */
#ifndef CLI_PRINT_PROOF_H
#define CLI_PRINT_PROOF_H

#include <jansson.h>

#include "prove/prove.h"

/* A schedule of the run that shows that something is not so (proof_witness.h); path NULL: there is none. */
struct proof_witness {
  const char *path, *what;
};

enum { BESIDE_MOST_N = 5 };

/* Results beside a proved bound (proof_beside.h). */
struct beside_exact {
  uint32_t n;
  uint64_t most;    /* that a passage costs over all schedules */
  rmr_word cap;     /* up to which registers were followed; 0: they needed none */
  bool is_complete; /* else at least so much */
};
struct beside {
  struct beside_exact exact[BESIDE_MOST_N];
  uint32_t n_exact;
  const char *adversary; /* NULL: none was tried */
  uint32_t n_large;
  uint64_t paid;
};

struct proof_answer {
  const struct machine *machine;
  const struct prove_spec *spec;
  const char *algorithm, *sessions, *passages; /* as asked; NULL: any, and without end */
  struct prove_range range;
  struct proved proved; /* the worst of all N of the range */
  struct proof_witness witness;
  struct beside beside;
};

void print_proof(const struct proof_answer *answer);
json_t *proof_json(const struct proof_answer *answer);

#endif
