/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/mpi/door.h"

#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"

enum {
  PATIENT_LOOKS = 200,  /* at something that is awaited, before there is sleep between two of them ... */
  LEAST_SLEEP = 20000,  /* ... of so many nanoseconds, then twice as long ... */
  MOST_SLEEP = 1000000, /* ... up to so many */
  MOST_SENT = 1024 * 1024 * 1024,
};

/* A message that has not left yet. */
struct sent {
  MPI_Request request;
  void *bytes;
};

struct door {
  struct ranks ranks; /* first: the part that others see */
  struct sent *sent;
  size_t n_sent, sent_capacity;
};

static void await(MPI_Request *request)
{
  struct timespec sleep = {.tv_nsec = LEAST_SLEEP};
  int there = 0;
  for (unsigned looks = 0; MPI_Test(request, &there, MPI_STATUS_IGNORE) == MPI_SUCCESS && !there; looks++) {
    if (looks < PATIENT_LOOKS) {
      sched_yield();
      continue;
    }
    nanosleep(&sleep, NULL);
    sleep.tv_nsec = sleep.tv_nsec * 2 < MOST_SLEEP ? sleep.tv_nsec * 2 : MOST_SLEEP;
  }
}

/* --- messages ----------------------------------------------------------------------------------------------------- */

/* Forgets the messages that have left. */
static void sweep_sent(struct door *door)
{
  size_t kept = 0;
  for (size_t k = 0; k < door->n_sent; k++) {
    int left = 0;
    MPI_Test(&door->sent[k].request, &left, MPI_STATUS_IGNORE);
    if (left)
      free(door->sent[k].bytes);
    else
      door->sent[kept++] = door->sent[k];
  }
  door->n_sent = kept;
}

static void door_send(struct ranks *ranks, uint32_t to, const void *bytes, size_t size)
{
  struct door *door = (struct door *)ranks;
  sweep_sent(door);
  if (door->n_sent == door->sent_capacity) {
    door->sent_capacity = door->sent_capacity * 2 + 16;
    door->sent = mem_grow(door->sent, door->sent_capacity, sizeof *door->sent);
  }
  struct sent *sent = &door->sent[door->n_sent++];
  sent->bytes = mem_new(size + 1, 1);
  memcpy(sent->bytes, bytes, size);
  MPI_Isend(sent->bytes, (int)size, MPI_BYTE, (int)to, 0, MPI_COMM_WORLD, &sent->request);
}

static bool door_receive(struct ranks *ranks, struct ranks_message *message)
{
  MPI_Status status;
  int there = 0, size = 0;
  sweep_sent((struct door *)ranks);
  if (MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS || !there) return false;
  MPI_Get_count(&status, MPI_BYTE, &size);
  *message = (struct ranks_message){(uint32_t)status.MPI_SOURCE, mem_new((size_t)size + 1, 1)};
  return MPI_Recv(message->bytes, size, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, &status) == MPI_SUCCESS;
}

/* --- joint operations --------------------------------------------------------------------------------------------- */

static void door_combine(struct ranks *ranks, uint64_t *value, uint32_t n, enum ranks_how how)
{
  MPI_Request request;
  (void)ranks;
  MPI_Iallreduce(MPI_IN_PLACE, value, (int)n, MPI_UINT64_T,
                 how == RANKS_SUM    ? MPI_SUM
                 : how == RANKS_MOST ? MPI_MAX
                                     : MPI_MIN,
                 MPI_COMM_WORLD, &request);
  await(&request);
}

static void door_share(struct ranks *ranks, uint32_t from, void *bytes, size_t size)
{
  (void)ranks;
  for (size_t at = 0; at < size;) {
    MPI_Request request;
    const size_t more = size - at < MOST_SENT ? size - at : MOST_SENT;
    MPI_Ibcast((unsigned char *)bytes + at, (int)more, MPI_BYTE, (int)from, MPI_COMM_WORLD, &request);
    await(&request);
    at += more;
  }
}

static uint32_t ranks_beside(void)
{
  MPI_Comm here;
  int n = 1;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &n);
  MPI_Comm_free(&here);
  return (uint32_t)n;
}

struct ranks *door_open(int *argc, char ***argv)
{
  int rank, n, given;
  sigset_t ours, before; /* MPI's threads must not take the signals that cli/interrupt.h waits for */
  sigemptyset(&ours);
  sigaddset(&ours, SIGINT);
  sigaddset(&ours, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ours, &before);
  const int started = MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &given);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (started != MPI_SUCCESS) return NULL;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* a rank that does not answer is noticed otherwise */
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  struct door *door = mem_new(1, sizeof *door);
  door->ranks = (struct ranks){.rank = (uint32_t)rank,
                               .n = (uint32_t)n,
                               .beside = ranks_beside(),
                               .send = door_send,
                               .receive = door_receive,
                               .combine = door_combine,
                               .share = door_share};
  return &door->ranks;
}

static void door_free(struct door *door)
{
  for (size_t k = 0; k < door->n_sent; k++) free(door->sent[k].bytes);
  free(door->sent);
  free(door);
}

void door_close(int status, void *ranks)
{
  struct door *door = ranks;
  const uint32_t rank = door->ranks.rank;
  MPI_Request request;
  if (status == EXIT_INTERNAL) MPI_Abort(MPI_COMM_WORLD, status);
  if (door->ranks.lost) _exit(status); /* MPI would wait for a rank that is gone */
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  await(&request);
  sweep_sent(door);
  MPI_Finalize();
  door_free(door);
  if (rank != 0) _exit(EXIT_OK);
}
