/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * names.h: from numbers to words and back: algorithms, lines, registers and their values. A register has one name
 * everywhere: a scalar its own ("Tail"), a cell of an array one index or two ("Token[3]", "Done[2][1]"), counted as the
 * paper counts.
 */
#ifndef MODEL_NAMES_H
#define MODEL_NAMES_H

#include "model/system.h"

enum { NAMES_SIZE = 128 }; /* bytes that are enough for any of them: the loader sees to it */

/* --- algorithms and lines ----------------------------------------------------------------------------------------- */

extern const struct rmr_algorithm *const rmr_algorithms[]; /* built in, ends with NULL, sorted by name */
const struct rmr_algorithm *algorithm_find(const char *name, struct error *e); /* with "did you mean" */

/* The line with this label ("8a"), or 0 and an error with the nearest right one. */
uint16_t algorithm_label(const struct rmr_algorithm *a, const char *label, struct error *e);

/* A group of registers ("Token"), or a field of it ("Token.number"): their numbers in the tables; a plain register is
 * its field 0. False, with an error and the nearest right name, if there is no such thing. */
bool algorithm_part(const struct rmr_algorithm *a, const char *name, uint32_t *group, uint32_t *field, struct error *e);

/* --- registers and values ----------------------------------------------------------------------------------------- */

/* "Token[3]", "GlobalColor"; and a value in words: "(session 1, color white, number 2)". Return out. Nobody else
 * spells a register. */
char *system_register_name(const struct system *system, uint32_t var, char *out, size_t size);
char *system_value_text(const struct system *system, uint32_t var, rmr_word value, char *out, size_t size);

/* A cell of a group, counted from 0, as it would be spelled; it need not be there. Returns out. */
char *system_cell_name(const struct system *system, uint32_t group, int64_t cell, char *out, size_t size);

/* "expire Flag[2]", "expire Flag[2] at P1": what happens by itself, as in schedules. Returns out. */
char *system_change_name(const struct system *system, rmr_action change, char *out, size_t size);

/* The register of this name. If there is none, an error with the nearest right name, or what indices are possible. */
bool system_register(const struct system *system, const char *name, uint32_t *var, struct error *e);

/* The same of one that the algorithm says is initialised arbitrarily; and whether it may have this value at first. */
bool system_arbitrary(const struct system *system, const char *name, uint32_t *var, struct error *e);
bool system_may_hold(const struct system *system, uint32_t var, rmr_word value, struct error *e);

/* --- scopes in words ---------------------------------------------------------------------------------------------- */

/* The title of the algorithm, and " with slots=4" where parameters are not as its table has them. */
void system_title_print(const struct system_spec *spec, FILE *out);

/* "2 passages each", "passages without end (P1: 1)"; and ", initially GlobalColor = white", nothing where nothing was
 * set. */
void system_passages_print(const struct system_spec *spec, FILE *out);
void system_initial_print(const struct system *system, FILE *out);

#endif
