/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_promela.h: an algorithm's text as a model in Promela, for SPIN. Its reachable states are those of the explorer:
 * local states, which here are a label and the locals, and registers. Where registers begin with any value, or passages
 * ask for any session, there is one state more, in which that has yet to be chosen.
 */
#ifndef LANGUAGE_EMIT_PROMELA_H
#define LANGUAGE_EMIT_PROMELA_H

#include <stdio.h>

#include "language/emit_model.h"

/* Nothing is written where it fails: *e says what the format cannot express. The caller checks `out` for errors. */
bool emit_promela(const struct model_spec *spec, FILE *out, struct error *e);

#endif
