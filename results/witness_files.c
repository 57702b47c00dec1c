/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/witness_files.h"

#include <string.h>

#include "base/mem.h"

json_t *results_witness(const struct results *r, const struct record *record, const char *property)
{
  json_t *line = results_line(r, record);
  json_t *witness = json_object_get(json_object_get(json_object_get(line, "verdicts"), property), "witness");
  json_t *text = json_string_length(witness) > 0 ? json_incref(witness) : NULL;
  json_decref(line);
  return text;
}

/* Of an algorithm that is a path the file's name, and without parameters: the number tells the record. */
char *witness_name(const struct record *record, const char *what)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
  const size_t named = strcspn(record->algorithm, ":");
  const char *name = record->algorithm;
  for (const char *at = name; at < record->algorithm + named; at++)
    if (*at == '/') name = at + 1;
  const size_t length = strspn(name, plain);
  return mem_format("%05" JSON_INTEGER_FORMAT "-%.*s-n%" JSON_INTEGER_FORMAT "-%s", record->index,
                    length < 80 ? (int)length : 80, name, record->n, what);
}
