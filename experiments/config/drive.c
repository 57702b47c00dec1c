/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/drive.h"

#include <stdio.h>
#include <string.h>

static const char *const names[] = {"simulate", "explore", "count", "search", "prove"}; /* bit by bit */

enum { N_DRIVES = sizeof names / sizeof *names };

static unsigned drive_named(const char *text)
{
  for (unsigned k = 0; text != NULL && k < N_DRIVES; k++)
    if (strcmp(text, names[k]) == 0) return 1u << k;
  return 0;
}

const char *drives_text(unsigned drives, const char *between, char out[DRIVES_SIZE])
{
  out[0] = '\0';
  for (unsigned k = 0; k < N_DRIVES; k++) {
    const size_t used = strlen(out);
    if (drives & 1u << k) snprintf(out + used, DRIVES_SIZE - used, "%s%s", used != 0 ? between : "", names[k]);
  }
  return out;
}

unsigned drives_of(const json_t *value)
{
  unsigned drives = value == NULL ? DRIVE_SIMULATE : drive_named(json_string_value(value));
  for (size_t k = 0; k < json_array_size(value); k++)
    drives |= drive_named(json_string_value(json_array_get(value, k)));
  return drives;
}
