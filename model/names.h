/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * names.h: converts between numbers and words: algorithms, lines, registers and their values. A register has one name
 * everywhere: a scalar its own ("Tail"), a cell of an array one index or two ("Token[3]", "Done[2][1]"), counted as in
 * the paper.
 */
#ifndef MODEL_NAMES_H
#define MODEL_NAMES_H

#include "model/system.h"

enum { NAMES_SIZE = 128 }; /* enough bytes for any name: the loader ensures it */

/* --- algorithms and lines ----------------------------------------------------------------------------------------- */

extern const struct rmr_algorithm *const rmr_algorithms[]; /* built in, ends with NULL, sorted by name */
const struct rmr_algorithm *algorithm_find(const char *name, struct error *e); /* with "did you mean" */

/* The line with this label ("8a"), or 0 and an error with the nearest valid one. */
uint16_t algorithm_label(const struct rmr_algorithm *a, const char *label, struct error *e);

/* A group of registers ("Token"), or a field of it ("Token.number"): their numbers in the tables; a plain register
 * is its field 0. False, with an error and the nearest valid name, if there is none. */
bool algorithm_part(const struct rmr_algorithm *a, const char *name, uint32_t *group, uint32_t *field, struct error *e);

/* --- registers and values ----------------------------------------------------------------------------------------- */

/* "Token[3]", "GlobalColor"; and a value in words: "(session 1, color white, number 2)". Return out. No other
 * function spells a register. */
char *system_register_name(const struct system *system, uint32_t var, char *out, size_t size);
char *system_value_text(const struct system *system, uint32_t var, rmr_word value, char *out, size_t size);

/* The name of a cell of a group, counted from 0; the cell need not exist. Returns out. */
char *system_cell_name(const struct system *system, uint32_t group, int64_t cell, char *out, size_t size);

/* The word for the data of a critical section, which a process commits as it does registers. */
#define NAMES_DATA "cs"

/* "expire Flag[2]", "expire Flag[2] at P1": a change, as in schedules. Returns out. */
char *system_change_name(const struct system *system, rmr_action change, char *out, size_t size);

/* The register of this name. If there is none, an error with the nearest valid name, or the possible indices. */
bool system_register(const struct system *system, const char *name, uint32_t *var, struct error *e);

/* The same for a register that the algorithm declares as initialised arbitrarily; and whether this initial value is
 * possible. */
bool system_arbitrary(const struct system *system, const char *name, uint32_t *var, struct error *e);
bool system_may_hold(const struct system *system, uint32_t var, rmr_word value, struct error *e);

#endif
