/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * schedule.h: recorded schedules, which are also the compact native trace. A text file:
 *
 *   rmr-schedule 1
 *   algorithm glb
 *   n 3
 *   memory cc
 *   sessions distinct
 *   passages 1
 *   seed 1
 *   version 0.1.0
 *   P1 3=1w 4=1w 5a=0c 5a=0c 5b=1w
 *   P2 x14
 *   steps 19                          (the end of a recording; without it the file may be cut off)
 *
 * After the header, each line is a process and the steps it makes in a row. A step is either LABEL=VALUE and the cost (c cold,
 * i invalidated, w write, r remote, nothing: free), where VALUE is what the register holds after the step; or xK: K
 * steps of which nothing is said, for schedules written by hand. Replaying compares every step of which something is
 * said. `#` begins a comment. The keys of the header may come in any order, each once; algorithm and n are required, the
 * others have the defaults of `rmr simulate`.
 */
#ifndef SIM_SCHEDULE_H
#define SIM_SCHEDULE_H

#include "sim/sim.h"

struct schedule_step {
  rmr_word value;
  uint16_t process;
  uint16_t line; /* 0: nothing is said of this step */
  uint8_t cause;
  uint32_t source; /* line of the file, for messages */
};

struct schedule {
  const struct rmr_algorithm *algorithm;
  uint32_t n, passages;
  enum sim_memory memory;
  struct sim_sessions sessions;
  char sessions_text[256];
  uint64_t seed;
  char version[32];
  bool complete; /* the `steps` key was there and its number is right */
  struct schedule_step *step;
  size_t n_steps;
};

enum { SCHEDULE_MAX_STEPS = 200000000 };

/* Reads a file. On failure *e has file, line, column, and the nearest right word. */
bool schedule_read(const char *path, struct schedule *out, struct error *e);

/* The same from memory; name stands for the file in messages. */
bool schedule_parse(const char *text, size_t size, const char *name, struct schedule *out, struct error *e);

void schedule_free(struct schedule *schedule);

#endif
