/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/drawing.h"

#include <string.h>

#include "base/text.h"

void drawing_begin(FILE *out, double width, double height, const char *title)
{
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\" role=\"img\" "
          "font-family=\"Helvetica,Arial,sans-serif\">\n<title>",
          width, height, width, height);
  text_markup(out, title);
  fputs("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", out);
}

static void print_pen(FILE *out, struct pen pen)
{
  fprintf(out, " stroke=\"#%06x\" stroke-width=\"%g\"%s/>\n", pen.colour, pen.width,
          pen.dashed ? " stroke-dasharray=\"3 3\"" : "");
}

void drawing_box(FILE *out, double x, double y, double width, double height, uint32_t colour)
{
  fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#%06x\"/>\n", x, y, width, height, colour);
}

void drawing_frame(FILE *out, double x, double y, double width, double height, struct pen pen)
{
  fprintf(out, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"none\"", x, y, width, height);
  print_pen(out, pen);
}

void drawing_line(FILE *out, double x1, double y1, double x2, double y2, struct pen pen)
{
  fprintf(out, "<line x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\"", x1, y1, x2, y2);
  print_pen(out, pen);
}

void drawing_dot(FILE *out, double x, double y, double radius, bool filled, struct pen pen)
{
  fprintf(out, "<circle cx=\"%g\" cy=\"%g\" r=\"%g\" fill=\"#%06x\"", x, y, radius, filled ? pen.colour : 0xffffff);
  print_pen(out, pen);
}

/* The point of an arrow; a bent one comes in level, a straight one from above or below. */
static void print_point(FILE *out, double x1, double y1, double x2, double y2, uint32_t colour)
{
  const double side = 2.5, back = 6, way = y2 > y1 ? -back : back;
  const double ax = x1 == x2 ? x2 - side : x2 - back, ay = x1 == x2 ? y2 + way : y2 - side,
               bx = x1 == x2 ? x2 + side : x2 - back, by = x1 == x2 ? y2 + way : y2 + side;
  fprintf(out, "<path d=\"M%g %gL%g %gL%g %gZ\" fill=\"#%06x\"/>\n", x2, y2, ax, ay, bx, by, colour);
}

void drawing_arrow(FILE *out, double x1, double y1, double x2, double y2, struct pen pen)
{
  const double middle = (x1 + x2) / 2;
  fprintf(out, "<path d=\"M%g %gC%g %g %g %g %g %g\" fill=\"none\"", x1, y1, middle, y1, middle, y2, x2, y2);
  print_pen(out, pen);
  print_point(out, x1, y1, x2, y2, pen.colour);
}

/* The next character of a text in UTF-8. */
static uint32_t next_character(const char **text)
{
  const unsigned char first = (unsigned char)*(*text)++;
  uint32_t character = first < 0x80 ? first : first < 0xe0 ? first & 0x1f : first < 0xf0 ? first & 0xf : first & 7;
  while (first >= 0x80 && ((unsigned char)**text & 0xc0) == 0x80)
    character = character << 6 | ((unsigned char)*(*text)++ & 0x3f);
  return character;
}

double drawing_text_width(const char *text, double size)
{
  double width = 0;
  while (*text != '\0') {
    const uint32_t c = next_character(&text);
    width += c < 128 && strchr("iljtf,.:;'|! ()[]", (int)c) != NULL ? 0.3 : c >= 'A' && c <= 'Z' ? 0.69 : 0.556;
  }
  return width * size;
}

void drawing_text(FILE *out, double x, double y, double size, enum drawing_place place, uint32_t colour,
                  const char *text)
{
  fprintf(out, "<text x=\"%g\" y=\"%g\" font-size=\"%g\" fill=\"#%06x\"%s>", x, y, size, colour,
          place == DRAWING_MIDDLE ? " text-anchor=\"middle\"" : "");
  text_markup(out, text);
  fputs("</text>\n", out);
}

void drawing_end(FILE *out)
{
  fputs("</svg>\n", out);
}
