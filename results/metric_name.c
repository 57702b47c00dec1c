/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/metric_name.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"

const struct metric_form metric_forms[N_METRICS] = {
#define X(id, pattern, argument, reach, nature, example, words) \
  {pattern, example, words, argument, reach, METRIC_##nature},
  METRICS(X)
#undef X
};

/* Cuts `tail` off the end of the text, if it is there. */
static bool cut(char *text, const char *tail)
{
  const size_t length = strlen(text), cut_length = strlen(tail);
  if (length <= cut_length || strcmp(text + length - cut_length, tail) != 0) return false;
  text[length - cut_length] = '\0';
  return true;
}

/* " of P_N" or " of P_3" at the end of the text. */
static bool cut_process(char *text, uint32_t *process, struct error *e)
{
  char *of = strstr(text, " of ");
  if (of == NULL) return true;
  const char *who = of + 4;
  char *end = NULL;
  const unsigned long number =
    strncmp(who, "P_", 2) == 0 && isdigit((unsigned char)who[2]) ? strtoul(who + 2, &end, 10) : 0;
  if (strcmp(who, "P_N") == 0)
    *process = METRIC_LAST;
  else if (end != NULL && *end == '\0' && number >= 1 && number <= METRIC_MOST_PROCESSES)
    *process = (uint32_t)number;
  else
    return fail(e, EXIT_USAGE, "\"%s\" is not a process; expected P_N, or P_1 to P_%d", who, METRIC_MOST_PROCESSES);
  *of = '\0';
  return true;
}

/* Does the text match the pattern? Then *argument is what stands for its star. */
static bool matches(const char *pattern, const char *text, const char **argument)
{
  const size_t fixed = strcspn(pattern, "*");
  if (strncmp(pattern, text, fixed) != 0) return false;
  *argument = text + fixed;
  return (pattern[fixed] == '*') == (text[fixed] != '\0');
}

static bool find_form(const char *text, enum metric_id *id, const char **argument)
{
  for (*id = 0; *id < N_METRICS; ++*id)
    if (matches(metric_forms[*id].pattern, text, argument)) return true;
  return false;
}

static bool unknown_metric(const char *text, struct error *e)
{
  const char *words[N_METRICS];
  for (size_t k = 0; k < N_METRICS; k++) words[k] = metric_forms[k].example;
  const char *near = suggest(text, words, N_METRICS);
  if (near != NULL) return fail(e, EXIT_USAGE, "\"%s\" is not a metric; did you mean \"%s\"?", text, near);
  return fail(e, EXIT_USAGE,
              "\"%s\" is not a metric; expected one such as \"rmr.max\", \"line 4 of P_N\" or \"steps\" (all are in "
              "`rmr run --keys`)",
              text);
}

static bool parse_percent(struct metric_name *out, struct error *e)
{
  char *end;
  const unsigned long percent = strtoul(out->argument, &end, 10);
  if (!isdigit((unsigned char)out->argument[0]) || *end != '\0' || percent < 1 || percent > 99)
    return fail(e, EXIT_USAGE, "\"%s\" is not a percentile; expected rmr.p1 to rmr.p99", out->text);
  out->share = (double)percent / 100;
  return true;
}

/* "of P_N", "by process" and "by P_j" go with those metrics only that know whose they are. */
static bool check_split(const struct metric_name *m, struct error *e)
{
  const enum metric_reach reach = metric_forms[m->id].reach;
  if (m->split == METRIC_BY_OWNER && reach != REACH_OWNERS)
    return fail(e, EXIT_USAGE,
                "only \"blocks of P_N\" can be split \"by P_j\"; expected \"by process\", or that metric");
  if (m->split == METRIC_BY_OWNER && m->process == METRIC_ANYBODY)
    return fail(e, EXIT_USAGE, "\"%s\" does not name a process; expected \"blocks of P_N by P_j\"", m->text);
  if (m->split == METRIC_BY_PROCESS && m->process != METRIC_ANYBODY)
    return fail(e, EXIT_USAGE, "\"%s\" is of one process already; expected either \"of\" or \"by process\"", m->text);
  if ((m->split != METRIC_NUMBER || m->process != METRIC_ANYBODY) && reach == REACH_RUN)
    return fail(e, EXIT_USAGE, "\"%s\" is known for the whole run only; expected it without \"of\" and \"by\"",
                m->text);
  return true;
}

bool metric_name_parse(const char *text, struct metric_name *out, struct error *e)
{
  *out = (struct metric_name){.process = METRIC_ANYBODY};
  if (strlen(text) >= sizeof out->text)
    return fail(e, EXIT_USAGE, "a metric's name has at most %zu characters", sizeof out->text - 1);
  snprintf(out->text, sizeof out->text, "%s", text);
  char rest[sizeof out->text];
  snprintf(rest, sizeof rest, "%s", text);
  if (cut(rest, " by process"))
    out->split = METRIC_BY_PROCESS;
  else if (cut(rest, " by P_j"))
    out->split = METRIC_BY_OWNER;
  if (!cut_process(rest, &out->process, e)) return false;
  const char *argument = "";
  if (!find_form(rest, &out->id, &argument)) return unknown_metric(text, e);
  if (strlen(argument) >= sizeof out->argument) return fail(e, EXIT_USAGE, "\"%s\" is too long for a name", argument);
  snprintf(out->argument, sizeof out->argument, "%s", argument);
  if (metric_forms[out->id].argument == ARG_PERCENT && !parse_percent(out, e)) return false;
  return check_split(out, e);
}

/* "delay.mean", "time.passage_mean", "time.entry_rate", "delay.p90" are averages over a run. */
static bool ends_like_an_average(const char *measure)
{
  const char *last = measure + strlen(measure);
  while (last > measure && last[-1] != '.' && last[-1] != '_') last--;
  if (strcmp(last, "mean") == 0 || strcmp(last, "median") == 0 || strcmp(last, "rate") == 0) return true;
  return last[0] == 'p' && last[1] != '\0' && last[1 + strspn(last + 1, "0123456789")] == '\0';
}

bool metric_is_average(const struct metric_name *name)
{
  if (name->id == METRIC_MEASURE) return ends_like_an_average(name->argument);
  return metric_forms[name->id].nature == METRIC_MEAN;
}

bool metric_is_least(const struct metric_name *name)
{
  return metric_forms[name->id].nature == METRIC_LEAST;
}

enum metric_pooling metric_pooling_of(const char *text)
{
  struct metric_name name;
  struct error ignored = {0};
  if (!metric_name_parse(text, &name, &ignored)) return POOLED_LARGEST;
  return metric_is_average(&name) ? POOLED_MEAN : metric_is_least(&name) ? POOLED_LEAST : POOLED_LARGEST;
}

char *metric_name_words(const struct metric_name *name, char out[METRIC_WORDS])
{
  static const char *const splits[] = {
    [METRIC_NUMBER] = "", [METRIC_BY_PROCESS] = " by process", [METRIC_BY_OWNER] = " by P_j"};
  char whose[24] = "";
  if (name->process == METRIC_LAST)
    snprintf(whose, sizeof whose, " of P_N");
  else if (name->process != METRIC_ANYBODY)
    snprintf(whose, sizeof whose, " of P_%u", name->process);
  const char *words = metric_forms[name->id].words, *place = strchr(words, '*');
  const int before = (int)(place != NULL ? (size_t)(place - words) : strlen(words));
  snprintf(out, METRIC_WORDS, "%.*s%s%s%s%s", before, words, place != NULL ? name->argument : "",
           place != NULL ? place + 1 : "", whose, splits[name->split]);
  return out;
}
