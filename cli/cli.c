/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "model/choice.h"
#include "model/loader.h"
#include "plots/alone.h"

enum { MOST_SHOWN = 1 << 20, WIDTH = 110 };

/* Of a mistake in an algorithm's text: the line, and a caret below the place. */
static void show_place(const struct error *e)
{
  const size_t length = strlen(e->file);
  if (length < 4 || strcmp(e->file + length - 4, ".alg") != 0 || e->line < 1 || e->column < 1) return;
  struct error ignored = {0};
  char *text = file_read(e->file, MOST_SHOWN, NULL, &ignored);
  const char *at = text;
  for (int k = 1; at != NULL && k < e->line; k++) at = strchr(at, '\n') != NULL ? strchr(at, '\n') + 1 : NULL;
  if (at != NULL) {
    char line[4 * WIDTH + 8];
    char *begin = mem_format("%.*s", (int)strcspn(at, "\r\n"), at);
    text_escape(begin, line, sizeof line);
    fprintf(stderr, "  %.*s\n", WIDTH, line);
    if (e->column <= WIDTH) fprintf(stderr, "  %*s^\n", e->column - 1, "");
    free(begin);
  }
  free(text);
}

int report_error(const char *command, const struct error *e)
{
  char text[1200];
  fprintf(stderr, "rmr %s: %s\n", command, error_string(e, text, sizeof text));
  show_place(e);
  return e->code;
}

/* --- the command line --------------------------------------------------------------------------------------------- */

enum { MOST_OPTIONS = 64 };

/* The command's own parser, and which of its options have been given. */
struct seen {
  const struct argp *argp;
  void *input;
  bool given[MOST_OPTIONS];
};

static const struct argp_option *option_of(const struct argp *argp, int key)
{
  const struct argp_option *option = argp->options;
  while (option != NULL && option->name != NULL && option->key != key) option++;
  return option != NULL && option->name != NULL ? option : NULL;
}

/* All that follows takes arguments for text: messages and JSON alike. */
static void require_text(const char *argument, const char *allowed, const char *name)
{
  char escaped[256];
  const size_t length = strlen(argument);
  if (text_sound(argument, length, allowed) == length) return;
  fprintf(stderr, "%s: '%s' is not text in UTF-8 without control or invisible characters\n", name,
          text_escape(argument, escaped, sizeof escaped));
  exit(EXIT_USAGE);
}

static error_t parse_once(int key, char *argument, struct argp_state *state)
{
  struct seen *seen = state->input;
  const struct argp_option *option = key > 0 ? option_of(seen->argp, key) : NULL;
  const ptrdiff_t place = option != NULL ? option - seen->argp->options : 0;
  assert(place < MOST_OPTIONS);
  if (option != NULL && seen->given[place] && (option->flags & OPTION_LIST) == 0)
    argp_error(state, "--%s is given twice", option->name);
  if (option != NULL) seen->given[place] = true;
  if (argument != NULL && (option == NULL || (option->flags & OPTION_LIST) == 0))
    require_text(argument, "", state->name);
  state->input = seen->input;
  const error_t result = seen->argp->parser(key, argument, state);
  state->input = seen;
  return result;
}

/* Whether argument k looks like the value of an option that is a list, `--set VALUE` or `--set=VALUE`: JSON may have
 * several lines. (It may be another's: `--jobs --set=VALUE`. Then parse_once refuses it.) */
static bool may_have_lines(const struct argp *argp, char *const *argv, int k)
{
  for (const struct argp_option *option = argp->options; option != NULL && option->name != NULL; option++) {
    const size_t length = strlen(option->name);
    if ((option->flags & OPTION_LIST) == 0) continue;
    if (k > 1 && strncmp(argv[k - 1], "--", 2) == 0 && strcmp(argv[k - 1] + 2, option->name) == 0) return true;
    if (strncmp(argv[k], "--", 2) == 0 && strncmp(argv[k] + 2, option->name, length) == 0 && argv[k][length + 2] == '=')
      return true;
  }
  return false;
}

/* Before argp has a word to say, which repeats what it does not know. */
static void check_text(const struct argp *argp, int argc, char *const *argv, const char *name)
{
  for (int k = 1; k < argc; k++) require_text(argv[k], may_have_lines(argp, argv, k) ? "\t\r\n" : "", name);
}

void parse_arguments(const struct argp *argp, int argc, char **argv, void *input)
{
  char *name = mem_format("rmr %s", argv[0]);
  struct seen seen = {.argp = argp, .input = input};
  struct argp once = *argp;
  once.parser = parse_once;
  static char help[] = "--help";
  if (argc == 2 && strcmp(argv[1], "-h") == 0) argv[1] = help;
  argv[0] = name; /* argp shows it in --help and in messages */
  check_text(argp, argc, argv, name);
  argp_err_exit_status = EXIT_USAGE;
  const int failed = argp_parse(&once, argc, argv, 0, NULL, &seen);
  free(name);
  if (failed != 0) {
    fprintf(stderr, "rmr: %s\n", strerror(failed));
    exit(EXIT_USAGE);
  }
}

int print_json(json_t *object, int code)
{
  const bool written =
    json_dumpf(object, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) == 0 && putchar('\n') == '\n';
  json_decref(object);
  return written && fflush(stdout) == 0 && !ferror(stdout) ? code : EXIT_INTERNAL; /* commands.c says so at the end */
}

uint64_t parse_number(const char *name, const char *text, uint64_t low, uint64_t high, struct argp_state *state)
{
  char *end;
  errno = 0;
  const uint64_t number = strtoull(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || number < low || number > high)
    argp_error(state, "%s '%s': expected a number from %" PRIu64 " to %" PRIu64, name, text, low, high);
  return number;
}

const char *parse_picture(const char *option, const char *name, struct argp_state *state)
{
  struct error e = {0};
  if (!alone_name_check(name, &e)) argp_error(state, "%s %s", option, e.text);
  return name;
}

void take_algorithm(const char **algorithm, const char *name, struct argp_state *state)
{
  if (*algorithm != NULL) argp_error(state, "'%s': one algorithm is enough", name);
  *algorithm = name;
}

bool check_output(const char *path, const char *algorithm, struct error *e)
{
  if (path == NULL) return true;
  char *source = plug_in_is(algorithm) ? mem_format("%.*s", (int)plug_in_name(algorithm), algorithm) : NULL;
  const bool own = source != NULL && file_is_same(source, path);
  free(source);
  if (own) return fail(e, EXIT_USAGE, "'%s' is the algorithm itself; expected another file", path);
  return file_may_be_written(path, e);
}

bool check_witness(const char *path, const char *algorithm, struct error *e)
{
  if (path != NULL && strchr(path, ',') != NULL)
    return fail(e, EXIT_USAGE, "--witness '%s': a schedule's name must not contain a comma", path);
  return check_output(path, algorithm, e);
}

/* The text behind the name: ":variant=V,k=v"; "" where there is none. */
static const char *behind_name(const struct algorithm_choice *choice)
{
  return choice->text + plug_in_name(choice->text);
}

static bool is_variant(const struct algorithm_choice *choice)
{
  static const char words[] = ":variant=";
  return strncmp(behind_name(choice), words, sizeof words - 1) == 0;
}

bool check_defaults(const struct algorithm_choice *choice, const char *why, struct error *e)
{
  const char *given = behind_name(choice);
  if (is_variant(choice)) given += strcspn(given, ",");
  return *given == '\0' || fail(e, EXIT_USAGE, "%s: expected no parameters; %s", choice->text, why);
}

bool check_whole(const struct algorithm_choice *choice, struct error *e)
{
  return !is_variant(choice) ||
         fail(e, EXIT_USAGE, "%s: expected no variant; one that is to be checked needs a file of its own",
              choice->text);
}
