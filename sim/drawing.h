/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * drawing.h: a picture of boxes, lines, dots and words, as SVG or as a PDF of one page. Both are written by the same
 * calls and look the same. The unit is a point, y goes down. A PDF is set in Helvetica, which every reader of PDF has
 * and which is therefore not embedded; a character beyond Latin-1 becomes a question mark there.
 */
#ifndef SIM_DRAWING_H
#define SIM_DRAWING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum drawing_form { DRAWING_SVG, DRAWING_PDF };

/* How something is drawn: 0xRRGGBB, and how thick a line is; dashed or not. */
struct pen {
  uint32_t colour;
  double width;
  bool dashed;
};

enum drawing_place { DRAWING_LEFT, DRAWING_MIDDLE }; /* of a text: where it begins, or its middle */

struct drawing;

/* The title is what a screen reader says of it. */
struct drawing *drawing_begin(FILE *out, enum drawing_form form, double width, double height, const char *title);
void drawing_box(struct drawing *d, double x, double y, double width, double height, uint32_t colour);
void drawing_frame(struct drawing *d, double x, double y, double width, double height, struct pen pen);
void drawing_line(struct drawing *d, double x1, double y1, double x2, double y2, struct pen pen);
void drawing_dot(struct drawing *d, double x, double y, double radius, bool filled, struct pen pen);
void drawing_arrow(struct drawing *d, double x1, double y1, double x2, double y2, struct pen pen); /* a bent one */
void drawing_text(struct drawing *d, double x, double y, double size, enum drawing_place place, uint32_t colour,
                  const char *text);
void drawing_end(struct drawing *d); /* writes it, and frees */

/* How wide a text is, about. */
double drawing_text_width(const char *text, double size);

#endif
