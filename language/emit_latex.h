/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * emit_latex.h: an algorithm's text as a figure of a paper: LaTeX to be read with \input. Lines stay as they are broken
 * and indented; the labels stand in a column; key words are bold, and the text between them is mathematics. Types,
 * parameters, registers and functions come first, then the process, then the procedures that it calls.
 */
#ifndef LANGUAGE_EMIT_LATEX_H
#define LANGUAGE_EMIT_LATEX_H

#include <stdio.h>

#include "language/machine.h"

void emit_latex(const struct machine *machine, FILE *out);

#endif
