/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * growth.h: the command of the playground that recognises how a sweep over N grows (growth.c).
 */
#ifndef WEB_GROWTH_H
#define WEB_GROWTH_H

int command_growth(int argc, char **argv);

#endif
