/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * matrix_face.h: what a cell of the matrix shows (part_matrix.c), and which of two cells is the graver. A cost that is
 * unbounded in runs without end may grow in a way of its own where passages are counted: both are shown. Of what is
 * proved for every N the cell says so, or has the bound, whatever was seen at some N: nothing that contradicts a proof
 * comes this far (results/contradictions.h).
 */
#ifndef PLOTS_REPORT_MATRIX_FACE_H
#define PLOTS_REPORT_MATRIX_FACE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "results/analysis/claim.h"
#include "results/columns.h"

/* The contents of a cell: words of a formula, or a sign with its name for those who cannot see it. */
struct face {
  const char *class, *sign, *name;
};

/* proved: the cell that is; NULL: there is none; and so below. */
struct face matrix_face(const json_t *cell, const json_t *proved);

/* Whether the cell was decided in that way. */
bool matrix_is_how(const json_t *cell, enum how how);

bool matrix_is_unbounded(const json_t *cell);

bool matrix_is_graver(const json_t *a, const json_t *b, const struct column *column);

/* bounded: the cell where passages are counted, or NULL. */
void matrix_write_growth(FILE *out, const json_t *cell, const json_t *bounded, const json_t *proved);

/* Of a cost: the class of its cell. */
const char *matrix_cost_class(const json_t *cell, const json_t *bounded, const json_t *proved);

#endif
