/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * brute_walk.h: functions that the files of the walk (brute.c) share: states and their numbers (brute_states.c), and
 * the effects of faults (brute_faults.c).
 */
#ifndef TESTS_BRUTE_WALK_H
#define TESTS_BRUTE_WALK_H

#include "brute.h"

/* --- brute.c ------------------------------------------------------------------------------------------------------ */

uint32_t brute_first_session(const struct brute_graph *g, uint32_t p);
uint32_t brute_last_session(const struct brute_graph *g, uint32_t p);
uint16_t brute_line_labelled(const struct rmr_algorithm *a, const char *label);
struct rmr_op brute_ask(const struct brute_graph *g, uint32_t p, struct brute_process *me, bool given, rmr_word reply,
                        uint32_t session, rmr_word now);
void brute_add_edge(struct brute_graph *g, struct brute_edge edge);
rmr_word brute_initial_value(const struct brute_graph *g, uint32_t var);
void brute_copy_state(const struct brute_graph *g, struct brute_state *to, const struct brute_state *from);

/* --- brute_states.c ----------------------------------------------------------------------------------------------- */

void brute_lay_out(struct brute_graph *g);
size_t brute_transfer(const struct brute_graph *g, struct brute_state *s, unsigned char *bytes, bool load);
void brute_time_left(const struct brute_graph *g, const struct brute_state *s, uint32_t p, rmr_word *least,
                     rmr_word *most);
uint32_t brute_number_of(struct brute_graph *g, struct brute_state *s);

/* --- brute_faults.c ----------------------------------------------------------------------------------------------- */

void brute_crash_somebody(struct brute_graph *g, const struct brute_state *from);
void brute_arrive(struct brute_graph *g, const struct brute_state *from, uint32_t p);
void brute_expire(struct brute_graph *g, const struct brute_state *from, uint32_t var);

#endif
