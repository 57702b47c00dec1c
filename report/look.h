/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * look.h: how the report looks, and its one script. Without the script nothing is lost: it opens what a link leads
 * into, opens everything for printing, and lets long tables be sorted and filtered.
 */
#ifndef REPORT_LOOK_H
#define REPORT_LOOK_H

extern const char look_style[], look_script[];

#endif
