/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "plots/gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"

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

struct child {
  pid_t pid;
  int in;     /* its standard input */
  FILE *talk; /* what it says: an unnamed file, so that neither side ever waits for the other to read */
};

/* In the child; does not return. */
static void become_gnuplot(const char *directory, int in, int talk)
{
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (dup2(in, STDIN_FILENO) >= 0 && dup2(talk, STDOUT_FILENO) >= 0 && dup2(talk, STDERR_FILENO) >= 0 &&
      chdir(directory) == 0 && setenv("LC_ALL", "C", 1) == 0 && unsetenv("GNUTERM") == 0)
    execlp("gnuplot", "gnuplot", "-d", "-", (char *)NULL);
  perror("gnuplot");
  _exit(127);
}

static bool start(struct child *child, const char *directory, struct error *e)
{
  int ends[2];
  child->talk = tmpfile();
  if (child->talk == NULL) return fail(e, EXIT_INTERNAL, "no temporary file for gnuplot: %s", strerror(errno));
  if (pipe2(ends, O_CLOEXEC) != 0) {
    fclose(child->talk);
    return fail(e, EXIT_INTERNAL, "no pipe to gnuplot: %s", strerror(errno));
  }
  child->pid = fork();
  if (child->pid == 0) become_gnuplot(directory, ends[0], fileno(child->talk));
  close(ends[0]);
  child->in = ends[1];
  if (child->pid > 0) return true;
  close(ends[1]);
  fclose(child->talk);
  return fail(e, EXIT_INTERNAL, "gnuplot cannot be started: %s", strerror(errno));
}

/* A gnuplot that dies early must cost us an error, not our life: SIGPIPE is blocked in this thread while we write, and
 * one that came of it is taken away before the mask is restored. */
static bool send_text(int in, const char *text)
{
  sigset_t pipe_only, before;
  sigemptyset(&pipe_only);
  sigaddset(&pipe_only, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
  bool ok = true;
  for (size_t left = strlen(text); ok && left > 0;) {
    const ssize_t sent = write(in, text, left);
    if (sent < 0 && errno == EINTR) continue;
    ok = sent >= 0;
    if (!ok) break;
    text += sent;
    left -= (size_t)sent;
  }
  if (!ok && errno == EPIPE && !sigismember(&before, SIGPIPE)) sigtimedwait(&pipe_only, NULL, &(struct timespec){0});
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return ok;
}

/* The first words of what gnuplot said, on one line. */
static void read_talk(FILE *talk, char *out, size_t size)
{
  rewind(talk);
  const size_t got = fread(out, 1, size - 1, talk);
  out[got] = '\0';
  for (char *c = out; *c != '\0'; c++)
    if (*c == '\n' || *c == '\t') *c = ' ';
}

static bool finish(struct child *child, bool sent, struct error *e)
{
  close(child->in);
  int status = 0;
  while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) continue;
  char talk[400];
  read_talk(child->talk, talk, sizeof talk);
  fclose(child->talk);
  if (sent && WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  return fail(e, EXIT_INTERNAL, "gnuplot failed: %s", talk[0] != '\0' ? talk : "it said nothing");
}

/* A full disk does not make gnuplot fail, so its work is looked at. */
static bool is_whole(const char *directory, const char *name, struct error *e)
{
  static const char *const kinds[] = {"svg", "png", "pdf"};
  static const char *const ends[] = {"</svg>", "IEND", "%%EOF"};
  bool ok = true;
  for (size_t k = 0; ok && k < sizeof kinds / sizeof kinds[0]; k++) {
    char *path = mem_format("%s/%s.%s", directory, name, kinds[k]);
    size_t length = 0;
    char *text = file_read(path, (size_t)1 << 30, &length, e);
    const size_t tail = length < 16 ? length : 16;
    ok = text != NULL && memmem(text + length - tail, tail, ends[k], strlen(ends[k])) != NULL;
    if (!ok) fail_at(e, EXIT_INTERNAL, path, 0, 0, "gnuplot did not finish it; is the disk full?");
    free(text);
    free(path);
  }
  return ok;
}

/* Cairo writes the time into each PDF. It is replaced by a fixed one of the same length, so that equal results give
 * equal bytes. (A PDF without the key, from another cairo, is left as it is.) */
static bool blot_out_date(const char *directory, const char *name, struct error *e)
{
  static const char key[] = "/CreationDate (D:", fixed[] = "19700101000000";
  char *path = mem_format("%s/%s.pdf", directory, name);
  size_t length = 0;
  char *text = file_read(path, (size_t)1 << 30, &length, e);
  char *date = text != NULL ? memmem(text, length, key, sizeof key - 1) : NULL;
  bool ok = text != NULL;
  if (date != NULL) {
    date += sizeof key - 1;
    memcpy(date, fixed, strspn(date, "0123456789") < sizeof fixed - 1 ? strspn(date, "0123456789") : sizeof fixed - 1);
    struct file_writer w;
    ok = file_open(&w, path, e);
    if (ok) {
      fwrite(text, 1, length, w.out);
      ok = file_commit(&w, e);
    }
  }
  free(text);
  free(path);
  return ok;
}

bool gnuplot_run(const char *directory, const char *const *names, size_t n, struct error *e)
{
  struct child child;
  if (n == 0) return true;
  if (!start(&child, directory, e)) return false;
  bool sent = true;
  for (size_t k = 0; sent && k < n; k++) {
    char *line = mem_format("load '%s.gp'\n", names[k]);
    sent = send_text(child.in, line);
    free(line);
  }
  if (!finish(&child, sent, e)) return false;
  for (size_t k = 0; k < n; k++)
    if (!is_whole(directory, names[k], e) || !blot_out_date(directory, names[k], e)) return false;
  return true;
}

/* ---- the language ---- */

void gnuplot_quote(FILE *gp, const char *text)
{
  fputc('\'', gp);
  for (; *text != '\0'; text++) {
    if (*text == '\'') fputc('\'', gp);
    fputc((unsigned char)*text < ' ' || *text == 127 ? ' ' : *text, gp);
  }
  fputc('\'', gp);
}

const char *gnuplot_colour(size_t k)
{
  static const char *const palette[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"};
  return palette[k % (sizeof palette / sizeof palette[0])];
}

int gnuplot_point(size_t k, bool filled)
{
  static const int open[] = {6, 4, 8, 12,
                             10}; /* circle, square, triangle, diamond, triangle on its point; + 1: filled */
  return open[k % (sizeof open / sizeof open[0])] + filled;
}

/* The SVG terminal wants a name of letters, digits and underscores; it makes the ids of the picture from it. */
static void write_id(FILE *gp, const char *name)
{
  fputs("'f_", gp);
  for (; *name != '\0'; name++) fputc(isalnum((unsigned char)*name) ? *name : '_', gp);
  fputc('\'', gp);
}

void gnuplot_begin(FILE *gp, const char *name, const char *title, double height)
{
  fprintf(gp, "# Draws %s.svg, %s.png and %s.pdf from %s.dat: gnuplot %s.gp\n", name, name, name, name, name);
  fprintf(gp, "reset session\nset encoding utf8\nset border 3 lc rgb '#444444'\nset tics nomirror out scale 0.6\n");
  fprintf(gp, "set grid lc rgb '#e4e4e4' lw 0.8 lt 1\nset label ");
  gnuplot_quote(gp, title);
  fprintf(gp, " at screen 0.5, screen %.5f center noenhanced font ',14'\n", 1 - 22 / height);
  fprintf(gp, "set terminal svg size %d,%.0f dynamic noenhanced font 'sans-serif,13' background 'white' name ",
          FIGURE_WIDTH, height);
  write_id(gp, name);
  fprintf(gp, "\nset output '%s.svg'\n", name);
}

void gnuplot_end(FILE *gp, const char *name, double height)
{
  fprintf(gp,
          "\nset terminal pngcairo size %d,%.0f noenhanced font 'sans-serif,13' fontscale 1.125 linewidth 1.5 "
          "pointscale 1.5\n",
          FIGURE_WIDTH * 3 / 2, height * 3 / 2);
  fprintf(gp, "set output '%s.png'\nreplot\n", name);
  fprintf(gp, "set terminal pdfcairo size 9in,%.2fin noenhanced font 'sans-serif,13' fontscale 0.54\n", height / 100);
  fprintf(gp, "set output '%s.pdf'\nreplot\nset output\n", name);
}
