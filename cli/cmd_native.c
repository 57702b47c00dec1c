/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cmd_native.c: `rmr native`: algorithms on real threads, beside the RMRs that the simulator counts for as many
 * processes.
 */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/native_figure.h"
#include "cli/table.h"
#include "explore/fences/fences.h"
#include "language/machine.h"
#include "model/choice.h"
#include "plots/alone.h"
#include "sim/run.h"

enum { MOST_ALGORITHMS = 64, MOST_SIZES = 16, SIMULATED_PASSAGES = 50 };

struct options {
  const char *algorithm[MOST_ALGORITHMS], *sessions, *order, *fences, *rates, *times;
  uint32_t n_algorithms, n[MOST_SIZES], n_sizes, repetitions;
  uint64_t stay, tick;
  double seconds, warm_up;
  bool json, packed, floating;
};

enum {
  KEY_SESSIONS = 256,
  KEY_SECONDS,
  KEY_WARM_UP,
  KEY_REPETITIONS,
  KEY_ORDER,
  KEY_FENCES_OF_LINES,
  KEY_CS,
  KEY_TICK,
  KEY_PACKED,
  KEY_FLOATING,
  KEY_TIMES,
  KEY_JSON
};

static const struct argp_option argp_options[] = {
  {"algorithm", 'a', "ALGO[:k=v,...]", OPTION_LIST,
   "an algorithm (`rmr list algorithms`), once for each algorithm; a plug-in is given as ./FILE.so", 0},
  {"processes", 'n', "N[,N...]", 0, "how many threads, 1 to 256", 0},
  {"sessions", KEY_SESSIONS, "SPEC", 0, "distinct (default), same, any:K, or a list such as 1,1,2", 0},
  {"seconds", KEY_SECONDS, "T", 0, "how long a repetition takes (default: 0.5)", 0},
  {"warm-up", KEY_WARM_UP, "T", 0, "seconds before the first one (default: 0.2)", 0},
  {"repetitions", KEY_REPETITIONS, "R", 0, "how many (default: 5)", 0},
  {"order", KEY_ORDER, "ORDER", 0, "memory order of the accesses: seq-cst (default), acq-rel or relaxed", 0},
  {"fences", KEY_FENCES_OF_LINES, "L1,L2,..,cs|all", 0,
   "a fence behind the writes of each of these lines, as `rmr fences` names them; with --order relaxed or acq-rel", 0},
  {"cs", KEY_CS, "NS", 0, "stay so many nanoseconds in each critical section (default: 0)", 0},
  {"tick", KEY_TICK, "NS", 0, "a clock runs, with ticks of so many nanoseconds: for algorithms that need time", 0},
  {"packed", KEY_PACKED, NULL, 0, "registers side by side, not each on a cache line of its own", 0},
  {"floating", KEY_FLOATING, NULL, 0, "do not pin threads to processors", 0},
  {"output", 'o', "FILE", 0, "a figure of passages per second: FILE.svg, FILE.png or FILE.pdf", 0},
  {"times", KEY_TIMES, "FILE", 0, "a figure of the mean time of a passage against its RMRs, likewise", 0},
  {"json", KEY_JSON, NULL, 0, "the result as JSON", 0},
  {0},
};

static double parse_seconds(const char *name, const char *text, double low, struct argp_state *state)
{
  char *end;
  const double seconds = strtod(text, &end);
  if ((*text != '.' && (*text < '0' || *text > '9')) || *end != '\0' || !(seconds >= low && seconds <= 86400))
    argp_error(state, "%s '%s': expected seconds, from %g to 86400", name, text, low);
  return seconds;
}

static void parse_sizes(struct options *o, const char *text, struct argp_state *state)
{
  char *all = mem_text(text), *rest = all;
  for (char *one = strsep(&rest, ","); one != NULL; one = strsep(&rest, ",")) {
    if (o->n_sizes == MOST_SIZES) argp_error(state, "-n '%s': more than %d numbers", text, MOST_SIZES);
    o->n[o->n_sizes++] = (uint32_t)parse_number("-n", one, 1, NATIVE_MAX_N, state);
  }
  free(all);
}

static void add_algorithm(struct options *o, const char *name, struct argp_state *state)
{
  if (o->n_algorithms == MOST_ALGORITHMS) argp_error(state, "more than %d algorithms", MOST_ALGORITHMS);
  o->algorithm[o->n_algorithms++] = name;
}

static error_t parse_option(int key, char *argument, struct argp_state *state)
{
  struct options *o = state->input;
  switch (key) {
  case 'a':
  case ARGP_KEY_ARG: add_algorithm(o, argument, state); return 0;
  case 'n': parse_sizes(o, argument, state); return 0;
  case KEY_SESSIONS: o->sessions = argument; return 0;
  case KEY_SECONDS: o->seconds = parse_seconds("--seconds", argument, 0.001, state); return 0;
  case KEY_WARM_UP: o->warm_up = parse_seconds("--warm-up", argument, 0, state); return 0;
  case KEY_REPETITIONS:
    o->repetitions = (uint32_t)parse_number("--repetitions", argument, 1, NATIVE_MAX_REPETITIONS, state);
    return 0;
  case KEY_ORDER: o->order = argument; return 0;
  case KEY_FENCES_OF_LINES: o->fences = argument; return 0;
  case KEY_CS: o->stay = parse_number("--cs", argument, 0, 1000000000, state); return 0;
  case KEY_TICK: o->tick = parse_number("--tick", argument, 1, 1000000000, state); return 0;
  case KEY_PACKED: o->packed = true; return 0;
  case KEY_FLOATING: o->floating = true; return 0;
  case 'o': o->rates = parse_picture("-o", argument, state); return 0;
  case KEY_TIMES: o->times = parse_picture("--times", argument, state); return 0;
  case KEY_JSON: o->json = true; return 0;
  case ARGP_KEY_END:
    if (state->argc == 1) argp_error(state, "nothing to run; try -a mcs -a bakery -n 2,4");
    if (o->n_algorithms == 0) argp_error(state, "no algorithm; expected -a ALGO");
    if (o->n_sizes == 0) argp_error(state, "no number of threads; expected -n N");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
  .options = argp_options,
  .parser = parse_option,
  .args_doc = "[ALGO[:k=v,...]...]",
  .doc =
    "Runs algorithms on real threads and reports how many passages they make, how long a passage takes, and "
    "whether mutual exclusion held, beside the RMRs that the simulator counts for as many processes.\vExample: rmr "
    "native -a tas -a mcs -a bakery -n 2,4 --seconds 1\n"
    "The numbers hold for this machine at this moment.\n"
    "Exit codes: 0 ok, 11 no passage ended in a repetition and for two seconds after it, 12 mutual exclusion was "
    "broken, or a text left its "
    "registers, 30 interrupted, 64 usage.",
};

/* --- one row ------------------------------------------------------------------------------------------------------ */

/* Student's t, as repetitions are few. */
static void summarise(struct measured *m)
{
  const size_t n = m->native.repetitions;
  m->rate = n > 0 ? gsl_stats_mean(m->native.rate, 1, n) : NAN;
  m->within =
    n > 1 ? gsl_cdf_tdist_Pinv(0.975, (double)n - 1) * gsl_stats_sd(m->native.rate, 1, n) / sqrt((double)n) : NAN;
}

/* The same processes in the simulator, where accesses take random times. */
static bool simulate(const struct system_spec *setup, atomic_bool *interrupt, double *rmr, struct error *e)
{
  struct run_spec spec = {.setup = *setup, .adversary = "timed", .interrupt = interrupt};
  *rmr = NAN;
  if (setup->algorithm->claims.timed) return true; /* the cost depends on how late accesses are */
  spec.setup.passages = SIMULATED_PASSAGES;
  struct run *run = run_create(&spec, e);
  const bool ok = run != NULL && run_go(run, e);
  *rmr = ok && run_ended(run) == RUN_COMPLETED ? ledger_mean(run_ledger(run)) : NAN;
  run_free(run);
  return ok;
}

/* Writes are committed at once: the threads have no buffers but those of their processors. */
static bool ask_fences(const struct options *o, struct system_spec *setup, struct error *e)
{
  if (o->fences == NULL) return true;
  if (strcmp(o->order, native_order_name(NATIVE_SEQ_CST)) == 0)
    return fail(e, EXIT_USAGE, "--fences: with --order %s every access is in one order already", o->order);
  setup->order = (struct order_spec){.order = ORDER_TSO, .drain = DRAIN_EAGER};
  return order_parse_fences(o->fences, setup->algorithm, &setup->order, e) && fences_fit(setup, e);
}

/* A measurement ends with its time, so registers for a number of passages run out. */
static bool may_go_on(const struct algorithm_choice *choice, struct error *e)
{
  struct error ignored = {0};
  struct machine *machine = machine_of(choice->algorithm, &ignored);
  const bool counts = machine != NULL && machine->tree->uses_passages;
  machine_free(machine);
  return !counts ||
         fail(e, EXIT_USAGE, "%s has registers for a number of passages, and a measurement has no such number",
              choice->algorithm->name);
}

static bool measure(const struct options *o, const char *name, uint32_t n, struct interrupt *interrupt,
                    struct measured *m, struct error *e)
{
  struct sessions *sessions = mem_new(1, sizeof *sessions);
  struct native_spec spec = {.packed = o->packed,
                             .floating = o->floating,
                             .stay = o->stay,
                             .tick = o->tick,
                             .warm_up = o->warm_up,
                             .seconds = o->seconds,
                             .repetitions = o->repetitions,
                             .interrupt = &interrupt->raised};
  struct algorithm_choice *choice = algorithm_choose(name, NULL, e);
  spec.setup = (struct system_spec){.n = n, .sessions = sessions, .seed = 1};
  if (choice != NULL) algorithm_ask(choice, &spec.setup);
  *m = (struct measured){.n = n, .algorithm = mem_text(choice != NULL ? choice->text : name)};
  const bool ok = choice != NULL && may_go_on(choice, e) && algorithm_fits(choice, n, e) &&
                  ask_fences(o, &spec.setup, e) && sessions_parse(o->sessions, sessions, e) &&
                  native_order_parse(o->order, &spec.order, e) &&
                  simulate(&spec.setup, &interrupt->raised, &m->rmr, e) && native_run(&spec, &m->native, e);
  summarise(m);
  algorithm_release(choice);
  free(sessions);
  return ok;
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

/* "1.27 M", "812": three digits, with a unit from a thousand on. */
static const char *short_number(double value, const char *const *units, char *out, size_t size)
{
  size_t k = 0;
  if (!isfinite(value)) return "";
  for (; value >= 999.5 && units[k + 1] != NULL; k++) value /= 1000;
  snprintf(out, size, "%.3g %s", value, units[k]);
  return out;
}

static const char *const of_rate[] = {"", "k", "M", "G", NULL};
static const char *const of_time[] = {"ns", "us", "ms", "s", NULL};

static void add_row(struct table *table, const struct measured *m)
{
  char n[16], rate[32], within[32], mean[32], middle[32], late[32], later[32], rmr[32] = "", clashes[80] = "kept",
                                                                               entries[32];
  const struct latency *time = &m->native.time;
  snprintf(n, sizeof n, "%u", m->n);
  if (isfinite(m->within)) snprintf(within, sizeof within, "%.0f %%", 100 * m->within / m->rate);
  if (isfinite(m->rmr)) snprintf(rmr, sizeof rmr, "%.2f", m->rmr);
  if (m->native.clashes != 0)
    snprintf(clashes, sizeof clashes, "BROKEN, %" PRIu64 " of %s entries", m->native.clashes,
             short_number((double)m->native.entries, of_rate, entries, sizeof entries));
  const char *const row[] = {m->algorithm,
                             n,
                             m->native.stuck ? "stuck" : short_number(m->rate, of_rate, rate, sizeof rate),
                             isfinite(m->within) && m->rate > 0 ? within : "",
                             short_number(native_mean_time(&m->native, m->n), of_time, mean, sizeof mean),
                             short_number(latency_quantile(time, 0.5), of_time, middle, sizeof middle),
                             short_number(latency_quantile(time, 0.99), of_time, late, sizeof late),
                             short_number(latency_quantile(time, 0.999), of_time, later, sizeof later),
                             rmr,
                             clashes};
  table_row(table, row);
}

static json_t *number_json(double value)
{
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *row_json(const struct measured *m)
{
  const struct native_result *r = &m->native;
  json_t *rates = json_array();
  for (uint32_t k = 0; k < r->repetitions; k++) json_array_append_new(rates, json_real(r->rate[k]));
  json_t *time =
    json_pack("{s:o, s:o, s:o, s:o, s:I}", "mean", number_json(native_mean_time(r, m->n)), "p50",
              number_json(latency_quantile(&r->time, 0.5)), "p99", number_json(latency_quantile(&r->time, 0.99)),
              "p99.9", number_json(latency_quantile(&r->time, 0.999)), "max", (json_int_t)r->time.largest);
  return json_pack("{s:s, s:i, s:i, s:b, s:o, s:o, s:o, s:I, s:o, s:I, s:I, s:b, s:o}", "algorithm", m->algorithm, "n",
                   (int)m->n, "processors", (int)r->processors, "pinned", r->pinned, "passages_per_second",
                   number_json(m->rate), "within", number_json(m->within), "repetitions", rates, "passages",
                   (json_int_t)r->passages, "nanoseconds", time, "entries", (json_int_t)r->entries, "clashes",
                   (json_int_t)r->clashes, "stuck", r->stuck, "rmr_mean", number_json(m->rmr));
}

static void print_all(const struct options *o, const struct measured *all, size_t count)
{
  static const char *const head[] = {"algorithm", "N",    "passages/s", "+-",   "time each",
                                     "50 %",      "99 %", "99.9 %",     "RMRs", "exclusion"};
  struct table table;
  table_init(&table, head, sizeof head / sizeof *head);
  for (size_t k = 0; k < count; k++) add_row(&table, &all[k]);
  table_end(&table, stdout);
  for (uint32_t k = 0; k < o->n_sizes; k++) {
    const double r = native_rank_correlation(all, count, o->n[k]);
    if (isfinite(r)) printf("N = %u: rank correlation of RMRs and time %.2f\n", o->n[k], r);
  }
  if (count == 0) return;
  const struct native_result *any = &all[count - 1].native;
  printf(
    "%u processors, threads %s; registers %s, %s%s%s; %u repetition%s of %g s. RMRs: mean of a passage in cc under "
    "`timed`, %d passages each\n",
    any->processors, any->pinned ? "pinned" : "not pinned", o->packed ? "side by side" : "a cache line each", o->order,
    o->fences != NULL ? ", fences " : "", o->fences != NULL ? o->fences : "", o->repetitions, plural(o->repetitions),
    o->seconds, SIMULATED_PASSAGES);
}

static int print_all_json(const struct options *o, const struct measured *all, size_t count)
{
  json_t *rows = json_array(), *ranks = json_array();
  for (size_t k = 0; k < count; k++) json_array_append_new(rows, row_json(&all[k]));
  for (uint32_t k = 0; k < o->n_sizes; k++) {
    const double r = native_rank_correlation(all, count, o->n[k]);
    if (isfinite(r)) json_array_append_new(ranks, json_pack("{s:i, s:f}", "n", (int)o->n[k], "spearman", r));
  }
  return print_json(json_pack("{s:s, s:b, s:f, s:f, s:o, s:o}", "order", o->order, "packed", o->packed, "seconds",
                              o->seconds, "warm_up", o->warm_up, "rows", rows, "rank_correlation", ranks),
                    EXIT_OK);
}

/* --- doing it ----------------------------------------------------------------------------------------------------- */

static bool draw(const struct options *o, const struct measured *all, size_t count, struct error *e)
{
  char *how = mem_format("%u processors, registers %s, %s; means of %u repetition%s of %g s. Of one machine and one "
                         "moment.",
                         all[0].native.processors, o->packed ? "side by side" : "on a cache line each", o->order,
                         o->repetitions, plural(o->repetitions), o->seconds);
  const bool ok = (o->rates == NULL || native_draw_rates(all, count, how, o->rates, e)) &&
                  (o->times == NULL || native_draw_times(all, count, how, o->times, e));
  free(how);
  return ok;
}

/* The gravest of what was seen. */
static int exit_of(const struct measured *all, size_t count)
{
  int code = EXIT_OK;
  for (size_t k = 0; k < count; k++) {
    const struct native_result *r = &all[k].native;
    if (r->clashes != 0) return EXIT_SAFETY;
    if (r->interrupted && code == EXIT_OK) code = EXIT_INCOMPLETE;
    if (r->stuck) code = EXIT_DEADLOCK;
  }
  return code;
}

static void tell_progress(const struct options *o, size_t k, const char *name, uint32_t n)
{
  if (!isatty(STDERR_FILENO)) return;
  const double left = (double)(o->n_algorithms * o->n_sizes - k) * (o->warm_up + o->repetitions * o->seconds);
  fprintf(stderr, "rmr native: %s, N = %u; about %.0f s to go\n", name, n, ceil(left));
}

static void release_row(struct measured *m)
{
  native_free(&m->native);
  free(m->algorithm);
}

/* All rows, until the interrupt. A text that leaves its registers loses its own row only; after another mistake no more
 * is measured. Finished rows are kept in any case. Returns the exit code of the mistakes. */
static int measure_all(const struct options *o, struct interrupt *interrupt, struct measured *all, size_t *count)
{
  int code = EXIT_OK;
  for (size_t k = 0; k < (size_t)o->n_algorithms * o->n_sizes && !atomic_load(&interrupt->raised); k++) {
    const char *name = o->algorithm[k / o->n_sizes];
    const uint32_t n = o->n[k % o->n_sizes];
    struct error e = {0};
    tell_progress(o, k, name, n);
    if (measure(o, name, n, interrupt, &all[*count], &e)) {
      ++*count;
      continue;
    }
    release_row(&all[*count]);
    code = report_error("native", &e);
    if (code != EXIT_SAFETY) break;
  }
  return code;
}

int command_native(int argc, char **argv)
{
  struct options o = {.sessions = "distinct", .order = "seq-cst", .seconds = 0.5, .warm_up = 0.2, .repetitions = 5};
  struct error e = {0};
  struct interrupt interrupt;
  parse_arguments(&argp, argc, argv, &o);
  struct measured *all = mem_new((size_t)o.n_algorithms * o.n_sizes, sizeof *all);
  size_t count = 0;
  interrupt_watch(&interrupt);
  int code = measure_all(&o, &interrupt, all, &count);
  interrupt_done(&interrupt);
  if (code == EXIT_OK) code = exit_of(all, count);
  const bool any = count > 0 || code == EXIT_OK;
  if (any && o.json && print_all_json(&o, all, count) != EXIT_OK) code = EXIT_INTERNAL;
  if (any && !o.json) print_all(&o, all, count);
  if (count > 0 && !draw(&o, all, count, &e)) code = report_error("native", &e);
  for (size_t k = 0; k < count; k++) release_row(&all[k]);
  free(all);
  return code;
}
