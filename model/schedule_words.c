/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "model/schedule_words.h"

#include <ctype.h>
#include <string.h>

#include "model/action_kinds.h"

const char *const key_names[N_KEYS] = {
#define KEY(name) #name,
  KEYS(KEY)
#undef KEY
};

enum key key_named(const char *word)
{
  int k = 0;
  while (k < N_KEYS && strcmp(word, key_names[k]) != 0) k++;
  return (enum key)k;
}

bool word_is_process(const char *word)
{
  return word[0] == 'P' && isdigit((unsigned char)word[1]);
}

bool schedule_has_word(const char *word)
{
  const enum rmr_action_kind kind = action_named(word);
  return word_is_process(word) || key_named(word) != N_KEYS ||
         (kind != RMR_N_ACTIONS && kind != RMR_STEP && kind != RMR_CHANGE);
}
