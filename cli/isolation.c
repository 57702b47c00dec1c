/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/isolation.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/platform.h"
#include "cli/cli.h"
#include "model/loader.h"

/* The memory that parent and child share. */
struct both {
  struct heartbeat heart;
  atomic_bool over, mute; /* mute: a stream is closed on which it would have said what came out */
};

struct parent {
  const struct isolated *what;
  struct both *both;
  struct child child;
  sigset_t heeded, before;
  struct platform_signals signals;
  unsigned interrupts;
};

void isolation_print(const struct isolation *isolation)
{
  fflush(stdout);
  if (isolation->heart != NULL) dup2(isolation->out, STDOUT_FILENO);
}

/* In a group of its own, so that a Ctrl-C comes once, by way of the parent. */
static _Noreturn void be_child(const struct parent *p, int out)
{
  setpgid(0, 0);
  signal(SIGTTOU, SIG_IGN); /* or a terminal might stop a process that shows progress */
  sigprocmask(SIG_SETMASK, &p->before, NULL);
  const struct isolation inside = {&p->both->heart, out};
  const int code = p->what->work(p->what->self, &inside);
  isolation_print(&inside);
  p->both->mute = fcntl(STDOUT_FILENO, F_GETFD) < 0 || fcntl(STDERR_FILENO, F_GETFD) < 0;
  p->both->over = true;
  exit(code);
}

static enum child_news attend(struct parent *p)
{
  for (;;) {
    const enum child_news news =
      child_listen(&p->child, p->signals.fd, p->interrupts > 0 ? WATCH_SECONDS_INTERRUPTED : WATCH_SECONDS);
    const int signal = news == CHILD_READABLE ? platform_signals_read(&p->signals) : 0;
    if (signal != 0) {
      p->interrupts++;
      kill(p->child.pid, signal);
    }
    if (news == CHILD_ENDED || news == CHILD_SILENT) return news;
  }
}

/* "./a.so or ./b.so"; only plug-ins are suspect, unless there is none. */
static void name_suspects(const struct isolated *what, char *out, size_t size)
{
  const bool algorithm = what->algorithm != NULL && plug_in_among(what->algorithm);
  const bool adversary = what->adversary != NULL && plug_in_among(what->adversary);
  snprintf(out, size, "%s%s%s", algorithm || !adversary ? what->algorithm : "", algorithm && adversary ? " or " : "",
           adversary ? what->adversary : "");
}

static int conclude(const struct parent *p, enum child_news news, int status)
{
  char who[300], text[200];
  const bool over = news == CHILD_ENDED && p->both->over && WIFEXITED(status);
  if (over && !p->both->mute) return WEXITSTATUS(status);
  for (size_t k = 0; k < sizeof p->what->leaves / sizeof *p->what->leaves; k++)
    if (p->what->leaves[k] != NULL) file_forget(p->what->leaves[k]);
  if (p->interrupts > 0) {
    fprintf(stderr, "rmr %s: interrupted\n", p->what->command);
    return EXIT_INCOMPLETE;
  }
  name_suspects(p->what, who, sizeof who);
  fprintf(stderr, "rmr %s: %s %s\n", p->what->command, who,
          over                   ? "has closed stdout or stderr, so nothing is known of what came out"
          : news == CHILD_SILENT ? child_silence_text(WATCH_SECONDS, text, sizeof text)
                                 : child_end_text(status, text, sizeof text));
  return EXIT_INCOMPLETE;
}

int isolation_run(const struct isolated *what, bool isolate)
{
  if (!isolate) return what->work(what->self, &(struct isolation){.out = STDOUT_FILENO});
  struct error e = {0};
  struct parent p = {.what = what, .both = child_share(sizeof *p.both)};
  sigemptyset(&p.heeded);
  sigaddset(&p.heeded, SIGINT);
  sigaddset(&p.heeded, SIGTERM);
  sigprocmask(SIG_BLOCK, &p.heeded, &p.before);
  platform_signals_open(&p.signals, &p.heeded);
  const int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int code;
  if (p.both == NULL || p.signals.fd < 0 || out < 0) {
    fail(&e, EXIT_INTERNAL, "--isolate: %s", strerror(errno));
    code = report_error(what->command, &e);
  } else {
    const pid_t pid = child_start(&p.child, &p.both->heart, &e);
    if (pid == 0) be_child(&p, out);
    if (pid > 0) {
      const enum child_news news = attend(&p);
      code = conclude(&p, news, child_end(&p.child));
    } else {
      code = report_error(what->command, &e);
    }
  }
  if (out >= 0) close(out);
  platform_signals_close(&p.signals);
  sigprocmask(SIG_SETMASK, &p.before, NULL);
  child_unshare(p.both, sizeof *p.both);
  return code;
}
