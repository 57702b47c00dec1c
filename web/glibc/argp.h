/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * argp.h: as much of glibc's parser of command lines as the commands in cli/ use, where the C library is musl and has
 * none. Names and meanings are those of glibc's manual, "Parsing Program Options with Argp".
 */
#ifndef WEB_GLIBC_ARGP_H
#define WEB_GLIBC_ARGP_H

#include <errno.h>
#include <stddef.h>
#include <stdio.h>

typedef int error_t;

struct argp_option {
  const char *name;
  int key; /* a letter: of the short option, too */
  const char *arg;
  int flags;
  const char *doc;
  int group;
};

struct argp_state;
typedef error_t (*argp_parser_t)(int key, char *arg, struct argp_state *state);

struct argp {
  const struct argp_option *options;
  argp_parser_t parser;
  const char *args_doc, *doc;
};

struct argp_state {
  int argc;
  void *input;
  const char *name;
};

#define OPTION_HIDDEN    2
#define ARGP_ERR_UNKNOWN E2BIG
#define ARGP_KEY_ARG     0
#define ARGP_KEY_END     0x1000001
#define ARGP_KEY_NO_ARGS 0x1000002

extern int argp_err_exit_status;

error_t argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags, int *index, void *input);
void argp_error(const struct argp_state *state, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
