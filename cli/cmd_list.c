/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_list.c: `rmr list` and `rmr show`: the algorithms, adversaries and the like.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adversary/foreign/foreign.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "cli/cli.h"
#include "cli/print_claims.h"
#include "cli/print_derived.h"
#include "cli/print_listing.h"
#include "cli/table.h"
#include "explore/answer_json.h"
#include "language/emit_latex.h"
#include "model/choice.h"
#include "model/loader.h"
#include "model/options.h"
#include "sim/scheduler.h"

struct options {
  const char *what, *file; /* file: of a plug-in; NULL: all that is built in */
  const char *expected;    /* of `what`, for people */
  bool json, latex;
};

static const struct argp_option argp_options[] = {
  {"json", 'j', NULL, 0, "as JSON", 0},
  {0},
};

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *options = state->input;
  switch (key) {
  case 'j': options->json = true; return 0;
  case ARGP_KEY_ARG:
    if (options->what != NULL) argp_error(state, "'%s': one name is enough", argument);
    options->what = argument;
    return 0;
  case ARGP_KEY_END:
    if (options->what == NULL) argp_error(state, "expected %s", options->expected);
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

/* --- list --------------------------------------------------------------------------------------------------------- */

static const char *or_dash(const char *text)
{
  return text != NULL ? text : "-";
}

static const char *problem_of(const struct rmr_algorithm *a)
{
  return a->name_held != NULL ? "renaming" : a->group ? "GME" : "ME";
}

static void print_options(const struct rmr_option *o)
{
  for (; o != NULL && o->key != NULL; o++)
    printf("%17s %s=%s  %s\n", "", o->key, o->fallback == NULL ? "(required)" : o->fallback,
           o->about != NULL ? o->about : "");
}

static json_t *options_json(const struct rmr_option *o)
{
  json_t *out = json_array();
  for (; o != NULL && o->key != NULL; o++)
    json_array_append_new(out,
                          json_pack("{s:s, s:s?, s:s?}", "key", o->key, "default", o->fallback, "about", o->about));
  return out;
}

static void list_algorithm(const struct rmr_algorithm *a, struct table *table, json_t *out)
{
  char *title = mem_format("%s%s", a->title, a->claims.wrong != NULL ? " (known to be wrong)" : "");
  const char *const row[] = {
    a->name, problem_of(a), or_dash(a->claims.rmr_cc), or_dash(a->claims.rmr_dsm), or_dash(a->claims.space), title};
  table_row(table, row);
  free(title);
  json_array_append_new(out,
                        json_pack("{s:s, s:s, s:s, s:s, s:s?, s:s?, s:s?, s:s?, s:s?, s:o}", "name", a->name, "title",
                                  a->title, "problem", row[1], "source", a->source, "primitives", a->claims.primitives,
                                  "rmr_cc", a->claims.rmr_cc, "rmr_dsm", a->claims.rmr_dsm, "space", a->claims.space,
                                  "wrong", a->claims.wrong, "parameters", options_json(a->parameters)));
}

/* The one of the file, or all that are built in. */
static bool list_algorithms(const struct options *options, json_t *out, struct error *e)
{
  static const char *const head[] = {"algorithm", "problem", "claimed cc", "and dsm", "space", "title"};
  struct algorithm_choice *choice = NULL;
  const struct rmr_algorithm *chosen[] = {NULL, NULL}, *const *all = rmr_algorithms;
  if (options->file != NULL) {
    if ((choice = algorithm_choose(options->file, NULL, e)) == NULL) return false;
    chosen[0] = choice->algorithm;
    all = chosen;
  }
  struct table table;
  table_init(&table, head, 6);
  for (size_t k = 0; all[k] != NULL; k++) list_algorithm(all[k], &table, out);
  table_end(&table, options->json ? NULL : stdout);
  for (size_t k = 0; !options->json && all[k] != NULL; k++) {
    if (all[k]->parameters == NULL) continue;
    printf("\nparameters of %s:\n", all[k]->name);
    print_options(all[k]->parameters);
  }
  algorithm_release(choice);
  return true;
}

static void list_adversary(const struct rmr_adversary *a, bool json, json_t *out)
{
  json_array_append_new(out, json_pack("{s:s, s:s?, s:s?, s:o}", "name", a->name, "about", a->about, "paper", a->paper,
                                       "options", options_json(a->options)));
  if (json) return;
  printf("%-16s  %s\n", a->name, a->about != NULL ? a->about : "");
  if (a->paper != NULL) printf("%17s [%s]\n", "", a->paper);
  print_options(a->options);
}

/* A script or a program; its options go with it. */
static bool list_foreign(const struct options *options, json_t *out, struct error *e)
{
  const char *name = options->file, *path = plug_in_file(name);
  const enum foreign_kind kind = plug_in_kind(name) == PLUG_IN_LUA ? FOREIGN_LUA : FOREIGN_COMMAND;
  if (*path == '\0') return fail(e, EXIT_USAGE, "adversary '%s': expected cmd:FILE", name);
  struct foreign *foreign = foreign_open(kind, name, path, e);
  const bool ok = foreign != NULL && adversary_check(&foreign->adversary, name, e);
  if (ok) list_adversary(&foreign->adversary, options->json, out);
  if (ok && foreign->free_options && !options->json) printf("%17s KEY=VALUE  any, for the program to read\n", "");
  foreign_end(foreign);
  return ok;
}

static bool list_object(const struct options *options, json_t *out, struct error *e)
{
  struct rmr_adversary loaded;
  void *handle = NULL;
  if (!adversary_load(options->file, &loaded, &handle, e)) return false;
  list_adversary(&loaded, options->json, out);
  plug_in_close(handle);
  return true;
}

static bool list_adversaries(const struct options *options, json_t *out, struct error *e)
{
  if (options->file != NULL) {
    const enum plug_in_kind kind = plug_in_kind(options->file);
    return kind == PLUG_IN_LUA || kind == PLUG_IN_COMMAND ? list_foreign(options, out, e)
                                                          : list_object(options, out, e);
  }
  for (size_t k = 0; rmr_adversaries[k] != NULL; k++) list_adversary(rmr_adversaries[k], options->json, out);
  return true;
}

static bool list_memories(const struct options *options, json_t *out, struct error *e)
{
  static const char *const help[] = {
#define MEMORY(id, name, text) text,
    MEMORIES(MEMORY)
#undef MEMORY
  };
  if (options->file != NULL)
    return fail(e, EXIT_USAGE, "'%s': memories come from no file; expected nothing behind `memories`", options->file);
  for (int m = 0; m < N_MEMORIES; m++) {
    json_array_append_new(out, json_pack("{s:s, s:s}", "name", memory_names[m], "about", help[m]));
    if (!options->json) printf("%-13s %s\n", memory_names[m], help[m]);
  }
  return true;
}

static error_t parse_list(int key, char *argument, struct argp_state *state)
{
  struct options *options = state->input;
  if (key != ARGP_KEY_ARG || options->what == NULL) return parse_option(key, argument, state);
  if (options->file != NULL) argp_error(state, "'%s': one file is enough", argument);
  options->file = argument;
  return 0;
}

static const struct argp list_argp = {
  .options = argp_options,
  .parser = parse_list,
  .args_doc = "algorithms|adversaries|memories [FILE]",
  .doc = "Lists the available algorithms, adversaries or memory models; for a FILE, what it is and its options: "
         "./FILE.so, ./FILE.alg, ./FILE.lua or cmd:FILE.",
};

int command_list(int argc, char **argv)
{
  static const struct {
    const char *name;
    bool (*list)(const struct options *options, json_t *out, struct error *e);
  } kinds[] = {{"algorithms", list_algorithms}, {"adversaries", list_adversaries}, {"memories", list_memories}};
  static const char *const names[] = {"algorithms", "adversaries", "memories"};
  struct options options = {.expected = "algorithms, adversaries or memories"};
  struct error e = {0};
  parse_arguments(&list_argp, argc, argv, &options);
  for (size_t k = 0; k < 3; k++)
    if (strcmp(options.what, kinds[k].name) == 0) {
      json_t *out = json_array();
      const bool ok = kinds[k].list(&options, out, &e);
      if (ok && options.json) return print_json(out, EXIT_OK);
      json_decref(out);
      return ok ? EXIT_OK : report_error("list", &e);
    }
  char near[SUGGESTION];
  fprintf(stderr, "rmr list: '%s': expected algorithms, adversaries or memories%s\n", options.what,
          suggestion(options.what, names, 3, near));
  return EXIT_USAGE;
}

/* --- show --------------------------------------------------------------------------------------------------------- */

static const char *claim_word(uint8_t claim)
{
  static const char *const words[] = {"-", "yes", "no"};
  return words[claim];
}

static uint32_t cells_at(const struct rmr_shared *s, uint32_t n, const void *parameters)
{
  return algorithm_cells(s, (struct rmr_size){.n = n, .parameters = parameters});
}

/* "[1..N]", where the number of cells is N, or one more or less; "" of a scalar. */
static const char *index_range(const struct rmr_shared *s, const void *parameters, char *out, size_t size)
{
  static const char *const last[] = {"N-2", "N-1", "N", "N+1"};
  const uint32_t seven = cells_at(s, 7, parameters),
                 more = seven - 5 - s->from_zero; /* last[2]: as many as processes, from 1 on */
  if (s->cells == NULL) return "";
  if (s->columns != NULL && seven == 49) return "[1..N][1..N]";
  if (s->columns == NULL && seven == cells_at(s, 6, parameters)) {
    snprintf(out, size, "[%d..%u]", !s->from_zero, seven - s->from_zero);
    return out;
  }
  if (seven != cells_at(s, 6, parameters) + 1 || more > 3) return "[...]";
  snprintf(out, size, "[%d..%s]", !s->from_zero, last[more]);
  return out;
}

/* "0", the value of all registers at N = 3; "set": they differ. */
static const char *initially(const struct rmr_algorithm *a, const struct rmr_shared *s, const void *parameters,
                             char *out, size_t size)
{
  const struct rmr_size three = {
    .n = 3, .sessions = 3, .passages = 3, .parameters = parameters, .self = a->self, .shared = s};
  const uint32_t n = s->initial_of != NULL ? algorithm_cells(s, three) : 0;
  const rmr_word first = n != 0 ? s->initial_of(0, three) : s->initial;
  if (s->arbitrary) return "arbitrary";
  if (s->fields != NULL && first != 0) return "set";
  for (uint32_t cell = 1; cell < n; cell++)
    if (s->initial_of(cell, three) != first) return "set";
  snprintf(out, size, "%" PRId64, (int64_t)first);
  return out;
}

static void show_parameters(const struct algorithm_choice *choice)
{
  const struct rmr_option *o = choice->algorithm->parameters;
  if (o == NULL) return;
  puts("\nparameters:");
  for (; o->key != NULL; o++) {
    char *value = option_text(o, choice->parameters);
    printf("  %s=%s  %s\n", o->key, value, o->about != NULL ? o->about : "");
    free(value);
  }
}

/* Of an algorithm in C, whose ranges and values are functions: as they are for some N. */
static void show_registers(const struct rmr_algorithm *a, const void *parameters)
{
  for (uint32_t g = 0; g < a->n_shared; g++) {
    const struct rmr_shared *s = &a->shared[g];
    char range[32], value[32];
    const bool one_each = !s->from_zero && cells_at(s, 7, parameters) == 7 && cells_at(s, 6, parameters) == 6;
    printf("  %s%s%s, initially %s%s%s\n", s->name, index_range(s, parameters, range, sizeof range),
           s->multi_writer ? ", written by all" : "", initially(a, s, parameters, value, sizeof value),
           algorithm_bounds(s) ? "" : ", unbounded",
           s->home == NULL ? ""
           : one_each      ? ", cell i in the memory of P_i (dsm)"
                           : ", each in the memory of a process (dsm)");
  }
}

static void show_text(const struct algorithm_choice *choice)
{
  const struct rmr_algorithm *a = choice->algorithm;
  const void *parameters = choice->parameters;
  const struct rmr_claims *c = &a->claims;
  printf("%s (%s)\n", a->title, choice->text);
  if (a->source[0] != '\0') printf("%s\n", a->source);
  if (a->note[0] != '\0') printf("%s\n", a->note);
  if (c->wrong != NULL) printf("KNOWN WRONG: %s\n", c->wrong);
  print_claims(a, stdout);
  printf("\nshared registers:\n");
  struct error ignored = {0};
  struct machine *machine = machine_of(a, &ignored);
  if (machine != NULL)
    print_registers(machine, stdout);
  else
    show_registers(a, parameters);
  machine_free(machine);
  show_parameters(choice);
  putchar('\n');
  print_listing(a, NULL, stdout);
}

static json_t *show_json(const struct algorithm_choice *choice)
{
  const struct rmr_algorithm *a = choice->algorithm;
  json_t *rows = json_array(), *claims = json_object();
  for (uint32_t k = 0; k < a->n_rows; k++)
    json_array_append_new(rows, json_pack("{s:s, s:s, s:b}", "label", a->lines[k].label, "text", a->lines[k].text,
                                          "access", a->lines[k].line != 0));
  for (uint32_t k = 1; k <= PROPERTY_LAST_CLAIMED; k++)
    json_object_set_new(claims, property_key(k), json_string(claim_word(a->claims.p[k])));
  json_object_set_new(claims, "timed", json_boolean(a->claims.timed));
  json_object_set_new(claims, "survives", a->claims.survives != NULL ? json_string(a->claims.survives) : json_null());
  json_object_set_new(claims, "cited", answers_cited(a));
  return json_pack("{s:s, s:s, s:s, s:s, s:s?, s:o, s:o*, s:o}", "name", choice->text, "title", a->title, "source",
                   a->source, "note", a->note, "wrong", a->claims.wrong, "claims", claims, "parameters",
                   answers_parameters(a, choice->parameters), "rows", rows);
}

/* Of a text, be it built in. */
static int show_latex(const struct algorithm_choice *choice)
{
  struct error e = {0};
  struct machine *own = choice->machine == NULL ? machine_of(choice->algorithm, &e) : NULL;
  const struct machine *m = own != NULL ? own : choice->machine;
  if (m != NULL) emit_latex(m, stdout);
  machine_free(own);
  return m != NULL ? EXIT_OK : report_error("show", &e);
}

enum { KEY_LATEX = 256 };

static const struct argp_option show_options[] = {
  {"json", 'j', NULL, 0, "as JSON", 0},
  {"latex", KEY_LATEX, NULL, 0, "its text as a figure of a paper, in LaTeX, for \\input", 0},
  {0},
};

static error_t parse_show(int key, char *argument, struct argp_state *state)
{
  struct options *options = state->input;
  if (key == KEY_LATEX) return options->latex = true, 0;
  if (key == ARGP_KEY_END && options->latex && options->json) argp_error(state, "expected --json or --latex, not both");
  return parse_option(key, argument, state);
}

static const struct argp show_argp = {
  .options = show_options,
  .parser = parse_show,
  .args_doc = "ALGO[:k=v,...]",
  .doc = "Prints an algorithm: source, claims, registers, pseudocode.",
};

int command_show(int argc, char **argv)
{
  struct options options = {.expected = "an algorithm"};
  struct error e = {0};
  parse_arguments(&show_argp, argc, argv, &options);
  struct algorithm_choice *choice = algorithm_choose(options.what, NULL, &e);
  if (choice == NULL) return report_error("show", &e);
  int code = EXIT_OK;
  if (options.latex)
    code = show_latex(choice);
  else if (options.json)
    code = print_json(show_json(choice), EXIT_OK);
  else
    show_text(choice);
  algorithm_release(choice);
  return code;
}
