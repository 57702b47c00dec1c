/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/seal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/mem.h"

enum { N_DIGITS = 16 };

/* The text around the digits. */
struct layout {
  const char *before, *after;
  const char *end; /* of the object without a checksum */
};

static const struct layout in_line = {", \"checksum\": \"", "\"}", "}"};
static const struct layout in_file = {",\n  \"checksum\": \"", "\"\n}\n", "\n}"};

static size_t seal_length(const struct layout *layout)
{
  return strlen(layout->before) + N_DIGITS + strlen(layout->after);
}

static void write_digits(uint64_t sum, char out[N_DIGITS + 1])
{
  snprintf(out, N_DIGITS + 1, "%016" PRIx64, sum);
}

/* The text of an object with what its checksum adds, and `more` behind it. */
static char *seal(const char *text, const struct layout *layout, const char *more)
{
  char digits[N_DIGITS + 1];
  const size_t length = strlen(text) - strlen(layout->end);
  write_digits(XXH3_64bits(text, length), digits);
  char *const rest = mem_format("%s%s%s%s", layout->before, digits, layout->after, more);
  char *const sealed = mem_new(length + strlen(rest) + 1, 1); /* mem_format would end at 2 GiB */
  memcpy(sealed, text, length);
  strcpy(sealed + length, rest);
  free(rest);
  return sealed;
}

char *seal_text(const char *text)
{
  return seal(text, &in_line, "\n");
}

char *seal_line(const json_t *object)
{
  char *text = json_dumps(object, JSON_REAL_PRECISION(15)), *line = seal_text(text);
  free(text);
  return line;
}

char *seal_file(const json_t *object)
{
  char *text = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(15)), *sealed = seal(text, &in_file, "");
  free(text);
  return sealed;
}

/* --- checking ----------------------------------------------------------------------------------------------------- */

/* Does the text end like a sealed one? *sealed: the bytes that the checksum is of. */
static bool has_seal(const char *text, size_t length, const struct layout *layout, size_t *sealed)
{
  if (length <= seal_length(layout)) return false;
  *sealed = length - seal_length(layout);
  const char *const digits = text + *sealed + strlen(layout->before);
  return memcmp(text + *sealed, layout->before, strlen(layout->before)) == 0 &&
         memcmp(digits + N_DIGITS, layout->after, strlen(layout->after)) == 0;
}

/* The digits are compared as they stand: 5B is not 5b. */
static bool is_whole(const char *text, const struct layout *layout, size_t sealed)
{
  char digits[N_DIGITS + 1];
  write_digits(XXH3_64bits(text, sealed), digits);
  return memcmp(text + sealed + strlen(layout->before), digits, N_DIGITS) == 0;
}

bool seal_check_line(const char *line, size_t length, const char *path, int number, struct error *e)
{
  size_t sealed;
  if (!has_seal(line, length, &in_line, &sealed))
    return fail_at(e, EXIT_USAGE, path, number, 0,
                   "is not a record of format %d, the only one this program reads: it does not end in its checksum",
                   RECORD_FORMAT);
  return is_whole(line, &in_line, sealed) ||
         fail_at(e, EXIT_USAGE, path, number, 0, "the record was altered: its checksum is that of another text");
}

bool seal_check_file(const char *text, size_t length, const char *path, struct error *e)
{
  size_t sealed;
  if (!has_seal(text, length, &in_file, &sealed))
    return fail_at(e, EXIT_USAGE, path, 0, 0,
                   "was not written by this version of rmrlab, or was altered: it does not end in its checksum");
  return is_whole(text, &in_file, sealed) ||
         fail_at(e, EXIT_USAGE, path, 0, 0, "was altered: its checksum is that of another text");
}

bool seal_may_be_torn(const char *text, size_t length)
{
  size_t sealed;
  return length == 0 || !has_seal(text, length - 1, &in_line, &sealed);
}

uint64_t seal_add(uint64_t sum, const char *text)
{
  return XXH3_64bits_withSeed(text, strlen(text), sum);
}

uint64_t seal_of(const char *line, size_t length)
{
  char digits[N_DIGITS + 1] = "";
  memcpy(digits, line + length - strlen(in_line.after) - N_DIGITS, N_DIGITS);
  return strtoull(digits, NULL, 16);
}

char *seal_word(const char *word)
{
  char digits[N_DIGITS + 1];
  write_digits(XXH3_64bits(word, strlen(word)), digits);
  return mem_format("%s %s", word, digits);
}

bool seal_open_word(char *sealed)
{
  char digits[N_DIGITS + 1], *blank = strrchr(sealed, ' ');
  if (blank == NULL) return false;
  write_digits(XXH3_64bits(sealed, (size_t)(blank - sealed)), digits);
  if (strcmp(blank + 1, digits) != 0) return false;
  *blank = '\0';
  return true;
}
