/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rendering.h: scripts drawn by gnuplot, as pictures that are whole or not there.
 *
 * gnuplot may be missing, die of a script, hang, or write half a picture and call that a success. None of this is an
 * error of ours: each figure is drawn or not, and the first complaint is told. What a picture looks like depends on the
 * script alone, not on the time, the time zone, the locale or the user (but on the version of gnuplot, and on fonts).
 */
#ifndef PLOTS_RENDERING_H
#define PLOTS_RENDERING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* How the pictures of a figure end, in the order of its script: .svg, .png, .pdf; and for a paper one in two files for
 * LaTeX, -latex.pdf and -latex.tex. */
enum { DRAWING_PICTURES = 3, DRAWING_PAPER = 5, DRAWING_PATIENCE = 30 };
extern const char *const drawing_endings[DRAWING_PAPER];

struct drawing {
  const char *name;          /* of the script, without .gp */
  const char *title, *about; /* what the SVG says to those who do not see it; NULL: what gnuplot says */
  bool paper;
  bool whole; /* all pictures are there; else those that are there are whole */
};

/* Whether a gnuplot is in the PATH. */
bool gnuplot_found(void);

/* Draws the scripts drawing[k].name.gp of `directory`, a folder that holds no older pictures. A gnuplot that dies of
 * one goes on with the next; one that finishes no picture for `patience` seconds is ended, and the rest are not drawn.
 * Returns how many are whole; where that is not n, *complaint tells of the first that is not. */
size_t drawing_make(const char *directory, struct drawing *drawing, size_t n, int patience, struct error *complaint);

/* Whether the picture at `path` is there and whole to its end. */
bool drawing_is_whole(const char *path, const char *ending);

#endif
