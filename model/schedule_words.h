/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * schedule_words.h: the words that begin a line of a schedule: the keys of its header, the words of actions, and
 * processes. A change of the environment begins a line with its own name, which is none of these.
 */
#ifndef MODEL_SCHEDULE_WORDS_H
#define MODEL_SCHEDULE_WORDS_H

#include <stdbool.h>

#define KEYS(KEY) \
  KEY(algorithm)  \
  KEY(n)          \
  KEY(memory)     \
  KEY(sessions)   \
  KEY(passages)   \
  KEY(seed)       \
  KEY(version)    \
  KEY(asks)       \
  KEY(initially) KEY(loop) KEY(steps) KEY(faults) KEY(leases) KEY(leases_may_expire) KEY(time) KEY(skew) KEY(order)

enum key {
#define KEY(name) KEY_##name,
  KEYS(KEY)
#undef KEY
    N_KEYS
};

extern const char *const key_names[N_KEYS];

/* N_KEYS: there is none of this name. */
enum key key_named(const char *word);

/* "P1" */
bool word_is_process(const char *word);

bool schedule_has_word(const char *word);

#endif
