/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trace_internal.h: what the trace writers share.
 */
#ifndef SIM_TRACE_INTERNAL_H
#define SIM_TRACE_INTERNAL_H

#include "base/file.h"
#include "sim/losses.h"
#include "sim/trace.h"

/* For the slices of a Chrome trace: where a process's passage and section began, and where it was parked (0: it is
 * not), the section, and what the passage came to. */
struct open_slices {
  uint64_t passage, section, parked;
  uint32_t rmr, steps, session;
  uint8_t at; /* enum rmr_section; RMR_REMAINDER: nothing is open */
};

struct trace_writer {
  void (*begin)(struct trace *);
  void (*step)(struct trace *, const struct rmr_event *);
  void (*end)(struct trace *);
  void (*note)(struct trace *); /* what trace_note says is there; NULL: it is of no use here */
};

struct page;
struct lanes;

struct trace {
  struct file_writer file;
  FILE *out;
  struct run *run;
  const struct sim *sim;
  const struct system *system;
  const struct trace_writer *writer;
  struct losses *losses;
  struct open_slices *open; /* [p] */
  rmr_action current;       /* native: whose line is being written */
  uint64_t steps, flows;
  struct page *page;   /* of a page only */
  int printed;         /* text: how wide the printed lines of the algorithm are, as they stand beside their numbers */
  struct lanes *lanes; /* of a picture only */
  struct trace_span span; /* the same */
  const char *note;
  uint64_t loop; /* the first step of what can be repeated for ever, from 1; 0: there is none */
};

/* Of an access to a register that holds a time: how old what it holds now is, by the clock of the process. False: it
 * holds none. */
bool trace_age(const struct trace *trace, const struct rmr_event *event, rmr_word *age);

/* "read Token[3] = 5": what a step did. */
void trace_print_access(struct trace *trace, const struct rmr_event *event);

/* What is broken, and what the note of a witness says, with the property in words: a property is never called as a
 * process is. "mutual exclusion (property P1) is broken: P4 enters the CS while P2 is there". */
void trace_print_violation(const struct violation *v, FILE *out);
void trace_print_note(const char *note, FILE *out);

/* What trace_print_violation prints; the caller frees it. */
char *trace_violation_text(const struct violation *v);

extern const struct trace_writer trace_native, trace_text, trace_chrome, trace_page, trace_itf, trace_svg;

void trace_page_free(struct page *page); /* NULL is fine */

#endif
