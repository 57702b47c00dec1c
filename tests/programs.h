/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * programs.h: random texts in the language (docs/language.md). They are small, have all kinds of registers, locals,
 * statements and expressions, and make no sense. A program grows statement by statement: one that the compiler refuses
 * is left out again, so that each program is one that it takes.
 *
 * No loop of theirs is without an access, and no index leaves its array very often: walks through them are long.
 */
#ifndef TESTS_PROGRAMS_H
#define TESTS_PROGRAMS_H

#include "language/machine.h"

struct program {
  char *text; /* to be freed */
  struct machine *machine;
  uint32_t taken, refused; /* statements of the process */
};

/* The K-th program of a seed: always the same. */
void program_draw(uint64_t seed, uint64_t k, struct program *out);
void program_free(struct program *program);

/* --- shared by its parts ------------------------------------------------------------------------------------------
 * */

enum { DRAFT_TEXT = 1 << 14, DRAFT_NAMES = 48 };

/* The text that is being written, and the names in it. */
struct draft {
  uint64_t rng;
  char text[DRAFT_TEXT];
  size_t n;
  struct {
    const char *name;
    char type;    /* 'n' a number, 'b' a boolean, 'c' a color, 'r' a record */
    bool written; /* it has a value here */
    bool counts;  /* a loop goes through its values: nobody else assigns it */
  } name[DRAFT_NAMES];
  uint32_t n_names;
  uint32_t loops, bound; /* open loops; names of comprehensions that are in view */
  uint32_t labels, targets;
  bool in_procedure, local; /* local: expressions that read no register */
};

void draft_put(struct draft *d, const char *format, ...) __attribute__((format(printf, 2, 3)));
uint32_t draft_below(struct draft *d, uint32_t n);
bool draft_one_in(struct draft *d, uint32_t n);

/* programs_statement.c: a local that can be assigned; that it has a value; statements, of which none or some hold
 * others. */
void draft_declare(struct draft *d, const char *name, char type, bool written);
void draft_written(struct draft *d, const char *name);
void draft_statement(struct draft *d, uint32_t depth);
void draft_statements(struct draft *d, uint32_t n, uint32_t depth);

/* programs_value.c: expressions; depth: how much may stand inside. */
void draft_number(struct draft *d, uint32_t depth);
void draft_truth(struct draft *d, uint32_t depth);
void draft_waiting(struct draft *d, uint32_t depth); /* a condition that reads a register, whatever else it is */
void draft_color(struct draft *d, uint32_t depth);
void draft_record(struct draft *d, uint32_t depth);
void draft_index(struct draft *d, uint32_t depth); /* 1..N */
void draft_list(struct draft *d, uint32_t depth);
void draft_atomic(struct draft *d, uint32_t depth);               /* its value is a number */
const char *draft_name(struct draft *d, char type, bool written); /* NULL: none */

#endif
