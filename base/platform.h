/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * platform.h: services that one operating system has and another lacks. platform_linux.c does it with Linux and glibc;
 * platform_portable.c does the same with POSIX, or does without. A build has one of the two, and only the first may
 * include headers of Linux alone (docs/floors.md). All other code is C11 and POSIX 2008 with what the BSDs and macOS
 * have beyond it; tests/cli_portable.sh holds it to that.
 *
 * Where a system does without, results stay the same: the program is slower, or a crash of it leaves more behind. Each
 * function says which.
 */
#ifndef BASE_PLATFORM_H
#define BASE_PLATFORM_H

#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <unistd.h>

/* --- processors --------------------------------------------------------------------------------------------------- */

/* On how many this process may run, at least 1. Without: all that are there. */
uint32_t platform_processors(void);

/* Binds a thread to the k-th of them, from 0. False: it floats. Without: false. */
bool platform_pin(pthread_t thread, uint32_t k);

/* In a loop that waits for another thread. */
static inline void platform_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield" ::: "memory");
#endif
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

/* The memory of the machine, in bytes; 0: it is not known. */
static inline uint64_t platform_memory(void)
{
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
}

/* All pages of a block at once. Without: one after the other, when they are touched. */
void platform_populate(void *block, size_t bytes);

/* A block may consist of large pages. Without: it does not. */
void platform_prefer_large_pages(void *block, size_t bytes);

/* A block of mmap in another size, perhaps in another place. NULL: it cannot be had. Without: there is a copy. */
void *platform_remap(void *block, size_t from, size_t to);

/* Gives free memory of malloc back to the system. Without: nothing. */
void platform_return_memory(void);

/* From now on blocks of malloc from 128 KB on return to the system when they are freed. Otherwise glibc keeps ever
 * larger ones, and the memory of a search is not free for the next one. Of smaller ones each thread keeps up to 2 MB:
 * with less, many small searches spend a third of their time on getting memory that they have just given back. Without:
 * as malloc does. */
void platform_map_large_blocks(void);

/* The size of this process's data, in bytes; 0: unknown, as without. */
uint64_t platform_data_bytes(void);

/* --- processes ---------------------------------------------------------------------------------------------------- */

/* This process is killed when its parent ends. Without: it notices when it next talks to it. */
void platform_end_with_parent(void);

/* Where memory runs out, this process goes first. Without: the system chooses. */
void platform_go_first_without_memory(void);

/* A descriptor, to be closed, that can be read when the child has ended. Without: -1; look from time to time. */
int platform_watch_end(pid_t child);

/* "SEGV" for SIGSEGV; NULL: it has no name. */
const char *platform_signal_name(int signal);

/* The file of this program. False: unknown, as without. */
bool platform_own_path(char *out, size_t size);

/* --- descriptors and files ---------------------------------------------------------------------------------------- */

/* Two ends of a stream that no program started later inherits. False: errno says why. */
bool platform_socket_pair(int ends[2]);

/* send() without SIGPIPE; `flags` may have MSG_DONTWAIT. */
ssize_t platform_send(int fd, const void *bytes, size_t length, int flags);

/* Closes all descriptors from this one on. */
void platform_close_from(int first);

/* A program that posix_spawn starts has its three streams and no other descriptor. Without: those that were not opened
 * with O_CLOEXEC, and none of ours are. */
void platform_close_others(posix_spawn_file_actions_t *files);

/* A file in the directory that has no name. -1: errno says why. */
int platform_open_nameless(const char *directory);

/* The contents of a file are on the disk, its times perhaps not. Without: both. 0 or -1, as fsync. */
int platform_synchronise(int fd);

/* --- signals as something to read --------------------------------------------------------------------------------- */

struct platform_signals {
  int fd; /* can be read when one of the signals has come; -1: there is none, and errno says why */
  int to; /* for platform_portable.c, as all that follows */
  sigset_t awaited;
  pthread_t thread;
};

/* The signals, SIGTERM among them, are blocked in all threads already. */
void platform_signals_open(struct platform_signals *signals, const sigset_t *awaited);
void platform_signals_close(struct platform_signals *signals);

/* The signal that has come; 0: none. */
int platform_signals_read(const struct platform_signals *signals);

/* --- names -------------------------------------------------------------------------------------------------------- */

/* The C library and its version, "glibc 2.36". Without: "the C library of the system". */
const char *platform_libc(char *out, size_t size);

#endif
