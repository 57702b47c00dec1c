/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * latex.h: gnuplot leaves it to the author of a script that its texts are LaTeX. Ours are not, as the same script draws
 * other pictures: what it wrote is mended.
 */
#ifndef PLOTS_LATEX_H
#define PLOTS_LATEX_H

#include <stdio.h>

#include "base/error.h"

/* The text as LaTeX that shows it as it is. */
void latex_text(FILE *out, const char *text, size_t length);

/* Rewrites a file of gnuplot's terminal cairolatex: each text by latex_text. */
bool latex_mend(const char *path, struct error *e);

#endif
