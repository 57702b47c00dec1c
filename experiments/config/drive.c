/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/config/drive.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

const char *const drive_names[] = {"simulate", "explore", "count", "search", "prove", NULL};

enum { N_DRIVES = sizeof drive_names / sizeof *drive_names - 1 };

static unsigned drive_named(const char *text)
{
  for (unsigned k = 0; text != NULL && k < N_DRIVES; k++)
    if (strcmp(text, drive_names[k]) == 0) return 1u << k;
  return 0;
}

const char *drives_text(unsigned drives, const char *between, char out[DRIVES_SIZE])
{
  out[0] = '\0';
  for (unsigned k = 0; k < N_DRIVES; k++)
    if (drives & 1u << k) text_add(out, DRIVES_SIZE, "%s%s", out[0] != '\0' ? between : "", drive_names[k]);
  return out;
}

unsigned drives_of(const json_t *value)
{
  unsigned drives = value == NULL ? DRIVE_SIMULATE : drive_named(json_string_value(value));
  for (size_t k = 0; k < json_array_size(value); k++)
    drives |= drive_named(json_string_value(json_array_get(value, k)));
  return drives;
}
