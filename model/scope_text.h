/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * scope_text.h: the scope of a run or of an answer in words, the same in listings, answers, traces and pages.
 */
#ifndef MODEL_SCOPE_TEXT_H
#define MODEL_SCOPE_TEXT_H

#include <stdio.h>

#include "model/system.h"

/* The title of the algorithm, and " with slots=4" where parameters differ from the defaults. */
void scope_print_title(const struct system_spec *setup, FILE *out);

/* "2 passages each", "passages without end" */
char *scope_passages(uint32_t passages, char *out, size_t size);

/* SCOPE_GROUPS: sessions are told where the algorithm has them. */
enum scope_sessions { SCOPE_ALWAYS, SCOPE_GROUPS };

/* "N = 3, memory cc, sessions distinct, 2 passages each (P1: 1), initially GlobalColor = white, order tso, at most 1
 * crash". system: for initial values; NULL: none is given. */
void scope_print(const struct system_spec *setup, const struct system *system, enum scope_sessions sessions, FILE *out);

#endif
