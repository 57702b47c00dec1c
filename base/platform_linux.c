/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <inttypes.h>
#include <malloc.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"

/* --- processors --------------------------------------------------------------------------------------------------- */

static uint32_t allowed(cpu_set_t *set)
{
  CPU_ZERO(set);
  if (sched_getaffinity(0, sizeof *set, set) != 0) return 0;
  return (uint32_t)CPU_COUNT(set);
}

/* Where there are more processors than a set has room for, the affinity cannot be read. */
uint32_t platform_processors(void)
{
  cpu_set_t set;
  const uint32_t n = allowed(&set);
  const long online = n == 0 ? sysconf(_SC_NPROCESSORS_ONLN) : 1;
  return n != 0 ? n : online > 0 ? (uint32_t)online : 1;
}

bool platform_pin(pthread_t thread, uint32_t k)
{
  cpu_set_t set, one;
  allowed(&set);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &set) || k-- != 0) continue;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    return pthread_setaffinity_np(thread, sizeof one, &one) == 0;
  }
  return false;
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

void platform_populate(void *block, size_t bytes)
{
#ifdef MADV_POPULATE_WRITE /* since Linux 5.14 */
  (void)madvise(block, bytes, MADV_POPULATE_WRITE);
#else
  (void)block, (void)bytes;
#endif
}

void platform_prefer_large_pages(void *block, size_t bytes)
{
  (void)madvise(block, bytes, MADV_HUGEPAGE);
}

void *platform_remap(void *block, size_t from, size_t to)
{
  void *moved = mremap(block, from, to, MREMAP_MAYMOVE);
  return moved != MAP_FAILED ? moved : NULL;
}

void platform_return_memory(void)
{
  (void)malloc_trim(0);
}

void platform_map_large_blocks(void)
{
#ifdef M_MMAP_THRESHOLD /* of glibc */
  (void)mallopt(M_MMAP_THRESHOLD, 128 << 10);
  (void)mallopt(M_TRIM_THRESHOLD, 2 << 20);
#endif
}

uint64_t platform_data_bytes(void)
{
  FILE *in = fopen("/proc/self/statm", "re");
  uint64_t pages = 0;
  const bool known = in != NULL && fscanf(in, "%*u %*u %*u %*u %*u %" SCNu64, &pages) == 1;
  if (in != NULL) fclose(in);
  const long size = sysconf(_SC_PAGESIZE);
  return known && size > 0 ? pages * (uint64_t)size : 0;
}

/* --- processes ---------------------------------------------------------------------------------------------------- */

void platform_end_with_parent(void)
{
  prctl(PR_SET_PDEATHSIG, SIGKILL);
}

void platform_go_first_without_memory(void)
{
  FILE *out = fopen("/proc/self/oom_score_adj", "we");
  if (out == NULL) return;
  fputs("1000", out);
  fclose(out); /* where it may not be written, the kernel chooses as it likes */
}

int platform_watch_end(pid_t child)
{
  return pidfd_open(child, 0);
}

const char *platform_signal_name(int signal)
{
  return sigabbrev_np(signal);
}

bool platform_own_path(char *out, size_t size)
{
  const ssize_t length = readlink("/proc/self/exe", out, size - 1);
  if (length > 0) out[length] = '\0';
  return length > 0 && (size_t)length < size - 1;
}

/* --- descriptors and files ---------------------------------------------------------------------------------------- */

bool platform_socket_pair(int ends[2])
{
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
}

ssize_t platform_send(int fd, const void *bytes, size_t length, int flags)
{
  return send(fd, bytes, length, flags | MSG_NOSIGNAL);
}

void platform_close_from(int first)
{
  close_range((unsigned)first, ~0U, 0);
}

void platform_close_others(posix_spawn_file_actions_t *files)
{
  posix_spawn_file_actions_addclosefrom_np(files, STDERR_FILENO + 1);
}

/* Where the file system knows of no files without a name, one whose name is taken away at once. */
int platform_open_nameless(const char *directory)
{
  int file = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL)) {
    char *name = mem_format("%s/scratch.XXXXXX", directory);
    file = mkostemp(name, O_CLOEXEC);
    if (file >= 0) unlink(name);
    free(name);
  }
  return file;
}

int platform_synchronise(int fd)
{
  return fdatasync(fd);
}

/* --- signals as something to read --------------------------------------------------------------------------------- */

void platform_signals_open(struct platform_signals *signals, const sigset_t *awaited)
{
  *signals = (struct platform_signals){.fd = signalfd(-1, awaited, SFD_CLOEXEC), .to = -1};
}

void platform_signals_close(struct platform_signals *signals)
{
  if (signals->fd >= 0) close(signals->fd);
  signals->fd = -1;
}

int platform_signals_read(const struct platform_signals *signals)
{
  struct signalfd_siginfo info;
  return read(signals->fd, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

/* --- names -------------------------------------------------------------------------------------------------------- */

const char *platform_libc(char *out, size_t size)
{
  snprintf(out, size, "glibc %s", gnu_get_libc_version());
  return out;
}
