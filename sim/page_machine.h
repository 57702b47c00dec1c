/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * page_machine.h: the data with which the page of a run carries its algorithm on: the graph of the text
 * (language/emit_json.h), the registers, the rules of the memory, the sections, and the head of a schedule.
 */
#ifndef SIM_PAGE_MACHINE_H
#define SIM_PAGE_MACHINE_H

#include <stdio.h>

#include "sim/sim.h"

/* Before the first step: the value of a key in JSON: an object; or a sentence that says why another step cannot be
 * chosen in this run. */
void page_machine_print(const struct sim *sim, FILE *out);

#endif
