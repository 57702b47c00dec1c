/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * style.h: how the report looks, and its one script. Without the script nothing is lost: it opens what a link leads
 * into, opens everything for printing, and lets long tables be sorted and filtered.
 */
#ifndef PLOTS_REPORT_STYLE_H
#define PLOTS_REPORT_STYLE_H

extern const char look_style[], look_script[];

#endif
