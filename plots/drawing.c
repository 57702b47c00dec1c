/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/drawing.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"

const char *const drawing_suffixes[DRAWING_PICTURES] = {"svg", "png", "pdf"};

/* ---- the process ---- */

bool gnuplot_found(void)
{
  const char *path = getenv("PATH");
  bool found = false;
  for (const char *from = path != NULL ? path : "/usr/bin:/bin"; !found;) {
    const size_t length = strcspn(from, ":");
    char *candidate = mem_format("%.*s/gnuplot", (int)length, from);
    found = length > 0 && file_exists(candidate) && access(candidate, X_OK) == 0;
    free(candidate);
    if (from[length] == '\0') break;
    from += length + 1;
  }
  return found;
}

/* In the child; does not return. It ends with its parent. Of the environment, what would change the pictures is
 * fixed. */
static void become_gnuplot(const char *directory, const char *script, int nothing, int talk)
{
  static const char *const unset[] = {"GNUTERM", "GNUPLOT_LIB", "GNUPLOT_DRIVER_DIR"};
  static const char *const set[][2] = {{"LC_ALL", "C"}, {"TZ", "UTC0"}, {"SOURCE_DATE_EPOCH", "0"}};
  bool ok = dup2(nothing, STDIN_FILENO) >= 0 && dup2(talk, STDOUT_FILENO) >= 0 && dup2(talk, STDERR_FILENO) >= 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (size_t k = 0; k < sizeof unset / sizeof unset[0]; k++) ok = unsetenv(unset[k]) == 0 && ok;
  for (size_t k = 0; k < sizeof set / sizeof set[0]; k++) ok = setenv(set[k][0], set[k][1], 1) == 0 && ok;
  if (ok && chdir(directory) == 0) execlp("gnuplot", "gnuplot", "-d", script, (char *)NULL);
  perror("gnuplot");
  _exit(127);
}

/* Returns its process, or -1. What it says goes to a file, so that neither side ever waits for the other to read. */
static pid_t start(const char *directory, const char *script, FILE *talk)
{
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const pid_t pid = nothing >= 0 ? fork() : -1;
  if (pid == 0) become_gnuplot(directory, script, nothing, fileno(talk));
  if (nothing >= 0) close(nothing);
  return pid;
}

static char *picture_path(const char *directory, const char *name, size_t picture)
{
  return mem_format("%s/%s.%s", directory, name, drawing_suffixes[picture]);
}

/* Each figure's last picture, which gnuplot has begun. */
static bool is_almost_done(const char *directory, const struct drawing *d)
{
  char *path = picture_path(directory, d->name, DRAWING_PICTURES - 1);
  const bool yes = file_exists(path);
  free(path);
  return yes;
}

enum end { END_WELL, END_BADLY, END_HUNG };

/* Waits for the end of gnuplot as long as it goes on from figure to figure. */
static enum end await(pid_t pid, const char *directory, const struct drawing *d, size_t n, int patience)
{
  static const struct timespec pause = {.tv_nsec = 5000000};
  struct timespec since, now;
  int status = 0;
  clock_gettime(CLOCK_MONOTONIC, &since);
  for (size_t done = 0;;) {
    const pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid) return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? END_WELL : END_BADLY;
    if (ended < 0 && errno != EINTR) return END_BADLY;
    clock_gettime(CLOCK_MONOTONIC, &now);
    for (; done < n && is_almost_done(directory, &d[done]); done++) since = now;
    if (now.tv_sec - since.tv_sec > patience) break;
    nanosleep(&pause, NULL);
  }
  kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  return END_HUNG;
}

/* ---- what it left ---- */

bool drawing_is_whole(const char *path, const char *suffix)
{
  const char *end = strcmp(suffix, "svg") == 0 ? "</svg>" : strcmp(suffix, "png") == 0 ? "IEND" : "%%EOF";
  struct error ignored = {0};
  size_t length = 0;
  char *text = file_exists(path) ? file_read(path, (size_t)1 << 30, &length, &ignored) : NULL;
  const size_t tail = length < 16 ? length : 16;
  const bool whole = text != NULL && memmem(text + length - tail, tail, end, strlen(end)) != NULL;
  free(text);
  return whole;
}

/* A cairo that does not know SOURCE_DATE_EPOCH writes the time into each PDF. It is replaced by a fixed one of the same
 * length. (A PDF without the key is left as it is.) */
static bool blot_out_date(const char *path, struct error *e)
{
  static const char key[] = "/CreationDate (D:", fixed[] = "19700101000000";
  size_t length = 0;
  char *text = file_read(path, (size_t)1 << 30, &length, e);
  char *date = text != NULL ? memmem(text, length, key, sizeof key - 1) : NULL;
  bool ok = text != NULL;
  if (date != NULL) {
    date += sizeof key - 1;
    const size_t digits = strspn(date, "0123456789");
    memcpy(date, fixed, digits < sizeof fixed - 1 ? digits : sizeof fixed - 1);
    struct file_writer w;
    ok = file_open(&w, path, e);
    if (ok) {
      fwrite(text, 1, length, w.out);
      ok = file_commit(&w, e);
    }
  }
  free(text);
  return ok;
}

/* Keeps the pictures that are whole. */
static void look_at(const char *directory, struct drawing *d)
{
  d->whole = true;
  for (size_t k = 0; k < DRAWING_PICTURES; k++) {
    struct error ignored = {0};
    char *path = picture_path(directory, d->name, k);
    bool whole = drawing_is_whole(path, drawing_suffixes[k]);
    if (whole && strcmp(drawing_suffixes[k], "pdf") == 0) whole = blot_out_date(path, &ignored);
    if (!whole) unlink(path);
    d->whole = d->whole && whole;
    free(path);
  }
}

/* The last words of what gnuplot said, on one line: warnings come first. */
static void read_talk(FILE *talk, char *out, size_t size)
{
  if (fseek(talk, -(long)(size - 1), SEEK_END) != 0) rewind(talk);
  const size_t got = fread(out, 1, size - 1, talk);
  out[got] = '\0';
  for (char *c = out; *c != '\0'; c++)
    if ((unsigned char)*c < ' ') *c = ' ';
}

static void complain(const struct drawing *d, enum end end, const char *talk, int patience, struct error *e)
{
  if (end == END_HUNG)
    fail(e, EXIT_INTERNAL, "gnuplot was ended: it finished nothing for %d s, and left %s.gp", patience, d->name);
  else if (end == END_BADLY)
    fail(e, EXIT_INTERNAL, "gnuplot failed: %s", talk[0] != '\0' ? talk : "it said nothing");
  else
    fail(e, EXIT_INTERNAL, "gnuplot did not finish %s; is the disk full?", d->name);
}

/* ---- all of them ---- */

/* One script that draws them all. */
static bool write_driver(const char *directory, const char *name, const struct drawing *d, size_t n, struct error *e)
{
  char *path = mem_format("%s/%s", directory, name);
  struct file_writer w;
  const bool open = file_open(&w, path, e);
  free(path);
  if (!open) return false;
  for (size_t k = 0; k < n; k++) fprintf(w.out, "load '%s.gp'\n", d[k].name);
  return file_commit(&w, e);
}

/* One gnuplot. Returns how many of them need no other. */
static size_t draw(const char *directory, struct drawing *d, size_t n, int patience, struct error *e)
{
  static const char driver[] = "all figures.gp"; /* no figure has a space in its name */
  char talk[400] = "";
  FILE *said = tmpfile();
  enum end end = END_BADLY;
  if (said == NULL || !write_driver(directory, driver, d, n, e)) {
    fail(e, EXIT_INTERNAL, "no temporary file for gnuplot: %s", strerror(errno));
    if (said != NULL) fclose(said);
    return n;
  }
  const pid_t pid = start(directory, driver, said);
  if (pid > 0) end = await(pid, directory, d, n, patience);
  read_talk(said, talk, sizeof talk);
  fclose(said);
  size_t first = n;
  for (size_t k = n; k-- > 0;) {
    look_at(directory, &d[k]);
    if (!d[k].whole) first = k;
  }
  if (first < n) complain(&d[first], end, talk, patience, e);
  return end == END_BADLY && pid > 0 && first < n ? first + 1 : n;
}

size_t drawing_make(const char *directory, struct drawing *drawing, size_t n, int patience, struct error *complaint)
{
  size_t whole = 0;
  for (size_t done = 0; done < n;) done += draw(directory, drawing + done, n - done, patience, complaint);
  for (size_t k = 0; k < n; k++) {
    if (complaint->code != EXIT_OK)
      look_at(directory, &drawing[k]); /* again: a later gnuplot may have come back to it */
    whole += drawing[k].whole;
  }
  return whole;
}
