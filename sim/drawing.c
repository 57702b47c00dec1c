/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * drawing.c: SVG has an element for each call. A PDF has a stream of operators, whose y goes up, so each y is turned
 * over; its objects are catalogue, pages, page, font, stream and what the document is called, and at its end stands at
 * which byte each of them begins.
 */
#include "sim/drawing.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"

struct drawing {
  FILE *out, *body; /* PDF: the body is kept, because its length is written before it */
  char *bytes, *title;
  size_t size;
  enum drawing_form form;
  double width, height;
};

static const double round_arc = 0.5523; /* of the radius: a quarter of a circle as a Bezier curve */

struct drawing *drawing_begin(FILE *out, enum drawing_form form, double width, double height, const char *title)
{
  struct drawing *d = mem_new(1, sizeof *d);
  *d = (struct drawing){.out = out, .form = form, .width = width, .height = height, .title = mem_text(title)};
  d->body = form == DRAWING_PDF ? open_memstream(&d->bytes, &d->size) : out;
  if (form == DRAWING_PDF) return d;
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\" role=\"img\" "
          "font-family=\"Helvetica,Arial,sans-serif\">\n<title>",
          width, height, width, height);
  text_markup(out, title);
  fputs("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", out);
  return d;
}

/* "r g b" of a PDF, each from 0 to 1. */
static void print_colour(struct drawing *d, uint32_t colour, const char *operator)
{
  fprintf(d->body, "%.3g %.3g %.3g %s\n", (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
          (colour & 255) / 255.0, operator);
}

static void print_pen(struct drawing *d, struct pen pen)
{
  if (d->form == DRAWING_SVG) {
    fprintf(d->body, " stroke=\"#%06x\" stroke-width=\"%g\"%s/>\n", pen.colour, pen.width,
            pen.dashed ? " stroke-dasharray=\"3 3\"" : "");
    return;
  }
  print_colour(d, pen.colour, "RG");
  fprintf(d->body, "%g w %s d\n", pen.width, pen.dashed ? "[3 3] 0" : "[] 0");
}

static double up(const struct drawing *d, double y)
{
  return d->height - y;
}

void drawing_box(struct drawing *d, double x, double y, double width, double height, uint32_t colour)
{
  if (d->form == DRAWING_SVG) {
    fprintf(d->body, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"#%06x\"/>\n", x, y, width, height,
            colour);
    return;
  }
  print_colour(d, colour, "rg");
  fprintf(d->body, "%g %g %g %g re f\n", x, up(d, y + height), width, height);
}

void drawing_frame(struct drawing *d, double x, double y, double width, double height, struct pen pen)
{
  if (d->form == DRAWING_SVG) {
    fprintf(d->body, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" fill=\"none\"", x, y, width, height);
    print_pen(d, pen);
    return;
  }
  print_pen(d, pen);
  fprintf(d->body, "%g %g %g %g re S\n", x, up(d, y + height), width, height);
}

void drawing_line(struct drawing *d, double x1, double y1, double x2, double y2, struct pen pen)
{
  if (d->form == DRAWING_SVG) {
    fprintf(d->body, "<line x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\"", x1, y1, x2, y2);
    print_pen(d, pen);
    return;
  }
  print_pen(d, pen);
  fprintf(d->body, "%g %g m %g %g l S\n", x1, up(d, y1), x2, up(d, y2));
}

void drawing_dot(struct drawing *d, double x, double y, double radius, bool filled, struct pen pen)
{
  if (d->form == DRAWING_SVG) {
    fprintf(d->body, "<circle cx=\"%g\" cy=\"%g\" r=\"%g\" fill=\"#%06x\"", x, y, radius,
            filled ? pen.colour : 0xffffff);
    print_pen(d, pen);
    return;
  }
  const double cy = up(d, y), k = radius * round_arc;
  print_pen(d, pen);
  print_colour(d, filled ? pen.colour : 0xffffff, "rg");
  fprintf(d->body, "%g %g m %g %g %g %g %g %g c %g %g %g %g %g %g c", x + radius, cy, x + radius, cy + k, x + k,
          cy + radius, x, cy + radius, x - k, cy + radius, x - radius, cy + k, x - radius, cy);
  fprintf(d->body, " %g %g %g %g %g %g c %g %g %g %g %g %g c b\n", x - radius, cy - k, x - k, cy - radius, x,
          cy - radius, x + k, cy - radius, x + radius, cy - k, x + radius, cy);
}

/* The point of an arrow; a bent one comes in level, a straight one from above or below. */
static void print_point(struct drawing *d, double x1, double y1, double x2, double y2, uint32_t colour)
{
  const double side = 2.5, back = 6, way = y2 > y1 ? -back : back;
  const double ax = x1 == x2 ? x2 - side : x2 - back, ay = x1 == x2 ? y2 + way : y2 - side,
               bx = x1 == x2 ? x2 + side : x2 - back, by = x1 == x2 ? y2 + way : y2 + side;
  if (d->form == DRAWING_SVG) {
    fprintf(d->body, "<path d=\"M%g %gL%g %gL%g %gZ\" fill=\"#%06x\"/>\n", x2, y2, ax, ay, bx, by, colour);
    return;
  }
  print_colour(d, colour, "rg");
  fprintf(d->body, "%g %g m %g %g l %g %g l f\n", x2, up(d, y2), ax, up(d, ay), bx, up(d, by));
}

void drawing_arrow(struct drawing *d, double x1, double y1, double x2, double y2, struct pen pen)
{
  const double middle = (x1 + x2) / 2;
  if (d->form == DRAWING_SVG) {
    fprintf(d->body, "<path d=\"M%g %gC%g %g %g %g %g %g\" fill=\"none\"", x1, y1, middle, y1, middle, y2, x2, y2);
    print_pen(d, pen);
  } else {
    print_pen(d, pen);
    fprintf(d->body, "%g %g m %g %g %g %g %g %g c S\n", x1, up(d, y1), middle, up(d, y1), middle, up(d, y2), x2,
            up(d, y2));
  }
  print_point(d, x1, y1, x2, y2, pen.colour);
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

static void print_pdf_string(FILE *out, const char *text)
{
  fputc('(', out);
  while (*text != '\0') {
    const uint32_t c = next_character(&text);
    if (c == '(' || c == ')' || c == '\\')
      fprintf(out, "\\%c", (int)c);
    else if (c < 128)
      fputc(c < ' ' ? ' ' : (int)c, out);
    else if (c >= 0xa0 && c < 256)
      fprintf(out, "\\%03o", c);
    else
      fputc('?', out);
  }
  fputc(')', out);
}

void drawing_text(struct drawing *d, double x, double y, double size, enum drawing_place place, uint32_t colour,
                  const char *text)
{
  if (d->form == DRAWING_SVG) {
    fprintf(d->body, "<text x=\"%g\" y=\"%g\" font-size=\"%g\" fill=\"#%06x\"%s>", x, y, size, colour,
            place == DRAWING_MIDDLE ? " text-anchor=\"middle\"" : "");
    text_markup(d->body, text);
    fputs("</text>\n", d->body);
    return;
  }
  print_colour(d, colour, "rg");
  fprintf(d->body, "BT /F %g Tf %g %g Td ", size, place == DRAWING_MIDDLE ? x - drawing_text_width(text, size) / 2 : x,
          up(d, y));
  print_pdf_string(d->body, text);
  fputs(" Tj ET\n", d->body);
}

/* --- the file of a PDF -------------------------------------------------------------------------------------------- */

enum { CATALOGUE = 1, PAGES, PAGE, FONT, CONTENT, ABOUT, OBJECTS };

/* What an object is, between "obj" and "endobj". */
static void print_object(const struct drawing *d, int object, FILE *out)
{
  switch (object) {
  case CATALOGUE: fprintf(out, "<</Type/Catalog/Pages %d 0 R>>", PAGES); break;
  case PAGES: fprintf(out, "<</Type/Pages/Kids[%d 0 R]/Count 1>>", PAGE); break;
  case PAGE:
    fprintf(out, "<</Type/Page/Parent %d 0 R/MediaBox[0 0 %g %g]/Contents %d 0 R/Resources<</Font<</F %d 0 R>>>>>>",
            PAGES, d->width, d->height, CONTENT, FONT);
    break;
  case FONT: fputs("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>", out); break;
  case CONTENT:
    fprintf(out, "<</Length %zu>>\nstream\n", d->size);
    fwrite(d->bytes, 1, d->size, out);
    fputs("endstream", out);
    break;
  default:
    fputs("<</Title", out);
    print_pdf_string(out, d->title);
    fputs(">>", out);
  }
}

static void print_pdf(const struct drawing *d)
{
  char *file = NULL;
  size_t size = 0, begins[OBJECTS];
  FILE *out = open_memstream(&file, &size);
  fputs("%PDF-1.4\n", out);
  for (int object = 1; object < OBJECTS; object++) {
    begins[object] = (size_t)ftell(out);
    fprintf(out, "%d 0 obj\n", object);
    print_object(d, object, out);
    fputs("\nendobj\n", out);
  }
  const long table = ftell(out);
  fprintf(out, "xref\n0 %d\n0000000000 65535 f \n", OBJECTS);
  for (int object = 1; object < OBJECTS; object++) fprintf(out, "%010zu 00000 n \n", begins[object]);
  fprintf(out, "trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%ld\n%%%%EOF\n", OBJECTS, CATALOGUE, ABOUT,
          table);
  fclose(out);
  fwrite(file, 1, size, d->out);
  free(file);
}

void drawing_end(struct drawing *d)
{
  if (d->form == DRAWING_SVG) {
    fputs("</svg>\n", d->out);
  } else {
    fclose(d->body);
    print_pdf(d);
  }
  free(d->bytes);
  free(d->title);
  free(d);
}
