/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * rendering.h: gnuplot draws scripts, as pictures that are whole or absent.
 *
 * gnuplot may be missing, die of a script, hang, or write half a picture and call that a success. None of this is an
 * internal error: each figure is drawn or not, and the first complaint is reported. The look of a picture depends on
 * the script alone, not on the time, the time zone, the locale or the user (but on the version of gnuplot, and on
 * fonts).
 */
#ifndef PLOTS_RENDERING_H
#define PLOTS_RENDERING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* The endings of the pictures of a figure, in the order of its script: .svg, .png, .pdf; for a paper one in two files
 * for LaTeX, -latex.pdf and -latex.tex; and -screen.svg, a narrow one for the first screen of a report. */
enum { DRAWING_PICTURES = 3, DRAWING_SCREEN = 5, DRAWING_KINDS = 6, DRAWING_PATIENCE = 30 };
extern const char *const drawing_endings[DRAWING_KINDS];

struct drawing {
  const char *name;          /* of the script, without .gp */
  const char *title, *about; /* the SVG's texts for screen readers; NULL: those of gnuplot */
  bool paper, screened;      /* it has the pictures for LaTeX; the one for the screen */
  bool whole;                /* all pictures exist; else the existing ones are whole */
};

/* Whether a gnuplot is in the PATH. */
bool gnuplot_found(void);

/* Draws the scripts drawing[k].name.gp of `directory`, a folder that holds no older pictures. If gnuplot dies of
 * one, it is restarted with the next; if it finishes no picture for `patience` seconds, it is ended, and the rest
 * are not drawn. Returns the number of whole figures; if that is not n, *complaint is about the first that is not. */
size_t drawing_make(const char *directory, struct drawing *drawing, size_t n, int patience, struct error *complaint);

/* Whether a figure has the k-th picture: one for a paper, one with a picture for the screen. */
bool drawing_has(size_t k, bool paper, bool screened);

/* Whether the picture at `path` exists and is whole. */
bool drawing_is_whole(const char *path, const char *ending);

#endif
