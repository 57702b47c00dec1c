/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/child.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/platform.h"

enum { MOST_FILES = 1024 };

/* --- heartbeats --------------------------------------------------------------------------------------------------- */

void watch_begin(struct watch *watch, const struct heartbeat *heart)
{
  *watch = (struct watch){.heart = heart, .last = atomic_load(&heart->beats)};
}

bool watch_tick(struct watch *watch, unsigned seconds)
{
  const uint_fast64_t now = atomic_load(&watch->heart->beats);
  const bool alive = now != watch->last || atomic_load(&watch->heart->resting);
  watch->quiet = alive ? 0 : watch->quiet + 1;
  watch->last = now;
  return watch->quiet * WATCH_TICK_MS >= seconds * 1000;
}

void *child_share(size_t size)
{
  void *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return shared != MAP_FAILED ? shared : NULL;
}

void child_unshare(void *shared, size_t size)
{
  if (shared != NULL) munmap(shared, size);
}

/* --- the child's side --------------------------------------------------------------------------------------------- */

static void lower(int resource, rlim_t most)
{
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur <= most) return;
  limit.rlim_cur = most;
  setrlimit(resource, &limit);
}

/* Memory that the process has at the fork is not counted: with a sanitizer that is terabytes of addresses. */
static void limit_memory(void)
{
  const uint64_t data = platform_data_bytes(), memory = platform_memory();
  if (data != 0 && memory != 0) lower(RLIMIT_DATA, data + memory);
}

static void guard(pid_t parent)
{
  platform_end_with_parent();
  if (getppid() != parent) _exit(EXIT_INCOMPLETE);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
  if (nothing > STDERR_FILENO) close(nothing);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  lower(RLIMIT_CORE, 0);
  lower(RLIMIT_NOFILE, MOST_FILES);
  limit_memory();
  platform_go_first_without_memory();
}

/* --- the parent's side -------------------------------------------------------------------------------------------- */

pid_t child_start(struct child *child, struct heartbeat *heart, struct error *e)
{
  const pid_t parent = getpid();
  fflush(NULL); /* or the child would write it once more */
  *child = (struct child){.pid = fork()};
  if (child->pid == 0) guard(parent);
  if (child->pid <= 0) {
    if (child->pid < 0) fail(e, EXIT_INTERNAL, "no process could be started: %s", strerror(errno));
    return child->pid;
  }
  child->end = platform_watch_end(child->pid);
  watch_begin(&child->watch, heart);
  return child->pid;
}

static bool has_ended(const struct child *child)
{
  siginfo_t info = {0};
  return waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
}

enum child_news child_listen(struct child *child, int in, unsigned seconds)
{
  struct pollfd heard[] = {{.fd = in, .events = POLLIN}, {.fd = child->end, .events = POLLIN}};
  const int n = poll(heard, 2, WATCH_TICK_MS);
  if (n > 0 && (heard[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) return CHILD_READABLE;
  if (has_ended(child)) return CHILD_ENDED;
  if (n == 0 && watch_tick(&child->watch, seconds)) return CHILD_SILENT;
  return CHILD_TICK;
}

int child_end(struct child *child)
{
  int status = 0;
  if (!has_ended(child)) kill(child->pid, SIGKILL);
  while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) continue;
  if (child->end >= 0) close(child->end);
  *child = (struct child){.end = -1};
  return status;
}

char *child_end_text(int status, char *out, size_t size)
{
  if (!WIFSIGNALED(status)) {
    snprintf(out, size, "called exit(%d)%s", WEXITSTATUS(status),
             WEXITSTATUS(status) == EXIT_INTERNAL ? ", as happens when there is no memory left" : "");
    return out;
  }
  const char *name = platform_signal_name(WTERMSIG(status)), *about = strsignal(WTERMSIG(status));
  snprintf(out, size, "died of SIG%s (%c%s)%s", name != NULL ? name : "?", tolower((unsigned char)about[0]), about + 1,
           WTERMSIG(status) == SIGKILL ? ", as the kernel kills a process that takes too much memory" : "");
  return out;
}

char *child_silence_text(unsigned seconds, char *out, size_t size)
{
  snprintf(out, size, "has not come back for %u seconds", seconds);
  return out;
}

/* --- a trial ------------------------------------------------------------------------------------------------------ */

struct trial {
  struct heartbeat heart;
  atomic_bool over, ok;
  struct error error;
};

static enum child_trial wait_for(struct child *child, const struct trial *trial, const char *who, struct error *e)
{
  char text[200];
  enum child_news news;
  do news = child_listen(child, -1, WATCH_SECONDS);
  while (news != CHILD_ENDED && news != CHILD_SILENT);
  const int status = child_end(child);
  if (news == CHILD_SILENT)
    child_silence_text(WATCH_SECONDS, text, sizeof text);
  else if (trial->over)
    *text = '\0';
  else
    child_end_text(status, text, sizeof text);
  if (*text != '\0') {
    fail(e, EXIT_INCOMPLETE, "%s %s", who, text);
    return CHILD_FELL;
  }
  if (trial->ok) return CHILD_DID_WELL;
  if (e->code == EXIT_OK) *e = trial->error;
  return CHILD_REFUSED;
}

enum child_trial child_try(bool work(void *self, struct heartbeat *heart, struct error *e), void *self, const char *who,
                           struct error *e)
{
  struct child child;
  struct trial *trial = child_share(sizeof *trial);
  if (trial == NULL) {
    fail(e, EXIT_INTERNAL, "no memory to share: %s", strerror(errno));
    return CHILD_REFUSED;
  }
  enum child_trial came_to = CHILD_REFUSED;
  const pid_t pid = child_start(&child, &trial->heart, e);
  if (pid == 0) {
    trial->ok = work(self, &trial->heart, &trial->error);
    trial->over = true;
    fflush(NULL); /* the output of foreign code */
    _exit(EXIT_OK);
  }
  if (pid > 0) came_to = wait_for(&child, trial, who, e);
  child_unshare(trial, sizeof *trial);
  return came_to;
}
