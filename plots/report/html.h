/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * html.h: the few words of HTML that the report needs. Texts from files go through text_markup or the helpers below and
 * nowhere else, so none of them can become markup.
 */
#ifndef PLOTS_REPORT_HTML_H
#define PLOTS_REPORT_HTML_H

#include <stdio.h>

/* The relative path of a file as what href wants: any byte that could end it or mean something else is %XX. */
void html_url(FILE *out, const char *path);

/* A text as part of an id, and of the #link to it: letters, digits, - and _; any other byte is .XX. */
void html_id(FILE *out, const char *text);

/* As fprintf, but what stands for a %s is a text, which becomes no markup. Beside that it knows %zu only. */
void html_print(FILE *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* <tag>text</tag>; `open` may hold attributes: "td class=\"number\"". */
void html_element(FILE *out, const char *open, const char *text);

/* <div ...><table class="class">: a table in a box of its own, in which it can be scrolled where the window is too
 * narrow for it, with the keyboard as well. `label` is what the box is called. */
void html_wide(FILE *out, const char *class, const char *label);

/* From <!doctype> to the first element of <body>, with the style sheet; and the end, behind </main>. */
void html_begin(FILE *out, const char *title);
void html_end(FILE *out);

/* An SVG document as part of the page. Its ids get `prefix` before them, since a page may not have one id twice, and
 * its title becomes `label`. */
void html_svg(FILE *out, const char *svg, const char *prefix, const char *label);

#endif
