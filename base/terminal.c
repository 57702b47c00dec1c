/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/terminal.h"

#include <sys/ioctl.h>

enum { USUAL_WIDTH = 80 };

static int width_of(FILE *terminal)
{
  struct winsize size = {0}; /* not every system fills it in */
  return ioctl(fileno(terminal), TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : USUAL_WIDTH;
}

void terminal_line(FILE *terminal, const char *text)
{
  fprintf(terminal, "\r\033[K%.*s", width_of(terminal) - 1, text);
  fflush(terminal);
}

double seconds_to_go(double share, double then, double now)
{
  if (share < 0.01) return -1;
  return then * (1 - share) / share - (now - then);
}

const char *clock_text(double seconds, char out[CLOCK_TEXT])
{
  if (seconds >= 0 && seconds < 1e6)
    snprintf(out, CLOCK_TEXT, "%d:%02d", (int)seconds / 60, (int)seconds % 60);
  else
    snprintf(out, CLOCK_TEXT, "-:--");
  return out;
}
