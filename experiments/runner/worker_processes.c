/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/worker_processes.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/mem.h"
#include "base/platform.h"

/* The memory that keepers and workers share. */
struct shared {
  atomic_bool interrupt;
  struct heartbeat heart[];
};

struct keeper {
  struct child child;
  int socket; /* of the keeper; -1: it was never started */
};

struct worker_processes {
  const struct worker_job *job;
  unsigned n;
  struct shared *shared;
  size_t shared_size;
  struct keeper *keeper;
};

/* --- messages ----------------------------------------------------------------------------------------------------- */

static bool read_all(int fd, void *out, size_t length)
{
  for (size_t done = 0; done < length;) {
    const ssize_t n = read(fd, (char *)out + done, length - done);
    if (n == 0 || (n < 0 && errno != EINTR)) return false;
    if (n > 0) done += (size_t)n;
  }
  return true;
}

/* Without SIGPIPE: the result tells that the other end is gone. */
static bool write_all(int fd, const void *bytes, size_t length)
{
  for (size_t done = 0; done < length;) {
    const ssize_t n = platform_send(fd, (const char *)bytes + done, length - done, 0);
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) done += (size_t)n;
  }
  return true;
}

/* The outcome of a task: a record of so many bytes, which follow; or 0, and an error or none. A plug-in that writes to
 * every open file writes to the socket as well, so nothing is believed without its checksum. */
struct answer {
  uint64_t checksum, length;
  bool again; /* it failed in a worker that was not new */
  struct error error;
};

enum { LONGEST_LINE = 1 << 30, TICKS_TO_END = 4 };

static uint64_t checksum_of(const struct answer *answer, const char *line)
{
  struct answer copy;
  memcpy(&copy, answer, sizeof copy);
  copy.checksum = 0;
  return XXH3_64bits_withSeed(line != NULL ? line : "", answer->length, XXH3_64bits(&copy, sizeof copy));
}

static bool send_answer(int fd, struct answer *answer, const char *line)
{
  answer->checksum = checksum_of(answer, line);
  return write_all(fd, answer, sizeof *answer) && write_all(fd, line, answer->length);
}

/* Whether all of it came. */
typedef bool read_fn(void *self, void *out, size_t length);

/* *line: NULL, or the record, to be freed. */
static bool receive_answer(read_fn *read_from, void *self, struct answer *answer, char **line)
{
  *line = NULL;
  if (!read_from(self, answer, sizeof *answer) || answer->length > LONGEST_LINE) return false;
  if (answer->length > 0) *line = mem_new(answer->length + 1, 1);
  if (read_from(self, *line, answer->length) && answer->checksum == checksum_of(answer, *line)) return true;
  free(*line);
  *line = NULL;
  return false;
}

/* A process that has just been started keeps its end of the connection, behind stderr, and nothing else that is open:
 * output of foreign code to open files reaches its own keeper only. */
static int keep_open(int socket)
{
  enum { SOCKET = STDERR_FILENO + 1 };
  dup2(socket, SOCKET);
  platform_close_from(SOCKET + 1);
  return SOCKET;
}

/* --- the worker --------------------------------------------------------------------------------------------------- */

/* Until the keeper closes the connection. A copy of the worker that a plug-in makes is not heard: the keeper would take
 * its answer for that to the next task. */
static void work(const struct worker_processes *processes, struct heartbeat *heart, int socket)
{
  const struct worker_job *job = processes->job;
  const pid_t me = getpid();
  for (size_t task; read_all(socket, &task, sizeof task);) {
    struct answer answer;
    memset(&answer, 0, sizeof answer); /* its padding, too, is under the checksum */
    char *line = job->carry_out(job->self, task, heart, &processes->shared->interrupt, &answer.error);
    if (line != NULL) answer.length = strlen(line);
    if (getpid() != me) _exit(EXIT_OK);
    fflush(NULL); /* the output of the plug-in */
    if (!send_answer(socket, &answer, line)) break;
    free(line);
  }
  _exit(EXIT_OK);
}

/* --- the keeper --------------------------------------------------------------------------------------------------- */

/* A worker as its keeper has it. */
struct worker {
  struct child child; /* pid 0: there is none */
  int socket;
  size_t last; /* the task that it did last */
  bool new;
};

static void dismiss(struct worker *worker)
{
  if (worker->child.pid == 0) return;
  child_end(&worker->child);
  close(worker->socket);
}

static bool hire(const struct worker_processes *processes, struct heartbeat *heart, struct worker *worker,
                 struct error *e)
{
  int socket[2];
  if (!platform_socket_pair(socket)) return fail(e, EXIT_INTERNAL, "no socket for a worker: %s", strerror(errno));
  *worker = (struct worker){.socket = socket[0], .new = true};
  const pid_t pid = child_start(&worker->child, heart, e);
  if (pid == 0) work(processes, heart, keep_open(socket[1]));
  close(socket[1]);
  if (pid > 0) return true;
  close(socket[0]);
  *worker = (struct worker){0};
  return false;
}

/* Waiting for a worker: the last news of it. */
struct waiting {
  const struct worker_processes *processes;
  struct worker *worker;
  enum child_news news;
};

/* Reads piece by piece, as a worker may fall silent in the middle of its answer. After an interrupt the wait is
 * short. */
static bool read_patiently(void *self, void *out, size_t length)
{
  struct waiting *w = self;
  for (size_t done = 0; done < length;) {
    const bool interrupted = atomic_load(&w->processes->shared->interrupt);
    w->news =
      child_listen(&w->worker->child, w->worker->socket, interrupted ? WATCH_SECONDS_INTERRUPTED : WATCH_SECONDS);
    if (w->news == CHILD_TICK) continue;
    if (w->news != CHILD_READABLE) return false;
    const ssize_t n = read(w->worker->socket, (char *)out + done, length - done);
    if (n == 0 || (n < 0 && errno != EINTR)) return false;
    if (n > 0) done += (size_t)n;
  }
  return true;
}

/* Waits for the answer to the task in hand. A worker that dies after an interrupt has not failed. */
static char *await(const struct worker_processes *processes, struct worker *worker, size_t task, struct answer *answer)
{
  const struct worker_job *job = processes->job;
  struct waiting waiting = {processes, worker, CHILD_TICK};
  char who[300], what[200], *line = NULL;
  if (receive_answer(read_patiently, &waiting, answer, &line)) return line;
  enum child_news news = waiting.news;
  memset(answer, 0, sizeof *answer);
  for (int k = 0; k < TICKS_TO_END && news == CHILD_READABLE; k++) /* the socket closes a little before the end */
    if (child_listen(&worker->child, -1, WATCH_SECONDS) == CHILD_ENDED) news = CHILD_ENDED;
  const int status = child_end(&worker->child);
  close(worker->socket);
  if (atomic_load(&processes->shared->interrupt)) return NULL;
  job->name(job->self, task, who, sizeof who);
  if (news == CHILD_READABLE)
    fail(&answer->error, EXIT_INCOMPLETE, "%s wrote into files of the host", who);
  else
    fail(&answer->error, EXIT_INCOMPLETE, "%s %s", who,
         news == CHILD_SILENT ? child_silence_text(WATCH_SECONDS, what, sizeof what)
                              : child_end_text(status, what, sizeof what));
  return NULL;
}

/* A worker that did well stays. */
static char *have_done(const struct worker_processes *processes, struct heartbeat *heart, struct worker *worker,
                       size_t task, struct answer *answer)
{
  const struct worker_job *job = processes->job;
  memset(answer, 0, sizeof *answer);
  if (worker->child.pid != 0 && job->apart(job->self, worker->last, task)) dismiss(worker);
  if (worker->child.pid == 0 && !hire(processes, heart, worker, &answer->error)) return NULL;
  const bool new = worker->new;
  worker->last = task;
  worker->new = false;
  heartbeat_rest(heart, false);
  worker->child.watch.quiet = 0;
  char *line = NULL;
  write_all(worker->socket, &task, sizeof task); /* where it fails, the worker has ended, which is noticed */
  line = await(processes, worker, task, answer);
  answer->again = line == NULL && !new;
  if (line == NULL) dismiss(worker);
  return line;
}

static void keep(const struct worker_processes *processes, struct heartbeat *heart, int socket)
{
  struct worker worker = {0};
  for (size_t task; read_all(socket, &task, sizeof task);) {
    struct answer answer;
    char *line = have_done(processes, heart, &worker, task, &answer);
    if (line == NULL && answer.again && !atomic_load(&processes->shared->interrupt))
      line = have_done(processes, heart, &worker, task, &answer);
    answer.length = line != NULL ? strlen(line) : 0;
    if (!send_answer(socket, &answer, line)) break;
    free(line);
  }
  dismiss(&worker);
  _exit(EXIT_OK);
}

static bool start_keeper(struct worker_processes *processes, unsigned k, struct error *e)
{
  int socket[2];
  if (!platform_socket_pair(socket)) return fail(e, EXIT_INTERNAL, "no socket for a worker: %s", strerror(errno));
  struct keeper *keeper = &processes->keeper[k];
  const pid_t pid = child_start(&keeper->child, &processes->shared->heart[k], e);
  if (pid == 0) keep(processes, &processes->shared->heart[k], keep_open(socket[1]));
  close(socket[1]);
  keeper->socket = socket[0];
  if (pid < 0) close(socket[0]);
  return pid > 0;
}

/* --- from outside ------------------------------------------------------------------------------------------------- */

struct worker_processes *worker_processes_start(unsigned n, const struct worker_job *job, struct error *e)
{
  struct worker_processes *processes = mem_new(1, sizeof *processes);
  *processes = (struct worker_processes){.job = job, .keeper = mem_new(n, sizeof *processes->keeper)};
  processes->shared_size = sizeof *processes->shared + n * sizeof processes->shared->heart[0];
  processes->shared = child_share(processes->shared_size);
  bool ok = processes->shared != NULL || fail(e, EXIT_INTERNAL, "no memory to share with workers: %s", strerror(errno));
  for (; ok && processes->n < n; processes->n += ok) ok = start_keeper(processes, processes->n, e);
  if (ok) return processes;
  worker_processes_end(processes);
  return NULL;
}

static bool read_from_keeper(void *socket, void *out, size_t length)
{
  return read_all(*(const int *)socket, out, length);
}

char *worker_processes_do(struct worker_processes *processes, unsigned keeper, size_t task, struct error *e)
{
  assert(keeper < processes->n);
  int socket = processes->keeper[keeper].socket;
  struct answer answer = {0};
  char *line = NULL;
  if (!write_all(socket, &task, sizeof task) || !receive_answer(read_from_keeper, &socket, &answer, &line))
    fail(e, EXIT_INTERNAL, "the keeper of a worker is gone");
  else if (line == NULL)
    *e = answer.error;
  return line;
}

void worker_processes_interrupt(struct worker_processes *processes)
{
  if (processes != NULL) atomic_store(&processes->shared->interrupt, true);
}

uint64_t worker_processes_steps(const struct worker_processes *processes)
{
  uint64_t steps = 0;
  for (unsigned k = 0; processes != NULL && k < processes->n; k++)
    steps += atomic_load(&processes->shared->heart[k].beats);
  return steps;
}

void worker_processes_end(struct worker_processes *processes)
{
  if (processes == NULL) return;
  for (unsigned k = 0; k < processes->n; k++) {
    close(processes->keeper[k].socket);
    child_end(&processes->keeper[k].child);
  }
  child_unshare(processes->shared, processes->shared_size);
  free(processes->keeper);
  free(processes);
}
