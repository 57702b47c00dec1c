/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * platform_portable.c: for macOS and the BSDs. On Linux it is built too, into programs of the tests alone.
 */
#include "base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"

/* --- processors --------------------------------------------------------------------------------------------------- */

uint32_t platform_processors(void)
{
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (uint32_t)online : 1;
}

bool platform_pin(pthread_t thread, uint32_t k)
{
  (void)thread, (void)k;
  return false;
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

void platform_populate(void *block, size_t bytes)
{
  (void)block, (void)bytes;
}

void platform_prefer_large_pages(void *block, size_t bytes)
{
  (void)block, (void)bytes;
}

void *platform_remap(void *block, size_t from, size_t to)
{
  void *moved = mmap(NULL, to, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (moved == MAP_FAILED) return NULL;
  memcpy(moved, block, from < to ? from : to);
  (void)munmap(block, from);
  return moved;
}

void platform_return_memory(void) {}

void platform_map_large_blocks(void) {}

uint64_t platform_data_bytes(void)
{
  return 0;
}

/* --- processes ---------------------------------------------------------------------------------------------------- */

void platform_end_with_parent(void) {}

void platform_go_first_without_memory(void) {}

int platform_watch_end(pid_t child)
{
  (void)child;
  return -1;
}

const char *platform_signal_name(int signal)
{
  static const struct {
    int signal;
    const char *name;
  } names[] = {
#define X(name) {SIG##name, #name}
    X(HUP),  X(INT),  X(QUIT), X(ILL),  X(TRAP), X(ABRT), X(BUS),  X(FPE),  X(KILL), X(USR1),   X(SEGV), X(USR2),
    X(PIPE), X(ALRM), X(TERM), X(CHLD), X(CONT), X(STOP), X(TSTP), X(XCPU), X(XFSZ), X(VTALRM), X(PROF), X(SYS),
#undef X
  };
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
    if (names[k].signal == signal) return names[k].name;
  return NULL;
}

bool platform_own_path(char *out, size_t size)
{
  (void)out, (void)size;
  return false;
}

/* --- descriptors and files ---------------------------------------------------------------------------------------- */

static void keep_from_programs(int fd)
{
  fcntl(fd, F_SETFD, FD_CLOEXEC);
}

bool platform_socket_pair(int ends[2])
{
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
  for (int k = 0; k < 2; k++) {
    keep_from_programs(ends[k]);
#ifdef SO_NOSIGPIPE /* macOS, where send() has no flag for it */
    setsockopt(ends[k], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
#endif
  }
  return true;
}

ssize_t platform_send(int fd, const void *bytes, size_t length, int flags)
{
#ifdef MSG_NOSIGNAL
  flags |= MSG_NOSIGNAL;
#endif
  return send(fd, bytes, length, flags);
}

void platform_close_from(int first)
{
  const long most = sysconf(_SC_OPEN_MAX);
  for (int fd = first; fd < (most > 0 && most < 4096 ? most : 4096); fd++) close(fd);
}

void platform_close_others(posix_spawn_file_actions_t *files)
{
  (void)files;
}

int platform_open_nameless(const char *directory)
{
  char *name = mem_format("%s/scratch.XXXXXX", directory);
  const int file = mkstemp(name);
  if (file >= 0) {
    unlink(name);
    keep_from_programs(file);
  }
  free(name);
  return file;
}

int platform_synchronise(int fd)
{
  return fsync(fd);
}

/* --- signals as something to read --------------------------------------------------------------------------------- */

static bool send_byte(int to, int byte)
{
  return platform_send(to, &(unsigned char){(unsigned char)byte}, 1, 0) == 1;
}

/* A thread waits for them, and passes them on through a pipe. That it shall end is told it by the end of the reader.
 * Its first byte says that it has started. */
static void *pass_on(void *argument)
{
  const struct platform_signals *signals = argument;
  int signal = 0;
  while (send_byte(signals->to, signal))
    while (sigwait(&signals->awaited, &signal) != 0) continue;
  return NULL;
}

void platform_signals_open(struct platform_signals *signals, const sigset_t *awaited)
{
  int ends[2];
  *signals = (struct platform_signals){.fd = -1, .to = -1, .awaited = *awaited};
  if (!platform_socket_pair(ends)) return;
  *signals = (struct platform_signals){.fd = ends[0], .to = ends[1], .awaited = *awaited};
  const int failed = pthread_create(&signals->thread, NULL, pass_on, signals);
  if (failed == 0) {
    (void)platform_signals_read(signals); /* a process forked while a thread starts may copy locks that it holds */
    return;
  }
  close(ends[0]);
  close(ends[1]);
  signals->fd = -1;
  errno = failed;
}

void platform_signals_close(struct platform_signals *signals)
{
  if (signals->fd < 0) return;
  close(signals->fd);
  pthread_kill(signals->thread, SIGTERM);
  pthread_join(signals->thread, NULL);
  close(signals->to);
  signals->fd = -1;
}

int platform_signals_read(const struct platform_signals *signals)
{
  unsigned char byte;
  return read(signals->fd, &byte, 1) == 1 ? byte : 0;
}

/* --- names -------------------------------------------------------------------------------------------------------- */

const char *platform_libc(char *out, size_t size)
{
  snprintf(out, size, "the C library of the system");
  return out;
}
