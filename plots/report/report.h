/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * report.h: writes DIR/report.html, one page that needs no network and no other file, and can be read without scripts.
 *
 * DIR is a result directory, or a directory that holds result directories: then the page has one section for each, in
 * the order of their names, and above them the findings, the tables of claims, the galleries and all verdicts. The page
 * is made from the files alone (plots must have been drawn before) and holds neither time nor path, so equal results
 * give equal bytes.
 */
#ifndef PLOTS_REPORT_REPORT_H
#define PLOTS_REPORT_REPORT_H

#include <stdbool.h>

#include "plots/figure.h"

bool report_write(const char *directory, struct error *e);

/* The same for one result directory in memory, with its figures. */
bool report_write_section(const struct evaluation *v, const struct figure_list *figures, struct error *e);

#endif
