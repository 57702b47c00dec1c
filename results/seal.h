/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * seal.h: checksums that detect altered records. Each line of records.jsonl, and each JSON file of a result directory,
 * is an object whose last key is "checksum": the XXH3-64, in 16 hex digits, of all bytes before it.
 *
 *   {"format": 3, "id": "0f3c...", ..., "violations": [], "checksum": "5b1c02d7a93e4f88"}
 *    `------------------ these bytes ------------------'
 *
 * The bytes count, not their meaning: a file that another program has re-indented is refused as well. Every single
 * flipped bit is detected, in the text and in the checksum; of other accidents one in 2^64 is missed. It is no
 * signature: a forger can compute the checksum.
 */
#ifndef RESULTS_SEAL_H
#define RESULTS_SEAL_H

#include <jansson.h>
#include <stdint.h>

#include "base/error.h"

enum { RECORD_FORMAT = 3 }; /* of the lines of records.jsonl */

/* In bytes: far above any sane record, so that a wrong file does not eat the machine. */
#define LONGEST_RECORD ((size_t)1 << 30)

/* The object with its checksum, as one line with its newline; the caller frees it. The second takes the object's text:
 * one line that ends in a brace. */
char *seal_line(const json_t *object);
char *seal_text(const char *text);

/* The object as a whole file, indented: keys in the order of insertion, reals with 15 digits. */
char *seal_file(const json_t *object);

/* Whether the text is unaltered. A line is without its newline. If not, *e says so, with the place. */
bool seal_check_line(const char *line, size_t length, const char *path, int number, struct error *e);
bool seal_check_file(const char *text, size_t length, const char *path, struct error *e);

/* Whether a text without final newline can be the beginning of a line that was not completely written. */
bool seal_may_be_torn(const char *text, size_t length);

/* A short text followed by its checksum, "report.html 5b1c02d7a93e4f88": no newline. The caller frees it. */
char *seal_word(const char *word);

/* Removes the checksum; false: it is not that of the word, and nothing is changed. */
bool seal_open_word(char *sealed);

/* The checksum of some texts, of which this adds one; it begins with 0. */
uint64_t seal_add(uint64_t sum, const char *text);

/* The checksum of a line that was checked. */
uint64_t seal_of(const char *line, size_t length);

#endif
