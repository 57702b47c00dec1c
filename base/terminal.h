/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * terminal.h: a progress line. It is rewritten in the same place, so it must not be wider than the terminal, which
 * would begin a new line.
 */
#ifndef BASE_TERMINAL_H
#define BASE_TERMINAL_H

#include <stdio.h>

/* Replaces the line by the text; "" removes it. A text too wide is cut. */
void terminal_line(FILE *terminal, const char *text);

/* Seconds to the end of a work of which `share` (0..1) was done after `then` seconds, without news until `now`.
 * Negative: unknown, since hardly anything is done, or since the rest has taken longer already than it should. */
double seconds_to_go(double share, double then, double now);

/* "3:07", or "-:--" for a negative number. Returns out. */
enum { CLOCK_TEXT = 16 };
const char *clock_text(double seconds, char out[CLOCK_TEXT]);

#endif
