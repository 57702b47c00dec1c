/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * certificate.h: proofs (prove.h), written so that it can be checked without a search.
 *
 * A certificate is a text. It has the question: the algorithm, a hash of its text, the memory and N; the values that
 * processes ever write; and for each claim the states of each of its scenes. A claim that is a number comes with a
 * potential for each state: the most that a path from there can still count. docs/certificates.md has the format.
 *
 * The writer collects while prove() runs. An attempt that proves nothing leaves nothing. The checker is
 * certificate_read.c, certificate_check.c and the files that check_step.h names; their heads say what they trust.
 */
#ifndef PROVE_CERTIFICATE_H
#define PROVE_CERTIFICATE_H

#include <stdio.h>

#include "prove/reach.h"

enum { CERTIFICATE_VERSION = 4, CERTIFICATE_HASH = 33 };

/* A claim and its bounds: 0 or 1 number; for P4 and rmr 4, of which the last one of P4 is `by_scan`. */
enum certificate_claim { CLAIM_WRITTEN, CLAIM_P1, CLAIM_P3, CLAIM_P4, CLAIM_P5, CLAIM_BYPASS, CLAIM_RMR, N_CLAIMS };
enum { MOST_CLAIM_BOUNDS = 4, CERTIFIED_MOST = 16 /* processes at one N, in views */ };

struct claim_row {
  const char *name;
  uint32_t n_bounds;
};
extern const struct claim_row certificate_claims[N_CLAIMS];

/* Zeroed: an empty one. */
struct certificate {
  char *kept, *attempt; /* texts */
  size_t kept_size, attempt_size;
  FILE *kept_out, *attempt_out;
  enum certificate_claim claim; /* the last one that was kept, */
  long claim_at;                /* and where it begins in what was kept */
  char *front;                  /* records and written values, known at the end */
  size_t front_size;
};

/* Each does nothing where c is NULL. potential: [state], or NULL. */
void certificate_begin(struct certificate *c);
void certificate_scene(struct certificate *c, const struct abstract_graph *reach, const uint64_t *potential);
/* In place of all scenes: the views of one scene of two. */
void certificate_views(struct certificate *c, const struct scene *scene, const struct abstract_graph *views,
                       const uint64_t *potential);
/* Takes the place of the same claim, if that was the last one. */
void certificate_keep(struct certificate *c, enum certificate_claim claim, const struct scene *scene,
                      const uint64_t bounds[MOST_CLAIM_BOUNDS]);

/* The end of the attempt now; and back to such an end: states that were added since prove nothing. */
long certificate_mark(const struct certificate *c);
void certificate_back(struct certificate *c, long mark);

void certificate_close(struct certificate *c, const struct written *written, const struct abstract_records *records);
void certificate_free(struct certificate *c);

/* The whole file, or an error and no file. algorithm: its specification; n: 0 is every N. */
bool certificate_write(const struct certificate *c, const char *path, const char *algorithm,
                       const struct machine *machine, enum memory memory, uint32_t n, struct error *e);

/* A hash of the text of an algorithm. */
void certificate_hash(const struct machine *machine, char out[CERTIFICATE_HASH]);

/* The content of a certificate that was confirmed. */
struct certified {
  char algorithm[256];
  enum memory memory;
  uint32_t n;        /* 0: every N */
  bool all_conflict; /* there are neither sessions nor a graph */
  bool claimed[N_CLAIMS];
  uint64_t bound[N_CLAIMS][MOST_CLAIM_BOUNDS];
  uint64_t states[N_CLAIMS]; /* of all scenes */
};

/* False: *e says why it is refused; with EXIT_EXPECT, that a claim does not follow from what the file has. The limits'
 * memory is that of the text, and that of the states of a scene. */
bool certificate_check(const char *path, const struct reach_limits *limits, struct certified *out, struct error *e);

#endif
