/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * trace_picture.c: the lanes of a run as a picture for slides and papers, of all its steps or of a span of
 * them. It shows the same as the page (trace_page.c), in the same colours; the line of each step stands
 * under its mark.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/property.h"
#include "model/scope_text.h"
#include "sim/drawing.h"
#include "sim/lanes.h"
#include "sim/trace_internal.h"

enum { LANE = 44, LEFT = 40, TOP = 46, BAR = 22, FOOT = 58, LEAST_WIDTH = 420 };

static const uint32_t ink = 0x1b1b1b, dim = 0x5c5c5c, bad = 0xc23b00, shade = 0xfff3c4;

static const struct {
  const char *name;
  uint32_t colour;
} sections[RMR_N_SECTIONS] = {
  [RMR_RECOVER] = {"recover", 0xc4aae0},
  [RMR_DOORWAY] = {"doorway", 0x7fb8d8},
  [RMR_WAITING] = {"waiting room", 0xf2cf7f},
  [RMR_CS] = {"critical section", 0xcc79a7},
  [RMR_EXIT] = {"exit", 0x7fceb9},
};

/* The part of the run that is drawn, and its scale. */
struct view {
  struct trace *trace;
  uint64_t from, to; /* the first and the last step */
  double shown;      /* steps; behind the last one of a run there is room for what it has entered */
  double scale, width;
};

static void picture_begin(struct trace *trace)
{
  trace->lanes = lanes_create(trace->sim);
}

static void picture_step(struct trace *trace, const struct rmr_event *event)
{
  lanes_see(trace->lanes, event);
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

static double x_of(const struct view *v, double step) /* the end of a step */
{
  const double end = step - ((double)v->from - 1);
  return LEFT + (end < 0 ? 0 : end > v->shown ? v->shown : end) * v->scale;
}

static double y_of(uint32_t process) /* the top of a bar */
{
  return TOP + (process - 1) * (double)LANE;
}

/* A critical section that must not have met another. */
static bool is_broken(const struct trace *trace, const struct lane_bar *bar)
{
  const struct monitor *monitor = run_monitor(trace->run);
  for (uint32_t k = 0; k < monitor->n_violations; k++) {
    const struct violation *b = &monitor->violation[k];
    if (property_of(b->property) == PROPERTY_P1 && (b->process == bar->process || b->other == bar->process) &&
        bar->section == RMR_CS && bar->from <= b->step && b->step <= bar->to)
      return true;
  }
  return false;
}

static void draw_bar(const struct view *v, const struct lane_bar *bar)
{
  const double x = x_of(v, (double)bar->from), width = x_of(v, (double)bar->to) - x, y = y_of(bar->process);
  if (bar->to < v->from || width <= 0) return;
  if (bar->section == RMR_REMAINDER)
    drawing_line(v->trace->out, x, y + BAR / 2, x + width, y + BAR / 2, (struct pen){ink, 1, true});
  else if (bar->section == RMR_CS)
    drawing_box(v->trace->out, x, y, width, BAR, is_broken(v->trace, bar) ? bad : sections[RMR_CS].colour);
  else
    drawing_box(v->trace->out, x, y + 4, width, BAR - 8, sections[bar->section].colour);
}

static void draw_bars(const struct view *v, bool parked)
{
  const struct lanes_drawn *drawn = lanes_drawn(v->trace->lanes);
  const struct lane_bar *bar = drawn->bar;
  for (size_t k = 0; k < drawn->n_bars; k++)
    if ((bar[k].section == RMR_REMAINDER) == parked) draw_bar(v, &bar[k]);
}

static void draw_marks(const struct view *v)
{
  const struct lanes_drawn *drawn = lanes_drawn(v->trace->lanes);
  const struct lane_mark *mark = drawn->mark;
  const double radius = v->scale / 3 < 4 ? v->scale / 3 : 4;
  for (size_t k = 0; k < drawn->n_marks; k++) {
    if (mark[k].step < v->from || mark[k].step > v->to) continue;
    const double x = x_of(v, (double)mark[k].step - 0.5), y = y_of(mark[k].process) + BAR / 2;
    if (mark[k].kind == MARK_COMMIT) {
      drawing_frame(v->trace->out, x - radius, y - radius, 2 * radius, 2 * radius, (struct pen){ink, 1, false});
      continue;
    }
    if (mark[k].kind == MARK_CRASH) {
      drawing_line(v->trace->out, x - 4, y - 4, x + 4, y + 4, (struct pen){bad, 2, false});
      drawing_line(v->trace->out, x - 4, y + 4, x + 4, y - 4, (struct pen){bad, 2, false});
      continue;
    }
    drawing_dot(v->trace->out, x, y, radius, mark[k].cause != RMR_FREE, (struct pen){ink, 1, false});
    const char *label = rmr_line_of(v->trace->system->algorithm, mark[k].line)->label;
    if (drawing_text_width(label, 7) < v->scale)
      drawing_text(v->trace->out, x, y + BAR / 2 + 8, 7, DRAWING_MIDDLE, dim, label);
  }
}

/* An arrow from a process that takes a copy away points straight at the owner of the copy; a value that is read comes
 * along a curve. */
static void draw_arrows(const struct view *v)
{
  const struct lanes_drawn *drawn = lanes_drawn(v->trace->lanes);
  const struct lane_arrow *arrow = drawn->arrow;
  for (size_t k = 0; k < drawn->n_arrows; k++) {
    if (arrow[k].from < v->from || arrow[k].to > v->to) continue;
    const double y1 = y_of(arrow[k].writer) + BAR / 2, y2 = y_of(arrow[k].other) + BAR / 2, side = y2 > y1 ? -1 : 1;
    const bool lost = arrow[k].from == arrow[k].to;
    drawing_arrow(v->trace->out, x_of(v, (double)arrow[k].from - 0.5), y1, x_of(v, (double)arrow[k].to - 0.5),
                  lost ? y2 + side * BAR / 2 : y2, (struct pen){lost ? bad : dim, lost ? 0.6 : 0.8, lost});
  }
}

static void draw_ruler(const struct view *v)
{
  uint64_t every = 1;
  for (unsigned k = 0; (double)every * v->scale < 32; k++) every = every * (k % 3 == 1 ? 5 : 4) / 2;
  const double y = y_of(v->trace->system->n) + LANE + 4;
  char text[32];
  for (uint64_t step = v->from; step <= v->to; step++)
    if (step % every == 0) {
      snprintf(text, sizeof text, "#%" PRIu64, step);
      drawing_text(v->trace->out, x_of(v, (double)step - 0.5), y, 8, DRAWING_MIDDLE, dim, text);
    }
}

static void draw_loop(const struct view *v)
{
  const struct trace *trace = v->trace;
  if (trace->loop == 0 || trace->loop > v->to) return;
  const double x = x_of(v, (double)(trace->loop - 1)), width = x_of(v, (double)v->to) - x;
  const double y = TOP - 6, height = trace->system->n * (double)LANE;
  drawing_box(v->trace->out, x, y, width, height, shade);
  drawing_frame(v->trace->out, x, y, width, height, (struct pen){dim, 1, true});
  drawing_text(v->trace->out, x + 3, y - 3, 8, DRAWING_LEFT, dim, "again and again");
}

static void draw_legend(const struct view *v, double y)
{
  const struct rmr_algorithm *a = v->trace->system->algorithm;
  double x = LEFT;
  for (uint8_t s = RMR_RECOVER; s <= RMR_EXIT; s++) {
    bool there = s == RMR_CS;
    for (uint32_t k = 0; k < a->n_rows; k++) there = there || (a->lines[k].line != 0 && a->lines[k].section == s);
    if (!there) continue;
    drawing_box(v->trace->out, x, y - 7, 10, 8, sections[s].colour);
    drawing_text(v->trace->out, x + 13, y, 8, DRAWING_LEFT, ink, sections[s].name);
    x += 22 + drawing_text_width(sections[s].name, 8);
  }
  drawing_dot(v->trace->out, x + 3, y - 3, 3, true, (struct pen){ink, 1, false});
  drawing_text(v->trace->out, x + 9, y, 8, DRAWING_LEFT, ink, "an RMR");
  drawing_dot(v->trace->out, x + 45, y - 3, 3, false, (struct pen){ink, 1, false});
  drawing_text(v->trace->out, x + 51, y, 8, DRAWING_LEFT, ink, "free");
  drawing_line(v->trace->out, x + 74, y - 3, x + 88, y - 3, (struct pen){ink, 1, true});
  drawing_text(v->trace->out, x + 91, y, 8, DRAWING_LEFT, ink, "parked");
  if (!order_buffers(&v->trace->system->spec.order)) return;
  drawing_frame(v->trace->out, x + 124, y - 6, 6, 6, (struct pen){ink, 1, false});
  drawing_text(v->trace->out, x + 133, y, 8, DRAWING_LEFT, ink, "a commit");
}

/* The output of `print`, as a text. */
static char *text_of(const struct view *v, void (*print)(const struct view *, FILE *))
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = mem_stream(&text, &size);
  print(v, out);
  mem_stream_end(out);
  return text;
}

static void print_title(const struct view *v, FILE *out)
{
  scope_print_title(&v->trace->system->spec, out);
}

static void print_scope(const struct view *v, FILE *out)
{
  scope_print(&v->trace->system->spec, v->trace->system, SCOPE_GROUPS, out);
  if (v->from > 1 || v->to < v->trace->steps)
    fprintf(out, "; steps %" PRIu64 " to %" PRIu64 " of %" PRIu64, v->from, v->to, v->trace->steps);
}

/* The fault of the run: its first violation, or the note of a witness. */
static void print_wrong(const struct view *v, FILE *out)
{
  const struct monitor *monitor = run_monitor(v->trace->run);
  if (monitor->n_violations != 0) {
    fprintf(out, "#%" PRIu64 ": ", monitor->violation[0].step);
    trace_print_violation(&monitor->violation[0], out);
  } else if (v->trace->note != NULL) {
    trace_print_note(v->trace->note, out);
  }
}

/* So much of a text as fits. */
static void cut(char *text, double size, double width)
{
  size_t length = strlen(text);
  if (drawing_text_width(text, size) <= width) return;
  while (length > 3 && drawing_text_width(text, size) > width) {
    length--;
    memcpy(text + length - 3, "...", 4);
  }
}

static void draw_words(const struct view *v)
{
  const double y = y_of(v->trace->system->n) + LANE;
  char *title = text_of(v, print_title), *scope = text_of(v, print_scope), *wrong = text_of(v, print_wrong), name[16];
  cut(wrong, 9, v->width - LEFT - 12);
  drawing_text(v->trace->out, LEFT, 14, 11, DRAWING_LEFT, ink, title);
  drawing_text(v->trace->out, LEFT, 26, 8, DRAWING_LEFT, dim, scope);
  drawing_text(v->trace->out, LEFT, y + 36, 9, DRAWING_LEFT, bad, wrong);
  for (uint32_t p = 1; p <= v->trace->system->n; p++) {
    snprintf(name, sizeof name, "P%u", p);
    drawing_text(v->trace->out, 6, y_of(p) + BAR / 2 + 4, 11, DRAWING_LEFT, ink, name);
  }
  draw_legend(v, y + 21);
  free(title);
  free(scope);
  free(wrong);
}

/* A run that is too long for a picture is seen at its end. */
static void find_span(struct view *v)
{
  const struct trace_span *asked = &v->trace->span;
  const uint64_t steps = v->trace->steps;
  v->from = asked->from != 0 ? asked->from : steps > TRACE_PICTURE_MOST ? steps - TRACE_PICTURE_MOST + 1 : 1;
  v->to = asked->to != 0 && asked->to < steps ? asked->to : steps;
}

static void picture_end(struct trace *trace)
{
  struct view v = {.trace = trace};
  find_span(&v);
  lanes_close(trace->lanes, trace->steps);
  v.shown = (double)(v.to - v.from + 1 + (v.to == trace->steps));
  const double even = 800 / v.shown;
  v.scale = even < 14 ? 14 : even > 30 ? 30 : even;
  char *title = text_of(&v, print_title);
  double width = LEFT + v.shown * v.scale + 12, needed = LEFT + drawing_text_width(title, 11) + 12;
  if (width < LEAST_WIDTH) width = LEAST_WIDTH;
  if (width < needed) width = needed;
  v.width = width;
  drawing_begin(trace->out, width, TOP + trace->system->n * (double)LANE + FOOT, title);
  free(title);
  draw_loop(&v);
  draw_bars(&v, false);
  draw_bars(&v, true);
  draw_arrows(&v);
  draw_marks(&v);
  draw_ruler(&v);
  draw_words(&v);
  drawing_end(trace->out);
}

const struct trace_writer trace_svg = {picture_begin, picture_step, picture_end, NULL};
