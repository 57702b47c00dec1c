/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * certificate_read.h: the parts of a certificate (certificate.h), in the order in which the file has them. For
 * certificate_check.c.
 */
#ifndef PROVE_CERTIFICATE_READ_H
#define PROVE_CERTIFICATE_READ_H

#include "model/choice.h"
#include "prove/certificate.h"
#include "prove/check_shows.h"
#include "prove/parameters.h"

struct certificate_reading {
  const char *path;
  char *text;
  const char *at, *end; /* the rest of the text */
  const struct reach_limits *limits;
  int line;
  struct error *e;
  /* The question, and the values. */
  struct certified *out;
  struct algorithm_choice *choice;
  struct machine *own; /* of an algorithm that is built in */
  const struct machine *machine;
  struct prove_parameters parameters;
  struct written written[N_WRITTEN];
  struct abstract_records records;
  size_t n_records; /* that the file lists */
  bool forgot;      /* the claim `written` forgets registers that one process alone writes */
  /* The claim that is being read. */
  enum certificate_claim claim; /* N_CLAIMS: none yet */
  bool forgets_arrays;
  uint32_t forgotten;
  /* Its scene, with the states and the potential of each. */
  struct scene scene;
  struct lookup states;
  uint64_t *potential;
};

/* The error is that of a line of the file. */
#define CERTIFICATE_REFUSE(r, code, ...) fail_at((r)->e, code, (r)->path, (r)->line, 0, __VA_ARGS__)

/* Each is false where the file has something else, and *e says what was expected. read_begin: `out` gets the question
 * and the bounds; read_free is needed in any case. */
bool read_begin(struct certificate_reading *r, const char *path, const struct reach_limits *limits,
                struct certified *out);
bool read_question(struct certificate_reading *r);
bool read_values(struct certificate_reading *r);

/* The next claim, `written` first; *more = false: there is none, and the file ends as it should. */
bool read_claim(struct certificate_reading *r, bool *more);

/* The states of the next scene, which has the members, their places or identities, and what is observed. */
bool read_scene(struct certificate_reading *r, struct scene scene);

/* Whether the claim comes with views (check_shows.h) in place of scenes, and the form of these. */
bool read_are_views(const struct certificate_reading *r, struct shows_form *form);

/* The views of the next class, with their words of paths: the order of the two, or copies of the observed member. */
bool read_views(struct certificate_reading *r, struct shows_form form, uint32_t class, int observed);

/* A scene of the question. */
bool read_make_scene(struct certificate_reading *r, struct scene *out, struct scene scene);

/* Whether nobody interrupts. */
bool read_goes_on(const struct certificate_reading *r);

void read_free(struct certificate_reading *r);

#endif
