/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * fuzz_options.c: any text as a user's options of a plug-in, NAME:key=value,..., through the parser that adversaries
 * and algorithms share, with a table that has every plain type, and as an algorithm by itself. Either it is refused
 * with a reason; or every value is in its range, and the canonical text of what was set sets the same.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "model/choice.h"
#include "model/loader.h"
#include "model/options.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct block {
  int64_t whole, any;
  double number, free;
  char text[64];
};

static const struct rmr_option table[] = {
  {"whole", RMR_INTEGER, offsetof(struct block, whole), "3", -5, 9, "a whole number of a range"},
  {"any", RMR_INTEGER, offsetof(struct block, any), "0", 0, 0, "any whole number"},
  {"number", RMR_NUMBER, offsetof(struct block, number), "0.5", 0, 1, "a number of a range"},
  {"free", RMR_NUMBER, offsetof(struct block, free), "1", 0, 0, "any number"},
  {"text", RMR_TEXT, offsetof(struct block, text), "", 0, 0, "a text"},
  {.key = NULL},
};

static bool set(const char *text, struct block *block, struct error *e)
{
  *block = (struct block){0};
  const struct option_set options = {
    .kind = "adversary", .name = "any", .noun = "option", .table = table, .block = block};
  return options_set(&options, text, e);
}

static void check_block(const struct block *block)
{
  if (block->whole < -5 || block->whole > 9 || !(block->number >= 0 && block->number <= 1)) abort();
  if (!isfinite(block->free) || memchr(block->text, '\0', sizeof block->text) == NULL) abort();
  struct block again;
  struct error e = {0};
  char *text = options_text(table, block);
  if (!set(text, &again, &e) || memcmp(block, &again, offsetof(struct block, text)) != 0) abort();
  if (strcmp(block->text, again.text) != 0) abort();
  free(text);
}

static void check_algorithm(const char *text)
{
  struct error e = {0};
  struct algorithm_choice *choice = algorithm_choose(text, NULL, &e);
  if (choice == NULL) {
    if (e.code != EXIT_USAGE || e.text[0] == '\0') abort();
    return;
  }
  struct algorithm_choice *again = algorithm_choose(choice->text, NULL, &e);
  if (again == NULL || again->algorithm != choice->algorithm || strcmp(again->text, choice->text) != 0) abort();
  algorithm_release(again);
  algorithm_release(choice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char *text = mem_format("%.*s", (int)size, (const char *)data);
  struct block block;
  struct error e = {0};
  if (set(text, &block, &e))
    check_block(&block);
  else if (e.code != EXIT_USAGE || e.text[0] == '\0')
    abort();
  if (!plug_in_is(text)) check_algorithm(text); /* for any existing files */
  free(text);
  return 0;
}
