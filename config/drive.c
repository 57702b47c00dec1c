/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config/drive.h"

#include <string.h>

static unsigned drive_named(const char *text)
{
  if (text == NULL) return 0;
  if (strcmp(text, "simulate") == 0) return DRIVE_SIMULATE;
  if (strcmp(text, "explore") == 0) return DRIVE_EXPLORE;
  return strcmp(text, "count") == 0 ? DRIVE_COUNT : 0;
}

unsigned drives_of(const json_t *value)
{
  unsigned drives = value == NULL ? DRIVE_SIMULATE : drive_named(json_string_value(value));
  for (size_t k = 0; k < json_array_size(value); k++)
    drives |= drive_named(json_string_value(json_array_get(value, k)));
  return drives;
}
