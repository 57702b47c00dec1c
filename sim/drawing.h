/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * drawing.h: a picture of boxes, lines, dots and words, as SVG. The unit is a point, y goes down.
 */
#ifndef SIM_DRAWING_H
#define SIM_DRAWING_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* The style of a drawing: 0xRRGGBB, the width of a line; dashed or not. */
struct pen {
  uint32_t colour;
  double width;
  bool dashed;
};

enum drawing_place { DRAWING_LEFT, DRAWING_MIDDLE }; /* the anchor of a text: its beginning, or its middle */

/* Screen readers read the title. */
void drawing_begin(FILE *out, double width, double height, const char *title);
void drawing_box(FILE *out, double x, double y, double width, double height, uint32_t colour);
void drawing_frame(FILE *out, double x, double y, double width, double height, struct pen pen);
void drawing_line(FILE *out, double x1, double y1, double x2, double y2, struct pen pen);
void drawing_dot(FILE *out, double x, double y, double radius, bool filled, struct pen pen);
void drawing_arrow(FILE *out, double x1, double y1, double x2, double y2, struct pen pen); /* a bent one */
void drawing_text(FILE *out, double x, double y, double size, enum drawing_place place, uint32_t colour,
                  const char *text);
void drawing_end(FILE *out);

/* The approximate width of a text. */
double drawing_text_width(const char *text, double size);

#endif
