/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * deed.h: the deeds of a bad plug-in in one of its hooks. Compile with -DHOOK=hook and -DDEED=deed; everywhere else the
 * plug-in behaves.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static inline void segv(void)
{
  int *volatile nowhere = NULL;
  *nowhere = 1;
}

static inline void exit_0(void)
{
  exit(0);
}

static inline void exit_3(void)
{
  _exit(3);
}

/* Without an end. A processor that it took would be missed by the tests beside it; tests/hostile/plugin.c takes one. */
static inline void loop(void)
{
  for (;;) sleep(1);
}

/* Begins an answer in every open file, and does not go on. */
static inline void stammer(void)
{
  for (int file = STDERR_FILENO + 1; file < 20; file++) (void)!write(file, "boo", 3);
  loop();
}

/* Until there is none, and then without it. */
static inline void memory(void)
{
  enum { BLOCK = 1 << 24 };
  for (;;) memset(malloc(BLOCK), 1, BLOCK);
}

/* Until there are none. That alone hurts nobody; the next file that the host wants to open fails. */
static inline void files(void)
{
  while (open("/dev/null", O_RDONLY) >= 0) continue;
}

/* Closes all files, and so those of the host, stdout and stderr as well. */
static inline void hush(void)
{
  for (int file = STDOUT_FILENO; file < 1024; file++) close(file);
}

/* Goes on as two processes, once. */
static inline void twin(void)
{
  static int twins;
  if (twins++ == 0) (void)!fork();
}

static inline void talk(void)
{
  puts("{\"this\": \"is no data of the host's\"}");
  fflush(stdout);
}

/* The leftovers hurt in the end, but only a later user. */
static inline void litter(void)
{
  static int times;
  if (++times == 3) abort();
}

#define WORD2(a, b) a##b
#define WORD(a, b)  WORD2(a, b)

enum { IN_load, IN_start, IN_choose, IN_observe, IN_measure, IN_unload, IN_cells, IN_step };

static inline void meet(int hook)
{
  if (hook == WORD(IN_, HOOK)) DEED();
}

static __attribute__((constructor)) void load(void)
{
  meet(IN_load);
}

static __attribute__((destructor)) void unload(void)
{
  meet(IN_unload);
}
