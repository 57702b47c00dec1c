/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * check_shows.h: views of two processes (docs/every-n-views.md), as the checker of certificates knows them: which words
 * a view has, what a state of more members shows of some of them, and the state of three that shows three views. No
 * line of the prover's lenses and joins (views_scene.h, views_join.h) is used.
 *
 * At every N identities may be alike: then one is a member's, nobody's, or that of any other process. Else it has a
 * place among 1, N and the members, which are in the order of their identities. Scenes come in four classes then:
 * whether the first member is 1, and whether the last one is N. At one N identities are numbers, and each two
 * processes, or three, have a class of their own.
 */
#ifndef PROVE_CHECK_SHOWS_H
#define PROVE_CHECK_SHOWS_H

#include "prove/check_registers.h"

enum { NOT_SHOWN = -1, PAIRS_OF_THREE = 3 };

/* That hold values, in a state of three processes; states with more of them are not followed. */
enum { SHOWS_MOST_WORDS = 128 };

/* The form of all views of a claim. n: 0 is every N. queue: the order in which processes came; placed: identities are
 * not alike; whole: at one N, the registers of all processes. */
struct shows_form {
  uint32_t n;
  bool queue, placed, whole;
};

/* Classes of scenes of so many members are numbered from 0: how many there are; and which one the members from `first`
 * to `last` of a scene have. */
uint32_t shows_classes(struct shows_form form, uint32_t members);
uint32_t shows_class_within(struct shows_form form, uint32_t class, uint32_t members, uint32_t first, uint32_t last);

/* A scene of so many members whose registers are all exact: those of its members, and those of no process; or all. */
struct scene shows_scene(uint32_t members, struct shows_form form, uint32_t class);

/* Once it is created: leaves the registers that a view has. */
void shows_choose_cells(struct scene *scene);

/* Writes a state as all states that mean the same are written. */
void shows_tidy(const struct scene *scene, int32_t *state);

/* From the states of one scene to those of one with some of its members. */
struct shows {
  const struct scene *from, *to;
  int32_t *word;                  /* [to->length]: the same word there, or NOT_SHOWN */
  int32_t *shown;                 /* [from->length]: the word of `to` that shows it, or NOT_SHOWN */
  int32_t place[MOST_PLACES];     /* of an identity of `from` */
  int32_t last[MOST_MEMBERS + 1]; /* by the member of `from` that came last, + 1: the member of `to`, + 1, or 0 */
};

void shows_fill(struct shows *out, const struct check_registers *from, const struct check_registers *to,
                const uint8_t *members);
void shows_free(struct shows *s);

/* The part of the state that is shown, tidied. */
void shows_make(const struct shows *s, const int32_t *from, int32_t *to);

/* The state that shows the three; each two words of it are in one of them. False: there is none. */
bool shows_join(const struct shows s[PAIRS_OF_THREE], const int32_t *const view[PAIRS_OF_THREE], int32_t *out);

#endif
