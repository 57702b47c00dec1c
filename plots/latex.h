/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * latex.h: escapes texts for LaTeX. gnuplot expects the texts of a script to be LaTeX. These are not, as the same
 * script draws other pictures, so its output is corrected.
 */
#ifndef PLOTS_LATEX_H
#define PLOTS_LATEX_H

#include <stdio.h>

#include "base/error.h"

/* The text as literal LaTeX. */
void latex_text(FILE *out, const char *text, size_t length);

/* Rewrites a file of gnuplot's terminal cairolatex: each text by latex_text. */
bool latex_mend(const char *path, struct error *e);

#endif
