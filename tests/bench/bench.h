/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * bench.h: the figures of `rmr bench`. Each figure is a speed beside that of something else that does the same work in
 * the same run, so that the ratio says something on any machine.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct bench_figure {
  const char *what, *unit, *beside; /* given, as is n: "simulate bakery random", "steps", "bare loop" */
  uint32_t n;
  bool amount;         /* the figure is no speed, but the amount found in the same time */
  double speed, other; /* units per second; other 0: there was nothing to measure beside it */
  double ratio;        /* of neighbouring runs */
  double bytes;        /* of memory per unit, where that is of interest; else 0 */
  double other_bytes;
};

/* Two speeds measured in turn, as often as there are values. */
enum { BENCH_TURNS = 7 };
struct bench_turns {
  size_t n;
  double speed[BENCH_TURNS], other[BENCH_TURNS], ratio[BENCH_TURNS];
};
void bench_turn(struct bench_turns *turns, double speed, double other);
void bench_medians(struct bench_turns *turns, struct bench_figure *figure);

/* The processor's time of this process and of its children that have ended: on a busy machine a better clock. */
double bench_cpu_seconds(void);

/* The step loop beside a bare loop. */
bool bench_bakery(struct bench_figure *figure, struct error *e);
bool bench_burns_lamport(struct bench_figure *figure, struct error *e);
bool bench_glb(struct bench_figure *figure, struct error *e);

/* A step of philosophers beside one of the bakery. */
bool bench_philosophers(struct bench_figure *figure, struct error *e);

/* The adversary `random` in Lua beside the one in C. */
bool bench_lua(struct bench_figure *figure, struct error *e);

/* A passage of one thread beside the same lock written by hand. */
bool bench_native_tas(struct bench_figure *figure, struct error *e);
bool bench_native_mcs(struct bench_figure *figure, struct error *e);

/* Compiling a text, as a whole and without the C compiler, beside that compiler alone, where there is one. */
bool bench_compile(struct bench_figure *figure, struct error *e);
bool bench_translate(struct bench_figure *figure, struct error *e);

/* Tasks in processes of their own, beside tasks in threads. */
bool bench_isolation(struct bench_figure *figure, struct error *e);

/* Cyclic Burns-Lamport, all states. One core beside SPIN, where spin and a compiler are installed; and `threads` beside
 * one. */
bool bench_one_core(struct bench_figure *figure, struct error *e);
bool bench_crashes(struct bench_figure *figure, struct error *e);
bool bench_all_cores(struct bench_figure *figure, struct error *e);

/* The worst case of P_N, by the sweep: all cores beside one, a disk beside memory. */
bool bench_worst_case(struct bench_figure *figure, struct error *e);
bool bench_disk(struct bench_figure *figure, struct error *e);

/* The value that a search finds, beside that of an adversary. */
bool bench_search(struct bench_figure *figure, struct error *e);

#endif
