/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/platform.h"

bool program_found(const char *name)
{
  const char *path = getenv("PATH");
  bool found = false;
  for (const char *from = path != NULL ? path : "/usr/bin:/bin"; !found;) {
    const size_t length = strcspn(from, ":");
    char *candidate = mem_format("%.*s/%s", (int)length, from, name);
    found = length > 0 && file_exists(candidate) && access(candidate, X_OK) == 0;
    free(candidate);
    if (from[length] == '\0') break;
    from += length + 1;
  }
  return found;
}

/* In the child; does not return. */
static void become(const struct program *p, int in)
{
  static const char *const set[][2] = {{"LC_ALL", "C"}, {"TZ", "UTC0"}, {"SOURCE_DATE_EPOCH", "0"}};
  bool ok = dup2(in, STDIN_FILENO) >= 0 && dup2(fileno(p->out), STDOUT_FILENO) >= 0 &&
            dup2(fileno(p->talk), STDERR_FILENO) >= 0;
  platform_end_with_parent();
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGXFSZ, SIG_DFL); /* which a new program would go on ignoring */
  for (size_t k = 0; p->unset != NULL && p->unset[k] != NULL; k++) ok = unsetenv(p->unset[k]) == 0 && ok;
  for (size_t k = 0; k < sizeof set / sizeof set[0]; k++) ok = setenv(set[k][0], set[k][1], 1) == 0 && ok;
  if (ok && (p->directory == NULL || chdir(p->directory) == 0))
    execvp(p->argument[0], (char *const *)p->argument); /* which takes them as they are */
  perror(p->argument[0]);
  _exit(127);
}

/* Its process, or -1. */
static pid_t start(const struct program *p)
{
  const int in = p->in != NULL ? fileno(p->in) : open("/dev/null", O_RDONLY | O_CLOEXEC);
  const pid_t pid = in >= 0 ? fork() : -1;
  if (pid == 0) become(p, in);
  if (p->in == NULL && in >= 0) close(in);
  return pid;
}

static enum program_end await(pid_t pid, int patience, bool goes_on(void *self), void *self)
{
  static const struct timespec pause = {.tv_nsec = 5000000};
  int status = 0;
  double since = clock_seconds();
  for (;;) {
    const pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid) return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? PROGRAM_WELL : PROGRAM_BADLY;
    if (ended < 0 && errno != EINTR) return PROGRAM_BADLY;
    const double now = clock_seconds();
    if (goes_on != NULL && goes_on(self)) since = now;
    if (now - since > patience) break;
    nanosleep(&pause, NULL);
  }
  kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return PROGRAM_HUNG;
}

enum program_end program_run(const struct program *p, int patience, bool goes_on(void *self), void *self)
{
  const pid_t pid = start(p);
  return pid > 0 ? await(pid, patience, goes_on, self) : PROGRAM_UNSTARTED;
}

void program_read_talk(FILE *talk, char *out, size_t size)
{
  if (fseek(talk, -(long)(size - 1), SEEK_END) != 0) rewind(talk);
  const size_t got = fread(out, 1, size - 1, talk);
  out[got] = '\0';
  for (char *c = out; *c != '\0'; c++)
    if ((unsigned char)*c < ' ') *c = ' ';
}

/* --- as a filter -------------------------------------------------------------------------------------------------- */

/* All of a file that was written here. */
static char *contents(FILE *file, size_t *length)
{
  if (fseek(file, 0, SEEK_END) != 0) return NULL;
  const long size = ftell(file);
  if (size < 0) return NULL;
  rewind(file);
  char *text = mem_new((size_t)size + 1, 1);
  *length = fread(text, 1, (size_t)size, file);
  if (*length == (size_t)size) return text;
  free(text);
  return NULL;
}

static char *filter(const struct program *p, int patience, size_t *made, struct error *e)
{
  const char *name = p->argument[0];
  char talk[400] = "";
  const enum program_end end = program_run(p, patience, NULL, NULL);
  if (end == PROGRAM_WELL) {
    char *text = contents(p->out, made);
    if (text == NULL) fail(e, EXIT_INTERNAL, "the output of %s cannot be read: %s", name, strerror(errno));
    return text;
  }
  program_read_talk(p->talk, talk, sizeof talk);
  if (end == PROGRAM_HUNG)
    fail(e, EXIT_INTERNAL, "%s was ended: it did not finish in %d s", name, patience);
  else
    fail(e, EXIT_INTERNAL, "%s failed: %s", name, talk[0] != '\0' ? talk : "it printed no message");
  return NULL;
}

char *program_filter(const char *const *argument, const char *text, size_t length, int patience, size_t *made,
                     struct error *e)
{
  FILE *in = tmpfile(), *out = tmpfile(), *talk = tmpfile();
  const struct program program = {.argument = argument, .in = in, .out = out, .talk = talk};
  char *result = NULL;
  if (in == NULL || out == NULL || talk == NULL || fwrite(text, 1, length, in) != length || fflush(in) != 0 ||
      fseek(in, 0, SEEK_SET) != 0)
    fail(e, EXIT_INTERNAL, "no temporary file for %s: %s", argument[0], strerror(errno));
  else
    result = filter(&program, patience, made, e);
  if (in != NULL) fclose(in);
  if (out != NULL) fclose(out);
  if (talk != NULL) fclose(talk);
  return result;
}
