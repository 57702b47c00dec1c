/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * foreign_words.c: the signs and words of other languages and of papers, and what stands for them here: for messages.
 */
#include "language/scan.h"

#include <stdio.h>
#include <string.h>

struct foreign {
  const char *theirs, *ours;
};

/* A longer sign precedes its beginning. */
static const struct foreign signs[] = {
  {"/\\", "and"},  {"\\/", "or"}, {"&&", "and"}, {"||", "or"}, {"<-", ":="}, {"|->", ":"},
  {"#", "!="},     {"~", "not"},  {"!", "not"},  {"%", "mod"}, {"==", "="},  {"<>", "!="},
  {"|", "or"},     {"?", "if"},   {"≠", "!="},   {"≤", "<="},  {"≥", ">="},  {"∧", "and"},
  {"∨", "or"},     {"¬", "not"},  {"←", ":="},   {"≔", ":="},  {"∈", "in"},  {"∀", "forall"},
  {"∃", "exists"}, {"×", "*"},    {"·", "*"},    {"−", "-"},   {"⊥", "nil"}, {"∞", "natural"},
};

static const struct foreign words[] = {
  {"elif", "elsif"},
  {"elseif", "elsif"},
  {"endif", "end if"},
  {"fi", "end if"},
  {"endwhile", "end while"},
  {"od", "end while, or end for"},
  {"endfor", "end for"},
  {"continue", "goto"},
  {"loop", "repeat ... forever"},
  {"int", "a range such as 0..N, or natural"},
  {"integer", "a range such as 0..N, or natural"},
  {"nat", "natural"},
  {"bool", "boolean"},
  {"pid", "process"},
  {"CAS", "compare_and_swap"},
  {"cas", "compare_and_swap"},
  {"compareAndSet", "compare_and_swap"},
  {"TAS", "test_and_set"},
  {"FAA", "fetch_and_add"},
  {"FAS", "fetch_and_store"},
  {"swap", "fetch_and_store"},
  {"exchange", "fetch_and_store"},
  {"getAndSet", "fetch_and_store"},
  {"fetch_and_inc", "fetch_and_add(X, 1)"},
  {"fetch_and_increment", "fetch_and_add(X, 1)"},
  {"null", "nil"},
  {"NULL", "nil"},
  {"True", "true"},
  {"False", "false"},
  {"self", "i"},
  {"entry", "doorway ... waiting"},
  {"trying", "doorway ... waiting"},
  {"cs", "critical section"},
  {"CS", "critical section"},
};

const char *foreign_sign(const char *at, const char **theirs)
{
  for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
    if (strncmp(at, signs[k].theirs, strlen(signs[k].theirs)) == 0) {
      *theirs = signs[k].theirs;
      return signs[k].ours;
    }
  return NULL;
}

bool foreign_comment(const char *line)
{
  static const char *const begins[] = {"#", "--", "/*", "(*"};
  for (size_t k = 0; k < sizeof begins / sizeof *begins; k++)
    if (strncmp(line, begins[k], strlen(begins[k])) == 0) return true;
  return false;
}

const char *right_word(const char *wrong, const char *const *known, size_t n, char out[SUGGESTION])
{
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (strcmp(words[k].theirs, wrong) == 0) {
      snprintf(out, SUGGESTION, "; here it is '%s'", words[k].ours);
      return out;
    }
  return suggestion(wrong, known, n, out);
}
