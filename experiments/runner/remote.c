/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "experiments/runner/remote.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/mem.h"

enum {
  BEAT_SECONDS = 1,
  LOST_SECONDS = 30,
  SHORTEST_REST = 50000, /* nanoseconds between two looks, where nothing has happened ... */
  LONGEST_REST = 2000000 /* ... and in the end */
};

/* The kind of a message. To rank 0: how a task ended (enum remote_end), or SAYS_ALIVE. To others: the rest. */
enum { SAYS_ALIVE = REMOTE_INTERRUPTED + 1, SAYS_DO, SAYS_STOP, SAYS_END };

/* Of a message; behind it, text, or an error. */
struct head {
  uint64_t kind, task;
  uint64_t steps, threads; /* of a rank that serves */
  uint64_t lost;           /* to it: whether another one is */
};

static void send_message(struct ranks *ranks, uint32_t to, const struct head *head, const void *rest, size_t size)
{
  unsigned char *bytes = mem_new(sizeof *head + size, 1);
  memcpy(bytes, head, sizeof *head);
  if (size != 0) memcpy(bytes + sizeof *head, rest, size);
  ranks->send(ranks, to, bytes, sizeof *head + size);
  free(bytes);
}

/* False: nothing has come. The text of the message ends with a zero. */
static bool receive_message(struct ranks *ranks, struct ranks_message *message, struct head *head)
{
  if (!ranks->receive(ranks, message)) return false;
  memcpy(head, message->bytes, sizeof *head);
  return true;
}

/* --- rank 0 ------------------------------------------------------------------------------------------------------- */

struct post {
  uint32_t threads; /* 0: it has not said so yet */
  size_t *task;     /* [n]: the tasks that it is doing */
  size_t n;
  uint64_t steps;
  double heard;
  bool lost;
};

struct remote {
  struct ranks *ranks;
  struct remote_job job;
  struct post *post; /* [rank] */
  bool interrupted;
};

struct remote *remote_begin(struct ranks *ranks, const struct remote_job *job)
{
  struct remote *remote = mem_new(1, sizeof *remote);
  *remote = (struct remote){.ranks = ranks, .job = *job};
  remote->post = mem_new(ranks->n, sizeof *remote->post);
  for (uint32_t r = 0; r < ranks->n; r++) remote->post[r].heard = clock_seconds();
  return remote;
}

static bool forget_task(struct post *post, size_t task)
{
  for (size_t k = 0; k < post->n; k++) {
    if (post->task[k] != task) continue;
    post->task[k] = post->task[--post->n];
    return true;
  }
  return false;
}

static void take_message(struct remote *remote, const struct ranks_message *message, const struct head *head)
{
  struct post *post = &remote->post[message->from];
  const unsigned char *rest = message->bytes + sizeof *head;
  struct error why = {0};
  post->heard = clock_seconds();
  post->steps = head->steps;
  post->threads = (uint32_t)head->threads;
  if (post->lost || head->kind == SAYS_ALIVE || !forget_task(post, head->task)) return; /* it comes too late */
  if (head->kind == REMOTE_FAILED) memcpy(&why, rest, sizeof why);
  remote->job.ended(remote->job.self, head->task, (enum remote_end)head->kind,
                    head->kind == REMOTE_FAILED ? "" : (const char *)rest, &why);
}

/* The tasks of a rank that says nothing any more have failed. */
static void give_up(struct remote *remote, uint32_t rank)
{
  struct post *post = &remote->post[rank];
  struct error why = {0};
  fail(&why, EXIT_INCOMPLETE, "rank %" PRIu32 " does not answer any more", rank);
  post->lost = remote->ranks->lost = true;
  while (post->n != 0) remote->job.ended(remote->job.self, post->task[--post->n], REMOTE_FAILED, "", &why);
}

static bool hand_out(struct remote *remote, uint32_t rank, bool alone)
{
  struct post *post = &remote->post[rank];
  bool any = false;
  while (!post->lost && !remote->interrupted && post->n < (alone && post->threads != 0 ? 1 : post->threads)) {
    const int64_t task = remote->job.take(remote->job.self);
    if (task == REMOTE_NONE) break;
    post->task = mem_another(post->task, post->n, sizeof *post->task);
    post->task[post->n++] = (size_t)task;
    send_message(remote->ranks, rank, &(struct head){.kind = SAYS_DO, .task = (uint64_t)task}, NULL, 0);
    any = true;
  }
  return any;
}

bool remote_look(struct remote *remote, bool alone)
{
  struct ranks_message message;
  struct head head;
  bool any = false;
  for (; receive_message(remote->ranks, &message, &head); any = true) {
    take_message(remote, &message, &head);
    free(message.bytes);
  }
  const double now = clock_seconds();
  for (uint32_t r = 1; r < remote->ranks->n; r++) {
    if (!remote->post[r].lost && now - remote->post[r].heard > LOST_SECONDS) give_up(remote, r);
    any |= hand_out(remote, r, alone);
  }
  return any;
}

size_t remote_out(const struct remote *remote)
{
  size_t out = 0;
  for (uint32_t r = 1; remote != NULL && r < remote->ranks->n; r++) out += remote->post[r].n;
  return out;
}

uint64_t remote_steps(const struct remote *remote)
{
  uint64_t steps = 0;
  for (uint32_t r = 1; remote != NULL && r < remote->ranks->n; r++) steps += remote->post[r].steps;
  return steps;
}

static void tell_all(struct remote *remote, uint64_t kind)
{
  const struct head head = {.kind = kind, .lost = remote->ranks->lost};
  for (uint32_t r = 1; r < remote->ranks->n; r++)
    if (!remote->post[r].lost) send_message(remote->ranks, r, &head, NULL, 0);
}

void remote_interrupt(struct remote *remote)
{
  if (remote == NULL || remote->interrupted) return;
  remote->interrupted = true;
  tell_all(remote, SAYS_STOP);
}

void remote_end(struct remote *remote)
{
  if (remote == NULL) return;
  tell_all(remote, SAYS_END);
  for (uint32_t r = 0; r < remote->ranks->n; r++) free(remote->post[r].task);
  free(remote->post);
  free(remote);
}

/* --- the other ranks ---------------------------------------------------------------------------------------------- */

struct result {
  struct head head;
  void *rest;
  size_t size;
};

struct server {
  struct ranks *ranks;
  uint32_t threads;
  atomic_bool *interrupt;
  size_t *task; /* [n]: that nobody has taken */
  size_t n;
  struct result *result; /* [n_results]: that have not been sent */
  size_t n_results;
  bool over;
  pthread_mutex_t mutex;
  pthread_cond_t more, given;
};

struct server *server_begin(struct ranks *ranks, uint32_t threads, atomic_bool *interrupt)
{
  struct server *server = mem_new(1, sizeof *server);
  *server = (struct server){.ranks = ranks, .threads = threads, .interrupt = interrupt};
  pthread_mutex_init(&server->mutex, NULL);
  pthread_cond_init(&server->more, NULL);
  pthread_cond_init(&server->given, NULL);
  return server;
}

void server_free(struct server *server)
{
  pthread_mutex_destroy(&server->mutex);
  pthread_cond_destroy(&server->more);
  pthread_cond_destroy(&server->given);
  free(server->task);
  free(server->result);
  free(server);
}

int64_t server_take(struct server *server)
{
  pthread_mutex_lock(&server->mutex);
  while (server->n == 0 && !server->over) pthread_cond_wait(&server->more, &server->mutex);
  const int64_t task = server->n != 0 ? (int64_t)server->task[0] : REMOTE_NONE;
  if (server->n != 0) memmove(server->task, server->task + 1, --server->n * sizeof *server->task);
  pthread_mutex_unlock(&server->mutex);
  return task;
}

void server_give(struct server *server, size_t task, enum remote_end how, const char *text, const struct error *why)
{
  const void *rest = how == REMOTE_FAILED ? (const void *)why : text;
  struct result result = {.head = {.kind = how, .task = task},
                          .size = how == REMOTE_FAILED ? sizeof *why : strlen(text)};
  result.rest = mem_new(result.size + 1, 1);
  memcpy(result.rest, rest, result.size);
  pthread_mutex_lock(&server->mutex);
  server->result = mem_another(server->result, server->n_results, sizeof *server->result);
  server->result[server->n_results++] = result;
  pthread_cond_signal(&server->given);
  pthread_mutex_unlock(&server->mutex);
}

static void take_order(struct server *server, const struct head *head)
{
  server->over |= head->kind == SAYS_END;
  server->ranks->lost |= head->lost != 0;
  if (head->kind == SAYS_STOP || head->kind == SAYS_END) atomic_store(server->interrupt, true);
  if (head->kind == SAYS_DO) {
    server->task = mem_another(server->task, server->n, sizeof *server->task);
    server->task[server->n++] = head->task;
  }
  pthread_cond_broadcast(&server->more);
}

static bool send_results(struct server *server, uint64_t steps)
{
  const bool any = server->n_results != 0;
  for (size_t k = 0; k < server->n_results; k++) {
    struct result *result = &server->result[k];
    result->head.steps = steps;
    result->head.threads = server->threads;
    send_message(server->ranks, 0, &result->head, result->rest, result->size);
    free(result->rest);
  }
  server->n_results = 0;
  return any;
}

/* With the mutex held: until something is given, or for so long. */
static void rest(struct server *server, long nanoseconds)
{
  const struct timespec until = clock_deadline(1e-9 * (double)nanoseconds);
  pthread_cond_timedwait(&server->given, &server->mutex, &until);
}

void server_go(struct server *server, const atomic_uint_fast64_t *steps)
{
  double said = 0;
  long pause = SHORTEST_REST;
  pthread_mutex_lock(&server->mutex);
  while (!server->over) {
    struct ranks_message message;
    struct head head;
    bool any = send_results(server, atomic_load(steps));
    for (; receive_message(server->ranks, &message, &head); any = true) {
      take_order(server, &head);
      free(message.bytes);
    }
    if (clock_seconds() >= said + BEAT_SECONDS) {
      said = clock_seconds();
      const struct head alive = {.kind = SAYS_ALIVE, .steps = atomic_load(steps), .threads = server->threads};
      send_message(server->ranks, 0, &alive, NULL, 0);
    }
    pause = any ? SHORTEST_REST : pause * 2 < LONGEST_REST ? pause * 2 : LONGEST_REST;
    if (!any && !server->over) rest(server, pause);
  }
  pthread_mutex_unlock(&server->mutex);
}
