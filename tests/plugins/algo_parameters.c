/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parameters that are given in wrong ways.
 *
 * run: -a @ -n 2
 * exit: 64
 * says: rmr simulate: algorithm @ needs the parameter k=... (some number)
 * run: -a @:l=1 -n 2
 * exit: 64
 * says: rmr simulate: algorithm @ has no parameter 'l'; it has k, rate, word
 * run: -a @:wrod=1 -n 2
 * exit: 64
 * says: rmr simulate: algorithm @ has no parameter 'wrod'; did you mean 'word'?
 * run: -a @:k=1,k=1 -n 2
 * exit: 64
 * says: rmr simulate: algorithm @: k is given twice
 * run: -a @:k=10 -n 2
 * exit: 64
 * says: rmr simulate: algorithm @: k is 10; expected 1 to 9
 * run: -a @:k=one -n 2
 * exit: 64
 * says: rmr simulate: algorithm @: k is 'one'; expected a whole number
 * run: -a @:k -n 2
 * exit: 64
 * says: rmr simulate: algorithm @: 'k': expected key=value
 * run: -s @ -a bakery -n 2
 * exit: 64
 * says: rmr simulate: '@' is not an adversary: it exports no symbol `rmr_adversary`; it is an algorithm
 */
#include <rmr/algo.h>

struct parameters {
  int64_t k;
  double rate;
  char word[64];
};

static const struct rmr_option table[] = {
  {"k", RMR_INTEGER, offsetof(struct parameters, k), NULL, 1, 9, "some number"},
  {"rate", RMR_NUMBER, offsetof(struct parameters, rate), "0.5", 0, 0, "another"},
  {"word", RMR_TEXT, offsetof(struct parameters, word), "", 0, 0, "a word"},
  {.key = NULL},
};
#define TINY_PARAMETERS      table
#define TINY_PARAMETERS_SIZE sizeof(struct parameters)

#include "tiny.h"
