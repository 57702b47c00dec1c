/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_forks.c: `rmr forks`: a system of philosophers and forks, by counting: is there a danger of deadlock, and how
 * long can each of them be delayed? Dijkstra and Scholten, "Distributed Arbitration".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/cmd_forks.h"
#include "cli/table.h"
#include "model/arbitration/danger.h"
#include "model/arbitration/draw.h"
#include "model/arbitration/minimum.h"
#include "model/arbitration/path_count.h"
#include "sim/schedule.h"

enum { MOST_SUBSETS = 1000000, MOST_SHOWN_RANKS = 32 };
static const uint64_t most_paths = 1000000000;

struct options {
  const char *graph, *order, *schedule;
  enum form form;
  uint32_t path; /* of whom; 0: none */
  uint64_t step;
  bool at_step; /* else at the end of the schedule */
};

enum { KEY_GRAPH = 256, KEY_ORDER, KEY_JSON, KEY_DOT, KEY_SVG, KEY_PATH, KEY_SCHEDULE, KEY_STEP };

static const struct argp_option argp_options[] = {
  {"graph", KEY_GRAPH, "G", 0,
   "the graph, which says which philosophers share a fork: complete:N, ring:N, path:N, star:N, grid:AxB, "
   "hypercube:K, random:N,P,SEED, file:NAME",
   0},
  {"order", KEY_ORDER, "O", 0,
   "the order in which each grabs its forks: rank, rank:SEED, xor, left, random:SEED, system:I, double:WHOM, "
   "list:..., file:NAME",
   0},
  {"json", KEY_JSON, NULL, 0, "print JSON", 0},
  {"svg", KEY_SVG, NULL, 0, "print a picture, drawn by Graphviz", 0},
  {"dot", KEY_DOT, NULL, 0, "print a picture in the language of Graphviz", 0},
  {"path", KEY_PATH, "I", 0, "in the picture, the first blocking path of philosopher I", 0},
  {"schedule", KEY_SCHEDULE, "FILE", 0,
   "in place of --graph and --order: a picture of a recorded run: which philosophers eat, and who owns each fork", 0},
  {"step", KEY_STEP, "K", 0, "after so many of its steps (default: all)", 0},
  {0},
};

static void set_form(struct options *options, enum form form, struct argp_state *state)
{
  if (options->form != FORM_TEXT) argp_error(state, "expected one of --json, --svg and --dot");
  options->form = form;
}

static void check_options(const struct options *options, struct argp_state *state)
{
  const bool picture = options->form == FORM_DOT || options->form == FORM_SVG;
  if (options->schedule != NULL && (options->graph != NULL || options->order != NULL || options->path != 0))
    argp_error(state, "--schedule already sets graph and order: expected no --graph, --order or --path");
  if (options->schedule != NULL && !picture) argp_error(state, "--schedule is for pictures: expected --svg or --dot");
  if (options->schedule == NULL && options->at_step) argp_error(state, "--step is one of a run: expected --schedule");
  if (options->schedule != NULL) return;
  if (options->graph == NULL) argp_error(state, "no graph; expected --graph G, for example --graph complete:8");
  if (options->order == NULL) argp_error(state, "no order; expected --order O, for example --order xor");
  if (options->path != 0 && !picture) argp_error(state, "--path is for pictures: expected --svg or --dot");
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *options = state->input;
  switch (key) {
  case KEY_GRAPH: options->graph = argument; return 0;
  case KEY_ORDER: options->order = argument; return 0;
  case KEY_JSON: set_form(options, FORM_JSON, state); return 0;
  case KEY_DOT: set_form(options, FORM_DOT, state); return 0;
  case KEY_SVG: set_form(options, FORM_SVG, state); return 0;
  case KEY_SCHEDULE:
    if (strchr(argument, ',') != NULL) argp_error(state, "'%s': a schedule's name must not contain a comma", argument);
    options->schedule = argument;
    return 0;
  case KEY_STEP:
    options->step = parse_number("--step", argument, 0, SCHEDULE_MAX_STEPS, state);
    options->at_step = true;
    return 0;
  case KEY_PATH: options->path = (uint32_t)parse_number("--path", argument, 1, GRAPH_MOST, state); return 0;
  case ARGP_KEY_ARG: argp_error(state, "'%s' is not expected here", argument); return 0;
  case ARGP_KEY_END: check_options(options, state); return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .doc = "Reports whether philosophers who grab their forks in these orders can deadlock, and how many meals each "
         "can be delayed.\vExample: rmr forks --graph complete:8 --order xor\n"
         "         rmr forks --graph ring:5 --order left --svg > pentagon.svg\n"
         "         rmr forks --schedule run.schedule --step 12 --svg > at12.svg\n"
         "Exit codes: 0 no danger of deadlock, 11 danger, 30 too many to decide, 64 usage.",
};

/* --- the results -------------------------------------------------------------------------------------------------- */

struct found {
  struct graph graph;
  struct orders orders;
  uint32_t *rank; /* NULL: no ranking gives these orders */
  enum danger danger;
  struct danger_cycle cycle;
  struct paths_counts counts; /* n = 0: not counted */
};

static bool look(const struct options *options, struct found *f, struct error *e)
{
  *f = (struct found){0};
  if (!graph_parse(options->graph, NULL, 0, &f->graph, e)) return false;
  if (!orders_parse(options->order, NULL, &f->graph, &f->orders, e)) return graph_free(&f->graph), false;
  f->rank = mem_new(f->graph.n_forks, sizeof *f->rank);
  if (!orders_are_ranked(&f->orders, &f->graph, f->rank)) {
    free(f->rank);
    f->rank = NULL;
  }
  f->danger = danger_find(&f->orders, MOST_SUBSETS, &f->cycle);
  const bool picture = options->form == FORM_DOT || options->form == FORM_SVG; /* which shows no delays */
  if (f->danger == DANGER_NONE && !picture && !paths_count(&f->orders, most_paths, &f->counts)) f->counts.n = 0;
  return true;
}

static void found_free(struct found *f)
{
  paths_counts_free(&f->counts);
  danger_cycle_free(&f->cycle);
  free(f->rank);
  orders_free(&f->orders);
  graph_free(&f->graph);
}

static uint32_t n_ranks(const struct found *f)
{
  uint32_t most = 0;
  for (uint32_t k = 0; k < f->graph.n_forks; k++)
    if (f->rank[k] + 1 > most) most = f->rank[k] + 1;
  return most;
}

struct asked {
  const struct options *options;
  const struct found *found;
};

/* --- as text ------------------------------------------------------------------------------------------------------ */

static void print_danger(const struct found *f)
{
  if (f->danger == DANGER_UNKNOWN) {
    printf("danger of deadlock: not known: no cycle of first forks in the %d subsets examined\n", MOST_SUBSETS);
  } else if (f->danger == DANGER_NONE) {
    fputs("danger of deadlock: none; ", stdout);
    if (f->rank != NULL)
      printf("the orders are those of a ranking, with %u rank%s\n", n_ranks(f), plural(n_ranks(f)));
    else
      puts("no ranking gives these orders, but every subset has only cycles of two first forks");
  } else {
    fputs("danger of deadlock: present. Each of these grabs the fork that it shares with the next before any other of "
          "theirs:\n ",
          stdout);
    for (uint32_t k = 0; k < f->cycle.n; k++) printf(" P%u", f->cycle.philosopher[k] + 1);
    printf(" P%u\n", f->cycle.philosopher[0] + 1);
  }
}

/* "P2 P3 P5" */
static char *ordering_text(const struct found *f, uint32_t i)
{
  char *text = mem_text("");
  for (uint32_t k = 0; k < orders_degree(&f->orders, i); k++)
    mem_append(&text, "%sP%u", k > 0 ? " " : "", orders_of(&f->orders, i)[k] + 1);
  return text;
}

static void print_philosophers(const struct found *f)
{
  struct table table;
  table_init(&table, (const char *[]){"philosopher", "grabs the forks with", "delay"}, 3);
  for (uint32_t i = 0; i < f->graph.n; i++) {
    char name[16], *order = ordering_text(f, i);
    snprintf(name, sizeof name, "P%u", i + 1);
    table_row(&table, (const char *[]){name, order, f->counts.n != 0 ? f->counts.delay[i] : ""});
    free(order);
  }
  table_end(&table, stdout);
}

static void print_ranks(const struct found *f)
{
  if (f->rank == NULL || f->graph.n > MOST_SHOWN_RANKS) return;
  fputs("\nranks\n    ", stdout);
  for (uint32_t j = 0; j < f->graph.n; j++) printf(" %4u", j + 1);
  putchar('\n');
  for (uint32_t i = 0; i < f->graph.n; i++) {
    printf("%4u", i + 1);
    for (uint32_t j = 0; j < f->graph.n; j++)
      if (graph_has(&f->graph, i, j))
        printf(" %4u", f->rank[graph_fork(&f->graph, i, j)] + 1);
      else
        fputs("    .", stdout);
    putchar('\n');
  }
}

static void print_text(const struct options *options, const struct found *f)
{
  printf("graph %s, order %s: %u philosopher%s, %u fork%s\n", options->graph, options->order, f->graph.n,
         plural(f->graph.n), f->graph.n_forks, plural(f->graph.n_forks));
  print_danger(f);
  putchar('\n');
  print_philosophers(f);
  if (f->counts.n != 0) {
    printf("\ndelay: the most meals between two thinking periods, one for each blocking path; %s in all",
           f->counts.total);
    char *least = graph_is_complete(&f->graph) ? minimum_by_halves(f->graph.n) : NULL;
    if (least != NULL) printf("; the least for %u philosophers is %s", f->graph.n, least);
    putchar('\n');
    free(least);
  } else if (f->danger == DANGER_NONE) {
    printf("\ndelay: not counted; there are more than %ju blocking paths\n", (uintmax_t)most_paths);
  } else if (f->danger == DANGER_PRESENT) {
    puts("\ndelay: not counted, as philosophers may wait for ever");
  }
  print_ranks(f);
}

/* --- as JSON ------------------------------------------------------------------------------------------------------ */

/* A number where every reader of JSON keeps it whole, up to 2^53, else its digits. */
static json_t *number(const char *digits)
{
  static const char most[] = "9007199254740992";
  const size_t length = strlen(digits);
  const bool small = length < sizeof most - 1 || (length == sizeof most - 1 && strcmp(digits, most) <= 0);
  return small ? json_integer(strtoll(digits, NULL, 10)) : json_string(digits);
}

static json_t *philosophers_json(const struct found *f)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < f->graph.n; i++) {
    json_t *order = json_array(), *ranks = f->rank != NULL ? json_array() : json_null();
    for (uint32_t k = 0; k < orders_degree(&f->orders, i); k++) {
      const uint32_t j = orders_of(&f->orders, i)[k];
      json_array_append_new(order, json_integer(j + 1));
      if (f->rank != NULL) json_array_append_new(ranks, json_integer(f->rank[graph_fork(&f->graph, i, j)] + 1));
    }
    json_array_append_new(list, json_pack("{s:i, s:o, s:o}", "process", (int)i + 1, "order", order, "ranks", ranks));
  }
  return list;
}

static int print_as_json(const struct options *options, const struct found *f)
{
  json_t *danger = f->danger == DANGER_UNKNOWN ? json_null() : json_boolean(f->danger == DANGER_PRESENT);
  json_t *cycle = f->danger == DANGER_PRESENT ? json_array() : json_null();
  json_t *paths = f->counts.n != 0 ? json_array() : json_null();
  for (uint32_t k = 0; k < f->cycle.n; k++) json_array_append_new(cycle, json_integer(f->cycle.philosopher[k] + 1));
  for (uint32_t i = 0; i < f->counts.n; i++) json_array_append_new(paths, number(f->counts.delay[i]));
  char *least = minimum_by_halves(f->graph.n);
  json_t *json = json_pack("{s:s, s:s, s:i, s:i, s:o, s:o, s:b, s:o, s:o, s:o, s:o}", "graph", options->graph, "order",
                           options->order, "n", (int)f->graph.n, "forks", (int)f->graph.n_forks, "danger", danger,
                           "cycle", cycle, "ranked", f->rank != NULL, "blocking_paths", paths, "total",
                           f->counts.n != 0 ? number(f->counts.total) : json_null(), "f", number(least), "philosophers",
                           philosophers_json(f));
  free(least);
  return print_json(json, EXIT_OK);
}

/* --- as a picture ------------------------------------------------------------------------------------------------- */

struct first_path {
  uint32_t n, *philosopher;
};

static bool keep_path(void *self, const uint32_t *path, uint32_t n)
{
  struct first_path *first = self;
  first->n = n;
  memcpy(first->philosopher, path, n * sizeof *path);
  return false;
}

static void draw(void *self, FILE *out)
{
  const struct asked *asked = self;
  const struct options *options = asked->options;
  const struct found *f = asked->found;
  struct first_path first = {0, mem_new(f->graph.n, sizeof *first.philosopher)};
  struct picture picture = {.rank = f->rank};
  uint64_t count;
  if (options->path != 0) paths_walk(&f->orders, options->path - 1, 1, keep_path, &first, &count);
  picture.closed = options->path == 0 && f->danger == DANGER_PRESENT;
  picture.path = picture.closed ? f->cycle.philosopher : first.philosopher;
  picture.n_path = picture.closed ? f->cycle.n : first.n;
  char *title = mem_format("%s, %s", options->graph, options->order);
  picture.title = title;
  draw_forks(&f->graph, &f->orders, &picture, out);
  free(title);
  free(first.philosopher);
}

/* --- all of it ---------------------------------------------------------------------------------------------------- */

static int print(const struct options *options, const struct found *found)
{
  struct asked asked = {options, found};
  struct error e = {0};
  if (options->path > found->graph.n) {
    fail(&e, EXIT_USAGE, "--path %u: there are %u philosophers", options->path, found->graph.n);
    return report_error("forks", &e);
  }
  switch (options->form) {
  case FORM_TEXT: print_text(options, found); return EXIT_OK;
  case FORM_JSON: return print_as_json(options, found);
  case FORM_DOT:
  case FORM_SVG: break;
  }
  return picture_print(draw, &asked, options->form, &e) ? EXIT_OK : report_error("forks", &e);
}

static int forks(const struct options *options)
{
  static const int codes[] = {
    [DANGER_NONE] = EXIT_OK, [DANGER_PRESENT] = EXIT_DEADLOCK, [DANGER_UNKNOWN] = EXIT_INCOMPLETE};
  struct error e = {0};
  struct found found;
  if (!look(options, &found, &e)) return report_error("forks", &e);
  const int printed = print(options, &found);
  const int code = printed != EXIT_OK ? printed : codes[found.danger];
  found_free(&found);
  return code;
}

int command_forks(int argc, char **argv)
{
  struct options options = {0};
  parse_arguments(&argp, argc, argv, &options);
  if (options.schedule == NULL) return forks(&options);
  struct error e = {0};
  const struct instant instant = {options.schedule, options.at_step, options.step};
  return snapshot_print(&instant, options.form, &e) ? EXIT_OK : report_error("forks", &e);
}
