/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trace_internal.h: shared by the trace writers.
 */
#ifndef SIM_TRACE_INTERNAL_H
#define SIM_TRACE_INTERNAL_H

#include "base/file.h"
#include "sim/losses.h"
#include "sim/trace.h"

/* For the slices of a Chrome trace: the beginnings of a process's passage and section, and of its parking (0: it is
 * not parked), the section, and the passage's costs. */
struct open_slices {
  uint64_t passage, section, parked;
  uint32_t rmr, steps, session;
  uint8_t at; /* enum rmr_section; RMR_REMAINDER: nothing is open */
};

struct trace_writer {
  void (*begin)(struct trace *);
  void (*step)(struct trace *, const struct rmr_event *);
  void (*end)(struct trace *);
  void (*note)(struct trace *); /* called when trace_note has a text; NULL: not used here */
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
  rmr_action current;       /* native: the process or action of the current line */
  uint64_t steps, flows;
  struct page *page;      /* of a page only */
  int printed;            /* text: the width of the printed lines of the algorithm, beside their numbers */
  struct lanes *lanes;    /* of a picture only */
  struct trace_span span; /* the same */
  const char *note;
  uint64_t loop; /* the first step of the part that can be repeated for ever, from 1; 0: there is none */
};

/* For an access to a register that holds a time: the age of its present value, by the clock of the process. False:
 * it holds none. */
bool trace_age(const struct trace *trace, const struct rmr_event *event, rmr_word *age);

/* Prints a text inside of a string of JSON. It has no control characters: only quotes and backslashes are escaped. */
void trace_escape(FILE *out, const char *text);

/* Prints a violation, and the note of a witness, with the property in words, to distinguish properties from
 * processes. "mutual exclusion (property P1) is broken: P4 enters the CS while P2 is there". */
void trace_print_violation(const struct violation *v, FILE *out);
void trace_print_note(const char *note, FILE *out);

/* The text of trace_print_violation; the caller frees it. */
char *trace_violation_text(const struct violation *v);

extern const struct trace_writer trace_native, trace_text, trace_chrome, trace_page, trace_itf, trace_svg;

void trace_page_free(struct page *page); /* NULL is fine */

#endif
