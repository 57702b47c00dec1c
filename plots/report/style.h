/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * style.h: the style sheet of the report, and its one script. The report is complete without the script: it opens the
 * target of a link, opens everything for printing, and sorts and filters long tables.
 */
#ifndef PLOTS_REPORT_STYLE_H
#define PLOTS_REPORT_STYLE_H

extern const char look_style[], look_script[];

#endif
