/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * sweep_law.h: the command of the playground that recognises how a sweep over N grows (sweep_law.c).
 */
#ifndef WEB_SWEEP_LAW_H
#define WEB_SWEEP_LAW_H

int command_growth(int argc, char **argv);

#endif
