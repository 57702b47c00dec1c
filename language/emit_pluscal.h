/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_pluscal.h: an algorithm's text as a module of TLA+ with an algorithm in PlusCal (its p-syntax). A step whose
 * label is a line of the figure makes one access. Other labels make none: they are loops, which have to have labels.
 */
#ifndef LANGUAGE_EMIT_PLUSCAL_H
#define LANGUAGE_EMIT_PLUSCAL_H

#include <stdio.h>

#include "language/emit_model.h"

/* Nothing is written where it fails: *e says what the format cannot express. The caller checks `out` for errors. */
bool emit_pluscal(const struct model_spec *spec, FILE *out, struct error *e);

#endif
