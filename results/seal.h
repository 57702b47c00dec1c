/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * seal.h: what tells an altered record from a whole one. Each line of records.jsonl, and each JSON file of a result
 * directory, is an object whose last key is "checksum": the XXH3-64, in 16 hex digits, of all bytes before it.
 *
 *   {"format": 3, "id": "0f3c...", ..., "violations": [], "checksum": "5b1c02d7a93e4f88"}
 *    `------------------ these bytes ------------------'
 *
 * The bytes count, not what they mean: a file that another program has indented anew is refused as well. No single
 * flipped bit goes unnoticed, neither in the text nor in the checksum; of other accidents one in 2^64 does. It is no
 * signature: who wants to forge a record can compute its checksum.
 */
#ifndef RESULTS_SEAL_H
#define RESULTS_SEAL_H

#include <jansson.h>
#include <stdint.h>

#include "base/error.h"

enum { RECORD_FORMAT = 3 }; /* of the lines of records.jsonl */

/* The object with its checksum, as one line with its newline; the caller frees it. The second takes the object's text:
 * one line that ends in a brace. */
char *seal_line(const json_t *object);
char *seal_text(const char *text);

/* The object as a whole file, indented: keys in the order of insertion, reals with 15 digits. */
char *seal_file(const json_t *object);

/* Is the text as it was sealed? A line goes without its newline. If not, *e says so, at the place. */
bool seal_check_line(const char *line, size_t length, const char *path, int number, struct error *e);
bool seal_check_file(const char *text, size_t length, const char *path, struct error *e);

/* Whether a text that is not terminated by a newline can be what is left of a line that was not written to its end. */
bool seal_may_be_torn(const char *text, size_t length);

/* A short text with its checksum behind it, "report.html 5b1c02d7a93e4f88": no newline. The caller frees it. */
char *seal_word(const char *word);

/* Takes the checksum off again; false: it is not that of the word, and nothing is changed. */
bool seal_open_word(char *sealed);

/* The checksum of a line that was checked. */
uint64_t seal_of(const char *line, size_t length);

#endif
