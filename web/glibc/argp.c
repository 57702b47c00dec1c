/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "argp.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int argp_err_exit_status;

static _Noreturn void end_with(const char *name, const char *format, va_list args)
{
  fprintf(stderr, "%s: ", name);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  exit(argp_err_exit_status);
}

void argp_error(const struct argp_state *state, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  end_with(state->name, format, args);
}

static _Noreturn void refuse(const char *name, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  end_with(name, format, args);
}

static void print_help(const struct argp *argp, const char *name)
{
  printf("Usage: %s [OPTION...] %s\n%.*s\n\n", name, argp->args_doc != NULL ? argp->args_doc : "",
         (int)strcspn(argp->doc, "\v"), argp->doc);
  for (const struct argp_option *o = argp->options; o->name != NULL; o++) {
    if ((o->flags & OPTION_HIDDEN) != 0) continue;
    if (o->key > ' ' && o->key < 128) printf("-%c, ", o->key);
    printf("--%s%s%s: %s\n", o->name, o->arg != NULL ? "=" : "", o->arg != NULL ? o->arg : "", o->doc);
  }
  exit(EXIT_SUCCESS);
}

static error_t tell(const struct argp *argp, struct argp_state *state, int key, char *argument)
{
  void *input = state->input;
  const error_t result = argp->parser(key, argument, state);
  state->input = input;
  return result;
}

/* A long option may be cut short, where only one begins so. `text` is what stands behind "--". */
static const struct argp_option *long_option(const struct argp *argp, const char *name, const char *text)
{
  const size_t length = strcspn(text, "=");
  const struct argp_option *found = NULL;
  for (const struct argp_option *o = argp->options; o->name != NULL; o++) {
    if (strncmp(o->name, text, length) != 0) continue;
    if (o->name[length] == '\0') return o;
    if (found != NULL)
      refuse(name, "option '--%.*s' is ambiguous; possibilities: '--%s' '--%s'", (int)length, text, found->name,
             o->name);
    found = o;
  }
  if (found == NULL) refuse(name, "unrecognized option '--%.*s'", (int)length, text);
  return found;
}

static const struct argp_option *short_option(const struct argp *argp, const char *name, char letter)
{
  const struct argp_option *o = argp->options;
  while (o->name != NULL && o->key != letter) o++;
  if (o->name == NULL) refuse(name, "invalid option -- '%c'", letter);
  return o;
}

/* "--name", "--name=value" or "--name value" at argv[k]; returns the place of the next word. */
static int parse_long(const struct argp *argp, struct argp_state *state, char **argv, int k)
{
  const char *text = argv[k] + 2;
  if (strcmp(text, "help") == 0) print_help(argp, state->name);
  const struct argp_option *o = long_option(argp, state->name, text);
  char *value = strchr(argv[k], '=');
  if (value != NULL) value++;
  if (value != NULL && o->arg == NULL) refuse(state->name, "option '--%s' doesn't allow an argument", o->name);
  if (value == NULL && o->arg != NULL) {
    if (argv[++k] == NULL) refuse(state->name, "option '--%s' requires an argument", o->name);
    value = argv[k];
  }
  (void)tell(argp, state, o->key, value);
  return k + 1;
}

/* "-n4", "-n 4", "-jk" */
static int parse_short(const struct argp *argp, struct argp_state *state, char **argv, int k)
{
  for (char *letter = argv[k] + 1; *letter != '\0'; letter++) {
    const struct argp_option *o = short_option(argp, state->name, *letter);
    if (o->arg == NULL) {
      (void)tell(argp, state, o->key, NULL);
      continue;
    }
    char *value = letter[1] != '\0' ? letter + 1 : argv[++k];
    if (value == NULL) refuse(state->name, "option requires an argument -- '%c'", *letter);
    (void)tell(argp, state, o->key, value);
    break;
  }
  return k + 1;
}

static int parse_word(const struct argp *argp, struct argp_state *state, char **argv, int k, int *arguments)
{
  if (strncmp(argv[k], "--", 2) == 0) return parse_long(argp, state, argv, k);
  if (argv[k][0] == '-' && argv[k][1] != '\0') return parse_short(argp, state, argv, k);
  if (tell(argp, state, ARGP_KEY_ARG, argv[k]) == ARGP_ERR_UNKNOWN) refuse(state->name, "Too many arguments");
  ++*arguments;
  return k + 1;
}

/* None of the commands asks for the word where parsing ended, nor gives flags. */
error_t argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags, int *index, void *input)
{
  (void)flags;
  (void)index;
  struct argp_state state = {.argc = argc, .input = input, .name = argv[0]};
  int arguments = 0;
  for (int k = 1; k < argc;) k = parse_word(argp, &state, argv, k, &arguments);
  if (arguments == 0) (void)tell(argp, &state, ARGP_KEY_NO_ARGS, NULL);
  (void)tell(argp, &state, ARGP_KEY_END, NULL);
  return 0;
}
