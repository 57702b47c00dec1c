/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "adversary/foreign/pipe.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/platform.h"

extern char **environ; /* which POSIX has no header for */

/* In a group of its own: a Ctrl-C is ours to see, and programs that it has started end with it. */
static int spawn(pid_t *pid, const char *path, int fd)
{
  char *const arguments[] = {(char *)path, NULL};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  sigaddset(&usual, SIGXFSZ); /* which we ignore */
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&how);
  posix_spawn_file_actions_adddup2(&files, fd, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, fd, STDOUT_FILENO);
  platform_close_others(&files);
  posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&how, &none);
  posix_spawnattr_setsigdefault(&how, &usual);
  const int why = posix_spawn(pid, path, &files, &how, arguments, environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&how);
  return why;
}

bool pipe_start(struct pipe *pipe, const char *path, char *why, size_t size)
{
  int ends[2];
  *pipe = (struct pipe){.fd = -1};
  if (!platform_socket_pair(ends)) {
    snprintf(why, size, "cannot be started: %s", strerror(errno));
    return false;
  }
  const int failed = spawn(&pipe->pid, path, ends[1]);
  close(ends[1]);
  pipe->fd = ends[0];
  if (failed == 0) return true;
  pipe->pid = 0;
  snprintf(why, size, "cannot be started: %s%s", strerror(failed),
           failed == ENOEXEC  ? " (does its first line begin with #!?)"
           : failed == EACCES ? " (is it executable?)"
                              : "");
  pipe_end(pipe);
  return false;
}

/* Whether the pipe is as `events` ask before the time is over. */
static bool wait_for(const struct pipe *pipe, short events, double until)
{
  for (;;) {
    const double left = until - clock_seconds();
    struct pollfd one = {.fd = pipe->fd, .events = events};
    const int n = left > 0 ? poll(&one, 1, (int)(left * 1000) + 1) : 0;
    if (n > 0) return true;
    if (n == 0 || errno != EINTR) return false;
  }
}

/* It has closed its end: how did it end? It gets a moment for that. */
static void tell_end(struct pipe *pipe, char *why, size_t size)
{
  static const struct timespec moment = {.tv_nsec = 10000000};
  int status = 0;
  for (int k = 0; k < 50; k++) {
    if (waitpid(pipe->pid, &status, WNOHANG) == pipe->pid) {
      pipe->pid = 0;
      if (WIFEXITED(status))
        snprintf(why, size, "ended with exit code %d", WEXITSTATUS(status));
      else
        child_end_text(status, why, size);
      return;
    }
    nanosleep(&moment, NULL);
  }
  snprintf(why, size, "closed its pipe");
}

enum outcome { DONE, CLOSED, LATE };

static enum outcome send_all(struct pipe *pipe, const char *line, size_t length, double until)
{
  for (size_t sent = 0; sent < length;) {
    const ssize_t n = platform_send(pipe->fd, line + sent, length - sent, MSG_DONTWAIT);
    if (n > 0)
      sent += (size_t)n;
    else if (errno != EAGAIN && errno != EINTR)
      return CLOSED;
    else if (!wait_for(pipe, POLLOUT, until))
      return LATE;
  }
  return DONE;
}

/* Until there is a line; it is made a text, and counted as given. */
static enum outcome receive_line(struct pipe *pipe, double until)
{
  memmove(pipe->line, pipe->line + pipe->given, pipe->length - pipe->given);
  pipe->length -= pipe->given;
  pipe->given = 0;
  for (;;) {
    char *end = memchr(pipe->line, '\n', pipe->length);
    if (end != NULL) {
      *end = '\0';
      pipe->given = (size_t)(end - pipe->line) + 1;
      return DONE;
    }
    if (pipe->length == PIPE_LONGEST || !wait_for(pipe, POLLIN, until)) return LATE;
    const ssize_t n = read(pipe->fd, pipe->line + pipe->length, PIPE_LONGEST - pipe->length);
    if (n == 0 || (n < 0 && errno != EINTR)) return CLOSED;
    if (n > 0) pipe->length += (size_t)n;
  }
}

const char *pipe_ask(struct pipe *pipe, const char *line, size_t length, int seconds, char *why, size_t size)
{
  const double until = clock_seconds() + seconds;
  if (pipe->line == NULL) pipe->line = mem_new(PIPE_LONGEST, 1);
  enum outcome outcome = send_all(pipe, line, length, until);
  if (outcome == DONE) outcome = receive_line(pipe, until);
  if (outcome == DONE) return pipe->line;
  if (outcome == CLOSED)
    tell_end(pipe, why, size);
  else if (pipe->length == PIPE_LONGEST)
    snprintf(why, size, "answered with more than %d bytes without an end of line", PIPE_LONGEST);
  else
    snprintf(why, size, "has not answered for %d seconds", seconds);
  pipe_end(pipe);
  return NULL;
}

void pipe_end(struct pipe *pipe)
{
  if (pipe->fd >= 0) close(pipe->fd);
  if (pipe->pid > 0) {
    kill(-pipe->pid, SIGKILL);
    while (waitpid(pipe->pid, NULL, 0) < 0 && errno == EINTR) continue;
  }
  free(pipe->line);
  *pipe = (struct pipe){.fd = -1};
}
