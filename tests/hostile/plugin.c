/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * plugin.c: a plug-in that misbehaves, for the hostile campaigns. It is an adversary, or with -DALGORITHM a lock, that
 * does what it should until the call number WHEN (from 1) of the place WHERE; there it does WHAT.
 *
 *   WHERE   LOADING, START, CHOOSE, OBSERVE, MEASURE; of a lock: LOADING, STEP
 *   WHAT    see below
 *
 * With -DWHAT=NOTHING it is the good one that it is compared with.
 */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef ALGORITHM
#include <rmr/algo.h>
#else
#include <rmr/adversary.h>
#endif

enum where { IN_LOADING, IN_START, IN_CHOOSE, IN_OBSERVE, IN_MEASURE, IN_STEP };

enum what {
  NOTHING,
  SEGFAULT,
  ABORT,
  EXIT_0, /* exit codes that the command uses itself, or does not */
  EXIT_30,
  EXIT_NOW,
  KILL,
  TERMINATE,
  INTERRUPT,
  DIVIDE,  /* by zero */
  RECURSE, /* until the stack ends */
  HOARD,   /* memory, as much as there is */
  OPEN,    /* files, as many as there can be */
  LOOP,
  SLEEP,
  PRINT, /* to stdout */

  CLOSE,  /* the standard streams */
  IGNORE, /* the signals that end a program */
  MOVE,   /* into another directory */
  LIMIT,  /* files to no size, processor time to a second */
  ALARM,
  RUBBISH /* an answer that there is not */
};

static int calls;

static int recurse(volatile int depth)
{
  volatile char block[4096];
  block[0] = (char)depth;
  return recurse(depth + 1) + block[0];
}

static void hoard(void)
{
  for (;;) {
    char *block = malloc(1 << 24);
    if (block == NULL) abort();
    memset(block, 1, 1 << 24);
  }
}

/* True if the answer of the hook ought to be rubbish. */
static bool misbehave(enum where where)
{
  if (where != WHERE || ++calls != WHEN) return false;
  volatile int zero = 0;
  switch ((enum what)WHAT) {
  case NOTHING: break;
  case SEGFAULT: *(volatile int *)8 = 1; break;
  case ABORT: abort();
  case EXIT_0: exit(0);
  case EXIT_30: exit(30);
  case EXIT_NOW: _exit(0);
  case KILL: raise(SIGKILL); break;
  case TERMINATE: raise(SIGTERM); break;
  case INTERRUPT: raise(SIGINT); break;
  case DIVIDE: zero = 1 / zero; break;
  case RECURSE: zero = recurse(0); break;
  case HOARD: hoard(); break;
  case OPEN:
    while (open("/dev/null", O_RDONLY) >= 0) continue;
    break;
  case LOOP:
    while (zero == 0) continue;
    break;
  case SLEEP:
    while (zero == 0) sleep(1000);
    break;
  case PRINT: printf("rmr mine\n"), fflush(stdout); break;
  case CLOSE: close(0), close(1), close(2); break;
  case IGNORE: signal(SIGTERM, SIG_IGN), signal(SIGINT, SIG_IGN); break;
  case MOVE:
    if (chdir("/") != 0) abort();
    break;
  case LIMIT: setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0}), setrlimit(RLIMIT_CPU, &(struct rlimit){1, 1}); break;
  case ALARM: alarm(1); break;
  case RUBBISH: return true;
  }
  return false;
}

__attribute__((constructor)) static void load(void)
{
  misbehave(IN_LOADING);
}

#ifdef ALGORITHM

/* clang-format off */
#define PSEUDOCODE(LINE, TEXT)                                  \
  LINE(1, DOORWAY, "ticket := fetch-and-increment(Ticket)")     \
  LINE(2, WAITING, "wait until Grant = ticket")                 \
  LINE(3, EXIT,    "Grant := ticket + 1")
/* clang-format on */
RMR_LINES(PSEUDOCODE)

struct hostile {
  uint8_t pc;
  int64_t ticket;
};

static const struct rmr_shared registers[] = {
  {.name = "Ticket", .multi_writer = true},
  {.name = "Grant", .multi_writer = true},
};

static struct rmr_op good_step(void *state, const struct rmr_in *in)
{
  struct hostile *my = state;
  BEGIN;
  for (;;) {
    LET(1, my->ticket, fetch_and_add(VAR(0, 0), 1));
    do DO(2, spin_on(VAR(1, 0)));
    while (REPLY != my->ticket);
    my->ticket++;
    DO(3, write_to(VAR(1, 0), my->ticket));
    my->ticket = 0;
  }
  END;
}

static struct rmr_op step(void *state, const struct rmr_in *in)
{
  const bool rubbish = misbehave(IN_STEP);
  struct rmr_op op = good_step(state, in);
  if (rubbish) memset(&op, 0x5a, sizeof op);
  return op;
}

RMR_ALGORITHM(hostile) = {
  RMR_ALGORITHM_BODY(registers, struct hostile),
  .name = "hostile",
  .title = "A lock that misbehaves",
  .source = "tests",
  .note = "",
  .claims = {.primitives = "read, write, fetch-and-add"},
  .step = step,
};
#else

static bool start(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)view;
  return !misbehave(IN_START) || host->fail(host, "one\nand two \xff%c", 27);
}

static rmr_action choose(void *self, struct rmr_host *host, const struct rmr_view *view)
{
  (void)self, (void)host;
  return misbehave(IN_CHOOSE) ? 0x7fffffff : view->ready[0];
}

static void observe(void *self, struct rmr_host *host, const struct rmr_view *view, const struct rmr_event *event)
{
  (void)self, (void)view, (void)event;
  if (misbehave(IN_OBSERVE)) host->log(host, "one\nand two \xff%c", 27);
}

static double measure(const void *self, uint32_t which)
{
  (void)self, (void)which;
  return misbehave(IN_MEASURE) ? NAN : 1;
}

static const char *const measures[] = {"one", NULL};

RMR_ADVERSARY(hostile) = {
  RMR_ADVERSARY_HEAD, .name = "hostile", .about = "misbehaves", .measures = measures,
  .start = start,     .choose = choose,  .observe = observe,    .measure = measure,
};
#endif
