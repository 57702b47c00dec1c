/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * html.h: the few HTML elements that the report needs. Texts from files pass only through text_markup or the helpers
 * below, so none of them can become markup.
 */
#ifndef PLOTS_REPORT_HTML_H
#define PLOTS_REPORT_HTML_H

#include <stdio.h>

/* The relative path of a file for href: any byte that could end it or has a special meaning is %XX. */
void html_url(FILE *out, const char *path);

/* A text as part of an id, and of the #link to it: letters, digits, - and _; any other byte is .XX. */
void html_id(FILE *out, const char *text);

/* Like fprintf, but a %s is an escaped text. Beside that it knows %zu only. */
void html_print(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* <tag>text</tag>; `open` may hold attributes: "td class=\"number\"". */
void html_element(FILE *out, const char *open, const char *text);

/* <div ...><table class="class">: a table in a box of its own, which scrolls where the window is too narrow, also by
 * keyboard. `label` is the name of the box. */
void html_wide(FILE *out, const char *class, const char *label);

/* From <!doctype> to the first element of <body>, with the style sheet; and the end, behind </main>. */
void html_begin(FILE *out, const char *title);
void html_end(FILE *out);

/* An SVG document as part of the page. Its ids get the prefix `prefix`, since ids on a page must be unique, and its
 * title becomes `label`. */
void html_svg(FILE *out, const char *svg, const char *prefix, const char *label);

#endif
